"""Which words a model knows, and which it only spells.

A WordPiece vocabulary has the common words of its language, and takes any other apart: into pieces that mean something
("volunteer" + "ing"), or into little more than letters ("z", "x", "q", "v"), whose vectors are alike to anything and
mean nothing. A word is known that has a token of its own, a piece of at least `_LONG_PIECE` letters, or that is made of
words and endings ("bee" + "hive", "sun" + "flower" + "s"). Of the words in questions about conversations that are taken
apart, half are known by that; of made-up words that can be spoken, 1 in 100. In scripts without blanks each character
is a word to the tokenizer: there, every one has to be in the vocabulary.

Vocabularies of other kinds, and those of many languages at once, cut all words into short pieces, and are not judged.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_LONG_PIECE, _SHORTEST_PART = 5, 3
_ENDINGS = frozenset("s es d ed y er ers ing ly".split())
_FIRST_IDEOGRAPH = "\u2e80"
_MANY_LANGUAGES = 60_000
_KEPT = 4_096


class Vocabulary:
    """See the module. Safe from many threads.

    Args:
        tokenizer: the model's.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._judged = type(tokenizer.model).__name__ == "WordPiece" and tokenizer.get_vocab_size() <= _MANY_LANGUAGES
        self.knows = lru_cache(maxsize=_KEPT)(self._knows)

    def _knows(self, word: str) -> bool:
        if not self._judged:
            return True
        one = word[:-1] if len(word) > _SHORTEST_PART and word.endswith("s") else word
        return _spells(self._tokenizer, word) or _spells(self._tokenizer, one)


def _spells(tokenizer: Tokenizer, word: str) -> bool:
    """Whether the pieces of a word say more than its letters."""
    encoded = tokenizer.encode(word.encode("utf-8", "replace").decode("utf-8"), add_special_tokens=False)
    pieces = [piece.removeprefix("##") for piece in encoded.tokens]
    if not pieces or "[UNK]" in pieces:
        return False
    if all(piece >= _FIRST_IDEOGRAPH for piece in pieces) and len(set(encoded.word_ids)) == len(pieces):
        return True  # characters that are words of their own
    if len(pieces) == 1:
        return len(pieces[0]) > 1
    return max(map(len, pieces)) >= _LONG_PIECE or all(
        (len(piece) >= _SHORTEST_PART and tokenizer.token_to_id(piece) is not None) or (place and piece in _ENDINGS)
        for place, piece in enumerate(pieces)
    )
