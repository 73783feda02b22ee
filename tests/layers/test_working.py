"""Boards of a vault: filled by turns and imports, changed by hand, undone, redone, folded again and purged."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from memory_desktop.core.answers import HistoryEntry
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.errors import InvalidCommandError, NotFoundError
from memory_desktop.core.layers.concepts import ConceptData, concept_edit
from memory_desktop.core.layers.working import FIELDS, Board
from memory_desktop.core.layers.working_json import board_json, left_of
from memory_desktop.core.memory.canonical import iso
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.layers.working import WorkingMemory
from memory_desktop.wiring import rebuild_vault
from tests.helpers import Clock, vault_at

FACT = "I moved to Porto with my sister Ana in March 2024."


def say(vault: Engine, text: str, answer: str | None = None, *, session: str = "s", **given: Any) -> int:
    """A turn, taken in; the command that recorded it."""
    draft = CycleDraft(user_input=text, final_response=answer, session_id=session, **given)
    seq = vault.conversations.process(draft).seq
    work(vault)
    return seq


def work(vault: Engine) -> None:
    """All background work of conversations."""
    while vault.conversations.work():
        pass


def plain(board: Board) -> Board:
    """A board without when it was changed; with when the newest message was said, whether that is on it or had to leave."""
    return replace(board, upto=0, changed=None, said=board.last_said)


def boards(vault: Engine) -> dict[tuple[str, str], Board]:
    """All boards, as they are shown."""
    working = vault.layers.working
    return {(one.user, one.thread): plain(working.board(one.user, one.thread).board) for one in working.boards()}


def told(vault: Engine) -> list[HistoryEntry]:
    """The events of boards, newest first."""
    return vault.events(type="BOARD", limit=100)


def contents(working: WorkingMemory, user: str = "", thread: str | None = None) -> list[str]:
    """The texts of a board's items."""
    return [one.content for one in working.board(user, thread).board.items]


def test_turns_fill_the_board_of_their_user_and_thread(vault: Engine, clock: Clock) -> None:
    """C0.7, C1.22: one board per user and thread, filled in the background; one user's is never another's."""
    working = vault.layers.working
    ticket = vault.conversations.process(
        CycleDraft(user_input=FACT, final_response="Nice!", session_id="s", user_id="ana")
    )
    assert working.boards() == [] and ticket.seq, "recording waits for no board"
    work(vault)
    say(vault, "The boat is red.", user_id="ben", session="t")
    say(vault, "I like tea.", user_id="ana", session="u")
    assert [(one.user, one.thread, one.items) for one in working.boards()] == [
        ("ana", "u", 1),
        ("ben", "t", 1),
        ("ana", "s", 2),
    ]
    assert contents(working, "ana", "s") == [FACT, "Nice!"] and contents(working, "ana") == ["I like tea."]
    assert contents(working, "ben", "s") == [] and contents(working, "nobody") == []
    first = working.board("ana", "s").board.items[0]
    assert vault.get(first.id).content == FACT and first.message
    clock.forward(minutes=2)
    head = vault.head
    view = working.board("ana", "s")
    assert view.activation(view.board.item(first.id)) == pytest.approx(0.81)
    assert vault.head == head, "time alone writes nothing"


def test_a_turn_is_one_event_and_one_step(vault: Engine) -> None:
    """C0.4, C1.18: one event a turn, which belongs to the turn's command; undo takes both back, redo brings both."""
    say(vault, "My sailing boat is red.", "Good.")
    one = boards(vault)
    before = vault.head
    second = say(vault, "How long does sailing to Bergen take?", "Do you mean by boat?")
    made = [event for event in told(vault) if event.seq > before]
    assert len(made) == 1 and made[0].command == second
    two = boards(vault)
    assert two != one and two["", "s"].state.pending_clarifications == ("Do you mean by boat?",)
    vault.undo()
    work(vault)
    assert boards(vault) == one
    vault.redo()
    work(vault)
    again = boards(vault)["", "s"]
    assert again == two["", "s"]


def test_a_turn_that_is_an_episode_already_waits_for_none(vault: Engine) -> None:
    """C7.1, U6: a turn that became an episode before it came onto its board is marked with it, and waits for none."""
    said = [f"{FACT} ({number})" for number in range(8)]
    stored = [
        vault.layers.episodes.store_episode(CycleDraft(user_input=text, final_response="Noted.", session_id="s"))
        for text in said
    ]
    work(vault)
    board = vault.layers.working.board("", "s").board
    assert {one.episode for one in board.items} <= {one.id for one in stored}
    assert not board.awaiting and not vault.layers.working.significant("", "s")


