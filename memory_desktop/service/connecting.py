"""Where the service of a vault is, or will be, and the token for it: for who sets a client up."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from memory_desktop.engine.vault import VaultFolder
from memory_desktop.service.agents import Agents
from memory_desktop.service.host import usual_port
from memory_desktop.service.http import MCP_PATH
from memory_desktop.service.owners import find_owner
from memory_desktop.service.private import lasting_folder


def connection(vault: Path) -> tuple[str, str]:
    """(address, token) for agents over HTTP. The token is made if there is none yet.

    Raises:
        VaultError: it is no vault, or what is known of its agents cannot be read.
    """
    vault_id = VaultFolder(vault).info().vault_id
    owner = find_owner(vault)
    port = owner.port if owner is not None else usual_port(vault_id)
    return f"http://127.0.0.1:{port}{MCP_PATH}", Agents(lasting_folder(), vault_id, lambda: datetime.now(UTC)).token
