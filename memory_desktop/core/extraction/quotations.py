"""What a text quotes: words that somebody else may have said, so nothing of them is its speaker's own.

Quoted is what stands in quotation marks and is said as people speak, as in: My sister told me “I hate fish”; what
stands behind a verb of saying and a colon (“She wrote: I hate fish”), if it is not the speaker's own saying; what is
handed over to be translated or corrected; lines that begin with “>”; and an e-mail with its head. A title or a name in
quotation marks is not: My favourite book is “Dune”. Everything here takes time in proportion to the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache

from memory_desktop.core.patterns import later

#: In quotation marks so far apart no sentence and no clause ends; what is longer is a text of its own.
LONGEST = 400
#: So many texts stay read: several rules look at the same one.
_KEPT = 1_024
#: So much is said behind a colon at the most; so much before one is looked at.
_LONGEST_SAID = 4_000
_BEFORE = 100
_MAY_QUOTE = re.compile(r"[\"“„«»‘'>]|:\s|\?\s")
#: A mark opens where a word may begin, and the next one closes where a word may end.
_MARKED = later(
    r"(?<![^\s(\[{:,–—-])(?:"
    r"\"(?=\S)[^\"]{1,4000}(?<=\S)\"(?!\w)|“[^“”]{1,4000}”|„[^„“”]{1,4000}[“”]|«[^«»]{1,4000}»|»[^«»]{1,4000}«)"
    r"|(?<=[\w,:] )['‘](?=(?:I|[Mm]y|[Ww]e)\b)[^\n]{0,300}?['’](?=[.,;:!?)\s]|$)"
)
_COLON = later(r":\s+(?![\"“„«»])(?=\S)")
_ANSWERED_LINE = later(r"^[ \t]*>.*$", re.MULTILINE)
_HEAD = r"(?:From|To|Subject|Date|Sent|Cc|Reply-To): .+"
_MAIL = later(rf"^{_HEAD}\n(?:{_HEAD}\n)+", re.MULTILINE)
#: A question about the words that follow it.
_ABOUT_WORDS = later(
    r"(?:^|[.!?…]\s+|\n)(?:please |can you |could you |would you |will you |do you think |so )*"
    r"(?:is|are|does|do|check|correct|proof-?read|improve|what do you think of|what about|how about|how)\b"
    r"[^.!?\n]{0,40}?"
    r"\b(?:this|the following|these|my) (?:[\w-]+ ){0,2}?"
    r"(?:sentences?|paragraphs?|texts?|phrases?|wording|grammar|spelling|lines?|messages?|e-?mails?|drafts?)\b"
    r"[^.!?\n]{0,40}\?\s+(?=\S)",
    re.IGNORECASE,
)
_SAYING = later(
    r"\b(?P<verb>said|says|saying|wrote|writes|written|told|tells|asked|asks|replied|replies|answered|answers|texted"
    r"|complains|complained|comments|commented|reports|reported|states|stated|reads|begs|begged|adds|added|go"
    r"|texts|messaged|emailed|posted|tweeted|shouted|whispered|explained|explains|claimed|claims|sang|sings|goes|quoted"
    r"|quotes)(?: (?!(?:I|we)\b)[\w'’]+){0,4}$",
    re.IGNORECASE,
)
_OWN = later(
    r"\b(?:I|we)(?:['’]ve|['’]d|['’]m| have| had| am)?(?: (?:just|always|also|once|already|often|only|ever|never))* $",
    re.IGNORECASE,
)
#: What is handed over: all that stands behind the colon.
_HANDED_OVER = later(
    r"^(?:(?:please|now|ok|okay|then|and|also|hey|hi|can you|could you|would you|will you),? ){0,3}"
    r"(?:translat(?:e|ion)|proof-?read|correct(?= \w)|spell-?check|paraphrase|rephrase|reword|rewrite|summari[sz]e"
    r"|shorten|transcribe|quote|quotation|lyrics)\b(?! (?:me|that)\b)[^.!?]*$"
    r"|(?:^|\b(?:this|the|that|following|an?|his|her|their|its) )(?:[\w’'-]+ ){0,3}?(?:e-?mail|mail|message|letter|text"
    r"|sentence|paragraph|post|tweet|article|story|poem|song|lyrics|transcript|chat|dialogue|excerpt|passage"
    r"|review|comment|cover letter)s?(?: (?:below|from|that|of|by|in|for|I|he|she|they|we)\b[^.!?]{0,40})?$",
    re.IGNORECASE,
)
_OTHERS_SAY = later(
    r"\b(?:say|says|said|saying|tells?|told|asks?|asked|thinks?|thought|claims?|claimed|believes?|believed|wonders?"
    r"|wondered|assumes?|assumed|insists?|insisted|jokes?|joked|suggests?|suggested|wrote|writes)"
    r"(?: (?:me|us|him|her|them|you|everyone|everybody|people|(?:my|his|her|their) \w+))?(?: that)? $",
    re.IGNORECASE,
)
_OPEN = later(
    r"(?:\b(?:is it|isn['’]t it) (?:true|right|correct|possible|a fact|wrong|false)(?: that)?"
    r"|\b(?:do you (?:think|believe)|are you sure|would you say)(?: that)?"
    r"|\b(?:if|when) (?:I|we|you|someone|somebody|he|she|they) (?:say|says|said|tell|tells|told)"
    r"(?: (?:you|me|him|her|them|us|people))?(?: that)?"
    r"|\b[Aa]ccording to [^,.!?]{1,40},"
    r"|\b(?:if|whether|in which|pretend|pretending|pretended|dreamed|dreamt|imagine|imagined|as though)(?: that)?"
    r"|\b(?:dream|story|novel|film|movie|poem|song|book)(?: \w+)? (?:where|that|in which)) $",
    re.IGNORECASE,
)
_OF_ONESELF = later(r"\b(?:I|[Ww]e|[Mm]y|[Oo]ur)\b")
_SENTENCE_END = later(r"[.!?…]\s|\n")
_WORD = later(r"[^\W\d_][\w'’-]*")
_FIRST_PERSON = frozenset("i i'm i've i'd i'll my mine me myself we we're we've we'd we'll our ours us".split())
#: What is said to somebody begins so, or speaks to them.
_BIDS = frozenset("always never don't do please stop you your you're use call".split())
#: These are small in a title.
_SMALL = frozenset("a an the of in on at to for and or but nor with from by as".split())


@lru_cache(maxsize=_KEPT)
def quoted_in(text: str) -> tuple[tuple[int, int], ...]:
    """Where in a text that which it quotes begins and ends, marks included; nothing where it says nothing else."""
    if _MAY_QUOTE.search(text) is None:
        return ()
    found = [(start, end) for start, end in _marked(text) if _is_said(text[start + 1 : end - 1])]
    others = [one.span() for one in _ANSWERED_LINE.finditer(text)]
    if (mail := _MAIL.search(text)) is not None:
        others.append((mail.start(), len(text)))
    about = _ABOUT_WORDS.search(text)
    handed_over = [(about.end(), len(text))] if about is not None else []
    found = _apart([*found, *_behind_colons(text), *others, *handed_over])
    return tuple(found) if others or _WORD.search(_without(text, found)) is not None else ()


def is_quoted(text: str, start: int, end: int) -> bool:
    """Does a part of a text stand within what the text quotes?"""
    return within(quoted_in(text), start, end)


@lru_cache(maxsize=_KEPT)
def marked_in(text: str) -> tuple[tuple[int, int], ...]:
    """Where in a text marks stand around words, whatever these are: no sentence and no clause ends there."""
    if _MAY_QUOTE.search(text) is None:
        return ()
    return tuple(one for one in _marked(text) if one[1] - one[0] <= LONGEST)


def within(spans: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Does a part of a text stand within one of the spans, which are in their order?"""
    place = bisect_right(spans, start, key=lambda one: one[0]) - 1
    return place >= 0 and end <= spans[place][1]


