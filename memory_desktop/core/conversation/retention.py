"""What of a user's conversations is kept at all, and for how long: set by a person, for each user."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memory_desktop.core.conversation.analysis import topics
from memory_desktop.core.errors import InvalidCommandError

_LISTS = ("words", "topics", "kinds")
_MOST = 200


@dataclass(frozen=True, slots=True)
class Retention:
    """What is kept; by default all, for ever.

    Attributes:
        days: turns are forgotten after so long; 0 is never. Forgotten, not purged: it can be undone.
        words: a turn with one of these, whatever its case, is not recorded. topics: nor is one that is about these.
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
        text = f"{user_input}\n{final_response or ''}".casefold()
        word = next((word for word in self.words if word.casefold() in text), None)
        if word is not None:
            return f"It has “{word}”, one of the words that are not to be remembered for this user."
        about = topics(user_input, final_response) if self.topics else ()
        topic = next((topic for topic in self.topics if topic.casefold() in about), None)
        if topic is not None:
            return f"It is about “{topic}”, one of the topics that are not to be remembered for this user."
        return ""


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
