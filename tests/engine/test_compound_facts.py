"""Facts of several clauses: the one that is corrected goes, the others stay, in memory, summary and context."""

from __future__ import annotations

from datetime import timedelta
from itertools import permutations
from random import Random

import pytest

from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.memory.records import Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from tests.helpers import NOON

FACTS = RecordFilter(kinds=("pref", "fact", "rule"))
#: By area: a clause, the word that only it has, corrections, and a question that the clause answers.
CLAUSES = {
    "home": (
        "I live in Tampere",
        "Tampere",
        ("I moved to Bergen.", "I no longer live in Tampere."),
        "Where do I live?",
    ),
    "work": ("I work at Nokia", "Nokia", ("I no longer work at Nokia.", "I work at Kone now."), "Where do I work?"),
    "likes": ("I like opera", "opera", ("I don't like opera any more.", "Actually, I hate opera."), "Do I like opera?"),
    "pet": (
        "I have a parrot called Kiki",
        "Kiki",
        ("I no longer have a parrot called Kiki.",),
        "What is my parrot called?",
    ),
}
RULES = {
    "units": (
        "use metric units instead of imperial units",
        "metric units instead",
        ("Use imperial units instead of metric units.",),
        "Which units should you use?",
    ),
    "deploying": (
        "never call me on Sunday",
        "on Sunday",
        ("Forget what I said about Sunday.",),
        "When may you call me?",
    ),
}


class Talk:
    """Turns of one user, an hour apart, each learned from before the next."""

    def __init__(self, vault: Engine, user: str) -> None:
        self.vault, self.user, self.hours = vault, user, 0

    def say(self, text: str) -> None:
        self.hours += 1
        at = NOON + timedelta(hours=self.hours)
        draft = CycleDraft(user_input=text, user_id=self.user, session_id=self.user, timestamp=at)
        self.vault.conversations.process(draft, actor="agent")
        while self.vault.conversations.work():
            pass

    def active(self) -> list[str]:
        keys = self.vault.keys(FACTS, sort="key", descending=False)
        return [one.content for one in self.vault.page(keys) if one.metadata.get("user_id") == self.user]

    def given(self, question: str) -> list[str]:
        part = self.vault.conversations.get_context(question, user_id=self.user, parts=("memories",)).part("memories")
        return part.text.splitlines()[1:]

    @property
    def points(self) -> str:
        return "\n".join(self.vault.conversations.summary(self.user).context_points)


