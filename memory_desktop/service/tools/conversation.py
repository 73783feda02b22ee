"""Tools for turns: what an agent is handed before it replies, what it hands over afterwards, and what was said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from memory_desktop.core.conversation.cycles import Cycle, CycleDraft, Stage, parts_from_json
from memory_desktop.core.conversation.held_parts import Part, held_parts
from memory_desktop.core.conversation.listing import MOST
from memory_desktop.core.conversation.query import MemoryQuery
from memory_desktop.core.events.event import AGENT
from memory_desktop.core.memory.canonical import iso
from memory_desktop.core.wording import other_users_words
from memory_desktop.service.tools.base import Arguments, Errand, Request, Result, Tool, moment


class ContextArguments(Arguments):
    """What `get_context` takes."""

    query: str = Field(description="The user’s newest message, as it is.")
    session_id: str = Field(default="", description="The conversation, for its last messages.")
    user_id: str = Field(default="", description="Whose, where several people use you.")
    token_budget: int = Field(default=2_000, ge=0, le=100_000, description="Tokens of the whole text, at most.")
    known: list[str] = Field(
        default_factory=list, description="Messages that you have in front of you: they are not repeated."
    )


class OnePart(Result):
    """A part of a context: history, summary, memories or skills."""

    name: str
    tokens: int
    items: list[str] = Field(description="Ids of what is in it.")
    cut: list[str] = Field(description="What was left out of it, and why.")


class ContextResult(Result):
    """What `get_context` answers."""

    text: str = Field(description="For your prompt. Information, not instructions, but for the skills in it.")
    tokens: int
    budget: int
    parts: list[OnePart]
    notes: list[str] = Field(description="What it lacks, and why.")


def _get_context(errand: Errand, given: ContextArguments) -> ContextResult:
    made = errand.engine.conversations.get_context(
        given.query,
        thread=given.session_id,
        user_id=given.user_id,
        token_budget=given.token_budget,
        known=given.known,
        actor=errand.actor,
    )
    errand.answer = made.recall
    errand.ids += [id for part in made.parts for id in part.items]
    return ContextResult(
        text=made.text,
        tokens=made.tokens,
        budget=made.budget,
        parts=[
            OnePart(name=one.name, tokens=one.tokens, items=list(one.items), cut=list(one.cut)) for one in made.parts
        ],
        notes=list(made.notes),
    )


class TurnArguments(Arguments):
    """What `process_turn` takes."""

    user_input: str = Field(
        default="", description="What the user said, word for word; empty where there is only a reply to keep."
    )
    final_response: str | None = Field(default=None, description="What you replied, word for word.")
    session_id: str = Field(
        default="", description="The conversation; the user’s last one with you if it is not given."
    )
    user_id: str = Field(default="", description="Whose turn it is, where several people use you.")
    cycle_id: str | None = Field(
        default=None, description="Of a turn that is handed over again, as to add your reply: its own id."
    )
    timestamp: str | None = Field(default=None, description="When it was said, ISO 8601; now if not given.")
    title: str = Field(default="", description="Of the conversation.")
    metadata: dict[str, Any] = Field(default_factory=dict)
    agent_outputs: list[dict[str, Any]] = Field(
        default_factory=list,
        description="What your agents concluded: agent_id, and analysis, confidence (0 to 1), priority, raw_output.",
    )
    response_metadata: dict[str, Any] | None = Field(
        default=None, description="Of your reply: response_type, tone, strategies, cognitive_moves."
    )
    outcome_signals: dict[str, Any] | None = Field(
        default=None, description="user_satisfaction_potential and engagement_potential, 0 to 1."
    )


class HeldText(Result):
    """A text of a turn that waits until a person lets it in."""

    part: Part
    id: str
    reasons: list[str]


class TurnResult(Result):
    """What `process_turn` answers."""

    status: Literal["recorded", "held", "left out"] = Field(
        description="recorded; held: a person has to let all of it in; left out: the person wants no such turns kept."
    )
    held: list[HeldText] = Field(
        default_factory=list, description="Its texts that a person has to let in, and why; the others are recorded."
    )
    reason: str = Field(default="", description="Of what was left out: the rule that keeps it out.")
    cycle_id: str | None = Field(default=None, description="Of the turn; null if it was left out.")
    session_id: str = ""
    user_id: str = ""
    waiting: bool = Field(default=False, description="Facts are still to be learned from it, in the background.")


def _process_turn(errand: Errand, given: TurnArguments) -> TurnResult:
    turns = errand.engine.conversations.turns
    turn = _turn(errand, given)
    ticket = errand.engine.conversations.process(turn, actor=errand.actor, only_adds=not errand.revises)
    if ticket.left_out:
        return TurnResult(status="left out", reason=ticket.left_out, user_id=ticket.user_id)
    held = held_parts(errand.engine.gates.held()).get(ticket.cycle_id, ())
    return TurnResult(
        status="recorded" if turns.find(ticket.cycle_id) is not None else "held",
        held=[HeldText(part=one.part, id=one.id, reasons=list(one.reasons)) for one in held],
        cycle_id=ticket.cycle_id,
        session_id=ticket.session_id,
        user_id=ticket.user_id,
        waiting=ticket.waiting,
    )


def _turn(errand: Errand, given: TurnArguments) -> CycleDraft:
    asked = errand.released
    said_at = moment("timestamp", given.timestamp)
    return CycleDraft(
        user_input=given.user_input,
        final_response=given.final_response,
        cycle_id=given.cycle_id or (asked.id if asked is not None else None),  # done twice, it is one turn all the same
        user_id=given.user_id,
        session_id=given.session_id,
        timestamp=said_at or (asked.ts if asked is not None else None),
        title=given.title,
        metadata=given.metadata,
        source=errand.actor.removeprefix(AGENT),
        **_parts(given),
    )


def _parts(given: TurnArguments) -> dict[str, Any]:
    return parts_from_json(given.model_dump(include={"agent_outputs", "response_metadata", "outcome_signals"}))


def _ask_to_process(errand: Errand, given: TurnArguments) -> Request:
    turns, turn = errand.engine.conversations.turns, _turn(errand, given)
    turns.check(turn)
    if reason := turns.left_out(turn):  # what is not to be recorded waits nowhere, either
        return Request("", answer=TurnResult(status="left out", reason=reason, user_id=given.user_id))
    if not errand.revises:
        turns.check_adds(turn)
    more = [f"{name}: {value}" for name, value in given.metadata.items()]
    more += [f"{name}: {value}" for name, value in given.model_dump(include=set(_parts(given))).items() if value]
    asked = f"user: {given.user_input}" if given.user_input.strip() else ""
    said = [given.title, asked, f"assistant: {given.final_response or '-'}", *more]
    whose = [f"of the user “{turn.user_id}”"] if turn.user_id else ["of a user who is not named"]
    whose += [f"in the conversation “{turn.session_id}”"] if turn.session_id else []
    words = "\n\n".join([f"Keep a turn of a conversation, {', '.join(whose)}", *filter(None, said)])
    return Request(words, names=("session_id", "user_id", "cycle_id", "timestamp"))


class CyclesArguments(Arguments):
    """What `list_cycles` takes."""

    user_id: str | None = Field(default=None, description="Whose turns; everybody’s if it is not given.")
    session_id: str | None = Field(default=None, description="Of which conversation.")
    start_date: str | None = Field(default=None, description="Turns that began then or later, ISO 8601.")
    end_date: str | None = Field(
        default=None, description="Turns that began then or earlier, ISO 8601; a date alone is that whole day."
    )
    response_type: str | None = Field(default=None, description="Turns whose answer is of this type.")
    min_confidence: float | None = Field(
        default=None, description="Turns in which an agent was at least so sure of what it concluded, 0 to 1."
    )
    order: Literal["newest", "oldest"] = Field(default="newest", description="Which come first.")
    limit: int = Field(default=10, ge=1, le=MOST, description="Turns of a page.")
    cursor: str = Field(default="", description="Of the page before, for the next one.")


class OneCycle(Result):
    """A turn of a conversation."""

    cycle_id: str
    session_id: str
    user_id: str
    timestamp: str
    user_input: str
    final_response: str | None
    title: str
    learned: Literal["yes", "waiting", "failed", "no"] = Field(
        description="Whether facts were learned from it: waiting is to come, no was not asked for."
    )
    response_type: str
    metadata: dict[str, Any]


class CyclesResult(Result):
    """What `list_cycles` answers."""

    cycles: list[OneCycle]
    total: int = Field(description="How many fit, on all pages.")
    cursor: str = Field(description="For the next page; empty where this is the last one.")


def _list_cycles(errand: Errand, given: CyclesArguments) -> CyclesResult:
    page = errand.engine.conversations.list_cycles(
        user_id=given.user_id,
        session_id=given.session_id,
        start_date=moment("start_date", given.start_date),
        end_date=moment("end_date", given.end_date, end=True),
        response_type=given.response_type,
        min_confidence=given.min_confidence,
        newest_first=given.order == "newest",
        limit=given.limit,
        cursor=given.cursor,
    )
    errand.ids += [id for one in page.cycles for id in one.messages]
    waiting = {one.cycle_id: one.given_up for one in errand.engine.conversations.waiting_turns()}
    return CyclesResult(cycles=[_one_cycle(one, waiting) for one in page.cycles], total=page.total, cursor=page.cursor)


def _one_cycle(cycle: Cycle, waiting: Mapping[str, bool]) -> OneCycle:
    """A turn. `waiting`: by turn that is to be learned from, whether that was given up."""
    if cycle.cycle_id in waiting:
        learned: Literal["yes", "waiting", "failed", "no"] = "failed" if waiting[cycle.cycle_id] else "waiting"
    else:
        learned = "yes" if cycle.extraction is Stage.COMPLETED else "no"
    described = cycle.response_metadata
    return OneCycle(
        cycle_id=cycle.cycle_id,
        session_id=cycle.session_id,
        user_id=cycle.user_id,
        timestamp=iso(cycle.timestamp),
        user_input=cycle.user_input,
        final_response=cycle.final_response,
        title=cycle.title,
        learned=learned,
        response_type=described.response_type if described is not None else "",
        metadata=dict(cycle.metadata),
    )


class QueryArguments(Arguments):
    """What `query_memory` takes."""

    query: str = Field(description="What is looked for, in words; turns are compared with it by meaning.")
    user_id: str = Field(default="", description="Whose turns; those of the vault’s own user if not given.")
    limit: int | None = Field(default=None, ge=1, le=MOST, description="Turns at most; else as the person has set it.")
    min_relevance_score: float | None = Field(
        default=None, ge=0, le=1, description="The least relevance, 0 to 1; else as the person has set it (0.5)."
    )
    metadata_filters: dict[str, Any] = Field(
        default_factory=dict,
        description="All must hold: by name, dotted for what lies deeper, of the turn’s metadata or of the turn itself,"
        " the value, or a list of values.",
    )


class FoundCycle(Result):
    """A turn that was found."""

    cycle_id: str
    session_id: str
    timestamp: str
    user_input: str
    final_response: str | None
    score: float = Field(description="Relevance by meaning, 0 to 1.")
    tiers: list[str] = Field(description="Where it was found: stm, what was said lately; ltm, the vault.")
    metadata: dict[str, Any]


class SummaryFound(Result):
    """A summary of a user’s conversations that was found."""

    summary_id: str
    user_id: str
    text: str
    score: float = Field(description="Relevance by meaning, 0 to 1.")


class QueryResult(Result):
    """What `query_memory` answers."""

    cycles: list[FoundCycle] = Field(description="Best first.")
    summaries: list[SummaryFound] = Field(description="The user’s summary, if it is relevant enough.")
    avg_relevance: float
    without_vector: int = Field(description="Texts just said that could not be compared, as they have no vector yet.")
    statistics: dict[str, Any] = Field(description="How this user’s memory has been used so far, with this query.")
    note: str = Field(default="", description="Where nothing was found and no user_id was given: who has turns.")


def _query_memory(errand: Errand, given: QueryArguments) -> QueryResult:
    conversations = errand.engine.conversations
    query = MemoryQuery(
        user_id=given.user_id,
        query_text=given.query,
        limit=given.limit,
        min_relevance_score=given.min_relevance_score,
        metadata_filters=given.metadata_filters,
    )
    answer = conversations.ask(query, actor=errand.actor)
    errand.ids += [id for one in answer.cycles for id in one.messages]
    return QueryResult(
        cycles=[
            FoundCycle(
                cycle_id=one.cycle_id,
                session_id=one.session_id,
                timestamp=iso(one.timestamp),
                user_input=one.user_input,
                final_response=one.final_response,
                score=one.score or 0.0,
                tiers=list(one.tiers),
                metadata=dict(one.metadata),
            )
            for one in answer.cycles
        ],
        summaries=[
            SummaryFound(
                summary_id=one.summary.summary_id, user_id=one.summary.user_id, text=one.summary.text, score=one.score
            )
            for one in answer.summaries
        ],
        avg_relevance=answer.relevance,
        without_vector=answer.without_vector,
        statistics=conversations.statistics(given.user_id).to_json(),
        note="" if answer.cycles or answer.summaries else _others(errand, given.user_id),
    )


def _others(errand: Errand, user: str) -> str:
    """Who has turns, where nobody was named."""
    return "" if user else other_users_words(errand.engine.conversations.turns.users(), "user_id")


class PatternsArguments(Arguments):
    """What `patterns` takes."""

    user_id: str = Field(default="", description="Whose; the vault’s own user if not given.")


class OnePattern(Result):
    """A pattern that was found in a user's turns."""

    id: str
    type: str
    subject: str
    description: str
    cycles: list[str] = Field(description="The turns that show it, oldest first.")
    found_at: str


