"""What a turn of a conversation puts on its board, by rules alone ("rules@1"): the same turns give the same board.

**Items.** Each message becomes an item with its memory's id. Its salience is 1 − (1 − 0.75 L)(1 − 0.8 I)(1 − 0.2 Q):
L is the likelihood that it holds something worth noting (`core.extraction`; half of it for an assistant's words), I the
intensity of what it says is felt (`core.layers.feelings`), Q is 1 where it asks something. A message is connected to
the items that share a topic with it (`core.conversation.analysis`), and to the other messages of its turn. Items that
share a topic with what the user says are refreshed.

**Context.** The topic stays while the user's words share one with it, else it becomes the turn's first topic, and the
minutes begin anew; a turn without a topic changes nothing. The goal is what the user says to want, need or try, or asks
for help or instructions with; it stays until the user names another, or says that it is reached. The emotion is that of
the user's latest words that tell one; with another topic it is unknown until they do.

**Open points.** What the user asks is open until it is answered: by an answer that does not put it off ("I don't
know", "let me check"), at once, or in a later turn that shares a topic with it. What the assistant asks is open until
the user speaks again. A question about what was meant is a point to clarify. "Let's look into …" plans an exploration,
"let's come back to … later" defers one.

**Attention.** Primary is the topic, secondary are the other topics of the user's words and the topic before it. Words
about danger to life and health are watched until somebody takes them off.

English only: of other languages it finds names at the most, and leaves the rest unknown. Fields that were set by hand
stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from memory_desktop.core.conversation.analysis import topics
from memory_desktop.core.extraction.facts import MODEL
from memory_desktop.core.extraction.sentences import Shape, sentences
from memory_desktop.core.extraction.signs import signs
from memory_desktop.core.layers.feelings import EmotionType, Feeling, felt
from memory_desktop.core.layers.working import (
    Board,
    BoardRules,
    Changed,
    DeferredItem,
    Item,
    ItemType,
    add_item,
    refresh,
)

METHOD = "rules@1"
_NOTED, _FELT, _ASKS, _OF_AN_ASSISTANT = 0.75, 0.8, 0.2, 0.5
#: Most entries that the rules keep in a list, and most characters of one.
_ENTRIES, _LONGEST = 7, 200
_GOAL = re.compile(
    r"\b(?:I(?:['’]m| am)? (?:want|need|would like|trying|hoping|planning|aiming) to|I['’]d like to|my goal is(?: to)?"
    r"|help me(?: to)?|how (?:do|can|should) I|I(?:['’]m| am) (?:working on|looking for))\s+(?P<goal>[^.!?\n;]{3,160})",
    re.IGNORECASE,
)
_REACHED = re.compile(
    r"\b(?:(?:that|it|this) (?:worked|works now|solved it|fixed it|did it|helped)|problem solved|all done"
    r"|I(?:['’]ve| have)? (?:did|done|finished|managed|solved) it|that['’]s all)\b",
    re.IGNORECASE,
)
_PUTS_OFF = re.compile(
    r"\b(?:I (?:don['’]t|do not) know|I(?:['’]m| am) not (?:sure|certain)|let me (?:check|look|find out)"
    r"|I(?:['’]ll| will) (?:check|look|find out|get back)|I (?:can['’]t|cannot) (?:say|tell|answer)|hard to say)\b",
    re.IGNORECASE,
)
_CLARIFIES = re.compile(
    r"\b(?:(?:do|did) you mean|could you (?:clarify|explain|be more specific)|can you (?:clarify|be more specific)"
    r"|what (?:do|did|exactly do) you mean|what does that mean|which (?:one|of (?:these|those|them)) (?:do|did|is|are)"
    r"|to be clear|just to confirm|in what sense)\b",
    re.IGNORECASE,
)
_EXPLORES = re.compile(
    r"\b(?:let['’]s|we (?:can|could|should|might)|I(?:['’]ll| will| want to| would like to)|I['’]d like to)"
    r" (?:also )?(?:look into|explore|dig into|read up on|find out more about|investigate)\s+"
    r"(?P<what>[^.!?\n;]{3,160})",
    re.IGNORECASE,
)
_DEFERS = re.compile(
    r"\b(?:let['’]s|we(?:['’]ll| can| will| should)|I(?:['’]ll| will)) (?:come back to|return to|get back to|postpone"
    r"|put off|leave|talk about|do)\s+(?P<what>[^.!?\n;]{3,120}?)"
    r"\s+(?P<when>later(?: on)?|tomorrow|next (?:time|week|month)|another (?:time|day)|after [^.!?\n;]{2,60})",
    re.IGNORECASE,
)
_WATCH = re.compile(
    r"\b(?:suicid\w+|kill (?:myself|me)|self[- ]harm|hurt myself|end my life|overdos\w+|allerg\w+|anaphyla\w+"
    r"|chest pain|can['’]t breathe|seizure|medication|pregnan\w+|domestic violence|abus(?:e|ed|ive))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a turn. `id`: of its memory. `asks`: it is of whoever began the turn, and not an answer.

    `episode`: id of the episode that the turn is already; "" if it is none yet.
    """

    id: str
    text: str
    at: datetime
    asks: bool = True
    episode: str = ""


