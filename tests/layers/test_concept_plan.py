"""Which concepts conversations come to, by rules."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from memory_desktop import open_vault
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.extraction.facts import Said, extract
from memory_desktop.core.layers.concept_plan import NamedEntity, PlannedConcept, Talk, Told, plan_concepts
from memory_desktop.core.layers.concept_statements import takes_back
from memory_desktop.engine.graph import Entity, Relation

SAID = (
    ("Wow, thanks! My sister Ines lives in Porto.", "Oh nice. Today is Friday, right?"),
    ("I work at Acme. Ines visited me on Friday.", "Wow! Does Ines like Acme?"),
    ("I love pottery. The support group in Porto is great.", "Today was long."),
    ("My dog Rex is ill. Wow, that support group helps.", "Is Rex old?"),
    ("Rex is a brave dog. The support group made us a pottery bowl.", "I went to Acme today."),
    ("Ines tries pottery in Porto. It is a huge difference today.", "A huge difference, wow."),
)


def _talks(said: tuple[tuple[str, str], ...] = SAID) -> list[Talk]:
    return [Talk(f"e{n}", [Said(one, "Mara"), Said(other, "Rui")]) for n, (one, other) in enumerate(said)]


def _facts(talks: list[Talk]) -> list[Told]:
    return [Told(fact.text, talk.episode, fact.confidence) for talk in talks for fact in extract(talk.said)]


def _planned() -> dict[str, PlannedConcept]:
    talks = _talks()
    facts = [*_facts(talks), Told("Mara: I work at Acme.", "e1")]
    return {one.data.name: one for one in plan_concepts(talks, facts)}


def test_what_comes_up_in_two_episodes_is_a_concept() -> None:
    """C7.2, U21: names in two episodes, words that belong together and what is liked; no "Wow", "Friday", "today"."""
    found = _planned()
    assert {"Ines", "Porto", "Acme", "Rex", "support group", "pottery"} <= set(found)
    assert not {one.lower() for one in found} & {"wow", "friday", "today", "huge difference", "thanks"}
    for one in found.values():
        assert len(one.sources) == len(set(one.sources)) and set(one.sources) <= {talk.episode for talk in _talks()}
    assert found["Ines"].sources == ("e0", "e1", "e5") and found["Ines"].why.startswith("Named in 3 episodes")


def test_two_episodes_are_enough() -> None:
    """U21: a pair of words that belong together and what is liked are planned from two episodes on, as names are; of
    one alone nothing is."""
    said = (
        ("I love pottery so much.", "My support group meets in the evening."),
        ("The pottery class was fun, I made a bowl.", "The support group helped a lot."),
    )
    for number, wanted in ((2, {"pottery", "support group"}), (1, set())):
        plan = plan_concepts(_talks(said[:number]), [])
        assert {one.data.name for one in plan if one.data.name not in ("Mara", "Rui")} == wanted


def test_times_are_no_concepts() -> None:
    """C7.2: days of the week, months and times of day are no concepts, in whatever number, also where they are liked
    or stand in pairs."""
    said = "I love Tuesdays. Ines teaches on Tuesdays, on weekdays and by Sunday evening; the monday mornings were long"
    more = "I love mornings. In Julys and on Tuesdays we rest, said Ines, as on weekdays; monday mornings are slow."
    plan = plan_concepts(_talks(((said, more), (more, said), (said, "I like july evenings."), (more, said))), [])
    assert [one.data.name for one in plan if one.data.name not in ("Mara", "Rui")] == ["Ines"]


def test_links_attributes_and_facts_come_from_what_is_said() -> None:
    """C7.2, C3.2, C3.13: facts word for word; links by what a sentence says, "related to" by coming up together."""
    found = _planned()

    def links(name: str) -> set[tuple[str, str]]:
        return {(one.relationship, one.target) for one in found[name].data.edges}

    assert ("sister of", "Mara") in links("Ines") and ("dog of", "Mara") in links("Rex")
    assert {("works at", "Acme"), ("likes", "pottery")} <= links("Mara")
    assert found["Rex"].data.definition == "a brave dog" and found["Rex"].data.category == "animal"
    assert (found["Mara"].data.category, found["Acme"].data.category) == ("person", "organisation")
    assert ("related to", "Porto") in links("Ines") | {(how, "Porto") for how, name in links("Porto") if name == "Ines"}
    assert "Mara: I work at Acme." in found["Acme"].data.facts
    assert all(0 <= edge.strength <= 1 for one in found.values() for edge in one.data.edges)


def test_known_concepts_need_one_episode_and_keep_their_category() -> None:
    """C7.2, U10: what is known is learned of from one episode, under the category that it has."""
    talks = _talks((("We met Ines at the airport.", "Good."),))
    assert plan_concepts(talks, []) == []
    (one,) = plan_concepts(talks, [], known={"Ines": "cousin"})
    assert (one.data.name, one.data.category, one.sources) == ("Ines", "cousin", ("e0",))


def test_an_entity_is_a_concept_by_itself() -> None:
    """C7.2: what an agent keeps as an entity was named on purpose: its observations are facts, its relations links."""
    entity = NamedEntity("Acme", "company_type", [("m1", "Makes anvils."), ("m2", "")], [("Mara", "employs_since")])
    (one,) = plan_concepts([], [], [entity])
    assert one.sources == ("m1", "m2") and one.data.facts == ("Makes anvils.",)
    assert one.data.category == "company type" and one.data.edges[0].relationship == "employs since"


@given(st.lists(st.tuples(*[st.sampled_from([text for pair in SAID for text in pair])] * 2), max_size=8))
def test_the_same_episodes_give_the_same_plan(said: list[tuple[str, str]]) -> None:
    """C7.2, C7.7: the plan is deterministic; no concept links to itself, and each has a source."""
    talks = _talks(tuple(said))
    plan = plan_concepts(talks, _facts(talks))
    assert plan == plan_concepts(talks, _facts(talks))
    for one in plan:
        assert one.sources and all(edge.target != one.data.name for edge in one.data.edges)


def test_a_vault_plans_what_it_does_not_know_yet(tmp_path: Path) -> None:
    """C7.2, C7.7: turns and entities are planned and learned; then nothing is left to learn; a retired one is not
    planned again, and one user's turns give another nothing (C0.7)."""
    with open_vault(tmp_path / "v", create=True) as engine:
        concepts = engine.layers.concepts
        for asked, answered in SAID:
            draft = CycleDraft(user_input=asked, final_response=answered, user_id="mara", session_id="s")
            engine.conversations.record(draft)
        engine.graph.create_entities([Entity("Globex", "company", ["Makes anvils."])], actor="agent:x")
        engine.graph.create_relations([Relation("Globex", "Acme", "competes_with")], actor="agent:x")
        head = engine.head
        plan = concepts.plan("mara")
        assert engine.head == head and {"Ines", "Porto", "Rex"} <= {one.data.name for one in plan}
        for one in plan:
            assert concepts.learn(one.data, one.sources, user="mara").made
        assert concepts.plan("mara") == () and concepts.list("") == ()
        concepts.retire(["Rex"], user="mara")
        assert concepts.plan("mara") == ()
        (entity,) = concepts.plan("")
        made = concepts.learn(entity.data, entity.sources).entry
        assert made is not None and made.payload.relationships == {"Acme": "competes with"}
        assert concepts.plan("") == ()
        assert concepts.plan("mara", cycles=[]) == ()


