"""What two memories that are alike are to each other: the same said twice, a contradiction, or just similar.

Words decide, not vectors: two sentences that differ in a number, a date, or a "not" mean nearly the same to a model and
the opposite to a person. Where the two run in step and one value stands in the place of another of its kind, they
contradict each other; a value that only one of them has is more knowledge, and no contradiction. Where a date differs
and something else does, too, they tell of two occasions. In a conversation much is said that tells nothing: there, only
statements are compared.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, product

from memory_desktop.core.calendar import DAYS, MONTH_WORDS
from memory_desktop.core.conversation.cycles import role_of
from memory_desktop.core.extraction.sentences import Shape, sentences
from memory_desktop.core.memory.claims import claims, contradiction, speaker, without_speaker
from memory_desktop.core.memory.records import Memory

#: So many pairs are listed at a time.
MOST_PAIRS = 200
#: Share of the shorter text's words that the longer one must have for both to say the same.
SAME = 0.9
#: Share of common words from which on a difference in a value or a negation is a contradiction.
ABOUT_THE_SAME = 0.5
#: Share of both texts' words that stand in the same order, from which on one value can stand in another's place.
IN_STEP = 0.6
#: The same where the value is any one word; and how long such texts must be.
ONE_WORD_APART, _LEAST_WORDS = 0.75, 4
_LONGEST_VALUE = 4
_WORD = re.compile(r"[€$£]?[^\W_]+(?:[.,:/’'-][^\W_]+)*[%€$£]?")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NEGATIONS = frozenset(
    "no not never none nobody nothing without cannot kein keine nicht nie non ne jamais sem não nunca".split()
)
_CURRENCIES = frozenset("euro euros eur dollar dollars usd pound pounds gbp".split())
_BEING = frozenset("is are am was were be".split())
_PAST, _PRESENT = frozenset({"was", "were", "had"}), frozenset({"is", "are", "has", "have"})
_SMALL = frozenset(
    "a an the this that these those and or of in on at to for by with from is are was were be been has have had do"
    " does did it its his her their my our your i we he she they you as so then now also".split()
)

_NO_VALUES = _SMALL | MONTH_WORDS | frozenset(DAYS)
_COPULAS = frozenset("is are am in runs uses prefer prefers".split())
# Words of one feeling about something: who calls it the one may call it the other.
_FEELINGS = (
    frozenset(
        "good great awesome amazing fantastic wonderful incredible unreal brilliant excellent superb lovely nice cool"
        " beautiful gorgeous stunning perfect epic fun exciting thrilling inspiring impressive cute sweet delicious"
        " yummy tasty rewarding fulfilling special precious".split()
    ),
    frozenset(
        "bad terrible awful horrible dreadful horrid sad tough hard difficult rough annoying frustrating".split()
    ),
)
# Words that say how, how often or how surely something is so, and not what it is.
_HOW = frozenset(
    "all every each both some any most many much more few several lots very really quite too just even still always"
    " often sometimes usually again maybe perhaps if when whenever while once because since though although".split()
)
# Behind these stands what is done, or one thing of several.
_OPEN_ENDED = frozenset("to can will would could should must might may let lets and or one".split()) | {
    str(number) for number in range(1, 13)
}
_LONG_ENOUGH = 6
# What is said in other words: each word stands for the first of its row.
_SAME = {
    word: row.split()[0]
    for row in (
        "lives live resides reside",
        "likes like enjoys enjoy loves love",
        "works work employed",
        "called named name",
        "leaves leave departs depart",
        "afraid fears fear",
        "not instead",
        *("1 one|2 two|3 three|4 four|5 five|6 six|7 seven|8 eight|9 nine|10 ten|11 eleven|12 twelve".split("|")),
    )
    for word in row.split()
}
# Words of which the one denies the other.
_OPPOSITES = tuple(
    (frozenset(one.split()), frozenset(other.split()))
    for one, other in (
        ("likes", "dislikes dislike hates hate"),
        ("open opens", "closed closes shut"),
        ("single unmarried divorced", "married"),
        ("always", "never"),
        ("vegetarian vegan", "meat"),
        ("quit left", "still"),
        ("on", "off"),
        ("allowed", "forbidden"),
    )
)
# What follows a thing of which something is told; the first of them also where more stands between.
_HAS_VERB = frozenset("is are was were has have had will".split())
_VERBS = _HAS_VERB | frozenset(
    "would can could should must may might does did needs need works lives likes costs runs uses prefers eats plays"
    " leaves stops starts begins ends opens closes arrives goes wants loves means".split()
)
# Kinds of things that have numbers.
_NUMBERED = frozenset(
    "number no nr project room flat apartment house chapter page part volume platform gate line bus tram train flight"
    " version release sprint phase step stage level week day lesson unit lot batch box server task ticket issue item"
    " question exercise team group class table seat floor plant plan season episode iteration draft round meeting"
    " session edition semester quarter milestone module section war".split()
)
# Those of them that come one after another, so that what was done with the one is done with the next later.
_IN_A_ROW = frozenset(
    "chapter page part volume version release sprint phase step stage level lesson unit exercise question season"
    " episode iteration draft round meeting session edition module section".split()
)
_ORDINAL = re.compile(
    r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)", re.IGNORECASE
)
_YEAR = re.compile(r"(?:19|20)\d\d")
# A number that has its kind as a letter before it: "Q1", "v2".
_LETTERED = re.compile(r"([a-z])(\d+(?:\.\d+)*)")
# What may stand before the thing that a sentence is about.
_LEADING_A_SUBJECT = frozenset("the a an my our your his her their".split())
_LEADING = _LEADING_A_SUBJECT | frozenset("its in on at of for during with and".split())
# What says the same with its two sides exchanged: all of these words, or one of these.
_EITHER_WAY = frozenset("is are was were be a an the my our his her their your".split())
_JOINING = frozenset("and or nor".split())
_LONGEST_SIDE, _LONGEST_BETWEEN, _LONGEST_EXCHANGED = 3, 4, 60
_WHEN = frozenset("last next past coming around about early late sometime since until am pm".split())
# Words that stand for something named elsewhere, or for nobody.
_NO_NAMES = frozenset(
    "i we he she it they you this that these those there here who what which all some both nobody everyone".split()
)
# Where a clause ends: what is denied in one is not denied in the next.
_CLAUSE_END = re.compile(
    r"[.!?…](?=\s)|,(?!\d)|[;:](?=\s)|\s[–—-]+\s|\b(?:and|but|because|since|although|though|so)\b", re.IGNORECASE
)
# Words that only go with a negation.
_WITH_NEGATION = frozenset("longer any anymore more yet ever again even really at all".split()) | _NEGATIONS
_SHORT_FORMS = re.compile(r"\b(ca|do|does|did|is|are|was|were|has|have|had|wo|would|could|should)n[’']t\b")
_POSSESSIVE = re.compile(r"[’']s\b")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_AT_HOUR = re.compile(r"\bat (\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?![:.,]\d)")
_AFTERNOON = re.compile(r"\b(\d{1,2}) ?pm\b")
# What was done; “used” and “needed” tell what is as well.
_ED = re.compile(r"(?!used|needed|based|named|called|tired|moved|upgraded|changed|switched)[a-z]{2,}ed")
_HAPPENED = frozenset("went ate met saw bought ran took came got did made gave wrote drove flew won lost".split())


@dataclass(frozen=True, slots=True)
class Pair:
    """Two active memories that are alike, the older one first. `kind`: "duplicate", "conflict" or "similar"."""

    first: Memory
    second: Memory
    similarity: float
    kind: str
    reason: str


def compared(first: Memory, second: Memory, similarity: float) -> Pair:
    """What the two are to each other, with the reason in a sentence; of messages, what they tell is compared."""
    one, other = _told(first), _told(second)
    kind, reason = relation(one, other) if one and other else ("similar", "")
    return Pair(first, second, similarity, kind, reason or f"They mean nearly the same: similarity {similarity:.2f}.")


def _told(memory: Memory) -> str:
    """The text; of a message of a conversation its statements, without greetings, thanks, questions and requests."""
    if not memory.thread or not role_of(memory):
        return memory.content
    name = speaker(memory.content)
    lead = f"{name}: " if name else ""
    said = sentences(memory.content[len(lead) :])
    told = " ".join(one.text for one in said if one.shape is Shape.STATEMENT)
    return lead + told if told else ""


def relation(first: str, second: str) -> tuple[str, str]:
    """What two texts are to each other: "duplicate", "conflict" or "similar", and why ("" where they are only alike).

    What two named speakers say of themselves is never the same, and no contradiction.
    """
    if speaker(first) != speaker(second) and speaker(first) and speaker(second):
        return "similar", ""
    one, other = _words(first), _words(second)
    exchanged = _exchanged(one, other)
    if exchanged is None and _of_two_things(_words(without_speaker(first)), _words(without_speaker(second))):
        return "similar", ""
    common = _common(one, other)
    told = _contradiction(first, second, one, other, common)
    if told:
        return "conflict", told
    if exchanged is not None:
        gone, between, come = exchanged
        if _common(_contrasted(one), _contrasted(other)) < SAME or not {"not", "than"} & set(between.split()):
            return "similar", ""
        return "conflict", f"They are about the same, and one has “{gone}” where the other has “{come}”."
    if common >= SAME or _says_the_same(one, other):
        return "duplicate", "One says what the other says, in the same words."
    return "similar", ""


def no_difference(first: str, second: str) -> bool:
    """Do words not say that two texts, which mean nearly the same, differ? They have the same numbers, neither has a
    "not" or contradicts the other alone, they tell of the same things in the same places, and no two named speakers
    say them."""
    one, other = speaker(first), speaker(second)
    if one and other and one != other:
        return False
    first, second = without_speaker(first), without_speaker(second)
    if set(_NUMBER.findall(first)) != set(_NUMBER.findall(second)) or relation(first, second)[0] == "conflict":
        return False
    said, against = _words(first), _words(second)
    of_others = _of_two_things(said, against) or _exchanged(said, against) is not None
    return _denies(said) == _denies(against) and not of_others


def denied(first: str, second: str) -> bool:
    """Are two texts about the same, and one of them denies something of it? They need not run in step."""
    one, other = _words(first), _words(second)
    return _common(one, other) >= ABOUT_THE_SAME and not _of_two_things(one, other) and _one_denies(first, second)


def _common(one: Sequence[str], other: Sequence[str]) -> float:
    """The share of the shorter one's words that the other has, too."""
    return len(set(one) & set(other)) / max(1, min(len(set(one)), len(set(other))))


