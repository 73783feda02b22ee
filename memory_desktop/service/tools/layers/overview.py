"""The tool that says what each layer keeps."""

from __future__ import annotations

from pydantic import Field

from memory_desktop.service.tools.base import Arguments, Errand, Result, Tool


class LayersArguments(Arguments):
    """What `layers` takes."""

    user_id: str | None = Field(default=None, description="Only what is this user’s; “”: what names no user.")


class OneLayer(Result):
    """A layer."""

    layer: str
    memories: int
    kinds: dict[str, int] = Field(description="How many memories of which kind, most first.")


class LayersResult(Result):
    """What `layers` answers."""

    layers: list[OneLayer]


def _layers(errand: Errand, given: LayersArguments) -> LayersResult:
    return LayersResult(
        layers=[
            OneLayer(layer=one.layer.value, memories=one.memories, kinds=dict(one.kinds))
            for one in errand.engine.layers.overview(given.user_id)
        ]
    )


TOOLS = (
    Tool(
        "layers",
        "List layers",
        "What each layer of the memory keeps, and how much.",
        LayersArguments,
        LayersResult,
        _layers,
    ),
)
