"""The models that can be had: the bundled one, downloaded ones, those of the catalogue, and any local folder."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from memory_desktop.core.errors import EmbeddingError
from memory_desktop.core.migration import ModelChoice
from memory_desktop.core.ports import CancelToken
from memory_desktop.embed.bundled import bundled_model, local_model
from memory_desktop.embed.catalogue import CATALOGUE, CatalogueModel
from memory_desktop.embed.download import download
from memory_desktop.embed.embedder import FastEmbedder, ModelSpec

BUNDLED = "bundled"


class FolderShelf:
    """Models of this user.

    Args:
        folder: where downloaded models are kept, each in a folder of its name.
        catalogue: what can be downloaded.
    """

    def __init__(self, folder: Path, catalogue: tuple[CatalogueModel, ...] = CATALOGUE) -> None:
        self._folder = folder
        self._catalogue = {model.name: model for model in catalogue}

    def choices(self) -> list[ModelChoice]:
        """The bundled one, what was downloaded, then what could be."""
        every = [self.choice(BUNDLED), *(self.choice(name) for name in self._catalogue)]
        return sorted(every, key=lambda one: one.state != "here")

    def choice(self, ref: str) -> ModelChoice:
        """One of them. Raises EmbeddingError naming what is wrong with it."""
        model = self._catalogue.get(ref)
        if model is not None and not self._here(ref):
            return ModelChoice(ref, model.name, "", model.dim, model.size, _said(model), "download")
        spec = self._spec(ref)
        size = sum(file.stat().st_size for file in spec.path.iterdir() if file.is_file())
        version = FastEmbedder(spec).model_version
        return ModelChoice(ref, spec.name, version, spec.dim, size, spec.description, "here")

    def open(self, ref: str) -> FastEmbedder:
        """An embedder of a model that is on this disk. Raises EmbeddingError."""
        embedder = FastEmbedder(self._spec(ref))
        _ = embedder.model_version  # reads the files: what is missing is told now, and not in the middle of a sync
        return embedder

    def download(
        self, ref: str, progress: Callable[[int, int], None] | None = None, cancel: CancelToken | None = None
    ) -> ModelChoice:
        """Fetch a model of the catalogue. Raises EmbeddingError for another, DownloadError and CancelledError."""
        model = self._catalogue.get(ref)
        if model is None:
            raise EmbeddingError(f"There is no model {ref} to download.", hint="Choose one of the list.")
        download(model, self._folder / model.name, progress=progress, cancel=cancel)
        return self.choice(ref)

    def _here(self, name: str) -> bool:
        return (self._folder / name).is_dir()

    def _spec(self, ref: str) -> ModelSpec:
        if ref == BUNDLED:
            return bundled_model()
        model = self._catalogue.get(ref)
        if model is None:
            path = Path(ref)
            with suppress(RuntimeError, ValueError):  # “~nobody”: there is no such home
                path = path.expanduser()
            if not path.is_dir():
                raise EmbeddingError(f"The embedding model {ref} is not there.", hint="Choose another folder.")
            return local_model(path)
        if not self._here(ref):
            raise EmbeddingError(f"The embedding model {ref} is not on this computer.", hint="Download it first.")
        spec = local_model(self._folder / ref)
        return replace(spec, name=model.name, dim=model.dim, pooling=model.pooling, description=model.description)


def _said(model: CatalogueModel) -> str:
    """What it is, and how far its files are known before they are fetched."""
    known = model.files().keys() <= model.digests.keys()
    return model.description if known else f"{model.description} Some of its files are checked from the second time on."
