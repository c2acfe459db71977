"""What the place Cost shows of time: years, payments and swings of the alternative as pictures, and each saved as a file."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from pathlib import Path

from planner.advice.outlook import Outlook, outlook
from planner.advice.sources import Sourcing
from planner.assess.run import Assessment
from planner.documents.model import Language
from planner.pictures.outlook import cash_scene, tornado_scene, years_scene
from planner.pictures.scene import Scene

PICTURES = ("years", "cash", "tornado")
_SCENES: dict[str, Callable[..., Scene]] = {"years": years_scene, "cash": cash_scene, "tornado": tornado_scene}


def outlook_of(assessment: Assessment, found: Sourcing, today: dt.date) -> Outlook:
    """Return years, payments and swings of an assessed alternative from ``today`` on."""
    return outlook(assessment, found, today)


def drawn(picture: str, found: Outlook, assessment: Assessment, language: Language) -> Callable[[float], Scene]:
    """Return how a picture of ``PICTURES`` is laid out for a width in mm."""
    title = assessment.context.alternative.title
    return partial(_at_width, _SCENES[picture], found, title, language)


def _at_width(scene: Callable[..., Scene], found: Outlook, title: object, language: Language, width_mm: float) -> Scene:
    return scene(found, title, language, width_mm=width_mm)


def save_picture(make: Callable[[float], Scene], file: Path) -> Path:
    """Write a picture in the kind its ending says, for print; return where it is.

    Raises:
        ExportError: another ending, a target that cannot be written.
    """
    from planner.pictures.outlook import WIDTH_MM
    from planner.render.pictures import known_picture_format, picture_bytes, write_picture

    kind = known_picture_format(file.suffix.removeprefix(".").casefold())
    scene = make(WIDTH_MM)
    write_picture(scene, file, kind, picture_bytes(scene, kind))
    return file
