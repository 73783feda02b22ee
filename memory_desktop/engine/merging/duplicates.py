"""The queue of near-duplicates and conflicts: found in the vectors, decided by a person, never asked twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice

import numpy as np
import numpy.typing as npt

from memory_desktop.core.conversation.cycles import CYCLE, MESSAGE_KIND, owner_of
from memory_desktop.core.conversation.learned import FACT_KINDS, learned
from memory_desktop.core.conversation.reach import PERSONAL_KINDS, same_user, speaks_of_somebody
from memory_desktop.core.errors import CancelledError, InvalidCommandError
from memory_desktop.core.events.memory import Supersede
from memory_desktop.core.events.pairs import PAIR, KeepBoth
from memory_desktop.core.keys import Keys
from memory_desktop.core.layers.concepts import KIND
from memory_desktop.core.memory.claims import Claim, claims, contradiction
from memory_desktop.core.memory.pairs import MOST_PAIRS, Pair, compared, no_difference
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import CancelToken, Vectors
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

Rows = npt.NDArray[np.int64]

#: The newest so many memories are compared with each other.
MOST = 10_000
_BLOCK = 512
#: Of what is only alike, so many times the limit are looked at.
_LOOKED_AT = 4
#: So many pairs are read at a time.
_PIECE = 2_000
#: Of what is alike, the most alike so many pairs are kept.
_MOST_ALIKE = 500_000
_STOPPED = "The look for duplicates was stopped."
_KINDS = {"conflict": 0, "duplicate": 1, "similar": 2}


class Duplicates:
    """See the module."""

    def __init__(self, store: Store, writer: Writer, space: Callable[[], Space]) -> None:
        self._store = store
        self._writer = writer
        self._space = space

    def pairs(self, limit: int = MOST_PAIRS, cancel: CancelToken | None = None) -> list[Pair]:
        """Pairs to decide about: conflicts first, then duplicates, then what is only alike; most alike first.

        Raises:
            CancelledError: no longer wanted.
        """
        least = self._writer.settings.number("review.alike")
        keys = self._newest()
        found, vectors = self._space().vectors.index.fetch(keys)
        matrix = vectors.astype(np.float32)
        one, other, alike = _alike(matrix, least, cancel)
        texts, users = self._store.records.texts(keys.tolist()), self._store.records.owners(keys.tolist())
        against = list(_contradicting(texts, users, cancel))
        candidates = dict(zip(against, _cosines(found, matrix, against), strict=True))
        worth = [*self._worth_asking(candidates.items(), len(candidates), cancel)]
        rest = (pair for pair in _in_pieces(found[one], found[other], alike) if pair[0] not in candidates)
        worth += self._worth_asking(rest, _LOOKED_AT * limit, cancel)
        lines = self._store.records.by_ids([one.line for pair in worth for one in pair[:2] if one.line != one.id])
        made = []
        for first, second, similarity in worth:
            older, newer = sorted((first, second), key=lambda memory: _age(memory, lines))
            found_out = self._told(compared(older, newer, similarity))
            # Messages of conversations are alike by nature.
            if found_out.kind != "similar" or not (first.thread and second.thread):
                made.append(found_out)
        return sorted(made, key=lambda pair: (_KINDS[pair.kind], -pair.similarity, pair.first.key))[:limit]

    def _worth_asking(
        self, pairs: Iterable[tuple[tuple[int, int], float]], most: int, cancel: CancelToken | None
    ) -> Iterator[tuple[Memory, Memory, float]]:
        """Of pairs of keys, at most so many about which a person may be asked, in their order. There may be many times
        as many others: what was said, and the facts that were learned from it."""
        vault_owner = self._writer.settings.text("gate.owner")
        decided = self.decided()
        memories: dict[int, Memory] = {}
        left = iter(pairs)
        while most > 0 and (piece := list(islice(left, _PIECE))):
            if cancel is not None and cancel.cancelled():
                raise CancelledError(_STOPPED)
            missing = {key for pair, _ in piece for key in pair if key not in memories}
            memories |= {one.key: one for one in self._store.records.by_keys(sorted(missing))}
            for (one, other), similarity in piece:
                first, second = memories.get(one), memories.get(other)
                if first is None or second is None or frozenset((first.id, second.id)) in decided:
                    continue
                if most > 0 and _may_be_asked(first, second, vault_owner):
                    most -= 1
                    yield first, second, similarity

    def _newest(self) -> Keys:
        """Keys of the newest memories, in order; messages of conversations, of which there are many, crowd none out."""
        messages = self._store.records.keys(RecordFilter(kinds=(MESSAGE_KIND,)), descending=True)
        # A concept repeats the facts that it was learned from, and decides about its conflicts itself; what else the
        # program makes of messages is alike by nature.
        left_out = (MESSAGE_KIND, KIND, *PERSONAL_KINDS)
        others = self._store.records.keys(RecordFilter(not_kinds=left_out), descending=True)
        others = others[: MOST - min(len(messages), MOST // 4)]
        return np.sort(np.concatenate([others, messages[: MOST - len(others)]]))

    def _told(self, pair: Pair) -> Pair:
        """Two facts that are alike enough and contradict each other in nothing say the same in other words."""
        above, owner = self._writer.settings.number("review.merge_above"), self._writer.settings.text("gate.owner")
        if pair.kind == "similar" and pair.similarity > above and same_fact(pair.first, pair.second, owner):
            return replace(pair, kind="duplicate", reason="They are facts that say nearly the same, in other words.")
        return pair

    def decided(self) -> set[frozenset[str]]:
        """Pairs of which somebody said that they differ."""
        return set(self._writer.projections.now(PAIR).values())

    def differ(self, pairs: Sequence[tuple[str, str]], *, actor: str = "user", initiator: str = "") -> int:
        """Keep both of each pair, and never ask about them again; how many pairs."""
        command = KeepBoth(tuple(pairs))
        self._writer.execute(command, actor=actor, initiator=initiator)
        return len(pairs)

    def supersede(self, pairs: Sequence[tuple[str, str]], *, actor: str = "user", initiator: str = "") -> int:
        """The second of each pair takes the place of the first; how many were superseded. One step of undo."""
        self._check(pairs)
        return len(self._writer.execute(Supersede(tuple(pairs)), actor=actor, initiator=initiator).events)

    @staticmethod
    def _check(pairs: Sequence[tuple[str, str]]) -> None:
        if not pairs or any(first == second for first, second in pairs):
            raise InvalidCommandError("A decision needs pairs of two memories.")


def same_fact(one: Memory, other: Memory, owner: str) -> bool:
    """May two memories that mean nearly the same be one fact? Both are facts, of one user, and nothing in their words
    says that they differ. `owner`: what agents call the vault's owner."""
    facts = all(memory.kind in FACT_KINDS and not memory.thread for memory in (one, other))
    of_one = same_user(owner_of(one.metadata), owner_of(other.metadata), owner)
    return facts and of_one and no_difference(one.content, other.content)


