"""A client of OpenAI's protocol: chat completions, with timeouts and retries.

An attempt is repeated where a later one may succeed: no connection, a timeout, too many requests, a fault of the
server. The waits double, and a server's `Retry-After` is kept to, up to a limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from memory_desktop.core.errors import CancelledError, LanguageModelError
from memory_desktop.core.ports import CancelToken, ChatMessage

_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
_FIRST_WAIT, _LONGEST_WAIT = 0.5, 20.0
#: The longest answer that is read, in bytes.
_MOST_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model is: the address up to "/v1", its name, and the key, "" for none. `timeout`: seconds an attempt."""

    address: str
    model: str
    key: str = ""
    timeout: float = 60.0
    retries: int = 2

    def __repr__(self) -> str:
        return f"Endpoint({self.address!r}, {self.model!r})"  # a key stands in no log


class OpenAIModel:
    """A model behind an endpoint; see `core.ports.LanguageModel`. Safe from many threads.

    Args:
        sleep: waits so many seconds between two attempts.
    """

    def __init__(self, endpoint: Endpoint, sleep: Callable[[float], None] = time.sleep) -> None:
        self.name = endpoint.model
        self._endpoint = endpoint
        self._sleep = sleep

    def complete(
        self, messages: Sequence[ChatMessage], *, as_json: bool = False, cancel: CancelToken | None = None
    ) -> str:
        """The model's answer. See `core.ports.LanguageModel.complete`."""
        body: dict[str, Any] = {
            "model": self._endpoint.model,
            "messages": [{"role": one.role, "content": one.content} for one in messages],
            "temperature": 0,
        }
        if as_json:
            body["response_format"] = {"type": "json_object"}
        with httpx.Client(timeout=self._endpoint.timeout, follow_redirects=False, trust_env=False) as client:
            for attempt in range(self._endpoint.retries + 1):
                if cancel is not None and cancel.cancelled():
                    raise CancelledError("The question to the language model was given up.")
                answer, reason, wait = self._attempt(client, body)
                if answer is not None:
                    return answer
                if wait is None or attempt == self._endpoint.retries:
                    break
                self._sleep(min(_LONGEST_WAIT, wait or _FIRST_WAIT * 2**attempt))
        raise LanguageModelError(f"The language model at {self._endpoint.address} does not answer: {reason}.")

    def _attempt(self, client: httpx.Client, body: Mapping[str, Any]) -> tuple[str | None, str, float | None]:
        """(the answer or None, what went wrong, seconds to wait before the next attempt: 0 for the usual, None: no)."""
        key = {"Authorization": f"Bearer {self._endpoint.key}"} if self._endpoint.key else {}
        url = f"{self._endpoint.address.rstrip('/')}/chat/completions"
        try:
            with client.stream("POST", url, json=body, headers=key) as response:
                raw = _read(response)
        except httpx.TimeoutException:
            return None, f"nothing came within {self._endpoint.timeout:g} seconds", 0.0
        except httpx.InvalidURL:
            return None, "the address is wrong", None
        except httpx.HTTPError as error:
            return None, str(error) or type(error).__name__, 0.0
        if response.status_code in _AGAIN:
            return None, f"it says {response.status_code}", _wait(response)
        if response.status_code != httpx.codes.OK:
            return None, f"it says {response.status_code}", None
        return _content(raw, response)


def _read(response: httpx.Response) -> bytes:
    raw = bytearray()
    for part in response.iter_bytes():
        raw += part
        if len(raw) > _MOST_BYTES:
            raise httpx.DecodingError("its answer is too long")
    return bytes(raw)


def _content(raw: bytes, response: httpx.Response) -> tuple[str | None, str, float | None]:
    try:
        said = httpx.Response(200, content=raw, headers={"Content-Type": "application/json"}).json()
        content = said["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError):
        return None, "its answer is no chat completion", None
    if not isinstance(content, str):
        return None, f"its answer has no text ({response.status_code})", None
    return content, "", None


def _wait(response: httpx.Response) -> float:
    try:
        return max(0.0, float(response.headers.get("Retry-After", "0")))
    except ValueError:
        return 0.0
