"""Tools for episodes, and for consolidation, which makes of turns what the layers keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import Field

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.wording import count, shortened
from memory_desktop.engine.layers.consolidation import Preview, made_by_step
from memory_desktop.engine.layers.library import Origin
from memory_desktop.engine.layers.steps import Line
from memory_desktop.service.tools.base import Arguments, Errand, Request, Result, Tool, moment
from memory_desktop.store.episodes import EpisodeFilter

_USER = "Whose: the user’s id; leave it out for the vault’s own user."
_LISTED, _LINE = 20, 120
#: So many lines of a preview are listed at most.
_MOST_LINES = 2_000


class ListArguments(Arguments):
    """What `episodes` takes."""

    user_id: str = Field(default="", description=_USER)
    topic: str = Field(default="", max_length=200, description="Only with this topic or subtopic.")
    emotion: str = Field(default="", max_length=40, description="Only with this emotional state, as joy or sadness.")
    flag: Literal["", "breakthrough", "emotional_peak", "learning_moment", "relationship_event"] = ""
    least: float = Field(default=0.0, ge=0.0, le=1.0, description="Only of at least this significance.")
    since: str = Field(default="", description="Only from this time on, ISO 8601.")
    until: str = Field(default="", description="Only until this time, ISO 8601; a date alone is that whole day.")
    limit: int = Field(default=20, ge=1, le=200)


class ListResult(Result):
    """What `episodes` answers."""

    total: int
    episodes: list[dict[str, Any]] = Field(description="Newest first. What is None nothing tells.")


def _list(errand: Errand, given: ListArguments) -> ListResult:
    wanted = EpisodeFilter(
        user=given.user_id,
        topic=given.topic,
        emotion=given.emotion,
        flag=given.flag,
        least=given.least,
        after=moment("since", given.since or None),
        before=moment("until", given.until or None, end=True),
    )
    layer = errand.engine.layers.episodes
    found = layer.list(wanted, limit=given.limit)
    errand.ids.extend(one.memory.id for one in found)
    return ListResult(total=layer.count(wanted), episodes=[one.to_json() for one in found])


class SimilarArguments(Arguments):
    """What `similar_episodes` takes."""

    query: str = Field(max_length=4_000, description="Words to compare with; by emotion: an emotion, or words.")
    by: Literal["meaning", "emotion", "topic"] = "meaning"
    k: int = Field(default=5, ge=1, le=100)
    user_id: str = Field(default="", description=_USER)


class SimilarResult(Result):
    """What `similar_episodes` answers."""

    episodes: list[dict[str, Any]] = Field(description="Best first, with similarity and the space that it is of.")


def _similar(errand: Errand, given: SimilarArguments) -> SimilarResult:
    found = errand.engine.layers.episodes.retrieve_similar(given.query, given.k, user=given.user_id, by=given.by)
    errand.ids.extend(one.episode.memory.id for one in found)
    return SimilarResult(
        episodes=[{**one.episode.to_json(), "similarity": one.similarity, "space": one.space} for one in found]
    )


class StoreArguments(Arguments):
    """What `store_episode` takes."""

    user_input: str = Field(default="", max_length=100_000, description="What the user said.")
    assistant_response: str = Field(
        default="", max_length=100_000, description="What was answered; one of both is needed."
    )
    thread: str = Field(default="", max_length=200, description="The conversation; else the last one goes on.")
    user_id: str = Field(default="", description=_USER)


class StoreResult(Result):
    """What `store_episode` and `correct_episode` answer."""

    episode: dict[str, Any]


def _store(errand: Errand, given: StoreArguments) -> StoreResult:
    draft = CycleDraft(
        user_input=given.user_input,
        final_response=given.assistant_response or None,
        session_id=given.thread,
        user_id=given.user_id,
    )
    made = errand.engine.layers.episodes.store_episode(draft, origin=Origin(actor=errand.actor))
    errand.ids.append(made.memory.id)
    return StoreResult(episode=made.to_json())


def _ask_to_store(errand: Errand, given: StoreArguments) -> Request:  # noqa: ARG001 - as every tool
    said = (one for one in ("Keep an episode", given.user_input, given.assistant_response) if one)
    return Request("\n\n".join(said))


class CorrectArguments(Arguments):
    """What `correct_episode` takes."""

    episode_id: str
    changes: dict[str, Any] = Field(description="Values by dotted name, as {“context.emotional_state”: “joy”}.")


def _correct(errand: Errand, given: CorrectArguments) -> StoreResult:
    layer = errand.engine.layers.episodes
    made = layer.correct(given.episode_id, given.changes, origin=Origin(actor=errand.actor))
    errand.ids.append(made.memory.id)
    return StoreResult(episode=made.to_json())


def _ask_to_correct(errand: Errand, given: CorrectArguments) -> Request:
    one = errand.engine.layers.episodes.get(given.episode_id)
    changes = [f"{name}: {value}" for name, value in given.changes.items()]
    text = "\n\n".join(["Correct an episode", shortened(one.cycle.opening, _LINE), *changes])
    return Request(text, ids=(one.memory.id,), names=("episode_id",))


class ConsolidateArguments(Arguments):
    """What `consolidate` takes."""

    user_id: str = Field(default="", description=_USER)
    leave_out: list[str] = Field(default_factory=list, max_length=5_000, description="Keys of lines of the preview.")
    preview: bool = Field(default=False, description="Only say what would be made; write nothing.")
    all_users: bool = Field(
        default=False, description="Of every user, as one step of undo; without user_id and leave_out."
    )


class PreviewArguments(Arguments):
    """What `preview_consolidation` takes."""

    user_id: str = Field(default="", description=_USER)
    limit: int = Field(default=100, ge=1, le=_MOST_LINES, description="At most so many lines are listed.")
    all_users: bool = Field(default=False, description="What every user’s turns come to; without user_id.")


class PreviewResult(Result):
    """What `preview_consolidation` answers."""

    turns: int = Field(description="How many turns changed since the last run.")
    total: int
    lines: list[dict[str, Any]] = Field(description="What would be made, from what and why; nothing is written.")
    waiting: dict[str, int] = Field(
        default_factory=dict, description="Where there is nothing: by user_id, how many lines there are for others."
    )


class ConsolidateResult(Result):
    """What `consolidate` answers."""

    nothing_to_do: bool = Field(description="For this user.")
    waiting: dict[str, int] = Field(
        default_factory=dict, description="Where there was nothing: by user_id, what consolidate would make for others."
    )
    state: str = ""
    made: dict[str, int] = Field(default_factory=dict, description="By step: episodes, concepts, procedures, emotions.")
    finished: list[int] = Field(default_factory=list, description="Runs that were interrupted and are finished now.")
    lines: list[dict[str, Any]] = Field(
        default_factory=list, description="Of a preview: what would be made, from what and why."
    )


def _preview(errand: Errand, given: PreviewArguments) -> PreviewResult:
    plans = _plans(errand, given.user_id, all_users=given.all_users)
    total = sum(len(plan.lines) for plan in plans)
    return PreviewResult(
        turns=sum(plan.turns for plan in plans),
        total=total,
        lines=[line for plan in plans for line in _lines_json(plan, plan.lines)][: given.limit],
        waiting={} if total else errand.engine.layers.consolidation.pending(),
    )


def _previewed(errand: Errand, given: ConsolidateArguments) -> ConsolidateResult:
    """What it would make, without the lines that are left out."""
    wanted = _wanted(errand, given)
    made = Counter(one.step for _, lines in wanted for one in lines)
    lines = [line for plan, kept in wanted for line in _lines_json(plan, kept)]
    return ConsolidateResult(
        nothing_to_do=not made,
        state="preview",
        made=dict(made),
        lines=lines[:_MOST_LINES],
        waiting={} if any(plan.lines for plan, _ in wanted) else errand.engine.layers.consolidation.pending(),
    )


def _plans(errand: Errand, user: str, *, all_users: bool) -> list[Preview]:
    """Of one user, or of all for whom there is something. Raises InvalidCommandError: both are asked for."""
    runs = errand.engine.layers.consolidation
    if all_users and user:
        raise InvalidCommandError("all_users goes with neither user_id nor leave_out.")
    return list(runs.previews()) if all_users else [runs.preview(user)]


def _lines_json(plan: Preview, lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Some lines of a plan, each with its user where one is named."""
    whose = {"user_id": plan.user} if plan.user else {}
    return [{**line, **whose} for line in plan.lines_json(lines[:_MOST_LINES])]


