"""The boards of a vault: the working memory of each conversation, filled by its turns, read and changed by hand.

**Theory of operation.** `step`, in the background, takes turns and finished imports from the log in its order, and puts
them on their boards, one event a turn that belongs to the turn's command, so undo takes both back. What was held back
of a turn is put there when it is let in, and belongs to that command. The last event that
was taken in is noted in that event; what was not noted before a crash is looked at again, and makes nothing new. Of a
conversation with many turns to take in, only as many of the last ones are as a board can hold; the others are counted.
An import gives each of its conversations, at the most `_MOST_OF_AN_IMPORT`, the last ones of it, in one event.

A message's text is its memory's. One whose memory was forgotten is not shown, and leaves the board with the next turn.
"""

from __future__ import annotations

import logging
import math
import threading
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memory_desktop.core.conversation.cycles import begins, is_left, role_of
from memory_desktop.core.conversation.reach import same_user
from memory_desktop.core.errors import CancelledError, ClosedError, InvalidCommandError, NotFoundError, VaultError
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.events.registry import payload_of
from memory_desktop.core.events.working import (
    BOARD,
    IMPORT,
    TURN,
    FitBoards,
    MarkItems,
    OnBoard,
    PutOnBoard,
    RefreshItems,
    RemoveItems,
    SetFields,
    TakeTurnsIn,
    board_id,
    board_of,
    rules_of,
)
from memory_desktop.core.imports import ImportState
from memory_desktop.core.layers.attending import Message
from memory_desktop.core.layers.episodes import episode_of
from memory_desktop.core.layers.working import (
    MOST,
    SOURCE,
    Board,
    BoardRules,
    ContextWindow,
    DeferredItem,
    Item,
    ItemType,
    activation,
    get_active,
    get_significant,
    interactions,
    item_type,
    waiting,
    within,
)
from memory_desktop.core.memory.canonical import canonical_text
from memory_desktop.core.memory.records import Memory, Status, is_purged
from memory_desktop.core.ports import CancelToken, Clock
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.conversation.telling import TELLING, conversation_of, is_taken_in, telling, turn_of
from memory_desktop.engine.conversation.turns import Turns
from memory_desktop.engine.life import Life
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.messages import CycleFilter, CycleRow

