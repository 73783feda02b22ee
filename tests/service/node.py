"""Programs of others that run on node, for tests: skipped where they are not installed.

    npm install --prefix .node @modelcontextprotocol/server-memory@2026.8.31 @modelcontextprotocol/sdk@1.32.2 \\
        @modelcontextprotocol/inspector@0.17.5
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

_ROOT = Path(__file__).parent.parent.parent / ".node"


def node_file(path: str) -> tuple[str, Path]:
    """(the node program, a file of an installed package); skips the test where one of them is missing."""
    node = shutil.which("node")
    file = Path(os.environ.get("MEMORY_DESKTOP_NODE", _ROOT)) / "node_modules" / path
    if node is None or not file.is_file():
        pytest.skip(f"node or {path} is not installed; see tests/service/node.py")
    return node, file
