"""Whose memory an answer over all layers, and a context, are of: a few users with random turns in one vault."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_desktop.cli.main import main
from memory_desktop.core.conversation.cycles import CycleDraft, owner_of
from memory_desktop.core.conversation.learned import FACT_KINDS
from memory_desktop.core.conversation.query import MemoryQuery
from memory_desktop.core.layers.concepts import ConceptData, Edge
from memory_desktop.core.layers.emotional import EmotionEdit
from memory_desktop.core.layers.procedures import Procedure, Step, Triggers
from memory_desktop.core.layers.relevance import SOURCES
from memory_desktop.core.query.language import RecordFilter, operator_text, parse_query
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.layers.retrieval import Surroundings
from memory_desktop.engine.reader import Reader
from memory_desktop.service.tools import KITS, OWN
from memory_desktop.service.tools.base import Errand
from tests.helpers import vault_at
from tests.imports.builders import T0, chatgpt_export, talk

USERS = ("ann", "bob", "cy")
THINGS = ("greenhouse", "rain barrel", "tomatoes", "kitchen sink", "PIN hint", "passport")
SAID = (
    "I am worried about the {thing}, it was {word}",
    "The {thing} is {word} again and I love it",
    "My {thing} reminds me of {word}",
    "How do I mend the {thing} with {word}?",
)


def _fill(engine: Engine, seed: int) -> None:
    """Turns, facts, concepts, procedures and emotions of each user about the same few things, in random order."""
    by_chance = random.Random(seed)
    for number in range(10):
        user = by_chance.choice(USERS)
        said = by_chance.choice(SAID).format(thing=by_chance.choice(THINGS), word=f"{user}-word-{number}")
        # One name for a conversation is used by all of them.
        session = by_chance.choice((f"{user}-1", f"{user}-2", "default"))
        turn = CycleDraft(user_input=said, final_response=f"Noted: {said}", user_id=user, session_id=session)
        engine.conversations.process(turn)
    while engine.conversations.work():
        pass
    for user in USERS:
        thing, other = by_chance.sample(THINGS, 2)
        link = Edge(target=other, relationship="beside")
        engine.layers.concepts.create(ConceptData(name=thing, definition=f"{user}’s own", edges=(link,)), user=user)
        engine.layers.concepts.create(ConceptData(name=other, definition=f"of {user} alone"), user=user)
        engine.layers.procedures.create(
            Procedure(
                name=f"care of {user}",
                type="Teaching",
                steps=(Step(step_id="1", description=f"Ask {user} about the {thing}"),),
                trigger_conditions=Triggers(request_patterns=(f"mend the {thing}",)),
            ),
            user,
        )
        engine.layers.emotions.record(f"I was afraid for the {thing}", EmotionEdit(topic=thing), user=user)
        engine.remember(f"The {thing} of {user} is {other}", kind="fact", metadata={"user_id": user})
    engine.remember("A greenhouse is a house of glass", kind="fact")
    engine.sync()


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with vault_at(tmp_path_factory.mktemp("whose") / "v") as opened:
        _fill(opened, 11)
        yield opened


def _asked(thing: str) -> str:
    return f"How do I mend the {thing}?"


@pytest.mark.long
def test_no_source_gives_what_is_anothers(engine: Engine) -> None:
    """C8.1: for a user, each source and all together give only what is theirs or belongs to nobody, whoever's
    conversation is named; for one that nobody knows, only what belongs to nobody; the sources do find what is theirs."""
    speaking = set[str]()
    by_chance = random.Random(5)
    for user in ("ann", "bob", "nobody", ""):
        for thread in ("", "ann-1", "default"):
            for thing in by_chance.sample(THINGS, 2):
                around = Surroundings(user, thread, topic=thing, emotion="fear")
                answer = engine.layers.retrieve(_asked(thing), around, k=200, show_weaker=True)
                whose = {owner_of(hit.memory.metadata) for hit in answer.hits}
                assert whose <= {"", user}, (user, thing, thread)
                if user in USERS:
                    speaking |= {source for hit in answer.hits for source in hit.ranked.sources}
                if user == "nobody":
                    assert not answer.around.goal and answer.around.topic == thing
        for source in SOURCES:
            only = engine.layers.retrieve(_asked(THINGS[4]), Surroundings(user, "ann-1"), k=200, layers=[source])
            assert {owner_of(hit.memory.metadata) for hit in only.hits} <= {"", user}, (user, source)
    assert speaking >= set(SOURCES) - {"assemblies"}


@pytest.mark.long
def test_a_conversation_says_whose_memory(engine: Engine) -> None:
    """C8.4: where no user is named, that of the conversation is meant, in an answer over the layers and in a context;
    a conversation of several users, or of none, names nobody; operators of the query narrow further."""
    for thing in THINGS:
        answer = engine.layers.retrieve(_asked(thing), Surroundings(thread="bob-1"), k=200)
        assert answer.around.user_id == "bob"
        assert {owner_of(hit.memory.metadata) for hit in answer.hits} <= {"", "bob"}
        context = engine.conversations.get_context(_asked(thing), thread="bob-1")
        assert context.user_id == "bob" and not {"ann-word", "cy-word"} & set(context.text.split())
        assert "ann" not in context.text and "cy-word" not in context.text
    everybody = engine.layers.retrieve(_asked("passport"), Surroundings(thread="default"), k=200)
    assert everybody.around.user_id is None
    assert {owner_of(hit.memory.metadata) for hit in everybody.hits} >= set(USERS)
    narrow = engine.layers.retrieve(f"{_asked('passport')} thread:ann-1", Surroundings("bob"), k=200)
    assert not narrow.hits
    assert not engine.layers.retrieve(f"{_asked('passport')} user:ann", Surroundings("bob"), k=200).hits
    assert engine.recall("passport user:Ann").notes == ("Nothing belongs to a user “Ann”.",)
    for mode in ("hybrid", "keyword", "layers"):
        ask = engine.layers.retrieve if mode == "layers" else engine.recall
        hits = ask(f"{_asked('passport')} user:ann", k=200).hits
        assert {owner_of(hit.memory.metadata) for hit in hits} == {"ann"}, mode


@pytest.mark.long
def test_what_names_nobody_is_the_owners(vault: Engine, tmp_path: Path) -> None:
    """E2.9: an imported conversation, and all that is made of it, reaches no named user, by a context, an answer over the
    layers or a question to conversations; notes that speak of nobody do. The owner gets it, by name, too."""
    said = [("I love sourdough bread, and my cat Miso sleeps on the oven.", "Sourdough bread it is.")]
    vault.import_path(chatgpt_export(tmp_path / "export.zip", [talk("Bread", said, T0)]))
    vault.conversations.record(CycleDraft(user_input="My bread is rye.", user_id="hal", session_id="h"))
    vault.remember("I bake sourdough bread on Sundays")
    vault.remember("User prefers sourdough bread")
    vault.remember("Sourdough bread needs a warm oven")
    while vault.conversations.work():
        pass
    vault.layers.consolidation.run()
    vault.sync()
    asked = "What about the sourdough bread, the cat Miso and the oven?"
    personal = ("I love", "Miso", "on Sundays", "prefers", "it is")

    def given(user: str, thread: str) -> str:
        """All that a user gets, in one text."""
        layers = vault.layers.retrieve(asked, Surroundings(user, thread), k=100)
        context = vault.conversations.get_context(asked, thread=thread, user_id=user)
        query = MemoryQuery(user_id=user, query_text=asked, min_relevance_score=0.0)
        cycles = vault.conversations.query_memory(query)
        texts = [*(hit.memory.content for hit in layers.hits), *(one.text for one in cycles), context.text]
        return "\n".join(texts)

    imported = next(one.session_id for one in vault.conversations.sessions() if not one.user_id)
    for thread in ("", "h", imported):
        theirs = given("hal", thread)
        assert "warm oven" in theirs and "rye" in theirs
        assert not [words for words in personal if words in theirs], theirs
    assert all(words in given("", imported) for words in ("I love", "on Sundays", "warm oven"))
    vault.change_settings({"gate.owner": "olga"})
    assert "I love" in given("olga", "") and "I love" not in given("hal", "")


def test_a_fact_of_one_is_kept_beside_that_of_another(vault: Engine) -> None:
    """E3.7: what the owner said is neither touched nor superseded by what a named user says, nor the other way round."""
    for user, said in (
        ("", "I live in Oslo."),
        ("hal", "I live in Oslo."),
        ("hal", "I moved to Riga."),
        ("", "I like tea."),
    ):
        vault.conversations.process(CycleDraft(user_input=said, user_id=user, session_id=user or "s"))
        while vault.conversations.work():
            pass
    facts = vault.page(vault.keys(RecordFilter(kinds=FACT_KINDS)))
    assert {(owner_of(one.metadata), one.content) for one in facts} >= {
        ("", "I live in Oslo."),
        ("hal", "I moved to Riga."),
    }
    assert ("hal", "I live in Oslo.") not in {(owner_of(one.metadata), one.content) for one in facts}


def test_agents_and_commands_give_the_same(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    """C8.8: the tool and the command keep to the user, too; an unknown one gets what belongs to nobody."""
    tool = KITS[OWN]["recall_layers"]
    asked = _asked("greenhouse")
    given = {
        user: tool.does(Errand(engine, "agent:x"), tool.takes(query=asked, user_id=user, k=100))
        for user in ("ann", "nobody")
    }
    owner = {
        hit["id"]: owner_of(engine.get(hit["id"]).metadata)
        for answer in given.values()
        for hit in answer.model_dump()["hits"]
    }
    assert {owner[hit["id"]] for hit in given["ann"].model_dump()["hits"]} == {"", "ann"}
    assert {owner[hit["id"]] for hit in given["nobody"].model_dump()["hits"]} == {""}
    path = engine.path
    engine.close()
    assert main(["retrieve", str(path), asked, "--user", "nobody", "-k", "100", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [hit["id"] for hit in told["hits"]] == [hit["id"] for hit in given["nobody"].model_dump()["hits"]]


@pytest.mark.long
def test_a_user_of_a_query_knows_the_owner(vault: Engine) -> None:
    """C8.4, E2.9: once the vault's owner has a name, what names nobody is found by that name, in every mode and list, by
    every source and in duplicates, and belongs to nobody no more; an earlier moment knows the owner of then."""
    for user, text in (("", "The gate of the garden is green"), ("ann", "The gate is green"), ("bob", "A gate is red")):
        vault.remember(text, kind="fact", metadata={"user_id": user} if user else {})
    vault.conversations.record(CycleDraft(user_input="I repaired the gate with new hinges today.", session_id="g"))
    while vault.conversations.work():
        pass
    vault.layers.consolidation.run()
    vault.sync()
    before = vault.head

    def whose(user: str, reader: Reader = vault.reader) -> set[str]:
        """Whom the hits of a query for a user name: by a search, by a list, by facets, and over the layers."""
        filter = parse_query(operator_text("user", user)).filter
        named = {owner_of(one.metadata) for one in reader.page(reader.keys(filter))}
        hits = reader.recall(f"gate {operator_text('user', user)}", k=50).hits
        assert {owner_of(one.memory.metadata) for one in hits} == named
        assert bool(reader.facets(filter).total) == bool(named)
        return named

    assert (whose(""), whose("ann"), whose("bob")) == ({""}, {"ann"}, {"bob"})
    vault.change_settings({"gate.owner": "ann"})
    assert (whose(""), whose("ann"), whose("bob")) == (set(), {"", "ann"}, {"bob"})
    past = vault.as_of(before)
    assert (whose("", past), whose("ann", past)) == ({""}, {"ann"})
    past.close()
    note = "What names no user belongs to “ann”, the owner: user:ann finds it."
    assert vault.recall('gate user:""').notes == (note,)
    counts = [[one.memories for one in vault.layers.overview(user)] for user in ("", "ann", "bob")]
    assert counts[0] == counts[1] != counts[2]
    for source in ("working", "episodic", "cycles"):
        found = vault.layers.retrieve("gate hinges", Surroundings("ann"), layers=[source]).hits
        assert any("hinges" in one.memory.content for one in found), source
        others = vault.layers.retrieve("gate hinges", Surroundings("bob"), layers=[source]).hits
        assert not any("hinges" in one.memory.content for one in others), source
    pairs = {frozenset((one.first.content, one.second.content)) for one in vault.duplicates.pairs()}
    assert frozenset(("The gate of the garden is green", "The gate is green")) in pairs
