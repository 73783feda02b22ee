"""What an agent is given before it answers: one text within a budget of tokens, and its parts.

In this order: the last messages of the conversation, word for word, with a mark at those that were corrected since;
the summary of what was said with this user, memories that the query recalls, and the skills and procedures that it asks
for. Nothing is written, and no language model is asked. The whole text is counted by the bundled tokenizer, headings
included. Where it would be too long, first the least relevant memories are left out, then the end of the summary, the
least matching skills and the oldest messages; each part has a share of the budget that others do not take, and leaves
to them what it does not need.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memory_desktop.core.answers import Hit, RecallAnswer
from memory_desktop.core.conversation.cycles import ANSWERING, ASKING, is_live, owner_of, role_of
from memory_desktop.core.conversation.learned import learned
from memory_desktop.core.conversation.reach import reaches, speaks_of_somebody, within_reach
from memory_desktop.core.conversation.skills import SKILL_KIND, SkillMatches
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.extraction.facts import UNNAMED
from memory_desktop.core.layers.procedures import Procedure
from memory_desktop.core.memory.canonical import canonical_text
from memory_desktop.core.memory.claims import speaker
from memory_desktop.core.memory.echoes import echoes
from memory_desktop.core.memory.partly import LEFT_OUT, without
from memory_desktop.core.memory.records import Memory, generated_from, speaker_of
from memory_desktop.core.ports import CancelToken, TokenCounter
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.core.ranking.floor import relevant
from memory_desktop.core.settings import Settings
from memory_desktop.core.wording import count, date_word, memories
from memory_desktop.engine.conversation.skills import Skills
from memory_desktop.engine.conversation.turns import Turns
from memory_desktop.engine.reader import Present
from memory_desktop.engine.recall.sources import Standing

HISTORY, SUMMARY, MEMORIES, SKILLS = "history", "summary", "memories", "skills"
#: The parts in their order, with their headings.
PARTS = {
    HISTORY: "# Conversation so far",
    SUMMARY: "# Summary of earlier conversations",
    MEMORIES: "# Memories",
    SKILLS: "# Skills",
}
#: Share of the budget that each part may take at first; memories take the rest.
_SHARES = {HISTORY: 0.4, SKILLS: 0.25, SUMMARY: 0.15}
#: A memory or message that is longer is shortened; tokens.
_LONGEST_MEMORY, _LONGEST_MESSAGE = 300, 400
_LONGEST_QUERY = 2_000
#: In a conversation that users share, so many times as many messages are looked at as are wanted.
_LOOKED_BACK = 64
_MOST_BUDGET = 1_000_000
CUT = LEFT_OUT
#: Stands behind the name of who said a message of which something was corrected since.
CORRECTED = " (corrected since)"
#: Stands behind the date of what was said otherwise later, in a memory that is given, too.
EARLIER = ", otherwise since"
# A message of fewer words is left out, unless it has a number or a name.
_LEAST_WORDS = 3
_WORD = re.compile(r"\w+")
#: Kinds that have a part of their own.
_BESIDE = (SKILL_KIND, Procedure.kind)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a context.

    Attributes:
        name: a key of `PARTS`. text: with its heading; "" if it has nothing. tokens: of the text.
        items: ids of the memories, messages or skills in it, in order. cut: what was left out of it, and why.
    """

    name: str
    text: str = ""
    tokens: int = 0
    items: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """What an agent is given.

    Attributes:
        text: for the system prompt. tokens: of it, never more than `budget`. parts: in their order, empty ones too.
        notes: what the answer lacks. recall: how its memories were found. skills: which matched, and near misses.
    """

    query: str
    thread: str
    user_id: str
    text: str
    tokens: int
    budget: int
    parts: tuple[Part, ...]
    notes: tuple[str, ...] = ()
    recall: RecallAnswer | None = None
    skills: SkillMatches = field(default_factory=SkillMatches)

    def part(self, name: str) -> Part:
        """One of its parts; empty if it was not asked for."""
        return next((one for one in self.parts if one.name == name), Part(name))

    @property
    def cut(self) -> tuple[str, ...]:
        """Everything that was left out, and why."""
        return tuple(text for part in self.parts for text in part.cut)


@dataclass(frozen=True, slots=True)
class _Line:
    """A piece of a part, its tokens, and what it is of."""

    text: str
    tokens: int
    item: str = ""
    shortened: bool = False


