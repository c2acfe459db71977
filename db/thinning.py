"""Which revisions of a plan stay: the last ones all, then one an hour, then one a day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

KEEP_LAST = 200
HOURLY_FOR = dt.timedelta(days=2)


def kept(revisions: Sequence[tuple[int, dt.datetime]], now: dt.datetime, keep_last: int = KEEP_LAST) -> frozenset[int]:
    """Return the numbers of ``(number, time)`` that stay; the newest always, of each older hour or day its last one.

    Numbers order the revisions, not times: a clock that was set back loses nothing of the last ``keep_last``.
    """
    newest_first = sorted(revisions, reverse=True)
    staying = {number for number, _ in newest_first[: max(keep_last, 1)]}
    spans: set[tuple[int, ...]] = set()
    for number, moment in newest_first[max(keep_last, 1) :]:
        span = _span(moment, now)
        if span not in spans:
            spans.add(span)
            staying.add(number)
    return frozenset(staying)


def _span(moment: dt.datetime, now: dt.datetime) -> tuple[int, ...]:
    day = (moment.year, moment.month, moment.day)
    return (*day, moment.hour) if now - moment <= HOURLY_FOR else day
