"""Commands of the recall lab and of the embedding model."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

from memory_desktop.cli import output as out
from memory_desktop.cli.console import console
from memory_desktop.core.answers import QueueItem
from memory_desktop.core.errors import KnownError
from memory_desktop.core.lab import LabRun, Measure
from memory_desktop.core.migration import Comparison, MigrationStatus, Stage
from memory_desktop.core.wording import shortened, size

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

OK = 0
_LISTED = 10_000
_PREVIEW = 60


def label(vault: Engine, args: Namespace) -> int:
    """Label a query, or drop its label."""
    for id in args.ids:
        vault.get(id)
    vault.lab.label(args.query, args.ids)
    if args.json:
        out.print_json({"query": args.query, "ids": args.ids})
    else:
        out.print_lines([f"{len(args.ids)} memories labelled." if args.ids else "The query is dropped."])
    return OK


def lab(vault: Engine, args: Namespace) -> int:
    """Measure, or list what was measured."""
    if args.history:
        for run in vault.lab.runs():
            _run(run, json=args.json)
        return OK
    if not vault.lab.queries():
        raise KnownError("There are no labelled queries.", hint="Label one with “memory-desktop label”.")
    vault.catch_up()
    _run(vault.lab.evaluate(k=args.k), json=args.json)
    return OK


def model(vault: Engine, args: Namespace) -> int:
    """Everything about the embedding model."""
    models = vault.models
    match args.action:
        case "list":
            for one in models.models():
                if args.json:
                    out.print_json(asdict(one))
                else:
                    out.print_lines([f"{one.ref:<28} {one.dim:>4}-d  {one.state:<9} {one.version or one.name}"])
            return OK
        case "download":
            found = models.download(args.ref, _bytes() if console().progress else None)
            out.print_json(asdict(found)) if args.json else out.print_lines([f"{found.version} is here."])
            return OK
        case "start":
            _need(args.ref)
            return _status(models.start(args.ref), json=args.json)
        case "run":
            while models.status().stage is Stage.EMBEDDING and not models.status().paused:
                if not vault.maintain():
                    break
        case "failed":
            return _failures(models.failures(_LISTED), json=args.json)
        case "compare":
            return _comparison(models.compare(), json=args.json)
        case "switch":
            return _status(models.switch(), json=args.json)
        case "rollback":
            return _status(models.roll_back(), json=args.json)
        case "cancel":
            models.cancel()
        case "clean":
            freed = models.clean_up()
            out.print_json({"freed": freed}) if args.json else out.print_lines([f"{size(freed)} freed."])
            return OK
        case _:
            pass
    return _status(models.status(), json=args.json, in_use=vault.model_version)


def _need(ref: str) -> None:
    if not ref:
        raise KnownError("Which model?", hint="“memory-desktop model VAULT list” shows them; a folder is one, too.")


def _status(status: MigrationStatus, *, json: bool, in_use: str = "") -> int:
    if json:
        out.print_json({**asdict(status), "in_use": in_use or status.new})
        return OK
    if in_use:
        out.print_lines([f"in use: {in_use}"])
    match status.stage:
        case Stage.NONE:
            out.print_lines(["No change of the model is under way."])
            if status.archived:
                out.print_lines([f"The vectors of {status.archived} are archived: “rollback” goes back to it."])
        case Stage.SWITCHED:
            until = f"{status.keep_until:%Y-%m-%d}" if status.keep_until else "now"
            out.print_lines([f"Changed from {status.old} to {status.new}; the way back is kept until {until}."])
        case _:
            paused = " (paused)" if status.paused else ""
            failed = f", {status.failed:,} could not be" if status.failed else ""
            done = f"{status.done:,} of {status.total:,} embedded{failed}"
            out.print_lines([f"{status.stage.value}{paused}: {status.old} → {status.new}, {done}."])
            out.print_lines([status.live.text] if status.live is not None else [])
    if status.error:
        out.print_lines([f"Last error: {status.error}"])
    return OK


def _failures(found: list[QueueItem], *, json: bool) -> int:
    if json:
        out.print_json([asdict(one) for one in found])
    else:
        out.print_lines(f"{one.id}  {one.last_error}  “{shortened(one.preview, _PREVIEW)}”" for one in found)
    return OK


def _comparison(found: Comparison, *, json: bool) -> int:
    if json:
        out.print_json(asdict(found))
        return OK
    if found.impossible:
        out.print_lines([found.impossible])
        return OK
    if not found.queries:
        out.print_lines(["There are no labelled queries to compare by."])
    for name in found.old:
        out.print_lines([f"{name:<8} now {_measure(found.old[name], found.k)}"])
        out.print_lines([f"{'':<8} new {_measure(found.new[name], found.k)}"])
    if (sample := found.sample) is not None:
        out.print_lines(
            [
                f"{sample.memories:,} memories, each looked for by a part of its text (first {sample.k}):",
                f"{'':<8} now {sample.old.found:.1%} found, MRR {sample.old.mrr:.3f}",
                f"{'':<8} new {sample.new.found:.1%} found, MRR {sample.new.mrr:.3f}",
                f"{'':<8} {sample.overlap:.0%} of their {sample.k} neighbours are the same",
            ]
        )
    return OK


def _run(run: LabRun, *, json: bool) -> None:
    if json:
        out.print_json(asdict(run))
        return
    out.print_lines([f"Run {run.number}, {run.at:%Y-%m-%d %H:%M}: {run.query_count} queries, {run.model_version}"])
    out.print_lines(f"  {name:<13} {_measure(measure, run.k)}" for name, measure in run.measures.items())
    if run.ann_agreement is not None:
        out.print_lines([f"  the graphs find {run.ann_agreement:.1%} of what the exact search finds"])


def _measure(one: Measure, k: int) -> str:
    ndcg = f"nDCG {one.ndcg:.3f}  " if one.ndcg is not None else ""
    return (
        f"recall@{k} {one.recall:.3f}  MRR {one.mrr:.3f}  {ndcg}p50 {one.p50 * 1e3:.1f} ms  p95 {one.p95 * 1e3:.1f} ms"
    )


def _bytes() -> Callable[[int, int], None]:
    def show(done: int, total: int) -> None:
        console().err(f"\r\x1b[K{size(done)} of {size(total)}")

    return show
