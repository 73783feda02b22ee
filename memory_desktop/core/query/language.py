"""The search language: free text, "phrases", -exclusions and typed operators, parsed into a filter and words.

    tea "exact words" -word kind:pref tag:work -tag:old layer:semantic status:any source:chatgpt before:2026-01

Values with blanks are quoted: tag:"home server". A comma offers alternatives: kind:pref,rule. Tags given twice must
both be there; values of the other operators given twice are alternatives. user:"" is what belongs to nobody: nothing,
once the vault's owner has a name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from memory_desktop.core.errors import QueryError
from memory_desktop.core.layers.relevance import SOURCES
from memory_desktop.core.memory.canonical import encodable
from memory_desktop.core.memory.records import Layer, Status

OPERATORS = (
    "kind",
    "tag",
    "layer",
    "status",
    "source",
    "thread",
    "user",
    "emotion",
    "before",
    "after",
    "on",
    "is",
    "id",
    "import",
)

#: What a person calls a status, where it has another name.
_STATUS_WORDS = {"forgotten": Status.TOMBSTONE.value}
# What the answer over all layers takes as a layer, beside those of memories.
_OTHER_SOURCES = tuple(one for one in SOURCES if one not in tuple(Layer))
#: One part of a query. "--force" and "-d" are options of a command that somebody looks for, not exclusions.
TOKEN = re.compile(
    r"""(?P<neg>-(?!-|\w(?:\s|$)))?(?:(?P<op>[A-Za-z_]+):(?P<val>"[^"]*"?|[^\s"]*)|(?P<phrase>"[^"]*"?)|(?P<word>\S+))""",
    re.VERBOSE,
)
_DATE = re.compile(r"^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFilter:
    """Which records may come. Empty tuples and None restrict nothing; `statuses` defaults to the active ones.

    Attributes:
        tags: all of them must be there; each entry is a group of alternatives.
        imports: numbers of the imports that brought them: of their first events.
        emotions: words of the emotion metadata ("joy"), as its texts have them but for case.
        owners: ids of the users whose they are (see `core.conversation.reach.whose`); "" is what belongs to nobody.
        shared: besides what is the `owners'`, notes that belong to nobody and speak of nobody in particular; see
            `core.conversation.reach`.
        created_from, created_to: half-open interval [from, to) on `created_at`, UTC.
        synthetic: True or False for only those, None for both.
        unembedded: True for only those without a vector, False for only those with one.
    """

    layers: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    statuses: tuple[str, ...] = (Status.ACTIVE.value,)
    tags: tuple[tuple[str, ...], ...] = ()
    sources: tuple[str, ...] = ()
    threads: tuple[str, ...] = ()
    emotions: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    shared: bool = False
    ids: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    not_layers: tuple[str, ...] = ()
    not_kinds: tuple[str, ...] = ()
    not_tags: tuple[str, ...] = ()
    not_sources: tuple[str, ...] = ()
    created_from: datetime | None = None
    created_to: datetime | None = None
    synthetic: bool | None = None
    unembedded: bool | None = None

    @property
    def only_active(self) -> bool:
        """True when it lets through all active records and nothing else."""
        return self == RecordFilter()

    def merged(self, other: RecordFilter) -> RecordFilter:
        """Both restrictions at once; where both name values of one facet, `other` decides."""
        pick = {name: getattr(other, name) or getattr(self, name) for name in _PLAIN}
        pick["owners"], shared = self._owners(other)
        statuses = other.statuses if other.statuses != RecordFilter().statuses else self.statuses
        starts = [t for t in (self.created_from, other.created_from) if t]
        ends = [t for t in (self.created_to, other.created_to) if t]
        return RecordFilter(
            **pick,
            shared=shared,
            statuses=statuses,
            tags=tuple(dict.fromkeys(self.tags + other.tags)),
            not_tags=tuple(dict.fromkeys(self.not_tags + other.not_tags)),
            created_from=max(starts, default=None),
            created_to=min(ends, default=None),
            synthetic=self.synthetic if other.synthetic is None else other.synthetic,
            unembedded=self.unembedded if other.unembedded is None else other.unembedded,
        )

    def _owners(self, other: RecordFilter) -> tuple[tuple[str, ...], bool]:
        """`owners` and `shared` of both: what a query names never widens what may reach its user."""
        if not self.owners or not other.owners:
            return self.owners or other.owners, self.shared or other.shared
        both = tuple(one for one in other.owners if one in self.owners)
        shared = (self.shared and (other.shared or "" in other.owners)) or (other.shared and "" in self.owners)
        return both or (_NOBODY_AT_ALL,), shared


#: No user has this id: what is restricted to two different users is nothing.
_NOBODY_AT_ALL = "\x00"
_PLAIN = (
    "layers",
    "kinds",
    "sources",
    "threads",
    "emotions",
    "ids",
    "imports",
    "not_layers",
    "not_kinds",
    "not_sources",
)


@dataclass(frozen=True, slots=True)
class Chip:
    """One typed operator as it stands in the text: what to show, and where it is, so that it can be removed."""

    operator: str
    value: str
    negated: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedQuery:
    """A query taken apart.

    Attributes:
        text: the words and phrases without operators and quotes; what is embedded.
        words: single words. phrases: exact sequences. excluded: words or phrases that must not be there.
        problems: what could not be understood, in sentences; the rest of the query still holds.
    """

    raw: str
    text: str = ""
    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    filter: RecordFilter = field(default_factory=RecordFilter)
    chips: tuple[Chip, ...] = ()
    problems: tuple[str, ...] = ()

    def checked(self) -> ParsedQuery:
        """Itself, if it was understood.

        Raises:
            QueryError: naming the first problem.
        """
        if self.problems:
            raise QueryError(self.problems[0])
        return self


@dataclass(slots=True)
class _Collected:
    values: dict[str, list[str]] = field(default_factory=dict)
    tags: list[tuple[str, ...]] = field(default_factory=list)
    start: datetime | None = None
    end: datetime | None = None
    synthetic: bool | None = None
    unembedded: bool | None = None

    def narrow(self, start: datetime | None, end: datetime | None) -> None:
        if start:
            self.start = start if self.start is None else max(self.start, start)
        if end:
            self.end = end if self.end is None else min(self.end, end)


def parse_query(raw: str) -> ParsedQuery:
    """Take a query apart. Never raises: what cannot be understood is named in `problems`."""
    raw = encodable(raw)
    words: list[str] = []
    phrases: list[str] = []
    excluded: list[str] = []
    text: list[str] = []
    chips: list[Chip] = []
    problems: list[str] = []
    got = _Collected()
    for token in TOKEN.finditer(raw):
        negated = bool(token["neg"])
        operator = (token["op"] or "").lower()
        if operator in OPERATORS:
            value = token["val"].strip('"').strip()
            nobody = operator == "user" and token["val"] == '""'
            if value or nobody:
                chips.append(Chip(operator, value, negated, token.start(), token.end()))
            problem = _apply(got, operator, value, negated, nobody=nobody)
            if problem:
                problems.append(problem)
            continue
        is_phrase = token["phrase"] is not None
        plain = token["phrase"].strip('"').strip() if is_phrase else token[0].removeprefix("-" if negated else "")
        if not plain:
            continue
        if negated:
            excluded.append(plain)
        else:
            (phrases if is_phrase else words).append(plain)
            text.append(plain)
    return ParsedQuery(
        raw=raw,
        text=" ".join(text),
        words=tuple(words),
        phrases=tuple(phrases),
        excluded=tuple(excluded),
        filter=_filter(got),
        chips=tuple(chips),
        problems=tuple(problems),
    )


def without_chip(query: ParsedQuery, chip: Chip) -> str:
    """The query's text with one operator taken out."""
    return " ".join((query.raw[: chip.start] + query.raw[chip.end :]).split())


def operator_text(operator: str, value: str, *, negated: bool = False) -> str:
    """How an operator is typed, with quotes where the value needs them."""
    quoted = f'"{value}"' if not value or re.search(r"\s", value) else value
    return f"{'-' if negated else ''}{operator}:{quoted}"


def parse_span(text: str) -> tuple[datetime, datetime]:
    """The half-open UTC interval that a year, month or day names: "2026", "2026-01", "2026-01-31".

    Raises:
        ValueError: not such a text, or no such day.
    """
    match = _DATE.match(text)
    if not match:
        raise ValueError(f"“{text}” is not a date")
    year, month, day = (int(part) if part else None for part in match.groups())
    if year is None or not 1 <= year <= 9998:
        raise ValueError(f"“{text}” is not a date")
    if month is None:
        return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    if day is None:
        start = datetime(year, month, 1, tzinfo=UTC)
        return start, datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)
    start = datetime(year, month, day, tzinfo=UTC)
    return start, datetime.fromtimestamp(start.timestamp() + 86400, tz=UTC)


