"""Digests: what was done since a moment, what each line of it is about, and how the memories grew over time."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta, tzinfo

from memory_desktop.core.digest import (
    MOST_ITEMS,
    Did,
    Digest,
    DigestGroup,
    DigestItem,
    DigestLine,
    Grown,
    Growth,
    midnight,
    offsets,
)
from memory_desktop.core.events.consolidation import THINGS, Consolidated
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.events.recall import Recall
from memory_desktop.core.events.registry import FoldError, payload_of, title, words
from memory_desktop.core.memory.records import Status
from memory_desktop.core.ports import CancelToken, Clock
from memory_desktop.core.purge import REMOVED
from memory_desktop.core.wording import capital, count, shortened
from memory_desktop.engine.life import Life
from memory_desktop.store import Store
from memory_desktop.store.activity import ENDING, MAKING, Deed, Tally

#: Groups of a digest that are listed; older ones are counted.
MOST_GROUPS = 40
_TEXTS = 2
_QUOTED = 160
_DEEDS: dict[Did, tuple[Deed, ...]] = {
    Did.LEARNED: (Deed.LEARNED,),
    Did.CHANGED: (Deed.EDITED, Deed.RESTORED, Deed.MERGED, Deed.RELABELLED, Deed.REPLACED),
    Did.FORGOT: (Deed.FORGOTTEN,),
    Did.SAID: (Deed.SAID,),
    Did.USED: (Deed.USED,),
    Did.FILLED: (Deed.FILLED,),
    Did.FADED: (Deed.FADED,),
    Did.UNDID: (Deed.UNDONE,),
    Did.REDID: (Deed.REDONE,),
    Did.OTHER: (Deed.OTHER,),
}
_RUNS = (EventType.CONSOLIDATION, EventType.FORGETTING)
_LINE_OF = {deed: did for did, deeds in _DEEDS.items() for deed in deeds}
#: Growth is told by days up to so many of them, then by weeks, then by months; at most so many of each.
_MOST_DAYS, _MOST_WEEKS, _MOST_MONTHS = 21, 26, 36


class LookingBack:
    """See the module. Reading alone: nothing here waits for a write.

    Args:
        zone: of local days; None for the computer's.
    """

    def __init__(self, store: Store, clock: Clock, life: Life, zone: tzinfo | None = None) -> None:
        self._store = store
        self._clock = clock
        self._life = life
        self.zone = zone

    def since(self, moment: datetime, to: int | None = None) -> Digest:
        """What was done after a moment. `to`: see `after`."""
        return self.after(self._store.log.last_before(moment), to)

    def days(self, number: int, to: int | None = None) -> Digest:
        """What was done since the beginning of the local day so many days before the end. `to`: see `after`."""
        end = self._store.log.moment(to) if to is not None else None
        return self.since(midnight(end or self._clock(), number, self.zone), to)

    def after(self, seq: int, to: int | None = None) -> Digest:
        """What was done after an event. `to`: the last event that counts; None for the last there is."""
        self._life.check()
        log = self._store.log
        end = log.head if to is None else min(to, log.head)
        since = log.moment(seq) if seq else None
        if seq >= end:
            return Digest(seq, end, since)
        found = self._tallies(seq, end)
        by_group: dict[tuple[date, str], list[Tally]] = defaultdict(list)
        for one in found:
            if one.deed in _LINE_OF:
                by_group[one.day, one.actor].append(one)
        groups = sorted(by_group.items(), key=lambda each: (each[0][0], max(one.last for one in each[1])), reverse=True)
        shown = groups[:MOST_GROUPS]
        texts = self._texts([seq for _, tallies in shown for one in tallies for seq in one.newest[:_TEXTS]])
        told = tuple(DigestGroup(day, actor, _lines(tallies, texts)) for (day, actor), tallies in shown)
        return Digest(seq, end, since, told, len(groups) - len(shown))

    def items(self, actor: str, line: DigestLine, limit: int = MOST_ITEMS) -> list[DigestItem]:
        """What a line is about, newest first, `limit` of it at the most."""
        self._life.check()
        rows = self._store.activity.rows_of(actor, _DEEDS[line.did], line.first, line.last, limit)
        memories = self._store.records.by_ids([row.item for row in rows if row.item])
        told = self._texts([row.seq for row in rows if row.item not in memories])
        items = []
        for row in rows:
            memory = memories.get(row.item)
            if memory is None:
                items.append(DigestItem(row.seq, row.command, row.at, "", told.get(row.seq, "")))
            else:
                text = memory.content or REMOVED
                items.append(DigestItem(row.seq, row.command, row.at, memory.id, text, memory.status.value))
        return items

    def growth(self, to: int | None = None) -> Growth:
        """How the memories grew, over the whole life of the vault or the newest three years of it."""
        self._life.check()
        log = self._store.log
        end = log.head if to is None else min(to, log.head)
        changes: dict[date, list[int]] = defaultdict(lambda: [0, 0])
        for one in self._tallies(0, end, undone=True):
            if one.deed is Deed.EDITED:
                changes[one.day][1] -= one.number  # the text before it is counted as superseded
            else:
                changes[one.day][0] += one.number if one.deed in MAKING else 0
                changes[one.day][1] += one.number if one.deed in ENDING else 0
        last = (log.moment(end) if to is not None else self._clock()) or self._clock()
        active = self._store.records.counts("status").get(Status.ACTIVE.value, 0) if to is None else None
        return grown(
            {day: (new, gone) for day, (new, gone) in changes.items()}, last.astimezone(self.zone).date(), active
        )

    def tally(self, cancel: CancelToken) -> bool:
        """Count some more of the log for later; False when all is counted, or nothing may be written."""
        log, activity = self._store.log, self._store.activity
        if log.read_only or cancel.cancelled() or not activity.behind(log.head):
            return False
        activity.go_on(log.head)
        return True

    def _tallies(self, after: int, to: int, *, undone: bool = False) -> list[Tally]:
        log = self._store.log
        first = self._store.log.first_after(after)
        start, end = log.moment(first) if first is not None else None, log.moment(to)
        if start is None or end is None:
            return []
        ahead = offsets(min(start, end), max(start, end), self.zone)
        return self._store.activity.tallies(after, to, ahead, undone=undone)

    def _texts(self, seqs: Sequence[int]) -> dict[int, str]:
        """What events are about, in short: the memory's text, the question, or what was done."""
        events, records = self._store.log.heads(seqs), self._store.records
        made = records.texts(list(events))  # what an event makes has its number as key
        others = {event.item for event in events.values() if event.item and event.seq not in made}
        memories = {id: memory.content for id, memory in records.by_ids(list(others)).items()}
        told = {}
        for seq, event in events.items():
            text = made.get(seq, memories.get(event.item))
            said = self._came_to(event) if event.type in _RUNS else _said(event)
            told[seq] = shortened(said if text is None else text or REMOVED, _QUOTED)
        return told

    def _came_to(self, event: Event) -> str:
        """What the run that an event begins has done."""
        if event.type == EventType.FORGETTING:
            step = self._store.commands.step(event.command)
            return capital(title(event, step.counts)) if step is not None else words(event)
        made = Counter[str]()
        for one in self._store.log.of_command(event.command):
            said = payload_of(one) if one.type == EventType.CONSOLIDATED else None
            if isinstance(said, Consolidated) and said.of == event.seq:
                made[said.step] += said.made
        things = ", ".join(count(number, THINGS.get(step, "thing")) for step, number in made.items() if number)
        return things or words(event)


