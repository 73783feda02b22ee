"""What can be read from a turn by rules alone: topics, names, who speaks, likes, points to remember, corrections.

Everything here is deterministic and for English text; of other languages it finds names at the most.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from memory_desktop.core.calendar import DAY_WORDS, MONTH_WORDS
from memory_desktop.core.conversation.short_words import names_something
from memory_desktop.core.conversation.spoken_to import spoken_to
from memory_desktop.core.conversation.things import DETERMINERS, describes, done, names_a_thing
from memory_desktop.core.extraction.clauses import clauses
from memory_desktop.core.extraction.outright import changes_a_rule, is_rule
from memory_desktop.core.extraction.quotations import hangs_on, unquoted
from memory_desktop.core.extraction.sentences import MOST, own_pieces, pieces
from memory_desktop.core.extraction.smalltalk import of_the_talk
from memory_desktop.core.memory.claims import claims, speaker
from memory_desktop.core.memory.pairs import denied, relation
from memory_desktop.core.memory.partly import left_of
from memory_desktop.core.memory.slots import names_a_place, replaces, takes_place
from memory_desktop.core.memory.statements import forgets, is_about, stated, without_lead
from memory_desktop.core.patterns import later

#: At most so many topics and points of one turn, and so many characters of a point.
TOPICS, POINTS, LONGEST = 3, 3, 240
_STOP = frozenset(
    """a about above actually after again against ago all almost already also although always am amazing an and another
    any anyone anything anyway appreciate appreciated appreciating are aren't around as ask asked asking at away
    awesome back be became because been before being believe below best better between big bit both but by bye call
    called came can can't cannot come comes coming congrats cool correct could couldn't course day days did didn't
    different do does doesn't doing don't done down during each either else enough even ever every everyone
    everything exactly far feel feeling feels felt few find fine first for forget found from fun further gave get
    gets getting give given glad go goes going gone gonna good got great guess had hadn't happen happened happy hard
    has hasn't hate have haven't having he he'd he'll he's hear heard hello help her here here's hers herself hey hi
    him himself his hope how how's however i i'd i'll i'm i've idea if important in indeed instead into is isn't it
    it'd it'll it's its itself just keep kind kinda know knowing last later least less let let's like liked likely
    likes little long look looking looks lot lots love loved lovely made make makes making many may maybe me mean
    means meant might mind mine more most mostly moved much must my myself name need needed needs never new next
    nice no nope nor not nothing now of off often oh ok okay old on once one ones only onto or other others our ours
    ourselves out over own part people perhaps please pretty probably put quite rather really recently remember
    right said same saw say says see seem seems seen several shall she she'd she'll she's should shouldn't since so
    some somehow someone something sometimes soon sorry sort sounds special start started still stuff such super
    sure take taken takes taking talk tell than thank thanks that that'd that'll that's the their theirs them
    themselves then there there's these they they'd they'll they're they've thing things think this those though
    thought three through time times to today together told tomorrow tonight too took totally tried true try trying
    two under until up upon us use used using usually very want wanted wants was wasn't way we we'd we'll we're
    we've week well went were weren't what what's when where where's whether which while who who's whole whom whose
    why will wish with without won't wonder woohoo work works would wouldn't wow wrong yeah year years yep yes
    yesterday yet you
    anymore prefer prefers preferred switched switch changed month months weeks you'd you'll you're you've your
    yours yourself along towards toward forward outside inside within forever close closer near behind beyond matter
    matters stay staying check checked small specific perfect tons plenty realize realise understand remind reminds
    words meantime lately somewhere anywhere everywhere upcoming various certain crucial essential able ready
    thinking having agree agrees agreed anytime
    live lived lives longer sunday monday tuesday wednesday thursday friday saturday weekend weekends cheers worries
    blast moment moments chance reminder reminders favorite favorites favourite favourites step huge interesting
    exciting tough seeing helping sounds aww haha yo""".split()
)
_WORD = later(r"[^\W\d_][\w'’-]*")
_SHORT = 4
#: Nouns in "ing" that are shorter than most forms of verbs.
_NO_GERUNDS = frozenset("king ring wing swing string".split())
#: What begins a sentence before a name.
_OPENING = frozenset("definitely absolutely exactly totally agreed wow aww haha yo sweet nice cheers adding".split())
#: What may stand between two words that belong together.
_BETWEEN = ' \t"“”‘(*_'
_NAME = later(r"(?:[A-Z][\w'’]*[a-z][\w'’]*|[A-Z]{2,})(?:[ -](?:(?:of the|of|de|da|von|van|the) )?[A-Z][\w’']+){0,3}")
#: Words of the calendar that are names of people, too, where nothing says that a time is meant.
_ALSO_NAMES = frozenset("april may june august jan".split())
_TIME_BEFORE = later(
    r"(?:\b(?:in|of|on|by|last|next|since|until|till|this|every|from|early|late|mid|before|after|during)"
    r"|\d(?:st|nd|rd|th)?)[ -]$",
    re.IGNORECASE,
)
_TIME_AFTER = later(r",? \d")
_TITLE = r"(?:(?:Dr|Mr|Mrs|Ms|Mx|Prof|Rev)\.? )"
_PERSON = rf"({_TITLE}{{0,2}}[A-Z][\w’'-]+(?: [A-Z](?:\.|[\w’'-]+)){{0,2}})"
_PLACE = r"((?:the )?(?:(?:St|Mt|Ft)\. )?[A-Z][\w’'-]+(?:(?:, | )(?!I\b)[A-Z][\w’'-]+){0,2})"
_IDENTITY = (
    (
        "user_name",
        later(
            r"\b(?:[Mm]y name is|[Mm]y name['’]s|(?<![Nn]ot )(?<!n[’']t )(?<![Nn]ever )[Cc]all me|[Tt]he name['’]s)"
            rf"\s+{_PERSON}"
        ),
    ),
    ("user_name", later(rf"\bI(?: am|['’]m)\s+{_PERSON}(?=[.,!;]|\s+(?:and|from|by the way)\b|\s*$)")),
    ("ai_name", later(rf"\b(?:[Yy]our name is|[Yy]our name will be|I(?:['’]ll| will) call you)\s+{_PERSON}")),
    (
        "location",
        later(
            rf"\b(?:I|[Ww]e)(?:['’]m|['’]re| am| are)? (?:now )?(?:live|living|based|located) (?:in|near)\s+{_PLACE}"
        ),
    ),
    (
        "location",
        later(
            rf"\b(?:I|[Ww]e)(?:['’]ve| have)? (?:(?:just|now|recently|finally) )?(?:moved|relocated)(?: back)?"
            rf"(?: from [\w’' -]{{1,40}}?)? to\s+{_PLACE}"
        ),
    ),
)
_NOT_CALLED = later(
    r"\b(?:do not|don['’]t|never|stop) call(?:ing)? me (?P<name>[\w’'-]+(?: (?-i:[A-Z])[\w’'-]+)?)", re.IGNORECASE
)
_LIKES = later(
    r"\bI(?: (?:really|also|still|absolutely|always|actually|now|do))* (like|love|prefer|enjoy|adore|hate|dislike"
    r"|can['’]t stand|don['’]t like|do not like)\s+((?:(?!I\b)[\w'’-]+(?: (?!I\b)[\w'’-]+){0,2}, ){1,8}"
    r"(?!(?:but|I)\b)[\w'’ -]{0,40}?\b(?:and|or) (?!I\b)[\w'’-]+(?: [\w'’-]+)?(?=[.!]*$)|[^!?;,]{2,80}?)"
    r"(?=[!?;,]|\.+[\"'”’)\]]?$|\s(?:but|because|when|and I)\b|$)"
)
#: “I like tea, right?” asks whether it is so.
_ASKS_BACK = later(
    r", ?(?:right|correct|yes|no|or not|do(?:n['’]t)? I|am I(?: not)?|aren['’]t I|isn['’]t it|did(?:n['’]t)? I)\?+$",
    re.IGNORECASE,
)
_ENTRIES = frozenset({"likes", "dislikes", "prefers"})
_NO_LONGER = later(r"\b(?:no longer|any ?more|any longer)\b", re.IGNORECASE)
_ANY_MORE = later(r",? (?:any ?more|any longer|now|these days)$", re.IGNORECASE)
_AS_WELL = later(
    r"^(?:also|really|especially|all) (?!the\b|of\b)|,? (?:too|also|as well|itself|a lot|so much)$", re.IGNORECASE
)
#: What one likes only at that moment, or of what was just spoken of; and what is said of the talk itself.
_NO_LIKE = later(
    r"^(?:that|it|its|it['’]s|this|these|those|them|him|her|his|their|you|your|me|both|everything|all|one|ones|how|what"
    r"|when|where|why|who|if|as|so|makes?|being able|the (?:way|idea|fact|look|sound)"
    r"|(?:to )?(?:be honest|say|see|hear|know|think|believe|add|ask|tell|mention|point|imagine|thank))\b"
    r"|^to$|\b(?:him|her|you|your|these|those|this|them)\b",
    re.IGNORECASE,
)
_POINT = later(
    r"\b(?:(?<!I )(?<!still )remember(?:,| that| to| my| our| the)|don['’]t forget|remind me|note that|deadline"
    r"|appointment|birthday|allerg\w+|important (?:to|for) (?:me|us)|important:|(?:my|our|most) important"
    r"|my (?!name\b)\w+(?: \w+)? (?:is|are|was)|I (?:have|need|want|plan|decided|promised) to|I(?:['’]m| am) going to"
    r"|I(?:['’]ll| will)|we(?:['’]ll| will| have to| need to| decided)|from now on"
    r"|(?:I|we|(?:my|our) \w+)(?:['’]ve| have)? (?:always|never))\b"
    r"|^(?:please,? )?(?:always|never) (?!(?:been|saw|had|here|there|an?|the|on|up|in|\w+ing)\b)[a-z]+\b",
    re.IGNORECASE,
)
#: A promise that says nothing of what is planned.
_NO_POINT = later(
    r"\b(?:I|we)(?:['’]ll| will) (?:(?:always|definitely|just|probably|surely|also) )*"
    r"(?:keep|do (?:my|our|that|it|this|so)|take (?:it|your|the bet)|reach|add it|send you|let you|make sure|give it"
    r"|be (?:honest|there|here|sure|back)|get (?:it|there|through)|have to (?:see|check)|figure|see|try|check"
    r"|go somewhere|look into|consider|never give)\b"
    r"|\byou(?:['’]re| are) being\b",
    re.IGNORECASE,
)
#: What stands at the beginning of a sentence and is no name.
_NO_NAME = later(r"(?:I|OK|TV|AM|PM|USA?|UK|AI|ID)$")


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a turn says of its topics and its user; see the module."""

    topics: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    preferences: tuple[str, ...] = ()
    identity: dict[str, str] = field(default_factory=dict)


