"""What in a message speaks for a fact in it, or against one: a few signs that a person can read, each a number.

They are about how something is said (who is the subject, when, how long, what was asked before), never about what is
talked about, so that weights learned from some people's conversations hold for others'.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from memory_desktop.core.extraction.sentences import Sentence, Shape

_ME = frozenset("i i'm i've i'd i'll im ive my me mine myself".split())
_WE = frozenset("we we're we've we'd we'll our us ours ourselves".split())
_THEY = frozenset("he she they he's she's they're his her their him them".split())
#: Who speaks, alone or with others.
OF_ME = _ME | _WE
_WHEN = frozenset(
    "yesterday today tonight tomorrow recently lately ago last next monday tuesday wednesday thursday friday saturday"
    " sunday weekend january february march april june july august september october november december summer winter"
    " spring autumn fall christmas birthday week month year weeks months years days decade since soon now morning"
    " evening currently always every usually often".split()
)
#: What says a preference.
LIKE = frozenset(
    "love loves loved like likes liked enjoy enjoys enjoyed enjoying prefer prefers hate hates hated dislike favorite"
    " favourite favorites fan passion passionate fond allergic interested into loving obsessed".split()
)
_HAPPENED = frozenset(
    "went had got made took was were did saw met found came bought gave won lost visited moved said told ran read wrote"
    " began became kept felt taught built drove flew ate played painted spent left sent broke fell caught chose hurt"
    " grew knew led lent paid put rode sold spoke stood swam threw wore been".split()
)
_KIN = frozenset(
    "mom mum dad mother father parents sister brother siblings son daughter kids kid children child wife husband"
    " partner girlfriend boyfriend family grandma grandpa grandmother grandfather aunt uncle cousin niece nephew"
    " friend friends colleague colleagues boss team teammates dog dogs cat cats pet pets puppy buddy neighbor".split()
)
#: Who speaks, and people and pets that one speaks of.
OF_SOMEBODY = OF_ME | _THEY | _KIN
_HAVE = frozenset("have has had own got i've we've".split())
_BECAUSE = frozenset("because since reminds means helps helped makes made so that inspired taught".split())
_NEW = frozenset("new first started just finally recently lately joined been".split())
_LINKS = frozenset("and with for at in".split())
_ED = re.compile(r"^[a-z]{2,}(?:ed|'d)$")

#: Names of the signs, in the order of their weights.
SIGNS = (
    "statements",
    "words",
    "many words",
    "I",
    "my",
    "others",
    "I did",
    "when",
    "names",
    "likes",
    "family",
    "has",
    "reasons",
    "asks last",
    "asks first",
    "asks only",
    "greets",
    "reacts first",
    "all about you",
    "was asked",
    "answers with I",
    "exclaims",
    "I am, I have",
    "something new",
    "circumstances",
)


def signs(message: Sequence[Sentence], before: str = "") -> Mapping[str, float]:
    """The signs of a message; `before`: the message that it answers."""
    told = [one for one in message if one.shape is Shape.STATEMENT]
    words = [word for one in told for word in one.words]
    there = set(words)
    every = [word for one in message for word in one.words]
    asked = before.rstrip().endswith("?")
    mine = [one for one in told if OF_ME & set(one.words[:6])]
    return {
        "statements": min(len(told), 4) / 2,
        "words": min(len(words), 40) / 20,
        "many words": float(len(words) > 30),
        "I": min(sum(word in _ME for word in words), 4) / 2,
        "my": float(bool({"my", "mine"} & there)),
        "others": float(bool(_THEY & there)),
        "I did": float(any(_did(one) for one in mine)),
        "when": float(bool(_WHEN & there)),
        "names": min(sum(_names(one) for one in told), 3) / 2,
        "likes": float(bool(LIKE & there)),
        "family": float(bool(_KIN & there)),
        "has": float(bool(_HAVE & there)),
        "reasons": float(bool(_BECAUSE & there)),
        "asks last": float(bool(message) and message[-1].shape is Shape.QUESTION),
        "asks first": float(bool(message) and message[0].shape is Shape.QUESTION),
        "asks only": float(bool(message) and all(one.shape is not Shape.STATEMENT for one in message)),
        "greets": float(any(one.shape is Shape.GREETING for one in message)),
        "reacts first": float(bool(message) and message[0].shape is Shape.REACTION),
        "all about you": float(bool(every) and not OF_ME & set(every)),
        "was asked": float(asked),
        "answers with I": float(asked and bool(mine)),
        "exclaims": min(sum(one.text.endswith("!") for one in message), 3) / 2,
        "I am, I have": float(any(_of_oneself(one.words) for one in message)),
        "something new": float(bool(_NEW & set(every))),
        "circumstances": min(sum(word in _LINKS for word in words), 6) / 3,
    }


def _did(sentence: Sentence) -> bool:
    return any(word in _HAPPENED or (_ED.match(word) is not None and len(word) > 4) for word in sentence.words)


def _of_oneself(words: Sequence[str]) -> bool:
    return words[0] in ("i'm", "i've", "we're", "we've") or (words[0] == "i" and words[1:2] in (("am",), ("have",)))


def _names(sentence: Sentence) -> int:
    """Words with a capital that do not begin the sentence."""
    rest = sentence.text.split()[1:]
    return sum(word[:1].isupper() and word.strip(".,!?'’\"”").lower() not in _ME for word in rest)
