"""Skills: what an agent can be told to do, and when. A skill is a memory of the kind "skill" with typed metadata."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.memory.canonical import canonical_json
from memory_desktop.core.memory.records import Memory

SKILL_KIND = "skill"
#: Under this key of the metadata.
SKILL = "skill"
_LONGEST_NAME, _MOST_EXAMPLES, _LONGEST_TEXT = 80, 50, 20_000
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
#: What the seed's threshold of 0.75 means for the cosines of a model, by the name of the model; measured with
#: tests/core/skill_requests.py. What another model gives is taken as it is.
_SCALE_AT = 0.75
_AS_MUCH = {"minilm-static-256": 0.465, "all-MiniLM-L6-v2": 0.45, "all-MiniLM-L6-v2-int8": 0.45}
# Words that say nothing of what is asked for, greetings included: who says nothing else wants no skill.
_EVERYDAY = frozenset(
    "a an the this that these those it its it's i i'm i'd i'll i've me my mine we our us you your yours he she they"
    " them their his her him is are was were be been being am do does did have has had can could will would shall"
    " should may might must to of in on at by for from with about into onto over under than then and or but not no"
    " nor so if as when what which who whom whose where why how what's who's that's let's there here some any all"
    " each very too just also only please now today yes ok okay sure thanks thank hello hi hey good great nice cool"
    " bye goodbye morning afternoon evening night again go come get got something anything nothing one right mean"
    " question help tell say know understand want need like try start continue moment meet see look give make doing"
    " much well up out don't doesn't didn't can't won't isn't hallo guten morgen tag danke hola buenos días gracias"
    " bonjour salut merci ciao grazie olá obrigado".split()
)


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill.

    Attributes:
        id: of its memory; "" before there is one.
        name: as `google_workspace`. description: what it is for. prompt: what it puts into the prompt.
        examples: phrases that ask for it. components: names of the skills that it is made of.
        origin: id of the first version's memory, the same for all versions of it.
    """

    name: str
    description: str
    prompt: str
    examples: tuple[str, ...] = ()
    id: str = ""
    components: tuple[str, ...] = ()
    origin: str = field(default="", compare=False)

    @property
    def content(self) -> str:
        """All its words, as the text of its memory."""
        lines = [f"{self.name}: {self.description}", self.prompt]
        if self.examples:
            lines.append("\n".join(("For example:", *(f"- {one}" for one in self.examples))))
        return "\n\n".join(lines)

    def metadata(self) -> dict[str, Any]:
        """As its memory keeps it."""
        return {
            SKILL: {
                "name": self.name,
                "description": self.description,
                "prompt": self.prompt,
                "examples": list(self.examples),
                **({"components": list(self.components)} if self.components else {}),
                **({"origin": self.origin} if self.origin else {}),
            }
        }

    @property
    def version(self) -> str:
        """A short name of what it says: another one once it says something else."""
        said = (self.name, self.description, self.prompt, self.examples, self.components)
        return hashlib.sha256(canonical_json(said)).hexdigest()[:16]

    def checked(self) -> Skill:
        """Itself without blanks at the ends. Raises InvalidCommandError naming what is missing or too long."""
        examples = tuple(dict.fromkeys(" ".join(one.split()) for one in self.examples if one.strip()))
        components = tuple(dict.fromkeys(" ".join(one.split()) for one in self.components if one.strip()))
        clean = replace(
            self,
            name=" ".join(self.name.split()),
            description=self.description.strip(),
            prompt=self.prompt.strip(),
            examples=examples,
            components=components,
        )
        for what in ("name", "description", "prompt"):
            if not getattr(clean, what):
                raise InvalidCommandError(f"A skill needs a {what}.")
        if len(clean.name) > _LONGEST_NAME:
            raise InvalidCommandError(f"The name of a skill has at most {_LONGEST_NAME} characters.")
        if len(examples) > _MOST_EXAMPLES:
            raise InvalidCommandError(f"A skill has at most {_MOST_EXAMPLES} examples.")
        if len(components) > _MOST_EXAMPLES:
            raise InvalidCommandError(f"A skill has at most {_MOST_EXAMPLES} components.")
        if len(clean.content) > _LONGEST_TEXT:
            raise InvalidCommandError(f"A skill has at most {_LONGEST_TEXT:,} characters.")
        return clean


@dataclass(frozen=True, slots=True)
class SkillMatch:
    """A skill and how well a query asks for it, on the scale of the threshold; `phrase`: what of it is nearest."""

    skill: Skill
    similarity: float
    phrase: str


@dataclass(frozen=True, slots=True)
class SkillMatches:
    """What a query asks for: the skills that match, best first, the near misses, and the threshold between them."""

    matched: tuple[SkillMatch, ...] = ()
    near_misses: tuple[SkillMatch, ...] = ()
    threshold: float = 0.75
    note: str = ""


def _name_of(line: str) -> str:
    """A line as a name: cut between two words, where it is too long."""
    if len(line) <= _LONGEST_NAME:
        return line
    cut = line[:_LONGEST_NAME]
    return f"{(cut[: cut.rfind(' ')] if ' ' in cut else cut[:-1]).rstrip(' ,;:.')}…"


def skill_of(memory: Memory) -> Skill:
    """The skill that a memory is; one that is none by its metadata is described by its text."""
    found: Any = memory.metadata.get(SKILL)
    if not isinstance(found, Mapping):
        first = memory.content.strip().split("\n", 1)[0]
        return Skill(_name_of(first), first, memory.content, (), memory.id, origin=memory.line)
    examples, components, origin = (found.get(name) for name in ("examples", "components", "origin"))
    return Skill(
        str(found.get("name", "")),
        str(found.get("description", "")),
        str(found.get("prompt", "")),
        tuple(str(one) for one in examples) if isinstance(examples, list) else (),
        memory.id,
        tuple(str(one) for one in components) if isinstance(components, list) else (),
        origin if isinstance(origin, str) and origin else memory.line,
    )


def telling(text: str) -> str:
    """The words of a text that say what is asked for, as skills and queries are compared by; "" if there are none."""
    words = (word.replace("’", "'").lower() for word in _WORD.findall(text))
    return " ".join(word for word in words if word not in _EVERYDAY)


def on_the_scale(cosine: float, model_version: str) -> float:
    """A model's cosine on the scale of the threshold: in order, 0 and 1 as they are; [0, 1]."""
    same = _AS_MUCH.get(model_version.partition("@")[0], _SCALE_AT)
    cosine = min(max(cosine, 0.0), 1.0)
    if cosine <= same:
        return _SCALE_AT * cosine / same
    return _SCALE_AT + (1 - _SCALE_AT) * (cosine - same) / (1 - same)


def phrases(skill: Skill) -> Sequence[str]:
    """What a query is compared with: the description, and each example."""
    return [one for one in (skill.description, *skill.examples) if telling(one)]