def _read(text: str) -> tuple[str, ...]:
    """The sentences and lines of a text; of a very long one, of its beginning: what follows is data, not talk."""
    return pieces(text[:MOST])


def analysed(user_input: str, final_response: str | None = None) -> Analysis:
    """What a turn says. Only the user's own words say who the user is, and what the user likes and plans."""
    who = identity(user_input)
    own = {word.lower() for value in who.values() for word in value.replace(",", " ").split()}
    return Analysis(
        tuple(one for one in topics(user_input, final_response) if own.isdisjoint(one.split())),
        tuple(one for one in names(f"{user_input}\n{final_response or ''}") if one not in untrue(user_input)),
        points(user_input),
        preferences(user_input),
        who,
    )


def topics(user_input: str, final_response: str | None = None) -> tuple[str, ...]:
    """The words, or pairs of words, that say most of what a turn is about; most telling first."""
    scores: Counter[str] = Counter()
    first: dict[str, int] = {}
    for text, weight in ((user_input, 2), (final_response or "", 1)):
        for term, worth in _terms(text):
            scores[term] += weight * worth
            first.setdefault(term, len(first))
    ranked = sorted(scores, key=lambda term: (-scores[term], first[term]))
    chosen: list[str] = []
    for term in ranked:
        if not any(set(term.split()) & set(one.split()) for one in chosen):
            chosen.append(term)
        if len(chosen) == TOPICS:
            break
    return tuple(chosen)


