"""Better models that can be fetched on request: where their files are, how big they are, how they pool.

Repositories, file names and sizes are those that fastembed itself lists. Nothing here is fetched unasked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

_HOST = "https://huggingface.co"
#: Files that every model needs besides its graph.
COMPANIONS = ("tokenizer.json", "tokenizer_config.json", "config.json", "special_tokens_map.json")


@dataclass(frozen=True, slots=True)
class CatalogueModel:
    """A model that is not on this disk.

    Attributes:
        size: bytes in all, roughly; to be shown before a download.
        repository: on the host. graph: the ONNX file's name there.
    """

    name: str
    dim: int
    size: int
    pooling: Literal["mean", "cls"]
    description: str
    repository: str
    graph: str
    host: str = _HOST

    def files(self) -> dict[str, str]:
        """Local file name → address."""
        base = f"{self.host}/{self.repository}/resolve/main"
        return {"model.onnx": f"{base}/{self.graph}", **{name: f"{base}/{name}" for name in COMPANIONS}}


CATALOGUE: tuple[CatalogueModel, ...] = (
    CatalogueModel(
        "bge-small-en-v1.5",
        384,
        67_000_000,
        "cls",
        "English, small and good at search: the first one to try. MIT licence.",
        "Qdrant/bge-small-en-v1.5-onnx-Q",
        "model_optimized.onnx",
    ),
    CatalogueModel(
        "all-MiniLM-L6-v2",
        384,
        90_000_000,
        "mean",
        "English, small and fast: the transformer that the bundled model was made from. Apache 2.0.",
        "Qdrant/all-MiniLM-L6-v2-onnx",
        "model.onnx",
    ),
    CatalogueModel(
        "paraphrase-multilingual-MiniLM-L12-v2",
        384,
        220_000_000,
        "mean",
        "Some 50 languages, for memories that are not in English. Apache 2.0.",
        "Qdrant/paraphrase-multilingual-MiniLM-L12-v2-onnx-Q",
        "model_optimized.onnx",
    ),
)
