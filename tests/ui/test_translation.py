"""The window in another language: every text has its translation, and the window shows it."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QTabWidget
from pytestqt.qtbot import QtBot

from memory_desktop.bridge import translation
from memory_desktop.bridge.step_words import step_word
from memory_desktop.bridge.window_settings import WindowSettings
from memory_desktop.core.layers.emotional import ENOUGH, EmotionEdit
from memory_desktop.core.memory.records import KINDS
from memory_desktop.ui import format as shown_format
from memory_desktop.ui.date_axis import DateAxis
from memory_desktop.ui.health.bars import BarPlot
from memory_desktop.ui.layers.emotion_plot import EmotionPlot
from memory_desktop.ui.layers.emotions_page import EmotionsPage
from memory_desktop.ui.layers.episode_form import EpisodeForm
from memory_desktop.ui.layers.episode_plot import EpisodePlot
from memory_desktop.ui.layers.layers_view import LayersView
from memory_desktop.ui.layers.overview_page import OverviewPage
from memory_desktop.ui.layers.working_page import WorkingPage
from memory_desktop.ui.plain_table import PlainTable
from memory_desktop.ui.plot import LinePlot
from memory_desktop.ui.window.key_bindings import slug
from memory_desktop.ui.window.language_page import LANGUAGE, LanguagePage
from tests.ui.conftest import OpenWindow

ROOT = Path(__file__).parents[2]
#: Words that are the same in German, and names.
_SAME = {
    "Agent",
    "Hybrid",
    "Import",
    "Index",
    "JSON",
    "Memory Desktop",
    "Name",
    "RRF",
    "Status",
    "Export",
    "System",
    "Text",
    "Version",
}


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """packaging/translations.py."""
    spec = importlib.util.spec_from_file_location("translations_tool", ROOT / "packaging" / "translations.py")
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


def test_every_text_has_its_german(tool: ModuleType) -> None:
    """Issue 13, F1: each text of the window is written out in the code and has a finished German text, or the forms of
    its plural, with the same placeholders; nothing is left of texts that are gone."""
    found = tool.find()
    assert len(found.texts) > 2_000, "the tool finds the texts no more"
    assert tool.faults(found, tool.read(tool.FILES / "memory_desktop_de.ts")) == []


def test_a_text_without_german_is_found(tool: ModuleType) -> None:
    """Issue 13, F1: a missing text, an unfinished one, another placeholder and an obsolete text are each told."""
    one, two, three = tool.Text("Forget {what}"), tool.Text("{n} memory", "", "{n} memories"), tool.Text("Gone")
    found = tool.Found({one: {"a.py"}, two: {"a.py"}})
    messages = {one: tool.Message(["{wer} vergessen"], True), three: tool.Message(["Weg"], True)}
    told = tool.faults(found, messages)
    assert [line.partition(":")[0] for line in told] == ["other placeholders", "missing", "obsolete"]
    messages = {one: tool.Message(["{what} vergessen"], False), two: tool.Message(["{n} Erinnerung"], True)}
    assert [line.partition(":")[0] for line in tool.faults(found, messages)] == ["unfinished", "missing"]


def test_the_file_that_is_read_is_the_one_that_was_written(tool: ModuleType, tmp_path: Path) -> None:
    """Issue 13, F1: the .qm that the program reads is what the .ts compiles to."""
    made = tmp_path / "made.qm"
    tool.compiled(tool.FILES / "memory_desktop_de.ts", made)
    assert made.read_bytes() == (tool.FILES / "memory_desktop_de.qm").read_bytes()


@pytest.mark.usefixtures("german")
def test_texts_plurals_and_values_are_german() -> None:
    """Issue 13, F1: a text, the forms of a plural, a value within a text, and a constant that is only marked."""
    assert translation.tr("Cancel") == "Abbrechen"
    said = [translation.plural("{n} memory", "{n} memories", n) for n in (0, 1, 2, 1234)]
    assert said == ["0 Erinnerungen", "1 Erinnerung", "2 Erinnerungen", "1.234 Erinnerungen"]
    assert translation.tr("{done} of {total}", done=1, total="{n}") == "1 von {n}"
    constant = translation.translated({"a": translation.mark("Cancel"), "b": ("x", translation.mark("Done"))})
    assert constant["a"] == "Abbrechen"
    assert dict(constant) == {"a": "Abbrechen", "b": ("x", "Fertig")}
    translation.remove()
    assert dict(constant) == {"a": "Cancel", "b": ("x", "Done")}


@pytest.mark.usefixtures("german")
def test_entries_of_a_line_are_told_apart_in_any_language(qtbot: QtBot) -> None:
    """Issue 13, C2.4: subtopics are split at commas, whatever the hint in the empty line says."""
    form = EpisodeForm()
    qtbot.addWidget(form)
    form._fields["content.subtopics"].setText("Boote, Farbe")  # type: ignore[attr-defined]
    assert form._all()["content.subtopics"] == ("Boote", "Farbe")


def test_english_is_as_it_stands_in_the_code() -> None:
    """Issue 13, F1: without a language texts are as they stand in the code, with the values that they name."""
    assert translation.language() == "en"
    assert translation.tr("Cancel") == "Cancel"
    assert [translation.plural("{n} memory", "{n} memories", n) for n in (1, 1234)] == ["1 memory", "1,234 memories"]
    assert type(translation.tr(translation.mark("Cancel"))) is str, "what is kept can be written into the log"


@pytest.mark.usefixtures("german")
def test_numbers_and_dates_go_by_the_language() -> None:
    """Issue 13, F1: the thousands, the point and the day as German writes them; in English as before."""
    moment = datetime(2026, 3, 5, 14, 7).astimezone()
    assert translation.grouped(1_234_567) == "1.234.567"
    assert translation.figure(1234.5, ",.1f") == "1.234,5"
    assert shown_format.local(moment) == "05.03.2026 14:07"
    assert translation.dated(moment, "%A, %Y-%m-%d") == "Donnerstag, 05.03.2026"
    translation.remove()
    assert translation.figure(1234.5, ",.1f") == "1,234.5"
    assert shown_format.local(moment) == "2026-03-05 14:07"


@pytest.mark.parametrize(
    ("chosen", "environment", "wanted"),
    [("de", "", "de"), ("en", "", "en"), ("en", "de", "de"), ("de", "en", "en"), ("nothing known", "en", "en")],
)
def test_the_environment_stands_above_what_is_chosen(
    qapp: QApplication, chosen: str, environment: str, wanted: str
) -> None:
    """Issue 13, F11: the language is the one of the environment, else the one that was chosen in Preferences."""
    try:
        assert translation.install(chosen, {translation.VARIABLE: environment}) == wanted
        translated = QCoreApplication.translate(translation.CONTEXT, "Cancel")
        assert translated == ("Abbrechen" if wanted == "de" else "Cancel")
    finally:
        translation.remove()


@pytest.mark.parametrize(
    ("name", "german_name"),
    [
        ("new memory", "neue Erinnerung"),
        ("Forget 1,234 memories", "1.234 Erinnerungen vergessen"),
        ("forget 1 memory and 2 other steps", "1 Erinnerung vergessen und 2 weitere Schritte"),
        ("Import 3 memories from a.json", "3 Erinnerungen importieren aus a.json"),
        (
            "fade 2 memories and forget 1 memory by the schedule",
            "2 Erinnerungen verblassen lassen und 1 Erinnerung vergessen nach Zeitplan",
        ),
        ("change setting “Weigh by trust”", "Einstellung „Nach Vertrauen gewichten“ ändern"),
        ("roll back to event 1,407", "auf Ereignis 1.407 zurücksetzen"),
        ("something that a later version does", "something that a later version does"),
    ],
)
def test_steps_are_called_in_the_language(german: None, name: str, german_name: str) -> None:
    """Issue 13, F11: what Undo takes back is called in German, from the English name that the engine gives."""
    assert step_word(name) == german_name
    translation.remove()
    assert step_word(name) == name


@pytest.mark.usefixtures("german")
def test_what_is_kept_does_not_change_with_the_language() -> None:
    """Issue 13, F11: the name by which the key of a command is kept is made of the English text in every language."""
    shown = translation.tr("&Open vault…")
    assert shown != "&Open vault…"
    plain = shown.replace("&", "").removesuffix("…")
    assert slug(translation.source(plain)) == slug(translation.source(shown)) == "open-vault"


def test_the_language_is_chosen_in_preferences(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 13, F11: the page shows what is chosen, keeps another language once it is saved, and is locked where the
    environment says the language."""
    monkeypatch.delenv(translation.VARIABLE, raising=False)
    settings = WindowSettings(tmp_path / "window.json")
    page = LanguagePage(settings)
    qtbot.addWidget(page)
    assert (page.choice.currentData(), page.changed()) == (translation.SYSTEM, False)
    page.choice.setCurrentIndex(page.choice.findData("de"))
    assert page.changed()
    assert settings.value(LANGUAGE) is None
    page.save()
    assert (settings.value(LANGUAGE), page.changed()) == ("de", False)
    assert page.narrow("Deutsch")
    assert not page.narrow("port")
    monkeypatch.setenv(translation.VARIABLE, "de")
    locked = LanguagePage(settings)
    qtbot.addWidget(locked)
    assert not locked.choice.isEnabled()


