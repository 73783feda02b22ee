"""What the vectors of a memory are made of: its text, and the parts of it, or the phrases of a skill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from memory_desktop.core.conversation.skills import SKILL_KIND, phrases, skill_of, telling
from memory_desktop.core.keys import Keys
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.memory.spans import LONG, parts_of
from memory_desktop.core.vector_rows import MOST_PARTS, row_of
from memory_desktop.store import Store

#: So many texts are embedded at once, if one memory alone has not more.
_MOST_TEXTS = 4_096


class VectorTexts:
    """See the module."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def whole(self, keys: Sequence[int]) -> dict[int, Mapping[int, str]]:
        """By memory: its text alone, as its one row."""
        return {key: {key: text} for key, text in self._store.records.texts(keys).items()}

    def of(self, keys: Sequence[int]) -> dict[int, Mapping[int, str]]:
        """By memory: the text of each of its rows. Ends early where those are too many to embed at once."""
        texts = self._store.records.texts(keys)
        skills = self._phrases(self._store.records.of_kind(SKILL_KIND, keys))
        found: dict[int, Mapping[int, str]] = {}
        total = 0
        for key in keys:
            if key not in texts:
                continue
            parts = skills[key] if key in skills else parts_of(texts[key])
            total += 1 + len(parts)
            if found and total > _MOST_TEXTS:
                break
            rows = {row_of(key, number): part for number, part in enumerate(parts[:MOST_PARTS], start=1)}
            found[key] = {key: texts[key], **rows}
        return found

    def divided(self, keys: Sequence[int] | None = None) -> Keys:
        """Keys of the memories, or of those of these, that have more than one text, sorted."""
        records = self._store.records
        skills = self._phrases(records.of_kind(SKILL_KIND, keys))
        long = np.setdiff1d(records.longer_than(LONG, keys), list(skills))
        return np.union1d(long, [key for key, asked in skills.items() if asked]).astype(np.int64)

    def _phrases(self, keys: Sequence[int] | Keys) -> dict[int, tuple[str, ...]]:
        return {one.key: texts_of_skill(one) for one in self._store.records.by_keys(keys)}


def texts_of_skill(memory: Memory) -> tuple[str, ...]:
    """What queries are compared with, by the number of its row from 1: `phrases` of the skill, as they are embedded."""
    return tuple(map(telling, phrases(skill_of(memory))))