_log = logging.getLogger(__name__)
_MOST_OF_AN_IMPORT = 500
_LONGEST_CHAIN = 20
_SKIPPED_ROLES = ("system", "tool")
#: Longest text that is put on a board by hand.
LONGEST_TEXT = 4_000


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board as it is read: with the texts of its items, without those whose memory is gone.

    Attributes:
        board: its items have their texts. title: of the conversation. now: when it was read. rules: that it goes by.
        memories: by an item's id, the memory that says now what the item does.
    """

    board: Board
    title: str
    now: datetime
    rules: BoardRules
    memories: Mapping[str, str] = field(default_factory=dict)

    def activation(self, item: Item, now: datetime | None = None) -> float:
        """How present an item is, at a moment or when the board was read."""
        return activation(item, now or self.now, self.rules.period)

    @property
    def active(self) -> tuple[Item, ...]:
        """See `get_active`."""
        return get_active(self.board, self.now, self.rules)

    @property
    def significant(self) -> tuple[Item, ...]:
        """See `get_significant`."""
        return get_significant(self.board, self.rules)

    def connected(self, item: Item) -> tuple[str, ...]:
        """Ids of the items that an item is related to, whichever of both came first."""
        others = (one.id for one in self.board.items if item.id in one.connections)
        return tuple(dict.fromkeys((*item.connections, *others)))


@dataclass(frozen=True, slots=True)
class BoardHead:
    """A board in a list: whose it is, of which conversation, how full it is, and when it was changed last.

    Attributes:
        said: when the newest message was said, see `Board.last_said`.
    """

    user: str
    thread: str
    title: str
    items: int
    topic: str
    changed: datetime | None
    said: datetime | None = None


@dataclass(frozen=True, slots=True)
class _Piece:
    """Something to take in: a turn or a conversation of an import. `upto` 0: more of the same event follows.

    Attributes:
        let_in: messages of the turn were held back until this command. before: the command that lets in what was held
            back of the turn; 0 where none does. back: a redo brings the turn back.
    """

    command: int
    upto: int
    cycle: str = ""
    again: bool = False
    skipped: int = 0
    user: str = ""
    thread: str = ""
    let_in: bool = False
    before: int = 0
    back: bool = False


class WorkingMemory:
    """See the module. All calls may come from any thread; `step` is for one at a time.

    A conversation that is not named (None) is the one with the newest turn, and a user who is not (None) is whose that
    is; "" is the vault's own user. What a board got since by other means, as the mark of an episode, does not count.
    """

    def __init__(self, store: Store, writer: Writer, turns: Turns, gates: Gatekeeper, clock: Clock, life: Life) -> None:
        self._store = store
        self._writer = writer
        self._turns = turns
        self._gates = gates
        self._clock = clock
        self._life = life
        self._lock = threading.Lock()
        self._seen: int | None = None
        self._waiting: deque[_Piece] = deque()

    @property
    def rules(self) -> BoardRules:
        """What boards go by now."""
        return rules_of(self._writer.settings)

    # --- reading ------------------------------------------------------------------------------------------------------

    def boards(self, user: str | None = None, *, limit: int | None = None, at: int | None = None) -> list[BoardHead]:
        """Those that have something on them, the one with the newest turn first; of everybody, or of one user.

        Args:
            at: as they were after this event.
        """
        self._life.check()
        found = [one for one in self._boards(at).values() if not one.empty and user in (None, one.user)]
        found.sort(key=_recency, reverse=True)
        found = found[:limit]
        titles = self._titles({(one.user, one.thread) for one in found})
        return [
            BoardHead(
                one.user,
                one.thread,
                titles.get((one.user, one.thread), ""),
                len(one.items),
                one.window.current_topic,
                one.changed,
                one.last_said,
            )
            for one in found
        ]

    def board(self, user: str | None = None, thread: str | None = None, *, at: int | None = None) -> BoardView:
        """A board as it is now, or was after an event; an empty one where there is none."""
        view = self._untitled(user, thread, at=at)
        title = next(iter(self._titles({(view.board.user, view.board.thread)}).values()), "")
        return replace(view, title=title) if title else view

    def _untitled(self, user: str | None, thread: str | None, *, at: int | None = None) -> BoardView:
        """The same without the title of its conversation, which takes as long as the rest."""
        self._life.check()
        rules, now = self.rules, self._clock()
        boards = self._boards(at)
        if at is not None:
            rules = rules_of(self._writer.projections.settings_at(at))
            now = self._time_of(at) or now
        user, thread = self._place(boards, user, thread)
        # Where a board still holds more than it may since a moment ago, what is to leave it is not shown any more.
        board = within(board_of(boards, user, thread), rules, now).board
        current = self._memories((*board.items, *board.awaiting), at)
        shown = _with_texts(replace(board, awaiting=waiting(board, rules)), current)
        ids = {id: memory.id for id, memory in current.items()}
        return BoardView(shown, "", now, rules, ids)

    def newest(
        self, user: str | None = None, thread: str | None = None, *, limit: int | None = None
    ) -> tuple[BoardView, ...]:
        """The boards with something on them, the one with the newest turn first, without their titles: of a user and of
        a conversation, as far as these are named; the owner's also under no name."""
        self._life.check()
        rules, now, owner = self.rules, self._clock(), self._store.records.owner()
        fitting = [
            one
            for one in self._all().values()
            if not one.empty and (user is None or same_user(user, one.user, owner)) and thread in (None, one.thread)
        ]
        fitting.sort(key=_recency, reverse=True)
        fitted = [within(one, rules, now).board for one in fitting[:limit]]
        boards = [replace(one, awaiting=waiting(one, rules)) for one in fitted]
        current = self._memories([item for one in boards for item in (*one.items, *one.awaiting)])
        ids = {id: memory.id for id, memory in current.items()}
        return tuple(BoardView(_with_texts(one, current), "", now, rules, ids) for one in boards)

    def window(self, user: str | None = None, thread: str | None = None) -> ContextWindow:
        """What a board says the conversation is about; no text is read for it."""
        self._life.check()
        boards = self._all()
        return board_of(boards, *self._place(boards, user, thread)).window

    def significant(self, user: str | None = None, thread: str | None = None) -> tuple[Item, ...]:
        """Items with their texts that are worth an episode and have none; those that left the board before it first."""
        return self._untitled(user, thread).significant

    def interactions(self, user: str = "", thread: str = "") -> list[tuple[Item, ...]]:
        """What is worth an episode on a board and is no message of a turn, with the texts; see `interactions`."""
        view = self._untitled(user, thread)
        return interactions(view.board, view.rules)

    def saliences(self, user: str, thread: str) -> dict[str, float]:
        """How much the messages matter that are on a board, or left it and wait for an episode, by their ids."""
        board = board_of(self._all(), user, thread)
        return {one.id: one.salience for one in (*board.awaiting, *board.items) if one.message}

    def active(self, user: str | None = None, thread: str | None = None) -> tuple[Item, ...]:
        """Items with their texts whose activation is above the floor, strongest first."""
        return self._untitled(user, thread).active

    # --- changing -----------------------------------------------------------------------------------------------------

    def add(
        self,
        text: str = "",
        *,
        memory: str = "",
        user: str | None = None,
        thread: str | None = None,
        type: str = ItemType.SYSTEM.value,
        salience: float = 0.5,
        decay_rate: float | None = None,
        connections: Sequence[str] = (),
        actor: str = "user",
        initiator: str = "",
    ) -> tuple[Item, tuple[str, ...]]:
        """Put a text, or a memory, on a board; the item, and the ids of those that had to leave for it.

        A memory that is on it already is refreshed.

        Raises:
            InvalidCommandError: neither or both, no such type, or a number out of its range. NotFoundError: no such
                memory, or no such item that it is connected to.
        """
        if bool(memory) == bool(text.strip()):
            raise InvalidCommandError("Name a text or a memory.")
        words = self._gates.words_of_event(canonical_text(text))
        if len(words) > LONGEST_TEXT:
            raise InvalidCommandError(f"The text has {len(words):,} characters; {LONGEST_TEXT:,} are the most.")
        with self._writer.lock:
            user, thread = self._place(self._all(), user, thread)
            board = board_of(self._all(), user, thread)
            for id in connections:
                board.item(id)
            rate = self.rules.decay_rate if decay_rate is None else decay_rate
            item = Item(
                id=self._memory(memory).line if memory else "",
                timestamp=self._clock(),
                content=words,
                type=item_type(type),
                salience=salience,
                decay_rate=rate,
                connections=tuple(dict.fromkeys(connections)),
                message=bool(memory),
            )
            event = self._do(PutOnBoard(user, thread, item), actor, initiator)
            said = payload_of(event) if event is not None else None
            made = item.id or next((one.id for one in said.items), "") if said is not None else item.id
            board = board_of(self._all(), user, thread)
            return _with_texts(board, self._memories(board.items)).item(made), tuple(
                said.evicted
            ) if said is not None else ()

    def refresh(
        self,
        ids: str | Sequence[str],
        *,
        user: str | None = None,
        thread: str | None = None,
        actor: str = "user",
        initiator: str = "",
    ) -> BoardView:
        """Set the activation of items to 1. Raises NotFoundError: one is not on the board."""
        wanted = (ids,) if isinstance(ids, str) else tuple(ids)
        return self._change(user, thread, lambda where: RefreshItems(*where, wanted), actor, initiator)

    def remove(
        self,
        ids: str | Sequence[str],
        *,
        user: str | None = None,
        thread: str | None = None,
        actor: str = "user",
        initiator: str = "",
    ) -> BoardView:
        """Take items off a board; their memories stay. Raises NotFoundError: one is not on it."""
        wanted = (ids,) if isinstance(ids, str) else tuple(ids)
        return self._change(user, thread, lambda where: RemoveItems(*where, wanted), actor, initiator)

    def set_fields(
        self,
        values: Mapping[str, object] | None = None,
        *,
        add: Sequence[tuple[str, object]] = (),
        take: Sequence[tuple[str, str]] = (),
        seen: Mapping[str, object] | None = None,
        user: str | None = None,
        thread: str | None = None,
        actor: str = "user",
        initiator: str = "",
    ) -> BoardView:
        """Change fields of a board's context, state and focus; one step of undo.

        Args:
            values: field → value; None clears it. add, take: (list, entry) to be put in, and taken out.
            seen: what fields said to whoever sets them; None where nobody says it.

        Raises:
            InvalidCommandError: no such field, or what does not fit. NotFoundError: no such entry.
            ChangedMeanwhileError: a field is not as it was seen any more.
        """
        clean = {name: self._clean(value) for name, value in (values or {}).items()}
        added = tuple((name, self._clean(entry)) for name, entry in add)
        return self._change(
            user, thread, lambda where: SetFields(*where, clean, added, tuple(take), seen), actor, initiator
        )

    def clear(
        self,
        names: Sequence[str],
        *,
        user: str | None = None,
        thread: str | None = None,
        actor: str = "user",
        initiator: str = "",
    ) -> BoardView:
        """Clear fields, and leave them to the turns again. Raises InvalidCommandError: no such field."""
        wanted = dict.fromkeys(names)
        return self.set_fields(wanted, user=user, thread=thread, actor=actor, initiator=initiator)

    def mark(
        self,
        episodes: Mapping[str, str],
        *,
        user: str = "",
        thread: str = "",
        actor: str = "system",
        initiator: str = "",
        belongs_to: int | None = None,
    ) -> None:
        """Note the episode that items went into, by their ids, also of those that left the board.

        Raises:
            NotFoundError: one is neither on the board nor waits for its episode.
        """
        command = MarkItems(user, thread, dict(episodes))
        self._writer.execute(command, actor=actor, initiator=initiator, belongs_to=belongs_to)

    def fit(self, belongs_to: int | None = None) -> bool:
        """Let what is too much for the capacity of now leave every board; False where nothing is."""
        most = self.rules.capacity
        if not any(len(one.items) > most for one in self._all().values()):
            return False
        return bool(self._writer.execute(FitBoards(), actor="system", belongs_to=belongs_to).events)

    # --- turns --------------------------------------------------------------------------------------------------------

    def step(self, cancel: CancelToken | None = None) -> bool:
        """Take one turn, or one conversation of an import, in; False when there is none."""
        if self._store.log.read_only or (cancel is not None and cancel.cancelled()):
            return False
        if self.fit():
            return True
        piece = self._next()
        if piece is None:
            return False
        try:
            self._take_turn(piece) if piece.cycle else self._take_conversation(piece)
        except (CancelledError, ClosedError, VaultError):
            raise
        except Exception:  # noqa: BLE001 - a board is a help, and the turns behind this one are taken in
            _log.exception("turn %s was not put on its board", piece.cycle or piece.thread)
        with self._lock:
            if self._waiting and self._waiting[0] is piece:
                self._waiting.popleft()
            self._seen = max(self._seen or 0, piece.upto)
        return True

    def _next(self) -> _Piece | None:
        with self._lock:
            if not self._waiting:
                log = self._store.log
                if self._seen is None:
                    self._seen = max((one.upto for one in self._all().values()), default=0)
                head = log.head
                types = (*TELLING, EventType.IMPORTED)
                if log.may_have(types, self._seen):
                    events = log.of_types(types, after=self._seen, to=head)
                    self._waiting.extend(self._pieces(list(telling(log, events))))
                if not self._waiting:
                    self._seen = max(self._seen, head)
            return self._waiting[0] if self._waiting else None

    def _pieces(self, told: Sequence[tuple[Event, bool]]) -> list[_Piece]:
        """What is to be taken in for these events, in their order; see the module."""
        turns = [_message_of(event) if event.type in TELLING else "" for event, _ in told]
        left: dict[str, dict[str, None]] = {}
        let_in: dict[tuple[str, int], int] = {}  # the last event of a command that lets messages of a turn in
        for turn, (event, _) in zip(turns, told, strict=True):
            if turn:
                cycles = left.setdefault(conversation_of(event), {})
                cycles.pop(turn, None)
                cycles[turn] = None
                if event.type == EventType.RELEASE:
                    let_in[turn, event.command] = event.seq
        kept = {session: list(cycles)[-MOST:] for session, cycles in left.items()}
        skipped = {session: len(cycles) - len(kept[session]) for session, cycles in left.items()}
        pieces: list[_Piece] = []
        for turn, (event, back) in zip(turns, told, strict=True):
            command = event.command
            if event.type == EventType.IMPORTED:
                one = payload_of(event)
                if one.state == ImportState.DONE.value:
                    pieces += self._imported(event, one.of)
            elif turn and turn in kept[conversation_of(event)]:
                lets_in = event.type == EventType.RELEASE
                if lets_in and let_in[turn, command] != event.seq:
                    continue
                later = min((by for of, by in let_in if of == turn and by > command), default=0)
                again = not lets_in and payload_of(event).again
                count = skipped.pop(conversation_of(event), 0)
                pieces.append(_Piece(command, event.seq, turn, again, count, let_in=lets_in, before=later, back=back))
        return pieces

    def _imported(self, event: Event, number: int) -> list[_Piece]:
        keys = self._store.records.keys(RecordFilter(imports=(str(number),)))
        found = self._store.messages.conversations_of([int(key) for key in keys], _MOST_OF_AN_IMPORT)
        pieces = [_Piece(number, 0, user=user, thread=thread) for user, thread in found]
        return [*pieces[:-1], replace(pieces[-1], upto=event.seq)] if pieces else []

    def _take_turn(self, piece: _Piece) -> None:
        with self._writer.lock:
            row = self._store.messages.of_cycle(piece.cycle)
            if row is None:
                return  # undone or forgotten meanwhile
            if any(one.source == SOURCE for one in self._store.records.by_keys(row.keys[:1])):
                return  # its words were put on the board before it was a turn
            if piece.back and self._is_taken_in(piece.cycle, row):
                return  # and its place on the board, too
            keys = [key for key in row.keys if not piece.before or key < piece.before]
            if piece.let_in:
                earlier = self._store.records.by_keys([key for key in keys if key < piece.command])
                here = {one.id for one in board_of(self._all(), row.user_id, row.session_id).items}
                left = {one.key for one in earlier if one.line not in here}
                piece, keys = replace(piece, again=bool(earlier)), [key for key in keys if key not in left]
            if keys:
                self._take(piece, row.user_id, row.session_id, [replace(row, keys=tuple(keys))], TURN)

    def _is_taken_in(self, turn: str, row: CycleRow) -> bool:
        return is_taken_in(self._store.log, turn, board_id(row.user_id, row.session_id), EventType.BOARD)

    def _take_conversation(self, piece: _Piece) -> None:
        with self._writer.lock:
            wanted = CycleFilter(user=piece.user, session=piece.thread)
            rows = self._store.messages.page(wanted, limit=self.rules.capacity)[::-1]
            board = board_of(self._all(), piece.user, piece.thread)
            if board.copied == piece.command:
                return  # the import brought the board itself, as it was
            here = {one.id for one in board.items}
            last = self._store.records.by_keys(rows[-1].keys[-1:]) if rows else []
            if not rows or any(one.line in here for one in last):
                return
            skipped = max(0, self._store.messages.count(wanted) - len(rows))
            self._take(replace(piece, skipped=skipped), piece.user, piece.thread, rows, IMPORT)

    def _take(self, piece: _Piece, user: str, thread: str, rows: Sequence[CycleRow], by: str) -> None:
        turns = tuple(messages_of(self._store.records.by_keys(row.keys)) for row in rows)
        board = board_of(self._all(), user, thread)
        current = self._memories(board.items)
        said = {one.id for turn in turns for one in turn}
        lines = {id: memory.line for id, memory in current.items()}
        gone = [
            one.id
            for one in board.items
            if one.message and (one.id not in lines or (lines[one.id] in said and one.id != lines[one.id]))
        ]
        left = [one for one in board.items if one.id not in gone]
        command = TakeTurnsIn(
            user,
            thread,
            cycle=piece.cycle,
            upto=piece.upto,
            turns=tuple(turn for turn in turns if turn),
            here={one.id: current[one.id].content if one.message else one.content for one in left},
            gone=tuple(gone),
            again=piece.again,
            skipped=piece.skipped,
            by=by,
        )
        self._writer.execute(command, actor="system", initiator="board", belongs_to=piece.command)

    # --- parts --------------------------------------------------------------------------------------------------------

    def _all(self) -> Mapping[str, Board]:
        return self._writer.projections.now(BOARD)

    def _boards(self, at: int | None) -> Mapping[str, Board]:
        return self._all() if at is None else self._writer.projections.folded(BOARD).at(at)

    def _place(self, boards: Mapping[str, Board], user: str | None, thread: str | None) -> tuple[str, str]:
        """The user and the conversation that are meant: as they are named, else those of the newest turn."""
        if user is not None and thread is not None:
            return user, thread
        fitting = [
            one
            for one in boards.values()
            if not one.empty and one.changed is not None and user in (None, one.user) and thread in (None, one.thread)
        ]
        newest = max(fitting, key=_recency, default=None)
        return (newest.user, newest.thread) if newest is not None else (user or "", thread or "")

    def _change(
        self,
        user: str | None,
        thread: str | None,
        command: Callable[[tuple[str, str]], OnBoard],
        actor: str,
        initiator: str,
    ) -> BoardView:
        with self._writer.lock:
            user, thread = self._place(self._all(), user, thread)
            self._do(command((user, thread)), actor, initiator)
        return self.board(user, thread)

    def _do(self, command: OnBoard, actor: str, initiator: str) -> Event | None:
        self._life.check()
        events = self._writer.execute(command, actor=actor, initiator=initiator).events
        return events[0] if events else None

    def _clean(self, value: object) -> object:
        """Words that somebody entered, as the gates let them pass."""
        if isinstance(value, str):
            return self._gates.words_of_event(value)
        if isinstance(value, DeferredItem):
            words = (value.text, value.reason, value.resume_when)
            text, reason, when = map(self._gates.words_of_event, words)
            return replace(value, text=text, reason=reason, resume_when=when)
        if isinstance(value, Mapping):
            return {name: self._clean(one) for name, one in value.items()}
        if isinstance(value, Collection):
            return [self._clean(one) for one in value]
        return value

    def _memory(self, id: str) -> Memory:
        found = self._store.records.by_ids([id]).get(id)
        if found is None or found.status is not Status.ACTIVE:
            raise NotFoundError(f"There is no memory with the id {id}.")
        return found

    def _memories(self, items: Sequence[Item], at: int | None = None) -> dict[str, Memory]:
        """The active memory that says what each item says, by its id; none where that was forgotten.

        Args:
            at: what it said after this event; what was forgotten later is not purged, and so is there, too.
        """
        wanted = [one.id for one in items if one.message]
        found = self._newest(wanted, at)
        for _ in range(_LONGEST_CHAIN):
            later = {id: one.superseded_by for id, one in found.items() if one.superseded_by}
            # What superseded it may have been forgotten and have come back since, under another id of the same line.
            next_ = self._newest([to for to in later.values() if to], at)
            moved = {id: next_[to] for id, to in later.items() if to in next_}
            if not moved:
                break
            found |= moved
        return {id: one for id, one in found.items() if not is_purged(one) and (at is not None or _is_active(one))}

    def _newest(self, ids: Sequence[str], at: int | None) -> dict[str, Memory]:
        """The newest memory of the line of each of some memories, not later than an event."""
        lines = self._store.records.of_lines(list(dict.fromkeys(ids))) if ids else {}
        first = {id: id for id in ids if id in lines}
        others = [id for id in ids if id not in lines]  # not the first of their line
        if others:
            first |= {id: one.line for id, one in self._store.records.by_ids(others).items()}
            lines |= self._store.records.of_lines(list(dict.fromkeys(first[id] for id in others if id in first)))
        upto = {name: [one for one in line if at is None or one.key <= at] for name, line in lines.items()}
        return {id: upto[line][-1] for id, line in first.items() if upto.get(line)}

    def _titles(self, boards: Collection[tuple[str, str]]) -> dict[tuple[str, str], str]:
        """Titles of the conversations of boards, by user and conversation, as that user's turns give them."""
        threads: dict[str, list[str]] = {}
        for user, thread in sorted(boards):
            if thread:
                threads.setdefault(user, []).append(thread)
        return {
            (user, one.session_id): one.title
            for user, ids in threads.items()
            for one in self._turns.sessions(user_id=user, ids=ids)
        }

    def _time_of(self, seq: int) -> datetime | None:
        events = self._store.log.select(before=seq + 1, limit=1)
        return events[0].ts if events else None


