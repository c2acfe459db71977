"""File names of papers: document, number and version, the language where it is English; internal ones say so first."""

from __future__ import annotations

import re
from collections.abc import Iterable

from planner.documents.furniture import furniture
from planner.documents.model import Document
from planner.documents.titles import shortened

_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(\.|$)")
_MOST_BYTES = 200


def file_name(document: Document, kind: str) -> str:
    """Return ``<title>_<number>_<version>[_en].<kind>``, safe on every system."""
    parts = [document.title, document.number, document.version]
    if document.audience == "internal":
        parts.insert(0, furniture(document.language).internal)
    if document.draft:
        parts.append(furniture(document.language).draft)
    if document.language == "en":
        parts.append("en")
    return joined_name(parts, kind)


def joined_name(parts: Iterable[str], kind: str) -> str:
    """Return ``<part>_<part>.<kind>`` without what any system forbids and not too long; empty parts are left out."""
    known = [safe for safe in map(_safe, parts) if safe] or ["document"]
    while len("_".join(known).encode()) > _MOST_BYTES:
        longest = max(range(len(known)), key=lambda at: len(known[at].encode()))
        known[longest] = known[longest].rstrip("…")[:-1] + "…"  # the title goes, never what kind of paper it is
    return f"{'_'.join(known)}.{kind}"


def _safe(part: str) -> str:
    plain = re.sub(r"\s+", "_", _FORBIDDEN.sub("-", shortened(part)).strip()).strip(". ")
    return f"_{plain}" if _RESERVED.match(plain) else plain
