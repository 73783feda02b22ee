"""Answers as JSON-able values and as text for people."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from memory_desktop.cli.console import console
from memory_desktop.core.answers import (
    Freshness,
    HistoryEntry,
    Hit,
    ImportReport,
    Otherwise,
    RecallAnswer,
    VaultStatus,
    VerifyReport,
)
from memory_desktop.core.contract import StoredVector
from memory_desktop.core.conversation.cycles import owner_of
from memory_desktop.core.memory.canonical import canonical_json, for_terminal, iso
from memory_desktop.core.memory.emotion import emotion_text
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.undo import Undone
from memory_desktop.core.wording import count, date_word, file_names, otherwise_since, shortened, size, status_word

_PREVIEW = 100
_MOST_CONVERSATIONS = 50


def print_json(value: Any) -> None:
    """One line of JSON on standard output."""
    console().out(for_terminal(canonical_json(value).decode("utf-8")) + "\n")


def print_lines(lines: Iterable[str]) -> None:
    """Text on standard output; what a memory or a file holds cannot steer the terminal."""
    for line in lines:
        console().out(for_terminal(line) + "\n")


def note(text: str) -> None:
    """A remark on standard error."""
    console().err(for_terminal(text) + "\n")


def memory_json(memory: Memory) -> dict[str, Any]:
    """Every field of a memory."""
    return {**asdict(memory), "layer": memory.layer.value, "status": memory.status.value}


def hit_json(hit: Hit, *, explain: bool) -> dict[str, Any]:
    """A hit as search answers it."""
    memory = hit.memory
    answer: dict[str, Any] = {
        "rank": hit.rank,
        "id": memory.id,
        "external_id": memory.external_id,
        "score": hit.score,
        "content": memory.content,
        "layer": memory.layer.value,
        "kind": memory.kind,
        "tags": list(memory.tags),
        "source": memory.source,
        "status": memory.status.value,
        "created_at": iso(memory.created_at),
        "metadata": dict(memory.metadata),
        "lists": {name: asdict(place) for name, place in hit.lists.items()},
        "otherwise": otherwise_json(hit.otherwise),
    }
    answer["boosts"] = [asdict(boost) for boost in hit.boosts]
    if explain:
        answer["matches"] = [list(span) for span in hit.matches]
    return answer


def otherwise_json(one: Otherwise | None) -> dict[str, str] | None:
    """What says otherwise than a hit since."""
    return None if one is None else {"id": one.id, "content": one.content, "said_at": iso(one.said_at)}


def otherwise_text(one: Otherwise | None) -> Iterable[str]:
    """The same as a line below a hit; none where nothing does."""
    if one is not None:
        yield f"     {otherwise_since(one.said_at, one.content)} ({one.id})"


def answer_json(answer: RecallAnswer, *, explain: bool) -> dict[str, Any]:
    """A search's answer."""
    return {
        "query": answer.query,
        "mode": answer.mode,
        "as_of": answer.as_of,
        "unembedded": answer.unembedded,
        "keyword_total": answer.keyword_total,
        "model_version": answer.model_version,
        "weaker": answer.weaker,
        "notes": list(answer.notes),
        "assemblies": [asdict(one) for one in answer.assemblies],
        "timings": dict(answer.timings),
        "hits": [hit_json(hit, explain=explain) for hit in answer.hits],
    }


def answer_text(answer: RecallAnswer, *, explain: bool) -> Iterable[str]:
    """A search's answer for people."""
    for hit in answer.hits:
        memory = hit.memory
        whose = f"user {owner}" if (owner := owner_of(memory.metadata)) else ""
        retired = "" if memory.status is Status.ACTIVE else status_word(memory.status.value)
        said = (retired, memory.kind, memory.layer.value, ", ".join(memory.tags), whose)
        labels = " · ".join(filter(None, said))
        yield f"{hit.rank:>3}. {one_line(memory.content)}"
        yield f"     {memory.id} · {labels} · {date_word(memory.created_at)}" + _origin(memory)
        yield from otherwise_text(hit.otherwise)
        if explain:
            yield f"     score {hit.score:.4f}: " + ("; ".join(reasons(hit)) or "listed by date")
    if not answer.hits:
        yield "Nothing found."
    yield f"as of event {answer.as_of}" + (
        f"; {answer.unembedded:,} matching memories wait for their vectors" if answer.unembedded else ""
    )
    yield from weaker_text(answer.weaker)
    yield from answer.notes
    if explain:
        yield from (f"assembly “{one.name}” {one.state}: {one.reason}" for one in answer.assemblies)