def test_the_board_of_the_newest_turn_comes_first(vault: Engine, clock: Clock) -> None:
    """C1.22: without a conversation named, the board is of the one with the newest turn, whatever its board got since."""
    working = vault.layers.working
    say(vault, "My boat is red.", session="old")
    clock.forward(minutes=5)
    say(vault, "I like tea.", session="new")
    clock.forward(minutes=5)
    (item,) = working.board("", "old").board.items
    working.mark({item.id: item.id}, thread="old")
    assert [one.thread for one in working.boards()] == ["new", "old"]
    assert contents(working) == ["I like tea."]
    working.refresh([item.id], thread="old")
    assert working.window().turn_count == 1 and contents(working) == ["I like tea."]
    working.add("A thought", thread="own")
    assert [one.thread for one in working.boards()] == ["new", "old", "own"]


def test_a_full_board_lets_the_weakest_go(vault: Engine, clock: Clock) -> None:
    """C1.13, C1.23, U6: the events name who left; a significant one that left waits for its episode, and gets it."""
    working = vault.layers.working
    say(vault, FACT, user_id="ana")
    for number in range(8):
        clock.forward(minutes=1)
        say(vault, f"Blah number {number}", user_id="ana")
    view = working.board("ana")
    assert len(view.board.items) == 7 and FACT not in contents(working, "ana")
    assert [one.content for one in view.board.awaiting] == [FACT]
    assert [one.content for one in working.significant("ana")] == [FACT]
    id = view.board.awaiting[0].id
    working.mark({id: "ep1"}, user="ana", thread="s")
    assert working.significant("ana") == ()
    with pytest.raises(NotFoundError):
        working.mark({id: "ep2"}, user="ana", thread="s")


def test_capacity_is_a_setting_that_holds_at_once(vault: Engine, clock: Clock) -> None:
    """C1.1: 5 to 9; lowering it evicts at once, by events of the same step, which undo takes back."""
    working = vault.layers.working
    for number in range(9):
        clock.forward(seconds=1)
        working.add(f"note {number}", thread="s")
    full = boards(vault)
    assert len(full["", "s"].items) == 7
    vault.change_settings({"board.capacity": 5})
    assert contents(working, "", "s") == [f"note {number}" for number in range(4, 9)]
    assert len(vault.layers.working.board("", "s").board.items) == 5
    vault.undo()
    assert boards(vault) == full
    vault.redo()
    assert len(boards(vault)["", "s"].items) == 5
    vault.undo()
    vault.change_settings({"board.capacity": 9})
    working.add("more", thread="s")
    working.add("and more", thread="s")
    assert len(boards(vault)["", "s"].items) == 9
    vault.undo(vault.undo_stacks().undo[2].command)
    assert len(working.board("", "s").board.items) == 7, "shown at once"
    work(vault)
    assert len(boards(vault)["", "s"].items) == 7
    for wrong in (4, 10):
        with pytest.raises(InvalidCommandError):
            vault.change_settings({"board.capacity": wrong})