@dataclass(frozen=True, slots=True)
class Read:
    """What the messages of a turn say of the context; see the module."""

    topics: tuple[str, ...] = ()
    own_topics: tuple[str, ...] = ()
    goal: str = ""
    reached: bool = False
    emotion: str = EmotionType.UNKNOWN.value
    asked: tuple[str, ...] = ()
    asked_back: tuple[str, ...] = ()
    clarify: tuple[str, ...] = ()
    clarify_back: tuple[str, ...] = ()
    spoke: bool = False
    answered: bool = False
    explore: tuple[str, ...] = ()
    defer: tuple[DeferredItem, ...] = ()
    watch: tuple[str, ...] = ()


def salience(message: Message, before: str = "", feels: Callable[[str], Feeling] = felt) -> float:
    """How much a message matters; [0, 1]. `before`: what it answers. `feels`: reads what a text says is felt."""
    told = sentences(message.text)
    likely = MODEL.likelihood(signs(told, before)) if told else 0.0
    intensity = feels(message.text).intensity or 0.0
    asks = any(one.shape is Shape.QUESTION for one in told)
    noted = _NOTED * likely * (1.0 if message.asks else _OF_AN_ASSISTANT)
    return round(1 - (1 - noted) * (1 - _FELT * intensity) * (1 - _ASKS * asks), 3)


def filled(
    board: Board, messages: Sequence[Message], texts: Mapping[str, str], rules: BoardRules, *, again: bool = False
) -> Changed:
    """A board after a turn.

    Args:
        messages: of the turn, in order; those that are on the board already say nothing new. Where the conversation
            went on since, it goes on as it did: they are put on it, with what they leave open.
        texts: of the items on the board, by id. again: the turn is on it already, and goes on.
    """
    new = [one for one in messages if all(one.id != item.id for item in board.items)]
    if not new:
        return Changed(board)
    now = new[0].at
    feels = lru_cache(None)(felt)  # of a long message it takes a second, and is asked for twice
    read = read_turn(messages, new, feels)
    if _is_late(board, messages):
        return _let_in(board, messages, new, texts, rules, read, feels, again=again)
    common = [id for id, text in texts.items() if _related(read.own_topics, topics(text)) and _holds(board, id)]
    points = _open_points(board, texts, read)
    made = _with_items(refresh(board, common, now), messages, new, texts, rules, feels)
    changed = _in_context(
        made.board, read, max(one.at for one in new), counts=not again or board.window.turn_count == 0
    )
    return Changed(replace(changed.with_values(points), changed=now), made.evicted)


def _is_late(board: Board, messages: Sequence[Message]) -> bool:
    """Is there a message of another turn that was said after all of these?"""
    own, last = {one.id for one in messages}, max(one.at for one in messages)
    others = (one for one in (*board.items, *board.awaiting) if one.message and one.id not in own)
    return any(one.timestamp > last for one in others)


