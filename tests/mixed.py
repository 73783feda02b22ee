"""A vault's life in short: every kind of command, at random but the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from memory_desktop.core.memory.records import Draft, Layer
from memory_desktop.engine.engine import Engine

_WORDS = (
    "tea coffee train garden python keyboard doctor sister Lisbon budget yoga novel bread violin server ferry passport"
    " museum recipe camera winter bicycle letter harbour window pencil market island concert engine"
).split()
_TAGS = ("home", "work", "travel", "health", "music")
_KINDS = ("fact", "pref", "rule", "episode", "general")


def sentence(chance: random.Random, number: int) -> str:
    """A text that no other number gives."""
    return f"Note {number}: " + " ".join(chance.choices(_WORDS, k=chance.randint(4, 12)))


def drafts(chance: random.Random, start: int, count: int) -> Iterator[Draft]:
    """Memories with all sorts of labels."""
    for number in range(start, start + count):
        yield Draft(
            content=sentence(chance, number),
            kind=chance.choice(_KINDS),
            layer=chance.choice(list(Layer)),
            tags=tuple(chance.sample(_TAGS, chance.randint(0, 2))),
            thread=f"thread {number // 7}" if number % 3 else "",
            trust=chance.choice((1.0, 1.0, 0.5)),
            synthetic=number % 11 == 0,
            salience=chance.random(),
        )


def queries(seed: int, count: int) -> list[str]:
    """Questions to such a vault: words, phrases, exclusions, operators."""
    chance = random.Random(seed)
    made = []
    for _ in range(count):
        words = chance.choices(_WORDS, k=chance.randint(1, 4))
        made.append(" ".join(words) + chance.choice(("", "", "", f" tag:{chance.choice(_TAGS)}", f" -{words[0]}x")))
    return made


def live(vault: Engine, seed: int, events: int) -> None:
    """Act on the vault until its log has so many events."""
    chance = random.Random(seed)
    ids: list[str] = []
    number = 0

    def some(most: int) -> list[str]:
        return chance.sample(ids, min(len(ids), chance.randint(1, most)))

    while vault.head < events:
        roll = chance.random()
        if roll < 0.5 or len(ids) < 10:
            kept = [
                vault.remember(draft, actor=chance.choice(("user", "agent"))) for draft in drafts(chance, number, 5)
            ]
            number += 5
            ids += [one.memory.id for one in kept]
        elif roll < 0.65:
            vault.update(some(8), add_tags=[chance.choice(_TAGS)], salience=chance.random())
        elif roll < 0.75:
            active = _active(vault, some(3))
            if active:
                number += 1
                ids.append(vault.edit(active[0], sentence(chance, number)).id)
        elif roll < 0.82:
            vault.forget([id for id in some(4) if vault.get(id).status.value != "superseded"])
        elif roll < 0.87:
            ids += [memory.id for memory in vault.restore(some(4))]
        elif roll < 0.91:
            active = [id for id in _active(vault, some(4)) if not vault.memory_merging.goes_into(id)]
            if len(active) > 1:
                ids.append(vault.merge(active).id)
        elif roll < 0.94:
            vault.reinforce(_active(vault, some(5)), chance.random())
        elif roll < 0.945:
            vault.sync()
        elif roll < 0.96:
            vault.fade(some(5), chance.random() * 100)
        elif roll < 0.98:
            vault.undo()
        else:
            vault.redo()


def _active(vault: Engine, ids: list[str]) -> list[str]:
    return [id for id in ids if vault.get(id).status.value == "active"]
