"""The fields of forms: how ``{{字段}}`` is written, which names are known, and what a format may say.

    {{项目名称}}  {{project}}          a value of the plan, by its Chinese or English name or an alias
    {{预算大写}}  {{预算|万元}}         the same amount in capitals, in ten thousands
    {{日期|yyyy年m月d日}}             a date, a number or a quantity in the format given
    {{货物.名称}}  {{参数.要求}}        one value of a row; the table row that holds it is repeated
    {{联系人?}}                       blank where there is no value
    {{国产要求=必须}}                  ☑ where the value is that, else ☐

Full-width braces, bars, points and question marks are read as well, and spaces within the braces.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from planner.messages import Labelled
from planner.tables import rows

FieldType = Literal["text", "count", "money", "percent", "quantity", "date"]
GroupKey = Literal["", "goods", "parameters", "funds"]
BARRIER = "\ufffc"  # stands for what is no text (a picture, a line break): no field reaches over it

_BODY = rf"[^{{}}｛｝|｜{BARRIER}\n]"
FIELD = re.compile(
    rf"[{{｛][ \u3000]?[{{｛]\s*(?P<name>(?=\S){_BODY}{{1,80}}?)\s*(?:[|｜]\s*(?P<format>{_BODY}{{0,60}}?)\s*)?[}}｝][ \u3000]?[}}｝]"
)
_HALF_OPEN = re.compile(r"[{｛]{2}|[}｝]{2}")
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")
_SUFFIXES = {"大写": "大写", "万元": "万元", "inwords": "大写", "words": "大写", "wan": "万元"}
_POINTS = str.maketrans({"。": ".", "·": ".", "・": ".", "．": "."})


class FieldRow(msgspec.Struct, frozen=True, kw_only=True):
    """One known field: key, the group of rows it belongs to, type, unit of its value, where its value comes from."""

    key: str
    group: GroupKey
    type: FieldType
    unit: str
    origin: Literal["plan", "typed"]
    name: Labelled
    about: Labelled
    aliases: tuple[str, ...]

    @property
    def id(self) -> str:
        """Return ``key`` or ``group.key``."""
        return f"{self.group}.{self.key}" if self.group else self.key


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """A group of rows: what stands before the point of a field's name."""

    key: GroupKey
    name: Labelled
    aliases: tuple[str, ...]


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One field as it stands in a form; ``row`` is None where the name is not known."""

    raw: str
    name: str
    format: str = ""
    choice: str = ""
    optional: bool = False
    row: FieldRow | None = None

    @property
    def group(self) -> GroupKey:
        """Return the group of rows the field belongs to, '' for a single value."""
        return self.row.group if self.row is not None else ""


class Match(msgspec.Struct, frozen=True):
    """A field in a text with the characters it takes up."""

    start: int
    end: int
    field: Field


def fields_in(text: str) -> tuple[Match, ...]:
    """Return the fields of a text from left to right."""
    if "{" not in text and "｛" not in text:
        return ()
    return tuple(Match(one.start(), one.end(), _read(one)) for one in FIELD.finditer(text))


def is_torn(text: str) -> bool:
    """Tell whether a text has double braces that belong to no field."""
    return bool(_HALF_OPEN.search(FIELD.sub("", text)))


def _read(found: re.Match[str]) -> Field:
    name = _INVISIBLE.sub("", unicodedata.normalize("NFKC", found["name"])).strip()
    optional = name.endswith("?")
    name, _, choice = name.removesuffix("?").strip().partition("=")
    plain = _folded(name)
    row, suffix = known_field(plain)
    shown = unicodedata.normalize("NFKC", found["format"] or "").strip() or suffix
    return Field(raw=found[0], name=name.strip(), format=shown, choice=choice.strip(), optional=optional, row=row)


def known_field(name: str) -> tuple[FieldRow | None, str]:
    """Return the field a name means and the format its ending asks for (预算大写); None for an unknown name."""
    plain = _folded(name)
    found = _by_name().get(plain)
    if found is not None:
        return found, ""
    for ending, format_ in _SUFFIXES.items():
        shorter = _by_name().get(plain.removesuffix(ending)) if plain.endswith(ending) else None
        if shorter is not None and shorter.type == "money":
            return shorter, format_
    return None, ""


def _folded(name: str) -> str:
    """Return a name as names are compared: NFKC, small letters, without spaces, underscores and hyphens."""
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", name)).translate(_POINTS)
    return re.sub(r"[\s_\-]+", "", plain).casefold().removesuffix(".")


@lru_cache(maxsize=1)
def field_rows() -> tuple[FieldRow, ...]:
    """Return all known fields in the order of the table."""
    return tuple(_field_row(raw) for raw in rows("forms/fields.csv"))


@lru_cache(maxsize=1)
def groups() -> tuple[Group, ...]:
    """Return the groups of rows."""
    return tuple(
        msgspec.convert(
            {"key": raw["key"], "name": {"zh": raw["zh"], "en": raw["en"]}, "aliases": _parts(raw["aliases"])}, Group
        )
        for raw in rows("forms/groups.csv")
    )


def _field_row(raw: Mapping[str, str]) -> FieldRow:
    built = {name: raw[name] for name in ("key", "group", "type", "unit", "origin")}
    labels = {
        "name": {"zh": raw["zh"], "en": raw["en"]},
        "about": {"zh": raw["about_zh"], "en": raw["about_en"]},
        "aliases": _parts(raw["aliases"]),
    }
    return msgspec.convert(built | labels, FieldRow)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(text.split("|")) if text else ()


@lru_cache(maxsize=1)
def _by_name() -> Mapping[str, FieldRow]:
    found: dict[str, FieldRow] = {}
    for row in field_rows():
        for name in _names(row):
            found.setdefault(_folded(name), row)
    return found


def _names(row: FieldRow) -> Iterator[str]:
    own = (row.key, row.name.zh, row.name.en, *row.aliases)
    if not row.group:
        yield from own
        return
    group = next(one for one in groups() if one.key == row.group)
    for head in (group.key, group.name.zh, group.name.en, *group.aliases):
        yield from (f"{head}.{name}" for name in own)
