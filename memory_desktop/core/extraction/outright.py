"""What a person says in so many words, whatever the message around it: a preference, a rule to go by, what their home,
job or dentist is, or that something is so no longer."""

from __future__ import annotations

import re

from memory_desktop.core.extraction.quotations import unquoted
from memory_desktop.core.memory.claims import claims
from memory_desktop.core.memory.ended import ended
from memory_desktop.core.memory.likings import approving
from memory_desktop.core.memory.statements import plainly, without_lead
from memory_desktop.core.patterns import later

#: What somebody likes, or what they do by habit.
PREFERENCE = later(
    r"\bI(?:['’]m| am)? (?:not |no longer |really |much |always |strongly |absolutely |usually )?(?:prefer|hate|dislike"
    r"|can['’]?t stand"
    r"|allergic to|an? (?:vegan|vegetarian)\b|vegan\b|vegetarian\b)"
    r"|\bmy (?:all-time |absolute )?(?:favou?rite|preferred) (?:[\w-]+ ){1,3}(?:is|are)\b"
    r"|\b(?:I|we) (?:don['’]?t|do not|never|only|always) (?:eat|drink|smoke|use|like|want|buy|take|write)\b"
    r"|^(?:(?:no|actually|well|sorry|by the way|now),? )*I(?: have|['’]ve)? (?:now |just |recently )?"
    r"(?:switched|changed|gone over) (?:over )?(?:from [\w '’-]{1,40} )?to [\w]"
    r"|^I no longer (?:eat|drink|smoke|use|like|want|buy|take)\b"
    r"|^I(?: have|['’]ve)? (?:now |just |recently )?(?:stopped|quit|given up|gave up) (?!(?:my|our|the|a"
    r"|working|living)\b)(?-i:[a-z])"
    r"|^I(?: have|['’]ve)? (?:now |just |recently |even )*(?:started|begun|began) (?:to (?:like|love|enjoy)"
    r"|(?:lik|lov|enjoy)ing) \w"
    r"|\b(?:I|we) (?:now )?(?:eat|drink|smoke|use|like|take|wear) [\w '’-]{2,40}? again\b"
    r"|^(?:I|we) (?:drink|eat|smoke|take|wear|play|drive) [\w '’-]{2,60},? not [\w '’-]{2,40}[.!]*$"
    r"|\b(?:I|we) use [\w /'’-]{1,60}(?:, not |, never | instead of | rather than )"
    # A sentence that says no more than what somebody likes; not “I like that idea” and “I love to hear that”.
    r"|^I (?:really |also |absolutely |still |always |do )*(?:love|like|enjoy|adore) (?!(?:it|its|that|this|these|those"
    r"|them|him|her|his|you|your|yours|the|to|how|what|when|where|why|who|hearing|seeing|talking|being|having|both|all"
    r"|everything|one|an?)\b)(?:[\w'’-]+(?: (?:and |in |of |with |on )?[\w'’-]+){0,2}"
    r"|[\w'’-]+(?: [\w'’-]+)?(?:, [\w'’-]+(?: [\w'’-]+)?){1,8},? (?:and|or) [\w'’-]+(?: [\w'’-]+)?"
    r"|[\w'’-]+(?: [\w'’-]+)? (?:much )?(?:more|better) than [\w'’ -]{1,40})"
    r"(?: very much| so much| a lot)?[.!]*$",
    re.IGNORECASE,
)
#: What may be bidden for all time to come.
DOING = (
    "use|call|write|add|send|suggest|mention|assume|include|answer|reply|respond|put|format|ask|show"
    "|round|sign|start|end|quote|translate|explain|check|run|commit|push|delete|book|buy|say|speak|address"
)
RULE = later(
    r"^(?:(?:and|also|but|ok|okay|so|then),? )?(?:please,? )?(?:"
    rf"(?:always|never) (?:{DOING})\b|from now on\b|going forward\b|in (?:the )?future,"
    rf"|(?:don['’]?t|do not) (?:ever )?(?:{DOING})\b"
    r"|stop (?:us|call|writ|add|send|suggest|mention|assum|includ|answer|reply|respond|putt|formatt|ask|show|round|sign"
    r"|start|end|quot|translat|explain|say|speak|address)ing\b"
    r"|call me [a-z]|remember that (?:I|my|we|our)\b|use [\w ./'’-]{1,60}(?:instead of|rather than|, not)\b"
    r"|(?:answer|reply|write|respond) (?:only )?in [a-z])",
    re.IGNORECASE,
)

#: What it says was otherwise once, and is so no longer.
CHANGED = later(
    r"\b(?:no longer|not any ?more|any ?more|now|these days|moved|switched|changed|instead|has become|stopped)\b",
    re.IGNORECASE,
)


def says_of_itself(text: str) -> bool:
    """Is it worth keeping as it is, whatever stands around it?"""
    if claims_of_oneself(text) or _over(text) or approving(text) is not None:
        return True
    text = unquoted(text)
    bare = plainly(without_lead(text)[0].rstrip(".!… "))
    return any(one.search(part) for one in (PREFERENCE, RULE) for part in (text, bare))


def claims_of_oneself(text: str) -> bool:
    """Does its speaker say what their home, job, name … is?"""
    return any(claim.subject.split()[0] in ("i", "my") for claim in claims(text))


def _over(text: str) -> bool:
    """Does its speaker say of what they are or do that it is so no longer?"""
    return any(not one.so and one.who == "i" for one in ended(text))


def is_rule(text: str) -> bool:
    """Does it say how to behave from now on?"""
    text = unquoted(text)
    return any(RULE.search(one) for one in (text, without_lead(text)[0]))


def changes_a_rule(text: str) -> bool:
    """Is it a rule that says that something is otherwise now: “Use spaces instead of tabs”?"""
    return is_rule(text) and CHANGED.search(unquoted(text)) is not None
