"""Exports damaged in every way: `python -m tests.campaigns.imports --count 1000 --seed 1`.

A try makes an export in one of the formats, of some pieces (conversations, lines, rows, notes, files), and damages one
of them: bytes flipped, cut out, doubled or put in, tokens swapped, values of other types, huge numbers, deep nesting,
doubled keys. Or it cuts the file, changes its encoding, or damages the zip that it is in.

The law: reading ends, within seconds of the processor's time, without an exception; every draft can be stored; every
rejection names its file, its place and a reason that can be printed; every piece that was not touched comes as it does
from the whole export. Every fiftieth try is a real import, after which the vault must verify.
"""

from __future__ import annotations

import io
import json
import random
import signal
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Any

import duckdb

from memory_desktop.core.answers import Rejection
from memory_desktop.core.memory.canonical import canonical_json
from memory_desktop.core.memory.drafts import prepare
from memory_desktop.core.memory.records import Draft
from memory_desktop.engine.importing import FORMATS, Imported, ImportSource
from tests.campaigns.common import LawBrokenError, main
from tests.helpers import vault_at
from tests.imports.builders import T0, chain

#: Processor seconds that one reading may take; the files have some thousand bytes.
MOST_SECONDS = 15.0
_PIECES = 6
_MARK = "piece {} of ours, éü ßø"


# --- exports ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Export:
    """Files of one export. Of each, the pieces that it is put together of, with what stands between them."""

    format: str
    files: dict[str, list[bytes]]
    head: bytes = b""
    between: bytes = b""
    tail: bytes = b""

    def data(self, name: str) -> bytes:
        """A whole file."""
        return self.head + self.between.join(self.files[name]) + self.tail

    def with_piece(self, name: str, index: int, piece: bytes) -> Export:
        """The export with another piece in the place of one."""
        pieces = [*self.files[name]]
        pieces[index] = piece
        return replace(self, files={**self.files, name: pieces})


def _mark(number: int) -> str:
    return _MARK.format(chr(ord("A") + number) * 3)


def _array(format: str, name: str, values: list[Any], chance: random.Random) -> Export:
    ascii = chance.random() < 0.5
    indent = chance.choice((None, None, 2))
    pieces = [json.dumps(value, ensure_ascii=ascii, indent=indent).encode() for value in values]
    return Export(format, {name: pieces}, b"[", chance.choice((b",", b", ", b",\n")), b"]")


def chatgpt(chance: random.Random) -> Export:
    """Conversations in one file."""
    talks = []
    for number in range(_PIECES):
        talk = chain(chance.randint(1, 5), _mark(number))
        for node in talk["mapping"].values():
            if node["message"] and chance.random() < 0.2:
                node["message"]["create_time"] = None
        talks.append({"title": talk.pop("title"), "create_time": T0 + number, "update_time": T0, **talk})
    return _array("chatgpt", "conversations.json", talks, chance)


def chatgpt_numbered(chance: random.Random) -> Export:
    """One conversation a file, numbered."""
    whole = chatgpt(chance)
    (pieces,) = whole.files.values()
    files = {f"conversations-{number:03}.json": [piece] for number, piece in enumerate(pieces)}
    return Export("chatgpt", files, b"[", b",", b"]")


def claude(chance: random.Random) -> Export:
    """Conversations with attachments."""
    talks = []
    for number in range(_PIECES):
        said = [
            {
                "uuid": f"m{number}{n}",
                "text": f"{_mark(number)} says {n}",
                "content": [{"type": "text", "text": f"{_mark(number)} says {n}"}],
                "sender": "human" if n % 2 else "assistant",
                "created_at": "2026-01-02T03:04:05Z",
                "attachments": [{"file_name": "a.txt", "extracted_content": f"{_mark(number)} file {n}"}] if n else [],
                "files": [],
            }
            for n in range(chance.randint(1, 4))
        ]
        talks.append(
            {"uuid": f"c{number}", "name": _mark(number), "created_at": "2026-01-01T00:00:00Z", "chat_messages": said}
        )
    return _array("claude", "conversations.json", talks, chance)


def mcp(chance: random.Random) -> Export:
    """Entities and relations."""
    lines = []
    for number in range(_PIECES):
        texts = [f"observes {n}" for n in range(chance.randint(1, 3))]
        entity = {"type": "entity", "name": _mark(number), "entityType": "person", "observations": texts}
        relation = {"type": "relation", "from": _mark(number), "to": "x", "relationType": "knows"}
        lines.append(json.dumps(entity if number % 3 else relation).encode())
    return Export("mcp", {"memory.jsonl": lines}, b"", b"\n", b"\n")


