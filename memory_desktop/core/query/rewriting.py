"""A query with some of its parts taken out or read as plain words."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from memory_desktop.core.query.language import OPERATORS, TOKEN, ParsedQuery, parse_query


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a query as it stands in the text.

    Attributes:
        operator: of a typed operator; else "". value: without quotes, dashes and operator.
        negated: it begins with a dash. quoted: it is a phrase.
    """

    text: str
    operator: str
    value: str
    negated: bool
    quoted: bool
    start: int

    @property
    def meant(self) -> ParsedQuery:
        """A query of nothing but this part."""
        return parse_query(self.text)


def parts_of(raw: str) -> list[Part]:
    """The parts of a query, in their order."""
    found = []
    for token in TOKEN.finditer(raw):
        operator = (token["op"] or "").lower()
        negated = bool(token["neg"])
        if operator in OPERATORS:
            value = token["val"]
        else:
            operator = ""
            value = token["phrase"] or token[0].removeprefix("-" if negated else "")
        quoted = token["phrase"] is not None
        found.append(Part(token[0], operator, value.strip('"').strip(), negated, quoted, token.start()))
    return found


def without_words(raw: str) -> str:
    """What a query demands of every hit: its operators, exclusions and phrases, and none of its single words."""
    return rewritten(raw, drop=[one for one in parts_of(raw) if not (one.operator or one.negated or one.quoted)])


def rewritten(raw: str, *, drop: Collection[Part] = (), unquote: Collection[Part] = (), add: str = "") -> str:
    """A query without some parts, with some phrases as plain words, and with more at its end.

    A phrase whose words would be read as operators or exclusions is left out instead.
    """
    kept = []
    for part in parts_of(raw):
        if part in drop:
            continue
        if part in unquote:
            plain = all(not (one.operator or one.negated or one.quoted) for one in parts_of(part.value))
            kept.append(part.value if plain else "")
        else:
            kept.append(part.text)
    return " ".join(one for one in (*kept, add) if one)
