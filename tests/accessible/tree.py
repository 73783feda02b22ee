"""The accessibility tree of a running program, over D-Bus (AT-SPI 2).

A node has a role, a name, states, and what it can do. What is not shown on the screen is left out of every answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.low_level import MessageType
from jeepney.wrappers import DBusErrorResponse

_INTERFACES = "org.a11y.atspi."
_ROOT = "/org/a11y/atspi/accessible/root"
_NONE = "/org/a11y/atspi/null"
# Numbers of AT-SPI's StateType.
_ENABLED, _FOCUSED, _SHOWING = 8, 12, 25
_PATIENCE = 60.0
_PAUSE = 0.2
T = TypeVar("T")


class NotFoundError(AssertionError):
    """No such node came in time; says what is there instead."""


class Bus:
    """The bus on which programs show themselves to assistive technology. `session_bus`: address of the session's bus."""

    def __init__(self, session_bus: str) -> None:
        with open_dbus_connection(session_bus) as session:
            address = _reply(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")[0]
        self._connection = open_dbus_connection(address)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def application(self, name: str) -> Node:
        """The program of that name, once it is there."""
        desktop = Node(self, "org.a11y.atspi.Registry", _ROOT)
        return waited(
            lambda: next((one for one in desktop.children(hidden=True) if one.name == name), None), f"no {name}"
        )

    def call(self, node: Node, interface: str, member: str, signature: str = "", *body: Any) -> tuple[Any, ...]:
        """A method of one of a node's interfaces."""
        named = interface if "." in interface else _INTERFACES + interface
        return _reply(self._connection, node.bus_name, node.path, named, member, signature, body)


@dataclass(frozen=True)
class Node:
    """One thing of the program."""

    bus: Bus
    bus_name: str
    path: str

    def __repr__(self) -> str:
        return f"{self.role} {self.name!r}"

    @property
    def role(self) -> str:
        return str(self.bus.call(self, "Accessible", "GetRoleName")[0])

    @property
    def name(self) -> str:
        return str(self._property("Accessible", "Name"))

    @property
    def description(self) -> str:
        return str(self._property("Accessible", "Description"))

    @property
    def showing(self) -> bool:
        return self._has(_SHOWING)

    @property
    def enabled(self) -> bool:
        return self._has(_ENABLED)

    @property
    def focused(self) -> bool:
        return self._has(_FOCUSED)

    @property
    def text(self) -> str:
        """What a field, a label or a page says."""
        return str(self.bus.call(self, "Text", "GetText", "ii", 0, -1)[0])

    @property
    def actions(self) -> list[str]:
        """What it can do."""
        return [str(one[0]) for one in self.bus.call(self, "Action", "GetActions")[0]]

    def children(self, *, hidden: bool = False) -> list[Node]:
        found = [Node(self.bus, *one) for one in self.bus.call(self, "Accessible", "GetChildren")[0]]
        return [one for one in found if one.path != _NONE and (hidden or one.showing)]

    def walk(self, *, hidden: bool = False) -> Iterator[Node]:
        """Everything below, each before what is in it. What goes away meanwhile is left out."""
        try:
            for child in self.children(hidden=hidden):
                yield child
                yield from child.walk(hidden=hidden)
        except DBusErrorResponse:
            return

    def window(self, name: str) -> Node:
        """The window or dialog of a program with this in its title, once it is there."""

        def found() -> Node | None:
            return next((one for one in self.children() if name in one.name), None)

        return waited(found, f"no window {name!r}", self)

    def find(self, role: str, name: str = "", *, hidden: bool = False) -> Node:
        """The first with this role, and with this in its name, once it is there."""

        def found() -> Node | None:
            return next((one for one in self.walk(hidden=hidden) if one.role == role and name in one.name), None)

        return waited(found, f"no {role} {name!r}", self)

    def act(self, action: str = "Press") -> None:
        """Do one of its actions.

        Raises:
            AssertionError: it cannot.
        """
        actions = self.actions
        assert action in actions, f"{self} can only {actions}"
        assert self.bus.call(self, "Action", "DoAction", "i", actions.index(action))[0], f"{self} does not {action}"

    def write(self, text: str) -> None:
        """Replace what stands in a field."""
        assert self.bus.call(self, "EditableText", "SetTextContents", "s", text)[0], f"{self} takes no text"

    def select(self, index: int) -> None:
        """Select the child with this number in a list, a table or a row of tabs."""
        assert self.bus.call(self, "Selection", "SelectChild", "i", index)[0], f"{self} does not select {index}"

    def add_row(self, row: int) -> None:
        """Select one row of a table more."""
        assert self.bus.call(self, "Table", "AddRowSelection", "i", row)[0], f"{self} does not select row {row}"

    def focus(self) -> None:
        """Take the focus."""
        assert self.bus.call(self, "Component", "GrabFocus")[0], f"{self} takes no focus"

    def outline(self, depth: int = 0, *, hidden: bool = False) -> str:
        """Itself and everything below, a line each."""
        lines = [f"{'  ' * depth}{self.role} {self.name[:90]!r}"]
        return "\n".join(lines + [one.outline(depth + 1, hidden=hidden) for one in self.children(hidden=hidden)])

    def _property(self, interface: str, name: str) -> Any:
        found = self.bus.call(self, "org.freedesktop.DBus.Properties", "Get", "ss", _INTERFACES + interface, name)
        return found[0][1]

    def _has(self, state: int) -> bool:
        low, high = self.bus.call(self, "Accessible", "GetState")[0]
        return bool((low | high << 32) >> state & 1)


def waited(look: Callable[[], T | None], otherwise: str, among: Node | None = None) -> T:
    """What `look` finds, as soon as it finds something.

    Raises:
        NotFoundError: nothing came in a minute.
    """
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        try:
            if (found := look()) is not None:
                return found
        except DBusErrorResponse:
            pass  # a node went away while it was asked
        time.sleep(_PAUSE)
    raise NotFoundError(otherwise if among is None else f"{otherwise} in\n{among.outline()}")


def _reply(
    connection: DBusConnection,
    to: str,
    path: str,
    interface: str,
    member: str,
    signature: str = "",
    body: tuple[Any, ...] = (),
) -> tuple[Any, ...]:
    message = new_method_call(DBusAddress(path, to, interface), member, signature or None, body)
    reply = connection.send_and_get_reply(message, timeout=_PATIENCE)
    if reply.header.message_type is MessageType.error:
        raise DBusErrorResponse(reply)
    return reply.body
