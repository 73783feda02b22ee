"""What was done since a moment: by day and actor, without what was taken back, from the log and from its tally."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from memory_desktop.core.cancel import Token
from memory_desktop.core.conversation.cycles import CycleDraft
from memory_desktop.core.digest import Did, Digest, DigestLine, actor_word, midnight, offsets
from memory_desktop.core.memory.records import Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.history.looking_back import grown
from memory_desktop.store import activity
from memory_desktop.wiring import rebuild_vault
from tests.helpers import NOON, Clock, vault_at

AGENT = "agent:claude"
Said = dict[tuple[str, str], dict[Did, int]]


def numbers(digest: Digest) -> Said:
    """(day, actor) → how often each was done."""
    return {
        (f"{group.day:%m-%d}", group.actor): {line.did: line.number for line in group.lines} for group in digest.groups
    }


def line(digest: Digest, actor: str, did: Did) -> DigestLine:
    return next(one for group in digest.groups if group.actor == actor for one in group.lines if one.did is did)


def tell(vault: Engine) -> list[str]:
    """Two days of an agent and a person; ids of what the agent learned."""
    vault.looking_back.zone = UTC
    ids = [vault.remember(f"Mara likes tea number {n}", actor=AGENT).memory.id for n in range(3)]
    vault.edit(ids[0], "Mara likes coffee now")
    vault.update([ids[1]], add_tags=["drinks"])
    return ids


def test_a_line_for_each_kind_of_deed_of_an_actor_and_day(vault: Engine, clock: Clock) -> None:
    """W10: a digest tells by day and actor what was learned, changed, forgotten and asked, an edit as one change, with
    the newest texts; what came before the moment is not in it."""
    ids = tell(vault)
    clock.forward(days=1)
    seen = vault.head
    vault.forget([ids[2]])
    vault.merge([ids[1], vault.remember("Mara drinks tea", actor=AGENT).memory.id], "Mara drinks tea with milk")
    vault.recall("what does Mara drink?", actor=AGENT)
    vault.recalls.flush()
    vault.assemblies.create("Drinks", [ids[1]])
    every = numbers(vault.looking_back.after(0))
    assert every["03-01", AGENT] == {Did.LEARNED: 3}
    assert every["03-01", "user"] == {Did.CHANGED: 2}
    assert every["03-02", AGENT] == {Did.LEARNED: 1, Did.USED: 1}
    assert every["03-02", "user"] == {Did.CHANGED: 1, Did.FORGOT: 1, Did.OTHER: 1}
    since = vault.looking_back.after(seen)
    assert numbers(since) == {key: told for key, told in every.items() if key[0] == "03-02"}
    assert since.since == NOON and since.groups[0].day == date(2026, 3, 2)
    assert numbers(vault.looking_back.since(NOON)) == numbers(since) == numbers(vault.looking_back.days(0))
    asked = line(since, AGENT, Did.USED)
    assert asked.texts == ("what does Mara drink?",) and asked.sentence == "Asked 1 question"
    (forgotten,) = vault.looking_back.items("user", line(since, "user", Did.FORGOT))
    assert (forgotten.item, forgotten.text, forgotten.status) == (ids[2], "Mara likes tea number 2", "tombstone")
    assert [actor_word(one) for one in ("user", "system", AGENT, "me")] == ["You", "This program", "claude", "me"]


def test_what_was_taken_back_is_in_no_line(vault: Engine) -> None:
    """F5: a step that was undone is counted no more, only that it was taken back; redone, it is counted again."""
    ids = tell(vault)
    learned = line(vault.looking_back.after(0), AGENT, Did.LEARNED)
    commands = [one.command for one in vault.looking_back.items(AGENT, learned)]
    assert len(commands) == 3
    vault.undo(commands[0])
    told = vault.looking_back.after(0)
    assert line(told, AGENT, Did.LEARNED).number == 2 and line(told, "user", Did.UNDID).number == 1
    assert [one.item for one in vault.looking_back.items(AGENT, line(told, AGENT, Did.LEARNED))] == [ids[1], ids[0]]
    vault.redo(commands[0])
    told = vault.looking_back.after(0)
    assert line(told, AGENT, Did.LEARNED).number == 3
    assert [line(told, "user", did).sentence for did in (Did.UNDID, Did.REDID)] == ["Undid 1 step", "Redid 1 step"]


def test_runs_have_lines_of_their_own(vault: Engine, clock: Clock) -> None:
    """W10, issue 11: a run that fills the layers and one of the forgetting schedule each have a line that says what it
    came to, beside what it learned or forgot; undone, they are in no line."""
    vault.looking_back.zone = UTC
    turn = CycleDraft(user_input="I was so proud when we got engaged in Porto!", final_response="Congratulations!")
    vault.conversations.record(turn)
    vault.remember("The shed needs a new lock")
    clock.forward(days=1000)
    run = vault.layers.consolidation.run().run
    assert run is not None
    vault.layers.meta.forgetting.run()
    told = vault.looking_back.after(0)
    filled, faded = line(told, "user", Did.FILLED), line(told, "user", Did.FADED)
    assert filled.sentence == "Filled the layers in 1 run" and faded.sentence == "Let memories fade in 1 run"
    assert "1 episode" in filled.texts[0] and faded.texts[0].startswith("Fade ")
    (item,) = vault.looking_back.items("user", filled)
    assert (item.seq, item.item, item.text) == (run.seq, "", filled.texts[0])
    for one in (faded, filled):
        vault.undo(vault.looking_back.items("user", one)[0].command)
    (today,) = [group for group in vault.looking_back.after(0).groups if f"{group.day:%Y}" == "2028"]
    assert {one.did for one in today.lines} == {Did.UNDID}


def test_what_is_tallied_and_what_is_counted_in_the_log_agree(
    vault: Engine, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """W10: with a tally of any part of the log, also after undo, a digest from and to any event is the same as one that
    counts the events, and so are the lists behind its lines."""
    monkeypatch.setattr(activity, "CHUNK", 4)
    for day in range(3):
        tell(vault)
        vault.recall(f"tea on day {day}", actor=AGENT)
        vault.recalls.flush()
        clock.forward(hours=20)
    vault.undo()
    spans = [(after, to) for after in range(0, vault.head, 7) for to in (after + 5, vault.head)]
    back = vault.looking_back
    counted = {span: back.after(*span) for span in spans}
    items = [back.items(group.actor, one) for group in counted[spans[0]].groups for one in group.lines]
    growth = back.growth()
    while back.tally(Token()):
        pass
    assert vault.head - 4 < vault._store.activity.made_to <= vault.head
    assert {span: back.after(*span) for span in spans} == counted
    assert [back.items(group.actor, one) for group in counted[spans[0]].groups for one in group.lines] == items
    assert back.growth() == growth
    vault.undo()  # of a step that is tallied
    tallied = numbers(back.after(0))
    vault._store.meta.set(activity.MADE_TO, {"to": 4, "hash": "of another log", "version": activity.VERSION})
    assert vault._store.activity.made_to == 0 and numbers(back.after(0)) == tallied
    assert back.tally(Token()) and numbers(back.after(0)) == tallied


def test_a_rebuilt_vault_tells_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """W10: a vault that was rebuilt from its log has the same digest; what was purged is quoted nowhere in it."""
    monkeypatch.setattr(activity, "CHUNK", 4)
    with vault_at(tmp_path / "v") as vault:
        ids = tell(vault)
        while vault.looking_back.tally(Token()):
            pass
        vault.purge(vault.plan_purge([ids[2]]))
        told = numbers(vault.looking_back.after(0))
        texts = [text for group in vault.looking_back.after(0).groups for one in group.lines for text in one.texts]
        assert not any("number 2" in text for text in texts) and "(purged)" in texts
    rebuild_vault(tmp_path / "v")
    with vault_at(tmp_path / "v") as vault:
        vault.looking_back.zone = UTC
        assert numbers(vault.looking_back.after(0)) == told


def test_the_growth_ends_with_what_is_there(vault: Engine, clock: Clock) -> None:
    """W10: the growth of a vault is told by days, weeks or months, and its last total is the number of memories; an
    edit is no growth."""
    for _ in range(3):
        tell(vault)
        clock.forward(days=1)
    vault.forget([vault.remember("for a moment").memory.id])
    vault.undo()
    before = vault.looking_back.growth().periods[-1]
    kept = vault.remember("A text that is edited twice").memory
    for text in ("Edited once", "Edited twice"):
        kept = vault.edit(kept.id, text)
    told = vault.looking_back.growth()
    assert (told.periods[-1].learned, told.periods[-1].removed) == (before.learned + 1, before.removed)
    active = len(vault.keys(RecordFilter(statuses=(Status.ACTIVE.value,))))
    assert told.unit == "day" and told.periods[-1].total == active
    assert sum(one.learned - one.removed for one in told.periods) == active
    assert [one.start for one in told.periods] == [date(2026, 3, 1) + timedelta(days=n) for n in range(4)]


@pytest.mark.parametrize(
    ("days", "unit", "periods"),
    [(1, "day", 1), (21, "day", 21), (22, "week", 4), (200, "month", 7), (1600, "month", 36)],
)
def test_growth_is_told_in_few_periods(days: int, unit: str, periods: int) -> None:
    """W10: a young vault's growth is told by days, then by weeks, then by months, never in more than 36 of them."""
    first = date(2026, 1, 5)
    told = grown({first: (10, 2), first + timedelta(days=days - 1): (5, 1)}, first + timedelta(days=days - 1))
    assert (told.unit, len(told.periods)) == (unit, periods)
    assert told.periods[-1].total == (12 if days > 1 else 4)
    assert told.periods[-1].learned == 5


def test_days_are_those_of_the_local_time() -> None:
    """W10: midnight is that of the zone, and the change to summer time is found to the quarter of an hour."""
    berlin = ZoneInfo("Europe/Berlin")
    assert midnight(datetime(2026, 3, 29, 0, 30, tzinfo=berlin), 1, berlin) == datetime(2026, 3, 28, tzinfo=berlin)
    start, end = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC)
    assert offsets(start, end, berlin) == [
        (datetime(2026, 3, 29, 1, tzinfo=UTC), 3600),
        (datetime(2026, 10, 25, 1, tzinfo=UTC), 7200),
        (end, 3600),
    ]
    assert offsets(start, start, berlin) == [(start, 3600)]
