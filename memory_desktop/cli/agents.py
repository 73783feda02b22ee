"""The command that lists agents, and says what a person decided about one."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from typing import TYPE_CHECKING

from memory_desktop.cli import output as out
from memory_desktop.cli.console import console
from memory_desktop.core.errors import KnownError, NotFoundError
from memory_desktop.core.events.event import AGENT, of_agent
from memory_desktop.core.memory.canonical import iso
from memory_desktop.core.wording import count
from memory_desktop.service.agents import Agent, Agents, agent_name, let_in_words, revoked_words
from memory_desktop.service.private import lasting_folder

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

OK, WRONG_USAGE = 0, 2


def agents(vault: Engine, args: Namespace) -> int:
    """List them, or decide about one; it holds at once, and over restarts."""
    from memory_desktop.wiring import system_clock

    known = console().agents
    if known is None:
        known = Agents(lasting_folder(), vault.vault_id, system_clock)
        known.catch_up(vault.head, vault.commands_after)
    if args.action == "list":
        if args.json:
            out.print_json({"agents": [asdict(one) for one in known.all()]})
        else:
            out.print_lines([_line(one) for one in known.all()] or ["No agent has used this vault."])
        return OK
    if not args.name and args.action != "token":
        raise KnownError(f"“{args.action}” needs an agent’s name.", hint="“list” names them.")
    if args.name and not args.new:
        _check_known(vault, known, args.name)
    if args.action == "token":
        return _token(known, args)
    if args.action == "forget":
        gone = known.forget(args.name).agent
        text = f"{gone.name} is off the list; what it wrote stays."
        return out.print_answer(args, {"agent": asdict(gone), "removed": True}, text)
    own_token = known.get(args.name).own_token
    _decide(known, args.action, args.name)
    if args.action == "revoke":
        out.note(revoked_words(agent_name(args.name), own_token))
    if args.action == "admit":
        out.note(let_in_words(agent_name(args.name)))
    return out.print_answer(args, {"agent": asdict(known.get(args.name))}, _line(known.get(args.name)))


def _check_known(vault: Engine, known: Agents, name: str) -> None:
    """Raises NotFoundError: no agent of this name used the vault, or was decided about."""
    names = {one.name for one in known.all()}
    names |= {actor.removeprefix(AGENT) for actor in vault.actors() if of_agent(actor)}
    if agent_name(name) not in names:
        told = f"There are {', '.join(sorted(names))}." if names else "No agent has used this vault."
        raise NotFoundError(f"There is no agent “{name}”.", hint=f"{told} --new is for one that has not connected yet.")


def _token(known: Agents, args: Namespace) -> int:
    """Make a token, and print it; the one that it takes the place of counts no longer, so this is asked first."""
    one = known.get(args.name) if args.name else None
    if args.show:
        if one is not None:
            raise KnownError("The token of one agent is shown only when it is made.")
        return out.print_answer(args, {"token": known.token}, known.token)
    if (one is None or one.own_token) and not args.yes:
        whose = f"{one.name} has" if one is not None else "All agents without a token of their own have"
        lost = f"{whose} a token, which will count no longer: who uses it over HTTP has to be given the new one."
        if not console().interactive:
            out.note(f"memory-desktop: {lost} Nothing was changed. Add --yes to make a new one, or --show to see this.")
            return WRONG_USAGE
        if console().ask(f"{lost} Make a new one? [y/N] ").strip().lower() not in ("y", "yes"):
            return WRONG_USAGE
    token = known.new_token(args.name) if args.name else known.new_shared_token()
    return out.print_answer(args, {"token": token}, token)


def _decide(known: Agents, action: str, name: str) -> None:
    match action:
        case "pause" | "resume":
            known.pause(name, action == "pause")
        case "revoke" | "admit":
            known.revoke(name, action == "revoke")
        case "approve" | "trust":
            known.approve_mode(name, action == "approve")


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
