"""The library of skills, and which of them a query asks for."""

from __future__ import annotations

import numpy as np
import pytest

from memory_desktop.core.conversation.skills import Skill, on_the_scale, phrases, telling
from memory_desktop.core.errors import HeldBackError, InvalidCommandError, NotFoundError
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.embed import FastEmbedder, local_model
from memory_desktop.engine.engine import Engine
from tests.core.skill_requests import GREETINGS, OTHERS, SKILLS
from tests.engine.test_lab_and_migration import TRANSFORMER

MAIL = Skill("google_workspace", "Read and send e-mail.", "Call the tool gmail.", ("send an email to Ana",))


def library(vault: Engine) -> None:
    for name, (description, examples, _) in SKILLS.items():
        vault.conversations.skills.create(Skill(name, description, f"Use {name}.", examples))


def test_requests_reach_their_skill(vault: Engine) -> None:
    """E8.8: with the bundled model a request that fits reaches its skill, and no other, at the threshold of 0.75."""
    library(vault)
    for name, (_, _, requests) in SKILLS.items():
        for request in requests:
            found = vault.conversations.skills.match(request)
            assert [one.skill.name for one in found.matched] == [name], (request, found)
            assert found.threshold == 0.75 and found.matched[0].similarity >= 0.75


def test_greetings_match_nothing(vault: Engine) -> None:
    """E8.4: greetings, generic prompts and requests of other kinds match no skill."""
    library(vault)
    assert not [text for text in (*GREETINGS, *OTHERS) if vault.conversations.skills.match(text).matched]


def test_only_a_match_comes_into_the_prompt(vault: Engine) -> None:
    """E8.5: a context has a section of skills with the prompt of each that matches, and no such section without one."""
    vault.conversations.skills.create(MAIL)
    found = vault.conversations.get_context("Please send an email to Ana")
    assert "# Skills\n## google_workspace\nCall the tool gmail." in found.text
    for other in ("Good morning!", "What is the capital of Peru?"):
        found = vault.conversations.get_context(other)
        assert "Skills" not in found.text and "gmail" not in found.text and not found.skills.matched


def test_near_misses_are_named(vault: Engine) -> None:
    """E8.6: an answer names skill, similarity, threshold and phrase, and the skills that nearly matched."""
    library(vault)
    vault.change_settings({"gate.skill_above": 0.9})
    found = vault.conversations.skills.match("What can I cook with eggs and spinach?")
    assert not found.matched and found.threshold == 0.9
    near = found.near_misses[0]
    assert near.skill.name == "recipe_helper" and 0.75 <= near.similarity < 0.9
    assert near.phrase == "what can I cook with these ingredients"


def test_a_skill_is_made_changed_and_retired(vault: Engine) -> None:
    """E8.9: a skill is created, edited, listed and retired, each one step of undo; its name is its own."""
    skills = vault.conversations.skills
    made = skills.create(MAIL, actor="agent")
    assert skills.get(made.id) == skills.get("google_workspace") == made and made.prompt == MAIL.prompt
    assert vault.get(made.id).kind == "skill" and vault.get(made.id).actor == "agent"
    with pytest.raises(InvalidCommandError):
        skills.create(MAIL)
    for bad in (Skill("", "x", "y"), Skill("x", " ", "y"), Skill("x", "y", ""), Skill("x" * 99, "y", "z")):
        with pytest.raises(InvalidCommandError):
            skills.create(bad)
    newer = skills.edit("google_workspace", Skill("mail", "Read and send e-mail.", "Call mail.", ("write to Ana",)))
    assert [one.name for one in skills.list()] == ["mail"] and vault.get(made.id).superseded_by == newer.id
    assert skills.match("please write to Ana").matched[0].skill.prompt == "Call mail."
    skills.retire("mail")
    assert skills.list() == [] and not skills.match("please write to Ana").matched
    with pytest.raises(NotFoundError):
        skills.retire("mail")
    vault.undo()
    assert [one.name for one in skills.list()] == ["mail"]
    vault.undo()
    assert [(one.name, one.examples) for one in skills.list()] == [("google_workspace", ("send an email to Ana",))]
    vault.undo()
    assert skills.list() == [] and vault.verify().ok


def test_skills_pass_the_gates(vault: Engine) -> None:
    """D7: a skill whose text a gate holds back waits for a decision; an edit leaves the old one in place until then."""
    skills = vault.conversations.skills
    skills.create(MAIL)
    vault.change_settings({"gates.pii": "hold"})
    with pytest.raises(HeldBackError):
        skills.edit("google_workspace", Skill("google_workspace", "Mail.", "Write to ada@example.org."))
    assert skills.get("google_workspace").prompt == MAIL.prompt
    vault.gates.release([item.id for item in vault.gates.held()])
    assert skills.get("google_workspace").prompt == "Write to ada@example.org."


def test_other_memories_of_the_kind_are_skills(vault: Engine) -> None:
    """E8.1: a memory of the kind skill that brings no fields of one is described by its text."""
    vault.remember("Pack light\nTake one bag.", kind="skill")
    (one,) = vault.conversations.skills.list()
    assert (one.name, one.description, one.prompt) == ("Pack light", "Pack light", "Pack light\nTake one bag.")
    assert len(vault.keys(RecordFilter(kinds=("skill",)))) == 1


def test_the_scale_keeps_the_order() -> None:
    """E8.3: what a model's cosine means for the threshold rises with it, and an unknown model's is taken as it is."""
    for model in ("minilm-static-256@12345678", "other@12345678"):
        scaled = [on_the_scale(step / 100, model) for step in range(-10, 111)]
        assert scaled == sorted(scaled) and scaled[0] == 0.0 and scaled[-1] == 1.0
    assert on_the_scale(0.6, "other@12345678") == pytest.approx(0.6)


@pytest.mark.skipif(not TRANSFORMER.is_dir(), reason="the transformer for trials is not here")
def test_the_threshold_fits_the_transformer_that_can_be_downloaded() -> None:
    """E8.2, E8.8: with all-MiniLM-L6-v2 most requests reach their skill at 0.75, none a wrong one, and no greeting any."""
    model = FastEmbedder(local_model(TRANSFORMER))
    library = {
        name: model.embed([telling(one) for one in phrases(Skill(name, about, "x", examples))])
        for name, (about, examples, _) in SKILLS.items()
    }

    def matching(text: str) -> set[str]:
        asked = model.embed_query(telling(text)) if telling(text) else np.zeros(model.dim, np.float32)
        best = {name: float((vectors @ asked).max()) for name, vectors in library.items()}
        return {name for name, cosine in best.items() if on_the_scale(cosine, model.model_version) >= 0.75}

    found = [(name, matching(request)) for name, (_, _, requests) in SKILLS.items() for request in requests]
    assert all(matched <= {name} for name, matched in found)
    assert sum(matched == {name} for name, matched in found) >= 14
    assert not any(matching(text) for text in GREETINGS)
