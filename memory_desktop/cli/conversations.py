"""Commands of conversations: what an agent is given and hands over, the turns that are kept, and the skills."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import orjson

from memory_desktop.cli import output as out
from memory_desktop.cli.console import console
from memory_desktop.cli.learning import learn
from memory_desktop.cli.values import named_values
from memory_desktop.core.conversation.cycles import NOTE_ROLE, Cycle, CycleDraft, parts_from_json
from memory_desktop.core.conversation.held_parts import HeldPart, held_parts, part_words
from memory_desktop.core.conversation.query import MemoryQuery
from memory_desktop.core.conversation.skills import Skill, SkillMatch
from memory_desktop.core.errors import InvalidCommandError, KnownError
from memory_desktop.core.memory.canonical import parse_time
from memory_desktop.core.wording import count, date_word, other_users_words, shortened, user_word

if TYPE_CHECKING:
    from memory_desktop.core.memory.records import Memory
    from memory_desktop.engine.conversation.context import Context
    from memory_desktop.engine.conversation.memory_gate import Ticket
    from memory_desktop.engine.engine import Engine

OK, FAILED = 0, 1
_LINE = 100
_OF_LISTS = ("session", "after", "before", "type", "min_confidence", "oldest", "cursor")
_OF_QUESTIONS = ("where", "min_relevance")
_TEXTS = ("user_input", "final_response", "cycle_id", "user_id", "session_id", "title", "source")
#: Keys of a JSON line that the command line or episodes call otherwise.
_OTHER_NAMES = {
    "text": "user_input",
    "answer": "final_response",
    "assistant_response": "final_response",
    "cycle": "cycle_id",
    "user": "user_id",
    "session": "session_id",
    "time": "timestamp",
}
_KEYS = (*_TEXTS, "timestamp", "agent_outputs", "response_metadata", "outcome_signals", "metadata")


def context(vault: Engine, args: Namespace) -> int:
    """What an agent is given before it answers."""
    from memory_desktop.engine.conversation.context import PARTS  # the engine is loaded only by what opens a vault

    vault.catch_up()
    found = vault.conversations.get_context(
        args.query,
        thread=args.session,
        user_id=args.user,
        token_budget=args.budget,
        parts=args.parts or tuple(PARTS),
        actor=args.actor,
    )
    if args.json:
        out.print_json(_context_json(found))
        return OK
    out.print_lines(found.text.splitlines())
    for note in (f"{found.tokens:,} of {found.budget:,} tokens.", *found.cut, *found.notes):
        out.note(note)
    return OK


def process(vault: Engine, args: Namespace) -> int:
    """Hand over a turn, or many; they are learned from before it ends, unless somebody wants that later."""
    tickets: list[Ticket] = []
    faults: list[str] = []
    if args.text is not None or args.answer is not None:
        tickets.append(vault.conversations.process(_of_arguments(args), actor=args.actor, only_adds=True))
    else:
        for number, turn in list(_of_lines(console().read())):  # all are read before the first is handed over
            try:
                tickets.append(vault.conversations.process(turn, actor=args.actor, only_adds=True))
            except InvalidCommandError as error:
                faults.append(f"Line {number} of the input was left out: {error.message}")
    if not args.later:
        learn(vault, {one.cycle_id for one in tickets})
        if console().here:
            while vault.conversations.work():  # the board and the summary of each
                pass
            vault.sync_step()  # what was said and learned; where more waits, `sync` or an open vault goes on
    waiting = {one.cycle_id for one in vault.conversations.waiting_turns()}
    held = held_parts(vault.gates.held())
    if args.json:
        out.print_json([_ticket_json(vault, one, waiting, held.get(one.cycle_id, ())) for one in tickets])
    else:
        for one in tickets:
            out.print_lines(_ticket_text(vault, one, waiting, held.get(one.cycle_id, ())))
    if problem := vault.conversations.language.problem:
        out.note(f"Rules did the work of the language model. {problem}")
    if problem := vault.conversations.moderation.problem:
        out.note(problem)
    for fault in faults:
        out.note(fault)
    return FAILED if faults else OK


def _status(vault: Engine, ticket: Ticket) -> str:
    if ticket.left_out:
        return "left out"
    return "recorded" if vault.conversations.turns.find(ticket.cycle_id) is not None else "held"


def _learned(vault: Engine, ticket: Ticket) -> Sequence[Memory]:
    reading = vault.conversations.reading
    turn = reading.turns([ticket.cycle_id]).get(ticket.cycle_id)
    return reading.aftermath(turn).learned if turn is not None else ()


def _ticket_json(vault: Engine, ticket: Ticket, waiting: Collection[str], held: Sequence[HeldPart]) -> dict[str, Any]:
    status = _status(vault, ticket)
    learned = [{"id": one.id, "kind": one.kind, "content": one.content} for one in _learned(vault, ticket)]
    said = {**asdict(ticket), "waiting": ticket.cycle_id in waiting, "status": status, "learned": learned}
    said["held"] = [asdict(one) for one in held]
    reason = said.pop("left_out")
    return {**said, "cycle_id": None, "reason": reason} if reason else said


def _ticket_text(vault: Engine, ticket: Ticket, waiting: Collection[str], held: Sequence[HeldPart]) -> Iterator[str]:
    if ticket.left_out:
        yield f"Left out: {ticket.left_out}"
        return
    whole = " (held for review)" if _status(vault, ticket) == "held" else ""
    yield ticket.cycle_id + (" (learned from later)" if ticket.cycle_id in waiting else whole)
    for part in held:
        reasons = f" ({'; '.join(part.reasons)})" if part.reasons else ""
        yield f"    held for review: {part_words(part.part)}{reasons}"
    for one in _learned(vault, ticket):
        yield f"    learned: {one.kind}  {shortened(one.content, _LINE)}"


def cycles(vault: Engine, args: Namespace) -> int:
    """Turns of conversations, or one of them."""
    _check_ways(args)
    if args.id is not None:
        (cycle,) = _with_vectors(vault, [vault.conversations.get(args.id)], args)
        if args.json:
            out.print_json(cycle.to_json())
        else:
            out.print_lines(_cycle_text(cycle))
        return OK
    if args.statistics:
        _statistics(vault, args)
        return OK
    if args.summary:
        _summary(vault, args)
        return OK
    _check_options(args)
    if args.about is not None:
        return _cycles_about(vault, args)
    page = vault.conversations.list_cycles(
        user_id=args.user,
        session_id=args.session,
        start_date=args.after,
        end_date=args.before,
        response_type=args.type,
        min_confidence=args.min_confidence,
        newest_first=not args.oldest,
        limit=args.limit,
        cursor=args.cursor,
    )
    if args.json:
        listed = [one.to_json() for one in _with_vectors(vault, page.cycles, args)]
        out.print_json({"total": page.total, "cursor": page.cursor, "cycles": listed})
    else:
        out.print_lines(
            f"{one.cycle_id}  {date_word(one.timestamp, '%Y-%m-%d %H:%M')}  {shortened(one.text, _LINE)}"
            for one in page.cycles
        )
        more = f" More: --cursor {page.cursor}" if page.cursor else ""
        out.note(f"{count(len(page.cycles))} of {count(page.total, 'turn')}.{more}")
    return OK


def _check_ways(args: Namespace) -> None:
    """One turn, the statistics or the summary is shown; what says nothing of it would be left out silently."""
    ways = {"an id": args.id is not None, "--statistics": args.statistics, "--summary": args.summary}
    way = next((name for name, wanted in ways.items() if wanted), "")
    others = (*_OF_LISTS, *_OF_QUESTIONS, "about", "statistics", "summary", *(["user"] if args.id is not None else []))
    for name in others if way else ():
        if f"--{name}" != way and getattr(args, name) not in (None, False, "", []):
            raise InvalidCommandError(f"--{name.replace('_', '-')} cannot be used with {way}.")


def _check_options(args: Namespace) -> None:
    """Turns are listed, or asked for by what they are about; an option of the other way would be left out silently."""
    about = args.about is not None
    for name in _OF_LISTS if about else _OF_QUESTIONS:
        if getattr(args, name) not in (None, False, "", []):
            clash = "cannot be used with" if about else "needs"
            raise InvalidCommandError(f"--{name.replace('_', '-')} {clash} --about.")


def _cycles_about(vault: Engine, args: Namespace) -> int:
    """Turns of a user that mean something like the words."""
    query = MemoryQuery(
        user_id=args.user or "",
        query_text=args.about,
        limit=args.limit,
        min_relevance_score=args.min_relevance,
        metadata_filters=named_values(args.where),
    )
    answer = vault.conversations.ask(query, actor="user")
    if args.json:
        out.print_json(
            {
                "cycles": [one.to_json() for one in _with_vectors(vault, answer.cycles, args)],
                "summaries": [{**one.summary.to_json(), "score": one.score} for one in answer.summaries],
                "stm_hits": answer.stm_hits,
                "ltm_hits": answer.ltm_hits,
                "avg_relevance": answer.relevance,
                "without_vector": answer.without_vector,
            }
        )
        return OK
    out.print_lines(
        f"{one.cycle_id}  {date_word(one.timestamp, '%Y-%m-%d %H:%M')}  {one.score:.2f}  {shortened(one.text, _LINE)}"
        for one in answer.cycles
    )
    out.print_lines(
        f"summary of {one.summary.user_id or 'the owner'}  {one.score:.2f}  {shortened(one.summary.text, _LINE)}"
        for one in answer.summaries
    )
    recent = f", {count(answer.stm_hits)} of them in short-term memory" if answer.stm_hits else ""
    out.note(f"{count(len(answer.cycles), 'turn')}{recent}." if answer.cycles else "No turn is relevant enough.")
    if answer.without_vector:
        out.note(f"Not compared yet: {count(answer.without_vector, 'text')} of short-term memory without a vector.")
    if not answer.cycles:
        _note_others(vault, args)
    return OK


def _note_others(vault: Engine, args: Namespace) -> None:
    """Say who has turns, where nobody was named."""
    told = other_users_words(vault.conversations.turns.users(), "--user") if not args.user else ""
    if told:
        out.note(told)


def _statistics(vault: Engine, args: Namespace) -> None:
    found = vault.conversations.statistics(args.user).to_json()
    if args.json:
        out.print_json(found)
    else:
        whose = "all users" if args.user is None else user_word(args.user, within=True)
        lines = {**found, "user_id": whose, "last_updated": found["last_updated"] or "never"}
        out.print_lines(f"{name.replace('_', ' ')}: {value}" for name, value in lines.items())


def _summary(vault: Engine, args: Namespace) -> None:
    from memory_desktop.wiring import system_clock

    user, summaries = args.user or "", vault.conversations.summaries
    found = summaries.get_or_create(user).to_json(system_clock())
    if args.json:
        vector = summaries.embedding(user) if args.vectors else None
        more = {"embedding": vector.tolist() if vector is not None else None} if args.vectors else {}
        out.print_json({**found, **more})
        return
    for name, value in found.items():
        said = value.items() if isinstance(value, Mapping) else ()
        every = [f"{one.replace('_', ' ')} {text}" for one, text in said] or value
        told = "; ".join(map(str, every)) if isinstance(every, list) else every
        if told not in (None, ""):
            out.print_lines([f"{name.replace('_', ' ')}: {told}"])


def _with_vectors(vault: Engine, cycles: Sequence[Cycle], args: Namespace) -> Sequence[Cycle]:
    return vault.conversations.with_vectors(cycles) if args.vectors else cycles


def skills(vault: Engine, args: Namespace) -> int:
    """List, show, make, change, retire or match skills."""
    library, actor = vault.conversations.skills, args.actor
    match args.action:
        case "create":
            found = [library.create(_skill(args, None), actor=actor)]
        case "edit":
            old = library.get(_named(args))
            found = [library.edit(old.id, _skill(args, old), actor=actor)]
        case "retire":
            found = [library.retire(_named(args), actor=actor)]
        case "show":
            found = [library.get(_named(args))]
        case "match":
            return _matching(vault, args)
        case _:
            found = library.list()
    if args.json:
        out.print_json([asdict(one) for one in found])
    elif args.action == "show":
        out.print_lines([found[0].id, *found[0].content.splitlines()])
    else:
        out.print_lines(f"{one.id}  {one.name}  {shortened(one.description, _LINE)}" for one in found)
    return OK


def _matching(vault: Engine, args: Namespace) -> int:
    found = vault.conversations.skills.match(_named(args, "a query"))
    if args.json:
        out.print_json(asdict(found))
        return OK
    out.print_lines(_match_text(one, "matches") for one in found.matched)
    out.print_lines(_match_text(one, "nearly") for one in found.near_misses)
    out.note(found.note or f"A skill matches from {found.threshold:.2f}.")
    return OK


def _match_text(one: SkillMatch, how: str) -> str:
    return f"{how}  {one.similarity:.2f}  {one.skill.name}  by “{shortened(one.phrase, _LINE)}”"


def _named(args: Namespace, what: str = "a name") -> str:
    if not args.name:
        raise KnownError(f"This needs {what}.", hint="“memory-desktop skills --help” says what each action needs.")
    return str(args.name)


def _skill(args: Namespace, old: Skill | None) -> Skill:
    """The skill that the arguments describe; what they leave out stays as it was."""
    given = {"description": args.description, "prompt": args.prompt}
    before = asdict(old) if old is not None else {}
    texts = {name: value if value is not None else str(before.get(name, "")) for name, value in given.items()}
    if texts["prompt"] == "-":
        texts["prompt"] = console().read()
    examples = tuple(args.examples) if args.examples else (old.examples if old is not None else ())
    name = args.rename or (old.name if old is not None else _named(args))
    components = tuple(args.components) if args.components else (old.components if old is not None else ())
    return Skill(name, texts["description"], texts["prompt"], examples, components=components)


def _of_arguments(args: Namespace) -> CycleDraft:
    text = console().read() if args.text == "-" else args.text
    return CycleDraft(
        user_input=text or "",
        final_response=args.answer,
        cycle_id=args.cycle,
        user_id=args.user,
        session_id=args.session,
        timestamp=args.time,
        title=args.title,
        source=args.source,
    )


def _of_lines(text: str) -> Iterator[tuple[int, CycleDraft]]:
    """Turns from JSON lines, with the numbers of their lines. Raises KnownError naming the line that is none."""
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            yield number, _of_json(orjson.loads(line))
        except (orjson.JSONDecodeError, KnownError, ValueError) as error:
            said = error.message if isinstance(error, KnownError) else _plain(error)
            raise KnownError(f"Line {number} of the input is no turn: {said}") from error


def _plain(error: ValueError) -> str:
    return f"it is not JSON ({error})." if isinstance(error, orjson.JSONDecodeError) else f"{error}."


def _of_json(given: Any) -> CycleDraft:
    if not isinstance(given, Mapping):
        raise KnownError("an object is expected.")
    raw = _by_known_names(given)
    if raw.get("user_input") is None and raw.get("final_response") is None:
        raise KnownError("it needs a “user_input” or a “final_response” that is a text.")
    for name in _TEXTS:
        if raw.get(name) is not None and not isinstance(raw[name], str):
            raise KnownError(f"“{name}” must be a text.")
    if not isinstance(raw.get("metadata") or {}, Mapping):
        raise KnownError("“metadata” must be an object.")
    if raw.get("timestamp") is not None and not isinstance(raw["timestamp"], str):
        raise KnownError("“timestamp” must be a text such as 2026-01-31T10:30.")
    return CycleDraft(
        **{name: raw[name] for name in _TEXTS if raw.get(name) is not None},
        **parts_from_json(raw),
        timestamp=parse_time(raw["timestamp"]) if raw.get("timestamp") else None,
        metadata=dict(raw.get("metadata") or {}),
    )


def _by_known_names(given: Mapping[str, Any]) -> dict[str, Any]:
    """A line's fields by the names that a turn has for them. Raises KnownError: a key is not known, or named twice."""
    raw: dict[str, Any] = {}
    for key, value in given.items():
        name = _OTHER_NAMES.get(key, key)
        if name not in _KEYS:
            raise KnownError(f"“{key}” is not known; a turn has {', '.join(_KEYS)}.")
        if name in raw:
            raise KnownError(f"“{name}” is given twice, also as “{key}”.")
        raw[name] = value
    return raw


