"""How numbers, times and sizes are written in the window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from memory_desktop.bridge.translation import dated, tr
from memory_desktop.core.memory.canonical import without_directions
from memory_desktop.core.wording import shortened


def local(moment: datetime | None) -> str:
    """A time in the user's zone, to the minute."""
    return dated(moment.astimezone(), "%Y-%m-%d %H:%M") if moment else tr("never")


def day_or_time(moment: datetime, now: datetime | None = None) -> str:
    """Of today the time, of another day the date; in the user's zone."""
    at, today = moment.astimezone(), (now or datetime.now(UTC)).astimezone().date()
    return dated(at, "%H:%M" if at.date() == today else "%Y-%m-%d")


def exact(moment: datetime | None) -> str:
    """A time in the user's zone, to the second, with the zone."""
    return dated(moment.astimezone(), "%Y-%m-%d %H:%M:%S %Z") if moment else tr("never")


def ago(moment: datetime | None, now: datetime | None = None) -> str:
    """ "just now", "5 min ago", "3 h ago", "12 d ago", else the date."""
    if moment is None:
        return tr("never")
    seconds = ((now or datetime.now(UTC)) - moment).total_seconds()
    if seconds < 45:
        return tr("just now")
    if seconds < 3600:
        return tr("{minutes} min ago", minutes=max(1, round(seconds / 60)))
    if seconds < 86400:
        return tr("{hours} h ago", hours=round(seconds / 3600))
    if seconds < 30 * 86400:
        return tr("{days} d ago", days=round(seconds / 86400))
    return dated(moment.astimezone(), "%Y-%m-%d")


def duration(seconds: float | None) -> str:
    """ "40 s", "3 min", "2 h 10 min"; "" when it is not known."""
    if seconds is None:
        return ""
    if seconds < 1:
        return tr("under 1 s")
    if seconds < 90:
        return tr("{seconds} s", seconds=round(seconds))
    minutes = round(seconds / 60)
    return (
        tr("{minutes} min", minutes=minutes)
        if minutes < 90
        else tr("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
    )


def one_line(text: str, limit: int = 200) -> str:
    """The beginning of a text, blanks folded, fit for one row; it ends in "…" where that is not all.

    Without overrides of the direction, which would turn what is said behind it.
    """
    return without_directions(shortened(text, limit))


def labelled(values: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """Free data as lines to read: "Name: value" each, what is within a value below it and further in."""
    for name, value in values.items():
        label = f"{indent}{name[:1].upper()}{name[1:].replace('_', ' ')}"
        if isinstance(value, Mapping) and value:
            yield f"{label}:"
            yield from labelled({str(key): one for key, one in value.items()}, f"{indent}    ")
        elif _is_list(value) and any(isinstance(one, Mapping) or _is_list(one) for one in value):
            yield from labelled({f"{name} {place}": one for place, one in enumerate(value, start=1)}, indent)
        else:
            first, *more = _plain(value).splitlines() or [""]
            yield f"{label}: {first}".rstrip()
            yield from (f"{indent}    {line}" for line in more)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _plain(value: Any) -> str:
    if _is_list(value):
        return ", ".join(map(_plain, value)) or tr("none")
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    return tr("none") if value is None or value == {} else str(value)
