"""A long life in one process: memory, files, disk and time an operation stay flat.

    python -m tests.campaigns.long_life --operations 20000 --seed 1

Operations of all kinds are done one after another, as a worker and a window would. Times are those of the processor, so
that what else the machine does is not in them. Each quarter is measured; the last
is compared with the second (the first warms up). Work that is in proportion to the vault's size by its nature (a check,
a list of everything) is left out.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import os
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median

from memory_desktop.engine.engine import Engine
from tests.campaigns import common
from tests.helpers import Clock, vault_at

_OPEN = Path("/proc/self/fd")
_QUERIES = ("green tea", "yellow house by the harbour", "my sister", "budget of 2026", "blue bicycle", "ferry")
#: The last quarter against the second: a median may be this many times as long, and no more. What it does to a vault
#: of twice the size is in it.
RATIO = 1.6
#: Bytes of memory that an operation may add, between the second quarter and the end.
MEMORY = 4_000


@dataclass
class Quarter:
    """What a quarter cost. `seconds`: of processors, median by kind of operation. `memory`: of the process at its end, in bytes."""

    seconds: dict[str, float] = field(default_factory=dict)
    memory: int = 0
    files: int = 0
    disk: int = 0
    handles: int = 0
    objects: int = 0


def operations(vault: Engine, ids: list[str]) -> dict[str, tuple[int, Callable[[random.Random, int], object]]]:
    """Kinds of operation: how often of a hundred, and what is done."""

    def some(chance: random.Random, number: int) -> list[str]:
        return [ids[-1 - chance.randrange(min(len(ids), 400))] for _ in range(number)]

    def edit(chance: random.Random, number: int) -> None:
        place = len(ids) - 1 - chance.randrange(min(len(ids), 400))
        ids[place] = vault.edit(ids[place], common.sentence(chance, number)).id

    def undo(chance: random.Random, number: int) -> None:
        vault.update(some(chance, 1), add_tags=[f"t{number % 50}"])
        vault.undo()

    def past(chance: random.Random, _number: int) -> None:
        opened = vault.as_of(vault.head - chance.randrange(1, 50))
        opened.recall("tea")
        opened.close()

    return {
        "remember": (30, lambda chance, number: ids.append(vault.remember(common.draft(chance, number)).memory.id)),
        "edit": (8, edit),
        "tag": (8, lambda chance, number: vault.update(some(chance, 2), add_tags=[f"t{number % 50}"])),
        "undo": (6, undo),
        "recall": (26, lambda chance, _n: _noted(vault, vault.recall(chance.choice(_QUERIES)))),
        "get": (10, lambda chance, _n: vault.get(some(chance, 1)[0])),
        "history": (4, lambda chance, _n: vault.history(some(chance, 1)[0])),
        "sync": (6, lambda _c, _n: (vault.sync_step(), vault.maintain())),
        "past": (1, past),
        "status": (1, lambda _c, _n: vault.sync_status()),
    }


def _noted(vault: Engine, answer: object) -> None:
    hits = answer.hits  # type: ignore[attr-defined]
    if hits:
        vault.recalls.note("tea", [hits[0].memory.id])


def live(
    folder: Path, *, operations_: int, seed: int, memories: int = 300, say: Callable[[str], None] | None = None
) -> list[Quarter]:
    """The four quarters of such a life."""
    chance = random.Random(seed)
    quarters: list[Quarter] = []
    with vault_at(folder / "vault", Clock()) as vault:
        ids = [vault.remember(common.draft(chance, number)).memory.id for number in range(memories)]
        kinds = operations(vault, ids)
        names, weights = list(kinds), [weight for weight, _ in kinds.values()]
        for quarter in range(4):
            spent: defaultdict[str, list[float]] = defaultdict(list)
            for step in range(operations_ // 4):
                name = chance.choices(names, weights)[0]
                number = 1_000 + quarter * operations_ + step
                began = time.process_time()
                kinds[name][1](chance, number)
                spent[name].append(time.process_time() - began)
            while vault.sync_step().confirmed:
                pass
            vault.recalls.flush()
            quarters.append(_measured(folder, spent))
            if say is not None:
                say(f"quarter {quarter + 1}: {json.dumps(asdict(quarters[-1]))}")
    return quarters


def _measured(folder: Path, spent: dict[str, list[float]]) -> Quarter:
    gc.collect()
    sizes = list(_sizes(folder))
    return Quarter(
        {name: median(times) for name, times in sorted(spent.items())},
        _memory(),
        len(sizes),
        sum(sizes),
        _handles(folder),
        len(gc.get_objects()),
    )


def _sizes(folder: Path) -> Iterator[int]:
    """Bytes of each file; one that a merge removes meanwhile is passed over."""
    for path in folder.rglob("*"):
        with contextlib.suppress(FileNotFoundError):
            if path.is_file():
                yield path.stat().st_size


def _handles(folder: Path) -> int:
    """Open files, but for one of each that is in the vault: how many these are depends on how the keyword index happens
    to be merged. What was removed and is still open counts, and so does what is open twice. 0 where the system does not
    say."""
    if not _OPEN.exists():
        return 0
    names = []
    for one in _OPEN.iterdir():
        with contextlib.suppress(OSError):
            names.append(str(one.readlink()))
    return len(names) - len({name for name in names if name.startswith(f"{folder}/") and Path(name).exists()})


def _memory() -> int:
    """Resident bytes of this process; 0 where the system does not say."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if statm.exists() else 0


def faults(quarters: list[Quarter], operations_: int) -> list[str]:
    """What does not stay flat, in sentences."""
    second, last = quarters[1], quarters[3]
    found = [
        f"{name}: {last.seconds[name] * 1000:.1f} ms in the last quarter, {before * 1000:.1f} ms in the second"
        for name, before in second.seconds.items()
        if last.seconds.get(name, 0.0) > RATIO * before + 0.001
    ]
    grown = (last.memory - second.memory) / (operations_ / 2)
    if grown > MEMORY:
        found.append(f"memory grows by {grown / 1000:.1f} kB an operation")
    if last.handles > second.handles + 12:
        found.append(f"open files: {second.handles} in the second quarter, {last.handles} in the last")
    if last.files > 2 * second.files + 20:
        found.append(f"files of the vault: {second.files} in the second quarter, {last.files} in the last")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--operations", type=int, default=20_000, help="in all (default: 20000)")
    parser.add_argument("--seed", type=int, default=1, help="of all randomness (default: 1)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        quarters = live(
            Path(folder),
            operations_=given.operations,
            seed=given.seed,
            say=lambda text: print(text, flush=True),
        )
    grown = (quarters[3].memory - quarters[1].memory) / 1e6 / (given.operations / 2_000)
    print(f"memory: {grown:+.2f} MB a thousand operations from the second quarter to the last")
    found = faults(quarters, given.operations)
    for one in found:
        print(f"BROKEN {one}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
