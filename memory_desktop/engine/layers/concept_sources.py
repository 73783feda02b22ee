"""What the planner of concepts reads of a vault: turns, the facts learned from them, and the entities that agents keep.

The entities of server-memory (see `engine.graph`) are memories, and stay as they are: they can be learned as concepts,
with their observations as facts and their relations as links, and are the sources of these. Nothing leads back: what is
changed in a concept changes no entity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memory_desktop.core.conversation.cycles import CYCLE_DATA, NOTE_ROLE, Cycle, Stage
from memory_desktop.core.conversation.learned import FACT_KINDS, learned
from memory_desktop.core.extraction.facts import Said
from memory_desktop.core.layers.concept_plan import NamedEntity, Talk, Told
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.conversation.extraction import ASSISTANT, USER, is_talk, said_in
from memory_desktop.engine.importing.mcp import SOURCE, entity_of, observation_of, relation_of
from memory_desktop.store import Store
from memory_desktop.store.messages import CycleFilter, CycleRow

MOST_TURNS = 2_000


def talks_and_facts(store: Store, user: str, cycles: Sequence[str] | None) -> tuple[list[Talk], list[Told]]:
    """A user's turns, oldest first, and what was learned from them; of these turns, or of the newest `MOST_TURNS`."""
    rows = _rows(store, user, cycles)
    memories = {one.key: one for one in store.records.by_keys([key for row in rows for key in row.keys])}
    talks: list[Talk] = []
    episodes: dict[str, str] = {}
    for row in rows:
        said = [memories[key] for key in row.keys if key in memories]
        if said:
            episodes[row.cycle_id] = said[0].line
            spoken = [said_in(one)[0] for one in said if is_talk(one)]
            talks.append(Talk(said[0].line, spoken, _is_learned(said[0]), row.session_id))
    facts = []
    for memory in store.records.iterate(RecordFilter(kinds=FACT_KINDS)):
        where = learned(memory)
        if where is not None and where.cycle in episodes:
            facts.append(Told(memory.content, episodes[where.cycle], memory.confidence, where.speaker))
    return talks, facts


def talk_of(draft: Cycle) -> Talk:
    """A turn that is not recorded yet: nobody has looked for facts in it. A note is nobody's words."""
    spoken = draft.user_input and draft.role != NOTE_ROLE
    said = [Said(draft.user_input, USER)] if spoken else []
    answer = [Said(draft.final_response, ASSISTANT, ai=True)] if draft.final_response else []
    return Talk(draft.messages[0], [*said, *answer], learned=False)


def _is_learned(first: Memory) -> bool:
    """Were facts looked for in the turn of which this is the first message? Of an import, nobody may want that."""
    data = first.metadata.get(CYCLE_DATA)
    return isinstance(data, Mapping) and data.get("extraction") == Stage.COMPLETED.value


def entities(store: Store) -> list[NamedEntity]:
    """The entities that agents keep, with the memories that they are."""
    found: dict[str, tuple[str, list[tuple[str, str]]]] = {}
    relations: dict[str, list[tuple[str, str]]] = {}
    for memory in store.records.iterate(RecordFilter(sources=(SOURCE,))):
        relation, about = relation_of(memory), entity_of(memory)
        if relation is not None:
            relations.setdefault(relation["from"], []).append((relation["to"], relation["relationType"]))
        elif about is not None:
            name, kind = about
            found.setdefault(name, (kind, []))[1].append((memory.line, observation_of(memory, name, kind) or ""))
    return [NamedEntity(name, kind, said, relations.get(name, ())) for name, (kind, said) in found.items()]


def _rows(store: Store, user: str, cycles: Sequence[str] | None) -> list[CycleRow]:
    if cycles is None:
        return store.messages.page(CycleFilter(user=user), limit=MOST_TURNS)[::-1]
    found = [one for one in store.messages.by_ids(cycles) if one.user_id == user]
    return sorted(found, key=lambda one: (one.at, one.head))
