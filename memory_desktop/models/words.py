"""The window's names for things that have a technical name, the same everywhere."""

from __future__ import annotations

from memory_desktop.core.memory.records import Status

#: Search modes, and the lists that a hit comes from.
MODES = {"hybrid": "Hybrid", "rrf": "RRF", "vector": "Meaning", "keyword": "Keywords"}

_STATUSES = {Status.ACTIVE.value: "Active", Status.SUPERSEDED.value: "Superseded", Status.TOMBSTONE.value: "Forgotten"}
#: The same in a query, where the technical word is understood as well.
_ASKED = {Status.TOMBSTONE.value: "forgotten"}


def status_word(status: str) -> str:
    """ "Active", "Superseded", "Forgotten"; anything else as it is."""
    return _STATUSES.get(status, status)


def asked_status(status: str) -> str:
    """What is typed after `status:` for it."""
    return _ASKED.get(status, status)


def mode_word(mode: str) -> str:
    """ "Hybrid", "RRF", "Meaning", "Keywords"; anything else with a capital."""
    return MODES.get(mode, mode.capitalize())
