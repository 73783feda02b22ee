"""The command `digest`: what was done in a vault since a moment."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from memory_desktop.cli import output as out
from memory_desktop.core.digest import Digest, actor_word
from memory_desktop.core.memory.canonical import iso

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine


def digest(vault: Engine, args: Namespace) -> int:
    """What agents and people did, by day and actor."""
    back, start = vault.looking_back, args.since
    found = back.days(start) if isinstance(start, int) else back.since(start)
    if args.json:
        out.print_json(_json(found))
        return 0
    out.print_lines(_told(found))
    return 0


def _told(found: Digest) -> list[str]:
    when = f"{found.since.astimezone():%Y-%m-%d %H:%M}" if found.since is not None else "the beginning"
    if not found.groups:
        return [f"Nothing was done after event {found.after:,} ({when})."]
    lines = [f"Events {found.after + 1:,} to {found.to:,}, after {when}:"]
    for group in found.groups:
        lines.append(f"{group.day:%Y-%m-%d}  {actor_word(group.actor)}")
        for line in group.lines:
            quoted = "; ".join(f"“{out.one_line(text)}”" for text in line.texts)
            lines.append(f"    {line.sentence}{f': {quoted}' if quoted else ''}")
    if found.left_out:
        lines.append(f"{found.left_out:,} older groups are not listed.")
    return lines


def _json(found: Digest) -> dict[str, object]:
    return {
        "after": found.after,
        "to": found.to,
        "since": iso(found.since) if found.since is not None else None,
        "groups": [
            {
                "day": group.day.isoformat(),
                "actor": group.actor,
                "lines": [
                    {
                        "did": line.did.value,
                        "number": line.number,
                        "first": line.first,
                        "last": line.last,
                        "texts": list(line.texts),
                    }
                    for line in group.lines
                ],
            }
            for group in found.groups
        ],
        "left_out": found.left_out,
    }
