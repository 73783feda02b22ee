"""Memory Desktop: see, search, correct and rewind what your AI remembers.

    import memory_desktop

    with memory_desktop.open_vault("my-vault", create=True) as vault:
        vault.remember("Mara prefers tea", kind="pref", tags=["drinks"])
        vault.sync()
        for hit in vault.recall("what does Mara drink?").hits:
            print(hit.rank, hit.memory.content)

Importing this package imports neither Qt nor any model; the engine never touches the network.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from memory_desktop.core.schemas import CONTRACT_VERSION

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

__version__ = "0.1.0"
__all__ = ["CONTRACT_VERSION", "__version__", "open_vault"]


def open_vault(path: str | Path, create: bool = False, *, name: str = "") -> Engine:
    """Open a vault for reading and writing.

    Args:
        path: the vault's folder.
        create: make a new vault there if there is none.
        name: of a new vault; the folder's own name if empty.

    Raises:
        VaultError: no vault there, or it cannot be read or written.
        VaultLockedError: another process has it open.
        VaultFormatError: a newer program made it; it has not been touched.
    """
    from memory_desktop.wiring import open_vault as wired

    return wired(Path(path), create=create, name=name)
