"""Text to unit vectors through fastembed, from a model folder on this disk and never from the network.

Theory of operation. fastembed takes a local ONNX folder through `add_custom_model`, which registers a name
for the whole process, and `specific_model_path`, with which it looks nowhere else. Both it and onnxruntime
are imported on first use: together they take about half a second. Texts are sorted by length and cut into
batches of bounded padded size, so that little padding is computed and a batch of long texts cannot take
gigabytes.

A text without a single known word (empty, or only symbols that the vocabulary lacks) has no direction in a
static model. Such a text gets a direction from its hash: still a unit vector, equal for equal texts, and
near-orthogonal to all others.

What is imperfect: a transformer quantised dynamically to int8 scales its activations by batch, so its vectors
differ a little with what else is in the batch. The bundled static model has no such effect.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from memory_desktop.core.errors import EmbeddingError
from memory_desktop.core.names import plain_form
from memory_desktop.core.ports import Vectors
from memory_desktop.embed.vocabulary import Vocabulary

if TYPE_CHECKING:
    from fastembed import TextEmbedding

MAX_CHARS = 32_768
"""Longer texts are cut before tokenising: far above any model's limit in tokens, and it bounds the time of one text."""

_BATCH_TEXTS = 256
_BATCH_CHARS = 65_536  # padded characters: about 16,000 tokens, 16 MB of token outputs at 256 dimensions
_ZERO_NORM = 0.5  # fastembed normalises: a row is either of length 1 or of length 0

# What fastembed loads, in the folder of packages. `importlib` finds the first of them.
_NATIVE = ("onnxruntime", "tokenizers", "PIL", "pillow.libs")
_LIBRARY = re.compile(r"\.(so|dll|pyd|dylib)(\.|$)")
_READ_BYTES = 1 << 20

_load_lock = threading.Lock()  # fastembed's registry of models is one list for the process


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """An ONNX embedding model in a local folder.

    Args:
        name: short name; the model version is `name@hash8`.
        path: folder with the ONNX file, `tokenizer.json` and `tokenizer_config.json`.
        dim: size of a vector.
        description: one sentence for the user.
        pooling: how token outputs become one vector: their mean over the attention mask, or the first of them.
        normalise: False when the graph itself gives unit vectors.
        model_file: the ONNX file, relative to `path`.
    """

    name: str
    path: Path
    dim: int
    description: str = ""
    pooling: Literal["mean", "cls"] = "mean"
    normalise: bool = True
    model_file: str = "model.onnx"


class FastEmbedder:
    """Embeds texts with one model; loads it on first use. Safe to share between threads.

    Args:
        spec: the model.
        threads: how many threads one call may use; 1 keeps background work off the other cores. The tokeniser's own
            threads are switched off for the process, unless the environment variable TOKENIZERS_PARALLELISM is set.
    """

    def __init__(self, spec: ModelSpec, *, threads: int = 1) -> None:
        self.spec = spec
        self._threads = threads
        self._model: TextEmbedding | None = None

    @property
    def dim(self) -> int:
        """Size of a vector."""
        return self.spec.dim

    @property
    def loaded(self) -> bool:
        """True once the model is in memory."""
        return self._model is not None

    @cached_property
    def model_version(self) -> str:
        """`name@hash8`: the first 8 hexadecimal digits of the sha256 of the ONNX file followed by `tokenizer.json`.

        Other characters of the name than a folder in a vault may have become `_`.

        Reads the files once and does not load the model. Raises EmbeddingError when one is missing.
        """
        digest = hashlib.sha256()
        for file in (self.spec.model_file, "tokenizer.json"):
            try:
                with (self.spec.path / file).open("rb") as stream:
                    while chunk := stream.read(1 << 20):
                        digest.update(chunk)
            except OSError as error:
                raise _unreadable(self.spec, error) from error
        return f"{plain_form(self.spec.name)}@{digest.hexdigest()[:8]}"

    def warm_up(self) -> None:
        """Load the model and run it once, so that the first query does not wait. Raises EmbeddingError."""
        self.embed_query("warm up")

    def embed(self, texts: Sequence[str]) -> Vectors:
        """(n, dim) unit vectors, float32, in the order of `texts`.

        Only the first MAX_CHARS characters of a text, and of those the first tokens up to the model's limit, count.
        Raises EmbeddingError when the model cannot be loaded or fails; then no vector is given.
        """
        if isinstance(texts, str):
            raise EmbeddingError("A single text was given where a sequence of texts is expected.")
        vectors = np.empty((len(texts), self.dim), dtype=np.float32)
        if not len(texts):
            return vectors
        try:
            model = self._load()
            clean = [_encodable(text[:MAX_CHARS]) for text in texts]
            for rows in _batches(clean):
                batch = [clean[row] for row in rows]
                vectors[rows] = list(model.embed(batch, batch_size=len(batch)))
        except EmbeddingError:
            raise
        except Exception as error:
            raise EmbeddingError(
                f"The embedding model {self.spec.name} failed on a batch of {len(texts)} texts: {error}"
            ) from error
        return self._checked(vectors, clean)

    def embed_query(self, text: str) -> Vectors:
        """(dim,) unit vector, float32. Raises EmbeddingError."""
        vector: Vectors = self.embed((text,))[0]
        return vector

    def knows(self, word: str) -> bool:
        """Whether the model has the word, or a long piece of it, in its vocabulary; see `vocabulary`.

        True for a model whose vocabulary cannot be judged by that, or cannot be read.
        """
        try:
            return self._vocabulary.knows(word)
        except EmbeddingError:  # whoever embeds tells of it
            return True

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        tokenizer = getattr(self._load().model, "tokenizer", None)
        if tokenizer is None:
            raise EmbeddingError(f"The embedding model {self.spec.name} has no tokenizer.")
        return Vocabulary(tokenizer)

    def _checked(self, vectors: Vectors, texts: Sequence[str]) -> Vectors:
        """`vectors` with a direction for the texts that have none. Raises EmbeddingError when one is not finite."""
        norms = np.linalg.norm(vectors, axis=1)
        if not np.isfinite(norms).all():
            raise EmbeddingError(
                f"The embedding model {self.spec.name} gave values that are not finite numbers.",
                hint="Choose another model, or install this one again.",
            )
        for row in np.flatnonzero(norms < _ZERO_NORM):
            vectors[row] = _hash_direction(texts[int(row)], self.dim)
        return vectors

    def _load(self) -> TextEmbedding:
        """The model, loaded at most once, whoever comes first."""
        if self._model is None:
            with _load_lock:
                if self._model is None:
                    self._model = _open_model(self.spec, self.model_version, self._threads)
        return self._model


