"""A client of OpenAI's protocol: chat completions, with timeouts and retries.

An attempt is repeated where a later one may succeed: no connection, a timeout, too many requests, a fault of the
server. The waits double, and a server's `Retry-After` is kept to, up to a limit. A question that nobody wants answered
any more is given up at once, also while its server is silent.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import httpx

from memory_desktop.core.errors import CancelledError, LanguageModelError
from memory_desktop.core.ports import CancelToken, ChatMessage
from memory_desktop.core.wording import ended
from memory_desktop.llm.endpoint import Endpoint

T = TypeVar("T")
_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
_FIRST_WAIT, _LONGEST_WAIT = 0.5, 20.0
#: How often it is asked whether an answer is still wanted, in seconds.
_LOOK = 0.1
#: The longest answer that is read, in bytes.
_MOST_BYTES = 4_000_000


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
        return posted(self._endpoint, "/chat/completions", body, _content, self._sleep, cancel)


class RefusedError(LanguageModelError):
    """An endpoint refuses a request. `status`: of HTTP."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def posted(
    endpoint: Endpoint,
    path: str,
    body: Mapping[str, Any],
    read: Callable[[bytes], tuple[T | None, str]],
    sleep: Callable[[float], None] = time.sleep,
    cancel: CancelToken | None = None,
) -> T:
    """What a request comes to.

    Args:
        path: behind the endpoint's address. read: (what an answer says, or None and what is wrong with it).
        sleep: waits so many seconds between two attempts.

    Raises:
        LanguageModelError: there is no answer. RefusedError: an answer of another kind. CancelledError: no longer
            wanted.
    """
    for attempt in range(endpoint.retries + 1):
        _check(cancel)
        answer, reason, wait, status = asyncio.run(_attempt(endpoint, path, body, read, cancel))
        if answer is not None:
            return answer
        if wait is None or attempt == endpoint.retries:
            break
        _pause(min(_LONGEST_WAIT, wait or _FIRST_WAIT * 2**attempt), sleep, cancel)
    told = f"The language model at {endpoint.address} does not answer: {ended(reason)}"
    raise RefusedError(told, status) if status else LanguageModelError(told)


def _check(cancel: CancelToken | None) -> None:
    if cancel is not None and cancel.cancelled():
        raise CancelledError("The question to the language model was given up.")


def _pause(seconds: float, sleep: Callable[[float], None], cancel: CancelToken | None) -> None:
    """Wait so long, or until the answer is no longer wanted."""
    if cancel is None:
        sleep(seconds)
        return
    for _ in range(int(seconds / _LOOK) + 1):
        _check(cancel)
        sleep(_LOOK)


async def _attempt(
    endpoint: Endpoint,
    path: str,
    body: Mapping[str, Any],
    read: Callable[[bytes], tuple[T | None, str]],
    cancel: CancelToken | None,
) -> tuple[T | None, str, float | None, int]:
    """(the answer or None, what went wrong, seconds to wait before the next attempt: 0 for the usual, None: no, the
    status of an answer that is none)."""
    try:
        response, raw = await _until(cancel, _sent(endpoint, path, body))
    except httpx.TimeoutException:
        return None, f"nothing came within {endpoint.timeout:g} seconds", 0.0, 0
    except httpx.InvalidURL:
        return None, "the address is wrong", None, 0
    except httpx.HTTPError as error:
        return None, str(error) or type(error).__name__, 0.0, 0
    status = response.status_code
    if status in _AGAIN:
        return None, f"it says {status}", _wait(response), status
    if status != httpx.codes.OK:
        return None, f"it says {status}", None, status
    answer, reason = read(raw)
    return answer, reason, None, 0


async def _until(cancel: CancelToken | None, job: Coroutine[Any, Any, T]) -> T:
    """What a job comes to; it is given up as soon as nobody wants it any more."""
    task = asyncio.ensure_future(job)
    while not task.done():
        await asyncio.wait({task}, timeout=None if cancel is None else _LOOK)
        if cancel is not None and cancel.cancelled() and not task.done():
            task.cancel()
            await asyncio.wait({task})
            _check(cancel)
    return task.result()


@cache
def _certificates() -> ssl.SSLContext:
    """Whom to trust; read once, as it takes longer than a short answer."""
    return httpx.create_ssl_context(trust_env=False)


async def _sent(endpoint: Endpoint, path: str, body: Mapping[str, Any]) -> tuple[httpx.Response, bytes]:
    key = {"Authorization": f"Bearer {endpoint.key}"} if endpoint.key else {}
    url = f"{endpoint.address.rstrip('/')}{path}"
    async with (
        httpx.AsyncClient(
            timeout=endpoint.timeout, follow_redirects=False, trust_env=False, verify=_certificates()
        ) as client,
        client.stream("POST", url, json=body, headers=key) as response,
    ):
        raw = bytearray()
        async for part in response.aiter_bytes():
            raw += part
            if len(raw) > _MOST_BYTES:
                raise httpx.DecodingError("its answer is too long")
        return response, bytes(raw)


def _content(raw: bytes) -> tuple[str | None, str]:
    try:
        content = decoded(raw)["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError):
        return None, "its answer is no chat completion"
    return (content, "") if isinstance(content, str) else (None, f"its answer has no text ({httpx.codes.OK})")


def decoded(raw: bytes) -> Any:
    """The JSON of an answer. Raises ValueError."""
    return httpx.Response(httpx.codes.OK, content=raw, headers={"Content-Type": "application/json"}).json()


def _wait(response: httpx.Response) -> float:
    try:
        return max(0.0, float(response.headers.get("Retry-After", "0")))
    except ValueError:
        return 0.0
