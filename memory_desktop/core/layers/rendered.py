"""Memories whose text is made from their fields: a concept, a procedure, a skill, what was felt.

Such a text follows from the fields and is never written by itself, or it would say something else than they do. Who
wants to change it changes the fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.memory.records import Memory


@dataclass(frozen=True, slots=True)
class Form:
    """Where the fields of a kind are changed.

    Attributes:
        name: of such a memory, as a person reads it. key: of its metadata. view: place in the window.
        command: of the command line. tool: of agents; "" where there is none.
    """

    name: str
    key: str
    view: str
    command: str
    tool: str = ""

    @property
    def text(self) -> str:
        """What a person is told who wants to write over the text."""
        return f"The text of {self.name} is made from its fields."

    @property
    def hint(self) -> str:
        """Where the fields are changed."""
        agents = f"; agents: {self.tool}" if self.tool else ""
        return f"Change them in {self.view} (command line: {self.command}{agents})."


#: By kind of memory.
FORMS: Mapping[str, Form] = {
    "concept": Form("a concept", "concept", "Layers → Concepts", "concepts edit", "edit_concept"),
    "procedure": Form("a procedure", "procedure", "Layers → Procedures", "procedures edit", "save_procedure"),
    "emotion": Form(
        "an emotional event", "emotional_event", "Layers → Emotions", "emotions correct", "correct_emotion"
    ),
    "emotional_pattern": Form(
        "an emotional pattern", "emotional_pattern", "the events in Layers → Emotions", "emotions correct"
    ),
    "skill": Form("a skill", "skill", "Conversations → Skills", "skills edit", "save_skill"),
}


def form_of(memory: Memory) -> Form | None:
    """Where a memory is changed whose text is made from its fields; None for any other."""
    form = FORMS.get(memory.kind)
    return form if form is not None and isinstance(memory.metadata.get(form.key), Mapping) else None


def only_by_form(memory: Memory, what: str = "") -> None:
    """Raise InvalidCommandError where a memory's text, or `what` else, is not to be written by itself."""
    form = form_of(memory)
    if form is not None:
        raise InvalidCommandError(what or form.text, hint=form.hint)
