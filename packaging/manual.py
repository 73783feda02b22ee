"""Writes the manual page from the program's own list of commands (`packaging/build.py` starts it): manual.py INTO."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from memory_desktop import __version__
from memory_desktop.cli.arguments import build_parser

_HEAD = """.TH MEMORY\\-DESKTOP 1 "" "Memory Desktop {version}" "User Commands"
.SH NAME
memory\\-desktop \\- see, search, correct and rewind what your AI remembers
.SH SYNOPSIS
.B memory\\-desktop
.RI [ VAULT ]
.br
.B memory\\-desktop
.I COMMAND
.RI [ ARGUMENTS ]
.SH DESCRIPTION
Without a command the window opens, on a vault or on the last one. A vault is a folder; the file
.I vault.json
in it stands for it as well. Every command works without a window, and most take
.B \\-\\-json
for programs. What an open window or server has in hand, a command is carried out by.
.SH COMMANDS
"""
_TAIL = """.SH FILES
.TP
.I ~/.config/Memory Desktop
what the window keeps: its place, its theme, the last vaults
.TP
.I ~/.local/share/Memory Desktop
embedding models that were downloaded, the sample vault, tokens of agents
.TP
.I /usr/lib/memory\\-desktop
the program; licences of all its parts are in
.I /usr/share/doc/memory\\-desktop/copyright
.SH EXIT STATUS
0 when all went well, 1 when it did not, 2 for arguments that cannot be understood.
.SH SEE ALSO
.BR "memory\\-desktop COMMAND \\-\\-help" ,
https://modelcontextprotocol.io
"""


def main(arguments: list[str]) -> int:
    """Write the page."""
    parser, _ = build_parser()
    # argparse has no other way to its commands and what it says of them.
    listed = next(one for one in parser._actions if isinstance(one, argparse._SubParsersAction))  # noqa: SLF001
    choices = listed._choices_actions  # noqa: SLF001
    rows = [f".TP\n.B {_plain(choice.dest)}\n{_sentence(choice.help or '')}\n" for choice in choices]
    text = _HEAD.format(version=__version__) + "".join(rows) + _TAIL
    Path(arguments[0]).write_text(text, encoding="utf-8")
    return 0


def _sentence(text: str) -> str:
    return f"{_plain(text[:1].upper() + text[1:])}."


def _plain(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-").replace("’", "'").replace("…", "...").lstrip(".'")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
