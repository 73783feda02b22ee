"""Concepts: what is known of a person, a place or an idea, wherever it was learned; and how that knowledge grows.

A concept is named by its name, folded, together with its category. Learning adds to it and takes nothing away: what
contradicts something known is kept beside it as a conflict, until somebody decides. What was decided stays decided. A
user's own understanding of a concept stands apart from it, and does not count as a revision.

Confidence is s / (s + 1 + c): s distinct sources (at least 1: somebody has said it), c open conflicts. A person may set
it instead.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.payload import Count, LayerPayload, Part, Score, read_part
from memory_desktop.core.memory.pairs import relation
from memory_desktop.core.memory.records import Layer

KIND = "concept"
#: How a link is called of which nothing more is known.
RELATED = "related to"
LONGEST_NAME = 120

Value = str | bool | int | float


class Resolution(StrEnum):
    """What was decided about a conflict; "" while nothing was."""

    OPEN = ""
    KEEP_OLD = "keep_old"
    KEEP_NEW = "keep_new"
    KEEP_BOTH = "keep_both"
    #: An edit removed what contradicted each other.
    DROPPED = "dropped"


class Property(Part, frozen=True):
    """An attribute and its value."""

    name: str
    value: Value

    @property
    def statement(self) -> str:
        """It in words, as a conflict names it."""
        return f"{self.name}: {self.value}"


class Edge(Part, frozen=True):
    """A link from the concept that has it to the one of this name, which need not be there. `strength`: [0, 1]."""

    target: str
    relationship: str = RELATED
    strength: Score = 1.0


class Conflict(Part, frozen=True):
    """Two things that cannot both be true.

    Attributes:
        fact, other: what was known, and what came later. episodes: where the later one comes from.
        found: when. reason: why they contradict each other. resolution: see `Resolution`. decided: when that was.
    """

    fact: str
    other: str
    episodes: tuple[str, ...] = ()
    found: datetime | None = None
    reason: str = ""
    resolution: str = ""
    decided: datetime | None = None

    @property
    def open(self) -> bool:
        """Has nobody decided yet?"""
        return not self.resolution

    @property
    def pair(self) -> frozenset[str]:
        """Both, folded, whichever was first."""
        return frozenset((folded(self.fact), folded(self.other)))


class Knowledge(Part, frozen=True):
    """What is known: facts, attributes, what it is and what it is not, and its links."""

    facts: tuple[str, ...] = ()
    properties: tuple[Property, ...] = ()
    examples: tuple[str, ...] = ()
    non_examples: tuple[str, ...] = ()
    edges: tuple[Edge, ...] = ()


class Understanding(Part, frozen=True):
    """How well it is known.

    Attributes:
        confidence: what a person has set; None: the rule of this module.
        source_episodes: ids of the memories that it was learned from; they may be forgotten since.
        last_updated: time of the latest change. revision_count: changes since it was made.
    """

    confidence: Score | None = None
    source_episodes: tuple[str, ...] = ()
    last_updated: datetime | None = None
    revision_count: Count = 0
    conflicting_info: tuple[Conflict, ...] = ()


class Personal(Part, frozen=True):
    """One user's own understanding of a concept. `personal_relevance`, `mastery_level`: [0, 1]; None: not known."""

    personal_examples: tuple[str, ...] = ()
    personal_relevance: Score | None = None
    mastery_level: Score | None = None
    misconceptions: tuple[str, ...] = ()


