"""Says the engine's sentences in the language of the window: `said`.

The engine knows no other language than English. It makes its sentences of literals and f-strings, which
`packaging/translations.py` finds in its code and writes, with `{name}` in their places, into `engine_texts.json` and,
in a context of their own, into the files of translations. Here a text is known again by these patterns: each is listed
under its rarest word, so that a text is held against a few of them only. What fills a place is looked up in turn, as it
may be a sentence, a count or a word of the engine, unless it stands in quotation marks: then it is not the engine's.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, cached_property, lru_cache

from PySide6.QtCore import QCoreApplication

from memory_desktop.assets import asset
from memory_desktop.bridge.step_words import step_word
from memory_desktop.bridge.translation import dated, figure, grouped, language, tr
from memory_desktop.bridge.wording import engine_word, layer_word, status_word
from memory_desktop.core.wording import capital

#: In which the engine's sentences stand in the files of translations.
CONTEXT = "engine"
_WORDS = re.compile(r"[A-Za-z]{2,}")
_PLACE = re.compile(r"\{(\w+)\}")
_COUNT = re.compile(r"(\d{1,3}(?:,\d{3})*) (.+)", re.DOTALL)
_WHOLE = re.compile(r"\d{1,3}(?:,\d{3})+")
_DECIMAL = re.compile(r"[+-]?\d+\.\d+")
_DAY = re.compile(r"\d{4}-\d\d-\d\d(?P<time> \d\d:\d\d(?P<seconds>:\d\d)?)?(?P<zone> UTC)?")
#: Typed operators of a query, and what it leaves out.
_TYPED = re.compile(r"""(?:-?\w+:(?:"[^"]*"|\S+)|-\S+)(?: (?:-?\w+:(?:"[^"]*"|\S+)|-\S+))*""")
#: Where a sentence may end and another begin.
_END = re.compile(r"(?<=[.!?]) (?=[A-Z“])|\n")
_BETWEEN = re.compile(r"; |, | and ")
_QUOTES = re.compile("[“”]")
#: What is said more exactly in brackets: "Discarded (needs approval)".
_IN_BRACKETS = re.compile(r"(\w+) \(([^()]+)\)")
#: Where the engine quotes the name of a step, which is its own; what else it quotes is not.
_OF_A_STEP = re.compile(r"“\{name\}” (cannot be (un|re)done now|has (not )?been (un|re)?done|\(event )")
#: How deep sentences are looked for in the places of sentences, and how many of them in one text.
_DEPTH = 4
_MOST_ENDS = 12
_MOST_STEPS = 200
_LONGEST = 4_000
#: What fills a place is taken for a sentence of so many words, or of fewer words and figures: else a name could be one.
_SURE = 2


@dataclass(frozen=True)
class _Pattern:
    """A sentence of the engine: what is written out of it, and between that the names of its places."""

    source: str
    literals: tuple[str, ...]
    names: tuple[str, ...]
    #: Does it name a step?
    of_a_step: bool

    @cached_property
    def weight(self) -> int:
        """How much is written out: of two patterns that fit, the one with more says more exactly what is meant."""
        return sum(map(len, self.literals))

    @cached_property
    def words(self) -> int:
        """How many words are written out."""
        return sum(len(_WORDS.findall(one)) for one in self.literals)

    def match(self, text: str) -> tuple[str, ...] | None:
        """What stands in the places of a text that this is the pattern of."""
        first, last = self.literals[0], self.literals[-1]
        end = len(text) - len(last)
        if not text.startswith(first) or not text.endswith(last) or end < len(first):
            return None
        filled, at = [], len(first)
        for literal in self.literals[1:-1]:
            found = text.find(literal, _behind_quotation(text, at), end)
            found = text.find(literal, at, end) if found < 0 else found
            if found < 0:
                return None
            filled.append(text[at:found])
            at = found + len(literal)
        return (*filled, text[at:end])

    def has_figures(self, values: Sequence[str]) -> bool:
        """Is there nothing but numbers, operators of queries and quotations in the places?"""
        return all(
            self.is_quoted(place) or _is_figure(value) or _TYPED.fullmatch(value) is not None
            for place, value in enumerate(values)
        )

    def is_quoted(self, place: int) -> bool:
        """Does a place stand in quotation marks?"""
        return self.literals[place].endswith("“") and self.literals[place + 1].startswith("”")


def _behind_quotation(text: str, at: int) -> int:
    """Where what is quoted at a place, or around it, ends: there, no part of the pattern is looked for."""
    begin = at - 1 if text[at - 1 : at] == "“" else at
    if text[begin : begin + 1] != "“":
        return at
    open_quotes = 0
    for found in _QUOTES.finditer(text, begin):
        open_quotes += 1 if found[0] == "“" else -1
        if not open_quotes:
            return found.start() if begin < at else found.end()
    return at


def _parts(text: str) -> list[str]:
    """The parts of a list, and at odd places what stands between them; a quotation is in one part."""
    parts, start = [], 0
    for between in _BETWEEN.finditer(text):
        before = text[: between.start()]
        if before.count("“") == before.count("”"):
            parts += [text[start : between.start()], between[0]]
            start = between.end()
    return [*parts, text[start:]]


class _Catalogue:
    """The patterns of the engine's sentences."""

    def __init__(self, sentences: Iterable[str], counted: Iterable[tuple[str, str]]) -> None:
        self.whole = {one for one in sentences if not _PLACE.search(one)}
        self.counted = {form.removeprefix("{n} "): (one, many) for one, many in counted for form in (one, many)}
        with_places = [one for one in sentences if _PLACE.search(one)]
        often = Counter(word for one in with_places for word in _whole_words(one))
        self._by_word: dict[str, list[_Pattern]] = {}
        for one in with_places:
            literals = tuple(_PLACE.split(one)[::2])
            is_step = _OF_A_STEP.match(one) is not None
            pattern = _Pattern(one, literals, tuple(_PLACE.findall(one)), is_step)
            rarest = min(_whole_words(one), key=lambda word: (often[word], word), default="")
            self._by_word.setdefault(rarest, []).append(pattern)

    def candidates(self, text: str) -> list[_Pattern]:
        """The patterns that a text may be of, those with the most words written out first."""
        words = set(_WORDS.findall(text))
        found = [pattern for word in words for pattern in self._by_word.get(word, ())]
        return sorted(found, key=lambda pattern: -pattern.weight)


