"""What kept one memory out of one search, and how the search would have to be asked to get past it.

Whether an operator, a phrase or an exclusion stops the memory is asked of the records and the keyword index in the way
in which a search asks them; everything else is read from the `Trace` of the search itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace

import numpy as np

from memory_desktop.core.conversation.cycles import owner_of
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.query.language import ParsedQuery, RecordFilter, operator_text, parse_query
from memory_desktop.core.query.rewriting import Part, parts_of, rewritten
from memory_desktop.core.why_not import Asked, Cut
from memory_desktop.core.wording import count, date_word, shortened, status_word
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.history.succession import with_ids_of_now
from memory_desktop.engine.recall.recall import DEPTH
from memory_desktop.engine.recall.scope import Scope
from memory_desktop.engine.recall.sources import Sources
from memory_desktop.engine.recall.trace import Trace
from memory_desktop.engine.upkeep.keyword_keeper import KeywordKeeper

#: Operators of which several values are alternatives: one of them is enough.
_ALTERNATIVES = frozenset(("kind", "layer", "source", "thread", "user", "emotion", "id", "import"))
_ANY_STATUS = tuple(one.value for one in Status)
_SHORT = 60


@dataclass(frozen=True, slots=True)
class Way(Asked):
    """How something is searched, and in what that differs from how it was asked at first.

    Attributes:
        changes: what is different, in plain words.
    """

    changes: tuple[str, ...] = ()

    @classmethod
    def of(cls, asked: Asked) -> Way:
        """The search as it was asked."""
        return cls(**{one.name: getattr(asked, one.name) for one in fields(asked)})

    def asking(self, query: str, *changes: str) -> Way:
        """The same with another query."""
        return replace(self, query=query, prefix_last=False, changes=(*self.changes, *changes))


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What a memory came upon: all that cuts it there, and a way past it, if one is known.

    `deeper`: the way past it is to ask for more hits.
    """

    cuts: tuple[Cut, ...]
    way: Way | None = None
    deeper: bool = False


