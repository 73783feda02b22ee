"""The arguments of the command line."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from memory_desktop import __version__
from memory_desktop.cli.layer_arguments import layering
from memory_desktop.cli.times import moment, since, until
from memory_desktop.core.lab import SUBJECTS
from memory_desktop.core.memory.records import Layer
from memory_desktop.core.query.language import OPERATORS

MODES = ("hybrid", "rrf", "vector", "keyword")
EXPORT_FORMATS = ("jsonl", "mcp", "entries", "markdown", "parquet")
CONTEXT_PARTS = ("history", "summary", "memories", "skills")
ASSEMBLY_ACTIONS = tuple("list show create rule add remove order rename tag topic dissolve propose suggest".split())

_EPILOG = f"""\
Without a command, the window opens: memory-desktop [VAULT].
A query may hold typed operators ({", ".join(name + ":" for name in OPERATORS)}), "exact phrases" and -exclusions.
Exit codes: 0 done, 1 failed, 2 wrong usage.
"""
_TURN_LINES = """\
A JSON line is an object with user_input, final_response or both and, as far as known, user_id, session_id, timestamp
(such as 2026-01-31T10:30; without an offset it is UTC), title, cycle_id, source, agent_outputs, response_metadata,
outcome_signals and metadata. Also read: text, answer or assistant_response, user, session, time and cycle.
"""


class _Commands:
    """Adds commands one by one, and remembers their names."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
        self._parsers: dict[str, argparse.ArgumentParser] = {}

    def options(self) -> dict[str, dict[str, int]]:
        """By name of a command, its options, and how many values each takes at most."""
        return {
            name: {
                option: _most_values(action.nargs)
                for action in parser._actions  # noqa: SLF001 - argparse tells them in no other way
                for option in action.option_strings
            }
            for name, parser in self._parsers.items()
        }

    def add(self, name: str, help: str, *, vault: bool = True, json: bool = True) -> argparse.ArgumentParser:
        sub = self._subparsers.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".")
        self._parsers[name] = sub
        if vault:
            sub.add_argument("vault", type=Path, metavar="VAULT", help="the vault's folder")
        if json:
            sub.add_argument("--json", action="store_true", help="answer in JSON")
        return sub


def _most_values(nargs: int | str | None) -> int:
    if isinstance(nargs, int):
        return nargs
    return 1 if nargs in (None, argparse.OPTIONAL) else sys.maxsize


def build_parser() -> tuple[argparse.ArgumentParser, dict[str, dict[str, int]]]:
    """The whole command line; and by name of a command its options, and how many values each takes at most."""
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
    _rewinding(commands)
    _guarding(commands)
    _grouping(commands)
    _measuring(commands)
    _conversing(commands)
    layering(commands.add)
    return parser, commands.options()


