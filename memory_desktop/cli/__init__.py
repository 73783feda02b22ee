"""The command line: every command works without Qt, and with `--json` for programs."""

from memory_desktop.cli.main import main

__all__ = ["main"]
