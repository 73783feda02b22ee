"""What the engine says, in the window's language: known again by its patterns, and left alone where it is not known."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QTableWidget,
    QTreeWidget,
    QTreeWidgetItemIterator,
)
from pytestqt.qtbot import QtBot

from memory_desktop import open_vault
from memory_desktop.bridge import engine_texts, translation
from memory_desktop.bridge.engine_texts import said
from memory_desktop.core.errors import KnownError
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.why_not import Asked
from memory_desktop.engine.engine import Engine
from memory_desktop.ui.window.errors import as_message
from tests.ui.conftest import OpenWindow

ROOT = Path(__file__).parents[2]
_PATTERNS = json.loads((ROOT / "resources" / "translations" / "engine_texts.json").read_text(encoding="utf-8"))
_SENTENCES: list[str] = _PATTERNS["sentences"]
_PLACE = re.compile(r"\{(\w+)\}")


@pytest.fixture(scope="module")
def finder() -> ModuleType:
    """packaging/engine_texts.py."""
    spec = importlib.util.spec_from_file_location("engine_texts_tool", ROOT / "packaging" / "engine_texts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    """Texts are German."""
    assert translation.install("de", {}) == "de"
    yield
    translation.remove()


def _german_of(pattern: str) -> str:
    return QCoreApplication.translate(engine_texts.CONTEXT, pattern)


def _english_left(text: str) -> bool:
    """Is a text one of the catalogue's that has another text in German?"""
    return said(text) != text


def test_sentences_are_found_with_their_places_and_alternatives(finder: ModuleType, tmp_path: Path) -> None:
    """Issue 13, F1: the tool finds what errors, their hints and reasons say; each alternative is a sentence of its own,
    and neither docstrings nor the log nor SQL are sentences."""
    folder = tmp_path / "memory_desktop" / "engine"
    folder.mkdir(parents=True)
    (folder / "some.py").write_text(
        '''"""A docstring is no sentence."""

def f(n, name, more):
    """Nor is this one."""
    verb = "is" if n == 1 else "are"
    tail = f", and {len(more)} more" if more else ""
    _log.warning("This is for the log.")
    query("SELECT a few FROM b")
    raise KnownError(f"“{name}” {verb} lost{tail}.", hint="Look for it" + (" soon." if n else " later."))

def g(found):
    return f"{count(len(found), 'thing')} in the way of {found.memory.id}"
''',
        encoding="utf-8",
    )
    found = finder.find(tmp_path)
    assert set(found.patterns) == {
        "“{name}” is lost.",
        "“{name}” are lost.",
        "“{name}” is lost, and {more} more.",
        "“{name}” are lost, and {more} more.",
        "Look for it soon.",
        "Look for it later.",
        "{count} in the way of {id}",
    }
    assert set(found.counted) == {("{n} thing", "{n} things")}


def test_the_patterns_are_those_of_the_code(finder: ModuleType) -> None:
    """Issue 13, F1: the patterns that the window reads are those that stand in the engine's code now."""
    found = finder.find(ROOT)
    assert sorted(found.patterns) == _SENTENCES
    assert sorted(map(list, found.counted)) == _PATTERNS["counted"]
    assert len(_SENTENCES) > 1_000


