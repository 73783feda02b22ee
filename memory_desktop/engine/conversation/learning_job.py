"""What is learned from turns, shown as a job: how far it is, with a way to stop it and to take it up again.

It is no job that somebody asks for: turns that wait are learned from by themselves. So there is one row for all of it,
which stands for the turns since none waited last.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory_desktop.core.wording import count
from memory_desktop.engine.conversation.jobs import CANCELLED, DONE, FAILED, LEARNING, RUNNING, Job
from memory_desktop.engine.conversation.memory_gate import STOPPED, MemoryGate, Waiting

#: Of the row; those of other jobs begin at 1.
_NUMBER = -1


class LearningJob:
    """See the module. Safe from many threads."""

    number = _NUMBER

    def __init__(self, gate: MemoryGate) -> None:
        self._gate = gate

    def job(self) -> Job | None:
        """How far it is; None where nothing was learned since the vault was opened, and nothing waits."""
        waiting = self._gate.waiting()
        left, stuck = [one for one in waiting if not one.given_up], [one for one in waiting if one.given_up]
        run = self._gate.run
        if run is None and not waiting:
            return None
        asked = run.began if run is not None else self._gate.now()
        done = run.done if run is not None else 0
        if left:
            state, note, ended = RUNNING, "", None
        else:
            state, note = _left_out(stuck)
            ended = run.ended if run is not None else None
        return Job(_NUMBER, LEARNING, "", state, asked, done, done + len(left), note, ended)

    def cancel(self) -> bool:
        """Leave the turns that wait. False where none does."""
        return self._gate.stop_learning() > 0

    def again(self) -> None:
        """Let the turns that were left be learned from."""
        self._gate.learn_from([one.cycle_id for one in self._gate.waiting() if one.given_up])


def _left_out(stuck: Sequence[Waiting]) -> tuple[str, str]:
    """The state when none is left that will be tried, and a word on those that will not."""
    if not stuck:
        return DONE, ""
    failed = [one for one in stuck if one.error != STOPPED]
    stopped = len(stuck) - len(failed)
    words = [f"{count(stopped, 'turn')} left out"] if stopped else []
    if failed:
        words.append(f"{count(len(failed), 'turn')} failed: {failed[0].error}")
    return (FAILED if failed else CANCELLED), "; ".join(words)
