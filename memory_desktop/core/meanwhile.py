"""Changes that somebody makes from what they have seen of a thing, while others may change it, too.

A change names the fields that it sets, and what these said when it was made. Where a field says something else by now,
the change is refused: it would take away what somebody else did, and nobody saw it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Generic, TypeVar

from memory_desktop.core.errors import ChangedMeanwhileError

T = TypeVar("T")
_AGAIN = "Look at it again, and save once more."


def clashing(wanted: Mapping[str, Any], seen: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields that are to be set, were seen to say something else than they do now, and do not say it yet."""
    return tuple(
        name
        for name, value in wanted.items()
        if name in seen and now.get(name) != seen[name] and now.get(name) != value
    )


def check_unchanged(
    what: str, wanted: Mapping[str, Any], seen: Mapping[str, Any] | None, now: Mapping[str, Any]
) -> None:
    """Refuse a change of fields that have changed since they were seen.

    Args:
        what: is changed, for the message. seen: by name of a field; None where nobody says what was seen.

    Raises:
        ChangedMeanwhileError: naming the fields.
    """
    fields = clashing(wanted, seen, now) if seen is not None else ()
    if fields:
        raise ChangedMeanwhileError(f"{what} was changed meanwhile: {', '.join(fields)}.", hint=_AGAIN)


def check_version(what: str, seen: str | None, now: str) -> None:
    """Refuse a change of what does not say any more what was seen, by its version; None is any.

    Raises:
        ChangedMeanwhileError: it has changed.
    """
    if seen is not None and seen != now:
        raise ChangedMeanwhileError(f"{what} was changed meanwhile: its version is {now}, and not {seen}.", hint=_AGAIN)


def both(seen: Iterable[T], mine: Iterable[T], theirs: Iterable[T]) -> list[T]:
    """A list that two have changed, with what either added, and without what either took out."""
    before, own, others = list(seen), list(mine), list(theirs)
    kept = [one for one in others if one in own or one not in before]
    return [*kept, *(one for one in own if one not in before and one not in kept)]


class Draft(Generic[T]):
    """What stands in a form, beside what the thing said when each field was last shown, and what it says now.

    Args:
        told: what the form says of a thing, by name of a field; the values are compared by `==`.
    """

    def __init__(self, told: Callable[[T], Mapping[str, Any]], thing: T) -> None:
        self._told = told
        self.show(thing)

    def show(self, thing: T) -> None:
        """The form shows what the thing says now, and nothing else."""
        self.now = dict(self._told(thing))
        self.seen = dict(self.now)
        self.thing = thing
        self._seen_in = dict.fromkeys(self.now, thing)

    def news(self, said: Mapping[str, Any], thing: T) -> dict[str, Any]:
        """Take in what the thing says now, where the form says `said`.

        Returns:
            The fields to be shown anew, with their values: those that nobody has changed in the form.
        """
        now = dict(self._told(thing))
        untouched = [name for name, value in now.items() if said.get(name) in (self.seen.get(name), value)]
        anew = {name: now[name] for name in untouched if said.get(name) != now[name]}
        self.now, self.thing = now, thing
        self.overrule(untouched)
        return anew

    def changes(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """The fields that somebody changed in the form."""
        return {name: value for name, value in said.items() if value != self.seen.get(name)}

    def clashes(self, said: Mapping[str, Any]) -> tuple[str, ...]:
        """The fields that somebody changed in the form, and somebody else meanwhile, to something else."""
        return clashing(self.changes(said), self.seen, self.now)

    def overrule(self, names: Collection[str]) -> None:
        """What the thing says now of these fields has been seen."""
        self.seen |= {name: self.now[name] for name in names}
        self._seen_in |= dict.fromkeys(names, self.thing)

    def seen_as(self, names: Iterable[str], fields: Callable[[T], Mapping[str, Any]]) -> dict[str, Any]:
        """What was seen of these fields, as a command takes it: of the thing in which each was seen."""
        return {name: fields(self._seen_in[name])[name] for name in names}

    def copy(self) -> Draft[T]:
        """Another one that says the same."""
        made = Draft(self._told, self.thing)
        made.now, made.seen, made._seen_in = dict(self.now), dict(self.seen), dict(self._seen_in)
        return made

    def is_said_by(self, thing: T, said: Mapping[str, Any]) -> bool:
        """Does a thing say all that the form says?"""
        return dict(self._told(thing)) == dict(said)


class Aside(Generic[T]):
    """What was typed for things while a form shows another one, by their ids; what is new has one that no thing has."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Draft[T], dict[str, Any]]] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, id: object) -> bool:
        return id in self._kept

    def put(self, id: str, draft: Draft[T], said: Mapping[str, Any]) -> None:
        """Keep what the form says of a thing, if somebody has changed it."""
        if draft.changes(said):
            self._kept[id] = draft.copy(), dict(said)

    def take(self, id: str) -> tuple[Draft[T], dict[str, Any]] | None:
        """What was kept of a thing, which is no longer kept; None: nothing was."""
        return self._kept.pop(id, None)

    def drop_what_is_said(self, id: str, thing: T) -> None:
        """What was typed has been saved, if the thing says all of it."""
        if id in self._kept and self._kept[id][0].is_said_by(thing, self._kept[id][1]):
            del self._kept[id]

    def forget(self) -> None:
        """Keep nothing any more."""
        self._kept.clear()