def _may_be_asked(one: Memory, other: Memory, owner: str) -> bool:
    """Can two memories repeat or contradict each other so that somebody has to decide?"""
    if one.id in other.lineage or other.id in one.lineage:
        return False  # it is being merged into the other, and goes when that is embedded
    turns = [_is_turn(memory) for memory in (one, other)]
    if any(turns) and all(turn or learned(memory) for turn, memory in zip(turns, (one, other), strict=True)):
        return False  # turns are no facts: what was learned from them is compared
    return _of_one_user(one, other, owner)


def _of_one_user(one: Memory, other: Memory, owner: str) -> bool:
    """Are two memories of one user, or is one of them a note of nobody's that speaks of nobody in particular?"""
    whose = owner_of(one.metadata), owner_of(other.metadata)
    notes = (not owned and not speaks_of_somebody(memory) for owned, memory in zip(whose, (one, other), strict=True))
    return same_user(*whose, owner) or any(notes)


def _is_turn(memory: Memory) -> bool:
    """Is it a message of a turn that was recorded here?"""
    return bool(memory.thread) and CYCLE in memory.metadata


def _age(memory: Memory, lines: Mapping[str, Memory]) -> tuple[datetime, datetime, int]:
    """What makes a fact older: when it was said, when it was recorded, and its place in the log.

    One that came back is as old as the first of its line: `lines` has these by id.
    """
    first = lines.get(memory.line, memory)
    return memory.created_at, memory.recorded_at, first.key


def _alike(vectors: Vectors, least: float, cancel: CancelToken | None) -> tuple[Rows, Rows, Vectors]:
    """Of every two that are at least so alike: the lower row, the other row and their cosine, most alike first.

    All in numpy, which lets other threads run: a list of a million pairs would stop the window while it is sorted.
    """
    one, other, alike = np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32)
    for start in range(0, len(vectors), _BLOCK):
        if cancel is not None and cancel.cancelled():
            raise CancelledError(_STOPPED)
        similar = vectors[start : start + _BLOCK] @ vectors[start:].T
        rows, others = np.nonzero(np.triu(similar >= least, 1))
        one, other = np.concatenate([one, rows + start]), np.concatenate([other, others + start])
        alike = np.concatenate([alike, similar[rows, others]])
        if len(alike) > _MOST_ALIKE:
            one, other, alike = _first(_MOST_ALIKE, one, other, alike)
    return _first(len(alike), one, other, alike)


def _first(number: int, one: Rows, other: Rows, alike: Vectors) -> tuple[Rows, Rows, Vectors]:
    """So many pairs, most alike first; those that are as alike in the order in which they came."""
    order = np.argsort(-alike, kind="stable")[:number]
    return one[order], other[order], alike[order]


def _in_pieces(one: Keys, other: Keys, alike: Vectors) -> Iterator[tuple[tuple[int, int], float]]:
    """Pairs of keys with how alike they are, read a piece at a time."""
    for start in range(0, len(alike), _PIECE):
        piece = slice(start, start + _PIECE)
        yield from zip(zip(one[piece].tolist(), other[piece].tolist(), strict=True), alike[piece].tolist(), strict=True)


def _contradicting(
    texts: Mapping[int, str], users: Mapping[int, str], cancel: CancelToken | None
) -> Iterator[tuple[int, int]]:
    """Keys of memories of one user that give the same thing different values, each with the last one before it; however
    unlike."""
    last: dict[tuple[str, str, str], tuple[int, Claim]] = {}
    for key in sorted(texts):
        if cancel is not None and cancel.cancelled():
            raise CancelledError(_STOPPED)
        for claim in claims(texts[key]):
            about = users[key], claim.subject, claim.attribute
            if about in last and last[about][0] != key and contradiction(last[about][1], claim):
                yield last[about][0], key
            last[about] = key, claim


def _cosines(keys: Keys, vectors: Vectors, pairs: Sequence[tuple[int, int]]) -> list[float]:
    """How alike the two of each pair are; 0 while one of them has no vector."""
    row = {key: number for number, key in enumerate(keys.tolist())}
    known = [all(key in row for key in pair) for pair in pairs]
    return [
        float(vectors[row[a]] @ vectors[row[b]]) if both else 0.0 for (a, b), both in zip(pairs, known, strict=True)
    ]
