"""When the vault should offer to go back: a failed check, damage, a failed change of model, results that got worse.

Nothing goes back by itself: an offer says why and to what, and a person decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median

from memory_desktop.core.answers import VerifyReport
from memory_desktop.core.lab import LabRun
from memory_desktop.core.wording import shortened

#: What the recall of the newest run of the lab must have lost against the best of the runs before it.
LOST_RECALL = 0.1
#: How many times as long as usual the newest run's searches must have taken, and at least how long, in seconds.
SLOWER, SLOW = 2.0, 0.05
#: So many runs before the newest one are compared with it.
_RUNS = 5
_REASON = 160
_EVENT = re.compile(r"^event (\d+)$")
_NOT_DERIVED = ("log", "records", "lineage")


def failed_check(report: VerifyReport | None) -> tuple[str, int | None]:
    """(why the last check asks for a way back, or ""; the first event of the log that is bad, if one is).

    Damaged indexes are repaired: going back would not mend them.
    """
    findings = report.findings if report is not None and not report.ok else ()
    found = [one for one in findings if one.area in _NOT_DERIVED and not one.repaired]
    if not found:
        return "", None
    bad = next((int(number) for one in found if one.area == "log" for number in _EVENT.findall(one.place)), None)
    return f"The last check found: {shortened(found[0].problem, _REASON)}", bad


def worse_recall(runs: Sequence[LabRun]) -> tuple[str, LabRun | None]:
    """(what the newest run of the lab finds less than those before it, or ""; the best of them)."""
    newest, before = _comparable(runs)
    if newest is None or not before:
        return "", None
    best = max(before, key=lambda run: run.measures["hybrid"].recall)
    now, then = newest.measures["hybrid"].recall, best.measures["hybrid"].recall
    if then - now < LOST_RECALL:
        return "", best
    return f"The recall lab found {now:.0%} of the expected results, after {then:.0%} on {best.at:%Y-%m-%d}.", best


def slower(runs: Sequence[LabRun]) -> tuple[str, LabRun | None]:
    """(how much longer searches take in the newest run of the lab than usual, or ""; the run before it)."""
    newest, before = _comparable(runs)
    if newest is None or not before:
        return "", None
    now, usual = newest.measures["hybrid"].p50, median(run.measures["hybrid"].p50 for run in before)
    if now < max(SLOW, SLOWER * usual):
        return "", before[-1]
    return f"A search in the recall lab took {now * 1000:,.0f} ms, after {usual * 1000:,.0f} ms before.", before[-1]


def _comparable(runs: Sequence[LabRun]) -> tuple[LabRun | None, list[LabRun]]:
    """(the newest run, the runs before it that asked as many questions in the same way)."""
    measured = [run for run in runs if "hybrid" in run.measures]
    if not measured:
        return None, []
    newest = measured[-1]
    alike = [run for run in measured[:-1] if (run.k, run.query_count) == (newest.k, newest.query_count)]
    return newest, alike[-_RUNS:]