def _one_denies(first: str, second: str) -> bool:
    """Does only one of them deny something, and is that something of which the other tells? “I can’t sleep, I am
    anxious” denies nothing of “I am anxious”."""
    denying = [_denies(_words(text)) for text in (first, second)]
    if denying[0] == denying[1]:
        return False
    text, against = (first, second) if denying[0] else (second, first)
    told = [word for word in _words(against) if word not in _SMALL]
    clauses = [_words(clause) for clause in _CLAUSE_END.split(text)]
    said = clauses[1:] if clauses[0] == ["no"] else clauses  # “No, …” answers somebody
    return any(_tells_of(told, clause) for clause in said if _denies(clause))


def _tells_of(told: Sequence[str], clause: Sequence[str]) -> bool:
    """Has what is told most of what a clause denies: its words after the negation, or else before it? So does anything
    where there are none."""
    place = next(n for n, word in enumerate(clause) if word in _NEGATIONS)
    after, before = (
        [word for word in part if word not in _SMALL | _WITH_NEGATION] for part in (clause[place + 1 :], clause[:place])
    )
    words = after or before
    return sum(any(_same_stem(word, other) for other in told) for word in words) * 2 > len(words) or not words


def _same_stem(one: str, other: str) -> bool:
    """Are they one word, or forms of one: “run” and “runs”, “sign” and “signed”?"""
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) >= 3 and short.isalpha() and long.startswith(short))


