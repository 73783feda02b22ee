"""The memory contract: what it fixes, and that it cannot change without its version."""

from __future__ import annotations

import dataclasses
import inspect
import json
from pathlib import Path
from typing import Any

import pytest

from memory_desktop.core.events.event import Event, EventType
from memory_desktop.core.memory import kernel
from memory_desktop.core.memory.records import STATUS_RANK, Memory
from memory_desktop.core.schemas import CONTRACT_VERSION, version_of
from memory_desktop.engine.vault import FORMAT

RATIFIED = Path(__file__).parent.parent / "formats"
Shape = dict[str, Any]


def shape() -> Shape:
    """What the contract fixes, as the program has it."""
    operations = (kernel.superpose, kernel.reinforce, kernel.decay, kernel.forget)
    return {
        "memory": {field.name: str(field.type) for field in dataclasses.fields(Memory)},
        "embedded": {field.name: str(field.type) for field in dataclasses.fields(kernel.Embedded)},
        "event": {field.name: str(field.type) for field in dataclasses.fields(Event)},
        "event types": [one.value for one in EventType],
        "operations": {one.__name__: str(inspect.signature(one)) for one in operations},
        "statuses": [one.value for one in sorted(STATUS_RANK, key=lambda status: STATUS_RANK[status])],
        "constants": {"SALIENCE_CAP": kernel.SALIENCE_CAP, "HALF_LIFE": kernel.HALF_LIFE},
    }


def ratified() -> dict[str, Shape]:
    """By version: the shape, and the vault's format that came with it, as they were written down."""
    files = sorted(RATIFIED.glob("contract-*.json"))
    return {path.stem.removeprefix("contract-"): json.loads(path.read_text(encoding="utf-8")) for path in files}


def problem(version: str, now: Shape, format: int, known: dict[str, Shape]) -> str:
    """What is wrong with a contract of this version and shape; "" if nothing is."""
    if version not in known:
        return f"contract-{version}.json is missing: write the shape down"
    if known[version]["shape"] != now:
        changed = [name for name in now if now[name] != known[version]["shape"].get(name)]
        return f"{', '.join(changed)} changed, and the contract's version is still {version}"
    own = version_of(version)
    for other, one in known.items():
        found = version_of(other)
        if own is None or found is None:
            return f"{other} or {version} is no version"
        if found.major < own.major and one["vault_format"] >= format:
            return f"{version} is a major version after {other}: it needs a new format of the vault, with an upgrade"
        if found > own:
            return f"{other} is newer than {version}"
    return ""


def test_the_contract_is_as_it_was_ratified() -> None:
    """D10: fields of the record, signatures of the operations and event types are those of the contract's version."""
    assert problem(CONTRACT_VERSION, shape(), FORMAT, ratified()) == ""


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("memory", lambda found: {**found, "mood": "str"}),
        ("memory", lambda found: {name: kind for name, kind in found.items() if name != "salience"}),
        ("event types", lambda found: [*found, "NEWER"]),
        ("operations", lambda found: {**found, "decay": "(memory: 'Memory') -> 'Memory'"}),
        ("constants", lambda found: {**found, "SALIENCE_CAP": 2.0}),
    ],
)
def test_a_changed_core_is_noticed(part: str, change: Any) -> None:
    """D10: another field, operation, event type or constant is a problem as long as the version stays."""
    changed = {**shape(), part: change(shape()[part])}
    assert part in problem(CONTRACT_VERSION, changed, FORMAT, ratified())


def test_a_new_major_contract_needs_a_migration() -> None:
    """D10: a new minor version only has to be written down; a new major one needs a new format of the vault, too."""
    changed = {**shape(), "event types": [*shape()["event types"], "NEWER"]}
    for version, format, fine in (("1.99", FORMAT, True), ("2.0", FORMAT, False), ("2.0", FORMAT + 1, True)):
        assert "missing" in problem(version, changed, format, ratified())
        known = {**ratified(), version: {"vault_format": format, "shape": changed}}
        assert (problem(version, changed, format, known) == "") is fine
