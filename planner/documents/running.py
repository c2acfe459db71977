"""The texts of the running head and foot: the program's own, or those of the house style with their fields filled in."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from planner.documents.furniture import furniture
from planner.documents.house_style import RunningTexts
from planner.documents.model import Document

_FIELD = re.compile(r"(\{[a-z_]+\})")
Line = tuple[str, str, str]


class Running(msgspec.Struct, frozen=True, kw_only=True):
    """The left, middle and right texts of head and foot; '' is nothing."""

    head: Line
    foot: Line


def running(document: Document, page: str, pages: str, escape: Callable[[str], str] = str) -> Running:
    """Return the running texts of ``document``; ``page`` and ``pages`` stand for the numbers.

    ``escape`` is applied to everything but those two: a workbook doubles its ``&``. An internal paper says so in front,
    whatever the style is.
    """
    words = furniture(document.language)
    right = words.gap.join(f"{{{name}}}" for name in ("number", "version") if getattr(document, name))
    fields = _fields(document)
    filled = _Filled(fields | {"page": page, "pages": pages}, escape, document.language)
    head = filled.line(document.style.head, ("{running_head}", "", right))
    foot = filled.line(document.style.foot, ("", words.page, ""))
    if document.audience == "internal":
        head = (escape(words.internal) + (words.gap + head[0] if head[0] else ""), *head[1:])
    return Running(head=head, foot=foot)


def _fields(document: Document) -> dict[str, str]:
    return {
        "title": document.title,
        "running_head": document.running_head or document.title,
        "organisation": document.organisation,
        "number": document.number,
        "version": document.version,
        "date": document.date.isoformat(),
    }


class _Filled:
    """Templates and what stands for their fields."""

    def __init__(self, values: dict[str, str], escape: Callable[[str], str], language: str) -> None:
        self.values = values
        self.escape = escape
        self.language = language

    def line(self, wanted: RunningTexts, usual: Line) -> Line:
        """Return the three texts; one that the style leaves open is the usual one."""
        chosen = (wanted.left, wanted.center, wanted.right)
        left, center, right = (
            self.text(own if text is None else text.label(self.language))
            for text, own in zip(chosen, usual, strict=True)
        )
        return left, center, right

    def text(self, template: str) -> str:
        """Return ``template`` with its fields filled in; braces round anything else stay as they are."""
        return "".join(self._part(part) for part in _FIELD.split(template)).strip()

    def _part(self, part: str) -> str:
        name = part[1:-1]
        if not _FIELD.fullmatch(part) or name not in self.values:
            return self.escape(part)
        value = self.values[name]
        return value if name in ("page", "pages") else self.escape(value)
