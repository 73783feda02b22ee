"""The window's forms of what `core.wording` says in English: in the language that was chosen."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import datetime

from memory_desktop.bridge.translation import dated, figure, grouped, mark, plural, tr, translated, within
from memory_desktop.core import digest, wording
from memory_desktop.core.events.event import SYSTEM
from memory_desktop.core.memory.canonical import without_directions

_MOST_QUOTED = 120


def no_user() -> str:
    """In place of the name of whoever is not named."""
    return tr("No user named")


def user_word(user: str, *, inside: bool = False) -> str:
    """A user's name; "No user named" for whoever is not named, in small letters `inside` a sentence."""
    return user or (within(no_user()) if inside else no_user())


def isolated(text: str) -> str:
    """A name; one that is written from right to left is set apart, so that what stands beside it keeps its order."""
    leftward = any(unicodedata.bidirectional(one) in ("R", "AL") for one in text)
    return f"\u2068{text}\u2069" if leftward else text


def quoted(text: str) -> str:
    """A text between quotation marks; what stands beside it keeps its order, whatever the text is written like."""
    return isolated(tr("“{text}”", text=without_directions(text)))


def size(number: int) -> str:
    """Bytes in the unit that fits; a MB is 1,000,000 of them."""
    amount, _, unit = wording.size(number).partition(" ")
    return f"{figure(float(amount), '.1f' if '.' in amount else '.0f')} {unit}"


def file_names(files: Sequence[str], most: int = 4) -> str:
    """Names of files without their folders and zips, the first few of them: "chat.html, user.json and 3 more"."""
    if len(files) <= most:
        return wording.file_names(files, most)
    named = wording.file_names(files[:most], most)
    return tr("{names} and {more} more", names=named, more=grouped(len(files) - most))


def otherwise_since(said_at: datetime, content: str = "") -> str:
    """That something says otherwise than a memory since a day, and what it says."""
    told = tr("otherwise since {day}", day=dated(said_at.astimezone(), "%Y-%m-%d"))
    return f"{told}: {quoted(wording.shortened(content, _MOST_QUOTED))}" if content else told


def listed(parts: Sequence[str]) -> str:
    """ "one, two and three"."""
    if len(parts) < 2:
        return "".join(parts)
    return tr("{first} and {last}", first=", ".join(parts[:-1]), last=parts[-1])


_LAYERS = translated(
    {
        "working": mark("working"),
        "episodic": mark("episodic"),
        "semantic": mark("semantic"),
        "procedural": mark("procedural"),
        "emotional": mark("emotional"),
        "assemblies": mark("assemblies"),
        "cycles": mark("turns"),
    }
)
_STATUSES = translated({"active": mark("active"), "superseded": mark("superseded"), "forgotten": mark("forgotten")})
_FRESHNESS = translated(
    {"fresh": mark("fresh"), "ageing": mark("ageing"), "stale": mark("stale"), "never": mark("never")}
)


_WORDS = translated(
    {
        word: word
        for word in (
            # states of vectors, and of imports
            mark("indexed"),
            mark("pending"),
            mark("failed"),
            mark("none"),
            mark("running"),
            mark("interrupted"),
            mark("paused"),
            mark("waiting"),
            mark("stopped"),
            mark("done"),
            mark("undone"),
            # how a memory came from another, and what it is
            mark("edit"),
            mark("merge"),
            mark("restore"),
            mark("learned"),
            mark("supersede"),
            mark("generation"),
            mark("memory"),
            mark("assembly"),
            # what lifts a hit
            mark("trust"),
            mark("usefulness"),
            mark("salience"),
            mark("quotes"),
            mark("synthetic quota"),
            mark("reservoir"),
            mark("protected"),
            mark("place kept"),
            mark("holds now"),
            # what is checked, and what takes room on the disk
            mark("loss"),
            mark("log"),
            mark("records"),
            mark("lineage"),
            mark("keyword"),
            mark("vector"),
            mark("events"),
            mark("keyword documents"),
            mark("vectors"),
            mark("database"),
            mark("keywords"),
            mark("snapshots"),
            mark("copy of the earlier format"),
            mark("archived vectors"),
            mark("damaged copies"),
        )
    }
)


def engine_word(word: str) -> str:
    """A word of the engine's: a state, a kind, a part of the vault, a layer; as it is where there is no other."""
    return str(_WORDS.get(word) or layer_word(word))


def group_word(group: str) -> str:
    """What a node of the lineage belongs to: of an assembly "12 members"."""
    number, _, what = group.partition(" ")
    return plural("{n} member", "{n} members", int(number)) if number.isdigit() and what == "members" else group


def layer_word(layer: str) -> str:
    """A layer, and what else counts in an answer over all of them, in small letters: "episodic"."""
    return _LAYERS.get(layer, layer)


def status_word(status: str) -> str:
    """A status in small letters: "active", "superseded", "forgotten"."""
    told = wording.status_word(status)
    return _STATUSES.get(told, told)


def freshness_word(freshness: str) -> str:
    """How fresh the vector of an assembly is: "fresh", "ageing", "stale", "never"."""
    return _FRESHNESS.get(freshness, freshness)


def actor_word(actor: str) -> str:
    """Who it was: "You", "This program", the name of an agent."""
    told = digest.actor_word(actor)
    return {"user": tr("You"), SYSTEM: tr("This program")}.get(actor, told)


def deed_words(line: digest.DigestLine) -> str:
    """What an actor did on a day: "Learned 14 memories"."""
    match line.did, line.number:
        case digest.Did.LEARNED, n:
            return plural("Learned {n} memory", "Learned {n} memories", n)
        case digest.Did.CHANGED, n:
            return plural("Made {n} change", "Made {n} changes", n)
        case digest.Did.FORGOT, n:
            return plural("Forgot {n} memory", "Forgot {n} memories", n)
        case digest.Did.SAID, n:
            return plural("Took down {n} message", "Took down {n} messages", n)
        case digest.Did.USED, n:
            return plural("Asked {n} question", "Asked {n} questions", n)
        case digest.Did.FILLED, n:
            return plural("Filled the layers in {n} run", "Filled the layers in {n} runs", n)
        case digest.Did.FADED, n:
            return plural("Let memories fade in {n} run", "Let memories fade in {n} runs", n)
        case digest.Did.UNDID, n:
            return plural("Undid {n} step", "Undid {n} steps", n)
        case digest.Did.REDID, n:
            return plural("Redid {n} step", "Redid {n} steps", n)
        case _, n:
            return plural("Did {n} other thing", "Did {n} other things", n)