def test_changes_by_hand(vault: Engine, clock: Clock) -> None:
    """C1.3, C1.6, C1.15, C1.20, C1.21: items and fields are changed by hand, each change one step of undo; errors change
    nothing."""
    working = vault.layers.working
    memory = vault.remember("Mara drinks green tea").memory
    assert memory is not None
    mine, gone = working.add("Ask for the invoice", user="ana", thread="s", salience=0.8, decay_rate=0.5)
    assert (mine.type, mine.salience, gone) == ("system", 0.8, ())
    other, _ = working.add(memory=memory.id, user="ana", type="User_input", connections=[mine.id])
    assert other.type == "user_input"
    assert other.id == memory.id and other.content == "Mara drinks green tea"
    view = working.board("ana")
    assert view.connected(mine) == (other.id,) and view.connected(other) == (mine.id,)
    clock.forward(minutes=1)
    assert working.board("ana").activation(mine) == 0.5
    working.add(memory=memory.id, user="ana")
    view = working.refresh(mine.id, user="ana")
    assert [view.activation(one) for one in view.board.items] == [1.0, 1.0]
    view = working.remove([mine.id], user="ana")
    assert [one.id for one in view.board.items] == [other.id] and view.connected(other) == (mine.id,)
    clock.forward(minutes=1)
    told = board_json(view.board, 7, view.activation, view.connected)["current_items"]
    assert told[0]["connections_left"] == [{"id": mine.id, "left_at": iso(view.now)}], "C1.6: when it left"
    vault.undo()
    view = working.board("ana")
    assert [one.id for one in view.board.items] == [mine.id, other.id] and left_of(view.board) == {}
    working.set_fields({"primary": "the invoice", "monitoring": ["money"]}, user="ana")
    view = working.set_fields(add=[("open_questions", "Who pays?")], take=[("monitoring", "money")], user="ana")
    assert (view.board.focus.primary, view.board.focus.monitoring) == ("the invoice", ())
    assert view.board.state.open_questions == ("Who pays?",)
    assert working.clear(list(FIELDS), user="ana").board.focus.primary == ""
    vault.undo()
    assert working.board("ana").board.focus.primary == "the invoice"
    head = vault.head
    for wrong in (
        lambda: working.refresh("nobody", user="ana"),
        lambda: working.remove("nobody", user="ana"),
        lambda: working.add(user="ana"),
        lambda: working.add(memory="mem_none", user="ana"),
        lambda: working.add("x", salience=2.0, user="ana"),
        lambda: working.add("x", type="banana", user="ana"),
        lambda: working.add("x", connections=["nobody"], user="ana"),
        lambda: working.set_fields({"mood": "x"}, user="ana"),
    ):
        with pytest.raises((InvalidCommandError, NotFoundError)):
            wrong()
    assert vault.head == head


def test_what_is_forgotten_or_edited(vault: Engine) -> None:
    """C0.1, C1.3: an item's text is its memory's: a forgotten one is not shown, an edited one says the new text."""
    working = vault.layers.working
    say(vault, "The boat is called Skarven.", "Aye.")
    first, second = working.board().board.items
    head = vault.head
    vault.edit(first.id, "The boat is called Skarven II.")
    assert contents(working) == ["The boat is called Skarven II.", "Aye."]
    vault.forget(second.id)
    assert contents(working) == ["The boat is called Skarven II."]
    say(vault, "It is red.")
    assert contents(working) == ["The boat is called Skarven II.", "It is red."]
    then = working.board(at=head).board.items
    assert [one.content for one in then] == ["The boat is called Skarven.", "Aye."], "as it was then"
    assert [one.items for one in working.boards(at=head)] == [2]


def test_a_purged_text_is_nowhere(tmp_path: Path) -> None:
    """F4, C0.4: purging a message removes also what the board's events had read from it, and the fold still holds."""
    with vault_at(tmp_path / "v") as vault:
        say(vault, "I want to see Zanzibar. Is Zanzibar far from Mombasa?", "Let me check.")
        say(vault, "My dog is ill.")
        assert vault.layers.working.board().board.focus.secondary == ("zanzibar",)
        vault.undo()
        assert vault.layers.working.window().current_topic == "zanzibar", "the change back quotes it, too"
        vault.redo()
        (id,) = [one.id for one in vault.layers.working.board().board.items if "Zanzibar" in one.content]
        assert "zanzibar" in str(boards(vault)).lower()
        vault.purge(vault.plan_purge([id]))
        said = [str(event.payload).lower() for event in told(vault)]
        assert said and not any("zanzibar" in one for one in said)
        assert "zanzibar" not in str(boards(vault)).lower()
        assert vault.verify().ok


def test_imports_fill_boards(vault: Engine, tmp_path: Path) -> None:
    """C1.22: an imported conversation gets the board of its last messages, in one event that its undo takes back."""
    lines = []
    for thread, number in (("one", 12), ("two", 2)):
        for place in range(number):
            role = "assistant" if place % 2 else "user"
            said = {"content": f"{thread} says sailing {place}", "thread": thread, "metadata": {"role": role}}
            at = f"2026-02-0{1 if thread == 'one' else 2}T10:{place:02}:00Z"
            lines.append(json.dumps({**said, "id": f"{thread}{place}", "created_at": at}))
    path = tmp_path / "talk.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    vault.import_path(path)
    before = vault.head
    work(vault)
    made = told(vault)
    working = vault.layers.working
    assert len(made) == 2 and vault.head == before + 2
    assert {one.thread: one.items for one in working.boards()} == {"one": 7, "two": 2}
    assert [f"{one.said:%Y-%m-%d}" for one in working.boards()] == ["2026-02-02", "2026-02-01"], "when it was said"
    assert contents(working, "", "one") == [f"one says sailing {place}" for place in range(5, 12)]
    assert working.board("", "one").board.window.turn_count == 6
    assert working.active("", "one") == (), "what was said long ago has faded"
    head = vault.head
    vault.layers.working._seen = None  # as after a restart before the end was noted
    work(vault)
    assert vault.head == head, "nothing twice"
    vault.undo()
    assert working.boards() == []
    work(vault)
    assert working.boards() == []


