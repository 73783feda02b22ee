"""Calls of agents that wait for a person's approval: held back as they were made, and carried out once released."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.memory.held import REQUEST, HeldChange, HeldItem
from memory_desktop.engine.engine import Engine
from memory_desktop.service.tools import KITS
from memory_desktop.service.tools.base import Errand, Tool, Waiting, checked


def hold(errand: Errand, kit: str, tool: Tool, given: BaseModel) -> BaseModel:
    """Let a call wait in Review; what the agent is answered.

    Raises:
        KnownError: the call could not be carried out anyway.
    """
    if tool.asks is None:
        raise InvalidCommandError(f"What this agent writes needs approval, and “{tool.name}” cannot wait for it.")
    request = tool.asks(errand, given)
    if request.answer is not None:
        return request.answer
    arguments = {**given.model_dump(mode="json", by_alias=True, exclude_unset=True), **request.settled}
    named = {name: value for name, value in arguments.items() if name in request.names}
    texts = {name: value for name, value in arguments.items() if name not in request.names}
    change = HeldChange(REQUEST, tuple(request.ids), {"kit": kit, "tool": tool.name, "arguments": named})
    item = errand.engine.gates.ask_for(request.words, texts, change, actor=errand.actor)
    errand.ids += request.ids
    return tool.waiting(item.id) if tool.waiting is not None else Waiting(id=item.id)


def carry_out(engine: Engine, item: HeldItem, texts: Mapping[str, Any]) -> None:
    """Do what was asked for, as the agent who asked.

    Args:
        texts: the arguments that passed the gates, as they are let in.

    Raises:
        KnownError: it cannot be done any more.
    """
    assert item.change is not None
    fields = item.change.fields
    tool = KITS.get(str(fields.get("kit")), {}).get(str(fields.get("tool")))
    if tool is None:
        raise InvalidCommandError(f"This program has no tool “{fields.get('tool')}”.")
    given = checked(tool.takes, {**fields.get("arguments", {}), **texts})
    tool.does(Errand(engine, item.actor, released=item), given)
