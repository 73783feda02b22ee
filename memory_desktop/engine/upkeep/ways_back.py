"""Which ways back the vault offers now; see `core.going_back` for when."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from memory_desktop.core.answers import RollbackOffer, VerifyReport
from memory_desktop.core.going_back import failed_check, slower, worse_recall
from memory_desktop.core.migration import MigrationStatus, Stage
from memory_desktop.core.past import Snapshot
from memory_desktop.engine.history.snapshots import Snapshots
from memory_desktop.engine.recall.lab import Lab

_NO_SNAPSHOT = "There is no snapshot from before it; History can bring back any earlier event."
_MODEL_BACK = "The embedding model was changed meanwhile: File → Embedding model… can switch back to {old}."


class WaysBack:
    """See the module.

    Args:
        migration: where the change of the embedding model stands.
        writable: can the vault be written at all? One that cannot is not offered to go back.
    """

    def __init__(
        self,
        snapshots: Snapshots,
        lab: Lab,
        migration: Callable[[], MigrationStatus],
        writable: Callable[[], bool],
    ) -> None:
        self._snapshots = snapshots
        self._lab = lab
        self._migration = migration
        self._writable = writable

    def offers(self, report: VerifyReport | None) -> tuple[RollbackOffer, ...]:
        """What is offered, given the last check's report."""
        if not self._writable():
            return ()
        found = (self._after_check(report), self._after_failed_change(), *self._after_runs())
        return tuple(offer for offer in found if offer is not None)

    def _after_check(self, report: VerifyReport | None) -> RollbackOffer | None:
        reason, bad = failed_check(report)
        if not reason:
            return None
        return self._to_snapshot("check", reason, self._newest(below=bad), "First try Check and repair. ")

    def _after_failed_change(self) -> RollbackOffer | None:
        state = self._migration()
        if not state.error:
            return None
        reason = f"The change of the embedding model to {state.new} has stopped: {state.error}"
        advice = "Searches still use the model of before. File → Embedding model… continues the change or cancels it."
        return RollbackOffer("model", reason, advice)

    def _after_runs(self) -> list[RollbackOffer | None]:
        runs = self._lab.runs()
        found: list[RollbackOffer | None] = []
        for trigger, (reason, good) in (("recall", worse_recall(runs)), ("speed", slower(runs))):
            if reason and good is not None:
                state = self._migration()
                switched = state.stage is Stage.SWITCHED and state.switched_at is not None
                if switched and state.switched_at is not None and state.switched_at > good.at:
                    found.append(RollbackOffer(trigger, reason, _MODEL_BACK.format(old=state.old)))
                else:
                    found.append(self._to_snapshot(trigger, reason, self._newest(before=good.at)))
        return found

    def _to_snapshot(self, trigger: str, reason: str, snapshot: Snapshot | None, first: str = "") -> RollbackOffer:
        if snapshot is None:
            return RollbackOffer(trigger, reason, f"{first}{_NO_SNAPSHOT}")
        name = f"“{snapshot.name}” of {snapshot.created_at:%Y-%m-%d %H:%M} (event {snapshot.seq:,})"
        return RollbackOffer(trigger, reason, f"{first}You can roll back to the snapshot {name}.", snapshot.id)

    def _newest(self, *, before: datetime | None = None, below: int | None = None) -> Snapshot | None:
        """The newest snapshot of this log, from before a moment or an event; its file is checked when it is used."""
        for one in self._snapshots.list():
            soon = before is None or one.created_at <= before
            if soon and (below is None or one.seq < below) and not self._snapshots.foreign(one):
                return one
        return None
