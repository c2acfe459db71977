"""How much longer an assessment takes than its bare formulas in a loop, and what one edit costs beside the whole.

    python -m tests.benchmarks.assessment [--lines N] [--pairs N] [--out DIR]

A plan of 500 lines. The bare loop evaluates every formula that one assessment from nothing evaluates, those of the
checks and the exact money with them, on plain numbers that it keeps in a list: each formula's inputs are what the bare
formulas before it gave, or a number that was read from the plan. It makes no figures and finds nothing. An edit is its
``apply`` and the assessment after it, each time to a value the session has not seen; it follows three others, as in
a session, not an assessment from nothing, which has just swept the processor's caches. The collector is set as in the window. CPU
seconds in one process, interleaved pairs, median of the ratios. Exit status 1 when a ratio is over its limit.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from desktop_app.collector import rest_collector
from planner import figure, money
from planner.assess.memo import Memo
from planner.assess.run import Assessment, assess
from planner.catalog.load import bundled_of
from planner.figure import Figure, Formula
from planner.plan.document import Plan
from planner.plan.edits import SetValue
from tests.benchmarks.plans import large_plan
from tests.sample_plans import TODAY

PROJECT = Path(__file__).resolve().parents[2]
FULL, EDIT = 6.0, 1 / 8
FOLLOWED = 3
MARKET = bundled_of("accelerator")
Numbers = list[float | None]
Step = tuple[Callable[..., float], tuple[tuple[str, int | list[int]], ...], int]
"""A formula to evaluate: its function, the places of its inputs by name, and the place of its result."""


def full(plan: Plan) -> tuple[Assessment, Memo]:
    """Assess from nothing; the memo is returned too, as a session keeps it."""
    memo = Memo()
    return assess(plan, "A", TODAY, memo, MARKET), memo


class Recorder:
    """What one assessment evaluates: formulas on places in a list of numbers, and exact amounts."""

    def __init__(self) -> None:
        """Start empty."""
        self.numbers: Numbers = []
        self.steps: list[Step] = []
        self.amounts: list[tuple[Callable[..., object], tuple[Any, ...]]] = []
        self._places: dict[int, int] = {}
        self._alive: list[Figure] = []

    def place(self, one: Figure) -> int:
        """Return the place of a figure's value; one that no formula gave is a number to start from."""
        if id(one) not in self._places:
            self._places[id(one)] = len(self.numbers)
            self.numbers.append(one.value)
            self._alive.append(one)
        return self._places[id(one)]

    def trace(self, formula: Formula, key: str, **figures: Any) -> Figure:
        """Do as ``planner.figure.trace`` and note the evaluation where there was one."""
        found = TRACE(formula, key, **figures)
        if found.value is not None:
            inputs = tuple(
                (name, self.place(given) if isinstance(given, Figure) else [self.place(part) for part in given])
                for name, given in figures.items()
            )
            self.steps.append((formula.function, inputs, self.place(found)))
        return found

    def amount(self, function: Callable[..., object]) -> Callable[..., object]:
        """Return the function of exact money that notes its calls."""

        def noted(*arguments: Any) -> object:
            arguments = tuple(list(one) if isinstance(one, Iterator) else one for one in arguments)
            self.amounts.append((function, arguments))
            return function(*arguments)

        return noted


TRACE = figure.trace
MONEY = (money.line_amount, money.vat_parts, money.sum_money)


def recorded(plan: Plan) -> Recorder:
    """Return what an assessment of ``plan`` from nothing evaluates."""
    recorder = Recorder()
    swaps: list[tuple[Callable[..., Any], Callable[..., Any]]] = [(TRACE, recorder.trace)]
    swaps += [(function, recorder.amount(function)) for function in MONEY]
    modules = [
        module
        for name, module in sys.modules.items()
        if name.startswith(("planner.assess", "planner.checks", "planner.catalog", "planner.workload"))
    ]
    _put(modules, swaps)
    try:
        full(plan)
    finally:
        _put(modules, [(noting, plain) for plain, noting in swaps])
    return recorder


def _put(modules: list[Any], swaps: list[tuple[Callable[..., Any], Callable[..., Any]]]) -> None:
    for module in modules:
        for before, after in swaps:
            for name in [name for name, held in vars(module).items() if held is before or held == before]:
                setattr(module, name, after)


