"""Everything that can be asked of conversations, and done with them: the face of this room."""

from __future__ import annotations

from memory_desktop.engine.conversation.context import Contexts
from memory_desktop.engine.conversation.digests import Digests
from memory_desktop.engine.conversation.jobs import Jobs
from memory_desktop.engine.conversation.language import Language
from memory_desktop.engine.conversation.memory_gate import MemoryGate
from memory_desktop.engine.conversation.moderation import Moderation
from memory_desktop.engine.conversation.patterns import Patterns
from memory_desktop.engine.conversation.policy import Policy
from memory_desktop.engine.conversation.query import Queries
from memory_desktop.engine.conversation.reading import Reading
from memory_desktop.engine.conversation.short_term import ShortTermMemory
from memory_desktop.engine.conversation.signals import Signals
from memory_desktop.engine.conversation.skills import Skills
from memory_desktop.engine.conversation.statistics import Statistics
from memory_desktop.engine.conversation.summaries import Summaries
from memory_desktop.engine.conversation.transcript import Transcript
from memory_desktop.engine.conversation.turns import Turns
from memory_desktop.engine.conversation.work import Work
from memory_desktop.engine.life import Life


class Conversations:
    """See the module. All calls may come from any thread.

    Attributes:
        turns: what was said, turn by turn. transcript: the latest words of each user, in memory.
        gate: records turns and learns from them. skills: the library of skills.
        contexts: what an agent is given before it answers. short_term: the latest turns of each user, in memory.
        digests: what these come to when they leave it.
        summaries: what all turns of a user come to. language: the model that helps with them, if there is one.
        moderation: has new texts judged by a model, if there is one for that.
        signals: what happens to a user's memory.
        jobs: background work, with progress. policy: which signal starts which job.
        reading: turns in order, with what was recalled for each and what was learned from it.
    """

    def __init__(
        self,
        turns: Turns,
        transcript: Transcript,
        gate: MemoryGate,
        skills: Skills,
        contexts: Contexts,
        short_term: ShortTermMemory,
        digests: Digests,
        queries: Queries,
        summaries: Summaries,
        patterns: Patterns,
        language: Language,
        moderation: Moderation,
        statistics: Statistics,
        signals: Signals,
        jobs: Jobs,
        policy: Policy,
        work: Work,
        reading: Reading,
        life: Life,
    ) -> None:
        self.turns = turns
        self.reading = reading
        self.transcript = transcript
        self.gate = gate
        self.skills = skills
        self.contexts = contexts
        self.short_term = short_term
        self.digests = digests
        self.summaries = summaries
        self.language = language
        self.moderation = moderation
        self.signals = signals
        self.jobs = jobs
        self.policy = policy
        self._life = life
        # Turns.
        self.record = turns.record
        self.get = turns.get
        self.list_cycles = turns.list_cycles
        self.get_recent_cycles_for_reflection = self.recent_for_reflection = turns.recent_for_reflection
        self.sessions = turns.sessions
        self.users = turns.users
        self.get_immediate_transcript = transcript.immediate
        # What is learned from turns.
        self.get_context = contexts.get_context
        self.process = gate.process
        self.learn_from = gate.learn_from
        self.learned_from = gate.learned_from
        self.learn_from_import = gate.learn_from_import
        self.waiting_turns = gate.waiting
        self.learning = gate.learning
        # What is remembered of them.
        self.query_memory = queries.query_memory
        self.ask = queries.ask
        self.with_vectors = queries.with_vectors
        self.summary = summaries.get_or_create
        self.edit_summary = summaries.edit
        self.identity = summaries.identity
        self.patterns = patterns.patterns
        self.patterns_of_cycle = patterns.of_cycle
        self.statistics = statistics.of
        self.gauge = short_term.gauge
        # In the background.
        self.subscribe = signals.subscribe
        self.work = work.step
        self.flush_statistics = statistics.flush
