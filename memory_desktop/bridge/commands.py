"""Runs the user's commands on memories off the GUI thread.

Each command says what it did in a `Done`, which the window shows as a banner with Undo. The stacks of undo and redo
are the vault's own: they hold what the command line and agents did, too, and survive a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.runner import Report, Runner, Token
from memory_desktop.bridge.step_words import step_word
from memory_desktop.bridge.translation import figure, grouped, plural, tr
from memory_desktop.bridge.wording import quoted
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.errors import HeldBackError
from memory_desktop.core.meanwhile import both
from memory_desktop.core.memory.records import Draft, Memory, Status
from memory_desktop.core.purge import PurgePlan
from memory_desktop.core.questions import Expected
from memory_desktop.core.screening.gate import contains
from memory_desktop.core.settings import Value
from memory_desktop.core.undo import UndoStacks
from memory_desktop.core.wording import shortened

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

_CHUNK = 1000
_QUOTED = 60


@dataclass(frozen=True, slots=True)
class Done:
    """What was done.

    Attributes:
        text: a sentence.
        undoable: whether it changed something that Undo takes back.
        show: the id of a memory to show.
        commands: numbers of the commands that it gave, in order: what Undo takes back, whatever came after.
        undone: numbers of the commands that it took back.
        held: the id of an item that a gate held back, which waits for a decision.
    """

    text: str
    undoable: bool = False
    show: str = ""
    commands: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()
    held: str = ""


@dataclass(frozen=True, slots=True)
class Doing:
    """What is being done now: what, how much of how much (0: not known), and whether it can be stopped.

    Attributes:
        counted: the numbers count something that a person knows, and are shown.
    """

    what: str
    done: int = 0
    total: int = 0
    stoppable: bool = False
    counted: bool = True


class Commands(QObject):
    """Signals: `done(Done)`; `doing(Doing or None)`; `stacks_changed(UndoStacks)`; `failed(exception)`;
    `purged(what was done)`.
    """

    done = Signal(object)
    doing = Signal(object)
    stacks_changed = Signal(object)
    failed = Signal(object)
    purged = Signal(str)

    def __init__(self, engine: Engine, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._runner = runner
        self._stacks = UndoStacks()
        self._outstanding = 0
        self._undoing: Token | None = None
        self._stoppable: list[Token] = []
        self._waiting: list[tuple[int, ...]] = []

    @property
    def stacks(self) -> UndoStacks:
        """What can be taken back and done again, as last seen."""
        return self._stacks

    def refresh(self) -> None:
        """Look at the stacks anew; `stacks_changed` follows when they moved."""
        engine = self._engine
        self._runner.query(self, lambda _token: engine.undo_stacks(), self._on_stacks, channel="stacks")

    def remember(self, draft: Draft) -> None:
        """Keep a new memory."""

        def work(engine: Engine) -> Done:
            kept = engine.remember(draft)
            if kept.held is not None:
                reason = said(kept.held.verdicts[-1].reason)
                return Done(tr("Held back for review: {reason}", reason=reason), undoable=True, held=kept.held.id)
            if kept.duplicate:
                return Done(
                    tr("Already known as {quoted}; nothing was added.", quoted=_quoted(kept.memory.content)),
                    show=kept.memory.id,
                )
            noted = f" {' '.join(map(said, kept.notes))}" if kept.notes else ""
            told = tr("Remembered {quoted}.{noted}", quoted=_quoted(kept.memory.content), noted=noted)
            return Done(told, undoable=True, show=kept.memory.id)

        self.run(work)

    def add_turn(self, draft: CycleDraft) -> None:
        """Record a turn of a conversation."""

        def work(engine: Engine) -> Done:
            turn, seq = engine.conversations.record(draft)
            words = _quoted(draft.user_input.strip() or draft.final_response or "")
            if reason := turn.extra.get("excluded"):
                return Done(tr("The turn {said} is not kept. {reason}", said=words, reason=said(reason)))
            if not turn.messages:
                return Done(tr("The turn {said} is held back for review.", said=words), undoable=seq > 0)
            return Done(tr("Added the turn {said}.", said=words), undoable=seq > 0)

        self.run(work)

    def edit(
        self,
        memory: Memory,
        content: str,
        *,
        kind: str | None = None,
        layer: str | None = None,
        tags: Sequence[str] | None = None,
        emotion: Mapping[str, Any] | None = None,
    ) -> None:
        """Change a memory's text (a new memory supersedes it) and labels, in one step."""

        def work(engine: Engine) -> Done:
            before, there = engine.head, engine.get(memory.id)
            # Labels that others have changed since `memory` was read stay as they are.
            labels = None if tags is None or list(tags) == list(memory.tags) else both(memory.tags, tags, there.tags)
            now = engine.edit(
                memory.id,
                content,
                kind=None if kind == memory.kind else kind,
                layer=None if layer == memory.layer.value else layer,
                tags=labels,
                emotion=emotion,
            )
            if engine.head == before:
                return Done(tr("Nothing changed."), show=now.id)
            new = [kind for kind in now.pii if kind not in memory.pii]
            noted = f" {contains(new)}" if new else ""
            earlier = "" if now.id == memory.id else tr(" The earlier text is kept as superseded.")
            return Done(
                tr("Saved {quoted}.{earlier}{noted}", quoted=_quoted(now.content), earlier=earlier, noted=noted),
                undoable=True,
                show=now.id,
            )

        self.run(work)

    def relabel(
        self,
        keys: Sequence[int],
        *,
        add_tags: Sequence[str] = (),
        remove_tags: Sequence[str] = (),
        kind: str | None = None,
        layer: str | None = None,
    ) -> None:
        """Change labels of many."""

        def work(engine: Engine) -> Done:
            ids, first = _named(engine, keys)
            number = engine.update(ids, add_tags=add_tags, remove_tags=remove_tags, kind=kind, layer=layer)
            if not number:
                return Done(tr("Nothing changed."))
            return Done(tr("Changed {what}.", what=_what(number, ids, first)), undoable=number > 0)

        self.run(work, tr("Changing {memories}", memories=plural("{n} memory", "{n} memories", len(keys))))

    def forget(self, keys: Sequence[int]) -> None:
        """Forget memories, at once."""

        def work(engine: Engine) -> Done:
            ids, first = _named(engine, keys, skipped=Status.SUPERSEDED)
            if not ids:
                return Done(tr("Nothing to forget: what was superseded is recalled no more."))
            number = engine.forget(ids)
            if not number:
                return Done(tr("Already forgotten."))
            return Done(tr("Forgot {what}.", what=_what(number, ids, first)), undoable=True)

        self.run(work, tr("Forgetting {memories}", memories=plural("{n} memory", "{n} memories", len(keys))))

    def forget_messages(self, keys: Sequence[int]) -> None:
        """Forget messages with what was learned from them, as one step."""

        def work(engine: Engine) -> Done:
            ids, first = _named(engine, keys, skipped=Status.SUPERSEDED)
            learned, _ = _named(engine, engine.conversations.learned_from(keys))
            number = engine.forget([*ids, *learned])
            if not number:
                return Done(tr("Already forgotten."))
            more = (
                tr(" and {memories} learned from it", memories=plural("{n} memory", "{n} memories", len(learned)))
                if learned
                else ""
            )
            return Done(
                tr("Forgot {what}{more}.", what=_what(number - len(learned), ids, first), more=more), undoable=True
            )

        self.run(work, tr("Forgetting {message}", message=plural("{n} message", "{n} messages", len(keys))))

    def purge(self, plan: PurgePlan) -> None:
        """Remove what a plan names for good; `purged` follows: then the vault is to be closed, to clean its files."""

        def work(engine: Engine) -> Done:
            done = engine.purge(plan)
            return Done(tr("Purged {memories} for good.", memories=plural("{n} memory", "{n} memories", done.memories)))

        def run(_token: Token, _report: Report) -> Done:
            return work(self._engine)

        self._runner.write(self, run, lambda done: self.purged.emit(done.text), failed=self.failed.emit)

    def restore(self, keys: Sequence[int]) -> None:
        """Bring forgotten or superseded texts back as new memories."""

        def work(engine: Engine) -> Done:
            made = engine.restore(_ids(engine, keys))
            if not made:
                return Done(tr("Already active."))
            told = tr("Restored {what}.", what=_what(len(made), made, made[0].content))
            return Done(told, undoable=True, show=made[0].id)

        self.run(work, tr("Restoring {memories}", memories=plural("{n} memory", "{n} memories", len(keys))))

    def merge(self, keys: Sequence[int], content: str) -> None:
        """Make one memory of several."""

        def work(engine: Engine) -> Done:
            ids = _ids(engine, keys)
            made = engine.merge(ids, content)
            waits = (
                tr(" The originals stay until it has its vector; sync is paused.")
                if engine.sync_status().paused
                else ""
            )
            told = tr(
                "Merged {memories} into {quoted}.{waits}",
                memories=plural("{n} memory", "{n} memories", len(ids)),
                quoted=_quoted(made.content),
                waits=waits,
            )
            return Done(told, undoable=True, show=made.id)

        self.run(work, tr("Merging"))

    def unmerge(self, id: str) -> None:
        """Take a merged memory or assembly apart."""

        def work(engine: Engine) -> Done:
            if id.startswith("asm_"):
                name = engine.assemblies.get(id).name
                back = engine.unmerge(id)
                return Done(
                    tr(
                        "Unmerged “{name}” into {assembly}.",
                        name=name,
                        assembly=plural("{n} assembly", "{n} assemblies", len(back)),
                    ),
                    undoable=True,
                )
            merged = _quoted(engine.get(id).content)
            back = engine.unmerge(id)
            return Done(
                tr(
                    "Unmerged {merged} into {memories}.",
                    merged=merged,
                    memories=plural("{n} memory", "{n} memories", len(back)),
                ),
                undoable=True,
            )

        self.run(work)

    def reinforce(self, keys: Sequence[int], credit: float) -> None:
        """Raise the salience of memories."""

        def work(engine: Engine) -> Done:
            ids, first = _named(engine, keys)
            number = engine.reinforce(ids, credit)
            return Done(
                tr("Reinforced {what} by {credit}.", what=_what(number, ids, first), credit=figure(credit, "g")),
                undoable=number > 0,
            )

        self.run(work)

    def fade(self, keys: Sequence[int], hours: float) -> None:
        """Let the salience of memories decay."""

        def work(engine: Engine) -> Done:
            ids, first = _named(engine, keys)
            number = engine.fade(ids, hours)
            return Done(
                tr("Faded {what} by {hours} hours.", what=_what(number, ids, first), hours=figure(hours, "g")),
                undoable=number > 0,
            )

        self.run(work)

    def appraise(self, id: str, useful: bool, query: str) -> None:
        """A recalled memory was useful, or was not."""

        def work(engine: Engine) -> Done:
            now = engine.appraise(id, useful, query)
            verdict = tr("useful") if useful else tr("not useful")
            told = tr(
                "Marked {quoted} as {verdict}. Recall score {quick_recal_score}.",
                quoted=_quoted(now.content),
                verdict=verdict,
                quick_recal_score=figure(now.quick_recal_score, ".2f"),
            )
            return Done(told, undoable=True)

        self.run(work)

    def keep_both(self, pairs: Sequence[tuple[str, str]]) -> None:
        """The two of each pair differ; never ask again."""

        def work(engine: Engine) -> Done:
            number = engine.duplicates.differ(pairs)
            first = f": {_quoted(engine.get(pairs[0][0]).content)}" if number == 1 else ""
            return Done(
                tr(
                    "Kept both of {pair}{first}. They will not be listed again.",
                    pair=plural("{n} pair", "{n} pairs", number),
                    first=first,
                ),
                undoable=True,
            )

        self.run(work)

    def supersede(self, pairs: Sequence[tuple[str, str]]) -> None:
        """The second of each pair takes the place of the first."""

        def work(engine: Engine) -> Done:
            number = engine.duplicates.supersede(pairs)
            first = engine.get(pairs[0][0]).content
            return Done(tr("Superseded {what}.", what=_what(number, pairs, first)), undoable=True)

        self.run(work)

    def assemble(self, keys: Sequence[int], name: str, *, tags: Sequence[str] = (), reason: str = "") -> None:
        """Make an assembly of memories. `reason`: why, if it was proposed."""

        def work(engine: Engine) -> Done:
            made = engine.assemblies.create(name, _ids(engine, keys), tags=tags, reason=reason)
            return Done(
                tr(
                    "Created the assembly “{name}” of {memories}.",
                    name=made.name,
                    memories=plural("{n} memory", "{n} memories", len(made.members)),
                ),
                undoable=True,
            )

        self.run(work)

    def assemble_by_rule(self, name: str, query: str) -> None:
        """Make an assembly of all active memories that a filter lets through."""

        def work(engine: Engine) -> Done:
            made = engine.assemblies.create_by_rule(name, query)
            return Done(
                tr(
                    "Created the assembly “{name}” of {memories}.",
                    name=made.name,
                    memories=plural("{n} memory", "{n} memories", len(made.members)),
                ),
                undoable=True,
            )

        self.run(work)

    def change_assembly(self, id: str, name: str, tags: Sequence[str], topics: Sequence[str]) -> None:
        """Rename or relabel an assembly."""

        def work(engine: Engine) -> Done:
            before = engine.head
            made = engine.assemblies.change(id, name=name, tags=tags, topics=topics)
            return (
                Done(tr("Changed “{name}”.", name=made.name), undoable=True)
                if engine.head != before
                else Done(tr("Nothing changed."))
            )

        self.run(work)

    def join_assembly(self, id: str, keys: Sequence[int]) -> None:
        """Take memories into an assembly."""

        def work(engine: Engine) -> Done:
            before = len(engine.assemblies.get(id).members)
            ids, first = _named(engine, keys)
            made = engine.assemblies.add(id, ids)
            number = len(made.members) - before
            if not number:
                return Done(tr("Already in “{name}”.", name=made.name))
            return Done(tr("Added {what} to “{name}”.", what=_what(number, ids, first), name=made.name), undoable=True)

        self.run(work)

    def leave_assembly(self, id: str, members: Sequence[str]) -> None:
        """Take memories out of an assembly."""

        def work(engine: Engine) -> Done:
            first = engine.get(members[0]).content
            made = engine.assemblies.let_go(id, members)
            return Done(
                tr("Removed {what} from “{name}”.", what=_what(len(members), members, first), name=made.name),
                undoable=True,
            )

        self.run(work)

    def arrange_assembly(self, id: str, members: Sequence[str]) -> None:
        """Put the members of an assembly into this order."""

        def work(engine: Engine) -> Done:
            before = engine.head
            made = engine.assemblies.arrange(id, members)
            if engine.head == before:
                return Done(tr("Nothing changed."))
            return Done(tr("Changed the order of “{name}”.", name=made.name), undoable=True)

        self.run(work)

    def dissolve_assemblies(self, ids: Sequence[str]) -> None:
        """End assemblies; their memories stay."""

        def work(engine: Engine) -> Done:
            number = engine.assemblies.dissolve(ids)
            return Done(
                tr(
                    "Dissolved {assembly}; the memories stay.",
                    assembly=plural("{n} assembly", "{n} assemblies", number),
                ),
                undoable=True,
            )

        self.run(work)

    def merge_assemblies(self, ids: Sequence[str], name: str = "") -> None:
        """Merge assemblies; the sources end when the vector of the merged one is stored."""

        def work(engine: Engine) -> Done:
            made = engine.merging.begin(ids, name)
            return Done(
                tr(
                    "Merged {assembly} into “{name}”.",
                    assembly=plural("{n} assembly", "{n} assemblies", len(ids)),
                    name=made.name,
                ),
                undoable=True,
            )

        self.run(work)

    def accept_loss(self) -> None:
        """Go on without the events that the log has lost."""

        def work(engine: Engine) -> Done:
            done = engine.accept_loss()
            saved = (
                tr(
                    " {memories} that could still be read: {file}.",
                    memories=plural("{n} memory", "{n} memories", done.memories),
                    file=done.file,
                )
                if done.file
                else ""
            )
            return Done(tr("The vault goes on without the lost events, and its history says so.{saved}", saved=saved))

        self.run(work)

    def evict(self) -> None:
        """Forget the least salient memories beyond the vault's capacity."""

        def work(engine: Engine) -> Done:
            number = engine.eviction.run(actor="user")
            return Done(
                tr("Evicted {memories}.", memories=plural("{n} memory", "{n} memories", number)), undoable=number > 0
            )

        self.run(work)

    def release(self, ids: Sequence[str], redact: bool = False) -> None:
        """Let held items in."""

        def work(engine: Engine) -> Done:
            first = _held(engine, ids)
            number = engine.gates.release(ids, redacted=redact)
            how = tr(", without personal data") if redact else ""
            said = first if number == 1 and first and not redact else plural("{n} item", "{n} items", number)
            return Done(tr("Released {said}{how}.", said=said, how=how), undoable=number > 0)

        self.run(work)

    def discard(self, ids: Sequence[str]) -> None:
        """Drop held items."""

        def work(engine: Engine) -> Done:
            first = _held(engine, ids)
            number = engine.gates.discard(ids)
            said = first if number == 1 and first else plural("{n} item", "{n} items", number)
            return Done(tr("Discarded {said}.", said=said), undoable=number > 0)

        self.run(work)

    def change_settings(self, changes: Mapping[str, Value]) -> None:
        """Set values of the vault's settings."""

        def work(engine: Engine) -> Done:
            before = engine.head
            engine.change_settings(changes)
            return (
                Done(tr("Settings saved."), undoable=True) if engine.head != before else Done(tr("No setting changed."))
            )

        self.run(work)

    def label(self, query: str, ids: Sequence[str]) -> None:
        """Say which memories a query should find."""

        def work(engine: Engine) -> Done:
            engine.lab.label(query, ids)
            if not ids:
                return Done(tr("Removed the labelled query “{query}”.", query=query), undoable=True)
            return Done(
                tr(
                    "Labelled “{query}” with {memories}.",
                    query=query,
                    memories=plural("{n} memory", "{n} memories", len(ids)),
                ),
                undoable=True,
            )

        self.run(work)

    def label_all(self, questions: Sequence[Expected]) -> None:
        """Say of many queries at once which memories they should find."""

        def work(engine: Engine) -> Done:
            number, held_back = engine.lab.take_in(questions)
            told = (
                tr("Labelled {query}.", query=plural("{n} query", "{n} queries", number))
                if number
                else tr("No label changed.")
            )
            if held_back:
                told += plural(" {n} query held back for review.", " {n} queries held back for review.", len(held_back))
            return Done(told, undoable=number > 0 or bool(held_back))

        self.run(work, tr("Importing questions"))

    def rewind(self, seq: int, ids: Sequence[str] | None = None) -> None:
        """Bring memories back to how they were at an event: all, or these."""

        def work(engine: Engine) -> Done:
            done = engine.time.rewind(seq, ids)
            only = engine.get(ids[0]).content if ids is not None and len(ids) == 1 else ""
            return _rewound(done.restored, done.removed, done.relabelled, tr("event {seq}", seq=grouped(seq)), only)

        self.run(work, tr("Restoring"))

    def rollback(self, snapshot_id: str) -> None:
        """Go back to a snapshot."""

        def work(engine: Engine) -> Done:
            done = engine.snapshots.rollback(snapshot_id)
            told = _rewound(done.restored, done.removed, done.relabelled, tr("the snapshot"))
            return replace(told, text=" ".join((told.text, *map(said, done.problems)))) if done.problems else told

        self.run(work, tr("Rolling back"))

    def undo(self, commands: Sequence[int] = ()) -> None:
        """Undo commands as one step; without any, the newest that no agent gave.

        One at a time. While another undo runs, commands that are named wait for their turn; the newest is not undone,
        and that is said, since another may be the newest by then.
        """
        if commands and self._undoing is not None:
            self._waiting.append(tuple(commands))
        else:
            self._take_back("undo", commands[::-1])

    def redo(self, command: int | None = None) -> None:
        """Do what was undone again: a command, or the one that was undone last. One at a time, as `undo`."""
        self._take_back("redo", [command] if command is not None else [])

    def stop(self) -> None:
        """Stop the undo or redo that is running, and other long work that can be stopped; what it has not written is
        not done."""
        for one in (self._undoing, *self._stoppable):
            if one is not None:
                one.cancel()

    def _take_back(self, kind: str, commands: Sequence[int]) -> None:
        if self._undoing is not None:
            self.done.emit(
                Done(
                    tr("Another undo is still running; this redo was ignored.")
                    if kind == "redo"
                    else tr("Another undo is still running; this undo was ignored.")
                )
            )
            return
        engine = self._engine
        what = tr("Undoing") if kind == "undo" else tr("Redoing")

        def run(token: Token, report: Report) -> Done:
            def progress(_what: str, number: int, total: int) -> None:
                report(Doing(what, number, total, stoppable=True))

            wanted = commands or _newest(engine.undo_stacks().without_agents, kind)
            if len(wanted) > 1:
                together = engine.undo_all(wanted, progress=progress, cancel=token)
                made = [together] if together is not None else []
            else:
                step = engine.undo if kind == "undo" else engine.redo
                made = [one for each in wanted if (one := step(each, progress=progress, cancel=token)) is not None]
            if not made:
                return Done(tr("There is nothing to redo.") if kind == "redo" else tr("There is nothing to undo."))
            names = "; ".join(step_word(one.name) for one in made)
            if kind == "undo":
                own = sum(one.along for one in made)
                told = (tr("Undone: {names}.", names=names), _went_along(own) if own else "")
                return Done(" ".join(filter(None, told)), undone=tuple(wanted))
            return Done(tr("Redone: {names}.", names=names), undoable=True, commands=tuple(one.command for one in made))

        def ended(tell: Callable[[], None]) -> None:
            self._undoing = None
            self._end()
            tell()
            if self._waiting and self._undoing is None:
                self.undo(self._waiting.pop(0))

        self._begin(Doing(what, stoppable=True))
        self._undoing = self._runner.write(
            self,
            run,
            lambda done: ended(lambda: self._tell(done)),
            failed=lambda error: ended(lambda: self.failed.emit(error)),
            progress=self.doing.emit,
            cancelled=lambda: ended(lambda: self.done.emit(Done(tr("Stopped. Nothing was changed.")))),
        )

    def run(self, work: Callable[[Engine], Done], what: str = "") -> None:
        """Do something to the vault off the GUI thread; `done` follows, with the numbers of its commands."""
        engine = self._engine

        def run(_token: Token, _report: Report) -> Done:
            with engine.noted() as commands:
                try:
                    done = work(engine)
                except HeldBackError as error:
                    done = Done(
                        tr("Held back for review: {reason} Nothing was changed.", reason=said(error.reason)),
                        undoable=True,
                    )
            return replace(done, commands=tuple(commands))

        def failed(error: Exception) -> None:
            self._end()
            self.failed.emit(error)

        self._begin(Doing(what or tr("Saving")))
        self._runner.write(self, run, self._finish, failed=failed)

    def run_long(self, work: Callable[[Engine, Token, Report], Done], what: str) -> None:
        """The same for what takes long: it reports a `Doing` now and then and looks at its token, which `stop`
        cancels. Other commands do not wait for it. At the closing of the vault it ends as the engine has it end."""
        engine, stop = self._engine, Token()

        def run(_token: Token, report: Report) -> Done:
            with engine.noted() as commands:
                done = work(engine, stop, report)
            return replace(done, commands=tuple(commands))

        def ended(tell: Callable[[], None]) -> None:
            self._stoppable.remove(stop)
            self._end()
            tell()

        self._begin(Doing(what, stoppable=True))
        self._stoppable.append(stop)
        self._runner.run(
            self,
            run,
            lambda done: ended(lambda: self._tell(done)),
            failed=lambda error: ended(lambda: self.failed.emit(error)),
            progress=self.doing.emit,
            cancelled=lambda: ended(lambda: None),
        )

    def _begin(self, doing: Doing) -> None:
        self._outstanding += 1
        if not self._stoppable:  # long work stays to be seen, with the way to stop it
            self.doing.emit(doing)

    def _end(self) -> None:
        self._outstanding -= 1
        if not self._outstanding:
            self.doing.emit(None)

    def _finish(self, done: Done) -> None:
        self._end()
        self._tell(done)

    def _tell(self, done: Done) -> None:
        self.refresh()
        self.done.emit(done)

    def _on_stacks(self, stacks: UndoStacks) -> None:
        if stacks != self._stacks:
            self._stacks = stacks
            self.stacks_changed.emit(stacks)


