"""Write docs/accuracy.md and its plots: how far our estimates and those of public estimators are from published cases.

    python packaging/accuracy_report.py [CASES.csv ...]

Reads the tables under tests/cases unless others are given. Run again after a change of formulas or constants.
"""

from __future__ import annotations

import csv
import math
import sys
from collections import Counter
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT))

from planner.calc.sizing_rows import KindScore, SizingCase, SizingReport, kind_score, sizing_rows  # noqa: E402
from planner.workload.constants import free_constants, sizing_constants  # noqa: E402
from tests.public_estimators import ESTIMATORS, answers  # noqa: E402
from tests.refit import predictors  # noqa: E402

DOCS = PROJECT / "docs"
CASES = (PROJECT / "tests/cases/memory_cases.csv", PROJECT / "tests/cases/speed_cases.csv")
PLOTTED = (
    *("infer_mem", "train_mem", "decode_tps", "decode_tps_moe", "prefill_tps", "served_tps", "train_throughput"),
    *("video_s", "pretrain_gpu_hours", "collective_gb_s"),
)
SIDE, LEFT, TOP, RIGHT, BOTTOM = 320, 64, 34, 16, 46
_GIB = {"GB": 1e9 / 2**30, "GiB": 1.0, "MiB": 1 / 1024}
INK, GRID, OURS, BAND = "#30363d", "#d8dee4", "#1f6feb", "#eaf1fb"

Rows = dict[str, dict[str, str]]


def read(paths: tuple[Path, ...]) -> Rows:
    """Return all rows by id."""
    found: Rows = {}
    for path in paths:
        with path.open(encoding="utf-8", newline="") as file:
            found.update((row["id"], row) for row in csv.DictReader(file))
    return found


def scored(report: SizingReport, kind: str) -> list[SizingCase]:
    """Return the cases of a kind that are scored."""
    return [case for case in report.cases if case.kind == kind and case.scored]


def _ticks(low: float, high: float) -> list[float]:
    steps = (1.0, 2.0, 5.0) if high / low < 300 else (1.0,)
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    return [step * 10.0**power for power in powers for step in steps if low <= step * 10.0**power <= high]


def _short(value: float) -> str:
    for size, mark in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{mark}"
    return f"{value:g}"


def plot(kind: str, unit: str, points: list[tuple[float, float]]) -> str:
    """Return predicted against measured on logarithmic axes, with the bands of 25 % and a factor of 2, as SVG."""
    values = [value for point in points for value in point]
    low, high = min(values) / 1.3, max(values) * 1.3
    span = math.log(high / low)

    def across(value: float) -> float:
        return LEFT + SIDE * math.log(value / low) / span

    def up(value: float) -> float:
        return TOP + SIDE * (1 - math.log(value / low) / span)

    parts = [_head(kind, unit, len(points)), _band(low, high, 1.25, across, up)]
    for tick in _ticks(low, high):
        x, y = across(tick), up(tick)
        parts.append(
            f'<path d="M{x:.1f} {TOP}V{TOP + SIDE}M{LEFT} {y:.1f}H{LEFT + SIDE}" stroke="{GRID}" fill="none"/>'
        )
        parts.append(f'<text x="{x:.1f}" y="{TOP + SIDE + 15}" text-anchor="middle">{_short(tick)}</text>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{_short(tick)}</text>')
    corner = f"M{LEFT} {TOP + SIDE}L{LEFT + SIDE} {TOP}"
    parts.append(f'<path d="{corner}" stroke="{INK}" fill="none"/>')
    parts += [
        f'<circle cx="{across(m):.1f}" cy="{up(p):.1f}" r="3.2" fill="{OURS}" fill-opacity=".6"/>' for m, p in points
    ]
    return "\n".join((*parts, "</svg>", ""))


def _head(kind: str, unit: str, count: int) -> str:
    width, height = LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM
    middle = TOP + SIDE / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="Noto Sans SC, Helvetica, Arial, sans-serif" font-size="11" fill="{INK}">\n'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>\n'
        f'<text x="{LEFT}" y="20" font-size="13" font-weight="bold">{kind}: {count} cases, {unit}</text>\n'
        f'<text x="{LEFT + SIDE / 2}" y="{height - 10}" text-anchor="middle">measured</text>\n'
        f'<text transform="translate(14 {middle}) rotate(-90)" text-anchor="middle">predicted</text>'
    )


def _band(low: float, high: float, factor: float, across, up) -> str:  # type: ignore[no-untyped-def]
    """Return the area within a factor of the diagonal, cut at the frame."""
    edge = [
        (low, low * factor),
        (high / factor, high),
        (high, high),
        (high, high / factor),
        (low * factor, low),
        (low, low),
    ]
    return f'<polygon points="{" ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in edge)}" fill="{BAND}"/>'


def score_line(kind: str, score: KindScore) -> str:
    """Return the row of a kind for the table of our own figures."""
    bounds = "reported" if score.bounds is None else f"{score.bounds[0]:.0%} / {score.bounds[1]:.0%}"
    met = {True: "yes", False: "no", None: ""}[score.met]
    covered = "" if score.covered is None else f"{score.covered:.0%}"
    return (
        f"| {kind} | {score.rows} | {score.median:.1%} | {score.p90:.1%} | {score.bias:+.1%} | {score.within_25:.0%} "
        f"| {covered} | {bounds} | {met} |"
    )


