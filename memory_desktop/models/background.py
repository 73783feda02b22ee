"""The window's words for the background work on conversations: jobs, their states, and what the memory signals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_desktop.bridge.translation import figure, grouped, mark, plural, tr, translated
from memory_desktop.bridge.wording import user_word
from memory_desktop.core.settings import SETTINGS
from memory_desktop.engine.conversation.jobs import (
    CANCELLED,
    DONE,
    FAILED,
    FILLING,
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

STATES = translated(
    {
        WAITING: mark("Waiting"),
        RUNNING: mark("Running"),
        DONE: mark("Done"),
        FAILED: mark("Failed"),
        CANCELLED: mark("Cancelled"),
        INTERRUPTED: mark("Interrupted"),
    }
)
SIGNALS = translated(
    {
        STM_PRESSURE: mark("Short-term memory fills up"),
        SUMMARY_UPDATED: mark("Summary updated"),
        FLUSH_COMPLETED: mark("Digest written"),
        QUERY_METRICS: mark("Question asked"),
    }
)


def job_word(kind: str) -> str:
    """What a job does, as Preferences call it."""
    if kind == LEARNING:
        return tr("Learn from what was said")
    if kind == FILLING:
        kind = "layers"
    setting = SETTINGS.get(f"policy.{kind}")
    return tr(setting.title) if setting is not None else kind


def whose_word(job: Job) -> str:
    """For whom a job is done."""
    if job.kind == LEARNING:
        return tr("All users")
    return user_word(job.user_id) if job.users == 1 else plural("{n} user", "{n} users", job.users)


def signal_word(kind: str) -> str:
    """What a signal says."""
    return SIGNALS.get(kind, kind)


def progress_word(job: Job) -> str:
    """How far a job is: "12 of 40"; "" where that is not known."""
    return tr("{done} of {total}", done=grouped(job.done), total=grouped(job.total)) if job.total else ""


def payload_words(signal: Signal) -> str:
    """What came with a signal, in words."""
    said = signal.payload
    match signal.kind:
        case "stm_pressure":
            where = tr("over the budget") if said.get("level") == "over" else tr("near the budget")
            held = tr(
                "{number} of {number2} tokens, {where}",
                number=_number(said, "current_token_count"),
                number2=_number(said, "budget"),
                where=where,
            )
            return tr(
                "{held}; {turn} to be summarised",
                held=held,
                turn=plural("{n} turn", "{n} turns", int(said.get("cycles_to_flush", 0))),
            )
        case "summary_updated":
            return tr("update {number}", number=_number(said, "update_count"))
        case "flush_completed":
            topics = ", ".join(map(str, said.get("topics", ())))
            turns = plural("{n} turn", "{n} turns", int(said.get("cycles_flushed", 0)))
            length = plural("{n} character", "{n} characters", int(said.get("summary_length", 0)))
            return tr("{turns} in {length}", turns=turns, length=length) + (
                tr(" about {topics}", topics=topics) if topics else ""
            )
        case "query_metrics":
            near, far = _number(said, "stm_hits"), _number(said, "ltm_hits")
            mean = float(said.get("avg_relevance", 0.0))
            return tr(
                "{near} at hand, {far} from long-term memory; mean relevance {mean}",
                near=near,
                far=far,
                mean=figure(mean, ".2f"),
            )
    return payload_lines(said)


def payload_lines(said: Mapping[str, Any]) -> str:
    """A payload by its technical names, a line each."""
    return "\n".join(f"{name}: {value}" for name, value in said.items())


def _number(said: Mapping[str, Any], name: str) -> str:
    return f"{grouped(int(said.get(name, 0)))}"
