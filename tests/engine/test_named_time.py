"""A search that names a time: what was made then comes first among what matches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memory_desktop.core.answers import Hit
from memory_desktop.core.memory.records import Draft
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.recall.wording import ASKED
from tests.helpers import Clock, vault_at


@pytest.fixture(scope="module")
def paintings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Two years of notes about paintings, more than are looked at without a time, and one of August 2023 that says less
    of them."""
    with vault_at(tmp_path_factory.mktemp("paintings") / "vault", Clock()) as vault:
        vault.change_settings({"gates.novelty": "off"})
        start = datetime(2024, 1, 1, tzinfo=UTC)
        rows = [
            {
                "content": f"Theodora painted a painting, number {n}",
                "created_at": (start + timedelta(days=n)).isoformat(),
            }
            for n in range(ASKED + 10)
        ]
        rows += [
            {
                "content": "Theodora finished one more painting, a painting of the lake",
                "external_id": "august",
                "created_at": "2023-08-12T12:00:00+00:00",
            },
            {"content": "The plumber came twice", "external_id": "plumber", "created_at": "2023-08-13T00:00:00+00:00"},
        ]
        file = tmp_path_factory.mktemp("rows") / "rows.jsonl"
        file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        assert vault.import_path(file).new == len(rows)
        vault.sync()
        yield vault


def found(vault: Engine, query: str, **more: object) -> list[Hit]:
    return list(vault.recall(query, **more).hits)  # type: ignore[arg-type]


def test_what_was_made_then_comes_first(paintings: Engine) -> None:
    """E6: the memory of the month that is named is first, says why, and the parts of its score add up; without the
    month it is not among the hits."""
    assert "august" not in {hit.memory.external_id for hit in found(paintings, "Theodora's painting")}
    first = found(paintings, "Theodora's painting in August 2023")[0]
    assert first.memory.external_id == "august"
    (why,) = [boost for boost in first.boosts if boost.name == "time"]
    assert why.amount > 0
    assert "time that the search names" in why.reason
    shares = sum(place.share for place in first.lists.values())
    assert shares + sum(boost.amount for boost in first.boosts) == pytest.approx(first.score)


def test_what_matches_nothing_is_not_lifted(paintings: Engine) -> None:
    """E6: the time alone brings nothing up: it gives no more than what speaks for a memory otherwise."""
    hits = found(paintings, "Theodora's painting in August 2023", k=600, show_weaker=True)
    amounts = {hit.memory.external_id: {boost.name: boost.amount for boost in hit.boosts} for hit in hits}
    assert amounts["plumber"].get("time", 0.0) < 0.1 < amounts["august"]["time"]


def test_a_week_after_counts_less_with_every_day(paintings: Engine) -> None:
    """E6: what is told in the days after the time is lifted, too, the less the later."""

    def lift(query: str) -> float:
        hits = found(paintings, query, k=600, show_weaker=True)
        (hit,) = [hit for hit in hits if hit.memory.external_id == "august"]
        return sum(boost.amount for boost in hit.boosts if boost.name == "time")

    days = [lift(f"Theodora's painting on {day} August 2023") for day in (12, 11, 9, 4, 13)]
    assert days[0] > days[1] > days[2] > days[3] == days[4] == 0


def test_the_filters_of_a_search_hold(paintings: Engine, tmp_path: Path) -> None:
    """E6: a filter that leaves the time out leaves its memories out, and a tombstone of that time does not come."""
    query = "Theodora's painting in August 2023"
    assert "august" not in {hit.memory.external_id for hit in found(paintings, f"{query} after:2023")}
    with vault_at(tmp_path / "vault", Clock()) as vault:
        kept = vault.remember(Draft(content="A painting", created_at=datetime(2023, 8, 12, tzinfo=UTC)))
        assert found(vault, query)
        vault.forget([kept.memory.id])
        assert not found(vault, query)
