"""What each command does with an open vault. Every function returns the exit code."""

from __future__ import annotations

import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from memory_desktop.cli import output as out
from memory_desktop.cli.console import console
from memory_desktop.cli.why_not import why_not
from memory_desktop.core.answers import ImportProgress, ImportReport, RecallAnswer, SyncStatus
from memory_desktop.core.contract import contract_json
from memory_desktop.core.conversation.learned import FACT_KINDS
from memory_desktop.core.errors import KnownError
from memory_desktop.core.imports import ImportChoice
from memory_desktop.core.memory.canonical import parse_time
from memory_desktop.core.query.language import RecordFilter, parse_query
from memory_desktop.core.receipt import ReceiptCheck, receipts_from_json
from memory_desktop.core.wording import count, memories, size
from memory_desktop.durable import write_durably

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine
    from memory_desktop.engine.reader import Reader
    from memory_desktop.engine.recall.recall_log import RecallLog

OK, FAILED = 0, 1


def add(vault: Engine, args: Namespace) -> int:
    """Remember a text."""
    text = console().read() if args.text == "-" else args.text
    try:
        created = parse_time(args.created_at) if args.created_at else None
    except ValueError as error:
        raise KnownError(f"--created-at {args.created_at} is not a time.", hint="Write 2026-01-31 or more.") from error
    kept = vault.remember(
        text,
        layer=args.layer,
        kind=args.kind,
        tags=args.tags,
        source=args.source,
        generated_from=args.made_from,
        created_at=created,
        actor=args.actor,
    )
    if kept.held is not None:
        reasons = "; ".join(one.reason for one in kept.held.verdicts)
        if args.json:
            out.print_json({"duplicate": False, "held": kept.held.id, "reasons": reasons})
        else:
            out.print_lines([f"{kept.held.id} (held back for review: {reasons})"])
    elif args.json:
        noted = {"notes": list(kept.notes)} if kept.notes else {}
        out.print_json({"duplicate": kept.duplicate, "memory": out.memory_json(kept.memory), **noted})
    else:
        out.print_lines(
            [
                f"{kept.memory.id}"
                + (f" (already known as “{out.one_line(kept.memory.content)}”)" if kept.duplicate else "")
            ]
        )
        if kept.notes:
            out.note(f"Kept with a note: {' '.join(kept.notes)} “memory-desktop settings” says what the gates do.")
    return OK


def import_(vault: Engine, args: Namespace) -> int:
    """Import, or say what an import would do."""
    names = tuple(args.conversations) if args.conversations else None
    choice = ImportChoice(names, tuple(args.roles) if args.roles else None, args.since, args.until, args.model.strip())
    report = vault.import_path(
        args.paths,
        format=args.format,
        dry_run=args.dry_run,
        on_conflict=args.on_conflict,
        choice=choice,
        extract=args.learn,
        progress=_import_progress() if console().progress else None,
    )
    made: Counter[str] = Counter()
    if _is_followed_up(args.learn, report) and not (args.dry_run or args.later) and console().here:
        made = _learn(vault)
    waiting = 0 if args.dry_run else len(vault.conversations.waiting_turns())
    if args.sync and not args.dry_run:
        vault.sync()
    if args.json:
        out.print_json(out.import_json(report) | {"made": made, "turns_to_learn_from": waiting})
    else:
        out.print_lines(out.import_text(report))
        if made:
            out.print_lines([f"made of the conversations: {', '.join(f'{name} {n:,}' for name, n in made.items())}"])
        if waiting:
            out.note(f"{count(waiting, 'turn')} to learn from; an open vault does it, and so does “consolidate”.")
    known = {one.id for one in report.conversations} | {one.title.strip().casefold() for one in report.conversations}
    unknown = [name for name in names or () if name not in known and name.casefold() not in known]
    for name in unknown:
        out.note(f"There is no conversation “{name}” in these files; --dry-run lists them.")
    nothing = not (report.new or report.duplicate or report.conflict)
    return FAILED if nothing and (report.rejected or unknown) else OK


