"""Pictures of a plan as files: wiring and bars of each alternative, price ranges of all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from planner.assess.run import Assessment
from planner.documents.model import Language
from planner.pictures.palette import Theme
from planner.pictures.scene import Scene
from planner.render.pictures import PictureFile


def scenes_of(assessments: Sequence[Assessment], language: Language) -> Iterator[tuple[str, Scene]]:
    """Yield (alternative or '', picture): wiring in pages and bars of each alternative, then the prices of all."""
    from planner.pictures.bars import bars_scene
    from planner.pictures.prices import prices_scene
    from planner.pictures.wiring import wiring_pages

    for one in assessments:
        for scene in (*wiring_pages(one.context, language), bars_scene(one.context, language)):
            yield one.context.alternative.id, scene
    if assessments:
        yield "", prices_scene(assessments, language)


def export_pictures(
    assessments: Sequence[Assessment],
    out_dir: Path,
    language: Language,
    formats: Iterable[str],
    theme: Theme = "print",
) -> tuple[PictureFile, ...]:
    """Write the pictures of the assessed alternatives of one plan to ``out_dir``; nothing is written before all are made.

    Raises:
        ExportError: an unknown format, a text that cannot be shown, a target that cannot be written.
    """
    from planner.render.atomic import write_error
    from planner.render.pictures import PICTURE_FORMATS, known_picture_format, picture_bytes, write_picture

    kinds = tuple(dict.fromkeys(known_picture_format(one) for one in formats)) or PICTURE_FORMATS
    made = [
        (scene, kind, picture_name(assessments[0], alternative, scene, kind), picture_bytes(scene, kind, theme))
        for alternative, scene in scenes_of(assessments, language)
        for kind in kinds
    ]
    try:
        out_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise write_error(out_dir, error) from error
    return tuple(write_picture(scene, out_dir / name, kind, content) for scene, kind, name, content in made)


def picture_name(one: Assessment, alternative: str, scene: Scene, kind: str) -> str:
    """Return ``<project>_<alternative>_<picture>[_en].<kind>``, safe on every system."""
    from planner.documents.naming import joined_name

    parts = [one.plan.title.label(scene.language), alternative, scene.title]
    if scene.language == "en":
        parts.append("en")
    return joined_name([re.sub(r"[,:：，（）()]+", " ", part) for part in parts], kind)
