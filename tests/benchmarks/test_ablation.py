"""What parts of the ranking bring."""

import pytest

import memory_desktop
from memory_desktop.core.memory.records import Draft
from tests.benchmarks.ablation import ALL, PARTS, Row, Variant, table, without

TALK = ("Ann: Shall we go sailing?", "Ben: Yes, on Saturday", "Ann: The boat needs paint", "Ben: I have some left")


@pytest.fixture(scope="module")
def vault(tmp_path_factory):
    with memory_desktop.open_vault(tmp_path_factory.mktemp("ablation") / "vault", create=True) as vault:
        for text in TALK:
            vault.remember(Draft(content=text, thread="talk", kind="episode"))
        vault.sync()
        yield vault


def _parts(vault):
    """What speaks for any of the hits."""
    hits = vault.recall("when does Ben go sailing", show_weaker=True).hits
    return {name for hit in hits for name in (*hit.lists, *(boost.name for boost in hit.boosts))}


def test_a_part_that_is_switched_off_scores_nothing_and_is_on_again_afterwards(vault):
    """D10: what a part of the ranking brings is measured without that part, and with all others."""
    every = {"keyword", "vector", "neighbours", "speaker"}
    assert _parts(vault) == every
    for parts, gone in (
        ({"words"}, {"keyword"}),
        ({"meaning"}, {"vector"}),
        ({"speaker"}, {"speaker"}),
        ({"words around", "meaning around"}, {"neighbours"}),
        (set(PARTS), every),
    ):
        with without(frozenset(parts)):
            assert _parts(vault) == every - gone, parts
    assert _parts(vault) == every


def test_the_table_gives_each_variant_and_how_far_it_is_from_all_parts():
    """D10: what a part brings is told with the error of the difference."""
    rows = [Row(ALL, 0.75, 0.0, 0.0, 0.6), Row(Variant("without words"), 0.5, -0.25, 0.012, 0.4)]
    assert table(rows).splitlines()[2:] == [
        "| all parts | 0.750 |  | 0.600 |",
        "| without words | 0.500 | -0.250 ± 0.012 | 0.400 |",
    ]
