"""Tools for the library of skills: what agents are told to do when a message asks for it."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.errors import NotFoundError
from memory_desktop.core.layers.procedure_runs import Ability
from memory_desktop.core.meanwhile import check_version
from memory_desktop.service.tools.base import Arguments, Errand, Request, Result, Tool
from memory_desktop.service.tools.relations import NoArguments


class OneSkill(Result):
    """A skill."""

    id: str
    name: str
    description: str
    prompt: str
    examples: list[str]
    components: list[str] = Field(description="Skills that it is made of.")
    proficiency: float = Field(description="How well it is known, from 0 to 1; 0 until it was practised.")
    practice_count: int
    version: str = Field(description="Another one once it says something else.")


class SkillsResult(Result):
    """What `skills` answers."""

    skills: list[OneSkill]


def _told(skill: Skill, ability: Ability) -> OneSkill:
    return OneSkill(
        id=skill.id,
        name=skill.name,
        description=skill.description,
        prompt=skill.prompt,
        examples=list(skill.examples),
        components=list(skill.components),
        proficiency=ability.proficiency,
        practice_count=ability.practice_count,
        version=skill.version,
    )


def _abilities(errand: Errand) -> dict[str, Ability]:
    return {one.id: one for one in errand.engine.layers.procedures.skill_library()}


def _skills(errand: Errand, given: NoArguments) -> SkillsResult:  # noqa: ARG001 - every tool takes its arguments
    known = _abilities(errand)
    skills = errand.engine.conversations.skills.list()
    return SkillsResult(skills=[_told(one, known.get(one.id, Ability(one.name))) for one in skills])


class SaveArguments(Arguments):
    """What `save_skill` takes."""

    name: str = Field(description="As google_workspace. One that is there gets this version.")
    description: str = Field(description="What it is for.")
    prompt: str = Field(description="What it tells you to do, when it is asked for.")
    examples: list[str] | None = Field(
        default=None, max_length=50, description="Messages that ask for it; left out, they stay."
    )
    components: list[str] | None = Field(
        default=None, max_length=50, description="Names of skills that it is made of; left out, they stay."
    )
    version: str | None = Field(
        default=None, description="Of the skill that you read: if it says something else by now, nothing is saved."
    )


class SaveResult(Result):
    """What `save_skill` answers."""

    skill: OneSkill
    made: bool = Field(description="It is new; else it replaced one of this name.")


def _save(errand: Errand, given: SaveArguments) -> SaveResult:
    library = errand.engine.conversations.skills
    skill = _of(given)
    try:
        old = library.get(" ".join(given.name.split()))
    except NotFoundError:
        check_version(f"The skill {skill.name}", given.version, "none: it is gone")
        done, made = library.create(skill, actor=errand.actor), True
    else:
        stay = [name for name in ("examples", "components") if getattr(given, name) is None]
        skill = replace(skill, **{name: getattr(old, name) for name in stay})
        done, made = library.edit(old.id, skill, version=given.version or old.version, actor=errand.actor), False
    errand.ids.append(done.id)
    return SaveResult(skill=_told(done, _abilities(errand).get(done.id, Ability(done.name))), made=made)


def _of(given: SaveArguments) -> Skill:
    parts = tuple(given.components or ())
    return Skill(given.name, given.description, given.prompt, tuple(given.examples or ()), components=parts)


class RetireArguments(Arguments):
    """What `retire_skill` takes."""

    name: str = Field(description="The skill’s name or id.")


class RetireResult(Result):
    """What `retire_skill` answers."""

    retired: str = Field(description="Its name.")


def _retire(errand: Errand, given: RetireArguments) -> RetireResult:
    old = errand.engine.conversations.skills.retire(given.name, actor=errand.actor)
    errand.ids.append(old.id)
    return RetireResult(retired=old.name)


def _ask_to_save(errand: Errand, given: SaveArguments) -> Request:  # noqa: ARG001 - as every tool
    skill = _of(given).checked()
    parts = [f"Made of {', '.join(skill.components)}"] if skill.components else []
    words = [f"Save the skill “{skill.name}”", skill.description, skill.prompt, *skill.examples, *parts]
    return Request("\n\n".join(words), names=("version",))


def _ask_to_retire(errand: Errand, given: RetireArguments) -> Request:
    old = errand.engine.conversations.skills.get(given.name)
    return Request(f"Retire the skill “{old.name}”", ids=(old.id,), names=("name",))


TOOLS = (
    Tool("skills", "List skills", "The skills of this person’s library.", NoArguments, SkillsResult, _skills),
    Tool(
        "save_skill",
        "Save a skill",
        "Make a skill, or a new version of one: instructions that come with get_context when a message asks for them.",
        SaveArguments,
        SaveResult,
        _save,
        writes=True,
        asks=_ask_to_save,
        destructive=True,
    ),
    Tool(
        "retire_skill",
        "Retire a skill",
        "Let a skill match no more. The person can bring it back; undo does, too.",
        RetireArguments,
        RetireResult,
        _retire,
        writes=True,
        asks=_ask_to_retire,
        destructive=True,
    ),
)
