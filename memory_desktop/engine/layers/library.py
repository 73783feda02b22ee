"""The memories of one kind that carry a payload of a layer: listed, made, changed and retired."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Generic, TypeVar

import msgspec

from memory_desktop.core.conversation.cycles import USER
from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.events.intake import Remember
from memory_desktop.core.events.memory import ForgetMemories, Relabel, Replace
from memory_desktop.core.layers.payload import LayerPayload, checked, metadata_of, payload_of
from memory_desktop.core.memory.canonical import canonical_text
from memory_desktop.core.memory.held import RELABEL, HeldChange
from memory_desktop.core.memory.records import GENERATED_FROM, METHOD, Draft, Memory, Status, generated_from
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.history.succession import current
from memory_desktop.engine.life import Life
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.command_log import Step

P = TypeVar("P", bound=LayerPayload)


@dataclass(frozen=True, slots=True)
class Entry(Generic[P]):
    """A memory and what it says as its layer's payload."""

    memory: Memory
    payload: P

    @property
    def id(self) -> str:
        """What names it for good: the id of the memory that said it first, also where that came back under another."""
        return self.payload.origin or self.memory.line

    @property
    def user_id(self) -> str:
        """Whose it is; "" for the vault's own user."""
        found = self.memory.metadata.get(USER, "")
        return found if isinstance(found, str) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Who makes an entry and from what.

    Attributes:
        sources: ids of the memories that it was made from. method: name and version of the rules that made it of them;
            "" where a person or an agent says it. belongs_to: the command that it is a part of, by its seq.
        run: the run of consolidation that makes it, 0 for none.
    """

    actor: str = "user"
    initiator: str = ""
    sources: tuple[str, ...] = ()
    method: str = ""
    belongs_to: int | None = None
    run: int = 0


class Library(Generic[P]):
    """See the module. Safe from many threads; its lists are kept until the next event.

    Args:
        what: the payload; its kind and layer are those of the memories. text: what the memory of a payload says.
    """

    def __init__(
        self,
        what: type[P],
        text: Callable[[P], str],
        store: Store,
        writer: Writer,
        gates: Gatekeeper,
        life: Life,
    ) -> None:
        self._what = what
        self._text = text
        self._store = store
        self._writer = writer
        self._gates = gates
        self._life = life
        self._lock = threading.Lock()
        self._kept: tuple[tuple[int, int], tuple[Entry[P], ...]] = ((-1, 0), ())

    def all(self, user: str | None = None) -> tuple[Entry[P], ...]:
        """The active ones in the order in which they came, of everybody or of one user."""
        self._life.check()
        head = (self._store.log.head, self._store.records.generation)
        with self._lock:
            kept_at, found = self._kept
        if kept_at != head:
            memories = self._store.records.iterate(RecordFilter(kinds=(self._what.kind,)))
            read = ((one, payload_of(one, self._what)) for one in memories)
            found = tuple(Entry(memory, payload) for memory, payload in read if payload is not None)
            with self._lock:
                self._kept = head, found
        return found if user is None else tuple(one for one in found if one.user_id == user)

    def get(self, id: str) -> Entry[P]:
        """The active one with this id: its own, or that of a memory that says it or said it. Raises NotFoundError."""
        found = self.of_id(id, self.all())
        if found is None:
            raise NotFoundError(f"There is no {self._what.kind} with the id {id}.")
        return found

    def of_id(self, id: str, entries: Sequence[Entry[P]]) -> Entry[P] | None:
        """Which of these has this id, as `get` has it; None: none of them."""
        for one in entries:
            if id in (one.id, one.memory.id):
                return one
        now = current(self._store.records, [id], through_merges=True).get(id)
        return next((one for one in entries if now is not None and one.memory.id == now.id), None)

    def create(
        self, payload: P, *, user: str = "", created_at: datetime | None = None, origin: Origin | None = None
    ) -> Entry[P] | None:
        """Keep a new one; None where a gate holds it back.

        Raises:
            InvalidCommandError: a field is out of its range, or it has no text.
        """
        self._life.check()
        origin = origin or Origin()
        clean = checked(payload)
        metadata = {**metadata_of(clean), **({USER: user} if user else {})}
        if origin.sources:
            metadata[GENERATED_FROM] = list(origin.sources)
        if origin.method:
            metadata[METHOD] = origin.method
        draft = Draft(
            content=self._text(clean),
            layer=self._what.layer,
            kind=self._what.kind,
            metadata=metadata,
            created_at=created_at,
        )
        # The same words may stand in a message, too; this is another thing.
        prepared = replace(self._gates.prepare(draft), turn=True)
        written = self._writer.execute(
            Remember((prepared,)), actor=origin.actor, initiator=origin.initiator, belongs_to=origin.belongs_to
        )
        return self._entry(written.created)

    def revise(
        self,
        entry: Entry[P],
        payload: P,
        *,
        user: str | None = None,
        created_at: datetime | None = None,
        origin: Origin | None = None,
    ) -> Entry[P]:
        """Let it say something else: under the same memory while its text stays, else in one that supersedes it.

        Args:
            user: whose it is from now on, "" for nobody. created_at: when it happened. Another one makes a memory that
                supersedes the one before. None: as it is.

        Raises:
            InvalidCommandError: a field is out of its range. HeldBackError: a gate holds it back; nothing changed yet.
        """
        self._life.check()
        origin = origin or Origin()
        old = entry.memory
        clean = checked(msgspec.structs.replace(payload, origin=entry.payload.origin))
        text = self._text(clean)
        owner = entry.user_id if user is None else user
        at = created_at or old.created_at
        moved = (owner, at) != (entry.user_id, old.created_at)
        if canonical_text(text) == old.content and not moved:
            metadata = metadata_of(clean, old)
            if metadata[self._what.key] == old.metadata.get(self._what.key):
                return entry
            metadata |= _made_from(old, origin)
            change = HeldChange(RELABEL, (old.id,), {})
            words = self._gates.pass_text(
                self._gates.prepare_words(metadata=metadata), change, actor=origin.actor, initiator=origin.initiator
            )
            command = Relabel(ids=(old.id,), metadata=words.draft.metadata, pii=words.pii)
            made = self._writer.execute(
                command, actor=origin.actor, initiator=origin.initiator, belongs_to=origin.belongs_to
            ).memories
        else:
            said = metadata_of(msgspec.structs.replace(clean, origin=entry.id), old)
            metadata = {**old.metadata, **said, **_made_from(old, origin)}
            if owner != entry.user_id:
                metadata |= {USER: owner}
            draft = Draft(
                content=text,
                layer=old.layer,
                kind=old.kind,
                tags=old.tags,
                metadata=metadata,
                salience=old.salience,
                quick_recal_score=old.quick_recal_score,
                created_at=at,
            )
            prepared = replace(self._gates.prepare(draft), supersedes=old.id, turn=True)
            prepared = self._gates.pass_text(prepared, actor=origin.actor, initiator=origin.initiator)
            made = self._writer.execute(
                Replace(old.id, prepared, again=moved),
                actor=origin.actor,
                initiator=origin.initiator,
                belongs_to=origin.belongs_to,
            ).created
        return self._entry(made) or entry

    def retire(self, ids: Sequence[str], reason: str = "", *, origin: Origin | None = None) -> int:
        """Forget them, by their ids; how many were not forgotten yet. Raises NotFoundError."""
        origin = origin or Origin()
        memories = tuple(self.get(id).memory.id for id in ids)
        written = self._writer.execute(
            ForgetMemories(memories, reason),
            actor=origin.actor,
            initiator=origin.initiator,
            belongs_to=origin.belongs_to,
        )
        return len(written.memories)

    def _entry(self, made: Sequence[Memory]) -> Entry[P] | None:
        for memory in made:
            payload = payload_of(memory, self._what)
            if memory.status is Status.ACTIVE and payload is not None:
                return Entry(memory, payload)
        return None


def undone(store: Store, memory: Memory) -> bool:
    """Is a memory gone because the command that made it was taken back? Nobody has retired it then."""
    step = _maker(store, memory)
    return step is not None and not step.done


def undone_for_itself(store: Store, memory: Memory) -> bool:
    """The same, but not along with another command: somebody did not want what was made."""
    step = _maker(store, memory)
    return step is not None and not step.done and not step.along


def undone_along(store: Store, memory: Memory) -> bool:
    """Is it gone because it was made from what somebody took back? Nobody has said anything against it."""
    step = _maker(store, memory)
    return step is not None and not step.done and step.along


def _maker(store: Store, memory: Memory) -> Step | None:
    return store.commands.step(store.log.commands_of([memory.key]).get(memory.key, memory.key))


def _made_from(old: Memory, origin: Origin) -> dict[str, Any]:
    """What the metadata says of its sources and of the rules, where either is new."""
    known = generated_from(old.metadata)
    every = list(dict.fromkeys((*known, *origin.sources)))
    more: dict[str, Any] = {GENERATED_FROM: every} if len(every) > len(known) else {}
    return {**more, METHOD: origin.method} if origin.method else more
