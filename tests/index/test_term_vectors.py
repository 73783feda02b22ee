"""The words of each text, by text: what is written is read, after a crash nothing too much counts, damage is found."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_desktop.core.errors import IndexDamagedError
from memory_desktop.index.term_vectors import FORM, MOST_COUNTED, ROWS, STEM, TERMS, TermVectors, entries_of

WORDS = ("tea", "coffee", "garden", "zürich", "茶", "emoji1f375", "an", "x" * 40)
LATEST = 2**40

texts = st.dictionaries(
    st.integers(1, 10_000),
    st.tuples(st.lists(st.sampled_from(WORDS), max_size=12), st.frozensets(st.sampled_from(WORDS))),
    max_size=30,
)


def written(folder: Path, groups: list[dict[int, tuple[list[str], frozenset[str]]]]) -> TermVectors:
    """Term vectors of these texts, a flush for each group."""
    vectors = TermVectors(folder, LATEST)
    for group in groups:
        for key, (stems, forms) in group.items():
            vectors.add(key, len(stems), entries_of(Counter(stems), forms))
        vectors.flush()
    return vectors


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=texts, second=texts, asked=st.lists(st.integers(1, 10_000), max_size=20))
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory,
    first: dict[int, tuple[list[str], frozenset[str]]],
    second: dict[int, tuple[list[str], frozenset[str]]],
    asked: list[int],
) -> None:
    """D3: stems with their numbers, forms and lengths of any texts, in any order of keys, also after opening anew."""
    folder = tmp_path_factory.mktemp("vectors") / "vectors"
    second = {key: text for key, text in second.items() if key not in first}
    every = first | second
    opened = [written(folder, [first, second])]
    opened.append(TermVectors(folder, LATEST))
    keys = np.array(sorted({*asked, *every}), dtype=np.int64)
    for vectors in opened:
        assert len(vectors) == len(every)
        found = vectors.of(keys, WORDS)
        for word in WORDS:
            stems, forms = found.times(word, STEM), found.times(word, FORM)
            for row, key in enumerate(keys.tolist()):
                said, shown = every.get(key, ([], frozenset()))
                assert stems[row] == min(said.count(word), MOST_COUNTED)
                assert bool(forms[row]) == (word in shown)
                assert key not in every or found.lengths[row] == len(said)
        assert vectors.check() == []


def test_what_a_crash_left_is_cut_off(tmp_path: Path) -> None:
    """A4: rows of texts that were never committed, and half a row, are gone when the files are opened again."""
    folder = tmp_path / "vectors"
    one = (["tea"], frozenset(["tea"]))
    written(folder, [{1: one, 2: one}, {3: (["coffee"], frozenset())}])
    with (folder / ROWS).open("ab") as file:
        file.write(b"\x07" * 11)
    with (folder / TERMS).open("ab") as file:
        file.write(b"\x07" * 9)
    vectors = TermVectors(folder, 2)
    keys = np.array([1, 2, 3], dtype=np.int64)
    assert vectors.of(keys, ["tea"]).times("tea", STEM).tolist() == [1, 1, 0]
    vectors.add(3, 1, entries_of({"garden": 2}, frozenset()))
    vectors.flush()
    for again in (vectors, TermVectors(folder, 3)):
        assert again.of(keys, ["garden"]).times("garden", STEM).tolist() == [0, 0, 2]
        assert again.of(keys, ["coffee"]).times("coffee", STEM).tolist() == [0, 0, 0]
        assert again.check() == []


@pytest.mark.parametrize("name", [ROWS, TERMS])
def test_damage_is_found(tmp_path: Path, name: str) -> None:
    """D8: a byte that changed in any row or entry is found by the check, a missing file when the files are opened."""
    folder = tmp_path / "vectors"
    vectors = written(folder, [{key: (["tea"], frozenset(["coffee"])) for key in range(1, 400)}])
    path = folder / name
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 0x10
    path.write_bytes(data)
    try:
        assert TermVectors(folder, LATEST).check()
    except IndexDamagedError:
        assert name == ROWS  # a row that makes no sense is found at once
    del vectors
    path.unlink()
    with pytest.raises(IndexDamagedError):
        TermVectors(folder, LATEST)