def _terms(text: str) -> Iterator[tuple[str, int]]:
    """(term, worth) of each telling word, and of each pair of them that stand side by side."""
    for sentence in _read(text):
        words = [(found.start(), found.end(), _plain(found[0])) for found in _WORD.finditer(sentence)]
        things, describing = _things(sentence, words)
        for (_, _, word), thing in zip(words, things, strict=True):
            if thing:
                yield word, 3 if len(word) >= 6 else 2
        for place, ((_, end, one), (start, _, two)) in enumerate(pairwise(words)):
            if describing[place] and things[place + 1] and sentence[end:start] == " ":
                yield f"{one} {two}", 4


def _things(sentence: str, words: Sequence[tuple[int, int, str]]) -> tuple[list[bool], list[bool]]:
    """Which of the words of a sentence name a thing that tells something, and which tell of another which it is."""
    spoken = [sentence[start:end].lower().replace("’", "'") for start, end, _ in words]
    joined = [not sentence[end:start].strip(_BETWEEN) for (_, end, _), (start, _, _) in pairwise(words)]
    things, describing = [], []
    shouted = sentence == sentence.upper()
    called = spoken_to(sentence)
    for place, (start, end, word) in enumerate(words):
        before = spoken[place - 1] if place and joined[place - 1] else ""
        earlier = spoken[place - 2] if before and place > 1 and joined[place - 2] else ""
        after = spoken[place + 1] if place < len(joined) and joined[place] else ""
        is_done = done(word, before, earlier, after)
        is_name = place > 0 and sentence[start].isupper()
        capitals = not shouted and sentence[start:end].isupper()
        article = before in DETERMINERS or (earlier in DETERMINERS and not before.endswith("s"))
        telling = _telling(word) if len(word) >= _SHORT else _short_telling(word, before, article, capitals)
        telling = telling and start not in called
        things.append(telling and (is_name or (not is_done and names_a_thing(word, before, after))))
        describing.append(telling and (is_name or (not is_done and describes(word, before))))
    return things, describing


