"""The composition root of the engine: the one place that says which store, indexes, model, clock and randomness.

The order of imports matters: usearch 2.26 loaded before duckdb makes a later import of onnxruntime crash the process.
The engine brings duckdb in, and stands before the index; `tests/engine/test_vault.py` holds it.
"""

from __future__ import annotations

import os
import secrets
import time
import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import platformdirs
import threadpoolctl

from memory_desktop.assets import asset
from memory_desktop.core.errors import VaultDamagedError, VaultError
from memory_desktop.core.memory.held import HeldItem
from memory_desktop.core.migration import ModelChoice
from memory_desktop.core.ports import CancelToken, Clock, Embedder, Entropy, ModelShelf
from memory_desktop.core.settings import from_environment
from memory_desktop.embed import BundledTokens, FolderShelf
from memory_desktop.engine.adapters import Adapters
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.sample import StoryClock, first_moment, play
from memory_desktop.engine.upkeep.earlier import go_back, remove_copies
from memory_desktop.engine.upkeep.purging import clean_quietly
from memory_desktop.engine.upkeep.rebuild import Rebuild, Rebuilt, finish
from memory_desktop.engine.upkeep.upgrade import upgrade
from memory_desktop.engine.vault import VaultFolder
from memory_desktop.index import SegmentedVectorIndex, TantivyKeywordIndex, set_aside
from memory_desktop.llm import ModelOpener
from memory_desktop.store.damage import SetAside, diagnose
from memory_desktop.store.damage import set_wal_aside as aside


def system_clock() -> datetime:
    """The time now, UTC."""
    return datetime.now(UTC)


def new_vault_id() -> str:
    """A fresh random id."""
    return uuid.uuid4().hex


def open_vault(
    path: Path,
    *,
    create: bool = False,
    name: str = "",
    clock: Clock = system_clock,
    monotonic: Callable[[], float] = time.monotonic,
    new_id: Callable[[], str] = new_vault_id,
    embedder: Embedder | None = None,
    shelf: ModelShelf | None = None,
    entropy: Entropy = secrets.token_bytes,
    progress: Callable[[str, int, int], None] | None = None,
) -> Engine:
    """See `memory_desktop.open_vault`; tests pass their own clocks, ids, randomness, and embedder or shelf of models.

    Args:
        progress: told (stage, done, total) while a vault of an earlier format is brought to this program's.
    """
    # For vectors of this size more threads cost more than they bring: at 50,000 a search takes half the time with one.
    threadpoolctl.threadpool_limits(1, user_api="blas")
    folder = VaultFolder(path.expanduser().absolute())
    new = create and not folder.exists()
    if new:
        folder.create(vault_id=new_id(), name=name or folder.path.name, now=clock())
    info = folder.info()
    _lock(folder, clock)
    try:
        finish(folder)
        info = upgrade(folder, info, clock(), entropy, progress)
        clean_quietly(
            folder,
            lambda where: TantivyKeywordIndex.open(where, clock),
            lambda where, version, dim: SegmentedVectorIndex.open(where, version, dim, clock),
            clock,
        )
        models = ModelOpener()
        return Engine(
            folder,
            info,
            Adapters(
                shelf=_OneModel(embedder) if embedder is not None else shelf or model_shelf(),
                open_vectors=lambda where, version, dim: SegmentedVectorIndex.open(where, version, dim, clock),
                open_keywords=lambda where: TantivyKeywordIndex.open(where, clock),
                set_aside=lambda where: set_aside(where, clock),
                clock=clock,
                tokens=BundledTokens(),
                monotonic=monotonic,
                entropy=entropy,
                language=models,
                moderator=models.moderating,
                carry_out=_carry_out,
                overrides=from_environment(os.environ),
            ),
        )
    except VaultDamagedError as error:
        told = diagnose(folder.database, error)
        folder.unlock()
        raise told from error
    except BaseException as error:
        folder.unlock()
        if new:  # nothing is in it yet: the folder is as free as it was
            folder.discard()
        if isinstance(error, OSError):
            raise VaultError(
                f"{folder.path} cannot be opened: {error.strerror or error}.",
                hint="Check that the disk is there, can be written, and has some room.",
            ) from error
        raise


