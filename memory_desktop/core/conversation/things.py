"""Does a word name a thing where it stands? Told by its neighbours and its ending; English, by rules alone.

A topic is a thing ("the pottery", "adoption agency"), and not what somebody does ("creating a home", "it reminds us")
or how they find it ("so powerful"). A word counts as done where its neighbours say so: "to", "I", "can't" or "let's"
before it, an object behind it. It counts as a quality where it ends what is said of something ("was really lovely").
"""

from __future__ import annotations

DETERMINERS = frozenset(
    "a an the my your our his her their its this these those some any no every each another both all many few several"
    " more most two three four five".split()
)
_OBJECTS = frozenset("me us him them it you myself yourself ourselves himself herself themselves itself".split())
_PARTICLES = frozenset("out up off down away on back over through around together".split())
_DOERS = frozenset("i you we they he she it who that which everyone somebody someone people".split())
_BEFORE_A_VERB = frozenset(
    "can can't cannot could couldn't will won't would wouldn't should shouldn't might may must do don't does doesn't"
    " did didn't let's gonna gotta wanna please never always not really just also totally definitely finally"
    " i'll you'll we'll they'll he'll she'll it'll i'd you'd we'd they'd i've you've we've they've it's that's".split()
)
_IS = frozenset(
    "am is are was were be been being i'm you're we're they're he's she's it's that's there's what's isn't aren't"
    " wasn't weren't feel feels felt look looks looked sound sounds sounded seem seems seemed get gets got stay stays"
    " keep keeps kept so very really super pretty quite too such totally incredibly".split()
)
#: After these, what one does is what it is about: "learned to sail".
_TAKEN_UP = frozenset("learn learned learnt learning teach taught love loves loved start started began".split())
_WAY = frozenset(
    "go goes going went gone come came coming trip way back drive drove walk walked moved move moving travel travelled"
    " traveled flew fly next close access due thanks according visit visits return returned".split()
)
_AFTER_A_GERUND = DETERMINERS | _OBJECTS | frozenset("out up off away down back together to with".split())
_QUALITIES = ("ful", "ous", "able", "ible", "less", "ish", "esome", "ive")
_NO_QUALITIES = frozenset(
    "table vegetable cable variable constable syllable bible dish fish wish finish british spanish english danish"
    " turkish polish swedish finnish irish scottish rubbish radish parish relish drive dive hive olive archive"
    " native motive detective perspective objective initiative narrative relative alternative locomotive executive"
    " incentive collective representative festive live".split()
)
_THINGS_IN_LY = frozenset(
    "family italy july assembly anomaly monopoly supply reply jelly belly ally fly lily butterfly".split()
)
_NO_PAST = frozenset(
    "seed weed speed breed shed sled steed feed greed creed naked hundred bed need ted fred embed thoroughbred".split()
)


def names_a_thing(word: str, before: str, after: str) -> bool:
    """Does a word name a thing between these neighbours?

    Args:
        word, before, after: in small letters; "" for a neighbour that is none, or behind a comma, a dot and the like.
    """
    if _quality(word):
        return False
    if before in DETERMINERS or (before == "of" and after not in _OBJECTS):
        return True
    if word.endswith("ing"):
        return after not in _AFTER_A_GERUND and before not in _IS and before not in _DOERS
    if after in _OBJECTS or before in _BEFORE_A_VERB or before in _DOERS or before in _IS:
        return False
    if before == "to" or not before:
        return after not in DETERMINERS and after not in _PARTICLES
    return True


def describes(word: str, before: str) -> bool:
    """Can a word stand before a thing to say which: the "adoption" of an agency, "homeless" of a shelter?"""
    return not word.endswith("ly") and before not in _BEFORE_A_VERB and before not in _DOERS


def done(word: str, before: str, earlier: str, after: str) -> bool:
    """Is a word after "to" done, and no place where one goes?"""
    return before == "to" and earlier not in _WAY | _TAKEN_UP and not word.endswith("s") and after != "of"


def _quality(word: str) -> bool:
    """Does its ending make a word a quality, a way to do something, or what has been done?"""
    if word.endswith("ly"):
        return word not in _THINGS_IN_LY
    if word.endswith("ed"):
        return word not in _NO_PAST
    return word.endswith(_QUALITIES) and word not in _NO_QUALITIES
