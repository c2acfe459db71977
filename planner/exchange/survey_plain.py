"""An answer as people write it on paper, as the field takes it: without what was added in brackets or behind a comma.

2260米（西宁） is 2260米, 有，干粉两具 is 有, 6×36W is 216 W, 约20 is 20 and rough. What was added is left out only where it holds
no number and nothing that takes the answer back (有，但已过期): else the answer is read as it stands, and refused.
"""

from __future__ import annotations

import datetime as dt
import re
from fractions import Fraction
from typing import TYPE_CHECKING

from planner.entry import parse_flag
from planner.numerals import normalised

if TYPE_CHECKING:
    from planner.catalog.attributes import Attribute

_FIRST_DAY = dt.date(1899, 12, 30)
_ABOUT = re.compile(
    r"^(?:(?:大概|大约|估计|约|近|估|[~≈∼～]|about|approx\.?|circa|ca\.)\s*(?P<after>.+)|(?P<before>.+?)\s*(?:左右|上下|\?))$",
    re.IGNORECASE,
)
_NONE = frozenset(["无", "没有", "没", "none", "no", "nil", "否"])
_ASIDE = re.compile(r"(?P<said>.+?)\s*\((?P<aside>[^()]*)\)")
_CLAUSE = re.compile(r"(?P<said>[^,;]+?)\s*[,;]\s*(?P<aside>.+)")
_ROUGH = re.compile("估|约|大概|目测|about|estimate|rough", re.IGNORECASE)
_TAKES_BACK = re.compile(
    r"[0-9]|但|不过|可是|然而|坏|过期|失效|停用|拆|没|无|不(?!清|知|详|明)|but|not|broken|expired|no\b", re.IGNORECASE
)
_TIMES = re.compile(
    r"(?P<count>[0-9]{1,3})\s*(?:盏|只|个|根|支)?\s*[×xX*]\s*(?P<each>[0-9]+(?:\.[0-9]+)?)(?P<unit>\D*)"
)


def without_aside(text: str) -> tuple[str, str]:
    """Return an answer and what was added to it in brackets or behind a comma, '' where nothing may be left out."""
    whole = normalised(text)
    found = _ASIDE.fullmatch(whole) or _CLAUSE.fullmatch(whole)
    if found is None or _TAKES_BACK.search(found["aside"]):
        return text, ""
    return found["said"], found["aside"]


def without_about(text: str) -> tuple[str, bool]:
    """Return a text without the words that say it is rough, and whether it had some."""
    said, aside = without_aside(text)
    kept = said if aside and _ROUGH.search(aside) else text
    found = _ABOUT.match(normalised(kept))
    return (kept, kept is not text) if found is None else (found["after"] or found["before"], True)


def plain(attribute: Attribute, text: str) -> str:
    """Return an answer as a field of the attribute takes it: none is 0, a workbook's day is a date."""
    if attribute.numeric or attribute.type in ("flag", "date"):
        text = without_aside(text)[0]
    if attribute.numeric and attribute.zero_is_none and normalised(text).casefold() in _NONE:
        return "0"
    if attribute.type == "date" and text.isdecimal() and len(text) < len("20261130"):
        return (_FIRST_DAY + dt.timedelta(days=int(text))).isoformat()  # a workbook keeps days as numbers
    if attribute.type == "flag":
        return "yes" if parse_flag(text) else "no"
    several = _TIMES.fullmatch(normalised(text)) if attribute.unit == "W" else None
    if several is not None:  # six lamps of 36 W
        return f"{float(int(several['count']) * Fraction(several['each'])):g}{several['unit']}"
    return text
