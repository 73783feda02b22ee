"""The one rule for a name that becomes part of a path.

A vault may come from a stranger, so what is read from one (an event, a manifest, a description) is never used as a path
before it has passed this rule: letters, digits and `._@-` only, no dot first or last, no name that Windows keeps for
devices, and no longer than file systems allow.
"""

from __future__ import annotations

import re

from memory_desktop.core.errors import VaultError

_PLAIN = re.compile(r"[A-Za-z0-9_@-](?:[A-Za-z0-9._@-]*[A-Za-z0-9_@-])?")
_OTHER = re.compile(r"[^A-Za-z0-9._@-]")
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
_LONGEST = 200
_SHOWN = 80


def is_plain(name: object) -> bool:
    """May this be the name of a file or folder in a vault?"""
    return (
        isinstance(name, str)
        and len(name) <= _LONGEST
        and _PLAIN.fullmatch(name) is not None
        and _DEVICES.fullmatch(name) is None
    )


def is_path(name: object) -> bool:
    """Would it lead out of the folder that it is to name something in?"""
    return isinstance(name, str) and ("/" in name or "\\" in name or name.startswith("."))


def plain_name(name: object, place: str) -> str:
    """The name, when it may be one.

    Args:
        place: where it was read, to be named in the error: "Event 12", or a file.

    Raises:
        VaultError: it may not; nothing was touched.
    """
    if isinstance(name, str) and is_plain(name):
        return name
    raise VaultError(
        f"{place} has the name {shown(name)}, which cannot be that of a file.",
        hint="Only letters, digits and . _ @ - are allowed. Nothing was read or written there.",
    )


def plain_form(name: str) -> str:
    """A name made plain: `_` for every other character."""
    return _OTHER.sub("_", name).strip(".")[:_LONGEST] or "_"


def shown(name: object) -> str:
    """A name that is not to be trusted, as it is shown in a sentence: printable, quoted and short."""
    text = ascii(name)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
