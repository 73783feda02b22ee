"""How fast, how large, how exact: a vault of N memories, measured on this machine.

    python -m tests.benchmarks                  10,000 and 200,000 memories
    python -m tests.benchmarks --sizes 10000    only these sizes
    python -m tests.benchmarks --data FOLDER    texts and questions from the conversations there
    python -m tests.benchmarks --json FILE      also keep the figures
    python -m tests.benchmarks --keep FOLDER    also keep the vaults, for `tests.benchmarks.answers`

`answers.LATENCIES` are requirements: a vault of any size keeps them. The other limits are for 200,000 memories. Every
figure is given beside its limit or a peer measured in the same run, and a run ends with 1 if a limit is missed.
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
from dataclasses import asdict
from pathlib import Path
from typing import Any

import psutil

import memory_desktop
from memory_desktop.engine.vault import folder_size
from tests.benchmarks import answers
from tests.benchmarks.corpus import Corpus, add_data_option, corpus
from tests.benchmarks.figures import Figures, timed


def measure(texts: Corpus, count: int, folder: Path) -> Figures:
    """All figures of a vault of `count` memories, which is made in `folder` / "vault"."""
    figures = Figures(answers.LATENCIES, large=count >= answers.LARGE)
    source, path = folder / "records.jsonl", folder / "vault"
    texts.write_records(source, count)
    with memory_desktop.open_vault(path, create=True) as vault:
        seconds = timed(lambda: vault.import_path(source))
        figures.add("bulk import, durable and keyword-visible", count / seconds, "/s", 5_000, low=False)
        seconds = timed(lambda: vault._parts.sync.run())
        figures.add("sync, embedded and durable", count / seconds, "/s", 2_000, low=False)
        seconds = timed(lambda: vault.sync())
        figures.add("tidying of the vector index left after it", seconds, "s")
        figures.add("tidying again, until nothing is left", timed(lambda: vault.sync()), "s")
        answers.measure(vault, texts, figures, missing=0)
    figures.add("open, checksums and probes included", statistics.median(_opened(path) for _ in range(3)), "s", 1)
    for name in ("memory.duckdb", "keywords", "vectors"):
        figures.add(f"disk: {name}", folder_size(path / name) / 1e6, "MB")
    return figures


def _opened(path: Path) -> float:
    """Seconds that opening takes; the vault is closed again."""
    vaults: list[memory_desktop.Engine] = []
    seconds = timed(lambda: vaults.append(memory_desktop.open_vault(path)))
    vaults[0].close()
    return seconds


def main() -> int:
    """Measure, print, and say whether the limits are kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 200_000])
    parser.add_argument("--json", type=Path)
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="where the vaults stay, each in a folder of its own"
    )
    add_data_option(parser)
    args = parser.parse_args()
    machine = f"{platform.machine()}, {psutil.cpu_count()} cores, Python {platform.python_version()}"
    texts = corpus(args.data)
    results: dict[str, Any] = {"machine": machine, "texts": texts.name}
    missed = []
    print(f"{machine}; {texts.name}")
    for size in args.sizes:
        print(f"{size:,} memories", flush=True)
        if args.keep:
            (folder := args.keep / str(size)).mkdir(parents=True)
            figures = measure(texts, size, folder)
        else:
            folder = Path(tempfile.mkdtemp(prefix="memory-benchmark-"))
            try:
                figures = measure(texts, size, folder)
            finally:
                shutil.rmtree(folder, ignore_errors=True)
        results[str(size)] = [asdict(figure) for figure in figures.all]
        missed += figures.missed
    if args.json:
        args.json.write_text(json.dumps(results, indent=1))
    print(f"missed: {', '.join(missed)}" if missed else "every limit is kept")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
