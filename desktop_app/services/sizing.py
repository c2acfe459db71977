"""Files of published sizing measurements, scored by kind, as JSON and as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from planner.calc.media_rows import media_predictors
from planner.calc.memory_rows import memory_predictors
from planner.calc.row_jobs import Catalog
from planner.calc.sizing_rows import KindScore, SizingCase, SizingReport, sizing_rows
from planner.calc.speed_rows import speed_predictors
from planner.catalog.items import Item
from planner.catalog.load import bundled_by_id, bundled_of
from planner.messages import msg, render
from planner.workload.constants import free_constants

_MARKS = ("model", "framework", "dtype")


def is_sizing(columns: Iterable[str]) -> bool:
    """Tell whether a table has the columns of sizing measurements."""
    return set(_MARKS) <= set(columns)


def validate_sizing(rows: Iterable[Mapping[str, str]]) -> SizingReport:
    """Return estimates of all rows by the bundled catalog."""
    models = {item.name.casefold(): item for item in bundled_of("model")}

    def find(name: str) -> Item | None:
        return models.get(name.strip().casefold())

    catalog = Catalog(model=find, card=bundled_by_id().get, cards=bundled_of("accelerator"))
    return sizing_rows(rows, {**memory_predictors(find), **media_predictors(find), **speed_predictors(catalog)})


def sizing_json(report: SizingReport, language: str) -> dict[str, Any]:
    """Return a report of measurements: predictions, warnings, and the figures of each kind."""
    scored = [case for case in report.cases if case.within is not None]
    return {
        "cases": [_case(case, language) for case in report.cases],
        "not_supported": [
            {"id": row.id, "kind": row.kind, "reason": render(row.reason, language)} for row in report.not_supported
        ],
        "summary": {
            "rows": len(report.cases) + len(report.not_supported),
            "run": len(report.cases),
            "scored": len(scored),
            "within": sum(case.within is True for case in scored),
            "not_supported": len(report.not_supported),
            "free_constants": _free(report),
            "by_kind": {one.kind: _score(one) for one in report.scores()},
        },
    }


def sizing_lines(report: SizingReport, language: str) -> Iterator[str]:
    """Yield warnings, rows that cannot be estimated, and a line of figures for each kind."""
    for case in report.cases:
        for warning in case.warnings:
            yield f"!! {case.id} {case.kind}: {render(warning, language)}"
    for row in report.not_supported:
        yield f"-- {row.id} {row.kind}: {render(row.reason, language)}"
    for one in report.scores():
        yield render(_told(one), language)
    told = msg("sizing.free", "{count} free constants for these kinds; the others are published or derived.",
               count=_free(report))  # fmt: skip
    yield render(told, language)


def _free(report: SizingReport) -> int:
    kinds = tuple(one.kind for one in report.scores())
    return sum(any(kind.startswith(one.result) for kind in kinds) for one in free_constants())


def _told(one: KindScore) -> Any:
    return msg(
        "sizing.score",
        "{kind}: {rows} rows, median error {median} %, P90 {p90} %, bias {bias} %, within 25 %: {within} %",
        kind=one.kind,
        rows=one.rows,
        median=_percent(one.median),
        p90=_percent(one.p90),
        bias=_percent(one.bias),
        within=_percent(one.within_25),
    )


def _percent(share: float) -> float:
    return round(100 * share, 1)


def _score(one: KindScore) -> dict[str, Any]:
    return {
        "rows": one.rows,
        "median_abs_error": one.median,
        "p90_abs_error": one.p90,
        "bias": one.bias,
        "within_25": one.within_25,
        "within_50": one.within_50,
        "covered": one.covered,
        "bound_median": one.bounds[0] if one.bounds else None,
        "bound_p90": one.bounds[1] if one.bounds else None,
        "met": one.met,
    }


def _case(case: SizingCase, language: str) -> dict[str, Any]:
    estimate = case.estimate
    return {
        "id": case.id,
        "kind": case.kind,
        "predicted": estimate.value,
        "unit": estimate.unit,
        "low": estimate.low,
        "high": estimate.high,
        "within": case.within,
        "error": case.error,
        "scored": case.scored,
        "warnings": [render(warning, language) for warning in case.warnings],
        "reason": None,
    }
