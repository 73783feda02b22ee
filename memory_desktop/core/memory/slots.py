"""Which earlier statement of a person a later one takes the place of: “I switched to coffee” of “I prefer green tea”.

A statement is read as what it says of one slot of its speaker: a preference of a known kind (hot drinks, editors …),
the diet, the home, the job, the name, what is used, had or done. Only the plain first person is read, without
conditions and without a past; what is not understood replaces nothing. That something is so *now* must be said: two
statements that only differ are left to a person. But who likes what they disliked, or the other way round, cannot mean
both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from memory_desktop.core.calendar import MONTHS
from memory_desktop.core.extraction.sentences import words_of
from memory_desktop.core.extraction.smalltalk import imagined
from memory_desktop.core.memory.claims import (
    KEPT,
    TURNED,
    Claim,
    by_two_speakers,
    claims,
    contradiction,
    without_speaker,
    without_when,
)
from memory_desktop.core.memory.ended import ended, ends, stem
from memory_desktop.core.memory.likings import Liking, approving, liking, turns
from memory_desktop.core.memory.statements import asked_for, forgets, is_about, plainly, stated, without_lead
from memory_desktop.core.patterns import later

#: Things of which a person prefers one at a time, by kind.
_KINDS = {
    "hot drink": "tea|coffee|espresso|cappuccino|latte|flat white|americano|decaf|cocoa|hot chocolate|matcha|chai|mate",
    "alcohol": "beer|wine|whisky|whiskey|gin|vodka|rum|cider|cocktails",
    "milk": "oat milk|soy milk|almond milk|cow's milk|whole milk|skimmed milk|rice milk|coconut milk",
    "cold drink": "water|juice|cola|coke|lemonade|soda",
    "diet": "vegetarian|vegan|pescatarian|omnivore",
    "editor": "vim|neovim|emacs|nano|vs code|vscode|sublime text|sublime|pycharm|intellij|zed|cursor|helix|kate",
    "browser": "firefox|chrome|chromium|safari|edge|brave|opera|vivaldi",
    "system": "linux|windows|macos|ubuntu|debian|fedora|arch|mint|nixos",
    "shell": "bash|zsh|fish|powershell|nushell",
    "indentation": "tabs|spaces",
    "theme": "dark mode|light mode|dark theme|light theme|dark themes|light themes",
    "packages of Python": "pip|poetry|pipenv|conda|uv|pdm",
    "packages of JavaScript": "npm|yarn|pnpm|bun",
    "messenger": "whatsapp|signal|telegram|threema|discord|slack",
    "mail": "gmail|outlook|proton mail|protonmail|fastmail|thunderbird",
    "notes": "obsidian|notion|evernote|onenote|logseq|joplin|apple notes",
    "music": "spotify|apple music|tidal|deezer|youtube music",
    "phone": "iphone|android",
    "assistant": "chatgpt|claude|gemini|copilot",
    "search": "google|duckduckgo|bing|kagi",
    "units": "metric|imperial|celsius|fahrenheit",
}
_KIND = {term: kind for kind, terms in _KINDS.items() for term in terms.split("|")}
#: Before the thing itself stand so many words at the most (“strong black coffee”).
_MOST_MODIFIERS = 2

_I = r"I(?:['’]m| am|['’]ve| have)?"
_SOFT = r"(?:(?:really|much|always|usually|mostly|normally|generally|strongly|definitely|still|just|also) )*"
_NOW = r"(?:now|nowadays|these days|instead|from now on|since (?:then|recently|last \w+))"
_JUST = r"(?:now |just |recently |finally )*"
_THING = r"(?P<thing>[\w][\w '’+#./-]{0,60}?)"
_AGAINST = r"(?:,? (?:over|to|rather than|instead of|than|not) [\w '’+#./-]{1,40}?)?"
_DONE = "drink|eat|use|smoke|play|drive|own|have|take|wear|study|teach|need"
_DOES = f"{_DONE}|like|love|enjoy|prefer|want"
_DOING = {
    "drinking": "drink",
    "eating": "eat",
    "using": "use",
    "smoking": "smoke",
    "playing": "play",
    "driving": "drive",
    "taking": "take",
    "wearing": "wear",
    "studying": "study",
    "teaching": "teach",
    "having": "have",
}
_IN_A_MONTH = rf" in (?:{'|'.join(MONTHS)})"
_WHEN = rf"(?: (?:last|this) \w+| yesterday| today| recently| now|(?i:{_IN_A_MONTH}))?"
_END = r"[.!… ]*$"
_PREFERS = later(rf"^I {_SOFT}prefer {_THING}{_AGAINST}{_END}", re.IGNORECASE)
_HABIT = later(rf"^I {_SOFT}(?P<verb>{_DOES}) (?:only )?(?:an? |the )?{_THING}{_END}", re.IGNORECASE)
_BARE_HABIT = later(r"^I (?P<verb>smoke|drink|drive)" + _END, re.IGNORECASE)
_DIET = later(rf"^I(?:['’]m| am) (?:an? )?{_THING}{_END}", re.IGNORECASE)
#: What takes the place of something, and what it says is over.
_SWITCHED = later(
    rf"^{_I} {_JUST}(?:switched|changed|gone over|moved over|went over)(?: over| back)?"
    rf"(?: from (?P<over>[\w '’+#./-]{{1,40}}?))? to {_THING}(?:,? {_NOW})?"
    rf"(?: (?:from|instead of) (?P<from>[\w '’+#./-]{{1,40}}?))?(?:,? {_NOW})?{_END}",
    re.IGNORECASE,
)
_PREFERS_NOW = later(
    rf"^(?:{_NOW},? I {_SOFT}prefer {_THING}{_AGAINST}"
    rf"|I now {_SOFT}prefer {_THING.replace('thing', 'second')}{_AGAINST}"
    rf"|I {_SOFT}prefer {_THING.replace('thing', 'third')}{_AGAINST},? {_NOW}){_END}",
    re.IGNORECASE,
)
_INSTEAD = later(
    rf"^I (?:now )?(?P<verb>{_DOES}) {_THING}(?: now)? instead of (?P<over>[\w '’+#./-]{{1,40}}?)(?: now)?{_END}",
    re.IGNORECASE,
)
_NOT_THE_OTHER = later(
    rf"^I {_SOFT}(?P<verb>{_DONE}) (?:only )?{_THING},? (?:and )?not (?P<over>[\w '’+#./-]{{1,40}}?){_END}",
    re.IGNORECASE,
)
_NO_LONGER = later(
    rf"^I (?:no longer (?P<verb>{_DOES})|(?:don['’]t|do not) (?P<other>{_DOES})(?= .*any ?(?:more|longer)))"
    rf"(?: (?:an?|any|the) | ){_THING}(?: any ?(?:more|longer))?{_END}",
    re.IGNORECASE,
)
_STOPPED = later(
    rf"^{_I} {_JUST}(?:stopped|quit|gave up|given up) (?:(?P<verb>{'|'.join(_DOING)})"
    rf"(?: (?:an? |any )?(?P<thing>[\w][\w '’+#./-]{{0,60}}?))?|(?P<up>[a-z][\w '’-]{{0,40}}?))"
    rf"(?: (?:last|this) \w+| yesterday| today| recently)?{_END}",
    re.IGNORECASE,
)
_NO_DIET = later(
    rf"^I(?:['’]m| am) (?:no longer (?:an? )?{_THING}"
    rf"|not (?:an? )?{_THING.replace('thing', 'second')} any ?(?:more|longer)){_END}",
    re.IGNORECASE,
)
_DIET_NOW = later(
    rf"^(?:I(?:['’]m| am) (?:now )?(?:an? )?{_THING},? {_NOW}"
    rf"|I(?:['’]m| am) now (?:an? )?{_THING.replace('thing', 'second')}"
    rf"|I(?:['’]ve| have)? {_JUST}(?:became|become|turned|gone|went) (?:an? )?"
    rf"{_THING.replace('thing', 'third')}){_END}",
    re.IGNORECASE,
)
#: What was bidden for all time to come, and that it is to be done no longer.
_ALWAYS = r"(?:from now on|in (?:the )?future|going forward|always|please)"
_BIDDEN = later(rf"^(?:{_ALWAYS},? )*(?P<verb>[a-z]+) (?P<what>.+?)(?:,? {_ALWAYS})*{_END}", re.IGNORECASE)
_STOPS = later(
    r"^(?:please )?(?:(?:stop|quit) (?P<verb>[a-z]+ing) (?P<what>.+?)"
    r"|(?:you (?:can|may) stop|no more) (?P<other>[a-z]+ing) (?P<rest>.+?)"
    r"|(?:don['’]t|do not) (?P<bare>[a-z]+) (?P<thing>.+?)(?= any ?(?:more|longer)))"
    rf"(?: (?:any ?more|any longer|now|please|from now on))*{_END}",
    re.IGNORECASE,
)
#: What one eats again, or now, that who lives on a diet does not eat.
_EATS = later(
    rf"^I(?:['’]m| am|['’]ve| have)? {_JUST}(?:(?:eat|eating) (?P<food>[a-z]+)(?: and [a-z]+)?,? (?:again|{_NOW})"
    r"|(?:started|began|gone back|went back)(?: to)?(?: eating| eat) (?P<other>[a-z]+)(?: and [a-z]+)?"
    rf"(?:,? (?:again|{_NOW}))?){_END}",
    re.IGNORECASE,
)
_NOT_EATEN = {
    **dict.fromkeys("meat beef pork lamb chicken poultry".split(), ("vegetarian", "vegan", "pescatarian")),
    **dict.fromkeys("fish seafood".split(), ("vegetarian", "vegan")),
    **dict.fromkeys("eggs cheese dairy milk butter honey yoghurt yogurt".split(), ("vegan",)),
}
_TURNED = later(rf"^I{TURNED}$")
#: Claims that say by themselves that something is so now: moved, a new job, a new name.
_MOVED = later(
    rf"^(?:{_NOW},? )?(?:I|[Ww]e)(?:['’]ve| have)? {_JUST}(?:moved|relocated)(?: back)?(?: from [\w '’-]{{1,40}}?)?"
    rf" to (?P<value>[A-Z][\w'’. -]{{0,60}}?)(?: because .*| for .*|, .*|{_WHEN}){_END}"
)
_NEW_JOB = later(
    rf"^(?:{_NOW},? )?I(?:['’]ve| have)? {_JUST}(?:started|got|found|begun|have)"
    rf" (?:working|a new job|my new job) (?:at|with|for) (?P<value>[A-Z][\w'’&. -]{{0,60}}?){_WHEN}{_END}"
)
_RENAMED = later(
    rf"^(?:I(?:['’]ve| have)? (?:now |just |recently )*changed my name to (?P<value>[A-Z][\w'’. -]{{0,60}}?)"
    rf"|(?:[Pp]lease )?[Cc]all me (?P<second>[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)?)(?: from now on| now)"
    rf"|I(?: now)? go by (?P<third>[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)?)(?: now| these days)?){_END}"
)
_NOT_THERE = later(
    r"^I (?:no longer (?P<verb>live|work)|(?:don['’]t|do not) (?P<other>live|work)(?= .*any ?(?:more|longer)))"
    rf" (?P<how>in|at|for) (?P<value>[A-Z][\w'’&. -]{{0,60}}?)(?: any ?(?:more|longer))?{_END}"
)
_LEFT = later(
    rf"^I(?:['’]ve| have)? {_JUST}(?:(?:left|quit) my job (?:at|with|for)|left the company) "
    rf"(?P<value>[A-Z][\w'’&. -]{{0,60}}?){_WHEN}{_END}"
)
_LEFT_FOR = later(
    rf"^I(?:['’]ve| have)? {_JUST}(?:left|quit) [A-Z][\w'’&. -]{{0,60}}? (?:and (?:(?:have|then|now|just) )*"
    r"(?:started|joined|begun|began)(?: working| a new job| my new job| work)?(?: at| with| for)?"
    rf"|to join|to work (?:at|for)|for) (?P<value>[A-Z][\w'’&. -]{{0,60}}?){_WHEN}{_END}"
)
#: Where one is no more; what follows “but” says where one is now.
_FORMERLY = later(
    r"^I used to (?P<verb>live|work) (?P<how>in|at|for) (?P<value>[A-Z][\w'’&. -]{0,60}?)"
    r"(?:,? but (?:(?:now|nowadays|these days|since [\w ]{1,20}),? )?(?:I|we)(?:['’]ve|['’]m)? (?:now |have |am )?"
    r"(?:live|living|work|working|moved|relocated|left)\b.*)?"
    rf"{_END}"
)
_SAID_NOW = later(rf"\b{_NOW}\b", re.IGNORECASE)
#: With these a statement is about another time, a condition, or a wish: then nothing is sure.
_UNSURE = later(
    r"\?|\b(?:if|when|whenever|unless|until|while|would|could|might|(?-i:may)|maybe|perhaps|think about|thinking"
    r"|consider\w*|want to|wish|hope|plan\w*|going to|will|almost|nearly|never|once|used to|years? ago"
    r"|months? ago|back then"
    r"|as an? (?:child|kid|teenager|student)|in (?:19|20)\d\d"
    r"|for (?:a|one|two|three|the) (?:while|week|day|month|time|moment)"
    r"|sometimes|temporarily|tonight|tomorrow|next|trying|tried|briefly|or)\b",
    re.IGNORECASE,
)
_ACTUALLY = later(r"(?<=^I )(?:actually|in fact) |(?<=^We )(?:actually|in fact) ", re.IGNORECASE)
#: What narrows a preference: it must be the same on both sides.
_NARROWER = later(
    r"^(?P<what>.+?) (?P<when>(?:for|in|at|with|on|after|before|during|from|as|without|to|by|every|only) .+)$",
    re.IGNORECASE,
)
_NOT = later(r"(?:no|not|neither|less|more|fewer|any)\b", re.IGNORECASE)
_REASON = later(r" (?:because|since) .*$", re.IGNORECASE)
_MORE = later(r",(?!\d)|\band\b|&|/|\bboth\b|\bas well\b|\btoo\b", re.IGNORECASE)
_NO_PLACE = frozenset(
    "google microsoft apple amazon meta team backend frontend slack teams github gitlab notion management sales"
    " marketing linux windows mac macos python rust java typescript".split()
)
#: Doing one of these says that the thing is taken, for the kinds of things that are preferred.
_TAKES = frozenset({"drink", "eat", "use", "take", "prefer"})
_CALLED = later(r" (?:called|named|with|from|who|that|which)\b.*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Said:
    """What a statement says: verb and thing (both may be ""), what narrows it, and whether it is so.

    `over` is what the thing took the place of.
    """

    verb: str
    thing: str
    narrower: str = ""
    so: bool = True
    over: str = ""


def replaces(new: str, old: str) -> bool:
    """Does a later statement surely take the place of an earlier one by the same speaker?"""
    if by_two_speakers(new, old):
        return False
    later, earlier = _plain(new), _plain(old)
    if earlier and (topic := forgets(later)):
        return _is_said_in(topic, earlier)
    if (earlier and _is_former(later, earlier)) or ends(new, old):
        return True
    if not later or not earlier or _UNSURE.search(later) or later.casefold() == earlier.casefold():
        return False
    before = liking(earlier)
    if before is not None and turns(liking(later) or _approving(new), before) == before.things:
        return True
    return (
        _of_the_place(later, earlier)
        or _bids_no_longer(later, earlier)
        or any(_in_place_of(one, other) for one in _said_later(later) for other in _said_earlier(earlier))
    )


def may_replace(text: str) -> bool:
    """Does a text say of a slot that something is otherwise now? Others need not be compared."""
    plain = _plain(text)
    if forgets(plain) or not plain or _FORMERLY.match(plain):
        return bool(plain)
    if any(not one.so for one in ended(text)):
        return True
    says_now = bool(_said_later(plain) or _places_in(plain) or liking(plain) or _approving(text)) or bool(
        _SAID_NOW.search(plain)
    )
    says_now = says_now or any(one.match(plain) for one in (_TURNED, _STOPS))
    return not _UNSURE.search(plain) and (says_now or bool(stated(plain).denied))


def _approving(text: str) -> Liking | None:
    return approving(" ".join(without_speaker(text).split()))


@lru_cache(maxsize=KEPT)
def _plain(text: str) -> str:
    """A single sentence without who says it, and without what one says before it; "" for more than one."""
    bare = " ".join(without_speaker(text).split())
    bare = plainly(_ACTUALLY.sub("", without_when(without_lead(bare)[0])).rstrip(".!… "))
    if imagined(bare):
        return ""
    if (whole := stated(bare)).denied and ". " in bare:
        bare = f"{whole.text}, not {whole.denied}"
    return "" if len(bare) > 200 or re.search(r"[.!?] ", re.sub(r"\b(?:Dr|Mr|Mrs|Ms|St)\.", "", bare)) else bare


# --- preferences, habits and what one has ---------------------------------------------------------------------------


def _in_place_of(new: _Said, old: _Said) -> bool:
    # Who drinks “coffee, not tea” drinks none in the morning either.
    whenever = bool(new.over) and not new.narrower and new.verb != "prefer"
    if not old.so or (new.narrower != old.narrower and not whenever):
        return False
    if not new.so:
        return _same_doing(new.verb, old.verb) and _covers(new.thing, old.thing)
    if new.over:
        return (_takes(old.verb) or new.verb == old.verb) and _covers(new.over, old.thing)
    kind = _kind(new.thing)
    if not kind or kind != _kind(old.thing) or not (_takes(old.verb) or old.verb == "be" == new.verb):
        return False
    # “I use Linux” may be one of many that are used; what is preferred, or one is, is one.
    return old.verb in ("prefer", "be") and not _subset(new.thing, old.thing)


def _takes(verb: str) -> bool:
    return verb in _TAKES


def _same_doing(new: str, old: str) -> bool:
    """Is what is no longer done what was done? Who no longer drinks something no longer prefers it."""
    return new == old or (new in _TAKES | {"give up"} and old in _TAKES) or (new == "like" and old in ("love", "enjoy"))


def _covers(denied: str, had: str) -> bool:
    """Is what was had the thing itself, or one of its kind: green tea, where tea is over?"""
    gone, there = denied.split(), _CALLED.sub("", had).split()
    if not gone:
        return not there
    return bool(there) and there[-len(gone) :] == gone and len(there) - len(gone) <= _MOST_MODIFIERS


def _subset(new: str, old: str) -> bool:
    one, other = set(new.split()), set(old.split())
    return one <= other or other <= one


def _kind(thing: str) -> str:
    """The kind of a thing by its last words; "" for one that is not known."""
    words = thing.split()
    for size in (2, 1):
        found = _KIND.get(" ".join(words[-size:]))
        if found is not None and len(words) - size <= _MOST_MODIFIERS:
            return found
    return ""


@lru_cache(maxsize=KEPT)
def _said_later(text: str) -> tuple[_Said, ...]:
    return tuple(_later(text))


@lru_cache(maxsize=KEPT)
def _said_earlier(text: str) -> tuple[_Said, ...]:
    return tuple(_earlier(text))


@lru_cache(maxsize=KEPT)
def _places_in(text: str) -> tuple[tuple[str, str, bool], ...]:
    return tuple(_places(text))


def _later(text: str) -> Iterator[_Said]:
    """What a statement says that is new."""
    if (found := _SWITCHED.match(text)) is not None:
        yield from _thing("prefer", found["thing"], over=found["over"] or found["from"] or "")
        return
    if (found := _INSTEAD.match(text)) is not None:
        yield from _thing(found["verb"], found["thing"], over=found["over"])
        return
    if (found := _NOT_THE_OTHER.match(text)) is not None:
        yield from _thing(found["verb"], found["thing"], over=found["over"])
    if (found := _PREFERS_NOW.match(text)) is not None:
        thing = found["thing"] or found["second"] or found["third"]
        yield from _thing("prefer", thing)
    if (found := _DIET_NOW.match(text)) is not None:
        yield from _diet(found["thing"] or found["second"] or found["third"], so=True)
    if (found := _NO_DIET.match(text)) is not None:
        yield from _diet(found["thing"] or found["second"], so=False)
    if (found := _EATS.match(text)) is not None:
        food = (found["food"] or found["other"]).lower()
        yield from (_Said("be", diet, so=False) for diet in _NOT_EATEN.get(food, ()))
    if (found := _NO_LONGER.match(text)) is not None:
        yield from _thing((found["verb"] or found["other"]).lower(), found["thing"], so=False)
    elif (found := _STOPPED.match(text)) is not None:
        verb = _DOING[found["verb"].lower()] if found["verb"] else "give up"
        yield from _thing(verb, found["thing"] or found["up"] or "", so=False)


def _earlier(text: str) -> Iterator[_Said]:
    """What a statement says of its speaker, whenever."""
    text = _SAID_NOW.sub("", text).rstrip(" ,")
    if (found := _SWITCHED.match(text)) is not None or (found := _PREFERS.match(text)) is not None:
        yield from _thing("prefer", found["thing"])
    elif (found := _HABIT.match(text)) is not None:
        yield from _thing(found["verb"].lower(), found["thing"])
    elif (found := _BARE_HABIT.match(text)) is not None:
        yield _Said(found["verb"].lower(), "")
    elif (found := _DIET_NOW.match(text)) is not None or (found := _DIET.match(text)) is not None:
        yield from _diet(next(value for value in found.groupdict().values() if value), so=True)


def _thing(verb: str, thing: str, *, so: bool = True, over: str = "") -> Iterator[_Said]:
    what, when = _parted(_REASON.sub("", thing))
    if not _MORE.search(what) and not _MORE.search(over) and not _NOT.match(what):
        yield _Said(verb.lower(), _folded(what), when, so, _folded(over))


def _diet(thing: str, *, so: bool) -> Iterator[_Said]:
    if _KIND.get(_folded(thing)) == "diet":
        yield _Said("be", _folded(thing), so=so)


def _parted(thing: str) -> tuple[str, str]:
    found = _NARROWER.match(thing)
    return (found["what"], found["when"].casefold()) if found is not None else (thing, "")


def _folded(thing: str) -> str:
    words = thing.casefold().replace("’", "'").split()
    return " ".join(words[1:] if words[:1] and words[0] in ("a", "an", "the", "my", "any") else words)


def _bids_no_longer(new: str, old: str) -> bool:
    """Does a statement say that what an earlier one bids is to be done no longer: “Stop answering in German”?"""
    stops, bidden = _STOPS.match(new), _BIDDEN.match(old)
    if stops is None or bidden is None:
        return False
    verb, what = (
        stops["verb"] or stops["other"] or stops["bare"],
        stops["what"] or stops["rest"] or stops["thing"],
    )
    same = stem(verb.lower()) == stem(bidden["verb"].lower())
    return same and words_of(what) == words_of(bidden["what"])


# --- home, job, name --------------------------------------------------------------------------------------------------


def _of_the_place(new: str, old: str) -> bool:
    """Does a statement of where one lives or works, or what one is called, take another's place?"""
    earlier = list(claims(old))
    if not earlier:
        return False
    before = [one for one in earlier if one.subject in ("i", "my")]
    for attribute, value, so in _places_in(new):
        for one in before:
            if one.attribute == attribute and (so != (_value(one.value) == _value(value))):
                return True
    denied = _value(stated(new).denied)
    said_now = bool(_SAID_NOW.search(new) or _TURNED.match(new))
    return any(
        (said_now or denied == _value(other.value)) and takes_place(one, other)
        for one in claims(new)
        for other in earlier
    )