def _denies(words: Sequence[str]) -> bool:
    return bool(_NEGATIONS & set(words))


def _contradiction(first: str, second: str, one: Sequence[str], other: Sequence[str], common: float) -> str:
    """Why they contradict each other; "" when they do not."""
    if _denies_another(one, other) or _denies_another(other, one):
        return ""
    for claim in claims(first):
        for against in claims(second):
            if contradiction(claim, against):
                return f"Both tell the {claim.attribute}: “{claim.value}” and “{against.value}”."
    if common < ABOUT_THE_SAME:
        return ""
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    in_step = matcher.ratio()
    if (opposed := _opposite(first, second)) is not None:
        return f"They are about the same, and one says “{opposed[0]}” where the other says “{opposed[1]}”."
    swaps = list(_swaps(one, other, matcher)) if in_step >= IN_STEP else []
    if _two_occasions(one, other, swaps):
        return ""
    kinds = {kind for kind, _, _ in swaps if kind}
    if kinds & {"date", "time"} and not _of_something(one, other):
        return ""  # a bare date tells nothing that another one contradicts
    if ("date" in kinds and len(kinds) > 1) or any(_then_and_now(gone, come) for _, gone, come in swaps):
        return ""
    for kind, gone, come in swaps:
        if kind:
            return f"They are about the same, and one has “{gone}” where the other has “{come}”."
    if in_step >= IN_STEP and _one_denies(first, second):
        return "They are about the same, and one of them denies it."
    long_enough = _LEAST_WORDS if _COPULAS & set(one) & set(other) else _LONG_ENOUGH
    if len(swaps) == 1 and in_step >= ONE_WORD_APART and min(len(one), len(other)) >= long_enough:
        _, gone, come = swaps[0]
        if " " not in gone + come and _are_values(one, gone, come):
            return f"They say the same, but one has “{gone}” where the other has “{come}”."
    return ""


