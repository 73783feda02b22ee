"""One answer over all layers, on a real vault; the same by the engine, the command line and an agent's tool."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from memory_desktop import open_vault
from memory_desktop.cli.main import main
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.conversation.query import MemoryQuery
from memory_desktop.core.errors import CancelledError, InvalidCommandError, KnownError
from memory_desktop.core.layers.concepts import ConceptData, Edge
from memory_desktop.core.layers.procedures import Procedure, Step, Triggers
from memory_desktop.core.layers.relevance import SOURCES
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.layers.retrieval import Asked, LayeredAnswer, Source, Surroundings
from memory_desktop.service.tools import KITS, OWN
from memory_desktop.service.tools.base import Errand

UNRELATED = (
    "I love the smell of old books, they make me happy",
    "We had lots of fun on the beach with the kids",
    "My violin teacher is wonderful and I enjoy every lesson",
    "The mountain hike made me glad and proud",
    "I baked a cake with lemons for my aunt",
    "Our cat sleeps on the piano all day",
    "I am happy that the choir sings again",
    "The picnic under the chestnut trees was a joy",
)
QUESTION = "How do I water the tomatoes in the greenhouse?"


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("layers") / "v"
    with open_vault(path, create=True) as engine:
        for n in range(25):
            engine.conversations.record(
                CycleDraft(
                    user_input=f"The tomatoes in the greenhouse need water, day {n}", user_id="mara", session_id="g"
                )
            )
        engine.remember("Tomatoes like warm water in the morning", kind="fact")
        worried = "I was worried that the greenhouse would freeze"
        engine.remember(worried, layer="emotional", kind="emotion", metadata={"user_id": "mara"})
        engine.layers.concepts.create(
            ConceptData(
                name="greenhouse",
                definition="a house of glass",
                edges=(Edge(target="rain barrel", relationship="has"),),
            )
        )
        engine.layers.concepts.create(ConceptData(name="rain barrel", definition="collects what falls on the roof"))
        engine.layers.procedures.create(
            Procedure(
                name="irrigation",
                type="Teaching",
                steps=(Step(step_id="1", description="Open the valve"),),
                trigger_conditions=Triggers(request_patterns=("water the tomatoes",)),
            )
        )
        engine.sync()
    return path


@pytest.fixture
def engine(vault: Path) -> Iterator[Engine]:
    with open_vault(vault) as opened:
        yield opened


@pytest.mark.long
def test_every_layer_is_in_one_list(engine: Engine) -> None:
    """C8.1, C8.2, C8.6: texts of all layers, concepts that come to mind, procedures that apply and turns stand in one
    list; 25 turns that match push nobody out, each memory comes once, and says why."""
    answer = engine.layers.retrieve(QUESTION, Surroundings(user_id="mara"))
    named = {source for hit in answer.hits for source in hit.ranked.sources}
    assert {"episodic", "semantic", "procedural", "emotional", "cycles"} <= named
    assert len({hit.memory.id for hit in answer.hits}) == len(answer.hits) == 10
    assert [hit.rank for hit in answer.hits] == list(range(1, 11))
    assert all(share.why for hit in answer.hits for share in hit.ranked.shares)
    procedure = next(hit for hit in answer.hits if hit.memory.kind == "procedure")
    assert any("applies" in share.why for share in procedure.ranked.shares)
    every = engine.layers.retrieve(QUESTION, Surroundings(user_id="mara"), k=50)
    assert [hit.memory.id for hit in every.hits[:10]] == [hit.memory.id for hit in answer.hits]
    barrel = next(hit for hit in every.hits if hit.memory.content.startswith("rain barrel"))
    assert any(share.why.startswith("“greenhouse” brings it to mind") for share in barrel.ranked.shares)


@pytest.mark.long
def test_episodes_that_mean_what_is_asked(engine: Engine) -> None:
    """C8.1: episodes are asked by meaning, whatever their words; what has little to do with it is none of them, and
    neither is another user's."""
    said = (("vega", "The glasshouse plants were thirsty, so I gave them a drink"), ("vega", "My violin has a string"))
    for user, text in said:
        draft = CycleDraft(user_input=text, user_id=user, session_id=text)
        engine.layers.episodes.store_episode(draft)
    engine.sync()
    for user, wanted in (("vega", [said[0][1]]), ("rui", [])):
        answer = engine.layers.retrieve("Did I water anything under glass?", Surroundings(user_id=user), k=50)
        found = [
            hit.memory.content
            for hit in answer.hits
            if any("the episode means" in share.why for share in hit.ranked.shares)
        ]
        assert found == wanted
    engine.undo()
    engine.undo()


