"""Refit the free constants of sizing on published measurements, and show what would change; nothing is written.

    python -m tests.refit [CASES.csv ...] [--class decode_tps] [--hold-out]

Each class of constants is fitted on the scored rows of its kinds by coordinate descent on the mean absolute log error.
A constant moves only if the rows pay for it: leaving the value of the table costs as much as an error on several rows.
With ``--hold-out`` every source is left out once and judged by constants fitted without it.
"""

from __future__ import annotations

import argparse
import csv
import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from planner.calc.media_rows import media_predictors
from planner.calc.memory_rows import memory_predictors
from planner.calc.row_jobs import Catalog
from planner.calc.sizing_rows import Predictor, Row
from planner.calc.speed_rows import speed_predictors
from planner.catalog.load import bundled_by_id, bundled_of
from planner.errors import PlannerError
from planner.workload.constants import SizingConstant, free_constants, sizing_constants, trying

CASES = tuple(Path(__file__).parent / "cases" / name for name in ("memory_cases.csv", "speed_cases.csv"))
KINDS = {
    "decode_tps": ("decode_tps", "decode_tps_moe"),
    "vision": ("vision_infer_img_s", "vision_train_img_s"),
    "media_mem": ("infer_mem_media",),
}
STEPS = (0.15, 0.06, 0.02)
LARGEST = 1.0  # an error counts at most as e-fold: a row that no constant explains must not rule the fit
STAYING = 2.0  # rows' worth of error that an e-fold change of a constant has to save


def predictors() -> Mapping[str, Predictor]:
    """Return the rules of all kinds by the bundled catalog."""
    models = {item.name: item for item in bundled_of("model")}
    catalog = Catalog(model=models.get, card=bundled_by_id().get, cards=bundled_of("accelerator"))
    return {**memory_predictors(models.get), **media_predictors(models.get), **speed_predictors(catalog)}


def read(path: Path) -> list[Row]:
    """Return the rows of a file of cases."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def scored_rows(rows: Iterable[Row], kinds: Sequence[str]) -> list[Row]:
    """Return the rows of the kinds that may be fitted on."""
    return [row for row in rows if row["kind"] in kinds and row["score"] != "no" and row["measured_value"]]


def errors(rows: Iterable[Row], rules: Mapping[str, Predictor]) -> list[float]:
    """Return the natural logs of estimate over measurement; rows that cannot be estimated are left out."""
    found = []
    for row in rows:
        try:
            found.append(math.log(rules[row["kind"]](row).value / float(row["measured_value"])))
        except PlannerError:
            continue
    return found


def loss(rows: Sequence[Row], rules: Mapping[str, Predictor], values: Mapping[str, float]) -> float:
    """Return what the constants cost: capped errors, and the way from the table's values."""
    with trying(values):
        rowwise = sum(min(abs(error), LARGEST) for error in errors(rows, rules))
    moved = sum(abs(math.log(value / sizing_constants()[name].value)) for name, value in values.items())
    return rowwise + STAYING * moved


def fitted(
    rows: Sequence[Row], rules: Mapping[str, Predictor], constants: Sequence[SizingConstant]
) -> dict[str, float]:
    """Return the values that cost least, each inside its range."""
    values = {one.id: one.value for one in constants}
    best = loss(rows, rules, values)
    for step in STEPS:
        moved = True
        while moved:
            moved = False
            for one in constants:
                for factor in (1 + step, 1 / (1 + step)):
                    tried = {**values, one.id: min(max(values[one.id] * factor, one.low), one.high)}
                    cost = loss(rows, rules, tried)
                    if cost < best - 1e-9:
                        values, best, moved = tried, cost, True
    return values


def summary(found: Sequence[float]) -> str:
    """Return median and P90 of the relative errors."""
    size = sorted(abs(math.expm1(error)) for error in found)
    if not size:
        return "no rows"
    p90 = size[min(len(size), math.ceil(0.9 * len(size))) - 1]
    return f"n {len(size)}, median {statistics.median(size):.1%}, P90 {p90:.1%}, bias {statistics.median(found):+.1%}"


def refit(result: str, rows: Sequence[Row], hold_out: bool, write: Callable[[str], object] = print) -> dict[str, float]:
    """Refit the constants of one class, tell what changes, and return the new values."""
    kinds, rules = KINDS.get(result, (result,)), predictors()
    chosen = scored_rows(rows, kinds)
    constants = free_constants(result)
    write(f"{result}: {len(constants)} free constants, {summary(errors(chosen, rules))}")
    values = fitted(chosen, rules, constants)
    with trying(values):
        write(f"  refitted: {summary(errors(chosen, rules))}")
    for one in constants:
        if abs(values[one.id] / one.value - 1) > 0.005:
            write(f"  {one.id}: {one.value:g} -> {values[one.id]:.4g} {one.unit}")
    if hold_out:
        write(f"  each source held out: {summary(_held_out(chosen, rules, constants))}")
    return values


def _held_out(rows: Sequence[Row], rules: Mapping[str, Predictor], constants: Sequence[SizingConstant]) -> list[float]:
    found: list[float] = []
    for source in sorted({_source(row) for row in rows}):
        values = fitted([row for row in rows if _source(row) != source], rules, constants)
        with trying(values):
            found += errors([row for row in rows if _source(row) == source], rules)
    return found


def _source(row: Row) -> str:
    return row["source"].split("@")[0]


def main() -> None:
    """Refit the classes that were asked for."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("cases", nargs="*", type=Path, default=CASES)
    reader.add_argument("--class", dest="result", default="")
    reader.add_argument("--hold-out", action="store_true")
    asked = reader.parse_args()
    rows = [row for path in asked.cases for row in read(path)]
    for result in dict.fromkeys(one.result for one in free_constants(asked.result)):
        refit(result, rows, asked.hold_out)


if __name__ == "__main__":
    main()
