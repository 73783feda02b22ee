"""How well the rules find the messages that people note facts of, on conversations (LoCoMo).

    python -m tests.benchmarks.extraction            measures, if the data is there
    python -m tests.benchmarks.extraction --fit      fits the weights anew and prints the module that holds them

A message counts as right if the rules take a fact from it and people cited it for one. Besides the weights that the
program ships with, which were fitted to all five conversations, each conversation is measured with weights fitted to
the other four: that is what to expect of people and topics that nothing was fitted to. Taking every message gives 0.58.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from memory_desktop.core.extraction.facts import MODEL, Model, Said, extract
from memory_desktop.core.extraction.sentences import sentences
from memory_desktop.core.extraction.signs import SIGNS, signs
from tests.benchmarks.corpus import DATA, session_numbers

CONVERSATIONS, OBSERVATIONS = "locomo-dev.json", "locomo-dev-observations.json"
#: Least F1 that is accepted, over all messages, by weights fitted to the other conversations.
LEAST = 0.68
#: What keeps weights small: as if each had been seen so often at 0.
_RIDGE = 3.0
_ROUNDS = 30
_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Message:
    """A message of a conversation, the one before it, and whether people noted a fact of it."""

    conversation: str
    id: str
    speaker: str
    text: str
    before: str
    cited: bool


def messages(folder: Path = DATA) -> list[Message]:
    """All messages of the conversations in a folder, in order."""
    noted = json.loads((folder / OBSERVATIONS).read_text(encoding="utf-8"))
    cited = {one["sample_id"]: {id for fact in one["observation"] for id in fact["evidence"]} for one in noted}
    return [
        message
        for sample in json.loads((folder / CONVERSATIONS).read_text(encoding="utf-8"))
        for message in _conversation(sample, cited[sample["sample_id"]])
    ]


def _conversation(sample: dict[str, Any], cited: set[str]) -> list[Message]:
    found, sessions = [], sample["conversation"]
    for number in session_numbers(sessions):
        before = ""
        for turn in sessions[f"session_{number}"]:
            id, text = turn["dia_id"], turn["text"]
            found.append(Message(sample["sample_id"], id, turn["speaker"], text, before, id in cited))
            before = text
    return found


def fitted(said: Sequence[Message]) -> Model:
    """The model whose likelihoods fit best, and the threshold around which F1 is best."""
    rows = np.array([list(signs(sentences(one.text), one.before).values()) for one in said])
    wanted = np.array([float(one.cited) for one in said])
    columns = np.c_[rows, np.ones(len(rows))]
    ridge = np.full(columns.shape[1], _RIDGE)
    ridge[-1] = 0.0
    weights = np.zeros(columns.shape[1])
    for _ in range(_ROUNDS):
        likely = _likely(columns, weights)
        slope = columns.T @ (likely - wanted) + ridge * weights
        bend = (columns * (likely * (1 - likely))[:, None]).T @ columns + np.diag(ridge)
        weights -= np.linalg.solve(bend, slope)
    rounded = [round(float(one), 2) for one in weights]
    return Model(
        dict(zip(SIGNS, rounded[:-1], strict=True)), rounded[-1], _threshold(wanted, _likely(columns, weights))
    )


def _likely(columns: _Floats, weights: _Floats) -> _Floats:
    likely: _Floats = 1 / (1 + np.exp(-(columns @ weights)))
    return likely


def _threshold(wanted: _Floats, likely: _Floats) -> float:
    """The middle of the widest good range: a single best value would be chance."""
    steps = np.arange(0.25, 0.5, 0.01)
    scores = np.array([f1(wanted > 0, likely >= step) for step in steps])
    smooth = np.convolve(scores, np.ones(9) / 9, "valid")
    return round(float(steps[4 + int(np.argmax(smooth))]), 2)


def f1(wanted: npt.NDArray[np.bool_], taken: npt.NDArray[np.bool_]) -> float:
    """Harmonic mean of precision and recall."""
    return 2 * float((wanted & taken).sum()) / max(1.0, float(wanted.sum() + taken.sum()))


def taken_by(model: Model, said: Sequence[Message]) -> npt.NDArray[np.bool_]:
    """From which messages facts are taken."""
    return np.array([bool(extract([Said(one.text, one.speaker)], one.before, model)) for one in said])


def measure(said: Sequence[Message], model_for: Callable[[str], Model]) -> tuple[dict[str, float], float]:
    """(F1 by conversation, F1 over all messages), each conversation by the model that is meant for it."""
    names = list(dict.fromkeys(one.conversation for one in said))
    wanted, taken = {}, {}
    for name in names:
        part = [one for one in said if one.conversation == name]
        wanted[name] = np.array([one.cited for one in part])
        taken[name] = taken_by(model_for(name), part)
    every = f1(np.concatenate(list(wanted.values())), np.concatenate(list(taken.values())))
    return {name: f1(wanted[name], taken[name]) for name in names}, every


def held_out(said: Sequence[Message]) -> tuple[dict[str, float], float]:
    """The same with weights fitted to the other conversations."""
    return measure(said, lambda name: fitted([one for one in said if one.conversation != name]))


def _module(model: Model) -> str:
    lines = "\n".join(f'    "{name}": {weight},' for name, weight in model.weights.items())
    return f'''"""What the signs of a message weigh. Written by `python -m tests.benchmarks.extraction --fit`."""

from __future__ import annotations

#: By the name of the sign, in log odds.
WEIGHTS = {{
{lines}
}}
BIAS = {model.bias}
#: Likelihood from which a message is taken.
ENOUGH = {model.enough}
'''


def main() -> int:
    """Measure and print; 1 if it is worse than it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fit", action="store_true", help="print the module with the weights")
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR", help="where the conversations are")
    args = parser.parse_args()
    if not all((args.data / name).exists() for name in (CONVERSATIONS, OBSERVATIONS)):
        print(f"There are no conversations at {args.data}: nothing is measured.")
        return 0
    said = messages(args.data)
    if args.fit:
        print(_module(fitted(said)), end="")
        return 0
    cited = np.array([one.cited for one in said])
    print(
        f"{len(said):,} messages, {int(cited.sum()):,} of them cited; F1 if all are taken: {f1(cited, cited | True):.3f}"
    )
    shipped, every = measure(said, lambda _: MODEL)
    apart, alone = held_out(said)
    for name in shipped:
        print(f"  {name:<10} shipped weights {shipped[name]:.3f}   fitted to the others {apart[name]:.3f}")
    mean = sum(apart.values()) / len(apart)
    print(f"  {'all':<10} shipped weights {every:.3f}   fitted to the others {alone:.3f} (mean {mean:.3f})")
    return 0 if min(every, alone) >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
