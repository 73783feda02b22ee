"""How much of what a question asks for is among the first ten, by mode, on conversations and on plain facts.

    python -m tests.benchmarks.retrieval                    the facts, and the conversations if their file is there
    python -m tests.benchmarks.retrieval --data FILE        the conversations of another file
    python -m tests.benchmarks.retrieval --json FILE        also keep the figures
    python -m tests.benchmarks.retrieval --ablation         what each part of the ranking brings (docs/ranking.md)

Conversations: LoCoMo (CC BY-NC 4.0, not part of the project). A turn is a memory, a session is a thread, and a question
names the turns that hold its answer; questions without an answer (category 5) are left out. Facts: `facts.jsonl` and
`facts_questions.jsonl` beside this module. Exact words: `exact.jsonl` and `exact_questions.jsonl`, notes with numbers,
code, names, quotes, dates and emoji, many of them nearly alike, and who asks knows what stands there. The vaults are real
ones, and everything is asked through the engine:

- conversations: a vault for each conversation. - one vault: all conversations in one.
- facts: a vault of nothing else. - facts among turns: the same, in a vault that also holds all conversations.
- exact words, exact words among turns: likewise.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import memory_desktop
from memory_desktop.core.lab import ndcg_at
from memory_desktop.core.memory.records import Draft, Layer
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.recall.recall import MODES
from tests.benchmarks.corpus import DATA, HERE, UNANSWERED, lines, session_numbers

K = 10
CONVERSATIONS = DATA / "locomo-dev.json"
_SEPARATOR = re.compile(r"[;\s]+")
# What is measured is what is found, so nothing is left out on the way in.
_OPEN_GATES = {"gates.novelty": "off", "gates.validation": "off", "gates.pii": "off"}


@dataclass(frozen=True)
class Question:
    """A question and the external ids of the memories that should be found."""

    text: str
    expects: frozenset[str]


@dataclass(frozen=True)
class World:
    """What one vault holds, and what it is asked."""

    drafts: tuple[Draft, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True)
class Score:
    """Means over the questions: recall@1, recall@10, the reciprocal rank of the first expected memory, and nDCG@10."""

    first: float
    recall: float
    reciprocal: float
    gain: float
    milliseconds: float


def facts(name: str = "facts") -> World:
    """The notes of a file beside this module, and their questions."""
    drafts = tuple(
        Draft(content=row["content"], kind=row["kind"], tags=tuple(row["tags"]), external_id=row["id"])
        for row in lines(HERE / f"{name}.jsonl")
    )
    questions = tuple(
        Question(row["question"], frozenset(row["expects"])) for row in lines(HERE / f"{name}_questions.jsonl")
    )
    return World(drafts, questions)


def conversations(path: Path) -> list[World]:
    """A world for each conversation of a LoCoMo file."""
    return [_conversation(one) for one in json.loads(path.read_text(encoding="utf-8"))]


def joined(worlds: Sequence[World], asked: Sequence[World]) -> World:
    """All memories of some worlds in one, with the questions of some of them."""
    return World(
        tuple(draft for world in worlds for draft in world.drafts),
        tuple(question for world in asked for question in world.questions),
    )


def measure(worlds: Sequence[World], modes: Sequence[str] = MODES) -> dict[str, Score]:
    """The scores by mode over the questions of all worlds, each asked in its own vault."""
    found: dict[str, list[tuple[float, float, float, float, float]]] = defaultdict(list)
    for world in worlds:
        with (
            tempfile.TemporaryDirectory(prefix="memory-retrieval-") as folder,
            memory_desktop.open_vault(Path(folder) / "vault", create=True) as vault,
        ):
            fill(vault, world)
            for mode in modes:
                found[mode] += [_asked(vault, question, mode) for question in world.questions]
    return {
        mode: Score(*(sum(column) / len(rows) for column in zip(*rows, strict=True))) for mode, rows in found.items()
    }


def fill(vault: Engine, world: World) -> None:
    """Bring a world's memories in, with their vectors."""
    vault.change_settings(_OPEN_GATES)
    for draft in world.drafts:
        vault.remember(draft)
    vault.sync()


