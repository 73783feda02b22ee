"""Which facts say what an active memory says already, and which memories a fact makes obsolete.

A fact is compared by its vector with what is in the vector index, with what waits for its vector, and with the facts
before it in the same turn. Above the threshold (strictly) the best match is the same fact, unless words say otherwise:
another value, another number or a "not" make two facts, whatever their vectors say; both are kept, and the review
queue shows the conflict, unless the later one surely takes the earlier one's place (`core.memory.slots`). Messages of
conversations are never matched, nor is what the program made (digests, patterns, skills), and nothing of another user.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from memory_desktop.core.conversation.cycles import CYCLE, owner_of
from memory_desktop.core.conversation.learned import FACT_KINDS, SESSION, learned
from memory_desktop.core.conversation.reach import reaches, same_user
from memory_desktop.core.errors import EmbeddingError
from memory_desktop.core.events.conversation import Finding
from memory_desktop.core.extraction.quotations import unquoted
from memory_desktop.core.keys import Keys
from memory_desktop.core.memory.canonical import content_hash
from memory_desktop.core.memory.claims import Claim, claims, speaker, without_speaker
from memory_desktop.core.memory.drafts import Prepared, near_digests
from memory_desktop.core.memory.pairs import denied, no_difference, relation
from memory_desktop.core.memory.partly import is_gone, left_of, statements_in
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.memory.restated import restates, states_one
from memory_desktop.core.memory.slots import may_replace, replaces, takes_place
from memory_desktop.core.memory.statements import forgets
from memory_desktop.core.ports import KeySelection, Vectors
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

#: What a fact may be the same as: all but what was said in conversations or made by the program.
COMPARED = RecordFilter(not_kinds=("episode", "skill", "pattern", "digest"))
#: How many of the nearest memories are looked at, and how many of the newest that wait for a vector.
_NEAREST, _WAITING = 16, 512
#: From which similarity on a memory may be what a correction corrects, and how many of the newest facts are read.
_CORRECTED_FROM, _READ = 0.5, 2_000
#: What rounding to four places may add to a similarity.
_ROUNDED = 0.0001
_KEPT_VECTORS = 4_096
#: How texts name the user where they name somebody.
_USER = frozenset({"", "User"})


@dataclass(frozen=True, slots=True)
class _Other:
    """Something that a fact is compared with: a memory, or an earlier fact of the turn (then it has no memory)."""

    key: int
    text: str
    similarity: float
    memory: Memory | None = None


@dataclass(frozen=True, slots=True)
class _Field:
    """What the facts of a turn are compared with: a space, keys of memories, and those of them without a vector."""

    space: Space
    keys: Keys
    waiting: Keys


class Dedup:
    """See the module. Safe from many threads."""

    def __init__(self, store: Store, writer: Writer, space: Callable[[], Space]) -> None:
        self._store = store
        self._writer = writer
        self._space = space
        self._vectors: OrderedDict[tuple[str, int], Vectors] = OrderedDict()
        self._lock = threading.Lock()
        self._keys: Keys | None = None
        self._known = (-1, 0)  # generation and head that the keys are of

    def sorted_out(self, facts: Sequence[Prepared], corrects: Sequence[bool]) -> list[Finding]:
        """What becomes of each fact of a turn, in order; those that an earlier one of the turn says are left out.

        Without a working model only the same text counts as the same fact.
        """
        vectors, field = self._embedded(facts)
        above = self._writer.settings.number("gate.same_above")
        kept: list[tuple[Prepared, Vectors | None]] = []
        findings: list[Finding] = []
        for row, fact in enumerate(facts):
            vector = vectors[row] if vectors is not None else None
            # What is less alike is neither the same nor corrected, so it is not read.
            least = min(above, _CORRECTED_FROM) if corrects[row] else above
            others = self._others(fact, vector, field, kept, least - _ROUNDED)
            same = next(
                (one for one in others if round(one.similarity, 4) > above and _same(one.text, fact.content)),
                None,
            )
            if same is None:
                corrected = [*self._replaced(fact), *(self._corrected(fact, others) if corrects[row] else ())]
                gone = self._wholly(fact, corrected, [one.content for one, _ in kept])
                over = [one.digest for one, _ in kept if _takes_back(fact, one, corrects=corrects[row])]
                kept = [(one, other) for one, other in kept if one.digest not in over]
                findings = [one for one in findings if one.text.digest not in over]
                kept.append((fact, vector))
                findings.append(Finding(fact, supersedes=gone))
            elif same.memory is not None and not _of_this_turn(fact, same.memory):
                findings.append(Finding(fact, same.memory.id, similarity=round(same.similarity, 4)))
        return findings

    def _embedded(self, facts: Sequence[Prepared]) -> tuple[Vectors | None, _Field | None]:
        if not facts:
            return None, None
        space = self._space()
        try:
            vectors = space.embedder.embed([one.content for one in facts])
        except EmbeddingError:
            return None, None
        keys = self._comparable_keys()
        waiting = np.intersect1d(self._store.queue.waiting_keys(), keys)[-_WAITING:]
        return vectors, _Field(space, keys, waiting)

    def _comparable_keys(self) -> Keys:
        """Keys of all memories that a fact may be compared with; what is new or changed is read, the rest is known."""
        records, head = self._store.records, self._store.log.head
        with self._lock:
            if self._keys is None or self._known[0] != records.generation:
                self._keys = records.keys(COMPARED)
            elif self._known[1] != head:
                fit, other = records.changed(COMPARED, after=self._known[1])
                kept = self._keys[~np.isin(self._keys, other)] if len(other) else self._keys
                self._keys = np.union1d(kept, fit)
            self._known = records.generation, head
            return self._keys

    def _others(
        self,
        fact: Prepared,
        vector: Vectors | None,
        field: _Field | None,
        kept: Sequence[tuple[Prepared, Vectors | None]],
        least: float,
    ) -> list[_Other]:
        """What the fact may be the same as, best first, ties by key; of memories, those that are at least so alike."""
        found: dict[int, float] = {}
        # Earlier programs noted “User: ” before the facts of a user without a name.
        same = [fact.digest, *near_digests(fact.content), content_hash(f"User: {fact.content}")]
        exact = {memory.key: memory for memory in self._store.records.with_hashes(same)}
        turn = [
            _Other(-1 - row, earlier.content, 1.0 if earlier.digest == fact.digest else _cosine(vector, other))
            for row, (earlier, other) in enumerate(kept)
        ]
        if vector is not None and field is not None:
            nearest = field.space.vectors.index.search(vector, _NEAREST, KeySelection(include=field.keys, whole=True))
            found.update(zip(nearest.keys.tolist(), nearest.scores.tolist(), strict=True))
            for key, similarity in self._beside(field, vector).items():
                found.setdefault(key, similarity)
        near = {key: similarity for key, similarity in found.items() if similarity >= least and key not in exact}
        found = near | dict.fromkeys(exact, 1.0)
        read = [*exact.values(), *self._store.records.by_keys(sorted(near))]
        memories = [one for one in read if self._comparable(fact, one)]
        every = [*turn, *(_Other(one.key, one.content, found[one.key], one) for one in memories)]
        return sorted(every, key=lambda one: (-one.similarity, one.key))

    def _beside(self, field: _Field, vector: Vectors) -> Mapping[int, float]:
        """Similarities of the newest memories without a stored vector."""
        newest, version = field.waiting.tolist(), field.space.model_version
        missing = [key for key in newest if (version, key) not in self._vectors]
        if missing:
            texts = self._store.records.texts(missing)
            try:
                made = field.space.embedder.embed([texts[key] for key in texts])
            except EmbeddingError:
                return {}
            for key, one in zip(texts, made, strict=True):
                self._vectors[version, key] = one
            while len(self._vectors) > _KEPT_VECTORS:
                self._vectors.popitem(last=False)
        return {key: float(self._vectors[version, key] @ vector) for key in newest if (version, key) in self._vectors}

    def _wholly(self, fact: Prepared, corrected: Sequence[Memory], before: Sequence[str]) -> tuple[str, ...]:
        """Ids of those of the memories of which nothing holds any more; `before`: what the turn said before that."""
        found = []
        for memory in {one.key: one for one in corrected}.values():
            left = left_of(memory.content, [fact.content])
            if left and left != (memory.content,):
                since = [*before, *self._since(fact, memory)]
                left = tuple(one for one in left if not is_gone(one, since))
            if not left:
                found.append(memory.id)
        return tuple(found)

    def _since(self, fact: Prepared, memory: Memory) -> list[str]:
        """What the same user said after a memory was learned, as it stands now."""
        keys = self._store.records.newest(RecordFilter(kinds=FACT_KINDS), _READ)
        since = self._store.records.by_keys([key for key in keys if key > memory.key])
        return [one.content for one in since if self._comparable(fact, one) and one.created_at >= memory.created_at]

    def _corrected(self, fact: Prepared, others: Sequence[_Other]) -> list[Memory]:
        """The memories that the fact corrects: all that claim another value, else the one most alike."""
        near = [one.memory for one in others if one.memory is not None and one.similarity >= _CORRECTED_FROM]
        near = [one for one in near if _said_before(fact, one)]
        mine = list(claims(fact.content))
        by_claim = [one for one in self._claiming(fact, near) if _contradicted(mine, one)] if mine else []
        if by_claim:
            return by_claim
        said = unquoted(without_speaker(fact.content))
        other = ((one, unquoted(without_speaker(one.content))) for one in near)
        if mine or forgets(said):
            return []
        first = next((one for one, text in other if relation(text, said)[0] == "conflict" or denied(text, said)), None)
        return [first] if first is not None else []

    def _replaced(self, fact: Prepared) -> list[Memory]:
        """The user's own earlier statements of the same slot, where the fact surely takes their place."""
        if not may_replace(fact.content) and not states_one(fact.content):
            return []
        keys = self._store.records.newest(RecordFilter(kinds=FACT_KINDS), _READ)
        texts = self._store.records.texts(keys)
        said = fact.content
        again = {key for key in keys if restates(said, texts[key])}
        earlier = self._store.records.by_keys([key for key in keys if key in again or _replaces(said, texts[key])])
        earlier = [one for one in earlier if self._comparable(fact, one) and _said_before(fact, one)]
        mine = (
            one
            for one in earlier
            if one.key not in again or _replaces(said, one.content) or self._in_another(fact, one)
        )
        # Who asks to forget what was said means what was said to an assistant, and not what somebody wrote down.
        return [one for one in mine if learned(one) is not None or not forgets(without_speaker(fact.content))]

    def _in_another(self, fact: Prepared, memory: Memory) -> bool:
        """Was a memory learned from another conversation of the same user? What one says twice in a conversation, one
        says more exactly the second time."""
        where, session = learned(memory), fact.draft.metadata.get(SESSION)
        owner = self._writer.settings.text("gate.owner")
        users = owner_of(memory.metadata), owner_of(fact.draft.metadata)
        return where is not None and where.session != session and same_user(*users, owner)

    def _claiming(self, fact: Prepared, near: Sequence[Memory]) -> list[Memory]:
        """The memories near a fact, and the newest facts of all: what is claimed may be put in quite other words."""
        keys = self._store.records.newest(RecordFilter(kinds=FACT_KINDS), _READ)
        texts = self._store.records.texts(keys)
        mine = list(claims(fact.content))
        claimed = [key for key in keys if any(takes_place(b, a) for a in _claims(texts[key]) for b in mine)]
        earlier = (one for one in self._store.records.by_keys(claimed) if _said_before(fact, one))
        found = {one.key: one for one in (*near, *earlier) if self._comparable(fact, one)}
        return [found[key] for key in sorted(found)]

    def _comparable(self, fact: Prepared, memory: Memory) -> bool:
        """Is it an active memory within the user's reach, by the same speaker, and no message?"""
        one, other = speaker(fact.content), speaker(memory.content)
        return (
            memory.status is Status.ACTIVE
            and not memory.thread
            and memory.kind not in COMPARED.not_kinds
            and reaches(memory, owner_of(fact.draft.metadata), self._writer.settings.text("gate.owner"))
            and (one == other or {one, other} <= _USER or not other)
        )


