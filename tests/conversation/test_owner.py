"""Turns of the vault's owner, told with and without a name: they are one person's."""

from __future__ import annotations

from datetime import timedelta

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.engine.engine import Engine
from tests.helpers import NOON


def test_the_owner_is_one_person(vault: Engine) -> None:
    """E2.9: what names nobody and what names the owner are one user's in lists of turns and conversations, in the
    transcript, in short-term memory and in the list of users, in the order in which it was said; another user's is told
    apart, and so are they all while the owner has no name."""
    talk = vault.conversations
    for number, user in enumerate(("", "ann", "ben", "")):
        at = NOON - timedelta(hours=9 - number)
        said = CycleDraft(user_input=f"Word {number}.", user_id=user, session_id=f"s{number}", timestamp=at)
        talk.record(said)

    def told(user: str) -> tuple[list[str], list[str], set[str], list[str]]:
        page = talk.list_cycles(user_id=user, newest_first=False)
        assert page.total == len(page.cycles) == len(talk.reading.outline(user_id=user))
        held = [one.user_input for one in reversed(talk.short_term.get_recent_cycles(user))]
        sessions = {one.session_id for one in talk.reading.sessions(user_id=user)}
        spoken = [one.text for one in talk.transcript.utterances(user)]
        return [one.user_input for one in page.cycles], held, sessions, spoken

    def words(*numbers: int) -> tuple[list[str], list[str], set[str], list[str]]:
        said = [f"Word {number}." for number in numbers]
        return said, said, {f"s{number}" for number in numbers}, said

    assert (told(""), told("ann"), told("ben")) == (words(0, 3), words(1), words(2))
    assert talk.reading.users() == {"": 2, "ann": 1, "ben": 1}
    vault.change_settings({"gate.owner": "ann"})
    assert told("") == told("ann") == words(0, 1, 3)
    assert told("ben") == words(2)
    assert talk.reading.users() == {"ann": 3, "ben": 1}
    assert talk.list_cycles(user_id="ann", limit=2).cursor
    vault.change_settings({"gate.owner": "ben"})
    assert (told("ann"), told("")) == (words(1), words(0, 2, 3))


def test_the_owner_has_one_set_of_patterns(vault: Engine) -> None:
    """B8.10: what discovery finds in the owner's turns, told with and without a name, is the owner's by either name,
    whichever is asked for; so are the statistics and what reflection has not seen."""
    talk = vault.conversations
    vault.change_settings({"gate.owner": "ann"})
    for number in range(8):
        said = CycleDraft(
            user_input="The kitchen renovation goes on with Rui Costa and Ana Lima.",
            user_id=("", "ann")[number % 2],
            session_id=f"s{number}",
            timestamp=NOON - timedelta(hours=9 - number),
        )
        talk.record(said)
    assert len(talk.get_recent_cycles_for_reflection("ann")) == len(talk.get_recent_cycles_for_reflection("")) == 8
    talk.jobs.request("discovery", "")
    while talk.work():
        pass
    found = [one.pattern_id for one in talk.patterns("ann")]
    assert found and found == [one.pattern_id for one in talk.patterns("")] and not talk.patterns("ben")
    assert talk.statistics("ann").total_cycles_processed == talk.statistics("").total_cycles_processed == 8
