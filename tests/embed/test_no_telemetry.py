"""The libraries behind the embedding model report to nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_EMBED = """
from pathlib import Path
from memory_desktop.embed import FolderShelf
print(FolderShelf(Path("none")).open("bundled").embed(["tea"]).shape)
"""


def test_an_embedding_leaves_no_trace_outside_the_vault(tmp_path: Path) -> None:
    """D3, “no network unasked”: a process that embeds a text makes no device id, no store of events and no other file in the home folder."""
    home = tmp_path / "home"
    home.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ORT_"))}
    env = {
        **kept,
        "HOME": str(home),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    made = subprocess.run(
        [sys.executable, "-c", _EMBED], env=env, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "(1, 256)" in made.stdout
    assert [str(one.relative_to(home)) for one in home.rglob("*")] == []