def test_words_that_nobody_knows_find_nothing_in_any_layer(
    engine: Engine, vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """C8.3, C2.19: no layer has anything for words that neither the model nor the vault knows, whatever is on the
    board or applies; engine, tools and command line say so."""
    around = Surroundings(user_id="mara", thread="g", emotion="fear")
    answer = engine.layers.retrieve("zxqv blorf", around)
    assert answer.hits == () and any(note.startswith("Nothing was found") for note in answer.notes)
    assert not engine.layers.episodes.retrieve_similar("zxqv blorf", 5, user="mara")
    assert engine.layers.episodes.retrieve_similar("thirsty plants", 5, user="mara")
    for name in ("recall", "recall_layers"):
        tool = KITS[OWN][name]
        told = tool.does(Errand(engine, "agent:x"), tool.takes(query="zxqv blorf")).model_dump()
        assert not told["hits"] and any(note.startswith("Nothing was found") for note in told["notes"])
    turns = engine.conversations.query_memory(MemoryQuery(user_id="mara", query_text="zxqv blorf"))
    assert turns == []
    engine.close()
    for command in ("search", "retrieve"):
        assert main([command, str(vault), "zxqv blorf"]) == 0
        said = capsys.readouterr()
        assert "Nothing was found" in said.out + said.err and "tomatoes" not in said.out


@pytest.mark.long
def test_weaker_hits_are_hidden_and_shown_on_demand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """C8.3, C8.6, U22: a question that one procedure answers hides what hardly fits behind a count, as Hybrid does, also
    what is on the board or shares its mood; nothing unrelated comes before a fact that fits; shown on demand, all of it
    is behind the others, by engine, tool and command alike."""
    with open_vault(tmp_path / "v", create=True) as engine:
        for n, text in enumerate(UNRELATED):
            engine.conversations.process(CycleDraft(user_input=text, user_id="mara", session_id=f"s{n % 3}"))
        while engine.conversations.work():
            pass
        fact = engine.remember("The router stands on the shelf in the hall", kind="fact").memory
        engine.layers.procedures.create(
            Procedure(
                name="restart the router",
                type="Support",
                steps=(Step(step_id="1", description="Unplug the router, and plug it in again"),),
                trigger_conditions=Triggers(request_patterns=("restart the router",)),
            )
        )
        engine.sync()
        asked = "How do I restart the router?"
        answer = engine.layers.retrieve(asked, Surroundings(user_id="mara", thread="s0", emotion="joy"), k=20)
        shown = [hit.memory.content for hit in answer.hits]
        assert fact is not None and answer.hits[0].memory.kind == "procedure" and shown[1] == fact.content
        hybrid = engine.recall(asked, k=20)
        assert hybrid.weaker and {hit.memory.id for hit in answer.hits} <= {hit.memory.id for hit in hybrid.hits}
        assert answer.weaker and answer.as_recall().weaker == answer.weaker
        whole = engine.layers.retrieve(
            asked, Surroundings(user_id="mara", thread="s0", emotion="joy"), k=20, show_weaker=True
        )
        assert [hit.memory.content for hit in whole.hits[: len(shown)]] == shown and not whole.weaker
        assert [hit.ranked.weak for hit in whole.hits] == [False] * len(shown) + [True] * answer.weaker
        heavy = engine.layers.retrieve(asked, Surroundings(user_id="mara"), k=20, weights={"episodic": 3.0})
        assert {hit.memory.id for hit in heavy.hits} == {hit.memory.id for hit in answer.hits}, "a weight hides nothing"
        tool = KITS[OWN]["recall_layers"]
        told = tool.does(Errand(engine, "agent:x"), tool.takes(query=asked, k=20)).model_dump()
        every = tool.does(Errand(engine, "agent:x"), tool.takes(query=asked, k=20, show_weaker=True)).model_dump()
        assert told["weaker"] and len(every["hits"]) == len(told["hits"]) + told["weaker"]
    assert main(["retrieve", str(tmp_path / "v"), asked, "-k", "20"]) == 0
    said = capsys.readouterr().out
    assert f"{told['weaker']:,} weaker ones hidden; --show-weaker shows them" in said and UNRELATED[0] not in said
    assert main(["retrieve", str(tmp_path / "v"), asked, "-k", "20", "--show-weaker"]) == 0
    assert UNRELATED[0] in capsys.readouterr().out


@pytest.mark.long
def test_what_the_talk_is_of_does_not_stand_in_for_what_is_asked(engine: Engine) -> None:
    """C8.1, C8.4: a concept that only the topic of the situation names is not said to be named by the query, and does
    not come before what the query finds."""
    asked = "How do I water the tomatoes?"
    answer = engine.layers.retrieve(asked, Surroundings(user_id="mara", topic="rain barrel"), k=50, show_weaker=True)
    barrel = next(hit for hit in answer.hits if hit.memory.content.startswith("rain barrel"))
    assert "“rain barrel” is the topic" in [share.why for share in barrel.ranked.shares]
    assert not any("names “rain barrel”" in share.why for share in barrel.ranked.shares)
    fact = next(hit for hit in answer.hits if hit.memory.kind == "fact")
    assert fact.ranked.score > barrel.ranked.score


def test_layers_are_chosen_weighed_and_filtered(engine: Engine) -> None:
    """C8.6: only the layers asked for; a weight of 0 is none, a greater one lifts; operators of the query hold."""
    only = engine.layers.retrieve(QUESTION, layers=["procedural"])
    assert {hit.memory.layer.value for hit in only.hits} == {"procedural"}

    def place(answer: LayeredAnswer) -> int:
        return next(hit.rank for hit in answer.hits if hit.memory.layer.value == "emotional")

    plain = engine.layers.retrieve(QUESTION)
    assert place(engine.layers.retrieve(QUESTION, weights={"emotional": 3.0})) < place(plain)
    engine.change_settings({"layers.episodic": 0.0, "layers.cycles": 0.0, "layers.working": 0.0})
    without = engine.layers.retrieve(QUESTION, k=30)
    assert without.weights["episodic"] == 0 and "episodic" not in {hit.memory.layer.value for hit in without.hits}
    engine.undo()
    filtered = engine.layers.retrieve(f"{QUESTION} layer:semantic kind:fact", k=30)
    assert {hit.memory.kind for hit in filtered.hits} == {"fact"}
    turns = engine.layers.retrieve(f"{QUESTION} layer:cycles", k=30)
    assert turns.hits and {source for hit in turns.hits for source in hit.ranked.sources} == {"cycles"}
    assert turns.query.endswith("layer:cycles") and not turns.notes
    none = engine.layers.retrieve(f"{QUESTION} -layer:cycles,assemblies,working", k=30)
    assert "cycles" not in {source for hit in none.hits for source in hit.ranked.sources}
    (note,) = engine.layers.retrieve(f"{QUESTION} layer:dreams").notes
    assert note.startswith("layer:dreams is not known") and all(name in note for name in SOURCES)
    for wrong in ({"dreams": 1.0}, {"working": -1.0}, {"working": float("nan")}):
        with pytest.raises(InvalidCommandError):
            engine.layers.retrieve(QUESTION, weights=wrong)
    with pytest.raises(InvalidCommandError):
        engine.layers.retrieve("  ")


@pytest.mark.long
def test_a_layer_without_words_lists_what_it_holds(
    engine: Engine, vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """C8.6: a layer, or another operator, and no words list what is held, newest first, by engine, tool and command."""
    held = {}
    for name in SOURCES:
        answer = engine.layers.retrieve(f"layer:{name}", k=100)
        times = [hit.memory.created_at for hit in answer.hits]
        assert times == sorted(times, reverse=True) and answer.as_recall().keyword_total == len(times)
        assert answer.notes == (("No words to rank by: newest first.",) if times else ("Nothing of that is held.",))
        held[name] = {hit.memory.content.partition(":")[0]: hit.ranked.sources for hit in answer.hits}
    assert len(held["cycles"]) == len([one for one in held["episodic"] if one.startswith("The tomatoes")]) == 25
    assert {"greenhouse", "rain barrel"} <= held["semantic"].keys()
    assert [one.split()[0] for one in held["procedural"]] == ["irrigation"]
    assert list(held["emotional"]) == ["I was worried that the greenhouse would freeze"]
    assert not held["assemblies"]
    only = engine.layers.retrieve("layer:semantic kind:fact -rain", Surroundings(user_id="mara"))
    assert [hit.memory.content for hit in only.hits] == ["Tomatoes like warm water in the morning"]
    tool = KITS[OWN]["recall_layers"]
    told = tool.does(Errand(engine, "agent:x"), tool.takes(layers=["procedural"], k=1)).model_dump()
    assert [hit["kind"] for hit in told["hits"]] == ["procedure"]
    with pytest.raises(InvalidCommandError, match="or a layer"):
        engine.layers.retrieve("")
    engine.close()
    assert main(["retrieve", str(vault), "layer:procedural"]) == 0
    one = capsys.readouterr().out
    assert main(["retrieve", str(vault), "--layer", "procedural"]) == 0
    assert one == capsys.readouterr().out and "irrigation" in one and "0.00" not in one


def test_a_source_that_fails_leaves_the_others(engine: Engine) -> None:
    """C8.7: the hits of the other sources are the same, and the answer says what is missing, also after a fault of the
    program; who cancels a search gets none."""

    def broken(error: Exception) -> Source:
        def find(asked: Asked) -> NoReturn:
            raise error

        return find

    sources = dict(engine.layers.retrieval.sources)
    whole = engine.layers.retrieve(QUESTION)
    engine.layers.retrieval.sources["dreams"] = broken(KnownError("The library is on fire."))
    engine.layers.retrieval.sources["omens"] = broken(ZeroDivisionError())
    answer = engine.layers.retrieve(QUESTION)
    engine.layers.retrieval.sources["omens"] = broken(CancelledError())
    with pytest.raises(CancelledError):
        engine.layers.retrieve(QUESTION)
    engine.layers.retrieval.sources = sources
    assert [hit.memory.id for hit in answer.hits] == [hit.memory.id for hit in whole.hits]
    dreams, omens = answer.notes[len(whole.notes) :]
    assert dreams == "Without dreams: The library is on fire." and omens.startswith("Without omens: an error")


@pytest.mark.long
def test_the_same_by_command_and_tool(vault: Path, engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    """C8.8: `retrieve` and `recall_layers` give what the engine gives, and say what was known of the moment (C8.4); the
    recall is logged with who asked (C8.5)."""
    tool = KITS[OWN]["recall_layers"]
    errand = Errand(engine, "agent:x")
    told = tool.does(errand, tool.takes(query=QUESTION, user_id="mara", k=5)).model_dump()
    direct = engine.layers.retrieve(QUESTION, Surroundings(user_id="mara"), k=5)
    assert [hit["id"] for hit in told["hits"]] == [hit.memory.id for hit in direct.hits] == errand.ids
    assert told["situation"] == direct.around.to_json() and told["situation"]["user_id"] == "mara"
    engine.recalls.flush()
    (logged,) = engine.events(type="RECALL", limit=1)
    assert logged.actor == "agent:x"
    as_recall = direct.as_recall()
    assert as_recall.mode == "layers" and [hit.score for hit in as_recall.hits] == [h.ranked.score for h in direct.hits]
    assert {boost.name for hit in as_recall.hits for boost in hit.boosts} <= {*SOURCES, "place kept"}
    assert all(hit.score == pytest.approx(sum(one.amount for one in hit.boosts), abs=1e-9) for hit in as_recall.hits)
    assert all(hit["score"] == pytest.approx(sum(hit["found_by"].values()), abs=1e-9) for hit in told["hits"])
    for query in ("layer:semantic", "layer:emotional kind:none"):  # without words, and without a hit
        tool.does(errand, tool.takes(query=query))
        engine.recalls.flush()
        (logged,) = engine.events(type="RECALL", limit=1)
        assert (logged.actor, logged.payload["query"], logged.payload["mode"]) == ("agent:x", query, "layers")
    assert not logged.payload.get("ids")
    engine.close()
    assert main(["retrieve", str(vault), QUESTION, "--user", "mara", "-k", "5", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [hit["id"] for hit in said["hits"]] == [h.memory.id for h in direct.hits]
    assert said["situation"] == direct.around.to_json()
    assert main(["retrieve", str(vault), QUESTION, "--layer", "procedural", "--weight", "procedural=2"]) == 0
    assert "procedural" in capsys.readouterr().out
    assert main(["retrieve", str(vault), QUESTION, "--weight", "dreams=2"]) == 2


@pytest.mark.long
def test_the_board_speaks_too(tmp_path: Path) -> None:
    """C8.1, C8.4: what is on the board of the conversation is found with its activation, and completes the situation;
    of several users none is taken for granted, what is of one user alone is missing and told, the emotions are
    everybody's, and all boards are searched, the newest first."""
    with open_vault(tmp_path / "v", create=True) as engine:
        said = CycleDraft(
            user_input="I am worried about the tomatoes in the greenhouse", user_id="mara", session_id="g"
        )
        engine.conversations.process(said)
        while engine.conversations.work():
            pass
        engine.sync()
        answer = engine.layers.retrieve("tomatoes")
        assert answer.around.user_id == "mara" and answer.around.emotion == "fear" and answer.around.topic
        board = [share for hit in answer.hits for share in hit.ranked.shares if share.source == "working"]
        assert board and all(share.why.startswith("it is on the board (activation ") for share in board)
        (alone,) = engine.layers.retrieve("layer:working").hits
        assert alone.memory.content == said.user_input and alone.ranked.shares[0].why.startswith("it is on the board")
        empty = engine.layers.retrieve("tomatoes layer:working", Surroundings(user_id="rui"))
        assert not empty.hits and "No conversation has anything on its board." in empty.notes
        for thread, text in (("h", "Hello there"), ("i", "Bread for breakfast, please")):
            engine.conversations.process(CycleDraft(user_input=text, user_id="rui", session_id=thread))
        while engine.conversations.work():
            pass
        engine.sync()
        for around in (Surroundings(), Surroundings(user_id="mara"), Surroundings(thread="g")):
            other = engine.layers.retrieve("tomatoes layer:working", around)
            assert [hit.memory.content for hit in other.hits] == [said.user_input] and not other.notes
            assert [hit.ranked.sources for hit in other.hits] == [("working",)]
        everybody = engine.layers.retrieve("tomatoes", Surroundings(emotion="fear"))
        assert everybody.around.user_id is None
        assert everybody.notes == ("Without turns: there are several users, and none of them is named.",)
        assert not engine.layers.retrieve("tomatoes", Surroundings(user_id="mara")).notes
        felt = engine.layers.emotions.record("I was afraid of the dark", user="rui")
        assert felt is not None
        for user, fears in ((None, True), ("rui", True), ("mara", False)):
            found = engine.layers.retrieve(
                "tomatoes", Surroundings(user_id=user, emotion="fear"), show_weaker=True
            ).hits
            assert (felt.memory.id in {hit.memory.id for hit in found}) is fears, user
        older = engine.layers.retrieve("hello layer:working", Surroundings(user_id="rui"))
        assert "Hello there" in [hit.memory.content for hit in older.hits], "on an older board of the user"
        none = engine.layers.retrieve("zeppelin layer:working")
        assert not none.hits and none.notes == (
            "Nothing on 3 boards has to do with this query.",
            "Only asked: working.",
        )
        assert none.as_recall().keyword_total is None, "it would count what was not asked for"


@pytest.mark.long
def test_a_bare_name_stands_before_nothing_that_answers(tmp_path: Path) -> None:
    """C8.1: a concept of which nothing is known does not come before a text that answers; one with a fact is brought
    to mind by its name."""
    asked = "What does Ines want to do for a career?"
    with open_vault(tmp_path / "v", create=True) as engine:
        said = engine.remember("Ines wants a career in counselling and mental health.")
        assert said.memory is not None
        engine.layers.concepts.learn(ConceptData(name="Ines", category="person"), (said.memory.id,))
        engine.sync()
        first = engine.layers.retrieve(asked, Surroundings()).hits[0]
        assert first.memory.content.startswith("Ines wants a career")
        shares = [
            share.why for hit in engine.layers.retrieve(asked, Surroundings()).hits for share in hit.ranked.shares
        ]
        assert not any("names “Ines”" in why for why in shares)
        engine.layers.concepts.learn(
            ConceptData(name="Ines", category="person", facts=("Ines paints.",)), (said.memory.id,)
        )
        shares = [
            share.why for hit in engine.layers.retrieve(asked, Surroundings()).hits for share in hit.ranked.shares
        ]
        assert any("names “Ines”" in why for why in shares)


@pytest.mark.long
def test_notes_on_the_boards_stand_beside_the_hits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """C8.1: what somebody noted on a board is found by its words or its meaning, with the board, the layer and why;
    engine, tool and command line give it beside the hits, which are memories. Of another user it is not."""
    noted = "The wifi password is swordfish"
    with open_vault(tmp_path / "v", create=True) as engine:
        engine.remember("Oat milk is in the pantry")
        engine.layers.working.add(noted, user="ann", thread="t1")
        engine.layers.working.add("Buy oat milk and bread", user="ann", thread="t1")
        engine.sync()

        def found(query: str, **around: str) -> list[str]:
            return [one.content for one in engine.layers.retrieve(query, Surroundings(**around)).board]

        for query in ("wifi password", "what is the password?", "swordfish", "wifi layer:working"):
            assert found(query) == found(query, user_id="ann") == found(query, user_id="ann", thread="t1") == [noted]
        assert found("groceries to get") == ["Buy oat milk and bread"], "by its meaning"
        assert found("layer:working") == [noted, "Buy oat milk and bread"]
        for query in ("the violin", "wifi -swordfish", "wifi kind:fact", "wifi -layer:working", "wifi layer:semantic"):
            assert found(query) == [], query
        assert found("wifi", user_id="rui") == []
        answer = engine.layers.retrieve("wifi layer:working")
        (one,) = answer.board
        assert (one.user_id, one.thread, one.why) == ("ann", "t1", "it is on the board (activation 1.00)")
        assert 0 < one.relevance <= 1 and answer.hits == () and answer.notes == ()
        nothing = engine.layers.retrieve("zeppelin layer:working")
        assert "Nothing on 1 board has to do with this query." in nothing.notes
        tool = KITS[OWN]["recall_layers"]
        told = tool.does(Errand(engine, "agent:x"), tool.takes(query="wifi password")).model_dump()
        assert told["board"] == [one.to_json() | {"relevance": told["board"][0]["relevance"]}]
    assert main(["retrieve", str(tmp_path / "v"), "wifi password", "--json"]) == 0
    (said,) = json.loads(capsys.readouterr().out)["board"]
    assert (said["layer"], said["session_id"], said["content"]) == ("working", "t1", noted)
    assert main(["retrieve", str(tmp_path / "v"), "wifi password", "--layer", "working"]) == 0
    shown = capsys.readouterr()
    assert noted in shown.out and "board of ann, t1" in shown.out and "Nothing" not in shown.out + shown.err


def test_the_nearest_concept_brings_others_to_mind(tmp_path: Path) -> None:
    """U22: where the query names no concept, the one nearest in meaning above 0.5 is the topic; where it names one,
    or none is near, none is."""
    with open_vault(tmp_path / "v", create=True) as engine:
        concepts = engine.layers.concepts
        edges = (Edge(target="Harbour Quux"),)
        concepts.create(ConceptData(name="Sailing boat", definition="a vessel moved by wind", edges=edges))
        concepts.create(ConceptData(name="Harbour Quux", definition="place for moorings in Genoa"))
        concepts.create(ConceptData(name="Cello", definition="a string instrument"))
        engine.sync()

        def reasons(query: str) -> list[str]:
            answer = engine.layers.retrieve(query, show_weaker=True)
            return [one.why for hit in answer.hits for one in hit.ranked.shares if "brings it to mind" in one.why]

        near = "“Sailing boat”, which is nearest to the query, brings it to mind, in 1 step"
        assert reasons("a yacht that the wind drives") == reasons("yachts") == [near]
        assert reasons("Sailing boat") == ["“Sailing boat” brings it to mind, in 1 step"]
        assert reasons("a cello on a yacht") == reasons("the rent of the flat") == []


def test_what_is_missing_or_empty_is_told(tmp_path: Path) -> None:
    """C8.4, C8.7: without an emotion the answer says that none was compared, where there are any; a layer that is
    named and empty is told, and keeps nothing from the others."""
    with open_vault(tmp_path / "v", create=True) as engine:
        engine.remember("The ferry leaves at nine")
        engine.sync()
        plain = engine.layers.retrieve("ferry")
        assert plain.hits and plain.notes == ()
        some = engine.layers.retrieve("ferry", layers=("semantic", "procedural", "emotional", "assemblies"))
        assert [hit.memory.content for hit in some.hits] == ["The ferry leaves at nine"]
        empty = ("There is nothing in the procedural layer.", "There is nothing in the emotional layer.")
        assert some.notes == (*empty, "There are no assemblies with members.")
        listed = engine.layers.retrieve("layer:semantic,procedural,working")
        assert listed.hits and listed.notes[1:] == ("No conversation has anything on its board.", empty[0])
        assert engine.layers.emotions.record("I was afraid of the ferry", user="ann") is not None
        engine.sync()
        missing = "Without what was felt in a like mood: no emotion is given, and the board names none."
        assert missing in engine.layers.retrieve("ferry").notes
        assert missing not in engine.layers.retrieve("ferry", Surroundings(emotion="fear")).notes
        assert missing not in engine.layers.retrieve("ferry", layers=("semantic",)).notes
        assert missing not in engine.layers.retrieve("ferry", Surroundings(user_id="rui")).notes