def jsonl(chance: random.Random) -> Export:
    """Records, of ours and of others."""
    lines = []
    for number in range(_PIECES):
        record: dict[str, Any] = {
            "id": f"r{number}",
            "content": f"{_mark(number)}: a record",
            "tags": ["a", "b"],
            "created_at": chance.choice(("2026-01-01", T0)),
            "metadata": {"deep": [{"x": None}]},
        }
        if number % 2:
            kin = {"lineage": ["r0"], "superseded_by": "r1", "status": "superseded", "weight": 2.0, "recall_count": 3}
            record |= {"key": number, "content_hash": "x", "schema_version": "1.0", **kin}
        lines.append(json.dumps(record, ensure_ascii=chance.random() < 0.5).encode())
    group = {
        "record": "assembly",
        "id": "asm_1",
        "name": "group",
        "memory_ids": ["r1", "r3"],
        "created_at": "2026-01-01",
    }
    lines.append(json.dumps(group).encode())
    lines.append(json.dumps({"record": "label", "query": "what", "ids": ["r1"]}).encode())
    return Export("jsonl", {"records.jsonl": lines}, b"", b"\n", b"\n")


def csv_table(chance: random.Random) -> Export:
    """Rows, some of them quoted and of two lines."""
    rows = []
    for number in range(_PIECES):
        text = f"{_mark(number)}; a row"
        rows.append(chance.choice((f'"{text}",a,0.5', f'"{text}\nsecond",b,', f"{text},,1")).encode())
    return Export("csv", {"table.csv": rows}, b"content,tags,trust\n", b"\n", b"\n")


def markdown(chance: random.Random) -> Export:
    """Notes with front matter, one a file."""
    files = {}
    for number in range(_PIECES):
        front = f"---\ntags: [a, b]\ncreated: 2026-01-0{number + 1}\naliases: {{x: [1, 2]}}\n---\n"
        body = f"# {_mark(number)}\n\n" + "Words of a note. #tag [[Link]]\n" * chance.choice((1, 3, 120))
        files[f"note {number}.md"] = [((front if chance.random() < 0.7 else "") + body).encode()]
    return Export("markdown", files)


def entries(chance: random.Random) -> Export:
    """Memory entries and an assembly."""
    files: dict[str, list[bytes]] = {}
    for number in range(_PIECES):
        ours = {"id": f"mem_{number}", "updated_at": "2026-01-01T00:00:00Z", "lineage": ["mem_0"], "layer": "episodic"}
        entry = {
            "id": f"m{number}",
            "content": f"{_mark(number)}: an entry",
            "embedding": [round(chance.uniform(-1, 1), 3) for _ in range(8)],
            "timestamp": "2026-01-01T00:00:00Z",
            "metadata": {"memory_desktop": {**ours, "model_version": "m@12345678"}} if number % 2 else {"a": [1]},
            "emotion_metadata": {"joy": 0.5},
        }
        files[f"m{number}.mem.json"] = [json.dumps(entry).encode()]
    group = {"id": "a", "name": "group", "memory_ids": ["m1", "m2"], "composite_embedding": [0.5], "topics": ["t"]}
    files["a.asm.json"] = [json.dumps(group).encode()]
    return Export("entries", files)


def _document(format: str, name: str, values: list[Any], head: str, tail: str, chance: random.Random) -> Export:
    """A list within an object."""
    whole = _array(format, name, values, chance)
    return replace(whole, head=head.encode(), tail=tail.encode())


def mem0(chance: random.Random) -> Export:
    """What get_all answers."""
    values = [
        {
            "id": f"i{n}",
            "memory": f"{_mark(n)} is a fact",
            "hash": "h",
            "created_at": "2026-01-01T00:00:00Z",
            "metadata": {"a": [n]},
        }
        for n in range(_PIECES)
    ]
    return _document("mem0", "all.json", values, '{"results": [', '], "relations": []}', chance)


def doobidoo(chance: random.Random) -> Export:
    """An export of the service."""
    values = [
        {
            "content": f"{_mark(n)} is a note",
            "content_hash": f"h{n}",
            "tags": ["a"],
            "created_at": T0,
            "metadata": {"b": {"c": 1}},
        }
        for n in range(_PIECES)
    ]
    return _document("doobidoo", "export.json", values, '{"export_metadata": {"total": 6}, "memories": [', "]}", chance)