class Concept(LayerPayload, frozen=True, kw_only=True):
    """See the module. `aliases`: names that it had before."""

    key: ClassVar[str] = KIND
    kind: ClassVar[str] = KIND
    layer: ClassVar[Layer] = Layer.SEMANTIC
    name: str
    definition: str = ""
    category: str = ""
    aliases: tuple[str, ...] = ()
    knowledge: Knowledge = msgspec.field(default_factory=Knowledge)
    understanding: Understanding = msgspec.field(default_factory=Understanding)
    user_specific: dict[str, Personal] = msgspec.field(default_factory=dict)

    @property
    def identity(self) -> tuple[str, str]:
        """What no other concept of its owner has."""
        return folded(self.name), folded(self.category)

    @property
    def relationships(self) -> dict[str, str]:
        """By target, how it is related; read from the edges."""
        found: dict[str, list[str]] = {}
        for edge in self.knowledge.edges:
            found.setdefault(edge.target, []).append(edge.relationship)
        return {target: "; ".join(dict.fromkeys(names)) for target, names in found.items()}

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """Those that nobody has decided about."""
        return tuple(one for one in self.understanding.conflicting_info if one.open)

    @property
    def confidence(self) -> float:
        """[0, 1]; see the module."""
        told = self.understanding.confidence
        if told is not None:
            return told
        sources = max(1, len(self.understanding.source_episodes))
        return sources / (sources + 1 + len(self.conflicts))


class ConceptData(Part, frozen=True, kw_only=True):
    """What is to be learned of a concept. `confidence`: what a person says of it; None leaves it as it is."""

    name: str
    definition: str = ""
    category: str = ""
    facts: tuple[str, ...] = ()
    properties: tuple[Property, ...] = ()
    examples: tuple[str, ...] = ()
    non_examples: tuple[str, ...] = ()
    edges: tuple[Edge, ...] = ()
    confidence: Score | None = None


class ConceptEdit(Part, frozen=True, kw_only=True):
    """What somebody changes of a concept; what is not given stays. `confidence` None: by the rule again."""

    name: str | UnsetType = UNSET
    definition: str | UnsetType = UNSET
    category: str | UnsetType = UNSET
    facts: tuple[str, ...] | UnsetType = UNSET
    properties: tuple[Property, ...] | UnsetType = UNSET
    examples: tuple[str, ...] | UnsetType = UNSET
    non_examples: tuple[str, ...] | UnsetType = UNSET
    edges: tuple[Edge, ...] | UnsetType = UNSET
    confidence: Score | UnsetType | None = UNSET


# --- reading --------------------------------------------------------------------------------------------------------


def folded(text: str) -> str:
    """A name or a statement as it is compared: without case, runs of blanks, and a full stop at its end."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).rstrip(". ")


def concept_data(given: Mapping[str, Any]) -> ConceptData:
    """What is to be learned, from JSON. `properties` may be an object of names and values; so may `relationships`, of
    targets and kinds of link, which stands for edges of full strength.

    Raises:
        InvalidCommandError: naming the field that does not fit, or that there is none of.
    """
    return read_part(_plain(given, ConceptData), ConceptData)


def concept_edit(given: Mapping[str, Any]) -> ConceptEdit:
    """A change from JSON, in the shapes of `concept_data`. Raises InvalidCommandError."""
    return read_part(_plain(given, ConceptEdit), ConceptEdit)


def _plain(given: Mapping[str, Any], what: type[Part]) -> dict[str, Any]:
    plain = dict(given)
    known = {*what.__struct_fields__, "relationships"}
    if unknown := [name for name in plain if name not in known]:
        raise InvalidCommandError(f"A concept has no field “{unknown[0]}”.", hint=f"It has {', '.join(sorted(known))}.")
    properties = plain.get("properties")
    if isinstance(properties, Mapping):
        plain["properties"] = [{"name": name, "value": value} for name, value in properties.items()]
    relationships = plain.pop("relationships", None)
    if isinstance(relationships, Mapping):
        edges = [{"target": target, "relationship": how} for target, how in relationships.items()]
        plain["edges"] = [*plain.get("edges", ()), *edges]
    return plain


def told(concept: Concept) -> str:
    """The text of a concept's memory, by which it is found: name, category, definition, attributes and facts."""
    head = concept.name + (f" ({concept.category})" if concept.category else "")
    lines = [f"{head}: {concept.definition}" if concept.definition else head]
    lines += [one.statement for one in concept.knowledge.properties]
    return "\n".join([*lines, *concept.knowledge.facts])