def _wanted(errand: Errand, given: ConsolidateArguments) -> list[tuple[Preview, list[Line]]]:
    """By user, the plan and those of its lines that are not left out. Raises InvalidCommandError: an unknown line."""
    if given.all_users and given.leave_out:
        raise InvalidCommandError("all_users goes with neither user_id nor leave_out.")
    plans = _plans(errand, given.user_id, all_users=given.all_users)
    errand.engine.layers.consolidation.check_left_out(given.user_id, given.leave_out)
    return [(plan, [one for one in plan.lines if one.key not in set(given.leave_out)]) for plan in plans]


def _consolidate(errand: Errand, given: ConsolidateArguments) -> ConsolidateResult:
    if given.preview:
        return _previewed(errand, given)
    runs = errand.engine.layers.consolidation
    wanted = {plan.user: given.leave_out for plan, _ in _wanted(errand, given)}
    reports = list(runs.run_all(wanted, actor=errand.actor).values())
    done = [run for report in reports for run in report.runs]
    if not done:
        return ConsolidateResult(nothing_to_do=True, waiting=runs.pending())
    return ConsolidateResult(
        nothing_to_do=False,
        state=done[-1].state.value,
        made=dict(made_by_step(reports)),
        finished=[run.seq for report in reports for run in report.finished],
    )


