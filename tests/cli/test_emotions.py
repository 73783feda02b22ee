"""Emotional events on the command line."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.cli.test_rewinding import Run, run, vault

__all__ = ["run", "vault"]  # fixtures


def test_numbers_of_patterns_are_told_with_their_units(run: Run) -> None:
    """C5.15: how often an event recurs and how long it lasts are numbers of something, and nothing lasts 0 minutes."""
    start = datetime(2026, 3, 1, 9, tzinfo=UTC)
    for number in range(6):
        for emotion, valence, after in (("fear", "-0.7", 0), ("joy", "0.7", 5)):
            at = start + timedelta(days=number, seconds=after)
            run(
                *(
                    "emotions",
                    "record",
                    "Exams again",
                    "--emotion",
                    emotion,
                    "--valence",
                    valence,
                    "--arousal",
                    "0.5",
                    "--intensity",
                    "0.5",
                ),
                *("--about", "exams", "--since", at.isoformat()),
            )
    fear = next(one["event_id"] for one in run("emotions", "--json")[0] if one["emotion_data"]["valence"] < 0)
    lines = run("emotions", "show", fear).splitlines()
    assert "frequency: 2 times in 30 days" in lines and "typical duration: less than a minute" in lines