def compounds(area: dict[str, tuple[str, str, tuple[str, ...], str]], joints: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Two and three clauses of an area in any order, some of all these, always the same."""
    orders = [*permutations(area, 2), *permutations(area, 3)]
    chosen = Random(7).sample(orders, min(10, len(orders)))
    return [(joints[number % len(joints)], *order) for number, order in enumerate(chosen)]


@pytest.mark.long
@pytest.mark.parametrize(
    "row", [*compounds(CLAUSES, (" and ", ", and ", "; ", ", ")), *compounds(RULES, (", and ", " and "))], ids="".join
)
def test_each_clause_is_corrected_by_itself(vault: Engine, row: tuple[str, ...]) -> None:
    """E7.4: whichever clause of a compound sentence is corrected, no fact and no context says it any more as it is now,
    and the other clauses stay active facts and are given to who asks for them."""
    joint, *names = row
    every = {**CLAUSES, **RULES}
    told = joint.join(every[name][0] for name in names)
    for place, corrected in enumerate(names):
        for number, correction in enumerate(every[corrected][2]):
            talk = Talk(vault, f"{place} {number}")
            talk.say(f"{told[:1].upper()}{told[1:]}.")
            assert len(talk.active()) == len(names)
            talk.say(correction)
            vault.sync()
            active = talk.active()
            assert correction in active or f"I{correction.partition(' I')[2]}" in active, active
            assert not any(every[corrected][0].casefold() in one.casefold() for one in active), active
            for name in names:
                clause, word, _, question = every[name]
                if name == corrected:
                    assert clause.casefold() not in talk.points.casefold()
                    continue
                assert any(clause.casefold() in one.casefold() for one in active), (correction, active)
                given = [line for line in talk.given(question) if word in line]
                assert given and all("otherwise since" not in line for line in given), (correction, question, given)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_clauses_corrected_one_after_the_other(vault: Engine, seed: int) -> None:
    """E7.4: when clause after clause is corrected, in any order, the facts that stay are always those of the clauses
    that were not, and one undo after the other brings them back."""
    draw = Random(seed)
    names = draw.sample(sorted(CLAUSES), 3)
    talk = Talk(vault, "eeva")
    talk.say(" and ".join(CLAUSES[name][0] for name in names) + ".")
    left, states = list(names), []
    for name in draw.sample(names, 3):
        states.append(sorted(talk.active()))
        talk.say(draw.choice(CLAUSES[name][2]))
        left.remove(name)
        active = talk.active()
        for one in names:
            assert any(CLAUSES[one][0] in text for text in active) == (one in left), (name, active)
    for state in reversed(states):
        vault.undo()
        assert sorted(talk.active()) == state
    assert vault.verify().ok


@pytest.mark.long
def test_a_compound_memory_is_never_superseded_in_part(vault: Engine) -> None:
    """E7.4: a memory of several clauses that somebody wrote down, or an earlier program learned, stays as long as one of
    them holds, marked and behind the newer one; when each was taken back, it goes."""
    talk = Talk(vault, "eeva")
    old = "I live in Tampere, my rent is 900, and I work at Nokia."
    whole = vault.remember(old, kind="fact", metadata={"user_id": "eeva"}).memory
    assert whole is not None
    talk.say("I no longer work at Nokia.")
    vault.sync()
    assert old in talk.active()
    lines = talk.given("Where do I work, at Nokia?")
    assert [("otherwise since" in line, old in line) for line in lines] == [(False, False), (True, True)], lines
    talk.say("I moved to Bergen.")
    assert old in talk.active()
    talk.say("My rent is now 1,100.")
    assert old not in talk.active() and vault.get(whole.id).status is Status.SUPERSEDED


@pytest.mark.long
def test_a_turn_that_was_taken_back_in_part_is_given(vault: Engine) -> None:
    """E7.4, B6: of a turn of which a part was taken back, a context gives the rest, as it was said, also where nothing
    was learned of the rest; one of which all was taken back is not given."""
    talk = Talk(vault, "eeva")
    talk.say("I work at Nokia. The parrot at home is called Kiki, a noisy bird.")
    talk.say("I like opera.")
    talk.say("I no longer work at Nokia.")
    talk.say("I don't like opera.")
    vault.sync()
    talk.say("I live in Tampere. The museum of glass opens at nine on weekdays.")
    talk.say("I moved to Bergen.")
    vault.sync()
    assert not any("museum" in one for one in talk.active())
    (line,) = [line for line in talk.given("When does the museum of glass open?") if "nine" in line]
    assert "I live in Tampere" not in line and "[…] The museum" in line and "otherwise since" not in line
    given = talk.given("What is the name of the parrot?")
    assert any("Kiki" in line for line in given) and not any("I work at Nokia" in line for line in given), given
    assert not any("I like opera" in line for line in talk.given("Do I like opera?"))


@pytest.mark.long
def test_a_rule_and_a_liking_in_the_summary(vault: Engine) -> None:
    """E7.4: a later rule or liking takes the earlier one's place in the summary, too, and leaves the clauses beside it."""
    talk = Talk(vault, "eeva")
    talk.say("Never deploy on Sunday, and always use tabs instead of spaces.")
    talk.say("I don't like opera.")
    assert "tabs instead" in talk.points and "Sunday" in talk.points
    talk.say("Use spaces instead of tabs.")
    talk.say("Actually, I do like opera.")
    assert "tabs instead" not in talk.points and "Sunday" in talk.points
    assert talk.active() == ["Never deploy on Sunday", "Use spaces instead of tabs.", "I do like opera."]
    assert vault.conversations.summary("eeva").preferences == ("likes opera",)


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        'Translate into German: "I live in Madrid and I hate opera."',
        'My aunt told me "I hate opera. I moved to Madrid".',
        "She wrote: I no longer like opera and I live in Madrid.",
        "Let's pretend my name is Batman and I live in Madrid.",
        "In this story, I am called Zed and I live in Madrid.",
        "My friend says I moved to Madrid, which is nonsense.",
        "He asked me whether I moved to Madrid.",
        "I moved to Madrid in my novel.",
        "Read this email: Hi, I'm Bob. I live in Madrid and I hate opera. Cheers, Bob",
        "Roleplay: you are a waiter and I am a guest. I live in Madrid.",
    ],
)
def test_what_others_say_or_is_imagined_corrects_nothing(vault: Engine, text: str) -> None:
    """B6.8, E7.4: what is quoted or only imagined makes nothing that the user said a thing of the past, in memory,
    summary and context."""
    talk = Talk(vault, "eeva")
    talk.say("I live in Tampere.")
    talk.say("I love opera.")
    told = talk.active()
    talk.say(text)
    vault.sync()
    assert [one for one in talk.active() if one in told] == told
    assert not any(one.startswith(("I ", "I'")) for one in talk.active() if one not in told)
    summary = vault.conversations.summary("eeva")
    assert summary.identity == {"location": "Tampere"} and summary.preferences == ("likes opera",)
    for question in ("Where do I live?", "Do I like opera?"):
        assert not any("otherwise since" in line for line in talk.given(question)), question


