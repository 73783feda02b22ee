"""Facts that say the same in other words: proposed for a merge, merged by the upkeep if a person wants that."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.ports import Vectors
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.merging import automatic
from tests.helpers import Clock, vault_at

TEA, LEAF, CUP = "User: I prefer green tea.", "User: Green tea is my drink.", "User: At home we drink green tea."
RENT, RISE = "User: My rent is 900 euros.", "User: My rent is 950 euros."
NUTS, NONE = "User: I am allergic to nuts.", "User: I am not allergic to nuts."
BEN = "Ben: Green tea is what I drink."
#: What each is about, and how alike it is to the first that is about that.
SAID = {
    TEA: (0, 1.0),
    LEAF: (0, 0.97),
    CUP: (0, 0.95),
    BEN: (0, 1.0),
    "Green tea!": (0, 1.0),
    "Matcha is bitter.": (0, 1.0),
    RENT: (2, 1.0),
    RISE: (2, 0.99),
    NUTS: (4, 1.0),
    NONE: (4, 0.99),
}


class About:
    """An embedder whose vectors this test says."""

    model_version, dim = "about@00000000", 64

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in enumerate(texts):
            axis, cosine = SAID.get(text, (6 + sum(text.encode()) % 50, 1.0))
            rows[row, axis : axis + 2] = cosine, math.sqrt(1 - cosine * cosine)
        return rows

    def embed_query(self, text: str) -> Vectors:
        return self.embed([text])[0]


@pytest.fixture
def facts(tmp_path: Path, clock: Clock) -> Iterator[Engine]:
    with vault_at(tmp_path / "v", clock, About()) as vault:
        yield vault


def learned(vault: Engine, *texts: str, user: str = "") -> list[str]:
    """Facts as they are learned, with their vectors; their ids."""
    ids = [vault.remember(one, kind="fact", metadata={"user_id": user} if user else None).memory.id for one in texts]
    vault.sync()
    return ids


def tidy(vault: Engine) -> None:
    """All background work, and the vectors that it leaves to be made."""
    while vault.maintain() or vault.sync_status().pending:
        vault.sync()


def active(vault: Engine) -> list[Memory]:
    return vault.page(vault.keys(RecordFilter(kinds=("pref", "fact", "rule")), sort="key", descending=False))


def test_facts_in_other_words_are_proposed(facts: Engine) -> None:
    """B12: facts above the threshold that another wording kept apart are listed for review as duplicates; turns and
    other memories are only alike."""
    learned(facts, TEA, LEAF)
    facts.remember("Matcha is bitter.", kind="note")
    facts.sync()
    pairs = {(one.first.content, one.second.content): one for one in facts.duplicates.pairs()}
    assert pairs[TEA, LEAF].kind == "duplicate" and "other words" in pairs[TEA, LEAF].reason
    assert {one.kind for names, one in pairs.items() if names != (TEA, LEAF)} == {"similar"}
    facts.change_settings({"review.merge_above": 0.98})
    assert {one.kind for one in facts.duplicates.pairs()} == {"similar"}
    tidy(facts)
    assert len(active(facts)) == 2, "nothing is merged unless a person wants it"
    facts.duplicates.differ([tuple(one.id for one in active(facts))])  # type: ignore[list-item]
    facts.change_settings({"review.merge": True, "review.merge_above": 0.9})
    tidy(facts)
    assert len(active(facts)) == 2, "somebody told them apart"


def test_they_are_merged_if_a_person_wants_it(facts: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """B12: switched on, facts above the threshold become one, with all of them in its lineage and nothing of what they
    say lost; in batches, once, and a restart changes nothing."""
    monkeypatch.setattr(automatic, "BATCH", 1)
    ids = learned(facts, TEA, LEAF, CUP)
    facts.change_settings({"review.merge": True})
    tidy(facts)
    (one,) = active(facts)
    assert set(ids) <= set(one.lineage) and all(facts.get(id).status is Status.SUPERSEDED for id in ids)
    assert all(word in one.content for word in ("prefer", "my drink", "At home")) and one.weight == 3
    head = facts.head
    tidy(facts)
    path = facts.path
    facts.close()
    with vault_at(path, embedder=About()) as again:
        tidy(again)
        assert again.head == head and [memory.id for memory in active(again)] == [one.id] and again.verify().ok


def test_a_merge_that_was_undone_is_not_made_again(facts: Engine) -> None:
    """B12: an automatic merge is a step of undo, and what was undone, taken apart or told apart stays two."""
    learned(facts, TEA, LEAF)
    facts.change_settings({"review.merge": True})
    tidy(facts)
    assert len(active(facts)) == 1
    entry = next(entry for entry in facts.undo_stacks().undo if entry.name.lower().startswith("merge"))
    facts.undo(entry.command)
    tidy(facts)
    assert sorted(memory.content for memory in active(facts)) == sorted((TEA, LEAF))
    learned(facts, CUP)
    tidy(facts)
    left = active(facts)
    assert len(left) == 2 and not any(TEA in one.content and LEAF in one.content for one in left), "nor through another"
    for _ in range(2):
        facts.undo(facts.undo_stacks().undo[0].command)
        tidy(facts)
    assert sorted(one.content for one in active(facts)) == sorted((TEA, LEAF, CUP))


def test_what_differs_stays_apart(facts: Engine) -> None:
    """E3: another number, a “not”, another speaker, another user, and turns are never merged, however alike."""
    learned(facts, RENT, RISE, NUTS, NONE)
    learned(facts, TEA, BEN)
    learned(facts, LEAF, user="ann")
    for text in ("Green tea!", "Green tea!"):
        facts.conversations.record(CycleDraft(user_input=text))
    facts.sync()
    facts.change_settings({"review.merge": True})
    before = [one.id for one in active(facts)]
    tidy(facts)
    assert [one.id for one in active(facts)] == before and facts.conversations.list_cycles().total == 2
    facts.change_settings({"review.merge_above": 0.9})
    tidy(facts)
    assert [one.id for one in active(facts)] == before


def test_what_names_nobody_is_merged_with_what_names_the_owner(facts: Engine) -> None:
    """E3, E2.9: of facts that are alike, one that names the vault's owner and one that names nobody become one."""
    facts.change_settings({"gate.owner": "ann", "review.merge": True})
    learned(facts, TEA)
    learned(facts, LEAF, user="ann")
    tidy(facts)
    (one,) = active(facts)
    assert one.weight == 2
