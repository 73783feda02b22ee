"""Tools for single memories: remember, recall, get, list, forget, reinforce."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from memory_desktop.core.answers import Hit, Otherwise
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.memory.canonical import iso
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.outside import MOST_NUMBERS
from memory_desktop.core.query.language import OPERATORS, parse_query
from memory_desktop.core.why_not import Asked
from memory_desktop.core.wording import memories
from memory_desktop.service.tools.base import Arguments, Errand, Request, Result, Tool, moment

_MOST_HITS = 50
_PAGE = 100
_OPERATORS = ", ".join(f"{name}:" for name in OPERATORS)

#: What the field says in which a hit names what says otherwise.
OTHERWISE = "What the same user said later that makes this a fact of the past; null where nothing does."

Ids = Annotated[list[str], Field(min_length=1, max_length=500, description="Ids of memories, as recall gives them.")]


class OneMemory(Result):
    """A memory, as every tool answers it."""

    id: str
    content: str
    kind: str
    layer: str
    tags: list[str]
    status: str
    created_at: str
    source: str = ""
    thread: str = ""
    actor: str = Field(default="", description="Who wrote it.")
    confidence: float = 1.0
    salience: float = 0.5
    superseded_by: str | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)


def told(memory: Memory) -> dict[str, Any]:
    """The fields of `OneMemory`."""
    return {
        "id": memory.id,
        "content": memory.content,
        "kind": memory.kind,
        "layer": memory.layer.value,
        "tags": list(memory.tags),
        "status": memory.status.value,
        "created_at": iso(memory.created_at),
        "source": memory.source,
        "thread": memory.thread,
        "actor": memory.actor,
        "confidence": memory.confidence,
        "salience": memory.salience,
        "superseded_by": memory.superseded_by,
        "metadata": dict(memory.metadata),
    }


# --- remember -------------------------------------------------------------------------------------------------------


class RememberArguments(Arguments):
    """What `remember` takes."""

    content: str = Field(description="The text: one fact, preference, rule or event, understandable on its own.")
    kind: str = Field(default="general", description="fact, pref, rule, episode, procedure … or a word of your own.")
    layer: Literal["episodic", "semantic", "procedural", "emotional"] = "semantic"
    tags: list[str] = Field(default_factory=list, max_length=50)
    source: str = Field(default="", description="Where it comes from: a file, a page, a person.")
    thread: str = Field(default="", description="The conversation or document that it belongs to.")
    created_at: str | None = Field(default=None, description="When it happened, ISO 8601; now if not given.")
    confidence: float = Field(default=1.0, ge=0.0, le=1.0, description="How sure it is.")
    metadata: dict[str, Any] = Field(default_factory=dict)


class RememberResult(Result):
    """What `remember` answers."""

    status: Literal["kept", "known", "held"] = Field(
        description="kept; known: an active memory says the same; held: it waits until a person approves."
    )
    id: str
    reasons: list[str] = Field(default_factory=list, description="Of what is held: why.")


def _remember(errand: Errand, given: RememberArguments) -> RememberResult:
    done = errand.engine.remember(
        given.content,
        layer=given.layer,
        kind=given.kind,
        tags=given.tags,
        source=given.source,
        thread=given.thread,
        created_at=moment("created_at", given.created_at),
        confidence=given.confidence,
        metadata=given.metadata,
        approval=errand.approval,
        actor=errand.actor,
    )
    if done.held is not None:
        return RememberResult(status="held", id=done.held.id, reasons=[one.reason for one in done.held.verdicts])
    errand.ids.append(done.memory.id)
    return RememberResult(status="known" if done.duplicate else "kept", id=done.memory.id)


# --- recall ---------------------------------------------------------------------------------------------------------


class RecallArguments(Arguments):
    """What `recall` takes."""

    query: str = Field(description=f"A question or words. May hold {_OPERATORS} “exact words” and -exclusions.")
    k: int = Field(default=10, ge=1, le=_MOST_HITS, description="How many, at most.")
    mode: Literal["hybrid", "rrf", "vector", "keyword"] = "hybrid"
    show_weaker: bool = Field(default=False, description="Hits for which little speaks, too.")


class RecallWithVector(RecallArguments):
    """What `recall` takes."""

    vector: list[float] | None = Field(
        default=None,
        max_length=MOST_NUMBERS,
        description="The vector of the query by the vault’s embedding model, if the program does not run that model.",
    )


class SaidSince(Result):
    """What says otherwise than a hit, and was said later."""

    id: str
    content: str
    said_at: str


class OneHit(OneMemory):
    """A recalled memory, and why it is there."""

    rank: int
    score: float
    why: list[str] = Field(description="What speaks for it, and what was counted against it: the sum is the score.")
    otherwise: SaidSince | None = Field(default=None, description=OTHERWISE)


class RecallResult(Result):
    """What `recall` answers."""

    hits: list[OneHit]
    weaker: int = Field(description="How many more there are for which little speaks.")
    notes: list[str] = Field(description="What the answer lacks, and why.")


def _recall(errand: Errand, given: RecallWithVector) -> RecallResult:
    parse_query(given.query).checked()
    answer = errand.engine.recall(
        given.query,
        mode=given.mode,
        k=given.k,
        show_weaker=given.show_weaker,
        marked=False,
        actor=errand.actor,
        vector=given.vector,
    )
    errand.answer = answer
    errand.ids += [hit.memory.id for hit in answer.hits]
    return RecallResult(
        hits=[
            OneHit(
                **told(hit.memory), rank=hit.rank, score=hit.score, why=why(hit), otherwise=said_since(hit.otherwise)
            )
            for hit in answer.hits
        ],
        weaker=answer.weaker,
        notes=list(answer.notes),
    )


def said_since(one: Otherwise | None) -> SaidSince | None:
    """What says otherwise than a hit, as agents are told it."""
    return None if one is None else SaidSince(id=one.id, content=one.content, said_at=iso(one.said_at))


def why(hit: Hit) -> list[str]:
    """The parts of a hit's score, in a few words each: what they add comes to the score."""
    lists = [f"{name} {place.share:+.4f}: place {place.rank} ({place.score:.4f})" for name, place in hit.lists.items()]
    return [*lists, *(f"{boost.name} {boost.amount:+.4f}: {boost.reason}" for boost in hit.boosts)]


