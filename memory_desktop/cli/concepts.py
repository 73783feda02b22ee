"""The command for concepts: what is known of people, places and ideas, and how they are linked."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import orjson

from memory_desktop.cli import output as out
from memory_desktop.cli.console import console
from memory_desktop.cli.values import named
from memory_desktop.core.errors import KnownError
from memory_desktop.core.layers.concept_json import activated_json, concept_json, neighbours_json
from memory_desktop.core.layers.concept_plan import PlannedConcept
from memory_desktop.core.layers.concepts import (
    Concept,
    Conflict,
    Resolution,
    adding,
    concept_data,
    concept_edit,
    told_settled,
)
from memory_desktop.core.wording import count, shortened

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine
    from memory_desktop.engine.layers.library import Entry, Origin

OK = 0
_LINE = 100
_DECIDED = {
    Resolution.OPEN: "open",
    Resolution.KEEP_OLD: "the first was kept",
    Resolution.KEEP_NEW: "the second was kept",
    Resolution.KEEP_BOTH: "both were kept",
    Resolution.DROPPED: "removed by an edit",
}


def concepts(vault: Engine, args: Namespace) -> int:
    """List, show, learn, change, link, decide about or retire concepts."""
    library = vault.layers.concepts
    match args.action:
        case "neighbours":
            _told(args, neighbours_json(library.neighbours(_named(args), args.user)), _neighbour_line)
        case "related":
            found = library.activate_related(_named(args), args.spread, depth=args.depth, user=args.user)
            _told(args, activated_json(found[: args.limit]), _activated_line)
        case "conflicts":
            _conflicts(vault, args)
        case "plan":
            _told(args, [_plan_json(one) for one in library.plan(args.user or "")], _plan_line)
        case "learn" | "create":
            _learn(vault, args)
        case "list":
            _list(vault, args)
        case "retire":
            number = library.retire([_named(args)], user=args.user, origin=_origin(args))
            _told(args, [{"retired": number}], lambda _: f"Retired {args.name}.")
        case _:
            _one(args, _changed(vault, args))
    return OK


def _origin(args: Namespace) -> Origin:
    from memory_desktop.engine.layers.library import Origin

    return Origin(actor=args.actor)


def _json(entry: Entry[Concept], user: str | None) -> dict[str, Any]:
    from memory_desktop.engine.layers.concepts import known

    return concept_json(known(entry), user)


def _changed(vault: Engine, args: Namespace) -> Entry[Concept]:
    library, origin, name = vault.layers.concepts, _origin(args), _named(args)
    match args.action:
        case "edit":
            change = concept_edit({**_given(args), **({"name": args.rename} if args.rename else {})})
            if not args.anew:
                change = adding(library.get(name, args.user).payload, change)
            before = library.get(name, args.user).payload.conflicts
            edited = library.edit(name, change, user=args.user, origin=origin)
            _told_of(one for one in edited.payload.conflicts if one not in before)
            return edited
        case "resolve":
            how = Resolution(f"keep_{args.keep}")
            decided = library.resolve(name, args.conflict, how, user=args.user, origin=origin)
            if told := told_settled(decided.settled):
                out.note(told)
            return decided.entry
        case "understand":
            numbers = {"personal_relevance": args.relevance, "mastery_level": args.mastery}
            given = {field: value for field, value in numbers.items() if value is not None}
            texts = {"personal_examples": args.examples, "misconceptions": args.misconceptions}
            return library.understand_more(name, args.user or "", {**given, **texts}, anew=args.anew, origin=origin)
    return library.get(name, args.user)


def _learn(vault: Engine, args: Namespace) -> None:
    from memory_desktop.engine.layers.concepts import Lesson

    library, data = vault.layers.concepts, concept_data({**_given(args), "name": _named(args)})
    origin, user = _origin(args), args.user or ""
    if args.action == "create":
        made = library.create(data, user=user, origin=origin)
        conflicts = made.payload.conflicts if made is not None else ()
        lesson = Lesson(made, made=True, changed=made is not None, conflicts=conflicts)
    else:
        lesson = library.learn(data, args.sources, user=user, origin=origin)
    if lesson.entry is None:
        out.note("It is held back for review.")
        return
    _one(args, lesson.entry)
    if not lesson.changed:
        out.note("All of it was known.")
    _told_of(lesson.conflicts)


def _told_of(conflicts: Iterable[Conflict]) -> None:
    for one in conflicts:
        out.note(f"It contradicts what is known: {one.reason or f'“{one.fact}” and “{one.other}”.'}")


def _given(args: Namespace) -> dict[str, Any]:
    """What the arguments say of a concept; single ones add to what `--data` says."""
    text = console().read() if args.data == "-" else args.data
    try:
        data = orjson.loads(text) if text else {}
    except orjson.JSONDecodeError as error:
        raise KnownError(f"--data is no JSON: {error}.") from error
    if not isinstance(data, dict):
        raise KnownError("--data has to be a JSON object.")
    single = {"definition": args.definition, "category": args.category, "confidence": args.confidence}
    data |= {name: value for name, value in single.items() if value is not None}
    for name, more in (
        ("facts", args.facts),
        ("examples", args.examples),
        ("non_examples", args.non_examples),
        ("properties", [{"name": one, "value": value} for one, value in map(named, args.properties)]),
        ("edges", [{"target": one, "relationship": value} for one, value in map(named, args.links)]),
    ):
        if more and isinstance(data.get(name), Mapping):
            raise KnownError(f"“{name}” stands in --data as an object: give all of it there.")
        if more:
            data[name] = [*data.get(name, ()), *more]
    return data


def _list(vault: Engine, args: Namespace) -> None:
    every = vault.layers.concepts.list(args.user, words=args.name)
    found = every[: args.limit]
    _told(args, [_json(one, args.user) for one in found], _line)
    if not args.json:
        out.note(f"{count(len(found))} of {count(len(every), 'concept')}.")


def _conflicts(vault: Engine, args: Namespace) -> None:
    found = vault.layers.concepts.conflicts(args.user)[: args.limit]
    told = [
        {"concept_id": one.entry.id, "name": one.entry.payload.name, "number": one.number, "fact": one.conflict.fact}
        | {"other": one.conflict.other, "reason": one.conflict.reason}
        for one in found
    ]
    _told(args, told, lambda one: f"{one['name']}  {one['number']}  “{one['fact']}” or “{one['other']}”")


def _one(args: Namespace, entry: Entry[Concept]) -> None:
    if args.json:
        out.print_json(_json(entry, args.user))
    else:
        out.print_lines(_lines(entry, args.user))


def _told(args: Namespace, found: Sequence[dict[str, Any]], line: Any) -> None:
    if args.json:
        out.print_json(list(found))
    else:
        out.print_lines(line(one) for one in found)


def _lines(entry: Entry[Concept], user: str | None) -> Iterator[str]:
    one = entry.payload
    understanding = one.understanding
    yield entry.id
    yield from entry.memory.content.splitlines()
    yield from (f"Example: {each}" for each in one.knowledge.examples)
    yield from (f"Not an example: {each}" for each in one.knowledge.non_examples)
    for edge in one.knowledge.edges:
        yield f"Link: {edge.relationship} {edge.target} ({edge.strength:.2f})"
    sources = count(len(understanding.source_episodes), "source")
    yield f"Confidence {one.confidence:.2f}; {sources}; revision {understanding.revision_count}"
    for number, conflict in enumerate(understanding.conflicting_info, start=1):
        decided = _DECIDED[Resolution(conflict.resolution)]
        yield f"Conflict {number}: “{conflict.fact}” or “{conflict.other}” ({decided})"
    for name, each in one.user_specific.items():
        if user in (None, name):
            mastery = "not known" if each.mastery_level is None else f"{each.mastery_level:.2f}"
            yield f"Understanding of {name or 'the vault’s own user'}: mastery {mastery}"


def _line(one: Mapping[str, Any]) -> str:
    head = one["name"] + (f" ({one['category']})" if one["category"] else "")
    return f"{one['concept_id']}  {one['understanding']['confidence']:.2f}  {shortened(head, _LINE)}"


def _neighbour_line(one: Mapping[str, Any]) -> str:
    links = "; ".join(f"{'←' if way['direction'] == 'from' else '→'} {way['relationship']}" for way in one["links"])
    return f"{one['concept_id'] or 'not known yet'}  {one['name']}  {links}"


def _activated_line(one: Mapping[str, Any]) -> str:
    return f"{one['activation']:.3f}  {one['name']}  {count(one['hops'], 'step')} away"


def _plan_json(one: PlannedConcept) -> dict[str, Any]:
    data = one.data
    return {
        "name": data.name,
        "category": data.category,
        "facts": list(data.facts),
        "sources": list(one.sources),
        "why": one.why,
    }


def _plan_line(one: Mapping[str, Any]) -> str:
    return f"{one['name']}  {one['why']}"


def _named(args: Namespace) -> str:
    if not args.name:
        raise KnownError("This needs a name.", hint="“memory-desktop concepts --help” says what each action needs.")
    return str(args.name)
