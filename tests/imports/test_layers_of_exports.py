"""An export of ChatGPT fills the layers of a fresh vault, without anybody typing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_desktop.cli.main import main
from memory_desktop.core.conversation.learned import FACT_KINDS
from memory_desktop.core.events.consolidation import RunState
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from tests.helpers import Clock, vault_at
from tests.imports.builders import T0, chatgpt_export, talk

DAY = 86_400
_FEEDING = """Here's how to feed a sourdough starter:

1. **Discard** all but 50 g of the starter.
2. **Add** 50 g of flour and 50 g of lukewarm water.
3. **Stir** well until no dry flour is left.
4. **Leave** it covered at room temperature for 6–8 hours.

Let me know if you'd like a schedule for baking!"""
_COLD = """Of course! To feed your starter after the fridge:

1. Take it out and discard all but 50 g of starter.
2. Add 50 g of flour and 50 g of warm water.
3. Stir well so that no dry flour is left.
4. Leave it covered at room temperature until it doubles.
"""
_AGAIN = """Sure, here are the steps again:

1. Discard all but 50 g of the starter.
2. Add equal weights of flour and water (50 g each).
3. Stir it well.
4. Leave it covered at room temperature overnight.
"""
TALKS = [
    talk("Sourdough starter care", [
        ("How do I feed my sourdough starter?", _FEEDING),
        ("Thanks, that worked! It doubled overnight. By the way, I'm Elena and I live in Ghent.",
         "Wonderful, Elena! A starter that doubles overnight is ready. Would you like a recipe?"),
        ("Yes please. I'm allergic to nuts, so nothing with walnuts. My husband Tomas loves rye.",
         "Then a plain rye loaf it is. Mix 300 g of rye flour with 240 g of water."),
    ], T0),
    talk("Job interview at Barco", [
        ("I have an interview at Barco on Thursday and I'm terrified. What if I freeze?",
         "I'm sorry you feel so anxious. It may help to prepare three stories about your work."),
        ("I work at Telenet as a data engineer right now. Can you help me write a short introduction?",
         "Sure: “I'm Elena, a data engineer with six years at Telenet.”"),
        ("That's perfect, thank you. I feel much better now.", "You're welcome! You've got this."),
    ], T0 + 4 * DAY),
    talk("Starter from the fridge", [
        ("Can you tell me how to feed my sourdough starter after it was in the fridge?", _COLD),
        ("Perfect, thanks! Tomas wants to bake rye bread on Sunday.", "Start the levain on Saturday night."),
    ], T0 + 9 * DAY),
    talk("Barco offer", [
        ("I got the job at Barco!!! I'm so happy I could cry. Tomas and I are celebrating tonight.",
         "Congratulations, Elena! You should be proud of yourself."),
        ("Before I leave Telenet I need to hand over the billing pipeline.", "Write down who gets what."),
    ], T0 + 16 * DAY),
    talk("Cat to the vet", [
        ("My cat Miso vomited twice today.", "First take away the food for 12 hours."),
        ("The vet said Miso has a sensitive stomach.", "Good that it is known now."),
        ("Miso is five years old.", "A young adult."),
        ("Miso is actually six years old, not five.", "Corrected: six."),
        ("Miso doesn't eat salmon any more; now it's turkey.", "Turkey it is."),
    ], T0 + 20 * DAY),
    talk("Feeding schedule", [
        ("How should I feed my sourdough starter when we travel to Lisbon?", _AGAIN),
        ("Thank you, that works. We fly to Lisbon in April with Tomas's sister Petra.", "Enjoy Lisbon!"),
    ], T0 + 30 * DAY),
]  # fmt: skip
TURNS = sum((len(one["mapping"]) - 2) // 2 for one in TALKS)


def everything(vault: Engine) -> Any:
    """What the layers keep of the export, apart from ids and times."""
    return (
        vault.layers.episodes.count(),
        {one.payload.name: one.payload.knowledge for one in vault.layers.concepts.list()},
        [one.payload.name for one in vault.layers.procedures.list()],
        [one.event.emotion_data.primary_emotion for one in vault.layers.emotions.list()],
    )


def fill(vault: Engine) -> None:
    """Do what the background does."""
    while vault.conversations.work():
        pass


@pytest.mark.long
def test_an_export_fills_every_layer(tmp_path: Path) -> None:
    """C7.5, C3.14, C4.21, C5.14: an imported export is learned from and consolidated by the background alone: episodes,
    concepts with facts and links, a procedure, emotional events; one undo of the import takes all of it back."""
    with vault_at(tmp_path / "v", Clock()) as vault:
        vault.import_path(chatgpt_export(tmp_path / "export.zip", TALKS))
        fill(vault)
        layers = vault.layers
        assert [one.state for one in layers.consolidation.list()] == [RunState.DONE]
        assert layers.episodes.count() == TURNS
        concepts = {one.payload.name: one.payload for one in layers.concepts.list()}
        assert {"Elena", "Tomas", "Barco", "Telenet", "Lisbon", "sourdough starter"} <= concepts.keys()
        assert "My husband Tomas loves rye." in concepts["Tomas"].knowledge.facts
        assert any("interview at Barco" in fact for fact in concepts["Barco"].knowledge.facts)
        assert set(concepts["Miso"].knowledge.facts) == {
            "My cat Miso vomited twice today.",
            "The vet said Miso has a sensitive stomach.",
            "Miso is actually six years old, not five.",
            "Miso doesn't eat salmon any more; now it's turkey.",
        }
        links = {(edge.target, edge.relationship) for edge in concepts["Elena"].knowledge.edges}
        assert ("Telenet", "works at") in links
        assert ("Elena", "husband of") in {
            (edge.target, edge.relationship) for edge in concepts["Tomas"].knowledge.edges
        }
        (procedure,) = layers.procedures.list()
        assert procedure.payload.name == "Feed sourdough starter"
        assert [step.description.split()[0] for step in procedure.payload.steps] == ["Discard", "Add", "Stir", "Leave"]
        felt = {one.event.emotion_data.primary_emotion for one in layers.emotions.list()}
        assert felt == {"fear", "joy"}
        assert not any(vault.conversations.work() for _ in range(3)) and layers.consolidation.run().nothing
        vault.undo()
        assert everything(vault) == (0, {}, [], [])
        assert vault.status().memories.get("active", 0) == 0


@pytest.mark.long
def test_an_import_that_is_not_to_be_learned_from_is_left_alone(tmp_path: Path) -> None:
    """C7.8, F3: the program makes nothing by itself of an import that nobody wanted to learn from; a person can, which
    makes concepts without facts; learned from later, the next run brings the facts to the concepts, and is due although
    no turn was said since."""
    with vault_at(tmp_path / "v", clock := Clock()) as vault:
        report = vault.import_path(chatgpt_export(tmp_path / "export.zip", TALKS), extract=False)
        runs = vault.layers.consolidation
        for _ in range(3):
            clock.forward(days=1)
            fill(vault)
        assert not runs.list() and not runs.waiting("") and everything(vault) == (0, {}, [], [])
        assert runs.run().run is not None
        assert vault.layers.episodes.count() == TURNS
        assert not any(one.payload.knowledge.facts for one in vault.layers.concepts.list())
        assert report.command is not None
        vault.conversations.learn_from_import(report.command)
        fill(vault)
        assert runs.waiting("") and runs.run().run is not None
        assert len([one for one in vault.layers.concepts.list() if one.payload.knowledge.facts]) > 4


@pytest.mark.long
def test_an_import_is_undone_though_a_later_one_has_added_to_its_concepts(tmp_path: Path) -> None:
    """F5, C7.7: what the program made of two imports is in nobody's way: the first is undone with it, and the program
    makes again what the second alone comes to, as if it alone had come. A redo does the import again, and the program
    the rest."""
    first, second = chatgpt_export(tmp_path / "1.zip", TALKS[:4]), chatgpt_export(tmp_path / "2.zip", TALKS[4:])

    with vault_at(tmp_path / "alone", Clock()) as vault:
        vault.import_path(second)
        fill(vault)
        wanted = everything(vault)
    with vault_at(tmp_path / "v", Clock()) as vault:
        command = vault.import_path(first).command
        fill(vault)
        vault.import_path(second)
        fill(vault)
        both = everything(vault)
        assert both != wanted
        undone = vault.undo(command)
        assert undone is not None and undone.along == 2
        fill(vault)
        assert everything(vault) == wanted
        assert [one.name for one in vault.undo_stacks().redo] == [vault.undo_entry(command)[0].name]
        vault.redo()
        fill(vault)
        assert everything(vault)[0] == both[0] and everything(vault)[1].keys() == both[1].keys()
        assert vault.undo_stacks().redo == ()


@pytest.mark.long
def test_the_command_line_learns_before_it_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """C8.8, E9: `import` says what it made of an export; with --later, `consolidate` learns first and makes the same."""
    export = str(chatgpt_export(tmp_path / "export.zip", TALKS[:3]))

    def said(*words: str) -> Any:
        assert main([*words, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    now = said("import", vault_named(tmp_path, "now"), export)
    assert now["made"]["facts"] > 3 and now["made"]["episodes"] == 8
    later = vault_named(tmp_path, "later")
    waiting = said("import", later, export, "--later")
    assert not waiting["made"] and waiting["turns_to_learn_from"] == 8
    made = said("consolidate", later)["made"]
    assert made == {name: number for name, number in now["made"].items() if name != "facts"}
    with vault_at(Path(later)) as vault:
        assert vault.facets(RecordFilter(kinds=FACT_KINDS)).total == now["made"]["facts"]


def vault_named(folder: Path, name: str) -> str:
    """The path of a new vault."""
    vault_at(folder / name).close()
    return str(folder / name)
