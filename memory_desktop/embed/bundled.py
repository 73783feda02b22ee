"""Finds embedding models on this disk: the bundled one, and any local ONNX folder."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from pathlib import Path

from memory_desktop.core.errors import EmbeddingError
from memory_desktop.embed.embedder import FastEmbedder, ModelSpec

BUNDLED_NAME = "minilm-static-256"

_NEEDED = ("model.onnx", "tokenizer.json", "tokenizer_config.json", "config.json")


def bundled_model() -> ModelSpec:
    """The model that comes with the program. Raises EmbeddingError when the installation lacks it."""
    spec = local_model(_models_folder() / BUNDLED_NAME)
    return replace(spec, description="Bundled: fast, small, works offline; a static table distilled from MiniLM.")


def local_model(folder: Path) -> ModelSpec:
    """The mean-pooled ONNX model in `folder`, its size taken from `hidden_size` in `config.json`.

    Raises EmbeddingError naming the file that is missing or cannot be understood.
    """
    for file in _NEEDED:
        if not (folder / file).is_file():
            raise EmbeddingError(
                f"The embedding model folder {folder} has no {file}.", hint=f"It needs {', '.join(_NEEDED)}."
            )
    return ModelSpec(
        name=folder.resolve().name,
        path=folder,
        dim=_hidden_size(folder / "config.json"),
        description="A local ONNX model.",
    )


def load_bundled() -> None:
    """Load the bundled model, which takes half a second, so that the first embedding need not wait for it.

    Where it cannot be loaded, whoever embeds tells of it.
    """
    with contextlib.suppress(EmbeddingError):
        FastEmbedder(bundled_model()).warm_up()


def _hidden_size(config: Path) -> int:
    try:
        size = json.loads(config.read_text(encoding="utf-8"))["hidden_size"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise EmbeddingError(f"The hidden_size in {config} cannot be read.") from error
    if not isinstance(size, int) or isinstance(size, bool) or size < 1:
        raise EmbeddingError(f"The hidden_size in {config} is {size!r}, not a positive whole number.")
    return size


def _models_folder() -> Path:
    """The models inside the installed package, else those of the source tree it runs from."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "_resources" / "models"
    return installed if installed.is_dir() else package.parent / "resources" / "models"
