"""Tools for concepts: what is known of people, places and ideas, and how they are linked.

Conflicts are listed here, and decided as the person says.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from memory_desktop.core.layers.concept_json import activated_json, concept_json, neighbours_json
from memory_desktop.core.layers.concepts import Resolution, concept_data, concept_edit, told_settled
from memory_desktop.core.layers.graph import DEPTH, SPREAD
from memory_desktop.engine.layers.concepts import known
from memory_desktop.engine.layers.library import Origin
from memory_desktop.service.tools.base import Arguments, Errand, Request, Result, Tool

_USER = "Whose concepts: the user’s id; leave it out for the vault’s own user."
_NAME = "The concept’s name, or its concept_id."


class ListArguments(Arguments):
    """What `concepts` takes."""

    query: str = Field(default="", max_length=400, description="Only those with each of these words; or a name or id.")
    user_id: str = Field(default="", description=_USER)
    limit: int = Field(default=50, ge=1, le=500)


class ListResult(Result):
    """What `concepts` answers."""

    total: int
    concepts: list[dict[str, Any]]


def _list(errand: Errand, given: ListArguments) -> ListResult:
    library = errand.engine.layers.concepts
    every = tuple(one for one in library.all(given.user_id) if one.id == given.query)
    every = every or library.list(given.user_id, words=given.query)
    shown = every[: given.limit]
    errand.ids.extend(one.memory.id for one in shown)
    return ListResult(total=len(every), concepts=[concept_json(known(one), given.user_id) for one in shown])


class NamedArguments(Arguments):
    """What `concept_neighbours` and `retire_concept` take."""

    name: str = Field(description=_NAME)
    user_id: str = Field(default="", description=_USER)


class NeighboursResult(Result):
    """What `concept_neighbours` answers."""

    neighbours: list[dict[str, Any]]


def _neighbours(errand: Errand, given: NamedArguments) -> NeighboursResult:
    found = errand.engine.layers.concepts.neighbours(given.name, given.user_id)
    return NeighboursResult(neighbours=neighbours_json(found))


class RelatedArguments(NamedArguments):
    """What `related_concepts` takes."""

    spread: float = Field(default=SPREAD, ge=0, le=1, description="What is left of activation at each step.")
    depth: int = Field(default=DEPTH, ge=0, le=10)


class RelatedResult(Result):
    """What `related_concepts` answers."""

    related: list[dict[str, Any]] = Field(description="Most activated first; empty for a name that is not known.")


def _related(errand: Errand, given: RelatedArguments) -> RelatedResult:
    library = errand.engine.layers.concepts
    found = library.activate_related(given.name, given.spread, depth=given.depth, user=given.user_id)
    return RelatedResult(related=activated_json(found))


class KnowledgeArguments(Arguments):
    """What is known of a concept."""

    definition: str | None = None
    category: str | None = Field(default=None, description="Such as person, place, project.")
    facts: list[str] | None = Field(default=None, max_length=200)
    properties: dict[str, str | int | float | bool] | None = Field(default=None, description="Attributes by name.")
    examples: list[str] | None = Field(default=None, max_length=200)
    non_examples: list[str] | None = Field(default=None, max_length=200)
    relationships: dict[str, str] | None = Field(
        default=None, description="By name of another concept, how this one is related to it: {“Porto”: “lives in”}."
    )

    def knowledge(self) -> dict[str, Any]:
        """What is given of it."""
        every = {name: getattr(self, name) for name in KnowledgeArguments.model_fields}
        return {name: value for name, value in every.items() if value is not None}


class LearnArguments(KnowledgeArguments):
    """What `learn_concept` takes."""

    name: str = Field(description="As people write it. One that is there learns more.")
    source_episode: str = Field(description="Id of the memory, or of the turn (cycle_id), that it is learned from.")
    user_id: str = Field(default="", description=_USER)


class LearnResult(Result):
    """What `learn_concept` answers."""

    concept: dict[str, Any] | None = Field(description="None where it is held back for review.")
    made: bool
    changed: bool = Field(description="False where all of it was known.")
    conflicts: list[str] = Field(description="What contradicts something known; both are kept for the person.")


def _learn(errand: Errand, given: LearnArguments) -> LearnResult:
    data = concept_data({"name": given.name, **given.knowledge()})
    lesson = errand.engine.layers.concepts.learn_concept(
        data, given.source_episode, user=given.user_id, origin=Origin(actor=errand.actor)
    )
    if lesson.entry is not None:
        errand.ids.append(lesson.entry.memory.id)
    return LearnResult(
        concept=concept_json(known(lesson.entry), given.user_id) if lesson.entry is not None else None,
        made=lesson.made,
        changed=lesson.changed,
        conflicts=[one.reason or f"“{one.fact}” and “{one.other}”." for one in lesson.conflicts],
    )


class EditArguments(KnowledgeArguments):
    """What `edit_concept` takes."""

    name: str = Field(description=_NAME)
    new_name: str | None = None
    user_id: str = Field(default="", description=_USER)


class ConceptResult(Result):
    """A concept."""

    concept: dict[str, Any]


def _edit(errand: Errand, given: EditArguments) -> ConceptResult:
    change = {**given.knowledge(), **({"name": given.new_name} if given.new_name is not None else {})}
    entry = errand.engine.layers.concepts.edit(
        given.name, concept_edit(change), user=given.user_id, origin=Origin(actor=errand.actor)
    )
    errand.ids.append(entry.memory.id)
    return ConceptResult(concept=concept_json(known(entry), given.user_id))


class UnderstandArguments(NamedArguments):
    """What `understand_concept` takes."""

    personal_examples: list[str] = Field(default_factory=list, max_length=200, description="Added to those there are.")
    personal_relevance: float | None = Field(default=None, ge=0, le=1)
    mastery_level: float | None = Field(default=None, ge=0, le=1)
    misconceptions: list[str] = Field(default_factory=list, max_length=200, description="Added to those there are.")
    anew: bool = Field(default=False, description="Take away what was said before first.")

    def said(self) -> dict[str, Any]:
        """What is given of the understanding."""
        return self.model_dump(exclude={"name", "user_id", "anew"}, exclude_none=True)


def _understand(errand: Errand, given: UnderstandArguments) -> ConceptResult:
    library = errand.engine.layers.concepts
    entry = library.understand_more(
        given.name, given.user_id, given.said(), anew=given.anew, origin=Origin(actor=errand.actor)
    )
    errand.ids.append(entry.memory.id)
    return ConceptResult(concept=concept_json(known(entry), given.user_id))


class ResolveArguments(NamedArguments):
    """What `resolve_concept_conflict` takes."""

    conflict: int = Field(
        default=1, ge=1, description="Which, counted from 1 in the concept’s “conflicting_info”, decided ones included."
    )
    keep: Literal["old", "new", "both"] = Field(description="What is true: “fact”, “other”, or both.")


class ResolveResult(ConceptResult):
    """What `resolve_concept_conflict` answers."""

    note: str = Field(default="", description="Which other conflicts are settled by it as well.")


def _resolve(errand: Errand, given: ResolveArguments) -> ResolveResult:
    decided = errand.engine.layers.concepts.resolve(
        given.name,
        given.conflict,
        Resolution(f"keep_{given.keep}"),
        user=given.user_id,
        origin=Origin(actor=errand.actor),
    )
    errand.ids.append(decided.entry.memory.id)
    return ResolveResult(concept=concept_json(known(decided.entry), given.user_id), note=told_settled(decided.settled))


class RetireResult(Result):
    """What `retire_concept` answers."""

    retired: str = Field(description="Its name.")


def _retire(errand: Errand, given: NamedArguments) -> RetireResult:
    library = errand.engine.layers.concepts
    entry = library.get(given.name, given.user_id)
    library.retire([entry.id], origin=Origin(actor=errand.actor))
    errand.ids.append(entry.memory.id)
    return RetireResult(retired=entry.payload.name)


# --- what a call would do -----------------------------------------------------------------------------------------


def _said(given: KnowledgeArguments) -> list[str]:
    """A line for each text that would be written."""
    lines = [
        f"{name}: {text}" for name, text in (("Definition", given.definition), ("Category", given.category)) if text
    ]
    for name, texts in (("Fact", given.facts), ("Example", given.examples), ("Not an example", given.non_examples)):
        lines += [f"{name}: {text}" for text in texts or ()]
    lines += [f"{name}: {value}" for name, value in (given.properties or {}).items()]
    return lines + [f"{how} {target}" for target, how in (given.relationships or {}).items()]


def _ask_to_learn(errand: Errand, given: LearnArguments) -> Request:
    concept_data({"name": given.name, **given.knowledge()})
    sources = errand.engine.layers.concepts.episodes([given.source_episode])
    words = "\n\n".join([f"Learn of the concept “{given.name}”", *_said(given)])
    return Request(words, ids=sources, names=("source_episode", "user_id"))


def _ask_to_edit(errand: Errand, given: EditArguments) -> Request:
    entry = errand.engine.layers.concepts.get(given.name, given.user_id)
    concept_edit(given.knowledge())
    renamed = [f"New name: {given.new_name}"] if given.new_name else []
    words = "\n\n".join([f"Edit the concept “{entry.payload.name}”", *renamed, *_said(given)])
    return Request(words, ids=(entry.memory.id,), names=("name", "user_id"))


def _ask_to_understand(errand: Errand, given: UnderstandArguments) -> Request:
    entry = errand.engine.layers.concepts.open_to(given.name, given.user_id)
    verb = "Set anew" if given.anew else "Add to"
    lines = [f"{verb} what {given.user_id or 'the vault’s own user'} makes of the concept “{entry.payload.name}”"]
    lines += [f"Personal example: {text}" for text in given.personal_examples]
    lines += [f"Misconception: {text}" for text in given.misconceptions]
    for name, value in (("Relevance", given.personal_relevance), ("Mastery", given.mastery_level)):
        lines += [f"{name}: {value:.2f}"] if value is not None else []
    return Request("\n\n".join(lines), ids=(entry.memory.id,), names=("name", "user_id"))


def _ask_to_resolve(errand: Errand, given: ResolveArguments) -> Request:
    entry = errand.engine.layers.concepts.get(given.name, given.user_id)
    conflicts = entry.payload.understanding.conflicting_info
    lines = [f"Resolve conflict {given.conflict} of the concept “{entry.payload.name}”: keep {given.keep}"]
    if given.conflict <= len(conflicts):
        one = conflicts[given.conflict - 1]
        lines += [f"Old: {one.fact}", f"New: {one.other}"]
    return Request("\n\n".join(lines), ids=(entry.memory.id,), names=("name", "user_id", "conflict"))


def _ask_to_retire(errand: Errand, given: NamedArguments) -> Request:
    entry = errand.engine.layers.concepts.get(given.name, given.user_id)
    return Request(f"Retire the concept “{entry.payload.name}”", ids=(entry.memory.id,), names=("name", "user_id"))


TOOLS = (
    Tool(
        "concepts",
        "List concepts",
        "What is known of people, places and ideas: facts, links, confidence, sources and conflicts.",
        ListArguments,
        ListResult,
        _list,
    ),
    Tool(
        "concept_neighbours",
        "List neighbours of a concept",
        "The concepts one link away from one, in either direction, with how they are related.",
        NamedArguments,
        NeighboursResult,
        _neighbours,
    ),
    Tool(
        "related_concepts",
        "Find related concepts",
        "What a concept brings to mind: activation spreads along the links and fades with each step.",
        RelatedArguments,
        RelatedResult,
        _related,
    ),
    Tool(
        "learn_concept",
        "Learn a concept",
        "Keep what an episode teaches of a concept. What is known is not kept twice; what contradicts it is kept "
        "beside it for the person to decide.",
        LearnArguments,
        LearnResult,
        _learn,
        writes=True,
        asks=_ask_to_learn,
        idempotent=True,
    ),
    Tool(
        "edit_concept",
        "Edit a concept",
        "Replace fields of a concept; those that are left out stay, as does its id. What contradicts a fact that stays "
        "is kept beside it for the person to decide.",
        EditArguments,
        ConceptResult,
        _edit,
        writes=True,
        asks=_ask_to_edit,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "understand_concept",
        "Tell a user’s understanding",
        "Tell what one user makes of a concept: what you leave out stays, and texts are added; with “anew” all that was"
        " said before is taken away first.",
        UnderstandArguments,
        ConceptResult,
        _understand,
        writes=True,
        asks=_ask_to_understand,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "resolve_concept_conflict",
        "Resolve a conflict of a concept",
        "Say which of two statements that contradict each other is true, once the user has told it. “note” says which "
        "other conflicts that settles, too.",
        ResolveArguments,
        ResolveResult,
        _resolve,
        writes=True,
        asks=_ask_to_resolve,
        destructive=True,
    ),
    Tool(
        "retire_concept",
        "Retire a concept",
        "Forget a concept; its sources stay. The person can bring it back; undo does, too.",
        NamedArguments,
        RetireResult,
        _retire,
        writes=True,
        asks=_ask_to_retire,
        destructive=True,
    ),
)
