"""What the layers bring to an integrated answer beside the texts that the query finds: one source a layer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

import numpy as np

from memory_desktop.core.conversation.query import MOST, MemoryQuery
from memory_desktop.core.conversation.skills import on_the_scale
from memory_desktop.core.errors import EmbeddingError
from memory_desktop.core.layers.concepts import Concept, Knowledge
from memory_desktop.core.layers.conditions import Situation
from memory_desktop.core.layers.emotional import Occurrence
from memory_desktop.core.layers.feelings import EmotionType
from memory_desktop.core.layers.relevance import CYCLES, EMOTIONAL, EPISODIC, PROCEDURAL, SEMANTIC, WORKING, Finding
from memory_desktop.core.layers.working import Item
from memory_desktop.core.ports import KeySelection
from memory_desktop.core.query.language import ParsedQuery
from memory_desktop.core.wording import count
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.conversation.query import Queries
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.layers.concepts import Concepts
from memory_desktop.engine.layers.emotions import Emotions
from memory_desktop.engine.layers.episodes import Episodes
from memory_desktop.engine.layers.library import Entry
from memory_desktop.engine.layers.nearness import Nearness
from memory_desktop.engine.layers.procedures import Procedures
from memory_desktop.engine.layers.retrieval import NO_BOARD, Asked, BoardNote, Held, Notes, Source, Surroundings
from memory_desktop.engine.layers.working import BoardView, WorkingMemory
from memory_desktop.index.analysis import STEMMED, terms
from memory_desktop.store import Store
from memory_desktop.store.messages import CycleFilter

_Findings = tuple[Iterable[Finding], Sequence[str]]
#: What is only brought to mind counts half of what its text would.
_HALF = 0.5
# What belongs to the situation (it is on the board, it was felt then) counts so much by itself; the rest is what its
# text has to do with the query.
_PRESENT = 0.1
# How much more the most significant episode counts than one of no significance.
_SIGNIFICANT = 0.1
# So many boards are looked at, the newest ones; of those of other conversations, what is as relevant as this.
_BOARDS, _CLEARLY = 50, 0.25
_MOST_ASSEMBLIES = 50
# So many episodes at most, from this likeness on the scale of skills.
_EPISODES, _LIKE_ENOUGH = 10, 0.5
_WHOSE_TURNS = "Without turns: there are several users, and none of them is named."
#: Told where emotional events have no part in an answer, as nothing says what is felt.
NO_EMOTION = "Without what was felt in a like mood: no emotion is given, and the board names none."


def situation_of(
    working: WorkingMemory, users: Callable[[], Collection[str]]
) -> Callable[[Surroundings], Surroundings]:
    """What a caller leaves out of the situation: the one user that there is, and what the board of the conversation
    says of topic, goal and emotion."""

    def completed(around: Surroundings) -> Surroundings:
        if around.user_id is None:
            known = list(users())
            if len(known) != 1:
                return around
            around = replace(around, user_id=known[0])
        window = working.window(around.user_id or "", around.thread or None)
        felt = "" if window.current_emotion == EmotionType.UNKNOWN else window.current_emotion
        return replace(
            around,
            topic=around.topic or window.current_topic,
            goal=around.goal or window.current_goal,
            emotion=around.emotion or felt,
        )

    return completed


def working_source(working: WorkingMemory) -> Source:
    """What is on the board of the conversation, as far as it is present and its text speaks of the query.

    Where no conversation is named, it is that of the newest turn, of the user or of everybody; of the other boards
    what the query clearly finds comes, too, also where it is hardly present any more.
    """

    def find(asked: Asked) -> _Findings:
        user, thread = asked.around.user_id, asked.around.thread or None
        views = working.newest(user, thread, limit=_BOARDS)
        items: dict[str, tuple[BoardView, Item]] = {}
        for view in views:
            for one in view.board.items:
                if one.message:
                    items.setdefault(view.memories.get(one.id, one.id), (view, one))
        alike = asked.relevance(list(items)) if items else {}
        here = _here(views, asked.around)
        found = [
            Finding(id, WORKING, strength, _on_board(view, one))
            for id, (view, one) in items.items()
            if (strength := _strength(view, one, alike.get(id, 0.0), view is here)) > 0
        ]
        told = WORKING in asked.named and not found and not asked.noted
        return found, [_no_board_fits(len(views))] if told else []

    return find


def notes_on_boards(working: WorkingMemory, space: Callable[[], Space]) -> Notes:
    """The notes on the boards that have the query's words, or mean what is asked. How present one is counts as for the
    messages there."""
    nearness = Nearness(space)

    def found(query: ParsedQuery, around: Surroundings) -> Sequence[BoardNote]:
        views = working.newest(around.user_id, around.thread or None, limit=_BOARDS)
        items = [(view, one) for view in views for one in view.board.items if not one.message]
        if not query.text:
            return [_noted(view, one, 0.0) for view, one in items]
        fitting = {n: one.content for n, (_, one) in enumerate(items) if _may_come(query, one.content)}
        near = nearness.of({str(n): (text,) for n, text in fitting.items()}, query.text)
        here, every = _here(views, around), list[BoardNote]()
        for n, text in fitting.items():
            view, one = items[n]
            relevance = max(_words_in(query.text, text), near.get(str(n), (0.0, ""))[0])
            if relevance >= _LIKE_ENOUGH:
                every.append(_noted(view, one, _strength(view, one, relevance, view is here)))
        return sorted(every, key=lambda one: (-one.relevance, one.id))

    return found


def _noted(view: BoardView, item: Item, relevance: float) -> BoardNote:
    board = view.board
    return BoardNote(item.id, item.content, board.user, board.thread, round(relevance, 4), _on_board(view, item))


def _may_come(query: ParsedQuery, text: str) -> bool:
    small = text.casefold()
    return all(one.casefold() in small for one in query.phrases) and not any(
        one.casefold() in small for one in query.excluded
    )


def _words_in(query: str, text: str) -> float:
    """The share of the query's words that a text has, [0, 1]."""
    wanted = set(terms(STEMMED, query))
    return len(wanted & set(terms(STEMMED, text))) / len(wanted) if wanted else 0.0