class Contexts:
    """See the module. Safe from many threads.

    Attributes:
        summary: gives a user's conversation summary as text, "" where there is none.
        outdated: which of these messages, by key, say what was corrected since, with how their facts stand.
        procedures: gives (id of its memory, text) of each procedure that a user's message calls for, best first.
    """

    def __init__(
        self, reader: Present, turns: Turns, skills: Skills, tokens: TokenCounter, settings: Callable[[], Settings]
    ) -> None:
        self._reader = reader
        self._turns = turns
        self._skills = skills
        self._tokens = tokens
        self._settings = settings
        self.summary: Callable[[str], str] = lambda _: ""
        self.outdated: Callable[[Iterable[int]], Mapping[int, Standing]] = lambda _: {}
        self.procedures: Callable[[str, str], Sequence[tuple[str, str]]] = lambda _query, _user: ()

    def get_context(
        self,
        query: str,
        *,
        thread: str = "",
        user_id: str = "",
        token_budget: int = 2_000,
        parts: Sequence[str] = tuple(PARTS),
        known: Iterable[str] = (),
        actor: str = "",
        cancel: CancelToken | None = None,
    ) -> Context:
        """What to give an agent before it answers `query`, the user's newest message.

        Args:
            thread: the conversation; its last messages come in, those of no other do.
            user_id: who may be given what is within their reach (`core.conversation.reach`); "" for the user of the
                conversation, or for everybody's.
            parts: which to give; see `PARTS`. known: messages that the agent has anyway; they are not repeated.
            actor: who asks, for the log of recalls; "" for a look that is no recall.

        Raises:
            InvalidCommandError: an unknown part, or a budget that is no number of tokens.
        """
        unknown = sorted(set(parts) - PARTS.keys())
        if unknown:
            raise InvalidCommandError(f"There is no part {', '.join(unknown)}; choose of {', '.join(PARTS)}.")
        if not 0 <= token_budget <= _MOST_BUDGET:
            raise InvalidCommandError(f"The budget must be from 0 to {_MOST_BUDGET:,} tokens.")
        users = self._turns.users_of(thread) if thread and not user_id else ()
        user_id = user_id or (users[0] if len(users) == 1 else "")
        made: dict[str, Part] = {}
        left = token_budget
        has = {canonical_text(one) for one in known}
        said = self._said(thread, user_id) if thread and (has or HISTORY in parts) else []
        sent = {one.id for one in said if one.content in has}
        history = self._history([one for one in said if one.id not in sent], user_id) if HISTORY in parts else []
        made[HISTORY] = self._fitted(HISTORY, history, _share(HISTORY, token_budget), newest=True)
        left -= made[HISTORY].tokens
        matches = self._skills.match(query) if SKILLS in parts else SkillMatches()
        ways = self.procedures(query, user_id) if SKILLS in parts else ()
        lines = [*self._skill_lines(matches), *(_Line(text, self._tokens.count(text), id) for id, text in ways)]
        made[SKILLS] = self._fitted(SKILLS, lines, min(left, _share(SKILLS, token_budget)))
        left -= made[SKILLS].tokens
        shared = len(users) > 1 and "" not in users  # a summary is of one user
        summary = self.summary(user_id) if SUMMARY in parts and not shared else ""
        made[SUMMARY] = self._fitted(SUMMARY, self._lines(summary), min(left, _share(SUMMARY, token_budget)))
        left -= made[SUMMARY].tokens
        answer = self._recalled(query, user_id, cancel) if MEMORIES in parts and query.strip() else None
        shown = {*made[HISTORY].items, *sent}
        hits, weak = self._relevant(answer, user_id)
        made[MEMORIES] = self._fitted(MEMORIES, self._memory_lines(hits, shown, user_id, has), left)
        if weak:
            said_so = f"{memories(weak)} left out: too little speaks for them."
            made[MEMORIES] = replace(made[MEMORIES], cut=(*made[MEMORIES].cut, said_so))
        left -= made[MEMORIES].tokens
        if made[HISTORY].cut and left > 0:  # what the others did not need
            rest = [line for line in history if line.item not in made[MEMORIES].items]
            made[HISTORY] = self._fitted(HISTORY, rest, made[HISTORY].tokens + left, newest=True)
        if actor:
            self._reader.recalls.note(query, made[MEMORIES].items, actor=actor, user=user_id, session=thread)
        whole = tuple(made[name] for name in PARTS if name in parts)
        text = "\n\n".join(part.text for part in whole if part.text)
        tokens = sum(part.tokens for part in whole)  # what stands between lines is no token
        notes = [*(answer.notes if answer is not None else ()), *([matches.note] if matches.note else [])]
        if shared and SUMMARY in parts:
            notes.append("The conversation is of several users, and a summary is of one: name the user to get it.")
        if answer is not None and not answer.hits:
            notes.append("No memory is relevant enough to the query.")
            notes.extend(self._not_looked_at(user_id))
        if answer is not None and answer.unembedded:
            notes.append(f"{memories(answer.unembedded)} that match wait for a vector, and were found by words alone.")
        return Context(query, thread, user_id, text, tokens, token_budget, whole, tuple(notes), answer, matches)

    # --- parts --------------------------------------------------------------------------------------------------------

    def _said(self, thread: str, user: str) -> list[Memory]:
        """The last messages of a conversation that are for this user; several users may share its id."""
        wanted = last = self._settings().whole("gate.messages")
        while True:
            said = self._turns.messages(thread, last)
            mine = [one for one in said if self._may_see(one, user)]
            if len(mine) >= wanted or len(said) < last or last >= _LOOKED_BACK * wanted:
                return mine[-wanted:] if wanted else []
            last *= 4

    def _may_see(self, message: Memory, user: str) -> bool:
        """Is a message of the conversation for this user? A live one that names nobody is: its agent left that out."""
        unnamed = is_live(message) and not owner_of(message.metadata)
        return not user or unnamed or reaches(message, user, self._owner())

    def _owner(self) -> str:
        return self._settings().text("gate.owner")

    def _history(self, mine: Sequence[Memory], user: str) -> list[_Line]:
        outdated = self.outdated(one.key for one in mine)
        marks = {one.key: CORRECTED if one.key in outdated else "" for one in mine}
        named = ((one, f"{_name(one, owner='' if user else _owner(one))}{marks[one.key]}") for one in mine)
        return [self._line(f"{name}: {_bare(one)}", one.id, _LONGEST_MESSAGE) for one, name in named]

    def _lines(self, text: str) -> list[_Line]:
        return [_Line(line, self._tokens.count(line)) for line in text.strip().splitlines() if line.strip()]

    def _skill_lines(self, matches: SkillMatches) -> list[_Line]:
        texts = ((f"## {one.skill.name}\n{one.skill.prompt}", one.skill.id) for one in matches.matched)
        return [_Line(text, self._tokens.count(text), id) for text, id in texts]

    def _recalled(self, query: str, user: str, cancel: CancelToken | None) -> RecallAnswer:
        # The message is talk: what looks like an operator in it is none.
        words = " ".join(query[:_LONGEST_QUERY].replace('"', " ").replace(":", " ").split())
        plain = " ".join(word.lstrip("-") for word in words.split())
        most = max(1, self._settings().whole("gate.memories"))
        theirs = within_reach(user, self._owner()) if user else RecordFilter()
        filter = replace(theirs, not_kinds=_BESIDE)
        return self._reader.recall(plain, k=most, filter=filter, cancel=cancel, marked=False)

    def _not_looked_at(self, user: str) -> Iterator[str]:
        """That there is what names no user, while nobody has said who the vault's owner is: it may be this user's."""
        if not user or self._owner():
            return
        unnamed, theirs, reached = (
            len(self._reader.keys(replace(filter, not_kinds=_BESIDE)))
            for filter in (RecordFilter(owners=("",)), RecordFilter(owners=(user,)), within_reach(user, ""))
        )
        beyond = unnamed + theirs - reached
        if beyond:
            yield (
                f"{memories(beyond)} that name no user were not looked at; the vault’s setting “What agents call you”"
                " (gate.owner) says whose they are."
            )

    def _memory_lines(self, hits: Sequence[Hit], shown: set[str], user: str, known: Collection[str]) -> Iterable[_Line]:
        """The recalled memories, each once: not what is shown or known already, nor what was learned from that, nor
        what only quotes messages that are given.

        What is the user's own comes first; where no user is named, what is somebody's says whose.
        """
        seen, told = set(shown), set[str]()
        recalled, cut = self._recalled_memories(hits)
        recalled, earlier = self._newer_first(recalled)
        sources = self._sources(recalled)
        said_at = _said_at(recalled, sources)
        recalled = _without_echoes(recalled, sources, shown)
        firsts = self._reader.by_ids([one.line for one in recalled if one.line != one.id])
        if user:
            recalled.sort(key=lambda one: not self._own(one, user))
        for memory in recalled:
            another = user and not reaches(memory, user, self._owner())
            # What an undo has brought back was taken from what the first of its line was.
            taken_from = (*memory.lineage, *(firsts[memory.line].lineage if memory.line in firsts else ()))
            if memory.id in seen or seen.intersection(taken_from) or another:
                continue
            if memory.thread and memory.content in known:
                continue
            owner = "" if user else _owner(memory)
            same = f"{owner} {memory.content_hash}"
            if same in told or (memory.thread and _says_nothing(memory.content)):
                continue
            told.add(same)
            seen |= {memory.id, *taken_from}
            past = memory.key in earlier and memory.key not in cut
            when = f"{date_word(said_at[memory.id])}{EARLIER if past else ''}"
            text = f"- ({when}) {_said_by(memory, owner)}{' '.join(memory.content.split())}"
            yield self._line(text, memory.id, _LONGEST_MEMORY)

    def _newer_first(self, recalled: Sequence[Memory]) -> tuple[list[Memory], Collection[int]]:
        """Memories in their order, but what says otherwise since stands before what it makes a thing of the past, also
        where it was not recalled; and the keys of what is of the past."""
        earlier = self._reader.outdated(recalled)
        newer = self._reader.by_ids([one.id for one in earlier.values()])
        order = list(recalled)
        for old in (one for one in recalled if one.key in earlier):
            since = earlier[old.key]
            later = next((one for one in order if one.content == since.content), newer.get(since.id))
            if later is None or (later in order and order.index(later) < order.index(old)):
                continue
            if later in order:
                order.remove(later)
            order.insert(order.index(old), later)
        return order, earlier.keys()

    def _sources(self, found: Sequence[Memory]) -> Mapping[str, Memory]:
        """What any of the memories were made of, by id."""
        return self._reader.by_ids(list({id for one in found for id in generated_from(one.metadata)}))

    def _recalled_memories(self, hits: Sequence[Hit]) -> tuple[list[Memory], Collection[int]]:
        """What was recalled, best first, and the keys of messages of which something was cut out. Of a message that was
        corrected since, what of it still holds: the facts, or the rest of the message, if it says more than these."""
        outdated = self.outdated(hit.memory.key for hit in hits if hit.memory.thread)
        found, cut = list[Memory](), set[int]()
        for memory in (hit.memory for hit in hits):
            standing = outdated.get(memory.key)
            if standing is None:
                found.append(memory)
                continue
            facts = self._reader.page(standing.holds)
            if left := _left_of(memory, standing, facts):
                found.append(memory.with_(content=left))
                cut.add(memory.key)
            else:
                found += facts
        return found, cut

    def _relevant(self, answer: RecallAnswer | None, user: str) -> tuple[list[Hit], int]:
        """The hits to give, in their order, and how many are not relevant enough."""
        hits = answer.hits if answer is not None else ()
        own = [bool(user) and self._own(hit.memory, user) for hit in hits]
        facts = [learned(hit.memory) is not None or self._asked_by(hit.memory, user) for hit in hits]
        keep = relevant([hit.score for hit in hits], own, facts)
        given = [hit for hit, kept in zip(hits, keep, strict=True) if kept]
        return given, len(hits) - len(given)

    def _asked_by(self, memory: Memory, user: str) -> bool:
        """Is it a message of the user in a conversation?"""
        return bool(memory.thread) and role_of(memory).lower() in ASKING and self._own(memory, user)

    def _own(self, memory: Memory, user: str) -> bool:
        """Is it the user's own? The owner's is also what names nobody and speaks of somebody."""
        whose = owner_of(memory.metadata)
        return whose == user or (not whose and user == self._owner() and speaks_of_somebody(memory))

    # --- budget -------------------------------------------------------------------------------------------------------

    def _line(self, text: str, item: str, longest: int) -> _Line:
        tokens = self._tokens.count(text)
        if tokens <= longest:
            return _Line(text, tokens, item)
        words = text.split(" ")
        kept = text[: max(1, len(text) * longest // tokens)].rsplit(" ", 1)[0] if len(words) > 1 else text[:longest]
        short = f"{kept} {CUT}"
        return _Line(short, self._tokens.count(short), item, shortened=True)

    def _fitted(self, name: str, lines: Iterable[_Line], budget: int, *, newest: bool = False) -> Part:
        """As many lines as fit below the heading: from the first, or from the last back."""
        every = list(lines)
        heading = PARTS[name]
        used, kept = self._tokens.count(heading), list[_Line]()
        for line in reversed(every) if newest else every:
            if used + line.tokens > budget:
                if newest:
                    break
                continue
            kept.append(line)
            used += line.tokens
        if newest:
            kept.reverse()
        cut = _told(name, len(every) - len(kept), sum(line.shortened for line in kept))
        if not kept:
            return Part(name, cut=cut)
        text = "\n".join([heading, *(line.text for line in kept)])
        return Part(name, text, used, tuple(dict.fromkeys(line.item for line in kept if line.item)), cut)


def _left_of(message: Memory, standing: Standing, facts: Sequence[Memory]) -> str:
    """A message without what was corrected of it; "" where its facts say all that is left, or it is not known where in
    it they stand."""
    places = [_place_in(message, fact) for fact, _ in standing.gone]
    corrected = [(place, now) for place, (_, now) in zip(places, standing.gone, strict=True) if place is not None]
    if len(corrected) < len(places):
        return ""
    told = [place for fact in facts if (place := _place_in(message, fact)) is not None]
    return without(message.content, corrected, told)


def _place_in(message: Memory, fact: Memory) -> tuple[int, int] | None:
    """Where in a message the words of a fact begin and end; None if they stand there no longer."""
    where = learned(fact)
    if where is None:
        return None
    words = " ".join(message.content[slice(*where.span)].split())
    there = bool(words) and fact.content.casefold().endswith(words[1:].casefold())
    return where.span if there else None


def _share(name: str, budget: int) -> int:
    return int(_SHARES[name] * budget)


def _told(name: str, dropped: int, shortened: int) -> tuple[str, ...]:
    """What was left out of a part, in sentences."""
    thing = {HISTORY: "earlier message", SUMMARY: "line of the summary", MEMORIES: "memory", SKILLS: "skill"}[name]
    told = []
    if dropped:
        told.append(f"{count(dropped, thing) if name != MEMORIES else memories(dropped)} left out: over the budget.")
    if shortened:
        told.append(f"{count(shortened, thing) if name != MEMORIES else memories(shortened)} shortened: too long.")
    return tuple(told)


def _said_at(found: Sequence[Memory], sources: Mapping[str, Memory]) -> dict[str, datetime]:
    """When each was said; of what was made of others, as a concept, when the last of these was."""
    made_from = {one.id: generated_from(one.metadata) for one in found}
    return {
        one.id: max((sources[id].created_at for id in made_from[one.id] if id in sources), default=one.created_at)
        for one in found
    }


def _without_echoes(recalled: Sequence[Memory], sources: Mapping[str, Memory], shown: Collection[str]) -> list[Memory]:
    """Without what was made of messages and only quotes them, where they or what was learned of them are given."""
    given = [one for one in recalled if not generated_from(one.metadata)]
    texts: dict[str, list[str]] = {id: [one.content] for id, one in sources.items() if id in shown}
    for one in given:
        for id in (one.id, *one.lineage):
            texts.setdefault(id, []).append(one.content)

    def is_echo(memory: Memory) -> bool:
        said = [text for id in generated_from(memory.metadata) for text in texts.get(id, ())]
        return bool(said) and echoes(memory.content, said)

    return [one for one in recalled if not is_echo(one)]


def _owner(memory: Memory) -> str:
    """Whose a memory is, in a line; "" for nobody's."""
    return " ".join(owner_of(memory.metadata).split())


def _name(memory: Memory, owner: str) -> str:
    role = role_of(memory)
    if role.lower() in ASKING:
        return owner or "User"
    if role.lower() in ANSWERING:
        return f"Assistant (to {owner})" if owner else "Assistant"
    return speaker_of(memory) or role or owner or "User"


def _said_by(memory: Memory, owner: str) -> str:
    """Who said a message, or what was learned of one, where it does not say so itself; for anything else "", or whose
    it is. `owner`: names a user among several."""
    where = learned(memory)
    if where is not None and where.speaker in UNNAMED and speaker(memory.content) not in UNNAMED - {""}:
        return f"{owner or 'User'}: "
    if not memory.thread or not role_of(memory) or memory.content.startswith(f"{speaker_of(memory)}: "):
        return f"(of {owner}) " if owner else ""
    return f"{_name(memory, owner)}: "


def _bare(memory: Memory) -> str:
    name = speaker_of(memory)
    lead = f"{name}: "
    text = memory.content[len(lead) :] if name and memory.content.startswith(lead) else memory.content
    return " ".join(text.split())


def _says_nothing(text: str) -> bool:
    """Is a message too short to tell anything: "OK.", "Weight?"? A number or a name alone may be an answer."""
    words = _WORD.findall(text)
    return len(words) < _LEAST_WORDS and not any(word[0].isdigit() or word[0].isupper() for word in words[1:])
