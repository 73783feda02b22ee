"""One window a vault: the second start finds the first by a local socket named after the vault and asks it to rise."""

from __future__ import annotations

import getpass
import hashlib
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_RAISE = b"raise\n"
_TIMEOUT_MS = 500


def socket_name(vault: Path) -> str:
    """The socket's name for a vault: the same for every spelling of its path, different for every user."""
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = "user"
    digest = hashlib.sha256(str(vault.expanduser().resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return f"memory-desktop-{user}-{digest}"


def raise_other(vault: Path) -> bool:
    """Ask a window that has the vault open to come to the front; False when there is none."""
    socket = QLocalSocket()
    socket.connectToServer(socket_name(vault))
    if not socket.waitForConnected(_TIMEOUT_MS):
        return False
    socket.write(_RAISE)
    socket.waitForBytesWritten(_TIMEOUT_MS)
    socket.disconnectFromServer()
    return True


class SingleInstance(QObject):
    """Listens for later starts on the same vault. Signals: `raise_requested` when one asks."""

    raise_requested = Signal()

    def __init__(self, vault: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        name = socket_name(vault)
        self.listening = self._server.listen(name)
        if not self.listening and not raise_other(vault):
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
        if _RAISE.strip() in bytes(socket.readAll().data()):
            self.raise_requested.emit()
