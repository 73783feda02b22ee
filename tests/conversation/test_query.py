"""Questions to a user's memory of conversations, the statistics of them, and the scores."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from memory_desktop.core.conversation.cycles import Cycle, CycleDraft, ResponseMetadata
from memory_desktop.core.conversation.query import MemoryQuery, relevance
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.engine.conversation.signals import QUERY_METRICS, Signal
from memory_desktop.engine.engine import Engine
from tests.engine.test_sync import Stubborn
from tests.helpers import NOON, Clock, vault_at

SAID = (
    ("Which tea do you recommend in the evening?", "Chamomile tea helps you to sleep.", "tea"),
    ("My sister Ana has a birthday in June.", "I will keep that in mind.", "family"),
    ("The train to Porto leaves at nine.", "Have a good trip to Porto.", "travel"),
    ("How do I prune an apple tree?", "Cut the dead branches in late winter.", "garden"),
    ("Is green tea healthy?", "It is rich in antioxidants.", "tea"),
)


@pytest.fixture
def vault(vault: Engine) -> Engine:
    for number, (asked, answered, topic) in enumerate(SAID):
        at = NOON + timedelta(minutes=number)
        vault.conversations.record(
            CycleDraft(
                user_input=asked,
                final_response=answered,
                user_id="ann",
                session_id=f"s{number % 2}",
                timestamp=at,
                answered_at=at,
                metadata={"topic": topic, "deep": {"number": number}},
                response_metadata=ResponseMetadata("advice" if number % 2 else "answer"),
            )
        )
    at = NOON + timedelta(hours=1)
    vault.conversations.record(CycleDraft(user_input="Bob likes tea in the evening.", user_id="bob", timestamp=at))
    vault.sync()
    return vault


def ask(vault: Engine, text: str, **more: object) -> list[str]:
    """The user's words of the turns found for ann."""
    query = MemoryQuery(user_id="ann", query_text=text, **more)  # type: ignore[arg-type]
    return [one.user_input for one in vault.conversations.query_memory(query)]


def restarted(vault: Engine) -> Engine:
    """The same vault with an empty short-term memory: all turns are in a digest."""
    path = vault.path
    vault.close()
    return vault_at(path, Clock(NOON + timedelta(hours=2)))


def test_a_question_finds_turns_by_either_field(vault: Engine) -> None:
    """B5: a turn's score is that of its better field; best first, in [0, 1], at least the minimum, at most the limit."""
    found = vault.conversations.query_memory(MemoryQuery(user_id="ann", query_text="branches of trees in winter"))
    assert found[0].user_input == SAID[3][0], "by its answer"
    assert ask(vault, "evening tea")[0] == SAID[0][0] and len(ask(vault, "tea", limit=1)) == 1
    scores = [one.score for one in found]
    assert scores == sorted(scores, reverse=True) and all(0.5 <= one <= 1.0 for one in scores if one is not None)
    assert len(ask(vault, "tea", min_relevance_score=0.0)) == 5 and ask(vault, "tea", min_relevance_score=1.0) == []


def test_both_tiers_give_one_hit_with_one_score(vault: Engine) -> None:
    """B5: a turn in both tiers is one hit that names both, with the same score as from the vault alone."""
    query = MemoryQuery(user_id="ann", query_text="evening tea", limit=3, min_relevance_score=0.0)
    both = vault.conversations.ask(query)
    assert {one.tiers for one in both.cycles} == {("stm", "ltm")} and (both.stm_hits, both.ltm_hits) == (3, 0)
    vault.conversations.short_term.flush_cycles("ann", [one.cycle_id for one in both.cycles[:2]])
    again = vault.conversations.ask(query)
    assert [one.tiers for one in again.cycles] == [("ltm",), ("ltm",), ("stm", "ltm")]
    assert (again.stm_hits, again.ltm_hits) == (1, 2) and again.model_version == vault.model_version
    assert [one.score for one in again.cycles] == pytest.approx([one.score for one in both.cycles], abs=0.01)


