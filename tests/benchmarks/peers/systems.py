"""What is asked of every system, and which there are.

A system keeps documents with their vectors in a folder. Each one is used as its own documentation says, with its
defaults, but for what its module names.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Protocol

from tests.benchmarks.peers.material import Floats, Material

#: Words that a search by words leaves out, where the system has no list of its own.
STOP_WORDS = frozenset(
    "a about an and are as at be by did do does for from had has have her his how in is it its of on or that the their"
    " they to was were what when where which who whose why will with would".split()
)


class System(Protocol):
    """One store, open. `folder` is new when it is to be built."""

    def build(self, material: Material) -> None:
        """Take all documents in; on return they are durable and found by words and by meaning."""

    def hybrid(self, text: str, vector: Floats) -> list[str]:
        """Ids of the ten best by words and meaning; their texts have been read, too."""

    def nearest(self, text: str, vector: Floats) -> list[str]:
        """Ids of the ten nearest by meaning alone."""

    def add(self, id: str, text: str, vector: Floats) -> None:
        """Take one document in; on return it is durable."""

    def close(self) -> None: ...


@dataclass(frozen=True)
class Offer:
    """A system that can be measured.

    Args:
        title: how it is called in tables.
        module: has a class `Store(folder, dim)`, which is a `System`.
        packages: what has to be installed for it.
    """

    title: str
    module: str
    packages: tuple[str, ...]

    @property
    def missing(self) -> list[str]:
        """Those packages that are not installed."""
        return [one for one in self.packages if importlib.util.find_spec(one.replace("-", "_")) is None]

    @property
    def versions(self) -> str:
        """The packages with their versions."""
        return ", ".join(f"{one} {version(one)}" for one in self.packages)

    def load(self) -> Callable[[Path, int], System]:
        """Import it; what is returned opens the store in a folder, for vectors of so many dimensions."""
        store: Callable[[Path, int], System] = importlib.import_module(self.module).Store
        return store


OURS = "ours"
SYSTEMS = {
    OURS: Offer("Memory Desktop", "tests.benchmarks.peers.ours", ("memory-desktop",)),
    "lancedb": Offer("LanceDB", "tests.benchmarks.peers.lance", ("lancedb",)),
    "chroma": Offer("Chroma", "tests.benchmarks.peers.chroma", ("chromadb",)),
    "sqlite": Offer("sqlite-vec + FTS5", "tests.benchmarks.peers.sqlite", ("sqlite-vec", "apsw")),
}


def words(text: str) -> list[str]:
    """The words of a question that say something, as they are written."""
    cleaned = "".join(char if char.isalnum() else " " for char in text)
    kept = [word for word in cleaned.split() if word.lower() not in STOP_WORDS and len(word) > 2]
    return list(dict.fromkeys(kept or cleaned.split()))
