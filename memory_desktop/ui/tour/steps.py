"""What the tour says, step by step, and what each step points at. A step only shows something; it changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from memory_desktop.bridge.translation import mark, translated

if TYPE_CHECKING:
    from memory_desktop.ui.window.main_window import MainWindow

#: What is asked of the sample vault.
QUESTION = "what does Mara drink in the afternoon?"


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        view_id: the view that comes to the front.
        text: a few sentences; those that name the key of a command are as `shown_keys.with_keys` takes them.
        show: brings what is spoken of into sight, and returns it; its second argument: is it the sample vault?
    """

    view_id: str
    title: str
    text: str
    show: Callable[[MainWindow, bool], QWidget | None]


def _part(view_id: str, name: str) -> Callable[[MainWindow, bool], QWidget | None]:
    def show(window: MainWindow, _sample: bool) -> QWidget | None:
        return _seen(window, view_id, name)

    return show


def _seen(window: MainWindow, view_id: str, name: str) -> QWidget | None:
    """A part of a view by its attribute: the class of the view is not imported here (see `ui.views`)."""
    view: Any = window.views[view_id]
    part: QWidget | None = getattr(view, name, None)
    return part


def _search(window: MainWindow, sample: bool) -> QWidget | None:
    view: Any = window.views["search"]
    if sample:
        view.show_example(QUESTION)
    return _seen(window, "search", "box")


def _why(window: MainWindow, sample: bool) -> QWidget | None:
    view: Any = window.views["search"]
    view.show_example(QUESTION if sample else view.box.text(), explained=True)
    window.panes.call_inspector()
    window.inspector.tabs.setCurrentWidget(window.inspector.why)
    return window.inspector


def _first_tab(view_id: str) -> Callable[[MainWindow, bool], QWidget | None]:
    def show(window: MainWindow, _sample: bool) -> QWidget | None:
        view: Any = window.views[view_id]
        view.tabs.setCurrentIndex(0)
        whole: QWidget = view
        return whole

    return show


STEPS: tuple[Step, ...] = translated(
    (
        Step(
            "home",
            mark("Home"),
            mark(
                "What agents and people learned, changed and forgot since you last looked. A line opens into its "
                "memories, and can be undone from here."
            ),
            _part("home", "digest"),
        ),
        Step(
            "search",
            mark("Search"),
            mark(
                "Ask in your own words, or narrow it down with operators such as kind:pref or before:2026-03. "
                "[{window/search-memories} leads here from anywhere.]"
            ),
            _search,
        ),
        Step(
            "search",
            mark("Why a hit is there"),
            mark(
                "Select a hit, and Why says what speaks for it: its words, its meaning, and what is said around it. "
                "The score is the sum of these parts."
            ),
            _why,
        ),
        Step(
            "memories",
            mark("Memories"),
            mark(
                "All memories, to filter and to correct: Return edits one.[{memories/forget} forgets it.]"
                "[{window/undo} takes any change back.]"
            ),
            _part("memories", "table"),
        ),
        Step(
            "assemblies",
            mark("Assemblies"),
            mark(
                "An assembly is a group of related memories that can lift its members in recall. It says why it was "
                "made, and you can add, move and take out members."
            ),
            _first_tab("assemblies"),
        ),
        Step(
            "history",
            mark("History and undo"),
            mark(
                "A row for each thing that was done, by whom and when, with the text before and after. Any row can "
                "be undone, and “View this moment” shows the vault as it was then."
            ),
            _first_tab("history"),
        ),
        Step(
            "agents",
            mark("Agents"),
            mark(
                "Who uses the vault, and each call as it comes. You can pause an agent, undo what it wrote, or let "
                "its changes wait for your approval. “Connect a client” has the settings to copy."
            ),
            _first_tab("agents"),
        ),
        Step(
            "health",
            mark("Health"),
            mark(
                "“Check now” compares the log, the memories and the indexes, and “Check and repair” mends what can "
                "be built again. That was the tour: Help → Guided tour starts it again."
            ),
            _part("health", "check"),
        ),
    )
)