def _asked(vault: Engine, question: Question, mode: str) -> tuple[float, float, float, float, float]:
    start = time.perf_counter()
    found = [hit.memory.external_id for hit in vault.recall(question.text, mode=mode, k=K).hits]
    milliseconds = (time.perf_counter() - start) * 1e3
    there = [rank for rank, id in enumerate(found, start=1) if id in question.expects]
    recall, reciprocal = len(there) / len(question.expects), 1 / there[0] if there else 0.0
    gain = ndcg_at([id or "" for id in found], list(question.expects), K)
    return float(there[:1] == [1]), recall, reciprocal, gain, milliseconds


def _conversation(sample: dict[str, Any]) -> World:
    name, sessions = sample["sample_id"], sample["conversation"]
    drafts = []
    for number in session_numbers(sessions):
        at = datetime.strptime(sessions[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        for turn in sessions[f"session_{number}"]:
            drafts.append(
                Draft(
                    content=f"{turn['speaker']}: {turn['text']}",
                    layer=Layer.EPISODIC,
                    kind="episode",
                    source="locomo",
                    thread=f"{name}/{number}",
                    external_id=f"{name}/{turn['dia_id']}",
                    created_at=at,
                )
            )
    ids = {draft.external_id for draft in drafts}
    questions = []
    for row in sample["qa"]:
        named = {f"{name}/{part}" for text in row["evidence"] for part in _SEPARATOR.split(text)}
        if row["category"] != UNANSWERED and named & ids:
            questions.append(Question(str(row["question"]), frozenset(named & ids)))
    return World(tuple(drafts), tuple(questions))


def _ablation(data: Path) -> int:
    from tests.benchmarks import ablation

    sets = {"conversations": conversations(data)} if data.exists() else {}
    for name, worlds in {**sets, "facts": [facts()]}.items():
        print(f"{name}\n\n{ablation.table(ablation.measure(worlds))}\n", flush=True)
    return 0


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=CONVERSATIONS, help="a LoCoMo file")
    parser.add_argument("--sets", nargs="+", help="only these sets")
    parser.add_argument("--modes", nargs="+", default=MODES, choices=MODES)
    parser.add_argument("--json", type=Path, help="also keep the figures here")
    parser.add_argument("--ablation", action="store_true", help="what each part of the ranking brings")
    args = parser.parse_args()
    if args.ablation:
        return _ablation(args.data)
    notes = {"facts": facts(), "exact words": facts("exact")}
    sets: dict[str, list[World]] = {name: [world] for name, world in notes.items()}
    if args.data.exists():
        talks = conversations(args.data)
        sets = {"conversations": talks, "one vault": [joined(talks, talks)], **sets}
        sets |= {f"{name} among turns": [joined([world, *talks], [world])] for name, world in notes.items()}
    else:
        print(f"There are no conversations at {args.data}: only the facts are measured.")
    kept: dict[str, dict[str, list[float]]] = {}
    for name, worlds in sets.items():
        if args.sets and name not in args.sets:
            continue
        memories = sum(len(world.drafts) for world in worlds)
        print(f"{name}: {memories:,} memories, {sum(len(world.questions) for world in worlds):,} questions", flush=True)
        for mode, score in measure(worlds, args.modes).items():
            kept.setdefault(name, {})[mode] = [
                score.first,
                score.recall,
                score.reciprocal,
                score.gain,
                score.milliseconds,
            ]
            print(
                f"  {mode:<8} first {score.first:.4f}   recall@{K} {score.recall:.4f}"
                f"   MRR {score.reciprocal:.4f}   nDCG@{K} {score.gain:.4f}   {score.milliseconds:6.2f} ms",
                flush=True,
            )
    if args.json:
        args.json.write_text(json.dumps(kept, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
