"""What can be typed."""

from __future__ import annotations

import argparse
from pathlib import Path

from memory_desktop import __version__
from memory_desktop.core.query import OPERATORS
from memory_desktop.core.records import Layer

MODES = ("hybrid", "rrf", "vector", "keyword")
EXPORT_FORMATS = ("jsonl", "mcp")

_EPILOG = f"""\
Without a command, the window opens: memory-desktop [VAULT].
A query may hold typed operators ({", ".join(name + ":" for name in OPERATORS)}), "exact phrases" and -exclusions.
Exit codes: 0 done, 1 failed, 2 wrong usage.
"""


class _Commands:
    """Adds commands one by one, and remembers their names."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
        self.names: set[str] = set()

    def add(self, name: str, help: str, *, vault: bool = True, json: bool = True) -> argparse.ArgumentParser:
        self.names.add(name)
        sub = self._subparsers.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".")
        if vault:
            sub.add_argument("vault", type=Path, metavar="VAULT", help="the vault's folder")
        if json:
            sub.add_argument("--json", action="store_true", help="answer in JSON")
        return sub


def build_parser() -> tuple[argparse.ArgumentParser, set[str]]:
    """The whole command line, and the names of its commands."""
    parser = argparse.ArgumentParser(
        prog="memory-desktop",
        description="See, search, correct and rewind what your AI remembers.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"memory-desktop {__version__}")
    parser.add_argument("-v", "--verbose", action="store_true", help="say more on standard error")
    commands = _Commands(parser)
    _windows(commands)
    _writing(commands)
    _reading(commands)
    return parser, commands.names


def _windows(commands: _Commands) -> None:
    window = commands.add("window", "open the window (the default)", vault=False, json=False)
    window.add_argument("vault", type=Path, nargs="?", metavar="VAULT")

    demo = commands.add("demo", "open the window on a fresh sample vault", vault=False)
    demo.add_argument("--shots", type=Path, metavar="DIR", help="save a picture of each view here, then end")

    new = commands.add("new", "make a new vault")
    new.add_argument("--name", default="", help="its name (default: the folder's)")
    new.add_argument("--sample", action="store_true", help="fill it with the sample year")


def _writing(commands: _Commands) -> None:
    add = commands.add("add", "remember a text")
    add.add_argument("text", metavar="TEXT", help="the text; - reads standard input")
    add.add_argument("--layer", choices=[layer.value for layer in Layer], default=Layer.SEMANTIC.value)
    add.add_argument("--kind", default="general")
    add.add_argument("--tag", action="append", default=[], dest="tags", metavar="TAG", help="may be given many times")
    add.add_argument("--source", default="")
    add.add_argument("--created-at", default=None, metavar="TIME", help="ISO 8601; UTC unless it says otherwise")
    add.add_argument("--actor", default="user", help="who remembers (default: user)")

    imports = commands.add("import", "bring files, folders or export zips in")
    imports.add_argument("paths", type=Path, nargs="+", metavar="PATH")
    imports.add_argument("--dry-run", action="store_true", help="only say what would come")
    imports.add_argument("--format", default=None, help="do not guess the format (chatgpt, claude, mcp, …)")
    imports.add_argument(
        "--on-conflict",
        choices=("supersede", "skip", "both"),
        default="supersede",
        help="same external id, other content: take the new text, leave mine, or keep both (default: supersede)",
    )
    imports.add_argument("--sync", action="store_true", help="embed everything before ending")

    forget = commands.add("forget", "forget memories (they stay in the history)")
    forget.add_argument("ids", nargs="+", metavar="ID")
    forget.add_argument("--reason", default="")
    forget.add_argument("--actor", default="user")

    commands.add("sync", "embed everything that waits")


def _reading(commands: _Commands) -> None:
    search = commands.add("search", "find memories")
    search.add_argument("query", nargs="?", metavar="QUERY")
    search.add_argument("--queries", type=Path, metavar="FILE", help='JSONL lines {"id", "query"}; one answer a line')
    search.add_argument("--mode", choices=MODES, default="hybrid")
    search.add_argument("-k", type=_positive, default=10, metavar="N", help="how many hits (default: 10)")
    search.add_argument("--explain", action="store_true", help="say why each hit is there")

    show = commands.add("show", "show one memory with its history")
    show.add_argument("id", metavar="ID")

    commands.add("status", "say what is in the vault and how it is")

    verify = commands.add("verify", "check log, records and indexes")
    verify.add_argument("--repair", action="store_true", help="mend what can be derived again")

    export = commands.add("export", "write memories to files")
    export.add_argument("dest", type=Path, metavar="DEST")
    export.add_argument("--format", choices=EXPORT_FORMATS, required=True)
    export.add_argument("--query", default="", help="only what these typed operators let through")
    export.add_argument("--overwrite", action="store_true")


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number
