"""The library of skills: made, changed, retired and listed; and which of them a query asks for.

A query is compared with the description and the examples of each skill, by vectors of their own. They are rows beside
that of the skill's memory (see `core.vector_rows`), so they wait in the one queue, and are stored, verified, rebuilt,
and changed with the model as all vectors are. A skill that has none yet is matched all the same: its vectors are made
when they are first needed, and kept in memory until the index has them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from memory_desktop.core.conversation.skills import (
    SKILL_KIND,
    Skill,
    SkillMatch,
    SkillMatches,
    on_the_scale,
    phrases,
    skill_of,
    telling,
)
from memory_desktop.core.errors import EmbeddingError, InvalidCommandError, NotFoundError
from memory_desktop.core.events.intake import Remember
from memory_desktop.core.events.memory import ForgetMemories, Relabel, Replace
from memory_desktop.core.layers.procedure_runs import circle
from memory_desktop.core.meanwhile import check_unchanged, check_version
from memory_desktop.core.memory.drafts import Prepared
from memory_desktop.core.memory.held import RELABEL, HeldChange
from memory_desktop.core.memory.records import Draft, Layer, Memory, Status
from memory_desktop.core.ports import Vectors
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.vector_rows import row_of
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.life import Life
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store

#: So far below the threshold a skill is still a near miss; and how many of them are named.
_NEAR, _MOST_NEAR = 0.15, 3
_LONGEST_QUERY = 4_000


class Skills:
    """See the module. Safe from many threads."""

    def __init__(self, store: Store, writer: Writer, gates: Gatekeeper, space: Callable[[], Space], life: Life) -> None:
        self._store = store
        self._writer = writer
        self._gates = gates
        self._space = space
        self._life = life
        self._lock = threading.Lock()
        self._embedded: dict[tuple[str, int], Vectors] = {}
        self._kept: tuple[int, Sequence[tuple[int, Skill]]] = (-1, ())

    def list(self) -> list[Skill]:
        """The active skills, by name."""
        return [skill for _, skill in self._library()]

    def get(self, name: str) -> Skill:
        """The active skill with this name or id, also that of its first version. Raises NotFoundError."""
        for skill in self.list():
            if name in (skill.id, skill.name, skill.origin):
                return skill
        raise NotFoundError(f"There is no skill {name}.")

    def create(self, skill: Skill, *, actor: str = "user", initiator: str = "") -> Skill:
        """A new skill.

        Raises:
            InvalidCommandError: something is missing, or there is one of this name. HeldBackError: a gate holds it.
        """
        self._life.check()
        clean = skill.checked()
        with self._writer.lock:
            self._free(clean.name)
            self._no_circle(clean)
            prepared = self._prepared(replace(clean, origin=""))
            written = self._writer.execute(Remember((prepared,)), actor=actor, initiator=initiator)
        return self._made(written.created, clean)

    def edit(
        self,
        name: str,
        skill: Skill,
        *,
        seen: Mapping[str, Any] | None = None,
        version: str | None = None,
        actor: str = "user",
        initiator: str = "",
    ) -> Skill:
        """Another version of a skill, in place of the one that it supersedes.

        Args:
            name: or its id, or that of its first version.
            seen: what fields said to whoever changes them: then these are changed, and the others stay.
            version: of the skill that was seen by who replaces it whole; None is any.

        Raises:
            NotFoundError: there is none of this name or id. InvalidCommandError, HeldBackError: as `create`.
            ChangedMeanwhileError: a field, or the version, is not as it was seen any more.
        """
        clean = skill.checked()
        with self._writer.lock:
            old = self.get(name)
            check_version(f"The skill {old.name}", version, old.version)
            if seen is not None:
                given = {one: getattr(clean, one) for one in seen}
                check_unchanged(f"The skill {old.name}", given, seen, {one: getattr(old, one) for one in seen})
                clean = replace(old, **given).checked()
            if clean.name != old.name:
                self._free(clean.name)
            self._no_circle(clean, old)
            clean = replace(clean, origin=old.origin)
            if clean.content == old.content:
                return self._relabelled(old, clean, actor, initiator)
            prepared = replace(self._prepared(clean), supersedes=old.id)
            prepared = self._gates.pass_text(prepared, actor=actor, initiator=initiator)
            written = self._writer.execute(Replace(old.id, prepared), actor=actor, initiator=initiator)
        return self._made(written.created, replace(clean, id=old.id))

    def retire(self, name: str, *, actor: str = "user", initiator: str = "") -> Skill:
        """Let a skill match no more; it stays in the history. Raises NotFoundError."""
        with self._writer.lock:
            old = self.get(name)
            self._writer.execute(ForgetMemories((old.id,), "skill retired"), actor=actor, initiator=initiator)
        return old

    def match(self, query: str) -> SkillMatches:
        """Which skills a query asks for, with the near misses; none for a greeting or words that say nothing."""
        threshold = self._writer.settings.number("gate.skill_above")
        library, words = self._library(), telling(query[:_LONGEST_QUERY])
        if not library or not words:
            return SkillMatches(threshold=threshold)
        space = self._space()
        try:
            vector = space.embedder.embed_query(words)
            vectors = self._vectors(library, space)
            found = [_compared(skill, vectors[key], vector, space) for key, skill in library if len(vectors[key])]
        except EmbeddingError as error:
            return SkillMatches(threshold=threshold, note=f"Skills cannot be matched: {error.message}")
        found.sort(key=lambda one: (-one.similarity, one.skill.name))
        near = [one for one in found if threshold - _NEAR <= one.similarity < threshold]
        return SkillMatches(
            tuple(one for one in found if one.similarity >= threshold), tuple(near[:_MOST_NEAR]), threshold
        )

    def _library(self) -> Sequence[tuple[int, Skill]]:
        """(key, skill) of the active skills, by name."""
        self._life.check()
        head = self._store.log.head
        with self._lock:
            if self._kept[0] == head:
                return self._kept[1]
        keys = self._store.records.keys(RecordFilter(kinds=(SKILL_KIND,)))
        found = [(one.key, skill_of(one)) for one in self._store.records.by_keys(keys)]
        found.sort(key=lambda one: (one[1].name, one[1].id))
        with self._lock:
            self._kept = head, found
        return found

    def _vectors(self, library: Sequence[tuple[int, Skill]], space: Space) -> dict[int, Vectors]:
        """By key, a vector for each phrase of a skill: those of the index, else such as are made now."""
        asked = {key: phrases(skill) for key, skill in library}
        wanted = [row_of(key, number) for key, every in asked.items() for number in range(1, len(every) + 1)]
        rows, stored = space.vectors.index.fetch(np.asarray(wanted, dtype=np.int64))
        there = dict(zip(rows.tolist(), stored, strict=True))
        found: dict[int, Vectors] = {}
        with self._lock:
            before, self._embedded = self._embedded, {}
        for key, every in asked.items():
            own = [there.get(row_of(key, number)) for number in range(1, len(every) + 1)]
            vectors = [one for one in own if one is not None]
            if len(vectors) == len(every):
                found[key] = np.asarray(vectors, dtype=np.float32)
                continue
            made = before.get((space.model_version, key))
            found[key] = space.embedder.embed([telling(one) for one in every]) if made is None else made
            with self._lock:
                self._embedded[space.model_version, key] = found[key]
        return found

    def _free(self, name: str) -> None:
        if any(one.name == name for one in self.list()):
            raise InvalidCommandError(f"There is a skill {name} already.", hint="Edit it, or choose another name.")

    def _no_circle(self, skill: Skill, old: Skill | None = None) -> None:
        others = {one.name: one.components for one in self.list() if old is None or one.id != old.id}
        way = circle(skill.name, skill.components, others)
        if way:
            raise InvalidCommandError(
                f"{skill.name} would be a part of itself: {' → '.join(way)}.", hint="Leave out one of these components."
            )

    def _relabelled(self, old: Skill, clean: Skill, actor: str, initiator: str) -> Skill:
        """A skill whose text stays: only what it is made of may be another."""
        metadata = clean.metadata()
        change = HeldChange(RELABEL, (old.id,), {})
        words = self._gates.pass_text(
            self._gates.prepare_words(metadata=metadata), change, actor=actor, initiator=initiator
        )
        self._writer.execute(
            Relabel(ids=(old.id,), metadata=words.draft.metadata, pii=words.pii), actor=actor, initiator=initiator
        )
        return replace(clean, id=old.id)

    def _prepared(self, skill: Skill) -> Prepared:
        return self._gates.prepare(
            Draft(content=skill.content, layer=Layer.PROCEDURAL, kind=SKILL_KIND, metadata=skill.metadata())
        )

    def _made(self, created: tuple[Memory, ...], clean: Skill) -> Skill:
        active = next((one for one in created if one.status is Status.ACTIVE), None)
        return skill_of(active) if active is not None else clean


def _compared(skill: Skill, vectors: Vectors, query: Vectors, space: Space) -> SkillMatch:
    """How well a query asks for a skill: by its nearest phrase."""
    cosines = vectors @ query
    best = int(cosines.argmax())
    return SkillMatch(skill, round(on_the_scale(float(cosines[best]), space.model_version), 4), phrases(skill)[best])