def test_a_message_that_was_edited_forgotten_and_came_back_is_on_its_board(vault: Engine) -> None:
    """C1.6, C0.4: undo of forgetting puts a message back on the board also where its words were edited before."""
    working, turns = vault.layers.working, vault.conversations
    turns.record(CycleDraft(user_input="How far is Bergen?", final_response="200 km.", session_id="s", cycle_id="c1"))
    work(vault)
    turn, _ = turns.record(CycleDraft(user_input="How far is Oslo?", session_id="s", cycle_id="c1"))
    work(vault)
    assert sorted(contents(working)) == ["200 km.", "How far is Oslo?"]
    vault.forget(turns.get(turn.cycle_id).messages[0])
    assert contents(working) == ["200 km."]
    vault.undo()
    assert sorted(contents(working)) == ["200 km.", "How far is Oslo?"]
    other = vault.remember("How far is Malmö?").memory
    assert other is not None
    vault.duplicates.supersede([(turns.get(turn.cycle_id).messages[0], other.id)])
    assert sorted(contents(working)) == ["200 km.", "How far is Malmö?"]
    vault.undo()
    assert sorted(contents(working)) == ["200 km.", "How far is Oslo?"]
    vault.redo()
    assert sorted(contents(working)) == ["200 km.", "How far is Malmö?"]


def test_a_turn_that_goes_on_and_one_that_was_undone(vault: Engine) -> None:
    """C1.22: an answer that comes later joins its question; a turn that is undone before its board never comes."""
    working, turns = vault.layers.working, vault.conversations
    turns.record(CycleDraft(user_input="How far is Bergen?", session_id="s", cycle_id="c1"))
    work(vault)
    assert working.board().board.state.open_questions == ("How far is Bergen?",)
    turns.record(CycleDraft(user_input="How far is Bergen?", final_response="200 km.", session_id="s", cycle_id="c1"))
    work(vault)
    board = working.board().board
    assert contents(working) == ["How far is Bergen?", "200 km."]
    assert board.state.open_questions == () and board.window.turn_count == 1
    turns.record(CycleDraft(user_input="Never mind.", session_id="s"))
    vault.undo()
    work(vault)
    assert plain(working.board().board) == plain(board)


# --- random sequences -------------------------------------------------------------------------------------------------

STEPS = (
    "turn",
    "turn",
    "answer",
    "add",
    "refresh",
    "remove",
    "set",
    "list",
    "settings",
    "undo",
    "undo",
    "redo",
)


