"""What becomes of a damaged index's folder."""

from __future__ import annotations

import shutil
from pathlib import Path

from memory_desktop.core.ports import Clock

_KEPT_DAMAGED = 2


def set_aside(folder: Path, clock: Clock) -> Path | None:
    """Rename a damaged index's folder; its new name, or None if there is none. Only the newest few are kept."""
    if not folder.exists():
        return None
    stamp = f"{clock():%Y%m%dT%H%M%S%f}"
    target = folder.with_name(f"{folder.name}.damaged-{stamp}")
    number = 1
    while target.exists():
        number += 1
        target = folder.with_name(f"{folder.name}.damaged-{stamp}-{number}")
    folder.rename(target)
    for old in sorted(folder.parent.glob(f"{folder.name}.damaged-*"))[:-_KEPT_DAMAGED]:
        shutil.rmtree(old, ignore_errors=True)
    return target