def says_little(word: str) -> bool:
    """Is it one of the commonest words of conversations, which say nothing of what one is about?"""
    return _plain(word) in _STOP


def _plain(word: str) -> str:
    small = word.lower().replace("’", "'")
    return small.removesuffix("'s").strip("-'")


def _telling(word: str) -> bool:
    return word not in _STOP and not (word.endswith("ing") and len(word) < 6 and word not in _NO_GERUNDS)


def _short_telling(word: str, before: str, article: bool, capitals: bool) -> bool:
    return word not in _STOP and names_something(word, before, article, capitals)


def names(text: str) -> tuple[str, ...]:
    """Names of people, places and things, in order, none twice. A single word that begins a sentence counts only if it
    also stands elsewhere, or is no common word."""
    found: dict[str, None] = {}
    for sentence in _read(text):
        called = spoken_to(sentence)
        begin = len(sentence) - len(sentence.lstrip(" \t\"“'‘(*-•>"))
        for match in _NAME.finditer(sentence):
            name = match[0].rstrip("'’").removesuffix("'s").removesuffix("’s")
            words = name.split()
            while words and _is_no_name(words[0], opens=match.start() == begin and len(words) > 1):
                words.pop(0)
            name = " ".join(words)
            opening = match.start() == begin and len(words) == 1 and len(match[0].split()) == 1
            if not name or not name[0].isupper() or _NO_NAME.match(name) or len(name) < 3:
                continue
            if sentence.find(name, match.start()) in called:
                continue
            if len(words) == 1 and _is_a_time(name, sentence[: match.start()], sentence[match.end() :]):
                continue
            if opening and not re.search(rf"(?<=[a-z,] ){re.escape(name)}\b", text[:MOST]):
                continue
            found.setdefault(name)
    return tuple(found)


def _is_no_name(word: str, *, opens: bool) -> bool:
    """Is the first word of what looks like a name none of it? `opens`: it begins the sentence, others follow."""
    small = word.lower().replace("’", "'")
    return small in _STOP or (opens and (small in _OPENING or (small.endswith("ing") and small not in _NO_GERUNDS)))


def _is_a_time(name: str, before: str, after: str) -> bool:
    """Does a word of the calendar stand for a time, and not for somebody of that name?"""
    word = name.lower()
    if word not in DAY_WORDS and word not in MONTH_WORDS:
        return False
    return word not in _ALSO_NAMES or bool(_TIME_BEFORE.search(before) or _TIME_AFTER.match(after))


def identity(user_input: str) -> dict[str, str]:
    """Who the user is, what the assistant is called, and where the user is, as the user says; the last word counts."""
    found: dict[str, str] = {}
    said = [stated(piece).text for piece in _of_oneself(user_input)]
    for name, pattern in _IDENTITY:
        for match in (match for one in said for match in pattern.finditer(one) if not hangs_on(one, match.start())):
            value = match[1].strip(" ,")
            if value.split()[0].lower() not in _STOP and (name != "location" or names_a_place(value)):
                found[name] = value
    return found


