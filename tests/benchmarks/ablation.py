"""What each part of the ranking brings: recall@10 of hybrid search without it, and as parts are put together.

    python -m tests.benchmarks.retrieval --ablation [--data FILE]

The vaults are those of `tests.benchmarks.retrieval`, filled once, and asked again with parts of
`memory_desktop.engine.recall.stages` switched off. A part that is off scores nothing; what it would have scored is a
candidate all the same. The cut-off is off in all variants but the one that names it, so that what is compared is the order.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import numpy.typing as npt

import memory_desktop
from memory_desktop.core.ranking import words
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.recall import stages, wording
from tests.benchmarks.retrieval import K, Question, World, fill

#: The parts, in the order in which they work.
PARTS = ("words", "meaning", "words around", "meaning around", "speaker", "time")
#: What `PARTS` have inside them: word forms, sequences and labels count for words; what says next to nothing itself is
#: told little by what stands around it.
DETAILS = ("word forms and sequences", "less for what says nothing")
_Found = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Variant:
    """A way to ask.

    Args:
        off: the parts that are switched off.
        cut: hits below the cut-off are left out, as they are in the program.
        grouped: after the assemblies that the program proposes were made.
    """

    name: str
    mode: str = "hybrid"
    off: frozenset[str] = frozenset()
    cut: bool = False
    grouped: bool = False


@dataclass(frozen=True)
class Row:
    """A variant's mean recall@10, how far it is from that of all parts with the standard error of that difference, and
    the mean reciprocal rank of the first expected memory."""

    variant: Variant
    recall: float
    difference: float
    error: float
    reciprocal: float


def _added() -> Iterator[Variant]:
    for number in range(1, len(PARTS) + 1):
        added = PARTS[number - 1]
        name = f"{added} alone" if number == 1 else f"… + {added}"
        yield Variant(name, off=frozenset(PARTS[number:]))


ALL = Variant("all parts")
VARIANTS = (
    ALL,
    *(Variant(f"without {part}", off=frozenset({part})) for part in (*PARTS, *DETAILS)),
    Variant("without what stands around", off=frozenset({"words around", "meaning around"})),
    *list(_added())[:-1],
    Variant("all parts, weaker hits hidden", cut=True),
    Variant("all parts, with proposed assemblies", grouped=True),
    *(Variant(f"mode {mode}", mode=mode) for mode in ("rrf", "keyword", "vector")),
)


@contextmanager
def without(parts: frozenset[str]) -> Iterator[None]:
    """While this is entered, these parts score nothing."""
    with ExitStack() as stack:
        for name in parts & {"words", "meaning", "speaker", "time"}:
            stack.enter_context(patch.object(stages, name, _nothing))
        if "meaning" in parts:
            stack.enter_context(patch.object(stages, "waiting", _nothing))  # it needs the vectors' list
        if parts & {"words around", "meaning around"}:
            stack.enter_context(patch.object(stages, "conversation", _around(parts)))
        if "word forms and sequences" in parts:
            stack.enter_context(patch.object(wording, "score", _words_alone))
        if "less for what says nothing" in parts:
            stack.enter_context(patch.object(words, "_OF_ITS_OWN", 1e-9))
        yield


def measure(worlds: Sequence[World], variants: Sequence[Variant] = VARIANTS) -> list[Row]:
    """All variants over the questions of all worlds, each asked in its own vault."""
    found: dict[str, list[tuple[float, float]]] = {variant.name: [] for variant in variants}
    for world in worlds:
        with (
            tempfile.TemporaryDirectory(prefix="memory-ablation-") as folder,
            memory_desktop.open_vault(Path(folder) / "vault", create=True) as vault,
        ):
            fill(vault, world)
            for variant in sorted(variants, key=lambda one: one.grouped):
                if variant.grouped:
                    _group(vault)
                with without(variant.off):
                    found[variant.name] += [_asked(vault, question, variant) for question in world.questions]
    every = np.array(found[ALL.name])
    return [_row(variant, np.array(found[variant.name]), every) for variant in variants]


def table(rows: Sequence[Row]) -> str:
    """A Markdown table."""
    lines = [f"| | recall@{K} | against all parts | MRR |", "|---|---|---|---|"]
    for row in rows:
        difference = "" if row.variant == ALL else f"{row.difference:+.3f} ± {row.error:.3f}"
        lines.append(f"| {row.variant.name} | {row.recall:.3f} | {difference} | {row.reciprocal:.3f} |")
    return "\n".join(lines)


def _asked(vault: Engine, question: Question, variant: Variant) -> tuple[float, float]:
    hits = vault.recall(question.text, mode=variant.mode, k=K, show_weaker=not variant.cut, marked=False).hits
    there = [hit.rank for hit in hits if hit.memory.external_id in question.expects]
    return len(there) / len(question.expects), 1 / there[0] if there else 0.0


def _row(variant: Variant, found: _Found, every: _Found) -> Row:
    difference = found[:, 0] - every[:, 0]
    error = float(difference.std(ddof=1) / np.sqrt(len(difference)))
    recall, reciprocal = found.mean(axis=0).tolist()
    return Row(variant, recall, float(difference.mean()), error, reciprocal)


def _group(vault: Engine) -> None:
    """Make the assemblies that the program proposes."""
    for proposal in vault.proposals.find():
        vault.assemblies.create(proposal.name, [memory.id for memory in proposal.members])
    vault.sync()


def _nothing(*_: Any, **__: Any) -> stages.Stage:
    return lambda pool: None


def _words_alone(matches: words.Matches, *given: Any, **named: Any) -> words.WordScores:
    return words.score(replace(matches, extra=np.zeros_like(matches.extra)), *given, **named)


def _around(parts: frozenset[str]) -> Callable[..., stages.Stage]:
    """The stage of the conversation without its words, its meaning, or both."""
    whole = stages.conversation

    def conversation(found: words.WordScores, meant: stages.Meaning | None, *given: Any) -> stages.Stage:
        if "words around" in parts:
            found = replace(found, context=np.zeros_like(found.context))
        return whole(found, None if "meaning around" in parts else meant, *given)

    return conversation