def _let_in(
    board: Board,
    messages: Sequence[Message],
    new: Sequence[Message],
    texts: Mapping[str, str],
    rules: BoardRules,
    read: Read,
    feels: Callable[[str], Feeling],
    *,
    again: bool,
) -> Changed:
    """The board with a turn that comes late; see `filled`."""
    made = _with_items(board, messages, new, texts, rules, feels)
    open_ones = {"open_questions": (), "pending_clarifications": ()} if read.answered else _asked(read)
    there = {one.text.casefold() for one in board.state.deferred_items}
    deferred = (one for one in read.defer if one.text.casefold() not in there)
    values: dict[str, object] = {
        name: _kept((*more, *board.value(name)))
        for name, more in (*open_ones.items(), ("planned_explorations", read.explore), ("monitoring", read.watch))
    }
    values["deferred_items"] = (*deferred, *board.state.deferred_items)[-_ENTRIES:]
    values["turn_count"] = board.window.turn_count + (not again)
    return Changed(made.board.with_values(values), made.evicted)


def _asked(read: Read) -> dict[str, tuple[str, ...]]:
    return {"open_questions": read.asked, "pending_clarifications": read.clarify}


def read_turn(
    messages: Sequence[Message], new: Sequence[Message] | None = None, feels: Callable[[str], Feeling] = felt
) -> Read:
    """What a turn says; `new`: those of its messages that were not heard before; `feels`: as of `salience`."""
    new = messages if new is None else new
    said = "\n".join(one.text for one in messages if one.asks)
    answer = "\n".join(one.text for one in messages if not one.asks)
    spoke, answered = any(one.asks for one in new), any(not one.asks for one in new)
    found = _GOAL.search(said) if spoke else None
    own, back = _questions(said), _questions(answer)
    return Read(
        topics=topics(said, answer or None),
        own_topics=topics(said),
        goal=_short(found["goal"]) if found else "",
        reached=spoke and bool(_REACHED.search(said)),
        emotion=feels(said).primary.value if spoke else EmotionType.UNKNOWN.value,
        asked=tuple(one for one in own if not _CLARIFIES.search(one)) if spoke else (),
        asked_back=tuple(one for one in back if not _CLARIFIES.search(one)) if answered else (),
        clarify=tuple(one for one in own if _CLARIFIES.search(one)) if spoke else (),
        clarify_back=tuple(one for one in back if _CLARIFIES.search(one)) if answered else (),
        spoke=spoke,
        answered=bool(answer.strip()) and not _PUTS_OFF.search(answer),
        explore=_matched(_EXPLORES, new),
        defer=tuple(_deferrals(new)),
        watch=_watched(one for one in new if one.asks),
    )


def _with_items(
    board: Board,
    messages: Sequence[Message],
    new: Sequence[Message],
    texts: Mapping[str, str],
    rules: BoardRules,
    feels: Callable[[str], Feeling],
) -> Changed:
    turn = [one.id for one in messages]
    evicted: list[str] = []
    before = next((texts[one.id] for one in reversed(board.items) if one.id in texts), "")
    for message in new:
        mine = topics(message.text)
        others = [one.id for one in board.items if one.id in texts and _related(mine, topics(texts[one.id]))]
        there = {*turn[: turn.index(message.id)], *(one.id for one in board.items)}
        siblings = [id for id in turn if id != message.id and id in there and id not in others]
        item = Item(
            id=message.id,
            timestamp=message.at,
            type=ItemType.USER if message.asks else ItemType.ASSISTANT,
            salience=salience(message, before, feels),
            decay_rate=rules.decay_rate,
            connections=tuple(dict.fromkeys((*others, *siblings))),
            message=True,
            episode=message.episode,
        )
        made = add_item(board, item, message.at, rules)
        board, before = made.board, message.text
        evicted += made.evicted
    return Changed(board, tuple(evicted))