def _windows(commands: _Commands) -> None:
    window = commands.add("window", "open the window (the default)", vault=False, json=False)
    window.add_argument("vault", type=Path, nargs="?", metavar="VAULT")

    remember = commands.add("remember", "ask in a small window what to remember", vault=False, json=False)
    remember.add_argument("vault", type=Path, metavar="VAULT")

    demo = commands.add("demo", "open the window on a fresh sample vault", vault=False)
    demo.add_argument("--shots", type=Path, metavar="DIR", help="save a picture of each view here, then end")

    mcp = commands.add("mcp", "let an agent use the vault: MCP on standard input and output", json=False)
    mcp.add_argument("--read-only", action="store_true", help="it cannot change anything")
    mcp.add_argument("--agent", default="", metavar="NAME", help="its name in the log (default: what it calls itself)")
    mcp.add_argument(
        "--as-server-memory",
        action="store_true",
        help="offer the nine tools of the reference server-memory instead of this program’s own",
    )
    mcp.add_argument(
        "--tools",
        choices=("all", "basic"),
        help="offer all tools, or those for turns, memories and skills alone (default: the setting service.tools)",
    )

    serve = commands.add("serve", "keep the vault open for agents and commands, without a window")
    serve.add_argument("--port", type=int, default=None, metavar="N", help="(default: the vault’s own)")
    serve.add_argument("--read-only", action="store_true", help="agents cannot change anything")

    agents = commands.add("agents", "list the agents that used the vault, or decide about one")
    agents.add_argument(
        "action",
        nargs="?",
        default="list",
        choices=tuple("list pause resume revoke admit approve trust token forget".split()),
        help="approve lets what it writes wait for approval, trust does not; token makes one of its own, without NAME a"
        " new one for all others; forget takes it off the list",
    )
    agents.add_argument("name", nargs="?", default="", metavar="NAME")
    agents.add_argument("--new", action="store_true", help="NAME has not connected yet")
    agents.add_argument("--yes", action="store_true", help="make a token without being asked, though there is one")
    agents.add_argument("--show", action="store_true", help="with token: show the one that there is for all others")

    connect = commands.add("connect", "say how to connect a client: what to put where")
    connect.add_argument("client", nargs="?", default=None, metavar="CLIENT", help="(default: list the known ones)")

    key = commands.add("model-key", "allow a language model’s address, and keep its key in the keyring", vault=False)
    key.add_argument("address", metavar="ADDRESS", help="as in the settings; the key is read from standard input")
    key.add_argument("--forget", action="store_true", help="allow it no longer, and forget its key")

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
    add.add_argument(
        "--from",
        action="append",
        default=[],
        dest="made_from",
        metavar="ID",
        help="it was generated from this memory; may be given many times",
    )
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
    imports.add_argument(
        "--conversation",
        action="append",
        dest="conversations",
        metavar="ID|TITLE",
        help="only this conversation; may be given many times",
    )
    imports.add_argument(
        "--role",
        action="append",
        dest="roles",
        metavar="ROLE",
        help="only messages of this role: user, assistant, tool, system; may be given many times",
    )
    imports.add_argument("--since", type=moment, metavar="DATE", help="only what was said then or later (UTC)")
    imports.add_argument("--until", type=until, metavar="DATE", help="only what was said then or earlier (UTC)")
    imports.add_argument(
        "--learn",
        "--extract",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="learn facts from the conversations, and fill the layers (default: from those of ChatGPT, Claude, Letta)",
    )
    imports.add_argument(
        "--model", default="", metavar="NAME", help="the model that made the vectors in the files, where they name none"
    )
    imports.add_argument("--later", action="store_true", help="do not wait for what is learned; an open vault goes on")
    imports.add_argument("--sync", action="store_true", help="embed everything before ending")

    jobs = commands.add("imports", "list the imports; let one go on, wait or be undone")
    each = jobs.add_mutually_exclusive_group()
    each.add_argument("--resume", type=_positive, default=None, metavar="SEQ", help="go on where it stopped")
    each.add_argument("--pause", type=_positive, default=None, metavar="SEQ", help="do not go on by itself")
    each.add_argument("--undo", type=_positive, default=None, metavar="SEQ", help="take back what it brought")

    forget = commands.add("forget", "forget memories (they stay in the history)")
    forget.add_argument("ids", nargs="+", metavar="ID")
    forget.add_argument("--reason", default="")
    forget.add_argument("--actor", default="user")

    purge = commands.add("purge", "remove memories for good, with their history (cannot be undone)")
    purge.add_argument("ids", nargs="*", metavar="ID")
    purge.add_argument("--import", type=_positive, default=None, dest="import_", metavar="SEQ", help="all it brought")
    purge.add_argument("--search", default=None, metavar="QUERY", help="all that these words and operators find")
    purge.add_argument("--yes", action="store_true", help="do not ask")
    purge.add_argument("--actor", default="user")

    commands.add("sync", "embed everything that waits")


