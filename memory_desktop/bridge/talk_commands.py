"""The user's commands on what is kept of conversations: skills, summaries, and background jobs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from memory_desktop.bridge.commands import Commands, Done
from memory_desktop.bridge.translation import plural, tr
from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.conversation.summary import ConversationSummary, revised

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine


def save_skill(commands: Commands, skill: Skill, seen: Mapping[str, object]) -> None:
    """Make a skill, or another version of the one with its id, with the fields in `seen` changed that were seen so."""

    def work(engine: Engine) -> Done:
        library = engine.conversations.skills
        if not skill.id:
            made = library.create(skill)
            return Done(tr("Added the skill {name}.", name=made.name), undoable=True)
        before = engine.head
        made = library.edit(skill.origin or skill.id, skill, seen=seen)
        if engine.head == before:
            return Done(tr("Nothing changed."))
        return Done(tr("Saved the skill {name}.", name=made.name), undoable=True)

    commands.run(work)


def retire_skill(commands: Commands, skill: Skill) -> None:
    """Let a skill match no more."""

    def work(engine: Engine) -> Done:
        engine.conversations.skills.retire(skill.id)
        return Done(tr("Retired the skill {name}.", name=skill.name), undoable=True)

    commands.run(work)


def edit_summary(commands: Commands, shown: ConversationSummary, wanted: Mapping[str, object]) -> None:
    """Change a user's summary as somebody did who saw it as `shown`; what came since stays."""

    def work(engine: Engine) -> Done:
        talk, before = engine.conversations, engine.head
        talk.edit_summary(shown.user_id, revised(shown, wanted, talk.summary(shown.user_id)))
        return Done(tr("Saved."), undoable=True) if engine.head != before else Done(tr("Nothing changed."))

    commands.run(work)


def request_jobs(commands: Commands, kind: str, users: Sequence[str]) -> None:
    """Have a background job done for each of some users."""

    def work(engine: Engine) -> Done:
        for user in users:
            engine.conversations.jobs.request(kind, user, at_once=True)
        told = tr(
            "Job added for {user}. Background work lists its result.", user=plural("{n} user", "{n} users", len(users))
        )
        return Done(told if users else tr("There is nobody to do it for yet."))

    commands.run(work)


def learn_again(commands: Commands) -> None:
    """Have the turns learned from that were left out or failed."""

    def work(engine: Engine) -> Done:
        engine.conversations.jobs.learn_again()
        return Done(tr("Turns that were left out are learned from now."))

    commands.run(work)


def cancel_job(commands: Commands, number: int) -> None:
    """End a background job at its next piece."""

    def work(engine: Engine) -> Done:
        ended = engine.conversations.jobs.cancel(number)
        return Done(tr("The job is cancelled; what it has done stays.") if ended else tr("The job has ended already."))

    commands.run(work)
