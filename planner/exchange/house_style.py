"""A style file (TOML, ``schema = "labprocure.style/1"``) read into a house style; every fault is named with its key.

A style file is written by hand by someone who is no programmer: a misspelt key, a path that leads nowhere, a size that
nobody can read is told with what to write instead, and nothing is taken silently for something else.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from planner.documents.house_style import (
    FontFile,
    HouseFonts,
    HouseSizes,
    HouseStyle,
    Logo,
    RunningTexts,
)
from planner.errors import ImportFailed
from planner.exchange.house_style_font import font_file
from planner.exchange.house_style_image import MAX_LOGO_BYTES, logo_of
from planner.exchange.house_style_keys import Keys
from planner.messages import msg

SCHEMA = "labprocure.style/1"
_FAMILY, _VERSION = "labprocure.style", 1
MAX_STYLE_BYTES = 2**20
_BOM, _WIDE_BOMS = b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")
_KEYS = ("schema", "organisation", "numbering", "logo", "fonts", "sizes", "head", "foot", "colours")
_FONT_NAMES = ("han", "latin", "head_han", "head_latin")
# Points: what can be read on paper and still fits it.
_BODY_PT, _TABLE_PT, _TITLE_PT, _HEADING_PT = (8.0, 16.0), (7.5, 12.0), (12.0, 36.0), (9.0, 26.0)
_MOST_HEADINGS = 4
_COVER_MM, _HEAD_MM = (8.0, 60.0), (4.0, 10.0)


def read_style(path: Path) -> HouseStyle:
    """Return the style in the file ``path``; pictures and fonts are looked for beside it.

    Raises:
        ImportFailed: the file, its schema, a key, a value, the logo or a font cannot be taken; told with remedy.
    """
    keys = Keys(_table(_text(path), path.name), place=path.name)
    _check_schema(keys)
    keys.only(_KEYS)
    folder = path.absolute().parent
    return HouseStyle(
        organisation=keys.label("organisation"),
        numbering=keys.choice("numbering", ("zh", "decimal")),
        logo=_logo(keys.inner("logo"), folder),
        fonts=_fonts(keys.inner("fonts"), folder),
        sizes=_sizes(keys.inner("sizes")),
        head=_running(keys.inner("head")),
        foot=_running(keys.inner("foot")),
        accent=_colours(keys).colour("accent", darkest=True),
        head_fill=_colours(keys).colour("head_fill", darkest=False),
    )


def _text(path: Path) -> str:
    content = _content(path, path.name, MAX_STYLE_BYTES)
    if content.startswith(_WIDE_BOMS) or b"\0" in content:
        raise _encoding(path.name)
    try:
        return content.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        raise _encoding(path.name) from error


def _encoding(place: str) -> ImportFailed:
    return ImportFailed(
        msg("style.encoding", "The style file is not UTF-8 text."),
        msg("style.encoding.remedy", "Open it in a text editor and save it with the encoding UTF-8."),
        place,
    )


def _content(path: Path, place: str, most: int) -> bytes:
    """Return the bytes of a file of at most ``most`` bytes."""
    try:
        if path.stat().st_size > most:
            raise ImportFailed(
                msg("style.file_size", "The file {file} is larger than {most} MB.", file=path.name, most=most // 2**20),
                msg("style.file_size.remedy", "Choose another file, or make it smaller."),
                place,
            )
        return path.read_bytes()
    except FileNotFoundError as error:
        raise ImportFailed(
            msg("style.no_file", "There is no file {file}.", file=str(path)),
            msg(
                "style.no_file.remedy", "Give its path relative to the style file, or in full, with / between folders."
            ),
            place,
        ) from error
    except OSError as error:
        raise ImportFailed(
            msg("style.unreadable", "The file {file} cannot be opened.", file=str(path)),
            msg("style.unreadable.remedy", "Make sure that it is a file, and that you may read it."),
            place,
        ) from error


def _table(text: str, place: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ImportFailed(
            msg("style.syntax", "The style file is not written as it must be: {reason}", reason=str(error)),
            msg("style.syntax.remedy", "Put texts in quotes and write / in paths; compare with the example file."),
            place,
        ) from error


def _check_schema(keys: Keys) -> None:
    schema = keys.text("schema")
    family, _, version = schema.partition("/")
    if schema == SCHEMA:
        return
    if family == _FAMILY and version.isdecimal() and int(version) > _VERSION:
        raise ImportFailed(
            msg("style.newer", "The style file is of a newer kind ({schema}).", schema=schema),
            msg("style.newer.remedy", 'Install the newest program, or set schema = "{schema}".', schema=SCHEMA),
            keys.at("schema"),
        )
    raise ImportFailed(
        msg("style.schema", "This is not a style file; its schema is “{schema}”.", schema=schema),
        msg("style.schema.remedy", 'Write schema = "{schema}" in the first line.', schema=SCHEMA),
        keys.at("schema"),
    )


def _logo(keys: Keys, folder: Path) -> Logo | None:
    keys.only(("file", "cover_height_mm", "head_height_mm", "alt"))
    file = keys.text("file")
    if not file:
        if keys.values:
            raise keys.needed("file")
        return None
    place = keys.at("file")
    logo = logo_of(_content(_beside(folder, file), place, MAX_LOGO_BYTES), place)
    cover, head = keys.number("cover_height_mm", *_COVER_MM), keys.number("head_height_mm", *_HEAD_MM)
    return replace(
        logo,
        cover_height_mm=logo.cover_height_mm if cover is None else cover,
        head_height_mm=logo.head_height_mm if head is None else head,
        alt=keys.label("alt") or logo.alt,
    )


def _beside(folder: Path, file: str) -> Path:
    return folder / file.replace("\\", "/")


def _fonts(keys: Keys, folder: Path) -> HouseFonts:
    keys.only(("regular", "bold", *_FONT_NAMES))
    regular, bold = (_font(keys, name, folder) for name in ("regular", "bold"))
    han, latin, head_han, head_latin = (keys.line(name) for name in _FONT_NAMES)
    head = bold or regular
    return HouseFonts(
        regular=regular,
        bold=bold,
        han=han or _family(regular, han=True),
        latin=latin or _family(regular),
        head_han=head_han or _family(head, han=True),
        head_latin=head_latin or _family(head),
    )


def _family(font: FontFile | None, *, han: bool = False) -> str:
    """Return the name that office files ask for, '' for a font that is not there or has no Han where it must."""
    return font.family if font and (font.has_han or not han) else ""


def _font(keys: Keys, name: str, folder: Path) -> FontFile | None:
    wanted = keys.text(name)
    if not wanted:
        return None
    file, _, index = wanted.rpartition("#") if "#" in wanted else (wanted, "", "0")
    if not index.isdecimal():
        file, index = wanted, "0"
    return font_file(_beside(folder, file), int(index), keys.at(name))


def _sizes(keys: Keys) -> HouseSizes:
    keys.only(("body", "table", "title", "headings"))
    return HouseSizes(
        body=keys.number("body", *_BODY_PT),
        table=keys.number("table", *_TABLE_PT),
        title=keys.number("title", *_TITLE_PT),
        headings=keys.numbers("headings", *_HEADING_PT, most=_MOST_HEADINGS),
    )


def _running(keys: Keys) -> RunningTexts:
    keys.only(("left", "center", "right"))
    return RunningTexts(left=keys.template("left"), center=keys.template("center"), right=keys.template("right"))


def _colours(keys: Keys) -> Keys:
    colours = keys.inner("colours")
    colours.only(("accent", "head_fill"))
    return colours
