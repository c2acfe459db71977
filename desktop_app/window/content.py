"""How the caller wants the window to open."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.documents.model import Language

ExitAfter = Literal["first-paint", "ready"]
Theme = Literal["light", "dark"]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What to open and show, when to close by itself, where to leave a picture.

    ``plan`` is a path, an id or a title ('' for the start place), ``place`` the name of a place, ``size`` in logical
    pixels; one that is given goes before the one kept from the last time. ``theme`` and ``language`` None take the user's setting, else the system's.
    """

    plan: str = ""
    place: str = ""
    exit_after: ExitAfter | None = None
    shot: str | None = None
    size: tuple[int, int] = (1366, 768)
    size_given: bool = False
    theme: Theme | None = None
    language: Language | None = None
    system_language: Language = "en"