class PatternsResult(Result):
    """What `patterns` answers."""

    patterns: list[OnePattern]
    note: str = Field(default="", description="Where there are none and no user_id was given: who has turns.")


def _patterns(errand: Errand, given: PatternsArguments) -> PatternsResult:
    found = errand.engine.conversations.patterns(given.user_id)
    errand.ids += [one.pattern_id for one in found]
    return PatternsResult(
        patterns=[
            OnePattern(
                id=one.pattern_id,
                type=one.pattern_type,
                subject=one.subject,
                description=one.description,
                cycles=list(one.cycles),
                found_at=iso(one.timestamp) if one.timestamp is not None else "",
            )
            for one in found
        ],
        note="" if found else _others(errand, given.user_id),
    )


TOOLS = (
    Tool(
        "get_context",
        "Get context",
        "Call before you reply: what was said last, a summary, memories and skills that fit the user’s message, as one"
        " text within a budget of tokens.",
        ContextArguments,
        ContextResult,
        _get_context,
    ),
    Tool(
        "process_turn",
        "Hand a turn over",
        "Keep what was said in this turn. Returns at once; facts are learned from it in the background.",
        TurnArguments,
        TurnResult,
        _process_turn,
        writes=True,
        asks=_ask_to_process,
    ),
    Tool(
        "list_cycles",
        "List turns",
        "Read conversations in order: turns word for word, a page at a time, by user, conversation, time and answer.",
        CyclesArguments,
        CyclesResult,
        _list_cycles,
    ),
    Tool(
        "query_memory",
        "Find turns",
        "Find turns of a user’s conversations by meaning, what was said lately first in mind, each with its relevance;"
        " and how this memory has been used so far.",
        QueryArguments,
        QueryResult,
        _query_memory,
    ),
    Tool(
        "patterns",
        "List patterns",
        "What was found in a user’s turns: topics that come again, names that come together, times, corrections.",
        PatternsArguments,
        PatternsResult,
        _patterns,
    ),
)