def note_along(done: Undone) -> None:
    """Say of an undo that what the program itself had made since went along, also of other memories."""
    if done.along:
        what = f"{count(done.along, 'step')} of the program itself went along with it"
        note(f"{what}. An open vault makes again what still holds, and so does “consolidate”.")


def weaker_text(hidden: int) -> Iterable[str]:
    """That so many weaker hits are hidden; nothing where there is none."""
    if hidden:
        yield f"{hidden:,} weaker {'one' if hidden == 1 else 'ones'} hidden; --show-weaker shows them"


def memory_text(
    memory: Memory, freshness: Freshness, history: Iterable[HistoryEntry], made_from: Sequence[str] = ()
) -> Iterable[str]:
    """One memory for people."""
    yield memory.content
    yield ""
    fields = {
        "id": memory.id,
        "status": status_word(memory.status.value) + (f" by {memory.superseded_by}" if memory.superseded_by else ""),
        "layer / kind": f"{memory.layer.value} / {memory.kind}",
        "tags": ", ".join(memory.tags),
        "source": memory.source,
        "thread": memory.thread,
        "external id": memory.external_id or "",
        "created": iso(memory.created_at),
        "updated": iso(memory.updated_at),
        "salience": f"{memory.salience:g}",
        "confidence / trust": f"{memory.confidence:g} / {memory.trust:g}",
        "lineage": ", ".join(memory.lineage),
        "emotion": "; ".join(emotion_text(memory.emotion).splitlines()),
        "generated from": ", ".join(made_from),
        "vector": freshness.vector_state + (f" ({freshness.last_error})" if freshness.last_error else ""),
        "model": freshness.model_version,
        "schema": memory.schema_version,
    }
    yield from (f"{name:>18}: {value}" for name, value in fields.items() if value)
    yield ""
    yield from (f"{date_word(entry.ts, '%Y-%m-%d %H:%M')} {entry.actor:<18} {entry.summary}" for entry in history)


def vector_json(id: str, stored: StoredVector | None) -> dict[str, Any]:
    """A vector as `show --vector` answers it; null while it waits."""
    if stored is None:
        return {"id": id, "embedding": None, "model_version": None}
    return {"id": id, "embedding": stored.vector.tolist(), "model_version": stored.model_version}


def vector_text(stored: StoredVector | None) -> Iterable[str]:
    """A vector for people: the model, and all numbers in one row."""
    if stored is None:
        yield "It has no vector yet."
        return
    yield f"vector of {len(stored.vector)} numbers by {stored.model_version}:"
    yield " ".join(f"{number:.6f}" for number in stored.vector.tolist())


def import_json(report: ImportReport) -> dict[str, Any]:
    """An import's report."""
    return asdict(report)


def import_text(report: ImportReport) -> Iterable[str]:
    """An import's report for people."""
    verb = "would come" if report.dry_run else "imported"
    yield f"{report.new:>9,} new {verb}"
    forgotten = f" ({report.forgotten:,} of them forgotten)" if report.forgotten else ""
    yield f"{_counted(report.duplicate, 'duplicate')} skipped{forgotten}"
    yield f"{_counted(report.conflict, 'conflict')} (same ID, different text)"
    if report.held:
        yield f"{report.held:>9,} held back for review; “held” lists them with their reasons"
    if report.vectors:
        yield f"{report.vectors:>9,} with a vector from outside; “model list” names its model"
    if report.unnamed:
        yield f"{report.unnamed:>9,} with a vector that names no model, and is not used; --model says what made it"
    if report.nobodys:
        yield f"{report.nobodys:>9,} messages name no user: an agent that names one finds them only if the setting"
        yield f"{'':>9} gate.owner (“What agents call you”) says that name"
    if report.left_out:
        yield f"{report.left_out:>9,} not chosen"
    for role, number in report.unasked.items():
        noun = f"{role} message"
        yield f"{_counted(number, noun)} left out; add --role {role} --role user --role assistant to take them, too"
    yield f"{report.rejected:>9,} rejected"
    yield from (f"          {one.file}, {one.place}: {one.reason}" for one in report.rejections[:20])
    if report.rejected > 20:
        yield f"          … and {report.rejected - 20:,} more; --json lists up to 1,000."
    if report.warnings:
        yield f"{_counted(len(report.warnings), 'warning')}: what was read may be incomplete"
        yield from (f"          {one.file}, {one.place}: {one.reason}" for one in report.warnings[:20])
        if len(report.warnings) > 20:
            yield f"          … and {len(report.warnings) - 20:,} more; --json lists up to 1,000."
    if report.skipped:
        yield f"{_counted(len(report.skipped), 'file')} passed over"
        yield from (f"          {one.file}: {one.reason}" for one in report.skipped[:20])
        if len(report.skipped) > 20:
            yield f"          … and {len(report.skipped) - 20:,} more; --json lists up to 1,000."
    if report.not_needed:
        names = file_names([one.file for one in report.not_needed])
        yield f"{_counted(len(report.not_needed), 'file')} of the export not needed: {names}"
    if report.dry_run:
        yield from _conversations(report)
    if report.cancelled:
        yield "Stopped before the end; what was imported is kept."
    yield f"in {report.seconds:.1f} s"