def _in_context(board: Board, read: Read, now: datetime, *, counts: bool) -> Board:
    window, state, focus, fixed = board.window, board.state, board.focus, board.fixed
    values: dict[str, object] = {"turn_count": window.turn_count + counts}
    since, other = board.topic_since, False
    about = read.own_topics or read.topics
    if about and "current_topic" not in fixed and not _related(read.topics, (window.current_topic,)):
        other = True
        values["current_topic"], since = about[0], now
    values["time_in_topic"] = round(max(0.0, (now - since).total_seconds() / 60), 2) if since is not None else 0.0
    if "current_goal" not in fixed:
        values["current_goal"] = read.goal or ("" if read.reached else window.current_goal)
    if "current_emotion" not in fixed and (read.emotion != EmotionType.UNKNOWN or other):
        values["current_emotion"] = read.emotion
    topic = str(values.get("current_topic", window.current_topic))
    if other and "primary" not in fixed:
        values["primary"] = topic
    if other and "secondary" not in fixed:
        aside = (*(one for one in about if one != topic), focus.primary)
        values["secondary"] = tuple(dict.fromkeys(one for one in aside if one))[:3]
    values["planned_explorations"] = _kept((*state.planned_explorations, *read.explore))
    there = {one.text.casefold() for one in state.deferred_items}
    deferred = (replace(one, since=now) for one in read.defer if one.text.casefold() not in there)
    values["deferred_items"] = (*state.deferred_items, *deferred)[-_ENTRIES:]
    values["monitoring"] = _kept((*focus.monitoring, *read.watch))
    return replace(board.with_values(values), topic_since=since)


def _open_points(board: Board, texts: Mapping[str, str], read: Read) -> dict[str, object]:
    """What is open after a turn: whoever speaks answers what the other side had asked.

    Whose a question is, is seen from the item that it stands in; one of no item stays until somebody takes it off.
    """

    def left(points: Iterable[str]) -> list[str]:
        every = ((one, _asker(one, board, texts)) for one in points)
        return [
            one
            for one, asker in every
            if not (asker == ItemType.ASSISTANT and read.spoke)
            and not (asker == ItemType.USER and read.answered and _related(read.topics, topics(one)))
        ]

    asked, clarify = ((), ()) if read.answered else (read.asked, read.clarify)
    return {
        "open_questions": _kept((*left(board.state.open_questions), *asked, *read.asked_back)),
        "pending_clarifications": _kept(
            (*left(board.state.pending_clarifications), *clarify, *read.clarify_back),
        ),
    }


def _asker(point: str, board: Board, texts: Mapping[str, str]) -> str:
    words = " ".join(point.removesuffix("…").split())
    for item in reversed(board.items):
        if words in " ".join(texts.get(item.id, "").split()):
            return item.type
    return ""


def _questions(text: str) -> tuple[str, ...]:
    return tuple(_short(one.text) for one in sentences(text) if one.shape is Shape.QUESTION and "?" in one.text)


def _matched(pattern: re.Pattern[str], messages: Iterable[Message]) -> tuple[str, ...]:
    return tuple(_short(found["what"]) for one in messages for found in pattern.finditer(one.text))


def _deferrals(messages: Iterable[Message]) -> Iterable[DeferredItem]:
    for one in messages:
        for found in _DEFERS.finditer(one.text):
            yield DeferredItem(text=_short(found["what"]), since=one.at, resume_when=_short(found["when"]))


def _watched(messages: Iterable[Message]) -> tuple[str, ...]:
    return tuple(_short(each.text) for one in messages for each in sentences(one.text) if _WATCH.search(each.text))


def _kept(entries: Iterable[str]) -> tuple[str, ...]:
    """Each once, the last ones where there are too many."""
    return tuple(dict.fromkeys(entries))[-_ENTRIES:]


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def _related(one: Iterable[str], other: Iterable[str]) -> bool:
    """Do two lists of topics share a word?"""
    words = {word for topic in one for word in topic.split()}
    return any(word in words for topic in other for word in topic.split())


def _holds(board: Board, id: str) -> bool:
    return any(one.id == id for one in board.items)