def compared(report: SizingReport, rows: Rows) -> list[str]:
    """Return the table of public estimators beside ours on the cases both answer."""
    lines = [
        "| kind | estimator | rule | cases | theirs: median | P90 | ours: median | P90 |",
        "|---|---|---|---|---|---|---|---|",
    ]
    ours = {case.id: case for case in report.cases if case.scored and case.measured}
    for one in ESTIMATORS:
        told = answers(one, {case_id: rows[case_id] for case_id in ours})
        both = [(value, ours[case_id]) for case_id, value in told.items()]
        if not both:
            continue
        theirs = kind_score(one.kind, [value / (case.measured or 1) - 1 for value, case in both])
        own = kind_score(one.kind, [case.error or 0.0 for _value, case in both])
        lines.append(
            f"| {one.kind} | {one.name} | {one.rule} | {len(both)} | {theirs.median:.1%} | {theirs.p90:.0%} "
            f"| {own.median:.1%} | {own.p90:.0%} |"
        )
    return lines


def text(report: SizingReport, rows: Rows) -> str:
    """Return the whole page."""
    constants = sizing_constants().values()
    free = free_constants()
    origins = Counter(one.origin for one in constants)
    by_result = Counter(one.result for one in free)
    table = [score_line(one.kind, one) for one in report.scores()]
    plots = [f"![{kind}](accuracy/{kind}.svg)" for kind in PLOTTED if scored(report, kind)]
    refused = Counter(row.kind for row in report.not_supported)
    return "\n".join(
        (
            "# How accurate the estimates are",
            "",
            "Written by `python packaging/accuracy_report.py`; `labprocure validate CASES.csv` prints the same figures for any file",
            "of that form. The cases are published measurements that nobody here made; `predicted` is computed from the input",
            "columns alone, never from the measured value, the source or a note. Errors are |predicted / measured - 1|.",
            "",
            "## Our figures",
            "| kind | cases | median | P90 | bias | within 25 % | covered | bound (median / P90) | met |",
            "|---|---|---|---|---|---|---|---|---|",
            *table,
            "",
            "*Covered*: share of cases that the estimate with 15 % (inference) or 25 % (training) head-room covers. These are the",
            "cases that the constants were looked at with, so expect somewhat more on others. Collectives and matrix rates are",
            "read from the same publications as the cases: their small errors show the form of the formula, not a test of it.",
            "The range that the program prints beside each result is the P90 of its class.",
            "",
            f"## Constants: {len(free)} free of {len(constants)}",
            f"{origins['fitted']} constants were chosen by looking at measurements ({_listed(by_result)}); {origins['published']} are published,",
            f"{origins['derived']} derived. They are in `resources/workload/constants.csv`, each with its range and the rows it was looked at",
            "with. None belongs to one row or one source: a constant is for a class of memory, chip, software or format.",
            "`python -m tests.refit --hold-out` refits them, shows what would change, and judges each source by constants fitted",
            "without it.",
            "",
            "## Public estimators on the cases that both can answer",
            "Their rules are written from their descriptions in `tests/public_estimators.py`; they are not part of the program.",
            "",
            *compared(report, rows),
            "",
            "## Predicted against measured",
            "Logarithmic axes; the shaded band is a factor of 1.25 to either side.",
            "",
            *plots,
            "",
            "## What is not estimated",
            f"Rows that are refused with a reason: {_listed(refused)}. Fine-tuning times need the number of samples, which the table does not give;",
            "cards without a published 16-bit rate have no prompt speed; clips without a size have no time.",
            "",
            "## Known to be weak",
            "Mixture-of-experts decoding by one stream (few cases, factor 2); prompts of tens of thousands of tokens in plain PyTorch;",
            "serving speeds whose publisher does not say lengths or goals; domestic accelerators (user reports only: far below what",
            "their data sheets promise); offloading; new silicon. Publishers' GPU-hours often book more than the main run.",
            "",
        )
    )


def _gib(case: SizingCase) -> float:
    """Return the factor that brings a memory case to GiB, 1 for others."""
    return _GIB.get(case.estimate.unit, 1.0)


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"


def main(arguments: list[str]) -> None:
    """Write the page and one plot for each kind."""
    rows = read(tuple(Path(name) for name in arguments) or CASES)
    report = sizing_rows(rows.values(), predictors())
    folder = DOCS / "accuracy"
    folder.mkdir(exist_ok=True)
    for kind in PLOTTED:
        cases = scored(report, kind)
        points = [(case.measured * _gib(case), case.estimate.value * _gib(case)) for case in cases if case.measured]
        if points:
            units = Counter("GiB" if case.estimate.unit in _GIB else case.estimate.unit for case in cases)
            unit = units.most_common(1)[0][0]
            (folder / f"{kind}.svg").write_text(plot(kind, unit, points), encoding="utf-8")
    (DOCS / "accuracy.md").write_text(text(report, rows), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
