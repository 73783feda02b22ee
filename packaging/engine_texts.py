"""Finds the sentences that the engine says, with `{name}` in the places of their f-strings, for `translations.py`.

The engine has no texts in another language and knows nothing of the window: what it says is English, made of literals
and f-strings. Those are the patterns by which the window knows a sentence again and says it in its language.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

#: Where the engine's sentences stand.
FOLDERS = ("core", "engine", "store", "index", "embed", "llm", "service")
#: Of these nothing reaches the window as a sentence of the engine: settings (which are texts of the window), word
#: lists, what is kept as a memory, and what only agents and language models read.
_NOT_SAID = re.compile(
    r"core/(settings|questions|contract|extraction/|screening/(commands_to_models|people|keys|instructions)"
    r"|layers/(feeling_words|emotional_words)|ranking/background|memory/(slots|statements|ended|pairs)"
    r"|conversation/(analysis|corrections|things|prompts|spoken_to|cycles|listing|query|short_words|digests|patterns))"
    r"|engine/(sample|contract|graph|history/commands|conversation/(context|summary_vectors|summaries|dedup))"
    r"|index/(analysis|grow)|llm/prompts|service/(tools/|prompts|handover|protocol|resources|lines|passthrough"
    r"|requests|subscriptions|http|stdio|client\.py|commands|worker|calls)"
)
#: Of these parts of sentences reach the window, too: reasons, which do not end with a full stop.
_PARTS = re.compile(
    r"core/(answers|assemblies|errors|loss|outside|receipt|merges|events/|ranking/|layers/(meta|working|attending)"
    r"|screening/gate|memory/held_words|conversation/(held_parts|retention))"
    r"|engine/(?!exporting|build|embedding/sync)|store/(reseal|snapshots|event_log)|index/(files|footers|manifest)"
    r"|embed/download|llm/client|service/(agents|outcomes|desk)"
)
_SQL = re.compile(
    r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|WITH|ALTER|PRAGMA|AND|OR|ON|ORDER|BEGIN|FROM|JOIN|LEFT|EXISTS|WHERE"
    r"|NOT|GROUP|COPY|\(SELECT|seq IN|Bearer)\b"
)
_SENTENCE = re.compile(r"[A-Z“{][^\n]*[.!?]$")
#: What no sentence has: lines, braces, and what stands in regular expressions.
_WRITTEN_OTHERWISE = re.compile(r"[\n\\{}|]|\(\?")
_LETTERS = re.compile(r"[A-Za-z]{2,}")
_LEAST_LETTERS = 4
_LONGEST = 400
_MOST_OPTIONS = 8


@dataclass
class Sentences:
    """The patterns, and the two forms of what is counted, with the files that have them."""

    patterns: dict[str, set[str]] = field(default_factory=dict)
    counted: dict[tuple[str, str], set[str]] = field(default_factory=dict)


def find(root: Path) -> Sentences:
    """All sentences of the engine that the window may show."""
    found = Sentences()
    for folder in FOLDERS:
        for file in sorted((root / "memory_desktop" / folder).rglob("*.py")):
            name = file.relative_to(root / "memory_desktop").as_posix()
            tree = ast.parse(file.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Call):
                    _find_counted(node, f"memory_desktop/{name}", found)
            if not _NOT_SAID.match(name):
                for text in _texts(tree, parts=_PARTS.match(name) is not None):
                    found.patterns.setdefault(text, set()).add(f"memory_desktop/{name}")
    return found


def _find_counted(node: ast.Call, file: str, found: Sentences) -> None:
    """What is counted by `core.wording.count`: "3 turns"."""
    if not (isinstance(node.func, ast.Name) and node.func.id == "count"):
        return
    words = [one.value for one in node.args[1:] if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    if words:
        one, many = words[0], words[1] if len(words) > 1 else f"{words[0]}s"
        found.counted.setdefault((f"{{n}} {one}", f"{{n}} {many}"), set()).add(file)


def _texts(tree: ast.Module, *, parts: bool) -> Iterator[str]:
    reader = _Reader(tree)
    for text, given in reader.all():
        plain = re.sub(r"\{\w*\}", "", text)
        words = _LETTERS.findall(plain)
        if _WRITTEN_OTHERWISE.search(plain) or _SQL.match(text) or len(text) > _LONGEST or not _anchored(text):
            continue
        if not re.search(r"[a-z]{2}", plain) or (" " not in text.strip() and text not in reader.alone):
            continue
        if _SENTENCE.match(text) or ((parts or given) and len("".join(words)) >= _LEAST_LETTERS):
            yield text


def _anchored(text: str) -> bool:
    """Does the text have a whole word, by which the window finds it?"""
    parts = re.split(r"\{\w+\}", text)
    return any(
        (found.start() > 0 or number == 0) and (found.end() < len(part) or number == len(parts) - 1)
        for number, part in enumerate(parts)
        for found in _LETTERS.finditer(part)
    )


#: A text in the making: what is written out, and in its places the expressions.
_Parts = tuple["str | ast.expr", ...]


class _Reader:
    """Reads what a module writes out, with the alternatives of a text as texts of their own.

    `f"{'is' if one else 'are'} lost"`, a sum of texts, and a local name that has one of two texts each give as many
    whole sentences, as a translator needs them; a text that is a part of others is then no text of its own.
    """

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        #: What an event is called by a single word, as "Added".
        self.alone: set[str] = set()
        self._taken: set[ast.AST] = set()
        self._found: list[tuple[ast.AST, list[str], bool]] = []

    def all(self) -> Iterator[tuple[str, bool]]:
        """Each text, and whether it is given to an error or as a reason."""
        self._walk(self._tree, {}, given=False)
        for node, texts, given in self._found:
            if node not in self._taken:
                for text in texts:
                    yield text, given

    def _walk(self, node: ast.AST, names: dict[str, ast.expr], *, given: bool) -> None:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if node.name == "title":
                return  # names of steps, which bridge/step_words.py says
            names = _assigned(node)
            if node.name == "words":
                texts = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]
                self.alone |= {one for one in texts if isinstance(one, str) and one.isalpha() and one.istitle()}
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return  # a docstring
        if isinstance(node, ast.Call):
            self._walk_call(node, names)
            return
        if isinstance(node, (ast.Constant, ast.JoinedStr, ast.BinOp)) and (texts := self._options(node, names, node)):
            self._found.append((node, [_pattern(parts) for parts in texts], given))
            if not isinstance(node, ast.JoinedStr):
                return
        if isinstance(node, ast.JoinedStr):
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    self._walk(part.value, names, given=False)
            return
        for one in ast.iter_child_nodes(node):
            self._walk(one, names, given=given and isinstance(node, (ast.IfExp, ast.BinOp)))

    def _walk_call(self, node: ast.Call, names: dict[str, ast.expr]) -> None:
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        if (isinstance(owner, ast.Name) and owner.id in ("_log", "re")) or called in ("split", "execute", "count"):
            return
        for one in node.args:
            self._walk(one, names, given=called.endswith("Error"))
        for word in node.keywords:
            self._walk(word.value, names, given=word.arg in ("hint", "reason", "note", "message"))
        self._walk(node.func, names, given=False)

    def _options(self, node: ast.expr, names: dict[str, ast.expr], top: ast.AST) -> list[_Parts]:
        """The texts that an expression can be; [] of one that is not written out, or has too many."""
        if isinstance(node, ast.Constant):
            made: list[_Parts] = [(node.value,)] if isinstance(node.value, str) else []
        elif isinstance(node, ast.IfExp):
            one, other = self._options(node.body, names, top), self._options(node.orelse, names, top)
            made = [*one, *other] if one and other else []
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            sides = [self._options(one, names, top) for one in (node.left, node.right)]
            written = any(sides) and not any(isinstance(one, (ast.List, ast.Tuple)) for one in (node.left, node.right))
            made = _product([side or [(one,)] for side, one in zip(sides, (node.left, node.right), strict=True)])
            made = made if written else []
        elif isinstance(node, ast.JoinedStr):
            made = _product([self._option_of_part(part, names, top) for part in node.values])
        elif isinstance(node, ast.Name) and node.id in names:
            rest = {name: value for name, value in names.items() if name != node.id}
            made = self._options(names[node.id], rest, top)
        else:
            made = []
        if made and node is not top:
            self._taken.add(node)
        return made

    def _option_of_part(self, part: ast.expr, names: dict[str, ast.expr], top: ast.AST) -> list[_Parts]:
        if not isinstance(part, ast.FormattedValue):
            return self._options(part, names, top)
        value = part.value
        return (self._options(value, names, top) if isinstance(value, (ast.IfExp, ast.Name)) else []) or [(value,)]


def _assigned(function: ast.AST) -> dict[str, ast.expr]:
    """The names that a function gives one text, or one of two, and nothing else."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            pairs = [(node.targets[0], node.value)]
            if isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(node.targets[0].elts, node.value.elts, strict=False))
            for target, value in pairs:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(value)
        elif isinstance(node, (ast.AugAssign, ast.For)) and isinstance(node.target, ast.Name):
            found.setdefault(node.target.id, []).append(node.target)
    kept = {name: values[0] for name, values in found.items() if len(values) == 1}
    return {name: value for name, value in kept.items() if isinstance(value, (ast.IfExp, ast.Constant, ast.JoinedStr))}


