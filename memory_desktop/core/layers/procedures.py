"""Procedures: how something is done, step by step, when it applies, and what to try where a step fails.

A procedure is a memory of the kind "procedure"; this is its payload. Steps, actions and patterns are words for a
person or an agent, never code: patterns are phrases, in which * stands for any words.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

import msgspec

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.conditions import Condition, Situation, clean_condition, unmet
from memory_desktop.core.layers.payload import LayerPayload, Part
from memory_desktop.core.memory.canonical import canonical_json
from memory_desktop.core.memory.records import Layer
from memory_desktop.core.wording import count

_LONGEST_NAME, _LONGEST_LINE, _LONGEST_TEXT = 120, 2_000, 20_000
_MOST = 100
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|[*…]")
_GAPS = frozenset("*…")
T = TypeVar("T")


class ProcedureType(StrEnum):
    """What procedures are for. One of a newer program is kept, and shown as it is written."""

    CONVERSATION = "Conversation"
    SUPPORT = "Support"
    TEACHING = "Teaching"


class Alternative(Part, frozen=True):
    """What to try where a step failed."""

    description: str
    actions: tuple[str, ...] = ()
    expected_outcome: str = ""


class Step(Part, frozen=True):
    """A step. `conditions`: all must hold, or it is skipped. `alternatives`: what to try on failure, in this order."""

    description: str
    step_id: str = ""
    conditions: tuple[Condition, ...] = ()
    actions: tuple[str, ...] = ()
    expected_outcome: str = ""
    alternatives: tuple[Alternative, ...] = ()


class Triggers(Part, frozen=True):
    """When a procedure applies: in one of these states or for one of these requests, if all requirements hold."""

    user_states: tuple[str, ...] = ()
    request_patterns: tuple[str, ...] = ()
    context_requirements: tuple[Condition, ...] = ()


class Refinement(Part, frozen=True):
    """An improvement that was made: what changed, why, and by whom."""

    time: datetime
    change: str
    reason: str = ""
    by: str = ""


class Procedure(LayerPayload, frozen=True):
    """A procedure. `name`: unique among those of its user."""

    key = "procedure"
    kind = "procedure"
    layer = Layer.PROCEDURAL

    name: str
    type: str
    steps: tuple[Step, ...] = ()
    trigger_conditions: Triggers = msgspec.field(default_factory=Triggers)
    safety_checks: tuple[str, ...] = ()
    boundary_considerations: tuple[str, ...] = ()
    refinements: tuple[Refinement, ...] = ()

    def step(self, step_id: str) -> Step | None:
        """The step with this id."""
        return next((one for one in self.steps if one.step_id == step_id), None)


@dataclass(frozen=True, slots=True)
class Fit:
    """That a procedure applies: how well, in [0, 1], and why.

    `triggered`: a state or a request called for it; else it has no triggers, and fits whatever is asked.
    """

    score: float
    reasons: tuple[str, ...]
    triggered: bool = True


# --- checks ---------------------------------------------------------------------------------------------------------


def version_of(procedure: Procedure) -> str:
    """A short name of what a procedure says: another one once it says something else."""
    said = msgspec.to_builtins(msgspec.structs.replace(procedure, origin=""))
    return hashlib.sha256(canonical_json(said)).hexdigest()[:16]


def same_name(one: str, other: str) -> bool:
    """Do two names mean the same procedure?"""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def cleaned(given: Procedure, before: Procedure | None = None) -> Procedure:
    """The procedure without blanks at the ends, with an id for each step.

    Args:
        before: the version that it follows: a type that is not known here may stay.

    Raises:
        InvalidCommandError: naming the field that is missing, doubled or too long.
    """
    name = " ".join(given.name.split())
    if not name or len(name) > _LONGEST_NAME:
        raise InvalidCommandError(f"name has to be a text of 1 to {_LONGEST_NAME} characters.")
    clean = msgspec.structs.replace(
        given,
        name=name,
        type=_type(given.type, before),
        steps=_steps(given.steps),
        trigger_conditions=_triggers(given.trigger_conditions),
        safety_checks=_lines(given.safety_checks, "safety_checks"),
        boundary_considerations=_lines(given.boundary_considerations, "boundary_considerations"),
        refinements=tuple(_refinement(one, f"refinements[{n}]") for n, one in enumerate(given.refinements)),
    )
    if len(text_of(clean)) > _LONGEST_TEXT:
        raise InvalidCommandError(f"A procedure has at most {_LONGEST_TEXT:,} characters.")
    return clean


def _type(given: str, before: Procedure | None) -> str:
    known = {one.value.casefold(): one.value for one in ProcedureType}
    text = given.strip()
    if text.casefold() in known:
        return known[text.casefold()]
    if before is not None and text == before.type:
        return text
    raise InvalidCommandError(f"type has to be one of {', '.join(ProcedureType)}.")


def _steps(given: Sequence[Step]) -> tuple[Step, ...]:
    if not 1 <= len(given) <= _MOST:
        raise InvalidCommandError(f"A procedure has from 1 to {_MOST} steps.")
    taken = {one.step_id.strip() for one in given}
    found: list[Step] = []
    for number, one in enumerate(given, start=1):
        place = f"steps[{number - 1}]"
        step_id = one.step_id.strip() or _free(f"step-{number}", taken)
        if any(step_id == other.step_id for other in found):
            raise InvalidCommandError(f"{place}.step_id is “{step_id}” again; each step has its own.")
        taken.add(step_id)
        found.append(
            Step(
                description=_line(one.description, f"{place}.description", needed=True),
                step_id=_line(step_id, f"{place}.step_id"),
                conditions=_each(one.conditions, f"{place}.conditions", clean_condition),
                actions=_lines(one.actions, f"{place}.actions", doubled=True),
                expected_outcome=_line(one.expected_outcome, f"{place}.expected_outcome"),
                alternatives=_each(one.alternatives, f"{place}.alternatives", _alternative),
            )
        )
    return tuple(found)


def _free(id: str, taken: set[str]) -> str:
    while id in taken:
        id += "+"
    return id


def _alternative(one: Alternative, place: str) -> Alternative:
    return Alternative(
        description=_line(one.description, f"{place}.description", needed=True),
        actions=_lines(one.actions, f"{place}.actions", doubled=True),
        expected_outcome=_line(one.expected_outcome, f"{place}.expected_outcome"),
    )


def _triggers(one: Triggers) -> Triggers:
    place = "trigger_conditions"
    patterns = _lines(one.request_patterns, f"{place}.request_patterns")
    for number, pattern in enumerate(patterns):
        if not any(_segments(pattern)):
            raise InvalidCommandError(f"{place}.request_patterns[{number}] needs a word.")
    return Triggers(
        user_states=_lines(one.user_states, f"{place}.user_states"),
        request_patterns=patterns,
        context_requirements=_each(one.context_requirements, f"{place}.context_requirements", clean_condition),
    )


def _refinement(one: Refinement, place: str) -> Refinement:
    change, reason = (_line(text, f"{place}.{name}") for name, text in (("change", one.change), ("reason", one.reason)))
    return msgspec.structs.replace(one, change=change, reason=reason)


def _each(given: Sequence[T], place: str, clean: Callable[[T, str], T]) -> tuple[T, ...]:
    if len(given) > _MOST:
        raise InvalidCommandError(f"{place} has at most {_MOST} entries.")
    return tuple(clean(one, f"{place}[{number}]") for number, one in enumerate(given))


def _lines(given: Iterable[str], place: str, *, doubled: bool = False) -> tuple[str, ...]:
    found = [line for line in (_line(one, place) for one in given) if line]
    found = found if doubled else list(dict.fromkeys(found))
    if len(found) > _MOST:
        raise InvalidCommandError(f"{place} has at most {_MOST} entries.")
    return tuple(found)


def _line(text: str, place: str, *, needed: bool = False) -> str:
    line = " ".join(text.split())
    if needed and not line:
        raise InvalidCommandError(f"{place} is needed.")
    if len(line) > _LONGEST_LINE:
        raise InvalidCommandError(f"{place} has at most {_LONGEST_LINE:,} characters.")
    return line


# --- words ----------------------------------------------------------------------------------------------------------


def text_of(procedure: Procedure) -> str:
    """All its words, as the text of its memory."""
    return "\n".join(_text_lines(procedure))


def _text_lines(one: Procedure) -> Iterator[str]:
    yield f"{one.name} ({one.type})"
    asked = one.trigger_conditions
    if asked.request_patterns:
        yield f"For requests such as: {'; '.join(asked.request_patterns)}"
    if asked.user_states:
        yield f"When the user is: {'; '.join(asked.user_states)}"
    if asked.context_requirements:
        yield f"Only if: {'; '.join(each.words for each in asked.context_requirements)}"
    for check in one.safety_checks:
        yield f"Check first: {check}"
    for number, step in enumerate(one.steps, start=1):
        condition = "; ".join(each.words for each in step.conditions)
        yield f"{number}. {step.description}" + (f" (if {condition})" if condition else "")
        yield from (f"   - {action}" for action in step.actions)
        if step.expected_outcome:
            yield f"   Expected: {step.expected_outcome}"
        for other in step.alternatives:
            yield f"   If it fails: {other.description}"
            yield from (f"     - {action}" for action in other.actions)
            if other.expected_outcome:
                yield f"     Expected: {other.expected_outcome}"
    for limit in one.boundary_considerations:
        yield f"Keep in mind: {limit}"
    for refinement in one.refinements:
        yield f"Improved: {refinement.change}" + (f" ({refinement.reason})" if refinement.reason else "")


# --- applicability --------------------------------------------------------------------------------------------------


def fit(procedure: Procedure, situation: Situation, near: tuple[float, str] | None = None) -> Fit | None:
    """Whether a procedure applies: a state or a request fits, or it names neither, and all requirements hold.

    Args:
        near: (similarity in [0, 1], which of its phrases) where the request is near enough by meaning.
    """
    asked = procedure.trigger_conditions
    if unmet(asked.context_requirements, situation.known):
        return None
    reasons, score = [], 0.0
    states = {_folded(one) for one in situation.user_states}
    for state in asked.user_states:
        if _folded(state) in states:
            reasons.append(f"The user is {state}")
            score = 1.0
    for pattern in asked.request_patterns:
        if says(pattern, situation.request):
            reasons.append(f"The request says “{pattern}”")
            score = 1.0
    if near is not None and not any(one.startswith("The request") for one in reasons):
        reasons.append(f"The request is like “{near[1]}” ({near[0]:.2f})")
        score = max(score, near[0])
    triggered = bool(reasons)
    if not triggered and (asked.user_states or asked.request_patterns):
        return None
    met = [f"{one.words}, as required" for one in asked.context_requirements]
    if not triggered:
        return Fit(0.5, tuple(met) or ("It applies whatever is asked",), triggered=bool(met))
    return Fit(score, (*reasons, *met))


def says(pattern: str, text: str) -> bool:
    """Does a text have the words of a pattern in its order, next to each other but where the pattern has a *?"""
    words = [one for one in _words(text) if one not in _GAPS]
    at = 0
    segments = [one for one in _segments(pattern) if one]
    for segment in segments:
        size = len(segment)
        at = next((n + size for n in range(at, len(words) - size + 1) if words[n : n + size] == segment), -1)
        if at < 0:
            return False
    return bool(segments)


def asking_phrases(procedure: Procedure) -> tuple[str, ...]:
    """What a request is compared with by meaning: the requests that call for the procedure, and its name."""
    patterns = (re.sub(r"[*…]+", " ", one) for one in procedure.trigger_conditions.request_patterns)
    return tuple(dict.fromkeys((*(" ".join(one.split()) for one in patterns), procedure.name)))


def _segments(pattern: str) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for word in _words(pattern):
        if word in _GAPS:
            found.append([])
        else:
            found[-1].append(word)
    return found


def _words(text: str) -> list[str]:
    return [one.replace("’", "'").casefold() for one in _WORD.findall(text)]


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


# --- improving ------------------------------------------------------------------------------------------------------


def refined(old: Procedure, new: Procedure) -> tuple[Procedure, str]:
    """A procedure with what another of its name adds, and in words what that is; "" if it adds nothing.

    Steps are the same where their descriptions are: they get actions and alternatives that they do not have. Others
    are appended. Nothing is taken away, and what is required stays.
    """
    steps = list(old.steps)
    added = improved = 0
    for step in new.steps:
        place = next((n for n, one in enumerate(steps) if _folded(one.description) == _folded(step.description)), -1)
        if place < 0:
            steps.append(msgspec.structs.replace(step, step_id=""))
            added += 1
        else:
            known, steps[place] = steps[place], _improved(steps[place], step)
            improved += steps[place] != known
    was, more = old.trigger_conditions, new.trigger_conditions
    triggers = msgspec.structs.replace(
        was,
        user_states=_union(was.user_states, more.user_states),
        request_patterns=_union(was.request_patterns, more.request_patterns),
    )
    checks = _union(old.safety_checks, new.safety_checks)
    limits = _union(old.boundary_considerations, new.boundary_considerations)
    told = (
        (added, "step"),
        (improved, "improved step"),
        (len(triggers.request_patterns) - len(was.request_patterns), "request"),
        (len(triggers.user_states) - len(was.user_states), "state of the user"),
        (len(checks) - len(old.safety_checks), "safety check"),
        (len(limits) - len(old.boundary_considerations), "limit"),
    )
    change = ", ".join(count(number, what, _PLURAL.get(what, "")) for number, what in told if number)
    if not change:
        return old, ""
    whole = msgspec.structs.replace(
        old,
        steps=tuple(steps),
        trigger_conditions=triggers,
        safety_checks=checks,
        boundary_considerations=limits,
    )
    return whole, f"Added {change}"


_PLURAL = {"state of the user": "states of the user"}


def _improved(known: Step, new: Step) -> Step:
    there = {_folded(one.description) for one in known.alternatives}
    more = tuple(one for one in new.alternatives if _folded(one.description) not in there)
    return msgspec.structs.replace(
        known,
        actions=_union(known.actions, new.actions),
        alternatives=(*known.alternatives, *more),
        expected_outcome=known.expected_outcome or new.expected_outcome,
    )


def _union(one: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """Both, those of the first as they are, and of the second what is not in it."""
    found = {_folded(text) for text in one}
    return (*one, *(text for text in other if _folded(text) not in found))
