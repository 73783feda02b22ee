"""Eight threads on one vault: every call ends with an answer or an error in words, and nothing acknowledged is lost.

    python -m tests.campaigns.threads --calls 4000 --seed 1

Two write, two read and search, one looks at pasts and closes them under the others, one syncs and tidies, one checks
and takes snapshots, one undoes. In the end all leave, the vault is opened again, and everything acknowledged is there.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from memory_desktop.core.errors import KnownError
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.reader import Past
from memory_desktop.wiring import open_vault
from tests.campaigns import common
from tests.helpers import Clock, vault_at

_QUERIES = ("green tea", "yellow house by the harbour", "my sister", "tag:work budget", '"blue bicycle"', "-tea ferry")
Call = Callable[[random.Random], str]


class Crowd:
    """One vault, and who works in it. `acknowledged`: texts that must stay; `taken`: what some undo may have taken."""

    def __init__(self, vault: Engine) -> None:
        self.vault = vault
        self.acknowledged: set[str] = set()
        self.calls: Counter[str] = Counter()
        self.broken: list[str] = []
        self._lock = threading.Lock()
        self._numbers = iter(range(1_000_000, 9_000_000))
        self._past: Past | None = None

    def roles(self) -> dict[str, Call]:
        """Eight threads: the name of each, and what it does once."""
        return {
            "writer 1": self._write,
            "writer 2": self._write,
            "reader 1": self._read,
            "reader 2": self._read,
            "traveller": self._travel,
            "sync": self._sync,
            "checker": self._check,
            "undoer": self._undo,
        }

    def _number(self) -> int:
        with self._lock:
            return next(self._numbers)

    def _write(self, chance: random.Random) -> str:
        kind = chance.choice(("remember", "remember", "remember", "edit", "tag", "forget", "merge", "assemble"))
        ids = common.active_ids(self.vault)
        match kind:
            case "remember":
                kept = self.vault.remember(common.draft(chance, self._number())).memory.content
                with self._lock:
                    self.acknowledged.add(kept)
            case "edit":
                self.vault.edit(chance.choice(ids), common.sentence(chance, self._number()))
            case "tag":
                self.vault.update(chance.sample(ids, 5), add_tags=["seen"])
            case "forget":
                self.vault.forget(chance.sample(ids, 2))
            case "merge":
                self.vault.merge(chance.sample(ids, 2), common.sentence(chance, self._number()))
            case _:
                self.vault.assemblies.create(f"group {self._number()}", chance.sample(ids, 3))
        return kind

    def _read(self, chance: random.Random) -> str:
        kind = chance.choice(("recall", "recall", "page", "facets", "history", "past", "status"))
        past = self._past
        reader = past if kind == "past" and past is not None else self.vault
        match kind:
            case "recall" | "past":
                answer = reader.recall(chance.choice(_QUERIES), mode=chance.choice(("hybrid", "keyword", "vector")))
                self.vault.recalls.note("by the crowd", [hit.memory.id for hit in answer.hits[:2]])
            case "page":
                self.vault.page(self.vault.keys(RecordFilter(), sort="content")[:50])
            case "facets":
                self.vault.facets(RecordFilter())
            case "history":
                self.vault.history(chance.choice(common.active_ids(self.vault)))
            case _:
                self.vault.status()
        return kind

    def _travel(self, chance: random.Random) -> str:
        before, self._past = self._past, self.vault.as_of(chance.randint(2, self.vault.head))
        if before is not None:
            before.close()
        self.vault.time.diff(max(2, self.vault.head - 40), self.vault.head)
        return "travel"

    def _sync(self, _chance: random.Random) -> str:
        self.vault.sync_step()
        self.vault.maintain()
        return "sync"

    def _check(self, chance: random.Random) -> str:
        if chance.random() < 0.3:
            self.vault.snapshots.create("by the crowd")
            return "snapshot"
        report = self.vault.verify()
        problems = [one.problem for one in report.findings if one.area in ("log", "records")]
        if problems:
            raise common.LawBrokenError(f"a check beside the others found {problems[:2]}")
        return "verify"

    def _undo(self, chance: random.Random) -> str:
        if chance.random() < 0.5:
            self.vault.redo()
            return "redo"
        self.vault.undo()
        return "undo"

    def work(self, name: str, call: Call, seed: int, calls: int) -> None:
        """The life of one thread."""
        chance = random.Random(f"{seed} {name}")
        for _ in range(calls):
            try:
                done = call(chance)
            except KnownError:
                done = f"{name.split(maxsplit=1)[0]}: told"
            except Exception as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
                said = f"{name}: {type(error).__name__}: {error} (at {Path(last.filename).name}:{last.lineno})"
                with self._lock:
                    self.broken.append(said[:400])
                    self.calls["broke the law"] += 1
                continue
            with self._lock:
                self.calls[done] += 1


def run(folder: Path, *, calls: int, seed: int, memories: int = 200) -> Crowd:
    """So many calls by eight threads on a vault of its own; what came of them."""
    common.make_vault(folder / "vault", seed, memories)
    vault = vault_at(folder / "vault", Clock())
    crowd = Crowd(vault)
    roles = crowd.roles()
    threads = [
        threading.Thread(target=crowd.work, args=(name, call, seed, calls // len(roles)), name=name)
        for name, call in roles.items()
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    vault.close()
    with open_vault(folder / "vault", clock=Clock()) as again:
        every = RecordFilter(statuses=("active", "superseded", "tombstone"))
        there = {memory.content for memory in again.page(again.keys(every))}
        lost = crowd.acknowledged - there
        if lost:
            crowd.broken.append(f"{len(lost)} acknowledged memories are gone: {sorted(lost)[:2]}")
        again.sync()
        again.catch_up()
        report = again.verify()
        if not report.ok:
            crowd.broken.append(f"in the end: {[one.problem for one in report.findings][:3]}")
    return crowd


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=4_000, help="of all threads together (default: 4000)")
    parser.add_argument(
        "--seed", type=int, default=1, help="of all randomness but the system's scheduling (default: 1)"
    )
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        crowd = run(Path(folder), calls=given.calls, seed=given.seed)
    print(
        f"{sum(crowd.calls.values()):,} calls in {time.monotonic() - began:,.0f} s, {len(crowd.broken)} broke the law"
    )
    for done, number in crowd.calls.most_common():
        print(f"  {number:6,}  {done}")
    for one in crowd.broken:
        print(f"BROKEN {one}")
    return 1 if crowd.broken else 0


if __name__ == "__main__":
    sys.exit(main())
