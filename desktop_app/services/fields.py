"""One place of a plan as a field to fill in: what it is called, what stands there, how typed text becomes an edit.

The declared type and the attribute registry decide everything, so that every place of a plan can be a field without
code of its own.
"""

from __future__ import annotations

import datetime as dt
import typing
from collections.abc import Callable
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any, Literal

import msgspec

from desktop_app.services.field_limits import refuse_beyond
from desktop_app.services.row_names import whole_name
from desktop_app.services.why import ORIGIN_WORDS, ORIGINS
from planner import tables
from planner.catalog.attributes import Attribute
from planner.catalog.choices import choice_words
from planner.catalog.items import Item
from planner.entry import echo
from planner.entry_dates import day_in
from planner.errors import EditError
from planner.messages import Labelled, Message, format_number, format_value, msg, render, unit_symbol
from planner.money import Money
from planner.plan import paths, shape
from planner.plan.document import Fact, Plan, WorkloadEntry
from planner.plan.edits import Edit, SetValue, UseItem
from planner.plan.typed import attribute_at, edit_from_text
from planner.plan.typed_units import PLAIN_UNITS
from planner.source_words import source_text

FieldKind = Literal["text", "choice", "flag", "item"]
ItemById = Callable[[str], Item]
YES = msg("common.yes", "yes")
NO = msg("common.no", "no")
NOT_KNOWN = msg("field.not_known", "not known")
_READING_COUNTS = msg("field.reading_counts", "the reading counts")


class FieldView(msgspec.Struct, frozen=True, kw_only=True):
    """What a field shows: ``text`` as it would be typed, ``unit`` behind it, ``choices`` as (key, word) pairs.

    ``key`` is the choice made. ``origin`` and ``origin_word`` say how a value came about ('' for plain fields),
    ``note`` its source and day.
    """

    path: str
    name: str
    kind: FieldKind
    text: str = ""
    unit: str = ""
    key: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    optional: bool = False
    origin: str = ""
    origin_word: str = ""
    note: str = ""

    @property
    def known(self) -> bool:
        """Tell whether something stands there."""
        return bool(self.text or self.key)


def field_view(plan: Plan, path: str, language: str, name: Message | Labelled | None = None) -> FieldView:
    """Return what stands at ``path``; raises EditError where the path leads nowhere."""
    segments = paths.segments_of(plan, path)
    kind = shape.type_at(segments)
    if kind is None:
        raise paths.nowhere(path)
    if shape.node_in(kind) is Fact:
        return _fact_view(plan, path, segments, language, name)
    view = _plain_view(plan, path, segments, language, name)
    return _assumed(plan, segments, view, language)


def _assumed(plan: Plan, segments: tuple[str, ...], view: FieldView, language: str) -> FieldView:
    """Return the field marked as assumed where nobody said the value of an entry's field."""
    owner = paths.read(plan, segments[:-1])
    if not isinstance(owner, WorkloadEntry) or not _is_assumed(owner, segments[-1]):
        return view
    from desktop_app.services.entry_words import assumption_source

    word, note = render(ORIGIN_WORDS["assumed"], language), source_text(assumption_source(owner), language)
    return msgspec.structs.replace(view, origin="assumed", origin_word=word, note=note)


def _is_assumed(entry: WorkloadEntry, name: str) -> bool:
    """Tell whether nobody said a field: it is marked so, or it is empty and the program fills it in."""
    return name in entry.assumed or (name in _FILLED_IN and getattr(entry, name) is None)


_CLOCK = ("hour_from", "hour_to", "finish_by_h")
_FILLED_IN = ("zero_stage", "micro_batches")


def _plain_view(
    plan: Plan, path: str, segments: tuple[str, ...], language: str, name: Message | Labelled | None
) -> FieldView:
    kind, value = shape.type_at(segments), paths.read(plan, segments)
    said = format_value(name, language) if name is not None else segments[-1]
    if segments[-1] in ("item", "card", "model"):
        row = plan.item_of(value)
        text = f"{row.maker} {row.name}".strip() if row is not None else ""
        return FieldView(path=path, name=said, kind="item", text=text, optional=True)
    plain = _plain(kind)
    key = "" if value is None else str(value)
    named = _listed(segments, key, language)
    if named:
        return FieldView(path=path, name=said, kind="choice", key=key, choices=named)
    options = _options(plain)
    optional = shape.is_optional(kind)
    if options:
        key = str(value.value if isinstance(value, Enum) else value or "")
        return FieldView(
            path=path,
            name=said,
            kind="choice",
            key=key,
            choices=_worded(segments[-1], options, language),
            optional=optional,
        )
    if plain is bool:
        return FieldView(path=path, name=said, kind="flag", key=_flag(value), choices=_flags(language, optional))
    text, unit = _shown(value, segments[-1], language)
    if (own := PLAIN_UNITS.get(segments[-1])) is not None:
        unit = unit_symbol(own, language)
    return FieldView(path=path, name=said, kind="text", text=text, unit=unit, optional=optional or plain is str)