def mif(chance: random.Random) -> Export:
    """Memories with vectors."""
    values = [
        {
            "id": f"m{n}",
            "content": f"{_mark(n)} is a memory",
            "created_at": "2026-01-01",
            "embeddings": {"model": "m", "vector": [0.5, 1]},
        }
        for n in range(_PIECES)
    ]
    return _document("mif", "mif.json", values, '{"mif_version": "2.0", "memories": [', "]}", chance)


def letta(chance: random.Random) -> Export:
    """Agents with messages."""
    values = []
    for number in range(_PIECES):
        said = [
            {
                "id": f"m{number}{n}",
                "role": "assistant" if n % 2 else "user",
                "content": [{"type": "text", "text": f"{_mark(number)} says {n}"}],
            }
            for n in range(chance.randint(1, 4))
        ]
        values.append({"id": f"agent-{number}", "name": _mark(number), "messages": said})
    return _document(
        "letta", "agents.af", values, '{"agents": [', '], "blocks": [{"label": "a", "value": "b"}]}', chance
    )


def basic_memory(chance: random.Random) -> Export:
    """Notes with observations and relations, one a file."""
    files = {}
    for number in range(_PIECES):
        front = f"---\ntitle: {_mark(number)}\npermalink: p/{number}\ntype: note\n---\n"
        lines = [f"- [fact] {_mark(number)} knows {n} #tag (so it is said)" for n in range(chance.randint(1, 3))]
        body = f"# {_mark(number)}\n\nProse [[Link]].\n\n## Observations\n" + "\n".join(lines)
        files[f"note {number}.md"] = [(front + body + "\n\n## Relations\n- knows [[x]]\n").encode()]
    return Export("basic-memory", files)


def parquet(_chance: random.Random) -> Export:
    """Tables of one row, one a file; not packed, so that a piece shows what it is about."""
    files = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(_PIECES):
            path = Path(folder, f"{number}.parquet")
            select = f"SELECT '{_mark(number)} is a row' AS content, ['a'] AS tags, {T0} AS created_at, NULL AS kind"
            duckdb.sql(f"COPY ({select}) TO '{path}' (FORMAT parquet, COMPRESSION uncompressed)")
            files[path.name] = [path.read_bytes()]
    return Export("parquet", files)


MAKERS: tuple[Callable[[random.Random], Export], ...] = (
    chatgpt, chatgpt_numbered, claude, mcp, jsonl, csv_table, markdown, entries, mem0, doobidoo, mif, letta, basic_memory,
    parquet,
)  # fmt: skip

# --- damage -----------------------------------------------------------------------------------------------------------

_TOKENS: tuple[bytes, ...] = tuple(
    text.encode("utf-8", "surrogatepass")
    for text in (
        "{", "}", "[", "]", '"', '""', '"""', "\\", ",", ":", "\n", "\r", "\t", "null", "true", "NaN", "-", "1e999",
        "9" * 400, "[" * 2_000, "{" * 2_000, '{"a":' * 1_500, "\x00", "\x1b[2J", "\u202e", "\ufeff", "\ufdd0", "\ud800",
        '{"uuid":"x","text":', '{"title":"x","id":"y",', '"mapping":{', '"chat_messages":[', '{"content":', "---\n",
        "<<: *a", "&a [*a]", "```", "#", "[[", "\\ud83d", "\\u0000", "\u2028", "'", ";", "\x85", '"content": 1,',
    )
)  # fmt: skip
_SWAPPED = (b'"', b",", b":", b"{", b"}", b"[", b"]", b"\n", b"null")


def _weird(chance: random.Random) -> Any:
    nested: Any = "deep"
    for _ in range(chance.choice((3, 60, 900))):
        nested = [nested] if chance.random() < 0.5 else {"a": nested}
    return chance.choice(
        (
            None, True, False, -1, 0, 10**400, -(2**70), 1e308, 5e-324, "", " ", "x" * 5_000, "\x00\x1b\u202e", "\ud83d",
            [], {}, nested, [None, 1, "a", {}], {"": ""}, "9999-99-99", "0000-01-01", "2026-01-01T00:00:00+99:99", 1e18,
        )
    )  # fmt: skip


def _places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, one in inner:
        yield (*way, name)
        yield from _places(one, (*way, name))


