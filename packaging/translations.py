"""The files of translations: `python packaging/translations.py update|check|compile`.

`update` finds the texts in the code, those of the window and the sentences that the engine says, and writes them into
`resources/translations/memory_desktop_de.ts`, where Qt Linguist opens them; a translation stays as long as its English
does. `--from FILE.json` takes translations over: an object of the English texts, each with one text, or a list of the
forms of a plural. `check` says what is missing, unfinished, obsolete or has other placeholders, and ends with 1 if
anything is. `compile` makes the .qm that the program reads, with lrelease, which comes with PySide6. The patterns by
which the window knows the engine's sentences are in `engine_texts.json`, which `update` writes.
"""

from __future__ import annotations

import argparse
import ast
import json
import string
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("ui", "models", "bridge")
LANGUAGE = "de"
#: The forms of a plural in it.
FORMS = 2
FILES = ROOT / "resources" / "translations"
WINDOW, ENGINE = "window", "engine"
#: By which the window knows the engine's sentences, written by `update`.
PATTERNS = FILES / "engine_texts.json"


@dataclass(frozen=True, order=True)
class Text:
    """A text of the code. `many`: its English plural, or "". context: of the window, or of the engine."""

    source: str
    meaning: str = ""
    many: str = ""
    context: str = WINDOW


