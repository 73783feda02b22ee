"""Embedding models: texts to unit vectors. The only package that imports fastembed, and only on first use."""

from memory_desktop.embed.bundled import BUNDLED_NAME, bundled_model, load_bundled, local_model
from memory_desktop.embed.embedder import MAX_CHARS, FastEmbedder, ModelSpec
from memory_desktop.embed.shelf import FolderShelf
from memory_desktop.embed.tokens import BundledTokens

__all__ = [
    "BUNDLED_NAME",
    "MAX_CHARS",
    "BundledTokens",
    "FastEmbedder",
    "FolderShelf",
    "ModelSpec",
    "bundled_model",
    "load_bundled",
    "local_model",
]
