"""Asks an endpoint whether texts are fit to be kept: by "/moderations" of OpenAI's protocol, else by a chat.

Servers on a person's own computer seldom have "/moderations"; then the model is asked in words, text by text.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from memory_desktop.core.conversation.prompts import flag_of, moderation_prompt, read_flag
from memory_desktop.core.errors import NonsenseError
from memory_desktop.core.ports import CancelToken
from memory_desktop.llm.client import OpenAIModel, RefusedError, decoded, posted
from memory_desktop.llm.endpoint import Endpoint

#: An endpoint that says one of these has no "/moderations".
_NOT_THERE = frozenset({404, 405, 501})
#: Longer texts are judged by their beginning, in characters.
_LONGEST = 20_000
_NO_REASON = "no reason given"


class ModerationModel:
    """See the module, and `core.ports.Moderator`. Safe from many threads.

    Args:
        sleep: waits so many seconds between two attempts.
    """

    def __init__(self, endpoint: Endpoint, sleep: Callable[[float], None] = time.sleep) -> None:
        self._endpoint = endpoint
        self._sleep = sleep
        self._chat: OpenAIModel | None = None

    def flagged(self, texts: Sequence[str], *, cancel: CancelToken | None = None) -> Sequence[str | None]:
        """See `core.ports.Moderator.flagged`."""
        read = [text[:_LONGEST] for text in texts]
        if self._chat is None:
            try:
                return self._by_endpoint(read, cancel)
            except RefusedError as error:
                if error.status not in _NOT_THERE:
                    raise
                self._chat = OpenAIModel(self._endpoint, self._sleep)
        return [self._by_chat(self._chat, text, cancel) for text in read]

    def _by_endpoint(self, texts: Sequence[str], cancel: CancelToken | None) -> list[str | None]:
        def read(raw: bytes) -> tuple[list[tuple[bool, str]], str]:
            try:
                flags = [flag_of(one) for one in decoded(raw)["results"]]
            except (ValueError, LookupError, TypeError):
                flags = []
            known = [one for one in flags if one is not None]
            if len(known) != len(texts):
                raise self._nonsense()
            return known, ""

        body = {"model": self._endpoint.model, "input": list(texts)}
        found = posted(self._endpoint, "/moderations", body, read, self._sleep, cancel)
        return [_reason(*one) for one in found]

    def _by_chat(self, model: OpenAIModel, text: str, cancel: CancelToken | None) -> str | None:
        found = read_flag(model.complete(moderation_prompt(text), as_json=True, cancel=cancel))
        if found is None:
            raise self._nonsense()
        return _reason(*found)

    def _nonsense(self) -> NonsenseError:
        return NonsenseError(f"The moderation model at {self._endpoint.address} answers in another form than asked.")


def _reason(flagged: bool, categories: str) -> str | None:
    return (categories or _NO_REASON) if flagged else None
