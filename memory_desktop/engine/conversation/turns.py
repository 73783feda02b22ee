"""Turns of conversations: recorded as cycles whose texts are memories, listed, and read in order."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from memory_desktop.core.conversation.cycles import (
    CYCLE,
    CYCLE_DATA,
    FARTHEST_AHEAD,
    MESSAGE_KIND,
    ROLE,
    TITLE,
    USER,
    Cycle,
    CycleDraft,
    Stage,
    check_parts,
    cycle_of,
    data_of,
    id_of,
    is_live,
    role_of,
    sides,
)
from memory_desktop.core.conversation.listing import CycleListRequest, CyclePage, cursor_at
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.events.conversation import NoteStages, RecordTurn
from memory_desktop.core.memory.canonical import canonical_json, canonical_text, iso
from memory_desktop.core.memory.drafts import Prepared, as_draft
from memory_desktop.core.memory.records import Draft, Layer, Memory, Status
from memory_desktop.core.ports import Clock, Entropy
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.messages import CycleFilter, CycleRow, Messages, SessionRow, StatusOf, row_of
from memory_desktop.store.records import RecordStore

_log = logging.getLogger(__name__)
#: A user's turn after so long a pause begins a new session, where none is named.
SESSION_GAP = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation: its title, whose it is, when it began and went on last, and how long it is.

    `users`: everybody whose turns it has, where it has those of several.
    """

    session_id: str
    title: str
    user_id: str
    source: str
    first: datetime
    last: datetime
    cycles: int
    messages: int
    users: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heard:
    """A turn, and the keys of the memories that hold what the user said in it and what was answered.

    `live`: it was recorded as a turn, and not put together from imported messages.
    """

    cycle: Cycle
    asked: tuple[int, ...] = ()
    answered: tuple[int, ...] = ()
    live: bool = True

    @property
    def keys(self) -> tuple[int, ...]:
        """Of all its messages."""
        return (*self.asked, *self.answered)


