"""Where a language model is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model is: the address up to "/v1", its name, and the key, "" for none. `timeout`: seconds an attempt."""

    address: str
    model: str
    key: str = ""
    timeout: float = 60.0
    retries: int = 2

    def __repr__(self) -> str:
        return f"Endpoint({self.address!r}, {self.model!r})"  # a key stands in no log