def preferences(user_input: str) -> tuple[str, ...]:
    """Likes and dislikes, as "likes green tea" or "dislikes rain"."""
    found: dict[str, None] = {}
    told = (one for piece in _of_oneself(user_input) for one in clauses(piece))
    for match in (match for one in told for match in _LIKES.finditer(one) if not hangs_on(one, match.start())):
        verb = match[1].lower().replace("’", "'")
        how = "dislikes" if verb in ("hate", "dislike", "can't stand", "don't like", "do not like") else "likes"
        if verb == "prefer":
            how = "prefers"
        what = _AS_WELL.sub("", _ANY_MORE.sub("", match[2].strip()))
        if len(what) > 1 and not _NO_LIKE.search(what):
            found.setdefault(f"{how} {what}")
    return tuple(found)


def points(user_input: str) -> tuple[str, ...]:
    """Sentences of the user that are worth keeping in mind, in order."""
    found = (_plainly(one) for one in statements(user_input) if _is_point(unquoted(one)))
    return tuple(_short(one) for one in found if len(one) > 8)[:POINTS]


def _is_point(sentence: str) -> bool:
    said = _POINT.search(sentence) is not None and _NO_POINT.search(sentence) is None
    return said and not forgets(sentence) and not of_the_talk(sentence)


def _of_oneself(user_input: str) -> Iterator[str]:
    """The sentences in which a user tells of how it is, without what they quote of others."""
    pieces = [one for one in own_pieces(user_input[:MOST]) if _ASKS_BACK.search(one) is None]
    if len({name for one in pieces if (name := speaker(one))}) > 1:  # a talk of several that was copied
        pieces = [one for one in pieces if not speaker(one)]
    return map(unquoted, pieces)


def common(groups: Sequence[Sequence[str]]) -> list[tuple[str, int]]:
    """(entry, in how many groups) of all entries, most frequent first, then by name."""
    counts = Counter(entry for group in groups for entry in set(group))
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))


def _short(sentence: str) -> str:
    return sentence if len(sentence) <= LONGEST else f"{sentence[: LONGEST - 1].rstrip()}…"


def _plainly(sentence: str) -> str:
    """A sentence as one notes it: without “Correction:” before it."""
    bare = without_lead(sentence)[0]
    return bare[:1].upper() + bare[1:]


def statements(user_input: str) -> tuple[str, ...]:
    """Everything that a user says to be so, in sentences and clauses, as each was said."""
    return tuple(one for piece in own_pieces(user_input[:MOST]) if not piece.endswith("?") for one in clauses(piece))


def untrue(user_input: str) -> tuple[str, ...]:
    """What a user says is not so: “Berlin”, where it is “not Berlin”."""
    return tuple(one for one in (stated(piece).denied for piece in own_pieces(user_input[:MOST])) if one)


def is_over(point: str, said: str) -> bool:
    """Does a later statement say that an earlier point is otherwise: “my favourite colour is red now, not blue”?"""
    if replaces(said, point) or (_NO_LONGER.search(unquoted(said)) and denied(point, unquoted(said))):
        return True
    if changes_a_rule(said) and any(is_rule(one) and relation(one, said)[0] == "conflict" for one in clauses(point)):
        return True
    return any(takes_place(one, other) for one in claims(said) for other in claims(point))


def no_longer_likes(entry: str, said: str) -> bool:
    """Does a later statement take back an entry of `preferences`, of several things all of them?"""
    verb, _, what = entry.partition(" ")
    if topic := forgets(said):
        return is_about(topic, what)
    if any(likes_otherwise(entry, one) for one in preferences(said)):
        return True
    told = f"I {verb.removesuffix('s')} {what}."
    return verb in _ENTRIES and replaces(said, told) and not left_of(told, [said])


def not_called(name: str, said: str) -> bool:
    """Does a statement say that its speaker is not called so, and not what else?"""
    unwanted = _NOT_CALLED.search(unquoted(said))
    over = unwanted is not None and unwanted["name"].casefold() == name.casefold()
    return not identity(said).get("user_name") and (over or replaces(said, f"My name is {name}."))


def left(location: str, said: str) -> bool:
    """Does a statement say that its speaker lives in a place no longer, and not where else?"""
    return not identity(said).get("location") and replaces(said, f"I live in {location}.")


def likes_otherwise(old: str, new: str) -> bool:
    """Do two entries of `preferences` like and dislike the same?"""
    one, what = old.split(" ", 1)[0], old.partition(" ")[2].casefold()
    other, same = new.split(" ", 1)[0], new.partition(" ")[2].casefold()
    return what == same and (one == "dislikes") != (other == "dislikes")
