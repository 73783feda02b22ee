"""What came of a call of a tool, in words for a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from memory_desktop.core.conversation.held_parts import part_words
from memory_desktop.core.wording import count, memories, shortened

_SHORT = 200
_QUOTED = 80
_COUNTED = {
    "entities": ("entity", "entities"),
    "relations": ("relation", "relations"),
    "results": ("entity", "entities"),
    "skills": ("skill", "skills"),
    "procedures": ("procedure", "procedures"),
    "runs": ("run", "runs"),
}
_Said = Mapping[str, Any]
#: What such a tool does to memories, of which its answer tells the number.
_DONE = {"forget": "forgotten", "reinforce": "reinforced"}


def outcome(value: _Said, tool: str = "") -> str:
    """The structured answer of a tool as a short sentence; what no words are known for, by its names.

    Args:
        tool: its name, where that says what was done.
    """
    if tool in _DONE and "changed" in value:
        return f"{memories(value['changed'])} {_DONE[tool]}"
    for fields, words in _WORDS:
        if fields <= value.keys():
            return shortened(words(value), _SHORT)
    counted = [count(len(value[name]), *words) for name, words in _COUNTED.items() if isinstance(value.get(name), list)]
    if counted:
        return ", ".join(counted)
    if isinstance(value.get("message"), str):
        return shortened(value["message"], _SHORT)
    return shortened(", ".join(f"{name.replace('_', ' ')} {_plain(one)}" for name, one in value.items() if one), _SHORT)


def _remembered(said: _Said) -> str:
    words = {"kept": "Kept", "known": "Known already", "held": "Held for review"}
    reasons = " ".join(map(str, said.get("reasons") or ()))
    return words.get(said["status"], str(said["status"])) + (f": {reasons}" if reasons else "")


def _recalled(said: _Said) -> str:
    found = memories(len(said["hits"])) if said["hits"] else "Nothing"
    weaker = f", {said['weaker']:,} weaker" if said["weaker"] else ""
    return " ".join((f"{found} found{weaker}", *_noted(said)))


def _listed(said: _Said) -> str:
    return f"{len(said['memories']):,} of {memories(said['total'])}"


def _context(said: _Said) -> str:
    return " ".join((f"A context of {said['tokens']:,} of {said['budget']:,} tokens", *_noted(said)))


def _turn(said: _Said) -> str:
    if said["status"] == "left out":
        return f"Turn left out: {said['reason']}"
    if said["status"] == "held":
        return "Turn held for review"
    parts = " and ".join(part_words(one["part"]) for one in said.get("held") or ())
    recorded = f"Turn recorded, {parts} held for review" if parts else "Turn recorded"
    return f"{recorded}; facts are learned of it in the background" if said["waiting"] else recorded


def _drawn(said: _Said) -> str:
    more = f", {said['more']:,} more left out" if said.get("more") else ""
    return f"{count(len(said['nodes']), 'item')} and {count(len(said['edges']), 'link')}{more}"


def _counted(said: _Said) -> str:
    return f"{memories(sum(said['layers'].values()))} active; {said['health']}"


def _undone(said: _Said) -> str:
    if said.get("withdrawn"):
        texts = ", ".join(f"“{shortened(str(one), _QUOTED)}”" for one in said["withdrawn"])
        return f"Withdrew what waited for review: {texts}"
    return f"Took back: {said['undone']}" if said["undone"] else "There was nothing to undo"


def _saved(said: _Said) -> str:
    return f"Skill {said['skill']['name']} {'added' if said['made'] else 'changed'}"


def _procedure_saved(said: _Said) -> str:
    return f"Procedure {said['procedure']['name']} {'added' if said['made'] else 'changed'}"


def _went_on(said: _Said) -> str:
    if said["next"]:
        return f"{said['procedure']}: next, {said['next']['title']}"
    return f"{said['procedure']}: {said['outcome'] or said['state']}"


def _practised(said: _Said) -> str:
    return f"Skill {said['skill_name']}: proficiency {said['proficiency']:.2f}"


def _totalled(said: _Said) -> str:
    number = said["totals"]["memories"]
    return f"{count(number, 'active memory', 'active memories')}, {said['never_accessed']:,} never recalled"


def _scheduled(said: _Said) -> str:
    return f"{memories(said['total'])} on the schedule, {said['due_to_fade'] + said['due_to_forget']:,} due"


def _let_go(said: _Said) -> str:
    return f"{memories(said['faded'])} faded, {said['forgotten']:,} forgotten"


def _noted(said: _Said) -> list[str]:
    notes = [str(one) for one in said.get("notes") or ()]
    return [f"({' '.join(notes)})"] if notes else []


def _quoted(memory: _Said) -> str:
    return f"“{shortened(str(memory.get('content', '')), _QUOTED)}”"


def _plain(value: Any) -> str:
    if isinstance(value, (list, Mapping)):
        return f"({len(value):,})"
    return str(value)


#: By the fields that an answer has; the first that fits.
_WORDS: tuple[tuple[frozenset[str], Callable[[_Said], str]], ...] = (
    (frozenset({"status", "cycle_id"}), _turn),
    (frozenset({"status", "id"}), _remembered),
    (frozenset({"hits", "weaker"}), _recalled),
    (frozenset({"memories", "total"}), _listed),
    (frozenset({"tokens", "budget"}), _context),
    (frozenset({"nodes", "edges"}), _drawn),
    (frozenset({"layers", "health"}), _counted),
    (frozenset({"undone"}), _undone),
    (frozenset({"skill", "made"}), _saved),
    (frozenset({"procedure", "made"}), _procedure_saved),
    (frozenset({"run_id", "next"}), _went_on),
    (frozenset({"totals", "never_accessed"}), _totalled),
    (frozenset({"due_to_fade", "items"}), _scheduled),
    (frozenset({"faded", "forgotten"}), _let_go),
    (frozenset({"skill_name", "proficiency"}), _practised),
    (frozenset({"performance"}), lambda _said: "Procedure rated"),
    (frozenset({"retired_procedure"}), lambda said: f"Procedure {said['retired_procedure']} retired"),
    (frozenset({"memory", "retired"}), lambda said: f"Merged into {_quoted(said['memory'])}"),
    (frozenset({"memory"}), lambda said: _quoted(said["memory"])),
    (frozenset({"retired"}), lambda said: f"Skill {said['retired']} retired"),
    (frozenset({"changed"}), lambda said: f"{memories(said['changed'])} changed"),
)
