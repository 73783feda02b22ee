"""Regular expressions that are compiled with their first use."""

from __future__ import annotations

import re

from memory_desktop.core import patterns


def test_it_is_compiled_once_and_then_as_good_as_any(monkeypatch) -> None:
    """F12: nothing is compiled before the first use, and nothing twice."""
    compiled: list[str] = []
    real = re.compile
    monkeypatch.setattr(patterns.re, "compile", lambda text, flags=0: compiled.append(text) or real(text, flags))
    found = patterns.later("te(a)", re.IGNORECASE)
    assert compiled == []
    assert found.sub("coffee", "TEA") == "coffee"
    match = found.search("no Tea")
    assert match is not None
    assert (match[1], found.pattern, found.groups, found.flags & re.IGNORECASE) == ("a", "te(a)", 1, re.IGNORECASE)
    assert compiled == ["te(a)"]
