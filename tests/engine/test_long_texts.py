"""Vectors of the parts of long texts, and of the phrases of skills: stored with their memory, and found by."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.conversation.query import MemoryQuery
from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.memory.spans import LONG, MOST, PART, parts_of
from memory_desktop.core.vector_rows import owners
from memory_desktop.engine.engine import Engine
from memory_desktop.wiring import rebuild_vault
from tests.engine.test_lab_and_migration import Shelf, opened, work
from tests.engine.test_sync import Stubborn
from tests.helpers import Clock, vault_at

FACT = "Grandmother's recipe for plum cake needs six eggs, a pound of butter and a spoonful of cinnamon."
TOPICS = ("the harbour bridge", "a tax form", "the printer driver", "road works", "the chess club", "new curtains")
PARAGRAPHS = [
    f"Item {n}: about {TOPICS[n % len(TOPICS)]} nothing was decided, and number {n} was put off until the next meeting."
    for n in range(1, 41)
]
LETTER = "\n\n".join([*PARAGRAPHS[:29], FACT, *PARAGRAPHS[30:]])
QUESTION = "a sweet dish with fruit and spices"


def rows(vault: Engine) -> dict[int, int]:
    """How many rows the vector index has of each memory."""
    keys, counts = np.unique(owners(vault._vectors.index.digests()[0]), return_counts=True)
    return dict(zip(keys.tolist(), counts.tolist(), strict=True))


def filled(vault: Engine) -> tuple[int, int]:
    """(key of a long message, key of a skill) in a vault with short ones, too."""
    for text in ("The oven is broken.", "Apples are in the cellar.", "Butter is on the shopping list."):
        vault.remember(text)
    turn, _ = vault.conversations.record(CycleDraft(user_input=LETTER, final_response="I see.", user_id="ann"))
    skill = vault.conversations.skills.create(Skill("mail", "Read and send e-mail.", "Call mail.", ("write to Ana",)))
    vault.sync()
    return vault.get(turn.messages[0]).key, vault.get(skill.id).key


def undivided(vault: Engine, *keys: int) -> None:
    """Let only the vectors of the whole texts be there, as a vault of before has them."""
    index = vault._vectors.index
    found, vectors = index.fetch(np.asarray(keys))
    _, digests = vault._store.records.digests(sorted(keys))
    index.drop(np.asarray(keys))
    index.add(found, vectors, digests)


def test_parts_hold_all_words_and_are_bounded() -> None:
    """B12.2: a text of more than 800 bytes is divided at paragraphs, sentences or words, into a bounded number."""
    assert parts_of("x" * LONG) == () == parts_of("short")
    parts = parts_of(LETTER)
    assert "\n".join(parts).split() == LETTER.split() and max(len(one.encode()) for one in parts) <= PART
    assert any(FACT in one and one.endswith((".", "!")) for one in parts)
    for text in ("ж" * 5_000, "句子。" * 900, "a sentence without an end " * 200, "word. " * 400):
        made = parts_of(text)
        assert "".join("".join(made).split()) == "".join(text.split())
        assert max(len(one.encode()) for one in made) <= PART
    assert len(parts_of("one more sentence. " * 200_000)) <= MOST + 1


def test_a_fact_far_down_a_long_message_is_found_by_meaning(vault: Engine) -> None:
    """B12.2, U12: what the 30th paragraph says is found by meaning, in hybrid search and by query_memory, and once."""
    key, _ = filled(vault)
    vectors = vault._vectors.index
    query = vault._current_space().embedder.embed_query(QUESTION)
    whole = float(vectors.fetch(np.asarray([key]))[1][0] @ query)
    best = float((vectors.fetch_all(np.asarray([key]))[1] @ query).max())
    assert best > whole + 0.15
    for mode in ("vector", "hybrid"):
        found = [hit.memory.key for hit in vault.recall(QUESTION, mode=mode, k=10).hits]  # type: ignore[arg-type]
        assert found[0] == key and found.count(key) == 1
    asked = MemoryQuery(user_id="ann", query_text=QUESTION)
    recent = vault.conversations.query_memory(asked)
    assert [one.user_input for one in recent] == [LETTER] and recent[0].tiers == ("stm", "ltm")
    undivided(vault, key)
    assert vault.recall(QUESTION, mode="vector", k=10).hits[0].memory.key != key


def test_an_earlier_vault_gets_the_parts_in_the_background(vault: Engine) -> None:
    """B12.2, E4.10: a vault without them opens as it is; then long texts and skills wait in the one queue, once."""
    keys = filled(vault)
    complete = rows(vault)
    undivided(vault, *keys)
    path = vault.path
    vault.close()
    with vault_at(path) as again:
        assert again.sync_status().pending == 0 and set(rows(again).values()) == {1}
        assert [hit.memory.content for hit in again.recall("butter", mode="vector").hits]
        again.sync_step(1)
        assert again.sync_status().pending == 1 and {item.key for item in again.sync_queue()} < set(keys)
        assert again.verify().ok
    with vault_at(path) as again:
        assert again.sync_status().pending == 1  # what waits for its parts still does
        again.sync()
        assert rows(again) == complete and again.verify().ok
        done = again.sync_step()
        assert (done.confirmed, done.failed) == (0, 0)


def test_a_memory_has_all_its_parts_or_none(tmp_path: Path) -> None:
    """E4.7: when one part cannot be embedded, the memory waits with the error, and gets its vectors together later."""
    embedder = Stubborn()
    with vault_at(tmp_path / "v", embedder=embedder) as vault:
        embedder.poison = "cinnamon"
        id = vault.remember(LETTER).memory.id
        vault.remember("The oven is broken.")
        vault.sync()
        assert vault.freshness([id])[id].vector_state == "failed" and vault.get(id).key not in rows(vault)
        embedder.poison = "nothing at all"
        vault.retry_now()
        vault.sync()
        assert rows(vault)[vault.get(id).key] == 1 + len(parts_of(LETTER))


@pytest.mark.long
def test_parts_go_with_their_memory(tmp_path: Path, clock: Clock) -> None:
    """B12.2, E5.4, E5.7: parts are rebuilt with the index and from the log, survive undo, and go with a purge."""
    path = tmp_path / "v"
    with vault_at(path, clock) as vault:
        key, skill = filled(vault)
        complete = rows(vault)
        assert complete[key] == 1 + len(parts_of(LETTER)) and complete[skill] == 3
        vault.forget([vault._store.records.by_keys([key])[0].id])
        assert key not in [hit.memory.key for hit in vault.recall(QUESTION, mode="vector", k=10).hits]
        vault.undo()
    segment = next((path / "vectors").rglob("*.vec"))
    segment.write_bytes(segment.read_bytes()[:-9] + b"something")
    with vault_at(path, clock) as vault:
        assert vault.recall(QUESTION).notes
        vault.sync()
        back = rows(vault)
        assert sorted(back.values()) == sorted([*complete.values(), complete[key]]) and vault.verify().ok
    rebuild_vault(path, clock=clock)
    with vault_at(path, clock) as vault:
        assert rows(vault) == back and vault.sync_status().pending == 0
        letters = [one for one in vault._store.records.by_keys(sorted(back)) if one.content == LETTER]
        vault.purge(vault.plan_purge([one.id for one in letters]))
        assert not {one.key for one in letters} & set(rows(vault))


def test_parts_change_with_the_model(tmp_path: Path, clock: Clock) -> None:
    """E8.2, D5: another model has parts and phrases of its own before it is switched to, and an archive keeps them."""
    with opened(tmp_path / "v", clock, Shelf()) as vault:
        filled(vault)
        complete, old = rows(vault), vault.model_version
        vault.models.start("other")
        work(vault)
        vault.models.switch()
        assert vault.model_version != old and rows(vault) == complete
        clock.forward(days=15)
        work(vault)
        assert vault.models.status().archived == old
        vault.models.roll_back()
        assert vault.model_version == old and rows(vault) == complete


def test_matching_a_skill_embeds_nothing_of_it(tmp_path: Path) -> None:
    """E8.2: a skill is matched at once, and from the vectors of the index as soon as they are there."""
    embedder = Stubborn()
    with vault_at(tmp_path / "v", embedder=embedder) as vault:
        skills = vault.conversations.skills
        skills.create(Skill("mail", "Read and send e-mail.", "Call mail.", ("write an e-mail to Ana",)))
        before = skills.match("send an e-mail to Ana").matched
        vault.sync()
        embedder.calls, embedder.down = 0, True
        after = skills.match("send an e-mail to Ana").matched
        assert embedder.calls == 0 and [one.skill.name for one in before] == ["mail"]
        assert after[0].phrase == before[0].phrase and after[0].similarity == pytest.approx(
            before[0].similarity, abs=0.001
        )


def test_given_vectors_of_long_texts_wait_for_the_parts(vault: Engine, tmp_path: Path) -> None:
    """B12.2: the vector that an import brings stays that of the whole text; the parts are embedded by the sync."""
    odd = [0.0] * (vault._current_space().embedder.dim - 1) + [1.0]
    entry = {"id": "letter", "content": LETTER, "embedding": odd, "model_version": vault.model_version}
    (tmp_path / "letter.mem.json").write_text(json.dumps(entry))
    vault.import_path(tmp_path / "letter.mem.json")
    assert vault.sync_status().pending == 1
    vault.sync()
    (memory,) = vault._store.records.iterate()
    stored = vault._vectors.index.fetch(np.asarray([memory.key]))[1][0]
    assert stored == pytest.approx(odd, abs=1e-3) and rows(vault)[memory.key] == 1 + len(parts_of(LETTER))
