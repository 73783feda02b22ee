"""The loopback HTTP server of an open vault, in a thread of its own."""

from __future__ import annotations

import hashlib
import logging
import socket
import threading

import uvicorn
from starlette.types import ASGIApp

from memory_desktop.core.errors import KnownError
from memory_desktop.priority import QUERY, stand_back

_ADDRESS = "127.0.0.1"
_FIRST_PORT, _PORTS = 49_152, 16_000
_GRACE_SECONDS = 2


class Host:
    """Listens from `start` to `stop`.

    Args:
        port: 0 for one that stays the same for this vault while it is free.
        vault_id: decides which that is.
        only: no other port will do.

    Raises:
        KnownError: the only port is taken.
    """

    def __init__(self, port: int, vault_id: str, *, only: bool) -> None:
        self._socket = _listening(port, vault_id, only=only)
        self.port: int = self._socket.getsockname()[1]
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    def start(self, app: ASGIApp) -> None:
        """Serve the application. Requests that come from now on are answered, some of them a moment later."""
        logging.getLogger("uvicorn.error").addFilter(_told_here)
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            ws="none",
            loop="asyncio",
            http="h11",
            server_header=False,
            timeout_graceful_shutdown=_GRACE_SECONDS,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._serve, name="http", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Listen no more, let requests end that are being answered, and join the thread."""
        if self._server is not None:
            self._server.should_exit = True
        if self._thread is not None:
            self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        stand_back(QUERY)
        assert self._server is not None
        self._server.run(sockets=[self._socket])


def _told_here(record: logging.LogRecord) -> bool:
    """Not what `service.passthrough` says itself: that an answer was cut short."""
    return "without completing response" not in record.getMessage()


def usual_port(vault_id: str) -> int:
    """The port of a vault that says none: always the same, so that clients find it again."""
    return _FIRST_PORT + int.from_bytes(hashlib.sha256(vault_id.encode()).digest()[:4]) % _PORTS


def _listening(port: int, vault_id: str, *, only: bool) -> socket.socket:
    """A socket that listens at the port, or else at the vault's own, or at any.

    Raises:
        KnownError: the only port is taken.
    """
    for one in (port,) if port and only else (port or usual_port(vault_id), 0):
        # Named, or asyncio does not switch Nagle's algorithm off, and each answer waits 40 ms for an acknowledgement.
        bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if socket.has_ipv6 and hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # pragma: no cover - Windows
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # not held up by connections that ended
        try:
            bound.bind((_ADDRESS, one))
            bound.listen(128)  # at once: until one of them listens, several may be bound to a port
        except OSError as error:
            bound.close()
            if one and only:
                raise KnownError(
                    f"Port {port} is taken by another program: {error.strerror or error}.", hint="Choose another."
                ) from error
        else:
            return bound
    raise KnownError("No port of this computer is free.")
