"""The names of steps in the language of the window: the engine has them in English, as "forget 3 memories"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from memory_desktop.bridge.translation import forms, grouped, language, mark, plural, tr, translated
from memory_desktop.bridge.wording import quoted

_PLAIN = translated(
    {
        text: text
        for text in (
            mark("new memory"),
            mark("new emotional event"),
            mark("edit memory"),
            mark("edit emotional event"),
            mark("resolve conflict"),
            mark("correct episode"),
            mark("unmerge memory"),
            mark("new assembly"),
            mark("change assembly"),
            mark("unmerge assembly"),
            mark("activate assemblies"),
            mark("merge assemblies"),
            mark("fill the layers"),
            mark("change turn"),
            mark("turn of a conversation"),
            mark("import vectors"),
            mark("leave out duplicates"),
            mark("measure recall"),
            mark("label query"),
            mark("change embedding model"),
            mark("change vault format"),
            mark("recall"),
            mark("start procedure"),
            mark("stop run"),
            mark("resume run"),
            mark("rate procedure"),
            mark("practise skill"),
            mark("edit summary"),
            mark("note use of memory"),
            mark("create vault"),
            mark("accept a loss"),
            mark("change the board"),
            mark("put a message on the board"),
        )
    }
)
_NAMED = translated(
    {
        "new concept": mark("new concept {name}"),
        "new procedure": mark("new procedure {name}"),
        "new skill": mark("new skill {name}"),
        "edit concept": mark("edit concept {name}"),
        "edit procedure": mark("edit procedure {name}"),
        "edit skill": mark("edit skill {name}"),
    }
)
#: Names with a number, by each of their two forms.
_COUNTED = {
    form: both
    for both in (
        forms("merge {n} assembly", "merge {n} assemblies"),
        forms("make {n} assembly", "make {n} assemblies"),
        forms("dissolve {n} assembly", "dissolve {n} assemblies"),
        forms("import {n} memory", "import {n} memories"),
        forms("hold {n} item", "hold {n} items"),
        forms("discard {n} item", "discard {n} items"),
        forms("release {n} item", "release {n} items"),
        forms("label {n} query", "label {n} queries"),
        forms("restore {n} memory", "restore {n} memories"),
        forms("remember {n} memory", "remember {n} memories"),
        forms("say {n} memory again", "say {n} memories again"),
        forms("change {n} memory", "change {n} memories"),
        forms("supersede {n} memory", "supersede {n} memories"),
        forms("retire {n} concept", "retire {n} concepts"),
        forms("retire {n} procedure", "retire {n} procedures"),
        forms("retire {n} skill", "retire {n} skills"),
        forms("retire {n} emotional event", "retire {n} emotional events"),
        forms("forget {n} memory", "forget {n} memories"),
        forms("evict {n} memory", "evict {n} memories"),
        forms("merge {n} memory", "merge {n} memories"),
        forms("keep both of {n} pair", "keep both of {n} pairs"),
        forms("change {n} setting", "change {n} settings"),
        forms("protect {n} memory", "protect {n} memories"),
        forms("stop protecting {n} memory", "stop protecting {n} memories"),
        forms("purge {n} memory", "purge {n} memories"),
        forms("reinforce {n} memory", "reinforce {n} memories"),
        forms("fade {n} memory", "fade {n} memories"),
        forms("import vectors of {n} memory", "import vectors of {n} memories"),
        forms("take {n} item off the board", "take {n} items off the board"),
        forms("refresh {n} item on the board", "refresh {n} items on the board"),
    )
    for form in both
}
_NUMBER = re.compile(r"\d[\d,]*")
#: What is added to a name: how many other steps come with it; the files of an import.
_MORE = re.compile(r"(?P<step>.+) and (?P<others>[\d,]+) other steps?")
_MADE = re.compile(r"(?P<step>.+?),? and (?P<made>[\d,]+) made of them", re.DOTALL)
_FROM = re.compile(r"(?P<step>import .+?) from (?P<files>.+)", re.DOTALL)
_FIELDS = translated(
    {
        "topic": mark("topic"),
        "goal": mark("goal"),
        "mood": mark("mood"),
        "focus": mark("focus"),
        "other topics": mark("other topics"),
        "watch list": mark("watch list"),
        "open questions": mark("open questions"),
        "clarifications": mark("clarifications"),
        "plans": mark("plans"),
        "put-off items": mark("put-off items"),
    }
)


def _setting(found: Mapping[str, str]) -> str:
    name = found["name"]
    return tr("change setting {name}", name=quoted(tr(name)))


def _scheduled(found: Mapping[str, str]) -> str:
    return tr("{what} by the schedule", what=tr(" and ").join(map(step_word, found["what"].split(" and "))))


def _of_board(found: Mapping[str, str]) -> str:
    field = _FIELDS.get(found["field"], found["field"])
    if found["more"]:
        return tr("change the board’s {field} and {more} more", field=field, more=found["more"])
    return tr("change the board’s {field}", field=field)


#: Names with something in them: how they look, and what makes them of their parts.
_WITH: tuple[tuple[re.Pattern[str], Callable[[Mapping[str, Any]], str]], ...] = (
    (re.compile(r"change setting “(?P<name>.*)”"), _setting),
    (re.compile(r"(?P<what>.+) by the schedule"), _scheduled),
    (re.compile(r"change the board’s (?P<field>.+?)(?: and (?P<more>[\d,]+) more)?"), _of_board),
    (re.compile(r"put “(?P<text>.*)” on the board"), lambda it: tr("put {text} on the board", text=quoted(it["text"]))),
    (
        re.compile(r"roll back to event (?P<seq>[\d,]+)"),
        lambda it: tr("roll back to event {seq}", seq=grouped(int(it["seq"].replace(",", "")))),
    ),
    (
        re.compile(r"(?P<step>(?:new|edit) (?:concept|procedure|skill)) “(?P<name>.*)”"),
        lambda it: _NAMED[it["step"]].replace("{name}", quoted(it["name"])),
    ),
    (re.compile(r"report on (?P<about>.+)"), lambda it: tr("report on {about}", about=_about(it["about"]))),
)


def _about(about: str) -> str:
    return {"step": tr("a step"), "alternative": tr("an alternative")}.get(about, about)


def step_word(name: str) -> str:
    """What a step is called, of its English name; the same name where the language has no other."""
    if language() == "en":
        return name
    small = name[:1].lower() + name[1:]
    said = _said(small)
    if said == small:
        return name
    return said[:1].upper() + said[1:] if name[:1].isupper() else said


def _said(name: str) -> str:
    if (more := _MORE.fullmatch(name)) is not None:
        others = int(more["others"].replace(",", ""))
        return _said(more["step"]) + plural(" and {n} other step", " and {n} other steps", others)
    if (more := _MADE.fullmatch(name)) is not None:
        return tr("{step}, and {made} made of them", step=_said(more["step"]), made=more["made"])
    if (came := _FROM.fullmatch(name)) is not None:
        return tr("{step} from {files}", step=_said(came["step"]), files=came["files"])
    if name in _PLAIN:
        return str(_PLAIN[name])
    if (number := _NUMBER.search(name)) is not None:
        both = _COUNTED.get(name.replace(number[0], "{n}", 1))
        if both is not None:
            return plural(*both, int(number[0].replace(",", "")))
    for pattern, make in _WITH:
        if (found := pattern.fullmatch(name)) is not None:
            return make(found.groupdict())
    return name
