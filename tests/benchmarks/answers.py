"""How long each answer takes from a vault that is there: searches, filters, lists, the past, and what one write costs.

    python -m tests.benchmarks.answers VAULT               of a vault that the main benchmark kept (`--keep FOLDER`)
    python -m tests.benchmarks.answers VAULT --missing 0   without the searches while vectors are missing

The vault must hold the documents of `tests.benchmarks.corpus`, and it is written to: some memories more are added.
`LATENCIES` are requirements at any size, the other limits from 200,000 memories on. Ends with 1 if a limit is missed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import psutil

import memory_desktop
from memory_desktop.core.memory.records import Status
from memory_desktop.core.ports import KeySelection
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from tests.benchmarks.corpus import PER_THREAD, Corpus, add_data_option, corpus
from tests.benchmarks.figures import Figures, percentile, timed

QUERIES = 200
ADDS = 50
LARGE = 200_000
_TIMES = 5
_SEED = 3

#: The most that each may take, in milliseconds.
LATENCIES = {
    "one durable add, p50": 10.0,
    "one durable add, p95": 40.0,
    "one add until a search has found it, p50": 30.0,
    "a sync of 10": 100.0,
    "hybrid search, p50": 10.0,
    "hybrid search, p95": 30.0,
    "rrf search, p50": 10.0,
    "vector search, p50": 10.0,
    "keyword search, p50": 10.0,
    "hybrid search with a filter of 1 in 50, p50": 30.0,
    "keys of all memories in order": 100.0,
    "facets of all memories": 100.0,
    "status": 100.0,
    "history of one memory": 100.0,
    "lineage of one memory": 100.0,
    "the newest 200 events": 100.0,
    "the newest 200 commands": 100.0,
    "what was done in the last 7 days": 100.0,
    "undo of one add": 100.0,
    "redo of one add": 100.0,
    "the vault as it was 100 events ago": 100.0,
}


def measure(vault: Engine, texts: Corpus, figures: Figures, missing: int) -> None:
    """All figures of an open vault with every vector in place.

    Args:
        missing: searches are measured once more while so many memories have no vector yet.
    """
    further = texts.documents(ADDS + 10, seed=_SEED)
    _measure_writes(vault, further, figures)
    _measure_searches(vault, texts, figures)
    _measure_filters(vault, texts, figures)
    _measure_answers(vault, figures)
    if missing:
        _measure_missing(vault, texts, figures, missing)
    figures.add("memory in use (RSS) at the end", psutil.Process().memory_info().rss / 1e6, "MB")


def _measure_writes(vault: Engine, further: Iterator[str], figures: Figures) -> None:
    adds, visible = [], []
    for n, said in enumerate(islice(further, ADDS)):
        text = f"{said} unique{n}x"
        adds.append(timed(lambda text=text: vault.remember(text)))
        visible.append(adds[-1] + timed(lambda n=n: vault.recall(f"unique{n}x", mode="keyword", k=1)))
    figures.add("one durable add, p50", statistics.median(adds) * 1e3, "ms")
    figures.add("one durable add, p95", percentile(adds, 0.95) * 1e3, "ms")
    figures.add("one add until a search has found it, p50", statistics.median(visible) * 1e3, "ms")
    figures.add("adds one after the other", len(adds) / sum(adds), "/s")
    vault.sync()

    before = file_states(vault.path / "vectors")
    for n, said in enumerate(further):
        vault.remember(f"{said} late{n}")
    figures.add("a sync of 10", timed(vault.sync_step) * 1e3, "ms")
    after = file_states(vault.path / "vectors")
    written = sum(size for name, (stamp, size) in after.items() if before.get(name) != (stamp, size))
    figures.add("index bytes written by a sync of 10", written / 1e6, "MB", 1)
    vault.sync()


def _measure_searches(vault: Engine, texts: Corpus, figures: Figures) -> None:
    queries = texts.asked(QUERIES)
    for mode in ("hybrid", "rrf", "vector", "keyword"):
        vault.recall("warm up", mode=mode)
        answers = [vault.recall(query, mode=mode) for query in queries]
        totals = [answer.timings["total"] for answer in answers]
        figures.add(f"{mode} search, p50", statistics.median(totals) * 1e3, "ms")
        figures.add(f"{mode} search, p95", percentile(totals, 0.95) * 1e3, "ms")
        if mode == "hybrid":
            for stage in ("filter", "embed", "vector", "keyword", "fuse", "hydrate"):
                share = sum(answer.timings.get(stage, 0.0) for answer in answers) / sum(totals)
                figures.add(f"  of it {stage}", share * 100, "%")
    filtered = [vault.recall(f"{query} tag:tag7 kind:fact").timings["total"] for query in queries]
    figures.add("hybrid search with a filter of 1 in 50, p50", statistics.median(filtered) * 1e3, "ms")

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
    figures.add("ANN recall@10 against exact", found / (10 * QUERIES), "", 0.98, low=False)
    figures.add("ANN against exact, times as fast", exact_seconds / ann_seconds, "×")


def _measure_filters(vault: Engine, texts: Corpus, figures: Figures) -> None:
    """Filters from 1 in 10,000 to 9 in 10: how long a search takes, and what the nearest neighbours lose."""
    queries = texts.asked(QUERIES // 4)
    count = vault.memory_counts().get(Status.ACTIVE.value, 0)
    threads = [f"t{number}" for number in range(max(1, round(count / 10_000 / PER_THREAD)))]
    tags = [f"tag{number}" for number in range(5)]
    filters = {
        f"thread:{','.join(threads)}": RecordFilter(threads=tuple(threads)),
        "tag:tag7 kind:fact": RecordFilter(tags=(("tag7",),), kinds=("fact",)),
        f"tag:{','.join(tags)}": RecordFilter(tags=(tuple(tags),)),
        "kind:fact": RecordFilter(kinds=("fact",)),
        " ".join(f"-tag:{tag}" for tag in tags): RecordFilter(not_tags=tuple(tags)),
    }
    index = vault._vectors.index
    for operators, wanted in filters.items():
        keys = vault.keys(wanted, sort="key", descending=False)
        totals, found, sought = [], 0, 0
        for query in queries:
            totals.append(vault.recall(f"{query} {operators}").timings["total"])
            vector = vault._current_space().embedder.embed_query(query)
            exact = set(index.exact_search(vector, 10, KeySelection(include=keys)).keys.tolist())
            near = index.search(vector, 10, KeySelection(include=keys)).keys.tolist()
            found, sought = found + len(exact.intersection(near)), sought + len(exact)
        share = f"{len(keys) / count:.2%}"
        figures.add(f"hybrid search with a filter of {share}, p95", percentile(totals, 0.95) * 1e3, "ms", 50)
        figures.add(f"ANN recall@10 with a filter of {share}", found / max(1, sought), "", 0.98, low=False)


def _measure_answers(vault: Engine, figures: Figures) -> None:
    def least(name: str, work: Callable[[], object]) -> None:
        figures.add(name, min(timed(work) for _ in range(_TIMES)) * 1e3, "ms")

    least("keys of all memories in order", lambda: vault.keys(RecordFilter()))
    least("facets of all memories", lambda: vault.facets(RecordFilter()))
    least("status", vault.status)
    keys = vault.keys(RecordFilter())
    one = vault.page(keys[len(keys) // 2 :][:1])[0].id
    least("history of one memory", lambda: vault.history(one))
    least("lineage of one memory", lambda: vault.lineage(one))
    least("the newest 200 events", vault.events)
    least("the newest 200 commands", vault.command_list.page)
    least("what was done in the last 7 days", lambda: vault.looking_back.days(7))
    vault.remember("A memory that is taken back and brought again")
    undone = [(timed(vault.undo), timed(vault.redo)) for _ in range(_TIMES)]
    figures.add("undo of one add", min(seconds for seconds, _ in undone) * 1e3, "ms")
    figures.add("redo of one add", min(seconds for _, seconds in undone) * 1e3, "ms")
    least("the vault as it was 100 events ago", lambda: vault.as_of(vault.head - 100).close())


def _measure_missing(vault: Engine, texts: Corpus, figures: Figures, missing: int) -> None:
    """Searches while many memories wait for their vectors, and while the sync works them off."""
    vault.pause_sync(True)
    with tempfile.TemporaryDirectory(prefix="memory-benchmark-") as folder:
        source = Path(folder, "more.jsonl")
        texts.write_records(source, missing, seed=_SEED + 1, named="m")
        vault.import_path(source)
    queries = texts.asked(QUERIES // 2, seed=_SEED)
    totals = [vault.recall(query).timings["total"] for query in queries]
    figures.add(f"hybrid search, {missing:,} vectors missing, p50", statistics.median(totals) * 1e3, "ms", 10)
    figures.add(f"hybrid search, {missing:,} vectors missing, p95", percentile(totals, 0.95) * 1e3, "ms", 30)
    vault.pause_sync(False)


def file_states(folder: Path) -> dict[str, tuple[int, int]]:
    """(time, size) of every file by its path."""
    states = {str(p): p.stat() for p in folder.rglob("*") if p.is_file()}
    return {name: (state.st_mtime_ns, state.st_size) for name, state in states.items()}


def main() -> int:
    """Measure, print, and say whether the limits are kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vault", type=Path)
    parser.add_argument("--missing", type=int, help="default: a tenth of the memories, 100,000 at most")
    add_data_option(parser)
    args = parser.parse_args()
    with memory_desktop.open_vault(args.vault) as vault:
        count = vault.memory_counts().get(Status.ACTIVE.value, 0)
        print(f"{count:,} memories")
        figures = Figures(LATENCIES, large=count >= LARGE)
        measure(vault, corpus(args.data), figures, min(count // 10, 100_000) if args.missing is None else args.missing)
    print(f"missed: {', '.join(figures.missed)}" if figures.missed else "every limit is kept")
    return 1 if figures.missed else 0


if __name__ == "__main__":
    sys.exit(main())
