"""How long a failed vector write waits for its next attempt."""

from __future__ import annotations

BASE_SECONDS = 2.0
CAP_SECONDS = 3600.0


def retry_delay(attempts: int) -> float:
    """Seconds to wait after the `attempts`-th failure: 2, 4, 8 … and at most an hour."""
    return float(min(CAP_SECONDS, BASE_SECONDS * 2.0 ** min(max(attempts, 1) - 1, 30)))