def _reading(commands: _Commands) -> None:
    search = commands.add("search", "find memories")
    search.add_argument("query", nargs="?", metavar="QUERY")
    search.add_argument("--queries", type=Path, metavar="FILE", help='JSONL lines {"id", "query"}; one answer a line')
    search.add_argument(
        "--vector",
        default=None,
        metavar="NUMBERS",
        help="the vector of the query by the model in use, as a JSON list or a file with one; for models that are not"
        " run here. Lines of --queries may have a “vector”, too",
    )
    search.add_argument("--mode", choices=MODES, default="hybrid")
    search.add_argument("-k", type=_positive, default=10, metavar="N", help="how many hits (default: 10)")
    search.add_argument(
        "--as-of", type=_positive, default=None, metavar="SEQ", help="as the vault was after this event"
    )
    search.add_argument("--actor", default="user", help="who asks, for the log of recalls")
    search.add_argument("--explain", action="store_true", help="say why each hit is there")
    search.add_argument("--show-weaker", action="store_true", help="hits for which too little speaks, too")

    search.add_argument(
        "--why-not",
        default=None,
        metavar="ID",
        help="instead: why this memory is not among the hits, and what would bring it in",
    )

    show = commands.add("show", "show one memory with its history")
    show.add_argument("id", metavar="ID")
    show.add_argument("--vector", action="store_true", help="its vector, too; also of an assembly")
    show.add_argument("--contract", action="store_true", help="only the fields of the memory contract, as JSON")

    commands.add("status", "say what is in the vault and how it is")
    commands.add("private", "let nobody but you read the vault's files")

    verify = commands.add("verify", "check log, records and indexes")
    verify.add_argument("--repair", action="store_true", help="mend what can be derived again")
    verify.add_argument(
        "--accept-loss", action="store_true", help="go on without the events that the log has lost; the log says so"
    )
    verify.add_argument(
        "--set-wal-aside",
        action="store_true",
        help="first go on without the newest changes if they cannot be read; they are kept in a file",
    )
    verify.add_argument(
        "--receipt",
        type=Path,
        default=None,
        metavar="FILE",
        help="write a receipt of the log to FILE; if it is there, compare the log with it",
    )
    verify.add_argument("--actor", default="user", help="who accepts a loss (default: user)")
    verify.add_argument(
        "--remove-damaged", action="store_true", help="delete the copies of damaged indexes that were set aside"
    )

    export = commands.add("export", "write memories to files")
    export.description = (
        "Write memories to files, and with them, unless --query chooses some: assemblies, labelled queries, runs and"
        " ratings of procedures, practice of skills, protection, boards, summaries, and what was left out when the"
        " layers were filled (mcp: none of these). Never in an export: forgotten memories, the history, what waits in"
        " Review, statistics, settings, rights of agents."
    )
    export.add_argument("dest", type=Path, metavar="DEST")
    export.add_argument("--format", choices=EXPORT_FORMATS, required=True)
    export.add_argument("--query", default="", help="only what these typed operators let through")
    export.add_argument("--vectors", action="store_true", help="with the vectors, in a Parquet table")
    export.add_argument("--overwrite", action="store_true")


def _rewinding(commands: _Commands) -> None:
    for name, help in (("undo", "take the newest command back"), ("redo", "redo what was undone last")):
        sub = commands.add(name, help)
        sub.add_argument("--list", action="store_true", help="only say what could be taken back")
        sub.add_argument(
            "--command",
            dest="command_seq",
            type=_positive,
            default=None,
            metavar="SEQ",
            help="the command that this event belongs to, or undoes, also when others came after it",
        )
        sub.add_argument("--actor", default="user")

    digest = commands.add("digest", "say what agents and people did since a moment, by day and actor")
    digest.add_argument(
        "--since", type=since, default=7, metavar="WHEN", help="a date, a time, yesterday, or 30d (default: 7d)"
    )

    log = commands.add("log", "list the newest events")
    log.add_argument("--limit", type=_positive, default=20, metavar="N")
    log.add_argument("--before", type=_positive, default=None, metavar="SEQ", help="only events before this one")
    log.add_argument("--type", default=None, help="only events of this type")
    log.add_argument("--by", default=None, metavar="ACTOR", help="only events that this actor caused")
    log.add_argument("--item", default=None, metavar="ID", help="only events about this memory")

    diff = commands.add("diff", "say what happened to the memories between two events")
    diff.add_argument("from_seq", type=_positive, metavar="FROM")
    diff.add_argument("to_seq", type=_positive, nargs="?", default=None, metavar="TO", help="(default: the last event)")

    rewind = commands.add("rewind", "bring memories back to how they were after an event (can be undone)")
    rewind.add_argument("seq", type=_positive, metavar="SEQ")
    rewind.add_argument("ids", nargs="*", metavar="ID", help="only these (default: all)")
    rewind.add_argument("--actor", default="user")

    snapshot = commands.add("snapshot", "make, list, check, delete snapshots, or go back to one")
    snapshot.add_argument("action", choices=("create", "list", "check", "delete", "rollback"))
    snapshot.add_argument(
        "id", nargs="?", default="", metavar="ID", help="which one (check: all, if none is named); for create, its name"
    )

    rebuild = commands.add("rebuild", "build everything again from the log, beside, and switch")
    rebuild.add_argument(
        "--to", type=_positive, default=None, metavar="SEQ", help="show the state after this event (read-only)"
    )
    rebuild.add_argument(
        "--earlier-format",
        choices=("restore", "remove"),
        default=None,
        help="instead: go back to the copy from before the vault's format was raised, or delete that copy",
    )


