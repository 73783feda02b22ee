"""What agents can call: this program's own tools, and those of the reference server-memory."""

from __future__ import annotations

from collections.abc import Mapping

from memory_desktop.service.tools import conversation, memories, relations, server_memory, skills
from memory_desktop.service.tools.base import Tool
from memory_desktop.service.tools.layers import concepts, emotions, episodes, meta, overview, procedures, working
from memory_desktop.service.tools.layers import recall as layered

#: The sets of tools, by the name of the set: all of this program's, those for turns and memories, the reference's.
OWN, BASIC, SERVER_MEMORY = "own", "basic", "server-memory"

_BASIC = (conversation, memories, relations, skills)
_OWN = (
    *_BASIC,
    overview,
    working,
    episodes,
    concepts,
    procedures,
    emotions,
    meta,
    layered,
)
KITS: Mapping[str, Mapping[str, Tool]] = {
    OWN: {tool.name: tool for module in _OWN for tool in module.TOOLS},
    BASIC: {tool.name: tool for module in _BASIC for tool in module.TOOLS},
    SERVER_MEMORY: {tool.name: tool for tool in server_memory.TOOLS},
}
#: Names of the tools that change nothing.
READS = frozenset(tool.name for kit in KITS.values() for tool in kit.values() if not tool.writes)