def search(vault: Engine, args: Namespace) -> int:
    """Answer a query, or a file of them."""
    vault.catch_up()
    if vault.loss is not None:
        console().err(f"memory-desktop: {vault.loss.text} “verify” says what is known of them.\n")
    if args.as_of is not None:
        past = vault.as_of(args.as_of)
        try:
            return _search(past, args)
        finally:
            past.close()
    return _search(vault.reader, args, vault.recalls)


def _search(vault: Reader, args: Namespace, log: RecallLog | None = None) -> int:
    if args.queries is not None:
        for query in _read_queries(args.queries):
            answer = vault.recall(
                query["query"], mode=args.mode, k=args.k, show_weaker=args.show_weaker, vector=query.get("vector")
            )
            _note(answer, log, args.actor)
            out.print_json({"id": query.get("id"), **out.answer_json(answer, explain=args.explain)})
        return OK
    vector = _numbers(args.vector) if args.vector is not None else None
    parse_query(args.query or "").checked()
    if args.why_not is not None:
        return why_not(vault, args)
    answer = vault.recall(args.query or "", mode=args.mode, k=args.k, show_weaker=args.show_weaker, vector=vector)
    _note(answer, log, args.actor)
    if args.json:
        out.print_json(out.answer_json(answer, explain=args.explain))
    else:
        out.print_lines(out.answer_text(answer, explain=args.explain))
    return OK


def _note(answer: RecallAnswer, log: RecallLog | None, actor: str) -> None:
    """Log a recall, also one that found nothing; a look at the past is none."""
    if log is not None:
        ids, scores = [hit.memory.id for hit in answer.hits], [hit.score for hit in answer.hits]
        log.note(answer.query, ids, actor=actor, mode=answer.mode, scores=scores, listed=answer.listed)


def show(vault: Engine, args: Namespace) -> int:
    """One memory, its freshness and its history; or an assembly's vector."""
    stored = vault.vector_of(args.id) if args.vector else None
    if args.contract:
        out.print_json(contract_json(vault.contract_memory(args.id), embedding=args.vector))
        return OK
    vector = out.vector_json(args.id, stored) if args.vector else {}
    if args.id.startswith("asm_") and args.vector:
        if args.json:
            out.print_json(vector)
        else:
            out.print_lines(out.vector_text(stored))
        return OK
    memory = vault.get(args.id)
    freshness, history = vault.freshness([args.id])[args.id], vault.history(args.id)
    now, otherwise = vault.current(args.id), vault.outdated([memory]).get(memory.key)
    if args.json:
        entries = [asdict(entry) for entry in history]
        current = {"current": now.id if now is not None else None, "otherwise": out.otherwise_json(otherwise)}
        out.print_json(
            {"memory": out.memory_json(memory), **current, "freshness": asdict(freshness), "history": entries, **vector}
        )
    else:
        out.print_lines(out.memory_text(memory, freshness, history, vault.made_from(args.id)))
        out.print_lines(out.vector_text(stored) if args.vector else [])
        if now is not None and now.id != memory.id:
            out.print_lines(["", f"This is an earlier version. The current one is {now.id}:", now.content])
        out.print_lines(out.otherwise_text(otherwise))
    return OK


def forget(vault: Engine, args: Namespace) -> int:
    """Forget memories."""
    count = vault.forget(args.ids, reason=args.reason, actor=args.actor)
    if args.json:
        out.print_json({"forgotten": count})
    else:
        out.print_lines([f"{count} forgotten." if count else "Forgotten before; nothing to do."])
    return OK


