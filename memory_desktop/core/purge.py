"""Purging: what is left of events and records whose content is removed for good.

A purged event keeps its place, its time, its type and the ids that it names; all that was text is gone. Its payload
still folds: a memory that was purged is a tombstone without a text from its first event on. `is_purged` (in
`core.memory.records`) tells such a record from one that was only forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import orjson

from memory_desktop.core.events.event import EventType
from memory_desktop.core.memory.canonical import canonical_text
from memory_desktop.core.memory.held import REQUEST
from memory_desktop.core.memory.records import PURGED, Status
from memory_desktop.core.wording import count, memories

#: Stands where an event has to say some text, for one that was removed.
REMOVED = "(purged)"
#: Shorter texts are found only where they are the whole of a text: "tea" is in too many.
LEAST_PART = 12
_NO_HASH = "0" * 64
_KEPT_OF_MEMORY = ("id", "schema_version", "lineage", "weight")
_ABOUT_HELD = (EventType.HOLD, EventType.RELEASE, EventType.DISMISS)
#: Names under which a payload has words of a person; under others are ids, kinds and modes.
# A word that tells something of the text it stands in.
_WORD = re.compile(r"\w{5,}")
_ANY_WORD = re.compile(r"\w+")
#: Words of questions that tell nothing of a text.
_EMPTY = frozenset(
    "about after again also and any are been before being between both could did does doing done each ever every from"
    " have having here into just know like made make many more most much must need only other over please remember"
    " said same should some still such tell than that their them then there these they thing things this those time"
    " told very want wants was were what when where which while whom whose will with would your yours".split()
)
_WORDS = frozenset(
    {"query", "name", "reason", "tags", "topics", "rule", "paths", "content", "subject", "note", "values"}
)
_OF_RUNS = (EventType.RUN, EventType.REPORT)
_MADE = (EventType.INGEST, EventType.CONSOLIDATE)


@dataclass(frozen=True, slots=True)
class PurgeItem:
    """A memory that is purged: its id, the beginning of its text, its status, and why it is among them."""

    id: str
    text: str
    status: str
    why: str


@dataclass(frozen=True, slots=True)
class PurgePlan:
    """What a purge would remove.

    Attributes:
        items: every memory, those that were asked for first.
        events: how many events of the log lose their content.
        held: held items. queries: recalls, feedback and labels whose query contains a purged text.
        snapshots: how many snapshots are rewritten.
        elsewhere: how many other memories contain one of the texts; they stay as they are.
        aside: names of set-aside copies of damaged files, which are deleted.
    """

    items: tuple[PurgeItem, ...]
    events: int = 0
    held: int = 0
    queries: int = 0
    snapshots: int = 0
    elsewhere: int = 0
    aside: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of all memories."""
        return tuple(one.id for one in self.items)

    @property
    def text(self) -> str:
        """The exact count, in a sentence."""
        more = [
            count(self.held, "held item") if self.held else "",
            count(self.queries, "query", "queries") if self.queries else "",
        ]
        also = ", ".join(one for one in more if one)
        return f"{memories(len(self.items))}{' and ' + also if also else ''} in {count(self.events, 'event')}"

    @property
    def staying(self) -> str:
        """What contains one of the texts and stays, in a sentence; "" when nothing does."""
        if not self.elsewhere:
            return ""
        verb = "stays" if self.elsewhere == 1 else "stay"
        return (
            f"{count(self.elsewhere, 'other memory contains', 'other memories contain')} one of the texts and {verb}."
        )


@dataclass(frozen=True, slots=True)
class Purged:
    """What a purge did: its event's seq, memories and events."""

    seq: int
    memories: int
    events: int


