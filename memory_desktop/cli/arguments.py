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
A query may hold typed operators ({', '.join(name + ':' for name in OPERATORS)}), "exact phrases" and -exclusions.
Exit codes: 0 done, 1 failed, 2 wrong usage.
"""


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = argparse.ArgumentParser(
        prog="memory-desktop",
        description="See, search, correct and rewind what your AI remembers.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"memory-desktop {__version__}")
    parser.add_argument("-v", "--verbose", action="store_true", help="say more on standard error")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, help: str, *, vault: bool = True, json: bool = True) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".")
        if vault:
            sub.add_argument("vault", type=Path, metavar="VAULT", help="the vault's folder")
        if json:
            sub.add_argument("--json", action="store_true", help="answer in JSON")
        return sub

    window = command("window", "open the window (the default)", vault=False, json=False)
    window.add_argument("vault", type=Path, nargs="?", metavar="VAULT")

    demo = command("demo", "open the window on a fresh sample vault", vault=False)
    demo.add_argument("--shots", type=Path, metavar="DIR", help="save a picture of each view here, then end")

    new = command("new", "make a new vault")
    new.add_argument("--name", default="", help="its name (default: the folder's)")
    new.add_argument("--sample", action="store_true", help="fill it with the sample year")

    add = command("add", "remember a text")
    add.add_argument("text", metavar="TEXT", help="the text; - reads standard input")
    add.add_argument("--layer", choices=[layer.value for layer in Layer], default=Layer.SEMANTIC.value)
    add.add_argument("--kind", default="general")
    add.add_argument("--tag", action="append", default=[], dest="tags", metavar="TAG", help="may be given many times")
    add.add_argument("--source", default="")
    add.add_argument("--created-at", default=None, metavar="TIME", help="ISO 8601; UTC unless it says otherwise")
    add.add_argument("--actor", default="user", help="who remembers (default: user)")

    imports = command("import", "bring files, folders or export zips in")
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

    search = command("search", "find memories")
    search.add_argument("query", nargs="?", metavar="QUERY")
    search.add_argument("--queries", type=Path, metavar="FILE", help='JSONL lines {"id", "query"}; one answer a line')
    search.add_argument("--mode", choices=MODES, default="hybrid")
    search.add_argument("-k", type=_positive, default=10, metavar="N", help="how many hits (default: 10)")
    search.add_argument("--explain", action="store_true", help="say why each hit is there")

    show = command("show", "show one memory with its history")
    show.add_argument("id", metavar="ID")

    forget = command("forget", "forget memories (they stay in the history)")
    forget.add_argument("ids", nargs="+", metavar="ID")
    forget.add_argument("--reason", default="")
    forget.add_argument("--actor", default="user")

    command("sync", "embed everything that waits")
    command("status", "say what is in the vault and how it is")

    verify = command("verify", "check log, records and indexes")
    verify.add_argument("--repair", action="store_true", help="mend what can be derived again")

    export = command("export", "write memories to files")
    export.add_argument("dest", type=Path, metavar="DEST")
    export.add_argument("--format", choices=EXPORT_FORMATS, required=True)
    export.add_argument("--query", default="", help="only what these typed operators let through")
    export.add_argument("--overwrite", action="store_true")
    return parser


def command_names(parser: argparse.ArgumentParser) -> set[str]:
    """The names of all commands."""
    action = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    return set(action.choices)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number