def _value_changed(piece: bytes, chance: random.Random) -> bytes:
    """JSON with another value, without one, or with one doubled, at any place; bytes flipped where it is no JSON."""
    try:
        value = json.loads(piece)
        ways = list(_places(value))
    except (ValueError, RecursionError):  # it was damaged once already
        return _flipped(piece, chance)
    if not ways:
        return json.dumps(_weird(chance)).encode()
    way = chance.choice(ways)
    holder = value
    for step in way[:-1]:
        holder = holder[step]
    what = chance.random()
    if what < 0.7:
        holder[way[-1]] = _weird(chance)
    elif what < 0.85:
        del holder[way[-1]]
    elif isinstance(holder, dict):
        # A key that stands there twice: JSON cannot be told to write that, so by a name that is replaced in the text.
        holder["doubled-key"] = _weird(chance)
        return json.dumps(value).replace('"doubled-key"', json.dumps(str(way[-1])), 1).encode()
    else:
        holder.insert(way[-1], holder[way[-1]])
    return json.dumps(value, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")


def _flipped(piece: bytes, chance: random.Random) -> bytes:
    data = bytearray(piece)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        if data:
            data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def _cut_out(piece: bytes, chance: random.Random) -> bytes:
    begin = chance.randrange(len(piece) + 1)
    return piece[:begin] + piece[chance.choice((begin + 1, begin + 10, len(piece), chance.randrange(len(piece) + 1))) :]


def _put_in(piece: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(piece) + 1)
        random_bytes = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 6)))
        piece = piece[:at] + (chance.choice(_TOKENS) if chance.random() < 0.8 else random_bytes) + piece[at:]
    return piece


def _swapped(piece: bytes, chance: random.Random) -> bytes:
    token = chance.choice([token for token in _SWAPPED if token in piece] or [b""])
    if not token:
        return _flipped(piece, chance)
    parts = piece.split(token)
    at = chance.randrange(1, len(parts))
    return token.join(parts[:at]) + chance.choice(_SWAPPED) + token.join(parts[at:])


def _doubled(piece: bytes, chance: random.Random) -> bytes:
    begin, end = sorted((chance.randrange(len(piece) + 1), chance.randrange(len(piece) + 1)))
    return piece[:end] + piece[begin:end] * chance.choice((1, 1, 3)) + piece[end:]


DAMAGE: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _value_changed, _value_changed, _flipped, _cut_out, _put_in, _put_in, _swapped, _doubled,
)  # fmt: skip

# --- the law ----------------------------------------------------------------------------------------------------------


@contextmanager
def _limited() -> Iterator[None]:
    """Raises LawBrokenError where the block takes too much of the processor's time."""

    def over(_signal: int, frame: FrameType | None) -> None:
        where = f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame else "?"
        raise LawBrokenError(f"it had not ended after {MOST_SECONDS:.0f} s of processor time, at {where}")

    before = signal.signal(signal.SIGVTALRM, over)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _read(path: Path, format: str | None = None) -> list[Draft]:
    """The drafts of a path. Raises LawBrokenError where the answer is not what the law wants."""
    with _limited():
        try:
            items = list(ImportSource([path], format=format).items())
        except LawBrokenError:
            raise
        except Exception as error:
            raise LawBrokenError(f"{type(error).__name__}: {error}") from error
    drafts = []
    for item in items:
        said = (item.file, item.place, *([item.reason] if isinstance(item, Rejection) else []))
        if not all(text and text.isprintable() for text in said):
            raise LawBrokenError(f"a file, a place or a reason is empty or cannot be printed: {said!r}")
        if isinstance(item, Imported):
            drafts.append(_storable(item.draft))
    return drafts


def _storable(draft: Draft) -> Draft:
    try:
        prepare(draft)
        canonical_json([draft.metadata, draft.emotion, draft.record, draft.embedding, draft.tags, draft.external_id])
    except Exception as error:
        raise LawBrokenError(f"a draft cannot be stored: {type(error).__name__}: {error}") from error
    return draft


def _untouched_came(before: list[Draft], after: list[Draft], touched: set[str]) -> None:
    """Raises LawBrokenError where a draft of a piece that was not touched is not among those that came."""
    came: dict[str, list[Draft]] = {}
    for draft in after:
        came.setdefault(draft.content, []).append(draft)
    for draft in before:
        mark = next((_mark(number) for number in range(_PIECES) if _mark(number) in _told(draft)), "")
        if mark and mark not in touched and draft not in came.get(draft.content, ()):
            raise LawBrokenError(f"a piece that was not touched did not come as it was: {draft.content[:60]!r}")


def _told(draft: Draft) -> str:
    return f"{draft.content} {draft.metadata.get('title')} {draft.metadata.get('section')} {draft.thread}"


def _written(folder: Path, export: Export) -> Path:
    folder.mkdir()
    for name in export.files:
        (folder / name).write_bytes(export.data(name))
    return folder