class Obstacles:
    """See the module. Reads only."""

    def __init__(self, scope: Scope, keywords: KeywordKeeper, space: Callable[[], Space], sources: Sources) -> None:
        self._scope = scope
        self._keywords = keywords
        self._space = space
        self._sources = sources

    def has_vector(self, memory: Memory) -> bool:
        """Whether the memory has a vector by the model in use."""
        return bool(len(self._space().vectors.index.fetch(np.array([memory.key], dtype=np.int64))[0]))

    def met(self, way: Way, trace: Trace, memory: Memory) -> Obstacle:
        """What the memory, which is not among the hits, came upon first."""
        match trace.stopped_at(memory.key):
            case "filter":
                return self._filtered(way, trace, memory)
            case "phrases":
                return self._without_phrases(way, memory)
            case "exclusions":
                return self._excluded(way, memory)
            case "recent":
                return _recent(way)
        if not parse_query(way.query).text:
            return _listed(way, trace, memory)
        row = trace.row(memory.key)
        if row < 0:
            return Obstacle((Cut("depth", f"It is not among the first {DEPTH} of any list."),), deeper=True)
        if memory.key not in trace.ranked:
            return _weak(way, trace, row)
        if memory.key not in trace.told:
            return self._repeated(way, trace, memory)
        return _beyond(way, trace, memory)

    def unmatched(self, way: Way, trace: Trace, memory: Memory) -> Obstacle:
        """What kept a memory out that no list has, however many hits are asked for."""
        by_meaning, by_words = way.mode != "keyword", way.mode != "vector"
        cuts = [Cut("unmatched", "It has none of the words of the search.")] if by_words else []
        if not by_meaning:
            return Obstacle(tuple(cuts), replace(way, mode="hybrid", changes=(*way.changes, "in Hybrid mode")))
        if not trace.by_meaning:
            cuts.append(Cut("not understood", "There is no meaning that could be compared; see the notes."))
        elif not self.has_vector(memory):
            cuts.append(Cut("no vector", "It has no vector yet, so its meaning is not compared."))
        else:
            own = operator_text("id", memory.id)
            return Obstacle((), way.asking(rewritten(way.query, add=own), f"with {own}"))
        return Obstacle(tuple(cuts))

    # --- what narrows a search ------------------------------------------------------------------------------------

    def _filtered(self, way: Way, trace: Trace, memory: Memory) -> Obstacle:
        parts = [one for one in parts_of(way.query) if one.operator]
        cuts: list[Cut] = []
        drop: list[Part] = []
        changes: list[str] = []
        add = ""
        for group in _groups(parts):
            if not self._fits(" ".join(one.text for one in group), memory):
                drop += group
                typed = " ".join(one.text for one in group)
                cuts.append(_by_operator(group[0].operator, typed, memory))
                changes.append(f"without {typed}")
        if memory.status.value not in trace.filter.statuses:
            typed_status = [one for one in parts if one.operator == "status"]
            drop += typed_status
            changes += [f"without {one.text}" for one in typed_status]
            cuts.append(_by_status(memory, typed_status))
            if memory.status is not Status.ACTIVE:
                add = operator_text("status", status_word(memory.status.value))
                changes.append(f"with {add}")
        given, more = self._given(way, memory)
        if not cuts and not more:  # each lets it through, and all together do not
            drop, given = parts, None
            more = [Cut("operator", "The operators of the search let it through one by one, but not together.")]
            changes.append("without any operator")
        changes += ["without the restriction of the search"] if more and given != way.filter else []
        fitting = replace(way, filter=given)
        if drop or add:
            fitting = _asking_for(memory, fitting, rewritten(way.query, drop=drop, add=add), changes)
        else:
            fitting = replace(fitting, changes=(*way.changes, *changes))
        return Obstacle((*cuts, *more), fitting)

    def _fits(self, typed: str, memory: Memory) -> bool:
        return self._lets_through(parse_query(typed).filter, memory)

    def _lets_through(self, filter: RecordFilter, memory: Memory) -> bool:
        """Whether a filter lets a memory through, its status aside."""
        filter = with_ids_of_now(self._scope.records, replace(filter, statuses=_ANY_STATUS))
        if filter.ids:
            return memory.id in filter.ids and self._lets_through(replace(filter, ids=()), memory)
        return self._scope.records.count(replace(filter, ids=(memory.id,))) > 0

    def _given(self, way: Way, memory: Memory) -> tuple[RecordFilter | None, list[Cut]]:
        """The restriction besides the typed ones without what stops a memory, and what that is."""
        if way.filter is None:
            return None, []
        plain, kept, cuts = RecordFilter(), way.filter, []
        if memory.status.value not in kept.statuses:
            kept = replace(kept, statuses=plain.statuses)
            cuts.append(Cut("restriction", f"It is {status_word(memory.status.value)}, which the search leaves out."))
        for name in (one.name for one in fields(RecordFilter)):
            if name in ("statuses", "shared") or getattr(kept, name) == getattr(plain, name):
                continue
            shared = kept.shared if name == "owners" else False
            if not self._lets_through(replace(plain, **{name: getattr(kept, name), "shared": shared}), memory):
                kept = replace(kept, **{name: getattr(plain, name)}, shared=shared and name != "owners")
                cuts.append(_by_restriction(name, way.filter, memory))
        return kept, cuts

    def _without_phrases(self, way: Way, memory: Memory) -> Obstacle:
        phrases = [one for one in parts_of(way.query) if one.quoted and not one.negated]
        index = self._keywords.index
        lacking = [one for one in phrases if memory.key not in index.having((one.value,))] or phrases
        cuts = [Cut("phrase", f"It does not have the exact words “{one.value}”.") for one in lacking]
        changes = [f"without the quotes of “{one.value}”" for one in lacking]
        return Obstacle(tuple(cuts), way.asking(rewritten(way.query, unquote=lacking), *changes))

    def _excluded(self, way: Way, memory: Memory) -> Obstacle:
        parts = [one for one in parts_of(way.query) if one.negated and not one.operator]
        index = self._keywords.index

        def has(part: Part) -> bool:
            return memory.key in index.excluded(ParsedQuery(raw=part.text, excluded=(part.value,)))

        having = [one for one in parts if has(one)] or parts
        cuts = [Cut("exclusion", f"It has “{one.value}”, which {one.text} leaves out.") for one in having]
        changes = [f"without {one.text}" for one in having]
        return Obstacle(tuple(cuts), _asking_for(memory, way, rewritten(way.query, drop=having), changes))

    # --- what the candidates came upon ----------------------------------------------------------------------------

    def _repeated(self, way: Way, trace: Trace, memory: Memory) -> Obstacle:
        message = self._sources.message(memory.key)
        key = next(int(one) for one in trace.told if self._sources.message(int(one)) == message)
        (other,) = self._scope.records.by_keys([key])
        quoted = f"“{shortened(other.content, _SHORT)}”"
        if other.key == message:
            reason = f"It was learned from a hit that says the same: {quoted} ({other.id})."
        else:
            reason = f"A hit that was learned from it, or from the same message, says the same: {quoted} ({other.id})."
        more = f"-{operator_text('kind', other.kind)}" if other.kind != memory.kind else operator_text("id", memory.id)
        return Obstacle((Cut("repeated", reason),), way.asking(rewritten(way.query, add=more), f"with {more}"))


