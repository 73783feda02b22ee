"""What of an earlier text still holds after a later one that corrects it.

Of “I have a dog named Rex and I work at Bosch” that is “I have a dog named Rex”, after “I no longer work at Bosch”.

A text says as many things as it has clauses and sentences, and of several things that are done or liked each by itself.
What leans on the sentence before it (“They pay well”) goes with that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from memory_desktop.core.extraction.clauses import parts, parts_at
from memory_desktop.core.extraction.quotations import unquoted
from memory_desktop.core.extraction.sentences import Shape, sentences, told_apart, words_of
from memory_desktop.core.memory.claims import KEPT, claims, speaker, without_speaker
from memory_desktop.core.memory.ended import doings, ended
from memory_desktop.core.memory.likings import liked, turns
from memory_desktop.core.memory.pairs import denied, relation
from memory_desktop.core.memory.slots import replaces, takes_place

#: Longer texts are no single statements of a person; characters.
_LONGEST = 1_000
_LEANS = frozenset(
    "it it's its that that's this these those they they're them there there's so then because which also plus but and"
    " he he's she she's".split()
)
#: Stands for what was taken out of a message.
LEFT_OUT = "[…]"
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


@lru_cache(maxsize=KEPT)
def statements_in(text: str) -> tuple[str, ...]:
    """A text and, where it says several things, each of them alone, as its speaker says it."""
    if len(text) > _LONGEST:
        return (text,)
    name = speaker(text)
    several = said_in(without_speaker(text))
    return (text, *(f"{name}: {one}" if name else one for one in several)) if len(several) > 1 else (text,)


def without(text: str, corrected: Sequence[tuple[tuple[int, int], str]], told: Sequence[tuple[int, int]]) -> str:
    """A message without what was corrected of it; "" if it says nothing else.

    Args:
        corrected: where in it stands what was learned and corrected, and what is said now. told: where stands what was
            learned and holds, which needs no message to be given.
    """
    gone, left = list[tuple[int, int]](), list[tuple[int, int]]()
    for (start, end), now in corrected:
        places = parts_at(text, start, end)
        over = [one for one in places if is_gone(one.of(text), [now])] or places
        gone += [(one.start, one.end) for one in over]
        left += [(one.start, one.end) for one in places if one not in over]
    known = [*(place for place, _ in corrected), *told]
    says = (one for one in sentences(text) if one.shape is Shape.STATEMENT)
    left += [(one.start, one.end) for one in says if not any(a < one.end and one.start < b for a, b in known)]
    if not left:
        return ""
    pieces, at = list[str](), 0
    for start, end in sorted(gone):
        pieces.append(text[at:start])
        at = max(at, end)
    return " ".join(f" {LEFT_OUT} ".join([*pieces, text[at:]]).split())


@lru_cache(maxsize=KEPT)
def said_in(text: str) -> tuple[str, ...]:
    """The single statements of a text; what is quoted in it, or only imagined, stays whole."""
    found, before = list[str](), Shape.STATEMENT
    for piece, shape in told_apart(text):
        words = words_of(piece)
        if not words:
            continue
        imagined = shape is Shape.IMAGINED
        leans = words[0] in _LEANS or len(words) == 1 or shape is Shape.QUOTATION
        if found and ((imagined and before is shape) or (leans and not imagined)):
            found[-1] = f"{found[-1]} {piece}"
        else:
            found += [piece] if imagined else parts(piece)
        before = shape
    return tuple(found)


def _gone(old: str, new: str) -> bool:
    if _one_of_several(old, new):
        return False
    if replaces(new, old) or any(takes_place(one, other) for one in claims(new) for other in claims(old)):
        return True
    said, against = (unquoted(without_speaker(one)) for one in (old, new))
    return relation(said, against)[0] == "conflict" or denied(said, against)


def _one_of_several(old: str, new: str) -> bool:
    """Is only one of several things that a statement names taken back: jazz of jazz and blues?"""
    before, now = (liked(without_speaker(one)) for one in (old, new))
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
            if _in_a_list(one.words, statement.words):
                return True
    return False


def _in_a_list(words: Sequence[str], listed: Sequence[str]) -> bool:
    """Is it a later one of several things: “be allergic to cats” of “be allergic to nuts and cats”?"""
    same = next((at for at, (one, other) in enumerate(zip(words, listed, strict=False)) if one != other), len(words))
    thing, things = tuple(words[same:]), tuple(listed[same:])
    places = range(1, len(things) - len(thing) + 1)
    return bool(same and thing and not _JOINS.isdisjoint(things)) and any(
        things[at : at + len(thing)] == thing and (at + len(thing) == len(things) or things[at + len(thing)] in _JOINS)
        for at in places
    )
