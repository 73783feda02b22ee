"""Clauses that each say something of their own, and what of a text still holds after a correction."""

from __future__ import annotations

import re

import pytest

from memory_desktop.core.extraction.clauses import clauses, parts
from memory_desktop.core.extraction.facts import Said, extract
from memory_desktop.core.extraction.sentences import LONGEST
from memory_desktop.core.memory.likings import liking
from memory_desktop.core.memory.partly import left_of
from memory_desktop.core.memory.slots import replaces

#: Clauses are parted by “ / ”; “(I)” is a subject that is left out.
APART = """
I have a parrot called Kiki / and I work at Nokia.
I live in Tampere / and (I) work at Nokia.
I live in Tampere, / (I) work at Nokia / and (I) like opera.
I live in Tampere, / I work at Nokia, / and I like opera.
I live in Tampere; / I work at Nokia.
I speak Finnish, / I live in Tampere / and my sister works at Nokia.
My wife and I live in Tampere / and I work at Nokia.
I like tea / but I hate coffee.
I work at Nokia / and (I) don't eat meat.
I love skiing / and (I) have a parrot called Kiki.
I no longer live in Turku, / I moved to Tampere.
Never deploy on Sunday, / and use metric units instead of imperial units.
Always sign your commits, / never push to main, / and answer in Finnish.
Kiki is my parrot / and I work at Nokia.
I live in Tampere / (I live) with my wife and two kids.
I live with my wife Aino and two kids / (I live) in Tampere.
We now live in New York / (We now live) with Kiki / and (We) own a boat.
"""
WHOLE = """
I don't smoke and drink.
I live and work in Tampere.
I would like to live in Tampere and work at Nokia.
I know people who live in Tampere and work at Nokia.
My wife and I live in Tampere.
My dear old friend and I love opera.
I work at Nokia and I love it there.
I like opera and ballet.
I work at Ernst and Young.
I live in Tampere with my mother when she is ill.
I live in Tampere in a small flat.
I live in a flat in Tampere.
I work at Nokia with my wife.
I don't work as a cook any more, I am a driver now.
When you write a test, never use a mock.
From now on, call me Eeva.
Call me Eeva, from now on.
Not Turku, I live in Tampere.
Don't commit and push on Sundays.
Because I never eat meat, I hate barbecues.
"""


@pytest.mark.parametrize("line", APART.strip().splitlines())
def test_clauses_of_their_own(line: str) -> None:
    """E7.4: clauses that each say something of their own are facts of their own, each with its place in the message and
    with the subject that it leaves out."""
    told = [one.strip().rstrip(",;") for one in line.split(" / ")]
    bare = [one.removeprefix("and ").removeprefix("but ") for one in told]
    text = re.sub(r"\(.+?\) ", "", line.replace(" / ", " "))
    said = [re.sub(r"\((.+?)\)", r"\1", one) for one in bare]
    assert clauses(text) == said
    found = extract([Said(text, "User")])
    assert [one.text for one in found] == [one[:1].upper() + one[1:] for one in said]
    assert all(text[one.start : one.end].strip(" ,;") == one.said.strip(" ,;") for one in found)
    assert [one.said for one in found] == [re.sub(r"\(.+?\) ", "", one) for one in bare]


@pytest.mark.parametrize("line", WHOLE.strip().splitlines())
def test_sentences_that_stay_whole(line: str) -> None:
    """E7.4: a clause that hangs on another, or says nothing alone, stays with it."""
    assert clauses(line) == [line]


def test_what_leans_stays_with_the_last_clause() -> None:
    """E7.4: a sentence that leans on one of several clauses stays with the last of them."""
    found = extract(
        [Said("I have a parrot called Kiki and I work at Nokia. It is a firm of some fame in Finland.", "Jo")]
    )
    assert [one.text for one in found] == [
        "Jo: I have a parrot called Kiki",
        "Jo: I work at Nokia. It is a firm of some fame in Finland.",
    ]