def test_a_turn_without_vectors_waits_in_neither_tier(vault: Engine) -> None:
    """B5: what is not embedded yet is not compared, and the answer says how many texts that were."""
    vault.conversations.record(CycleDraft(user_input="Evening tea again", user_id="ann"))
    answer = vault.conversations.ask(MemoryQuery(user_id="ann", query_text="evening tea", limit=100))
    assert answer.without_vector == 1 and "Evening tea again" not in [one.user_input for one in answer.cycles]
    vault.sync()
    assert ask(vault, "evening tea")[0] == "Evening tea again"


def test_turns_are_kept_without_a_model(tmp_path: Path) -> None:
    """B1.20, B4.7: while nothing can be embedded, turns are recorded and listed all the same, and asked for later."""
    model = Stubborn()
    with vault_at(tmp_path / "v", embedder=model) as vault:
        model.down = True
        vault.conversations.record(CycleDraft(user_input=SAID[0][0], final_response=SAID[0][1], user_id="ann"))
        vault.sync()
        assert vault.sync_status().failed == 3, "both messages, and the summary"
        assert vault.conversations.list_cycles().total == 1
        assert ask(vault, "evening tea") == []
        model.down = False
        vault.retry_now()
        vault.sync()
        assert ask(vault, "evening tea") == [SAID[0][0]]


def test_one_users_question_never_finds_anothers_turns(vault: Engine) -> None:
    """B4: whatever is asked, only turns of that user are found, in both tiers, also after a restart."""
    mine = MemoryQuery(user_id="bob", query_text="evening tea", min_relevance_score=0.0)
    for restart in (False, True):
        engine = restarted(vault) if restart else vault
        assert "Bob likes tea in the evening." not in ask(engine, "Bob evening tea", min_relevance_score=0.0)
        assert [one.user_id for one in engine.conversations.query_memory(mine)] == ["bob"]
    engine.close()


