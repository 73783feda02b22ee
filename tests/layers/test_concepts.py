"""Concepts of a vault: learned, changed, linked, decided about; undone, redone and folded again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from memory_desktop import open_vault
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.layers.concepts import (
    Concept,
    ConceptData,
    ConceptEdit,
    Edge,
    Personal,
    Resolution,
    adding,
    concept_edit,
    told_settled,
)
from memory_desktop.core.layers.procedures import Procedure, Step
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.layers.concepts import Concepts
from memory_desktop.engine.layers.library import Origin
from memory_desktop.wiring import rebuild_vault


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    with open_vault(tmp_path / "v", create=True) as opened:
        yield opened


@pytest.fixture
def concepts(engine: Engine) -> Concepts:
    return engine.layers.concepts


def _said(engine: Engine, text: str, user: str = "") -> str:
    """A turn; the id of its first message."""
    turn = CycleDraft(user_input=text, final_response="I see.", user_id=user, session_id="s")
    return engine.conversations.record(turn)[0].messages[0]


def _state(engine: Engine) -> list[tuple[str, Concept]]:
    return [(one.id, one.payload) for one in engine.layers.concepts.list()]


def test_learning_from_episodes(engine: Engine, concepts: Concepts) -> None:
    """C3.6, C3.14, C3.15: by name it is updated, else made; a message stands for its turn; twice makes no event."""
    first, second = _said(engine, "Mara lives in Porto."), _said(engine, "Mara plays the cello.")
    cycle = engine.get(second).metadata["cycle"]
    made = concepts.learn_concept({"name": "Mara", "facts": ["Mara lives in Porto."]}, first)
    assert made.made and made.entry is not None and made.entry.payload.understanding.source_episodes == (first,)
    head = engine.head
    assert not concepts.learn_concept({"name": "mara", "facts": ["Mara lives in Porto"]}, first).changed
    assert engine.head == head
    more = concepts.learn_concept({"name": "Mara", "category": "person", "facts": ["Mara plays the cello."]}, cycle)
    assert more.entry is not None and (more.made, more.entry.id) == (False, made.entry.id)
    understanding = more.entry.payload.understanding
    assert understanding.source_episodes == (first, second) and understanding.revision_count == 1
    assert more.entry.payload.category == "person" and more.entry.payload.confidence == 2 / 3
    assert more.entry.memory.metadata["generated_from"] == [first, second]
    answer = engine.conversations.get(cycle).messages[1]
    assert concepts.episodes([answer, second, cycle]) == (second,)
    with pytest.raises(NotFoundError):
        concepts.learn_concept({"name": "Rui"}, "mem_nowhere")
    with pytest.raises(InvalidCommandError, match="needs a source"):
        concepts.learn(ConceptData(name="Rui"), ())
    engine.forget(first)
    assert concepts.get("Mara").payload.understanding.source_episodes == (first, second), "it outlives its source"


def test_name_and_category_are_the_key(engine: Engine, concepts: Concepts) -> None:
    """U10: the same name in another category is another concept; without a category the only one of the name is meant."""
    source = _said(engine, "On Python")
    for category in ("language", "animal"):
        assert concepts.learn(ConceptData(name="Python", category=category), [source]).made
    with pytest.raises(InvalidCommandError, match="several concepts") as error:
        concepts.get("Python")
    assert all(one.id in error.value.hint for one in concepts.all())
    assert {one.payload.category for one in concepts.named("PYTHON")} == {"animal", "language"}
    with pytest.raises(InvalidCommandError, match="already"):
        concepts.create(ConceptData(name="python", category="Animal"))
    snake = concepts.named("Python")[1]
    with pytest.raises(InvalidCommandError, match="already"):
        concepts.edit(snake.id, ConceptEdit(category="language"))


def test_renaming_keeps_the_id_and_the_links(engine: Engine, concepts: Concepts) -> None:
    """U10, C3.17, C3.18: the id stays, links by the old name lead on, and what is learned by it is learned of it."""
    source = _said(engine, "Mara lives in Porto.")
    mara = concepts.learn(ConceptData(name="Mara", edges=(Edge(target="Porto", relationship="lives in"),)), [source])
    porto = concepts.create(ConceptData(name="Porto", definition="A city."))
    assert porto is not None and mara.entry is not None
    renamed = concepts.rename("Porto", "Oporto", origin=Origin(actor="agent:x"))
    assert (renamed.id, renamed.payload.name, renamed.memory.actor) == (porto.id, "Oporto", "agent:x")
    (beside,) = concepts.neighbours("Oporto")
    assert (beside.node.id, beside.ways[0].relationship) == (mara.entry.id, "lives in")
    assert [one.node.name for one in concepts.neighbours(mara.entry.id)] == ["Oporto"]
    assert concepts.learn(ConceptData(name="Porto", facts=("Porto is on the Douro.",)), [source]).made is False
    assert concepts.retire(["Oporto"]) == 1
    (left,) = concepts.neighbours("Mara")
    assert (left.node.name, left.node.known) == ("Porto", False)


def test_activation_is_never_written(engine: Engine, concepts: Concepts) -> None:
    """C3.19, C3.21: neighbours have 0.7, an unknown name gives nothing, and asking writes no event."""
    source = _said(engine, "Mara lives in Porto.")
    concepts.learn(ConceptData(name="Mara", edges=(Edge(target="Porto"), Edge(target="Cello"))), [source])
    head, before = engine.head, _state(engine)
    found = concepts.activate_related("mara")
    assert [(one.node.name, one.activation) for one in found] == [("Cello", 0.7), ("Porto", 0.7)]
    assert [one.node.name for one in concepts.activate_related("Porto")] == ["Mara", "Cello"]
    assert concepts.activate_related("nobody") == ()
    assert (engine.head, _state(engine)) == (head, before)


def test_users_are_kept_apart(engine: Engine, concepts: Concepts) -> None:
    """C0.7, C3.9, C3.10: a user sees what is theirs, and a concept of others of which they have an understanding."""
    one, other = _said(engine, "Tea is green.", "mara"), _said(engine, "Tea is black.", "rui")
    concepts.learn(ConceptData(name="Tea", facts=("Tea is green.",)), [one], user="mara")
    concepts.learn(ConceptData(name="Tea", facts=("Tea is black.",)), [other], user="rui")
    shared = concepts.create(ConceptData(name="Coffee"))
    assert shared is not None and len(concepts.all()) == 3 and not concepts.conflicts()
    assert [one.payload.knowledge.facts for one in concepts.list("mara")] == [("Tea is green.",)]
    assert concepts.get("Tea", "rui").user_id == "rui"
    concepts.understand("Coffee", "rui", Personal(mastery_level=0.5, misconceptions=("It grows in Norway.",)))
    coffee = concepts.get("Coffee", "rui")
    assert coffee.id == shared.id and coffee.payload.user_specific["rui"].mastery_level == 0.5
    assert coffee.payload.understanding == shared.payload.understanding
    assert [one.payload.name for one in concepts.list("mara")] == ["Tea"]
    concepts.understand("Coffee", "rui", None)
    assert [one.payload.name for one in concepts.list("rui")] == ["Tea"]
    with pytest.raises(NotFoundError):
        concepts.understand(concepts.list("mara")[0].id, "rui", Personal(mastery_level=1))
    with pytest.raises(InvalidCommandError, match="mastery_level"):
        concepts.understand("Coffee", "rui", Personal(mastery_level=2))


def test_conflicts_wait_for_a_decision(engine: Engine, concepts: Concepts) -> None:
    """C3.8, C3.16: what contradicts is kept, listed and decided about; the decision can be undone."""
    source = _said(engine, "Mara moved.")
    concepts.learn(ConceptData(name="Mara", facts=("Mara lives in Porto.",)), [source])
    lesson = concepts.learn(ConceptData(name="Mara", facts=("Mara lives in Lisbon.",)), [source])
    assert len(lesson.conflicts) == 1
    (waiting,) = concepts.conflicts()
    assert (waiting.number, waiting.conflict.fact) == (1, "Mara lives in Porto.")
    concepts.resolve("Mara", waiting.number, Resolution.KEEP_NEW)
    assert concepts.conflicts() == () and concepts.get("Mara").payload.knowledge.facts == ("Mara lives in Lisbon.",)
    engine.undo()
    assert [one.conflict for one in concepts.conflicts()] == [waiting.conflict]


def test_a_decision_says_which_others_it_settles(engine: Engine, concepts: Concepts) -> None:
    """C3.16: a decision by which a side of another conflict goes says that this is settled by it; one undo brings both
    back; one that takes nothing away settles no other."""
    facts = ("Mara lives in Oslo.", "Mara does not live in Oslo.", "Mara lives in Paris.")
    concepts.create(ConceptData(name="Mara", facts=facts))
    waiting = concepts.conflicts()
    assert [one.number for one in waiting] == [1, 2]
    both = concepts.resolve("Mara", 2, Resolution.KEEP_BOTH)
    assert both.settled == () and [one.number for one in concepts.conflicts()] == [1]
    engine.undo()
    decided = concepts.resolve("Mara", 1, Resolution.KEEP_NEW)
    assert decided.settled == (2,) and concepts.conflicts() == ()
    assert told_settled(decided.settled) == "Conflict 2 is settled by it as well: a statement of it is gone."
    assert told_settled((2, 3, 5)).startswith("Conflicts 2, 3 and 5 are settled")
    engine.undo()
    assert [one.conflict for one in concepts.conflicts()] == [one.conflict for one in waiting]


def test_an_edit_that_contradicts_waits_for_a_decision(concepts: Concepts, engine: Engine) -> None:
    """C3.16: what somebody adds by hand against a known fact is listed as a conflict; one undo takes both back."""
    made = concepts.create(ConceptData(name="Bruno", facts=("Bruno is a vegetarian.",)))
    assert made is not None
    change = adding(made.payload, concept_edit({"facts": ["Bruno is not a vegetarian."]}))
    concepts.edit("Bruno", change)
    assert [one.conflict.other for one in concepts.conflicts()] == ["Bruno is not a vegetarian."]
    engine.undo()
    assert concepts.conflicts() == () and concepts.get("Bruno").payload == made.payload
    concepts.edit("Bruno", concept_edit({"facts": ["Bruno is not a vegetarian."]}))
    assert concepts.conflicts() == (), "it took the place of what it contradicts"


def test_each_step_can_be_undone_and_the_log_gives_the_same(tmp_path: Path) -> None:
    """C0.3, C0.4: undo, redo and folding again from the log give the same concepts under the same ids."""
    path = tmp_path / "v"
    with open_vault(path, create=True) as engine:
        before = _done_and_undone(engine, engine.layers.concepts)
    rebuild_vault(path)
    with open_vault(path) as engine:
        assert _state(engine) == before != []


def _done_and_undone(engine: Engine, concepts: Concepts) -> list[tuple[str, Concept]]:
    source = _said(engine, "Mara lives in Porto.")
    steps = (
        lambda: concepts.learn(ConceptData(name="Mara", facts=("Mara lives in Porto.",)), [source]),
        lambda: concepts.learn(ConceptData(name="Mara", facts=("Mara plays the cello.",)), [source]),
        lambda: concepts.edit("Mara", ConceptEdit(definition="A friend.", confidence=0.8)),
        lambda: concepts.understand("Mara", "rui", Personal(personal_relevance=0.3)),
        lambda: concepts.rename("Mara", "Mara Silva"),
        lambda: concepts.retire(["Mara Silva"]),
    )
    states = [_state(engine)]
    for step in steps:
        step()
        states.append(_state(engine))
    for before in reversed(states[:-1]):
        engine.undo()
        assert _plain(_state(engine)) == _plain(before)
    for after in states[1:]:
        engine.redo()
        assert _plain(_state(engine)) == _plain(after)
    engine.undo()
    return _state(engine)


def _plain(state: list[tuple[str, Concept]]) -> list[tuple[str, Concept]]:
    """Without what tells versions apart: an undo brings the earlier text back as another memory of the same line."""
    return [(id, msgspec.structs.replace(one, origin="")) for id, one in state]


def test_what_a_gate_takes_out_is_learned_once(engine: Engine, concepts: Concepts) -> None:
    """D7, C3.15: personal data is taken out of facts, too, and the same fact is not kept twice; one that is held back
    is a concept once it is released."""
    source = _said(engine, "Mara has a new address.")
    engine.change_settings({"gates.pii": "redact"})
    data = ConceptData(name="Mara", facts=("Write to mara@example.org please.",))
    for _ in range(2):
        lesson = concepts.learn(data, [source])
    assert lesson.entry is not None and not lesson.changed
    assert lesson.entry.payload.knowledge.facts == ("Write to [email] please.",)
    engine.change_settings({"gates.pii": "hold"})
    held = concepts.learn(ConceptData(name="Rui", facts=("Write to rui@example.org please.",)), [source])
    assert held.entry is None and not held.changed
    engine.gates.release([one.id for one in engine.gates.held()])
    assert concepts.get("Rui").payload.understanding.source_episodes == (source,)


def test_a_purge_takes_the_concepts_that_quote_it(engine: Engine, concepts: Concepts) -> None:
    """D2, C3.6: a purge takes every version of a concept that has the text, in a fact or in what was decided about."""
    text = "Mara lives in Porto, in the old town."
    said, other = _said(engine, text), _said(engine, "Mara plays the cello.")
    concepts.learn(ConceptData(name="Mara", facts=(text, "Mara lives in Lisbon.")), [said])
    concepts.resolve("Mara", 1, Resolution.KEEP_NEW)
    concepts.learn(ConceptData(name="Cello", facts=("Mara plays the cello.",)), [said, other])
    (entry,) = concepts.named("Mara")
    assert text not in entry.memory.content, "only the conflict tells it now"
    plan = engine.plan_purge([said])
    assert {said, entry.id, entry.memory.id} <= set(plan.ids)
    engine.purge(plan)
    assert [one.payload.name for one in concepts.all()] == ["Cello"]


def test_a_concept_is_found_like_any_memory(engine: Engine, concepts: Concepts) -> None:
    """C3.11, C0.2: a concept is a memory with a vector of its own; it is found by its name, definition and facts."""
    made = concepts.create(ConceptData(name="Cello", definition="A string instrument.", facts=("Mara plays it.",)))
    assert made is not None
    engine.sync()
    assert made.memory.layer == "semantic" and made.memory.kind == "concept"
    for words in ("cello", "string instrument", "mara plays"):
        assert [hit.memory.id for hit in engine.recall(words).hits] == [made.memory.id]


def test_the_id_of_a_version_in_between_leads_to_the_concept(engine: Engine, concepts: Concepts) -> None:
    """C3.14: whichever memory said it once, its id names the concept, also a procedure; one that was retired has none."""
    entry = concepts.create(ConceptData(name="Porto", facts=("Porto has bridges.",)))
    assert entry is not None
    second = concepts.edit(entry.id, ConceptEdit(facts=("Porto has six bridges.",)))
    third = concepts.edit(second.memory.id, ConceptEdit(facts=("Porto has seven bridges.",)))
    assert len({entry.memory.id, second.memory.id, third.memory.id}) == 3
    for id in (entry.memory.id, second.memory.id, third.memory.id):
        assert concepts.get(id).memory.id == third.memory.id == concepts.library.get(id).memory.id
    procedures = engine.layers.procedures
    made = procedures.create(Procedure(name="Bake", type="Teaching", steps=(Step(description="Mix"),)))
    assert made is not None
    for task in ("Knead", "Rest"):
        last = procedures.edit(made.id, Procedure(name="Bake", type="Teaching", steps=(Step(description=task),)))
        assert procedures.get(last.memory.id).id == made.id
    assert procedures.get(made.memory.id).memory.id == last.memory.id
    concepts.retire([third.id])
    for id in (second.memory.id, _said(engine, "Porto is old."), "nowhere"):
        with pytest.raises(NotFoundError):
            concepts.get(id)


def test_the_id_of_a_concept_means_the_concept(engine: Engine, concepts: Concepts) -> None:
    """C3.15, F5: the id that is printed names it for good, also where memories are named; a former text alone is not
    forgotten, protected or brought back beside what it says now.
    """
    made = concepts.create(ConceptData(name="Mara", facts=("Mara sings.",)))
    assert made is not None
    concepts.edit(made.id, ConceptEdit(facts=("Mara plays the cello.",)))
    now = concepts.get("Mara")
    assert (now.id, now.memory.id == made.id) == (made.id, False)

    with pytest.raises(InvalidCommandError, match="former text") as refused:
        engine.restore([made.id])
    assert now.memory.id in str(refused.value)
    assert engine.layers.meta.protect(made.id) == 1 and engine.layers.meta.is_protected(now.memory.id)
    assert engine.reinforce(made.id, 0.5) == 1 and engine.get(now.memory.id).salience > now.memory.salience
    assert engine.forget(made.id) == 1 and engine.forget(made.id) == 0 and not concepts.list()
    done = engine.undo()
    assert done is not None and concepts.get(made.id).payload == now.payload


def test_a_former_text_of_a_skill_is_the_skill(engine: Engine) -> None:
    """E8.8, F5: a skill is forgotten by the id of its first text, too."""
    first = engine.conversations.skills.create(Skill("sailing", "Plans trips.", "Check the wind."))
    engine.conversations.skills.edit("sailing", replace(first, prompt="Check wind and tide."))
    assert engine.forget(first.id) == 1
    assert not engine.conversations.skills.list()


def test_where_somebody_was_born_is_no_birthday(concepts: Concepts, engine: Engine) -> None:
    """C3.15: two birthplaces contradict each other as birthplaces, two dates as birthdays, and a place no date."""
    source = _said(engine, "About Tom")

    def reasons(*facts: str) -> list[str]:
        return [one.reason for one in concepts.learn(ConceptData(name="Tom", facts=facts), [source]).conflicts]

    assert reasons("Tom was born in Paris.", "Tom was born in May 1990 in Paris.") == []
    assert reasons("Tom was born in Rome.") == ["Both tell the birthplace: “Paris” and “Rome”."]
    assert reasons("Tom was born on 3 June 1991.") == ["Both tell the birthday: “May 1990” and “3 June 1991”."]
