"""Named calculations and files of published cases, as JSON and as text."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from desktop_app.services.views import figure_json
from planner.calc.run import Calculated, Case, CaseReport, NotSupported, list_kinds, validate_rows
from planner.calc.sizing_rows import SizingReport
from planner.errors import ImportFailed
from planner.messages import Message, msg, render

MAX_BYTES = 32 * 1024 * 1024
_COLUMNS = ("id", "kind", "inputs")


def kinds_json(language: str) -> list[dict[str, Any]]:
    """Return all calculations with their inputs."""
    return [
        {
            "name": kind.name,
            "area": kind.area,
            "unit": kind.unit,
            "formula": [formula.text for formula in kind.formulas],
            "label": [formula.label.label(language) for formula in kind.formulas],
            "inputs": [
                {"name": one.name, "unit": one.unit, "type": one.type, "default": one.default, "optional": one.optional}
                for one in kind.inputs
            ],
        }
        for kind in list_kinds()
    ]


def kinds_lines(language: str) -> Iterator[str]:
    """Yield one line for each calculation."""
    for kind in kinds_json(language):
        inputs = " ".join(f"{one['name']}{_default(one)}[{one['unit'] or '1'}]" for one in kind["inputs"])
        yield f"{kind['name']}  {inputs}  -> {kind['unit']}"


def calculation_json(done: Calculated, language: str) -> dict[str, Any]:
    """Return the result of a calculation: the first figure, all figures, or the verdict; ``inf`` as text."""
    figures = [_finite(figure_json(figure)) for figure in done.figures]
    return {
        "kind": done.kind,
        "figure": figures[0] if figures else None,
        "figures": figures,
        "verdict": done.verdict or None,
        "warnings": calculation_warnings(done.kind, language),
    }


def calculation_warnings(kind: str, language: str) -> list[str]:
    """Return what must be said of a calculation whose number is in common and wrong use; the right number with it."""
    from planner.calc.cautions import cautions

    said = (msg("calc.caution", "“{said}” {right}", said=one.said, right=one.right) for one in cautions(kind))
    return [render(one, language) for one in said]


def validate_file(file: Path) -> CaseReport | SizingReport:
    """Run the cases of a CSV or JSON file; raises ImportFailed where it cannot be read as one."""
    from desktop_app.services.sizing import is_sizing, validate_sizing

    rows = _rows(file)
    return validate_sizing(rows) if rows and is_sizing(rows[0]) else validate_rows(rows)


def report_json(report: CaseReport, language: str) -> dict[str, Any]:
    """Return a report of cases; predictions depend on kind and inputs only."""
    scored = [case for case in report.cases if case.within is not None]
    return {
        "cases": [_case(case, language) for case in report.cases],
        "not_supported": [_refused(row, language) for row in report.not_supported],
        "summary": {
            "rows": report.total,
            "run": len(report.cases),
            "scored": len(scored),
            "within": sum(case.within is True for case in scored),
            "not_supported": len(report.not_supported),
            "unread": sum(case.is_unread for case in report.cases),
            "by_kind": _by_kind(report),
        },
    }


def _refused(row: NotSupported, language: str) -> dict[str, Any]:
    remedy = render(row.remedy, language) if row.remedy is not None else None
    return {"id": row.id, "kind": row.kind, "reason": render(row.reason, language), "remedy": remedy}


def _by_kind(report: CaseReport) -> dict[str, dict[str, int]]:
    counts: dict[str, dict[str, int]] = {}
    for case in report.cases:
        one = counts.setdefault(case.kind, {"rows": 0, "within": 0, "not_supported": 0})
        one["rows"] += 1
        one["within"] += case.within is True
    for row in report.not_supported:
        one = counts.setdefault(row.kind, {"rows": 0, "within": 0, "not_supported": 0})
        one["rows"] += 1
        one["not_supported"] += 1
    return counts


def _case(case: Case, language: str) -> dict[str, Any]:
    if isinstance(case.predicted, str):
        predicted: Any = case.predicted
    else:
        numbers = [_number(value) for value in case.predicted]
        predicted = numbers[0] if len(numbers) == 1 else numbers
    reason = render(case.reason, language) if case.reason else None
    return {
        "id": case.id,
        "kind": case.kind,
        "predicted": predicted,
        "unit": case.unit,
        "within": case.within,
        "reason": reason,
    }


def _number(value: float) -> float | str:
    return value if math.isfinite(value) else str(value)


def _finite(figure: dict[str, Any]) -> dict[str, Any]:
    value = figure["value"]
    return {**figure, "value": _number(value)} if value is not None else figure


def _default(one: dict[str, Any]) -> str:
    return "" if one["default"] is None else f"={one['default']}"


def _rows(file: Path) -> list[dict[str, str]]:
    from desktop_app.services.sizing import is_sizing

    text = _text(file)
    if file.suffix.lower() == ".json":
        return _json_rows(file, text)
    reader = csv.DictReader(io.StringIO(text))
    sizing = is_sizing(reader.fieldnames or ())
    absent = [name for name in _COLUMNS if not sizing and name not in (reader.fieldnames or ())]
    if absent:
        raise ImportFailed(
            msg("validate.columns", "The file has no column {names}.", names=tuple(absent)),
            msg("validate.columns.remedy", "A case file has the columns id, kind, inputs, expected, unit, tolerance."),
            str(file),
        )
    try:
        return [{key: cell or "" for key, cell in row.items() if isinstance(key, str)} for row in reader]
    except csv.Error as error:  # a cell of more than 128 KiB: mostly a quote that is never closed
        reason = msg("validate.csv", "Row {row} cannot be read ({reason}).", row=reader.line_num + 1, reason=str(error))
        raise _unreadable(file, reason) from error


def _json_rows(file: Path, text: str) -> list[dict[str, str]]:
    try:
        raw = msgspec.json.decode(text.encode())
    except msgspec.DecodeError as error:
        raise _unreadable(file, msg("validate.json", "It is no JSON ({reason}).", reason=str(error))) from error
    cases = raw.get("cases", []) if isinstance(raw, dict) else raw
    if not isinstance(cases, list):
        raise _unreadable(file, msg("validate.no_cases", "It holds no list of cases."))
    return [
        {"id": str(case.get("id", "")), "kind": str(case.get("kind", ""))} for case in cases if isinstance(case, dict)
    ]


def _text(file: Path) -> str:
    try:
        if file.stat().st_size > MAX_BYTES:
            raise _unreadable(file, msg("validate.large", "It is larger than 32 MiB."))
        data = file.read_bytes()
    except OSError as error:
        raise _unreadable(
            file, msg("validate.os", "It cannot be read ({reason}).", reason=error.strerror or "")
        ) from error
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise _unreadable(file, msg("validate.encoding", "It is neither UTF-8 nor GB18030 text."))


def _unreadable(file: Path, reason: Message) -> ImportFailed:
    return ImportFailed(reason, msg("validate.remedy", "Give a CSV file of cases."), str(file))