def _counted(number: int, one: str) -> str:
    """A count with its noun, the number in a column of nine characters."""
    figure, _, noun = count(number, one).partition(" ")
    return f"{figure:>9} {noun}"


def _conversations(report: ImportReport) -> Iterable[str]:
    found = report.conversations
    if found:
        yield f"{_counted(len(found), 'conversation')} (messages chosen, of all; first and last; title, id)"
    for one in found[:_MOST_CONVERSATIONS]:
        first, last = (date_word(at) if at is not None else "?" for at in (one.first, one.last))
        title = one_line(one.title)
        yield f"          {one.chosen:>5,} of {one.messages:>5,}  {first} – {last}  {title}  {one.id}"
    if len(found) > _MOST_CONVERSATIONS:
        yield f"          … and {len(found) - _MOST_CONVERSATIONS:,} more; --json lists all."
    if found and report.others:
        yield f"{_counted(report.others, 'item')} in no conversation"


def status_text(status: VaultStatus) -> Iterable[str]:
    """A vault in one look, for people."""
    sync = status.sync
    memories = ", ".join(f"{count:,} {status_word(name)}" for name, count in status.memories.items()) or "none yet"
    yield f"{status.name}  ({status.path})"
    yield f"  memories   {memories}"
    yield "  layers     " + (", ".join(f"{count:,} {name}" for name, count in status.by_layer.items()) or "none yet")
    yield f"  events     {status.head:,}"
    yield f"  contract   {status.contract_version} (vault format {status.format_version})"
    if not status.private:
        yield "  access     others on this computer can look into this vault"
    yield f"  vectors    {sync.indexed:,} stored, {sync.pending:,} waiting, {sync.failed:,} failed" + (
        " (paused)" if sync.paused else ""
    )
    if sync.last_error:
        yield f"             last error: {sync.last_error}"
    yield f"  model      {sync.model_version}"
    yield "  disk       " + ", ".join(f"{name} {size(taken)}" for name, taken in status.disk.items())
    checked = f"{date_word(status.last_check, '%Y-%m-%d %H:%M')} UTC" if status.last_check else "never"
    yield f"  health     {status.health}; last checked: {checked}"
    if status.index is not None:
        index = status.index
        yield (
            f"  index      event {index.event_offset:,}, words up to event {index.keyword_position:,}, "
            f"{index.lineage:,} with ancestors, {count(index.assemblies, 'assembly', 'assemblies')}, "
            f"schema {index.schema_version}"
        )
    yield from (f"  note       {text}" for text in (*status.notes, *([status.language] if status.language else [])))
    for offer in status.ways_back:
        yield f"  way back   {offer.text}"
        if offer.snapshot:
            yield f"             memory-desktop snapshot {status.path} rollback {offer.snapshot}"


def verify_text(report: VerifyReport) -> Iterable[str]:
    """What verify found, for people."""
    for finding in report.findings:
        yield f"{finding.area}: {finding.problem}" + (" Mended." if finding.repaired else "")
    looked = ", ".join(f"{count:,} {name}" for name, count in report.checked.items())
    yield ("Everything is in order: " if not report.findings else "Checked ") + f"{looked} in {report.seconds:.1f} s."


def reasons(hit: Hit) -> Iterable[str]:
    """The parts of a hit's score, in words."""
    for name, place in hit.lists.items():
        yield f"{name} rank {place.rank}, score {place.score:.3f}, adds {place.share:.4f}"
    for boost in hit.boosts:
        yield f"{boost.name} {boost.amount:+.4f}: {boost.reason}"


def _origin(memory: Memory) -> str:
    return f" · {memory.external_id}" if memory.external_id else ""


def one_line(text: str) -> str:
    """A text as one row, cut where it is too long."""
    return shortened(text, _PREVIEW)


def print_answer(args: Namespace, value: object, text: str) -> int:
    """What a command did: the value where JSON is wanted, else the sentence; the exit code of success."""
    if args.json:
        print_json(value)
    else:
        print_lines([text])
    return 0
