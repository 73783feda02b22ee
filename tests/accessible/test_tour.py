"""The guided tour by the accessibility tree alone."""

from __future__ import annotations

import pytest

from memory_desktop.ui.tour.steps import STEPS
from tests.accessible.conftest import Running
from tests.accessible.tree import waited

pytest.importorskip("jeepney")

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]


def test_the_tour_can_be_read_and_taken(program: Running) -> None:
    """F11, issue 13: the first page leads into the tour, which opens the sample vault; a screen reader finds the bar, with
    the text of each step, and its buttons go on, back and out."""
    app = program.tree
    app.window("Memory Desktop").find("push button", "Take the guided tour").act()
    window = app.window("Sample year — Memory Desktop")
    bar = waited(lambda: next((one for one in window.walk() if one.name == "Guided tour"), None), "no tour", window)
    for number, step in enumerate(STEPS):
        bar.find("label", f"{step.title} ({number + 1} of {len(STEPS)})")
        bar.find("push button", "Back")
        if number + 1 < len(STEPS):
            bar.find("push button", "Next").act()
    bar.find("push button", "Back").act()
    bar.find("label", STEPS[-2].title)
    bar.find("push button", "End tour").act()
    waited(lambda: all(one.name != "Guided tour" for one in window.walk()) or None, "it stays")
