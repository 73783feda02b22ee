"""Commands of the kernel, the gates and the settings: what comes in, what is strengthened, and what is let go."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from memory_desktop.cli import output as out
from memory_desktop.core.errors import KnownError
from memory_desktop.core.memory.held import REQUEST
from memory_desktop.core.memory.held_words import change_of, gate_word, text_of
from memory_desktop.core.memory.pairs import MOST_PAIRS
from memory_desktop.core.settings import SETTINGS, Value

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

OK = 0


def settings(vault: Engine, args: Namespace) -> int:
    """Show all settings, or some, or change some and show these."""
    shown = [name for text in args.changes if "=" not in text for name in _named(text)]
    changes = dict(_change(text) for text in args.changes if "=" in text)
    if changes:
        vault.change_settings(changes)
    found = vault.settings
    wanted = list(dict.fromkeys([*shown, *changes])) or list(SETTINGS)
    if args.json:
        out.print_json({name: found[name] for name in (SETTINGS if changes else wanted)})
        return OK
    for name in wanted:
        setting = SETTINGS[name]
        mark = " " if found[name] == setting.default else "*"
        choices = f" ({', '.join(setting.choices)})" if setting.choices else ""
        note = f" [set by {setting.variable}]" if name in found.overrides else ""
        out.print_lines([f"{mark} {name:<24} {_text(found[name]):<8} {setting.title}{choices}{note}"])
    return OK


def held(vault: Engine, args: Namespace) -> int:
    """List what is held back, or decide about it."""
    if args.release:
        number = vault.gates.release(args.release, redacted=args.redact)
        return out.print_answer(args, {"released": number}, f"{number:,} released.")
    if args.discard:
        number = vault.gates.discard(args.discard)
        return out.print_answer(args, {"discarded": number}, f"{number:,} discarded.")
    found = vault.gates.held()
    if args.json:
        for item in found:
            out.print_json(
                {
                    "id": item.id,
                    "at": item.ts,
                    "actor": item.actor,
                    "content": item.draft.content,
                    "change": change_of(item),
                    "verdicts": [
                        {"gate": one.gate, "action": one.action, "reason": one.reason} for one in item.verdicts
                    ],
                }
            )
        return OK
    for item in found:
        line = out.one_line(text_of(item))
        out.print_lines([f"{item.id}  {item.ts:%Y-%m-%d %H:%M}  {item.actor}  {line}"])
        out.print_lines(f"    {gate_word(one.gate)}: {one.reason}" for one in item.verdicts)
        if item.change is not None and item.change.do == REQUEST:
            about = ((id, out.one_line(vault.get(id).content)) for id in item.change.ids)
            out.print_lines(f"    {id}  {text}" for id, text in about)
    if not found:
        out.print_lines(["Nothing is held back."])
    return OK


def duplicates(vault: Engine, args: Namespace) -> int:
    """List pairs to decide about, or decide about one."""
    if args.differ:
        return out.print_answer(args, {"kept": vault.duplicates.differ([tuple(args.differ)])}, "Both are kept.")
    if args.supersede:
        return out.print_answer(
            args, {"superseded": vault.duplicates.supersede([tuple(args.supersede)])}, "Superseded."
        )
    found = vault.duplicates.pairs()
    for pair in found:
        if args.json:
            ids = [pair.first.id, pair.second.id]
            out.print_json({"kind": pair.kind, "ids": ids, "similarity": pair.similarity, "reason": pair.reason})
        else:
            out.print_lines([f"{pair.kind} ({pair.similarity:.2f}): {pair.reason}"])
            out.print_lines(f"  {one.id}  {out.one_line(one.content)}" for one in (pair.first, pair.second))
    if len(found) == MOST_PAIRS:
        out.note(f"These are the first {MOST_PAIRS}; decide about some to see what follows.")
    if not found and not args.json:
        out.print_lines(["No two memories are nearly identical or contradict each other."])
    return OK


def merge(vault: Engine, args: Namespace) -> int:
    """Make one memory of several, or one assembly of several."""
    if args.ids and all(id.startswith("asm_") for id in args.ids):
        assembly = vault.merging.begin(args.ids, args.text or "", actor=args.actor)
        vault.sync()
        return out.print_answer(args, {"assembly": assembly.id, "name": assembly.name}, assembly.id)
    made = vault.merge(args.ids, args.text, actor=args.actor)
    vault.sync()
    waits = any(vault.memory_merging.goes_into(id) == made.id for id in args.ids)
    note = f"{made.id} (what was merged stays until it has its vector)" if waits else made.id
    return out.print_answer(args, {"memory": out.memory_json(made), "waiting": waits}, note)


def reinforce(vault: Engine, args: Namespace) -> int:
    """Raise the salience of memories."""
    number = vault.reinforce(args.ids, args.credit, actor=args.actor)
    return out.print_answer(args, {"reinforced": number}, f"{number:,} reinforced.")


def useful(vault: Engine, args: Namespace) -> int:
    """Say whether a recalled memory was useful."""
    score = vault.appraise(args.id, args.useful, args.query, actor=args.actor).quick_recal_score
    return out.print_answer(args, {"quick_recal_score": score}, f"Its recall score is {score:.2f} now.")


def fade(vault: Engine, args: Namespace) -> int:
    """Let the salience of memories decay."""
    number = vault.fade(args.ids or None, args.hours, actor=args.actor)
    return out.print_answer(args, {"faded": number}, f"{number:,} faded.")


def evict(vault: Engine, args: Namespace) -> int:
    """Forget the least salient memories beyond the capacity, or say which these are."""
    if args.dry_run:
        found = vault.eviction.preview()
        if args.json:
            out.print_json({"memories": [out.memory_json(memory) for memory in found]})
        else:
            out.print_lines(f"{memory.salience:>6.2f}  {memory.id}  {out.one_line(memory.content)}" for memory in found)
        return OK
    number = vault.eviction.run(actor="user")
    return out.print_answer(args, {"evicted": number}, f"{number:,} evicted.")


def _named(text: str) -> list[str]:
    """The setting of this name, or those of a group ("gates")."""
    found = [name for name in SETTINGS if name == text or name.startswith(f"{text}.")]
    if not found:
        raise KnownError(f"There is no setting {text}.", hint="“memory-desktop settings VAULT” lists them.")
    return found


def _change(text: str) -> tuple[str, Value]:
    name, _, value = text.partition("=")
    if name not in SETTINGS:
        raise KnownError(f"{text}: There is no setting {name}.", hint="“memory-desktop settings VAULT” lists them.")
    default = SETTINGS[name].default
    if isinstance(default, bool):
        if value.lower() not in ("true", "false", "on", "off"):
            raise KnownError(f"{text}: write true or false.")
        return name, value.lower() in ("true", "on")
    if isinstance(default, str):
        return name, value
    try:
        return name, int(value) if isinstance(default, int) else float(value)
    except ValueError:
        raise KnownError(f"{text}: “{value}” is not a number.") from None


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