def _said(event: Event) -> str:
    """The question of a recall; of another event, what it did."""
    try:
        said = payload_of(event)
        return said.query if isinstance(said, Recall) else words(event)
    except FoldError:
        return ""  # damaged: Health says so, and the rest can still be told


def _lines(tallies: Iterable[Tally], texts: dict[int, str]) -> tuple[DigestLine, ...]:
    """A line for each kind of deed, in their order."""
    by_line: dict[Did, list[Tally]] = defaultdict(list)
    for one in tallies:
        by_line[_LINE_OF[one.deed]].append(one)
    lines = []
    for did in Did:
        if some := by_line.get(did):
            newest = sorted((seq for one in some for seq in one.newest), reverse=True)
            named = dict.fromkeys(texts[seq] for seq in newest if texts.get(seq))
            lines.append(
                DigestLine(
                    did,
                    sum(one.number for one in some),
                    min(one.first for one in some),
                    max(one.last for one in some),
                    tuple(named)[:_TEXTS],
                )
            )
    return tuple(lines)


def grown(changes: Mapping[date, tuple[int, int]], last: date, active: int | None = None) -> Growth:
    """Changes of days as growth by days, weeks or months up to the last day, whichever are few enough.

    Args:
        changes: (came, went) by local day.
        active: how many there are at the end; None: as many as came and did not go.
    """
    if not changes:
        return Growth("day")
    first = min(changes)
    last = max(last, *changes)
    days = (last - first).days + 1
    unit, most = ("day", _MOST_DAYS) if days <= _MOST_DAYS else ("week", _MOST_WEEKS)
    if unit == "week" and (_start(last, unit) - _start(first, unit)).days // 7 >= _MOST_WEEKS:
        unit, most = "month", _MOST_MONTHS
    sums: dict[date, list[int]] = {}
    start = _start(first, unit)
    while start <= last:
        sums[start] = [0, 0]
        start = _following(start, unit)
    for day, (new, gone) in changes.items():
        sums[_start(day, unit)][0] += new
        sums[_start(day, unit)][1] += gone
    total = active if active is not None else sum(new - gone for new, gone in sums.values())
    periods = []
    for start, (new, gone) in reversed(sums.items()):
        periods.append(Grown(start, new, gone, max(0, total)))
        total -= new - gone
    return Growth(unit, tuple(reversed(periods[:most])))


def _start(day: date, unit: str) -> date:
    if unit == "month":
        return day.replace(day=1)
    return day - timedelta(days=day.weekday()) if unit == "week" else day


def _following(start: date, unit: str) -> date:
    if unit == "month":
        return (start.replace(day=28) + timedelta(days=4)).replace(day=1)
    return start + timedelta(days=7 if unit == "week" else 1)