def _are_values(words: Sequence[str], gone: str, come: str) -> bool:
    """Can only one of two words be so where the first of them stands among these words? Not of what says how or how
    much, of two words for one feeling, and of what is done or is one of several."""
    place = words.index(gone)
    before = words[place - 1] if place else ""
    if gone.removesuffix("s") == come.removesuffix("s") or {gone, come} & (_NO_VALUES | _HOW):
        return False
    if before in _OPEN_ENDED or any(word.endswith("ly") for word in (gone, come)):
        return False
    doing = before.endswith(("am", "is", "are", "was", "were", "’m", "'m", "’re", "'re")) and all(
        word.endswith(("ing", "ed")) for word in (gone, come)
    )
    return not doing and not any(gone in feeling and come in feeling for feeling in _FEELINGS)


def _of_something(one: Sequence[str], other: Sequence[str]) -> bool:
    """Do both name a thing that they tell of, besides dates, numbers and words that stand for something else?"""
    nothing = _NO_VALUES | _NO_NAMES | _VERBS | _HAPPENED | _WHEN
    return any(word not in nothing and not word[:1].isdigit() for word in set(one) & set(other))


def _denies_another(one: Sequence[str], other: Sequence[str]) -> bool:
    """Does the one deny a value, “is not five”, and the other tell another one in its place, “is six”? Both can be
    true, as long as they differ in nothing else but what only one of them says."""
    place = next((n for n, word in enumerate(one) if word == "not" and n and one[n - 1] in _BEING), -1)
    if place < 0 or _denies(other) or len(_NEGATIONS.intersection(one)) > 1:
        return False
    said = [*one[:place], *one[place + 1 :]]
    value = next((n for n in range(place, len(said)) if said[n] not in _SMALL), -1)
    matcher = difflib.SequenceMatcher(None, said, other, autojunk=False)
    swaps = [(i, j, k, n) for what, i, j, k, n in matcher.get_opcodes() if what == "replace"]
    if len(swaps) != 1 or matcher.ratio() < IN_STEP:
        return False
    ((i, j, k, n),) = swaps
    return i <= value < j and not set(other[k:n]) <= _SMALL


