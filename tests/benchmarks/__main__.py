"""How fast, how large, how exact: a vault of N memories, measured on this machine.

    python -m tests.benchmarks                  10,000 and 200,000 memories
    python -m tests.benchmarks --sizes 10000    only these sizes
    python -m tests.benchmarks --data FOLDER    texts and questions from the conversations there
    python -m tests.benchmarks --json FILE      also keep the figures

`LATENCIES` are requirements: a vault of any size keeps them. The other limits are for 200,000 memories. Every figure is given beside its limit or a peer measured in the same run, and a run ends with 1 if a limit is missed.
Texts and questions are those of `tests.benchmarks.corpus`: the same for the same size and data. Times are wall-clock: on a shared machine, compare ratios and repeat before believing a difference.
"""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import psutil

import memory_desktop
from memory_desktop.core.ports import KeySelection
from memory_desktop.engine.vault import folder_size
from tests.benchmarks.corpus import Corpus, add_data_option, corpus

QUERIES = 200
ADDS = 50

#: The most that each may take, in milliseconds.
LATENCIES = {
    "one durable add, p50": 10.0,
    "one durable add, p95": 40.0,
    "one add until a search has found it, p50": 30.0,
    "hybrid search, p50": 10.0,
    "hybrid search, p95": 40.0,
    "rrf search, p50": 10.0,
    "vector search, p50": 10.0,
    "keyword search, p50": 10.0,
    "hybrid search with a filter of 1 in 50, p50": 30.0,
    "keys of all memories in order": 100.0,
    "facets of all memories": 100.0,
}


