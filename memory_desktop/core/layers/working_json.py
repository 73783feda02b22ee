"""A board as JSON, the same for agents and the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from memory_desktop.core.layers.attending import METHOD
from memory_desktop.core.layers.working import Board, Item
from memory_desktop.core.memory.canonical import iso


def item_json(item: Item, activation: float, connected: tuple[str, ...]) -> dict[str, Any]:
    """An item with its activation at the moment."""
    return {
        "id": item.id,
        "timestamp": iso(item.timestamp),
        "content": item.content,
        "type": str(item.type),
        "salience": item.salience,
        "activation": round(activation, 4),
        "decay_rate": item.decay_rate,
        "connections": list(connected),
        "episode": item.episode or None,
        "memory": item.id if item.message else None,
    }


def board_json(
    board: Board, capacity: int, activation: Callable[[Item], float], connected: Callable[[Item], tuple[str, ...]]
) -> dict[str, Any]:
    """All of a board, with the names of the seed.

    `awaiting` are significant items that left before their episode; `filled_by` names the rules by which turns fill the
    fields that nobody set by hand.
    """
    state = asdict(board.state)
    state["deferred_items"] = [
        {**one, "since": iso(one["since"]) if one["since"] else None} for one in state["deferred_items"]
    ]
    return {
        "user_id": board.user,
        "session_id": board.thread,
        "capacity": capacity,
        "current_items": [item_json(one, activation(one), connected(one)) for one in board.items],
        "context_window": asdict(board.window),
        "processing_state": {name: list(value) for name, value in state.items()},
        "attention_focus": {
            "primary": board.focus.primary,
            "secondary": list(board.focus.secondary),
            "monitoring": list(board.focus.monitoring),
        },
        "awaiting": [item_json(one, activation(one), one.connections) for one in board.awaiting],
        "set_by_hand": list(board.fixed),
        "filled_by": METHOD,
    }