def _swaps(
    one: Sequence[str], other: Sequence[str], matcher: difflib.SequenceMatcher[str]
) -> Iterator[tuple[str, str, str]]:
    """(kind of the values or "", words of the one, words of the other) wherever one stands in the other's place."""
    for what, i, j, k, n in matcher.get_opcodes():
        if what == "replace" and max(j - i, n - k) <= _LONGEST_VALUE:
            shared = sorted(_kinds(one, i, j) & _kinds(other, k, n))
            yield next(iter(shared), ""), " ".join(one[i:j]), " ".join(other[k:n])


def _then_and_now(one: str, other: str) -> bool:
    """Does one of two parts tell of the past what the other tells of the present?"""
    tenses = [(bool(_PAST & set(part.split())), bool(_PRESENT & set(part.split()))) for part in (one, other)]
    return tenses in ([(True, False), (False, True)], [(False, True), (True, False)])


def _kinds(words: Sequence[str], start: int, end: int) -> set[str]:
    """The kinds of the values in a part of a text: date, time, money, percent, or a number of some unit."""
    found = set()
    for place in range(start, end):
        word = words[place]
        beside = [*words[max(0, place - 1) : place], *words[place + 1 : place + 2]]
        if word in DAYS or (word in MONTH_WORDS and any(near[:1].isdigit() for near in beside)):
            found.add("date")
        elif any(char.isdigit() for char in word):
            found.add(_number(word, beside, words[place + 1] if place + 1 < len(words) else ""))
    return found


def _number(word: str, beside: Sequence[str], following: str) -> str:
    if set(beside) & MONTH_WORDS or re.fullmatch(r"\d{4}-\d\d(?:-\d\d)?|\d\d?[./]\d\d?[./]\d{2,4}", word):
        return "date"
    if ":" in word:
        return "time"
    if word[0] in "€$£" or word[-1] in "€$£" or set(beside) & _CURRENCIES:
        return "money"
    if word[-1] == "%":
        return "percent"
    return f"number of {following}" if following.isalpha() and following not in _SMALL else "number"


def _of_two_things(one: Sequence[str], other: Sequence[str]) -> bool:
    """Do they tell of things that have other numbers or names: “project 1 is late” and “project 2 is late”?

    The number or name stands before the verb, behind what it numbers or at the beginning. “Mara is 34” tells no name.
    Nor is it one where there can only be one such thing: “sencha is my favourite tea”.
    """
    for what, i, j, k, n in difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if what == "replace" and j - i == n - k == 1:
            if _instance(one, i) and _instance(one, i) == _instance(other, k):
                return True
            numbers = [bool(_NUMBER.fullmatch(word)) for word in (one[i], other[k])]
            if all(numbers) and _numbered(one, i) and _numbered(other, k):
                return True
            if not any(numbers) and _is_subject(one, i) and _is_subject(other, k):
                return True
    return False


def _instance(words: Sequence[str], place: int) -> str:
    """Of which kind of thing the word at this place tells which one it is: “sprint” for the 4 of “sprint 4 was long”,
    “the second sprint” and “we planned sprint 4”, “results” for the year of “the 2023 results”; "" where it does not.

    The thing stands at the beginning, or is what something was done with, and comes one after another.
    """
    word, after = words[place], words[place + 1 :]
    kind, start = words[place - 1] if place else "", place - 1
    if _ORDINAL.fullmatch(word) or _YEAR.fullmatch(word):
        year = bool(_YEAR.fullmatch(word))
        if year and kind in ("for", "in", "of"):
            return _of_a_year(words, place)
        kind, start, after = after[0] if after else "", place, after[1:]
        if not kind.isalpha() or kind in _SMALL | MONTH_WORDS | _VERBS or (year and kind in _NO_NAMES):
            return ""
    elif (lettered := _LETTERED.fullmatch(word)) is not None:
        kind, start = lettered[1], place
    elif not _NUMBER.fullmatch(word) or kind not in _NUMBERED:
        return ""
    before = words[:start]
    if set(before) <= _LEADING and after:
        return kind if _speaks_of(after) else ""
    done = [one for one in before if one not in _LEADING][-1:]
    return kind if kind in _IN_A_ROW and start and _was_done(done, before) else ""


