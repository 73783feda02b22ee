"""Two models side by side on the user's own queries, in numbers and in words."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from memory_desktop.bridge.translation import figure, tr
from memory_desktop.core.migration import Comparison
from memory_desktop.ui.plain_table import PlainTable

_SAME = 0.005


class ComparisonTable(PlainTable):
    """Rows of measures: now, new, and what that means."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            (tr("Measure"), tr("Now"), tr("New"), tr("Result")), tr("The two models on your queries"), parent
        )
        self.setMinimumHeight(220)
        header = self.horizontalHeader()
        header.setSectionResizeMode(0, header.ResizeMode.ResizeToContents)

    def show_comparison(self, found: Comparison) -> None:
        """Fill it; with neither labelled queries nor a sample it is hidden."""
        self.setVisible(bool(found.queries or found.sample))
        rows = []
        for name, title in (("vector", tr("Meaning")), ("hybrid", tr("Hybrid"))):
            if name not in found.old or name not in found.new:
                continue
            old, new = found.old[name], found.new[name]
            rows += [
                (
                    tr("{mode}: recall@{k}", mode=title, k=found.k),
                    figure(old.recall, ".3f"),
                    figure(new.recall, ".3f"),
                    _word(old.recall, new.recall),
                ),
                (
                    tr("{mode}: MRR", mode=title),
                    figure(old.mrr, ".3f"),
                    figure(new.mrr, ".3f"),
                    _word(old.mrr, new.mrr),
                ),
                (tr("{mode}: median time", mode=title), _ms(old.p50), _ms(new.p50), _pace(old.p50, new.p50)),
            ]
        if (sample := found.sample) is not None:
            old_found, new_found = sample.old, sample.new
            rows += [
                (
                    tr("Found by a part of its text, in the first {k}", k=sample.k),
                    figure(old_found.found, ".1%"),
                    figure(new_found.found, ".1%"),
                    _word(old_found.found, new_found.found),
                ),
                (
                    "… MRR",
                    figure(old_found.mrr, ".3f"),
                    figure(new_found.mrr, ".3f"),
                    _word(old_found.mrr, new_found.mrr),
                ),
                (tr("Same {k} neighbours", k=sample.k), "", figure(sample.overlap, ".0%"), tr("how much stays")),
            ]
        self.fill(rows)


def _word(old: float, new: float) -> str:
    if abs(new - old) < _SAME:
        return tr("as good")
    return tr("better") if new > old else tr("worse")


def _pace(old: float, new: float) -> str:
    if old <= 0 or 0.8 < new / old < 1.25:
        return tr("as fast")
    return tr("faster") if new < old else tr("slower")


def _ms(seconds: float) -> str:
    return tr("{ms} ms", ms=figure(seconds * 1000, ".1f"))
