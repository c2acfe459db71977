"""Plan files: the JSON form of a plan, strict in reading, keeping what it does not know.

``.lpplan`` is UTF-8 JSON ``{"schema": "labprocure.plan/1", ...}`` with the catalog rows it uses. Unknown fields of a
newer minor version are kept in ``extra`` of the part they stand in and written back in the same place.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from planner.catalog.items import Item
from planner.errors import PlanFileError
from planner.messages import Message, msg
from planner.plan import shape
from planner.plan.document import SCHEMA, SCHEMA_MINOR, Plan
from planner.plan.rules import broken_rules

_FAMILY, _MAJOR = SCHEMA.rsplit("/", 1)
MAX_BYTES = 64 * 1024 * 1024


def encode_plan(plan: Plan, with_items: bool = True, indent: int = 0) -> bytes:
    """Return the JSON of ``plan``; the same plan gives the same bytes."""
    raw = _lifted(msgspec.to_builtins(plan, builtin_types=(dt.date,)))
    if not with_items:
        raw.pop("items", None)
    whole = {"schema": SCHEMA, "minor": SCHEMA_MINOR, **raw}
    packed = msgspec.json.encode(whole, order="deterministic" if not indent else None)
    return msgspec.json.format(packed, indent=indent) + b"\n" if indent else packed


def decode_plan(data: bytes, items: Mapping[str, Item] | None = None, place: str = "") -> Plan:
    """Return the plan in ``data``; raises PlanFileError (damaged, older, newer) naming the place in the file."""
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _damaged(place, str(error)) from error
    return plan_from_builtins(raw, items, place)


def plan_from_builtins(raw: Any, items: Mapping[str, Item] | None = None, place: str = "") -> Plan:
    """Return the plan in decoded JSON ``raw``; ``items`` replace the rows in it when given."""
    if not isinstance(raw, dict):
        raise _damaged(place, "the file holds no JSON object")
    _check_schema(raw.get("schema"), place)
    body = {key: value for key, value in raw.items() if key not in ("schema", "minor")}
    try:
        plan = msgspec.convert(_sunk(body, Plan), Plan, strict=True)
    except (msgspec.ValidationError, ValueError, ArithmeticError) as error:
        raise _damaged(place, str(error)) from error
    if items is not None:
        plan = msgspec.structs.replace(plan, items=dict(items))
    for fault in broken_rules(plan):
        raise PlanFileError("damaged", fault, _REMEDY_DAMAGED, place)
    return plan


def read_plan(path: Path) -> Plan:
    """Return the plan in the file ``path``; writes nothing."""
    place = str(path)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise _damaged(place, "larger than 64 MiB")
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise PlanFileError(
            "missing",
            msg("plan_file.missing", "There is no such plan file."),
            msg("plan_file.missing.remedy", "Check the path, or make one with: labprocure plan new."),
            place,
        ) from error
    except OSError as error:
        raise PlanFileError(
            "missing",
            msg(
                "plan_file.unreadable", "The plan file cannot be read ({reason}).", reason=error.strerror or str(error)
            ),
            msg("plan_file.unreadable.remedy", "Check that it is a file and that you may read it."),
            place,
        ) from error
    return decode_plan(data.removeprefix(b"\xef\xbb\xbf"), place=place)


def write_plan(plan: Plan, path: Path) -> int:
    """Write ``plan`` to ``path`` as a whole or not at all; returns the number of bytes."""
    data = encode_plan(plan, indent=2)
    partial = path.with_name(f".{path.name}.part")
    try:
        partial.write_bytes(data)
        partial.replace(path)
    except OSError as error:
        if partial.exists():
            partial.unlink()
        raise PlanFileError(
            "unwritable",
            msg(
                "plan_file.unwritable", "The plan could not be written ({reason}).", reason=error.strerror or str(error)
            ),
            msg("plan_file.unwritable.remedy", "Close the file where it is open, or choose a folder you may write to."),
            str(path),
        ) from error
    return len(data)


_REMEDY_DAMAGED = msg("plan_file.damaged.remedy", "Open an earlier copy; the file itself was not changed.")


def _damaged(place: str, reason: str) -> PlanFileError:
    message: Message = msg("plan_file.damaged", "The plan file is damaged: {reason}.", reason=reason.rstrip("."))
    return PlanFileError("damaged", message, _REMEDY_DAMAGED, place)


def _check_schema(schema: Any, place: str) -> None:
    family, _, major = str(schema or "").rpartition("/")
    if family != _FAMILY or not major.isdigit():
        raise _damaged(place, f'"schema" is {schema!r}, not "{SCHEMA}"')
    if int(major) > int(_MAJOR):
        raise PlanFileError(
            "newer",
            msg("plan_file.newer", "The plan file is of a newer version ({schema}).", schema=schema),
            msg("plan_file.newer.remedy", "Open it with a newer program; the file was not changed."),
            place,
        )


def _lifted(value: Any) -> Any:
    """Put the fields kept in ``extra`` back beside the known ones."""
    if isinstance(value, dict):
        kept = value.pop("extra", None) or {}
        return {key: _lifted(part) for key, part in {**value, **kept}.items()}
    if isinstance(value, list | tuple):
        return [_lifted(part) for part in value]
    return value


def _sunk(raw: Any, kind: Any) -> Any:
    """Move the fields that ``kind`` does not know into its ``extra``."""
    node = shape.node_in(kind)
    if node is not None and isinstance(raw, dict):
        hints = shape.hints(node)
        known = {key: _sunk(value, hints[key]) for key, value in raw.items() if key in hints}
        unknown = {key: value for key, value in raw.items() if key not in hints}
        return {**known, "extra": {**known.get("extra", {}), **unknown}} if unknown else known
    if isinstance(raw, list):
        part = shape.element(kind)
        return [_sunk(one, part) for one in raw]
    if isinstance(raw, dict):
        part = shape.element(kind)
        return {key: _sunk(one, part) for key, one in raw.items()}
    return raw