def _of_a_year(words: Sequence[str], place: int) -> str:
    """The things that there are every year, of which those of this year are meant: “results for 2023”, “in 2023 the
    results”; "" where the year tells when something happened."""
    before, after = words[: place - 1], words[place + 1 :]
    if not before:
        return after[1] if len(after) > 2 and after[0] in _LEADING and after[1].endswith("s") else ""
    leads = place <= 4 and not set(before) & (_VERBS | _NO_NAMES) and before[-1].endswith("s")
    return before[-1] if leads and after and _speaks_of(after) else ""


def _speaks_of(after: Sequence[str]) -> bool:
    """Does what follows a thing tell something of it, and not that it is the one of its kind: “is the newest”?"""
    being = next((place for place, word in enumerate(after) if word in _BEING), -1)
    return being < 0 or not _only_one(after[being:])


def _was_done(verb: Sequence[str], before: Sequence[str]) -> bool:
    """Is this, right before a thing, what was done with it: “finished”, “read the”?"""
    direct = not before or before[-1] not in ("in", "on", "at", "of", "for", "with")
    return direct and any(one in _HAPPENED | {"read", "wrote"} or _ED.fullmatch(one) for one in verb)


def _numbered(words: Sequence[str], place: int) -> bool:
    """Does the number at this place tell which one of its kind something is?"""
    kind, after = words[place - 1] if place else "", words[place + 1 :]
    if not kind.isalpha() or kind in _NO_VALUES | _CURRENCIES or ":" in words[place] or not after:
        return False
    if after[0] in _VERBS or after[0] in _HAPPENED or after[0] == "began":
        return not _only_one(after)
    return (
        kind in _NUMBERED
        and _speaks_of(after)
        and (after[0].endswith("s") or bool(_HAS_VERB & set(after)))
        and after[0].isalpha()
    )


def _is_subject(words: Sequence[str], place: int) -> bool:
    after = list(dropwhile(lambda word: word in _HOW or word.endswith("ly"), words[place + 1 :]))
    named = set(words[:place]) <= _LEADING_A_SUBJECT and words[place].isalpha() and words[place] not in _NO_NAMES
    return named and bool(after) and after[0] in _VERBS and not _only_one(after)


def _only_one(after: Sequence[str]) -> bool:
    """Does what follows a thing say which one it is, and not what it is like?"""
    return after[0] in _BEING and len(after) > 1 and after[1] in ("the", "my", "our", "his", "her", "their", "your")


def _exchanged(one: Sequence[str], other: Sequence[str]) -> tuple[str, str, str] | None:
    """(one thing, what stands between, another thing) where the other text has the two things in each other's place:
    “tabs, not spaces” and “spaces, not tabs”, “from Oslo to Faro” and “from Faro to Oslo”."""
    one, other = _contrasted(one), _contrasted(other)
    common = set(one) & set(other)
    in_order = [[word for word in words if word in common] for words in (one, other)]
    if in_order[0] == in_order[1] or max(len(one), len(other)) > _LONGEST_EXCHANGED:
        return None
    text = f" {' '.join(other)} "
    for start in range(1, len(one) - 1):
        for end in range(start + 1, min(start + _LONGEST_BETWEEN, len(one) - 1) + 1):
            between = one[start:end]
            if _JOINING & set(between) or set(between) <= _EITHER_WAY:
                continue
            for gone, come in product(_before(one, start), _behind(one, end)):
                if gone != come and f" {come} {' '.join(between)} {gone} " in text:
                    return gone, " ".join(between), come
    return None


