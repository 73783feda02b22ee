"""From arguments to a command, and from errors to exit codes."""

from __future__ import annotations

import argparse
import difflib
import gc
import logging
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from memory_desktop import libraries, open_vault
from memory_desktop.cli import agents as deciding
from memory_desktop.cli import assemblies as grouping
from memory_desktop.cli import commands, serving, sharing
from memory_desktop.cli import conversations as talking
from memory_desktop.cli import digest as telling
from memory_desktop.cli import evaluation as evaluating
from memory_desktop.cli import forgetting as meta
from memory_desktop.cli import history as rewinding
from memory_desktop.cli import imports as bringing
from memory_desktop.cli import keys as keeping
from memory_desktop.cli import layers as layered
from memory_desktop.cli import model as measuring
from memory_desktop.cli import output as out
from memory_desktop.cli import procedures as proceeding
from memory_desktop.cli import purge as purging
from memory_desktop.cli import review as guarding
from memory_desktop.cli import working as attending
from memory_desktop.cli.arguments import build_parser
from memory_desktop.cli.console import console
from memory_desktop.core.errors import HeldBackError, KnownError, VaultError, VaultLockedError
from memory_desktop.own_files import vault_at
from memory_desktop.service.commands import Console

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

_WAITED_SECONDS, _PAUSE_SECONDS = 10.0, 0.1
#: Commands that take words of a person, which may begin with a dash.
_OF_WORDS = ("search", "add", "label", "context", "retrieve", "process", "board")


def _episodes(vault: Engine, args: argparse.Namespace) -> int:
    """See `cli.episodes`; loaded as `_concepts` is."""
    from memory_desktop.cli.episodes import episodes

    return episodes(vault, args)


def _consolidate(vault: Engine, args: argparse.Namespace) -> int:
    """See `cli.episodes`; loaded as `_concepts` is."""
    from memory_desktop.cli.episodes import consolidate

    return consolidate(vault, args)


def _concepts(vault: Engine, args: argparse.Namespace) -> int:
    """See `cli.concepts`, which needs the engine and is loaded only when it is asked for."""
    from memory_desktop.cli.concepts import concepts

    return concepts(vault, args)


def _emotions(vault: Engine, args: argparse.Namespace) -> int:
    """See `cli.emotions`; loaded as `_concepts` is."""
    from memory_desktop.cli.emotions import emotions

    return emotions(vault, args)


_WITH_VAULT: dict[str, Callable[[Engine, argparse.Namespace], int]] = {
    "add": commands.add,
    "import": commands.import_,
    "imports": bringing.imports,
    "search": commands.search,
    "show": commands.show,
    "forget": commands.forget,
    "purge": purging.purge,
    "sync": commands.sync,
    "status": commands.status,
    "private": commands.private,
    "verify": commands.verify,
    "export": commands.export,
    "undo": rewinding.undo,
    "redo": rewinding.redo,
    "log": rewinding.log,
    "digest": telling.digest,
    "diff": rewinding.diff,
    "rewind": rewinding.rewind,
    "snapshot": rewinding.snapshot,
    "settings": guarding.settings,
    "held": guarding.held,
    "duplicates": guarding.duplicates,
    "merge": guarding.merge,
    "reinforce": guarding.reinforce,
    "useful": guarding.useful,
    "fade": guarding.fade,
    "evict": guarding.evict,
    "assemblies": grouping.assemblies,
    "merges": grouping.merges,
    "unmerge": grouping.unmerge,
    "lineage": grouping.lineage,
    "drift": grouping.drift,
    "label": measuring.label,
    "lab": measuring.lab,
    "eval": evaluating.evaluate,
    "model": measuring.model,
    "agents": deciding.agents,
    "context": talking.context,
    "process": talking.process,
    "cycles": talking.cycles,
    "skills": talking.skills,
    "patterns": talking.patterns,
    "layers": layered.layers,
    "forgetting": meta.forgetting,
    "episodes": _episodes,
    "consolidate": _consolidate,
    "concepts": _concepts,
    "retrieve": layered.retrieve,
    "procedures": proceeding.procedures,
    "emotions": _emotions,
    "board": attending.board,
}


