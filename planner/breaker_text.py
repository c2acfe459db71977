"""A breaker as its front says it, C16, D32A, 16A/1P, as the text of its rated current."""

from __future__ import annotations

import re

from planner.numerals import normalised

LARGEST_OF_ROOM_A = 125.0  # IEC 60898-1, clause 1: breakers for households and similar uses go to 125 A
_FRONT = re.compile(r"(?:[BCD]\s*(?=[0-9]))?(?P<amps>[^/]*?)\s*(?:/\s*)?(?:(?<=[0-9A/ ])[1-4]P(?:\s*\+\s*N)?)?", re.I)
_POLES_FIRST = re.compile(r"^[1-4]P(?:\s*\+\s*N)?[\s,/]+(?=[BCD]?\s*[0-9])", re.IGNORECASE)  # 3P C63


def rated_current(text: str) -> str:
    """Return ``text`` without the tripping curve and the poles; any other text comes back as it is."""
    found = _FRONT.fullmatch(_POLES_FIRST.sub("", normalised(text)))
    return found["amps"] if found is not None and found["amps"] else text