@dataclass(frozen=True)
class Figure:
    """One measurement: `limit` is the aim (None: for information), `low` whether less is better."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    low: bool = True

    @property
    def ratio(self) -> float | None:
        """How many times better than the limit: 1 or more keeps it."""
        if self.limit is None:
            return None
        return self.limit / self.value if self.low else self.value / self.limit


def timed(work: Callable[[], Any]) -> float:
    """Seconds that a call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def percentile(values: list[float], share: float) -> float:
    """The value below which a share of the values lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def measure(texts: Corpus, count: int, folder: Path) -> list[Figure]:
    """All figures of a vault of `count` memories."""
    figures: list[Figure] = []
    large = count >= 200_000

    def add(name: str, value: float, unit: str, limit: float | None = None, *, low: bool = True) -> None:
        figures.append(Figure(name, value, unit, LATENCIES.get(name, limit if large else None), low))
        figure = figures[-1]
        aim = "" if figure.limit is None else f"   limit {figure.limit:>9,.2f}   {figure.ratio:6.2f} ×"
        print(f"  {name:<46}{value:>12,.2f} {unit:<6}{aim}", flush=True)

    source = folder / "records.jsonl"
    texts.write_records(source, count)
    path = folder / "vault"
    vault = memory_desktop.open_vault(path, create=True)
    seconds = timed(lambda: vault.import_path(source))
    add("bulk import, durable and keyword-visible", count / seconds, "/s", 5_000, low=False)
    seconds = timed(lambda: vault._parts.sync.run())
    add("sync, embedded and durable", count / seconds, "/s", 2_000, low=False)
    seconds = timed(lambda: vault.sync())
    add("tidying of the vector index left after it", seconds, "s")
    add("tidying again, until nothing is left", timed(lambda: vault.sync()), "s")

    further = texts.documents(ADDS + 10, seed=3)
    adds, visible = [], []
    for n, said in enumerate(islice(further, ADDS)):
        text = f"{said} unique{n}x"
        adds.append(timed(lambda text=text: vault.remember(text)))
        visible.append(adds[-1] + timed(lambda n=n: vault.recall(f"unique{n}x", mode="keyword", k=1)))
    add("one durable add, p50", statistics.median(adds) * 1e3, "ms")
    add("one durable add, p95", percentile(adds, 0.95) * 1e3, "ms")
    add("one add until a search has found it, p50", statistics.median(visible) * 1e3, "ms")
    add("adds one after the other", len(adds) / sum(adds), "/s")
    vault.sync()

    before = file_states(path / "vectors")
    for n, said in enumerate(further):
        vault.remember(f"{said} late{n}")
    vault.sync_step()
    after = file_states(path / "vectors")
    written = sum(size for name, (stamp, size) in after.items() if before.get(name) != (stamp, size))
    add("index bytes written by a sync of 10", written / 1e6, "MB", 1)
    vault.sync()

    queries = texts.asked(QUERIES)
    for mode in ("hybrid", "rrf", "vector", "keyword"):
        vault.recall("warm up", mode=mode)
        answers = [vault.recall(query, mode=mode) for query in queries]
        totals = [answer.timings["total"] for answer in answers]
        add(f"{mode} search, p50", statistics.median(totals) * 1e3, "ms")
        add(f"{mode} search, p95", percentile(totals, 0.95) * 1e3, "ms")
        if mode == "hybrid":
            for stage in ("filter", "embed", "vector", "keyword", "fuse", "hydrate"):
                share = sum(answer.timings.get(stage, 0.0) for answer in answers) / sum(totals)
                add(f"  of it {stage}", share * 100, "%")
    filtered = [vault.recall(f"{query} tag:tag7 kind:fact").timings["total"] for query in queries]
    add("hybrid search with a filter of 1 in 50, p50", statistics.median(filtered) * 1e3, "ms")

    index = vault._vectors.index
    found, exact_seconds, ann_seconds = 0, 0.0, 0.0
    for query in queries:
        vector = vault._current_space().embedder.embed_query(query)
        start = time.perf_counter()
        near = index.search(vector, 10, KeySelection())
        middle = time.perf_counter()
        exact = index.exact_search(vector, 10, KeySelection())
        exact_seconds += time.perf_counter() - middle
        ann_seconds += middle - start
        found += len(set(near.keys.tolist()) & set(exact.keys.tolist()))
    add("ANN recall@10 against exact", found / (10 * QUERIES), "", 0.98, low=False)
    add("ANN against exact, times as fast", exact_seconds / ann_seconds, "×")

    add("keys of all memories in order", timed(lambda: vault.keys(memory_desktop_filter())) * 1e3, "ms")
    add("facets of all memories", timed(lambda: vault.facets(memory_desktop_filter())) * 1e3, "ms")
    vault.close()
    opens = []
    for _ in range(3):
        start = time.perf_counter()
        vault = memory_desktop.open_vault(path)
        opens.append(time.perf_counter() - start)
        vault.close()
    add("open, checksums and probes included", statistics.median(opens), "s", 1)
    add("memory in use (RSS) at the end", psutil.Process().memory_info().rss / 1e6, "MB")
    for name in ("memory.duckdb", "keywords", "vectors"):
        add(f"disk: {name}", folder_size(path / name) / 1e6, "MB")
    return figures


def memory_desktop_filter() -> Any:
    """Everything that is active."""
    from memory_desktop.core.query.language import RecordFilter

    return RecordFilter()


def file_states(folder: Path) -> dict[str, tuple[int, int]]:
    """(time, size) of every file by its path."""
    states = {str(p): p.stat() for p in folder.rglob("*") if p.is_file()}
    return {name: (state.st_mtime_ns, state.st_size) for name, state in states.items()}


def main() -> int:
    """Measure, print, and say whether the limits are kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 200_000])
    parser.add_argument("--json", type=Path)
    add_data_option(parser)
    args = parser.parse_args()
    machine = f"{platform.machine()}, {psutil.cpu_count()} cores, Python {platform.python_version()}"
    texts = corpus(args.data)
    results: dict[str, Any] = {"machine": machine, "texts": texts.name}
    missed = []
    print(f"{machine}; {texts.name}")
    for size in args.sizes:
        print(f"{size:,} memories", flush=True)
        folder = Path(tempfile.mkdtemp(prefix="memory-benchmark-"))
        try:
            figures = measure(texts, size, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        results[str(size)] = [asdict(figure) for figure in figures]
        missed += [figure.name for figure in figures if figure.ratio is not None and figure.ratio < 1]
    if args.json:
        args.json.write_text(json.dumps(results, indent=1))
    print(f"missed: {', '.join(missed)}" if missed else "every limit is kept")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
