"""What a text says is so no longer."""

from __future__ import annotations

import pytest

from memory_desktop.core.memory.ended import LONGEST, Doing, ended, ends
from memory_desktop.core.memory.occupations import occupation_of

#: An earlier statement | a later one that says it is so no longer.
OVER = """I work as a nurse in Ghent.|I don't work as a nurse any more, I am a baker now.
I am a nurse.|I don't work as a nurse any more.
I work as a nurse.|I'm not a nurse anymore.
I'm a nurse at the clinic.|I am no longer a nurse
I work as a nurse.|I used to work as a nurse, but I quit.
I work as a nurse.|I used to be a nurse.
I work at Bosch.|I quit my job at Bosch last week.
I work for Bosch as an engineer.|I no longer work at Bosch.
I live in Oslo with my cat.|I used to live in Oslo.
I am a nurse.|I quit my job as a nurse.
I'm a software engineer at Google.|I used to be a software engineer, now I'm a gardener.
I play the violin.|I don't play the violin any more.
I have a dog called Rex.|I no longer have a dog.
I've got a dog.|We don't have a dog any more.
I smoke.|I quit smoking last month.
I drive a Honda.|I used to drive a Honda, now I have a Tesla.
I go to the gym every morning.|I don't go to the gym any more.
I'm married to Tom.|I'm not married to Tom any more.
My brother lives in Rome.|My brother no longer lives in Rome.
Mara: I work as a nurse.|Mara: I'm not a nurse anymore.
Mara works as a nurse.|Mara: I'm not a nurse anymore.
My boss is Karl.|My boss is no longer Karl.
I run every day.|I stopped running.
I play tennis.|I gave up playing tennis."""
#: The same, where the later one does not say so.
NOT_OVER = """Mara: I work as a nurse.|Tom: I'm not a nurse anymore.
I teach maths.|I retired from teaching.
I live in Oslo.|I don't know if I live in Oslo any more.
I like tea.|I am not used to tea.
I like tea.|I don't like coffee any more.
I drink tea.|I don't drink tea in the evening any more.
I have a dog.|I don't have time for a dog any more.
I have a dog.|Do you no longer have a dog?
I live in Oslo.|I stopped in Oslo.
I work as a nurse.|I am not a nurse.
I don't smoke.|I quit smoking.
I lived in Oslo.|I no longer live in Oslo.
I work as a nurse.|Would I no longer work as a nurse, I'd be sad.
I am happy.|I am no longer happy with Tom.
I have a dog walker.|I no longer have a dog.
I go to Rome in May.|I don't go any more."""


@pytest.mark.parametrize("over", [True, False])
def test_what_is_over(over: bool) -> None:
    """E7.4: who says that something is so no longer makes what they said of it a thing of the past, and nothing else."""
    pairs = [line.split("|") for line in (OVER if over else NOT_OVER).splitlines()]
    assert len(pairs) > 10
    assert [(old, new) for old, new in pairs if ends(new, old) != over] == []


def test_again() -> None:
    """E7.4: what is so again is read as what it is; a long text says nothing."""
    assert ended("I play the violin again.") == (Doing("i", ("play", "violin")),)
    assert ended("I no longer play. " + "x" * LONGEST) == ()


def test_occupations() -> None:
    """E7.4: an occupation is told by the last word of its name, without what stands behind it."""
    told = {"a nurse in Ghent": "nurse", "software engineer": "software engineer", "a mother": "", "an only child": ""}
    assert {text: occupation_of(text) for text in told} == told
