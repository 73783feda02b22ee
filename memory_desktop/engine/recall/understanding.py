"""Whether a text says anything by which others could be found."""

from __future__ import annotations

from collections.abc import Callable

from memory_desktop.core.ports import KeySelection
from memory_desktop.core.query.language import ParsedQuery
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.upkeep.keyword_keeper import KeywordKeeper


def understanding(space: Callable[[], Space], keywords: KeywordKeeper) -> Callable[[str], bool]:
    """Tells whether the model knows a word of a text, or else some text of the vault has one.

    A text with neither has a vector as well, but what that is near to has nothing to do with the text.
    """

    def understood(text: str) -> bool:
        if space().understands(text):
            return True
        try:
            asked = keywords.index.ask(ParsedQuery(raw=text, text=text, words=tuple(text.split())))
            return asked.total(KeySelection()) != 0
        except (OSError, ValueError, RuntimeError):  # a damaged index: its keeper tells of it when words are searched
            return True

    return understood
