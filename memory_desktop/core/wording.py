"""Formats counts in sentences, the same way everywhere."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime

_MOST_QUOTED = 120
_USERS_NAMED = 5
#: In place of the name of whoever is not named.
NO_USER = "No user named"


def date_word(moment: date, form: str = "%Y-%m-%d") -> str:
    """A time as `strftime` writes it, with four digits of the year also where the system leaves out its noughts."""
    return moment.strftime(form.replace("%Y", f"{moment.year:04d}"))


def count(number: int, one: str = "", many: str = "") -> str:
    """ "1,234", or with words "1 memory", "1,234 memories"; of "line of a text" the plural is "lines of a text"."""
    text = f"{number:,}"
    if not one:
        return text
    head, of, rest = one.partition(" of ")
    return f"{text} {one if number == 1 else many or f'{head}s{of}{rest}'}"


def memories(number: int) -> str:
    """ "1 memory", "1,234 memories"."""
    return count(number, "memory", "memories")


def file_names(files: Sequence[str], most: int = 4) -> str:
    """Names of files without their folders and zips, the first few of them: "chat.html, user.json and 3 more"."""
    names = [re.split(r"[/!]", file)[-1] for file in files]
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def status_word(status: str, *, assembly: bool = False) -> str:
    """A status as people call it: "active", "superseded", "forgotten", of an assembly "dissolved"."""
    if status != "tombstone":
        return status
    return "dissolved" if assembly else "forgotten"


def user_word(user: str, *, within: bool = False) -> str:
    """A user's name; "No user named" for whoever is not named, in small letters `within` a sentence."""
    return user or (NO_USER.lower() if within else NO_USER)


def other_users_words(users: Mapping[str, int], how: str) -> str:
    """That whoever is not named has few turns or none, and who has some; "" where nobody else has.

    Args:
        users: how many turns each user has; "" is whoever is not named. how: to name a user, as “--user”.
    """
    others = {user: number for user, number in users.items() if user}
    if not others:
        return ""
    named = [f"{user} ({count(number, 'turn')})" for user, number in list(others.items())[:_USERS_NAMED]]
    more = [f"{len(others) - _USERS_NAMED:,} more"] if len(others) > _USERS_NAMED else []
    told = f"This was asked of turns that name no user ({users.get('', 0):,})."
    return f"{told} Other turns are those of {', '.join([*named, *more])}: name one with {how}."


def ended(reason: str) -> str:
    """A reason, as another program worded it, with one full stop at its end."""
    return f"{reason.strip().rstrip('.')}."


def shortened(text: str, limit: int) -> str:
    """A text as one row of at most so many characters, cut with an ellipsis."""
    line = " ".join(text[: 2 * limit].split())
    whole = len(line) <= limit and not text[2 * limit :].strip()
    return line if whole else f"{line[: limit - 1]}…"


def beginning(text: str, limit: int) -> str:
    """A text of at most so many characters, cut between words, with an ellipsis; a longer first word is cut, too."""
    if len(text) <= limit:
        return text
    words = text[:limit].rsplit(None, 1)
    kept = words[0] if len(words) > 1 else text[: limit - 1]
    return f"{kept[: limit - 1].rstrip()}…"


def otherwise_since(said_at: datetime, content: str = "") -> str:
    """That something says otherwise than a memory since a day, and what it says."""
    told = f"otherwise since {date_word(said_at.astimezone())}"
    return f"{told}: “{shortened(content, _MOST_QUOTED)}”" if content else told


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def size(number: int) -> str:
    """Bytes in the unit that fits; a MB is 1,000,000 of them."""
    amount = float(number)
    for unit in ("B", "KB", "MB", "GB"):
        if amount < 1000 or unit == "GB":
            return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1000
    return ""
