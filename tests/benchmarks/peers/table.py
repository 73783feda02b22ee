"""The figures of several systems as a table."""

from __future__ import annotations

from tests.benchmarks.peers.systems import OURS, SYSTEMS

#: Figure → value, by system.
Figures = dict[str, dict[str, float]]


def table(size: int, figures: Figures) -> str:
    """A Markdown table: a row for each figure; the value of each system, and how many times ours it is."""
    names = [OURS, *(name for name in figures if name != OURS)]
    rows = [[f"at {size:,} documents", *(SYSTEMS[name].title for name in names)]]
    for figure, own in figures[OURS].items():
        rows.append([figure, *(_cell(figures[name].get(figure), None if name == OURS else own) for name in names)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(names) + 1)]
    lines = [_line(row, widths) for row in rows]
    return "\n".join([lines[0], f"|{'|'.join('-' * (width + 2) for width in widths)}|", *lines[1:]])


def _cell(value: float | None, own: float | None) -> str:
    if value is None:
        return "–"
    ratio = f" ({value / own:.2g} ×)" if own else ""
    return f"{_number(value)}{ratio}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _line(cells: list[str], widths: list[int]) -> str:
    return f"| {' | '.join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))} |"
