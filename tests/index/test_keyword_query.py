"""Queries by words: the candidates that tantivy gives hold what scoring every text would put first."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import KeySelection
from memory_desktop.core.query.language import parse_query
from memory_desktop.core.ranking.fusion import best_first
from memory_desktop.core.ranking.words import score
from memory_desktop.index.keywords import TantivyKeywordIndex
from tests.helpers import NOON

COUNT = 3_000
KEYS = np.arange(1, COUNT + 1, dtype=np.int64)
# Words with a natural frequency: the first is in every third text, the last in one of a thousand.
VOCABULARY = [
    f"{a}{b}" for a in ("ka", "lo", "mi", "tu", "se", "vo") for b in ("ran", "del", "pim", "gos", "tek", "zul")
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TantivyKeywordIndex]:
    """An index of 3,000 texts of 2 to 20 words."""
    rng = random.Random(11)
    weights = [1 / rank for rank in range(1, len(VOCABULARY) + 1)]
    opened = TantivyKeywordIndex.open(tmp_path_factory.mktemp("words") / "keywords", lambda: NOON)
    texts = [" ".join(rng.choices(VOCABULARY, weights, k=rng.randint(2, 20))) for _ in range(COUNT)]
    opened.apply([a_text(key, text) for key, text in enumerate(texts, start=1)], COUNT)
    yield opened
    opened.close()


def a_text(key: int, text: str) -> Memory:
    """A memory of this text."""
    at = {"created_at": NOON, "updated_at": NOON, "recorded_at": NOON}
    return Memory(key=key, id=f"mem_{key}", content=text, content_hash="0", **at)


def ranked(
    index: TantivyKeywordIndex, query: str, selection: KeySelection, upto: int | None, most: int | None
) -> list[int]:
    """The ten best: of all texts, or of about so many candidates."""
    asked = index.ask(parse_query(query), upto=upto)
    if most is None:
        keys = KEYS[selection.allows(KEYS)]
        keys = keys if upto is None else keys[keys <= upto]
    else:
        keys = asked.candidates(most, selection)
    found = score(asked.matches(keys))
    return best_first(found.keys, found.own)[0][:10].tolist()


def queries() -> list[str]:
    """Twenty queries of one to five words."""
    rng = random.Random(5)
    return [" ".join(rng.sample(VOCABULARY, rng.randint(1, 5))) for _ in range(20)]


@pytest.mark.parametrize(
    ("selection", "upto"),
    [
        (KeySelection(), None),
        (KeySelection(exclude=KEYS[::3]), None),
        (KeySelection(include=KEYS[::7]), None),
        (KeySelection(), 1_200),
    ],
    ids=["all", "excluded", "included", "the past"],
)
def test_candidates_hold_the_best(index: TantivyKeywordIndex, selection: KeySelection, upto: int | None) -> None:
    """C3: of ten hits by words, at most one in a hundred is lost by not scoring every text."""
    lost = 0
    for query in queries():
        best = ranked(index, query, selection, upto, None)
        lost += len(set(best) - set(ranked(index, query, selection, upto, 400)))
    assert lost <= 2


def test_more_candidates_change_no_score(index: TantivyKeywordIndex) -> None:
    """C3: what a text gets does not depend on which others are looked at."""
    asked = index.ask(parse_query("karan tutek vozul"))
    every = asked.matches(KEYS)
    few = asked.candidates(50, KeySelection())
    assert len(few) < COUNT // 2
    rows = np.searchsorted(KEYS, few)
    assert score(asked.matches(few)).own.tolist() == score(every).own[rows].tolist()


def test_matches_are_counted_as_if_one_by_one(index: TantivyKeywordIndex) -> None:
    """F2: the number of matches is exact for all, for a selection, and for a moment of the past."""
    asked = index.ask(parse_query("mitek lozul"))
    own = score(asked.matches(KEYS)).own
    assert asked.total(KeySelection()) == np.count_nonzero(own)
    for selection in (KeySelection(include=KEYS[::5]), KeySelection(exclude=KEYS[:900])):
        assert asked.total(selection) == np.count_nonzero(own[selection.allows(KEYS)])
    assert index.ask(parse_query("mitek lozul"), upto=700).total(KeySelection()) == np.count_nonzero(own[:700])
    assert set(asked.every().tolist()) == set(KEYS[own > 0].tolist())


def test_a_crash_after_any_commit_finds_an_index_that_is_whole(tmp_path: Path) -> None:
    """A4: whatever makes tantivy commit texts (a search, a check), what they say is durable before; a change of labels
    commits none."""
    folder = tmp_path / "keywords"
    first = TantivyKeywordIndex.open(folder, lambda: NOON)
    first.apply([a_text(1, "tea")], 1)
    first.apply([a_text(2, "coffee")], 2)
    first.apply([a_text(1, "tea")], 3)  # knows by itself that text 1 is there
    assert not list(folder.glob("texts/*.store")), "nothing is committed yet"
    assert len(first) == 2 and list(folder.glob("texts/*.store")), "a reader commits both"
    shutil.copytree(folder, tmp_path / "after a crash")
    again = TantivyKeywordIndex.open(tmp_path / "after a crash", lambda: NOON)
    assert again.keys().tolist() == [1, 2]
    assert again.matching(parse_query("coffee")).tolist() == [2]
    assert again.check() == ()
    for index in (first, again):
        index.close()