def _here(views: Sequence[BoardView], around: Surroundings) -> BoardView | None:
    """The board of the conversation, of those that were looked at; None where neither it nor its user is named."""
    return views[0] if views and (around.user_id is not None or around.thread) else None


def _strength(view: BoardView, item: Item, relevance: float, here: bool) -> float:
    """How much being on a board speaks for an item, [0, 1]. `here`: the board is that of the conversation."""
    present = view.activation(item)
    if here and present >= view.rules.active:
        return present * (_PRESENT + (1 - _PRESENT) * relevance)
    return max(present, view.rules.active) * (1 - _PRESENT) * relevance if relevance >= _CLEARLY else 0.0


def _on_board(view: BoardView, item: Item) -> str:
    return f"it is on the board (activation {view.activation(item):.2f})"


def _no_board_fits(boards: int) -> str:
    if not boards:
        return NO_BOARD
    return f"Nothing on {count(boards, 'board')} has to do with this query."


def on_the_boards(working: WorkingMemory) -> Held:
    """What is on the boards, the one with the newest turn first."""

    def held(around: Surroundings) -> Iterable[tuple[str, str]]:
        for view in working.newest(around.user_id, around.thread or None, limit=_BOARDS):
            for one in view.board.items:
                if one.message:
                    yield view.memories.get(one.id, one.id), _on_board(view, one)

    return held


def in_assemblies(assemblies: Assemblies) -> Held:
    """The members of the assemblies."""

    def held(_around: Surroundings) -> Iterable[tuple[str, str]]:
        every = assemblies.all()[:_MOST_ASSEMBLIES]
        members = assemblies.members_of(every)
        for one in every:
            for memory in members[one.id]:
                yield memory.id, f"it is in “{one.name}”"

    return held


def in_turns(store: Store) -> Held:
    """The first messages of the newest turns."""

    def held(around: Surroundings) -> Iterable[tuple[str, str]]:
        wanted = CycleFilter(whose=around.user_id, session=around.thread or None)
        rows = store.messages.page(wanted, limit=MOST)
        return [(one.id, "it begins a turn") for one in store.records.by_keys([row.keys[0] for row in rows])]

    return held


def episodes_source(episodes: Episodes) -> Source:
    """The episodes that mean what is asked, each by the message of it that is most relevant; of two that are as
    relevant, the more significant counts for more."""

    def find(asked: Asked) -> _Findings:
        alike = [one for user in asked.users for one in episodes.retrieve_similar(asked.query, _EPISODES, user=user)]
        near = [one.episode for one in alike if on_the_scale(one.similarity, one.space) >= _LIKE_ENOUGH]
        best = _best_messages(asked, [one.cycle.messages for one in near])
        return [
            Finding(
                id,
                EPISODIC,
                relevance * (1 + _SIGNIFICANT * one.payload.significance.score),
                f"the episode means what is asked (significance {one.payload.significance.score:.2f})",
            )
            for one, (id, relevance) in zip(near, best, strict=True)
        ], ()

    return find


def _best_messages(asked: Asked, turns: Sequence[Sequence[str]]) -> Sequence[tuple[str, float]]:
    """Of each turn the message that is most relevant to the query, and how relevant it is, [0, 1]."""
    known = asked.relevance([id for messages in turns for id in messages])
    return [max(((id, known.get(id, 0.0)) for id in messages), key=lambda one: one[1]) for messages in turns]


def _tells(one: Concept) -> bool:
    """Is there anything to know of a concept? A bare name answers no question, and stands before nothing that does."""
    return bool(one.definition) or one.knowledge != Knowledge() or bool(one.user_specific)


