"""Files of published sizing measurements: every row estimated from its input columns, and how far off each kind is.

``predicted`` is in the row's own unit and never depends on the measured value, ``source`` or ``note``. Rows with
``score`` no are estimated and warned about, but not counted.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Mapping

import msgspec

from planner.calc.run import NotSupported
from planner.errors import PlannerError
from planner.messages import Message, msg

Row = Mapping[str, str]
WITHIN = 0.25
# Head-room a kind must cover (share of rows whose measurement lies below the estimate plus this), where one is asked.
HEAD_ROOM = {"infer_mem": 0.15, "train_mem": 0.25}
# Bounds of median and P90 that a kind is held to; kinds that are not here are reported only.
BOUNDS = {
    "infer_mem": (0.05, 0.25),
    "train_mem": (0.15, 0.40),
    "decode_tps": (0.12, 0.35),
    "prefill_tps": (0.15, 0.40),
    "train_throughput": (0.17, 0.45),
    "served_tps": (0.25, 0.60),
    "video_s": (0.20, 0.50),
}


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """What we say of a row: value and range in ``unit``, and the least that is physically possible, where there is one."""

    value: float
    unit: str
    low: float | None = None
    high: float | None = None
    floor: float | None = None
    ceiling: float | None = None
    doubtful_below: float | None = None
    notes: tuple[Message, ...] = ()


Predictor = Callable[[Row], Estimate]


class SizingCase(msgspec.Struct, frozen=True, kw_only=True):
    """One row: estimate, measured value where the file has one, and warnings about either."""

    id: str
    kind: str
    estimate: Estimate
    measured: float | None
    scored: bool
    warnings: tuple[Message, ...] = ()

    @property
    def error(self) -> float | None:
        """Return the estimate over the measurement less 1 as a fraction, negative where we say too little; None without measurement."""
        return None if self.measured is None else self.estimate.value / self.measured - 1

    @property
    def within(self) -> bool | None:
        """Tell whether a scored row lies within 25 %; None where it is not scored."""
        return None if self.error is None or not self.scored else abs(self.error) <= WITHIN


class KindScore(msgspec.Struct, frozen=True, kw_only=True):
    """How one kind does on its scored rows; errors are fractions, shares are of 1."""

    kind: str
    rows: int
    median: float
    p90: float
    bias: float
    within_25: float
    within_50: float
    covered: float | None
    bounds: tuple[float, float] | None

    @property
    def met(self) -> bool | None:
        """Tell whether the bounds of the kind are met; None where it is reported only."""
        if self.bounds is None:
            return None
        return (
            self.median <= self.bounds[0]
            and self.p90 <= self.bounds[1]
            and (self.covered is None or self.covered >= 0.85)
        )


class SizingReport(msgspec.Struct, frozen=True, kw_only=True):
    """All rows of a file: those that were estimated and those that could not be."""

    cases: tuple[SizingCase, ...]
    not_supported: tuple[NotSupported, ...]

    def score(self, kind: str) -> KindScore | None:
        """Return the figures of one kind; None where no row of it is scored."""
        errors = [case.error for case in self.cases if case.kind == kind and case.scored and case.error is not None]
        return kind_score(kind, errors) if errors else None

    def scores(self) -> tuple[KindScore, ...]:
        """Return the figures of all kinds that have scored rows."""
        kinds = sorted({case.kind for case in self.cases})
        return tuple(one for kind in kinds if (one := self.score(kind)) is not None)


def kind_score(kind: str, errors: list[float]) -> KindScore:
    """Return median, P90 (nearest rank), bias and shares of relative errors, all as fractions."""
    size = sorted(abs(error) for error in errors)
    count = len(size)
    room = HEAD_ROOM.get(kind)
    covered = None if room is None else sum((1 + error) * (1 + room) >= 1 for error in errors) / count
    return KindScore(
        kind=kind,
        rows=count,
        median=statistics.median(size),
        p90=size[min(count, math.ceil(0.9 * count)) - 1],
        bias=statistics.median(errors),
        within_25=sum(error <= WITHIN for error in size) / count,
        within_50=sum(error <= 0.5 for error in size) / count,
        covered=covered,
        bounds=BOUNDS.get(kind),
    )


def sizing_rows(rows: Iterable[Row], predictors: Mapping[str, Predictor]) -> SizingReport:
    """Return estimates for all rows; ``predictors`` answers by kind. Rows that cannot be estimated say why."""
    cases: list[SizingCase] = []
    refused: list[NotSupported] = []
    for row in rows:
        kind = row.get("kind", "")
        answer = predictors.get(kind)
        try:
            if answer is None:
                refused.append(_refused(row, msg("sizing.kind", "There is no rule for {kind}.", kind=kind or "-")))
                continue
            cases.append(_judged(row, answer(row)))
        except PlannerError as problem:
            refused.append(_refused(row, problem.message))
        except ValueError as problem:  # a cell that should be a number
            reason = msg("sizing.number", "A cell is no number ({reason}).", reason=str(problem))
            refused.append(_refused(row, reason))
    return SizingReport(cases=tuple(cases), not_supported=tuple(refused))


def _refused(row: Row, reason: Message) -> NotSupported:
    return NotSupported(id=row.get("id", ""), kind=row.get("kind", ""), reason=reason)


def _judged(row: Row, estimate: Estimate) -> SizingCase:
    cell = row.get("measured_value", "").strip()
    measured = float(cell) if cell else None
    return SizingCase(
        id=row.get("id", ""),
        kind=row.get("kind", ""),
        estimate=estimate,
        measured=measured,
        scored=measured is not None and row.get("score", "yes") != "no",
        warnings=(*estimate.notes, *_impossible(measured, estimate)),
    )


def _impossible(measured: float | None, estimate: Estimate) -> tuple[Message, ...]:
    """Return what is wrong with a measurement that no machine can have made."""
    if measured is None:
        return ()
    if estimate.floor is not None and measured < estimate.floor:
        return (
            msg("sizing.below_floor", "Measured {measured} {unit} is less than the {floor} {unit} that weights and optimizer alone take: not to be reproduced.",
                measured=measured, unit=estimate.unit, floor=round(estimate.floor, 2)),
        )  # fmt: skip
    if estimate.ceiling is not None and measured > estimate.ceiling:
        return (
            msg("sizing.above_ceiling", "Measured {measured} {unit} is more than the {ceiling} {unit} that the hardware can do: not to be reproduced.",
                measured=measured, unit=estimate.unit, ceiling=round(estimate.ceiling, 2)),
        )  # fmt: skip
    if estimate.doubtful_below is not None and measured < estimate.doubtful_below:
        return (
            msg("sizing.far_below", "Measured {measured} {unit} is less than a quarter of the {value} {unit} that such cards show elsewhere: doubtful.",
                measured=measured, unit=estimate.unit, value=round(estimate.value, 2)),
        )  # fmt: skip
    return ()