def _whole_words(source: str) -> list[str]:
    """The words of a pattern that no place can be a part of."""
    parts = _PLACE.split(source)[::2]
    return [
        found[0]
        for number, part in enumerate(parts)
        for found in _WORDS.finditer(part)
        if (found.start() > 0 or number == 0) and (found.end() < len(part) or number == len(parts) - 1)
    ]


@cache
def _catalogue() -> _Catalogue:
    file = asset("translations") / "engine_texts.json"
    try:
        body = json.loads(file.read_text(encoding="utf-8"))
        return _Catalogue(body["sentences"], [(one, many) for one, many in body["counted"]])
    except (OSError, ValueError, KeyError):
        return _Catalogue((), ())


def said(text: str) -> str:
    """A text that the engine gave as its own, in the language of the window; one that is not known as it is.

    Only for what is the engine's as a whole: never for text of memories.
    """
    if language() == "en" or not text or len(text) > _LONGEST:
        return text
    return _said(language(), text)


@lru_cache(4096)
def _said(language: str, text: str) -> str:  # noqa: ARG001 - the answer is kept for the language
    found = _Saying().text(text, 0)
    return text if found is None else found


class _Saying:
    """One text on its way into the language. Whatever the text is, it is done after so many steps."""

    def __init__(self) -> None:
        self._left = _MOST_STEPS

    def text(self, text: str, depth: int) -> str | None:
        """One or several sentences; None of what is not known. `depth`: in how many places of others it stands."""
        one, clean = self._sentence(text, depth, sure=True)
        if one is not None and clean:
            return one
        return (
            self._several(text, depth)
            or self._behind_a_colon(text, depth, both=True)
            or self._sentence(text, depth, sure=depth > 0)[0]
            or (self._behind_a_colon(text, depth, both=False) if not depth else None)
        )

    def _several(self, text: str, depth: int) -> str | None:
        """Sentences behind one another, of which at least one is known."""
        ends = [(end.start(), end.end()) for end in _END.finditer(text)][:_MOST_ENDS]
        if not ends:
            return None
        made, known, start = "", False, 0
        stops = [*ends, (len(text), len(text))]
        while start < len(text):
            later = [each for each in stops if each[1] > start]
            for stop, following in reversed(later):
                told, clean = self._sentence(text[start:stop], depth, sure=True)
                if told is not None and clean:
                    made, known, start = made + told + text[stop:following], True, following
                    break
            else:
                made, start = made + text[start : later[0][1]], later[0][1]
        return made if known else None

    def _behind_a_colon(self, text: str, depth: int, *, both: bool) -> str | None:
        """A sentence, and before a colon what it is about: "In Hybrid mode: It has no vector yet …"; unless `both` are
        to be known, also the latter alone, with names behind it."""
        head, colon, tail = text.partition(": ")
        if not colon or depth > _DEPTH or (not both and " " not in head):
            return None
        first = self._filling(head, depth + 1)
        second = self._filling(tail, depth + 1) if first is not None else None
        if first is None or (second is None and both):
            return None
        return f"{first}: {tail if second is None else second}"

    def _sentence(self, text: str, depth: int, *, sure: bool) -> tuple[str | None, bool]:
        """A sentence or a part of one in the language; and whether no place of it may hold another sentence unknown.

        Args:
            sure: one of a single word is not enough, unless its places are filled by figures.
        """
        catalogue = _catalogue()
        self._left -= 1
        if text in catalogue.whole:
            return _translated(text), True
        if (small := text[:1].lower() + text[1:]) != text and small in catalogue.whole:
            return capital(_translated(small)), True
        if (large := capital(text)) in catalogue.whole:
            return _translated(large), True
        fallback: str | None = None
        for pattern in catalogue.candidates(text) if self._left > 0 else ():
            values = pattern.match(text)
            if values is None or (sure and pattern.words < _SURE and not pattern.has_figures(values)):
                continue
            made, clean = self._filled(pattern, values, depth)
            if clean:
                return made, True
            fallback = fallback or made
        if fallback is None and small != text and self._left > 0:  # a part of a sentence at its beginning
            found, clean = self._sentence(small, depth, sure=sure)
            return (capital(found), clean) if found is not None else (None, False)
        return fallback, False

    def _filled(self, pattern: _Pattern, values: Sequence[str], depth: int) -> tuple[str, bool]:
        """The pattern in the language with what stands in its places; and whether that is no unknown sentence."""
        clean, filled = True, {}
        for place, (name, value) in enumerate(zip(pattern.names, values, strict=True)):
            if pattern.is_quoted(place):
                filled[name] = step_word(value) if pattern.of_a_step else value
            else:
                found = self._filling(value, depth + 1)
                clean = clean and (found is not None or not _END.search(value))
                filled[name] = value if found is None else found
        return _PLACE.sub(lambda place: filled.get(place[1], place[0]), _translated(pattern.source)), clean

    def _filling(self, value: str, depth: int) -> str | None:
        """What stands in a place: a sentence, a count, a number, a day, a word of the engine, or several of them."""
        plain = _figure(value)
        if plain is not None:
            return plain
        if value.startswith("“") and _behind_quotation(value, 0) == len(value):
            return tr("“{text}”", text=value[1:-1])
        if depth > _DEPTH or self._left <= 0 or not value.strip():
            return None
        if "”" in value and (listed := self._list(value, depth)) is not None:
            return listed
        for word in (engine_word, status_word, layer_word, step_word):
            if (told := word(value)) != value:
                return told
        if (found := self.text(value, depth)) is not None:
            return found
        if (exact := _IN_BRACKETS.fullmatch(value)) is not None:
            both = [self._filling(part, depth + 1) for part in exact.groups()]
            return None if None in both else f"{both[0]} ({both[1]})"
        return self._list(value, depth)

    def _list(self, value: str, depth: int) -> str | None:
        """Several things that are each known."""
        parts = _parts(value)
        told = [self._filling(part, depth + 1) for part in parts[::2]] if len(parts) > 1 else [None]
        if None in told:
            return None
        parts[::2] = [part for part in told if part is not None]
        return "".join(tr(" and ") if part == " and " else part for part in parts)