def attempt(folder: Path, chance: random.Random, number: int) -> str:
    """One try."""
    export = chance.choice(MAKERS)(chance)
    path = _written(folder / "export", export)
    before = _read(path)
    kind = chance.choice(("piece",) * 7 + ("cut", "encoding", "zip", "format"))
    if kind == "zip":
        return _zip(folder, export, before, chance)
    name = chance.choice(list(export.files))
    touched = {_mark(one) for one in range(_PIECES)}
    damaged, outcome, format = export, kind, None
    if kind in ("piece", "format"):
        index = chance.randrange(len(export.files[name]))
        piece = export.files[name][index]
        for _ in range(chance.choice((1, 1, 2))):
            piece = chance.choice(DAMAGE)(piece, chance) if piece else piece
        touched = {mark for mark in touched if mark in _unescaped(export.files[name][index])}
        damaged = export.with_piece(name, index, piece)
        if kind == "format":
            format, touched = chance.choice(list(FORMATS)), {_mark(one) for one in range(_PIECES)}
    for one in damaged.files:
        data = damaged.data(one)
        if one == name and kind == "cut":
            data = data[: chance.randrange(len(data) + 1)]
        if one == name and kind == "encoding":
            data = _encoded(data, chance)
        (path / one).write_bytes(data)
    if kind in ("cut", "encoding"):
        touched = set() if len(export.files) > 1 else touched
        touched |= {mark for mark in map(_mark, range(_PIECES)) if mark in _unescaped(export.data(name))}
    if number % 50 == 0:
        _imported(folder, path)
    _untouched_came([_timeless(one) for one in before], [_timeless(one) for one in _read(path, format)], touched)
    return f"{export.format}: {outcome}"


def _timeless(draft: Draft) -> Draft:
    """Without the time, where that is the file's own."""
    return replace(draft, created_at=None) if draft.source in ("markdown", "basic-memory") else draft


def _unescaped(piece: bytes) -> str:
    """A piece as text, whether its JSON is ASCII or not."""
    text = piece.decode("utf-8", "replace")
    for char in "éüßø":
        text = text.replace(f"\\u{ord(char):04x}", char)
    return text


def _encoded(data: bytes, chance: random.Random) -> bytes:
    text = data.decode("utf-8", "replace")
    encoding = chance.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "cp1252", "latin-1", "utf-32", "utf-7"))
    return text.encode(encoding, "replace")


def _zip(folder: Path, export: Export, before: list[Draft], chance: random.Random) -> str:
    """The files in a zip that is damaged anywhere, or in what one of them is packed to."""
    buffer = io.BytesIO()
    method = chance.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED))
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name in export.files:
            archive.writestr(name, export.data(name))
    data = bytearray(buffer.getvalue())
    path = folder / "export.zip"
    if chance.random() < 0.5:
        path.write_bytes(chance.choice((_flipped, _cut_out, _put_in, _doubled))(bytes(data), chance))
        _read(path)
        return "zip: anywhere"
    info = chance.choice(archive.infolist())
    begin = info.header_offset + 30 + len(info.filename.encode())
    for _ in range(chance.choice((1, 3, 20))):
        data[chance.randrange(begin, begin + max(1, info.compress_size))] = chance.randrange(256)
    path.write_bytes(data)
    touched = {mark for mark in map(_mark, range(_PIECES)) if mark in _unescaped(export.data(info.filename))}
    # A note is known by its place, which in a zip has no folder's name.
    texts = {draft.content for draft in _read(path)}
    for draft in before:
        mark = next((mark for mark in map(_mark, range(_PIECES)) if mark in _told(draft)), "")
        if mark and mark not in touched and draft.content not in texts:
            raise LawBrokenError(f"an entry that was not touched did not come: {draft.content[:60]!r}")
    return "zip: one entry"


def _imported(folder: Path, path: Path) -> None:
    """A real import of it, and another one."""
    with vault_at(folder / "vault") as vault:
        try:
            report = vault.import_path(path)
            again = vault.import_path(path)
        except Exception as error:
            raise LawBrokenError(f"the import failed: {type(error).__name__}: {error}") from error
        if again.rejected != report.rejected:
            raise LawBrokenError(f"a second import rejects {again.rejected}, not {report.rejected}")
        problems = [finding.problem for finding in vault.verify().findings]
        if problems:
            raise LawBrokenError(f"the vault does not verify: {problems}")


if __name__ == "__main__":
    sys.exit(main(__doc__ or "", attempt, count=1_000))
