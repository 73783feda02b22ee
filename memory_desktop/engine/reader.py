"""What can be read of a vault, now or at a moment of its past: one list of questions for both."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from memory_desktop.core.answers import Facets, Freshness, HistoryEntry, Hit, Labels, Otherwise, RecallAnswer
from memory_desktop.core.assemblies import Assembly, active, find
from memory_desktop.core.errors import ClosedError, NotFoundError
from memory_desktop.core.events.event import EventType
from memory_desktop.core.keys import Keys, among
from memory_desktop.core.lineage import Graph
from memory_desktop.core.memory.held import HeldItem
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.ports import CancelToken
from memory_desktop.core.query.language import RecordFilter, parse_query
from memory_desktop.core.query.rewriting import without_words
from memory_desktop.core.why_not import Asked, Cut, WhyNot
from memory_desktop.core.wording import shortened
from memory_desktop.engine.conversation.reading import Reading
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.history import entries
from memory_desktop.engine.history.lineage import graph_around, whole_graph
from memory_desktop.engine.history.succession import current, standing_keys, with_ids_of_now
from memory_desktop.engine.life import Life
from memory_desktop.engine.recall.outdated import Outdated, missing_of, with_what_holds
from memory_desktop.engine.recall.recall import Recall
from memory_desktop.engine.recall.recall_log import RecallLog
from memory_desktop.engine.recall.scope import Scope
from memory_desktop.engine.recall.why_not import Explainer
from memory_desktop.engine.upkeep.keyword_keeper import KeywordKeeper
from memory_desktop.store import Store

_MOST_EVENTS = 1_000
_SHORT = 60
#: So many hits at the most are looked at for what holds now.
_LOOKED_AT = 200


class Reader:
    """Reads the records of one scope. All methods may be called from any thread, and never wait for a write."""

    def __init__(
        self,
        store: Store,
        scope: Scope,
        keywords: KeywordKeeper,
        space: Callable[[], Space],
        recall: Recall,
        outdated: Outdated,
        book: Callable[[], Mapping[str, Assembly]],
    ) -> None:
        self._store = store
        self._scope = scope
        self._keywords = keywords
        self._in_use = space
        self._recall = recall
        self._outdated = outdated
        self._explainer = Explainer(recall, scope, keywords, space)
        self._book = book
        #: Keys of the protected memories; a moment of the past does not tell.
        self.protected_keys: Callable[[], frozenset[int]] = frozenset

    @property
    def position(self) -> int:
        """Seq of the last event that what is read has seen."""
        return self._scope.position

    def recall(
        self,
        query: str,
        *,
        mode: str = "hybrid",
        k: int = 10,
        filter: RecordFilter | None = None,
        cancel: CancelToken | None = None,
        prefix_last: bool = False,
        show_weaker: bool = False,
        marked: bool = True,
        vector: Sequence[float] | None = None,
    ) -> RecallAnswer:
        """The k best memories for a query, each with why it is there. See `Recall.answer`.

        In hybrid mode, what says otherwise since stands directly before a hit of the past, also where it would have
        come later or been among the weaker ones.
        """
        self._check_open()

        def answered(k: int, filter: RecordFilter | None, *, weaker: bool) -> RecallAnswer:
            return self._recall.answer(
                query,
                mode=mode,
                k=k,
                filter=filter,
                cancel=cancel,
                prefix_last=prefix_last,
                show_weaker=weaker,
                marked=marked,
                vector=vector,
            )

        answer = answered(k, filter, weaker=show_weaker)
        hits = self._outdated.told(answer.hits)
        if answer.mode != "hybrid" or all(one.otherwise is None for one in hits):
            return replace(answer, hits=hits)
        missing, weaker = missing_of(hits), answer.weaker
        holding: tuple[Hit, ...] = ()
        if filter is not None and filter.ids:
            missing = tuple(id for id in missing if id in filter.ids)
        if missing:
            these = (filter or RecordFilter()).merged(RecordFilter(ids=missing))
            found = {hit.memory.key: hit for hit in answered(len(missing), these, weaker=True).hits}
            if len(found) < len(missing):  # one without a vector may have no word of the query
                fitting = these.merged(parse_query(query).filter)
                for memory in self.page(self.keys(fitting, words=without_words(query))):
                    found.setdefault(memory.key, Hit(0, memory, 0.0, {}))
            holding = self._outdated.told(list(found.values()))
        if holding and weaker:
            hidden = answered(min(len(hits) + weaker, _LOOKED_AT), filter, weaker=True).hits
            weaker -= len({one.memory.id for one in hidden} & {one.memory.id for one in holding})
        return replace(answer, hits=with_what_holds(hits, holding)[:k], weaker=weaker)

    def why_not(self, asked: Asked, id: str, *, cancel: CancelToken | None = None) -> WhyNot:
        """Why a memory is not among the hits of `recall` for this search, and what would have brought it in; of
        one that is, its rank and the parts of its score. It is no recall, and is not logged.

        Args:
            id: of a memory, or the one that it had where it came from.

        Raises:
            NotFoundError: no such memory. ValueError: an unknown mode, or k < 1. CancelledError: no longer wanted.
        """
        self._check_open()
        memory = self._named(id)
        if memory is None:
            return self._missing(asked.query, id, asked.mode, asked.k)
        told = self._explainer.explain(memory, asked, cancel)
        hit = self._outdated.told((told.hit,))[0] if told.hit is not None else None
        if asked.mode == "hybrid" and memory.status is Status.ACTIVE:  # what holds now may stand elsewhere
            shown = self.recall(
                asked.query,
                k=asked.k,
                filter=asked.filter,
                cancel=cancel,
                prefix_last=asked.prefix_last,
                show_weaker=asked.show_weaker,
            )
            there = next((one for one in shown.hits if one.memory.key == memory.key), None)
            if there is not None and hit is None:
                return replace(told, hit=there, cuts=(), remedies=())
            hit = there or hit
        found = self._outdated.told([one.hit for one in told.remedies])
        remedies = tuple(replace(one, hit=hit) for one, hit in zip(told.remedies, found, strict=True))
        return replace(told, hit=hit, remedies=remedies, notes=(*told.notes, *self._successor(memory)))

    def _named(self, id: str) -> Memory | None:
        """The memory with this id, or the one that had it where it came from: the newest, if there are several."""
        records = self._scope.records
        found = records.by_ids([id]).get(id)
        if found is None and (own := records.with_external_ids([id]).get(id)):
            return records.by_ids(own[-1:])[own[-1]]
        return found

    def _missing(self, query: str, id: str, mode: str, k: int) -> WhyNot:
        """What is said of an id that is no memory's at the moment that is searched. Raises NotFoundError."""
        later = self._store.records.by_ids([id]).get(id)
        if later is None:
            raise NotFoundError(f"There is no memory with the id {id}.")
        reason = f"It was remembered by event {later.key:,}; the search is as of event {self.position:,}."
        return WhyNot(query, mode, k, self.position, id, None, cuts=(Cut("moment", reason),))

    def _successor(self, memory: Memory) -> Iterator[str]:
        if memory.status is not Status.ACTIVE and (now := self.current(memory.id)) is not None:
            yield f"What it says now is {now.id}: “{shortened(now.content, _SHORT)}”"

    def related(self, id: str, k: int = 8) -> RecallAnswer:
        """The memories nearest to one. Raises NotFoundError."""
        answer = self._recall.related(self.get(id), k)
        return replace(answer, hits=self._outdated.told(answer.hits))

    def outdated(self, memories: Sequence[Memory]) -> dict[int, Otherwise]:
        """Those of the memories that are of the past, by key, with what says otherwise since."""
        self._check_open()
        return self._outdated.of(memories)

    def get(self, id: str) -> Memory:
        """The memory with this id. Raises NotFoundError."""
        self._check_open()
        found = self._scope.records.by_ids([id])
        if id not in found:
            raise NotFoundError(f"There is no memory with the id {id}.")
        return found[id]

    def current(self, id: str) -> Memory | None:
        """The active memory that says now what this one says or said: itself, what superseded it, or what brought it
        back; None where it is forgotten. Raises NotFoundError."""
        memory: Memory | None = self.get(id)
        seen = set[str]()
        while memory is not None and memory.line not in seen:
            if memory.status is Status.ACTIVE:
                return memory
            seen.add(memory.line)
            last = self._scope.records.of_lines([memory.line])[memory.line][-1]
            if last.status is Status.ACTIVE:
                return last
            followed = last.superseded_by or memory.superseded_by
            memory = self._scope.records.by_ids([followed]).get(followed) if followed else None
        return None

    def by_ids(self, ids: Sequence[str]) -> dict[str, Memory]:
        """Those of the memories with these ids that are there, by id."""
        self._check_open()
        return self._scope.records.by_ids(list(dict.fromkeys(ids)))

    def page(self, keys: Sequence[int] | Keys) -> list[Memory]:
        """The records with these keys, in that order; missing ones are left out."""
        self._check_open()
        return self._scope.records.by_keys(keys)

    def keys(self, filter: RecordFilter, *, sort: str = "created_at", descending: bool = True, words: str = "") -> Keys:
        """Keys of all records that fit, sorted; with `words` only those that have all or some of them, by sort order;
        of words that are only excluded (“-tea”) all that have none of them.

        Raises:
            ValueError: an unknown sort.
        """
        self._check_open()
        filter = with_ids_of_now(self._scope.records, filter)
        keys = self._scope.records.keys(filter, sort=sort, descending=descending)
        query = parse_query(words)
        if not query.text and not query.excluded:
            return keys
        index = self._keywords.index
        if not query.text:
            return keys[~among(keys, index.excluded(query))]
        matching = index.matching(query, prefix_last=True)
        return keys[among(keys, matching)]

    def labels(self, filter: RecordFilter, by: str) -> Labels:
        """Which kind, layer, source, status, user or month ("2026-03") the records have that fit.

        Args:
            by: "kind", "layer", "source", "status", "user" or "month".

        Raises:
            ValueError: anything else.
        """
        self._check_open()
        return self._scope.records.labels(with_ids_of_now(self._scope.records, filter), by)

    def facets(self, filter: RecordFilter) -> Facets:
        """Counts by value of the records that fit."""
        self._check_open()
        return self._scope.records.facets(filter)

    def memory_counts(self) -> dict[str, int]:
        """How many memories there are by status."""
        self._check_open()
        return self._scope.records.counts("status")

    def actors(self) -> dict[str, int]:
        """Events by who caused them, most first."""
        self._check_open()
        return self._store.log.actors()

    def writers(self) -> dict[str, int]:
        """Commands by who gave them, most first; what was only recalled is none."""
        self._check_open()
        return self._store.log.writers()

    def commands_after(self, seq: int) -> list[tuple[int, str]]:
        """(command, who gave it) of those after an event, in order."""
        self._check_open()
        return self._store.log.commands_after(seq)

    def event_types(self) -> dict[str, int]:
        """Events by type, most first."""
        self._check_open()
        return self._store.log.types()

    def history(self, id: str, *, recalls: int = 20) -> list[HistoryEntry]:
        """What happened to a memory, oldest first: its beginning, its newest 1,000 events, and its newest recalls.

        Older recalls are counted in one entry. Raises NotFoundError.
        """
        memory, log, end = self.get(id), self._store.log, self.position + 1
        events = log.select(before=end, item=id, limit=_MOST_EVENTS, recalls=False)
        if events and events[-1].seq > memory.key:
            events += log.select(before=memory.key + 1, item=id, limit=1)
        recalled = log.select(before=end, item=id, type=EventType.RECALL, limit=recalls)
        told = [entries.entry(event, id) for event in (*events, *recalled)]
        # What became of a merge stands with the merged memory.
        into = [one.item for one in events if one.type == EventType.CONSOLIDATE and one.item != id]
        fates = [one for target in into for one in log.select(before=end, item=target, type=EventType.MERGED)]
        told += [entries.fate(event, id) for event in fates if event.seq not in {one.seq for one in events}]
        earlier = log.count(item=id, type=EventType.RECALL, before=recalled[-1].seq) if recalled else 0
        if earlier:
            told.append(entries.earlier_recalls(recalled[-1], earlier))
        return sorted(told, key=lambda one: one.seq)

    def events(
        self,
        *,
        before: int | None = None,
        limit: int = 200,
        item: str | None = None,
        type: str | None = None,
        actor: str | None = None,
    ) -> list[HistoryEntry]:
        """The newest events that fit, newest first."""
        self._check_open()
        found = self._store.log.select(before=before, limit=limit, item=item, type=type, actor=actor)
        subjects = {} if item else self._store.records.by_ids([event.item for event in found if event.item])
        return [entries.entry(event, item or "", subjects.get(event.item)) for event in found]

    def lineage(self, id: str, depth: int | None = 2, most: int = 500) -> Graph:
        """What a memory or an assembly came from and became, up to `depth` steps away; None: all of it.

        Raises:
            NotFoundError: no such memory or assembly.
        """
        self._check_open()
        return graph_around(self._scope.records, self._book(), id, depth, most)

    def made_from(self, id: str) -> tuple[str, ...]:
        """Ids of what a generated memory was made from; empty for others. See `core.memory.records.generated_from`."""
        self._check_open()
        return self._scope.records.made_from(id)

    def assemblies(self) -> list[Assembly]:
        """The active ones, newest first."""
        self._check_open()
        return sorted(active(self._book()), key=lambda one: -one.key)

    def standing(self, assemblies: Sequence[Assembly]) -> dict[str, tuple[int, int]]:
        """By id of each of these: how many memories stand for its members, and how many members have been forgotten."""
        self._check_open()
        keys = standing_keys(self._scope.records, list(dict.fromkeys(id for one in assemblies for id in one.members)))
        return {
            one.id: (len({keys[id] for id in one.members if id in keys}), sum(id not in keys for id in one.members))
            for one in assemblies
        }

    def members(self, id: str) -> list[Memory]:
        """The memories that stand for an assembly's members, in the members' order; forgotten ones are left out.

        Raises:
            NotFoundError: no such assembly.
        """
        self._check_open()
        members = find(self._book(), id).members
        found = current(self._scope.records, members, through_merges=True)
        standing = [found[one] for one in members if one in found and found[one].status is Status.ACTIVE]
        return list({one.key: one for one in standing}.values())

    def memberships(self, id: str) -> list[Assembly]:
        """The active assemblies that a memory is in, itself or in place of another, newest first.

        Raises:
            NotFoundError: no such memory.
        """
        key = self.get(id).key
        groups = active(self._book())
        members = list(dict.fromkeys(member for one in groups for member in one.members))
        standing = standing_keys(self._scope.records, members)
        named = {member for member in members if standing.get(member) == key} | {id}
        return [one for one in reversed(groups) if not named.isdisjoint(one.members)]

    def whole_lineage(self) -> Graph:
        """Everything that came from something or became something."""
        self._check_open()
        return whole_graph(self._scope.records, self._book())

    def freshness(self, ids: Sequence[str]) -> dict[str, Freshness]:
        """Which versions of these memories the indexes hold, by id."""
        self._check_open()
        memories = self._scope.records.by_ids(ids)
        states = self._store.queue.states([memory.key for memory in memories.values()])
        position, version = self._keywords.index.position, self._in_use().model_version
        answer: dict[str, Freshness] = {}
        for id, memory in memories.items():
            state = states.get(memory.key)
            if state is None:
                answer[id] = Freshness(memory.key, memory.revision, position, "none", version, None)
            else:
                answer[id] = Freshness(
                    memory.key,
                    memory.revision,
                    position,
                    state.state,
                    version,
                    state.vector_index_updated_at,
                    state.attempts,
                    state.last_error,
                    state.next_attempt_at,
                )
        return answer

    def _check_open(self) -> None:
        """Raises ClosedError when it is closed."""