def _apply(got: _Collected, operator: str, value: str, negated: bool, *, nobody: bool) -> str:
    """Take one operator in; the sentence that says what is wrong with it, or "".

    Args:
        nobody: its value is empty quotes, which mean whoever is not named.
    """
    values = [""] if nobody else [part.strip() for part in value.split(",") if part.strip()]
    if not values:
        return f"{operator}: needs a value."
    if operator in ("before", "after", "on"):
        return _apply_time(got, operator, value, negated)
    if operator == "is":
        return _apply_is(got, value.lower(), negated)
    if operator == "import" and not all(map(str.isdecimal, values)):
        return f"import:{value} is not the number of an import; File > Imports… shows what each brought."
    if operator in ("layer", "status"):
        values = [_STATUS_WORDS.get(v.lower(), v.lower()) for v in values]
        known = [m.value for m in (Layer if operator == "layer" else Status)]
        if operator == "status" and "any" in values:
            values = known
        wrong = [v for v in values if v not in known]
        if wrong:
            more = f"; over all layers also {', '.join(_OTHER_SOURCES)}" if operator == "layer" else ""
            return f"{operator}:{wrong[0]} is not known; choose one of {', '.join(known)}{more}."
    if negated and operator not in ("layer", "kind", "tag", "source"):
        return f"{operator}: cannot be negated."
    if operator == "tag" and not negated:
        got.tags.append(tuple(values))
    else:
        got.values.setdefault(("not_" if negated else "") + operator, []).extend(values)
    return ""


