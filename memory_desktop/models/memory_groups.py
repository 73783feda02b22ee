"""Memories in groups by one of their labels: how a list of keys is arranged, and where its headings stand.

A heading is a row like any other, whose key is negative: the group with the place `n` has the key `-1 - n`, and no
memory has such a key. So what goes through a list of keys leaves those below zero out, and nothing else changes.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

import numpy as np

from memory_desktop.bridge.translation import mark
from memory_desktop.core.answers import Labels
from memory_desktop.core.keys import Keys


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above the memories of a group.

    Attributes:
        label: which value they have; "" for none. number: how many they are. folded: their rows are not shown.
    """

    label: str
    number: int
    folded: bool = False


#: What rows can stand in groups by, as somebody chooses it, and what stands above those that have no such label.
GROUPINGS = {
    "kind": (mark("Group by kind"), mark("No kind")),
    "layer": (mark("Group by layer"), mark("No layer")),
    "month": (mark("Group by month"), mark("No month")),
    "user": (mark("Group by user"), mark("Nobody in particular")),
    "source": (mark("Group by source"), mark("No source")),
    "status": (mark("Group by status"), mark("No status")),
}


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """A list of keys, each group's together.

    Attributes:
        keys: (n,) of memories, by group and within it in the order of the list.
        labels: of the groups that have any, in order. starts: (groups + 1,), where each begins in `keys`.
    """

    keys: Keys
    labels: tuple[str, ...]
    starts: Keys

    def rows(self, folded: Set[str]) -> Keys:
        """The keys of all rows, headings included; of folded groups the heading alone."""
        counts = np.diff(self.starts)
        open_ = np.array([label not in folded for label in self.labels], dtype=bool)
        shown = self.keys[np.repeat(open_, counts)]
        places = np.cumsum(np.where(open_, counts, 0)) - np.where(open_, counts, 0)
        return np.insert(shown, places, -1 - np.arange(len(self.labels)))

    def heading(self, key: int, folded: Set[str]) -> Heading:
        """What the row with a negative key says."""
        place = -1 - key
        label = self.labels[place]
        return Heading(label, int(self.starts[place + 1] - self.starts[place]), label in folded)


def grouped(keys: Keys, labels: Labels, *, last_first: bool = False) -> Groups:
    """Arrange a list by the labels of its memories; what has none stands at the end.

    Args:
        last_first: groups in falling order of their labels.
    """
    order = sorted(range(len(labels.values)), key=lambda number: labels.values[number], reverse=last_first)
    order.sort(key=lambda number: not labels.values[number])
    texts = [labels.values[number] for number in order]
    if "" not in texts:
        texts.append("")
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.arange(len(order))
    place = np.full(len(keys), len(texts) - 1, dtype=np.int64)  # also of keys that came after the labels were read
    if len(labels.keys):
        at = np.minimum(np.searchsorted(labels.keys, keys), len(labels.keys) - 1)
        known = labels.keys[at] == keys
        place[known] = places[labels.numbers[at[known]]]
    counts = np.bincount(place, minlength=len(texts))
    shown = np.flatnonzero(counts)
    return Groups(
        keys[np.argsort(place, kind="stable")],
        tuple(texts[number] for number in shown),
        np.concatenate(([0], np.cumsum(counts[shown]))),
    )
