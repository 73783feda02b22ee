"""Which memory says now what another one said."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from memory_desktop.cli.main import main
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.errors import ChangedMeanwhileError
from memory_desktop.core.layers.concepts import ConceptEdit
from memory_desktop.core.layers.procedures import Procedure, Step
from memory_desktop.core.memory.records import Status
from memory_desktop.service.tools import KITS, OWN
from memory_desktop.service.tools.base import Errand
from tests.helpers import vault_at


@pytest.mark.long
def test_an_earlier_version_leads_to_the_current_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """B3: through edits, undo and redo, also of a consolidation, an id leads to the memory that says it now, and a
    concept keeps its id; what is forgotten leads nowhere. The command line and the tool say it."""
    path = tmp_path / "v"
    with vault_at(path) as engine:
        said = ("My sister Henrike moved to Porto", "Henrike loves Porto", "I will visit Henrike in Porto")
        for text in said:
            engine.conversations.process(CycleDraft(user_input=text, session_id="s"))
        while engine.conversations.work():
            pass
        run = engine.layers.consolidation.run().run
        assert run is not None
        concepts = engine.layers.concepts
        before = {one.payload.name: one for one in concepts.all()}
        assert before
        first = next(iter(before.values()))
        engine.undo()
        assert not concepts.all() and engine.current(first.memory.id) is None
        engine.redo()
        assert {one.payload.name: one.id for one in concepts.all()} == {name: one.id for name, one in before.items()}
        assert engine.current(first.memory.id) == concepts.get(first.id).memory
        changed = concepts.edit(first.id, ConceptEdit(definition="somebody dear"))
        assert changed.id == first.id and engine.current(first.memory.id) == changed.memory
        engine.undo()
        back = concepts.get(first.id).memory
        assert engine.current(first.memory.id) == back and engine.current(back.id) == back
        tool = KITS[OWN]["get"]
        told = tool.does(Errand(engine, "agent:x"), tool.takes(id=first.memory.id)).model_dump()
        assert (told["memory"]["id"], told["current"]) == (first.memory.id, back.id)
    assert main(["show", str(path), first.memory.id]) == 0
    assert f"The current one is {back.id}:" in capsys.readouterr().out
    assert main(["show", str(path), first.memory.id, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["current"] == back.id


def test_an_id_means_the_memory_that_came_back(tmp_path: Path) -> None:
    """B3, F5: who holds the id of a memory that was forgotten and came back, or was undone and redone, acts on that
    memory, and finds it; an id of what is forgotten, or was edited since, does not mean another text."""
    with vault_at(tmp_path / "v") as engine:
        old = engine.remember("The boat is called Skarven").memory.id
        engine.undo()
        engine.redo()
        other = engine.remember("Tea is best in the morning").memory.id
        now = engine.current(old)
        assert now is not None and now.id != old
        errand = Errand(engine, "agent:x")

        def does(name: str, **given: object) -> dict[str, object]:
            return KITS[OWN][name].does(errand, KITS[OWN][name].takes(**given)).model_dump()

        assert engine.update([old, now.id], add_tags=["sea"]) == 1 and engine.get(now.id).tags == ("sea",)
        assert does("reinforce", ids=[old])["changed"] == 1
        assert engine.layers.meta.protect(old) == 1 and engine.layers.meta.is_protected(now.id)
        assert [hit.memory.id for hit in engine.recall(f"id:{old}").hits] == [now.id]
        assert engine.appraise(old, True).id == now.id
        listed = does("list", query=f"id:{old}")["memories"]
        assert isinstance(listed, list) and [one["id"] for one in listed] == [now.id]
        merged = engine.merge([old, other], "The boat and tea")
        engine.unmerge(merged.id)
        edited = engine.edit(old, "The boat is called Vega")
        assert does("forget", ids=[old])["changed"] == 0 and engine.get(edited.id).status is Status.ACTIVE
        assert does("get", id=old)["current"] == edited.id
        assert does("forget", ids=[edited.id])["changed"] == 1
        engine.undo()
        assert does("forget", ids=[edited.id])["changed"] == 1 and does("get", id=edited.id)["current"] is None
        assert [hit.memory.id for hit in engine.recall(f"id:{old}").hits] == []


def test_a_whole_procedure_is_saved_over_what_was_read_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """C4.15: a file as `show --json` gave it, and an agent's procedure with the version that it read, are refused once
    somebody has changed the procedure since."""
    path, file = tmp_path / "v", tmp_path / "p.json"
    with vault_at(path) as engine:
        library = engine.layers.procedures
        made = library.create(Procedure(name="Calm", type="Conversation", steps=(Step(description="Listen"),)))
        assert made is not None
        tool = KITS[OWN]["procedures"]
        (read,) = tool.does(Errand(engine, "agent:x"), tool.takes()).model_dump()["procedures"]
    assert main(["procedures", str(path), "show", "Calm", "--json"]) == 0
    file.write_text(capsys.readouterr().out)
    with vault_at(path) as engine:
        library = engine.layers.procedures
        now = msgspec.structs.replace(library.get("Calm").payload, safety_checks=("Nobody is hurt",))
        library.edit("Calm", now)
        save = KITS[OWN]["save_procedure"]
        engine.recalls.note("calm", [made.memory.id], actor="agent:x")
        engine.recalls.flush()
        given = {name: read["procedure"][name] for name in ("name", "type", "steps")}
        with pytest.raises(ChangedMeanwhileError, match="version"):
            save.does(Errand(engine, "agent:x"), save.takes(**given, version=read["version"]))
    assert main(["procedures", str(path), "edit", "Calm", "--file", str(file)]) != 0
    with vault_at(path) as engine:
        assert engine.layers.procedures.get("Calm").payload.safety_checks == ("Nobody is hurt",)
