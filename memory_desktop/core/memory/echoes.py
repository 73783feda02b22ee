"""What was made of a message and says no more than the message does: “Joy about tea: I love tea” of “I love tea. You?”

Such an echo stands behind its message in an answer, and is left out where there is room for one of the two only.
"""

from __future__ import annotations

from collections.abc import Iterable

#: What was made of more memories than this brings them together, and so says more than one of them.
MOST_SOURCES = 4
_HEADING = ": "


def echoes(made: str, sources: Iterable[str]) -> bool:
    """Does a text say, behind its heading if it has one, nothing but words of its sources, as they stand there?"""
    said = [one for one in map(_plain, sources) if one]
    heading, *lines = [line for line in map(_plain, made.splitlines()) if line] or [""]
    if lines:
        return all(_quoted(line, said) for line in lines)
    _, found, quoted = heading.partition(_HEADING)
    return _quoted(heading, said) or bool(found and _quoted(quoted, said))


def _quoted(text: str, said: Iterable[str]) -> bool:
    return bool(text) and any(text in one for one in said)


def _plain(text: str) -> str:
    """Without what shortens it, and with single blanks."""
    return " ".join(text.split()).rstrip("…").rstrip()
