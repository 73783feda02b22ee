"""Words in HTTP headers."""

from __future__ import annotations

from starlette.requests import Request


def header_text(request: Request, name: str) -> str:
    """What a header says; "" without it. Most programs send words in UTF-8, though headers are read as Latin-1."""
    said = request.headers.get(name, "")
    try:
        return said.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return said


def as_header(text: str) -> str:
    """A text that a header can hold: on one line, with “?” for what is not ASCII."""
    return " ".join(text.split()).encode("ascii", "replace").decode("ascii")