def _product(options: list[list[_Parts]]) -> list[_Parts]:
    made: list[_Parts] = [()]
    for each in options:
        made = [(*before, *after) for before in made for after in each]
        if len(made) > _MOST_OPTIONS:
            return []
    return made


def _pattern(parts: _Parts) -> str:
    """A text with `{name}` where something is put in."""
    made = ""
    names: list[str] = []
    for part in parts:
        if isinstance(part, str):
            made += part
        else:
            names.append(_name(part))
            number = names.count(names[-1])
            made += f"{{{names[-1]}{number if number > 1 else ''}}}"
    return made


def _name(node: ast.expr) -> str:
    """What a place is called: by the last name of what is put in."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.strip("_")
        case ast.Call(func=ast.Name(id=name)) if name in ("memories", "count", "span", "size"):
            return name
        case ast.Call(func=ast.Attribute(attr="join")):
            return "list"
        case ast.Call(args=[first, *_]) if not isinstance(first, ast.Constant):
            return _name(first)
        case ast.Call(func=func):
            return _name(func)
        case ast.Subscript(slice=ast.Constant(value=str() as key)):
            return key if key.isidentifier() else "it"
        case ast.Subscript(value=value):
            return _name(value)
        case ast.BoolOp(values=[first, *_]) | ast.BinOp(left=first):
            return _name(first)
        case ast.IfExp(body=ast.Constant()):
            return _name(node.orelse) if not isinstance(node.orelse, ast.Constant) else "what"
        case ast.IfExp(body=body):
            return _name(body)
        case _:
            return "it"
