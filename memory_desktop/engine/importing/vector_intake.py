"""The vectors of an import: which are usable, which contradict each other, and whose they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from memory_desktop.core.answers import Rejection
from memory_desktop.core.memory.canonical import canonical_text, content_hash
from memory_desktop.core.memory.drafts import Prepared
from memory_desktop.core.memory.records import Draft, Status
from memory_desktop.engine.embedding.given import GivenVectors
from memory_desktop.engine.importing.items import Imported, ImportedVector
from memory_desktop.store import Store

_UNNAMED = "nobody says which model made its vector"


class VectorIntake:
    """The vectors of one import.

    Args:
        model: who made vectors that name no model; "" where nobody knows.

    Attributes:
        brought: memories for which a vector came that is kept. unnamed: vectors that name no model.
    """

    def __init__(self, store: Store, given: GivenVectors, model: str) -> None:
        self._records = store.records
        self._given = given
        self._model = model
        self._dims: dict[str, int] = {}
        self._seen: dict[tuple[str, str], int] = {}
        self._loose: list[ImportedVector] = []
        self.brought = 0
        self.unnamed = 0

    def checked(self, item: Imported) -> tuple[Imported, Rejection | None]:
        """(the item with its vector as it is kept, or without it; what was wrong with the vector)."""
        if not item.draft.embedding:
            return item, None
        draft, problem = self._given.checked(item.draft, self._model, self._dims)
        if problem:
            return self._without(item, problem)
        if "packed" not in draft.embedding:
            self.unnamed += not (draft.embedding.get("model_version") or self._model)
            return replace(item, draft=draft), None
        known = self._known(draft.embedding, f"text {content_hash(canonical_text(draft.content))}")
        if known == "another":
            return self._without(item, "the same text had another vector further up, which is kept")
        self.brought += known == "new"
        return replace(item, draft=draft), None

    def wait(self, item: ImportedVector) -> None:
        """Look for the memory of a vector without a text when `loose` is asked next."""
        self._loose.append(item)

    def loose(self) -> tuple[dict[str, tuple[str, str]], list[Rejection]]:
        """(by id of a memory: (model version, packed vector); what was refused) of all that wait."""
        waiting, self._loose = self._loose, []
        if not waiting:
            return {}, []
        ids = self._records.by_ids([one.id for one in waiting])
        others = self._by_external_id([one.id for one in waiting if one.id not in ids])
        found: dict[str, tuple[str, str]] = {}
        refused: list[Rejection] = []
        for one in waiting:
            memory = ids.get(one.id)
            named = [one.id] if memory is not None and memory.status is not Status.TOMBSTONE else others.get(one.id, [])
            draft, problem = self._given.checked(Draft(content="", embedding=one.embedding), self._model, self._dims)
            if len(named) != 1:
                which = "several memories have" if named else "no memory has"
                problem = f"{which} the id {one.id}"
            elif not problem and "packed" not in draft.embedding:
                unnamed = not (draft.embedding.get("model_version") or self._model)
                self.unnamed += unnamed
                problem = _UNNAMED if unnamed else "it is by the model in use, which makes its vectors itself"
            elif not problem and self._known(draft.embedding, named[0]) == "another":
                problem = "this memory had another vector further up, which is kept"
            if problem:
                refused.append(Rejection(one.file, one.place, problem))
            else:
                self.brought += named[0] not in found
                found[named[0]] = (draft.embedding["model_version"], draft.embedding["packed"])
        return found, refused

    def _by_external_id(self, wanted: Sequence[str]) -> dict[str, list[str]]:
        """Ids of the memories that are not forgotten, by the id that their source gave them."""
        every = self._records.with_external_ids(wanted)
        there = self._records.by_ids([id for ids in every.values() for id in ids])
        return {
            external: [id for id in ids if id in there and there[id].status is not Status.TOMBSTONE]
            for external, ids in every.items()
        }

    def of_known(self, items: Sequence[Prepared]) -> dict[str, tuple[str, str]]:
        """By id of a memory: (model version, packed vector) of texts that the vault has already."""
        vectors = {one.digest: one.draft.embedding for one in items if "packed" in one.draft.embedding}
        known = self._records.known(vectors) if vectors else {}
        return {
            one.id: (vectors[digest]["model_version"], vectors[digest]["packed"])
            for digest, one in known.items()
            if one.status is not Status.TOMBSTONE
        }

    def _known(self, embedding: Mapping[str, str], whose: str) -> str:
        """Whether a vector of this model has come for it in this import: "new", "same" or "another"."""
        key, mark = (embedding["model_version"], whose), hash(embedding["packed"])
        if key not in self._seen:
            self._seen[key] = mark
            return "new"
        return "same" if self._seen[key] == mark else "another"

    @staticmethod
    def _without(item: Imported, problem: str) -> tuple[Imported, Rejection]:
        reason = f"{problem}; the memory is taken without it"
        draft = replace(item.draft, embedding={})
        return replace(item, draft=draft), Rejection(item.file, f"{item.place} embedding", reason, warning=True)
