"""A board as JSON, the same for agents and the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from memory_desktop.core.layers.attending import METHOD
from memory_desktop.core.layers.working import Board, Item
from memory_desktop.core.memory.canonical import iso


def item_json(
    item: Item, activation: float, connected: tuple[str, ...], left: Mapping[str, datetime | None]
) -> dict[str, Any]:
    """An item with its activation at the moment. `left`: what is not on its board any more; see `left_of`."""
    return {
        "id": item.id,
        "timestamp": iso(item.timestamp),
        "content": item.content,
        "type": str(item.type),
        "salience": item.salience,
        "activation": round(activation, 4),
        "decay_rate": item.decay_rate,
        "connections": list(connected),
        "connections_left": [
            {"id": id, "left_at": iso(at) if (at := left[id]) is not None else None} for id in connected if id in left
        ],
        "episode": item.episode or None,
        "memory": item.id if item.message else None,
    }


def left_of(board: Board) -> dict[str, datetime | None]:
    """When each item left a board that one of those on it, or waiting, is connected to; None for a message whose memory
    was forgotten, which leaves with the next turn."""
    here, known = {one.id for one in board.items}, dict(board.left)
    linked = (id for one in (*board.items, *board.awaiting) for id in one.connections)
    return {id: known.get(id) for id in dict.fromkeys(linked) if id not in here}


def board_json(
    board: Board, capacity: int, activation: Callable[[Item], float], connected: Callable[[Item], tuple[str, ...]]
) -> dict[str, Any]:
    """All of a board, with the names of the seed.

    An item's `connections_left` are those of its connections that are on the board no more, and when they left it.
    `awaiting` are items that left before their episode: significant ones, and what belongs to one. `filled_by` names
    the rules by which turns fill the fields that nobody set by hand.
    """
    left = left_of(board)
    state = asdict(board.state)
    state["deferred_items"] = [
        {**one, "since": iso(one["since"]) if one["since"] else None} for one in state["deferred_items"]
    ]
    return {
        "user_id": board.user,
        "session_id": board.thread,
        "capacity": capacity,
        "current_items": [item_json(one, activation(one), connected(one), left) for one in board.items],
        "context_window": asdict(board.window),
        "processing_state": {name: list(value) for name, value in state.items()},
        "attention_focus": {
            "primary": board.focus.primary,
            "secondary": list(board.focus.secondary),
            "monitoring": list(board.focus.monitoring),
        },
        "awaiting": [item_json(one, activation(one), one.connections, left) for one in board.awaiting],
        "set_by_hand": list(board.fixed),
        "filled_by": METHOD,
    }
