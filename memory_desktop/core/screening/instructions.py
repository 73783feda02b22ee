"""What makes a text suspicious at the gate: reasons in sentences, found in the text alone (D7).

Memories are read by models, so a text that speaks to the model instead of about the world, or hides what it says from
the person who looks at it, deserves a look. All patterns are linear in the length of the text.
"""

from __future__ import annotations

import re
import unicodedata

# Zero-width characters, controls of direction, and the invisible "tag" letters.
_HIDDEN = re.compile("[\u200b\u2060\ufeff\u00ad\u180e]|[\U000e0000-\U000e007f]")
_DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069]")
_JOINERS = re.compile("[\u200c\u200d]")
_INSTRUCTIONS = re.compile(
    r"\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+|of\s+|these\s+|those\s+){0,3}"
    r"(?:previous|prior|above|earlier|preceding|system)\s+(?:instruction|prompt|message|rule|direction|context)s?"
    r"|\b(?:ignoriere|vergiss|missachte)\s+(?:bitte\s+|alle\s+|sämtliche\s+|die\s+|deine\s+){0,3}"
    r"(?:vorherigen|bisherigen|obigen|früheren)\s+(?:anweisung|instruktion|befehl|regel)\w{0,3}"
    r"|\b(?:ignore[zr]?|oublie[zr]?)\s+(?:toutes\s+|tous\s+|les\s+|vos\s+|tes\s+){0,3}"
    r"(?:instructions|consignes|règles)\s+(?:précédentes|antérieures|ci-dessus)"
    r"|\b(?:ignora|olvida|descarta)\s+(?:todas\s+|las\s+|tus\s+|sus\s+){0,3}"
    r"(?:instrucciones|reglas|indicaciones)\s+(?:anteriores|previas)"
    r"|\byou\s+are\s+now\s+(?:a|an|the|in|dan\b|free|no\s+longer)"
    r"|\b(?:reveal|print|show|repeat|output)\s+(?:me\s+)?(?:your|the)\s+system\s+prompt",
    re.IGNORECASE,
)
# A text without one of these cannot match the pattern above; looking for them is ten times as fast.
_STEMS = (
    "ignor",
    "disregard",
    "forget",
    "overrid",
    "vergiss",
    "missacht",
    "oubli",
    "olvid",
    "descart",
    "prompt",
    "now",
)
_ROLES = re.compile(r"<\|(?:im_start|im_end|system|endoftext)\|>|\[/?INST\]|<</?SYS>>|^#{2,3} ?System:", re.MULTILINE)
_ROLE_MARKS = ("<|", "INST]", "SYS>>", "System:")
_RUN = re.compile(r"([^\s\-=_*#.~│─━═])\1{199}")
_REPEATED = re.compile(r"(\S{2,12}\s?)\1{49}")
_BLOB = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/=_-]{500}")
_LEAST_REPEATED = 100  # fifty times two characters
_MOSTLY = 0.2


def suspicious(text: str) -> tuple[str, ...]:
    """Why a text deserves a look before it is remembered; nothing for an ordinary one."""
    reasons: list[str] = []
    if not text.isascii():
        reasons += _characters(text)
    folded = text.casefold()
    if any(stem in folded for stem in _STEMS) and _INSTRUCTIONS.search(text):
        reasons.append("It tells a model to disregard its instructions.")
    if any(mark in text for mark in _ROLE_MARKS) and _ROLES.search(text):
        reasons.append("It contains marks of a prompt's roles.")
    if len(text) >= _LEAST_REPEATED and (_RUN.search(text) or _REPEATED.search(text)):
        reasons.append("It repeats the same characters over and over.")
    if _BLOB.search(text):
        reasons.append("It contains data instead of text.")
    return tuple(reasons)


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
