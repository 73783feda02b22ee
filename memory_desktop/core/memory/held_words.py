"""Says in a sentence what a held item would do once it is released."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from memory_desktop.core.memory import held
from memory_desktop.core.memory.held import HeldChange, HeldItem
from memory_desktop.core.memory.records import Draft
from memory_desktop.core.wording import count, memories, shortened

#: Gates, by what each of them looks for.
GATES = {
    "pii": "Personal data",
    "validation": "Suspicious content",
    "novelty": "Duplicate",
    "anomaly": "Unusual content",
    "moderation": "Flagged by a model",
    "approval": "Needs approval",
}
#: Letters of a text that a sentence quotes, unless more are asked for.
_LONGEST = 200


def gate_word(gate: str) -> str:
    """What a gate found, in a word or two; one that this version does not know as the log calls it."""
    return GATES.get(gate, gate)


def text_of(item: HeldItem) -> str:
    """What a list shows of an item: its text, or the change where the words alone say nothing."""
    whole = item.change is None or item.change.do in (held.REQUEST, held.RESTORE)
    return item.draft.content if whole else change_of(item)


def change_of(item: HeldItem, longest: int = _LONGEST) -> str:
    """What the item changes besides adding its text; "" where it only adds it. `longest`: letters of what is quoted."""
    change, draft = item.change, item.draft
    if change is None:
        return f"Replaces the text of {item.supersedes}" if item.supersedes else ""
    name = f"“{shortened(draft.content, longest)}”"
    match change.do:
        case held.RELABEL:
            return _with(f"Change labels of {memories(len(change.ids))}", _labels(draft, change, longest))
        case held.MERGE:
            return f"Merge {memories(len(change.ids))} into {name}"
        case held.ASSEMBLE:
            return _with(f"New assembly {name} of {memories(len(change.ids))}", _group(draft))
        case held.REASSEMBLE:
            words = f"Rename an assembly to {name}" if change.fields.get("name") else "Change an assembly"
            return _with(words, _group(draft, change.fields))
        case held.REQUEST:
            return draft.content.partition("\n")[0]
        case held.LABEL:
            return f"Label the query {name} with {memories(len(change.ids))}"
        case held.JOIN:
            return f"Merge {count(len(change.ids), 'assembly', 'assemblies')} into {name}"
        case held.RESTORE:
            return "Brings the memory back to where it was"
    return f"{change.do} {name}"


def _with(words: str, parts: Iterator[str]) -> str:
    told = "; ".join(parts)
    return f"{words}: {told}" if told else words


def _labels(draft: Draft, change: HeldChange, longest: int) -> Iterator[str]:
    fields = change.fields
    if draft.tags:
        yield f"add {_tags(draft.tags)}"
    if removed := fields.get("remove"):
        yield f"remove {_tags(removed)}"
    if fields.get("kind"):
        yield f"kind {draft.kind}"
    if fields.get("source"):
        yield f"source {draft.source}"
    if fields.get("layer"):
        yield f"layer {fields['layer']}"
    if fields.get("salience") is not None:
        yield f"salience {fields['salience']}"
    yield from _values(draft.metadata, longest)
    felt = {**draft.emotion, **dict.fromkeys(fields.get("emotion_removed") or ())}
    if felt:
        yield "emotion " + ", ".join(_values(felt, longest))


def _group(draft: Draft, whole: Mapping[str, Any] | None = None) -> Iterator[str]:
    """Labels of an assembly; `whole` says which lists are replaced, even by an empty one."""
    topics = draft.metadata.get("topics") or ()
    if draft.tags or (whole or {}).get("tags"):
        yield _tags(draft.tags) if draft.tags else "no tags"
    if topics or (whole or {}).get("topics"):
        yield f"topics {', '.join(map(str, topics))}" if topics else "no topics"
    if reason := draft.metadata.get("reason"):
        yield f"reason: {reason}"


def _tags(tags: Any) -> str:
    names = [str(tag) for tag in tags]
    return f"{'tag' if len(names) == 1 else 'tags'} {', '.join(names)}"


def _values(values: Mapping[str, Any], longest: int) -> Iterator[str]:
    for name, value in values.items():
        yield f"remove {name}" if value is None else f"{name} = {shortened(str(value), longest)}"