def test_the_question_is_embedded_once_or_not_at_all(vault: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """B5: one vector of the question serves both tiers; one that is given is used, and one of another length refused."""
    embedder = vault._current_space().embedder
    plain, asked = type(embedder).embed_query, list[str]()
    monkeypatch.setattr(type(embedder), "embed_query", lambda self, text: asked.append(text) or plain(self, text))
    wanted = ask(vault, "evening tea")
    assert asked == ["evening tea"]
    vector = plain(embedder, "evening tea")
    assert ask(vault, "something else", query_embedding=(vector * 3.0).tolist()) == wanted and len(asked) == 1
    for bad in ([0.1, 0.2], [0.0] * len(vector)):
        with pytest.raises(InvalidCommandError):
            ask(vault, "tea", query_embedding=bad)


@pytest.mark.parametrize("restart", [False, True])
def test_filters_hold_in_both_tiers(vault: Engine, restart: bool) -> None:
    """B5: all filters must hold: equal, or one of a list; dotted names reach deeper, and fields of the turn, too."""
    with restarted(vault) if restart else vault as engine:
        if restart:
            engine.change_settings({"conversation.short_term_budget": 100})

        def some(**filters: object) -> set[str]:
            names = {name.replace("__", "."): value for name, value in filters.items()}
            return set(ask(engine, "tea", metadata_filters=names, min_relevance_score=0.0, limit=100))

        assert some(topic="tea") == {SAID[0][0], SAID[4][0]}
        assert some(topic=["garden", "travel"]) == {SAID[2][0], SAID[3][0]}
        assert some(topic="tea", deep__number=4) == {SAID[4][0]} and some(deep__number=True) == set()
        assert some(response_metadata__response_type="advice") == {SAID[1][0], SAID[3][0]}
        assert some(session_id="s1", topic="garden") == {SAID[3][0]} and some(missing=None) == set()


def test_what_cannot_be_asked_is_refused() -> None:
    """B5: no words, a limit or a minimum out of range, and a user in the filters are errors that say so."""
    for wrong in (
        {"query_text": " "},
        {"limit": 0},
        {"limit": 101},
        {"min_relevance_score": 1.1},
        {"weight_input": -0.1},
        {"metadata_filters": {"user_id": "bob"}},
    ):
        with pytest.raises(InvalidCommandError):
            MemoryQuery(**{"user_id": "ann", "query_text": "tea", **wrong})  # type: ignore[arg-type]


def test_equal_scores_stand_newer_first(vault: Engine) -> None:
    """B5: of equal scores the newer turn comes first, then the smaller id."""
    for number in range(3):
        at = NOON + timedelta(hours=2, minutes=number // 2)
        draft = CycleDraft(
            user_input="Where is the blue lamp?", user_id="ann", cycle_id=f"{number}" * 8, timestamp=at, answered_at=at
        )
        vault.conversations.record(draft)
    vault.sync()
    found = vault.conversations.query_memory(MemoryQuery(user_id="ann", query_text="Where is the blue lamp?", limit=3))
    assert len({round(one.score or 0, 9) for one in found}) == 1
    keys = [(-one.timestamp.timestamp(), one.cycle_id) for one in found]
    assert keys == sorted(keys)


def test_the_fields_have_weights(vault: Engine) -> None:
    """B12: input and answer are weighed apart, by the settings or by the question."""
    wanted = "branches of trees in winter"
    assert ask(vault, wanted)[0] == SAID[3][0]
    only_asked = vault.conversations.query_memory(
        MemoryQuery(user_id="ann", query_text=wanted, weight_answer=0.0, min_relevance_score=0.0)
    )
    answered = vault.conversations.query_memory(MemoryQuery(user_id="ann", query_text=wanted, weight_input=0.0))
    assert {one.user_input: one.score for one in only_asked}[SAID[3][0]] < (answered[0].score or 0.0)
    vault.change_settings({"conversation.weight_answer": 0.5})
    halved = vault.conversations.query_memory(
        MemoryQuery(user_id="ann", query_text=wanted, weight_input=0.0, min_relevance_score=0.0)
    )
    assert halved[0].score == pytest.approx((answered[0].score or 0.0) / 2, abs=0.01)


def test_a_few_turns_are_no_event_of_their_own(vault: Engine) -> None:
    """B10: what was counted of a few turns waits for more, or for the vault to be closed, and says what it is; a question
    is written soon."""
    vault.conversations.flush_statistics()
    vault.conversations.record(CycleDraft(user_input="More tea?", user_id="ann"))
    head = vault.head
    assert not vault.conversations.flush_statistics(few=False) and vault.head == head
    assert vault.conversations.flush_statistics()
    assert vault.events(limit=1)[0].summary == "Use of a user’s memory counted: 1 turn"
    vault.conversations.ask(MemoryQuery(user_id="ann", query_text="tea"))
    assert vault.conversations.flush_statistics(few=False)
    assert vault.events(limit=1)[0].summary == "Use of a user’s memory counted: 1 query"


def test_statistics_are_counted_and_last(vault: Engine, tmp_path: Path) -> None:
    """B10: queries, hits of each tier, misses and mean relevance are counted for each user, and survive a restart."""
    found = vault.conversations.ask(MemoryQuery(user_id="ann", query_text="evening tea", limit=2))
    vault.conversations.ask(MemoryQuery(user_id="ann", query_text="evening tea", min_relevance_score=1.0))
    before = vault.conversations.statistics("ann")
    assert (before.ltm_queries, before.stm_hits, before.stm_misses, before.ltm_hits) == (2, 2, 1, 0)
    assert before.avg_relevance == pytest.approx(found.relevance) and before.total_cycles_processed == 5
    assert before.avg_token_usage > 5 and before.last_updated == NOON
    assert vault.conversations.statistics("bob").ltm_queries == 0
    every = vault.conversations.statistics(None)
    assert (every.user_id, every.ltm_queries, every.total_cycles_processed) == (None, 2, 6), "all users together"
    with restarted(vault) as again:
        after = again.conversations.statistics("ann")
        assert after == before
        again.conversations.ask(MemoryQuery(user_id="ann", query_text="tea"))
        assert again.conversations.statistics("ann").ltm_queries == 3
        assert {entry.actor for entry in again.undo_stacks().undo} == {"user"}, "nothing of it is a step of undo"


def test_a_query_tells_its_figures_and_not_its_words(vault: Engine) -> None:
    """B9: `query_metrics` comes after each query, with hits and mean relevance, 0 when nothing was found, no words."""
    told: list[Signal] = []
    stop = vault.conversations.subscribe(told.append)
    ask(vault, "evening tea", limit=2)
    ask(vault, "evening tea", min_relevance_score=1.0)
    stop()
    ask(vault, "evening tea")
    first, second = (one.payload for one in told)
    assert {one.kind for one in told} == {QUERY_METRICS} and len(told) == 2
    assert (first["stm_hits"], first["ltm_hits"], first["total_results"]) == (2, 0, 2) and first["avg_relevance"] > 0.5
    assert second == {"stm_hits": 0, "ltm_hits": 0, "total_results": 0, "avg_relevance": 0.0}


def test_who_asks_is_in_the_log_of_recalls(vault: Engine) -> None:
    """B5: an agent's question is logged as its recall; without an agent's name nothing is."""
    ask(vault, "evening tea")
    found = vault.conversations.ask(MemoryQuery(user_id="ann", query_text="evening tea", limit=1), actor="agent")
    path = vault.path
    vault.close()
    with vault_at(path) as again:
        (event,) = again.events(type="RECALL")
        assert event.actor == "agent" and list(event.payload["ids"]) == list(found.cycles[0].messages)


def test_scores_rise_with_the_cosine() -> None:
    """B5: a cosine becomes a score in [0, 1] by a rising function; the bundled model's 0.5 keeps 90 % of evidence."""
    cosines = np.linspace(-1.0, 1.0, 401)
    for model in ("minilm-static-256@80723dbd", "all-MiniLM-L6-v2@00000000", "another@00000000"):
        scores = relevance(cosines, model)
        assert scores[0] == 0.0 and scores[-1] == 1.0 and (np.diff(scores) >= 0).all()
        assert (np.diff(scores[cosines > 0]) > 0).all()
    assert relevance(np.asarray([0.355]), "minilm-static-256@80723dbd")[0] == pytest.approx(0.5)
    assert relevance(np.asarray([0.17]), "all-MiniLM-L6-v2@00000000")[0] == pytest.approx(0.5)
    assert relevance(np.asarray([0.5, -0.3]), "another@0").tolist() == [0.5, 0.0]


def test_turns_have_the_vectors_of_both_sides(vault: Engine) -> None:
    """B1.7, B1.10, B3.9: a turn held or listed is given with the stored vectors of its fields, and its JSON keeps them."""
    vault.conversations.record(CycleDraft(user_input="no answer, no vector", user_id="ann"))
    for cycles in (
        vault.conversations.list_cycles(user_id="ann").cycles,
        vault.conversations.short_term.get_recent_cycles("ann"),
    ):
        every = vault.conversations.with_vectors(cycles)
        (new,) = (one for one in every if one.final_response is None)
        old = [one for one in every if one is not new]
        assert new.user_input_embedding is None and new.final_response_embedding is None and len(old) == len(SAID)
        for one in old:
            assert one.final_response is not None
            wanted = vault._current_space().embedder.embed([one.user_input, one.final_response])
            assert one.user_input_embedding == pytest.approx(wanted[0], abs=1e-3)
            assert one.final_response_embedding == pytest.approx(wanted[1], abs=1e-3)
            assert Cycle.from_json(one.to_json()) == one
