"""The errors of Memory Desktop: known faults, which the user is told about, and bugs, which should be reported.

`KnownError` means that something outside the program is wrong (a locked vault, a full disk, a damaged file, a bad
argument); its message is one sentence a person can act on, and `hint` says what to do. Anything else that escapes is
a bug and is shown with its traceback.
"""

from __future__ import annotations

from pathlib import Path


class KnownError(Exception):
    """A fault of the environment or the input.

    Args:
        message: one sentence naming what is wrong and where.
        hint: what the user can do about it; may be empty.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".rstrip()


class VaultError(KnownError):
    """The vault folder is missing, not a vault, or cannot be read or written."""


class VaultLockedError(VaultError):
    """Another process has the vault open for writing."""


class VaultFormatError(VaultError):
    """The vault was made by a newer version of the program; it has not been touched."""


class VaultDamagedError(VaultError):
    """Bytes of the database file have changed outside the program.

    Args:
        event: the first event of the log that cannot be read, if it is known.
        rebuildable: the vault, when every event can be read, so that the rest can be built again from the log.
    """

    def __init__(
        self, message: str, *, hint: str = "", event: int | None = None, rebuildable: Path | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.event = event
        self.rebuildable = rebuildable


class WriteAheadLogError(VaultDamagedError):
    """The newest changes, which wait in a file beside the database, cannot be read; the database itself is whole.

    Args:
        vault: its folder; see `wiring.set_wal_aside`.
        at: the first byte of that file that cannot be read, if it is known.
    """

    def __init__(self, message: str, *, vault: Path, at: int | None, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.vault = vault
        self.at = at


class NotFoundError(KnownError):
    """No record has the given id."""


class InvalidCommandError(KnownError):
    """A command breaks an invariant (empty content, a status that goes backwards, an unknown parent …)."""


class TakenBackError(KnownError):
    """What a change is a part of was undone meanwhile. Nothing was written."""


class ChangedMeanwhileError(KnownError):
    """What a change was made from is not there any more: somebody else has changed it. Nothing was written."""


class HeldBackError(KnownError):
    """A gate holds a change back: nothing of it was done, and it waits for a person's decision.

    Args:
        id: of the held item. reason: the gates' sentences.
    """

    def __init__(self, id: str, reason: str) -> None:
        super().__init__(
            f"Held back for review: {reason} Nothing was changed yet.",
            hint="Release, redact or discard it in Review, or with “memory-desktop held”.",
        )
        self.id = id
        self.reason = reason


class QueryError(KnownError):
    """The search text has an operator with a value that cannot be understood."""


class EmbeddingError(KnownError):
    """The embedding model is missing, damaged or failed on a batch."""


class IndexDamagedError(KnownError):
    """A derived index failed its checksum or probe. Records are unaffected; the index can be rebuilt."""


class IndexOutdatedError(IndexDamagedError):
    """A derived index was made by an earlier version of the program; it is made again from the records."""


class ImportSourceError(KnownError):
    """A file or folder offered for import cannot be read at all."""


class ClosedError(KnownError):
    """The engine was closed while, or before, the call was made."""


class CancelledError(KnownError):
    """The user cancelled the operation; what was acknowledged before is kept."""

    def __init__(self, message: str = "Cancelled.", *, hint: str = "") -> None:
        super().__init__(message, hint=hint)


class LanguageModelError(KnownError):
    """A language model cannot be used, or does not answer."""


class NonsenseError(LanguageModelError):
    """A language model answers in another form than it is asked to."""
