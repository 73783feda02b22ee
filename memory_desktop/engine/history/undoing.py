"""Undo and redo: which commands can be taken back, by what name, and taking them back.

Every item that the command touched is looked at three times: before the command's first event on it, after the last
one, and now. From these, its family finds the events that bring it back; what other commands did to it since stays,
or stands in the way. Nothing but the log is asked, so this survives restarts and reaches as far back as the log.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any

from memory_desktop.core.assemblies import Assembly
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.events.assembly import ASSEMBLY
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.events.family import Change
from memory_desktop.core.events.imports import IMPORT, came_and_made
from memory_desktop.core.events.intake import HELD
from memory_desktop.core.events.memory import MEMORY, active
from memory_desktop.core.events.registry import OWNERS, fold_items, title, touches
from memory_desktop.core.events.undo import LaterChangesError, TakeBack, Undo
from memory_desktop.core.memory.held import Decision, HeldItem
from memory_desktop.core.memory.held_words import text_of
from memory_desktop.core.memory.records import Memory, Status, generated_from, is_purged
from memory_desktop.core.migration import model_changes
from memory_desktop.core.ports import CancelToken
from memory_desktop.core.undo import UndoEntry, Undone, UndoStacks
from memory_desktop.core.wording import count, memories, shortened
from memory_desktop.engine.history.past import States, check_cancelled, ways
from memory_desktop.engine.history.succession import pages
from memory_desktop.engine.life import Life
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.command_log import Step

#: How many of the newest steps `stacks` lists. `undo` reaches all of them.
LISTED = 500
Progress = Callable[[str, int, int], None]
_Spans = dict[str, tuple[int, int]]


class Undoing:
    """The undo and redo stacks, and the operations on them.

    Args:
        with_model: (model version) → a block in which nothing syncs; when it ends, that model is in use.

    Attributes:
        to_be_made_again: called when what the program makes of memories by itself may be missing: after steps of its
            own were taken back along with another, and after a redo, which does only the step itself again.
    """

    def __init__(
        self,
        store: Store,
        writer: Writer,
        states: States,
        with_model: Callable[[str], AbstractContextManager[object]],
        life: Life,
    ) -> None:
        self.to_be_made_again: Callable[[], object] = lambda: None
        self._with_model = with_model
        self._life = life
        self._store = store
        self._writer = writer
        self._states = states
        self._known: tuple[int, UndoStacks] = (-1, UndoStacks())
        self._known_gone: tuple[int, set[int]] = (0, set())
        self._running = threading.Lock()

    def stacks(self) -> UndoStacks:
        """The newest commands that can be undone and redone, by any actor; survives restarts."""
        self._life.check()
        log = self._store.log
        if self._known[0] != log.head:
            head = log.head
            done, undone = (self._newest(LISTED, head, done=done) for done in (True, False))
            self._known = (head, UndoStacks(self._entries(done), self._entries(undone)))
        return self._known[1]

    def by_itself(self) -> tuple[UndoEntry, ...]:
        """The newest steps of the program itself that can be undone; an undo without a command takes none of them."""
        self._life.check()
        gone, steps = self._gone(), self._store.commands.done_by_itself(LISTED, self._store.log.head)
        return self._entries([one for one in steps if one.seq not in gone])

    def undo(
        self,
        command: int | None = None,
        *,
        actor: str = "user",
        initiator: str = "",
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> Undone | None:
        """Take a command back, also when others came after it; without one, the newest. None when there is none.

        `command`: the number of any of its events.

        What the program itself made since of the command's memories (concepts, patterns …) is taken back before, and
        what it made later of other memories, where that stands in the way: it is made again from what stays.

        Raises:
            InvalidCommandError: there is no such step, it is taken back already, a later command stands in the way
                (it is named), or another undo is still running.
            CancelledError: stopped before anything was written.
        """
        self._life.check()
        until = self._life.until(cancel)
        with self._alone(), self._at_step(command, done=True) as step:
            if step is None:
                return None
            own = list[Undone]()

            def take(one: Step) -> Undone:
                if one is step:
                    return self._take_back(one, "undo", actor, initiator, progress, until)
                own.append(self._take_back(one, "undo", actor, initiator, None, until, along=step.seq))
                return own[-1]

            return replace(self._with_own(step, take), along=len(own))

    def undo_all(
        self,
        commands: Sequence[int],
        *,
        actor: str = "user",
        initiator: str = "",
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> Undone | None:
        """Take several commands back as one step: a redo does all of them again. None when none of them is done.

        The newest comes first. Where a later change stands in the way of one, those before it are taken back already.

        Raises as `undo`; a change of the embedding model is taken back by itself.
        """
        self._life.check()
        until = self._life.until(cancel)
        with self._alone(), self._writer.lock:
            steps = self._store.commands.done_among(commands)
            if len(steps) > 1 and any(EventType.MIGRATION in one.counts for one in steps):
                raise InvalidCommandError(
                    "A change of the embedding model is among the steps.", hint="Undo it by itself, in History."
                )
            made, own = list[Undone](), 0
            for wanted in steps:
                step = self._store.commands.step(wanted.seq)
                if step is None or not step.done:
                    continue  # it went with another

                def take(one: Step, step: Step = step) -> Undone:
                    nonlocal own
                    part = made[0].command if made else None
                    along = 0 if one is step else step.seq
                    done = self._take_back(one, "undo", actor, initiator, progress, until, along=along, belongs_to=part)
                    own += one is not step
                    made.append(done if one is step else replace(done, name=""))
                    return done

                self._with_own(step, take)
        if not made:
            return None
        names = "; ".join(one.name for one in made if one.name)
        return Undone(names, made[0].command, sum(one.memories for one in made), along=own)

    def redo(
        self,
        command: int | None = None,
        *,
        actor: str = "user",
        initiator: str = "",
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> Undone | None:
        """Do a command that was taken back again; without one, that of the newest undo. Raises as `undo`."""
        self._life.check()
        until = self._life.until(cancel)
        with self._alone(), self._at_step(command, done=False) as step:
            done = self._take_back(step, "redo", actor, initiator, progress, until) if step is not None else None
        self.to_be_made_again()
        return done

    def undone_of(self, commands: Sequence[int]) -> set[int]:
        """Those of these commands that were taken back, and not done again since."""
        # Whoever asks for an undo has taken back another's step: only redone it would be taken back itself.
        roots = {one: root for one, root in self._store.commands.roots(commands).items() if one == root}
        undone = self._store.commands.undone_among(list(roots.values()), after=0)
        return {command for command, root in roots.items() if root in undone}

    def decisions_of(self, commands: Sequence[int]) -> dict[int, Decision]:
        """What became of what these commands held back for review, by command; what still waits is left out."""
        log = self._store.log
        decided = {event.item: event for event in log.decisions(commands)}
        if not decided:
            return {}
        back = self.undone_of([event.command for event in decided.values()])
        held = (one for one in log.about_items(list(decided)) if one.type == EventType.HOLD and one.command in commands)
        made = {one.command: decided[one.item] for one in held}
        return {
            command: Decision(event.command, released=event.type == EventType.RELEASE)
            for command, event in made.items()
            if event.command not in back
        }

    def entry(self, command: int) -> tuple[UndoEntry, bool] | None:
        """The step that a command is or belongs to, and whether it is done (else it is undone); None: no step."""
        self._life.check()
        step = self._at(command)
        if step is None:
            return None
        return replace(self._entries([step])[0], blocked=self._blocked(step)), step.done

    def steps_among(self, commands: Sequence[int]) -> tuple[UndoEntry, ...]:
        """The steps among these commands that are done, the newest first; what was only recalled is none."""
        self._life.check()
        return self._entries(self._store.commands.done_among(commands))

    def _one_each(self, steps: Sequence[Step]) -> list[Step]:
        """The first of those that come back only together."""
        return list({one.latest: one for one in reversed(steps)}.values())[::-1]

    def _newest(self, limit: int, head: int, *, done: bool) -> list[Step]:
        """The newest steps that can be taken back, or done again, but those of which a purge has left nothing."""
        gone = self._gone()
        commands = self._store.commands
        steps = (commands.done if done else commands.undone)(limit + len(gone), head)
        return self._one_each([one for one in steps if one.seq not in gone])[:limit]

    def _gone(self) -> set[int]:
        """The steps that purges have left nothing of; they change with the next purge only."""
        purged = self._store.records.purged_ids()
        if len(purged) != self._known_gone[0]:
            touched = {event.command for event in self._store.log.about_items(purged)}
            steps = map(self._store.commands.step, set(self._store.commands.roots(list(touched)).values()))
            self._known_gone = len(purged), {one.seq for one in steps if one is not None and self._blocked(one)}
        return self._known_gone[1]

    def _blocked(self, step: Step) -> str:
        """Nothing comes back of a command when all memories that it touched were purged since."""
        spans = _spans(self._events_of(step))
        if not spans or spans.keys() - {MEMORY}:
            return ""
        for page in pages(list(spans[MEMORY])):
            if not all(map(is_purged, self._store.records.by_ids(page).values())):
                return ""
        number = len(spans[MEMORY])
        what = "The memory that it is about was" if number == 1 else f"All {number:,} memories that it is about were"
        return f"{what} purged since. What was purged cannot be brought back."

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if not self._running.acquire(blocking=False):
            raise InvalidCommandError("Another undo is still running.", hint="Wait for it, or stop it.")
        try:
            yield
        finally:
            self._running.release()

    @contextmanager
    def _at_step(self, command: int | None, *, done: bool) -> Iterator[Step | None]:
        """The step that is to be taken back or done again, with the writer's lock held.

        When it changed the embedding model, nothing syncs meanwhile, and the other model is in use after the block.
        """
        head = self._store.log.head
        step = self._step(command, done=done)
        version = self._model_before(step)
        with self._writer.lock if version is None else self._with_model(version):
            now = step if self._store.log.head == head else self._step(command, done=done)
            if self._model_before(now) != version:
                raise InvalidCommandError("Something else was done meanwhile.", hint="Try again.")
            yield now

    def _events_of(self, step: Step) -> list[Event]:
        """What did a step last, and what was added to it since that was done again."""
        log = self._store.log
        again = step.done and step.latest != step.seq
        return log.of_command(step.latest) + (log.of_command(step.seq, after=step.latest) if again else [])

    def _model_before(self, step: Step | None) -> str | None:
        """The version of the embedding model that a step has changed to another; None when it changed none."""
        if step is None or EventType.MIGRATION not in step.counts:
            return None
        changes = model_changes(self._events_of(step))
        return changes[-1].old if changes else None

    def _step(self, command: int | None, *, done: bool) -> Step | None:
        if command is None:
            return next(iter(self._newest(1, self._store.log.head, done=done)), None)
        step = self._at(command)
        if step is None:
            raise InvalidCommandError(f"Event {command} belongs to no command that can be undone.")
        if step.done is not done:
            (entry,) = self._entries([step])
            state = "not been undone" if step.done else "been undone already"
            raise InvalidCommandError(f"“{entry.name}” has {state}.")
        return step

    def _at(self, event: int) -> Step | None:
        """The step that an event begins or is a part of; of an undo or redo, what that took back or did again."""
        step = self._store.commands.step(event)
        if step is not None:
            return step
        command = self._store.log.command_of(event)
        return self._store.commands.step(command) if command is not None else None

    def _entries(self, steps: Sequence[Step]) -> tuple[UndoEntry, ...]:
        heads = self._store.log.heads([step.seq for step in steps])
        return tuple(
            UndoEntry(
                step.seq,
                self._title(heads[step.seq], step) + self._others(step),
                heads[step.seq].actor,
                heads[step.seq].ts,
                waits=step.counts.keys() == {EventType.HOLD},
                released=EventType.RELEASE in step.counts and heads[step.seq].actor != "user",
                latest=step.latest,
            )
            for step in steps
        )

    def _title(self, head: Event, step: Step) -> str:
        if head.type != EventType.IMPORT:
            return title(head, step.counts)
        types, more = came_and_made(step.counts, self._writer.projections.now(IMPORT).get(str(step.seq)))
        return title(head, types) + (f" and {more:,} made of them" if more else "")

    def _others(self, step: Step) -> str:
        """What comes back with a step, as its name says it."""
        others = len(self._store.commands.together(step)) - 1
        return f" and {count(others, 'other step')}" if others > 0 else ""

    def _take_back(
        self,
        step: Step,
        kind: str,
        actor: str,
        initiator: str,
        progress: Progress | None,
        cancel: CancelToken | None,
        *,
        along: int = 0,
        belongs_to: int | None = None,
    ) -> Undone:
        (entry,) = self._entries([step])
        spans = _spans(self._events_of(step))
        changes: dict[str, Sequence[Change[Any]]] = {}
        unmade, lost = set[str](), set[str]()
        for item_kind, items in spans.items():
            if item_kind == MEMORY:
                found = self._memories(items, progress, cancel)
                back = [one.item for one in found if active(one.before) and not active(one.now)]
                unmade = self._unmade(back, step)
                changes[MEMORY] = [one for one in found if one.item not in unmade]
            else:
                every = self._items(item_kind, items)
                lost |= self._unmade_assemblies(every, step) if item_kind == ASSEMBLY else set()
                changes[item_kind] = [one for one in every if one.item not in lost]
        touched = sum(map(len, changes.values()))
        changes = {name: [one for one in every if not _purged(one)] for name, every in changes.items()}
        gone = touched - sum(map(len, changes.values()))
        head = Undo(kind=kind, of=step.latest, name=entry.name, along=along)
        command = TakeBack(head, changes, *ways(self._store.records, changes))
        check_cancelled(cancel)
        try:
            written = self._writer.execute(command, actor=actor, initiator=initiator, belongs_to=belongs_to)
        except LaterChangesError as error:
            raise self._in_the_way(entry, step, kind, error) from error
        notes = [f"{count(gone, 'item')} purged since, not brought back"] if gone else []
        if unmade:
            notes.append(f"{memories(len(unmade))} not brought back, as what made {_it(unmade)} was undone as well")
        if lost:
            told = count(len(lost), "assembly", "assemblies")
            notes.append(f"{told} not brought back, as what made {_it(lost)} was undone as well")
        withdrawn = [one.now for one in changes.get(HELD, ()) if entry.waits and one.now is not None]
        if withdrawn:
            more = f" and {len(withdrawn) - 1:,} more" if len(withdrawn) > 1 else ""
            text = shortened(text_of(withdrawn[0]), _QUOTED)
            notes.append(f"“{text}”{more} no longer {'wait' if more else 'waits'} in Review")
        said = f"{entry.name} ({'; '.join(notes)})" if notes else entry.name
        return Undone(said, written.events[0].command, len(written.memories))

    def _memories(self, spans: _Spans, progress: Progress | None, cancel: CancelToken | None) -> list[Change[Memory]]:
        """How each memory's line was before and after the command, and is now."""
        records = self._store.records
        lines: dict[str, tuple[int, int]] = {}
        for page in pages(list(spans)):
            for id, line in records.lines(page).items():
                first, last = spans[id]
                known = lines.get(line, (first, last))
                lines[line] = min(first, known[0]), max(last, known[1])
        changes: list[Change[Memory]] = []
        for page in pages(list(lines)):
            check_cancelled(cancel)
            of_lines = records.of_lines(page)
            before, after = {}, {}
            for line in page:
                first, last = lines[line]
                before[line] = _newest(of_lines[line], first - 1)
                after[line] = _newest(of_lines[line], last)
            wanted = [(one, lines[line][0] - 1) for line, one in before.items() if one is not None]
            wanted += [(one, lines[line][1]) for line, one in after.items() if one is not None]
            states = self._states.each(wanted)
            for line in page:
                was, became = before[line], after[line]
                changes.append(
                    Change(
                        line,
                        states.get((was.id, lines[line][0] - 1)) if was is not None else None,
                        states.get((became.id, lines[line][1])) if became is not None else None,
                        of_lines[line][-1],
                    )
                )
            if progress is not None:
                progress("memories", len(changes), len(lines))
        return changes

    def _with_own(self, step: Step, take: Callable[[Step], Undone]) -> Undone:
        """Take a step back with `take`, and before it the program's own ones that go along."""
        self._take_along(self._followers(step), take)
        while True:
            try:
                return take(step)
            except _StandInTheWayError as error:
                own = self._store.commands.added_by_itself([one.seq for one in error.steps])
                if not own or len(own) < len(error.steps):
                    raise
                self._take_along(own, take)

    def _take_along(self, steps: Sequence[Step], take: Callable[[Step], Undone]) -> None:
        for one in steps:
            now = self._store.commands.step(one.seq)
            if now is not None and now.done:  # it may have gone along with another
                self._with_own(one, take)
                self.to_be_made_again()

    def _followers(self, step: Step) -> list[Step]:
        """What the program added by itself since from what the step made, and from that, and so on; the newest first.

        What was made from memories that the step has only labelled, as the turns that became episodes, stays: so do
        their words.
        """
        if not self._store.commands.has_added_by_itself(after=step.seq):
            return []
        made = {one.item for one in self._events_of(step) if one.type == EventType.INGEST}
        made |= {line for page in pages(list(made)) for line in self._store.records.lines(page).values()}
        commands = dict[int, Step]()
        new = made
        while new:
            derived = {id: key for id, key in self._made_from(new).items() if key > step.latest}
            makers = self._store.log.commands_of(list(derived.values()))
            roots = self._store.commands.roots(list(set(makers.values()) - {step.seq}))
            more = self._store.commands.roots(self._added_to(new, step.latest))
            others = {*roots.values(), *more.values()} - {step.seq} - commands.keys()
            steps = self._store.commands.added_by_itself(list(others))
            commands |= {one.seq: one for one in steps}
            by_itself = {id for id, key in derived.items() if roots.get(makers.get(key, -1)) in commands}
            new = by_itself - made
            made |= new
        return sorted(commands.values(), key=lambda one: -one.latest)

    def _added_to(self, ids: Collection[str], after: int) -> list[int]:
        """The commands after an event that have changed what was made from others among these memories: what they added
        to it would be lost with it, though it may be from elsewhere."""
        found: set[int] = set()
        for page in pages(list(ids)):
            made = [one.id for one in self._store.records.by_ids(page).values() if generated_from(one.metadata)]
            events = self._store.log.about_items(made) if made else ()
            found |= {one.command for one in events if one.type == EventType.UPDATE and one.seq > after}
        return list(found)

    def _made_from(self, ids: Collection[str]) -> dict[str, int]:
        """The keys, by id, of the active memories that were made from any of these."""
        records = self._store.records
        made = {one.id: one for one in records.generated_among(list(ids))}
        made |= {id: one for page in pages(list(ids)) for id, one in records.by_ids(records.children(page)).items()}
        return {id: one.key for id, one in made.items() if one.status is Status.ACTIVE}

    def _unmade(self, lines: Sequence[str], step: Step) -> set[str]:
        """Those of the lines whose making was taken back since the step: undoing the step does not bring them back."""
        unmade: set[str] = set()
        for page in pages(lines):
            first = {members[0].key: line for line, members in self._store.records.of_lines(page).items()}
            makers = self._store.log.commands_of(list(first))
            roots = self._store.commands.roots(list(set(makers.values())))
            undone = self._store.commands.undone_among(list(set(roots.values()) - {step.seq}), after=step.latest)
            unmade |= {first[key] for key, command in makers.items() if roots.get(command) in undone}
        return unmade

    def _unmade_assemblies(self, changes: Sequence[Change[Assembly]], step: Step) -> set[str]:
        """The same for assemblies, by their line."""
        gone = {one.item for one in changes if _stands(one.before) and not _stands(one.now)}
        if not gone:
            return set()
        makers: dict[str, int] = {}
        for events in self._store.log.about(
            "SELECT unnest(?::VARCHAR[])", [sorted(gone)], after=0, to=self._store.log.head
        ):
            for event in events:
                if event.item in gone:
                    makers.setdefault(event.item, event.command)
        roots = self._store.commands.roots(list(set(makers.values())))
        undone = self._store.commands.undone_among(list(set(roots.values()) - {step.seq}), after=step.latest)
        return {line for line, command in makers.items() if roots.get(command) in undone}

    def _items(self, kind: str, spans: _Spans) -> list[Change[Any]]:
        """The same for items that are kept in memory."""
        family, now = OWNERS[kind], self._writer.projections.now(kind)
        lines: dict[str, tuple[int, int]] = {}
        for id, (first, last) in spans.items():
            line = family.line_of(now, id)
            known = lines.get(line, (first, last))
            lines[line] = min(first, known[0]), max(last, known[1])
        members: dict[str, list[str]] = {line: [] for line in lines}
        for id in dict.fromkeys((*now, *spans)):
            line = family.line_of(now, id)
            if line in members:
                members[line].append(id)
        changes = []
        for line, (first, last) in lines.items():
            then, later = self._folded(kind, members[line], first - 1), self._folded(kind, members[line], last)
            changes.append(Change(line, *(_last(items, members[line]) for items in (then, later, now))))
        return changes

    def _folded(self, kind: str, ids: Sequence[str], to: int) -> dict[str, Any]:
        items: dict[str, Any] = {}
        for events in self._store.log.about("SELECT unnest(?::VARCHAR[])", [list(ids)], after=0, to=to):
            fold_items(kind, items, events)
        return items

    def _in_the_way(self, entry: UndoEntry, step: Step, kind: str, error: LaterChangesError) -> InvalidCommandError:
        """The same, naming the commands that stand in the way, the newest first."""
        last = max(event.seq for event in self._events_of(step))
        blamed: dict[int, None] = {}
        for item_kind, item in error.items:
            ids = (
                [one.id for one in self._store.records.of_lines([item]).get(item, ())]
                if item_kind == MEMORY
                else [item]
            )
            for events in self._store.log.about(
                "SELECT unnest(?::VARCHAR[])", [ids], after=last, to=self._store.log.head
            ):
                roots = self._store.commands.roots([event.command for event in events])
                blamed |= dict.fromkeys(roots.values())
        steps = [self._store.commands.step(root) for root in blamed if root != step.seq]
        later = [one for one in steps if one is not None and one.done]
        standing = self._entries(sorted(later, key=lambda one: -one.latest))
        if not standing:
            return error
        names = ", ".join(f"“{one.name}” (event {one.command:,})" for one in standing[:_NAMED])
        more = f" and {len(standing) - _NAMED} more" if len(standing) > _NAMED else ""
        verb, done = "stands" if len(standing) == 1 else "stand", "redone" if kind == "redo" else "undone"
        return _StandInTheWayError(
            f"“{entry.name}” cannot be {done} now: {names}{more} came later and {verb} in the way.",
            hint="Undo what came later first.",
            steps=later,
        )