CAT = (
    ("My cat Miso vomited twice today. I'm worried.", "Is Miso old? Miso is great!"),
    ("The vet said Miso has a sensitive stomach.", "Miso is coming home today."),
    ("Miso eats only salmon food now. Miso is five years old.", "Miso wants to sleep."),
    ("Miso is actually six years old, not five.", "Miso has been asleep. Miso was ill."),
    ("Miso doesn't eat salmon any more; now it's turkey.", "Ines lives in Porto. Poor Miso."),
    ("I met Ines in Porto.", "Say hello to Ines."),
)


def test_what_people_state_of_a_name_is_a_fact_of_it() -> None:
    """C7.2, C3.2: a sentence that states something lasting of a named thing is a fact of its concept, but for what a
    later one takes back; what passes, is asked or is praise is none, nor is what nobody wanted to learn from."""
    talks = _talks(CAT)
    wanted = {
        "Mara: The vet said Miso has a sensitive stomach.",
        "Mara: Miso is actually six years old, not five.",
        "Mara: Miso doesn't eat salmon any more; now it's turkey.",
    }
    plan = {one.data.name: one.data for one in plan_concepts(talks, [])}
    assert set(plan["Miso"].facts) == wanted
    assert ("Porto", "lives in") in {(edge.target, edge.relationship) for edge in plan["Ines"].edges}
    (miso,) = (one.data for one in plan_concepts(talks, _facts(talks)) if one.data.name == "Miso")
    assert wanted < set(miso.facts) and not any("five years" in fact for fact in miso.facts), "no denial is lost"
    unread = [Talk(one.episode, one.said, learned=False) for one in talks]
    assert all(one.data.facts == () for one in plan_concepts(unread, []))


def test_what_takes_a_statement_back() -> None:
    """C7.2: only what denies the same doing of the same thing takes a statement back."""
    pairs = {
        ("Miso isn't five years old.", "Miso is five years old."): True,
        ("Miso no longer eats salmon.", "Miso eats salmon and rice."): True,
        ("Miso is six, not five.", "Miso is five years old."): True,
        ("Miso doesn't like salmon.", "Miso eats salmon."): False,
        ("Miso is six years old.", "Miso is five years old."): False,
        ("Miso doesn't eat salmon.", "Miso doesn't eat salmon any more."): False,
        ("Rex doesn't eat salmon.", "Miso eats salmon."): False,
    }
    for (later, earlier), wanted in pairs.items():
        assert takes_back(later, earlier, "Miso") is wanted, (later, earlier)


