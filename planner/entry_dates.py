"""Days as people write them: 2027年3月, 明年3月, 3月15日, 2027-3, March 2027, 年底; with what was made of an incomplete one.

A month stands for one of its ends only where the field says which: what must be done by then has until the last day, what
was seen then counts from the first. Where no year is said, the day that lies nearest ahead (or behind) of today is meant.
"""

from __future__ import annotations

import datetime as dt
import re
from types import MappingProxyType
from typing import Literal

import msgspec

from planner.entry import FIRST_YEAR, LAST_YEAR, parse_date
from planner.errors import InputError
from planner.messages import Message, msg
from planner.numerals import normalised

Edge = Literal["first", "last"]
Side = Literal["ahead", "behind"]

_YEARS = MappingProxyType({"今年": 0, "本年": 0, "明年": 1, "来年": 1, "后年": 2, "去年": -1, "前年": -2})
_HAN_MONTHS = MappingProxyType(
    {name: at for at, name in enumerate("一二三四五六七八九十", 1)} | {"十一": 11, "十二": 12}
)
_ENGLISH = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SAID = re.compile(
    rf"(?P<year>[0-9]{{4}}年|{'|'.join(_YEARS)})?的?"
    r"(?:(?P<month>[0-9]{1,2}|十[一二]|[一二三四五六七八九十])月份?(?:(?P<day>[0-9]{1,2})[日号]|(?P<edge>初|底|末))?|(?P<end>年?[底末]))?"
    r"(?:前|以前|之前)?"
)
_NUMERIC = re.compile(r"(?P<year>[0-9]{4})[-/.](?P<month>[0-9]{1,2})")
_IN_ENGLISH = re.compile(r"(?:(?P<day>[0-9]{1,2})\s+)?(?P<month>[A-Za-z]{3,9})\.?,?\s*(?P<year>[0-9]{4})?")
_MONTHS = 12


class Day(msgspec.Struct, frozen=True, kw_only=True):
    """A day as it was understood; ``completed`` is the end of the month or year taken, '' where a day was said."""

    value: dt.date
    completed: Edge | Literal[""] = ""
    year_said: bool = True

    @property
    def said(self) -> Message | str:
        """Return the day, and what of it was not said."""
        day = self.value.isoformat()
        if self.completed == "last":
            return msg("entry.day.last", "{day}, the last day", day=day)
        if self.completed == "first":
            return msg("entry.day.first", "{day}, the first day", day=day)
        return day if self.year_said else msg("entry.day.year", "{day}, the year added", day=day)


