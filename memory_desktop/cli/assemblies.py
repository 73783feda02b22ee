"""Commands of assemblies: making and merging them, their drift, and the lineage of everything."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from typing import TYPE_CHECKING

from memory_desktop.cli import output as out
from memory_desktop.core.assemblies import Assembly
from memory_desktop.core.errors import KnownError
from memory_desktop.core.lineage import Node, to_dot, to_plain, to_tree
from memory_desktop.core.wording import count, memories, status_word

if TYPE_CHECKING:
    from memory_desktop.engine.assembly.assemblies import AssemblyState
    from memory_desktop.engine.engine import Engine

OK = 0


def assemblies(vault: Engine, args: Namespace) -> int:
    """Everything about assemblies but merging."""
    book, words = vault.assemblies, args.words
    match args.action:
        case "list":
            return _list(_fitting(vault.assemblies.states(), words), json=args.json)
        case "create":
            made = book.create(_need(words, 0, "a name"), words[1:], actor=args.actor)
        case "rule":
            made = book.create_by_rule(_need(words, 0, "a name"), _need(words, 1, "a query"), actor=args.actor)
        case "show":
            return _show(vault, _need(words, 0, "an id"), json=args.json)
        case "add":
            made = book.add(_need(words, 0, "an id"), words[1:], actor=args.actor)
        case "remove":
            made = book.remove(_need(words, 0, "an id"), words[1:], actor=args.actor)
        case "order":
            made = book.arrange(_need(words, 0, "an id"), words[1:], actor=args.actor)
        case "rename":
            made = book.change(_need(words, 0, "an id"), name=_need(words, 1, "a name"), actor=args.actor)
        case "tag":
            made = book.change(_need(words, 0, "an id"), tags=words[1:], actor=args.actor)
        case "topic":
            made = book.change(_need(words, 0, "an id"), topics=words[1:], actor=args.actor)
        case "dissolve":
            number = book.dissolve(words, actor=args.actor)
            text = f"{count(number, 'assembly', 'assemblies')} dissolved; the memories stay."
            return out.print_answer(args, {"dissolved": number}, text)
        case "propose":
            return _propose(vault, json=args.json)
        case _:
            return _suggest(vault, json=args.json)
    return _made(made, json=args.json)


def merges(vault: Engine, args: Namespace) -> int:
    """The log of merges."""
    found = vault.merge_lines(args.limit)
    for line in found:
        entry = line.entry
        if args.json:
            out.print_json({**asdict(entry), "target_name": line.target, "source_names": list(line.sources)})
            continue
        alike = "not known" if entry.similarity is None else f"{entry.similarity:.2f} of {entry.threshold:.2f}"
        kind = "memories" if entry.of_memories else "assemblies"
        head = f"{entry.at:%Y-%m-%d %H:%M}  {entry.state.value:<9}  {kind:<10}  similarity {alike}  by {entry.actor}"
        out.print_lines([head, f"  {entry.target}  {out.one_line(line.target)}"])
        named = zip(entry.sources, line.sources, strict=True)
        out.print_lines(f"    from {id}  {out.one_line(name)}" for id, name in named)
    if not found and not args.json:
        out.print_lines(["Nothing has been merged."])
    return OK


def unmerge(vault: Engine, args: Namespace) -> int:
    """Take a merged assembly or memory apart."""
    made = vault.unmerge(args.id, actor=args.actor)
    return out.print_answer(args, {"ids": made}, "\n".join(made))


def lineage(vault: Engine, args: Namespace) -> int:
    """Where something came from and what became of it."""
    from memory_desktop.engine.history.lineage import MOST  # the engine is loaded only by what opens a vault

    graph = vault.lineage(args.id, args.depth, MOST)
    format = "json" if args.json else args.format
    if format == "json":
        out.print_json(to_plain(graph))
    elif format == "dot":
        out.print_lines(to_dot(graph).splitlines())
    else:
        out.print_lines(
            f"{'  ' * depth}{f'{how} → ' if how else ''}{node.id}  {_status(node)}  {node.label}"
            for depth, node, how in to_tree(graph)
        )
        out.print_lines(vault.explain(args.id))
        out.print_lines([f"{count(graph.more, 'further one')} left out."] if graph.more else [])
        out.print_lines(f"A cycle: {' → '.join((*cycle, cycle[0]))}" for cycle in graph.cycles)
    return OK


def drift(vault: Engine, args: Namespace) -> int:
    """How fresh the vectors of assemblies are."""
    states = vault.assemblies.states()
    if args.json:
        return _list(states, json=True)
    limit = vault.settings.number("assemblies.max_drift")
    out.print_lines([f"An assembly lifts its members while its vector was verified within {limit:g} s."])
    for state in states:
        at = f"{state.synced_at:%Y-%m-%d %H:%M:%S}" if state.synced_at else "never"
        error = f"  {state.vector.last_error}" if state.vector.last_error else ""
        out.print_lines([f"{state.freshness:<7} {at:<19}  {state.assembly.id}  {state.assembly.name}{error}"])
    out.print_lines(["", "month    memories  spread  from all  from the month before"])
    for month in vault.embedding_drift():
        moved = "" if month.from_last is None else f"{month.from_last:.3f}"
        row = f"{month.month}  {month.count:>8,}  {month.spread:>6.3f}  {month.from_all:>8.3f}  {moved:>10}"
        out.print_lines([row])
    return OK


def _fitting(states: list[AssemblyState], words: list[str]) -> list[AssemblyState]:
    """Those that have each of these words in their name, tags, topics or reason."""
    wanted = " ".join(words).casefold().split()

    def said(one: Assembly) -> str:
        return " ".join((one.name, *one.tags, *one.topics, one.reason)).casefold()

    return [state for state in states if all(word in said(state.assembly) for word in wanted)]


def _list(states: list[AssemblyState], *, json: bool) -> int:
    for state in states:
        one = state.assembly
        if json:
            vector = {"state": state.vector.state, "attempts": state.vector.attempts, "error": state.vector.last_error}
            out.print_json({**_plain(one), "synced_at": state.synced_at, "freshness": state.freshness, **vector})
        else:
            used = f"{count(one.activation_count, 'activation')}"
            out.print_lines([f"{one.id}  {memories(len(one.members)):<12} {state.freshness:<7} {used:<15} {one.name}"])
    if not states and not json:
        out.print_lines(["There are no assemblies."])
    return OK


def _show(vault: Engine, id: str, *, json: bool) -> int:
    one = vault.assemblies.get(id)
    members = vault.assemblies.members(id)
    if json:
        out.print_json({**_plain(one), "explanation": vault.explain(id)})
        return OK
    out.print_lines([f"{one.name} ({status_word(one.status.value, assembly=True)}), {memories(len(one.members))}"])
    labels = (("tags", one.tags), ("topics", one.topics))
    out.print_lines(f"{title}: {', '.join(values)}" for title, values in labels if values)
    out.print_lines(vault.explain(id))
    out.print_lines([f"Changed at {one.updated_at:%Y-%m-%d %H:%M} UTC."] if one.updated_at != one.created_at else [])
    out.print_lines(f"  {memory.id}  {out.one_line(memory.content)}" for memory in members)
    return OK


def _propose(vault: Engine, *, json: bool) -> int:
    found = vault.proposals.find()
    for one in found:
        if json:
            ids = [memory.id for memory in one.members]
            out.print_json({"name": one.name, "members": ids, "similarity": one.similarity, "reason": one.reason})
        else:
            out.print_lines([f"{one.name}", f"  {one.reason}"])
            out.print_lines(f"  {memory.id}  {out.one_line(memory.content)}" for memory in one.members)
    if not found and not json:
        out.print_lines(["Nothing belongs together that is not together already."])
    return OK


def _suggest(vault: Engine, *, json: bool) -> int:
    found = vault.merging.suggestions()
    for pair in found:
        if json:
            ids = [pair.first.id, pair.second.id]
            out.print_json({"assemblies": ids, "similarity": pair.similarity, "shared": pair.shared})
        else:
            text = f"{pair.similarity:.2f}  {pair.first.id} “{pair.first.name}”  {pair.second.id} “{pair.second.name}”"
            out.print_lines([text])
    if not found and not json:
        out.print_lines(["No two assemblies are alike enough (see the setting assemblies.merge_above)."])
    return OK


def _made(one: Assembly, *, json: bool) -> int:
    if json:
        out.print_json(_plain(one))
    else:
        out.print_lines([one.id])
    return OK


def _plain(one: Assembly) -> dict[str, object]:
    return {name: value for name, value in asdict(one).items() if name not in ("key", "revision")}


def _need(words: list[str], place: int, what: str) -> str:
    if len(words) <= place:
        raise KnownError(f"This needs {what}.", hint="See “memory-desktop assemblies --help”.")
    return words[place]


def _status(node: Node) -> str:
    return status_word(node.status, assembly=node.id.startswith("asm_"))