@pytest.mark.usefixtures("german")
def test_every_sentence_is_known_again() -> None:
    """Issue 13, F1: each sentence of the engine, with anything in its places, is said in German with the same in
    them."""
    wrong = []
    for pattern in _SENTENCES:
        values = {name: f"x{number}y" for number, name in enumerate(_PLACE.findall(pattern))}
        text = _PLACE.sub(lambda place, values=values: values[place[1]], pattern)  # type: ignore[misc]
        wanted = _PLACE.sub(lambda place, values=values: values[place[1]], _german_of(pattern))  # type: ignore[misc]
        if said(text) != wanted:
            wrong.append((pattern, said(text)))
    assert wrong == []


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A memory needs some text.", "Eine Erinnerung braucht Text."),
        (
            "Held back for review: It contains 1 e-mail address, 2 phone numbers. Nothing was changed yet.",
            "Zur Durchsicht zurückgehalten: Es enthält 1 E-Mail-Adresse, 2 Telefonnummern. "
            "Es wurde noch nichts geändert.",
        ),
        (
            "“forget 3 memories” cannot be undone now: “merge 2 memories” (event 1,204) came later and stands in the "
            "way. Undo what came later first.",
            "„3 Erinnerungen vergessen“ kann jetzt nicht rückgängig gemacht werden: „2 Erinnerungen zusammenführen“ "
            "(Ereignis 1.204) kam später und steht im Weg. Zuerst rückgängig machen, was später kam.",
        ),
        (
            "“Boats” lifts nothing: similarity 0.53 is below 0.60; nor do 2 other assemblies.",
            "„Boats“ hebt nichts an: Ähnlichkeit 0,53 ist unter 0,60; ebenso 2 weitere Verbände.",
        ),
        ("Without in Hybrid mode, it is hit 3 (score 0.41).", "Without in Hybrid mode: Treffer 3 (Score 0,41)."),
        ("In Hybrid mode, it is hit 3 (score 0.41).", "Im Modus Hybrid: Treffer 3 (Score 0,41)."),
        ("Something else. The vault is closed. And more.", "Something else. Der Tresor ist geschlossen. And more."),
        (
            "Without kind:pref and with status:forgotten: It has none of the words of the search.",
            "Ohne kind:pref und mit status:forgotten: Sie hat keines der Wörter der Suche.",
        ),
        (
            "Discarded (needs approval): “Keep a turn, of the user “cleo”, in a thread”",
            "Verworfen (Braucht Genehmigung): „Keep a turn, of the user “cleo”, in a thread“",
        ),
        (
            "Learned from “A song by Sara at noon” by extractor at 2026-11-25 16:41 UTC.",
            "Aus „A song by Sara at noon“ gelernt durch extractor am 25.11.2026 16:41 UTC.",
        ),
        (
            "An edit of “Tea” by user at 2026-11-25: “3” became “7”, “a, b” was added.",
            "Eine Bearbeitung von „Tea“ durch user am 25.11.2026: „3“ wurde zu „7“, „a, b“ kam hinzu.",
        ),
        ("line 12", "Zeile 12"),
        ("conversations.json", "conversations.json"),
        ("", ""),
    ],
)
def test_a_sentence_with_what_is_in_it(text: str, wanted: str) -> None:
    """Issue 13, F1: sentences behind one another, and counts, numbers, names of steps and sentences in places, are each
    said in German; what is not known stays as it is."""
    assert said(text) == wanted


@pytest.mark.usefixtures("german")
def test_what_is_quoted_is_left_alone() -> None:
    """Issue 13, F1: a text of a memory that reads like a sentence of the engine's stays as it is between quotation
    marks."""
    assert said("It does not have the exact words “The vault is closed.”.") == (
        "Sie hat nicht die genauen Wörter „The vault is closed.“."
    )
    assert said("“no vector” was left out") == "„no vector“ entfiel"


_PIECES = st.sampled_from(
    [*_SENTENCES[::9], "“", "”", ". ", ", ", " and ", "{id}", "3 memories", "1.50", "\n", "", "2026-13-99"]
)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=300), st.lists(_PIECES, max_size=6).map("".join)))
def test_any_text_is_said_or_left(qapp: QApplication, text: str) -> None:
    """Issue 13, F1: whatever it is given, it raises nothing; in English the text is the very same."""
    assert said(text) is text
    translation.install("de", {})
    try:
        made = said(text)
        assert isinstance(made, str)
        assert bool(made) == bool(text)
        if not any(letter.isascii() and letter.isalpha() for letter in text):
            assert made == text
    finally:
        translation.remove()


def _refused(work: Callable[[], object]) -> KnownError:
    with pytest.raises(KnownError) as told:
        work()
    return told.value


@pytest.mark.usefixtures("german")
def test_what_a_vault_refuses_is_said_in_german(vault: Engine, tmp_path: Path) -> None:
    """Issue 13, F1: errors of everyday commands and refused undos, with their hints, are German in the banner."""
    first = vault.remember("Mara drinks tea in the morning").memory.id
    second = vault.remember("The train to Lisbon leaves at nine").memory.id
    made = vault.undo_stacks().undo[1].command
    vault.edit(first, "Mara drinks coffee in the morning")
    vault.forget([second])
    errors = [
        _refused(lambda: vault.undo(made)),
        _refused(lambda: vault.remember("  ")),
        _refused(lambda: vault.edit("mem_none", "x")),
        _refused(lambda: vault.edit(second, "x")),
        _refused(lambda: vault.merge([second], "x")),
        _refused(lambda: vault.reinforce([second], 1.0)),
        _refused(lambda: vault.assemblies.create("", [first])),
        _refused(lambda: vault.change_settings({"no.such": "1"})),
        _refused(lambda: vault.snapshots.rollback("snap_none")),
        _refused(lambda: vault.import_path(tmp_path / "none")),
    ]
    assert "cannot be undone now: “edit memory”" in errors[0].message
    for error in errors:
        message = as_message(error)
        assert message.text != error.message, error.message
        assert not _english_left(message.text)
        assert not error.hint or message.hint != error.hint, error.hint
    assert as_message(errors[0]).text.startswith("„neue Erinnerung“ kann jetzt nicht rückgängig gemacht werden: „")