_NAMED = 3
_QUOTED = 60


class _StandInTheWayError(InvalidCommandError):
    """A step cannot be taken back, or done again, while these stand."""

    def __init__(self, message: str, *, hint: str, steps: Sequence[Step]) -> None:
        super().__init__(message, hint=hint)
        self.steps = steps


def _spans(events: Sequence[Event]) -> Mapping[str, _Spans]:
    """(first, last) event of these that changes each item, by kind and item."""
    found: dict[str, _Spans] = {}
    for event in events:
        for touch in touches(event):
            if touch.changes:
                spans = found.setdefault(touch.kind, {})
                spans[touch.item] = spans.get(touch.item, (event.seq, event.seq))[0], event.seq
    return found


def _stands(one: Assembly | None) -> bool:
    return one is not None and one.status is Status.ACTIVE


def _it(some: Collection[str]) -> str:
    return "it" if len(some) == 1 else "them"


def _newest(members: Sequence[Memory], seq: int) -> Memory | None:
    """The last record of a line that there was after an event."""
    return next((one for one in reversed(members) if one.key <= seq), None)


def _last(items: Mapping[str, Any], ids: Sequence[str]) -> Any:
    """The memory that represents a line: the last of these that exists."""
    return next((items[id] for id in reversed(ids) if id in items), None)


def _purged(change: Change[Any]) -> bool:
    """Was the content of an item removed for good, so that nothing can bring it back?"""
    for state in (change.before, change.after, change.now):
        if isinstance(state, Memory) and is_purged(state):
            return True
        if isinstance(state, HeldItem) and not state.draft.content:
            return True
    return False
