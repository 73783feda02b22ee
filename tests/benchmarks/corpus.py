"""The texts and questions of all benchmarks: conversations of LoCoMo's shape, or notes of our own.

A document is some parts, one after the other: two turns of the conversations in a folder (`--data FOLDER`), or three
notes of `facts.jsonl` beside this module where there are no conversations. The parts are drawn at random by a seed, no
two documents are alike, and the first documents of a large corpus are those of a small one. Questions are those that
people asked of the same conversations (without those that have no answer), or of the notes.

Conversations are LoCoMo's (CC BY-NC 4.0, not part of the project): a JSON list whose items have `conversation` and `qa`.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
#: Where conversations are looked for when no folder is named: beside the project.
DATA = HERE.parents[2] / "shared" / "data"
#: The category of LoCoMo's questions that have no answer.
UNANSWERED = 5
_DRAWN_AT_ONCE = 4096
#: Documents of each conversation.
PER_THREAD = 20


@dataclass(frozen=True)
class Corpus:
    """What documents are made of, and what is asked of them.

    Args:
        name: what the texts are, to be printed beside figures.
        parts: the texts that are combined.
        joined: how many of them a document is made of.
    """

    name: str
    parts: tuple[str, ...]
    joined: int
    questions: tuple[str, ...]

    def documents(self, count: int, seed: int = 1) -> Iterator[str]:
        """So many different documents; the first n are the same for any larger count.

        Raises:
            ValueError: the parts do not combine to half as many again, so that drawing would not end in good time.
        """
        if count * 1.5 > len(self.parts) ** self.joined:
            raise ValueError(f"{len(self.parts)} parts make no {count:,} documents")
        return islice(self._drawn(seed), count)

    def asked(self, count: int, seed: int = 1) -> list[str]:
        """So many questions in random order; they come again where there are fewer."""
        order = np.random.default_rng(seed).permutation(len(self.questions))
        return [self.questions[order[number % len(order)]] for number in range(count)]

    def write_records(self, path: Path, count: int, seed: int = 1, named: str = "r") -> None:
        """A JSONL file of so many memories, with kinds, labels, and a conversation for every twenty.

        `named`: what their ids begin with.
        """
        with path.open("w", encoding="utf-8") as file:
            for number, text in enumerate(self.documents(count, seed)):
                file.write(json.dumps(record(number, text) | {"id": f"{named}{number}"}) + "\n")

    def _drawn(self, seed: int) -> Iterator[str]:
        rng, seen = np.random.default_rng(seed), set[str]()
        while True:
            for row in rng.integers(0, len(self.parts), (_DRAWN_AT_ONCE, self.joined)).tolist():
                text = "\n".join(self.parts[index] for index in row)
                if text not in seen:
                    seen.add(text)
                    yield text


def record(number: int, text: str) -> dict[str, Any]:
    """A document as an import has it."""
    return {
        "id": f"r{number}",
        "content": text,
        "kind": ("fact", "pref", "rule")[number % 3],
        "tags": [f"tag{number % 50}"],
        "thread": f"t{number // PER_THREAD}",
    }


def corpus(folder: Path = DATA) -> Corpus:
    """That of the conversations in a folder, or the notes where it has none."""
    samples = [sample for path in sorted(folder.glob("*.json")) for sample in _samples(path)]
    if not samples:
        return notes()
    turns = dict.fromkeys(f"{turn['speaker']}: {turn['text']}" for sample in samples for turn in _turns(sample))
    asked = [str(row["question"]) for sample in samples for row in sample["qa"] if row["category"] != UNANSWERED]
    questions = [text.replace('"', "") for text in asked]  # quotes are an operator: they ask for exactly these words
    return Corpus(f"pairs of {len(turns):,} turns of {len(samples)} conversations", tuple(turns), 2, tuple(questions))


def notes() -> Corpus:
    """The one that comes with the project."""
    texts = tuple(row["content"] for row in lines(HERE / "facts.jsonl"))
    questions = tuple(row["question"] for row in lines(HERE / "facts_questions.jsonl"))
    return Corpus(f"threes of {len(texts)} notes", texts, 3, questions)


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a JSONL file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def session_numbers(conversation: dict[str, Any]) -> list[int]:
    """The numbers of the sessions that a LoCoMo conversation has turns of, in order."""
    return sorted(int(key.split("_")[1]) for key in conversation if re.fullmatch(r"session_\d+", key))


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """`--data FOLDER`, read with `corpus`."""
    parser.add_argument("--data", type=Path, default=DATA, metavar="FOLDER", help="where the conversations are")


def _samples(path: Path) -> list[dict[str, Any]]:
    found = json.loads(path.read_text(encoding="utf-8"))
    rows = found if isinstance(found, list) else []
    return [row for row in rows if isinstance(row, dict) and {"conversation", "qa"} <= row.keys()]


def _turns(sample: dict[str, Any]) -> Iterator[dict[str, Any]]:
    conversation = sample["conversation"]
    for number in session_numbers(conversation):
        yield from conversation[f"session_{number}"]
