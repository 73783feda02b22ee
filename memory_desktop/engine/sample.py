"""The sample vault: a year of one person's memories, played through the engine at the times they happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson

from memory_desktop.core.errors import KnownError
from memory_desktop.core.memory.canonical import parse_time
from memory_desktop.core.memory.records import Draft, Layer
from memory_desktop.engine.engine import Engine


class StoryClock:
    """A clock that shows the time of the story, and the real time once it is over."""

    def __init__(self, real: Callable[[], datetime]) -> None:
        self._real = real
        self.now: datetime | None = None

    def __call__(self) -> datetime:
        return self.now or self._real()


def play(engine: Engine, story: Path, clock: StoryClock) -> dict[str, str]:
    """Do every operation of a story file, in order; the id of each memory that the story names, by its ref.

    Raises:
        KnownError: the file is not there, or a line of it cannot be done.
    """
    refs: dict[str, str] = {}
    for number, step in _steps(story):
        clock.now = parse_time(step["at"])
        try:
            _do(engine, step, refs)
        except (KeyError, ValueError, TypeError, KnownError) as error:
            raise KnownError(f"{story.name}, line {number}: {error!r}") from error
    clock.now = None
    return refs


def _steps(story: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    try:
        lines = story.read_bytes().splitlines()
    except OSError as error:
        raise KnownError(f"The sample story {story} cannot be read.", hint="Install the program again.") from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield number, orjson.loads(line)


def _do(engine: Engine, step: Mapping[str, Any], refs: dict[str, str]) -> None:
    actor = step["actor"]
    match step["op"]:
        case "remember":
            answer = engine.remember(_draft(step), actor=actor)
            if answer.held is None:
                refs[step["ref"]] = answer.memory.id
        case "edit":
            refs[step["new_ref"]] = engine.edit(refs[step["ref"]], step["content"], actor=actor).id
        case "update":
            engine.update(
                [refs[step["ref"]]],
                add_tags=step.get("tags", ()),
                kind=step.get("kind"),
                salience=step.get("salience"),
                actor=actor,
            )
        case "forget":
            engine.forget([refs[step["ref"]]], reason=step.get("reason", ""), actor=actor)
        case "merge":
            merged = engine.merge([refs[ref] for ref in step["refs"]], step["content"], actor=actor)
            refs[step["new_ref"]] = merged.id
            engine.sync()  # what was merged is retired once the merged one has its vector
        case "reinforce":
            engine.reinforce(refs[step["ref"]], step["credit"], actor=actor)
        case "conversation":
            for draft in _turns(step):
                engine.remember(draft, actor=actor)
        case "settings":
            engine.change_settings(step["set"], actor=actor)
        case "label":
            engine.lab.label(step["query"], [refs[ref] for ref in step["refs"]], actor=actor)
        case "assemble":
            refs[step["ref"]] = engine.assemblies.create_by_rule(step["name"], step["query"], actor=actor).id
        case "merge_assemblies":
            engine.merging.begin([refs[ref] for ref in step["refs"]], step["name"], actor=actor)
        case "snapshot":
            engine.snapshots.create(step["name"])
        case "undo":
            engine.undo(actor=actor)
        case other:
            raise ValueError(f"no operation is called {other!r}")


def _draft(step: Mapping[str, Any]) -> Draft:
    return Draft(
        content=step["content"],
        layer=Layer(step.get("layer", "semantic")),
        kind=step.get("kind", "general"),
        tags=tuple(step.get("tags", ())),
        source=step.get("source", ""),
        metadata=step.get("metadata", {}),
        emotion=step.get("emotion", {}),
        confidence=step.get("confidence", 1.0),
        trust=step.get("trust", 1.0),
        salience=step.get("salience", 0.5),
        synthetic=step.get("synthetic", False),
        external_id=step["ref"],
        created_at=parse_time(step["at"]),
    )


def _turns(step: Mapping[str, Any]) -> Iterator[Draft]:
    for turn in step["turns"]:
        yield Draft(
            content=turn["content"],
            layer=Layer.EPISODIC,
            kind="episode",
            source="chat",
            thread=step["ref"],
            metadata={"title": step["title"], "role": turn["role"]},
            created_at=parse_time(turn["at"]),
        )


def first_moment(story: Path) -> datetime:
    """When the story begins. Raises KnownError as `play` does."""
    _, step = next(_steps(story))
    return parse_time(step["at"])
