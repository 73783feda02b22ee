"""Regular expressions that are compiled when they are first used.

Compiling those of the rules that read texts takes a quarter of a second, which a window that opens, or a command that
reads no text, need not wait for.
"""

from __future__ import annotations

import re
from typing import Any, cast

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn", "pattern", "flags", "groups")


class _Later:
    """Becomes as good as the compiled expression with its first use, and calls are as fast from then on."""

    def __init__(self, text: str, flags: int) -> None:
        self._text = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(self._text, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def later(text: str, flags: int = 0) -> re.Pattern[str]:
    """As `re.compile`, when it is first used; only for its methods, not to be given to functions of `re`."""
    return cast("re.Pattern[str]", _Later(text, flags))