def _apply_time(got: _Collected, operator: str, value: str, negated: bool) -> str:
    if negated:
        return f"{operator}: cannot be negated."
    try:
        start, end = parse_span(value)
    except ValueError:
        return (
            f"{operator}:{value} is not a date; write a year up to 9998, a month or a day, like 2026, 2026-01 or"
            " 2026-01-31."
        )
    if operator == "before":
        got.narrow(None, start)
    elif operator == "after":
        got.narrow(end, None)
    else:
        got.narrow(start, end)
    return ""


def _apply_is(got: _Collected, value: str, negated: bool) -> str:
    if value == "synthetic":
        got.synthetic = not negated
    elif value == "embedded":
        got.unembedded = negated
    else:
        return f"is:{value} is not known; choose synthetic or embedded."
    return ""


def _filter(got: _Collected) -> RecordFilter:
    def take(name: str) -> tuple[str, ...]:
        return _unique(got.values.get(name, ()))

    return replace(
        RecordFilter(
            layers=take("layer"),
            kinds=take("kind"),
            sources=take("source"),
            threads=take("thread"),
            owners=take("user"),
            emotions=take("emotion"),
            ids=take("id"),
            imports=take("import"),
            not_layers=take("not_layer"),
            not_kinds=take("not_kind"),
            not_tags=take("not_tag"),
            not_sources=take("not_source"),
            tags=tuple(dict.fromkeys(got.tags)),
            created_from=got.start,
            created_to=got.end,
            synthetic=got.synthetic,
            unembedded=got.unembedded,
        ),
        statuses=take("status") or RecordFilter().statuses,
    )


def _unique(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))
