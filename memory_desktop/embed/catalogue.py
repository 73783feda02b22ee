"""Better models that can be fetched on request: where their files are, how big they are, how they pool.

Repositories, file names and sizes are those that fastembed itself lists. Nothing here is fetched unasked. Each model is
one revision of its repository, which cannot change; a file whose SHA-256 is listed must have it, and of the others the
first that was fetched is remembered (see `download`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

_HOST = "https://huggingface.co"
#: Files that every model needs besides its graph.
_MOST_BESIDE = 40_000_000
COMPANIONS = ("tokenizer.json", "tokenizer_config.json", "config.json", "special_tokens_map.json")


@dataclass(frozen=True, slots=True)
class CatalogueModel:
    """A model that is not on this disk.

    Attributes:
        size: bytes in all, roughly; to be shown before a download.
        repository: on the host. graph: the ONNX file's name there. revision: the commit there.
        digests: SHA-256 in hex by local file name, as far as they are known.
    """

    name: str
    dim: int
    size: int
    pooling: Literal["mean", "cls"]
    description: str
    repository: str
    graph: str
    revision: str
    digests: Mapping[str, str] = field(default_factory=dict)
    host: str = _HOST

    def files(self) -> dict[str, str]:
        """Local file name → address."""
        base = f"{self.host}/{self.repository}/resolve/{self.revision}"
        return {"model.onnx": f"{base}/{self.graph}", **{name: f"{base}/{name}" for name in COMPANIONS}}

    def most(self, name: str) -> int:
        """Bytes that a file may have at most; more is not the model."""
        return 2 * self.size if name == "model.onnx" else _MOST_BESIDE


CATALOGUE: tuple[CatalogueModel, ...] = (
    CatalogueModel(
        "bge-small-en-v1.5",
        384,
        67_000_000,
        "cls",
        "English, small and good at search: the first one to try. MIT licence.",
        "Qdrant/bge-small-en-v1.5-onnx-Q",
        "model_optimized.onnx",
        "52398278842ec682c6f32300af41344b1c0b0bb2",
        {
            "model.onnx": "51f1bd0addd6e859e42c2c8021a5e5461385bb676a649f4b269aa445449f2431",
            "tokenizer.json": "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
            "tokenizer_config.json": "0b29c7bfc889e53b36d9dd3e686dd4300f6525110eaa98c76a5dafceb2029f53",
            "config.json": "13582bcf2effc85b7bf3d3f5532e686bc1c9ce86bb009d10f0ec33cbe92299dd",
            "special_tokens_map.json": "5d5b662e421ea9fac075174bb0688ee0d9431699900b90662acd44b2a350503a",
        },
    ),
    CatalogueModel(
        "all-MiniLM-L6-v2",
        384,
        90_000_000,
        "mean",
        "English, small and fast: the transformer that the bundled model was made from. Apache 2.0.",
        "Qdrant/all-MiniLM-L6-v2-onnx",
        "model.onnx",
        "5f1b8cd78bc4fb444dd171e59b18f3a3af89a079",
        {"model.onnx": "bbd7b466f6d58e646fdc2bd5fd67b2f5e93c0b687011bd4548c420f7bd46f0c5"},
    ),
    CatalogueModel(
        "paraphrase-multilingual-MiniLM-L12-v2",
        384,
        220_000_000,
        "mean",
        "Some 50 languages, for memories that are not in English. Apache 2.0.",
        "Qdrant/paraphrase-multilingual-MiniLM-L12-v2-onnx-Q",
        "model_optimized.onnx",
        "faf4aa4225822f3bc6376869cb1164e8e3feedd0",
        {"model.onnx": "634d0f66c29dc934c8fa72b8a4fe91dd4d420a22f1d82a241058d4316e659a99"},
    ),
)
