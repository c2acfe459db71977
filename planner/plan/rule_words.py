"""A broken rule told in words: the part by its title, the field by its name; the path stays for the place of the error."""

from __future__ import annotations

from typing import Any

import msgspec

from planner.catalog.attributes import find_attribute
from planner.errors import EditError
from planner.labels import Labelled
from planner.messages import Message, format_value
from planner.plan import paths
from planner.plan.document import Plan, SiteNode
from planner.plan.field_names import JOB_NAMES, PART_NAMES, PRICE_NAMES

_FIELDS: dict[str, Message] = {**JOB_NAMES, **PART_NAMES, **PRICE_NAMES}
_PATHS = ("rule.negative", "rule.from_one", "rule.too_large")


def refusal(fault: Message, plan: Plan, remedy: Message) -> EditError:
    """Return the error for a rule that an edit broke; a number out of its range is told by title and name of the field."""
    path = fault.values.get("place")
    if fault.id not in _PATHS or not isinstance(path, str):
        return EditError(fault, remedy)
    words = Labelled(zh=_words(plan, path, "zh"), en=_words(plan, path, "en"))
    value = str(fault.values["value"]).removesuffix(".0")
    values: dict[str, Any] = {**fault.values, "place": words, "value": value}
    return EditError(msgspec.structs.replace(fault, values=values), remedy, path)


def _words(plan: Plan, path: str, language: str) -> str:
    segments = paths.segments_of(plan, path)
    name = segments[-1]
    holders = [one for end in range(len(segments) - 1, 0, -1) if (one := _part(plan, segments[:end])) is not None]
    title = next((said for one in holders if (said := _title(one, language))), "")
    kinds = [f"site.{one.type}" for one in holders if isinstance(one, SiteNode)]
    attribute = next((one for kind in (*kinds, "entry", "line", "plan") if (one := find_attribute(name, kind))), None)
    found = _FIELDS.get(name) or (attribute.labelled if attribute is not None else None)
    word = format_value(found, language) if found is not None else name
    return f"{title}{'的' if language == 'zh' else ': '}{word}" if title else word


def _part(plan: Plan, segments: paths.Segments) -> Any:
    try:
        return paths.read(plan, segments)
    except EditError:
        return None


def _title(part: Any, language: str) -> str:
    title = getattr(part, "title", "")
    return title.label(language) if isinstance(title, Labelled) else str(title or "") if isinstance(title, str) else ""
