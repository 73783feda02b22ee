"""What can be done to the layers of a vault, as steps of random sequences, and what a person could tell of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec

from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.layers.concepts import ConceptData, ConceptEdit, Edge, Personal
from memory_desktop.core.layers.emotional import EmotionEdit
from memory_desktop.core.layers.procedures import Procedure, Step
from memory_desktop.engine.engine import Engine

STEPS = (
    "board item",
    "board field",
    "board list",
    "board remove",
    "concept",
    "concept learned",
    "concept edited",
    "concept retired",
    "concept understood",
    "procedure",
    "procedure edited",
    "procedure retired",
    "run begun",
    "run reported",
    "run reported",
    "run stopped",
    "procedure rated",
    "skill practised",
    "emotion",
    "emotion corrected",
    "emotion retired",
    "patterns",
    "episode corrected",
    "consolidate",
    "forgetting",
    "protect",
    "unprotect",
)
_WORDS = ("Porto", "Bergen", "sailing", "the boat", "rye bread")


def look(vault: Engine) -> dict[str, Any]:
    """What a person sees of the layers, without ids."""
    layers = vault.layers
    boards = {}
    for head in layers.working.boards():
        board = layers.working.board(head.user, head.thread).board
        items = sorted((one.content, one.type, one.salience, one.activation, bool(one.episode)) for one in board.items)
        if items or board.state or board.focus:
            boards[head.user, head.thread] = (items, repr(board.window), repr(board.state), repr(board.focus))
    return {
        "boards": boards,
        "concepts": sorted(
            (one.user_id, one.payload.name, repr(one.payload.knowledge)) for one in layers.concepts.all()
        ),
        "procedures": sorted(
            (
                card.procedure.name,
                repr(card.procedure.steps),
                repr(msgspec.to_builtins(card.performance)),
                [(run.state, run.outcome, len(run.reports), run.note) for run in card.runs],
            )
            for card in layers.procedures.cards()
        ),
        "abilities": sorted(
            (one.skill_name, one.proficiency, one.practice_count) for one in layers.procedures.skill_library()
        ),
        "emotions": sorted(repr(one.event) for one in layers.emotions.events()),
        "episodes": sorted(
            (one.cycle.cycle_id, repr(one.payload.content), repr(one.payload.context), one.payload.corrected)
            for one in layers.episodes.list(limit=None)
        ),
        "protected": sorted(one.content for one in layers.meta.protected(limit=99)),
        "runs": sorted((one.upto, one.state) for one in layers.consolidation.list() if one.state != "undone"),
    }


def actions(
    vault: Engine, chance: Random, some: list[str], text: Callable[[], str]
) -> Mapping[str, Callable[[], object]]:
    """By step, what it does.

    Args:
        some: ids of active memories, which may be none. text: a new text each time.
    """
    layers = vault.layers
    where = {"user": "", "thread": chance.choice(("s", "t"))}
    word, number = chance.choice(_WORDS), chance.randrange(100)
    items = [one.id for one in layers.working.board(**where).board.items]
    concepts = [one.id for one in layers.concepts.all()]
    procedures = [one.id for one in layers.procedures.list()]
    runs = [one.id for card in layers.procedures.cards() for one in card.runs if one.state == "running"]
    felt = [one.id for one in layers.emotions.events()]
    episodes = [one.id for one in layers.episodes.list(limit=20)]
    skills = [one.skill_name for one in layers.procedures.skill_library()]
    concept, procedure = chance.choice(concepts or [""]), chance.choice(procedures or [""])
    run, emotion = chance.choice(runs or [""]), chance.choice(felt or [""])
    episode = chance.choice(episodes or [""])
    steps = tuple(Step(description=f"{verb} {word}") for verb in ("Take", "Look at", "Put back")[: 1 + number % 3])

    def edited() -> None:
        old = layers.procedures.get(procedure).payload
        layers.procedures.edit(procedure, msgspec.structs.replace(old, steps=steps), why=text() if number % 2 else "")

    def practised() -> None:
        if not skills:
            vault.conversations.skills.create(Skill(f"skill {number}", text(), "Do it."))
        else:
            layers.procedures.practise(chance.choice(skills), succeeded=number % 2 == 0)

    return {
        "board item": lambda: layers.working.add(
            **({"memory": some[0]} if some and number % 2 else {"text": text()}), salience=number / 100, **where
        ),
        "board field": lambda: layers.working.set_fields({chance.choice(("primary", "current_goal")): word}, **where),
        "board list": lambda: layers.working.set_fields(add=[("monitoring", f"{word} {number}")], **where),
        "board remove": lambda: items and layers.working.remove(items[:1], **where),
        "concept": lambda: layers.concepts.create(ConceptData(name=f"{word} {number}", facts=(text(),))),
        "concept learned": lambda: some and layers.concepts.learn(
            ConceptData(name=word, facts=(text(),), edges=(Edge(target=f"{word} {number}"),)), some[:1]
        ),
        "concept edited": lambda: concept and layers.concepts.edit(
            concept, ConceptEdit(facts=(text(),)) if number % 2 else ConceptEdit(name=f"{word} {number} anew")
        ),
        "concept retired": lambda: concept and layers.concepts.retire([concept]),
        "concept understood": lambda: concept and layers.concepts.understand(
            concept, "", Personal(mastery_level=number / 100)
        ),
        "procedure": lambda: layers.procedures.create(Procedure(name=f"{word} {number}", type="Teaching", steps=steps)),
        "procedure edited": lambda: procedure and edited(),
        "procedure retired": lambda: procedure and layers.procedures.retire(procedure),
        "run begun": lambda: procedure and layers.procedures.start(procedure),
        "run reported": lambda: run and layers.procedures.report(run, number % 3 > 0, text()),
        "run stopped": lambda: run and layers.procedures.stop(run, text()),
        "procedure rated": lambda: procedure and layers.procedures.rate(procedure, number / 100),
        "skill practised": practised,
        "emotion": lambda: layers.emotions.record(f"I am {chance.choice(('so happy', 'terrified'))} about {word}, {text()}"),
        "emotion corrected": lambda: emotion and layers.emotions.correct(emotion, EmotionEdit(topic=f"{word} {number}")),
        "emotion retired": lambda: emotion and layers.emotions.retire([emotion]),
        "patterns": lambda: layers.emotions.update_patterns(),
        "episode corrected": lambda: episode and layers.episodes.correct(episode, {"content.topic": f"{word} {number}"}),
        "consolidate": lambda: layers.consolidation.run(),
        "forgetting": lambda: layers.meta.forgetting.run(),
        "protect": lambda: some and layers.meta.protect(some),
        "unprotect": lambda: some and layers.meta.unprotect(some),
    }  # fmt: skip
