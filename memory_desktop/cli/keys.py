"""Keys of language models, kept in the system's keyring."""

from __future__ import annotations

import sys
from argparse import Namespace
from getpass import getpass

from memory_desktop.cli import output as out
from memory_desktop.llm import Keys

OK = 0


def model_key(args: Namespace) -> int:
    """Allow an address on this computer and keep its key, or forget both."""
    if args.forget:
        Keys().forget(args.address)
        return out.print_answer(args, {"forgotten": args.address}, f"{args.address} is not allowed any more.")
    key = getpass("Key (nothing for none): ") if sys.stdin.isatty() else sys.stdin.readline()
    Keys().set(args.address, key.strip())
    return out.print_answer(args, {"allowed": args.address}, f"{args.address} is allowed; its key is in the keyring.")
