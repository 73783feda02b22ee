"""Which items of an import are wanted, and what there is to choose from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from memory_desktop.core.answers import FoundConversation
from memory_desktop.core.conversation.cycles import ASKING, ROLE, TITLE
from memory_desktop.core.imports import NO_CONVERSATION, ImportChoice
from memory_desktop.core.memory.records import Draft
from memory_desktop.core.wording import shortened

_WORDS = 80


@dataclass(slots=True)
class _Conversation:
    """`title`: without one, the first words of whoever asks."""

    title: str
    wanted: bool
    first: datetime | None = None
    last: datetime | None = None
    messages: int = 0
    chosen: int = 0

    def add(self, at: datetime | None, *, chosen: bool) -> None:
        self.messages += 1
        self.chosen += chosen
        if at is not None:
            self.first = at if self.first is None else min(self.first, at)
            self.last = at if self.last is None else max(self.last, at)


class Choosing:
    """Looks at every item once, in the order of the files.

    Attributes:
        others: items that stand in no conversation. roles: messages by role. left_out: items that are not wanted.
    """

    def __init__(self, choice: ImportChoice) -> None:
        self._choice = choice
        names = choice.conversations
        self._ids = None if names is None else set(names)
        self._titles = set() if names is None else {name.casefold() for name in names if name}
        self._found: dict[tuple[str, str], _Conversation] = {}
        self.others = 0
        self.roles: Counter[str] = Counter()
        self.left_out = 0

    def takes(self, draft: Draft) -> bool:
        """Is this item wanted?"""
        role = draft.metadata.get(ROLE)
        if draft.thread and isinstance(role, str) and role:
            taken = self._takes_message(draft, role)
        else:
            self.others += 1
            taken = self._fits_time(draft) and (self._ids is None or NO_CONVERSATION in self._ids)
        self.left_out += not taken
        return taken

    def conversations(self) -> tuple[FoundConversation, ...]:
        """Those of the items seen so far."""
        return tuple(
            FoundConversation(id, one.title or id, source, one.first, one.last, one.messages, one.chosen)
            for (source, id), one in self._found.items()
        )

    def _takes_message(self, draft: Draft, role: str) -> bool:
        self.roles[role] += 1
        key = draft.source, draft.thread
        one = self._found.get(key)
        if one is None:
            title = draft.metadata.get(TITLE)
            title = title.strip() if isinstance(title, str) else ""
            wanted = self._ids is None or draft.thread in self._ids or title.casefold() in self._titles
            one = self._found[key] = _Conversation(title, wanted)
        if not one.title and role in ASKING:
            one.title = shortened(" ".join(draft.content.split()), _WORDS)
        roles = self._choice.roles
        chosen = one.wanted and (roles is None or role in roles) and self._fits_time(draft)
        one.add(draft.created_at, chosen=chosen)
        return chosen

    def _fits_time(self, draft: Draft) -> bool:
        since, until, at = self._choice.since, self._choice.until, draft.created_at
        if since is None and until is None:
            return True
        return at is not None and (since is None or at >= since) and (until is None or at <= until)