def _same(one: str, other: str) -> bool:
    """Does no word say that two texts, which mean nearly the same, differ?"""
    return no_difference(one, other) and not replaces(other, one)


def _said_before(fact: Prepared, memory: Memory) -> bool:
    """Was a memory said no later than the fact? An old conversation that is handed over late corrects nothing newer."""
    return fact.draft.created_at is None or memory.created_at <= fact.draft.created_at


def _of_this_turn(fact: Prepared, memory: Memory) -> bool:
    """Was it learned from the same turn before? Then nobody has said it again."""
    cycle = fact.draft.metadata.get(CYCLE)
    return bool(cycle) and memory.metadata.get(CYCLE) == cycle


def _takes_back(fact: Prepared, earlier: Prepared, *, corrects: bool) -> bool:
    """Does a fact take an earlier one of the same turn back?"""
    if speaker(fact.content) != speaker(earlier.content):
        return False
    if left_of(earlier.content, [fact.content]):
        return False
    mine = list(claims(fact.content)) if corrects else []
    return replaces(fact.content, earlier.content) or any(
        takes_place(one, other) for one in mine for other in claims(earlier.content)
    )


def _contradicted(mine: Sequence[Claim], memory: Memory) -> bool:
    return any(takes_place(other, one) for one in _claims(memory.content) for other in mine)


def _claims(text: str) -> list[Claim]:
    """What a text claims, in each of its clauses."""
    return [claim for one in statements_in(text) for claim in claims(one)]


def _replaces(new: str, old: str) -> bool:
    """Does a later statement surely take the place of an earlier one, or of a clause of it?"""
    return any(replaces(new, one) for one in statements_in(old))


def _cosine(one: Vectors | None, other: Vectors | None) -> float:
    return float(one @ other) if one is not None and other is not None else 0.0
