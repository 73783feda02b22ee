"""What the quick switcher goes to: memories, assemblies, conversations and vaults, by a few letters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from memory_desktop.bridge.translation import dated, mark, plural, tr, translated
from memory_desktop.core.assemblies import Assembly
from memory_desktop.core.cancel import Token
from memory_desktop.core.memory.records import Memory
from memory_desktop.core.wording import shortened
from memory_desktop.engine.conversation.reading import Reading
from memory_desktop.engine.conversation.turns import Session
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.reader import Past

MEMORY, ASSEMBLY, CONVERSATION, VAULT = "memory", "assembly", "conversation", "vault"
#: Heading of each kind, in the order in which they are listed.
HEADINGS = translated(
    {
        MEMORY: mark("Memories"),
        ASSEMBLY: mark("Assemblies"),
        CONVERSATION: mark("Conversations"),
        VAULT: mark("Recent vaults"),
    }
)
_MEMORIES, _OTHERS = 8, 5
#: So many conversations, the latest, are looked through at once; older ones are asked for by their words.
_CONVERSATIONS = 1_000
_LONGEST = 120


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere to go: its kind, its id (of a vault the path), what to say of it, and the key of a memory."""

    kind: str
    id: str
    title: str
    detail: str = ""
    key: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Places under one heading."""

    heading: str
    places: tuple[Place, ...]


class Places:
    """Looks for places; made for one use of the switcher, and used off the GUI thread.

    Args:
        engine: of the open vault, if there is one. past: the moment that is looked at instead of now.
        vaults: paths of vaults that were opened lately, the newest first.
    """

    def __init__(self, engine: Engine | None, past: Past | None, vaults: Sequence[Path]) -> None:
        self._engine = engine
        self._past = past
        self._vaults = vaults
        self._conversations: list[Session] | None = None

    def find(self, text: str, viewed: Sequence[tuple[str, str]], cancel: Token) -> list[Group]:
        """What fits these words, by kind; without any words, what was viewed last, and the vaults.

        Args:
            viewed: (kind, id), the newest first.

        Raises:
            CancelledError: no longer wanted.
        """
        text = text.strip()
        groups = self._viewed(viewed) if not text else self._fitting(text, cancel)
        vaults = [path for path in self._vaults if path.is_dir() and _fits(text, str(path))]
        groups.append(Group(HEADINGS[VAULT], tuple(_of_vault(path) for path in vaults[:_OTHERS])))
        return [group for group in groups if group.places]

    def _fitting(self, text: str, cancel: Token) -> list[Group]:
        engine = self._engine
        if engine is None:
            return []
        reader = self._past or engine.reader
        named = reader.by_ids([text])
        hits = reader.recall(text, k=_MEMORIES, cancel=cancel, prefix_last=True, marked=False).hits
        memories = list({memory.id: memory for memory in (*named.values(), *(hit.memory for hit in hits))}.values())
        assemblies = [one for one in engine.assemblies.all() if _fits(text, one.name)][:_OTHERS]
        conversations = self._by_title(text)[:_OTHERS]
        return [
            Group(HEADINGS[MEMORY], tuple(map(_of_memory, memories[:_MEMORIES]))),
            Group(HEADINGS[ASSEMBLY], tuple(map(_of_assembly, assemblies))),
            Group(HEADINGS[CONVERSATION], tuple(map(_of_conversation, conversations))),
        ]

    def _by_title(self, text: str) -> list[Session]:
        """Conversations with these words in their titles, the latest first."""
        if self._conversations is None:
            self._conversations = self._reading().sessions(limit=_CONVERSATIONS)
        found = [one for one in self._conversations if _fits(text, one.title)]
        if len(found) < _OTHERS and len(self._conversations) == _CONVERSATIONS:
            known = {one.session_id for one in self._conversations}
            older = self._reading().sessions(words=text, limit=_CONVERSATIONS)
            found += [one for one in older if one.session_id not in known and _fits(text, one.title)]
        return found

    def _reading(self) -> Reading:
        assert self._engine is not None
        return self._past.reading if self._past is not None else self._engine.conversations.reading

    def _viewed(self, viewed: Sequence[tuple[str, str]]) -> list[Group]:
        """What was viewed last and is still there, in that order."""
        engine = self._engine
        if engine is None or not viewed:
            return []

        def ids(kind: str) -> list[str]:
            return [id for one, id in viewed if one == kind]

        places = _by_id(map(_of_memory, (self._past or engine.reader).by_ids(ids(MEMORY)).values()))
        wanted = set(ids(ASSEMBLY))
        places |= _by_id(_of_assembly(one) for one in engine.assemblies.all() if one.id in wanted)
        if talks := ids(CONVERSATION):
            places |= _by_id(map(_of_conversation, self._reading().sessions(ids=talks, limit=len(talks))))
        return [Group(tr("Recently viewed"), tuple(places[one] for one in viewed if one in places))]


def _by_id(places: Iterable[Place]) -> dict[tuple[str, str], Place]:
    return {(place.kind, place.id): place for place in places}


def _fits(text: str, name: str) -> bool:
    """Is every word in the name?"""
    name = name.casefold()
    return all(word in name for word in text.casefold().split())


def _of_memory(memory: Memory) -> Place:
    return Place(MEMORY, memory.id, shortened(memory.content, _LONGEST), memory.kind, memory.key)


def _of_assembly(one: Assembly) -> Place:
    return Place(ASSEMBLY, one.id, one.name, plural("{n} memory", "{n} memories", len(one.members)))


def _of_conversation(one: Session) -> Place:
    detail = f"{dated(one.last.astimezone(), '%Y-%m-%d')}, {plural('{n} turn', '{n} turns', one.cycles)}"
    return Place(CONVERSATION, one.session_id, shortened(one.title, _LONGEST) or tr("Conversation"), detail)


def _of_vault(path: Path) -> Place:
    return Place(VAULT, str(path), path.name, str(path.parent))
