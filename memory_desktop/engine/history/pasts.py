"""The moments of the past that are open."""

from __future__ import annotations

from collections.abc import Callable

from memory_desktop.core.events.summary import SUMMARY
from memory_desktop.core.ports import CancelToken
from memory_desktop.core.settings import Settings
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.conversation.reading import Reading
from memory_desktop.engine.embedding.in_use import ModelInUse
from memory_desktop.engine.history.past import TimeMachine
from memory_desktop.engine.life import Life
from memory_desktop.engine.reader import Past
from memory_desktop.engine.recall.outdated import Outdated
from memory_desktop.engine.recall.recall import Recall
from memory_desktop.engine.recall.scope import Scope
from memory_desktop.engine.upkeep.integrity import Progress
from memory_desktop.engine.upkeep.keyword_keeper import KeywordKeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store


class Pasts:
    """The vault as it was."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        keywords: KeywordKeeper,
        models: ModelInUse,
        assemblies: Assemblies,
        time: TimeMachine,
        recall: Callable[[Scope, Settings], Recall],
        outdated: Callable[[Scope], Outdated],
        life: Life,
    ) -> None:
        self._store = store
        self._writer = writer
        self._keywords = keywords
        self._models = models
        self.assemblies = assemblies
        self.time = time
        self._recall_of = recall
        self._outdated_of = outdated
        self._life = life
        self._pasts: list[Past] = []

    def as_of(self, seq: int, progress: Progress | None = None, cancel: CancelToken | None = None) -> Past:
        """The vault as it was after event `seq`, to be read and searched; close it when it is no longer wanted.

        Raises:
            InvalidCommandError: no such event.
        """
        self._life.check()
        moment = self.time.moment_of(seq)
        records, let_go = self.time.open(seq, progress, self._life.until(cancel))
        settings = self._writer.projections.settings_at(seq)
        records.owner = lambda: settings.text("gate.owner")
        scope = Scope(records, lambda: seq, lambda: moment, past=True)
        past = Past(
            self._store,
            scope,
            self._keywords,
            self._models.space,
            self._recall_of(scope, settings),
            self._outdated_of(scope),
            moment,
            lambda: self.assemblies.at(seq),
            Reading(self._store, lambda: self._writer.projections.folded(SUMMARY).at(seq), records, seq),
            let_go,
        )
        self._pasts = [one for one in self._pasts if not one.closed] + [past]
        return past

    def close(self) -> None:
        """Close every moment of the past that is still open."""
        for past in self._pasts:
            past.close()
