"""One running program for each workspace: a second start hands its request to the first and ends."""

from __future__ import annotations

import getpass
import hashlib
import json
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_WAIT_MS = 500
_MOST_BYTES = 100_000


def server_name(workspace: str) -> str:
    """Return the name under which the program of this user and workspace listens."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):  # no such user on this system
        user = ""
    return "labprocure-" + hashlib.sha256(f"{user}\n{workspace}".encode()).hexdigest()[:20]


def hand_over(name: str, request: dict[str, str]) -> bool:
    """Give ``request`` to the program that runs already; False where none does."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(_WAIT_MS):
        return False
    socket.write(json.dumps(request).encode() + b"\n")
    socket.waitForBytesWritten(_WAIT_MS)
    taken = socket.bytesAvailable() > 0 or socket.waitForReadyRead(_WAIT_MS)
    socket.disconnectFromServer()
    return taken


class Listener(QObject):
    """Listens for second starts; ``asked`` carries what they want opened."""

    asked = Signal(dict)

    def __init__(self, name: str, parent: QObject) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._greet)
        if not self._server.listen(name):
            QLocalServer.removeServer(name)  # left by a program that was killed
            self._server.listen(name)

    @property
    def is_listening(self) -> bool:
        """Tell whether second starts are heard."""
        return self._server.isListening()

    def stop(self) -> None:
        """Hear no more."""
        self._server.close()

    def _greet(self) -> None:
        socket = self._server.nextPendingConnection()
        socket.readyRead.connect(self._read)
        socket.disconnected.connect(socket.deleteLater)

    def _read(self) -> None:
        socket = self.sender()
        if not isinstance(socket, QLocalSocket) or not socket.canReadLine():
            return
        line = bytes(socket.readLine(_MOST_BYTES).data())
        socket.write(b"taken\n")
        socket.flush()
        try:
            request = json.loads(line)
        except ValueError:
            return
        if isinstance(request, dict):
            wanted = {str(key): str(value) for key, value in request.items()}
            # Not from within the socket's signal: who is asked may ask back in a box, and by the time it is answered the
            # caller has hung up and the socket is deleted under its own signal.
            QTimer.singleShot(0, self, partial(self.asked.emit, wanted))