def bare(recorder: Recorder) -> Numbers:
    """Evaluate all formulas on plain numbers, and all amounts."""
    numbers = list(recorder.numbers)
    for function, inputs, place in recorder.steps:
        numbers[place] = function(
            **{name: numbers[at] if isinstance(at, int) else [numbers[one] for one in at] for name, at in inputs}
        )
    for exact, arguments in recorder.amounts:
        exact(*arguments)
    return numbers


def edits() -> dict[str, Callable[[int], SetValue]]:
    """Return the edits that are measured, each with a value of its own for every number."""
    return {
        "quantity": lambda n: SetValue(path="A/l40/quantity", value=2 + n),
        "price": lambda n: SetValue(path="A/l40/price/chosen", value=f"{23_000 + n}.00"),
        "site node": lambda n: SetValue(path="site/c4/values/breaker_a", value={"value": 16.0 + n / 10}),
        "workload entry": lambda n: SetValue(path="workload/w3/batch", value=5 + n),
        "budget": lambda n: SetValue(
            path="budget/amount", value={"amount": f"{800_000_000 + n}.00", "currency": "CNY", "tax": "included"}
        ),
    }


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU seconds of one run; what it made is let go after the clock was read."""
    start = time.process_time()
    made = work()
    taken = time.process_time() - start
    del made
    return taken


def row(name: str, limit: float, pairs: list[tuple[float, float]]) -> dict[str, Any]:
    """Return the median of the pairs' ratios with both medians and the spread, as the start benchmark does."""
    ratios = sorted(ours / theirs for ours, theirs in pairs)
    return {
        "name": name,
        "ratio": round(statistics.median(ratios), 3),
        "limit": limit,
        "median_s": round(statistics.median(ours for ours, _theirs in pairs), 5),
        "baseline_s": round(statistics.median(theirs for _ours, theirs in pairs), 5),
        "spread": round(ratios[-1] - ratios[0], 3),
    }


def measured(plan: Plan, pairs: int) -> Iterator[dict[str, Any]]:
    """Yield the row of the full assessment, then one for each edit."""
    recorder = recorded(plan)
    rest_collector()  # as the window does once it stands
    name = f"full assessment against its {len(recorder.steps)} bare formulas"
    found = [(seconds(lambda: full(plan)), seconds(lambda: bare(recorder))) for _pair in range(pairs)]
    yield row(name, FULL, found)
    for name, edit in edits().items():
        memo, numbers = Memo(), count()
        assess(plan, "A", TODAY, memo, MARKET)

        def edited(edit: Callable[[int], SetValue] = edit, memo: Memo = memo, numbers: Iterator[int] = numbers) -> None:
            assess(edit(next(numbers)).apply(plan)[0], "A", TODAY, memo, MARKET)

        def pair(edited: Callable[[], None] = edited) -> tuple[float, float]:
            for _before in range(FOLLOWED):
                edited()
            return seconds(edited), seconds(lambda: full(plan))

        yield row(f"edit of {name} against the full assessment", EDIT, [pair() for _pair in range(pairs)])


def write(rows: list[dict[str, Any]], folder: Path) -> None:
    """Put the rows beside those of the other benchmarks in ``bench.json``."""
    file = folder / "bench.json"
    result = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"ratios": []}
    names = {one["name"] for one in rows}
    result["ratios"] = [one for one in result["ratios"] if one["name"] not in names] + rows
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


def main() -> int:
    """Measure, print the table, write the rows; return 1 when a limit is passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=500)
    parser.add_argument("--pairs", type=int, default=9)
    parser.add_argument("--out", type=Path, default=PROJECT / "out" / "bench")
    options = parser.parse_args()
    rows = list(measured(large_plan(options.lines), options.pairs))
    write(rows, options.out)
    print(f"{'':57}{'ratio':>7}{'limit':>7}{'ours s':>9}{'base s':>9}{'spread':>8}")
    for one in rows:
        print("{name:57}{ratio:>7}{limit:>7}{median_s:>9}{baseline_s:>9}{spread:>8}".format(**one))
    return int(any(one["ratio"] > one["limit"] for one in rows))


if __name__ == "__main__":
    sys.exit(main())