def _read_ahead() -> None:
    """Have the system read the libraries that are about to be imported.

    An import keeps the interpreter's lock while it waits for the disk, and so stops all threads; this does not.
    """
    spec = importlib.util.find_spec(_NATIVE[0])
    if spec is None or spec.origin is None:
        return
    for name in _NATIVE:
        for path in (Path(spec.origin).parents[1] / name).rglob("*"):
            if _LIBRARY.search(path.name):
                with contextlib.suppress(OSError), path.open("rb", buffering=0) as file:
                    while file.read(_READ_BYTES):
                        pass


@lru_cache(maxsize=1)
def _open_model(spec: ModelSpec, version: str, threads: int) -> TextEmbedding:
    """Register and load the model in fastembed; the last one stays loaded. The caller holds the lock.

    Raises EmbeddingError.
    """
    # The tokeniser otherwise takes every core, whatever `threads` says; it reads this at each call.
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    # From 1.29 on, onnxruntime reports to Microsoft and keeps an id of the machine, unless this is so when it is
    # imported.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    _read_ahead()
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    # Windows builds must be told by a call, too. (Imported by name: it has no type information.)
    importlib.import_module("onnxruntime").disable_telemetry_events()
    key = f"memory-desktop/{version}/{spec.pooling}/{spec.normalise}/{spec.dim}/{spec.model_file}"
    # ValueError: an earlier embedder of the same model registered it; the key holds all that was registered.
    with contextlib.suppress(ValueError):
        TextEmbedding.add_custom_model(
            key,
            pooling=PoolingType.MEAN if spec.pooling == "mean" else PoolingType.CLS,
            normalization=spec.normalise,
            sources=ModelSource(hf=key),  # demanded, and never asked: the path below goes first
            dim=spec.dim,
            model_file=spec.model_file,
        )
    try:
        return TextEmbedding(
            key,
            cache_dir=str(spec.path),  # or it would make a folder in the system's temporary one
            threads=threads,
            providers=["CPUExecutionProvider"],
            cuda=False,
            local_files_only=True,
            specific_model_path=str(spec.path),
        )
    except Exception as error:
        raise _unreadable(spec, error) from error


def _unreadable(spec: ModelSpec, error: Exception) -> EmbeddingError:
    return EmbeddingError(
        f"The embedding model {spec.name} in {spec.path} cannot be read: {error}",
        hint="Choose another model, or install this one again.",
    )


def _encodable(text: str) -> str:
    """`text` with lone surrogates, which UTF-8 and so the tokeniser cannot hold, replaced by question marks."""
    if text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8")


def _batches(texts: Sequence[str]) -> Iterator[list[int]]:
    """Indices of texts of like length, each batch at most _BATCH_TEXTS texts and, but for one text, _BATCH_CHARS."""
    batch: list[int] = []
    for row in sorted(range(len(texts)), key=lambda row: len(texts[row])):
        # In ascending order the newcomer is the longest, so it sets the padded size.
        if len(batch) == _BATCH_TEXTS or (batch and (len(batch) + 1) * len(texts[row]) > _BATCH_CHARS):
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


def _hash_direction(text: str, dim: int) -> Vectors:
    """(dim,) unit vector that depends on nothing but the text."""
    digest = hashlib.shake_256(text.encode("utf-8")).digest(dim)
    direction = np.frombuffer(digest, dtype=np.uint8).astype(np.float32) - np.float32(127.5)
    unit: Vectors = direction / np.linalg.norm(direction)
    return unit