@pytest.mark.long
def test_who_moves_still_lives_with_the_same_people(vault: Engine) -> None:
    """E7.4, B6: who says where and with whom they live, and then that they moved, still lives with these; memory and
    context say so."""
    talk = Talk(vault, "eeva")
    talk.say("I live in Tampere with my wife Aino and our two kids.")
    talk.say("I moved to Bergen.")
    vault.sync()
    assert talk.active() == ["I live with my wife Aino and our two kids.", "I moved to Bergen."]
    (line,) = [line for line in talk.given("What is my wife called?") if "Aino" in line]
    assert "Tampere" not in line and "otherwise since" not in line
    assert not any("Tampere" in line for line in talk.given("Where do I live?"))


#: What was said | what is said later | what of it stays active | what the summary says of its user then.
PLAIN = """
I'm allergic to wheat. | It turns out I'm not allergic to wheat. | |
I'm allergic to nuts and cats. | I'm not allergic to cats any more. | allergic to nuts and cats. |
I play the cello and the flute. | I don't play the flute any more. | I play the cello and the flute. |
We live in Ghent. | Last month we moved to Leuven. | |
I'm allergic to nuts. | It turned out that I'm not allergic to nuts after all. | |
My name is Jonathan. | I was just kidding, my name is not Jonathan. | |
I hate Mondays! | Scratch that, Mondays are fine. | |
I love opera. | Wait, opera is boring. | |
I work at Nokia and live in Turku. | I left Nokia and started at Kone. | live in Turku |
I drink tea every morning. | Actually it's coffee that I drink, not tea. | |
I'm 34 years old. | I turned 35 yesterday. | |
I'm 34. | I'm 35 now. | |
I'm a vegan and I hate mushrooms. | I eat meat again. | I hate mushrooms | dislikes mushrooms
I no longer eat fish. | I eat fish again. | |
Remember that my wifi password is in the blue folder. | Forget the thing about the blue folder. | |
I hate olives. | I started liking olives. | |
I work at Nokia. | We moved to Bergen last week and I quit Nokia. | |
Answer in German from now on. | Stop answering in German. | |
I live in Turku. | Forget where I live. | |
I like jazz more than blues. | I no longer like jazz. | |
I like coffee, jazz and running. | I work at Nokia. | I like coffee, jazz and running. | likes coffee, jazz and running
I like coffee, jazz and running. | I no longer like jazz. | I like coffee, jazz and running. | likes coffee, jazz and running
"""


@pytest.mark.long
@pytest.mark.parametrize("row", PLAIN.strip().splitlines())
def test_plain_corrections(vault: Engine, row: str) -> None:
    """E7.4: what people say plainly to be otherwise takes the place of what they said before, in memory, context and
    summary; what it says nothing of stays."""
    told, correction, stays, liked = (one.strip() for one in row.split("|"))
    talk = Talk(vault, "eeva")
    talk.say(told)
    before = talk.active()
    assert before
    talk.say(correction)
    vault.sync()
    active = talk.active()
    assert [one for one in active if one in before] == [one for one in before if stays and stays in one], active
    assert len(active) > len([one for one in active if one in before]), active
    summary = vault.conversations.summary("eeva")
    assert summary.preferences == ((liked,) if liked else ())
    assert "user_name" not in summary.identity
    lines = talk.given(told)
    assert stays or not any(told.rstrip(".!") in line and "otherwise since" not in line for line in lines), lines