def says_decision(metadata: Mapping[str, Any]) -> bool:
    """Does a memory's metadata say that a conflict of a concept was decided in its latest change?"""
    concept = metadata.get(KIND)
    known = concept.get("understanding") if isinstance(concept, Mapping) else None
    if not isinstance(known, Mapping) or not known.get("last_updated"):
        return False
    conflicts = known.get("conflicting_info")
    every = conflicts if isinstance(conflicts, Sequence) else ()
    return any(isinstance(one, Mapping) and one.get("decided") == known["last_updated"] for one in every)


# --- changing -------------------------------------------------------------------------------------------------------


def created(data: ConceptData, sources: Sequence[str], now: datetime) -> Concept:
    """A new concept that knows this. Raises InvalidCommandError: it has no name, links to itself, or a property lacks
    its name or its value."""
    bare = Concept(name=_name(data.name), category=_line(data.category), understanding=Understanding(last_updated=now))
    return _with_data(bare, data, sources, now)


def learned(concept: Concept, data: ConceptData, sources: Sequence[str], now: datetime) -> Concept:
    """The concept that knows this, too; the very same where that says nothing new.

    Facts, sources, links and conflicts come to the same in whatever order they are learned. Of a definition the first
    stays; another becomes a fact.

    Raises:
        InvalidCommandError: it would link to itself, or a property lacks its name or its value.
    """
    grown = _with_data(concept, data, sources, now)
    return concept if grown == concept else _revised(grown, now)


def edited(concept: Concept, change: ConceptEdit, now: datetime) -> Concept:
    """The concept as somebody wants it; the very same where nothing changes.

    What is added and contradicts what stays is a conflict, as in learning, also where one was decided about before.

    Raises:
        InvalidCommandError: it has no name, a property lacks its name or its value, or it would link to itself.
    """
    name = _name(_given(change.name, concept.name))
    before = concept.knowledge
    if change.edges is not UNSET or folded(name) != folded(concept.name):
        _not_to_itself(name, _given(change.edges, before.edges))
    knowledge = Knowledge(
        facts=each_once(_given(change.facts, before.facts)),
        properties=_properties(_given(change.properties, before.properties)),
        examples=each_once(_given(change.examples, before.examples)),
        non_examples=each_once(_given(change.non_examples, before.non_examples)),
        edges=_edges((), _given(change.edges, before.edges)),
    )
    old = concept.understanding
    made = msgspec.structs.replace(
        concept,
        name=name,
        definition=_line(_given(change.definition, concept.definition)),
        category=_line(_given(change.category, concept.category)),
        aliases=_aliases(concept, name),
        knowledge=knowledge,
        understanding=msgspec.structs.replace(old, confidence=_given(change.confidence, old.confidence)),
    )
    made = _contradicted(_settled(made), before, now)
    return concept if made == concept else _revised(made, now)


def fields_of(concept: Concept) -> dict[str, Any]:
    """What a `ConceptEdit` can set, as the concept has it."""
    known = concept.knowledge
    return {
        "name": concept.name,
        "definition": concept.definition,
        "category": concept.category,
        "facts": known.facts,
        "properties": known.properties,
        "examples": known.examples,
        "non_examples": known.non_examples,
        "edges": known.edges,
        "confidence": concept.understanding.confidence,
    }


def adding(concept: Concept, change: ConceptEdit) -> ConceptEdit:
    """The change that adds what it lists to what the concept has; a property of the same name, or a link to the same
    concept, takes the place of the earlier one."""
    known = concept.knowledge

    def behind(before: Sequence[Any], new: Sequence[Any] | UnsetType, key: Callable[[Any], str]) -> Any:
        if isinstance(new, UnsetType):
            return UNSET
        names = {folded(key(one)) for one in new}
        return (*(one for one in before if folded(key(one)) not in names), *new)

    return msgspec.structs.replace(
        change,
        facts=behind(known.facts, change.facts, str),
        properties=behind(known.properties, change.properties, lambda one: one.name),
        examples=behind(known.examples, change.examples, str),
        non_examples=behind(known.non_examples, change.non_examples, str),
        edges=behind(known.edges, change.edges, lambda one: one.target),
    )


