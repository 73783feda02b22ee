"""Whether a user corrects what was said before: “No, use tabs”, and not “No worries” or “No, not yet”.

Read from the first two sentences of English text, by rules.
"""

from __future__ import annotations

import re

from memory_desktop.core.extraction.quotations import unquoted
from memory_desktop.core.extraction.sentences import own_pieces
from memory_desktop.core.memory.claims import claims
from memory_desktop.core.memory.statements import forgets, stated

#: Says by itself that something was wrong.
_WRONG = re.compile(
    r"^(?:not quite\b|wrong\b(?! number)|I misspoke\b|I said\b(?! (?:yes|no|hi|hello|ok|bye|so|to)\b)"
    r"|you(?:['’]re| are) (?:wrong|mistaken)\b|you (?:misunderstood|got (?:it|that|me) wrong))"
    r"|\b(?:(?:that|this|it|which|your answer|the answer)(?:['’]s| is| was) (?:\w+ )?"
    r"(?:wrong|incorrect|not (?:what|right|correct|true)\b)"
    r"|(?:that|it|this) (?:isn['’]t|wasn['’]t) (?:what|right|correct|true)|I (?:actually )?meant\b|not \w+, but\b)",
    re.IGNORECASE,
)
#: What follows a “no” that corrects nothing, and what an answer begins with.
_IDIOMS = (
    "thanks|thank you|thx|cheers|worries|worry|problems?|need|rush|doubts?|wonder|kidding|way|idea|clue|luck|matter"
    "|more|one|changes?|news|big deal|pressure|hurry|sweat|offen[cs]e|hard feelings|questions?|joke|comment"
    "|regrets|excuses?"
    "|longer|stress|fun|place|pain|thing"
)
_ANSWERS = (
    r"not (?:yet|really|at all|any ?more|that I know|sure|today|now|much|exactly|for)|never|nothing|nobody|none"
    r"|of course|go ahead|please|but|what|really|seriously|how|why|who|when|where|which|is|are|do|does|did|can|could"
    r"|about|to hear|for|up|a|until|till|we|they|he|she|there|I['’](?:ve|d|ll)"
    r"|I (?:have|had|did|do|was|am|can|could|will|would|think|thought|know|just|never|only|really|also|love|like|agree"
    r"|see|haven['’]t|hadn['’]t|didn['’]t|don['’]t|wasn['’]t|can['’]t|couldn['’]t|won['’]t)"
)
_ALL_WELL = (
    r"(?:I['’]m|I am|we['’]re|we are|it['’]s|that['’]s|that is|all|everything['’]s?|you['’]re) (?:\w+ )?"
    r"(?:good|fine|ok|okay|great|all|alright|enough|it|cool|perfect|welcome|sorry|for|done|set|right)"
)
_NO_CORRECTION = re.compile(
    r"(?:(?:no|nope|nah|wait|hold on|hang on|oh|sorry|actually)\b[,.:;!… –-]*)+"
    rf"(?:$|(?:{_IDIOMS}|{_ALL_WELL}|{_ANSWERS})\b)",
    re.IGNORECASE,
)
#: These words alone take nothing back; what follows has to say that something is otherwise.
_LIGHT = re.compile(r"(?:(?:oh|hmm|well|ah)[, ]+)*(?:actually|sorry|in fact)\b", re.IGNORECASE)
_OTHERWISE = re.compile(
    r"\b(?:not|instead|rather than|wrong|mistake|should (?:be|have been)|supposed to)\b|n['’]t\b", re.IGNORECASE
)


def corrects(user_input: str) -> bool:
    """Does the user correct what was said before?"""
    return any(_corrects(sentence) for sentence in own_pieces(user_input)[:2])


def _corrects(sentence: str) -> bool:
    if sentence.rstrip().endswith("?"):
        return False
    said = stated(sentence)
    if any(claims(said.text)) and (said.takes_back or said.denied):
        return True
    if _WRONG.search(unquoted(sentence)) or forgets(sentence):
        return True
    if not said.takes_back or _NO_CORRECTION.match(sentence):
        return False
    return _LIGHT.match(sentence) is None or bool(said.denied or _OTHERWISE.search(said.text))
