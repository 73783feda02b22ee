"""Canonical text, its hash, and canonical JSON: what makes two contents, or two folds, provably the same."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

# Looked for at the first blank of a run only, and possessive: a long run within a line must not be tried from each.
_TRAILING = re.compile(r"(?<![ \t\f\v])[ \t\f\v]++$", re.MULTILINE)
_BLANK_RUN = re.compile(r"\n{3,}")
_SPACE_RUN = re.compile(r"\s+")
# Everything a terminal, a log or a label could misread: C0 and C1 controls but tab and newline, and lone surrogates.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
# What changes the direction of the text around it: marks, embeddings, overrides, isolates.
_DIRECTION = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_OVERRIDES = re.compile("[\u202a-\u202e\u2066-\u2069]")
_NOT_IN_LABELS = re.compile(f"[\x00-\x1f\x7f-\x9f\u2028\u2029{_DIRECTION}]+")
_NOT_ON_TERMINALS = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029{_DIRECTION}]")


def canonical_text(text: str) -> str:
    """The text as it is stored: NFC, LF line ends, no control characters, no trailing blanks, trimmed."""
    if text.isprintable():  # most are: one line without anything below to mend
        return unicodedata.normalize("NFC", text).strip()
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = unicodedata.normalize("NFC", _CONTROL.sub("", text))
    return _BLANK_RUN.sub("\n\n", _TRAILING.sub("", text)).strip()


def plain_label(text: str) -> str:
    """A kind, a tag or the name of a source without control characters and without changes of direction."""
    return text if text.isprintable() or not _NOT_IN_LABELS.search(text) else _NOT_IN_LABELS.sub(" ", text).strip()


def without_directions(text: str) -> str:
    """The text without what overrides, embeds or isolates a direction, which would go on behind it in a row."""
    return text if text.isprintable() else _OVERRIDES.sub("", text)


def for_terminal(text: str) -> str:
    """The text with what a terminal would obey, or what would reorder it, shown as an escape; JSON stays JSON."""
    return text if text.isprintable() else _NOT_ON_TERMINALS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def content_hash(canonical: str) -> str:
    """SHA-256, in hex, of the text folded for comparison: NFKC, case folded, every run of white space one blank."""
    folded = _SPACE_RUN.sub(" ", unicodedata.normalize("NFKC", canonical).casefold()).strip()
    return hashlib.sha256(folded.encode("utf-8")).hexdigest()


def encodable(value: Any) -> Any:
    """A JSON value with U+FFFD for each lone surrogate, which UTF-8 cannot hold, in its texts and keys."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, Mapping):
        return {encodable(key): encodable(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [encodable(each) for each in value]
    return value


def canonical_json(value: Any) -> bytes:
    """JSON with sorted keys and no blanks; datetimes as `iso`. Raises TypeError on what JSON cannot hold."""
    return orjson.dumps(value, default=_default, option=orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATETIME)


def iso(moment: datetime) -> str:
    """UTC, microseconds, `Z`: `2026-01-31T08:00:00.000000Z`. Naive times are taken as UTC."""
    aware = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return aware.isoformat(timespec="microseconds")[:-6] + "Z" if aware.year >= 1000 else aware.isoformat()


def parse_time(text: str) -> datetime:
    """The moment that an ISO 8601 date or time names; without an offset it is UTC.

    Raises:
        ValueError: not such a text; its message is fit to be shown.
    """
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise ValueError(f"“{text}” is no date or time; write 2026-01-31 or 2026-01-31T10:30") from error
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def parse_end(text: str) -> datetime:
    """The same for the end of a span that includes it: of a date alone, the last moment of that day."""
    moment = parse_time(text)
    return moment + timedelta(days=1, microseconds=-1) if len(text.strip()) <= len("2026-01-31") else moment


def _default(value: Any) -> Any:
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} is not JSON")