def _carry_out(engine: Engine, item: HeldItem, texts: Mapping[str, Any]) -> None:
    """What an agent asked for is done by the tool that it called."""
    from memory_desktop.service.requests import carry_out  # what serves agents is loaded when it is needed

    carry_out(engine, item, texts)


def rebuild_vault(
    path: Path,
    to: int | None = None,
    *,
    progress: Callable[[str, int, int], None] | None = None,
    cancel: CancelToken | None = None,
    clock: Clock = system_clock,
    entropy: Entropy = secrets.token_bytes,
) -> Rebuilt:
    """Build a vault that is not open again from its log, up to event `to`. See `engine.rebuild`.

    Raises:
        VaultError: it is no vault, is open elsewhere, or its log is damaged. InvalidCommandError: no such event.
    """
    folder = VaultFolder(path.expanduser().absolute())
    info = folder.info()
    _lock(folder, clock)
    try:
        finish(folder)
        upgrade(folder, info, clock(), entropy, progress)
        return Rebuild(
            folder,
            lambda where: TantivyKeywordIndex.open(where, clock),
            lambda where, version, dim: SegmentedVectorIndex.open(where, version, dim, clock),
            clock(),
            progress=progress,
            cancel=cancel,
        ).run(to)
    finally:
        folder.unlock()


def earlier_format(path: Path, *, remove: bool = False, clock: Clock = system_clock) -> int:
    """Put a vault that is not open back to how it was before its format was raised; its format now.

    Args:
        remove: delete the copy instead, for good.

    Raises:
        InvalidCommandError: there is no copy. VaultError: it is no vault, is open elsewhere, or the disk refuses.
    """
    folder = VaultFolder(path.expanduser().absolute())
    info = folder.info()
    _lock(folder, clock)
    try:
        if not remove:
            return go_back(folder)
        remove_copies(folder)
        return info.format
    finally:
        folder.unlock()


def set_wal_aside(path: Path, *, clock: Clock = system_clock) -> SetAside | None:
    """Let a vault that is not open go on without newest changes that cannot be read; they are kept in a file.

    Which events are missing then is told when the vault is opened.

    Raises:
        VaultError: it is no vault, is open elsewhere, or is damaged elsewhere, too.
    """
    folder = VaultFolder(path.expanduser().absolute())
    folder.info()
    _lock(folder, clock)
    try:
        return aside(folder.database, clock())
    except OSError as error:
        raise VaultError(f"{folder.path} cannot be written: {error.strerror or error}.") from error
    finally:
        folder.unlock()


def _lock(folder: VaultFolder, clock: Clock) -> None:
    """Lock a vault, and make sure of what is in it by name before anything of it is read or written."""
    folder.check_files()
    folder.lock()
    try:
        for stranger in folder.strangers():
            set_aside(stranger, clock)
    except BaseException:
        folder.unlock()
        raise


def model_shelf() -> ModelShelf:
    """The models of this user: the bundled one, and what was downloaded."""
    return FolderShelf(Path(platformdirs.user_data_dir("Memory Desktop", appauthor=False)) / "models")


class _OneModel:
    """A shelf with nothing but one embedder on it."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def choices(self) -> list[ModelChoice]:
        return [self.choice("bundled")]

    def choice(self, ref: str) -> ModelChoice:
        version = self._embedder.model_version
        return ModelChoice(
            ref, version.partition("@")[0], version, self._embedder.dim, 0, "Given by the caller.", "here"
        )

    def open(self, ref: str) -> Embedder:  # noqa: ARG002 - there is only this one
        return self._embedder

    def download(
        self,
        ref: str,
        progress: Callable[[int, int], None] | None = None,  # noqa: ARG002
        cancel: CancelToken | None = None,  # noqa: ARG002
    ) -> ModelChoice:
        return self.choice(ref)


def make_sample(path: Path, *, name: str = "") -> None:
    """Make the sample vault: a year of memories, played at the times they happened.

    Raises:
        VaultError: there is something at that place already.
    """
    story_clock = StoryClock(system_clock)
    folder = VaultFolder(path.expanduser().absolute())
    if folder.exists():
        raise VaultError(f"{folder.path} is a vault already.", hint="Choose another folder.")
    story = asset("sample/year.jsonl")
    story_clock.now = first_moment(story)
    with open_vault(path, create=True, name=name or "Sample year", clock=story_clock) as vault:
        play(vault, story, story_clock)
