"""One ranked list out of what several layers found.

Each source says how relevant it takes a finding to be, in [0, 1], and why. A source's weight is a factor of that; where
one is above 1, the others are lessened instead (see `factors`). What two sources have found is one hit that names both:
its score is 1 − (1 − a)(1 − b), so it is never below the better of the two, and never above 1. A turn is its messages:
what both find counts once, as the greater of the two.

A hit is weak where no source finds it as relevant as is asked for, whatever the weights are: what only adds up to so
much is no better found. Weak hits come behind all others, and are shown when they are asked for. The first page is
shared: a source that has itself found something relevant enough has at least one place on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

#: The name of this way to search, beside the modes of recall.
OVER_LAYERS = "layers"
#: Where hits come from, in the order in which they are asked.
WORKING, EPISODIC, SEMANTIC, PROCEDURAL, EMOTIONAL = "working", "episodic", "semantic", "procedural", "emotional"
ASSEMBLIES, CYCLES = "assemblies", "cycles"
SOURCES = (WORKING, EPISODIC, SEMANTIC, PROCEDURAL, EMOTIONAL, ASSEMBLIES, CYCLES)
# Sources that read the same words, and count once.
_SAME = {CYCLES: EPISODIC}
#: So many hits are a page, on which every source has a place.
PAGE = 10


@dataclass(frozen=True, slots=True)
class Finding:
    """What one source found.

    Attributes:
        id: of the memory. source: one of `SOURCES`. relevance: [0, 1], before its source is weighed. why: a sentence.
    """

    id: str
    source: str
    relevance: float
    why: str


@dataclass(frozen=True, slots=True)
class Share:
    """What one source adds to a hit: its relevance, the same by its weight, and why."""

    source: str
    relevance: float
    weighed: float
    why: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """A hit: a memory, its score in [0, 1] and what each source says of it, the most telling first.

    Attributes:
        kept: the source for which it has a place on the first page that its score alone would not give it; or "".
        weak: no source finds it relevant enough.
    """

    id: str
    score: float
    shares: tuple[Share, ...]
    kept: str = ""
    weak: bool = False

    @property
    def adds(self) -> tuple[float, ...]:
        """What each share adds to the score, in their order: its part of what those before it left open."""
        left, found, read = 1.0, list[float](), set[str]()
        for share in self.shares:
            words = _SAME.get(share.source, share.source)
            counts = 0.0 if words in read else share.weighed
            found.append(left * counts)
            left *= 1.0 - counts
            read.add(words)
        return tuple(found)

    @property
    def sources(self) -> tuple[str, ...]:
        """The names of the sources."""
        return tuple(one.source for one in self.shares)


def factors(weights: Mapping[str, float]) -> dict[str, float]:
    """What the relevances of each source are multiplied by, in [0, 1]: in the proportions of the weights, so that no
    weight makes two findings equal that are not."""
    most = max(1.0, *weights.values()) if weights else 1.0
    return {source: weights.get(source, 1.0) / most for source in SOURCES}


def integrated(findings: Sequence[Finding], weights: Mapping[str, float], k: int, least: float = 0.0) -> list[Ranked]:
    """The k best, best first, weak ones last; equal scores by id. The first hits are the same for any k.

    Args:
        weights: by source; 1 where there is none. A source with the weight 0 finds nothing.
        least: how relevant a source has to find a hit that is not weak, before it is weighed; [0, 1].
    """
    shares: dict[str, dict[str, Share]] = {}
    by = factors(weights)
    for one in findings:
        if weights.get(one.source, 1.0) <= 0 or one.relevance <= 0:
            continue
        relevance = min(1.0, one.relevance)
        share = Share(one.source, relevance, by[one.source] * relevance, one.why)
        by_source = shares.setdefault(one.id, {})
        before = by_source.get(one.source)
        if before is None or (share.weighed, before.why) > (before.weighed, share.why):
            by_source[one.source] = share
    every = (_ranked(id, by_source, least) for id, by_source in shares.items())
    ranked = sorted(every, key=lambda hit: (hit.weak, -hit.score, hit.id))
    strong = sum(not hit.weak for hit in ranked)
    return [*_shared(ranked[:strong], least), *ranked[strong:]][:k]


def _ranked(id: str, by_source: Mapping[str, Share], least: float) -> Ranked:
    said = sorted(by_source.values(), key=lambda share: (-share.weighed, SOURCES.index(share.source)))
    weak = max(share.relevance for share in said) < least
    hit = Ranked(id, 0.0, tuple(said), weak=weak)
    return replace(hit, score=round(sum(hit.adds), 9))


def _shared(ranked: list[Ranked], least: float) -> list[Ranked]:
    """Let the best hit of each source that has none on the first page take the place of one whose sources have more.

    A source has a hit that it finds relevant enough itself.
    """

    def of(hit: Ranked) -> list[str]:
        return [share.source for share in hit.shares if share.relevance >= least]

    page, rest = ranked[:PAGE], ranked[PAGE:]
    if not rest:
        return ranked
    has = Counter(source for hit in page for source in of(hit))
    absent = dict.fromkeys(source for hit in rest for source in of(hit) if source not in has)
    moved: list[Ranked] = []
    for source in absent:
        if has[source]:
            continue
        spare = next((hit for hit in reversed(page) if all(has[one] > 1 for one in of(hit))), None)
        if spare is None:
            break
        page.remove(spare)
        has.subtract(of(spare))
        best = next(hit for hit in rest if source in of(hit))
        rest.remove(best)
        has.update(of(best))
        moved.append(replace(best, kept=source))
        rest.append(spare)
    rest.sort(key=lambda hit: (-hit.score, hit.id))
    return [*page, *moved, *rest]
