"""Tools for the library of skills: what agents are told to do when a message asks for it."""

from __future__ import annotations

from pydantic import Field

from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.errors import NotFoundError
from memory_desktop.service.tools.base import Arguments, Errand, Request, Result, Tool
from memory_desktop.service.tools.relations import NoArguments


class OneSkill(Result):
    """A skill."""

    id: str
    name: str
    description: str
    prompt: str
    examples: list[str]


class SkillsResult(Result):
    """What `skills` answers."""

    skills: list[OneSkill]


def _told(skill: Skill) -> OneSkill:
    return OneSkill(
        id=skill.id,
        name=skill.name,
        description=skill.description,
        prompt=skill.prompt,
        examples=list(skill.examples),
    )


def _skills(errand: Errand, given: NoArguments) -> SkillsResult:  # noqa: ARG001 - every tool takes its arguments
    return SkillsResult(skills=[_told(one) for one in errand.engine.conversations.skills.list()])


class SaveArguments(Arguments):
    """What `save_skill` takes."""

    name: str = Field(description="As google_workspace. One that is there gets this version.")
    description: str = Field(description="What it is for.")
    prompt: str = Field(description="What it tells you to do, when it is asked for.")
    examples: list[str] = Field(default_factory=list, max_length=50, description="Messages that ask for it.")


class SaveResult(Result):
    """What `save_skill` answers."""

    skill: OneSkill
    made: bool = Field(description="It is new; else it replaced one of this name.")


def _save(errand: Errand, given: SaveArguments) -> SaveResult:
    library = errand.engine.conversations.skills
    skill = Skill(given.name, given.description, given.prompt, tuple(given.examples))
    try:
        old = library.get(" ".join(given.name.split()))
    except NotFoundError:
        done, made = library.create(skill, actor=errand.actor), True
    else:
        done, made = library.edit(old.id, skill, actor=errand.actor), False
    errand.ids.append(done.id)
    return SaveResult(skill=_told(done), made=made)


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
    skill = Skill(given.name, given.description, given.prompt, tuple(given.examples)).checked()
    return Request("\n\n".join([f"Save the skill “{skill.name}”", skill.description, skill.prompt, *skill.examples]))


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
