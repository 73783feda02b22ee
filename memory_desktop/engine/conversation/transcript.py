"""The immediate transcript: what was just said, word for word, in memory only.

Each user has one. It holds what the user said and what was answered, as live turns bring it; imports never enter, and
after a restart it is empty. Whatever it lets go is in the vault.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from memory_desktop.core.conversation.cycles import NOTE_ROLE, USER_ROLE
from memory_desktop.core.conversation.reach import names_of
from memory_desktop.core.ports import TokenCounter
from memory_desktop.core.settings import Settings
from memory_desktop.engine.conversation.following import Following
from memory_desktop.engine.conversation.turns import Heard

USER, NOTE, ASSISTANT = USER_ROLE, NOTE_ROLE, "assistant"
#: How a line of the transcript names who speaks, and how one begins whose beginning is cut.
NAMES = {USER: "User", NOTE: "Note", ASSISTANT: "Assistant"}
CUT = "[…] "


@dataclass(frozen=True, slots=True)
class Utterance:
    """What one side said in a turn. `tokens`: of its line in the transcript. `at`: when the turn began."""

    cycle_id: str
    session_id: str
    role: str
    text: str
    tokens: int
    at: datetime

    @property
    def line(self) -> str:
        """As the transcript shows it."""
        return f"{NAMES[self.role]}: {self.text}"


class Transcript:
    """See the module. Safe from many threads."""

    def __init__(self, tokens: TokenCounter, settings: Callable[[], Settings], following: Following) -> None:
        self._tokens = tokens
        self._settings = settings
        self._following = following
        self._lock = threading.Lock()
        self._said: dict[str, list[Utterance]] = {}
        self._appended: set[tuple[str, str]] = set()
        following.add(self)

    def immediate(self, user_id: str = "", max_tokens: int | None = None, *, session_id: str | None = None) -> str:
        """The latest words, oldest first, a line each; at most so many tokens, and never more than the budget.

        Utterances come whole. If not even the newest fits, its end does, marked as cut.

        Args:
            session_id: of this conversation only.
        """
        budget = self._budget() if max_tokens is None else min(max_tokens, self._budget())
        lines: list[str] = []
        left = budget
        for one in reversed(self.utterances(user_id, session_id=session_id)):
            if one.tokens > left:
                break
            lines.append(one.line)
            left -= one.tokens
        else:
            return "\n".join(reversed(lines))
        if not lines:
            return self._end_of(one, budget)
        return "\n".join(reversed(lines))

    def utterances(self, user_id: str = "", *, session_id: str | None = None) -> list[Utterance]:
        """All that is held, oldest first; of the owner, what was said with and without a name."""
        self._following.settle()
        with self._lock:
            names = names_of(user_id, self._settings().text("gate.owner"))
            every = [self._said[name] for name in names if self._said.get(name)]
            said = [one for each in every for one in each]
            if len(every) > 1:
                said.sort(key=lambda one: one.at)
            self._prune(said)
        return [one for one in said if session_id is None or one.session_id == session_id]

    def token_count(self, user_id: str = "") -> int:
        """How many tokens are held for a user."""
        return sum(one.tokens for one in self.utterances(user_id))

    def put(self, heard: Heard) -> None:
        """See `Follower.put`. Each utterance is appended once, a turn that was held back until now where it belongs;
        one that changed says something else at its place."""
        cycle = heard.cycle
        with self._lock:
            said = self._said.setdefault(cycle.user_id, [])
            known = any((cycle.cycle_id, role) in self._appended for role in NAMES)
            later = [] if known else _later(said, cycle.timestamp)
            del said[len(said) - len(later) :]
            for role, text in ((cycle.role, cycle.user_input), (ASSISTANT, cycle.final_response)):
                self._put(said, Utterance(cycle.cycle_id, cycle.session_id, role, text or "", 0, cycle.timestamp))
            said += later
            self._prune(said)

    def drop(self, user_id: str, cycle_id: str) -> None:
        """See `Follower.drop`."""
        with self._lock:
            said = self._said.get(user_id, [])
            said[:] = [one for one in said if one.cycle_id != cycle_id]
            self._appended -= {(cycle_id, role) for role in NAMES}

    def _put(self, said: list[Utterance], new: Utterance) -> None:
        own = new.cycle_id, new.role
        place = next((place for place, one in enumerate(said) if (one.cycle_id, one.role) == own), None)
        if place is None:
            if new.text and own not in self._appended:
                self._appended.add(own)
                answer = (place for place, one in enumerate(said) if one.cycle_id == new.cycle_id)
                said.insert(next(answer, len(said)) if new.role != ASSISTANT else len(said), self._counted(new))
        elif not new.text:
            del said[place]
            if any(one.cycle_id == new.cycle_id for one in said):
                self._appended.discard(own)  # it may come back beside what is left of its turn
        elif said[place].text != new.text:
            said[place] = self._counted(new)

    def _counted(self, one: Utterance) -> Utterance:
        return replace(one, tokens=self._tokens.count(one.line))

    def _prune(self, said: list[Utterance]) -> None:
        """Let the oldest go until the rest fits; the newest one stays whatever its length."""
        budget, held, first = self._budget(), sum(one.tokens for one in said), 0
        while held > budget and first < len(said) - 1:
            held -= said[first].tokens
            first += 1
        del said[:first]

    def _end_of(self, one: Utterance, most: int) -> str:
        beginning = f"{NAMES[one.role]}: {CUT}"
        tail = self._tokens.tail(one.text, most - self._tokens.count(beginning))
        return beginning + tail if tail else ""

    def _budget(self) -> int:
        return self._settings().whole("conversation.transcript_budget")


def _later(said: list[Utterance], moment: datetime) -> list[Utterance]:
    """What was said in turns that began after a moment, as far as it stands last."""
    first = len(said)
    while first and said[first - 1].at > moment:
        first -= 1
    return said[first:]
