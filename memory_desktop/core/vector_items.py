"""The kinds of items that have a vector, and so wait in the one queue of vectors.

To give another kind a vector: add it here, let its family say in `Family.vectors` which events need one, or its step
look for those that changed, and add the step that makes it to the sync (`VectorSync.then` in `engine/build.py`). Queue,
retries, pause and the window's list are the same for all kinds.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class VectorKind(StrEnum):
    """What a row of the queue is about."""

    MEMORY = "memory"
    ASSEMBLY = "assembly"
    SUMMARY = "summary"


#: What the list of the queue puts before an item, where that is not the text of a memory.
TITLES = {VectorKind.MEMORY: "", VectorKind.ASSEMBLY: "Assembly", VectorKind.SUMMARY: "Summary"}


class VectorWork(NamedTuple):
    """An item that waits for a vector. `again`: it is in the queue already, and what its vector is made of changed."""

    kind: VectorKind
    key: int
    again: bool = False


def queue_text(kind: str, text: str) -> str:
    """An item as the list of the queue shows it; a kind that this version does not know under its own name."""
    title = TITLES[VectorKind(kind)] if kind in set(VectorKind) else kind.capitalize()
    return f"{title}: {text}" if title else text