def _figure(value: str) -> str | None:
    if (counted := _COUNT.fullmatch(value)) is not None and (both := _catalogue().counted.get(counted[2])):
        number = _number(counted[1])
        found = QCoreApplication.translate(CONTEXT, both[0], None, number)
        return value if found == both[0] else found.replace("{n}", grouped(number))
    if counted is not None and counted[2] in _catalogue().whole:  # "2 phone numbers", of words that are listed
        return f"{grouped(_number(counted[1]))} {_translated(counted[2])}"
    if _WHOLE.fullmatch(value):
        return grouped(_number(value))
    if _DECIMAL.fullmatch(value):
        return value[:1].strip("-0123456789") + figure(float(value), f".{len(value.partition('.')[2])}f")
    if (day := _DAY.fullmatch(value)) is not None:
        try:
            moment = datetime.fromisoformat(value.removesuffix(" UTC"))
        except ValueError:
            return None
        spec = "%Y-%m-%d" + (" %H:%M" if day["time"] else "") + (":%S" if day["seconds"] else "")
        return dated(moment, spec) + (day["zone"] or "")
    return None


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _is_figure(value: str) -> bool:
    return value.replace(",", "").isdigit() or _figure(value) is not None


def _translated(source: str) -> str:
    return str(QCoreApplication.translate(CONTEXT, source))
