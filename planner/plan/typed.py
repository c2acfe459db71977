"""Edits from typed text: the declared type and unit of a place decide how the text is read.

``A/ws/quantity`` takes ``2`` or ``两``, ``A/ws/price/chosen`` takes ``15万``, ``site/c1/values/breaker_a`` takes
``16A``, ``A/ws/item`` takes the id of a catalog row. Empty text takes an optional value away.
"""

from __future__ import annotations

import datetime as dt
import re
import typing
from collections.abc import Callable, Mapping
from decimal import Decimal
from difflib import get_close_matches
from enum import Enum
from typing import Any

import msgspec

from planner.breaker_text import rated_current
from planner.catalog.attributes import Attribute, attributes_of, find_attribute
from planner.catalog.choices import chosen
from planner.catalog.items import Item
from planner.catalog.load import bundled_of
from planner.entry import parse_flag, parse_integer, parse_money, parse_name, parse_number
from planner.entry_dates import day_in
from planner.errors import EditError, InputError, UnknownIdError, unknown_id
from planner.limits import all_limits
from planner.messages import Labelled, Message, msg, unit_symbol
from planner.money import CURRENCIES, Money
from planner.numerals import normalised
from planner.plan import paths, shape
from planner.plan.document import Existing, Fact, Line, Link, Measurement, Plan, Price, SiteNode, WorkloadEntry
from planner.plan.edits import Edit, RemovePart, SetValue, UseItem
from planner.plan.measured import job_now, typed_measurement
from planner.plan.odd_texts import choices_said
from planner.plan.own_limits import TOLD_AT, limit_attribute, open_limits
from planner.plan.typed_units import PLAIN_UNITS, as_typed, bare_words
from planner.price_said import plain_amount
from planner.text_formats import written

ItemById = Callable[[str], Item]
_WHOLE = (Fact, Measurement)
_LIST = re.compile("[,，、;；]")
_BINARY = re.compile("(?<=[KMGTkmgt])[iI][bB]")
_YEAR = re.compile(
    r"(?P<year>[0-9]{4})(?:\s*年\s*[初中底末]?(?:\s*[0-9]{1,2}\s*月(?:\s*[0-9]{1,2}\s*[日号])?)?\s*建?成?|(?:[-/.][0-9]{1,2}){1,2})"
)
_COINS = re.compile(
    r"(?:每(?:度电?|千瓦时)\s*)?(?P<number>[^元块角毛分]+?)\s*(?P<coin>[元块角毛分])钱?\s*(?:(?:[/每]|一)\s*(?:度电?|千瓦时|kWh))?",
    re.I,
)
_PER_YUAN = {"元": 1, "块": 1, "角": 10, "毛": 10, "分": 100}
_KIND_OF = {"card": "accelerator", "model": "model"}

_ROLE_KINDS = {
    "compute": "system",
    "storage": "storage",
    "network": "network",
    "ups": "ups",
    "pdu": "pdu",
    "cooling": "cooling",
    "rack": "rack",
    "cloud": "cloud_offer",
    "api": "api_offer",
}


def edit_from_text(plan: Plan, path: str, text: str, item_by_id: ItemById, *, today: dt.date | None = None) -> Edit:
    """Return the edit that puts what ``text`` says at ``path``; ``today`` is what 明年3月 is told from.

    Raises:
        EditError: the path leads nowhere or to a part that cannot be typed.
        InputError: the text cannot be read as what belongs there.
        UnknownIdError: a catalog id names nothing.
    """
    segments = paths.segments_of(plan, path)
    if segments[-1:] == ("value",) and shape.node_in(shape.type_at(segments[:-1])) in _WHOLE:
        segments = segments[:-1]  # typed as a whole: quality, unit and date change with the value
        path = "/".join(segments)
    kind = shape.type_at(segments) if segments else None
    if kind is None:
        paths.read(plan, segments)
        raise paths.nowhere(path)
    if segments[-1] in ("item", "card", "model") and text.strip():
        item = _fitting(_row(text.strip(), segments[-1], item_by_id), segments[-1], path)
        if shape.node_in(shape.type_at(segments[:-1])) is Measurement:
            return SetValue(path=path, value=item.id)  # measured on that product, whatever its row says later
        return UseItem(path=path, item=item)
    if not text.strip():
        return _emptied(path, segments, kind)
    return SetValue(path=path, value=typed_value(plan, segments, kind, text.strip(), path, today))