def _contrasted(words: Sequence[str]) -> list[str]:
    """The words with a “not” for whatever sets one thing against another: “instead of”, “rather than”, “over”."""
    text = f" {' '.join(words)} ".replace(" not of ", " not ")
    if {"prefer", "prefers"} & set(words):
        text = text.replace(" over ", " not ").replace(" to ", " not ")
    return text.split()


def _before(words: Sequence[str], place: int) -> Iterator[str]:
    """Things that end before a place: a few words, not only small ones."""
    parts = (words[max(0, place - long) : place] for long in range(1, _LONGEST_SIDE + 1))
    return (" ".join(part) for part in parts if not set(part) <= _SMALL)


def _behind(words: Sequence[str], place: int) -> Iterator[str]:
    """Things that begin at a place."""
    parts = (words[place : place + long] for long in range(1, _LONGEST_SIDE + 1))
    return (" ".join(part) for part in parts if not set(part) <= _SMALL)


def _says_the_same(one: Sequence[str], other: Sequence[str]) -> bool:
    """Have both the same words that count, but for an "s" at the end?"""
    told = [{word.removesuffix("s") for word in words if word not in _SMALL} for words in (one, other)]
    return len(told[0]) >= 2 and told[0] == told[1]


def _opposite(first: str, second: str) -> tuple[str, str] | None:
    """(word, its opposite), as written, where a part of the one says the opposite of what a part of the other says.

    But for these words both parts run in step: “on the court” and “off they go” have nothing to do with each other.
    """
    parts = [[(clause, _words(clause)) for clause in _CLAUSE_END.split(text)] for text in (first, second)]
    for (said, one), (against, other) in product(*parts):
        if (found := _opposed(one, other)) is not None:
            return _as_written(found[0], said), _as_written(found[1], against)
    return None


def _opposed(one: Sequence[str], other: Sequence[str]) -> tuple[str, str] | None:
    if _common(one, other) < ABOUT_THE_SAME or not _of_something(one, other):
        return None
    left, right = sorted(set(one) - set(other)), sorted(set(other) - set(one))
    pairs = ((word, against) for word in left for against in right if _are_opposites(word, against))
    in_step = difflib.SequenceMatcher(None, one, other, autojunk=False).ratio() >= IN_STEP
    return next(pairs, None) if in_step else None


def _are_opposites(one: str, other: str) -> bool:
    return any((one in this and other in that) or (one in that and other in this) for this, that in _OPPOSITES)


def _as_written(word: str, text: str) -> str:
    """A word of `_words` as it stands in the text."""
    return next((written for written in _WORD.findall(text) if word in _words(written)), word)


def _two_occasions(one: Sequence[str], other: Sequence[str], swaps: Sequence[tuple[str, str, str]]) -> bool:
    """Do they tell of two things or two times? A value and what it is of differ, or it happened on two days."""
    kinds = [kind for kind, _, _ in swaps]
    plain = [(gone, come) for kind, gone, come in swaps if not kind and not set(f"{gone} {come}".split()) <= _SMALL]
    if any(kinds) and plain:
        return True
    happened = any(word in _HAPPENED or (word.endswith("ed") and word not in _SMALL) for word in set(one) & set(other))
    return happened and any(kind == "date" or (kind == "number" and _years(gone, come)) for kind, gone, come in swaps)


def _years(*values: str) -> bool:
    return all(re.fullmatch(r"(?:19|20)\d\d", value) for value in values)


def _words(text: str) -> list[str]:
    """The words of a text in one form: small, numbers in digits, short forms written out."""
    plain = _SHORT_FORMS.sub(r"\1 not", unicodedata.normalize("NFKC", text).casefold())
    plain = plain.replace("cannot", "can not").replace("rather than", "not")
    plain = _THOUSANDS.sub("", _POSSESSIVE.sub("", plain))
    plain = _AFTERNOON.sub(lambda match: f"{int(match[1]) % 12 + 12}:00", plain.replace("ca not", "can not"))
    plain = _AT_HOUR.sub(lambda match: f"at {_SAME.get(match[1], match[1])}:00", plain)
    return [_SAME.get(word, word) for word in _WORD.findall(plain)]
