"""The arguments of the commands that reach the layers of the memory."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def layering(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add them. `add(name, help)` adds one command and gives its parser."""
    add("layers", "what each layer of the memory keeps, and how much")