def _is_former(new: str, old: str) -> bool:
    """Does a statement say of a home or a job that it is none any more, as an earlier one says it is?"""
    found = _FORMERLY.match(new)
    if found is None or (found["verb"] == "live") != (found["how"] == "in"):
        return False
    attribute, value = "home" if found["verb"] == "live" else "employer", _value(found["value"])
    told = [(one.attribute, _value(one.value)) for one in claims(old) if one.subject in ("i", "my")]
    told += [(name, _value(there)) for name, there, so in _places_in(old) if so]
    return (attribute, value) in told


def takes_place(new: Claim, old: Claim) -> bool:
    """May a claim take the place of an earlier one? They contradict each other, and each has one value: where one lives
    or works by its name, not “a bigger flat”."""
    return contradiction(new, old) and names_one(new) and names_one(old)


def names_a_place(value: str) -> bool:
    """Is it the name of a place or of a firm, and not of a team or a tool?"""
    return value[:1].isupper() and not _NO_PLACE & set(value.casefold().split())


def _is_said_in(topic: str, text: str) -> bool:
    """Is a text about a topic; or does it say what the topic, a whole statement, says?"""
    if attribute := asked_for(topic):
        return any(one.attribute == attribute and one.subject in ("i", "my") for one in claims(text))
    mine = list(claims(topic))
    return any(one == other for one in mine for other in claims(text)) if mine else is_about(topic, text)