@pytest.mark.usefixtures("german")
def test_what_a_vault_tells_is_said_in_german(vault: Engine, tmp_path: Path) -> None:
    """Issue 13, F1: what a gate says, why a hit has its rank, why a memory is not found, what an import turned down,
    what a memory is of, and what a check finds, are German."""
    vault.change_settings({"gates.pii": "hold"})
    held = vault.remember("Write to mara@example.org or call +49 30 1234567").held
    assert held is not None
    told = [verdict.reason for verdict in held.verdicts]

    ids = [vault.remember(text).memory.id for text in ("Mara drinks tea", "Mara reads in the evening", "Buy bread")]
    vault.reinforce([ids[0]], 2.0)
    vault.forget([ids[2]])
    answer = vault.recall("What does Mara drink?", mode="keyword")
    told += [boost.reason for hit in answer.hits for boost in hit.boosts] + list(answer.notes)
    for query, id in (("violin", ids[0]), ("kind:pref Mara", ids[0]), ("bread", ids[2]), ("“tea party” Mara", ids[1])):
        missing = vault.why_not(Asked(query, mode="keyword"), id)
        told += [missing.sentence, *(cut.sentence for cut in missing.cuts), *(one.sentence for one in missing.remedies)]
    told += vault.explain(ids[0]) + vault.explain(ids[2])
    told += [entry.summary for entry in vault.history(ids[0])]

    file = tmp_path / "rows.jsonl"
    rows = ['{"content": ""}', "not json", '{"text": "x"}', '{"content": "y", "confidence": 7}', "[1]"]
    file.write_text("\n".join([*rows, '{"content": "z"}']), encoding="utf-8")
    report = vault.import_path(file)
    assert len(report.rejections) > 3
    told += [text for one in report.rejections for text in (one.place, one.reason)]
    told += [one.problem for one in vault.verify().findings]

    assert len(told) > 25
    unknown = [text for text in told if text and said(text) == text]
    assert unknown == []
    assert [text for text in map(said, told) if _english_left(text)] == []


@pytest.mark.long
@pytest.mark.usefixtures("german")
def test_no_view_shows_an_english_sentence(open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """Issue 13, F1: in a vault with a damaged keyword index, a held memory and a changed log no view of the German
    window has a label or a table with a sentence that is in the catalogue."""
    with open_vault(small) as engine:
        engine.change_settings({"gates.pii": "hold"})
        assert engine.remember("Write to mara@example.org").held is not None
        engine.edit(engine.page(engine.keys(RecordFilter()))[0].id, "Lisbon was cold")
    for file in (small / "index").rglob("*"):
        if file.is_file() and "keyword" in str(file) and file.stat().st_size > 100:
            file.write_bytes(b"damaged" + file.read_bytes()[7:])
    window = open_window(small)
    window.show_view("search")
    window.views["search"].set_query("kind:none nothing-of-this")
    for id in window.views:
        window.show_view(id)
        qtbot.waitUntil(lambda id=id: window.views[id].isVisible())
        qtbot.wait(50)
    shown = {one.text() for one in window.findChildren(QLabel)}
    shown |= {one.text() for one in window.findChildren(QAbstractButton)}
    for table in window.findChildren(QTableWidget):
        cells = (table.item(row, column) for row in range(table.rowCount()) for column in range(table.columnCount()))
        shown |= {cell.text() for cell in cells if cell is not None}
    for tree in window.findChildren(QTreeWidget):
        for item in QTreeWidgetItemIterator(tree):  # type: ignore[attr-defined]
            one = item.value()
            shown |= {one.text(column) for column in range(tree.columnCount())}
    assert len(shown) > 100
    assert [text for text in shown if _english_left(text)] == []
