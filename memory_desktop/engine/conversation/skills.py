"""The library of skills: made, changed, retired and listed; and which of them a query asks for.

A query is compared with the description and the examples of each skill, by vectors of their own: they are in no index
and rank against no memory. The library is small, so its vectors are made when they are first needed, and kept.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

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
from memory_desktop.core.events.memory import ForgetMemories, Replace
from memory_desktop.core.memory.drafts import Prepared
from memory_desktop.core.memory.records import Draft, Layer, Memory, Status
from memory_desktop.core.ports import Vectors
from memory_desktop.core.query.language import RecordFilter
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
        self._vectors: dict[tuple[str, str], tuple[list[str], Vectors]] = {}
        self._kept: tuple[int, list[Skill]] = (-1, [])

    def list(self) -> list[Skill]:
        """The active skills, by name."""
        self._life.check()
        head = self._store.log.head
        with self._lock:
            if self._kept[0] == head:
                return list(self._kept[1])
        keys = self._store.records.keys(RecordFilter(kinds=(SKILL_KIND,)))
        found = sorted(map(skill_of, self._store.records.by_keys(keys)), key=lambda one: (one.name, one.id))
        with self._lock:
            self._kept = head, found
            here = {one.id for one in found}
            self._vectors = {key: kept for key, kept in self._vectors.items() if key[1] in here}
        return list(found)

    def get(self, name: str) -> Skill:
        """The active skill with this name or id. Raises NotFoundError."""
        for skill in self.list():
            if name in (skill.id, skill.name):
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
            prepared = self._prepared(clean)
            written = self._writer.execute(Remember((prepared,)), actor=actor, initiator=initiator)
        return self._made(written.created, clean)

    def edit(self, name: str, skill: Skill, *, actor: str = "user", initiator: str = "") -> Skill:
        """Another version of a skill, in place of the one that it supersedes.

        Raises:
            NotFoundError: there is none of this name or id. InvalidCommandError, HeldBackError: as `create`.
        """
        clean = skill.checked()
        with self._writer.lock:
            old = self.get(name)
            if clean.name != old.name:
                self._free(clean.name)
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
        skills, words = self.list(), telling(query[:_LONGEST_QUERY])
        if not skills or not words:
            return SkillMatches(threshold=threshold)
        space = self._space()
        try:
            vector = space.embedder.embed_query(words)
            found = [one for skill in skills if (one := self._compared(skill, vector, space)) is not None]
        except EmbeddingError as error:
            return SkillMatches(threshold=threshold, note=f"Skills cannot be matched: {error.message}")
        found.sort(key=lambda one: (-one.similarity, one.skill.name))
        near = [one for one in found if threshold - _NEAR <= one.similarity < threshold]
        return SkillMatches(
            tuple(one for one in found if one.similarity >= threshold), tuple(near[:_MOST_NEAR]), threshold
        )

    def _compared(self, skill: Skill, vector: Vectors, space: Space) -> SkillMatch | None:
        key = space.model_version, skill.id
        with self._lock:
            kept = self._vectors.get(key)
        if kept is None:
            asked = list(phrases(skill))
            kept = asked, space.embedder.embed([telling(one) for one in asked])
            with self._lock:
                self._vectors[key] = kept
        asked, vectors = kept
        if not asked:
            return None
        cosines = vectors @ vector
        best = int(cosines.argmax())
        return SkillMatch(skill, round(on_the_scale(float(cosines[best]), space.model_version), 4), asked[best])

    def _free(self, name: str) -> None:
        if any(one.name == name for one in self.list()):
            raise InvalidCommandError(f"There is a skill {name} already.", hint="Edit it, or choose another name.")

    def _prepared(self, skill: Skill) -> Prepared:
        return self._gates.prepare(
            Draft(content=skill.content, layer=Layer.PROCEDURAL, kind=SKILL_KIND, metadata=skill.metadata())
        )

    def _made(self, created: tuple[Memory, ...], clean: Skill) -> Skill:
        active = next((one for one in created if one.status is Status.ACTIVE), None)
        return skill_of(active) if active is not None else clean
