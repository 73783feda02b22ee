"""What of a user's conversations is kept at all, and for how long: set by a person, for each user."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memory_desktop.core.conversation.analysis import topics
from memory_desktop.core.errors import InvalidCommandError

_LISTS = ("words", "topics", "kinds")
_MOST = 200
# Thai, kana, Han and Hangul: no blank says where a word ends, or what hangs on it is not its own word.
_NO_BLANKS = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Retention:
    """What is kept; by default all, for ever.

    Attributes:
        days: turns are forgotten after so long; 0 is never. Forgotten, not purged: it can be undone.
        words: a turn in which one of these stands, in any case of letters, is not recorded; “art” does not stand in
            “party”. topics: nor is one that is about these; “health insurance” is about health.
        kinds: facts of these kinds ("pref", "fact", "rule") are not learned.
    """

    days: float = 0.0
    words: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As an event keeps it."""
        return {"days": self.days, **{name: list(getattr(self, name)) for name in _LISTS}}

    def excludes(self, user_input: str, final_response: str | None) -> str:
        """Why a turn is not to be recorded: the rule that it meets first; "" if it is."""
        text = f"{user_input}\n{final_response or ''}"
        word = next((word for word in self.words if _stands_in(word, text)), None)
        if word is not None:
            return f"It has “{word}”, one of the words that are not to be remembered for this user."
        about = topics(user_input, final_response) if self.topics else ()
        topic = next((topic for topic in self.topics if any(_stands_in(topic, one) for one in about)), None)
        if topic is not None:
            return f"It is about “{topic}”, one of the topics that are not to be remembered for this user."
        return ""


def _stands_in(words: str, text: str) -> bool:
    """Do these words stand in a text, in any case of letters, as whole words where the script has blanks?"""
    before = r"(?<!\w)" if _has_ends(words[0]) else ""
    after = r"(?!\w)" if _has_ends(words[-1]) else ""
    return re.search(f"{before}{re.escape(words.casefold())}{after}", text.casefold()) is not None


def _has_ends(edge: str) -> bool:
    """Is this letter one of those between which and the next word there is something that is no letter?"""
    return edge.isalnum() and not _NO_BLANKS.match(edge)


def retention_of(raw: Mapping[str, Any]) -> Retention:
    """What JSON says. Raises InvalidCommandError naming what is wrong."""
    unknown = sorted(set(raw) - {"days", *_LISTS})
    if unknown:
        raise InvalidCommandError(f"A retention has no {', '.join(unknown)}.")
    days = raw.get("days", 0.0)
    if isinstance(days, bool) or not isinstance(days, int | float) or not math.isfinite(days) or days < 0:
        raise InvalidCommandError("days must be a number that is not negative.")
    lists: dict[str, tuple[str, ...]] = {}
    for name in _LISTS:
        given = raw.get(name, ())
        if not isinstance(given, list | tuple) or not all(isinstance(one, str) for one in given) or len(given) > _MOST:
            raise InvalidCommandError(f"{name} must be a list of at most {_MOST} texts.")
        lists[name] = tuple(dict.fromkeys(one.strip() for one in given if one.strip()))
    return Retention(float(days), **lists)
