"""Which procedures conversations come to, planned by rules alone; nothing is written here.

A procedure is planned where in at least three turns the same was asked for, it was answered in the same way, and that
went well. What is asked for is what follows "can you", "how do I", "please", "help me" and the like; two requests are
the same when they share two telling words, and those are half of all that they have; where the answers are lists of
steps, which say more, half of what the shorter one has, as the other may add when or where. A way to answer is a list
of steps ("1. …", "- …", or "First, … Then, …"), else the strategies that an agent named with its answer. It went well
where the agent's signals say so (a satisfaction of 0.7 or more), or the user's next words are thanks and no correction.
Where it went badly more than once in four times, there is no plan. The same turns give the same plan.

English only. It rather plans nothing than something that nobody would call a procedure: talk without steps and
strategies gives none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memory_desktop.core.conversation.corrections import corrects
from memory_desktop.core.conversation.cycles import Cycle
from memory_desktop.core.conversation.skills import telling
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.feelings import EmotionType, felt
from memory_desktop.core.layers.procedures import Procedure, ProcedureType, Step, Triggers, cleaned, says
from memory_desktop.core.wording import count, shortened

METHOD = "rules@1"
#: In how many turns a way must have gone well; the share of bad ones that is borne; what satisfaction is good, or bad.
GOOD_FROM, BAD_SHARE, SATISFIED, UNSATISFIED = 3, 0.25, 0.7, 0.4
_SHARED, _OVERLAP, _LEAST_STEPS, _MOST_STEPS, _MOST_PATTERNS = 2, 0.5, 2, 12, 5
_LONGEST_REQUEST, _LONGEST_STEP, _NAME_WORDS = 200, 300, 6

_LEAD = re.compile(
    r"^(?:(?:hi|hello|hey|ok|okay|so|well|also|now|and|again)[,!. ]+)*"
    r"(?:(?:can|could|would|will) you (?:please |kindly )?"
    r"(?:help me (?:to |with )?|(?:show|tell|explain to) me how to )?"
    r"|how (?:do|can|should|would) (?:i|we) "
    r"|please (?:help me (?:to |with )?)?"
    r"|help me (?:to |with )?"
    r"|i(?: woul|')d like you to |i need (?:you to |help (?:to |with )|to )"
    r"|what(?: is|'s) the best way to )(?P<what>.+)$",
    re.IGNORECASE,
)
_ITEM = re.compile(r"^\s*(?:\d{1,2}[.)]|[-*•])\s+(?P<step>\S.*)$")
_IN_TURN = re.compile(
    r"^(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|then|next|after that|afterwards|finally|lastly|at the end)[, ]+"
    r"(?P<step>.+)$",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"^(?:(?:oh|ok|okay|wow|great|perfect|awesome|yes|ah)[,!. ]+)*(?:many )?"
    r"(?:thanks|thank you|thx|perfect|that (?:works|worked|helps|helped)"
    r"|it (?:works|worked)|works now|that(?: is|'s) (?:it|perfect|great|exactly))\b",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"\b(?:but|however|doesn't|does not|didn't|did not|don't|not work|still|wrong|unfortunately|instead|no longer"
    r"|error)\b",
    re.IGNORECASE,
)
_TEACHING = frozenset("explain teach learn understand show describe introduce".split())
_SUPPORT = frozenset(
    "fix problem issue error broken fail failing reset cancel refund return recover restore stuck".split()
)
_LOW = (EmotionType.SADNESS, EmotionType.FEAR, EmotionType.ANGER, EmotionType.DISGUST)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


@dataclass(frozen=True, slots=True)
class PlannedProcedure:
    """A procedure that turns come to.

    Attributes:
        procedure: what would be learned. sources: ids of the first messages of the turns that show it, oldest first.
        cycles: ids of those turns. why: in a sentence.
    """

    procedure: Procedure
    sources: tuple[str, ...]
    cycles: tuple[str, ...]
    why: str
    user_id: str = ""
    method: str = METHOD


@dataclass(frozen=True, slots=True)
class _Case:
    """A turn in which something was asked for and answered in a way."""

    turn: Cycle
    what: str
    words: tuple[str, ...]
    steps: tuple[str, ...]
    listed: bool
    good: bool | None


def plan_procedures(turns: Sequence[Cycle], known: Iterable[Procedure] = ()) -> Sequence[PlannedProcedure]:
    """What turns come to, the most often shown first. See the module.

    Args:
        turns: of one or more users; users are never mixed.
        known: procedures that are there: what answers the same requests gets their name, and so refines them.
    """
    ordered = sorted((one for one in turns if not one.alternative), key=lambda one: (one.timestamp, one.cycle_id))
    there = tuple(known)
    planned = []
    for user in sorted({one.user_id for one in ordered}):
        cases = _cases([one for one in ordered if one.user_id == user])
        for group in _groups(cases):
            made = _planned(group, there)
            if made is not None:
                planned.append(made)
    planned.sort(key=lambda one: (-len(one.cycles), one.user_id, one.procedure.name))
    return _named_once(planned)


def _named_once(planned: Sequence[PlannedProcedure]) -> list[PlannedProcedure]:
    """Of two with one name of one user the first: it is shown more often."""
    found: dict[tuple[str, str], PlannedProcedure] = {}
    for one in planned:
        found.setdefault((one.user_id, one.procedure.name.casefold()), one)
    return list(found.values())


# --- turns ----------------------------------------------------------------------------------------------------------


def _cases(turns: Sequence[Cycle]) -> list[_Case]:
    after: dict[str, Cycle] = {}
    last: dict[str, str] = {}
    for one in turns:
        if one.session_id in last:
            after[last[one.session_id]] = one
        last[one.session_id] = one.cycle_id
    found = []
    for one in turns:
        what = request_of(one.user_input)
        words = _stems(what)
        listed = _listed(one.final_response or "")
        named = one.response_metadata.strategies if one.response_metadata is not None else ()
        steps = listed or tuple(dict.fromkeys(" ".join(each.split()) for each in named if each.strip()))
        if len(set(words)) >= _SHARED and steps and one.messages:
            found.append(_Case(one, what, words, steps, bool(listed), _went_well(one, after.get(one.cycle_id))))
    return found


def request_of(text: str) -> str:
    """What a message asks for, without the words that lead to it; "" if it asks for nothing that can be done."""
    for sentence in _SENTENCE.split(text.strip().replace("’", "'"))[:6]:
        match = _LEAD.match(" ".join(sentence.split())[:_LONGEST_REQUEST])
        if match is not None:
            return match["what"].rstrip(" ?.!,;:")
    return ""


def _listed(answer: str) -> tuple[str, ...]:
    """The steps of a list, or of sentences that say in which turn they come; none of fewer than two."""
    items = [match["step"] for line in answer.splitlines() if (match := _ITEM.match(line)) is not None]
    if len(items) < _LEAST_STEPS:
        begun = [_IN_TURN.match(" ".join(one.split())) for one in _SENTENCE.split(answer)]
        items = [match["step"] for match in begun if match is not None]
    if not _LEAST_STEPS <= len(items) <= _MOST_STEPS:
        return ()
    clean = (" ".join(one.replace("**", "").split()).rstrip(" .;,:") for one in items)
    return tuple(shortened(one[:1].upper() + one[1:], _LONGEST_STEP) for one in clean if telling(one))


def _went_well(turn: Cycle, following: Cycle | None) -> bool | None:
    """None where nothing says so."""
    signals = turn.outcome_signals
    satisfied = signals.user_satisfaction_potential if signals is not None else None
    if satisfied is not None:
        return True if satisfied >= SATISFIED else False if satisfied < UNSATISFIED else None
    if following is None:
        return None
    said = following.user_input.strip().replace("’", "'")
    first = _SENTENCE.split(said)[0]
    if corrects(said) or (_AGAINST.search(first) and not _THANKS.match(first)):
        return False if request_of(said) == "" else None
    return True if _THANKS.match(said) and not _AGAINST.search(said) else None


# --- groups ---------------------------------------------------------------------------------------------------------


def _groups(cases: Sequence[_Case]) -> list[list[_Case]]:
    """Cases of the same request and way; each joins the first group whose first case is like it."""
    groups: list[list[_Case]] = []
    for case in cases:
        group = next((one for one in groups if _alike(one[0], case)), None)
        if group is None:
            groups.append([case])
        else:
            group.append(case)
    return groups


def _alike(one: _Case, other: _Case) -> bool:
    if one.listed is not other.listed or not _overlap(one.words, other.words, _SHARED, of_shorter=one.listed):
        return False
    if not one.listed:
        first, second = ({step.casefold() for step in case.steps} for case in (one, other))
        return first == second or len(first & second) >= max(2, min(len(first), len(second)) / 2)
    shared = sum(any(_same_step(step, each) for each in other.steps) for step in one.steps)
    return shared >= max(_LEAST_STEPS, min(len(one.steps), len(other.steps)) / 2)


def _same_step(one: str, other: str) -> bool:
    return _overlap(_stems(one), _stems(other), 1)


def _overlap(one: Sequence[str], other: Sequence[str], least: int, *, of_shorter: bool = False) -> bool:
    first, second = set(one), set(other)
    shared, size = len(first & second), min(len(first), len(second)) if of_shorter else len(first | second)
    return shared >= least and shared >= _OVERLAP * size


def _planned(group: Sequence[_Case], known: Sequence[Procedure]) -> PlannedProcedure | None:
    good = [one for one in group if one.good]
    bad = sum(one.good is False for one in group)
    if len({one.turn.cycle_id for one in good}) < GOOD_FROM or bad > BAD_SHARE * (len(good) + bad):
        return None
    first = good[0]
    shared = [word for word in dict.fromkeys(first.words) if all(word in one.words for one in good)]
    steps = [
        step
        for step in first.steps
        if sum(any(_same_step(step, each) for each in one.steps) for one in good) * 2 >= len(good)
    ]
    if len(shared) < _SHARED or len(steps) < (_LEAST_STEPS if first.listed else 1):
        return None
    requests = tuple(dict.fromkeys(one.what for one in good))
    try:
        procedure = cleaned(
            Procedure(
                name=_name(requests, shared, first, known),
                type=_type(requests),
                steps=tuple(Step(description=one) for one in steps),
                trigger_conditions=Triggers(request_patterns=_patterns(requests, first, shared)),
            )
        )
    except InvalidCommandError:
        return None
    how = f"the same {count(len(steps), 'step')}" if first.listed else f"the same way ({', '.join(steps)})"
    went = "it went well each time" if not bad else f"it went well {count(len(good), 'time')} of {len(good) + bad:,}"
    why = f"{count(len(good), 'request')} like “{shortened(first.what, 80)}” were answered in {how}, and {went}."
    turns = [one.turn for one in good]
    return PlannedProcedure(
        procedure,
        tuple(dict.fromkeys(one.messages[0] for one in turns)),
        tuple(one.cycle_id for one in turns),
        why,
        first.turn.user_id,
    )


def _name(requests: Sequence[str], shared: Sequence[str], first: _Case, known: Sequence[Procedure]) -> str:
    for one in known:
        patterns = one.trigger_conditions.request_patterns
        if sum(any(says(each, what) for each in patterns) for what in requests) * 2 > len(requests):
            return one.name
    spoken = [word for word in _plain(first.what) if _stem(word) in shared][:_NAME_WORDS]
    name = " ".join(dict.fromkeys(spoken))
    return name[:1].upper() + name[1:]


def _patterns(requests: Sequence[str], first: _Case, shared: Sequence[str]) -> tuple[str, ...]:
    """One phrase that all requests have, if there is one; else the requests themselves."""
    spoken = dict.fromkeys(word for word in _plain(first.what) if _stem(word) in shared)
    whole = " * ".join(spoken)
    return (whole,) if all(says(whole, one) for one in requests) else tuple(requests[:_MOST_PATTERNS])


def _type(requests: Sequence[str]) -> str:
    words = {word for one in requests for word in _plain(one)}
    if words & _TEACHING:
        return ProcedureType.TEACHING.value
    if words & _SUPPORT or any(felt(one).primary in _LOW for one in requests):
        return ProcedureType.SUPPORT.value
    return ProcedureType.CONVERSATION.value


def _plain(text: str) -> list[str]:
    return telling(text).split()


def _stems(text: str) -> tuple[str, ...]:
    return tuple(map(_stem, _plain(text)))


def _stem(word: str) -> str:
    word = word.removesuffix("'s")
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