class Present(Reader):
    """The vault as it is now.

    Args:
        life: refuses questions once the vault began to close.
        recalls: the log of who recalled what.
    """

    def __init__(
        self,
        store: Store,
        scope: Scope,
        keywords: KeywordKeeper,
        space: Callable[[], Space],
        recall: Recall,
        outdated: Outdated,
        book: Callable[[], Mapping[str, Assembly]],
        life: Life,
        recalls: RecallLog,
    ) -> None:
        super().__init__(store, scope, keywords, space, recall, outdated, book)
        self._life = life
        self.recalls = recalls
        #: What waits in review.
        self.held: Callable[[], Sequence[HeldItem]] = tuple

    def recall(
        self,
        query: str,
        *,
        mode: str = "hybrid",
        k: int = 10,
        filter: RecordFilter | None = None,
        cancel: CancelToken | None = None,
        prefix_last: bool = False,
        show_weaker: bool = False,
        marked: bool = True,
        actor: str = "",
        vector: Sequence[float] | None = None,
    ) -> RecallAnswer:
        """The k best memories for a query, each with why it is there (see `Recall.answer`).

        Args:
            actor: who asks, for the log of recalls (whether or not anything is found); "" for a look that is no recall,
                as while a query is still being typed.
        """
        answer = super().recall(
            query,
            mode=mode,
            k=k,
            filter=filter,
            cancel=cancel,
            prefix_last=prefix_last,
            show_weaker=show_weaker,
            marked=marked,
            vector=vector,
        )
        if actor:
            scores = [hit.score for hit in answer.hits]
            ids = [hit.memory.id for hit in answer.hits]
            self.recalls.note(query, ids, actor=actor, mode=mode, scores=scores, listed=answer.listed)
        return answer

    def _missing(self, query: str, id: str, mode: str, k: int) -> WhyNot:
        item = next((one for one in self.held() if one.id == id), None)
        if item is None:
            return super()._missing(query, id, mode, k)
        reasons = " ".join(one.reason for one in item.verdicts)
        reason = f"It is held back in Review until somebody releases it: {reasons}"
        return WhyNot(query, mode, k, self.position, id, None, cuts=(Cut("held", reason),))

    def _check_open(self) -> None:
        self._life.check()


class Past(Reader):
    """The vault as it was. Close it when it is no longer wanted.

    Args:
        moment: when its last event was written, UTC.
        reading: reads the conversations as they were.
        let_go: removes what was made for it.
    """

    def __init__(
        self,
        store: Store,
        scope: Scope,
        keywords: KeywordKeeper,
        space: Callable[[], Space],
        recall: Recall,
        outdated: Outdated,
        moment: datetime,
        book: Callable[[], Mapping[str, Assembly]],
        reading: Reading,
        let_go: Callable[[], None],
    ) -> None:
        super().__init__(store, scope, keywords, space, recall, outdated, book)
        self.moment = moment
        self.reading = reading
        self._let_go: Callable[[], None] | None = let_go

    @property
    def seq(self) -> int:
        """The last event that it shows."""
        return self.position

    @property
    def closed(self) -> bool:
        """True once it was closed."""
        return self._let_go is None

    def close(self) -> None:
        """Close it. May be called twice."""
        let_go, self._let_go = self._let_go, None
        if let_go is not None:
            let_go()

    def _check_open(self) -> None:
        if self._let_go is None:
            raise ClosedError("This moment of the past is no longer open.")
