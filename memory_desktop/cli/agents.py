"""The command that lists agents, and says what a person decided about one."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from typing import TYPE_CHECKING

from memory_desktop.cli import output as out
from memory_desktop.cli.console import console
from memory_desktop.core.errors import KnownError
from memory_desktop.core.memory.canonical import iso
from memory_desktop.core.wording import count
from memory_desktop.service.agents import Agent, Agents
from memory_desktop.service.private import lasting_folder

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

OK = 0


def agents(vault: Engine, args: Namespace) -> int:
    """List them, or decide about one; it holds at once, and over restarts."""
    from memory_desktop.wiring import system_clock

    known = console().agents or Agents(lasting_folder(), vault.vault_id, system_clock)
    if args.action == "list":
        if args.json:
            out.print_json({"agents": [asdict(one) for one in known.all()]})
        else:
            out.print_lines([_line(one) for one in known.all()] or ["No agent has used this vault."])
        return OK
    if not args.name and args.action != "token":
        raise KnownError(f"“{args.action}” needs an agent’s name.", hint="“list” names them.")
    if args.action == "token":
        token = known.new_token(args.name) if args.name else known.new_shared_token()
        return out.print_answer(args, {"token": token}, token)
    _decide(known, args.action, args.name)
    return out.print_answer(args, {"agent": asdict(known.get(args.name))}, _line(known.get(args.name)))


def _decide(known: Agents, action: str, name: str) -> None:
    match action:
        case "pause" | "resume":
            known.pause(name, action == "pause")
        case "revoke" | "admit":
            known.revoke(name, action == "revoke")
        case "approve" | "trust":
            known.approve_mode(name, action == "approve")
        case "forget":
            known.forget(name)


def _line(one: Agent) -> str:
    state = "revoked" if one.revoked else "paused" if one.paused else "connected" if one.connected else "not connected"
    parts = [
        one.title,
        state,
        f"last heard of {iso(one.last_seen)[:16].replace('T', ' ')}" if one.last_seen else "",
        "waits for approval" if one.approve else "",
        "has a token of its own" if one.own_token else "",
        f"{count(one.calls, 'call')}, {count(one.writes, 'write')}, {count(one.errors, 'error')}",
    ]
    return " · ".join(part for part in parts if part)