def unquoted(text: str) -> str:
    """A text without what it quotes."""
    spans = quoted_in(text)
    return _without(text, spans) if spans else text


def hangs_on(text: str, place: int) -> bool:
    """Does what stands at a place of a sentence hang on what another person says or thinks, on a “whether”, or on a
    thing of which it tells: “My friend says …”, “I don't know if …”, “a story in which …”? Then it may not be so."""
    before = text[max(0, place - _BEFORE) : place]
    if _OPEN.search(before) is not None:
        return True
    saying = _OTHERS_SAY.search(before)
    return saying is not None and _OWN.search(before[: saying.start()]) is None


def is_hearsay(text: str) -> bool:
    """Does a sentence tell of its speaker what another person says or asks: “My friend says I moved to Rome”?"""
    return any(hangs_on(text, one.start()) for one in _OF_ONESELF.finditer(text))


def _marked(text: str) -> Iterator[tuple[int, int]]:
    """What stands in quotation marks."""
    return (one.span() for one in _MARKED.finditer(text) if "\n\n" not in one[0])


def _behind_colons(text: str) -> Iterator[tuple[int, int]]:
    """What stands without marks behind a colon, and is quoted or handed over."""
    ends = 0
    for colon in _COLON.finditer(text):
        if colon.start() < ends:
            continue  # in what is quoted already
        before = text[max(0, colon.start() - _BEFORE) : colon.start()]
        *_, lead = re.split(r"[.!?…]\s|\n", before)
        lead = lead.lstrip()
        if _HANDED_OVER.match(lead) is not None:
            yield colon.end(), len(text)
            return
        saying = _SAYING.search(lead)
        if saying is None or _OWN.search(lead[: saying.start()]) is not None:
            continue
        longest = min(len(text), colon.end() + _LONGEST_SAID)
        ends = text.find("\n", colon.end(), longest)
        ends = ends if ends >= 0 else longest
        first = _WORD.match(text, colon.end())
        if first is None or _small(first[0]) not in _FIRST_PERSON:
            # “The doctor said: drink more. I …”: only who speaks in the first person goes on doing so.
            stop = _SENTENCE_END.search(text, colon.end(), ends)
            ends = stop.start() + 1 if stop is not None else ends
        yield colon.end(), ends


def _is_said(text: str) -> bool:
    """Is it said as people speak, and no title and no name?"""
    words = _WORD.findall(text)
    if not words or all(word[:1].isupper() or word in _SMALL for word in words):
        return False
    small = [_small(word) for word in words]
    return small[0] in _BIDS or not _FIRST_PERSON.isdisjoint(small) or _SENTENCE_END.search(text) is not None


def _small(word: str) -> str:
    return word.lower().replace("’", "'")


def _apart(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in their order, without those that begin within another."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda one: (one[0], -one[1])):
        if not found or start >= found[-1][1]:
            found.append((start, end))
    return found


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    at, kept = 0, list[str]()
    for start, end in spans:
        kept.append(text[at:start])
        at = end
    return " ".join([*kept, text[at:]])
