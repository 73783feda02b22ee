"""The recall lab: the user's labelled queries, asked again and measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter

from memory_desktop.core.errors import CancelledError
from memory_desktop.core.events.lab import LAB_RUN, NoteLabRun
from memory_desktop.core.events.labels import LABEL, LabelQuery, label_id
from memory_desktop.core.lab import (
    SUBJECTS,
    LabelledQuery,
    LabRun,
    Measure,
    QueryResult,
    first_rank,
    quantile,
    recall_at,
)
from memory_desktop.core.memory import held
from memory_desktop.core.memory.held import HeldChange
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.ports import CancelToken, Clock
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.history.succession import current
from memory_desktop.engine.recall.recall import Recall
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

Progress = Callable[[int, int], None]


class Lab:
    """Labels and runs.

    Args:
        recall: answers queries in a given space.
        active: the space in use.
    """

    K = 10

    def __init__(
        self,
        store: Store,
        writer: Writer,
        gates: Gatekeeper,
        recall: Callable[[Space], Recall],
        active: Callable[[], Space],
        clock: Clock,
    ) -> None:
        self._store = store
        self._writer = writer
        self._gates = gates
        self._recall = recall
        self._active = active
        self._clock = clock

    def queries(self) -> list[LabelledQuery]:
        """All labelled queries, in the order in which they were first labelled."""
        labels = list(self._writer.projections.now(LABEL).values())
        wanted = self._wanted([id for one in labels for id in one.ids])
        return [LabelledQuery(one.query, one.ids, sum(id not in wanted for id in one.ids), one.at) for one in labels]

    def label(self, query: str, ids: Sequence[str], *, actor: str = "user", initiator: str = "") -> None:
        """Say which memories a query should find; with none the query is dropped.

        Raises:
            InvalidCommandError: no words. HeldBackError: a gate holds the words of a new query back.
        """
        passed = self.passed(query, ids, actor=actor, initiator=initiator)
        self._writer.execute(LabelQuery(passed, tuple(ids)), actor=actor, initiator=initiator)

    def passed(self, query: str, ids: Sequence[str], *, actor: str, initiator: str = "") -> str:
        """The query as the gates let it through; one that is labelled already has passed. Raises HeldBackError."""
        words = " ".join(query.split())
        if not words or label_id(words) in self._writer.projections.now(LABEL):
            return words
        change = HeldChange(held.LABEL, tuple(ids))
        prepared = self._gates.prepare_words(words)
        return self._gates.pass_text(prepared, change, actor=actor, initiator=initiator).content

    def evaluate(
        self,
        *,
        k: int = K,
        subjects: Sequence[str] = SUBJECTS,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
        actor: str = "user",
    ) -> LabRun:
        """Ask every labelled query by every subject, and write what it measured into the log. Raises CancelledError.

        In a vault that cannot be written it is only measured, and has the number 0.
        """
        run = self.measure(self._active(), k=k, subjects=subjects, progress=progress, cancel=cancel)
        if self._store.log.read_only:
            return run
        self._writer.execute(NoteLabRun(run), actor=actor)
        return self.runs()[-1]

    def runs(self) -> list[LabRun]:
        """Every run so far, oldest first; what each query found only of the newest.

        Earlier programs kept their runs in a table and not in the log: these come first.
        """
        logged = list(self._writer.projections.now(LAB_RUN).values())
        before = self._store.lab_runs.all()
        if not before or not logged:
            return before or logged
        earlier = [replace(run, queries=()) for run in before]
        return [*earlier, *(replace(run, number=run.number + earlier[-1].number) for run in logged)]

    def measure(
        self,
        space: Space,
        *,
        k: int = K,
        subjects: Sequence[str] = SUBJECTS,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> LabRun:
        """A run in any space, not kept."""
        recall = self._recall(space)
        labelled = self.queries()
        wanted = self._wanted([id for one in labelled for id in one.ids])
        seconds: dict[str, list[float]] = {name: [] for name in subjects}
        results: list[QueryResult] = []
        agreements: list[float] = []
        if labelled:  # what is loaded on first use is no part of a query
            for name in subjects:
                _ask(recall, labelled[0].query, name, k)
        for number, one in enumerate(labelled):
            if cancel is not None and cancel.cancelled():
                raise CancelledError("The run was stopped; nothing of it is kept.")
            ids = list(dict.fromkeys(wanted[id].id for id in one.ids if id in wanted))
            ranked: dict[str, list[str]] = {}
            for name in subjects:
                started = perf_counter()
                ranked[name] = _ask(recall, one.query, name, k)
                seconds[name].append(perf_counter() - started)
            if "vector" in ranked and ranked.get("vector-exact"):  # none when nothing is embedded yet
                agreements.append(recall_at(ranked["vector"], ranked["vector-exact"]))
            results.append(
                QueryResult(
                    one.query,
                    len(ids),
                    {name: first_rank(found, ids) for name, found in ranked.items()},
                    {name: recall_at(found, ids) for name, found in ranked.items()},
                )
            )
            if progress is not None:
                progress(number + 1, len(labelled))
        asked = [result for result in results if result.labels]
        return LabRun(
            number=0,
            at=self._clock(),
            model_version=space.model_version,
            k=k,
            query_count=len(asked),
            memories=self._store.records.count_all(),
            measures={name: _measure(asked, name, seconds[name]) for name in subjects} if asked else {},
            ann_agreement=sum(agreements) / len(agreements) if agreements else None,
            queries=tuple(results),
        )

    def _wanted(self, ids: Sequence[str]) -> dict[str, Memory]:
        """For each of these, the active memory that represents it now; those without one are left out."""
        found = current(self._store.records, list(dict.fromkeys(ids)), through_merges=True)
        return {id: memory for id, memory in found.items() if memory.status is Status.ACTIVE}


def _ask(recall: Recall, query: str, subject: str, k: int) -> list[str]:
    exact = subject == "vector-exact"
    answer = recall.answer(query, mode="vector" if exact else subject, k=k, exact=exact)
    return [hit.memory.id for hit in answer.hits]


def _measure(results: Sequence[QueryResult], name: str, seconds: Sequence[float]) -> Measure:
    ranks = [result.ranks[name] for result in results]
    return Measure(
        recall=sum(result.recalls[name] for result in results) / len(results),
        mrr=sum(1.0 / rank for rank in ranks if rank) / len(ranks),
        p50=quantile(seconds, 0.5),
        p95=quantile(seconds, 0.95),
    )