def _context_json(found: Context) -> dict[str, Any]:
    return {
        "text": found.text,
        "tokens": found.tokens,
        "budget": found.budget,
        "parts": [asdict(part) for part in found.parts],
        "notes": list(found.notes),
        "skills": asdict(found.skills),
    }


def _cycle_text(cycle: Cycle) -> list[str]:
    lines = [
        cycle.cycle_id,
        f"session: {cycle.session_id}" + (f" ({cycle.title})" if cycle.title else ""),
        *([f"user: {cycle.user_id}"] if cycle.user_id else []),
        f"said: {date_word(cycle.timestamp, '%Y-%m-%d %H:%M:%S')} UTC",
        f"learned from: {cycle.extraction.value}",
        f"memories: {', '.join(cycle.messages)}",
        "",
    ]
    if cycle.user_input:
        name = "Note" if cycle.role == NOTE_ROLE else "User"
        lines += f"{name}: {cycle.user_input}".splitlines()
    if cycle.final_response is not None:
        lines += f"Assistant: {cycle.final_response}".splitlines()
    return lines


def patterns(vault: Engine, args: Namespace) -> int:
    """What was found in a user's turns."""
    found = vault.conversations.patterns(args.user)
    if args.json:
        out.print_json({"patterns": [asdict(one) for one in found]})
    else:
        out.print_lines([one.description for one in found] or ["No patterns were found so far."])
        if not found:
            _note_others(vault, args)
    return OK