def _fact_view(
    plan: Plan, path: str, segments: tuple[str, ...], language: str, name: Message | Labelled | None
) -> FieldView:
    attribute = attribute_at(plan, segments)
    said = format_value(name if name is not None else attribute.labelled, language)
    try:
        fact = paths.read(plan, segments)
    except EditError:
        fact = None
    view = FieldView(path=path, name=said, kind=_kind_of(attribute), unit=_unit(attribute, language), optional=True)
    view = _with_choices(view, attribute, language)
    if not isinstance(fact, Fact):
        return view
    origin = ORIGINS[fact.quality]
    note = " · ".join(
        part for part in (source_text(fact.source, language), fact.date.isoformat() if fact.date else "") if part
    )
    shown = {"origin": origin, "origin_word": render(ORIGIN_WORDS[origin], language), "note": note}
    if segments[-1] == "other_load_a" and "reading_a" in paths.read(plan, segments[:-1]):
        shown |= {"origin": "measured", "origin_word": render(_READING_COUNTS, language)}
    if view.kind == "text":
        number = isinstance(fact.value, int | float) and not isinstance(fact.value, bool)
        text = _digits(fact.value) if number else str(fact.value)
        if attribute.key.endswith("year"):
            text = text.replace(",", "")  # a year is a name of its own
        return msgspec.structs.replace(view, text=text, **shown)
    key = _flag(fact.value) if view.kind == "flag" else str(fact.value)
    return msgspec.structs.replace(view, key=key, choices=_with_old(view, key), **shown)


def _with_old(view: FieldView, key: str) -> tuple[tuple[str, str], ...]:
    """Return the choices, with the word of an older plan that is none of them last: the field shows what stands."""
    is_there = view.kind != "choice" or any(key == one for one, _word in view.choices)
    return view.choices if is_there else (*view.choices, (key, key))


def _with_choices(view: FieldView, attribute: Attribute, language: str) -> FieldView:
    if view.kind == "flag":
        return msgspec.structs.replace(view, choices=_flags(language, optional=True))
    if view.kind == "choice":
        choices = (("", render(NOT_KNOWN, language)), *_worded(attribute.key, attribute.choices, language))
        return msgspec.structs.replace(view, choices=choices)
    return view


def _kind_of(attribute: Attribute) -> FieldKind:
    if attribute.type == "choice":
        return "choice"
    return "flag" if attribute.type == "flag" else "text"


def _unit(attribute: Attribute, language: str) -> str:
    if attribute.key in _CLOCK and language == "zh":
        return "时"  # a time of the day, not a duration
    return "" if attribute.unit in ("", "1") else unit_symbol(attribute.unit, language)


def _plain(kind: Any) -> Any:
    if typing.get_origin(kind) is typing.Literal:
        return kind
    options = [option for option in typing.get_args(kind) if option is not type(None)]
    return options[0] if len(options) == 1 else kind


def _options(plain: Any) -> tuple[str, ...]:
    if typing.get_origin(plain) is typing.Literal:
        return tuple(str(one) for one in typing.get_args(plain))
    return tuple(str(one.value) for one in plain) if isinstance(plain, type) and issubclass(plain, Enum) else ()


_SHARDING = {
    "": msg("field.zero_stage.auto", "by the number of cards"),
    "0": msg("field.zero_stage.0", "nothing (DDP)"),
    "1": msg("field.zero_stage.1", "optimiser states (ZeRO-1)"),
    "2": msg("field.zero_stage.2", "states and gradients (ZeRO-2)"),
    "3": msg("field.zero_stage.3", "everything (ZeRO-3, FSDP)"),
}
_LISTED = {
    "dtype": "workload/formats.csv",
    "kv_dtype": "workload/formats.csv",
    "optimizer": "workload/optimizers.csv",
}


