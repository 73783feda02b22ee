"""What to put into the settings of known clients, to connect them to a vault."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from memory_desktop import itself
from memory_desktop.core.errors import InvalidCommandError

NAME = "memory-desktop"


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """How one client is connected.

    Attributes:
        title: the client's name. place: the file to edit, or the command line to run it in.
        text: to copy. secret: the token in it, which is not shown by itself; "" for none.
        over_http: it needs “Let agents connect over HTTP”, and the vault to be open.
    """

    kind: str
    title: str
    place: str
    text: str
    over_http: bool = False
    secret: str = ""


#: Kinds of clients, and what they are called.
CLIENTS: Mapping[str, str] = {
    "claude-desktop": "Claude Desktop",
    "claude-code": "Claude Code",
    "cursor": "Cursor",
    "vscode": "VS Code",
    "codex": "Codex CLI",
    "http": "Any client, over HTTP",
}


def client_settings(kind: str, vault: Path, url: str, token: str) -> ClientSettings:
    """The settings for one kind of client. Raises InvalidCommandError: an unknown kind."""
    if kind not in CLIENTS:
        raise InvalidCommandError(f"“{kind}” is no known client.", hint=f"Choose one of {', '.join(CLIENTS)}.")
    command, *arguments = itself.command()
    whole = [*arguments, "mcp", str(vault)]
    server: dict[str, Any] = {"command": command, "args": whole}
    variables = _variables()
    if variables:
        server["env"] = variables
    options = [part for name, value in variables.items() for part in ("-e", f"{name}={value}")]
    place, text = {
        "claude-desktop": ("Settings → Developer → Edit Config", _json({"mcpServers": {NAME: server}})),
        "claude-code": (
            "a terminal",
            _shell(["claude", "mcp", "add", "-s", "user", NAME, *options, "--", command, *whole]),
        ),
        "cursor": ("~/.cursor/mcp.json", _json({"mcpServers": {NAME: server}})),
        "vscode": (".vscode/mcp.json", _json({"servers": {NAME: {"type": "stdio", **server}}})),
        "codex": ("~/.codex/config.toml", _toml(command, whole, variables)),
        "http": ("the client’s list of MCP servers", _http(url, token)),
    }[kind]
    over_http = kind == "http"
    return ClientSettings(kind, CLIENTS[kind], place, text, over_http, token if over_http else "")


def _http(url: str, token: str) -> str:
    return _json({"mcpServers": {NAME: {"type": "http", "url": url, "headers": {"Authorization": f"Bearer {token}"}}}})


def _json(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()


def _shell(words: list[str]) -> str:
    if sys.platform == "win32":
        import subprocess

        return subprocess.list2cmdline(words)
    import shlex

    return shlex.join(words)


def _variables() -> dict[str, str]:
    """What the command needs to know of the environment: clients pass on the home folder, and little else."""
    found = os.environ.get("XDG_DATA_HOME", "")
    return {"XDG_DATA_HOME": found} if found and sys.platform not in ("win32", "darwin") else {}


def _toml(command: str, arguments: list[str], variables: Mapping[str, str]) -> str:
    """A basic string of TOML is written as one of JSON."""
    quoted = ", ".join(_json(one) for one in arguments)
    table = f"[mcp_servers.{NAME}]\ncommand = {_json(command)}\nargs = [{quoted}]\n"
    if not variables:
        return table
    return f"{table}\n[mcp_servers.{NAME}.env]\n" + "".join(
        f"{name} = {_json(one)}\n" for name, one in variables.items()
    )
