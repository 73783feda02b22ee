"""The language model that helps with summaries, digests and facts, if one is switched on; without it, rules do.

After a failure it is left alone for a while, so that a model that is away does not hold up every turn.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from memory_desktop.core.conversation.analysis import Analysis
from memory_desktop.core.conversation.cycles import Cycle
from memory_desktop.core.conversation.prompts import (
    digest_prompt,
    facts_prompt,
    read_analysis,
    read_digest,
    read_facts,
    reading_prompt,
)
from memory_desktop.core.conversation.summary import ConversationSummary
from memory_desktop.core.errors import LanguageModelError
from memory_desktop.core.extraction.facts import Fact, Said
from memory_desktop.core.ports import CancelToken, ChatMessage, LanguageModel
from memory_desktop.core.settings import Settings

T = TypeVar("T")
_log = logging.getLogger(__name__)
#: So long a model is left alone after a failure, in seconds.
_REST = 60.0
_GROUP = "llm."
_NONSENSE = "The language model answers in another form than it is asked to"
#: The name of a model as an extractor, for the lineage of what it found, with the version of what it is asked.
EXTRACTOR = "{}/facts@1"


class Language:
    """See the module. Safe from many threads.

    Attributes:
        stopped: the token of the work that it helps with; cancelled, an answer is no longer wanted.
    """

    def __init__(
        self,
        opened: Callable[[Settings], LanguageModel | None],
        settings: Callable[[], Settings],
        monotonic: Callable[[], float],
    ) -> None:
        self._opened = opened
        self._settings = settings
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._named: tuple[object, ...] | None = None
        self._kept: tuple[LanguageModel | None] | None = None  # None: not opened yet
        self._until = 0.0
        self._problems: dict[str, str] = {}
        self.stopped: Callable[[], CancelToken | None] = lambda: None

    @property
    def problem(self) -> str:
        """Why the model did not help the last time, in a sentence; "" if it did, or is switched off."""
        self._follow()
        return " ".join(dict.fromkeys(text for text in list(self._problems.values()) if text))

    def model(self) -> LanguageModel | None:
        """The model that the settings name; None while it is off. Raises LanguageModelError: it cannot be used."""
        settings = self._follow()
        with self._lock:
            if self._kept is None:
                self._kept = (self._opened(settings),)
            return self._kept[0]

    def reading(self, cycle: Cycle, summary: ConversationSummary) -> Analysis | None:
        """A turn as the model reads it; None where rules have to."""
        return self._asked("summaries", reading_prompt(cycle, summary), read_analysis)

    def words(self, cycles: Sequence[Cycle]) -> str | None:
        """The text of a digest by the model; None where rules have to write it."""
        return self._asked("digests", digest_prompt(cycles), read_digest)

    def facts(self, messages: Sequence[Said], before: str) -> tuple[str, list[Fact]] | None:
        """The name of the model as an extractor, and what it finds in a turn; None where rules have to look."""
        if not self._follow().on("llm.extract"):
            return None
        found = self._asked(
            "facts", facts_prompt(messages, before), lambda answer: read_facts(answer, messages, before)
        )
        return None if found is None else (EXTRACTOR.format(self._settings().text("llm.model")), found)

    def _follow(self) -> Settings:
        """The settings; what was known of a model that they no longer name is dropped."""
        settings = self._settings()
        named = tuple(settings[name] for name in settings if name.startswith(_GROUP))
        with self._lock:
            if self._named != named:
                self._named, self._kept, self._until = named, None, 0.0
                self._problems.clear()
        return settings

    def _asked(self, what: str, messages: Sequence[ChatMessage], read: Callable[[str], T | None]) -> T | None:
        """What the model's answer says; None where there is none, or no sense in it."""
        self._follow()
        if self._monotonic() < self._until:
            return None
        try:
            model = self.model()
            if model is None:
                return None
            answer = model.complete(messages, as_json=True, cancel=self.stopped())
        except LanguageModelError as error:
            self._until = self._monotonic() + _REST
            self._note(what, error.message)
            return None
        found = read(answer)
        self._note(what, "" if found is not None else f"{_NONSENSE} ({what}).")
        return found

    def _note(self, what: str, problem: str) -> None:
        if problem and self._problems.get(what) != problem:
            _log.warning("rules do the work of the language model: %s", problem)
        self._problems[what] = problem