class UnknownCommandError(ValueError):
    """The first word is neither a command nor a path."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Returns:
        0 done, 1 failed (the reason is on standard error), 2 wrong usage.
    """
    given = list(sys.argv[1:] if argv is None else argv)
    try:
        args = _parsed(given)
    except SystemExit as stop:
        return int(stop.code or 0)
    logging.basicConfig(level=logging.INFO if args.verbose else logging.ERROR, format="%(levelname)s %(message)s")
    return _guarded(args, lambda args: _run(args, given))


def _parsed(given: Sequence[str]) -> argparse.Namespace:
    """The arguments. Raises SystemExit: they cannot be meant, and it was said why."""
    parser, options = build_parser()
    names = set(options)
    try:
        words = _with_default_command(list(given), names)
    except UnknownCommandError as error:
        near = difflib.get_close_matches(str(error), sorted(names), n=1)
        parser.error(f"there is no command and no vault “{error}”" + (f"; did you mean “{near[0]}”?" if near else ""))
    args = parser.parse_args(_in_order(words, options))
    asked = args.command == "search" and (args.query is not None or args.vector is not None)
    if args.command == "search" and asked == (args.queries is not None):
        parser.error("search needs either a QUERY, or a --vector, or --queries FILE")
    if args.command == "search" and args.why_not is not None and args.query is None:
        parser.error("--why-not needs a QUERY")
    return args


def _guarded(args: argparse.Namespace, work: Callable[[argparse.Namespace], int]) -> int:
    """Do the work; what is raised becomes a sentence and an exit code."""
    try:
        return work(args)
    except HeldBackError as error:
        if getattr(args, "json", False):
            out.print_json({"held": error.id, "reasons": error.reason})
        else:
            out.print_lines([f"{error.id} (held back for review: {error.reason})"])
        return commands.OK
    except KnownError as error:
        if getattr(args, "json", False):
            out.print_json({"error": error.message, "hint": error.hint})
        out.note(f"memory-desktop: {error}")
        return commands.FAILED
    except BrokenPipeError:
        # Who reads has seen enough; Python must not complain about it when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return commands.OK
    except KeyboardInterrupt:
        out.note("memory-desktop: stopped; everything acknowledged is kept.")
        return commands.FAILED


def _run(args: argparse.Namespace, given: Sequence[str]) -> int:
    match args.command:
        case "window" | "remember":
            gc.disable()  # as in `__main__`; the window collects garbage itself (`bridge.collector`)
            with _libraries_of_qt():
                from memory_desktop.app import run_window

            if args.vault is not None and not args.vault.exists():
                # Not made unasked: an empty vault in the place of a mistyped one would look as if all were lost.
                raise VaultError(f"{args.vault} is not there.", hint="Make a vault with “memory-desktop new”.")
            asked = args.command == "remember"
            return run_window(args.vault and vault_at(args.vault), run_command, remember=asked)
        case "demo":
            with _libraries_of_qt():
                from memory_desktop.app import run_demo

            return run_demo(args.shots, run_command)
        case "new":
            return _new(args)
        case "mcp":
            return serving.mcp(args, run_command)
        case "serve":
            return serving.serve(args, run_command)
        case "connect":
            return serving.connect(args)
        case "model-key":
            return keeping.model_key(args)
        case "rebuild":
            return _on_closed(args, rewinding.rebuild)
    if args.command == "verify" and args.set_wal_aside:
        _on_closed(args, commands.set_aside)
    return _on_vault(args, given)


@contextmanager
def _libraries_of_qt() -> Iterator[None]:
    """Imports what makes the window. Raises KnownError: a shared library that Qt needs is missing."""
    try:
        from memory_desktop.bridge.qt_imports import leave_sources_alone

        leave_sources_alone()
        yield
    except ImportError as error:
        said = libraries.lacking(str(error))
        if said is None:
            raise
        raise KnownError(said[0], hint=said[1]) from error


def run_command(engine: Engine, argv: Sequence[str], cwd: Path, console: Console) -> int:
    """Carry a command line of another process out; see `service.commands.CommandRunner`."""
    return sharing.runner(_parsed, _with_engine, _guarded)(engine, argv, cwd, console)


