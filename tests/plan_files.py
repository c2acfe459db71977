"""Plan files as plain JSON for the tests of the codec: a small one, and one with fields of a newer version in every part."""

from __future__ import annotations

import json
from typing import Any

from planner.plan.codec import encode_plan
from tests.sample_plans import sample

NEWER = {"b": [1, {"c": None}], "a": "新"}


def plain(template: str = "lab-a") -> dict[str, Any]:
    """Return the plan of a template as decoded JSON, free to be changed."""
    raw: dict[str, Any] = json.loads(encode_plan(sample(template)))
    return raw


def packed(raw: Any) -> bytes:
    """Return the bytes of a file with this JSON."""
    return json.dumps(raw, ensure_ascii=False).encode()


def with_newer_fields(raw: Any, inside_mapping: bool = False) -> Any:
    """Return ``raw`` with a field nobody knows in every object that is a part (mappings of facts and rows are not)."""
    if isinstance(raw, list):
        return [with_newer_fields(one) for one in raw]
    if not isinstance(raw, dict):
        return raw
    parts = {
        key: with_newer_fields(one, key in ("facts", "values", "calendar", "items", "attributes"))
        for key, one in raw.items()
    }
    return parts if inside_mapping else {**parts, "of_tomorrow": NEWER}


def at(raw: Any, path: str) -> tuple[Any, Any]:
    """Return the holder and the key or number of the last segment of a path such as ``alternatives/0/lines/1/quantity``."""
    *above, last = (int(part) if part.isdigit() else part for part in path.split("/"))
    for segment in above:
        raw = raw[segment]
    return raw, last
