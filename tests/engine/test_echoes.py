"""What was made of a message and only quotes it: where it stands in an answer, and what a context gives."""

from __future__ import annotations

from memory_desktop.core.memory.echoes import echoes
from memory_desktop.core.memory.records import GENERATED_FROM
from memory_desktop.engine.engine import Engine
from tests.helpers import NOON

SAID = "The support group made me feel accepted. It was raining the whole day, though, and the bus came late."
QUOTE = "Trust about support group: The support group made me feel accepted."
MORE = "Trust about support group: The support group has twelve members, and was founded in spring."


def test_a_quote_stands_behind_its_message(vault: Engine) -> None:
    """E2.3: what was made of a message and only quotes it stands behind the message and says why; what says more, or
    whose message is not found, keeps its place; a context gives the message, and the quote only where nothing that it
    quotes is given."""
    message = vault.remember(SAID, thread="s", metadata={"role": "user"}, created_at=NOON).memory
    made = [vault.remember(text, metadata={GENERATED_FROM: [message.id]}).memory for text in (QUOTE, MORE)]
    vault.sync()
    query = "support group"
    hits = vault.recall(query).hits
    scores = {hit.memory.id: hit.score for hit in hits}
    assert scores[made[0].id] > scores[message.id], "the quote alone would come first"
    assert [hit.memory.content for hit in hits] == [MORE, SAID, QUOTE]
    assert [[boost.name for boost in hit.boosts if boost.name == "quotes"] for hit in hits] == [[], [], ["quotes"]]
    given = vault.conversations.get_context(query).part("memories").items
    assert given == (made[1].id, message.id)
    shown = vault.conversations.get_context(query, thread="s")
    assert shown.part("history").items == (message.id,) and shown.part("memories").items == (made[1].id,)
    vault.forget(message.id)
    assert [hit.memory.content for hit in vault.recall(query).hits] == [QUOTE, MORE]
    assert set(vault.conversations.get_context(query).part("memories").items) == {one.id for one in made}


def test_what_is_an_echo() -> None:
    """E2.3: a text is an echo if each line behind its heading stands in what it was made of."""
    sources = ["Ann: I love tea.\nYou?", "Ann: I  love green cups."]
    for text, is_one in (
        ("Joy about tea: I love tea.", True),
        ("I love tea. You?", True),
        ("Tea\nI love tea.\nI love green cups.", True),
        ("Tea\nI love tea.\nTea is from China.", False),
        ("Joy about tea", False),
        ("Joy: I love coffee.", False),
        ("", False),
    ):
        assert echoes(text, sources) is is_one, text
    assert not echoes("Joy about tea: I love tea.", [])
