"""A `RecordFilter` as a WHERE clause. Values only ever travel as parameters."""

from __future__ import annotations

from typing import Any

from memory_desktop.core.conversation.cycles import USER
from memory_desktop.core.conversation.reach import PERSONAL_KEYS, PERSONAL_KINDS, PERSONAL_WORDS, SHARED_KINDS
from memory_desktop.core.memory.canonical import canonical_json
from memory_desktop.core.query.language import RecordFilter

#: Which user a record names; "" for none. Most records of an import name nobody: theirs is not read as JSON.
OWNER = f"coalesce(CASE WHEN contains(metadata, '\"{USER}\"') THEN json_extract_string(metadata, '$.{USER}') END, '')"


#: The same as `core.conversation.reach.whose`; its parameter is the vault's owner.
WHOSE = f"coalesce(nullif({OWNER}, ''), ?)"


def where(filter: RecordFilter, owner: str = "") -> tuple[str, list[Any]]:
    """(SQL condition over the records table, its parameters). `owner`: what agents call the vault's owner."""
    parts: list[str] = []
    parameters: list[Any] = []

    def add(condition: str, *values: Any) -> None:
        parts.append(condition)
        parameters.extend(values)

    for column, values in (
        ("layer", filter.layers),
        ("kind", filter.kinds),
        ("status", filter.statuses),
        ("source", filter.sources),
        ("thread", filter.threads),
        ("id", filter.ids),
    ):
        if values:
            add(f"{column} IN (SELECT unnest(?::VARCHAR[]))", list(values))
    if filter.imports:
        brought = "SELECT e.item FROM events e WHERE e.type = 'INGEST' AND e.command IN (SELECT unnest(?::BIGINT[]))"
        add(f"id IN ({brought})", [int(seq) for seq in filter.imports])
    for column, values in (("layer", filter.not_layers), ("kind", filter.not_kinds), ("source", filter.not_sources)):
        if values:
            add(f"{column} NOT IN (SELECT unnest(?::VARCHAR[]))", list(values))
    if filter.emotions:
        # Texts of the metadata stand in quotes in its JSON, and what follows tells them from names of fields.
        words = [_escaped(canonical_json(word.casefold()).decode()) for word in filter.emotions]
        patterns = [f"%{word}{end}%" for word in words for end in (",", "}", "]")]
        add("(" + " OR ".join("lower(emotion) LIKE ? ESCAPE '^'" for _ in patterns) + ")", *patterns)
    if filter.owners:
        theirs = f"{WHOSE} IN (SELECT unnest(?::VARCHAR[]))"
        if filter.shared:
            notes, more = _notes_of_nobody(OWNER)
            add(f"({theirs} OR ({notes}))", owner, list(filter.owners), *more)
        else:
            add(theirs, owner, list(filter.owners))
    for group in filter.tags:
        add("list_has_any(tags, ?::VARCHAR[])", list(group))
    if filter.not_tags:
        add("NOT list_has_any(tags, ?::VARCHAR[])", list(filter.not_tags))
    if filter.created_from is not None:
        add("created_at >= ?", filter.created_from.replace(tzinfo=None))
    if filter.created_to is not None:
        add("created_at < ?", filter.created_to.replace(tzinfo=None))
    if filter.synthetic is not None:
        add("synthetic = ?", filter.synthetic)
    if filter.unembedded is not None:
        embedded = "key IN (SELECT v.key FROM vector_items v WHERE v.state = 'indexed')"
        add(f"NOT {embedded}" if filter.unembedded else embedded)
    return " AND ".join(parts) or "TRUE", parameters


def _notes_of_nobody(named: str) -> tuple[str, list[Any]]:
    """What `core.conversation.reach.reaches` lets through of records that name no user: the cheap conditions first."""
    parts = [f"{named} = ''", "thread = ''", "kind NOT IN (SELECT unnest(?::VARCHAR[]))"]
    parts += [f"NOT contains(metadata, '\"{key}\":')" for key in PERSONAL_KEYS]
    parts.append("(kind IN (SELECT unnest(?::VARCHAR[])) OR NOT regexp_matches(content, ?))")
    return " AND ".join(parts), [list(PERSONAL_KINDS), list(SHARED_KINDS), PERSONAL_WORDS]


def _escaped(text: str) -> str:
    return text.replace("^", "^^").replace("%", "^%").replace("_", "^_")
