"""Pictures of a plan as files: wiring, bars, racks, warming, phases and months of each alternative, price ranges of all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from desktop_app.services.file_set import published
from desktop_app.services.plans import refuse_existing
from planner.assess.run import Assessment
from planner.documents.model import Audience, Language
from planner.pictures.palette import Theme
from planner.pictures.scene import Scene
from planner.render.pictures import PictureFile, PictureFormat


def scenes_of(assessments: Sequence[Assessment], language: Language) -> Iterator[tuple[str, Scene]]:
    """Yield (alternative or '', picture): wiring, bars, racks, warming, phases and months of each alternative, then the prices of all."""
    from planner.pictures.bars import bars_scene
    from planner.pictures.months import months_scene
    from planner.pictures.phases import phases_scene
    from planner.pictures.prices import prices_scene
    from planner.pictures.racks import racks_scene
    from planner.pictures.warming import warming_scene
    from planner.pictures.wiring import wiring_pages

    for one in assessments:
        scenes = [*wiring_pages(one.context, language), bars_scene(one.context, language)]
        if one.context.racks:
            scenes.append(racks_scene(one.context, language))
        scenes += [scene(one.context, language) for scene in (warming_scene, phases_scene, months_scene)]
        for scene in scenes:
            yield one.context.alternative.id, scene
    if assessments:
        yield "", prices_scene(assessments, language)


def export_pictures(  # noqa: PLR0913 - a whole order of pictures
    assessments: Sequence[Assessment],
    out_dir: Path,
    language: Language,
    formats: Iterable[str],
    theme: Theme = "print",
    audience: Audience = "external",
    *,
    overwrite: bool = True,
) -> tuple[PictureFile, ...]:
    """Write the pictures of the assessed alternatives of one plan to ``out_dir``; there stand all of them or none.

    External ones name no maker, brand, series or model; internal ones may, and their names say that they stay inside.

    Raises:
        ExportError: an unknown format, a forbidden word, a text that cannot be shown, a target that cannot be written.
    """
    from planner.render.pictures import PICTURE_FORMATS, known_picture_format, picture_bytes, write_picture

    kinds = tuple(dict.fromkeys(known_picture_format(one) for one in formats)) or PICTURE_FORMATS
    wanted = [(scene, kind) for _, scene in scenes_of(assessments, language) for kind in kinds]
    if not wanted:
        return ()
    names = _names(assessments, language, kinds, audience)
    words = _forbidden(assessments, audience)
    for name in names:
        refuse_existing(out_dir / name, overwrite)

    def write(folder: Path) -> tuple[PictureFile, ...]:
        return tuple(
            write_picture(scene, folder / name, kind, picture_bytes(scene, kind, theme), words)
            for (scene, kind), name in zip(wanted, names, strict=True)
        )

    made = published(out_dir, names, write)
    return tuple(msgspec.structs.replace(one, path=str(out_dir / Path(one.path).name)) for one in made)


def _forbidden(assessments: Sequence[Assessment], audience: Audience) -> frozenset[str]:
    """Return the words that pictures for ``audience`` must not show."""
    from planner.tender.brands import forbidden_words

    if audience == "internal":
        return frozenset()
    return forbidden_words(item for one in assessments for item in one.plan.items.values())


def _names(
    assessments: Sequence[Assessment], language: Language, kinds: Sequence[PictureFormat], audience: Audience
) -> list[str]:
    """Return a name for each picture and kind, numbered where two would be the same but for the case of letters."""
    taken: set[str] = set()
    names = []
    for alternative, scene in scenes_of(assessments, language):
        for kind in kinds:
            name = first = picture_name(assessments[0], alternative, scene, kind, audience)
            number = 1
            while name.casefold() in taken:
                number += 1
                name = f"{first.removesuffix(f'.{kind}')}_{number}.{kind}"
            taken.add(name.casefold())
            names.append(name)
    return names


def picture_name(one: Assessment, alternative: str, scene: Scene, kind: str, audience: Audience = "external") -> str:
    """Return ``<project>_<alternative>_<picture>[_en].<kind>``, safe on every system; an internal one says so first."""
    from planner.documents.furniture import furniture
    from planner.documents.naming import joined_name

    parts = [one.plan.title.label(scene.language), alternative, scene.title]
    if audience == "internal":
        parts.insert(0, furniture(scene.language).internal)
    if scene.language == "en":
        parts.append("en")
    return joined_name([re.sub(r"[,:：，（）()]+", " ", part) for part in parts], kind)


def picture_json(file: PictureFile, audience: Audience) -> dict[str, Any]:
    """Return ``{path, kind, language, audience, bytes, title, description}``."""
    return {
        "path": file.path,
        "kind": file.kind,
        "language": file.language,
        "audience": audience,
        "bytes": file.bytes,
        "title": file.title,
        "description": file.description,
    }