def _newest(stacks: UndoStacks, kind: str) -> Sequence[int]:
    """The number of the command that Undo or Redo is about when none is named, as a list of one or none."""
    return [each.command for each in (stacks.undo if kind == "undo" else stacks.redo)[:1]]


def _rewound(restored: int, removed: int, relabelled: int, where: str, only: str = "") -> Done:
    """What going back to `where` did, in the order of importance. `only`: the text of the one memory it was about."""
    parts = [
        plural("{n} memory restored", "{n} memories restored", restored) if restored else "",
        plural("{n} memory forgotten", "{n} memories forgotten", removed) if removed else "",
        plural("{n} memory with earlier labels", "{n} memories with earlier labels", relabelled) if relabelled else "",
    ]
    parts = [part for part in parts if part]
    if not parts:
        return Done(tr("Nothing has changed since {where}.", where=where))
    if restored and len(parts) == 1:
        return Done(
            tr("Restored {quoted}.", quoted=_quoted(only) if only else plural("{n} memory", "{n} memories", restored)),
            undoable=True,
        )
    return Done(tr("Back to {where}: {parts}.", where=where, parts=", ".join(parts)), undoable=True)


def _went_along(steps: int) -> str:
    """That steps of the program itself were taken back along with others."""
    return plural(
        "{n} step of the program itself went along with it; what still holds is made again.",
        "{n} steps of the program itself went along with it; what still holds is made again.",
        steps,
    )


