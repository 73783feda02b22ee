"""How memories are arranged in groups, against a plain model."""

from __future__ import annotations

from itertools import groupby

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memory_desktop.core.answers import Labels
from memory_desktop.models.memory_groups import grouped

_LABELS = st.lists(st.sampled_from(["", "fact", "pref", "rule", "zeta"]), max_size=30)


@given(_LABELS, st.randoms(use_true_random=False), st.booleans(), st.sets(st.sampled_from(["", "fact", "zeta"])))
def test_rows_in_groups_are_those_of_a_plain_sort(
    told: list[str], random: object, last_first: bool, folded: set[str]
) -> None:
    """F11, issue 13.0: each group's memories stand together in the order of the list, below one heading that counts them;
    a folded group is its heading, and no memory is lost or twice."""
    values = tuple(sorted(set(told)))
    labels = Labels(
        np.arange(1, len(told) + 1), np.array([values.index(label) for label in told], dtype=np.int64), values
    )
    keys = list(range(1, len(told) + 1))
    random.shuffle(keys)  # type: ignore[attr-defined]
    wanted: list[tuple[str, list[int]]] = []
    present = sorted({label for label in told if label}, reverse=last_first) + [""] * ("" in told)
    for label in present:
        wanted.append((label, [key for key in keys if told[key - 1] == label]))

    groups = grouped(np.array(keys, dtype=np.int64), labels, last_first=last_first)

    assert groups.labels == tuple(present)
    rows = groups.rows(folded).tolist()
    found: list[tuple[str, list[int]]] = []
    for is_heading, part in groupby(rows, key=lambda key: key < 0):
        for key in part:
            if is_heading:
                heading = groups.heading(key, folded)
                assert heading.folded == (heading.label in folded)
                assert heading.number == len(dict(wanted)[heading.label])
                found.append((heading.label, []))
            else:
                found[-1][1].append(key)
    assert found == [(label, [] if label in folded else part) for label, part in wanted]


def test_what_came_after_the_labels_stands_with_what_has_none() -> None:
    """F11, issue 13.0: a memory that was written between the two readings is shown, and found under its label next time."""
    labels = Labels(np.array([2, 4]), np.array([1, 0]), ("", "fact"))
    groups = grouped(np.array([5, 4, 3, 2], dtype=np.int64), labels)
    assert groups.rows(frozenset()).tolist() == [-1, 2, -2, 5, 4, 3]
    assert groups.labels == ("fact", "")
    empty = grouped(np.empty(0, dtype=np.int64), Labels(np.empty(0), np.empty(0), ()))
    assert empty.rows(frozenset()).tolist() == []