def test_who_is_only_called_by_name_is_not_spoken_of() -> None:
    """C3.2: a fact that calls somebody by name says nothing of them; one that tells of them does."""
    said = [
        ("Ada", "Hey Ines, great to see you! I went to a conference about bees."),
        ("Ada", "I fully agree with what you told the council, Ines."),
        ("Ada", "Ines, I passed the exam in chemistry!"),
        ("Ada", "My best friend, Ines, plays the cello."),
        ("Ada", "I met Bruno, Ines, and Carla at the lake."),
    ]
    talks = [Talk(f"e{number}", [Said(text, who)]) for number, (who, text) in enumerate(said)]
    told = [Told(f"{who}: {text}", f"e{number}", 1.0, who) for number, (who, text) in enumerate(said)]
    plan = {one.data.name: one.data for one in plan_concepts(talks, told, known={"Ines": "person", "Ada": "person"})}
    assert set(plan["Ines"].facts) == {one.text for one in told[3:]}
    assert set(plan["Ada"].facts) == {one.text for one in told}


def _called(*said: str, thread: str = "t") -> list[Talk]:
    """Turns of one nameless user: who is called by which name."""
    return [Talk(f"{thread}{number}", [Said(text, "user")], thread=thread) for number, text in enumerate(said)]


def test_a_short_form_by_which_somebody_is_called_is_the_name() -> None:
    """C3.2, issue 11: where people are called by a name and by its beginning in the same conversation, both are one
    person; not where one message has both, somebody speaks under the short form, the conversations differ, two names
    begin so, or a single letter is lacking."""
    calls = ("Hey Valentina! I met Oskar.", "Thanks, Valentina! How is Oskar?", "Hey Val! Nice.", "Wow, Val! Great.")
    told = "I told Oskar that Val has a new boat."

    def names(talks: list[Talk]) -> dict[str, int]:
        return {
            one.data.name: len(one.sources) for one in plan_concepts([*talks, *_called(told, told, thread="z")], [])
        }

    assert names(_called(*calls)) == {"Oskar": 4, "Valentina": 2}
    assert "Val" in names(_called(*calls, "Val is here, and Valentina is not."))
    assert "Val" in names([*_called(*calls[:2]), *_called(*calls[2:], thread="u")])
    assert "Val" in names(_called(*calls, "Hey Valerio! Hm.", "Thanks, Valerio! Hm."))
    assert "Val" in names([*_called(*calls), Talk("s", [Said("Nothing.", "Val")], thread="t")])
    shorter = [text.replace("Valentina", "Vala") for text in calls]
    assert "Val" in names(_called(*shorter)) and "Val" not in names(_called(*calls, "Hey Vala! Hm."))


def test_the_user_is_whom_the_assistant_calls_by_their_id() -> None:
    """C3.10, issue 11: facts of a user whom no message names are those of the concept that has their name, and its links
    lead to what they speak of; an id by which nobody calls them is no name."""
    said = [
        ("I moored in Lidova again.", "Lovely, Tamsin! How was it?"),
        ("Lidova was full of storks.", "Thanks, Tamsin! Storks?"),
    ]
    talks = [Talk(f"e{n}", [Said(one, "user"), Said(two, "assistant", ai=True)]) for n, (one, two) in enumerate(said)]
    told = [Told(one, f"e{n}", 1.0, "user") for n, (one, _) in enumerate(said)]
    plan = {one.data.name: one.data for one in plan_concepts(talks, told, user="tamsin")}
    assert set(plan["Tamsin"].facts) == {one for one, _ in said}
    assert plan["Tamsin"].category == "person"
    assert {edge.target for edge in (*plan["Tamsin"].edges, *plan["Lidova"].edges)} <= {"Lidova", "Tamsin"}
    assert plan["Tamsin"].edges or plan["Lidova"].edges
    assert set(plan) == {"Tamsin", "Lidova"}
    assert "Tamsin" not in {one.data.name for one in plan_concepts(talks, told, user="u-17")}


def test_who_is_only_called_by_name_is_no_concept() -> None:
    """C7.2, issue 11: a name by which somebody is spoken to says nothing of them, however often it comes."""
    said = ("Hey Tamsin! It rained.", "Thanks, Tamsin! It rained more.", "Awesome, Tamsin!", "Yeah, Tamsin - let's go!")
    assert plan_concepts(_called(*said * 3), []) == []


def test_what_shares_episodes_is_linked() -> None:
    """C3.11, issue 11: two that are in no sentence together are linked where they come up in the same episodes oftener
    than by chance; somebody who is only called by name comes up in none of them."""
    filler = [f"Nothing happened on day {number}." for number in range(9)]
    said = ["Hey Oskar! I swam at Lidova. Then Tamsin came.", "Thanks, Oskar! Tamsin left. It rained at Lidova."]
    more = ["I know Oskar well.", "Oskar sings."]
    found = {one.data.name: one.data for one in plan_concepts(_called(*said, *more, *filler), [])}
    related = {name: {edge.target for edge in data.edges} for name, data in found.items()}
    assert related == {"Lidova": {"Tamsin"}, "Tamsin": set(), "Oskar": set()}
    often = plan_concepts(_called(*said, *more, *("I saw Lidova. It rained.", "I saw Tamsin. It rained.") * 9), [])
    assert not any(one.data.edges for one in often)
