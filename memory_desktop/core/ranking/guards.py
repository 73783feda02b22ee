"""Guards of recall: trust, generated content, and topics that would crowd out all others.

Pure functions over ranked candidates; each says what it did, so that a hit can explain itself.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from memory_desktop.core.keys import Keys

Scores = npt.NDArray[np.float64]


def trust_penalties(scores: Scores, trust: Scores) -> Scores:
    """What each score loses: its size times what is missing to full trust (so a negative score gets worse, too)."""
    return -np.abs(scores) * (1.0 - trust)


def salience_shares(salience: Scores) -> Scores:
    """What a salience counts, from -1 (0) to 1 (1 and more); that of a new memory, 0.5, counts nothing."""
    return 2.0 * np.clip(salience, 0.0, 1.0) - 1.0


def too_recent(created: npt.NDArray[np.int64], now_micros: int, hours: float) -> npt.NDArray[np.bool_]:
    """Which of the times (microseconds since 1970) are less than so many hours ago."""
    return created > now_micros - round(hours * 3_600_000_000)


@dataclass(frozen=True, slots=True)
class Quota:
    """Outcome of `within_quota`: rows that stay, in their order, and how many of a page may be synthetic."""

    rows: list[int]
    limit: int


def within_quota(synthetic: Sequence[bool], page: int, share: float) -> Quota:
    """All rows, page by page: of each page at most `share` (but at least one) are synthetic; the others move up.

    Synthetic ones that found no place on a page are the first to be looked at for the next.
    """
    limit = max(1, int(page * share)) if share < 1.0 else page
    rows: list[int] = []
    passed: deque[int] = deque()
    others: deque[int] = deque(range(len(synthetic)))
    while passed or others:
        taken = 0
        before = len(rows)
        while len(rows) < before + page and (others or (passed and taken < limit)):
            if passed and taken < limit and (not others or passed[0] < others[0]):
                rows.append(passed.popleft())
                taken += 1
            elif synthetic[others[0]] and taken == limit:
                passed.append(others.popleft())
            else:
                row = others.popleft()
                taken += synthetic[row]
                rows.append(row)
        if len(rows) < before + page:  # nothing else is left: the rest would only be synthetic
            break
    return Quota(rows, limit)


def with_reservoir(topics: Sequence[str], page: int, share: float) -> tuple[list[int], set[int]]:
    """(all rows, page by page, those of them that came by the reservoir).

    On each page the most frequent topic may take all places but `share` of them; the best of other topics take those,
    and what had to go is the first to be looked at for the next page.
    """
    left = list(range(len(topics)))
    reserved = int(page * share)
    ordered: list[int] = []
    came: set[int] = set()
    while left:
        first = left[:page]
        if reserved:
            top, count = Counter(topics[row] for row in first).most_common(1)[0]
            others = [row for row in left[page:] if topics[row] != top]
            gone = min(max(0, count - (page - reserved)), len(others))
            if gone:
                leaving = set([row for row in first if topics[row] == top][-gone:])
                first = [row for row in first if row not in leaving] + others[:gone]
                came.update(others[:gone])
        ordered += first
        placed = set(first)
        left = [row for row in left if row not in placed]
    return ordered, came


def topic_of(tags: Sequence[str], kind: str) -> str:
    """What a memory is about, as far as its labels say: its first tag, else its kind."""
    return f"tag:{tags[0]}" if tags else f"kind:{kind}"


def evictable(
    keys: Keys,
    saliences: Scores,
    topics: Sequence[str],
    *,
    capacity: int,
    protect: float,
    reservoir: int,
) -> list[int]:
    """Rows to evict so that at most `capacity` stay: least salient first, equal ones oldest first.

    Never among them: what is as salient as `protect`, and the `reservoir` most salient of every topic. So more than
    `capacity` may stay.
    """
    surplus = len(keys) - capacity
    if capacity <= 0 or surplus <= 0:
        return []
    order = np.lexsort((keys, saliences))
    kept: Counter[str] = Counter()
    safe: set[int] = set()
    for row in reversed(order.tolist()):
        if kept[topics[row]] < reservoir:
            kept[topics[row]] += 1
            safe.add(row)
    return [row for row in order.tolist() if row not in safe and saliences[row] < protect][:surplus]


def look_up(keys: Keys, wanted: Keys, values: npt.NDArray[Any], default: float) -> Scores:
    """`values[i]` belongs to `keys[i]` (sorted): the value of each wanted key, or the default."""
    if not len(keys):
        return np.full(len(wanted), default)
    rows = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[rows] == wanted, values[rows].astype(np.float64), default)