def _row(name: str, field: str, item_by_id: ItemById) -> Item:
    """Return a catalog row; where there is none, the nearest named are of the kind that belongs to the field."""
    try:
        return item_by_id(name)
    except UnknownIdError:
        kind = _KIND_OF.get(field)
        if kind is None:
            raise
        near = tuple([one.id for one in bundled_of(kind)])
        raise unknown_id(msg("catalog.item", "catalog item"), name, near) from None


def _fitting(item: Item, field: str, path: str) -> Item:
    if (_KIND_OF.get(field) or item.kind) == item.kind and (field != "item" or item.kind != "model"):
        return item
    raise InputError(
        msg(
            "typed.row",
            "{name} is a row of kind {kind}, which does not belong at {path}.",
            name=item.id,
            kind=item.kind,
            path=path,
        ),
        msg(
            "typed.row.remedy",
            "Look for a row that does: catalog search TEXT --kind {kind}.",
            kind=_KIND_OF.get(field, "system"),
        ),
        path,
    )


def _emptied(path: str, segments: paths.Segments, kind: Any) -> Edit:
    if shape.node_in(kind) in _WHOLE:
        return RemovePart(path=path)
    if shape.is_optional(kind):
        return SetValue(path=path, value=None)
    if kind == tuple[str, ...]:
        return SetValue(path=path, value=[])
    if kind is str:
        return SetValue(path=path, value="")
    if kind is Labelled:
        parse_name("", place=path)
    raise InputError(
        msg("typed.empty", "Nothing was typed for {path}.", path=path),
        msg("typed.empty.remedy", "It cannot be empty. What stood here stays; give another value, or remove the part."),
        "/".join(segments),
    )


def _job_at(plan: Plan, segments: paths.Segments) -> dict[str, Any]:
    """Return what the entry of a measurement is at present: the value counts for no other job."""
    entry = next((one for one in plan.workload if one.id == segments[1]), None)
    return {} if entry is None else {"job": job_now(entry, plan.item_of(entry.model))}


def typed_value(
    plan: Plan, segments: paths.Segments, kind: Any, text: str, path: str, today: dt.date | None = None
) -> Any:
    """Return what ``text`` says as a plain value of the declared type ``kind``; raises as ``edit_from_text``."""
    if shape.node_in(kind) is Fact:
        return {**_fact(attribute_at(plan, segments), text, path, today), "quality": "entered"}
    if shape.node_in(kind) is Measurement:
        return {**typed_measurement(segments[-1], text, path), **_job_at(plan, segments)}
    if kind == tuple[str, ...]:
        return [word.strip() for word in _LIST.split(text) if word.strip()]
    plain, name = _plain_type(kind), segments[-1]
    if typing.get_origin(plain) is typing.Literal:
        return _choice(typing.get_args(plain), text, path)
    readers: dict[Any, Callable[[], Any]] = {
        bool: lambda: _flag(text, path),
        int: lambda: parse_integer(_whole_said(segments, text), minimum=None, place=path),
        float: lambda: float(parse_number(bare_words(name, text), unit=PLAIN_UNITS.get(name, "1"), place=path)),
        Decimal: lambda: str(_decimal(plan, segments, text, path)),
        dt.date: lambda: day_in(name, text, today=today, place=path).value.isoformat(),
        Money: lambda: msgspec.to_builtins(parse_money(text, place=path)),
        Labelled: lambda: _title(text),
        str: lambda: text,
    }
    if isinstance(plain, type) and issubclass(plain, Enum):
        return _choice(tuple(one.value for one in plain), text, path)
    if plain in readers:
        return readers[plain]()
    raise EditError(
        msg("typed.part", "{path} is not a single value.", path=path),
        msg("typed.part.remedy", "Go one step further down: {names}.", names=_names_below(plan, segments, kind)),
        path,
    )


def _whole_said(segments: paths.Segments, text: str) -> str:
    """Return what is typed for a whole number without the words around it; 2019年 names a year."""
    year = _YEAR.fullmatch(normalised(text).strip()) if segments[-1] == "year" else None
    return year["year"] if year is not None else bare_words(segments[-1], text)


