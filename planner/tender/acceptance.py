"""Acceptance: the stages, the test programs with their pass lines, and which stage looks at which requirement.

A program is asked where one of its requirements is; its pass line is the requirement's bound, times the published
share for nominal values (``pass_share`` of the library).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from planner.messages import Labelled
from planner.tables import rows
from planner.tender.packages import PackageKind, Purchase
from planner.tender.parameters import Parameter
from planner.tender.thresholds import pass_value
from planner.tender.wording import quantity

if TYPE_CHECKING:
    from collections.abc import Mapping


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """A stage of acceptance: when, who, what, and what passes; texts may name values in braces."""

    key: str
    name: Labelled
    time: Labelled
    people: Labelled
    content: Labelled
    passes: Labelled


class Program(msgspec.Struct, frozen=True, kw_only=True):
    """A test program with the requirements it tests; ``note`` passes beside the lines of the requirements.

    ``recorded`` are the library codes whose measured value is only written down: a nominal value no test reaches.
    """

    code: str
    key: str
    stage: str
    name: Labelled
    method: Labelled
    note: Labelled
    tested: tuple[Parameter, ...]
    recorded: tuple[str, ...]


def stages(purchase: Purchase) -> tuple[Stage, ...]:
    """Return the stages for the packages there are."""
    kinds: set[PackageKind] = {one.kind for one in purchase.packages}
    return tuple(stage for kind, stage in _stages() if kind in kinds)


def programs(parameters: Sequence[Parameter]) -> tuple[Program, ...]:
    """Return the programs that test one of ``parameters``, numbered T-01 and on."""
    found: list[Program] = []
    for row in rows("tender/programs.csv"):
        codes = row["codes"].split("|")
        tested = tuple(one for one in parameters if one.library in codes)
        if tested:
            found.append(_program(f"T-{len(found) + 1:02d}", row, tested))
    return tuple(found)


def stage_of(one: Parameter, found: Sequence[Program]) -> str:
    """Return the stage that looks at a requirement: its program's, else arrival, for services the service's own."""
    if one.library.startswith("svc."):
        return "service"
    return next((program.stage for program in found if one in program.tested), "arrival")


def pass_line(one: Parameter, language: str) -> str:
    """Return what a test must reach for a requirement with numbers ('≥600 GB/s'), '' for others."""
    unit = one.unit_text(language) if language == "zh" or one.unit else ""  # 'Number of cards ≥4': the name counts
    if one.kind == "min" and one.low is not None:
        share = one.row.pass_share
        return "≥" + quantity(one.low if share is None else pass_value(one.low, share), unit)
    if one.kind == "max" and one.high is not None:
        return "≤" + quantity(one.high, unit)
    if one.kind == "range_cover":
        return ("～" if language == "zh" else " to ").join(quantity(end, unit) for end in (one.low, one.high))
    return ""


def _program(code: str, row: Mapping[str, str], tested: tuple[Parameter, ...]) -> Program:
    return Program(
        code=code,
        key=row["key"],
        stage=row["stage"],
        name=Labelled(zh=row["name_zh"], en=row["name_en"]),
        method=Labelled(zh=row["method_zh"], en=row["method_en"]),
        note=Labelled(zh=row["note_zh"], en=row["note_en"]),
        tested=tested,
        recorded=tuple(part for part in row["recorded"].split("|") if part),
    )


@lru_cache(maxsize=1)
def _stages() -> tuple[tuple[str, Stage], ...]:
    return tuple((row["kinds"], _stage(row)) for row in rows("tender/stages.csv"))


def _stage(row: Mapping[str, str]) -> Stage:
    def both(name: str) -> Labelled:
        return Labelled(zh=row[f"{name}_zh"], en=row[f"{name}_en"])

    return Stage(
        key=row["key"],
        name=both("name"),
        time=both("time"),
        people=both("people"),
        content=both("content"),
        passes=both("pass"),
    )
