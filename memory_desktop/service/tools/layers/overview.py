"""The tool that says what each layer keeps."""

from __future__ import annotations

from pydantic import Field

from memory_desktop.service.tools.base import Errand, Result, Tool
from memory_desktop.service.tools.relations import NoArguments


class OneLayer(Result):
    """A layer."""

    layer: str
    memories: int
    kinds: dict[str, int] = Field(description="How many memories of which kind, most first.")


class LayersResult(Result):
    """What `layers` answers."""

    layers: list[OneLayer]


def _layers(errand: Errand, given: NoArguments) -> LayersResult:  # noqa: ARG001 - every tool takes its arguments
    return LayersResult(
        layers=[
            OneLayer(layer=one.layer.value, memories=one.memories, kinds=dict(one.kinds))
            for one in errand.engine.layers.overview()
        ]
    )


TOOLS = (
    Tool(
        "layers",
        "List layers",
        "What each layer of the memory keeps, and how much.",
        NoArguments,
        LayersResult,
        _layers,
    ),
)
