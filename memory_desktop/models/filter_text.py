"""Changes of a filter's text: the text is the one truth about what is filtered; facets and sidebar edit it."""

from __future__ import annotations

from memory_desktop.core.query.language import ParsedQuery, operator_text, parse_query, without_chip
from memory_desktop.models.words import asked_status

_ALONE = ("on", "before", "after")


def with_value(text: str, operator: str, value: str, wanted: bool) -> str:
    """The text with one value of an operator added or taken out; other values of the operator stay alternatives."""
    query = parse_query(text)
    values: list[str] = []
    for chip in query.chips:
        if chip.operator == operator and not chip.negated:
            values += [_named(operator, part.strip()) for part in chip.value.split(",") if part.strip()]
    rest = _without_operator(query, operator)
    if operator in _ALONE:
        values = []
    kept = [each for each in dict.fromkeys(values) if each != value]
    if wanted:
        kept.append(value)
    if not kept:
        return rest
    return f"{rest} {operator_text(operator, ','.join(kept))}".strip()


def only_value(text: str, operator: str, value: str) -> str:
    """The text with this as the only value of the operator."""
    rest = _without_operator(parse_query(text), operator)
    return f"{rest} {operator_text(operator, value)}".strip()


def months_of(query: ParsedQuery) -> frozenset[str]:
    """The values of `on:` operators."""
    return frozenset(chip.value for chip in query.chips if chip.operator == "on")


def words_of(query: ParsedQuery) -> str:
    """What is left of a query without its operators: the words, phrases and exclusions as typed."""
    text = query.raw
    for chip in reversed(query.chips):
        text = text[: chip.start] + " " + text[chip.end :]
    return " ".join(text.split())


def _without_operator(query: ParsedQuery, operator: str) -> str:
    while True:
        chip = next((c for c in query.chips if c.operator == operator and not c.negated), None)
        if chip is None:
            return query.raw.strip()
        query = parse_query(without_chip(query, chip))


def _named(operator: str, value: str) -> str:
    """A value as facets name it."""
    return asked_status(value.lower()) if operator == "status" else value
