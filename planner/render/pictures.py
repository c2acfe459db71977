"""Pictures as files of their own: made, checked as they stand on disk, moved into place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

import msgspec

from planner.documents.model import Language
from planner.errors import PaperRefused
from planner.messages import msg
from planner.pictures.flatten import flat, scene_texts
from planner.pictures.palette import Theme
from planner.pictures.scene import Scene, Text
from planner.render.atomic import write_whole

PictureFormat = Literal["svg", "png", "pdf"]
PICTURE_FORMATS: tuple[PictureFormat, ...] = ("svg", "png", "pdf")


class PictureFile(msgspec.Struct, frozen=True, kw_only=True):
    """A picture on disk: where, what kind, its size in bytes, and what it shows in words."""

    path: str
    kind: PictureFormat
    language: Language
    bytes: int
    title: str
    description: str


def known_picture_format(fmt: str) -> PictureFormat:
    """Return ``fmt`` if pictures can be written in it.

    Raises:
        ExportError: they cannot.
    """
    for known in PICTURE_FORMATS:
        if fmt == known:
            return known
    raise PaperRefused(
        msg("export.picture_format", "Pictures cannot be written as {format}.", format=fmt),
        msg("export.format.remedy", "Choose one of: {known}.", known=PICTURE_FORMATS),
    )


def picture_bytes(scene: Scene, kind: PictureFormat, theme: Theme = "print") -> bytes:
    """Return the picture as a file of ``kind``.

    Raises:
        ExportError: a character that the fonts do not have (PDF and PNG).
    """
    if kind == "svg":
        from planner.render.picture_svg import scene_svg

        return scene_svg(scene, theme).encode()
    if kind == "png":
        from planner.render.picture_png import scene_png

        return scene_png(scene, theme)
    from planner.render.picture_pdf import scene_pdf

    return scene_pdf(scene, theme)


def write_picture(
    scene: Scene, path: Path, kind: PictureFormat, content: bytes, forbidden: Iterable[str] = ()
) -> PictureFile:
    """Write ``content``, the picture's bytes, to ``path``; it is there whole, and was read back, or it is not there.

    ``forbidden`` are the makers, brands, series and models that a picture which goes out must not name.

    Raises:
        ExportError: the target cannot be written, what was written cannot be read back, or it names a forbidden word.
    """
    words = tuple(forbidden)
    write_whole(path, content, lambda written: _check(written, scene, kind, words, path.name))
    return PictureFile(
        path=str(path),
        kind=kind,
        language=scene.language,
        bytes=len(content),
        title=scene.title,
        description=scene.description,
    )


def _check(written: Path, scene: Scene, kind: PictureFormat, forbidden: tuple[str, ...], file_name: str) -> None:
    from planner.render.scan import refuse_leaks
    from planner.render.verify import verify_pdf

    if kind == "pdf":
        verify_pdf(written, (item.text for item in flat(scene) if isinstance(item, Text)))
    elif kind == "svg":
        ElementTree.fromstring(written.read_bytes())
    refuse_leaks(written, forbidden, file_name, _shown(scene))


def _shown(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield what the picture shows, each text by itself and all in one: a name may go on in the next line."""
    found = tuple(scene_texts(scene))
    yield from ((scene.title, text) for text in found)
    yield scene.title, "\n".join(found)
