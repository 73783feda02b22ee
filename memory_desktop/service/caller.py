"""Who asks, and the two ways in which a question is not answered at all."""

from __future__ import annotations

from dataclasses import dataclass

from memory_desktop.core.errors import KnownError


class NotServedError(KnownError):
    """The call was not begun: the vault is about to be closed here. It can be made again elsewhere."""


class UnknownNameError(KnownError):
    """There is no such tool, resource or prompt: a fault of the client's, not of the call."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls.

    Attributes:
        name, version: of the agent, as it or its token says. transport: "http" or "stdio".
        kit: the set of tools that it uses; "" for what the vault's settings say. read_only: it asked to be kept from
            writing. revises: what it hands over of a turn takes the place of what was there, as the turn still goes on.
        shared: it came with the token that agents share, so its name is what it calls itself.
    """

    name: str
    version: str = ""
    transport: str = "http"
    kit: str = ""
    read_only: bool = False
    revises: bool = False
    shared: bool = False