@pytest.mark.long
@pytest.mark.usefixtures("german")
def test_the_window_is_german(tool: ModuleType, open_window: OpenWindow, small: Path, qtbot: QtBot) -> None:
    """Issue 13, F1: no menu, button, tab or heading of the main views shows an English text that has a German one."""
    window = open_window(small)
    messages = tool.read(tool.FILES / "memory_desktop_de.ts")
    plain = {_bare(text.source) for text, said in messages.items() if text.source != said.forms[0]} - _SAME
    plain -= {_bare(said.forms[0]) for said in messages.values()}  # what is a German word, too
    plain -= set(KINDS)  # which are names in a query
    for id in window.views:
        window.show_view(id)
        qtbot.waitUntil(lambda id=id: window.views[id].isVisible())
    shown = {_bare(one.text() or one.accessibleName()) for one in window.findChildren(QAbstractButton)}
    shown |= {_bare(action.text()) for menu in window.findChildren(QMenu) for action in menu.actions()}
    for tabs in window.findChildren(QTabWidget):
        shown |= {_bare(tabs.tabText(place)) for place in range(tabs.count())}
    assert len(shown) > 150
    assert "Erinnerungen" in shown
    assert shown & plain == set()


@pytest.mark.long
def test_what_is_asked_for_does_not_go_by_the_language(
    german: None, open_window: OpenWindow, small: Path, qtbot: QtBot
) -> None:
    """Issue 13, F1: in the German window a row of Layers asks for its layer by the word of a query, and the row of the
    working memory leads to its page."""
    window = open_window(small)
    window.show_view("layers")
    view = window.views["layers"]
    assert isinstance(view, LayersView)
    view.set_query("Overview")
    overview = view.page
    assert isinstance(overview, OverviewPage)
    qtbot.waitUntil(lambda: overview.list.topLevelItemCount() == 6)
    rows = {item.text(0): item for number in range(6) if (item := overview.list.topLevelItem(number)) is not None}
    with qtbot.waitSignal(overview.filter_requested) as asked:
        overview.list.itemActivated.emit(rows["Episodisch"], 0)
    assert asked.args[0].split()[0] == "layer:episodic"
    overview.list.itemActivated.emit(rows["Arbeit"], 0)
    assert isinstance(view.page, WorkingPage)


