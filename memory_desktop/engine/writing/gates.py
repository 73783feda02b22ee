"""The gates that every new text passes, and the list of items that they held back.

Content validation and personal data are looked for in the text alone. Similarity and anomaly need the text's vector;
they are off unless a setting turns them on, and then each write waits for its embedding. Novelty (the same text again)
is the fold's business: `core.events.intake` knows what is there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from memory_desktop.core.errors import EmbeddingError, HeldBackError, InvalidCommandError, KnownError, NotFoundError
from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.events.intake import HELD, DiscardHeld, HoldBack, ReleaseHeld, TakeOut
from memory_desktop.core.memory.drafts import Prepared
from memory_desktop.core.memory.held import REQUEST, HeldChange, HeldItem, Verdict
from memory_desktop.core.memory.records import Draft, Memory
from memory_desktop.core.ports import KeySelection, VectorIndex, Vectors
from memory_desktop.core.screening.gate import released, screened, taken_out
from memory_desktop.core.screening.oddness import ODD, Population, bare, oddness
from memory_desktop.core.settings import Settings
from memory_desktop.core.wording import shortened
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.history.succession import current
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

# Distances need a population; and a sample of it is enough.
_ANOMALY_FROM = 200
_SAMPLE = 2_000
_NEAREST = 3
_SHORT = 80
_APPROVAL = Verdict("approval", "hold", "What this agent writes waits for approval.")


class Gatekeeper:
    """Screens drafts, and keeps what was held.

    Attributes:
        carry_out: (a released request, its texts as they are let in) does what an agent asked for, as that agent.
        let_in: is told of the memories, by key, that held items were let in as.
    """

    def __init__(self, store: Store, writer: Writer, space: Callable[[], Space]) -> None:
        self._store = store
        self._writer = writer
        self._space = space
        self._population: tuple[tuple[int, int], Population] | None = None
        self._under_way: set[str] = set()
        self.carry_out: Callable[[HeldItem, Mapping[str, Any]], None] = _not_here
        self.let_in: Callable[[Sequence[int]], None] = lambda _: None

    # --- screening --------------------------------------------------------------------------------------------------

    def prepare(self, draft: Draft, *, approval: bool = False) -> Prepared:
        """One draft, canonical, with what the gates say of its text and labels.

        Args:
            approval: hold it back in any case, until a person lets it in.

        Raises:
            InvalidCommandError: no text, or too much.
        """
        item = screened(draft, self._writer.settings)
        return replace(item, verdicts=(*item.verdicts, _APPROVAL)) if approval else item

    def let_in_with(self, item: Prepared, source: str) -> Prepared:
        """What is taken from a text that a person let in: what a gate would hold that one back for is only noted."""
        said = screened(Draft(content=source), self._writer.settings)
        let_in = {one.gate for one in said.verdicts if one.action == "hold"}
        told = (replace(one, action="keep") if one.gate in let_in else one for one in item.verdicts)
        return replace(item, verdicts=tuple(told))

    def screen(self, items: Sequence[Prepared], instead_of: Collection[str] = ()) -> list[Prepared]:
        """The same, with what the gates say that compare an item with the memories that are there, if any is on.

        Only vectors that are stored are compared with: nothing here waits for the sync. What an item supersedes, and
        what it takes the place of, it may resemble.
        """
        settings = self._writer.settings
        similar, anomaly = settings.text("gates.similar") != "off", settings.text("gates.anomaly") != "off"
        if not items or not (similar or anomaly):
            return list(items)
        verdicts = [self._odd_text(item.content, settings) if anomaly else [] for item in items]
        space = self._space()
        try:
            vectors = space.embedder.embed([item.content for item in items])
        except EmbeddingError:
            pass  # the vault goes on without a model; the sync tells of it
        else:
            for row, (item, vector) in enumerate(zip(items, vectors, strict=True)):
                but = {item.supersedes, *instead_of}
                verdicts[row] += self._similar(space.vectors.index, item, vector, settings, but) if similar else []
            if anomaly:
                for row, verdict in self._far_off(space.vectors.index, vectors, settings):
                    verdicts[row].append(verdict)
        return [
            replace(item, verdicts=(*item.verdicts, *more)) if more else item
            for item, more in zip(items, verdicts, strict=True)
        ]

    def pass_text(
        self,
        item: Prepared,
        change: HeldChange | None = None,
        *,
        instead_of: Sequence[str] = (),
        actor: str,
        initiator: str = "",
    ) -> Prepared:
        """A text that is not a new memory's: of an edit, a merge, labels, or the name of an assembly.

        Args:
            item: with `supersedes`, if it is the new text of a memory. change: what it is for, if not.
            instead_of: ids of memories that it takes the place of, which it may say again.

        Raises:
            HeldBackError: a gate holds it back; it waits in `held()`, and `release` carries the change out.
        """
        if instead_of:
            (item,) = self.screen([item], instead_of)
        if not item.held:
            return item
        written = self._writer.execute(HoldBack(item, change), actor=actor, initiator=initiator)
        reasons = " ".join(one.reason for one in item.verdicts if one.action == "hold")
        raise HeldBackError(written.events[0].item, reasons)

    def take_out(self, found: Sequence[tuple[Memory, Verdict]], *, actor: str, initiator: str = "") -> int:
        """Take memories out again and hold them back, each for a reason that was found later; how many. One step of
        undo. Released, they come back where they were."""
        items = tuple((one.id, taken_out(one, verdict)) for one, verdict in found)
        events = self._writer.execute(TakeOut(items), actor=actor, initiator=initiator).events if items else ()
        return len(events) // 2

    def prepare_words(self, text: str | None = None, **labels: Any) -> Prepared:
        """Words without a memory of their own: new labels, or what names an assembly, with what the gates say of them.

        Args:
            text: stands for itself where there is some. labels: fields of a `Draft`; None is left out.
        """
        given = {"kind": "", **{name: value for name, value in labels.items() if value is not None}}
        return self.prepare(Draft(content=text if text is not None and text.strip() else "-", **given))

    def ask_for(self, words: str, texts: Mapping[str, Any], change: HeldChange, *, actor: str) -> HeldItem:
        """Hold back what an agent asks for, until a person lets it be done.

        Args:
            words: what it would do, and every text of it, for that person. texts: those texts by name; they pass the
                gates. change: REQUEST, with what needs no gate.

        Raises:
            NotFoundError: it names a memory that is not there. InvalidCommandError: there is too much of it.
        """
        item = self.prepare(Draft(content=words, kind="", metadata=texts), approval=True)
        return self.item_of(self._writer.execute(HoldBack(item, change), actor=actor).events[0])

    def words_of_event(self, text: str) -> str:
        """Words that an event keeps for the record only, as a reason, without personal data where that is removed."""
        remove = text.strip() and self._writer.settings.text("gates.pii") == "redact"
        return self.prepare_words(text).content if remove else text

    @staticmethod
    def _odd_text(text: str, settings: Settings) -> list[Verdict]:
        if oddness(text) < ODD:
            return []
        return [Verdict("anomaly", settings.text("gates.anomaly"), "It does not look like something a person wrote.")]

    def _similar(
        self, index: VectorIndex, item: Prepared, vector: Vectors, settings: Settings, but: Collection[str]
    ) -> list[Verdict]:
        """A note of the nearest active memory, if it means nearly the same or differs in punctuation only."""
        if not len(index):
            return []
        looked_at = self._store.records.guard_columns()
        active = KeySelection(exclude=looked_at.keys[looked_at.gone], whole=True)
        near = index.search(vector, _NEAREST + len(but), active)
        found = {one.key: one for one in self._store.records.by_keys(near.keys) if one.id not in but}
        action = settings.text("gates.similar")
        for key, score in zip(near.keys.tolist(), near.scores.tolist(), strict=True):
            memory = found.get(key)
            if memory is not None and bare(memory.content) == bare(item.content):
                return [Verdict("novelty", action, f"But for punctuation it says what {memory.id} says.")]
            if memory is not None and score >= settings.number("gates.similar_above"):
                return [Verdict("novelty", action, f"It means nearly the same as {memory.id} ({score:.2f}).")]
        return []

    def _far_off(self, index: VectorIndex, vectors: Vectors, settings: Settings) -> Iterator[tuple[int, Verdict]]:
        """(row, note) of each vector whose nearest memories are much farther away than memories usually are."""
        if len(index) < _ANOMALY_FROM:
            return
        generation = (id(index), len(index) // _ANOMALY_FROM)
        if self._population is None or self._population[0] != generation:
            keys = index.keys()
            sample = index.fetch(keys[:: max(1, len(keys) // _SAMPLE)])[1]
            self._population = generation, Population(sample)
        for row, far in enumerate(self._population[1].far_off(vectors).tolist()):
            if far > settings.number("gates.anomaly_above"):
                text = f"The memories nearest to it are {far:.1f} standard deviations farther away than usual."
                yield row, Verdict("anomaly", settings.text("gates.anomaly"), text)

    # --- the review list --------------------------------------------------------------------------------------------

    def held(self) -> list[HeldItem]:
        """Held items that wait for a decision, newest first."""
        return list(self._writer.projections.now(HELD).values())[::-1]

    def release(self, ids: Sequence[str], *, redacted: bool = False, actor: str = "user", initiator: str = "") -> int:
        """Let held items in, as they are or without their personal data; how many.

        Raises:
            NotFoundError: nothing is held under one of the ids. InvalidCommandError: what an agent asked for cannot be
                done any more, and why; it still waits. The others were let in.
        """
        with self._writer.lock:
            items = self._items(ids)
            first: int | None = None
            made: list[int] = []
            for part in _apart([one for one in items if not _asks(one)]):
                command = self._releasing(part, redacted=redacted)
                written = self._writer.execute(command, actor=actor, initiator=initiator, belongs_to=first)
                first = first or written.events[0].command
                made += [event.seq for event in written.events if event.type == EventType.INGEST]
        self.let_in(made)
        requests = sorted((one for one in items if _asks(one)), key=lambda one: one.seq)
        # Without the lock: what an agent asked for may be anything, and takes the locks that it needs.
        faults = [
            why for one in requests if (why := self._do(one, redacted=redacted, actor=actor, initiator=initiator))
        ]
        if faults:
            hint = "What cannot be done still waits in Review; it can be discarded there."
            raise InvalidCommandError(" ".join(faults), hint=hint)
        return len(items)

    def _do(self, item: HeldItem, *, redacted: bool, actor: str, initiator: str) -> str:
        """Do what an agent asked for, as one step of undo with its release; "", or why it cannot be done.

        The first thing that is done and the release are one transaction: after a crash it is never done twice.
        """
        with self._once(item), self._writer.noted(item.actor) as commands:
            command = self._releasing([item], redacted=redacted)
            try:
                with self._writer.beside(command, actor=actor, of=item.actor, initiator=initiator):
                    self._do_now(item, command.prepared[0].draft.metadata)
            except (KnownError, ValueError) as error:
                said = "was begun, and could not be ended" if commands else "cannot be done any more"
                return f"“{_beginning(item.draft.content)}” {said}: {error}"
        self._writer.note_too(commands, actor)
        return ""

    def _do_now(self, item: HeldItem, texts: Mapping[str, Any]) -> None:
        with suppress(HeldBackError):  # another gate holds a text of it back, which waits under an id of its own
            self.carry_out(item, texts)

    @contextmanager
    def _once(self, item: HeldItem) -> Iterator[None]:
        """Nobody else does meanwhile what was asked for. Raises NotFoundError: somebody does, or did."""
        with self._writer.lock:
            self._items([item.id])
            if item.id in self._under_way:
                raise NotFoundError(f"{item.id} is being done just now.")
            self._under_way.add(item.id)
        try:
            yield
        finally:
            self._under_way.discard(item.id)

    def _releasing(self, items: Sequence[HeldItem], *, redacted: bool) -> ReleaseHeld:
        prepared = [released(item.draft, item.verdicts, without_personal_data=redacted) for item in items]
        standing = current(self._store.records, [item.supersedes for item in items if item.supersedes])
        return ReleaseHeld(tuple(items), tuple(prepared), {id: one.id for id, one in standing.items()})

    def discard(self, ids: Sequence[str], *, actor: str = "user", initiator: str = "") -> int:
        """Drop held items; how many. Raises NotFoundError."""
        with self._writer.lock:
            items = self._items(ids)
            return len(self._writer.execute(DiscardHeld(tuple(items)), actor=actor, initiator=initiator).events)

    def item_of(self, event: Event) -> HeldItem:
        """The item that a HOLD event holds, which still waits. Raises NotFoundError."""
        return self._items([event.item])[0]

    def _items(self, ids: Sequence[str]) -> list[HeldItem]:
        waiting = {item.id: item for item in self.held()}
        for id in ids:
            if id not in waiting:
                raise NotFoundError(f"Nothing is held back under {id}.")
        return [waiting[id] for id in dict.fromkeys(ids)]


def _asks(item: HeldItem) -> bool:
    return item.change is not None and item.change.do == REQUEST


def _beginning(text: str) -> str:
    return shortened(text.partition("\n")[0], _SHORT)


def _not_here(item: HeldItem, texts: Mapping[str, Any]) -> None:  # noqa: ARG001 - as those that do it
    raise InvalidCommandError("This program cannot do what agents ask for.")


def _apart(items: Sequence[HeldItem]) -> Iterator[list[HeldItem]]:
    """The items in order, in parts in which no two are about the same: what one changes, the next has to see."""
    part: list[HeldItem] = []
    about: set[str] = set()
    for item in items:
        named = {item.supersedes, str(item.draft.record.get("id", "")), *(item.change.ids if item.change else ())} - {
            ""
        }
        if not about.isdisjoint(named):
            yield part
            part, about = [], set()
        part.append(item)
        about |= named
    if part:
        yield part
