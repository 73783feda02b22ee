"""Wires one open vault: every part, in the order in which they need each other.

Read it from top to bottom: what a part is given stands above it.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from memory_desktop.core.answers import ChangeSet
from memory_desktop.core.assemblies import Activation, without_vectors
from memory_desktop.core.conversation.reach import is_owner, names_of
from memory_desktop.core.events.summary import SUMMARY
from memory_desktop.core.layers.relevance import ASSEMBLIES, CYCLES, WORKING
from memory_desktop.core.loss import Witness
from memory_desktop.core.ports import CancelToken
from memory_desktop.core.settings import Settings
from memory_desktop.engine.adapters import Adapters
from memory_desktop.engine.assembly.assemblies import Assemblies
from memory_desktop.engine.assembly.automatic import AutomaticAssemblies
from memory_desktop.engine.assembly.composites import AssemblySync
from memory_desktop.engine.assembly.proposals import Proposals
from memory_desktop.engine.changes import Subscribers
from memory_desktop.engine.contract import Contract
from memory_desktop.engine.conversation.context import Contexts
from memory_desktop.engine.conversation.conversations import Conversations
from memory_desktop.engine.conversation.dedup import Dedup
from memory_desktop.engine.conversation.digests import Digests
from memory_desktop.engine.conversation.extraction import Rules
from memory_desktop.engine.conversation.following import Following
from memory_desktop.engine.conversation.jobs import Jobs
from memory_desktop.engine.conversation.kept_jobs import KeptJobs
from memory_desktop.engine.conversation.language import Language
from memory_desktop.engine.conversation.learning_job import LearningJob
from memory_desktop.engine.conversation.memory_gate import MemoryGate
from memory_desktop.engine.conversation.moderation import Moderation
from memory_desktop.engine.conversation.patterns import Patterns
from memory_desktop.engine.conversation.policy import Policy
from memory_desktop.engine.conversation.query import Queries
from memory_desktop.engine.conversation.reading import Reading
from memory_desktop.engine.conversation.reports import Reports
from memory_desktop.engine.conversation.retention import RetentionKeeper
from memory_desktop.engine.conversation.short_term import ShortTermMemory
from memory_desktop.engine.conversation.signals import Signals
from memory_desktop.engine.conversation.skills import Skills
from memory_desktop.engine.conversation.statistics import Statistics
from memory_desktop.engine.conversation.summaries import Summaries
from memory_desktop.engine.conversation.summary_vectors import SummaryVectors
from memory_desktop.engine.conversation.transcript import Transcript
from memory_desktop.engine.conversation.turns import Turns
from memory_desktop.engine.conversation.work import Work
from memory_desktop.engine.embedding.archive import Archives
from memory_desktop.engine.embedding.filling import Filling
from memory_desktop.engine.embedding.growth import IndexGrowth
from memory_desktop.engine.embedding.in_use import ModelInUse
from memory_desktop.engine.embedding.live import LiveComparison
from memory_desktop.engine.embedding.migration import Migration
from memory_desktop.engine.embedding.model_log import ModelLog
from memory_desktop.engine.embedding.outside import VaultShelf
from memory_desktop.engine.embedding.space import Space
from memory_desktop.engine.embedding.sync import VectorSync
from memory_desktop.engine.embedding.vector_work import VectorWork
from memory_desktop.engine.exporting.carrying import Carrying
from memory_desktop.engine.graph import KnowledgeGraph
from memory_desktop.engine.history.commands import CommandList
from memory_desktop.engine.history.explanation import Explanation
from memory_desktop.engine.history.looking_back import LookingBack
from memory_desktop.engine.history.past import States, TimeMachine
from memory_desktop.engine.history.pasts import Pasts
from memory_desktop.engine.history.snapshots import Snapshots
from memory_desktop.engine.history.undoing import Undoing
from memory_desktop.engine.importing.carrying import CarriedIntake
from memory_desktop.engine.imports import Imports
from memory_desktop.engine.layers.concepts import Concepts
from memory_desktop.engine.layers.consolidation import Consolidation
from memory_desktop.engine.layers.emotions import Emotions
from memory_desktop.engine.layers.episodes import Episodes
from memory_desktop.engine.layers.filling_job import FillingJob
from memory_desktop.engine.layers.forgetting import Forgetting
from memory_desktop.engine.layers.layers import Layers
from memory_desktop.engine.layers.meta import Meta
from memory_desktop.engine.layers.procedures import Procedures
from memory_desktop.engine.layers.retrieval import LayeredRetrieval
from memory_desktop.engine.layers.schedule import Schedule
from memory_desktop.engine.layers.sources import (
    concepts_source,
    cycles_source,
    emotions_source,
    episodes_source,
    in_assemblies,
    in_turns,
    notes_on_boards,
    on_the_boards,
    procedures_source,
    situation_of,
    working_source,
)
from memory_desktop.engine.layers.steps import ConceptStep, EmotionStep, EpisodeStep, ProcedureStep
from memory_desktop.engine.layers.working import WorkingMemory
from memory_desktop.engine.life import Life
from memory_desktop.engine.mapping.embedding_map import EmbeddingMap
from memory_desktop.engine.merging.assemblies import Merging
from memory_desktop.engine.merging.automatic import AutomaticMerging
from memory_desktop.engine.merging.duplicates import Duplicates
from memory_desktop.engine.merging.memories import MemoryMerging
from memory_desktop.engine.merging.merge_log import MergeLog
from memory_desktop.engine.merging.merges import Merges
from memory_desktop.engine.merging.superposition import Superposition
from memory_desktop.engine.reader import Present
from memory_desktop.engine.recall.lab import Lab
from memory_desktop.engine.recall.outdated import Outdated, SaidLast
from memory_desktop.engine.recall.recall import Recall
from memory_desktop.engine.recall.recall_log import RecallLog
from memory_desktop.engine.recall.scope import Scope
from memory_desktop.engine.recall.sources import Sources
from memory_desktop.engine.recall.threads import ThreadMap
from memory_desktop.engine.recall.understanding import understanding
from memory_desktop.engine.transfer import Transfer
from memory_desktop.engine.upkeep.health import Health
from memory_desktop.engine.upkeep.keyword_keeper import KeywordKeeper
from memory_desktop.engine.upkeep.purges import Purges
from memory_desktop.engine.upkeep.purging import Purging
from memory_desktop.engine.upkeep.recovery import Recovery
from memory_desktop.engine.upkeep.scheduler import Upkeep
from memory_desktop.engine.upkeep.trust import Trust
from memory_desktop.engine.upkeep.versions import check_versions
from memory_desktop.engine.upkeep.ways_back import WaysBack
from memory_desktop.engine.vault import VaultFolder, VaultInfo
from memory_desktop.engine.writing.eviction import Eviction
from memory_desktop.engine.writing.gates import Gatekeeper
from memory_desktop.engine.writing.memories import Memories
from memory_desktop.engine.writing.projections import Projections, fold_again
from memory_desktop.engine.writing.protected import Protected
from memory_desktop.engine.writing.writer import Writer
from memory_desktop.store import Store
from memory_desktop.store.snapshots import SnapshotStore


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that an open vault is made of; `Engine` says what each is for."""

    folder: VaultFolder
    info: VaultInfo
    adapters: Adapters
    life: Life
    subscribers: Subscribers
    trust: Trust
    store: Store
    keywords: KeywordKeeper
    projections: Projections
    writer: Writer
    model_in_use: ModelInUse
    pool: ThreadPoolExecutor
    sync: VectorSync
    composites: AssemblySync
    reader: Present
    time: TimeMachine
    snapshots: Snapshots
    contract: Contract
    gates: Gatekeeper
    eviction: Eviction
    recalls: RecallLog
    lab: Lab
    migration: Migration
    assemblies: Assemblies
    proposals: Proposals
    duplicates: Duplicates
    merge_log: MergeLog
    merging: Merging
    memory_merging: MemoryMerging
    memories: Memories
    graph: KnowledgeGraph
    layers: Layers
    merges: Merges
    undoing: Undoing
    looking_back: LookingBack
    command_list: CommandList
    pasts: Pasts
    transfer: Transfer
    imports: Imports
    conversations: Conversations
    vector_work: VectorWork
    upkeep: Upkeep
    health: Health
    recovery: Recovery
    purges: Purges
    embedding_map: EmbeddingMap