def _guarding(commands: _Commands) -> None:
    settings = commands.add("settings", "show the vault's settings, or change them")
    settings.add_argument("changes", nargs="*", metavar="NAME[=VALUE]", help="a name, or a group as gates, shows it")

    held = commands.add("held", "list what the gates hold back")
    held.add_argument("--release", nargs="+", default=[], metavar="ID", help="let these in")
    held.add_argument("--discard", nargs="+", default=[], metavar="ID", help="drop these")
    held.add_argument("--redact", action="store_true", help="release without personal data")

    duplicates = commands.add("duplicates", "list pairs of memories that say the same, or contradict each other")
    duplicates.add_argument("--differ", nargs=2, metavar="ID", help="keep both, and never ask again")
    duplicates.add_argument(
        "--supersede", nargs=2, metavar=("OLD", "BY"), help="the second takes the first one's place"
    )

    merge = commands.add("merge", "make one memory, or one assembly, of several")
    merge.add_argument("ids", nargs="+", metavar="ID")
    merge.add_argument("--text", default=None, help="the merged text, or the assembly's name")
    merge.add_argument("--actor", default="user")

    reinforce = commands.add("reinforce", "raise the salience of memories")
    reinforce.add_argument("ids", nargs="+", metavar="ID")
    reinforce.add_argument("--credit", type=float, default=0.1)
    reinforce.add_argument("--actor", default="user")

    useful = commands.add("useful", "say that a recalled memory was useful, or was not")
    useful.add_argument("id", metavar="ID")
    useful.add_argument("--not", action="store_false", dest="useful", help="it was not")
    useful.add_argument("--query", default="", help="for which question")
    useful.add_argument("--actor", default="user")

    fade = commands.add("fade", "let the salience of memories decay")
    fade.add_argument("ids", nargs="*", metavar="ID", help="(default: all active memories)")
    fade.add_argument("--hours", type=float, required=True)
    fade.add_argument("--actor", default="user")

    evict = commands.add("evict", "forget the least salient memories beyond the capacity")
    evict.add_argument("--dry-run", action="store_true", help="only say which")


def _grouping(commands: _Commands) -> None:
    assemblies = commands.add("assemblies", "list, make, change, dissolve, propose assemblies, or suggest merges")
    assemblies.add_argument(
        "action",
        nargs="?",
        default="list",
        choices=ASSEMBLY_ACTIONS,
        help="list [WORD…]; create NAME ID…; rule NAME QUERY; add, remove ID MEMORY…; order ID MEMORY… (first);"
        " rename ID NAME; tag ID TAG…; topic ID TOPIC…; dissolve ID…; show ID",
    )
    assemblies.add_argument("words", nargs="*", metavar="WORD", help="what the action needs")
    assemblies.add_argument("--actor", default="user")

    merges = commands.add("merges", "list the merges of memories and assemblies, newest first")
    merges.add_argument("--limit", type=_positive, default=50, metavar="N")

    unmerge = commands.add("unmerge", "take a merged memory or assembly apart")
    unmerge.add_argument("id", metavar="ID")
    unmerge.add_argument("--actor", default="user")

    lineage = commands.add("lineage", "say where a memory or an assembly came from and what became of it")
    lineage.add_argument("id", metavar="ID")
    lineage.add_argument(
        "--depth", type=_positive, default=None, metavar="N", help="at most so many steps away (default: all of it)"
    )
    lineage.add_argument("--format", choices=("tree", "dot", "json"), default="tree")

    commands.add("drift", "say how fresh the vectors of assemblies are")


def _measuring(commands: _Commands) -> None:
    label = commands.add("label", "say which memories a query should find")
    label.add_argument("query", metavar="QUERY")
    label.add_argument("ids", nargs="*", metavar="ID", help="none removes the query")

    lab = commands.add("lab", "measure recall on the labelled queries")
    lab.add_argument("-k", type=_positive, default=10, metavar="N")
    lab.add_argument("--history", action="store_true", help="list earlier runs instead")

    evaluation = commands.add("eval", "measure every mode of search with a file of questions; the vault stays as it is")
    evaluation.add_argument(
        "questions",
        type=Path,
        metavar="QUESTIONS.jsonl",
        help='lines {"query", "expected": [ids]}; ids of memories, or those they had where they came from',
    )
    evaluation.add_argument(
        "--mode", action="append", default=[], dest="modes", choices=SUBJECTS, help="only this; may be repeated"
    )

    model = commands.add("model", "show, try and change the embedding model")
    model.add_argument(
        "action",
        choices=tuple("list status start run failed compare switch rollback cancel clean download".split()),
        help="start begins a change to REF; run embeds until it is ready; failed lists what REF cannot embed;"
        " switch uses it",
    )
    model.add_argument("ref", nargs="?", default="", metavar="REF", help='"bundled", a name, a folder, or outside:NAME')


