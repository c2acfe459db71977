"""Users' own forms: list their fields with a plan's values, fill them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from planner.assess.run import assess
from planner.catalog.items import Item
from planner.errors import unknown_id
from planner.exchange.form_fields import Field, FieldRow, field_rows, groups
from planner.exchange.form_format import written
from planner.exchange.form_report import Missing, Spot
from planner.exchange.form_values import FormValues, form_values
from planner.exchange.forms import FilledForm, Form, check_target, fill_form, read_form, write_form
from planner.messages import Message, msg, render
from planner.plan.document import Plan
from planner.tender.derive import derive

JsonObject = dict[str, Any]
_EXCERPT = 60


class FormRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What a form is filled from: plan, alternative ('' is the chosen one), day, market, and values typed by name."""

    plan: Plan
    alternative: str
    today: dt.date
    market: tuple[Item, ...]
    typed: Mapping[str, str] = msgspec.field(default_factory=dict)


def values_for(request: FormRequest, language: str) -> FormValues:
    """Return the values of a request in the language of the form.

    Raises:
        UnknownIdError: there is no such alternative.
        InputError: a typed value cannot be read.
    """
    plan = request.plan
    ids = tuple(one.id for one in plan.alternatives)
    wanted = request.alternative or plan.chosen or (ids[0] if ids else "")
    if wanted not in ids:
        raise unknown_id(msg("kind.alternative", "alternative"), wanted, ids)
    assessment = assess(plan, wanted, request.today, market=request.market)
    cards = tuple(item for item in request.market if item.kind in ("accelerator", "system")) or None
    return form_values(assessment, derive(assessment, cards), request.today, language, request.typed)


def form_at(path: Path) -> Form:
    """Return the fields of the form at ``path``; raises ImportFailed, saying what it is instead and what to do."""
    return read_form(path)


def fill(request: FormRequest, form_path: Path, out: Path, *, blank: bool = False, language: str = "") -> FilledForm:
    """Fill a form and write it to ``out``; ``language`` of the values is that of the form's fields unless given.

    Raises:
        ImportFailed: the form cannot be read or filled.
        InputError: a typed value cannot be read, or ``out`` does not go with the form.
        ExportError: the target cannot be written.
    """
    check_target(form_path, out)
    form = form_at(form_path)
    filled = fill_form(form, values_for(request, language or form.language), blank=blank)
    write_form(filled, out)
    return filled


# ------------------------------------------------------------------------------------------------ fields
def fields_json(form: Form | None, values: FormValues | None, language: str) -> JsonObject:
    """Return the fields of a form, each once with all its places; without a form all known fields."""
    if form is None:
        return {
            "file": None,
            "kind": None,
            "fields": [_known_json(row, values, language) for row in field_rows()],
            "notices": [],
        }
    by_field: dict[tuple[str, str, str], list[Spot]] = {}
    for spot in form.spots:
        by_field.setdefault((spot.field.name, spot.field.format, spot.field.choice), []).append(spot)
    return {
        "file": str(form.path),
        "kind": form.kind,
        "fields": [_field_json(spots, values, language) for spots in by_field.values()],
        "notices": [render(one, language) for one in form.notices],
    }


def _field_json(spots: list[Spot], values: FormValues | None, language: str) -> JsonObject:
    field, row = spots[0].field, spots[0].field.row
    faults = [spot.fault for spot in spots if spot.fault is not None]
    return {
        "name": field.name,
        "field": field.raw,
        "key": row.id if row is not None else None,
        "known": row is not None,
        "type": row.type if row is not None else None,
        "format": field.format,
        "group": field.group or None,
        "optional": field.optional,
        **_value_json(field, values),
        "where": [render(spot.place, language) for spot in spots],
        "fault": render(faults[0], language) if faults else None,
    }


def _known_json(row: FieldRow, values: FormValues | None, language: str) -> JsonObject:
    return {
        "name": _name(row, language),
        "field": f"{{{{{_name(row, language)}}}}}",
        "key": row.id,
        "known": True,
        "type": row.type,
        "format": "",
        "group": row.group or None,
        "optional": False,
        **_value_json(Field(raw="", name=row.key, row=row), values),
        "about": row.about.label(language),
        "aliases": list(row.aliases),
        "where": [],
        "fault": None,
    }


