"""Every kind of operation on a disk that is full: each is told in a sentence, and nothing acknowledged is lost.

    python -m tests.campaigns.disk_full --count 500 --seed 1

A try opens a vault, fills the disk to a random last byte, does one or two things, makes room again, and looks at the
vault, as it stands and after opening it anew.
"""

from __future__ import annotations

import functools
import json
import random
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

from memory_desktop.core.errors import KnownError
from memory_desktop.engine.engine import Engine
from memory_desktop.wiring import open_vault, rebuild_vault
from tests.campaigns import common
from tests.campaigns.small_disk import SmallDisk, possible, small_disk
from tests.helpers import Clock, vault_at

Operation = Callable[[Engine, random.Random, Path], list[str]]


@functools.cache
def _ready(memories: int) -> tuple[Path, tuple[str, ...]]:
    """A vault to copy, and its active texts."""
    path = Path(tempfile.mkdtemp(prefix="memory-desktop-campaign-")) / "vault"
    return path, tuple(common.make_vault(path, 7, memories))


def _remember(vault: Engine, chance: random.Random, _folder: Path) -> list[str]:
    return [vault.remember(common.draft(chance, 10_000 + number)).memory.content for number in range(3)]


def _edit(vault: Engine, chance: random.Random, _folder: Path) -> list[str]:
    return [vault.edit(chance.choice(common.active_ids(vault)), common.sentence(chance, 20_000)).content]


def _import(vault: Engine, chance: random.Random, folder: Path) -> list[str]:
    source = folder.parent / "rows.jsonl"
    report = vault.import_path(source)
    wanted = [json.loads(line)["content"] for line in source.read_text().splitlines()]
    return wanted if report.new == len(wanted) else []


def _write_source(path: Path, chance: random.Random) -> None:
    rows = [{"content": common.sentence(chance, 30_000 + number)} for number in range(800)]
    path.write_text("\n".join(json.dumps(row) for row in rows))


def _nothing(act: Callable[[Engine, random.Random, Path], object]) -> Operation:
    def done(vault: Engine, chance: random.Random, folder: Path) -> list[str]:
        act(vault, chance, folder)
        return []

    return done


