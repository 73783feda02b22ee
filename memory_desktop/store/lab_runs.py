"""Runs of the recall lab that earlier programs kept outside the log; new ones are events (`core.events.lab`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import UTC
from typing import Any

import orjson

from memory_desktop.core.lab import LabRun, Measure, QueryResult
from memory_desktop.store.bulk import insert_rows
from memory_desktop.store.database import Cursor, Database
from memory_desktop.store.schema import LAB_COLUMNS


class LabRuns:
    """The lab_runs table."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, run: LabRun) -> LabRun:
        """Keep a run; it gets its number."""
        with self._database.transaction() as cursor:
            row = cursor.row("SELECT coalesce(max(number), 0) + 1 FROM lab_runs")
            numbered = replace(run, number=int(row[0]) if row else 1)
            body = {
                "model_version": run.model_version,
                "k": run.k,
                "query_count": run.query_count,
                "memories": run.memories,
                "measures": {name: asdict(measure) for name, measure in run.measures.items()},
                "ann_agreement": run.ann_agreement,
                "queries": [asdict(result) for result in run.queries],
            }
            insert_rows(cursor, "lab_runs", LAB_COLUMNS, [(numbered.number, run.at, orjson.dumps(body).decode())])
        return numbered

    def remove_with(self, cursor: Cursor, unwanted: Callable[[Any], bool]) -> None:
        """Remove the runs whose body is unwanted."""
        rows = cursor.rows("SELECT number, run FROM lab_runs")
        numbers = [number for number, body in rows if unwanted(orjson.loads(body))]
        cursor.execute("DELETE FROM lab_runs WHERE number IN (SELECT unnest(?::BIGINT[]))", [numbers])

    def copy_from(self, other: LabRuns) -> None:
        """Take over another vault's runs."""
        for run in other.all():
            self.add(run)

    def all(self) -> list[LabRun]:
        """Every run, oldest first; what each query found only of the newest."""
        runs = []
        rows = self._database.reader().rows("SELECT number, ts, run FROM lab_runs ORDER BY number")
        for number, at, text in rows:
            body = orjson.loads(text)
            results = body.get("queries", ()) if number == rows[-1][0] else ()
            runs.append(
                LabRun(
                    number=number,
                    at=at.replace(tzinfo=UTC),
                    model_version=body["model_version"],
                    k=body["k"],
                    query_count=body["query_count"],
                    memories=body["memories"],
                    measures={name: Measure(**measure) for name, measure in body["measures"].items()},
                    ann_agreement=body["ann_agreement"],
                    queries=tuple(QueryResult(**result) for result in results),
                )
            )
        return runs