# --- why not ---------------------------------------------------------------------------------------------------------


class WhyNotArguments(RecallArguments):
    """What `why_not` takes."""

    id: str = Field(description="The memory that was expected: its id, or the one that it had where it came from.")


class OtherSearch(Result):
    """A search that was made, and has the memory."""

    how: str = Field(description="What is different, and as which hit the memory comes.")
    query: str
    mode: str
    k: int
    show_weaker: bool
    score: float
    why: list[str] = Field(description="The parts of its score there: the sum is the score.")
    later: bool = Field(description="Not before its vector is made, or a setting is changed.")


class WhyNotResult(Result):
    """What `why_not` answers."""

    answer: str
    cuts: list[str] = Field(description="All that keeps it out, in the order of a search.")
    searches: list[OtherSearch] = Field(description="What brings it in.")
    why: list[str] = Field(description="Of a memory that is a hit: the parts of its score.")
    notes: list[str]


def _why_not(errand: Errand, given: WhyNotArguments) -> WhyNotResult:
    parse_query(given.query).checked()
    told = errand.engine.why_not(Asked(given.query, given.mode, given.k, given.show_weaker), given.id)
    return WhyNotResult(
        answer=told.sentence,
        cuts=[one.sentence for one in told.cuts],
        searches=[
            OtherSearch(
                how=one.sentence,
                query=one.query,
                mode=one.mode,
                k=one.k,
                show_weaker=one.show_weaker,
                score=one.hit.score,
                why=why(one.hit),
                later=one.later,
            )
            for one in told.remedies
        ],
        why=why(told.hit) if told.hit is not None else [],
        notes=list(told.notes),
    )


# --- get and list ---------------------------------------------------------------------------------------------------


class GetArguments(Arguments):
    """What `get` takes."""

    id: str = Field(description="The memory's id.")
    history: bool = Field(default=False, description="What happened to it, too.")


class Happening(Result):
    """One event of a memory's history."""

    seq: int
    at: str
    actor: str
    what: str


class GetResult(Result):
    """What `get` answers."""

    memory: OneMemory
    current: str | None = Field(
        default=None, description="Id of the memory that says it now, after edits and undos; null if it is forgotten."
    )
    otherwise: SaidSince | None = Field(default=None, description=OTHERWISE)
    history: list[Happening] = Field(default_factory=list)