class _Parts(msgspec.Struct, frozen=True, kw_only=True):
    """What was said of a day: each None where it was not."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    edge: Edge | None = None


def read_day(
    text: str, *, today: dt.date | None = None, edge: Edge | None = None, side: Side = "ahead", place: str = ""
) -> Day:
    """Return the day ``text`` says; a month or year without a day is its ``edge``, refused where the field has none.

    ``side`` tells on which side of ``today`` a day without a year lies. Raises InputError as ``parse_date`` does, for an
    incomplete day where the field does not say which end is meant, and for 明年 or 3月 where ``today`` is not told.
    """
    try:
        return Day(value=parse_date(text, place=place))
    except InputError as strict:
        if (
            strict.message.id == "entry.no_date"
            and strict.remedy is not None
            and strict.remedy.id == "entry.no_day.remedy"
        ):
            raise
        parts = _parts(normalised(text), today)
        if parts is None:
            raise
    return _completed(text, parts, today, edge, side, place)


def _parts(said: str, today: dt.date | None) -> _Parts | None:
    """Return what is said of a day; None where it is not understood."""
    numeric = _NUMERIC.fullmatch(said)
    if numeric is not None:
        return _within(_Parts(year=int(numeric["year"]), month=int(numeric["month"])))
    english = _IN_ENGLISH.fullmatch(said)
    if english is not None:
        return _english(english)
    found = _SAID.fullmatch(said)
    if found is None or not any(found.group("year", "month", "end")):
        return None
    year = _year(found["year"], today)  # None for 明年 where today is not told: the year is then asked for
    edge: Edge | None = "first" if found["edge"] == "初" else "last" if found["edge"] or found["end"] else None
    day = int(found["day"]) if found["day"] else None
    return _within(_Parts(year=year, month=_month(found["month"]), day=day, edge=edge))


def _english(found: re.Match[str]) -> _Parts | None:
    name = found["month"].casefold()
    if name[:3] not in _ENGLISH or (found["day"] and not found["year"]):
        return None
    year = int(found["year"]) if found["year"] else None
    day = int(found["day"]) if found["day"] else None
    return _within(_Parts(year=year, month=_ENGLISH.index(name[:3]) + 1, day=day))


def _within(parts: _Parts) -> _Parts | None:
    """Return the parts where such a month can be, else None."""
    if parts.month is not None and not 1 <= parts.month <= _MONTHS:
        return None
    return parts if parts.year is None or FIRST_YEAR <= parts.year <= LAST_YEAR else None


def _year(said: str | None, today: dt.date | None) -> int | None:
    if said is None:
        return None
    if said in _YEARS:
        return None if today is None else today.year + _YEARS[said]
    return int(said.removesuffix("年"))


def _month(said: str | None) -> int | None:
    if said is None:
        return None
    return int(said) if said.isdecimal() else _HAN_MONTHS[said]


def _completed(text: str, parts: _Parts, today: dt.date | None, edge: Edge | None, side: Side, place: str) -> Day:
    """Return the whole day; raises InputError where a part is missing that nothing tells."""
    end = parts.edge or edge
    if parts.year is None and today is None:
        raise _refused(text, msg("entry.day.no_year.remedy", "Write the year too, such as 2027-03-31."), place)
    if parts.day is None and end is None:
        raise _which(text, parts, today, place)
    years = (parts.year,) if parts.year is not None else _nearest_years(today, side)
    days = [_day(year, parts, end) for year in years]
    if parts.day is not None and days[0] is None and parts.year is not None or not any(days):
        raise _refused(text, msg("entry.no_date.remedy", "Write year, month and day, such as 2026-11-30."), place)
    value = next(one for one in days if one is not None and (parts.year is not None or _lies(one, today, side)))
    return Day(value=value, completed="" if parts.day is not None else (end or ""), year_said=parts.year is not None)


def _nearest_years(today: dt.date | None, side: Side) -> tuple[int, ...]:
    year = FIRST_YEAR if today is None else today.year
    step = 1 if side == "ahead" else -1
    return tuple(year + step * at for at in range(9))  # a 29 February comes within eight years


def _lies(day: dt.date, today: dt.date | None, side: Side) -> bool:
    if today is None:
        return False
    return day >= today if side == "ahead" else day <= today


def _day(year: int, parts: _Parts, end: Edge | None) -> dt.date | None:
    month = parts.month or (_MONTHS if end == "last" else 1)
    following = dt.date(year + month // _MONTHS, month % _MONTHS + 1, 1)
    last = following - dt.timedelta(days=1)
    if parts.day is None:
        return last if end == "last" else dt.date(year, month, 1)
    return dt.date(year, month, parts.day) if 1 <= parts.day <= last.day else None


def _which(text: str, parts: _Parts, today: dt.date | None, place: str) -> InputError:
    """Make the question which day is meant, with both ends to choose from."""
    year = parts.year if parts.year is not None else _nearest_years(today, "ahead")[0]
    ends = (_day(year, parts, "first"), _day(year, parts, "last"))
    both = msg("entry.day.which.remedy", "Which day? Write {first} or {last}.", first=ends[0], last=ends[1])
    return _refused(text, both, place)


def _refused(text: str, remedy: Message, place: str) -> InputError:
    return InputError(msg("entry.no_date", "{typed} is not a date.", typed=text), remedy, place)


class Meaning(msgspec.Struct, frozen=True, kw_only=True):
    """What an incomplete day of a field stands for."""

    edge: Edge
    side: Side


MEANINGS = MappingProxyType(
    {
        "latest_spending": Meaning(edge="last", side="ahead"),
        "wanted_by": Meaning(edge="last", side="ahead"),
        "until": Meaning(edge="last", side="ahead"),
        "deprecation_date": Meaning(edge="first", side="ahead"),
        "observed": Meaning(edge="first", side="behind"),
        "observed_date": Meaning(edge="first", side="behind"),
        "reading_on": Meaning(edge="first", side="behind"),
        "date": Meaning(edge="first", side="behind"),
    }
)
"""Fields that say which end of a month is meant: by then until its last day; seen then from its first, the older one."""


def day_in(name: str, text: str, *, today: dt.date | None, place: str = "") -> Day:
    """Return the day ``text`` says in the field ``name``; raises InputError as ``read_day`` does."""
    meant = MEANINGS.get(name)
    if meant is None:
        return read_day(text, today=today, place=place)
    return read_day(text, today=today, edge=meant.edge, side=meant.side, place=place)
