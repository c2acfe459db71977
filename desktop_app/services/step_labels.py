"""The label of a step as it is stored: titles as they stood, the field, and for a single value from what to what.

It is made when the step is done: then the plan before and after are at hand, also the title of what was removed.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from desktop_app.services.build_table import GROUPS, UOM
from desktop_app.services.fields import field_view
from desktop_app.services.row_names import row_label
from desktop_app.services.step_words import place_words
from desktop_app.services.subjects import subject_title
from planner.catalog.attributes import find_attribute
from planner.catalog.choices import choice_text
from planner.errors import EditError, InputError
from planner.messages import Labelled, Message, format_number, format_value, msg, render, unit_symbol
from planner.money import Money, MoneyError
from planner.plan import paths
from planner.plan.document import Fact, Plan, Price
from planner.plan.edits import AddPart, Batch, Edit, RemovePart, SetValue

_MOST_NAMED = 3  # a step of more parts names these and counts the others
_NOTHING = msg("step.nothing", "nothing")
_MARKS = {"star": "★", "important": "▲", "general": ""}
_NO_MARK = msg("purchase.mark.general", "no mark")
_PARTS = ("fund", "stage", "parent", "people", "node", "line")


def step_label(edit: Edit, before: Plan, after: Plan) -> Message:
    """Return what a step is called that led from ``before`` to ``after``; its values are words in both languages."""
    if isinstance(edit, Batch) and not edit.title:
        return _several(edit, before, after)
    if isinstance(edit, SetValue):
        return _set(edit, before, after)
    if isinstance(edit, AddPart):
        return msg("step.add", "Add {what}", what=_added(edit, after))
    if isinstance(edit, RemovePart):
        return msg("step.remove", "Remove {what}", what=_place(edit.path, before))
    return edit.label()


def _several(edit: Batch, before: Plan, after: Plan) -> Message:
    edits = _without_details(edit)
    labels = [step_label(one, before, after) for one in edits[:_MOST_NAMED]]
    said = Labelled(
        zh="；".join(render(one, "zh") for one in labels), en="; ".join(render(one, "en") for one in labels)
    )
    more = len(edits) - len(labels)
    if not labels:
        return edit.label()
    if more:
        return msg("step.more", "{steps}; and {count} more", steps=said, count=more)
    return msg("step.several", "{steps}", steps=said)


def _without_details(edit: Batch) -> list[Edit]:
    """Return the steps without those that only fill in a part which the same step adds."""
    added = [
        f"{one.path}/{one.value['id']}/"
        for one in edit.edits
        if isinstance(one, AddPart) and isinstance(one.value, dict) and one.value.get("id")
    ]
    return [one for one in edit.edits if not str(getattr(one, "path", "")).startswith(tuple(added))]


def _set(edit: SetValue, before: Plan, after: Plan) -> Message:
    segments = paths.segments_of(before, edit.path)
    what = _place(edit.path, before if _is_there(before, segments) else after)
    values = [_said(plan, segments) for plan in (before, after)]
    if None in values:
        return msg("step.set", "Change {what}", what=what)
    return msg("step.set_to", "Change {what} from {was} to {now}", what=what, was=values[0], now=values[1])


def _is_there(plan: Plan, segments: paths.Segments) -> bool:
    """Tell whether a plan has the part that a path leads into; one that the same step adds is not there before."""
    parts = segments[:4] if segments[:1] == ("alternatives",) else segments[:2]
    try:
        paths.read(plan, parts)
    except EditError:
        return False
    return True


def _place(path: str, plan: Plan) -> Labelled:
    return Labelled(zh=place_words(path, plan, "zh"), en=place_words(path, plan, "en"))


def _added(edit: AddPart, after: Plan) -> Labelled:
    """Return what was added is called: its title, or the line a feed is for, or the collection."""
    value: dict[str, Any] = edit.value if isinstance(edit.value, dict) else {}
    if name := str(value.get("id") or ""):
        return _place(f"{edit.path}/{name}", after)
    segments = paths.segments_of(after, edit.path)
    alternative = segments[1] if segments[0] == "alternatives" and len(segments) > 1 else value.get("alternative", "")
    subject = str(value.get("line") or value.get("subject") or "")
    if not subject:
        return _place(edit.path, after)
    words = {language: place_words(segments[-1], after, language) for language in ("zh", "en")}
    titles = {language: subject_title(after, str(alternative), subject, language) for language in ("zh", "en")}
    return Labelled(zh=f"{words['zh']}（{titles['zh']}）", en=f"{words['en']} ({titles['en']})")


def _said(plan: Plan, segments: paths.Segments) -> Labelled | None:
    """Return the single value at a path in words, None where more than one value stands there."""
    try:
        value = paths.read(plan, segments)
    except EditError:
        value = None
    found = [_words(value, segments, plan, language) for language in ("zh", "en")]
    return Labelled(zh=found[0], en=found[1]) if found[0] is not None and found[1] is not None else None


def _words(value: Any, segments: paths.Segments, plan: Plan, language: str) -> str | None:
    if isinstance(value, Fact):
        return _words(value.value, (*segments, "value"), plan, language)
    if (seen := _as_shown(segments, value, plan, language)) is not None:
        return seen
    if isinstance(value, Price):
        value = _amount(value)
    if value is None or value == "":
        return render(_NOTHING, language)
    if isinstance(value, str):
        return _text(value, segments, plan, language)
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return _number(value, segments, plan, language)
    if isinstance(value, bool | Money | Labelled | dt.date):
        return format_value(value, language)
    return None


def _amount(price: Price) -> Money | Decimal | None:
    """Return the chosen price as money; as a bare number where it has more decimals than its currency."""
    if price.chosen is None:
        return None
    try:
        return Money(amount=price.chosen, currency=price.currency)
    except MoneyError:
        return price.chosen


def _text(value: str, segments: paths.Segments, plan: Plan, language: str) -> str:
    """Return a text in words: what an id names, a choice, or the text itself."""
    if "marks" in segments:
        return _MARKS[value] or render(_NO_MARK, language)
    field = next(name for name in _fields(segments))
    alternative = segments[1] if segments[0] == "alternatives" else ""
    if field == "chosen" and (one := plan.alternative(value)) is not None:
        return one.title.label(language)
    if field == "role" and (group := next((one for one in GROUPS if value in one.roles), None)) is not None:
        return render(group.title, language)
    if field == "uom":
        return format_value(UOM[value], language) if value in UOM else value
    if field in ("item", "card", "model") and (item := plan.item_of(value)) is not None:
        return format_value(row_label(item), language)
    if field in _PARTS:
        one = plan.alternative(alternative)
        stage = next((each for each in (one.stages if one else ()) if each.id == value), None)
        return stage.title.label(language) if stage is not None else subject_title(plan, alternative, value, language)
    return choice_text(field, value, language)


def _as_shown(segments: paths.Segments, value: Any, plan: Plan, language: str) -> str | None:
    """Return a value of a job or a measured quantity as its field shows it, None where another rule says it."""
    if not set(segments) & {"workload", "values", "facts", "calendar"} or value is None or value == "":
        return None
    name = next(_fields(segments))
    if name in ("title", *_PARTS):
        return None
    path = "/".join(segments).removesuffix("/value")
    try:
        field = field_view(plan, path, language)
    except (EditError, InputError):
        return None
    if field.choices:
        return dict(field.choices).get(field.key, field.key)
    return f"{field.text} {field.unit}".strip() if field.kind == "text" and field.text else None


def _number(value: float | Decimal, segments: paths.Segments, plan: Plan, language: str) -> str:
    field = next(name for name in _fields(segments))
    if field.endswith("_rate"):
        return f"{format_number(value * 100)} %"
    node = plan.node(segments[1]) if segments[0] == "site" and len(segments) > 1 else None
    attribute = find_attribute(field, f"site.{node.type}") if node is not None else None
    unit = unit_symbol(attribute.unit, language) if attribute is not None and attribute.unit not in ("", "1") else ""
    return f"{format_number(value)} {unit}".strip()


def _fields(segments: paths.Segments) -> Iterator[str]:
    """Yield the names of a path from its end, without what only says that a value stands there."""
    yield from (name for name in reversed(segments) if name not in ("value", "values", "facts"))