def _get(errand: Errand, given: GetArguments) -> GetResult:
    memory = errand.engine.get(given.id)
    errand.ids.append(memory.id)
    now = memory if memory.status is Status.ACTIVE else errand.engine.current(given.id)
    history = errand.engine.history(given.id) if given.history else []
    return GetResult(
        memory=OneMemory(**told(memory)),
        current=now.id if now is not None else None,
        otherwise=said_since(errand.engine.outdated([memory]).get(memory.key)),
        history=[Happening(seq=one.seq, at=iso(one.ts), actor=one.actor, what=one.summary) for one in history],
    )


class ListArguments(Arguments):
    """What `list` takes."""

    query: str = Field(default="", description=f"Only those that fit: words, {_OPERATORS}. Empty: all active ones.")
    limit: int = Field(default=20, ge=1, le=_PAGE)
    cursor: str = Field(default="", description="Where the last answer ended, for the next page.")


class ListResult(Result):
    """What `list` answers: newest first."""

    memories: list[OneMemory]
    total: int
    cursor: str = Field(description="For the next page; empty at the end.")


def _list(errand: Errand, given: ListArguments) -> ListResult:
    query = parse_query(given.query).checked()
    keys = errand.engine.keys(query.filter, sort="key", words=given.query if query.text or query.excluded else "")
    begin = 0
    if given.cursor:
        places = np.flatnonzero(keys == (int(given.cursor) if given.cursor.isdecimal() else -1))
        if not len(places):
            raise InvalidCommandError("The list has changed since that cursor was given.", hint="Begin without one.")
        begin = int(places[0]) + 1
    page = keys[begin : begin + given.limit]
    memories = errand.engine.page(page)
    errand.ids += [one.id for one in memories]
    more = begin + given.limit < len(keys)
    return ListResult(
        memories=[OneMemory(**told(one)) for one in memories], total=len(keys), cursor=str(page[-1]) if more else ""
    )


# --- forget and reinforce -------------------------------------------------------------------------------------------


class ForgetArguments(Arguments):
    """What `forget` takes."""

    ids: Ids
    reason: str = Field(default="", description="Why; shown to the person.")


class CountResult(Result):
    """How many memories were changed."""

    changed: int


def _forget(errand: Errand, given: ForgetArguments) -> CountResult:
    errand.ids += given.ids
    return CountResult(changed=errand.engine.forget(given.ids, reason=given.reason, actor=errand.actor))


class ReinforceArguments(Arguments):
    """What `reinforce` takes."""

    ids: Ids
    credit: float = Field(default=0.1, gt=0.0, le=1.0, description="How much more it counts from now on.")


def _reinforce(errand: Errand, given: ReinforceArguments) -> CountResult:
    errand.ids += given.ids
    return CountResult(changed=errand.engine.reinforce(given.ids, given.credit, actor=errand.actor))


def _ask_to_forget(errand: Errand, given: ForgetArguments) -> Request:  # noqa: ARG001 - as every tool
    reason = f"\n\nReason: {given.reason}" if given.reason else ""
    return Request(f"Forget {memories(len(given.ids))}{reason}", ids=given.ids, names=("ids",))


def _ask_to_reinforce(errand: Errand, given: ReinforceArguments) -> Request:  # noqa: ARG001
    words = f"Reinforce {memories(len(given.ids))} by {given.credit:g}"
    return Request(words, ids=given.ids, names=("ids",))


TOOLS = (
    Tool(
        "remember",
        "Remember",
        "Keep a text for later. It is durable, and found by its words, when the call returns.",
        RememberArguments,
        RememberResult,
        _remember,
        writes=True,
        proposes=True,
    ),
    Tool(
        "recall",
        "Recall",
        "Find memories by words and by meaning, best first, each with why it is there.",
        RecallWithVector,
        RecallResult,
        _recall,
    ),
    Tool(
        "why_not",
        "Why not",
        "Why a memory is not among the hits of recall: what keeps it out, and which search has it.",
        WhyNotArguments,
        WhyNotResult,
        _why_not,
    ),
    Tool("get", "Get", "One memory by its id, with its history if asked.", GetArguments, GetResult, _get),
    Tool("list", "List", "Memories, newest first, page by page.", ListArguments, ListResult, _list),
    Tool(
        "forget",
        "Forget",
        "Take memories out of every recall. The person can bring them back; undo does, too.",
        ForgetArguments,
        CountResult,
        _forget,
        writes=True,
        asks=_ask_to_forget,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "reinforce",
        "Reinforce",
        "Say that memories proved important: they are kept longer and count more.",
        ReinforceArguments,
        CountResult,
        _reinforce,
        writes=True,
        asks=_ask_to_reinforce,
    ),
)
