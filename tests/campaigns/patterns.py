"""Texts made to slow the patterns down: `python -m tests.campaigns.patterns --seed 1`.

For every compiled pattern of the modules that look at what people write, texts are drawn that nearly match it: its own
parse tree is walked to make matching pieces, which are cut short, repeated, and joined by what ends a token. To these
come long runs of digits, letters, blanks and brackets. Every check then reads each text of 100,000 characters, and the
processor time that it takes is measured. It ends with 1 if one took longer than it may.
"""

from __future__ import annotations

import argparse
import random
import re
import string
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from re import _constants as parts  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from time import process_time
from types import ModuleType
from typing import Any

from memory_desktop.core.memory import claims, pairs
from memory_desktop.core.query import coverage
from memory_desktop.core.screening import commands_to_models, disguises, instructions, keys, people, phones, pii, places

SIZE = 100_000
#: What one look may take; the two that put all looks together ("pii", "suspicious") have as much for each three.
MOST_SECONDS = 0.05
TOGETHER = {"pii": 3, "suspicious": 3}
MODULES: tuple[ModuleType, ...] = (
    keys,
    people,
    phones,
    pii,
    places,
    instructions,
    commands_to_models,
    disguises,
    claims,
    pairs,
    coverage,
)
RUNS = (
    "1",
    "1 ",
    "a",
    "A ",
    "9-",
    "(1",
    "+1 ",
    "1.",
    "1:",
    "a:",
    "ab12",
    "-",
    " ",
    "\n",
    ".",
    "@",
    "a@",
    "A-",
    "/",
    "\u200b",
    "é ",
)
ENDS = ("", " ", "\n", ".", ",", "-", ":", "/", "(", "@", "=", "_", "1", "a", "A")
_MOST_REPEATED = 12


@dataclass(frozen=True)
class Slow:
    """What one check needed for one text."""

    check: str
    seconds: float
    text: str


CHECKS: dict[str, Callable[[str], object]] = {
    "keys": lambda text: list(keys.find_keys(text)),
    "people": lambda text: list(people.find_numbers(text)),
    "phones": lambda text: list(phones.find_phones(text)),
    "emails": lambda text: list(places.find_emails(text)),
    "machines": lambda text: list(places.find_machines(text)),
    "houses": lambda text: list(places.find_houses(text)),
    "pii": pii.find_pii,
    "instructions": lambda text: list(commands_to_models.commands(text.lower())),
    "disguises": lambda text: list(disguises.disguised(text)),
    "suspicious": instructions.suspicious,
    "claims": lambda text: list(claims.claims(text)),
    "sentences": coverage.sentences,
}


def patterns() -> Iterator[re.Pattern[str]]:
    """Every compiled pattern that a module holds by itself or in its tables."""
    for module in MODULES:
        yield from _within(vars(module).values())


def _within(values: Any) -> Iterator[re.Pattern[str]]:
    for value in values:
        if isinstance(value, re.Pattern):
            yield value
        elif isinstance(value, (tuple, list)):
            yield from _within(value)
        elif hasattr(value, "pattern") and isinstance(value.pattern, re.Pattern):
            yield value.pattern


def drawn(pattern: re.Pattern[str], chance: random.Random) -> str:
    """A text that matches the pattern, or nearly does (looking around is left out)."""
    return _of(parser.parse(pattern.pattern, pattern.flags), chance)


def _of(tree: Any, chance: random.Random) -> str:
    return "".join(_one(what, value, chance) for what, value in tree)


def _one(what: Any, value: Any, chance: random.Random) -> str:
    if what is parts.LITERAL:
        return chr(value)
    if what is parts.NOT_LITERAL:
        return "x" if chr(value) != "x" else "y"
    if what is parts.ANY:
        return chance.choice("a1 -")
    if what is parts.IN:
        return _from_class(value, chance)
    if what is parts.BRANCH:
        return _of(chance.choice(value[1]), chance)
    if what is parts.SUBPATTERN:
        return _of(value[3], chance)
    if what in (parts.MAX_REPEAT, parts.MIN_REPEAT, parts.POSSESSIVE_REPEAT):
        least, most, inner = value
        number = chance.choice((least, min(most, least + _MOST_REPEATED), min(most, 400)))
        return "".join(_of(inner, chance) for _ in range(int(number)))
    if what is parts.ATOMIC_GROUP:
        return _of(value, chance)
    return ""


def _from_class(items: Any, chance: random.Random) -> str:
    if items[0][0] is parts.NEGATE:
        taken = [chr(value) for what, value in items[1:] if what is parts.LITERAL]
        return chance.choice([char for char in "ax1-A" if char not in taken] or ["~"])
    what, value = chance.choice(items)
    if what is parts.LITERAL:
        return chr(value)
    if what is parts.RANGE:
        return chr(chance.randint(*value))
    pools = {
        parts.CATEGORY_DIGIT: string.digits,
        parts.CATEGORY_SPACE: " \n\t",
        parts.CATEGORY_WORD: string.ascii_letters + "_1",
    }
    return chance.choice(pools.get(value, "-"))


def texts(seed: int, rounds: int, size: int = SIZE) -> Iterator[str]:
    """Hostile texts: for each pattern some, then runs, then mixtures."""
    chance = random.Random(seed)
    known = list(patterns())
    units = list(RUNS)
    for _ in range(rounds):
        for pattern in known:
            whole = drawn(pattern, chance)
            cut = whole[: chance.randint(1, max(1, len(whole)))]
            head = whole[: max(1, len(whole) // 3)]
            units.append(
                chance.choice(
                    (
                        cut + chance.choice(ENDS),
                        whole + chance.choice(ENDS),
                        head * chance.randint(2, 40) + chance.choice(ENDS),
                        cut + chance.choice(RUNS) * chance.randint(1, 60),
                    )
                )
            )
    for unit in units:
        if unit:
            yield repeated(unit, size)
    for _ in range(rounds * 20):
        mixed = "".join(chance.choice(units) for _ in range(chance.randint(2, 400)))
        if mixed:
            yield repeated(mixed, size)


def repeated(unit: str, size: int) -> str:
    """The unit, again and again, up to so many characters."""
    return (unit * (size // len(unit) + 1))[:size]


def seconds(check: Callable[[str], object], text: str, tries: int = 3) -> float:
    """Processor time of the fastest of some tries, in seconds."""
    best = float("inf")
    for _ in range(tries):
        started = process_time()
        check(text)
        best = min(best, process_time() - started)
        if best < MOST_SECONDS / 2:
            break
    return best


def slowest(seed: int, rounds: int, size: int = SIZE) -> dict[str, Slow]:
    """Of each check, the text that it took longest for."""
    worst: dict[str, Slow] = {}
    for text in texts(seed, rounds, size):
        for name, check in CHECKS.items():
            took = seconds(check, text, 2)
            if name not in worst or took > worst[name].seconds:
                worst[name] = Slow(name, took, text)
    return worst


def main() -> int:
    """Measure, print, and say whether all checks kept their time."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--rounds", type=int, default=1)
    arguments.add_argument("--size", type=int, default=SIZE)
    chosen = arguments.parse_args()
    worst = slowest(chosen.seed, chosen.rounds, chosen.size)
    for slow in sorted(worst.values(), key=lambda one: -one.seconds):
        print(f"{slow.check:<14} {1000 * slow.seconds:7.1f} ms   {slow.text[:90]!r}")
    return int(any(slow.seconds > MOST_SECONDS * TOGETHER.get(slow.check, 1) for slow in worst.values()))


if __name__ == "__main__":
    sys.exit(main())
