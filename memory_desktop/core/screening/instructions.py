"""What makes a text suspicious at the gate: reasons in sentences, found in the text alone.

Memories are read by models, so a text that speaks to the model instead of about the world, or hides what it says from
the person who looks at it, deserves a look. All patterns are linear in the length of the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from memory_desktop.core.screening.commands_to_models import commands, may_command
from memory_desktop.core.screening.disguises import disguised
from memory_desktop.core.screening.words import lowered

# Zero-width characters, controls of direction, and the invisible "tag" letters.
_HIDDEN = re.compile("[\u200b\u2060-\u2064\ufeff\u00ad\u180e]|[\U000e0000-\U000e007f]")
_DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069]")
_JOINERS = re.compile("[\u200c\u200d]")
_ROLES = re.compile(
    r"<\|[a-z_]{2,30}\|>|\[/?(?:inst|system|assistant|tool_calls?|system message|sys)\]|<</?sys>>"
    r"|^#{2,4} ?(?:system|instructions?|assistant|new instructions?|response)(?: prompt| message)? ?:"
    r"|</?(?:system|assistant|instructions|important|tool_calls?|tool_use|tool_response|tool_result|function_calls?"
    r"|function_results?|invoke|start_of_turn|end_of_turn|system-reminder|system_prompt|user_query|admin"
    r"|secret)(?: [^<>\n]{0,80})?>"
    r"|<(?:antml|function)[:=][a-z_]{2,40}"
    r"|\"role\"\s{0,3}:\s{0,3}\"(?:system|tool|developer|assistant)\""
    r"|\"(?:tool_calls?|function_call|tool_use)\"\s{0,3}:"
    r"|\"name\"\s{0,3}:\s{0,3}\"\w{2,60}\"\s{0,3},\s{0,3}\"arguments\"\s{0,3}:"
    r"|^```(?:tool_code|tool_call|system|tool)$|^\[?system(?: prompt| override| instructions?)\]? ?:"
    r"|\\n\\n(?:human|system) ?:",
    re.MULTILINE,
)
_ROLE_MARKS = ("<", "[", "#", '"', "```", "system", "\\n")
_CARRIED_AWAY = re.compile(r"!\[[^\]\n]{0,80}\]\(https?://[^)\s?]{1,200}\?[^)\s=]{1,40}=(?:\{|\[|<|%7b|\$)")
_RUN = re.compile(r"([^\s\-=_*#.~│─━═])\1{199}")
_REPEATED = re.compile(r"(\S{2,12}\s?)\1{49}")
_BLOB = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/=_-]{500}")
# What each of them needs without a blank; `_REPEATED` (fifty times two characters) may be tokens of their own instead.
_LEAST_RUN, _LEAST_REPEATED, _LEAST_BLOB = 200, 100, 500
_TOKENS_REPEATED = 48
_MOSTLY = 0.2


def suspicious(text: str) -> tuple[str, ...]:
    """Why a text deserves a look before it is remembered; nothing for an ordinary one."""
    reasons: list[str] = []
    if not text.isascii():
        reasons += _characters(text)
    small = lowered(text)
    told: list[str] = []
    if may_command(small):
        told += commands(small)
        if not told and "\n" in small:  # a line may end anywhere in a sentence
            told += commands(" ".join(small.split()))
    if not told and any(True for view in disguised(text) for _ in commands(view)):
        told.append("It tells a model what to do in a disguise: encoded, spelt, or in other letters.")
    reasons += told
    if any(mark in small for mark in _ROLE_MARKS) and _ROLES.search(small):
        reasons.append("It contains marks of a prompt's roles or of a call of a tool.")
    if "](http" in small and _CARRIED_AWAY.search(small):
        reasons.append("It contains a picture whose address would carry data away.")
    tokens = text.split()
    longest = max(map(len, tokens), default=0)
    repeats = longest >= _LEAST_RUN and _RUN.search(text)
    if repeats or ((longest >= _LEAST_REPEATED or _has_often(tokens)) and _REPEATED.search(text)):
        reasons.append("It repeats the same characters over and over.")
    if longest >= _LEAST_BLOB and _BLOB.search(text):
        reasons.append("It contains data instead of text.")
    return tuple(reasons)


def _has_often(tokens: Sequence[str]) -> bool:
    """Is one of them there often enough for `_REPEATED`? Its first may be the end of a longer one."""
    return len(tokens) > _TOKENS_REPEATED and len(tokens) - len(set(tokens)) >= _TOKENS_REPEATED


def _characters(text: str) -> list[str]:
    reasons = []
    if _HIDDEN.search(text.removeprefix("\ufeff")) or _stray_joiner(text):
        reasons.append("It contains hidden characters.")
    if _DIRECTION.search(text):
        reasons.append("It contains characters that change the direction of the text.")
    if text.count("\ufffd") > _MOSTLY * len(text):
        reasons.append("Most of it could not be decoded.")
    return reasons


def _stray_joiner(text: str) -> bool:
    """A joiner where no script and no emoji needs one: between plain letters."""
    for match in _JOINERS.finditer(text):
        around = (text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1])
        if all(
            char and unicodedata.name(char, "").startswith(("LATIN", "CYRILLIC", "GREEK", "DIGIT")) for char in around
        ):
            return True
    return False