def resolved(concept: Concept, number: int, how: Resolution, now: datetime) -> Concept:
    """The concept after a decision about one of its conflicts, counted from 1.

    Raises:
        InvalidCommandError: there is no such conflict, it was decided before, or `how` is no decision.
    """
    every = concept.understanding.conflicting_info
    if not 1 <= number <= len(every):
        raise InvalidCommandError(f"“{concept.name}” has no conflict {number}.")
    conflict = every[number - 1]
    if not conflict.open:
        raise InvalidCommandError(f"Conflict {number} of “{concept.name}” was decided before.")
    if how not in (Resolution.KEEP_OLD, Resolution.KEEP_NEW, Resolution.KEEP_BOTH):
        raise InvalidCommandError("A conflict is resolved by keep_old, keep_new or keep_both.")
    goes = {Resolution.KEEP_OLD: conflict.other, Resolution.KEEP_NEW: conflict.fact}.get(how)
    made = concept
    if goes is not None:
        made = _without(made, goes, conflict.other if how is Resolution.KEEP_NEW else conflict.fact)
    decided = msgspec.structs.replace(conflict, resolution=how.value, decided=now)
    conflicts = (*every[: number - 1], decided, *every[number:])
    understanding = msgspec.structs.replace(made.understanding, conflicting_info=conflicts)
    return _revised(_settled(msgspec.structs.replace(made, understanding=understanding)), now)


def settled_with(before: Concept, after: Concept, number: int) -> tuple[int, ...]:
    """Which other conflicts a decision about one has settled, as one of their sides went with it; counted from 1."""
    pairs = zip(before.understanding.conflicting_info, after.understanding.conflicting_info, strict=True)
    return tuple(
        other for other, (was, now) in enumerate(pairs, start=1) if was.open and not now.open and other != number
    )


def told_settled(numbers: Sequence[int]) -> str:
    """That in a sentence; "" where there are none."""
    if not numbers:
        return ""
    if len(numbers) == 1:
        return f"Conflict {numbers[0]} is settled by it as well: a statement of it is gone."
    names = f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
    return f"Conflicts {names} are settled by it as well: a statement of each is gone."


def with_personal(concept: Concept, user: str, personal: Personal | None) -> Concept:
    """The concept with what one user makes of it; None or nothing takes that away."""
    others = {name: one for name, one in concept.user_specific.items() if name != user}
    if personal is not None:
        clean = msgspec.structs.replace(
            personal,
            personal_examples=each_once(personal.personal_examples),
            misconceptions=each_once(personal.misconceptions),
        )
        if clean != Personal():
            others[user] = clean
    return msgspec.structs.replace(concept, user_specific=others)


