"""A receipt: how far a vault's log had come at a time, kept by a person outside the vault and compared later.

Whoever puts back the whole folder, anchor and all, leaves nothing in it that could tell. A receipt kept elsewhere can.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from memory_desktop.core.errors import KnownError
from memory_desktop.core.memory.canonical import iso, parse_time
from memory_desktop.core.wording import count


@dataclass(frozen=True, slots=True)
class Receipt:
    """Position and hash (hex) of the last event of a vault's log, and when the receipt was made."""

    vault_id: str
    name: str
    position: int
    hash: str
    at: datetime

    def to_json(self) -> bytes:
        """A line of the file."""
        body = {"vault_id": self.vault_id, "name": self.name, "event": self.position, "hash": self.hash}
        return orjson.dumps({**body, "at": iso(self.at)}) + b"\n"


@dataclass(frozen=True, slots=True)
class ReceiptCheck:
    """Does a log have what a receipt says? `text`: what was found, in a sentence."""

    ok: bool
    text: str


def receipts_from_json(data: bytes) -> list[Receipt]:
    """The receipts of a file, a line each, oldest first; earlier programs wrote one in several lines.

    Raises:
        KnownError: it is no file of receipts.
    """
    try:
        try:
            bodies: list[dict[str, Any]] = [orjson.loads(data)]
        except orjson.JSONDecodeError:
            bodies = [orjson.loads(line) for line in data.splitlines() if line.strip()]
        receipts = [_receipt(body) for body in bodies]
    except (ValueError, KeyError, TypeError) as error:
        raise KnownError("The file is not a receipt of a vault.", hint="Choose another file.") from error
    if not receipts:
        raise KnownError("The file is not a receipt of a vault.", hint="Choose another file.")
    return receipts


def _receipt(body: dict[str, Any]) -> Receipt:
    return Receipt(
        str(body["vault_id"]), str(body["name"]), int(body["event"]), str(body["hash"]), parse_time(body["at"])
    )


def checked(receipt: Receipt, vault_id: str, last: int, hash: str) -> ReceiptCheck:
    """Compare a receipt with a log.

    Args:
        last: seq of the log's last event. hash: of the event at the receipt's position; "" when there is none.
    """
    made = f"the receipt of {receipt.at:%Y-%m-%d %H:%M} UTC"
    if receipt.vault_id != vault_id:
        return ReceiptCheck(False, f"This is not the vault of {made}: that one is “{receipt.name}”.")
    if not hash:
        lost = receipt.position - last
        gone = f"{count(lost, 'event')} {'is' if lost == 1 else 'are'} lost" if lost > 0 else "that event is lost"
        return ReceiptCheck(False, f"The log ends at event {last:,}; {made} names event {receipt.position:,}: {gone}.")
    if hash != receipt.hash:
        return ReceiptCheck(
            False, f"Event {receipt.position:,} is not the one that {made} names: the log was replaced."
        )
    grown = last - receipt.position
    if not grown:
        return ReceiptCheck(True, f"The log is the same as in {made}: event {last:,}.")
    return ReceiptCheck(True, f"The log has grown from {made} by {count(grown, 'event')}, to event {last:,}.")