class Life:
    """A vault and what its boards were after each step that can be undone."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path, self.chance, self.clock = path, Random(seed), Clock()
        self.vault = vault_at(path, self.clock)
        # What the program fills the layers with by the clock is no step of the model.
        self.vault.change_settings({"policy.layers": "off", "policy.layers_hours": 0})
        self.past: list[dict[tuple[str, str], Board]] = []
        self.undone: list[dict[tuple[str, str], Board]] = []
        self.number = 0

    def do(self, step: str) -> None:
        """One step, and what has to hold after it."""
        self.clock.forward(seconds=self.chance.randrange(200))
        known = {"undo": self._undo, "redo": self._redo}
        if step in known:
            known[step]()
        else:
            before, head = boards(self.vault), self.vault.head
            self._change(step)
            work(self.vault)
            if self.vault.head != head:
                self.past.append(before)
                self.undone.clear()
        self._holds()

    def begin_anew(self) -> None:
        """Another life: in a new process, in conversations of its own, and nothing of this one is taken back any more."""
        self._restart()
        self.number += 1
        self.past.clear()
        self.undone.clear()

    def _change(self, step: str) -> None:
        working, chance = self.vault.layers.working, self.chance
        where = {"user": chance.choice(("", "ana")), "thread": f"{chance.choice('st')}{self.number}"}
        ids = [one.id for one in working.board(**where).board.items]
        word = chance.choice(("sailing", "dog", "Bergen", "paint", "boat"))
        draft = CycleDraft(user_input=f"Is the {word} fine?", user_id=where["user"], session_id=where["thread"])
        doing: dict[str, Callable[[], object]] = {
            "turn": lambda: self.vault.conversations.record(draft),
            "answer": lambda: self.vault.conversations.record(replace(draft, final_response=f"The {word} is fine.")),
            "add": lambda: working.add(f"note {chance.random()}", salience=chance.random(), **where),
            "refresh": lambda: working.refresh(chance.choice(ids), **where) if ids else None,
            "remove": lambda: working.remove(chance.choice(ids), **where) if ids else None,
            "set": lambda: working.set_fields({chance.choice(("primary", "current_goal")): word}, **where),
            "list": lambda: working.set_fields(add=[(chance.choice(("monitoring", "secondary")), word)], **where),
            "settings": lambda: self.vault.change_settings({"board.capacity": chance.randint(5, 9)}),
        }
        doing[step]()

    def _undo(self) -> None:
        if self.past:
            self.undone.append(boards(self.vault))
            assert self.vault.undo() is not None
            work(self.vault)
            assert boards(self.vault) == self.past.pop()

    def _redo(self) -> None:
        if self.undone:
            self.past.append(boards(self.vault))
            assert self.vault.redo() is not None
            work(self.vault)
            assert boards(self.vault) == self.undone.pop()

    def _restart(self) -> None:
        before = boards(self.vault)
        self.vault.close()
        self.vault = vault_at(self.path, self.clock)
        work(self.vault)
        assert boards(self.vault) == before

    def _holds(self) -> None:
        most = self.vault.settings.whole("board.capacity")
        assert all(len(one.items) <= most for one in boards(self.vault).values())


@pytest.mark.parametrize(
    "lives",
    [
        pytest.param(2, marks=pytest.mark.long),
        pytest.param(60, marks=[pytest.mark.slow, pytest.mark.timeout(0)]),
    ],
)
def test_random_lives_against_a_model(tmp_path: Path, lives: int) -> None:
    """C0.4, C1.23: whatever is done in lives of 12 steps, one after the other in one vault, undo and redo lead to what
    was, a restart and a rebuild change nothing."""
    life = Life(tmp_path / "v", lives)
    try:
        for _ in range(lives):
            for step in life.chance.choices(STEPS, k=12):
                life.do(step)
            life.begin_anew()
        before, head = boards(life.vault), life.vault.head
        at = {key: life.vault.layers.working.board(*key, at=head).board for key in before}
        assert {key: plain(one) for key, one in at.items()} == before
    finally:
        life.vault.close()
    rebuild_vault(life.path)
    with vault_at(life.path, life.clock) as vault:
        assert boards(vault) == before


def test_undo_says_what_it_takes_back(tmp_path: Path) -> None:
    """F5, issue 11: the names of steps of undo say what was put on a board, taken off, set, recorded or corrected."""
    with vault_at(tmp_path / "v", Clock()) as vault:
        say(vault, "I moved to Porto.")
        working, layers = vault.layers.working, vault.layers
        item, _ = working.add("Call the plumber  & pay", thread="s")
        working.set_fields({"current_topic": "tea"}, thread="s")
        working.set_fields({"current_topic": "cake", "primary": "plums"}, thread="s")
        working.remove([item.id], thread="s")
        layers.emotions.record("I was terrified of the storm")
        layers.concepts.create(ConceptData(name="Porto"))
        layers.concepts.edit("Porto", concept_edit({"facts": ["It lies at the Douro."]}))
        layers.concepts.edit("Porto", concept_edit({"relationships": {"Gaia": "faces"}}))
        layers.consolidation.run()
        layers.episodes.correct(layers.episodes.list()[0].id, {"content.topic": "moving"})
        assert [one.name for one in vault.undo_stacks().undo][:10] == [
            "correct episode",
            "fill the layers",
            "edit concept “Porto”",
            "edit concept “Porto”",
            "new concept “Porto”",
            "new emotional event",
            "take 1 item off the board",
            "change the board’s topic and 1 more",
            "change the board’s topic",
            "put “Call the plumber & pay” on the board",
        ]


def test_a_board_has_the_title_of_its_own_users_turns(vault: Engine) -> None:
    """C0.7: where two users share the id of a conversation, no board is called by what the other has said."""
    for user, text in (("ann", "My bank is in Porto."), ("zed", "My boat lies in Riga.")):
        vault.conversations.record(CycleDraft(user_input=text, user_id=user, session_id="default"))
    work(vault)
    working = vault.layers.working
    assert {one.user: one.title for one in working.boards()} == {
        "ann": "My bank is in Porto.",
        "zed": "My boat lies in Riga.",
    }
    assert working.board("zed", "default").title == "My boat lies in Riga."
