"""This program, through its public API: it embeds documents and questions itself, and keeps its log."""

from __future__ import annotations

from pathlib import Path

import memory_desktop
from memory_desktop.core.memory.records import Draft
from tests.benchmarks.peers.material import Floats, K, Material


class Store:
    """A vault."""

    def __init__(self, folder: Path, dim: int) -> None:
        self._vault = memory_desktop.open_vault(folder, create=not (folder / "vault.json").exists())

    def build(self, material: Material) -> None:
        self._vault.import_path(material.records)
        self._vault.sync()

    def hybrid(self, text: str, vector: Floats) -> list[str]:
        return [hit.memory.external_id for hit in self._vault.recall(text, k=K).hits]

    def nearest(self, text: str, vector: Floats) -> list[str]:
        hits = self._vault.recall(text, mode="vector", k=K, show_weaker=True).hits
        return [hit.memory.external_id for hit in hits]

    def add(self, id: str, text: str, vector: Floats) -> None:
        self._vault.remember(Draft(content=text, external_id=id))

    def close(self) -> None:
        self._vault.close()
