"""Tools for meta-memory: totals, how memory is used, the forgetting schedule, and protecting memories."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from memory_desktop.core.layers.meta_json import scheduled_json, strategies_json, totals_json
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.wording import memories, shortened
from memory_desktop.service.tools.base import Arguments, Errand, Request, Result, Tool
from memory_desktop.service.tools.relations import NoArguments

_LISTED, _LINE = 20, 120


class TotalsResult(Result):
    """What `memory_totals` answers."""

    totals: dict[str, Any] = Field(description="Counts of active memories; storage in MB.")
    most_accessed: list[dict[str, Any]]
    never_accessed: int = Field(description="How many active memories nobody ever recalled.")


def _totals(errand: Errand, given: NoArguments) -> TotalsResult:  # noqa: ARG001 - every tool takes its arguments
    meta = errand.engine.layers.meta
    most = meta.most_accessed()
    errand.ids.extend(one.id for one in most)
    return TotalsResult(
        totals=totals_json(meta.totals()),
        most_accessed=[{"id": one.id, "text": one.content, "recalls": one.recall_count} for one in most],
        never_accessed=meta.never_accessed(limit=1).total,
    )


class StrategiesResult(Result):
    """What `memory_strategies` answers."""

    strategies: dict[str, Any]


def _strategies(errand: Errand, given: NoArguments) -> StrategiesResult:  # noqa: ARG001 - every tool takes its arguments
    return StrategiesResult(strategies=strategies_json(errand.engine.layers.meta.strategies()))


class ScheduleArguments(Arguments):
    """What `forgetting_schedule` takes."""

    due_only: bool = Field(default=False, description="Only what a run would deal with now.")
    limit: int = Field(default=50, ge=1, le=500)


class ScheduleResult(Result):
    """What `forgetting_schedule` answers."""

    total: int
    due_to_fade: int
    due_to_forget: int
    items: list[dict[str, Any]] = Field(description="What is due first.")


def _schedule(errand: Errand, given: ScheduleArguments) -> ScheduleResult:
    page = errand.engine.layers.meta.forgetting.schedule(limit=given.limit, due_only=given.due_only)
    errand.ids.extend(one.memory_id for one in page.items)
    return ScheduleResult(
        total=page.total,
        due_to_fade=page.due_to_fade,
        due_to_forget=page.due_to_forget,
        items=[scheduled_json(one) for one in page.items],
    )


class RunArguments(Arguments):
    """What `run_forgetting` takes."""

    fade_only: bool = Field(default=True, description="False also forgets what has faded away.")
    most: int = Field(default=100, ge=1, le=10_000, description="At most so many memories.")


class RunResult(Result):
    """What `run_forgetting` answers."""

    faded: int
    forgotten: int


def _run(errand: Errand, given: RunArguments) -> RunResult:
    job = errand.engine.layers.meta.forgetting
    run = job.run(forgets=not given.fade_only, most=given.most, actor=errand.actor)
    return RunResult(faded=run.faded if run else 0, forgotten=run.forgotten if run else 0)


def _ask_to_run(errand: Errand, given: RunArguments) -> Request:
    page = errand.engine.layers.meta.forgetting.preview(limit=_LISTED)
    due = page.due_to_fade + (0 if given.fade_only else page.due_to_forget)
    lines = [f"{one.action.value}: {shortened(one.memory.content, _LINE)}" for one in page.items]
    what = "Let what is due fade" if given.fade_only else "Let what is due fade, and forget what has faded away"
    return Request("\n\n".join([f"{what}: {memories(min(due, given.most))}", *lines]))


class ProtectArguments(Arguments):
    """What `protect_memories` and `unprotect_memories` take."""

    ids: list[str] = Field(min_length=1, max_length=500)


class ProtectResult(Result):
    """What they answer."""

    changed: int


def _protect(errand: Errand, given: ProtectArguments) -> ProtectResult:
    errand.ids.extend(given.ids)
    return ProtectResult(changed=errand.engine.layers.meta.protect(given.ids, actor=errand.actor))


def _unprotect(errand: Errand, given: ProtectArguments) -> ProtectResult:
    errand.ids.extend(given.ids)
    return ProtectResult(changed=errand.engine.layers.meta.unprotect(given.ids, actor=errand.actor))


def _asked(errand: Errand, given: ProtectArguments, what: str) -> Request:
    found: list[Memory] = [errand.engine.get(id) for id in given.ids]
    texts = [shortened(one.content, _LINE) for one in found[:_LISTED]]
    return Request("\n\n".join([f"{what} {memories(len(found))}", *texts]), ids=tuple(given.ids), names=("ids",))


TOOLS = (
    Tool(
        "memory_totals",
        "Count memories",
        "How many memories there are, the storage that they take, the oldest, the most and the never recalled.",
        NoArguments,
        TotalsResult,
        _totals,
    ),
    Tool(
        "memory_strategies",
        "Tell how memory is used",
        "Recalls by mode and layer, what was recalled and found useful by kind and source, each user’s style.",
        NoArguments,
        StrategiesResult,
        _strategies,
    ),
    Tool(
        "forgetting_schedule",
        "List the forgetting schedule",
        "When each memory is due to fade or to be forgotten, how important it is, and why.",
        ScheduleArguments,
        ScheduleResult,
        _schedule,
    ),
    Tool(
        "run_forgetting",
        "Run the forgetting schedule",
        "Let memories that are due fade, and forget those that have faded away. Undo takes all of it back.",
        RunArguments,
        RunResult,
        _run,
        writes=True,
        asks=_ask_to_run,
        destructive=True,
    ),
    Tool(
        "protect_memories",
        "Protect memories",
        "Keep memories from fading and being forgotten by the program.",
        ProtectArguments,
        ProtectResult,
        _protect,
        writes=True,
        asks=lambda errand, given: _asked(errand, given, "Protect"),
        idempotent=True,
    ),
    Tool(
        "unprotect_memories",
        "Stop protecting memories",
        "Let memories fade and be forgotten again as all others.",
        ProtectArguments,
        ProtectResult,
        _unprotect,
        writes=True,
        asks=lambda errand, given: _asked(errand, given, "Stop protecting"),
        destructive=True,
        idempotent=True,
    ),
)