def _name(row: FieldRow, language: str) -> str:
    own = row.name.label(language)
    head = next((one.name.label(language) for one in groups() if one.key == row.group), "")
    return f"{head}.{own}" if head else own


def _value_json(field: Field, values: FormValues | None) -> JsonObject:
    """Return the text that would be written, the rows there are for a group, and what is missing for a value."""
    if values is None:
        return {"value": None, "rows": None, "assumed": False, "missing": []}
    key = field.row.key if field.row is not None else ""
    count = len(values.rows.get(field.group, ())) if field.group else None
    value = values.value(field, 0 if field.group else None)
    return {
        "value": written(field, value, values.language) if value is not None else None,
        "rows": count,
        "assumed": not field.group and key in values.assumed,
        "missing": list(values.open.get(key, ())) if not field.group else [],
    }


def field_lines(found: JsonObject, language: str, *, with_plan: bool = True) -> Iterator[str]:
    """Yield the fields as lines: name, value or why there is none, places; without a plan no value is looked up."""
    for one in found["fields"]:
        yield f"{one['field']}\t{_state(one, language, with_plan=with_plan)}\t{'; '.join(one['where'])}".rstrip()
        if one["fault"]:
            yield f"  ! {one['fault']}"
    yield from found["notices"]


def _state(one: JsonObject, language: str, *, with_plan: bool) -> str:
    if one["value"] is not None:
        text = one["value"].replace("\n", " / ")
        return text if len(text) <= _EXCERPT else text[:_EXCERPT] + "…"
    if not one["known"]:
        return render(msg("form.state.unknown", "(no such field)"), language)
    if one["rows"] is None and not one["where"] and one.get("about"):
        return str(one["about"])
    if not with_plan:
        return render(msg("form.state.no_plan", "(comes from the plan; --plan shows it)"), language)
    return render(msg("form.state.no_value", "(no value)"), language)


# ------------------------------------------------------------------------------------------------ filled
def filled_json(filled: FilledForm, out: Path, language: str) -> JsonObject:
    """Return what was filled, repeated and left, and the parts that changed."""
    counts: dict[str, JsonObject] = {}
    for field in filled.filled:
        key = field.row.id if field.row is not None else None
        entry = counts.setdefault(field.raw, {"name": field.name, "field": field.raw, "key": key, "count": 0})
        entry["count"] += 1
    return {
        "file": str(out),
        "kind": filled.source.kind,
        "bytes": len(filled.content),
        "filled": list(counts.values()),
        "missing": [_missing_json(one, language) for one in filled.missing],
        "repeated": [
            {"group": one.group, "rows": one.rows, "where": render(one.place, language)} for one in filled.repeated
        ],
        "changed_parts": list(filled.changed),
        "removed_parts": list(filled.removed),
        "notices": [render(one, language) for one in filled.notices],
    }


def _missing_json(one: Missing, language: str) -> JsonObject:
    return {
        "name": one.field.name,
        "field": one.field.raw,
        "key": one.field.row.id if one.field.row is not None else None,
        "reason": one.reason,
        "row": None if one.row is None else one.row + 1,
        "where": render(one.place, language),
        "remedy": render(_remedy(one), language),
    }


def _remedy(one: Missing) -> Message:
    row = one.field.row
    if one.reason == "format":
        return msg("form.remedy.format", "The format “{format}” does not fit this value.", format=one.field.format)
    if one.reason == "unknown":
        return msg(
            "form.remedy.unknown",
            "Correct the name, or give the value when filling the form (--value {name}=…).",
            name=one.field.name,
        )
    if row is not None and row.group:
        return msg("form.remedy.row", "Complete it in the plan.")
    if row is not None and row.origin == "typed":
        return msg("form.remedy.typed", "Give it when filling the form (--value {name}=…).", name=one.field.name)
    return msg(
        "form.remedy.plan",
        "Complete it in the plan, or give it when filling the form (--value {name}=…).",
        name=one.field.name,
    )


def filled_lines(found: JsonObject, language: str) -> Iterator[str]:
    """Yield the outcome as lines: the file, then each field without a value with its place and remedy."""
    count = sum(one["count"] for one in found["filled"])
    yield render(msg("form.done", "Written: {file} ({count} fields filled)", file=found["file"], count=count), language)
    for one in found["missing"]:
        yield f"  {one['field']}\t{one['where']}\t{one['remedy']}"
    yield from found["notices"]
