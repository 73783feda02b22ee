"""Which process has a vault open, and where it answers: one small file for each vault, in a folder of this user's own.

The file holds the token that lets another process of the same user speak to the owner. It is made anew at each start,
and never lies in the vault's folder, which may be synced, exported or given away. Nor in the session's runtime folder:
clients start the command for agents with hardly any variables of the environment, so that it would look elsewhere.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import orjson

from memory_desktop.durable import write_durably
from memory_desktop.service.private import lasting_folder, vault_digest


@dataclass(frozen=True, slots=True)
class Owner:
    """The process that has a vault open.

    Attributes:
        vault: its folder. port: on the loopback interface. token: for this user's own processes.
        kind: "window", "serve" or "stdio"; the last gives the vault up when it is asked to.
    """

    vault: str
    pid: int
    port: int
    token: str
    kind: str


def announce(owner: Owner) -> bool:
    """Say who has the vault open; False where there is no folder for it."""
    file = _file(Path(owner.vault))
    if file is None:
        return False
    try:
        write_durably(file, [orjson.dumps(asdict(owner))])
    except OSError:
        return False
    return True


def withdraw(owner: Owner) -> None:
    """The owner has ended. What another one has announced meanwhile stays."""
    file = _file(Path(owner.vault))
    if file is not None and find_owner(Path(owner.vault)) == owner:
        with suppress(OSError):
            file.unlink(missing_ok=True)


def find_owner(vault: Path) -> Owner | None:
    """Who has announced the vault as open, and still lives."""
    file = _file(vault)
    if file is None:
        return None
    try:
        said = orjson.loads(file.read_bytes())
        owner = Owner(str(said["vault"]), int(said["pid"]), int(said["port"]), str(said["token"]), str(said["kind"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return owner if _lives(owner.pid) else None


def _file(vault: Path) -> Path | None:
    folder = lasting_folder()
    return folder / f"owner-{vault_digest(vault)}.json" if folder is not None else None


def _lives(pid: int) -> bool:
    """Does the process live? Where the system cannot say, connecting to it will show."""
    if sys.platform == "win32":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
