"""Stand-in while the real one is being written."""

from __future__ import annotations

from pathlib import Path

from memory_desktop.core.errors import KnownError
from memory_desktop.core.migration import ModelChoice
from memory_desktop.embed.bundled import bundled_model, local_model
from memory_desktop.embed.embedder import FastEmbedder


class ModelShelf:
    """Models."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _spec(self, ref):
        return bundled_model() if ref == "bundled" else local_model(Path(ref))

    def choices(self):
        """All."""
        return [self.choice("bundled")]

    def choice(self, ref):
        """One."""
        e = FastEmbedder(self._spec(ref))
        return ModelChoice(ref, e.model_version.partition("@")[0], e.model_version, e.dim, 0, "", "here")

    def open(self, ref):
        """Open."""
        return FastEmbedder(self._spec(ref))

    def download(self, ref, progress=None, cancel=None):
        """Fetch."""
        raise KnownError("No network.")
