"""Random damage to every kind of file of a vault; then it is opened, searched, verified, repaired.

    python -m tests.campaigns.damage --count 1000 --seed 1

The law: nothing but sentences (no traceback), no hang, no wrong answer unannounced, and while the log is whole nothing
that was acknowledged is lost: after repair the vault is as before.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from memory_desktop.core.errors import KnownError, VaultDamagedError
from memory_desktop.engine.engine import Engine
from memory_desktop.index import SegmentedVectorIndex
from memory_desktop.wiring import open_vault, rebuild_vault
from tests.campaigns.common import LawBrokenError, main, make_vault, texts
from tests.campaigns.worker import Worker
from tests.helpers import Clock, vault_at

MEMORIES = 160
LIMIT = 120.0
_SEED = 7
#: What holds the log, or is needed to find it: these may be refused with a sentence.
TRUTH = ("memory.duckdb", "memory.duckdb.wal", "anchor.log", "vault.json", "vault.lock", "vault.pid")
_HOME: list[tempfile.TemporaryDirectory[str]] = []


@cache
def pristine(seed: int) -> tuple[Path, Path, list[str]]:
    """(a closed vault, the same as a kill leaves it, its active texts), made once."""
    _HOME.append(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
    home = Path(_HOME[-1].name)
    closed, killed = home / "closed", home / "killed"
    make_vault(closed, seed, MEMORIES)
    _seal(closed)
    with vault_at(closed) as vault:
        vault.remember("the last word before the power went (note 9999).")
        shutil.copytree(closed, killed, ignore=shutil.ignore_patterns(".tmp*"))
        active = texts(vault)
        vault.sync()
    return closed, killed, active


def _seal(vault: Path) -> None:
    """Seal small segments, as the program would seal large ones."""
    for folder in (vault / "vectors").iterdir():
        with open_vault(vault) as engine:
            version, dim = engine.model_version, engine._vectors.index.dim
        index = SegmentedVectorIndex.open(folder, version, dim, Clock(), segment_size=60)
        while index.maintain():
            pass
        index.close()


def flip(file: Path, chance: random.Random, _files: list[Path]) -> None:
    data = bytearray(file.read_bytes())
    for _ in range(chance.choice((1, 1, 1, 20))):
        if data:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    file.write_bytes(data)


def cut(file: Path, chance: random.Random, _files: list[Path]) -> None:
    data = file.read_bytes()
    file.write_bytes(data[: chance.choice((0, len(data) // 2, max(0, len(data) - 1), chance.randrange(len(data) + 1)))])


def delete(file: Path, _chance: random.Random, _files: list[Path]) -> None:
    file.unlink()


def garbage(file: Path, chance: random.Random, _files: list[Path]) -> None:
    file.write_bytes(chance.randbytes(max(1, file.stat().st_size)))


def lengthen(file: Path, chance: random.Random, _files: list[Path]) -> None:
    file.write_bytes(file.read_bytes() + chance.randbytes(chance.choice((1, 100, 5_000))))


def blank(file: Path, chance: random.Random, _files: list[Path]) -> None:
    data = bytearray(file.read_bytes())
    start = chance.randrange(len(data) + 1) // 512 * 512
    data[start : start + 4_096] = bytes(len(data[start : start + 4_096]))
    file.write_bytes(data)


def swap(file: Path, chance: random.Random, files: list[Path]) -> None:
    alike = [one for one in files if one.suffix == file.suffix and one != file] or [one for one in files if one != file]
    other = chance.choice(alike)
    mine, theirs = file.read_bytes(), other.read_bytes()
    file.write_bytes(theirs)
    other.write_bytes(mine)


def pipe(file: Path, _chance: random.Random, _files: list[Path]) -> None:
    file.unlink()
    os.mkfifo(file)


def folder(file: Path, _chance: random.Random, _files: list[Path]) -> None:
    file.unlink()
    file.mkdir()
    (file / "inside").write_text("x")


def link(file: Path, _chance: random.Random, _files: list[Path]) -> None:
    file.unlink()
    file.symlink_to(file.with_name("nowhere"))


def other_text(file: Path, chance: random.Random, _files: list[Path]) -> None:
    """Something that can be read, but is not what should be there."""
    file.write_bytes(chance.choice((b"{}", b"[]", b"null", b'{"format": 1}', b"\n", b"true", b'{"segments": [1]}')))


def numbers(file: Path, chance: random.Random, _files: list[Path]) -> None:
    """One digit of a text is another one."""
    data = bytearray(file.read_bytes())
    places = [place for place, byte in enumerate(data) if 48 <= byte <= 57]
    if places:
        data[chance.choice(places)] = chance.randrange(48, 58)
    file.write_bytes(data)


DAMAGES: dict[str, Callable[[Path, random.Random, list[Path]], None]] = {
    one.__name__: one
    for one in (flip, cut, delete, garbage, lengthen, blank, swap, pipe, folder, link, other_text, numbers)
}


def damage_file(vault: Path, chance: random.Random) -> tuple[str, bool]:
    """Do something to one file or folder of a vault; what, and whether the truth may be touched."""
    files = sorted(one for one in vault.rglob("*") if one.is_file())
    if chance.random() < 0.1:
        place = vault / chance.choice(
            ("vectors", "keywords", "keywords/texts", "keywords/labels", "keywords/vectors", "snapshots", "scratch")
        )
        shutil.rmtree(place, ignore_errors=True)
        kind = chance.choice(("file", "pipe", "link", "gone"))
        if kind == "file":
            place.write_text("not a folder")
        elif kind == "pipe":
            os.mkfifo(place)
        elif kind == "link":
            place.symlink_to(vault.parent)
        return f"{kind} for {place.relative_to(vault)}", False
    # Kinds of files are equally likely, however many there are of each.
    kinds = sorted({(one.parent.name, one.suffix) for one in files})
    where, suffix = chance.choice(kinds)
    file = chance.choice([one for one in files if (one.parent.name, one.suffix) == (where, suffix)])
    name = chance.choice(sorted(DAMAGES))
    before = {one: one.read_bytes() for one in files}
    DAMAGES[name](file, chance, files)
    changed = [one for one in files if not one.is_file() or one.read_bytes() != before[one]]
    shown = ", ".join(str(one.relative_to(vault)) for one in changed)
    return f"{name} of {shown or 'nothing'}", any(one.name in TRUTH for one in changed)


def prepare() -> None:
    """Make the vaults that are damaged."""
    pristine(_SEED)


def attempt(folder: Path, chance: random.Random, number: int) -> str:
    """One try; what came of it. Raises LawBrokenError."""
    closed, killed, expected = pristine(_SEED)
    vault = folder / "vault"
    shutil.copytree(chance.choice((closed, killed)), vault)
    done, truth = damage_file(vault, chance)
    if chance.random() < 0.2:
        more, also = damage_file(vault, chance)
        done, truth = f"{done}; {more}", truth or also
    try:
        return _use(vault, expected, chance, truth=truth)
    except LawBrokenError as broken:
        raise LawBrokenError(f"{done}: {broken}") from broken
    except Exception as error:
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        line = f"{place.tb_frame.f_code.co_filename}:{place.tb_lineno}" if place is not None else ""
        raise LawBrokenError(f"{done}: {type(error).__name__}: {error} at {line}") from error


def _use(vault: Path, expected: list[str], chance: random.Random, *, truth: bool) -> str:
    try:
        engine = open_vault(vault)
    except KnownError as error:
        if not truth:
            raise LawBrokenError(f"refused though the log is whole: {error}") from error
        if not isinstance(error, VaultDamagedError) or error.rebuildable is None:
            return "refused with a sentence"
        try:
            rebuild_vault(vault)
            engine = open_vault(vault)
        except KnownError:
            return "refused with a sentence, and not to be rebuilt"
    with engine:
        try:
            outcome = _work(engine, expected, chance, truth=truth)
        except VaultDamagedError:
            if not truth:
                raise
            return "opened; a read says a sentence"
    if not truth:
        with open_vault(vault) as engine:
            _settle(engine)
            if texts(engine) != expected:
                raise LawBrokenError("texts are lost once it was opened again")
            if not engine.verify().ok:
                raise LawBrokenError(f"still not right once it was opened again: {engine.verify().findings[:2]}")
    return outcome


def _work(engine: Engine, expected: list[str], chance: random.Random, *, truth: bool) -> str:
    notes = engine.status().notes
    whole = texts(engine) == expected
    if not whole and not truth:
        raise LawBrokenError("texts are lost though the log is whole")
    told = _search(engine, expected, chance)
    try:
        report = engine.verify()
    except KnownError:
        return "opened; verify says a sentence"
    if not whole and report.ok:
        raise LawBrokenError("texts are lost, and verify says that all is in order")
    announced = bool(notes or told or engine.status().notes or not report.ok or engine.sync_status().pending)
    try:
        repaired = engine.verify(repair=True)
        _settle(engine)
    except KnownError:
        if not truth:
            raise
        return "opened; repair says a sentence"
    if not truth:
        if not repaired.ok or not engine.verify().ok:
            raise LawBrokenError(f"not mended: {[*repaired.findings, *engine.verify().findings][:2]}")
        if texts(engine) != expected:
            raise LawBrokenError("texts are lost by repair")
        if _search(engine, expected, chance):
            raise LawBrokenError("searches still miss texts after repair")
    return "told, and mended" if announced else "no harm"


def _settle(engine: Engine) -> None:
    engine.catch_up()
    engine.sync()


def _search(engine: Engine, expected: list[str], chance: random.Random) -> bool:
    """Search for some texts; True when an answer missed one and said so. Raises LawBrokenError when it did not."""
    told = False
    known = set(texts(engine))
    for text in chance.sample(expected, 3):
        for mode in ("keyword", "vector", "hybrid"):
            answer = engine.recall(text.rstrip("."), mode=mode, k=10)
            found = [hit.memory.content for hit in answer.hits]
            if not known.issuperset(found):
                raise LawBrokenError(f"a {mode} search for “{text}” gave what is not there")
            if text in known and text not in found:
                if not (answer.notes or answer.unembedded or engine.sync_status().pending):
                    raise LawBrokenError(f"a {mode} search did not find “{text}”, and said nothing")
                told = True
    return told


if __name__ == "__main__":
    with Worker(attempt, LIMIT, prepare) as worker:
        sys.exit(main("Random damage to the files of a vault.", worker.attempt, count=100))