def _bare(text: str) -> str:
    return text.replace("&", "").removesuffix("…").strip()


def test_numbers_of_axes_are_german(german: None, qtbot: QtBot) -> None:
    """Issue 13, F1: the numbers beside a plot have the decimal point of the language, as those in the tables do."""
    for plot in (EpisodePlot(), LinePlot("Runs"), BarPlot("Bars"), EmotionPlot()):
        qtbot.addWidget(plot)
        for side in ("left", "bottom"):
            axis = plot.getAxis(side)
            if not isinstance(axis, DateAxis):
                assert axis.tickStrings([0.0, 0.5, 1.0], 1.0, 0.5) == ["0", "0,5", "1,0"], (plot, side)


def test_emotions_are_shown_and_typed_in_german(
    german: None, open_window: OpenWindow, small: Path, qtbot: QtBot
) -> None:
    """Issue 13, C5.15, C5.17: in the German window emotions, what helped and the usual mood are named in German in the
    table, the filter, the legend, the patterns and the forms; a German word that is typed is kept as the emotion."""
    window = open_window(small)
    assert window.session is not None
    emotions = window.session.engine.layers.emotions
    window.show_view("layers")
    view = window.views["layers"]
    assert isinstance(view, LayersView)
    view.set_query("Emotions")
    page = view.page
    assert isinstance(page, EmotionsPage)
    for number in range(ENOUGH):
        emotions.record(
            "I'm worried about work",
            EmotionEdit(topic="work", assistant_approach="listening", effectiveness=0.9, secondary_emotions=("trust",)),
            at=datetime(2026, 3, 1 + number, tzinfo=UTC),
        )
    qtbot.waitUntil(lambda: page.patterns.pages.currentIndex() == 0)

    def row(table: PlainTable) -> list[str]:
        return [item.text() for place in range(table.columnCount()) if (item := table.item(0, place)) is not None]

    assert row(page.table)[1] == "Furcht" and page.felt.itemText(1) == f"Furcht ({ENOUGH})"
    assert [label.text for _, label in page.plot._legend.items] == ["Furcht"]
    assert row(page.patterns.triggers)[2] == "Furcht"
    assert row(page.patterns.support) == ["Zuhören (hilft)", "0,90 (5-mal gemessen)"]
    assert page.patterns.mood.text().startswith("Unangenehm (Median der Valenz -0,65; die Hälfte der Ereignisse von")
    page.felt.setCurrentIndex(1)
    page.felt.activated.emit(1)
    assert page.table.rowCount() == ENOUGH
    newest = page._ids[0]
    page.choose(newest)
    form = page.form
    assert (form.emotion.currentText(), form.also.text(), form.approach.currentText()) == (
        "Furcht",
        "Vertrauen",
        "Zuhören",
    )
    assert not form.changed
    form.emotion.setEditText("wut")
    form.also.setText("Überraschung, sadness, saudade")
    form.approach.setEditText("Rat")
    form.save.click()
    qtbot.waitUntil(lambda: emotions.get(newest).payload.emotion_data.primary_emotion == "anger")
    event = emotions.get(newest).payload
    assert event.emotion_data.secondary_emotions == ("surprise", "sadness", "saudade")
    assert event.response.assistant_approach == "advice"
    qtbot.waitUntil(lambda: not form.changed)
