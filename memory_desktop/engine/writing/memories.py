"""What can be done to memories: each call is one command, durable and found by keyword on return."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from memory_desktop.core.answers import (
    Remembered,
)
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.events.event import EventType
from memory_desktop.core.events.family import Command
from memory_desktop.core.events.intake import Remember
from memory_desktop.core.events.memory import Edit, ForgetMemories, Relabel, Restore
from memory_desktop.core.events.policy import ChangeSettings
from memory_desktop.core.events.recall import Appraise, Fade, ReinforceMemories
from memory_desktop.core.events.registry import payload_of
from memory_desktop.core.layers.rendered import only_by_form
from memory_desktop.core.memory import held
from memory_desktop.core.memory.drafts import as_draft, clean_content
from memory_desktop.core.memory.emotion import with_changes
from memory_desktop.core.memory.held import HeldChange
from memory_desktop.core.memory.records import GENERATED_FROM, Draft, Layer, Memory, Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.screening.gate import kinds_beside
from memory_desktop.core.settings import SETTINGS, Settings, Value
from memory_desktop.engine.history.succession import as_they_are_now, is_thing, pages, stands_for, superseded
from memory_desktop.engine.life import Life
from memory_desktop.engine.reader import Reader
from memory_desktop.engine.writing.eviction import Eviction
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer, Written
from memory_desktop.store import Store


class Memories:
    """Commands on memories and settings. All calls may come from any thread.

    The id of a memory that was retired and came back, by an undo or a restoration, means what came back.

    Attributes:
        fitted: called with the number of a command that changed settings, while nobody else writes.
    """

    def __init__(
        self,
        store: Store,
        writer: Writer,
        reader: Reader,
        gates: Gatekeeper,
        eviction: Eviction,
        life: Life,
    ) -> None:
        self._store = store
        self._writer = writer
        self._reader = reader
        self.gates = gates
        self.eviction = eviction
        self.fitted: Callable[[int], object] = lambda _command: None
        self.corrected: Callable[[Memory, Memory, int], object] = lambda _old, _new, _command: None
        self._life = life

    def remember(
        self,
        content: str | Draft,
        *,
        layer: str = Layer.SEMANTIC.value,
        kind: str = "general",
        tags: Sequence[str] = (),
        source: str = "",
        thread: str = "",
        external_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        emotion: Mapping[str, Any] | None = None,
        confidence: float = 1.0,
        trust: float = 1.0,
        salience: float = 0.5,
        synthetic: bool = False,
        generated_from: Sequence[str] = (),
        created_at: datetime | None = None,
        approval: bool = False,
        actor: str = "user",
        initiator: str = "",
    ) -> Remembered:
        """Keep a text (or a whole draft; then the other arguments but `actor` are not looked at).

        A text that an active memory has already, but for case, blanks and a full stop, is not kept twice: that memory
        is returned.
        What a gate holds back waits in `gates.held()`; then the answer has no memory.

        Args:
            generated_from: ids of the memories that it was made from; it is synthetic then.
            approval: let it wait there in any case, until a person lets it in.

        Raises:
            InvalidCommandError: no text, or a number out of range. ValueError: an unknown layer.
            NotFoundError: `generated_from` names no memory.
        """
        if isinstance(content, Draft):
            draft = content
        else:
            draft = Draft(
                content=content,
                layer=Layer(layer),
                kind=kind,
                tags=tuple(tags),
                source=source,
                thread=thread,
                external_id=external_id,
                metadata={**(metadata or {}), **({GENERATED_FROM: list(generated_from)} if generated_from else {})},
                emotion=emotion or {},
                confidence=confidence,
                trust=trust,
                salience=salience,
                synthetic=synthetic,
                created_at=created_at,
            )
        self._life.check()
        there = self._store.records.by_ids(generated_from) if generated_from else {}
        for id in generated_from:
            if id not in there:
                raise NotFoundError(f"There is no memory with the id {id}.")
        prepared = self.gates.screen([self.gates.prepare(draft, approval=approval)])
        with self._writer.lock:
            written = self._writer.execute(Remember(tuple(prepared)), actor=actor, initiator=initiator)
            if written.created:
                self.eviction.run()
                notes = tuple(one.reason for one in prepared[0].verdicts)
                return Remembered(written.created[0], duplicate=False, notes=notes)
            waits = next((event for event in written.events if event.type == EventType.HOLD), None)
            if waits is not None:
                return Remembered(None, duplicate=False, held=self.gates.item_of(waits))
            if written.events:
                twin = payload_of(written.events[0]).of
            else:  # a record of an export that is here already
                twin = self._store.records.known([prepared[0].digest])[prepared[0].digest].id
            return Remembered(self._reader.get(twin), duplicate=True)

    def edit(
        self,
        id: str,
        content: str,
        *,
        kind: str | None = None,
        layer: str | None = None,
        tags: Sequence[str] | None = None,
        emotion: Mapping[str, Any] | None = None,
        actor: str = "user",
        initiator: str = "",
    ) -> Memory:
        """Give a memory another text: the new memory, which supersedes the old; the old one if only labels changed.

        What it has already is not looked at again by the gates.

        Args:
            emotion: entries of the emotion to set; those that are None are removed.

        Raises:
            NotFoundError: no such id. InvalidCommandError: no text, the memory is not active, or its text is made from
                its fields (see `core.layers.rendered`). HeldBackError: a gate holds the new text or labels back.
        """
        self._life.check()
        with self._writer.lock:
            (id,) = self._now(id)
            old = self._reader.get(id)
            if clean_content(content) == old.content:
                gone = set(old.tags) - set(tags) if tags is not None else ()
                self._relabel(
                    (id,),
                    add_tags=tags or (),
                    remove_tags=gone,
                    kind=kind,
                    layer=layer,
                    emotion=emotion,
                    actor=actor,
                    initiator=initiator,
                )
                return self._reader.get(id)
            only_by_form(old)
            kept = tuple(tag for tag in (old.tags if tags is None else tags) if tag in old.tags)
            new = tuple(tag for tag in tags or () if tag not in old.tags)
            felt, gone_of_it = _set_and_removed(emotion)
            said = self.gates.prepare(Draft(content=content, kind=kind or "", tags=new, emotion=felt))
            draft = replace(
                as_draft(old, said.content),
                kind=said.draft.kind if kind is not None else old.kind,
                layer=Layer(layer) if layer is not None else old.layer,
                tags=(*kept, *said.draft.tags),
                emotion=with_changes(old.emotion, {**said.draft.emotion, **dict.fromkeys(gone_of_it)}),
            )
            stays = kinds_beside(draft) & set(old.pii)  # what was flagged of it is flagged still
            said = replace(said, draft=draft, supersedes=id, pii=tuple(sorted({*said.pii, *stays})))
            text = self.gates.pass_text(said, instead_of=(id,), actor=actor, initiator=initiator)
            command = Edit(
                id,
                text,
                kind=text.draft.kind,
                layer=text.draft.layer,
                tags=text.draft.tags,
                emotion=text.draft.emotion,
            )
            written = self._execute(command, actor, initiator)
            self.corrected(old, written.created[0], written.events[0].command)
            return written.created[0]

    def update(
        self,
        ids: Sequence[str],
        *,
        add_tags: Sequence[str] = (),
        remove_tags: Sequence[str] = (),
        kind: str | None = None,
        layer: str | None = None,
        source: str | None = None,
        salience: float | None = None,
        metadata: Mapping[str, Any] | None = None,
        emotion: Mapping[str, Any] | None = None,
        actor: str = "user",
        initiator: str = "",
    ) -> int:
        """Change labels; how many memories changed.

        Args:
            metadata, emotion: entries to set; those of the emotion that are None are removed.

        Raises:
            NotFoundError, InvalidCommandError, ValueError. HeldBackError: a gate holds the new labels back.
        """
        self._life.check()
        with self._writer.lock:
            return self._relabel(
                self._now(ids),
                add_tags=add_tags,
                remove_tags=remove_tags,
                kind=kind,
                layer=layer,
                source=source,
                salience=salience,
                metadata=metadata,
                emotion=emotion,
                actor=actor,
                initiator=initiator,
            )

    def _relabel(
        self,
        ids: Sequence[str],
        *,
        add_tags: Collection[str],
        remove_tags: Collection[str],
        kind: str | None,
        layer: str | None,
        source: str | None = None,
        salience: float | None = None,
        metadata: Mapping[str, Any] | None = None,
        emotion: Mapping[str, Any] | None = None,
        actor: str,
        initiator: str,
    ) -> int:
        felt, gone = _set_and_removed(emotion)
        wanted = Layer(layer) if layer is not None else None
        # What each of them has already is nothing new.
        here = self._store.records.by_ids(list(ids)).values()
        for one in here:
            if kind is not None and kind != one.kind:
                only_by_form(one, f"A memory of the kind “{one.kind}” keeps its kind: it has fields of its own.")
        new = [tag for tag in add_tags if any(tag not in one.tags for one in here)]
        words = self.gates.prepare_words(tags=tuple(new), kind=kind, source=source, metadata=metadata, emotion=felt)
        fields = {"remove": sorted(remove_tags), "layer": layer, "salience": salience, "emotion_removed": gone}
        fields |= {"kind": kind is not None, "source": source is not None}
        words = self.gates.pass_text(
            words, HeldChange(held.RELABEL, tuple(ids), fields), actor=actor, initiator=initiator
        )
        labels = words.draft
        command = Relabel(
            ids=tuple(ids),
            add_tags=labels.tags,
            remove_tags=tuple(remove_tags),
            kind=labels.kind if kind is not None else None,
            layer=wanted,
            source=labels.source if source is not None else None,
            salience=salience,
            metadata=labels.metadata,
            emotion={**labels.emotion, **dict.fromkeys(gone)},
            pii=words.pii,
        )
        return len(self._execute(command, actor, initiator).memories)

    def forget(self, ids: str | Sequence[str], *, reason: str = "", actor: str = "user", initiator: str = "") -> int:
        """Turn memories into tombstones; how many were not yet.

        Raises:
            NotFoundError: no such id. InvalidCommandError: another one stands in the place of one, which is named.
        """
        told = self.gates.words_of_event(reason)
        with self._writer.lock:
            wanted = self._now(ids)
            self._none_superseded(wanted)
            return len(self._execute(ForgetMemories(wanted, told), actor, initiator).memories)

    def restore(self, ids: Sequence[str], *, actor: str = "user", initiator: str = "") -> list[Memory]:
        """Bring forgotten or superseded contents back as new memories; the new ones.

        Raises:
            NotFoundError: no such id. InvalidCommandError: it is a former text of a concept, procedure, emotional event
            or skill that is there: there would be two of it.
        """
        with self._writer.lock:
            self._none_twice(ids)
            return list(self._execute(Restore(tuple(ids)), actor, initiator).created)

    def reinforce(self, ids: str | Sequence[str], credit: float, *, actor: str = "user", initiator: str = "") -> int:
        """Raise memories' salience; how many. Raises NotFoundError, InvalidCommandError."""
        with self._writer.lock:
            return len(self._execute(ReinforceMemories(self._now(ids), credit), actor, initiator).memories)

    def appraise(self, id: str, useful: bool, query: str = "", *, actor: str = "user", initiator: str = "") -> Memory:
        """Say that a recalled memory was useful, or was not: later recalls weigh it by that. Raises NotFoundError."""
        with self._writer.lock:
            (id,) = self._now(id)
            self._execute(Appraise(id, useful, self.gates.words_of_event(query)), actor, initiator)
        return self._reader.get(id)

    def fade(self, ids: Sequence[str] | None, hours: float, *, actor: str = "user", initiator: str = "") -> int:
        """Let the salience of memories (None: of all active ones) decay by so many hours; how many changed.

        Raises:
            NotFoundError: no such id. InvalidCommandError: the hours are not more than nothing.
        """
        self._life.check()
        with self._writer.lock:
            wanted = self._now(ids) if ids is not None else tuple(self._store.records.ids(RecordFilter()))
            half_life = self._writer.settings.number("eviction.half_life")
            return len(self._execute(Fade(wanted, hours, half_life), actor, initiator).memories)

    def change_settings(self, changes: Mapping[str, Value], *, actor: str = "user", initiator: str = "") -> Settings:
        """Set values of the vault's settings; all of them now. Raises InvalidCommandError naming what is wrong."""
        checked: dict[str, Value] = {}
        for name, value in changes.items():
            if name not in SETTINGS:
                raise InvalidCommandError(f"There is no setting {name}.")
            if name in self._writer.settings.overrides:
                raise InvalidCommandError(f"{name} is set by the environment ({SETTINGS[name].variable}).")
            checked[name] = SETTINGS[name].checked(value)
        with self._writer.lock:
            written = self._execute(ChangeSettings(checked), actor, initiator)
            self.eviction.run()
            if written.events:
                self.fitted(written.events[0].seq)
        return self._writer.settings

    def _now(self, ids: str | Sequence[str]) -> tuple[str, ...]:
        """The memories that ids mean, by the ids that they have now; the caller holds the lock."""
        self._life.check()
        return as_they_are_now(self._store.records, (ids,) if isinstance(ids, str) else ids)

    def _none_twice(self, ids: Sequence[str]) -> None:
        for page in pages(ids):
            for one in self._store.records.by_ids(page).values():
                stands = as_they_are_now(self._store.records, (one.id,))[0] if is_thing(one) else one.id
                if stands != one.id:
                    raise InvalidCommandError(
                        f"{one.id} is a former text of {stands}, which is there.", hint="Edit that, or undo its edit."
                    )

    def _none_superseded(self, ids: Sequence[str]) -> None:
        for page in pages(ids):
            for one in self._store.records.by_ids(page).values():
                if one.status is Status.SUPERSEDED and (now := stands_for(self._store.records, one)) is not None:
                    raise superseded(one, now, "forgotten")

    def _execute(self, command: Command, actor: str, initiator: str) -> Written:
        self._life.check()
        return self._writer.execute(command, actor=actor, initiator=initiator)


def _set_and_removed(emotion: Mapping[str, Any] | None) -> tuple[dict[str, Any], list[str]]:
    """(entries of an emotion to set, names of those to remove)."""
    given = emotion or {}
    felt = {name: value for name, value in given.items() if value is not None}
    return felt, [name for name in given if name not in felt]