def _conversing(commands: _Commands) -> None:
    context = commands.add("context", "give what an agent should know before it answers")
    context.add_argument("query", metavar="QUERY", help="what the user says")
    context.add_argument("--session", default="", metavar="ID", help="the conversation, for its last messages")
    context.add_argument(
        "--user",
        default="",
        metavar="ID",
        help="whose memories, with notes that speak of nobody; else of the session’s user, or everybody’s",
    )
    context.add_argument("--budget", type=_positive, default=2_000, metavar="N", help="most tokens (default: 2000)")
    context.add_argument(
        "--part", action="append", default=[], dest="parts", choices=CONTEXT_PARTS, help="only this; may be repeated"
    )
    context.add_argument("--actor", default="user", help="who asks, for the log of recalls")

    process = commands.add("process", "hand over a turn: it is kept, and learned from")
    process.epilog = _TURN_LINES
    process.add_argument(
        "text",
        nargs="?",
        default=None,
        metavar="TEXT",
        help="what the user said; without it and --answer, JSON lines from stdin",
    )
    process.add_argument("--answer", default=None, metavar="TEXT", help="what was answered; may stand alone")
    process.add_argument("--session", default="", metavar="ID", help="the conversation (default: the last one)")
    process.add_argument("--user", default="", metavar="ID")
    process.add_argument("--cycle", default=None, metavar="ID", help="id of the turn, if it is there already")
    process.add_argument("--title", default="", help="of the conversation")
    process.add_argument("--time", type=moment, default=None, metavar="TIME", help="when it was said; else now")
    process.add_argument("--source", default="conversation")
    process.add_argument("--later", action="store_true", help="do not wait for what is learned from it")
    process.add_argument("--actor", default="user")

    cycles = commands.add("cycles", "list turns of conversations, newest first, find some by meaning, or show one")
    cycles.add_argument("id", nargs="?", default=None, metavar="ID")
    cycles.add_argument("--user", default=None, metavar="ID")
    cycles.add_argument("--session", default=None, metavar="ID")
    cycles.add_argument("--after", type=moment, default=None, metavar="TIME")
    cycles.add_argument("--before", type=until, default=None, metavar="TIME")
    cycles.add_argument("--oldest", action="store_true", help="oldest first")
    cycles.add_argument("--type", default=None, metavar="TYPE", help="answers of this response_type")
    cycles.add_argument(
        "--min-confidence", type=float, default=None, metavar="C", help="an agent was at least so sure, 0 to 1"
    )
    cycles.add_argument(
        "--about", default=None, metavar="WORDS", help="find turns of a user that mean something like it"
    )
    cycles.add_argument(
        "--min-relevance", type=float, default=None, metavar="R", help="with --about: the least relevance, 0 to 1"
    )
    cycles.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="with --about: what the turn’s metadata, or the turn itself, must say; dotted for what lies deeper",
    )
    cycles.add_argument(
        "--statistics", action="store_true", help="how a user’s memory, or everybody’s, was used by such questions"
    )
    cycles.add_argument("--summary", action="store_true", help="what all turns of a user come to, and where they stand")
    cycles.add_argument("--vectors", action="store_true", help="with --json: the vectors of what was said, too")
    cycles.add_argument("--limit", type=_positive, default=10, metavar="N", help="turns of a page, 1 to 100")
    cycles.add_argument("--cursor", default="", metavar="CURSOR", help="go on from the page before")

    patterns = commands.add("patterns", "what was found in a user’s turns")
    patterns.add_argument("--user", default="", metavar="ID", help="whose; else the vault’s own")

    skills = commands.add("skills", "list, show, make, change, retire or try skills")
    skills.add_argument(
        "action",
        nargs="?",
        default="list",
        choices=tuple("list show create edit retire match".split()),
        help="match QUERY says which skills a query asks for",
    )
    skills.add_argument("name", nargs="?", default="", metavar="NAME")
    skills.add_argument("--description", default=None, help="what it is for")
    skills.add_argument("--prompt", default=None, help="what it puts into the prompt; - reads standard input")
    skills.add_argument(
        "--example", action="append", default=[], dest="examples", metavar="TEXT", help="a phrase that asks for it"
    )
    skills.add_argument(
        "--component", action="append", default=[], dest="components", metavar="NAME", help="a skill that it is made of"
    )
    skills.add_argument("--rename", default="", metavar="NAME", help="another name")
    skills.add_argument("--actor", default="user")


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number
