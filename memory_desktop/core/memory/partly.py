"""What of an earlier text still holds after a later one that corrects it.

Of “I have a dog named Rex and I work at Bosch” that is “I have a dog named Rex”, after “I no longer work at Bosch”.

A text says as many things as it has clauses and sentences, and of several things that are done or liked each by itself.
What leans on the sentence before it (“They pay well”) goes with that.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory_desktop.core.extraction.clauses import parts
from memory_desktop.core.extraction.sentences import pieces, words_of
from memory_desktop.core.memory.claims import claims, speaker, without_speaker
from memory_desktop.core.memory.ended import doings, ended
from memory_desktop.core.memory.likings import liking, turns
from memory_desktop.core.memory.pairs import denied, relation
from memory_desktop.core.memory.slots import replaces, takes_place
from memory_desktop.core.memory.statements import without_lead

#: Longer texts are no single statements of a person; characters.
_LONGEST = 1_000
_LEANS = frozenset(
    "it it's its that that's this these those they they're them there there's so then because which also plus but and"
    " he he's she she's".split()
)
_JOINS = frozenset({"and", "or"})


def left_of(old: str, news: Sequence[str]) -> tuple[str, ...]:
    """What still holds of a text that later ones correct, by the same speaker; nothing where they correct all of it.

    Of one statement of several things (“I like jazz and blues”) that is the whole statement.
    """
    if len(old) > _LONGEST:
        return ()
    name = speaker(old)
    lead = f"{name}: " if name else ""
    told = said_in(without_speaker(old))
    if len(told) == 1:
        partly = any(_one_of_several(old, new) for new in news)
        return (old,) if partly and not is_gone(old, news) else ()
    left = tuple(f"{lead}{one}" for one in told if not is_gone(f"{lead}{one}", news))
    several = max((len(said_in(without_speaker(new))) for new in news), default=0)
    # What is said anew as a whole takes the place of the whole, whatever its clauses are alone.
    return () if len(left) == len(told) and several >= len(told) else left


def is_gone(old: str, news: Sequence[str]) -> bool:
    """Does any later text take a single statement back?"""
    return any(_gone(old, new) for new in news)


def said_in(text: str) -> list[str]:
    """The single statements of a text."""
    found: list[str] = []
    for piece in pieces(text):
        words = words_of(piece)
        if found and words and (words[0] in _LEANS or len(words) == 1):
            found[-1] = f"{found[-1]} {piece}"
        elif words:
            found += parts(piece)
    return found


def _gone(old: str, new: str) -> bool:
    if _one_of_several(old, new):
        return False
    if replaces(new, old) or any(takes_place(one, other) for one in claims(new) for other in claims(old)):
        return True
    said, against = without_speaker(old), without_speaker(new)
    return relation(said, against)[0] == "conflict" or denied(said, against)


def _one_of_several(old: str, new: str) -> bool:
    """Is only one of several things that a statement names taken back: jazz of jazz and blues?"""
    before, now = (liking(without_lead(without_speaker(one))[0]) for one in (old, new))
    if (turned := turns(now, before)) and before is not None and turned != before.things:
        return True
    told = frozenset(words_of(new))
    over = [one for one in ended(new) if not one.so]
    for statement in doings(old):
        for one in over:
            rest = statement.words[len(one.words) :] if one.is_said_in(statement) else ()
            # “… and love it” names no other thing, and “Marks and Spencer” is named whole.
            others = frozenset(rest[1:])
            if rest[:1] and rest[0] in _JOINS and others and not others & (told | _LEANS):
                return True
    return False