def _asking_for(memory: Memory, way: Way, query: str, changes: list[str]) -> Way:
    """A search by a query from which parts were taken; for the memory itself where nothing is left to ask for."""
    left = parse_query(query)
    if left.text or left.chips or left.excluded:
        return way.asking(query, *changes)
    own = operator_text("id", memory.id)
    return way.asking(own, *changes, f"with {own}")


def _groups(parts: list[Part]) -> Iterator[list[Part]]:
    """The typed operators, but `status:`; those that are alternatives together."""
    together: dict[str, list[Part]] = {}
    for part in parts:
        if part.operator == "status":
            continue
        if part.operator in _ALTERNATIVES and not part.negated:
            together.setdefault(part.operator, []).append(part)
        else:
            yield [part]
    yield from together.values()


def _by_operator(operator: str, typed: str, memory: Memory) -> Cut:
    if operator == "user":
        return Cut("user", f"{_whose(memory)}; {typed} does not let it through.")
    found = {
        "kind": f"its kind is {memory.kind}",
        "layer": f"its layer is {memory.layer.value}",
        "tag": f"its tags are {', '.join(memory.tags)}" if memory.tags else "it has no tags",
        "source": f"its source is {memory.source or 'not known'}",
        "thread": f"its conversation is {memory.thread}" if memory.thread else "it is of no conversation",
        "before": f"it is of {date_word(memory.created_at)}",
        "after": f"it is of {date_word(memory.created_at)}",
        "on": f"it is of {date_word(memory.created_at)}",
    }.get(operator, "")
    return Cut("operator", f"{typed} does not let it through" + (f": {found}." if found else "."))


def _by_status(memory: Memory, typed: list[Part]) -> Cut:
    word = status_word(memory.status.value)
    if typed:
        return Cut("status", f"It is {word}, and {' '.join(one.text for one in typed)} asks for others.")
    now = f" by {memory.superseded_by}" if memory.superseded_by else ""
    return Cut("status", f"It is {word}{now}; a search finds active memories, unless another status is asked for.")


def _by_restriction(name: str, filter: RecordFilter, memory: Memory) -> Cut:
    if name == "owners":
        asked = ", ".join(one or "nobody" for one in filter.owners)
        return Cut("user", f"{_whose(memory)}, and the search is restricted to what reaches {asked}.")
    return Cut("restriction", f"The search is restricted by {name.replace('_', ' ')}, and it does not fit.")


def _whose(memory: Memory) -> str:
    owner = owner_of(memory.metadata)
    return f"It belongs to user {owner}" if owner else "It belongs to no named user"


def _recent(way: Way) -> Obstacle:
    reason = "It is synthetic and so young that the guard of generated memories holds it back (recall.synthetic_age)."
    return Obstacle((Cut("recent", reason),), _synthetic(way))


def _synthetic(way: Way) -> Way:
    return way.asking(rewritten(way.query, add="is:synthetic"), "with is:synthetic")


def _listed(way: Way, trace: Trace, memory: Memory) -> Obstacle:
    if memory.key not in trace.told:
        return Obstacle((Cut("unasked", "The search has no words and no operators: it asks for nothing."),))
    return Obstacle((_later(int(np.flatnonzero(trace.told == memory.key)[0]) + 1, way.k),), deeper=True)


def _later(place: int, k: int) -> Cut:
    verb = "comes" if place == 2 else "come"
    return Cut("place", f"{count(place - 1, 'hit')} {verb} before it, and the search asks for {k:,}.")


def _weak(way: Way, trace: Trace, row: int) -> Obstacle:
    evidence = 0.0 if trace.pool is None or trace.pool.evidence is None else float(trace.pool.evidence[row])
    least = trace.least or 0.0
    if way.mode == "hybrid":
        reason = f"Too little speaks for it: {least + evidence:.4f}, and here a hit needs {least:.4f}."
    else:
        reason = (
            "By meaning it hardly stands out from ordinary sentences: by"
            f" {least + evidence:.2f} standard deviations, and a hit needs {least:.2f}."
        )
    changes = (*way.changes, "with weaker hits shown")
    return Obstacle((Cut("cut-off", reason),), replace(way, show_weaker=True, changes=changes))


def _beyond(way: Way, trace: Trace, memory: Memory) -> Obstacle:
    place = int(np.flatnonzero(trace.told == memory.key)[0]) + 1
    if place <= way.k:
        what = "the quota of synthetic memories" if memory.synthetic else "the places that are kept for other topics"
        cut = Cut("guard", f"It was number {place}, and {what} put others in its place.")
    else:
        cut = _later(place, way.k)
    return Obstacle((cut,), deeper=True)
