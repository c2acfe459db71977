"""Plan files: the JSON form of a plan, strict in reading, keeping what it does not know.

``.lpplan`` is UTF-8 JSON ``{"schema": "labprocure.plan/1", ...}`` with the catalog rows it uses. Unknown fields of a
newer minor version are kept in ``extra`` of the part they stand in and written back in the same place; those of money,
titles and catalog rows, which have no ``extra``, in that of the part above, under the same names.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import errno
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec

from planner.catalog.items import Item
from planner.errors import PlanFileError
from planner.messages import Message, msg
from planner.overwriting import refuse_read_only
from planner.plan import kept
from planner.plan.damage import fault_words
from planner.plan.document import SCHEMA, SCHEMA_MINOR, Plan
from planner.plan.rows import pruned
from planner.plan.rules import broken_rules

_OF_PLAN = {"BU05": "BU18", "DQ02": "DQ03"}
_OF_PARTS = {"DQ03": "DQ02"}
_FAMILY, _MAJOR = SCHEMA.rsplit("/", 1)
_OLDEST = 1
MAX_BYTES = 64 * 1024 * 1024


def encode_plan(plan: Plan, with_items: bool = True, indent: int = 0) -> bytes:
    """Return the JSON of ``plan``; the same plan gives the same bytes."""
    told = plan if with_items else msgspec.structs.replace(plan, items={})
    raw = kept.lifted(msgspec.to_builtins(told, builtin_types=(dt.date,)), Plan)
    whole = {"schema": SCHEMA, "minor": SCHEMA_MINOR, **raw}
    packed = msgspec.json.encode(whole, order="deterministic" if not indent else None)
    return msgspec.json.format(packed, indent=indent) + b"\n" if indent else packed


def decode_plan(data: bytes, items: Mapping[str, Item] | None = None, place: str = "") -> Plan:
    """Return the plan in ``data``; raises PlanFileError (damaged, older, newer) naming the place in the file."""
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _damaged(place, fault_words(error)) from error
    return plan_from_builtins(raw, items, place)


def plan_from_builtins(raw: Any, items: Mapping[str, Item] | None = None, place: str = "") -> Plan:
    """Return the plan in decoded JSON ``raw``; ``items`` replace the rows in it when given."""
    if not isinstance(raw, dict):
        raise _damaged(place, msg("plan_file.no_object", "it holds no JSON object"))
    _check_schema(raw.get("schema"), place)
    body = {key: _renamed(key, value) for key, value in raw.items() if key not in ("schema", "minor")}
    try:
        plan = msgspec.convert(kept.sunk({**body, **_newer_minor(raw.get("minor", 0), place)}, Plan), Plan, strict=True)
    except (msgspec.ValidationError, ValueError, ArithmeticError) as error:
        raise _damaged(place, fault_words(error)) from error
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
            raise _damaged(place, msg("plan_file.large", "it is larger than 64 MiB"))
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise PlanFileError(
            "missing",
            msg("plan_file.missing", "There is no such plan file."),
            msg("plan_file.missing.remedy", "Check folder and name of the file; it may have been moved or renamed."),
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
    """Write ``plan`` with the rows it needs to ``path``, as a whole or not at all; returns the number of bytes."""
    data = encode_plan(pruned(plan), indent=2)
    partial = path.with_name(f".{path.name}.{uuid4().hex[:8]}.part")  # two programs may write to one share
    try:
        refuse_read_only(path)
        with partial.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise PlanFileError(
            "unwritable",
            msg("plan_file.unwritable", "The plan could not be written ({reason}).", reason=_why(error)),
            msg("plan_file.unwritable.remedy", "Close the file where it is open, or choose a folder you may write to."),
            str(path),
        ) from error
    return len(data)


def _why(error: OSError) -> Message | str:
    """Return why a file could not be written, in words."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return msg("plan_file.why.folder", "the folder is not there; was the disk unplugged?")
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return msg("plan_file.why.locked", "file or folder is read-only, or open in another program")
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return msg("plan_file.why.full", "the disk is full")
    return error.strerror or str(error)


_REMEDY_DAMAGED = msg("plan_file.damaged.remedy", "Open an earlier copy; the file itself was not changed.")


def _renamed(key: str, parts: Any) -> Any:
    """Return waivers and snoozes with their check under its id of today.

    The contingency was BU05, rows that are no products DQ02, both about the plan; contradictions were DQ03, never about it.
    """
    if key not in ("waivers", "snoozes") or not isinstance(parts, list):
        return parts
    return [_under_id_of_today(one) if isinstance(one, dict) else one for one in parts]


def _under_id_of_today(one: dict[str, Any]) -> dict[str, Any]:
    names = _OF_PLAN if one.get("subject") == "plan" else _OF_PARTS
    check = one.get("check")
    return {**one, "check": names[check]} if isinstance(check, str) and check in names else one


def _other(name: str, found: Any, wanted: str) -> Message:
    shown = repr(str(found)[:80])
    return msg(
        "plan_file.other", '"{name}" is {found}; it should be like "{wanted}"', name=name, found=shown, wanted=wanted
    )


def _damaged(place: str, reason: Message) -> PlanFileError:
    message: Message = msg("plan_file.damaged", "The plan file is damaged: {reason}.", reason=reason)
    return PlanFileError("damaged", message, _REMEDY_DAMAGED, place)


def _check_schema(schema: Any, place: str) -> None:
    if schema is None:
        raise _damaged(place, msg("plan_file.field", "the field {name} is missing", name="schema"))
    family, _, major = schema.rpartition("/") if isinstance(schema, str) else ("", "", "")
    if family != _FAMILY or not re.fullmatch("[0-9]{1,6}", major):
        raise _damaged(place, _other("schema", schema, SCHEMA))
    if int(major) > int(_MAJOR):
        raise PlanFileError(
            "newer",
            msg("plan_file.newer", "The plan file is of a newer version ({schema}).", schema=schema),
            msg("plan_file.newer.remedy", "Open it with a newer program; the file was not changed."),
            place,
        )
    if int(major) < _OLDEST:
        raise PlanFileError(
            "older",
            msg("plan_file.older", "There is no version {schema} of plan files.", schema=schema),
            msg("plan_file.older.remedy", "Open the copy that the program itself wrote; the file was not changed."),
            place,
        )


def _newer_minor(minor: Any, place: str) -> dict[str, int]:
    """Return the minor version as a field to keep where it is newer than ours: what we write back is still that."""
    if not isinstance(minor, int) or isinstance(minor, bool) or minor < 0:
        raise _damaged(place, _other("minor", minor, "0"))
    return {"minor": minor} if minor > SCHEMA_MINOR else {}
