"""Why a memory is not among the hits of a search: what cut it, and what would have brought it in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory_desktop.core.answers import Hit
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.query.language import RecordFilter


def joined(changes: Sequence[str]) -> str:
    """Changes in one phrase: "without kind:fact, with weaker hits shown and with k = 37"."""
    *others, last = dict.fromkeys(changes) or ("",)
    return f"{', '.join(others)} and {last}" if others else last


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


@dataclass(frozen=True, slots=True)
class Asked:
    """A search of which it is asked why a memory is not among its hits. The fields are arguments of `Recall.answer`."""

    query: str
    mode: str = "hybrid"
    k: int = 10
    show_weaker: bool = False
    prefix_last: bool = False
    filter: RecordFilter | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """One thing that kept a memory out, in a sentence.

    Attributes:
        stage: "status", "operator", "user", "restriction", "phrase", "exclusion", "recent" (a guard of generated
            memories), "unasked" (the search has no words), "unmatched", "not understood", "no vector", "depth",
            "cut-off", "repeated", "guard" (usefulness, salience, trust, quotas), "place" (it comes after the first k),
            "moment" (it was not there yet), "held" (it waits in review).
        given: what had been changed in the search when it came upon this; "" for the search as it was asked.
    """

    stage: str
    reason: str
    given: str = ""

    @property
    def sentence(self) -> str:
        """The reason, and in which search."""
        return f"{_capital(self.given)}: {self.reason}" if self.given else self.reason


@dataclass(frozen=True, slots=True)
class Remedy:
    """A search that was made and has the memory among its hits.

    Attributes:
        text: what is different, in plain words: "without kind:fact, with k = 37".
        query, mode, k, show_weaker: how it is searched. hit: the memory in its answer.
        later: it cannot be searched so now: first a vector has to be made, or a setting changed.
    """

    text: str
    query: str
    mode: str
    k: int
    show_weaker: bool
    hit: Hit
    later: bool = False

    @property
    def sentence(self) -> str:
        """What is different, and what comes of it."""
        return f"{_capital(self.text)}, it is hit {self.hit.rank} (score {self.hit.score:.4f})."


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a memory is among the hits of a search, or is not.

    Attributes:
        memory: None for what waits in review, or is not there at the moment that is searched.
        hit: the memory in the answer; then nothing cut it. stand: otherwise its rank and score in each list, and the
            parts of its score, in the first search that has it; None if none has.
        cuts: all that kept it out, in the order in which a search would come upon it.
        remedies: searches that have it; each was made.
        notes: of the answer, and what else there is to say.
    """

    query: str
    mode: str
    k: int
    as_of: int
    id: str
    memory: Memory | None
    hit: Hit | None = None
    cuts: tuple[Cut, ...] = ()
    remedies: tuple[Remedy, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def stand(self) -> Hit | None:
        """The hit that is explained: of the answer, or of the first search that has the memory."""
        return self.hit or next((one.hit for one in self.remedies), None)

    @property
    def sentence(self) -> str:
        """The answer in one sentence."""
        if self.hit is not None:
            return f"It is hit {self.hit.rank} of this search (score {self.hit.score:.4f})."
        return f"It is not among the first {self.k} hits." if self.k > 1 else "It is not the first hit."
