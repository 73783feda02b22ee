"""How long ago something was verified, against the longest that it may be: the same words for every derived thing."""

from __future__ import annotations

import math
from datetime import datetime


def freshness(verified_at: datetime | None, now: datetime, limit: float) -> str:
    """ "fresh", "ageing" (more than half of the limit, in seconds), "stale" or "never"."""
    if verified_at is None:
        return "never"
    share = (now - verified_at).total_seconds() / limit if limit > 0 else math.inf
    return "stale" if share > 1 else "ageing" if share > 0.5 else "fresh"


def span(seconds: float) -> str:
    """A time in the unit that fits, with three digits: "12 min", "1.5 d"."""
    for unit, size in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s"
