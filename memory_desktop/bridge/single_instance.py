"""One window per vault: a second start finds the first by a local socket and asks it to come to the front, or to ask
what should be remembered.

The socket is in a folder that only this user can look into, so nobody else can bind its name first, or connect to it.
Besides, both sides prove that they can read a secret in that folder: the second start ends only when a window of the
same user has said that it rises. Where there is no such folder, each start opens a window of its own, and the lock of
the vault decides.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import sys
import time
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from memory_desktop.durable import write_durably
from memory_desktop.service.private import private_folder, vault_digest

_TIMEOUT_MS = 500
_PIECE_MS = 5
_LONGEST = 1_000
_SECRET_FILE = "secret"  # noqa: S105 - the name of the file
_NAME = "memory-desktop"
#: What can be asked for, by what is proven.
_RAISE, _REMEMBER = "raise", "remember"


def socket_name(vault: Path, folder: Path) -> str:
    """The socket's name for a vault: the same for every spelling of its path."""
    digest = vault_digest(vault)
    if sys.platform == "win32":  # pipes have no folder; the secret is what counts there
        return f"{_NAME}-{hashlib.sha256(str(folder).encode()).hexdigest()[:8]}-{digest}"
    return str(folder / digest)


def raise_other(vault: Path, *, parent: Path | None = None, remember: bool = False) -> bool:
    """Ask a window of this user that has the vault open to come to the front; False when there is none.

    Args:
        remember: to ask for something to be remembered instead.
    """
    folder = private_folder(parent)
    secret = _secret(folder) if folder is not None else None
    if folder is None or secret is None:
        return False
    socket = QLocalSocket()
    socket.connectToServer(socket_name(vault, folder))
    if not socket.waitForConnected(_TIMEOUT_MS):
        return False
    nonce = secrets.token_hex(16)
    socket.write(f"{nonce} {_proof(secret, _REMEMBER if remember else _RAISE, nonce)}\n".encode())
    socket.waitForBytesWritten(_TIMEOUT_MS)
    answer = _answer(socket)
    socket.disconnectFromServer()
    return hmac.compare_digest(answer.strip(), _proof(secret, "raised", nonce).encode())


def _answer(socket: QLocalSocket) -> bytes:
    """The line that comes back in time. Waits in small pieces, as Qt holds the interpreter's lock meanwhile."""
    answer, end = b"", time.monotonic() + _TIMEOUT_MS / 1000
    while not answer.endswith(b"\n") and len(answer) < _LONGEST and time.monotonic() < end:
        if socket.waitForReadyRead(_PIECE_MS):
            answer += bytes(socket.readAll().data())
        elif socket.state() != QLocalSocket.LocalSocketState.ConnectedState:
            break
        time.sleep(0)  # lets other threads of this process run
    return answer


class SingleInstance(QObject):
    """Listens for later starts on the same vault. Signals: `raise_requested` and `remember_requested` when one asks.

    Attributes:
        listening: False where there is no folder for a socket, or another window of this user answers already.
    """

    raise_requested = Signal()
    remember_requested = Signal()

    def __init__(self, vault: Path, parent: QObject | None = None, *, where: Path | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        self.listening = False
        folder = private_folder(where)
        self._secret = (_secret(folder) or _new_secret(folder)) if folder is not None else None
        if folder is None or self._secret is None:
            return
        name = socket_name(vault, folder)
        self.listening = self._server.listen(name)
        if not self.listening and not raise_other(vault, parent=where):
            QLocalServer.removeServer(name)  # nobody answers: a socket left by a crash
            self.listening = self._server.listen(name)

    def close(self) -> None:
        """Stop listening and remove the socket."""
        self._server.close()

    @Slot()
    def _on_connection(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            if socket.bytesAvailable():
                self._read(socket)
            else:
                socket.readyRead.connect(self._on_ready)

    @Slot()
    def _on_ready(self) -> None:
        socket = self.sender()
        if isinstance(socket, QLocalSocket):
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine() or self._secret is None:
            if socket.bytesAvailable() > _LONGEST:
                socket.abort()
            return
        nonce, _, proof = bytes(socket.readLine(_LONGEST).data()).decode("ascii", "replace").strip().partition(" ")
        for what, asked in ((_RAISE, self.raise_requested), (_REMEMBER, self.remember_requested)):
            if hmac.compare_digest(proof.encode(), _proof(self._secret, what, nonce).encode()):
                socket.write(_proof(self._secret, "raised", nonce).encode() + b"\n")
                socket.flush()
                asked.emit()


def _proof(secret: bytes, what: str, nonce: str) -> str:
    return hmac.new(secret, f"{what} {nonce}".encode(), hashlib.sha256).hexdigest()


def _secret(folder: Path) -> bytes | None:
    with suppress(OSError):
        return (folder / _SECRET_FILE).read_bytes() or None
    return None


def _new_secret(folder: Path) -> bytes | None:
    """Made by the first window; it stays for later ones."""
    with suppress(OSError):
        write_durably(folder / _SECRET_FILE, [secrets.token_hex(32).encode()])
    return _secret(folder)