def _names_below(plan: Plan, segments: paths.Segments, kind: Any) -> tuple[str, ...]:
    part = shape.struct_in(kind)
    if part is not None:
        return tuple(name for name in shape.hints(part) if name != "extra")
    held = paths.read(plan, segments)
    return tuple(held) if isinstance(held, Mapping) else tuple(str(getattr(one, "id", "")) for one in held)


def _title(text: str) -> dict[str, str]:
    """Return a title with ``text`` in both languages: a paper in the other one must not keep the name of before.

    ``title/zh`` and ``title/en`` set one of them.
    """
    return {"zh": text, "en": text}


def _plain_type(kind: Any) -> Any:
    options = [option for option in typing.get_args(kind) if option is not type(None)]
    if typing.get_origin(kind) is typing.Literal or not options:
        return kind
    return options[0] if len(options) == 1 else kind


def _choice(choices: tuple[Any, ...], text: str, path: str) -> Any:
    for choice in choices:
        if text.casefold() == str(choice).casefold():
            return choice
    raise InputError(
        msg("typed.choice", "{typed} is not one of the choices for {path}.", typed=text, path=path),
        msg("typed.choice.remedy", "Choose one of: {choices}.", choices=choices),
        path,
    )


def _chosen(attribute: Attribute, text: str, path: str) -> str:
    found = chosen(attribute.key, attribute.choices, text)
    if found is not None:
        return found
    raise InputError(
        msg("typed.choice.of", "{typed} is not one of the choices of {name}.", typed=text, name=attribute.labelled),
        msg("typed.choice.remedy", "Choose one of: {choices}.", choices=choices_said(attribute)),
        path,
    )


def _flag(text: str, path: str) -> bool:
    value = parse_flag(text, place=path)
    if value is None:
        raise InputError(
            msg("typed.flag", "{path} takes yes or no.", path=path),
            msg("typed.flag.remedy", "To say that it is not known, give an empty text."),
            path,
        )
    return value


def _decimal(plan: Plan, segments: paths.Segments, text: str, path: str) -> Decimal:
    if segments[-1].endswith("rate"):
        bare = text.rstrip("%％").strip()
        number = parse_number(bare, place=path)
        return number / 100 if bare != text else number
    holder = paths.read(plan, segments[:-1])
    foreign = isinstance(holder, Price) and holder.currency in CURRENCIES
    tax = holder.tax if isinstance(holder, Price) else "included"
    plain = plain_amount(text, tax, path, each=isinstance(holder, Price))
    number = parse_number(plain, unit=holder.currency if foreign else "CNY", place=path)
    line = paths.read(plan, segments[:-2]) if isinstance(holder, Price) else None
    if isinstance(line, Line) and line.uom != "card_hour" and number != round(number, 2):
        raise InputError(
            msg("typed.fen", "{typed} has more decimals than the fen.", typed=text),
            msg("typed.fen.remedy", "Only prices by the hour may; give two decimals at most."),
            path,
        )
    return number


def attribute_at(plan: Plan, segments: paths.Segments) -> Attribute:
    """Return the registered attribute of a fact: of the site node's type, the line's catalog kind, or the line itself.

    Raises InputError with the nearest names where nothing of that name is known there: it would be stored and ignored.
    """
    name = segments[-1]
    if segments[0] == "limits":
        return _limit_at(name, segments)
    kinds = _kinds_of(plan, paths.read(plan, segments[:-2]), segments)
    found = next((one for kind in kinds if (one := find_attribute(name, kind)) is not None), None)
    if found is not None:
        return found
    raise _not_kept(name, tuple(dict.fromkeys(one.key for kind in kinds for one in attributes_of(kind))), segments)


def _not_kept(name: str, known: tuple[str, ...], segments: paths.Segments) -> InputError:
    near = tuple(one for one in known if name in one or one in name) or tuple(get_close_matches(name, known, 4, 0.5))
    return InputError(
        msg("typed.unknown", "Nothing called {name} is kept there.", name=name),
        msg("typed.unknown.remedy", "Did you mean: {near}?", near=near or known[:12]),
        "/".join(segments),
    )