def _with_data(concept: Concept, data: ConceptData, sources: Sequence[str], now: datetime) -> Concept:
    before, old = concept.knowledge, concept.understanding
    _not_to_itself(data.name, data.edges)
    edges = (one for one in data.edges if folded(one.target) != folded(concept.name))  # `data.name` may be an alias
    definition, also = concept.definition, _line(data.definition)
    conflicts = list(old.conflicting_info)
    refused = {folded(text) for one in conflicts for text in _refused(one)}

    def against(known: Iterable[str], new: str, *, always: bool = False) -> None:
        for one in _against(known, new, now, sources, always=always):
            if one.pair not in {each.pair for each in conflicts}:
                conflicts.append(one)

    facts = list(before.facts)
    if definition and also and folded(also) != folded(definition) and folded(also) not in refused:
        against((definition,), also)
        facts = [*facts, *_new(facts, (also,), refused)]
    for fact in _new(facts, data.facts, refused):
        against(facts, fact)
        facts.append(fact)
    properties = list(before.properties)
    for one in _properties(data.properties):
        if folded(one.statement) in refused or folded(one.statement) in {folded(each.statement) for each in properties}:
            continue
        same = [each.statement for each in properties if folded(each.name) == folded(one.name)]
        against(same, one.statement, always=True)
        properties.append(one)
    knowledge = Knowledge(
        facts=tuple(facts),
        properties=tuple(properties),
        examples=(*before.examples, *_new(before.examples, data.examples)),
        non_examples=(*before.non_examples, *_new(before.non_examples, data.non_examples)),
        edges=_edges(before.edges, edges),
    )
    understanding = msgspec.structs.replace(
        old,
        confidence=data.confidence if data.confidence is not None else old.confidence,
        source_episodes=tuple(dict.fromkeys((*old.source_episodes, *sources))),
        conflicting_info=tuple(conflicts),
    )
    return msgspec.structs.replace(
        concept,
        definition=definition or also,
        category=concept.category or _line(data.category),
        knowledge=knowledge,
        understanding=understanding,
    )


def _against(
    known: Iterable[str], new: str, now: datetime, sources: Sequence[str] = (), *, always: bool = False
) -> Iterable[Conflict]:
    """What of the known contradicts something new. `always`: all of it does."""
    for fact in known:
        kind, reason = relation(*sorted((fact, new)))  # the same, whichever came first
        if kind == "conflict" or always:
            yield Conflict(fact=fact, other=new, episodes=tuple(sources), found=now, reason=reason)


def _contradicted(concept: Concept, before: Knowledge, now: datetime) -> Concept:
    """With the conflicts between what an edit has added to `before` and what is known beside it."""
    conflicts = {one.pair: one for one in concept.understanding.conflicting_info}
    for one in _added_against(concept.knowledge, before, now):
        was = conflicts.get(one.pair)
        if was is None or not (was.open or was.resolution == Resolution.KEEP_BOTH):
            conflicts[one.pair] = one
    understanding = msgspec.structs.replace(concept.understanding, conflicting_info=tuple(conflicts.values()))
    return msgspec.structs.replace(concept, understanding=understanding)


def _added_against(knowledge: Knowledge, before: Knowledge, now: datetime) -> Iterable[Conflict]:
    there = {folded(one) for one in before.facts}
    known = [one for one in knowledge.facts if folded(one) in there]
    for fact in knowledge.facts:
        if folded(fact) not in there:
            yield from _against(known, fact, now)
            known.append(fact)
    stated = {folded(one.statement) for one in before.properties}
    beside = [one for one in knowledge.properties if folded(one.statement) in stated]
    for new in knowledge.properties:
        if folded(new.statement) not in stated:
            same = [one.statement for one in beside if folded(one.name) == folded(new.name)]
            yield from _against(same, new.statement, now, always=True)
            beside.append(new)


def _refused(conflict: Conflict) -> tuple[str, ...]:
    """What a decision has taken away, so that it is not learned again."""
    return {Resolution.KEEP_OLD: (conflict.other,), Resolution.KEEP_NEW: (conflict.fact,)}.get(
        Resolution(conflict.resolution) if conflict.resolution in set(Resolution) else Resolution.OPEN, ()
    )


def _without(concept: Concept, goes: str, stays: str) -> Concept:
    """Without one statement; where that was the definition, the other is it now."""
    gone, knowledge = folded(goes), concept.knowledge
    facts = tuple(one for one in knowledge.facts if folded(one) != gone)
    properties = tuple(one for one in knowledge.properties if folded(one.statement) != gone)
    definition = concept.definition
    if folded(definition) == gone:
        definition = stays
        facts = tuple(one for one in facts if folded(one) != folded(stays))
    knowledge = msgspec.structs.replace(knowledge, facts=facts, properties=properties)
    return msgspec.structs.replace(concept, definition=definition, knowledge=knowledge)


