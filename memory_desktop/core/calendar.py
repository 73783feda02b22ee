"""The English words of the calendar, in small letters."""

from __future__ import annotations

MONTHS = tuple("january february march april may june july august september october november december".split())
#: With the short forms.
MONTH_WORDS = frozenset((*MONTHS, *(name[:3] for name in MONTHS), "sept"))
DAYS = tuple("monday tuesday wednesday thursday friday saturday sunday".split())
DAY_WORDS = frozenset((*DAYS, *(name[:3] for name in DAYS), "tues", "thurs"))