#: What each gives back must be among the active texts from then on.
OPERATIONS: dict[str, Operation] = {
    "remember": _remember,
    "edit": _edit,
    "import": _import,
    "forget": _nothing(lambda vault, chance, _f: vault.forget(chance.sample(common.active_ids(vault), 3))),
    "tag": _nothing(lambda vault, _c, _f: vault.update(common.active_ids(vault), add_tags=["full"])),
    "undo": _nothing(lambda vault, _c, _f: vault.undo()),
    "sync": _nothing(lambda vault, _c, _f: vault.sync()),
    "snapshot": _nothing(lambda vault, _c, _f: vault.snapshots.create("on a full disk")),
    "verify": _nothing(lambda vault, _c, _f: vault.verify()),
    "repair": _nothing(lambda vault, _c, _f: vault.verify(repair=True)),
    "export": _nothing(lambda vault, _c, folder: vault.export(folder / "out.jsonl", overwrite=True)),
    "entries": _nothing(lambda vault, _c, folder: vault.export(folder / "out", "entries", overwrite=True)),
    "as of": _nothing(lambda vault, _c, _f: vault.as_of(vault.head // 2).recall("tea").hits),
    "recall": _nothing(lambda vault, _c, _f: (vault.recall("green tea"), vault.recalls.flush())),
    "assembly": _nothing(lambda vault, _c, _f: vault.assemblies.create("new", common.active_ids(vault)[:3])),
    "settings": _nothing(lambda vault, _c, _f: vault.change_settings({"recall.log": False})),
    "label": _nothing(lambda vault, _c, _f: vault.lab.label("tea", common.active_ids(vault)[:1])),
    "rewind": _nothing(lambda vault, _c, _f: vault.time.rewind(vault.head // 2)),
}


def _told(act: Callable[[], object], what: str) -> bool:
    """Did it go well? An error in words is fine, any other is not."""
    try:
        act()
    except KnownError as error:
        if len(error.message.split()) < 3:
            raise common.LawBrokenError(f"{what} said only “{error}”") from error
        return False
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        said = f"{type(error).__name__}: {error}"[:300]
        raise common.LawBrokenError(f"{what}: {said} (at {Path(last.filename).name}:{last.lineno})") from error
    return True


def _new_vault(disk: SmallDisk, chance: random.Random) -> str:
    path = disk.folder / "new"
    disk.fill(chance)
    made: list[Engine] = []
    ok = _told(lambda: made.append(vault_at(path, Clock())), "new vault")
    if ok:
        _told(lambda: made[0].remember("The first one"), "remember in a new vault")
        _told(made[0].close, "close of a new vault")
    disk.free()
    _told(lambda: made.append(vault_at(path, Clock())), "new vault, with room again")
    if len(made) != 1 + ok:
        raise common.LawBrokenError("a new vault cannot be made in the folder of one that failed")
    made[-1].remember("Room again")
    made[-1].close()
    return f"new vault {'made' if ok else 'refused'}"


def _rebuilt(path: Path, disk: SmallDisk, chance: random.Random, texts: list[str]) -> str:
    disk.fill(chance)
    ok = _told(lambda: rebuild_vault(path), "rebuild")
    disk.free()
    _look(path, texts, "rebuild")
    return f"rebuild {'done' if ok else 'refused'}"


def _look(path: Path, texts: list[str], what: str) -> None:
    """Open it with room again: everything acknowledged is there, and the vault is whole once it has caught up."""
    opened: list[Engine] = []
    if not _told(lambda: opened.append(open_vault(path, clock=Clock())), f"open after {what}"):
        raise common.LawBrokenError(f"after {what} the vault does not open")
    with opened[0] as vault:
        lost = set(texts) - set(common.texts(vault))
        if lost:
            raise common.LawBrokenError(f"after {what} {len(lost)} acknowledged memories are gone: {sorted(lost)[:2]}")
        vault.remember("There is room again")
        vault.retry_now()
        vault.sync()
        vault.catch_up()
        report = vault.verify()
        if not report.ok:
            raise common.LawBrokenError(f"after {what}: {[finding.problem for finding in report.findings][:3]}")


def attempt(folder: Path, chance: random.Random, number: int, *, mounted: bool = True, memories: int = 120) -> str:
    """One try."""
    with small_disk(folder, mounted=mounted) as disk:
        kinds = (*OPERATIONS, "new", "rebuild", "open")
        what = kinds[number % len(kinds)]
        if what == "new":
            return _new_vault(disk, chance)
        ready, kept = _ready(memories)
        path = disk.folder / "vault"
        shutil.copytree(ready, path)
        texts = list(kept)
        if what == "rebuild":
            return _rebuilt(path, disk, chance, texts)
        if what == "open":
            disk.fill(chance)
            opened: list[Engine] = []
            ok = _told(lambda: opened.append(open_vault(path, clock=Clock())), "open")
            for vault in opened:
                _told(vault.close, "close")
            disk.free()
            _look(path, texts, what)
            return f"open {'done' if ok else 'refused'}"
        return _operate(what, disk, path, chance, texts)


def _operate(what: str, disk: SmallDisk, path: Path, chance: random.Random, texts: list[str]) -> str:
    _write_source(disk.folder.parent / "rows.jsonl", chance)
    vault = open_vault(path, clock=Clock())
    state = {"gone": False}

    def act() -> None:
        texts.extend(OPERATIONS[what](vault, chance, disk.folder))

    try:
        disk.fill(chance)
        ok = _told(act, what)
        if ok and what in ("forget", "undo", "edit", "rewind"):
            state["gone"] = True
        _told(lambda: vault.recall("tea"), f"a search after {what}")
        if chance.random() < 0.5:
            _told(lambda: vault.remember(common.draft(chance, 50_000)), f"remember after {what}")
        roomy = chance.random() < 0.5
        if roomy:
            disk.free()
            _told(lambda: vault.remember(common.draft(chance, 60_000)), f"remember with room again after {what}")
    finally:
        try:
            _told(vault.close, f"close after {what}")
        finally:
            disk.free()
    _look(path, [] if state["gone"] else texts, what)
    return f"{what} {'done' if ok else 'refused'}"


def main() -> int:
    if not possible():
        print("A disk cannot be filled on this system; nothing was tried.")
        return 0
    return common.main(__doc__ or "", attempt, count=210)


if __name__ == "__main__":
    sys.exit(main())
