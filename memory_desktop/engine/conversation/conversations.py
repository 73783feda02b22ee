"""Everything that can be asked of conversations, and done with them: the face of this room."""

from __future__ import annotations

from memory_desktop.engine.conversation.transcript import Transcript
from memory_desktop.engine.conversation.turns import Turns
from memory_desktop.engine.life import Life


class Conversations:
    """See the module. All calls may come from any thread.

    Attributes:
        turns: what was said, turn by turn. transcript: the latest words of each user, in memory.
    """

    def __init__(self, turns: Turns, transcript: Transcript, life: Life) -> None:
        self.turns = turns
        self.transcript = transcript
        self._life = life
        # Turns.
        self.record = turns.record
        self.get = turns.get
        self.list_cycles = turns.page
        self.sessions = turns.sessions
        self.users = turns.users
        self.get_immediate_transcript = transcript.immediate