def sync(vault: Engine, args: Namespace) -> int:
    """Embed everything that is due."""
    before = vault.sync_status().indexed
    started = time.monotonic()
    status = vault.sync(progress=_sync_progress() if console().progress else None)
    if args.json:
        out.print_json({**asdict(status), "embedded": status.indexed - before})
    else:
        took = f"{time.monotonic() - started:.1f} s"
        out.print_lines([f"{status.indexed - before:,} embedded in {took}; {status.failed:,} wait for a retry."])
        if status.outside and status.pending:
            out.print_lines([f"{status.pending:,} wait until their vectors by {status.model_version} are imported."])
        if status.paused:
            out.print_lines(["Sync is paused."])
        if status.last_error:
            out.print_lines([f"Last error: {status.last_error}"])
    return FAILED if status.failed else OK


def status(vault: Engine, args: Namespace) -> int:
    """The vault in one look."""
    found = vault.status()
    if args.json:
        out.print_json(asdict(found))
    else:
        out.print_lines(out.status_text(found))
    return FAILED if vault.loss is not None else OK


def private(vault: Engine, args: Namespace) -> int:
    """Let nobody but its owner read the vault."""
    vault.make_private()
    done = vault.status().private
    if args.json:
        out.print_json({"private": done})
    else:
        out.print_lines(["Nobody but you can read this vault." if done else "The rights could not be changed."])
    return OK if done else FAILED


def verify(vault: Engine, args: Namespace) -> int:
    """Check, and mend if asked; compare with a receipt, or write one."""
    if args.accept_loss:
        _accept_loss(vault, args)
    report = vault.verify(repair=args.repair)
    check = _receipt(vault, args.receipt) if args.receipt is not None else None
    freed = vault.remove_damaged() if args.remove_damaged else 0
    if args.json:
        receipt = asdict(check) if check is not None else None
        loss = asdict(vault.loss) if vault.loss else None
        removed = {"removed_bytes": freed} if args.remove_damaged else {}
        out.print_json({**asdict(report), "loss": loss, "receipt": receipt, **removed})
    else:
        out.print_lines(out.verify_text(report))
        out.print_lines([check.text] if check is not None else [])
        if not vault.status().private:
            out.note(
                f"Others on this computer can look into this vault. To stop that: memory-desktop private {vault.path}"
            )
        out.print_lines([f"Removed {size(freed)} of damaged copies."] if args.remove_damaged else [])
        out.print_lines([vault.loss.hint] if vault.loss is not None else [])
    return OK if report.ok and (check is None or check.ok) else FAILED


def set_aside(args: Namespace) -> int:
    """Set newest changes aside that cannot be read, and say what became of them."""
    from memory_desktop.wiring import set_wal_aside

    done = set_wal_aside(args.vault)
    if done is None:
        out.note("All changes can be read; nothing was set aside.")
    else:
        out.note(
            f"{done.read:,} of {done.size:,} bytes of the newest changes could be read. All of it is kept: {done.kept}."
        )
    return OK


def _accept_loss(vault: Engine, args: Namespace) -> None:
    done = vault.accept_loss(actor=args.actor)
    vault.catch_up()
    what = f"{done.report.text} Accepted" if done.report is not None else "The broken chain is accepted"
    out.note(f"{what}; event {done.seq:,} of the log says so.")
    if done.file is not None:
        out.note(f"{memories(done.memories)} that could still be read: {done.file}. Import the file to keep them.")


def _receipt(vault: Engine, path: Path) -> ReceiptCheck:
    try:
        if path.exists():
            return _renewed(vault, path)
        if vault.loss is not None:
            return ReceiptCheck(False, "No receipt was written: the log has lost events.")
        receipt = vault.receipt()
        write_durably(path, [receipt.to_json()])
    except OSError as error:
        raise KnownError(f"{path} cannot be read or written: {error.strerror or error}.") from error
    return ReceiptCheck(True, f"Receipt of event {receipt.position:,} written to {path}.")


def _renewed(vault: Engine, path: Path) -> ReceiptCheck:
    """Compare every line, the newest first; if all hold and the log has grown, add a line for its end."""
    kept = receipts_from_json(path.read_bytes())
    checks = [vault.compare_receipt(one) for one in reversed(kept)]
    bad = next((one for one in checks if not one.ok), None)
    if bad is not None:
        return bad
    new = vault.receipt()
    if vault.loss is not None or new.position == kept[-1].position:
        return checks[0]
    write_durably(path, [one.to_json() for one in (*kept, new)])
    return ReceiptCheck(True, f"{checks[0].text} The receipt now names event {new.position:,}, too.")


