"""What facts that are learned do to recall, and how much of what a question needs is in a context of 2,000 tokens.

    python -m tests.benchmarks.contexts [--data DIR] [--budget TOKENS]

On the conversations of `tests.benchmarks.retrieval` (LoCoMo): every turn is a memory in a thread, and facts are learned
from all of them by the rules that the program uses. Printed are

- recall@10 of the questions over the turns alone, and with the facts beside them; a fact that is found counts as the
  message that it was taken from, and messages and facts share the ten places;
- the share of the questions whose evidence is all in the context, and the share of all evidence that is.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import memory_desktop
from memory_desktop.core.conversation.cycles import ROLE
from memory_desktop.core.memory.records import Memory
from memory_desktop.engine.engine import Engine
from tests.benchmarks.extraction import CONVERSATIONS, DATA
from tests.benchmarks.retrieval import K, Question, World, conversations, fill

#: How much less of what is wanted may be found with the facts than without.
TOLERANCE = 0.005


@dataclass
class Figures:
    """Sums over questions."""

    questions: int = 0
    alone: float = 0.0
    with_facts: float = 0.0
    whole: int = 0
    share: float = 0.0
    tokens: int = 0
    facts: int = 0
    turns: int = 0


def measure(worlds: list[World], budget: int) -> Figures:
    """Both, over all questions of the worlds, each in a vault of its own."""
    total = Figures()
    for world in worlds:
        with (
            tempfile.TemporaryDirectory(prefix="memory-contexts-") as folder,
            memory_desktop.open_vault(Path(folder) / "vault", create=True) as vault,
        ):
            fill(vault, _with_roles(world))
            alone = [_recall(vault, question) for question in world.questions]
            total.facts += learn(vault)
            beside = [_recall(vault, question) for question in world.questions]
            for question in world.questions:
                _given(vault, question, budget, total)
            total.turns += len(world.drafts)
            total.questions += len(world.questions)
            total.alone += sum(alone)
            total.with_facts += sum(beside)
    return total


def learn(vault: Engine) -> int:
    """Learn from every turn; how many facts that gave."""
    before = vault.memory_counts()["active"]
    for session in vault.conversations.sessions():
        turns = vault.conversations.reading.outline(session_id=session.session_id)
        vault.conversations.learn_from([one.cycle_id for one in turns])
    vault.sync()
    assert not vault.conversations.waiting_turns()
    return vault.memory_counts()["active"] - before


def _with_roles(world: World) -> World:
    """The same, with who speaks as the role of a message."""
    named = (replace(one, metadata={ROLE: one.content.partition(": ")[0]}) for one in world.drafts)
    return replace(world, drafts=tuple(named))


def _recall(vault: Engine, question: Question) -> float:
    hits = [hit.memory for hit in vault.recall(question.text, k=K).hits]
    return len(_evidence(vault, hits) & question.expects) / len(question.expects)


def _given(vault: Engine, question: Question, budget: int, total: Figures) -> None:
    found = vault.conversations.get_context(question.text, token_budget=budget)
    shown = [vault.get(id) for id in found.part("memories").items]
    there = _evidence(vault, shown) & question.expects
    total.whole += there == question.expects
    total.share += len(there) / len(question.expects)
    total.tokens += found.tokens


def _evidence(vault: Engine, memories: list[Memory]) -> set[str]:
    """External ids of messages that are there, themselves or as a fact that was taken from them."""
    sources = {id for one in memories if not one.external_id for id in one.lineage}
    said = [one.external_id for one in memories] + [vault.get(id).external_id for id in sources]
    return {id for id in said if id}


def main() -> int:
    """Measure and print; 1 if facts cost recall."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR", help="where the conversations are")
    parser.add_argument("--budget", type=int, default=2_000, metavar="TOKENS")
    parser.add_argument("--only", type=int, default=None, metavar="N", help="only the first N conversations")
    args = parser.parse_args()
    if not (args.data / CONVERSATIONS).exists():
        print(f"There are no conversations at {args.data}: nothing is measured.")
        return 0
    found = measure(conversations(args.data / CONVERSATIONS)[: args.only], args.budget)
    alone, beside = found.alone / found.questions, found.with_facts / found.questions
    print(f"{found.turns:,} turns, {found.facts:,} facts learned from them, {found.questions:,} questions")
    print(f"  recall@{K}: turns alone {alone:.4f}, with the facts beside them {beside:.4f}")
    print(
        f"  context of {args.budget:,} tokens: all evidence in it for {found.whole / found.questions:.3f} of the questions,"
        f" {found.share / found.questions:.3f} of the evidence; {found.tokens / found.questions:,.0f} tokens on average"
    )
    return 0 if beside >= alone - TOLERANCE else 1


if __name__ == "__main__":
    sys.exit(main())