class Turns:
    """See the module. Safe from many threads.

    Attributes:
        excludes: (user, what was said, answer) → why a turn is not to be recorded, "" if it is.
    """

    def __init__(
        self, vault_id: str, store: Store, writer: Writer, gates: Gatekeeper, clock: Clock, entropy: Entropy
    ) -> None:
        self._vault_id = vault_id
        self._store = store
        self._writer = writer
        self._gates = gates
        self._clock = clock
        self._entropy = entropy
        self._listeners: list[Callable[[Heard], None]] = []
        self.excludes: Callable[[str, str, str | None], str] = lambda _user, _said, _answer: ""

    def on_record(self, listener: Callable[[Heard], None]) -> None:
        """Call with every turn that is recorded or changed by `record`, in its thread, after it is durable."""
        self._listeners.append(listener)

    def let_in(self, keys: Sequence[int]) -> None:
        """Tell of the turns of which everything was held back until now, and these memories were let in."""
        new = set(keys)
        for heard in self.heard(list(dict.fromkeys(self.of_keys(sorted(new)).values()))):
            if heard.live and new.issuperset(heard.keys):
                self._tell(heard)

    # --- writing ------------------------------------------------------------------------------------------------------

    def record(
        self, draft: CycleDraft, *, actor: str = "user", initiator: str = "", belongs_to: int | None = None
    ) -> tuple[Cycle, int]:
        """Record a turn, or bring one that is there up to date; durable on return.

        The same `cycle_id` is the same turn: what the draft says replaces what it said, what it leaves out stays.

        Args:
            belongs_to: seq of the command that it is a part of, if of a larger one.

        Returns:
            The turn, and seq of the command; 0 where nothing was new. A turn that this user's retention excludes is
            not recorded; what comes back has no messages and says why under "excluded".

        Raises:
            InvalidCommandError: no words, or too many, or a time more than a day ahead of the clock.
        """
        self.check(draft)
        with self._writer.lock:
            id = _uuid(draft.cycle_id, draft.source) if draft.cycle_id else self._new_id()
            row = self._store.messages.of_cycle(id)
            messages = self._store.records.by_keys(row.keys) if row is not None else []
            user = row.user_id if row is not None else draft.user_id
            session = (
                row.session_id if row is not None else draft.session_id or self._session(user, actor, draft.source)
            )
            reason = self.excludes(user, draft.user_input, draft.final_response)
            if reason:
                return self._excluded(id, user, session, draft, reason), 0
            command = self._command(id, user, session, draft, messages)
            written = self._writer.execute(command, actor=actor, initiator=initiator, belongs_to=belongs_to)
            row = self._store.messages.of_cycle(id)
            found = self._heard([row]) if row is not None else []
        if not found:
            # Every message was held back: the turn is what was handed over, and waits for a decision.
            held = Cycle(
                cycle_id=id,
                user_id=user,
                session_id=session,
                timestamp=draft.timestamp or self._clock(),
                user_input=draft.user_input,
                final_response=draft.final_response,
            )
            return held, written.events[0].seq if written.events else 0
        if written.events:
            self._tell(found[0])
        return found[0].cycle, written.events[0].seq if written.events else 0

    def check_adds(self, draft: CycleDraft) -> None:
        """Raises InvalidCommandError: the draft has the id of a turn of somebody else, or of one with other words.

        What is the same, and an answer where there was none, may be handed over again.
        """
        there = self.known(draft)
        row = self._store.messages.of_cycle(there.cycle_id) if there is not None else None
        if there is None or row is None:
            return
        messages = self._store.records.by_keys(row.keys)
        asked = next((one for one in messages if role_of(one).lower() != "assistant"), None)
        answer = next((one for one in messages if role_of(one).lower() == "assistant"), None)
        differs = ""
        if draft.user_id not in ("", there.user_id):
            differs = f"is of {f'the user “{there.user_id}”' if there.user_id else 'no named user'}"
        elif draft.session_id not in ("", there.session_id):
            differs = f"is of the conversation {there.session_id}"
        elif asked is not None and not self._says(asked, draft.user_input or asked.content):
            differs = "has other words of the user"
        elif answer is not None and not self._says(answer, draft.final_response or answer.content):
            differs = "has another answer"
        if differs:
            raise InvalidCommandError(
                f"The turn {draft.cycle_id} is there already, and {differs}. Nothing was changed.",
                hint="Hand a new turn over without a cycle_id. To change what was kept, edit the message.",
            )

    def _says(self, message: Memory, text: str) -> bool:
        """Is this the text of a message, as it is or as the gates let it in?"""
        canonical = canonical_text(text)
        return message.content in (canonical, self._gates.prepare(as_draft(message, canonical)).content)

    def left_out(self, draft: CycleDraft) -> str:
        """Why a turn is not recorded, as its user's retention excludes it; "" if it is."""
        there = self.known(draft)
        user = there.user_id if there is not None else draft.user_id
        return self.excludes(user, draft.user_input, draft.final_response)

    def _excluded(self, id: str, user: str, session: str, draft: CycleDraft, reason: str) -> Cycle:
        there = self.find(id)
        if there is not None:
            return there
        return Cycle(
            cycle_id=id,
            user_id=user,
            session_id=session,
            timestamp=draft.timestamp or self._clock(),
            user_input=draft.user_input,
            final_response=draft.final_response,
            extraction=Stage.COMPLETED,
            extra={"excluded": reason},
        )

    def _tell(self, heard: Heard) -> None:
        for listener in self._listeners:
            try:
                listener(heard)
            except Exception:  # noqa: BLE001 - the turn is recorded, whatever a listener does wrong
                _log.exception("a listener failed on the turn %s", heard.cycle.cycle_id)

    def note(self, stages: Iterable[tuple[Cycle, Mapping[str, Any]]], *, belongs_to: int | None = None) -> None:
        """Say how far background jobs have come with turns, as values of what the turn keeps."""
        every = [(cycle, dict(values)) for cycle, values in stages if cycle.messages]
        if every:
            notes = tuple((cycle.messages[0], values) for cycle, values in every)
            command = NoteStages(notes, every[0][0].cycle_id)
            self._writer.execute(command, actor="system", belongs_to=belongs_to)

    def _command(self, id: str, user: str, session: str, draft: CycleDraft, messages: Sequence[Memory]) -> RecordTurn:
        asked = next((one for one in messages if role_of(one).lower() != "assistant"), None)
        answer = next((one for one in messages if role_of(one).lower() == "assistant"), None)
        at = draft.timestamp or (messages[0].created_at if messages else self._clock())
        new: list[Prepared] = []
        edited: list[tuple[str, Prepared]] = []
        before = messages[0].metadata.get(CYCLE_DATA) if messages else None
        data = data_of(draft, before if isinstance(before, Mapping) else None)
        if draft.cycle_id and _is_foreign(draft.cycle_id):
            data["foreign_id"] = draft.cycle_id
        labels = {CYCLE: id, **({USER: user} if user else {}), **({TITLE: draft.title} if draft.title else {})}

        def said(text: str, role: str, when: datetime, more: Mapping[str, Any]) -> Prepared:
            made = Draft(
                content=text,
                layer=Layer.EPISODIC,
                kind=MESSAGE_KIND,
                source=draft.source,
                thread=session,
                metadata={ROLE: role, **labels, **more},
                created_at=when,
            )
            return replace(self._gates.prepare(made), turn=True)

        def changed(old: Memory, text: str, more: Mapping[str, Any]) -> bool:
            if canonical_text(text) == old.content:
                return False
            newer = as_draft(old, text)
            edited.append((old.id, self._gates.prepare(replace(newer, metadata={**newer.metadata, **more}))))
            return True

        more = {CYCLE_DATA: data} if data else {}  # what the first message keeps
        kept = (messages[0].id, data) if messages else None
        if draft.user_input.strip():
            if asked is None:
                new.append(said(draft.user_input, draft.role, at, more))
                more, kept = {}, None
            elif changed(asked, draft.user_input, more):
                more, kept = {}, None
        if draft.final_response is not None and draft.final_response.strip():
            when = draft.answered_at or (at if asked is None else self._clock())
            if answer is None:
                new.append(said(draft.final_response, "assistant", max(at, when), {} if messages else more))
            elif changed(answer, draft.final_response, more if answer is messages[0] else {}):
                kept = None if answer is messages[0] else kept
        return RecordTurn(id, session, user, tuple(new), tuple(edited), kept, again=bool(messages))

    def check(self, draft: CycleDraft) -> None:
        """Raises InvalidCommandError: the turn cannot be recorded, and why."""
        if not draft.user_input.strip() and not (draft.final_response or "").strip():
            raise InvalidCommandError("A turn needs what the user said, or the answer.")
        check_parts(draft)
        latest = self._clock() + FARTHEST_AHEAD
        for name, at in (("timestamp", draft.timestamp), ("answered_at", draft.answered_at)):
            if at is not None and at > latest:
                raise InvalidCommandError(
                    f"{name} {iso(at)} is in the future.", hint="Give the time at which it was said, or none for now."
                )

    def _session(self, user: str, actor: str, source: str) -> str:
        """The last conversation of the user with the same agent if it went on until a while ago, else a new one."""
        now = self._clock()
        last = self._store.messages.last_of(user, actor, source, now + SESSION_GAP)
        if last is not None and now - last[1] <= SESSION_GAP:
            return last[0]
        return self._new_id()

    def _new_id(self) -> str:
        return str(uuid.UUID(bytes=self._entropy(16), version=4))

    # --- reading ------------------------------------------------------------------------------------------------------

    def get(self, cycle_id: str) -> Cycle:
        """One turn, by its id or by the one that it was handed over with.

        Raises:
            NotFoundError: there is none. InvalidCommandError: several programs handed one over with that id.
        """
        named = [found] if (found := self.find(cycle_id)) is not None else self._handed_over_as(cycle_id)
        if not named:
            raise NotFoundError(f"There is no turn with the id {cycle_id}.")
        if len(named) > 1:
            ids = ", ".join(one.cycle_id for one in named)
            raise InvalidCommandError(f"{len(named)} turns came with the id {cycle_id}.", hint=f"Name one of {ids}.")
        return named[0]

    def _handed_over_as(self, given: str) -> list[Cycle]:
        """The turns that came with an id of another program, or with this UUID in another form."""
        if not _is_foreign(given):
            found = self.find(str(uuid.UUID(given)))
            return [found] if found is not None else []
        noted = self._store.records.noting((f'"foreign_id":{canonical_json(given).decode()}',))
        ids = sorted(set(self.of_keys(noted).values()))
        return [one for one in self.some(ids) if one.extra.get("foreign_id") == given]

    def known(self, draft: CycleDraft) -> Cycle | None:
        """The turn that a draft names by its id, if it is there."""
        return self.find(_uuid(draft.cycle_id, draft.source)) if draft.cycle_id else None

    def find(self, cycle_id: str) -> Cycle | None:
        """One turn; None where nothing of it is active."""
        row = self._store.messages.of_cycle(cycle_id)
        return self._cycles([row])[0] if row is not None else None

    def some(self, cycle_ids: Sequence[str]) -> list[Cycle]:
        """Those of these turns that are there, in the order given."""
        found = {one.cycle_id: one for one in self._cycles(self._store.messages.by_ids(cycle_ids))}
        return [found[id] for id in dict.fromkeys(cycle_ids) if id in found]

    def of_keys(self, keys: Sequence[int]) -> dict[int, str]:
        """The turn that each of these memories is a message of, by key."""
        return self._store.messages.cycles_of(keys)

    def list_cycles(self, request: CycleListRequest | None = None, /, **fields: Any) -> CyclePage:
        """A page of the turns that fit. The fields of the request can also be named one by one.

        Raises:
            InvalidCommandError: a field is out of its range.
        """
        asked = replace(request or CycleListRequest(), **fields)
        wanted = CycleFilter(
            whose=asked.user_id,
            session=asked.session_id,
            after=asked.start_date,
            before=asked.end_date,
            response_type=asked.response_type,
            min_confidence=asked.min_confidence,
        )
        order: dict[str, Any] = {"newest_first": asked.newest_first, "beyond": asked.beyond()}
        rows = self._store.messages.page(wanted, limit=asked.limit + 1, **order)
        shown = rows[: asked.limit]
        cursor = cursor_at(shown[-1].at, shown[-1].head) if len(rows) > len(shown) else ""
        return CyclePage(tuple(self._cycles(shown)), self._store.messages.count(wanted), cursor)

    def before(self, cycle: Cycle) -> Cycle | None:
        """The turn of the same user that comes before one in its conversation."""
        wanted = CycleFilter(user=cycle.user_id, session=cycle.session_id, before=cycle.timestamp)
        rows = self._store.messages.page(wanted, limit=2)
        return next((one for one in self._cycles(rows) if one.cycle_id != cycle.cycle_id), None)

    def recent_for_reflection(
        self, user_id: str = "", limit: int = 50, *, job: StatusOf = StatusOf.REFLECTION, again: bool = False
    ) -> list[Cycle]:
        """A user's latest turns that a job has not seen yet, newest first.

        Args:
            again: those where it failed, too.
        """
        stages = (Stage.PENDING.value, Stage.FAILED.value) if again else (Stage.PENDING.value,)
        return self._cycles(self._store.messages.page(CycleFilter(whose=user_id, stage=(job, stages)), limit=limit))

    def sessions(
        self,
        *,
        user_id: str | None = None,
        ids: Sequence[str] | None = None,
        words: str = "",
        limit: int = 1_000,
        offset: int = 0,
    ) -> list[Session]:
        """Conversations, the one that went on last first.

        Args:
            user_id: whose; the owner's are also those that name nobody. Of a conversation that several share, what is
                told is that of this user's turns. ids: only these.
            words: only those whose title or messages have each of these words.
        """
        rows = self._store.messages.sessions(user=user_id, ids=ids, words=words.split(), limit=limit, offset=offset)
        return named(rows, self._store.records, self._store.messages, user_id)

    def users(self) -> dict[str, int]:
        """How many turns each user has; "" is whoever is not named."""
        return self._store.messages.users()

    def user_of(self, session_id: str) -> str | None:
        """Whose a conversation is; None where it has no turn, or turns of several users."""
        users = self.users_of(session_id)
        return users[0] if len(users) == 1 else None

    def users_of(self, session_id: str) -> tuple[str, ...]:
        """Everybody whose turns a conversation has, by name; "" is whoever is not named."""
        return tuple(self._store.messages.users_of(session_id))

    def messages(self, session_id: str, last: int) -> list[Memory]:
        """The last so many messages of a conversation, in order."""
        rows = self._store.messages.page(CycleFilter(session=session_id), limit=last)
        keys = [key for row in reversed(rows) for key in row.keys]
        return self._store.records.by_keys(keys[-last:] if last else [])

    def heard(self, cycle_ids: Sequence[str]) -> list[Heard]:
        """Those of these turns that are there, with the keys of their messages, newest first."""
        return self._heard(self._store.messages.by_ids(cycle_ids)) if cycle_ids else []

    def latest(self, user_id: str, limit: int, offset: int = 0) -> list[Heard]:
        """A user's turns, newest first."""
        return self._heard(self._store.messages.page(CycleFilter(whose=user_id), limit=limit, offset=offset))

    def read(self, cycle_id: str) -> tuple[CycleRow, list[Memory], Cycle] | None:
        """A turn as it stands in the tables: its row, its messages in order, and what they come to; None where nothing
        of it is active."""
        rows = {row[0]: row for row in self._store.messages.in_cycle(cycle_id)}
        messages = [one for one in self._store.records.by_keys(list(rows)) if one.status is Status.ACTIVE]
        row = row_of(cycle_id, [rows[one.key] for one in messages])
        return (row, messages, cycle_of(cycle_id, row.user_id, messages)) if row is not None else None

    def _cycles(self, rows: Sequence[CycleRow]) -> list[Cycle]:
        return [one.cycle for one in self._heard(rows)]

    def _heard(self, rows: Sequence[CycleRow]) -> list[Heard]:
        found = {one.key: one for one in self._store.records.by_keys([key for row in rows for key in row.keys])}
        made = []
        for row in rows:
            messages = [found[key] for key in row.keys if key in found]
            if messages:
                asked, answered = (tuple(one.key for one in side) for side in sides(messages))
                live = is_live(messages[0])
                made.append(Heard(cycle_of(row.cycle_id, row.user_id, messages), asked, answered, live))
        return made


