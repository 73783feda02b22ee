"""The command that says what each layer of the memory keeps."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from memory_desktop.cli import output as out
from memory_desktop.core.wording import memories

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

OK = 0


def layers(vault: Engine, args: Namespace) -> int:
    """Each layer with how many memories it has, and of which kinds."""
    found = vault.layers.overview()
    if args.json:
        out.print_json(
            {"layers": [{"layer": one.layer, "memories": one.memories, "kinds": dict(one.kinds)} for one in found]}
        )
        return OK
    for one in found:
        kinds = ", ".join(f"{kind} {number:,}" for kind, number in one.kinds.items())
        out.print_lines([f"{one.layer.value}: {memories(one.memories)}" + (f" ({kinds})" if kinds else "")])
    return OK