class Texts:
    """Texts to be found in others: a long one anywhere in them, a short one only as the whole.

    A question is also theirs if it has a word that no other text has; `only_theirs` says which words these are.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._gone: frozenset[str] = frozenset()
        every = self._every = {_folded(text) for text in texts} - {""}
        self._parts = sorted(text for text in every if len(text) >= LEAST_PART)
        self._wholes = {text for text in every if len(text) < LEAST_PART}
        self._words = {word for text in every for word in _WORD.findall(text)}

    def shares_a_word(self, text: str) -> bool:
        """Has this text a word of theirs that is long enough to tell something?"""
        return not self._words.isdisjoint(_WORD.findall(_folded(text)))

    def words_in(self, question: str) -> set[str]:
        """Those words of a question that tell something and are in one of the texts."""
        return {word for word in telling(question) if any(word in text for text in self._every)}

    def only_theirs(self, words: Iterable[str]) -> None:
        """These words are in no other text."""
        self._gone = frozenset(words)

    def asked_for(self, question: str) -> bool:
        """Is one of the texts in a question, or a word that only they have?"""
        return self.within(question) or not self._gone.isdisjoint(telling(question))

    def within(self, text: str) -> bool:
        """Is one of them in this text?"""
        folded = _folded(text)
        return folded in self._wholes or any(part in folded for part in self._parts)

    def having(self, part: str) -> bool:
        """Is a part of a text, long enough to tell something, in one of them; or are they the same?"""
        folded = _folded(part.removesuffix("…"))
        return self.within(part) or (len(folded) >= LEAST_PART and any(folded in text for text in self._every))

    def quoting(self, part: str) -> bool:
        """Is a part of a text, however short, in one of them, or one of them in it?"""
        folded = _folded(part.removesuffix("…"))
        return self.within(part) or (bool(folded) and any(folded in text for text in self._every))

    def within_any(self, value: Any, *, words: bool = False) -> bool:
        """Is one of them in any text of a JSON value that a person wrote? `words`: the value itself is such a text."""
        match value:
            case str():
                return words and self.within(value)
            case Mapping():
                return any(self.within_any(one, words=name in _WORDS) for name, one in value.items())
            case list():
                return any(self.within_any(one, words=words) for one in value)
            case _:
                return False

    def without(self, value: Any, *, words: bool = False) -> Any:
        """A JSON value whose texts that contain one of them are replaced. `words`: see `within_any`."""
        match value:
            case str():
                return REMOVED if words and self.within(value) else value
            case Mapping():
                return {name: self.without(one, words=name in _WORDS) for name, one in value.items()}
            case list():
                return [self.without(one, words=words) for one in value]
            case _:
                return value


def telling(question: str) -> set[str]:
    """The words of a question that may tell what it was about, folded."""
    words = _ANY_WORD.findall(_folded(question))
    return {word for word in words if word not in _EMPTY and len(word) >= _least(word)}


def _least(word: str) -> int:
    """How long a word has to be: in other scripts few characters say as much, and a number may be a secret."""
    if not word.isascii():
        return 2
    return 3 if any(char.isdigit() for char in word) else 4


def questions_in(type: str, payload: Mapping[str, Any]) -> list[str]:
    """The questions of an event, asked or labelled, in any of the shapes in which they are logged."""
    if type == EventType.LAB_RUN:
        return [str(one.get("query", "")) for one in payload.get("run", {}).get("queries", ())]
    return [str(payload["query"])] if payload.get("query") else []


def _folded(text: str) -> str:
    """A text but for case and blanks, as two that differ in nothing else count as the same."""
    return " ".join(canonical_text(text).casefold().split())


def redacted(
    type: str, item: str, payload: Mapping[str, Any], ids: Collection[str], held: Collection[str], texts: Texts
) -> dict[str, Any] | None:
    """What is left of an event's payload; None when nothing of it is to be removed.

    Args:
        ids: of the purged memories. held: of the held items that go with them. texts: what they say.
    """
    if type in _MADE:
        return _memory_removed(payload, texts) if item in ids else None
    if type == EventType.SUMMARY:
        return _summary_removed(payload, ids, texts)
    if type == EventType.BOARD:
        return _board_removed(payload, ids, texts)
    if type == EventType.VECTORS:
        return _vectors_removed(payload, ids)
    if item in ids:
        return _labels_removed(type, payload)
    if type in _ABOUT_HELD:
        return _draft_removed(payload) if item in held else None
    if type == EventType.RECALL and payload.get("query") and any(id in ids for id in payload.get("ids", ())):
        return {**payload, "query": "", PURGED: True}  # a question that it answered may quote it in part
    if type == EventType.LABEL and _asks_for(payload, ids, texts):
        return {**payload, "query": "", "ids": [], "was": [], PURGED: True}
    if type == EventType.LAB_RUN:
        return _answers_removed(payload, texts)
    if type in _OF_RUNS and payload.get("memory") in ids:
        return _notes_removed(payload)
    asks = any(texts.asked_for(one) for one in questions_in(type, payload))
    if not asks and not texts.within_any(dict(payload)):
        return None
    if type == EventType.LABEL:
        return {**payload, "query": "", "ids": [], "was": [], PURGED: True}
    if "query" in payload:
        return {**texts.without(payload), "query": "", PURGED: True}
    return {**texts.without(payload), PURGED: True}


def _asks_for(payload: Mapping[str, Any], ids: Collection[str], texts: Texts) -> bool:
    """Is a labelled query about purged memories: about nothing else, or in a word of theirs?"""
    named = {*payload.get("ids", ()), *payload.get("was", ())}
    purged = {id for id in named if id in ids}
    return bool(purged) and (purged == named or texts.shares_a_word(str(payload.get("query", ""))))


def _quotes(question: str, texts: Texts) -> bool:
    return texts.shares_a_word(question) or texts.asked_for(question)


def _answers_removed(payload: Mapping[str, Any], texts: Texts) -> dict[str, Any] | None:
    """A run of the lab without the queries that have a word of a purged text; None when it has none of these."""
    run = payload.get("run", {})
    left = [
        {**one, "query": REMOVED} if _quotes(str(one.get("query", "")), texts) or texts.within_any(one) else one
        for one in run.get("queries", ())
    ]
    if left == list(run.get("queries", ())):
        return None
    return {**payload, "run": {**run, "queries": left}, PURGED: True}


def _memory_removed(payload: Mapping[str, Any], texts: Texts) -> dict[str, Any]:
    memory = payload["memory"]
    kept = {name: memory[name] for name in _KEPT_OF_MEMORY if name in memory}
    bare = {**kept, "content": "", "content_hash": _NO_HASH, "status": Status.TOMBSTONE.value, PURGED: True}
    others = {name: value for name, value in payload.items() if name not in ("memory", "gates", "embedding")}
    return {**texts.without(others), "memory": bare, PURGED: True}


def _vectors_removed(payload: Mapping[str, Any], ids: Collection[str]) -> dict[str, Any] | None:
    """Without the vectors of purged memories, from which much of a text could be guessed; None when it has none."""
    kept = [one for one in payload.get("given", ()) if one[0] not in ids]
    return {**payload, "given": kept, PURGED: True} if len(kept) < len(payload.get("given", ())) else None


def _labels_removed(type: str, payload: Mapping[str, Any]) -> dict[str, Any] | None:
    match type:
        case EventType.UPDATE:
            return {**payload, "set": {}, PURGED: True}
        case EventType.FORGET if payload.get("reason"):
            return {**{name: value for name, value in payload.items() if name != "reason"}, PURGED: True}
        case EventType.FEEDBACK if payload.get("query"):
            return {**payload, "query": "", PURGED: True}
        case _:
            return None


def _summary_removed(payload: Mapping[str, Any], ids: Collection[str], texts: Texts) -> dict[str, Any] | None:
    """Without all words of a change that used purged memories; of another, without those that are in their texts."""
    mine = any(id in ids for id in payload.get("sources", ()))

    def gone(entry: str) -> bool:
        return mine or texts.having(entry)

    def kept(lists: Mapping[str, list[str]]) -> dict[str, list[str]]:
        return {name: left for name, one in lists.items() if (left := [entry for entry in one if not gone(entry)])}

    left = dict(payload)
    for name in ("added", "removed"):
        left[name] = kept(payload.get(name, {}))
    left["identity"] = {name: value for name, value in payload.get("identity", {}).items() if not gone(value)}
    for name in ("held", "freed"):
        left[name] = [one for one in payload.get(name, ()) if not gone(one.partition(":")[2] or one)]
    if payload.get("latest") and gone(payload["latest"]):
        left["latest"] = None
    words = ("added", "removed", "identity", "held", "freed")
    changed = any(left[name] != payload.get(name, type(left[name])()) for name in words)
    return {**left, PURGED: True} if changed or left.get("latest") != payload.get("latest") else None


def _notes_removed(payload: Mapping[str, Any]) -> dict[str, Any]:
    """An event of a run of a purged procedure, without what was known and noted in the run."""
    left = {**payload, PURGED: True, **{name: type(payload[name])() for name in ("note", "values") if name in payload}}
    run = payload.get("run")
    if isinstance(run, Mapping):
        reports = [{**one, "note": "", "values": []} for one in run.get("reports", ())]
        left["run"] = {**run, "note": "", "values": [], "reports": reports}
    return left


def _board_removed(payload: Mapping[str, Any], ids: Collection[str], texts: Texts) -> dict[str, Any] | None:
    """Without the words of purged memories: of a change that used them, also the short ones."""
    mine = any(id in ids for id in payload.get("sources", ()))

    def gone(text: str) -> bool:
        return bool(text) and (texts.quoting(text) if mine else texts.having(text))

    def left(value: Any) -> Any:
        match value:
            case str():
                return "" if gone(value) else value
            case list():
                return [kept for one in value if (kept := left(one))]
            case {"text": str(text)}:
                return None if gone(text) or gone(str(value.get("reason", ""))) else value
            case _:
                return value

    said = {name: one if name == "current_emotion" else left(one) for name, one in payload.get("set", {}).items()}
    every: dict[str, Any] = {"set": said} if "set" in payload else {}
    for name in ("items", "kept"):
        if name in payload:
            every[name] = [
                {**one, "content": REMOVED} if one.get("content") and texts.within(one["content"]) else one
                for one in payload[name]
            ]
    changed = {**payload, **every}
    return {**changed, PURGED: True} if changed != payload else None


def _draft_removed(payload: Mapping[str, Any]) -> dict[str, Any]:
    others = {name: value for name, value in payload.items() if name not in ("draft", "verdicts")}
    return {**others, "draft": {"content": ""}, "verdicts": [], PURGED: True}


def held_with(events: Iterable[tuple[str, str, Mapping[str, Any]]], ids: Collection[str], texts: Texts) -> set[str]:
    """Of (type, item, payload) of the events on held items: those that became purged memories, or contain a text."""
    found = set()
    for type, item, payload in events:
        became = type == EventType.RELEASE and payload.get("memory_id") in ids
        draft = payload.get("draft", {})
        asks = (payload.get("change") or {}).get("do") == REQUEST
        # A request's words hold every text of it, its metadata each text by itself.
        said = [draft.get("content", ""), *(draft.get("metadata", {}).values() if asks else ())]
        if became or any(texts.within_any(one, words=True) for one in said):
            found.add(item)
    return found


def purged_digests(payloads: Iterable[str]) -> dict[int, bytes]:
    """By seq, the digest of what is left of each purged event, given the PURGE events' payloads in order.

    A damaged one names none: that it is damaged is found where its own digest is checked.
    """
    found: dict[int, bytes] = {}
    for payload in payloads:
        with suppress(orjson.JSONDecodeError, KeyError, TypeError, ValueError):
            found |= {int(seq): bytes.fromhex(digest) for seq, digest in orjson.loads(payload)["events"]}
    return found
