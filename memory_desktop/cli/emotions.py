"""The command for emotional memory: what was felt, about what, what helped, and the patterns in it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from memory_desktop.cli import output as out
from memory_desktop.core.errors import KnownError
from memory_desktop.core.layers.emotional import EmotionEdit, Occurrence
from memory_desktop.core.layers.emotional_json import event_json, pattern_json, planned_json
from memory_desktop.core.layers.emotional_words import mood_said, support_said
from memory_desktop.core.layers.feelings import emotion_vector, felt
from memory_desktop.core.layers.payload import read_part
from memory_desktop.core.wording import count, date_word, shortened

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

OK = 0
_LINE = 80
#: Names of options, and of the fields that they give.
_FIELDS = {
    "primary": "primary_emotion",
    "valence": "valence",
    "arousal": "arousal",
    "intensity": "intensity",
    "about": "topic",
    "thread": "thread",
    "phase": "phase",
    "goal": "goal",
    "approach": "assistant_approach",
    "effectiveness": "effectiveness",
    "feedback": "user_feedback",
    "shift": "emotional_shift",
}


def emotions(vault: Engine, args: Namespace) -> int:
    """List, show, record, correct, retire or find emotional events, and tell patterns."""
    from memory_desktop.engine.layers.emotions import occurrence
    from memory_desktop.engine.layers.library import Origin

    layer, origin, user = vault.layers.emotions, Origin(actor=args.actor), args.user or ""
    match args.action:
        case "record":
            made = layer.record(_named(args, "the words"), _given(args), user=user, at=args.since, origin=origin)
            if made is None:
                out.note("It is held back for review.")
            else:
                _one(vault, args, occurrence(made))
        case "correct":
            _one(vault, args, occurrence(layer.correct(_named(args), _given(args), origin=origin)))
        case "reread":
            _one(vault, args, occurrence(layer.reread(_named(args), origin=origin)))
        case "show":
            _one(vault, args, occurrence(layer.get(_named(args))))
        case "retire":
            layer.retire([_named(args)], origin=origin)
            out.print_answer(args, {"retired": args.name}, f"Retired {args.name}.")
        case "relevant":
            _listed(vault, args, layer.get_relevant(_named(args, "an emotion"), user, args.limit))
        case "similar":
            _similar(vault, args)
        case "patterns" | "update":
            if args.action == "update":
                layer.update_patterns(user, origin=origin)
            _patterns(vault, args, user)
        case "plan":
            _plan(vault, args)
        case _:
            found = layer.list(args.user, emotion=args.name, topic=args.about or "", since=args.since, until=args.until)
            _listed(vault, args, found[: args.limit])
            if not args.json:
                out.note(f"{count(min(len(found), args.limit))} of {count(len(found), 'emotional event')}.")
    return OK


def _given(args: Namespace) -> EmotionEdit:
    values = {field: getattr(args, name) for name, field in _FIELDS.items() if getattr(args, name) is not None}
    if args.secondary:
        values["secondary_emotions"] = args.secondary
    return read_part(values, EmotionEdit)


def _similar(vault: Engine, args: Namespace) -> None:
    vector = emotion_vector(felt(_named(args, "words")))
    if vector is None:
        raise KnownError("These words tell no feeling.", hint="Write what is felt, as “I am so nervous”.")
    found = vault.layers.emotions.similar(vector, args.user, args.limit)
    if args.json:
        out.print_json([{**event_json(one.occurrence), "similarity": round(one.similarity, 4)} for one in found])
    else:
        out.print_lines(f"{one.similarity:.2f}  {_line(one.occurrence)}" for one in found)


def _plan(vault: Engine, args: Namespace) -> None:
    turns = vault.conversations.list_cycles(user_id=args.user, limit=min(100, args.limit)).cycles
    found = vault.layers.emotions.planned(turns)
    if args.json:
        out.print_json([planned_json(one) for one in found])
    else:
        out.print_lines(
            f"{date_word(one.timestamp, '%Y-%m-%d %H:%M')}  {one.event.trigger.topic or '-'}  {one.why}"
            for one in found
        )


def _listed(vault: Engine, args: Namespace, found: Sequence[Occurrence]) -> None:
    if args.json:
        patterns = vault.layers.emotions.event_patterns(args.user)
        out.print_json([event_json(one, patterns.get(one.id)) for one in found])
    else:
        out.print_lines(_line(one) for one in found)


def _one(vault: Engine, args: Namespace, one: Occurrence) -> None:
    told = event_json(one, vault.layers.emotions.event_patterns(one.user_id).get(one.id))
    if args.json:
        out.print_json(told)
    else:
        out.print_lines([one.id, f"{date_word(one.timestamp, '%Y-%m-%d %H:%M')} UTC", *_lines(told)])


def _lines(told: Mapping[str, Any]) -> Iterator[str]:
    """Each field that says something; numbers that nobody knows are left out."""
    for part in ("emotion_data", "trigger", "response", "patterns"):
        for name, value in told[part].items():
            values = value.items() if isinstance(value, Mapping) else [(name, value)]
            for each, text in values:
                if text not in (None, "", [], False):
                    given = f" (given by {told['given'][each]})" if each in told["given"] else ""
                    shown = ", ".join(text) if isinstance(text, list) else _said(each, text)
                    yield f"{each.replace('_', ' ')}: {shown}{given}"


def _said(name: str, value: Any) -> Any:
    """A value, with its unit where it is no share."""
    match name:
        case "frequency":
            return f"{value:g} times in 30 days"
        case "typical_duration":
            return f"{value:g} {'minute' if value == 1 else 'minutes'}" if value >= 1 else "less than a minute"
    return value


def _patterns(vault: Engine, args: Namespace, user: str) -> None:
    found = vault.layers.emotions.patterns(user)
    if args.json:
        out.print_json(pattern_json(user, found))
        return
    if not found.enough:
        told = pattern_json(user, found)
        out.print_lines([f"Not enough yet: {found.events} of {told['needed']} emotional events."])
        return
    lines = [("Usual mood", mood_said(found)), ("Triggers", ", ".join(found.emotional_triggers))]
    lines += [("What helps", ", ".join(found.coping_preferences))]
    lines += [("What helped", "; ".join(f"{name} {said}" for name, said in support_said(found)))]
    lines += [("Words for feelings", ", ".join(found.emotional_vocabulary))]
    out.print_lines(f"{name}: {text or 'not known'}" for name, text in lines)


def _line(one: Occurrence) -> str:
    data = one.event.emotion_data
    valence = "   - " if data.valence is None else f"{data.valence:+.2f}"
    about = f" about {one.event.trigger.topic}" if one.event.trigger.topic else ""
    note = one.event.trigger.context.note
    return shortened(
        f"{one.id}  {date_word(one.timestamp)}  {valence}  {data.primary_emotion}{about}: {note}", 2 * _LINE
    )


def _named(args: Namespace, what: str = "an id") -> str:
    if not args.name:
        raise KnownError(f"This needs {what}.", hint="“memory-desktop emotions --help” says what each action needs.")
    return str(args.name)
