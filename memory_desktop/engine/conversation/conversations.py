"""Everything that can be asked of conversations, and done with them: the face of this room."""

from __future__ import annotations

from memory_desktop.core.ports import CancelToken
from memory_desktop.engine.conversation.memory_gate import MemoryGate
from memory_desktop.engine.conversation.transcript import Transcript
from memory_desktop.engine.conversation.turns import Turns
from memory_desktop.engine.life import Life


class Conversations:
    """See the module. All calls may come from any thread.

    Attributes:
        turns: what was said, turn by turn. transcript: the latest words of each user, in memory.
        gate: records turns and learns from them.
    """

    def __init__(self, turns: Turns, transcript: Transcript, gate: MemoryGate, life: Life) -> None:
        self.turns = turns
        self.transcript = transcript
        self.gate = gate
        self._life = life
        # Turns.
        self.record = turns.record
        self.get = turns.get
        self.list_cycles = turns.page
        self.sessions = turns.sessions
        self.users = turns.users
        self.get_immediate_transcript = transcript.immediate
        # What is learned from turns.
        self.process = gate.process
        self.learn_from = gate.learn_from
        self.learn_from_import = gate.learn_from_import
        self.waiting_turns = gate.waiting
        # One piece of background work each; the first that has something to do does it.
        self._jobs = [gate.work]

    def work(self, cancel: CancelToken | None = None) -> bool:
        """Do one piece of background work; False when there is none."""
        return any(job(cancel) for job in self._jobs)
