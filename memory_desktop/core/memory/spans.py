"""Long texts in parts: what a text says far down is found by meaning, too.

One vector for a whole long text says little about any place in it: a model reads only its beginning, or takes the mean
of all its words. So a text of more than `LONG` bytes, about 200 tokens of English, has a vector for each of its parts
besides the one for the whole. A part is some paragraphs or sentences of at most `PART` bytes, about 75 tokens: the
bundled model finds a sentence among 300 bytes about as well as alone, and among 600 hardly better than in the whole.
They are bytes instead of characters, as scripts with more bytes a character have more tokens a character. The parts of
a text depend on the text alone, so they are the same for every model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

#: A text with more UTF-8 bytes has parts.
LONG = 800
#: The most bytes of a part. There are never much more than `MOST` parts: those of a very long text are longer.
PART, MOST = 300, 1_000
_PARAGRAPH = re.compile(r"\n+")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])")
_WORD = re.compile(r"\s+")
#: From the widest to the narrowest, where a text may be divided, and what stands between pieces put together again.
_LEVELS = ((_PARAGRAPH, "\n"), (_SENTENCE, " "), (_WORD, " "))


def parts_of(text: str) -> tuple[str, ...]:
    """The parts of a long text, in order, which together hold all its words; none of a short one."""
    size = _size(text)
    if size <= LONG:
        return ()
    return tuple(_divided(text, max(PART, -(-size // MOST)), 0))


def _divided(text: str, most: int, level: int) -> Iterator[str]:
    if level == len(_LEVELS):
        yield from _cut(text, most)
        return
    pattern, between = _LEVELS[level]
    yield from _packed((one.strip() for one in pattern.split(text)), between, most, level)


def _packed(pieces: Iterable[str], between: str, most: int, level: int) -> Iterator[str]:
    """Pieces put together as long as they fit; one that does not fit alone is divided at narrower places."""
    kept, size = list[str](), 0
    for piece in pieces:
        more = _size(piece)
        if not more:
            continue
        if kept and size + len(between) + more > most:
            yield between.join(kept)
            kept, size = [], 0
        if more > most:
            yield from _divided(piece, most, level + 1)
        else:
            size += more + (len(between) if kept else 0)
            kept.append(piece)
    if kept:
        yield between.join(kept)


def _cut(text: str, most: int) -> Iterator[str]:
    """Pieces of a text that has no place to divide it at."""
    kept, size = list[str](), 0
    for character in text:
        more = _size(character)
        if size + more > most:
            yield "".join(kept)
            kept, size = [], 0
        kept.append(character)
        size += more
    if kept:
        yield "".join(kept)


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
