"""One system in a process of its own: builds its store, or asks the store that an earlier process built.

    python -m tests.benchmarks.peers.child SYSTEM PHASE MATERIAL STORE ANSWER

PHASE is `build`, or the number of a round of questions, from 0. MATERIAL is a JSON file with the fields of `Material`, STORE
the system's folder; the figures are written to ANSWER.
The process that asks has never held all documents, so that its memory is what the system itself needs.
"""

from __future__ import annotations

import json
import resource
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from tests.benchmarks.peers.material import Floats, K, Material, Question
from tests.benchmarks.peers.systems import SYSTEMS, Offer

_WARM_UP = 5
ROUNDS = 3


@dataclass(frozen=True)
class Asked:
    """What questions took, what one takes in CPU, and the answers."""

    seconds: list[float]
    cpu_seconds: float
    answers: list[list[str]]


def build(offer: Offer, material: Material, folder: Path) -> dict[str, float]:
    """What taking all documents in costs."""
    load = offer.load()
    start, cpu = time.perf_counter(), time.process_time()
    store = load(folder, material.dim)
    store.build(material)
    store.close()
    return {
        "build, s": time.perf_counter() - start,
        "build, CPU s": time.process_time() - cpu,
        "most memory while building, MB": _most_memory(),
        "disk, MB": sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6,
    }


def ask(offer: Offer, material: Material, folder: Path, number: int) -> dict[str, float]:
    """What one round of asking the store, and adding to it, costs; and how much of what is nearest it finds."""
    questions, further = material.questions(), material.further()[number::ROUNDS]
    load = offer.load()
    start = time.perf_counter()
    store = load(folder, material.dim)
    store.hybrid(questions[0].text, questions[0].vector)
    opened = time.perf_counter() - start
    hybrid = _asked(store.hybrid, questions)
    nearest = _asked(store.nearest, questions)
    found = sum(len(one.nearest & set(ids)) for one, ids in zip(questions, nearest.answers, strict=True))
    memory = psutil.Process().memory_info().rss / 1e6
    adds = [_timed(lambda one=one: store.add(*one))[0] for one in further]
    store.close()
    return {
        "open and first answer, ms": opened * 1e3,
        "hybrid p50, ms": statistics.median(hybrid.seconds) * 1e3,
        "hybrid p95, ms": _percentile(hybrid.seconds, 0.95) * 1e3,
        "hybrid, CPU ms": hybrid.cpu_seconds * 1e3,
        "vector p50, ms": statistics.median(nearest.seconds) * 1e3,
        "ANN recall@10": found / (K * len(questions)),
        "one durable add p50, ms": statistics.median(adds) * 1e3,
        "memory while asking, MB": memory,
    }


def _asked(ask: Callable[[str, Floats], list[str]], questions: list[Question]) -> Asked:
    for one in questions[:_WARM_UP]:
        ask(one.text, one.vector)
    cpu = time.process_time()
    asked = [_timed(lambda one=one: ask(one.text, one.vector)) for one in questions]
    cpu = (time.process_time() - cpu) / len(questions)
    return Asked([seconds for seconds, _ in asked], cpu, [answer for _, answer in asked])


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """(seconds, what it returned)."""
    start = time.perf_counter()
    answer = work()
    return time.perf_counter() - start, answer


def _percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def _most_memory() -> float:
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def main() -> int:
    """Do one phase of one system."""
    name, phase, given, folder, answer = sys.argv[1:]
    fields = json.loads(Path(given).read_text(encoding="utf-8"))
    material = Material(**{**fields, "folder": Path(fields["folder"])})
    offer, store = SYSTEMS[name], Path(folder)
    figures = build(offer, material, store) if phase == "build" else ask(offer, material, store, int(phase))
    Path(answer).write_text(json.dumps(figures), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