def test_kinds_of_what_is_over() -> None:
    """E9: where one no longer lives or works, and what one no longer has, is a fact; what one no longer eats or likes, a
    preference."""
    texts = {
        "fact": ("live in Turku, I moved to Tampere.", "work at Nokia, I work at Kone.", "own a boat.", "have a boat."),
        "pref": ("eat meat.", "like opera.", "use Windows."),
    }
    for kind, over in texts.items():
        for text in over:
            found = extract([Said(f"I no longer {text}", "User")])
            assert found and {one.kind for one in found} == {kind}, text
    for text in ("I quit my job at Nokia.", "I stopped working at Nokia."):
        assert [one.kind for one in extract([Said(text, "User")])] == ["fact"]


#: What was said | what is said later | what of it still holds.
LEFT = """
I have a parrot called Kiki and I work at Nokia. | I no longer work at Nokia. | I have a parrot called Kiki
I work at Nokia and Kiki is my parrot. | I no longer work at Nokia. | Kiki is my parrot.
I live in Turku. I work at Nokia. | I moved to Tampere. | I work at Nokia.
Eeva: I live in Turku and I own a boat. | Eeva: I moved to Tampere. | Eeva: I own a boat.
I like opera and ballet. | I no longer like opera. | I like opera and ballet.
I like opera and ballet. | I hate opera now. | I like opera and ballet.
I like opera and ballet. | I hate opera and ballet now. |
I work at Ernst and Young. | I no longer work at Ernst and Young. |
I work at Nokia. They pay well. | I no longer work at Nokia. |
I work at Nokia and love it. | I no longer work at Nokia. |
I live in Turku with my wife and two kids. | I moved to Tampere. | I live with my wife and two kids.
I live with Aino in Turku. | I moved to Tampere. | I live with Aino
Never deploy on Sunday, and use tabs instead of spaces. | Use spaces instead of tabs. | Never deploy on Sunday
Because I live in Turku I work remotely, and my boss is Eeva. | I don't live in Turku any more. | my boss is Eeva.
"""


@pytest.mark.parametrize("line", LEFT.strip().splitlines())
def test_what_still_holds(line: str) -> None:
    """E7.4: of what is corrected in part the rest still holds; of what is corrected as a whole, nothing."""
    old, new, left = (one.strip() for one in line.split("|"))
    assert left_of(old, [new]) == ((left,) if left else ())


def test_what_is_corrected_bit_by_bit() -> None:
    """E7.4: when each of its parts was taken back, nothing of a text holds."""
    old = "I live in Turku and I work at Nokia."
    assert left_of(old, ["I no longer work at Nokia."]) == ("I live in Turku",)
    assert left_of(old, ["I no longer work at Nokia.", "I moved to Tampere."]) == ()


LIKES = ("I like {}.", "I really love {}!", "Actually, I do like {}.", "I'm into {}.", "I don't hate {} any more.")
DISLIKES = ("I hate {}.", "I don't like {}.", "I can't stand {}.", "I'm not a fan of {}.", "No, I dislike {} now.")


@pytest.mark.parametrize("thing", ["opera", "wild mushrooms", "to swim", "the sauna"])
def test_the_later_liking_holds(thing: str) -> None:
    """E7.4: who likes what they disliked, or the other way round, means the later of the two; the same again, another
    thing, another speaker, and what was so once, replace nothing."""
    for one in LIKES:
        for other in DISLIKES:
            like, dislike = one.format(thing), other.format(thing)
            assert replaces(like, dislike) and replaces(dislike, like), (like, dislike)
            assert not replaces(f"Jo: {like}", f"Eeva: {dislike}")
            assert not replaces(one.format("ice hockey"), dislike)
        assert not replaces(one.format(thing), LIKES[0].format(thing))
    assert not replaces(f"I used to hate {thing}.", f"I like {thing}.")
    assert not replaces(f"I might like {thing}.", f"I hate {thing}.")


def test_what_is_no_liking() -> None:
    """E7.4: what is liked only at the moment, or in part, is no liking of a thing."""
    for text in ("I like it", "I love that you came", "I like you", "I hate when it rains", "I would like tea"):
        assert liking(text) is None, text
    assert not replaces("I love coffee.", "I hate coffee in the morning.")


def test_hostile_texts() -> None:
    """E9: long and odd texts are read in time, and give themselves."""
    for text in ("and I " * 5_000, ", I like " * 60, "I like a and " * 40, "", " and ", "I live in " * 50):
        assert len(parts(text)) <= LONGEST
        assert left_of(text, [text]) is not None
