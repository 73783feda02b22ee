"""This program side by side with others, on the same documents, vectors of the bundled model, and questions.

    python -m tests.benchmarks.peers --size 20000                     all systems that are installed
    python -m tests.benchmarks.peers --data FOLDER --json FILE        texts of the conversations there; keeps the figures
    python -m tests.benchmarks.peers --sizes 1000,10000,50000         also a plot, build/peers.png
    python -m tests.benchmarks.peers --systems ours,lancedb           only these

The others are installed with `pip install -c packaging/constraints.txt -e ".[peers]"`; one that is not is skipped. Each
system works in processes of its own, one after the other. Ratios are to this program. Its own figures contain more: its
build embeds the documents and keeps the log, and its searches embed the question; the others are given the vectors.
Times are wall-clock, but for CPU, which other work on the machine changes less. All systems are asked in turn, three times,
and the least of three times counts.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil

from tests.benchmarks.corpus import HERE, Corpus, add_data_option, corpus
from tests.benchmarks.peers.child import ROUNDS
from tests.benchmarks.peers.material import QUERIES, Material, prepared
from tests.benchmarks.peers.systems import OURS, SYSTEMS
from tests.benchmarks.peers.table import Figures, table

ROOT = HERE.parents[1]


def compare(texts: Corpus, size: int, names: list[str], queries: int = QUERIES) -> tuple[Material, Figures]:
    """The figures of each system at one size."""
    found: Figures = {}
    folder = Path(tempfile.mkdtemp(prefix="memory-peers-"))
    try:
        material = prepared(folder / "material", texts, size, queries)
        for name in names:
            print(f"{size:,} documents: {SYSTEMS[name].title} …", file=sys.stderr, flush=True)
            found[name] = _measured(name, "build", material, folder)
        for number in range(ROUNDS):
            print(f"{size:,} documents: round {number + 1} of questions …", file=sys.stderr, flush=True)
            for name in names:
                found[name] = quieter(found[name], _measured(name, str(number), material, folder))
        return material, found
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def installed(names: list[str]) -> list[str]:
    """Those systems that can be measured; the others are named."""
    for name in names:
        if missing := SYSTEMS[name].missing:
            print(f"{SYSTEMS[name].title} is skipped: {', '.join(missing)} is not installed.", flush=True)
    return [name for name in names if not SYSTEMS[name].missing]


def quieter(known: dict[str, float], further: dict[str, float]) -> dict[str, float]:
    """The figures of two rounds in one: the lesser time of both; anything else is what the first one gave."""
    times = {name: min(value, known.get(name, value)) for name, value in further.items() if name.endswith(" ms")}
    return {**known, **{name: value for name, value in further.items() if name not in known}, **times}


def _measured(name: str, phase: str, material: Material, folder: Path) -> dict[str, float]:
    given, answer = folder / "material.json", folder / "answer.json"
    given.write_text(json.dumps({**asdict(material), "folder": str(material.folder)}), encoding="utf-8")
    command = [sys.executable, "-m", "tests.benchmarks.peers.child", name, phase]
    paths = [str(given), str(folder / name), str(answer)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LANCEDB_LOG": "error"}
    subprocess.run([*command, *paths], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    figures: dict[str, float] = json.loads(answer.read_text(encoding="utf-8"))
    return figures


def _sizes(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def main() -> int:
    """Measure, print a table for each size, and draw more than one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_data_option(parser)
    parser.add_argument("--size", "--sizes", type=_sizes, default=[20_000], metavar="N[,N…]", dest="sizes")
    parser.add_argument("--systems", type=lambda text: text.split(","), default=list(SYSTEMS), metavar="NAME[,NAME…]")
    parser.add_argument("--queries", type=int, default=QUERIES)
    parser.add_argument("--json", type=Path, help="also keep the figures here")
    parser.add_argument("--plot", type=Path, default=ROOT / "build" / "peers.png", help="where the plot of sizes goes")
    args = parser.parse_args()
    if unknown := set(args.systems) - set(SYSTEMS):
        parser.error(f"no system is called {', '.join(sorted(unknown))}; there are {', '.join(SYSTEMS)}")
    names = [OURS, *(name for name in installed(args.systems) if name != OURS)]
    texts = corpus(args.data)
    kept: dict[str, Any] = {
        "machine": f"{platform.machine()}, {psutil.cpu_count()} cores, Python {platform.python_version()}",
        "at": datetime.now(UTC).isoformat(timespec="minutes"),
        "texts": texts.name,
        "systems": {name: SYSTEMS[name].versions for name in names},
        "sizes": {},
    }
    print(f"{kept['machine']}, {kept['at']}; {texts.name}; {'; '.join(kept['systems'].values())}")
    for size in args.sizes:
        load = os.getloadavg()[0]
        material, figures = compare(texts, size, names, args.queries)
        kept["sizes"][size] = {
            "load": load,
            "embedding, s": material.embedding_seconds,
            "embedding, CPU s": material.embedding_cpu,
            "figures": figures,
        }
        embedding = f"{material.embedding_seconds:.1f} s ({material.embedding_cpu:.1f} s CPU)"
        print(
            f"\n{table(size, figures)}\n\nEmbedding alone took {embedding}; the load before was {load:.1f}.", flush=True
        )
        if args.json:
            args.json.write_text(json.dumps(kept, indent=1), encoding="utf-8")
    if len(args.sizes) > 1:
        from tests.benchmarks.peers.plot import draw

        draw({size: one["figures"] for size, one in kept["sizes"].items()}, args.plot)
        print(f"\nThe plot is {args.plot}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
