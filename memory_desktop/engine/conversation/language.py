"""The language model that helps with summaries and digests, if one is switched on; without it, rules do.

After a failure it is left alone for a while, so that a model that is away does not hold up every turn.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from memory_desktop.core.conversation.analysis import Analysis
from memory_desktop.core.conversation.cycles import Cycle
from memory_desktop.core.conversation.prompts import digest_prompt, read_analysis, read_digest, reading_prompt
from memory_desktop.core.conversation.summary import ConversationSummary
from memory_desktop.core.errors import KnownError, LanguageModelError
from memory_desktop.core.ports import ChatMessage, LanguageModel
from memory_desktop.core.settings import Settings

T = TypeVar("T")
_log = logging.getLogger(__name__)
#: So long a model is left alone after a failure, in seconds.
_REST = 60.0
_GROUP = "llm."


class Language:
    """See the module. Safe from many threads.

    Attributes:
        problem: why the model did not help the last time, in a sentence; "" if it did, or is switched off.
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
        self._kept: tuple[tuple[object, ...], LanguageModel | None] | None = None
        self._until = 0.0
        self.problem = ""

    def model(self) -> LanguageModel | None:
        """The model that the settings name; None while it is off. Raises LanguageModelError: it cannot be used."""
        settings = self._settings()
        named = tuple(settings[name] for name in settings if name.startswith(_GROUP))
        with self._lock:
            if self._kept is None or self._kept[0] != named:
                self._until, self.problem = 0.0, ""
                self._kept = named, self._opened(settings)
            return self._kept[1]

    def reading(self, cycle: Cycle, summary: ConversationSummary) -> Analysis | None:
        """A turn as the model reads it; None where rules have to."""
        answer = self._asked(reading_prompt(cycle, summary))
        return self._known(read_analysis(answer)) if answer is not None else None

    def words(self, cycles: Sequence[Cycle]) -> str | None:
        """The text of a digest by the model; None where rules have to write it."""
        answer = self._asked(digest_prompt(cycles))
        return self._known(read_digest(answer)) if answer is not None else None

    def _asked(self, messages: Sequence[ChatMessage]) -> str | None:
        if self._monotonic() < self._until:
            return None
        try:
            model = self.model()
            if model is None:
                return None
            answer = model.complete(messages, as_json=True)
        except LanguageModelError as error:
            self._failed(error)
            return None
        self.problem = ""
        return answer

    def _known(self, found: T | None) -> T | None:
        if found is None:
            self.problem = "The language model answers in another form than it is asked to."
        return found

    def _failed(self, error: KnownError) -> None:
        self._until = self._monotonic() + _REST
        if self.problem != error.message:
            _log.warning("rules do the work of the language model: %s", error.message)
        self.problem = error.message