def concepts_source(concepts: Concepts, space: Callable[[], Space]) -> Source:
    """The concepts that those named in the query or the topic bring to mind; where the query names none, the one that
    is nearest to it in meaning."""

    def find(asked: Asked) -> _Findings:
        words, topic = asked.query.casefold(), asked.around.topic.casefold()
        every = [one for one in concepts.all() if None in asked.users or one.user_id in ("", *asked.users)]
        named = [one for one in every if _named(one.payload.name, words)]
        nearest = _nearest(asked.query, every, space()) if not named else None
        found: list[Finding] = [
            Finding(one.memory.id, SEMANTIC, 0.9, f"the query names “{one.payload.name}”")
            for one in named
            if _tells(one.payload)
        ]
        talked_of = [one for one in every if one not in named and _named(one.payload.name, topic)]
        found += [Finding(one.memory.id, SEMANTIC, _PRESENT, f"“{one.payload.name}” is the topic") for one in talked_of]
        current = {one.id: one for one in every}
        starts = [(one, 1.0, "") for one in named]
        if nearest is not None:
            starts.append((*nearest, ", which is nearest to the query,"))
        graphs = {owner: concepts.graph(owner) for owner in {one.user_id for one, _, _ in starts}}
        for one, likeness, how in starts:
            for near in graphs[one.user_id].activated((one.id,)):
                entry = current.get(near.node.id)
                if entry is not None and near.hops:
                    why = f"“{one.payload.name}”{how} brings it to mind, in {count(near.hops, 'step')}"
                    strength = _HALF * likeness * near.activation * near.strength
                    found.append(Finding(entry.memory.id, SEMANTIC, strength, why))
        return found, ()

    return find


def _nearest(query: str, every: Sequence[Entry[Concept]], space: Space) -> tuple[Entry[Concept], float] | None:
    """The concept whose text means most nearly what is asked, and how nearly on the scale of skills; None where it is
    not near enough."""
    by_key = {one.memory.key: one for one in every}
    if not by_key:
        return None
    try:
        vector = space.embedder.embed_query(query)
    except EmbeddingError:
        return None
    keys = np.asarray(sorted(by_key), dtype=np.int64)
    found = space.vectors.index.exact_search(vector, 1, KeySelection(include=keys))
    if not len(found.keys):
        return None
    likeness = on_the_scale(float(found.scores[0]), space.model_version)
    return (by_key[int(found.keys[0])], likeness) if likeness > _LIKE_ENOUGH else None


def procedures_source(procedures: Procedures) -> Source:
    """The procedures that apply to the situation."""

    def find(asked: Asked) -> _Findings:
        around = asked.around
        values = {"topic": around.topic, "goal": around.goal, "emotion": around.emotion, "phase": around.phase}
        situation = Situation(
            asked.query, (around.state,) if around.state else (), {key: value for key, value in values.items() if value}
        )
        fitting = [one for one in procedures.find_applicable(situation, around.user_id) if one.fit.triggered]
        return [
            Finding(one.entry.memory.id, PROCEDURAL, one.fit.score, "it applies: " + "; ".join(one.fit.reasons))
            for one in fitting
        ], ()

    return find


def emotions_source(emotions: Emotions) -> Source:
    """The events of the user, or of everybody, in which the emotion of the situation was felt; more relevant, the more
    their text has to do with the query."""

    def find(asked: Asked) -> _Findings:
        felt = asked.around.emotion
        if not felt:
            any_felt = EMOTIONAL in asked.sources and any(emotions.events(user) for user in asked.users)
            return (), [NO_EMOTION] if any_felt else []
        events = [one for user in asked.users for one in emotions.get_relevant(felt, user, asked.k)]
        memories = {one.id: emotions.get(one.id).memory.id for one in events}
        alike = asked.relevance(list(memories.values()))
        return [
            Finding(
                id,
                EMOTIONAL,
                _relived(felt, one) * (_PRESENT + (1 - _PRESENT) * alike.get(id, 0.0)),
                f"{felt} was felt in it, too",
            )
            for one in events
            for id in (memories[one.id],)
        ], ()

    return find


def _relived(felt: str, one: Occurrence) -> float:
    """More for what was felt above all, and for what was felt strongly."""
    data = one.event.emotion_data
    return (data.intensity or _HALF) * (1.0 if data.primary_emotion == felt.strip().casefold() else _HALF)


def cycles_source(queries: Queries, users: Callable[[], Collection[str]]) -> Source:
    """The turns of the user that mean what is asked. They are of one user, so without one there are none."""

    def find(asked: Asked) -> _Findings:
        if asked.around.user_id is None:
            return (), [_WHOSE_TURNS] if CYCLES in asked.sources and users() else []
        answer = queries.ask(
            MemoryQuery(user_id=asked.around.user_id, query_text=asked.query, limit=min(asked.k, MOST))
        )
        best = _best_messages(asked, [one.messages for one in answer.cycles if one.messages])
        return [Finding(id, CYCLES, relevance, "the turn means what is asked") for id, relevance in best], ()

    return find


def _named(name: str, words: str) -> bool:
    """Does a text in small letters hold the name as words of its own?"""
    small = name.casefold()
    place = words.find(small)
    while place >= 0:
        before, after = words[place - 1 : place], words[place + len(small) : place + len(small) + 1]
        if not before.isalnum() and not after.isalnum():
            return True
        place = words.find(small, place + 1)
    return False
