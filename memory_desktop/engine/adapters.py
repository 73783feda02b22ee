"""What the composition root chooses for an engine: models, indexes, clock and randomness."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory_desktop.core.memory.held import HeldItem
from memory_desktop.core.ports import (
    Clock,
    Entropy,
    KeywordIndex,
    LanguageModel,
    ModelShelf,
    Moderator,
    TokenCounter,
    VectorIndex,
)
from memory_desktop.core.settings import Settings, Value

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine


@dataclass(frozen=True, slots=True)
class Adapters:
    """What the composition root chose: how to open the indexes, and which models there are.

    Attributes:
        shelf: the embedding models.
        open_vectors: (folder, model_version, dim) → index; raises IndexDamagedError.
        open_keywords: (folder) → index; raises IndexDamagedError.
        set_aside: renames a damaged index's folder, if it is there.
        tokens: counts what is given to a model.
        entropy: random bytes, for the salts of events.
        language: opens the language model that settings name; None while it is off. moderator: the one that judges
            texts, likewise.
        carry_out: (engine, held request, its texts) does what an agent asked for once a person has released it.
        overrides: settings that the environment sets, by name, whatever the vault says.
    """

    shelf: ModelShelf
    open_vectors: Callable[[Path, str, int], VectorIndex]
    open_keywords: Callable[[Path], KeywordIndex]
    set_aside: Callable[[Path], Path | None]
    clock: Clock
    tokens: TokenCounter
    monotonic: Callable[[], float] = time.monotonic
    entropy: Entropy = secrets.token_bytes
    language: Callable[[Settings], LanguageModel | None] = lambda _settings: None
    moderator: Callable[[Settings], Moderator | None] = lambda _settings: None
    carry_out: Callable[[Engine, HeldItem, Mapping[str, Any]], None] | None = None
    overrides: Mapping[str, Value] = field(default_factory=dict)
