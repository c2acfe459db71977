"""Titles as a paper can carry them: on one line, without control characters, cut where a head or file name has no room."""

from __future__ import annotations

import unicodedata

MOST = 120  # characters of a title in a running head or file name
_UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"})


def one_line(title: str) -> str:
    """Return ``title`` with line breaks and characters that nobody sees as single spaces, none at the ends."""
    seen = "".join(" " if unicodedata.category(one) in _UNSEEN else one for one in title)
    return " ".join(part for part in seen.split(" ") if part).strip()


def shortened(title: str, most: int = MOST) -> str:
    """Return ``title`` on one line in no more than ``most`` characters, the last an ellipsis where some are left out."""
    plain = one_line(title)
    return plain if len(plain) <= most else plain[: most - 1].rstrip() + "…"
