"""What a tool is: typed arguments, a typed result, what it may do, and the function that does it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from memory_desktop.core.answers import RecallAnswer
from memory_desktop.core.errors import KnownError
from memory_desktop.core.memory.canonical import parse_end, parse_time
from memory_desktop.core.memory.held import HeldItem
from memory_desktop.engine.engine import Engine


class Arguments(BaseModel):
    """What a tool is given; a name that it does not know is an error."""

    model_config = ConfigDict(extra="forbid")


class Result(BaseModel):
    """What a tool answers."""


@dataclass(slots=True)
class Errand:
    """One call, for the function that carries it out.

    Attributes:
        engine: the open vault. actor: the agent, as the log has it.
        approval: what it remembers waits in Review.
        revises: a turn's answer may take the place of the one that was there.
        released: the request that is carried out now, as a person has approved it.
        ids, answer: filled in by the function, for those who watch.
    """

    engine: Engine
    actor: str
    approval: bool = False
    revises: bool = False
    released: HeldItem | None = None
    ids: list[str] = field(default_factory=list)
    answer: RecallAnswer | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """What a call would do, for the person who is to approve it.

    Attributes:
        words: a line that says it, and below it every text that would be written.
        ids: the memories that it is about.
        names: which arguments name things; they are kept as they are, while the others pass the gates as any text does.
        settled: arguments as they are to be when it is done, where that depends on the moment of the call.
        answer: what is answered at once, as there is nothing to wait for.
    """

    words: str
    ids: Sequence[str] = ()
    names: Collection[str] = ()
    settled: Mapping[str, Any] = field(default_factory=dict)
    answer: BaseModel | None = None


class Waiting(Result):
    """What a tool answers whose call waits for a person's approval."""

    status: Literal["held"] = "held"
    id: str = Field(description="Under which it waits.")
    message: str = "It waits until a person approves it, and is not done yet. There is no need to call again."


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool.

    Attributes:
        takes, gives: models of its arguments and of its result.
        does: carries it out. Raises KnownError.
        writes: it changes the vault. proposes: it lets what it writes wait in Review by itself.
        asks: what a call would do, so that the call can wait there. Raises KnownError: it could not be done.
        waiting: (id) → the answer then, where the tool has no other shape for it.
        destructive: it removes or replaces something.
        text: the result as text; as JSON if it is None.
    """

    name: str
    title: str
    description: str
    takes: type[BaseModel]
    gives: type[BaseModel]
    does: Callable[[Errand, Any], BaseModel]
    writes: bool = False
    proposes: bool = False
    asks: Callable[[Errand, Any], Request] | None = None
    waiting: Callable[[str], BaseModel] | None = None
    destructive: bool = False
    idempotent: bool = False
    text: Callable[[Any], str] | None = None

    @property
    def input_schema(self) -> dict[str, Any]:
        """JSON Schema of the arguments."""
        return flat_schema(self.takes.model_json_schema(by_alias=True))

    @property
    def output_schema(self) -> dict[str, Any]:
        """JSON Schema of the result."""
        own = _schema(self.gives)
        if self.asks is None or self.waiting is not None:
            return own
        waiting = _schema(Waiting)
        properties = {**waiting["properties"], **own["properties"]}
        return {"type": "object", "properties": properties, "anyOf": [_needs(own), _needs(waiting)]}


def _schema(model: type[BaseModel]) -> dict[str, Any]:
    found: dict[str, Any] = _or_null(flat_schema(model.model_json_schema(by_alias=True, mode="serialization")))
    return found


def _or_null(schema: Any) -> Any:
    """The schema with "either this or null" as two types of one value: clients check each answer, and do so sooner."""
    if isinstance(schema, list):
        return [_or_null(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {name: _or_null(one) for name, one in schema.items()}
    match plain.get("anyOf"):
        case [{"type": str(kind), **more}, {"type": "null"}] if not more.keys() & {"enum", "const"}:
            del plain["anyOf"]
            return {**more, **plain, "type": [kind, "null"]}
    return plain


def _needs(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"required": list(schema["properties"])}


Model = TypeVar("Model", bound=BaseModel)


def checked(model: type[Model], given: Mapping[str, Any]) -> Model:
    """The arguments as their model has them.

    Raises:
        KnownError: naming each argument that is wrong, and those that there are.
    """
    try:
        return model.model_validate(given)
    except ValidationError as error:
        faults = "; ".join(_fault(one) for one in error.errors(include_url=False, include_input=False))
        names = [field.alias or name for name, field in model.model_fields.items()]
        raise KnownError(
            f"The arguments are not right: {faults}.",
            hint=f"It takes {', '.join(names)}." if names else "It takes no arguments.",
        ) from error


def _fault(error: Any) -> str:
    place = ".".join(str(part) for part in error["loc"]) or "the arguments"
    return f"{place}: {error['msg'][:1].lower()}{error['msg'][1:]}"


def moment(name: str, text: str | None, *, end: bool = False) -> datetime | None:
    """The time that an argument names, if it names one. Raises KnownError: it is no time.

    Args:
        end: it ends a span that includes it: a date alone is then the whole day.
    """
    if text is None:
        return None
    try:
        return parse_end(text) if end else parse_time(text)
    except (ValueError, OverflowError) as error:
        raise KnownError(f"{name} “{text}” is not a time.", hint="Write 2026-01-31 or more.") from error


def flat_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """A JSON Schema without references and titles: not every client follows the one, and none needs the others."""
    definitions = schema.get("$defs", {})

    def flat(value: Any) -> Any:
        if isinstance(value, Mapping):
            if "$ref" in value:
                return flat(definitions[str(value["$ref"]).rpartition("/")[2]])
            return {
                name: flat_properties(each) if name == "properties" else flat(each)
                for name, each in value.items()
                if name != "$defs" and not (name == "title" and isinstance(each, str))
            }
        if isinstance(value, Sequence) and not isinstance(value, str):
            return [flat(one) for one in value]
        return deepcopy(value)

    def flat_properties(properties: Mapping[str, Any]) -> dict[str, Any]:
        return {name: flat(each) for name, each in properties.items()}

    result = flat(schema)
    assert isinstance(result, dict)
    result.setdefault("properties", {})
    result.pop("description", None)  # the model's docstring: the tool has a description of its own
    return result