def build(folder: VaultFolder, info: VaultInfo, adapters: Adapters) -> Parts:
    """Open a vault's files and wire its parts. The folder is locked by the caller.

    Raises:
        VaultError: the files cannot be read, or are damaged; everything that was opened is closed again.
        VaultFormatError: a newer program has written what this one cannot read.
    """
    trust = Trust(folder, info, adapters.clock)
    store = Store(folder.database, adapters.entropy)
    try:
        check_versions(store)
        return _wired(folder, info, adapters, trust, store)
    except BaseException:
        trust.anchor.close()
        store.close()
        raise


def _wired(  # noqa: PLR0915 - one visible order, part by part
    folder: VaultFolder, info: VaultInfo, adapters: Adapters, trust: Trust, store: Store
) -> Parts:
    clock, monotonic = adapters.clock, adapters.monotonic
    shelf = VaultShelf(adapters.shelf, store.given)
    adapters = replace(adapters, shelf=shelf)
    life, subscribers = Life(), Subscribers()
    folder.clear_scratch()

    # The way in: the log and what it comes to.
    keywords = KeywordKeeper(
        store, lambda: adapters.open_keywords(folder.keywords), lambda: adapters.set_aside(folder.keywords), clock
    )
    fold_again(store)
    projections = Projections(store, adapters.overrides)
    writer = Writer(info.vault_id, store, projections, keywords, subscribers, clock)
    trust.look(store, Witness("the keyword index", keywords.index.position))
    if trust.loss is None:
        trust.follow(store)
        writer.begin(info.name)

    # The model in use and the queue of vectors.
    model_log = ModelLog(projections)
    model = ModelInUse(folder, store, writer, model_log, adapters, subscribers)
    keys = model.vectors.index.keys()
    trust.look(
        store,
        Witness("the vector index", model.vectors.index.seen),
        vector_keys=lambda seq: len(keys) - int(np.searchsorted(keys, seq, side="right")),
    )
    merge_log = MergeLog(projections)
    filling = Filling(store, Superposition(store.records, merge_log))
    sync = VectorSync(store, model.space, filling, subscribers, clock, monotonic)
    life.idle = sync.idle
    writer.vectors_came = model.vectors_came
    gates = Gatekeeper(store, writer, model.space)
    assemblies = Assemblies(info.vault_id, store, writer, gates, model.space, clock)
    composites = AssemblySync(store, assemblies, model.space, lambda: writer.settings, clock)
    sync.then(composites.step)
    model.changed = assemblies.reconcile  # those without a vector by the new model wait for one

    # Reading.
    pool, threads = ThreadPoolExecutor(2, thread_name_prefix="keyword-search"), ThreadMap(store)
    sources = Sources(store)
    scope = Scope(store.records, lambda: store.log.head, clock)
    store.records.owner = store.messages.owner = lambda: writer.settings.text("gate.owner")

    def recall_by(space: Space) -> Recall:
        return Recall(scope, store.queue, threads, sources, keywords, lambda: space, lambda: writer.settings, pool)

    def recall_of(past: Scope, settings: Settings) -> Recall:
        @cache  # the past does not change
        def skipped() -> tuple[Activation, ...]:
            return without_vectors(assemblies.at(past.position))

        return Recall(
            past, store.queue, threads, sources, keywords, model.space, lambda: settings, pool, skipped=skipped
        )

    recall = Recall(
        scope,
        store.queue,
        threads,
        sources,
        keywords,
        model.space,
        lambda: writer.settings,
        pool,
        assemblies.lifts,
        assemblies.lifting.skipped,
    )
    recalls, said = RecallLog(store, writer, clock), SaidLast(store)
    said.done = lambda: subscribers.publish(ChangeSet(head=store.log.head, indexes=True))

    def outdated_of(one: Scope) -> Outdated:
        return Outdated(one, said, sources)

    reader = Present(store, scope, keywords, model.space, recall, outdated_of(scope), assemblies.book, life, recalls)
    reader.held = gates.held
    lab = Lab(store, writer, gates, recall_by, model.space, clock)

    # The past.
    snapshot_store = SnapshotStore(folder.snapshots, store.database)
    states = States(store, snapshot_store)
    time = TimeMachine(store, writer, states, folder.scratch, life.until)
    contract = Contract(store, model.space, keywords, assemblies.book)
    snapshots = Snapshots(store, snapshot_store, writer, gates, time, clock, contract.summary, life.still)
    ways_back = WaysBack(
        snapshots,
        lab,
        lambda: migration.status(),  # noqa: PLW0108 - it is made below
        lambda: not store.log.read_only,
    )
    health = Health(
        folder,
        info,
        store,
        writer,
        keywords,
        model,
        trust,
        sync,
        snapshots,
        ways_back,
        contract.summary,
        subscribers,
        clock,
        life,
    )
    live = LiveComparison(store, recall_by, lambda: writer.settings)
    migration = Migration(
        store,
        writer,
        snapshots,
        lab,
        shelf,
        model_log,
        filling,
        folder.vectors,
        Archives(folder.archive),
        live,
        adapters.open_vectors,
        active=model.space,
        switch=model.use,
        verify=health.problems_of_records,
        still=life.still,
        clock=clock,
        monotonic=monotonic,
    )
    recalls.noted = lambda query, ids: live.note(query, ids) if migration.ready else None
    undoing = Undoing(store, writer, states, migration.switching_back, life)
    looking_back = LookingBack(store, clock, life)
    command_list = CommandList(store, projections, states, life)
    pasts = Pasts(store, writer, keywords, model, assemblies, time, recall_of, outdated_of, life)

    # What comes in and what is merged.
    protected = Protected(store, projections)
    eviction = Eviction(store, writer, protected)
    reader.protected_keys = protected.keys
    memories = Memories(store, writer, reader, gates, eviction, life)
    graph = KnowledgeGraph(store, writer, gates, life)
    turns = Turns(info.vault_id, store, writer, gates, clock, adapters.entropy)
    following = Following(turns, subscribers)
    gates.let_in = turns.let_in
    transcript = Transcript(adapters.tokens, lambda: writer.settings, following)
    dedup = Dedup(store, writer, model.space)
    gate = MemoryGate(store, writer, turns, gates, dedup, Rules(), subscribers, clock, life, sources, eviction.run)
    memories.corrected = gate.corrected
    signals, statistics = Signals(clock), Statistics(store, writer, clock)
    digests = Digests(store, writer, gates, turns, signals)

    def digested(user: str) -> set[str]:
        """The turns of a user that digests have written down; the owner's with and without a name."""
        names = names_of(user, writer.settings.text("gate.owner"))
        return {id for name in names for id in digests.digested(name)}

    short_term = ShortTermMemory(
        turns, adapters.tokens, lambda: writer.settings, model.space, following, signals, digested
    )
    summary_vectors = SummaryVectors(store, writer, model.space, clock)
    sync.then(summary_vectors.step)
    queries = Queries(store, turns, short_term, model.space, lambda: writer.settings, statistics, signals, recalls)
    queries.summaries = summary_vectors.nearest
    summaries = Summaries(store, writer, turns, model.space, summary_vectors, signals)
    retention = RetentionKeeper(store, writer, protected, clock, monotonic)
    turns.excludes, gate.learns, summaries.learns = retention.excludes, retention.learns, retention.learns
    language = Language(adapters.language, lambda: writer.settings, monotonic)
    summaries.reading, digests.words, gate.asked = language.reading, language.words, language.facts
    moderation = Moderation(store, writer, gates, adapters.moderator, monotonic)
    health.language = lambda: " ".join(text for text in (language.problem, moderation.problem) if text)
    skills = Skills(store, writer, gates, model.space, life)
    working = WorkingMemory(store, writer, turns, gates, clock, life)
    episodes = Episodes(store, writer, gates, turns, model.space, life)
    concepts = Concepts(store, writer, gates, life, clock)
    procedures = Procedures(store, writer, gates, skills, model.space, clock, life)
    emotions = Emotions(store, writer, gates, turns, life, clock)
    episodes.saliences = working.saliences
    queries.understood = episodes.understood = understanding(model.space, keywords)
    layer_steps = (
        EpisodeStep(episodes, working),
        ConceptStep(concepts),
        ProcedureStep(procedures, turns),
        EmotionStep(emotions, turns),
    )

    def jobs_changed() -> None:
        subscribers.publish(ChangeSet(head=store.log.head, jobs=True))

    filling_job = FillingJob(clock, jobs_changed)
    consolidation = Consolidation(store, writer, layer_steps, undoing.undo, life, filling_job)
    retrieval = LayeredRetrieval(reader, lambda: writer.settings)
    retrieval.situation = situation_of(working, store.messages.users)
    retrieval.user_of = turns.user_of
    lab.over_layers = retrieval.found
    retrieval.sources = {
        "the board": working_source(working),
        "episodes": episodes_source(episodes),
        "concepts": concepts_source(concepts, model.space),
        "procedures": procedures_source(procedures),
        "emotions": emotions_source(emotions),
        "turns": cycles_source(queries, store.messages.users),
    }
    retrieval.held = {
        WORKING: on_the_boards(working),
        ASSEMBLIES: in_assemblies(assemblies),
        CYCLES: in_turns(store),
    }
    retrieval.board = notes_on_boards(working, model.space)
    forgetting = Forgetting(store, writer, protected, clock, monotonic, life)
    meta = Meta(store, writer, protected, forgetting, health.disk, life)
    layers = Layers(store, life, working, episodes, concepts, procedures, emotions, retrieval, meta, consolidation)
    patterns, reports = Patterns(store, writer, gates, turns), Reports(turns, statistics)
    jobs = Jobs(
        {
            "flush": digests.flush(short_term),
            "reflection": patterns.reflect,
            "discovery": patterns.discover,
            "consolidation": digests.consolidate,
            "self_assessment": reports.self_assessment,
            "curiosity": reports.curiosity,
            "layers": consolidation.job,
        },
        clock,
        jobs_changed,
        KeptJobs(store),
        {"layers": consolidation.asked_job},
        (LearningJob(gate), filling_job),
    )
    turns.on_record(statistics.recorded(adapters.tokens))
    contexts = Contexts(reader, turns, skills, adapters.tokens, lambda: writer.settings)

    def summarised(user: str) -> str:
        """A user's summary; the owner's by name, and behind it what was said without a name."""
        texts = [summaries.get_or_create(user).text]
        if user and is_owner(user, writer.settings.text("gate.owner")):
            texts.append(summaries.get_or_create("").text)
        return "\n".join(filter(None, texts))

    contexts.outdated = sources.outdated
    contexts.summary = summarised
    contexts.procedures = layers.procedures.asked_for
    memories.fitted = working.fit
    policy = Policy(signals, jobs, lambda: writer.settings, monotonic)
    schedule = Schedule(turns, consolidation, jobs, gate.learning, lambda: writer.settings, clock, monotonic)

    def heard(cancel: CancelToken | None) -> bool:
        """A turn on its board, which costs little, and one that is learned from: neither waits for the other."""
        filled = working.step(cancel)
        return gate.work(cancel) or filled

    urgent = (moderation.step, heard, summaries.step)
    patient = (retention.step, consolidation.step, schedule.step, policy.step, jobs.step, episodes.topic_vectors.step)
    work = Work(urgent, patient, jobs.asked_for, statistics, monotonic)
    language.stopped = work.token
    conversations = Conversations(
        turns,
        transcript,
        gate,
        skills,
        contexts,
        short_term,
        digests,
        queries,
        summaries,
        patterns,
        language,
        moderation,
        statistics,
        signals,
        jobs,
        policy,
        work,
        Reading(store, lambda: writer.projections.now(SUMMARY)),
        life,
    )
    merging = Merging(store, writer, gates, merge_log, assemblies, model.space)
    memory_merging = MemoryMerging(store, writer, gates, merge_log, model.space)
    explanation = Explanation(store, assemblies, merging, memory_merging)
    merges = Merges(store, merge_log, assemblies, merging, memory_merging, explanation, life)
    duplicates = Duplicates(store, writer, model.space)
    automatic_merging = AutomaticMerging(store, writer, memory_merging, merge_log, duplicates, model.space)
    proposals = Proposals(store, assemblies, model.space)
    automatic = AutomaticAssemblies(store, assemblies, proposals, lambda: writer.settings, clock)
    transfer = Transfer(
        info.name,
        info.vault_id,
        store,
        writer,
        model,
        gates,
        eviction,
        snapshots,
        assemblies,
        lab,
        sync,
        clock,
        life,
    )
    transfer.carrying = Carrying(store, writer.projections, procedures, skills, consolidation).records
    transfer.carried = CarriedIntake(info.vault_id, store, writer, gates, consolidation)
    transfer.excludes = lambda: retention.excludes if retention.excludes_any else None

    def follow_up(seq: int, asked: bool) -> None:
        gate.imported(seq, asked)
        schedule.soon()

    transfer.follow_up = follow_up
    undoing.to_be_made_again = schedule.soon
    imports = Imports(store, writer, transfer, undoing.undo)
    if not store.log.read_only:
        assemblies.reconcile()
        merging.resume()

    # Upkeep, and what removes for good.
    growth = IndexGrowth(
        lambda: model.vectors.index,
        lambda: subscribers.publish(ChangeSet(head=store.log.head, queue=True, indexes=True)),
    )
    life.no_growth = growth.given_up
    upkeep = Upkeep(
        store,
        writer,
        keywords,
        model,
        trust,
        sync,
        growth,
        composites,
        assemblies,
        automatic,
        merging,
        memory_merging,
        automatic_merging,
        migration,
        snapshots,
        recalls,
        (said.step, conversations.work, forgetting.step, looking_back.tally),
        said.catch_up,
        subscribers,
        clock,
        monotonic,
        life,
    )
    vector_work = VectorWork(
        store,
        model,
        trust,
        sync,
        growth,
        composites,
        assemblies,
        summary_vectors.names,
        upkeep.maintain,
        subscribers,
        clock,
        life,
    )
    recovery = Recovery(store, writer, keywords, model, migration, assemblies, merging, trust, subscribers, life)
    purging = Purging(folder, store, writer, states, clock)
    purges = Purges(store, model, purging, recalls, pasts.close, subscribers, life)
    return Parts(
        folder,
        info,
        adapters,
        life,
        subscribers,
        trust,
        store,
        keywords,
        projections,
        writer,
        model,
        pool,
        sync,
        composites,
        reader,
        time,
        snapshots,
        contract,
        gates,
        eviction,
        recalls,
        lab,
        migration,
        assemblies,
        proposals,
        duplicates,
        merge_log,
        merging,
        memory_merging,
        memories,
        graph,
        layers,
        merges,
        undoing,
        looking_back,
        command_list,
        pasts,
        transfer,
        imports,
        conversations,
        vector_work,
        upkeep,
        health,
        recovery,
        purges,
        EmbeddingMap(store, model.space, assemblies, life),
    )