def _limit_at(name: str, segments: paths.Segments) -> Attribute:
    """Return the limit that a plan's own value replaces; raises InputError where there is none or it stands fast."""
    found = limit_attribute(name)
    if found is not None:
        return found
    fast = next((one for one in all_limits() if one.key == name), None)
    if fast is None:
        raise _not_kept(name, open_limits(), segments)
    if name in TOLD_AT:
        raise InputError(
            msg(
                "typed.limit.told",
                "{name} is told as {path}, which is reckoned with.",
                name=fast.label,
                path=TOLD_AT[name],
            ),
            msg("typed.limit.told.remedy", "Set {path}.", path=TOLD_AT[name]),
            "/".join(segments),
        )
    raise InputError(
        msg("typed.limit", "{name} is fixed by a standard or follows from other numbers.", name=fast.label),
        msg("typed.limit.remedy", "Change what the room or the machine is; its finding can be let pass with a reason."),
        "/".join(segments),
    )


def _kinds_of(plan: Plan, owner: Any, segments: paths.Segments) -> tuple[str, ...]:
    if isinstance(owner, SiteNode):
        return (f"site.{owner.type}",)
    if isinstance(owner, WorkloadEntry | Link):
        return ("entry",) if isinstance(owner, WorkloadEntry) else ("link",)
    if isinstance(owner, Line | Existing):
        item, own = plan.item_of(owner.item), ("existing",) if isinstance(owner, Existing) else ()
        return (*own, item.kind, "line") if item is not None else (*own, "line", _ROLE_KINDS.get(owner.role, "line"))
    return ("calendar",) if segments[0] == "calendar" else ("plan",)


def _within(attribute: Attribute) -> Message:
    """Say between which numbers a fact has to lie, where both ends are known."""
    if attribute.choices:
        return msg("typed.choice.remedy", "Choose one of: {choices}.", choices=choices_said(attribute))
    if attribute.low is None or attribute.high is None:
        return msg("typed.bounds.remedy", "Nothing was changed; look at the unit and the number.")
    unit = {one: "" if attribute.unit in ("", "1") else f" {unit_symbol(attribute.unit, one)}" for one in ("zh", "en")}
    low, high = attribute.shown(attribute.low), attribute.shown(attribute.high)
    return msg(
        "typed.bounds.range",
        "Nothing was changed: enter {low} to {high}.",
        low=low,
        high=Labelled(zh=high + unit["zh"], en=high + unit["en"]),
    )


def _number(attribute: Attribute, text: str, unit: str, path: str) -> float:
    """Return a typed number in the attribute's unit, in the cases where the trade says it otherwise.

    A memory module of 32 GiB is sold as 32 GB, and a warranty of three years as one of 36 months; 2008年 names a year.
    """
    if attribute.key.endswith("_year") and (year := _YEAR.fullmatch(normalised(text).strip())) is not None:
        return float(year["year"])
    if attribute.choices and (word := chosen(attribute.key, attribute.choices, text)) is not None:
        return float(word)
    if attribute.key == "breaker_a":
        text = rated_current(text)  # C16 or 16A/1P stands on it
    if attribute.key == "ram_gb":
        text = _BINARY.sub("B", text)
    coins = _COINS.fullmatch(text.strip()) if unit == "CNY/kWh" else None
    if coins is not None:  # 0.6元, 60分: of a kilowatt hour, what else
        return float(parse_number(coins["number"], place=path) / _PER_YUAN[coins["coin"]])
    return float(parse_number(as_typed(attribute.key, unit, text), unit=unit, place=path))


def _fact(attribute: Attribute, text: str, path: str, today: dt.date | None = None) -> dict[str, Any]:
    if attribute.numeric:
        unit = attribute.unit or "1"
        value = _number(attribute, text, unit, path)
        fault = attribute.out_of_bounds(value)
        if fault is not None:
            raise InputError(fault, _within(attribute), path)
        return {"value": value}
    if attribute.type == "flag":
        return {"value": _flag(text, path)}
    if attribute.type == "choice":
        return {"value": _chosen(attribute, text, path)}
    if attribute.type == "date":
        return {"value": day_in(attribute.key, text, today=today, place=path).value.isoformat()}
    return {"value": written(attribute.key, text, path)}