def _ask_to_consolidate(errand: Errand, given: ConsolidateArguments) -> Request:
    if given.preview:
        return Request("", answer=_previewed(errand, given))
    wanted = [one for _, lines in _wanted(errand, given) for one in lines]
    lines = [f"{one.step}: {shortened(one.what, _LINE)}" for one in wanted[:_LISTED]]
    return Request("\n\n".join([f"Fill the layers: {count(len(wanted), 'thing')}", *lines]))


TOOLS = (
    Tool(
        "episodes",
        "List episodes",
        "Turns with what was read from them: topic, mood, phase, goal, significance and outcome.",
        ListArguments,
        ListResult,
        _list,
    ),
    Tool(
        "similar_episodes",
        "Find similar episodes",
        "The episodes that are most like some words: in meaning, in mood or in topic.",
        SimilarArguments,
        SimilarResult,
        _similar,
    ),
    Tool(
        "store_episode",
        "Store an episode",
        "Keep an interaction as an episode at once; what can be read from it is read by rules.",
        StoreArguments,
        StoreResult,
        _store,
        writes=True,
        asks=_ask_to_store,
    ),
    Tool(
        "correct_episode",
        "Correct an episode",
        "Set what was read wrongly from a turn, never its words; what you set is marked and not read anew.",
        CorrectArguments,
        StoreResult,
        _correct,
        writes=True,
        asks=_ask_to_correct,
        destructive=True,
    ),
    Tool(
        "preview_consolidation",
        "Preview consolidation",
        "What a consolidation would make of the turns since the last one, from what and why; writes nothing.",
        PreviewArguments,
        PreviewResult,
        _preview,
    ),
    Tool(
        "consolidate",
        "Fill the layers",
        "Make of turns episodes, concepts, procedures and emotional events. One undo takes all of it back."
        " With preview it says what it would make and writes nothing.",
        ConsolidateArguments,
        ConsolidateResult,
        _consolidate,
        writes=True,
        asks=_ask_to_consolidate,
    ),
)
