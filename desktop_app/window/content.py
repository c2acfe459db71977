"""What the caller gives the window: texts in its language, a table of plain strings, and how to open."""

from __future__ import annotations

from typing import Literal

import msgspec

ExitAfter = Literal["first-paint", "ready"]
Theme = Literal["light", "dark"]


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """Headings and rows of plain strings; ``right`` holds the columns that are read from the right (numbers)."""

    headings: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    right: frozenset[int] = frozenset()


class Texts(msgspec.Struct, frozen=True, kw_only=True):
    """The window's own texts: its title, the line above the table, and what the table is called when read aloud."""

    title: str
    heading: str
    table_name: str


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How to open: when to close by itself, where to leave a picture, size in pixels, colours (None: the system's).

    ``language`` is the one faults are told in.
    """

    exit_after: ExitAfter | None = None
    shot: str | None = None
    size: tuple[int, int] = (1180, 760)
    theme: Theme | None = None
    language: str = "en"
