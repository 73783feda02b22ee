"""Can this program read all that a vault holds? Asked when it is opened and rebuilt, before anything is folded."""

from __future__ import annotations

from memory_desktop.core.errors import VaultDamagedError, VaultFormatError
from memory_desktop.core.events.event import EVENT_SCHEMA, event_hash
from memory_desktop.core.memory.records import SCHEMA_VERSION
from memory_desktop.core.schemas import readable
from memory_desktop.store import Store

_HINT = "Update the program. The vault has not been changed."


def check_versions(store: Store) -> None:
    """Compare the schema versions of events and records with this program's.

    A version in an event that does not match its hash was changed by somebody: that is for `verify` to name. Tables
    that cannot be read are passed over, too: whoever needs them says so.

    Raises:
        VaultFormatError: a program with a greater major version has written here; it names the first place.
    """
    try:
        problem = _problem(store)
    except VaultDamagedError:
        return
    if problem:
        raise VaultFormatError(problem, hint=_HINT)


def _problem(store: Store) -> str:
    for version, seq in store.log.versions().items():
        if readable(version, EVENT_SCHEMA):
            continue
        event = store.log.event(seq)
        if event is not None and event_hash(event) == event.hash:
            return f"Event {seq:,} has the schema version {version}; this program reads {EVENT_SCHEMA}."
    for version, (key, id) in store.records.versions().items():
        event = store.log.event(key)
        if readable(version, SCHEMA_VERSION) or event is None or f'"{version}"' not in event.payload:
            continue
        return f"The memory {id} (event {key:,}) has the schema version {version}; this program reads {SCHEMA_VERSION}."
    return ""
