"""Has new texts judged by a moderation model, if a person switched one on: what it flags is taken out and held.

**Theory of operation.** A write waits for no network: a text is in the vault at once, and is judged in the background,
before anything is learned from it if the model answers. Texts are taken in the order in which they came, from the
moment on at which moderation was switched on; how far that has come is kept, so none is passed over by a crash, and
none is judged twice. What is flagged is forgotten and put on the review list by one command, which can be undone;
released, it comes back where it was, and is not judged again.

While the model is away, texts wait for it and stay in the vault, and the status says so; in the strict mode they are
held instead. A text of which it makes no sense stays, or in the strict mode is held.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import numpy as np

from memory_desktop.core.cancel import stopped
from memory_desktop.core.conversation.learned import learned
from memory_desktop.core.errors import LanguageModelError, NonsenseError
from memory_desktop.core.events.event import EventType
from memory_desktop.core.events.registry import payload_of
from memory_desktop.core.keys import Keys
from memory_desktop.core.memory.held import Verdict
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.ports import CancelToken, Moderator
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.settings import Settings
from memory_desktop.core.wording import count
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

_log = logging.getLogger(__name__)
#: The gate that it stands for, the setting that switches it on, and where the store keeps how far it has come.
GATE, SWITCH, _NOTE = "moderation", "llm.moderation", "moderation"
#: So many texts are judged at once, and so long a model is left alone after a failure, in seconds.
_BATCH, _REST = 16, 60.0
#: What the program makes itself is not judged: it is made of texts that were.
_TEXTS = RecordFilter(not_kinds=("pattern", "digest"))


class Moderation:
    """See the module. Safe from many threads; `step` is for one at a time."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        gates: Gatekeeper,
        opened: Callable[[Settings], Moderator | None],
        monotonic: Callable[[], float],
    ) -> None:
        self._store = store
        self._writer = writer
        self._gates = gates
        self._opened = opened
        self._monotonic = monotonic
        self._named: tuple[object, ...] = ()
        self._kept: tuple[Moderator | None] | None = None  # None: not opened yet
        self._until = 0.0
        self._one_by_one = 0  # up to this key texts are judged alone, as there was no sense in an answer about many
        self._error = ""
        self._all_judged = -1  # head of the log when nothing waited
        self._began: tuple[int, int] | None = None  # head when it was looked up, seq of the event that switched it on

    @property
    def problem(self) -> str:
        """What is wrong, and how many texts wait because of it; "" while all is well, or it is switched off."""
        if self._writer.settings.text(SWITCH) == "off" or not self._error:
            return ""
        waiting = len(self._waiting())
        return f"{self._error} {count(waiting, 'text waits', 'texts wait')} to be judged." if waiting else self._error

    def step(self, cancel: CancelToken | None = None) -> bool:
        """Have some texts judged; False when there are none, or the model is away and they may stay."""
        mode = self._writer.settings.text(SWITCH)
        head = self._store.log.head
        if mode == "off" or head == self._all_judged or self._store.log.read_only or stopped(cancel):
            return False
        strict = mode == "strict"
        self._follow()
        batch = self._waiting()[:_BATCH]
        if len(batch) and batch[0] <= self._one_by_one:
            batch = batch[:1]
        if not len(batch):
            self._all_judged = head
        if not len(batch) or (self._monotonic() < self._until and not strict):
            return False
        memories = [one for one in self._store.records.by_keys(batch) if not self._came_back(one)]
        try:
            reasons = self._judged(memories, cancel)
        except NonsenseError as error:
            self._tell(error)
            if len(batch) > 1:
                self._one_by_one = int(batch[-1])
                return True
            reasons = [error.message if strict else None]
        except LanguageModelError as error:
            self._tell(error)
            if not strict:
                return False
            reasons = [error.message] * len(memories)
        if reasons is None:
            return False
        self._take_out(memories, reasons)
        self._store.meta.set(_NOTE, {"upto": int(batch[-1])})
        return True

    def _judged(self, memories: Sequence[Memory], cancel: CancelToken | None) -> list[str | None] | None:
        """For each what it is flagged for; None while there is no model."""
        if self._monotonic() < self._until:
            raise LanguageModelError(self._error)
        try:
            self._kept = self._kept or (self._opened(self._writer.settings),)
            (model,) = self._kept
            if model is None or not memories:
                return None if model is None else []
            found = list(model.flagged([one.content for one in memories], cancel=cancel))
        except NonsenseError:
            raise
        except LanguageModelError:
            self._until = self._monotonic() + _REST
            raise
        self._error = ""
        return [None if one is None else f"The moderation model flags it: {one}." for one in found]

    def _take_out(self, memories: Sequence[Memory], reasons: Sequence[str | None]) -> None:
        found = [
            (memory, Verdict(GATE, "hold", reason))
            for memory, reason in zip(memories, reasons, strict=True)
            if reason is not None
        ]
        if found:
            self._gates.take_out(found, actor="system", initiator=GATE)

    def _follow(self) -> None:
        """Drop what is known of a model that the settings no longer name."""
        settings = self._writer.settings
        named = tuple(settings[name] for name in settings if name.startswith("llm."))
        if self._named != named:
            self._named, self._kept, self._until, self._error = named, None, 0.0, ""

    def _tell(self, error: LanguageModelError) -> None:
        if self._error != error.message:
            _log.warning("texts are not judged: %s", error.message)
        self._error = error.message

    # --- what is to be judged -----------------------------------------------------------------------------------------

    def _waiting(self) -> Keys:
        """Keys of the texts that are still to be judged, in order."""
        upto = max(int((self._store.meta.get(_NOTE) or {}).get("upto", 0)), self._switched_on())
        keys = self._store.records.keys(_TEXTS, sort="key", descending=False)
        return keys[np.searchsorted(keys, upto, side="right") :]

    def _switched_on(self) -> int:
        """Seq of the event that switched it on the last time; what came before is not judged."""
        log = self._store.log
        if self._began is None or log.may_have((EventType.POLICY_CHANGE,), self._began[0]):
            head, found, on = log.head, log.head, False
            for event in log.of_types((EventType.POLICY_CHANGE,), to=head):
                value = payload_of(event).set.get(SWITCH)
                if value is not None and (value != "off") is not on:
                    on = not on
                    found = event.seq if on else found
            self._began = head, found
        return self._began[1]

    def _came_back(self, memory: Memory) -> bool:
        """Did a person bring it back, by undo or from the review list, or the message that it was learned from? Then it
        stays."""
        sources = self._store.records.by_ids(memory.lineage)
        if learned(memory) is not None:
            return any(self._came_back(one) for one in sources.values() if learned(one) is None)
        before = sources.get(memory.lineage[0]) if memory.lineage and memory.line != memory.id else None
        return before is not None and before.content_hash == memory.content_hash