def named(
    rows: Sequence[SessionRow], records: RecordStore, messages: Messages, user: str | None = None
) -> list[Session]:
    """Conversations with their titles: the one that was given last, else the beginning of what was said first.

    Args:
        user: whose turns give them; None: everybody's.
    """
    given = messages.titles([row.session_id for row in rows], user)
    first = {memory.key: memory for memory in records.by_keys([row.first_key for row in rows])}
    return [
        Session(
            row.session_id,
            given.get(row.session_id) or _beginning(first.get(row.first_key)),
            row.user_id,
            row.source,
            row.first,
            row.last,
            row.cycles,
            row.messages,
            row.users if user is None and len(row.users) > 1 else (),
        )
        for row in rows
    ]


def _uuid(given: str, source: str) -> str:
    """The id of a turn that somebody gave: itself if it is a UUID, else the one that stands for it."""
    return id_of(source, given) if _is_foreign(given) else str(uuid.UUID(given))


def _is_foreign(given: str) -> bool:
    """Is an id that somebody gave no UUID?"""
    try:
        uuid.UUID(given)
    except ValueError:
        return True
    return False


def _beginning(memory: Memory | None) -> str:
    """The first words of a message."""
    if memory is None:
        return ""
    line = memory.content.strip().split("\n", 1)[0]
    return line if len(line) <= 60 else f"{line[:59].rstrip()}…"