def _ids(engine: Engine, keys: Sequence[int]) -> list[str]:
    return _named(engine, keys)[0]


def _named(engine: Engine, keys: Sequence[int], skipped: Status | None = None) -> tuple[list[str], str]:
    """The ids of memories, and the text of the first; those with the status `skipped` are left out."""
    found: list[str] = []
    first = ""
    for start in range(0, len(keys), _CHUNK):
        page = [one for one in engine.page(keys[start : start + _CHUNK]) if one.status is not skipped]
        first = first or (page[0].content if page else "")
        found += [memory.id for memory in page]
    return found, first


def _what(number: int, of: Sized, first: str) -> str:
    """What a command was about, told apart from others of its kind: one by its text, several by that of the first.

    Where it changed only some, `number` of them, nobody knows whether the first is among these.
    """
    if not first or number != len(of):
        return plural("{n} memory", "{n} memories", number)
    return (
        _quoted(first)
        if number == 1
        else tr(
            "{memories}: {quoted} and {number} more",
            memories=plural("{n} memory", "{n} memories", number),
            quoted=_quoted(first),
            number=grouped(number - 1),
        )
    )


def _quoted(text: str) -> str:
    """The beginning of a text in quotation marks."""
    return f"{quoted(shortened(text, _QUOTED))}"


def _held(engine: Engine, ids: Sequence[str]) -> str:
    """The beginning of the text of the first of these held items; "" when it holds a change of something else."""
    texts = [one.draft.content for one in engine.gates.held() if one.id == ids[0] and one.change is None]
    return _quoted(texts[0]) if texts else ""
