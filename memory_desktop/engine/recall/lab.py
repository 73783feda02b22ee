"""The recall lab: the user's labelled queries, asked again and measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter

from memory_desktop.core.errors import CancelledError, HeldBackError
from memory_desktop.core.events.lab import LAB_RUN, NoteLabRun
from memory_desktop.core.events.labels import LABEL, LabelQueries, LabelQuery, label_id
from memory_desktop.core.lab import (
    SUBJECTS,
    LabelledQuery,
    LabRun,
    QueryResult,
    asked_result,
    measured,
    recall_at,
)
from memory_desktop.core.memory import held
from memory_desktop.core.memory.held import HeldChange
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.ports import CancelToken, Clock
from memory_desktop.core.questions import Expected, Question, Resolved, UnknownId
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

    Attributes:
        over_layers: (query, k) → ids of the answer over all layers, best first.
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
        self.over_layers: Callable[[str, int], list[str]] = lambda _query, _k: []

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

    def resolve(self, questions: Sequence[Question]) -> Resolved:
        """Which active memories the ids of questions mean.

        An id is a memory's own, or else the one that it had where it came from; then it may mean several memories, and
        all of them are expected. What an edit or a merge put in a memory's place is expected in its stead.
        """
        records = self._store.records
        named = list(dict.fromkeys(id for one in questions for id in one.expected))
        own = records.by_ids(named)
        foreign = records.with_external_ids([id for id in named if id not in own])
        meant = {id: (id,) for id in own} | foreign
        wanted = self._wanted([id for ids in meant.values() for id in ids])
        found: list[Expected] = []
        unknown: list[UnknownId] = []
        for one in questions:
            ids: list[str] = []
            for id in one.expected:
                now = [wanted[each].id for each in meant.get(id, ()) if each in wanted]
                ids += now
                if not now:
                    unknown.append(UnknownId(one.line, id, forgotten=id in meant))
            found.append(Expected(one.query, tuple(dict.fromkeys(ids))))
        return Resolved(tuple(found), tuple(unknown))

    def take_in(
        self, questions: Sequence[Expected], *, actor: str = "user", initiator: str = ""
    ) -> tuple[int, list[str]]:
        """Label each of these queries, as one step of undo: with what it is expected to find, and nothing else.

        Returns:
            How many labels are new or changed, and the queries that a gate held back for review.
        """
        before, held_back, labels = self._writer.projections.now(LABEL), [], []
        for one in questions:
            if not one.ids:
                continue
            try:
                labels.append(LabelQuery(self.passed(one.query, one.ids, actor=actor, initiator=initiator), one.ids))
            except HeldBackError:
                held_back.append(one.query)
        known = {id: labels.ids for id, labels in before.items()}
        changed = [one for one in labels if known.get(label_id(one.query)) != one.ids]
        if changed:
            self._writer.execute(LabelQueries(tuple(changed)), actor=actor, initiator=initiator)
        return len(changed), held_back

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
        labels = self.queries()
        wanted = self._wanted([id for one in labels for id in one.ids])
        questions = [
            Expected(one.query, tuple(dict.fromkeys(wanted[id].id for id in one.ids if id in wanted))) for one in labels
        ]
        return self.measure_questions(questions, space, k=k, subjects=subjects, progress=progress, cancel=cancel)

    def measure_questions(
        self,
        questions: Sequence[Expected],
        space: Space | None = None,
        *,
        k: int = K,
        subjects: Sequence[str] = SUBJECTS,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> LabRun:
        """A run over any questions, not kept; `space`: of the model in use, if it is not given.

        Questions of which no expected memory is known are asked, and count in no figure. The answer over all layers is
        always by the model in use. Raises CancelledError.
        """
        space = space or self._active()
        ask = self._asking(space)
        seconds: dict[str, list[float]] = {name: [] for name in subjects}
        results: list[QueryResult] = []
        agreements: list[float] = []
        for name in subjects if questions else ():  # what is loaded on first use is no part of a query
            ask(questions[0].query, name, k)
        for number, one in enumerate(questions, start=1):
            if cancel is not None and cancel.cancelled():
                raise CancelledError("The run was stopped; nothing of it is kept.")
            ranked: dict[str, list[str]] = {}
            for name in subjects:
                started = perf_counter()
                ranked[name] = ask(one.query, name, k)
                seconds[name].append(perf_counter() - started)
            if "vector" in ranked and ranked.get("vector-exact"):  # none when nothing is embedded yet
                agreements.append(recall_at(ranked["vector"], ranked["vector-exact"]))
            results.append(asked_result(one.query, one.ids, ranked, k))
            if progress is not None:
                progress(number, len(questions))
        asked = [result for result in results if result.labels]
        return LabRun(
            number=0,
            at=self._clock(),
            model_version=space.model_version,
            k=k,
            query_count=len(asked),
            memories=self._store.records.count_all(),
            measures={name: measured(asked, name, seconds[name]) for name in subjects} if asked else {},
            ann_agreement=sum(agreements) / len(agreements) if agreements else None,
            queries=tuple(results),
        )

    def _asking(self, space: Space) -> Callable[[str, str, int], list[str]]:
        """(query, subject, k) → ids, best first."""
        recall = self._recall(space)

        def ask(query: str, subject: str, k: int) -> list[str]:
            if subject == "layers":
                return self.over_layers(query, k)
            exact = subject == "vector-exact"
            answer = recall.answer(query, mode="vector" if exact else subject, k=k, exact=exact)
            return [hit.memory.id for hit in answer.hits]

        return ask

    def _wanted(self, ids: Sequence[str]) -> dict[str, Memory]:
        """For each of these, the active memory that represents it now; those without one are left out."""
        found = current(self._store.records, list(dict.fromkeys(ids)), through_merges=True)
        return {id: memory for id, memory in found.items() if memory.status is Status.ACTIVE}
