"""The command for working memory: what is at hand in a conversation."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from memory_desktop.cli import output as out
from memory_desktop.core.errors import KnownError
from memory_desktop.core.layers.working import DEFERRED, LISTS
from memory_desktop.core.layers.working_json import board_json, item_json, left_of
from memory_desktop.core.wording import count, shortened

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine
    from memory_desktop.engine.layers.working import BoardView

OK = 0
_LINE, _BAR = 70, 10


def board(vault: Engine, args: Namespace) -> int:
    """Show, list or change boards."""
    working = vault.layers.working
    where: dict[str, Any] = {"user": args.user, "thread": args.session}
    by: dict[str, Any] = {**where, "actor": args.actor}
    match args.action:
        case "list":
            _listed(vault, args)
        case "show":
            _shown(args, working.board(**where, at=args.at))
        case "active" | "significant":
            view = working.board(**where, at=args.at)
            _items(args, view, args.action)
        case "add":
            given = {"memory": args.what} if args.memory else {"text": args.what}
            texts = {one.id: one.content for one in working.board(**where).board.items}
            item, evicted = working.add(
                **given, **by, type=args.type, salience=args.salience, decay_rate=args.rate, connections=args.links
            )
            left = dict.fromkeys(evicted, item.timestamp)
            told = {"item": item_json(item, 1.0, item.connections, left), "evicted": list(evicted)}
            left_words = (f"{id} “{shortened(texts[id], _LINE)}”" if id in texts else id for id in evicted)
            gone = f"; {', '.join(left_words)} had to leave" if evicted else ""
            out.print_answer(args, told, f"Put on the board: {item.id}{gone}.")
        case "refresh":
            _shown(args, working.refresh(_named(args, "an item"), **by))
        case "remove":
            _shown(args, working.remove(_named(args, "an item"), **by))
        case "set":
            _shown(args, working.set_fields({_named(args, "a field"): _value(args.what, args.values)}, **by))
        case "put":
            name = _named(args, "a list")
            made = [(name, _entry(each) if name == DEFERRED else each) for each in args.values]
            _shown(args, working.set_fields(add=made, **by))
        case "take":
            entries = [(_named(args, "a list"), each) for each in args.values]
            _shown(args, working.set_fields(take=entries, **by))
        case _:
            _shown(args, working.clear([_named(args, "a field"), *args.values], **by))
    return OK


def _named(args: Namespace, what: str) -> str:
    if not args.what:
        raise KnownError(f"Name {what}.")
    return str(args.what)


def _value(name: str, values: list[str]) -> object:
    """What the words say for a field: a list where it is one, a number where it is that."""
    if name == DEFERRED:
        return [_entry(one) for one in values]
    if name in LISTS:
        return values
    text = " ".join(values)
    if name in ("turn_count", "time_in_topic"):
        try:
            return float(text)
        except ValueError:
            return text  # which is refused, naming the field
    return text


def _entry(text: str) -> object:
    """A deferred item: “text | reason | when to come back”, or JSON with text, reason, since and resume_when."""
    if not text.startswith("{"):
        return text
    try:
        return json.loads(text)
    except ValueError as error:
        raise KnownError(f"{text} is not JSON.") from error


def _listed(vault: Engine, args: Namespace) -> None:
    found = vault.layers.working.boards(args.user, limit=args.limit)
    if args.json:
        told = [
            {"user_id": one.user, "session_id": one.thread, "title": one.title, "items": one.items, "topic": one.topic}
            for one in found
        ]
        out.print_json({"boards": told})
        return
    out.print_lines(
        f"{one.user or '(no user)'}  {one.thread or '(no conversation)'}  {count(one.items, 'item')}  {one.topic}"
        for one in found
    )


def _shown(args: Namespace, view: BoardView) -> None:
    if args.json:
        out.print_json(board_json(view.board, view.rules.capacity, view.activation, view.connected))
    else:
        out.print_lines(_lines(view))


def _items(args: Namespace, view: BoardView, which: str) -> None:
    left = left_of(view.board)
    items = view.active if which == "active" else view.significant
    if args.json:
        out.print_json({"items": [item_json(one, view.activation(one), view.connected(one), left) for one in items]})
    else:
        out.print_lines(_item_line(view, one) for one in items)


def _item_line(view: BoardView, item: Any) -> str:
    value = view.activation(item)
    bar = "#" * round(value * _BAR)
    return f"{value:4.0%} {bar:<{_BAR}} {item.id}  {item.type}  {shortened(item.content, _LINE)}"


def _lines(view: BoardView) -> Iterator[str]:
    """The board, without what is empty or not known."""
    board = view.board
    whose = board.user or "(no user)"
    yield f"{whose}, {view.title or board.thread or '(no conversation)'}"
    yield f"{len(board.items)} of {count(view.rules.capacity, 'item')}"
    for item in board.items:
        yield f"  {_item_line(view, item)}"
    told = board_json(board, view.rules.capacity, view.activation, view.connected)
    for part in ("context_window", "processing_state", "attention_focus"):
        for name, value in told[part].items():
            if value in ("", [], "unknown", 0, 0.0):
                continue
            texts = (
                [one["text"] if isinstance(one, dict) else str(one) for one in value] if isinstance(value, list) else []
            )
            yield f"{name.replace('_', ' ')}: {'; '.join(texts) if texts else value}"
    if board.awaiting:
        yield f"{count(len(board.awaiting), 'significant item')} left the board and wait for an episode"
