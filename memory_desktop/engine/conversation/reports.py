"""Background jobs that only report: how well memory answers, and where it has gaps. The report is the job's note."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from memory_desktop.core.conversation.analysis import names
from memory_desktop.core.wording import count, shortened
from memory_desktop.engine.conversation.jobs import Progress
from memory_desktop.engine.conversation.statistics import Statistics
from memory_desktop.engine.conversation.turns import Turns

#: How many of the newest turns are looked at for gaps, how many gaps are named, and each in how many characters.
_WINDOW, _NAMED, _QUOTED = 500, 10, 80


class Reports:
    """See the module."""

    def __init__(self, turns: Turns, statistics: Statistics) -> None:
        self._turns = turns
        self._statistics = statistics

    def self_assessment(self, user_id: str) -> Iterator[Progress]:
        """How often questions to a user's memory find something, and how relevant it is."""
        stats = self._statistics.of(user_id)
        if not stats.ltm_queries:
            yield Progress(1, 1, "Nobody has asked yet.")
            return
        hits = stats.stm_hits + stats.ltm_hits
        recent = 1 - stats.stm_misses / stats.ltm_queries
        yield Progress(
            1,
            1,
            f"{count(stats.ltm_queries, 'query', 'queries')}, {hits / stats.ltm_queries:.1f} turns each, of a mean"
            f" relevance of {stats.avg_relevance:.2f}; short-term memory had something for {recent:.0%}.",
        )

    def curiosity(self, user_id: str) -> Iterator[Progress]:
        """Questions that were left without an answer, and names that were said only once."""
        turns = [one.cycle for one in self._turns.latest(user_id, _WINDOW)]
        left = [one.user_input for one in turns if one.final_response is None and one.user_input.rstrip().endswith("?")]
        said = Counter(name for one in turns for name in names(f"{one.user_input}\n{one.final_response or ''}"))
        once = sorted(name for name, number in said.items() if number == 1)
        gaps = [f"left open: {shortened(one.splitlines()[0], _QUOTED)}" for one in left[:_NAMED]]
        gaps += [f"said once: {', '.join(shortened(one, _QUOTED) for one in once[:_NAMED])}"] if once else []
        yield Progress(1, 1, "; ".join(gaps) or "No gaps.")