def _settled(concept: Concept) -> Concept:
    """Conflicts of which a side is not known any more are decided by that."""
    there = {folded(text) for text in (concept.definition, *concept.knowledge.facts)}
    there |= {folded(one.statement) for one in concept.knowledge.properties}

    def how(one: Conflict) -> Conflict:
        if not one.open:
            return one
        old, new = folded(one.fact) in there, folded(one.other) in there
        ways = {(True, False): Resolution.KEEP_OLD, (False, True): Resolution.KEEP_NEW}
        way = Resolution.OPEN if old and new else ways.get((old, new), Resolution.DROPPED)
        return one if way is Resolution.OPEN else msgspec.structs.replace(one, resolution=way.value)

    before = concept.understanding.conflicting_info
    understanding = msgspec.structs.replace(concept.understanding, conflicting_info=tuple(map(how, before)))
    return msgspec.structs.replace(concept, understanding=understanding)


def _revised(concept: Concept, now: datetime) -> Concept:
    number = concept.understanding.revision_count + 1
    understanding = msgspec.structs.replace(concept.understanding, last_updated=now, revision_count=number)
    return msgspec.structs.replace(concept, understanding=understanding)


def _aliases(concept: Concept, name: str) -> tuple[str, ...]:
    known = (*concept.aliases, concept.name) if name != concept.name else concept.aliases
    return tuple(one for one in dict.fromkeys(known) if folded(one) != folded(name))


def _edges(before: Iterable[Edge], new: Iterable[Edge]) -> tuple[Edge, ...]:
    """One for each target and relationship, as strong as the strongest."""
    found: dict[tuple[str, str], Edge] = {}
    for edge in (*before, *new):
        clean = msgspec.structs.replace(
            edge, target=_name(edge.target), relationship=_line(edge.relationship) or RELATED
        )
        known = found.get((folded(clean.target), folded(clean.relationship)))
        if known is None or known.strength < clean.strength:
            kept = clean if known is None else msgspec.structs.replace(known, strength=clean.strength)
            found[folded(clean.target), folded(clean.relationship)] = kept
    return tuple(found.values())


def _not_to_itself(name: str, edges: Iterable[Edge]) -> None:
    """Refuse links to the concept that is to have them."""
    if any(folded(edge.target) == folded(name) for edge in edges):
        raise InvalidCommandError(f"“{_line(name)}” cannot link to itself.")


def _properties(given: Iterable[Property]) -> tuple[Property, ...]:
    found: dict[str, Property] = {}
    for one in given:
        value = _line(one.value) if isinstance(one.value, str) else one.value
        clean = Property(name=_line(one.name), value=value)
        if not clean.name or value == "":
            raise InvalidCommandError(
                f"A property needs a name and a value; this has one of them: “{clean.statement}”."
            )
        found.setdefault(folded(clean.statement), clean)
    return tuple(found.values())


def _new(known: Iterable[str], given: Iterable[str], refused: Iterable[str] = ()) -> tuple[str, ...]:
    """Those that are not known yet, each once."""
    seen = {folded(one) for one in known} | set(refused)
    return tuple(one for one in each_once(given) if folded(one) not in seen)


def each_once(given: Iterable[str]) -> tuple[str, ...]:
    """Texts as a concept keeps them: in a line, without empty ones, and each once, however it is written."""
    found: dict[str, str] = {}
    for text in map(_line, given):
        if folded(text):
            found.setdefault(folded(text), text)
    return tuple(found.values())


def _line(text: str) -> str:
    return " ".join(text.split())


def _name(text: str) -> str:
    name = _line(text)
    if not folded(name):
        raise InvalidCommandError("A concept needs a name.")
    if len(name) > LONGEST_NAME:
        raise InvalidCommandError(f"The name of a concept has at most {LONGEST_NAME} characters.")
    return name


G = TypeVar("G")


def _given(value: G | UnsetType, before: G) -> G:
    return before if isinstance(value, UnsetType) else value
