"""The window's words for the background work on conversations: jobs, their states, and what the memory signals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_desktop.core.settings import SETTINGS
from memory_desktop.core.wording import count, user_word
from memory_desktop.engine.conversation.jobs import (
    CANCELLED,
    DONE,
    FAILED,
    INTERRUPTED,
    LEARNING,
    RUNNING,
    WAITING,
    Job,
)
from memory_desktop.engine.conversation.signals import (
    FLUSH_COMPLETED,
    QUERY_METRICS,
    STM_PRESSURE,
    SUMMARY_UPDATED,
    Signal,
)

STATES = {
    WAITING: "Waiting",
    RUNNING: "Running",
    DONE: "Done",
    FAILED: "Failed",
    CANCELLED: "Cancelled",
    INTERRUPTED: "Interrupted",
}
SIGNALS = {
    STM_PRESSURE: "Short-term memory fills up",
    SUMMARY_UPDATED: "Summary updated",
    FLUSH_COMPLETED: "Digest written",
    QUERY_METRICS: "Question asked",
}


def job_word(kind: str) -> str:
    """What a job does, as Preferences call it."""
    if kind == LEARNING:
        return "Learn from what was said"
    setting = SETTINGS.get(f"policy.{kind}")
    return setting.title if setting is not None else kind


def whose_word(job: Job) -> str:
    """For whom a job is done."""
    return "All users" if job.kind == LEARNING else user_word(job.user_id)


def signal_word(kind: str) -> str:
    """What a signal says."""
    return SIGNALS.get(kind, kind)


def progress_word(job: Job) -> str:
    """How far a job is: "12 of 40"; "" where that is not known."""
    return f"{job.done:,} of {job.total:,}" if job.total else ""


def payload_words(signal: Signal) -> str:
    """What came with a signal, in words."""
    said = signal.payload
    match signal.kind:
        case "stm_pressure":
            where = "over the budget" if said.get("level") == "over" else "near the budget"
            held = f"{_number(said, 'current_token_count')} of {_number(said, 'budget')} tokens, {where}"
            return f"{held}; {count(int(said.get('cycles_to_flush', 0)), 'turn')} to be summarised"
        case "summary_updated":
            return f"update {_number(said, 'update_count')}"
        case "flush_completed":
            topics = ", ".join(map(str, said.get("topics", ())))
            turns = count(int(said.get("cycles_flushed", 0)), "turn")
            length = count(int(said.get("summary_length", 0)), "character")
            return f"{turns} in {length}" + (f" about {topics}" if topics else "")
        case "query_metrics":
            near, far = _number(said, "stm_hits"), _number(said, "ltm_hits")
            mean = float(said.get("avg_relevance", 0.0))
            return f"{near} at hand, {far} from long-term memory; mean relevance {mean:.2f}"
    return payload_lines(said)


def payload_lines(said: Mapping[str, Any]) -> str:
    """A payload by its technical names, a line each."""
    return "\n".join(f"{name}: {value}" for name, value in said.items())


def _number(said: Mapping[str, Any], name: str) -> str:
    return f"{int(said.get(name, 0)):,}"
