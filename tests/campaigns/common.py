"""What every campaign shares: its arguments, vaults with texts like those that people keep, and the counting of tries."""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from memory_desktop.core.memory.records import Draft, Layer
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from tests.helpers import Clock, vault_at

_SUBJECTS = (
    "my sister|Anna|our neighbour|Dr. Lindqvist|the landlord|Tom from work|the kids|my mother|Jonas|the new intern"
)
_VERBS = "prefers|moved to|asked about|is allergic to|booked|forgot|recommended|cancelled|bought|wants to try"
_THINGS = (
    "green tea with honey|the yellow house by the harbour|a dentist's appointment on Thursday|peanuts and shellfish"
    "|two tickets for the violin concert|the password of the router|a Portuguese course in Lisbon|the blue bicycle"
    "|sourdough bread without salt|the report on the budget of 2026|a ferry at 07:45|Python 3.11 on the old server"
)
_TAILS = (
    "|, as she said on the phone|, but only in winter|; remind me in June|, and it cost 240 kronor|, again|, I think"
)
_TAGS = ("home", "work", "travel", "health", "music")


def sentence(chance: random.Random, number: int) -> str:
    """A text like those that people keep, unlike that of every other number."""
    parts = (chance.choice(choices.split("|")) for choices in (_SUBJECTS, _VERBS, _THINGS, _TAILS))
    subject, verb, thing, tail = parts
    return f"{subject[0].upper()}{subject[1:]} {verb} {thing}{tail} (note {number})."


def draft(chance: random.Random, number: int) -> Draft:
    """A memory with such a text and all sorts of labels."""
    return Draft(
        content=sentence(chance, number),
        kind=chance.choice(("fact", "pref", "rule", "episode", "general")),
        layer=chance.choice(list(Layer)),
        tags=tuple(chance.sample(_TAGS, chance.randint(0, 2))),
        thread=f"thread {number // 7}" if number % 3 else "",
        source=chance.choice(("chat", "notes", "")),
        salience=chance.random(),
    )


def make_vault(path: Path, seed: int, memories: int, *, clock: Clock | None = None) -> list[str]:
    """A closed vault with so many memories, embedded, with some edits, a forgotten few, an assembly and a snapshot.

    Returns:
        the texts that are active, in the order in which they came.
    """
    chance = random.Random(seed)
    with vault_at(path, clock) as vault:
        ids = [vault.remember(draft(chance, number)).memory.id for number in range(memories)]
        for id in chance.sample(ids, memories // 20):
            vault.edit(id, sentence(chance, memories + ids.index(id)))
        vault.forget(chance.sample(active_ids(vault), memories // 20))
        vault.update(active_ids(vault)[: memories // 10], add_tags=["kept"])
        vault.assemblies.create("a few that belong together", active_ids(vault)[:4])
        vault.sync()
        vault.snapshots.create("before")
        vault.remember(draft(chance, 2 * memories + 1))
        vault.sync()
        vault.catch_up()
        return texts(vault)


def active_ids(vault: Engine) -> list[str]:
    """Ids of the active memories, oldest first."""
    return [memory.id for memory in vault.page(vault.keys(RecordFilter()))]


def texts(vault: Engine) -> list[str]:
    """Texts of the active memories, oldest first."""
    return [memory.content for memory in vault.page(vault.keys(RecordFilter()))]


@dataclass
class Tally:
    """How the tries of a campaign went: `counts` by outcome, and what broke the law."""

    counts: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def report(self) -> str:
        """A few lines to read."""
        lines = [f"{sum(self.counts.values()):,} tries in {self.seconds:,.0f} s, {len(self.broken)} broke the law"]
        lines += [f"  {number:6,}  {outcome}" for outcome, number in self.counts.most_common()]
        return "\n".join([*lines, *(f"BROKEN {one}" for one in self.broken)])


#: One try: (folder of its own, its random numbers, its number) → what came of it. Raises LawBrokenError.
Try = Callable[[Path, random.Random, int], str]


class LawBrokenError(AssertionError):
    """What a campaign is there to find."""


def run(attempt: Try, *, count: int, seed: int, start: int = 0, say: Callable[[str], None] | None = None) -> Tally:
    """Make tries number `start` to `start + count`; each is the same for the same seed and number."""
    tally, began = Tally(), time.monotonic()
    for number in range(start, start + count):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            try:
                tally.counts[attempt(Path(folder), random.Random(f"{seed} {number}"), number)] += 1
            except LawBrokenError as broken:
                tally.counts["broke the law"] += 1
                tally.broken.append(f"--seed {seed} --only {number}: {broken}")
                if say is not None:
                    say(f"BROKEN {tally.broken[-1]}")
        if say is not None and (number + 1 - start) % 50 == 0:
            say(f"{number + 1 - start}/{count}: {dict(tally.counts)}")
    tally.seconds = time.monotonic() - began
    return tally


def main(about: str, attempt: Try, *, count: int = 100) -> int:
    """The command of a campaign: read the arguments, make the tries, print what came of them; the exit code."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--count", type=int, default=count, help=f"how many tries (default: {count})")
    parser.add_argument("--seed", type=int, default=1, help="of all randomness (default: 1)")
    parser.add_argument("--start", type=int, default=0, help="number of the first try, to go on from (default: 0)")
    parser.add_argument("--only", type=int, default=None, metavar="NUMBER", help="make this one try again")
    parser.add_argument("--json", type=Path, default=None, metavar="FILE", help="also keep the counts")
    given = parser.parse_args()
    start, wanted = (given.start, given.count) if given.only is None else (given.only, 1)
    tally = run(attempt, count=wanted, seed=given.seed, start=start, say=lambda text: print(text, flush=True))
    print(tally.report())
    if given.json is not None:
        given.json.write_text(json.dumps({"counts": tally.counts, "broken": tally.broken, "seconds": tally.seconds}))
    return 1 if tally.broken else 0
