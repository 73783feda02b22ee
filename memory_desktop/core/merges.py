"""An entry of the merge log: what was merged into what, by whom, how alike it was, and how far the merge has come."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import numpy as np
import numpy.typing as npt


class MergeState(StrEnum):
    """How far a merge has come; UNDONE and AGAIN (a redo) come from the undo stack."""

    WAITING = "waiting"
    DONE = "done"
    ABANDONED = "abandoned"
    UNDONE = "undone"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class MergeEntry:
    """One line of the merge log.

    Attributes:
        of_memories: else it is of assemblies.
        similarity: the least of any two sources when they were merged; None when some had no vector.
        threshold: from which similarity on a merge was suggested then.
        command: the command that its end belongs to.
        state: WAITING for the successor's vector, DONE (the sources are retired), ABANDONED or UNDONE.
        finished_at: when it came to that state.
        superposed: the kernel composed the text, and so the vector is that of the sources' vectors.
    """

    target: str
    sources: tuple[str, ...]
    of_memories: bool
    similarity: float | None
    threshold: float
    at: datetime
    actor: str
    command: int
    state: MergeState = MergeState.WAITING
    finished_at: datetime | None = None
    superposed: bool = False


def least_cosine(vectors: npt.NDArray[np.float32]) -> float:
    """The least cosine of any two of some unit vectors (n, dim), n > 1: how alike all of them are, at the least."""
    return round(min(float(one @ other) for one, other in itertools.combinations(vectors, 2)), 6)


def told(entry: MergeEntry, sources: int, of: str) -> list[str]:
    """How alike the sources were, by whom it was done and when, and what became of them, in sentences."""
    said = []
    if entry.similarity is None:
        said.append("How alike they were is not known: some had no vector yet.")
    elif sources > 1:
        verb = "above" if entry.similarity >= entry.threshold else "below"
        said.append(
            f"Their similarity was {entry.similarity:.2f}, {verb} the {entry.threshold:.2f} from which on {of} are"
            " suggested to be merged."
        )
    said.append(f"Done by {entry.actor} at {entry.at:%Y-%m-%d %H:%M} UTC.")
    said.append(_ENDS[entry.state])
    return said


_ENDS = {
    MergeState.WAITING: "The sources stay until its vector is stored.",
    MergeState.DONE: "The sources are retired and point to it.",
    MergeState.ABANDONED: "It ended before the sources were retired; they stay.",
    MergeState.UNDONE: "It was undone; the sources are back.",
}