def names_one(claim: Claim) -> bool:
    """Is its value one thing; a place or a firm by its name: not “a bigger flat”?"""
    named = claim.attribute not in ("home", "employer") or names_a_place(claim.value)
    return named and not _MORE.search(claim.value)


def _places(text: str) -> Iterator[tuple[str, str, bool]]:
    """(attribute, value, whether it is so) of what is said to be otherwise now."""
    if (found := _MOVED.match(text)) is not None and not _NO_PLACE & set(found["value"].casefold().split()):
        yield "home", found["value"], True
    if (found := _NEW_JOB.match(text)) is not None:
        yield "employer", found["value"], True
    if (found := _RENAMED.match(text)) is not None:
        yield "name", found["value"] or found["second"] or found["third"], True
    if (found := _NOT_THERE.match(text)) is not None:
        verb = (found["verb"] or found["other"]).lower()
        if (verb == "live") == (found["how"] == "in"):
            yield "home" if verb == "live" else "employer", found["value"], False
    if (found := _LEFT.match(text)) is not None:
        yield "employer", found["value"], False
    if (found := _LEFT_FOR.match(text)) is not None:
        yield "employer", found["value"], True


def _value(text: str) -> str:
    return re.sub(rf",.*$|\b{_NOW}\b", "", text, flags=re.IGNORECASE).strip(" .").casefold()