def _message_of(event: Event) -> str:
    """The turn that an event tells of as new or changed, or with a message that was held back until now; or ""."""
    return turn_of(event) if event.type == EventType.CYCLE or conversation_of(event) else ""


def _recency(one: Board) -> tuple[float, float, int, str]:
    """Sorts boards by their newest turn; those without one come before all others, by when they were changed."""
    said = one.last_said.timestamp() if one.last_said is not None else -math.inf
    return said, one.changed.timestamp() if one.changed is not None else -math.inf, one.upto, one.thread


def _is_active(memory: Memory) -> bool:
    return memory.status is Status.ACTIVE


def _with_texts(board: Board, current: Mapping[str, Memory]) -> Board:
    def shown(items: Sequence[Item]) -> tuple[Item, ...]:
        return tuple(
            replace(one, content=current[one.id].content) if one.message else one
            for one in items
            if not one.message or one.id in current
        )

    return replace(board, items=shown(board.items), awaiting=shown(board.awaiting))


def messages_of(memories: Sequence[Memory]) -> tuple[Message, ...]:
    """A turn's messages as the rules read them, without those of branches that the user left."""
    first, episode = role_of(memories[0]) if memories else "", episode_of(memories)
    return tuple(
        Message(one.line, one.content, one.created_at, begins(role_of(one), first), episode)
        for one in memories
        if not is_left(one) and role_of(one).lower() not in _SKIPPED_ROLES
    )
