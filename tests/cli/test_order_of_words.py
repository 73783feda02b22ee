"""Options may stand before, between and behind the words of a command."""

from __future__ import annotations

from itertools import product

import pytest

from memory_desktop.cli.main import _parsed


@pytest.mark.parametrize(
    ("command", "words", "options"),
    [
        ("search", ["v", "green tea"], [["-k", "5"], ["--json"], ["--mode", "rrf"]]),
        ("search", ["v", "green tea"], [["-k5"], ["--show-weaker"], ["--expl"]]),
        ("retrieve", ["v", "tea"], [["-k=5"], ["--json"]]),
        ("retrieve", ["v", "tea"], [["--layer", "semantic"], ["--weight", "semantic=2"], ["--show-weaker"]]),
        ("add", ["v", "I like tea"], [["--tag", "drinks"], ["--kind", "pref"]]),
        ("diff", ["v", "3", "7"], [["--json"]]),
        ("import", ["v", "a.json", "b.json"], [["--format", "chatgpt"], ["--dry-run"]]),
        ("concepts", ["v", "create", "Tea"], [["--fact", "It is green."], ["--json"]]),
        ("duplicates", ["v"], [["--differ", "mem_1", "mem_2"], ["--json"]]),
    ],
)
def test_options_may_stand_anywhere(command: str, words: list[str], options: list[list[str]]) -> None:
    """F4, C8: wherever the options of a command stand among its words, it means the same."""
    meant = vars(_parsed([command, *words, *(part for option in options for part in option)]))
    for places in product(range(len(words) + 1), repeat=len(options)):
        given = [command]
        for place in range(len(words) + 1):
            given += [part for at, option in zip(places, options, strict=True) if at == place for part in option]
            given += words[place : place + 1]
        assert vars(_parsed(given)) == meant, given
