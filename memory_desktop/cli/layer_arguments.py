"""The arguments of the commands that reach the layers of the memory."""

from __future__ import annotations

import argparse
from collections.abc import Callable

CONCEPT_ACTIONS = tuple(
    "list show neighbours related conflicts learn create edit resolve understand retire plan".split()
)


def layering(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add them. `add(name, help)` adds one command and gives its parser."""
    add("layers", "what each layer of the memory keeps, and how much")
    _concepts(add("concepts", "list, show, learn, change, link or retire concepts, and what they bring to mind"))


def _concepts(concepts: argparse.ArgumentParser) -> None:
    concepts.add_argument(
        "action",
        nargs="?",
        default="list",
        choices=CONCEPT_ACTIONS,
        help="list WORDS finds; related NAME says what it brings to mind; plan says what the turns would teach",
    )
    concepts.add_argument("name", nargs="?", default="", metavar="NAME", help="name or id of a concept")
    concepts.add_argument("--user", default=None, metavar="USER", help="whose; else everybody’s")
    concepts.add_argument("--limit", type=int, default=200, metavar="N", help="at most so many")
    concepts.add_argument("--actor", default="user")
    concepts.add_argument(
        "--source", action="append", default=[], dest="sources", metavar="ID", help="where it is from"
    )
    concepts.add_argument("--data", default="", metavar="JSON", help="what is known of it; - reads standard input")
    concepts.add_argument("--definition", default=None)
    concepts.add_argument("--category", default=None)
    concepts.add_argument("--confidence", type=float, default=None, help="0 to 1, instead of what the rule says")
    for option, name, metavar in (
        ("--fact", "facts", "TEXT"),
        ("--example", "examples", "TEXT"),
        ("--non-example", "non_examples", "TEXT"),
        ("--property", "properties", "NAME=VALUE"),
        ("--link", "links", "CONCEPT=HOW"),
        ("--misconception", "misconceptions", "TEXT"),
    ):
        concepts.add_argument(option, action="append", default=[], dest=name, metavar=metavar)
    concepts.add_argument("--rename", default="", metavar="NAME", help="another name; the id stays")
    concepts.add_argument("--conflict", type=int, default=1, metavar="N", help="which conflict to resolve")
    concepts.add_argument("--keep", choices=("old", "new", "both"), default="both", help="how to resolve it")
    concepts.add_argument("--relevance", type=float, default=None, help="of a user’s own understanding, 0 to 1")
    concepts.add_argument("--mastery", type=float, default=None, help="of a user’s own understanding, 0 to 1")
    concepts.add_argument("--spread", type=float, default=0.7, help="what is left of activation at each step")
    concepts.add_argument("--depth", type=int, default=3, metavar="N", help="how many steps activation goes")