def export(vault: Engine, args: Namespace) -> int:
    """Write memories to files."""
    filter = parse_query(args.query).checked().filter if args.query else None
    report = vault.export(args.dest, args.format, filter=filter, vectors=args.vectors, overwrite=args.overwrite)
    if args.json:
        out.print_json(asdict(report))
    else:
        out.print_lines([f"{memories(report.memories)} written to " + ", ".join(report.files)])
        out.print_lines(f"left out: {text}" for text in report.left_out)
    return OK


def _read_queries(path: Path) -> list[dict[str, Any]]:
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise KnownError(f"{path} cannot be read: {error.strerror or error}.") from error
    queries = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            value = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            raise KnownError(f"{path.name}, line {number}: {error}.") from error
        if not isinstance(value, dict) or not isinstance(value.get("query"), str):
            raise KnownError(f"{path.name}, line {number}: needs a “query” that is a text.")
        if value.get("vector") is not None and not _is_numbers(value["vector"]):
            raise KnownError(f"{path.name}, line {number}: its “vector” must be a list of numbers.")
        queries.append(value)
    return queries


def _numbers(said: str) -> list[float]:
    """The vector that is given: a JSON list of numbers, or a file with one. Raises KnownError."""
    try:
        found = orjson.loads(said if said.lstrip().startswith("[") else Path(said).read_bytes())
    except OSError as error:
        raise KnownError(f"{said} cannot be read: {error.strerror or error}.") from error
    except orjson.JSONDecodeError as error:
        raise KnownError(f"The vector cannot be read: {error}.", hint="Write it as [0.1, -0.2, …].") from error
    if not _is_numbers(found):
        raise KnownError("The vector must be a list of numbers.", hint="Write it as [0.1, -0.2, …].")
    return list(map(float, found))


def _is_numbers(value: Any) -> bool:
    numbers = isinstance(value, list) and all(isinstance(one, (int, float)) for one in value)
    return numbers and not any(isinstance(one, bool) for one in value)


def _is_followed_up(asked: bool | None, report: ImportReport) -> bool:
    from memory_desktop.engine.importing import is_followed_up  # the engine is loaded only by what opens a vault

    return is_followed_up(asked, report.formats)


def _learn(vault: Engine) -> Counter[str]:
    """Do what waits to be done with imported conversations: learn from their turns, and fill the layers. What came of
    it, by kind of fact and step of consolidation."""
    facts = RecordFilter(kinds=FACT_KINDS)
    start, before = vault.head, vault.facets(facts).total
    waiting, pieces = len(vault.conversations.waiting_turns()), 0
    while vault.conversations.work():
        pieces += 1
        if console().progress and pieces % 20 == 0:
            left = waiting - len(vault.conversations.waiting_turns())
            console().err(f"\r\x1b[KLearned from {left:,} of {waiting:,} turns")
    made = Counter(facts=vault.facets(facts).total - before)
    for run in vault.layers.consolidation.list():
        if run.seq > start:
            made.update(run.made)
    return +made


def _import_progress() -> Callable[[ImportProgress], None]:
    def show(at: ImportProgress) -> None:
        left = f", {at.seconds_left:.0f} s left" if at.seconds_left is not None else ""
        console().err(f"\r\x1b[K{at.items:,} items, {at.rate:,.0f}/s{left}  {at.file}")

    return show


def _sync_progress() -> Callable[[SyncStatus], None]:
    def show(at: SyncStatus) -> None:
        left = f", {at.seconds_left:.0f} s left" if at.seconds_left is not None else ""
        console().err(f"\r\x1b[K{at.pending:,} wait, {at.rate:,.0f}/s{left}")

    return show