def _on_vault(args: argparse.Namespace, given: Sequence[str]) -> int:
    """Carry a command out on the vault, or let the process do it that has the vault open.

    One that is about to open or to close the vault does neither for some seconds, and is waited for.
    """
    from memory_desktop.service.caller import NotServedError

    end, told = time.monotonic() + _WAITED_SECONDS, False
    while True:
        try:
            vault = open_vault(args.vault)
        except VaultLockedError:
            try:
                code = sharing.run_elsewhere(args.vault, given)
            except NotServedError:
                if time.monotonic() > end:
                    raise
                code = None
            if code is not None:
                return code
            if time.monotonic() > end:
                raise
            if not told:
                out.note("Another process has the vault open; waiting until it answers or ends …")
            told = True
            time.sleep(_PAUSE_SECONDS)
            continue
        with vault:
            return _with_engine(vault, args)


def _with_engine(vault: Engine, args: argparse.Namespace) -> int:
    """Carry a command out on an open vault. Raises KnownError: it is none that can be."""
    if args.command not in _WITH_VAULT or (args.command == "verify" and args.set_wal_aside and not console().here):
        raise sharing.needs_closed(args.command)
    return _WITH_VAULT[args.command](vault, args)


def _on_closed(args: argparse.Namespace, work: Callable[[argparse.Namespace], int]) -> int:
    """Carry out what needs the vault closed; an agent’s own process is asked to close it."""
    try:
        return work(args)
    except VaultLockedError as error:
        from memory_desktop.service.handover import closed_for

        return closed_for(args.vault, args.command, error, lambda: work(args))


def _new(args: argparse.Namespace) -> int:
    from memory_desktop.wiring import make_sample

    path: Path = args.vault
    if args.sample:
        make_sample(path, name=args.name)
    elif (path / "vault.json").exists():
        raise KnownError(f"{path} is a vault already.", hint="Choose another folder.")
    else:
        open_vault(path, create=True, name=args.name).close()
    if args.json:
        out.print_json({"vault": str(path.absolute())})
    else:
        out.print_lines([f"A new vault: {path.absolute()}"])
    return commands.OK


def _in_order(argv: list[str], options: Mapping[str, Mapping[str, int]]) -> list[str]:
    """The words of a command together, wherever its options stand: argparse passes over words behind an option that
    itself stands behind a word. If a word begins with a dash and is no option, as the query “-tea”, all words come
    last, behind “--”."""
    command = next((word for word in argv if word in options), "")
    if not command:
        return argv
    start = argv.index(command) + 1
    known, rest = options[command], deque(argv[start:])
    before, words, runs, dashed, in_run = list[str](), list[str](), 0, False, False
    while rest:
        word = rest.popleft()
        if word == "--":
            words, dashed = [*words, *rest], True
            break
        plain = not word.startswith("-") or word == "-"
        short = word[:2] in known and known[word[:2]] > 0
        attached = short and (word[2:].isdigit() or word[2:3] == "=")  # as -k5 and -k=5
        of_words = command in _OF_WORDS and not word.startswith("--") and word not in known and not attached
        if plain or of_words:
            words.append(word)
            dashed = dashed or not plain
            runs += not in_run
            in_run = True
            continue
        in_run = False
        before.append(word)
        most = _values_of(word, known)
        while most and rest and (not rest[0].startswith("-") or most == 1):
            before.append(rest.popleft())
            most -= 1
    if dashed:
        return [*argv[:start], *before, "--", *words]
    return [*argv[:start], *words, *before] if runs > 1 else argv


def _values_of(option: str, known: Mapping[str, int]) -> int:
    """How many values an option takes at most, also where only the beginning of its name is given."""
    if option in known:
        return known[option]
    longer = {known[one] for one in known if one.startswith(option)} if option.startswith("--") else set()
    return longer.pop() if len(longer) == 1 else 0


def _like_a_path(word: str) -> bool:
    return any(mark in word for mark in ("/", "\\", "."))


def _with_default_command(argv: list[str], names: set[str]) -> list[str]:
    """`memory-desktop` and `memory-desktop VAULT` mean the window. Raises UnknownCommandError."""
    words = [word for word in argv if not word.startswith("-")]
    if any(word in ("-h", "--help", "--version") for word in argv) and not words:
        return argv
    if words and words[0] in names:
        return argv
    if words and not os.path.lexists(words[0]) and (len(words) > 1 or not _like_a_path(words[0])):
        raise UnknownCommandError(words[0])
    flags = [word for word in argv if word in ("-v", "--verbose")]
    return [*flags, "window", *(word for word in argv if word not in flags)]
