"""The command that measures every mode of search with a file of questions."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

from memory_desktop.cli import output as out
from memory_desktop.cli.console import console
from memory_desktop.core.errors import KnownError
from memory_desktop.core.lab import SUBJECTS, LabRun, figures
from memory_desktop.core.questions import QuestionFile, Resolved, asked_again, left_out, read_questions
from memory_desktop.core.wording import count

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

_DONE, _FAILED = 0, 1
_K = 10


def evaluate(vault: Engine, args: Namespace) -> int:
    """Ask every question in every mode; the vault stays as it is. Raises KnownError."""
    try:
        file = read_questions(args.questions.name, args.questions.read_bytes())
    except OSError as error:
        raise KnownError(f"{args.questions} cannot be read: {error.strerror or error}.") from error
    vault.catch_up()
    resolved = vault.lab.resolve(file.questions)
    subjects = tuple(dict.fromkeys(args.modes)) or SUBJECTS
    progress = _progress() if console().progress else None
    run = vault.lab.measure_questions(resolved.questions, k=_K, subjects=subjects, progress=progress)
    if progress is not None:
        console().err("\r\x1b[K")
    waiting = vault.sync_status()
    if args.json:
        out.print_json(_json(file, resolved, run) | {"waiting": waiting.pending + waiting.failed})
    else:
        for told in (*left_out(file, resolved), *asked_again(file)):
            out.note(told)
        if waiting.pending + waiting.failed:
            out.note(f"Without vectors so far: {count(waiting.pending + waiting.failed, 'item')}; “sync” makes them.")
        _print(run)
    return _DONE if run.query_count else _FAILED


def _json(file: QuestionFile, resolved: Resolved, run: LabRun) -> dict[str, object]:
    return {
        "file": file.name,
        "questions": len(resolved.questions),
        "measured": run.query_count,
        "k": run.k,
        "memories": run.memories,
        "model_version": run.model_version,
        "modes": {name: figures(one, run.k) for name, one in run.measures.items()},
        "ann_recall": run.ann_agreement,
        "errors": [{**asdict(one), "error": one.text} for one in file.bad],
        "repeated": [asdict(one) for one in file.repeated],
        "unknown": [asdict(one) for one in resolved.unknown],
    }


def _print(run: LabRun) -> None:
    if not run.query_count:
        out.note("No question could be measured.")
        return
    asked = count(run.query_count, "question")
    out.print_lines([f"{asked} over {count(run.memories, 'memory', 'memories')}, {run.model_version}"])
    rows = {name: figures(one, run.k) for name, one in run.measures.items()}
    names = list(next(iter(rows.values())))
    out.print_lines([f"{'':<13}" + "".join(f"{name.replace('_ms', ' ms'):>11}" for name in names)])
    for mode, found in rows.items():
        cells = (f"{value:.1f}" if name.endswith("_ms") else f"{value:.4f}" for name, value in found.items())
        out.print_lines([f"{mode:<13}" + "".join(f"{cell:>11}" for cell in cells)])
    if run.ann_agreement is not None:
        out.print_lines([f"The graphs find {run.ann_agreement:.1%} of what the exact search finds."])


def _progress() -> Callable[[int, int], None]:
    def show(done: int, total: int) -> None:
        console().err(f"\r\x1b[K{done:,} of {count(total, 'question')}")

    return show