@dataclass
class Found:
    """The texts with the files that have them, and what cannot be read."""

    texts: dict[Text, set[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def find(root: Path = ROOT) -> Found:
    """All texts that are given to `tr`, `plural`, `forms` and `mark`, those that settings and gates have, and what the
    engine says."""
    found = Found()
    for folder in FOLDERS:
        for file in sorted((root / "memory_desktop" / folder).rglob("*.py")):
            _find_in(file, str(file.relative_to(root)), found)
    _find_settings(found)
    _find_said(root, found)
    return found


def _find_in(file: Path, name: str, found: Found) -> None:
    if file.name == "translation.py":
        return
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        kind = node.func.id
        if kind not in ("tr", "plural", "mark", "forms"):
            continue
        given = [one.value if isinstance(one, ast.Constant) else None for one in node.args]
        if kind == "plural" and isinstance(node.args[0], ast.Starred):
            continue  # of what is given to `forms`
        if kind in ("plural", "forms"):
            one, many = given[:2]
            if not isinstance(one, str) or not isinstance(many, str):
                found.faults.append(f"{name}:{node.lineno}: the forms of a plural are to be written out")
                continue
            text = Text(one, "", many)
        elif isinstance(given[0], str):
            text = Text(given[0], str(given[1]) if len(given) > 1 else "")
        elif kind == "mark" or not isinstance(node.args[0], (ast.Name, ast.Attribute, ast.Subscript)):
            found.faults.append(f"{name}:{node.lineno}: {kind} is to have a text that is written out")
            continue
        else:
            continue
        found.texts.setdefault(text, set()).add(name)


def _find_settings(found: Found) -> None:
    sys.path.insert(0, str(ROOT))
    from memory_desktop.core.memory.held_words import GATES
    from memory_desktop.core.settings import GROUPS, SETTINGS

    told = [*GROUPS.values()]
    for one in SETTINGS.values():
        told += [one.title, one.help, one.unit, *one.choices.values()]
    for text in told:
        if text:
            found.texts.setdefault(Text(text), set()).add("memory_desktop/core/settings.py")
    for text in GATES.values():
        found.texts.setdefault(Text(text), set()).add("memory_desktop/core/memory/held_words.py")


def _find_said(root: Path, found: Found) -> None:
    sys.path.append(str(Path(__file__).parent))
    import engine_texts

    said = engine_texts.find(root)
    for text, places in said.patterns.items():
        found.texts[Text(text, context=ENGINE)] = places
    for (one, many), places in said.counted.items():
        found.texts[Text(one, "", many, ENGINE)] = places


def patterns(found: Found) -> str:
    """The file of patterns."""
    of_engine = sorted(text for text in found.texts if text.context == ENGINE)
    body = {
        "counted": [[text.source, text.many] for text in of_engine if text.many],
        "sentences": [text.source for text in of_engine if not text.many],
    }
    return json.dumps(body, ensure_ascii=False, indent=0) + "\n"


@dataclass
class Message:
    """What the file of translations says of a text: one text, or the forms of its plural; [] if nothing yet."""

    forms: list[str]
    finished: bool


def read(file: Path) -> dict[Text, Message]:
    """What is there; nothing where there is no file."""
    if not file.exists():
        return {}
    found = {}
    nodes = [(context, node) for context in ET.parse(file).getroot() for node in context.iter("message")]
    for context, node in nodes:
        said = node.find("translation")
        assert said is not None
        forms = [one.text or "" for one in said.findall("numerusform")] or [said.text or ""]
        many = node.findtext("extra-many", "")
        of = context.findtext("name", WINDOW)
        text = Text(node.findtext("source", ""), node.findtext("comment", ""), many, of)
        found[text] = Message([one for one in forms if one], said.get("type") is None)
    return found


def write(file: Path, messages: dict[Text, Message], places: dict[Text, set[str]]) -> None:
    """Write the file, in the order of the texts, so that a change of one is a change of a few lines."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>"]
    lines += [f'<TS version="2.1" language="{LANGUAGE}" sourcelanguage="en">']
    for context in (WINDOW, ENGINE):
        of_it = sorted((each for each in messages.items() if each[0].context == context), key=lambda each: each[0])
        lines += ["<context>", f"    <name>{context}</name>", *_lines(of_it, places), "</context>"]
    lines += ["</TS>", ""]
    FILES.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines), encoding="utf-8")


def _lines(messages: list[tuple[Text, Message]], places: dict[Text, set[str]]) -> list[str]:
    lines = []
    for text, message in messages:
        lines.append('    <message numerus="yes">' if text.many else "    <message>")
        lines += [f'        <location filename="../../{place}"/>' for place in sorted(places.get(text, ()))]
        lines.append(f"        <source>{escape(text.source)}</source>")
        if text.meaning:
            lines.append(f"        <comment>{escape(text.meaning)}</comment>")
        mark = "" if message.finished and message.forms else ' type="unfinished"'
        if text.many:
            forms = (message.forms + [""] * FORMS)[:FORMS]
            lines.append(f"        <translation{mark}>")
            lines += [f"            <numerusform>{escape(one)}</numerusform>" for one in forms]
            lines.append("        </translation>")
            lines.append(f"        <extra-many>{escape(text.many)}</extra-many>")
        else:
            lines.append(f"        <translation{mark}>{escape(''.join(message.forms[:1]))}</translation>")
        lines.append("    </message>")
    return lines


def placeholders(text: str) -> set[str]:
    """The names in braces; of a text without values, whatever stands there."""
    try:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError:
        return {"(not readable)"}


def faults(found: Found, messages: dict[Text, Message]) -> list[str]:
    """What is wrong with a file of translations, a line each."""
    told = [*found.faults]
    for text in sorted(found.texts):
        message = messages.get(text)
        if message is None or len(message.forms) < (FORMS if text.many else 1):
            told.append(f"missing: {text.source!r}")
        elif not message.finished:
            told.append(f"unfinished: {text.source!r}")
        else:
            wanted = placeholders(text.many or text.source)
            allowed = (wanted, wanted - {"n"}) if text.many else (wanted,)
            others = [form for form in message.forms if placeholders(form) not in allowed]
            told += [f"other placeholders: {text.source!r}: {form!r}" for form in others]
    told += [f"obsolete: {text.source!r}" for text in sorted(messages.keys() - found.texts.keys())]
    sources = Counter((one.source, one.meaning, one.context) for one in found.texts)
    told += [f"twice, as a plural and not: {one!r}" for one, number in sorted(sources.items()) if number > 1]
    return told


def compiled(file: Path, to: Path) -> None:
    """Make the .qm of a .ts."""
    import PySide6

    tool = Path(PySide6.__file__).parent / ("lrelease.exe" if sys.platform == "win32" else "lrelease")
    subprocess.run([str(tool), "-silent", "-nounfinished", str(file), "-qm", str(to)], check=True)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("update", "check", "compile"))
    parser.add_argument("--from", dest="given", type=Path, action="append", default=[])
    args = parser.parse_args()
    file = FILES / f"memory_desktop_{LANGUAGE}.ts"
    found, messages = find(), read(file)
    if args.what == "update":
        given = {}
        for each in args.given:
            given.update(json.loads(each.read_text(encoding="utf-8")))
        kept = {text: messages.get(text) or Message([], False) for text in found.texts}
        for text, message in kept.items():
            said = given.get(f"{text.source}||{text.meaning}" if text.meaning else text.source)
            if not said and text.context == ENGINE and not message.forms:  # the window has the same sentence
                said = kept.get(Text(text.source, "", text.many), Message([], False)).forms
                said = said if text.many else "".join(said)
            if said:
                kept[text] = Message([said] if isinstance(said, str) else list(said), True)
        write(file, kept, found.texts)
        PATTERNS.write_text(patterns(found), encoding="utf-8")
        messages = kept
    if args.what == "compile":
        compiled(file, file.with_suffix(".qm"))
        return 0
    told = faults(found, messages)
    if not PATTERNS.exists() or PATTERNS.read_text(encoding="utf-8") != patterns(found):
        told.append(f"{PATTERNS.name} is not of these texts: update writes it")
    print(*told, sep="\n")
    print(f"{len(found.texts)} texts, {len(told)} faults")
    return 1 if told and args.what == "check" else 0


if __name__ == "__main__":
    sys.exit(main())
