"""Counts the tokens of a text, by the tokenizer of the bundled embedding model."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from memory_desktop.embed.bundled import bundled_model

if TYPE_CHECKING:
    from tokenizers import Tokenizer

#: Counts that are remembered: about 5 MB of them.
_KEPT = 50_000
#: Characters of what is counted at once.
_PIECE = 20_000


class BundledTokens:
    """Counts tokens. Safe from many threads; the tokenizer is loaded by the first count."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tokenizer: Tokenizer | None = None
        self._counted: dict[bytes, int] = {}

    def count(self, text: str) -> int:
        """How many tokens a text has. Raises EmbeddingError when the installation lacks the tokenizer.

        The latest counts are kept, under digests: the same memories are shown again and again, and counting them takes
        longer than finding them.
        """
        return sum(self._count(piece) for piece in _pieces(text)) if text else 0

    def _count(self, text: str) -> int:
        digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        known = self._counted.get(digest)
        if known is None:
            known = len(self._loaded().encode(text, add_special_tokens=False))
            with self._lock:
                self._counted[digest] = known
                while len(self._counted) > _KEPT:
                    self._counted.pop(next(iter(self._counted)))
        return known

    def tail(self, text: str, most: int) -> str:
        """The end of a text that has at most so many tokens; all of it if it has no more."""
        if most <= 0 or not text:
            return ""
        offsets = self._loaded().encode(text, add_special_tokens=False).offsets
        return text[offsets[-most][0] :] if len(offsets) > most else text

    def _loaded(self) -> Tokenizer:
        with self._lock:
            if self._tokenizer is None:
                from tokenizers import Tokenizer

                found = Tokenizer.from_file(str(bundled_model().path / "tokenizer.json"))
                found.no_truncation()
                found.no_padding()
                self._tokenizer = found
            return self._tokenizer


def _pieces(text: str) -> Iterator[str]:
    """The text, cut at blanks, where every token ends: in one piece, a long text takes twice the time."""
    begin = 0
    while len(text) - begin > _PIECE:
        end = text.find(" ", begin + _PIECE)
        if end < 0:
            break
        yield text[begin:end]
        begin = end
    yield text[begin:]
