"""How this program is started, by itself and by others: as an installed program, or as a module of an interpreter."""

from __future__ import annotations

import sys

#: The argument that makes of the program the process in which a large graph grows (see `index.grower`).
GROWER = "--grow-a-graph"


def installed() -> bool:
    """Whether this is the installed program, which brings its own Python that nothing else can import from."""
    return bool(getattr(sys, "frozen", False))


def command() -> list[str]:
    """The words that start this program; its arguments come behind them."""
    if installed():  # its interpreter is the program, and knows no `-m`
        return [sys.executable]
    return [sys.executable, "-m", __name__.partition(".")[0]]