def _listed(segments: tuple[str, ...], value: str, language: str) -> tuple[tuple[str, str], ...]:
    """Return the words of a job's field whose keys stand in a table; a key that is in none stands as it is."""
    if segments[0] == "workload" and segments[-1] == "zero_stage":
        return tuple((stage, render(words, language)) for stage, words in _SHARDING.items())
    table = _LISTED.get(segments[-1]) if segments[0] == "workload" else None
    if table is None:
        return ()
    words = {row["id"]: row[language if language == "zh" else "en"] for row in tables.rows(table)}
    return ((value, value), *words.items()) if value not in words else tuple(words.items())


def _worded(key: str, options: tuple[str, ...], language: str) -> tuple[tuple[str, str], ...]:
    return tuple((one, _word(key, one, language)) for one in options)


def _word(key: str, option: str, language: str) -> str:
    found = choice_words(key, option)
    return found.label(language) if found is not None else option


def _flags(language: str, optional: bool) -> tuple[tuple[str, str], ...]:
    known = (("yes", render(YES, language)), ("no", render(NO, language)))
    return (("", render(NOT_KNOWN, language)), *known) if optional else known


def _flag(value: object) -> str:
    return "" if value is None else "yes" if value else "no"


def _shown(value: object, name: str, language: str) -> tuple[str, str]:
    """Return a plain value as it would be typed, and its unit."""
    if value is None:
        return "", ""
    if isinstance(value, Money):
        return format_number(value.amount), unit_symbol(value.currency, language)
    if isinstance(value, Labelled):
        return value.label(language), ""
    if isinstance(value, tuple):
        return ("，" if language == "zh" else ", ").join(map(str, value)), ""
    if isinstance(value, dt.date):
        return value.isoformat(), ""
    if isinstance(value, Decimal) and name.endswith("rate"):
        return f"{value * 100:f}".rstrip("0").rstrip(".") if value else "0", "%"
    if isinstance(value, bool):
        return "", ""
    if isinstance(value, int | float | Decimal):
        return _digits(value), ""
    return str(value), ""


def _digits(value: object) -> str:
    number = float(value)  # type: ignore[arg-type]
    return format_number(int(number) if number.is_integer() else number)


def edit_of(plan: Plan, path: str, text: str, item_by_id: ItemById, today: dt.date | None = None) -> Edit:
    """Return the edit that typed text comes to; raises EditError, InputError, UnknownIdError."""
    segments = paths.segments_of(plan, path)
    if segments[-1] == "title" and shape.type_at(segments) is Labelled and text.strip():
        return SetValue(path=path, value={"zh": text.strip(), "en": text.strip()})  # a name is one in every language
    refuse_beyond(path, text)
    bare = text.strip().rstrip("%％").strip()
    if segments[-1].endswith("rate") and bare and shape.node_in(shape.type_at(segments)) is None:
        text = f"{bare}%"  # the field says per cent, so a bare number is one
    return edit_from_text(plan, path, text, item_by_id, today=today)


def echo_of(edit: Edit, view: FieldView, language: str) -> str:
    """Return what was understood, said back: numbers with their unit, the name of a catalog row, a day."""
    if isinstance(edit, UseItem):
        return whole_name(edit.item, language)
    if not isinstance(edit, SetValue) or edit.value is None:
        return ""
    value = edit.value.get("value", edit.value) if isinstance(edit.value, dict) else edit.value
    if isinstance(value, bool | dict | list):
        return _money_echo(value, language) if isinstance(value, dict) else ""
    if isinstance(value, int | float):
        return f"{_digits(value)} {view.unit}".rstrip()
    if isinstance(value, str) and _is_number(value):
        shown = Fraction(value) * (100 if view.unit == "%" else 1)
        return echo((shown,), "1", language).removeprefix("= ") + (f" {view.unit}" if view.unit else "")
    return ""


def day_echo(plan: Plan, path: str, text: str, today: dt.date | None, language: str) -> str:
    """Return the day that was understood with what was added to it; '' for a field that holds no day."""
    segments = paths.segments_of(plan, path)
    kind = shape.type_at(segments)
    fact = shape.node_in(kind) is Fact
    if not text.strip() or not (attribute_at(plan, segments).type == "date" if fact else _plain(kind) is dt.date):
        return ""
    return format_value(day_in(segments[-1], text, today=today, place=path).said, language)


def _money_echo(value: dict[str, Any], language: str) -> str:
    if "minor" in value or "amount" in value:
        return format_value(msgspec.convert(value, Money), language)
    return ""


def _is_number(text: str) -> bool:
    try:
        return Decimal(text).is_finite()
    except (ArithmeticError, ValueError):
        return False
