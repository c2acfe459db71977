"""How much longer a mix of 50 entries against 200 cards takes than its bare arithmetic vectorised in numpy.

    python -m tests.benchmarks.sizing [--entries N] [--cards N] [--pairs N] [--out DIR]

Ours is the account of every entry with all its parts, and verdict, speed, range and boards of every cell, in numbers as
the matrix keeps them, from jobs that nobody has looked at. The bare arithmetic is every formula that this evaluates, each once over an array of all entries or of all cells, on arrays
that stand ready: it makes no figures, looks nothing up and finds no faults. Then the cells alone, where accounts came
as figures and are kept; what one edit costs (its account and its row); the figures of one account and of one cell, made when
somebody asks. Beside them, to be seen: the mix with the figures of all its accounts, which nobody asks for at once. CPU seconds in one process, interleaved pairs, median of the ratios. Exit status 1
when a limit is passed.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from planner.catalog.items import Item
from planner.catalog.load import bundled_of
from planner.figure import Figure, Formula
from planner.workload import arrays, cell_speeds, cell_waits
from planner.workload.entry_job import EntryJob
from planner.workload.fit import visible_gib
from planner.workload.fit_matrix import Candidate, FitMatrix, PriceSpan
from planner.workload.models import from_item
from planner.workload.needs import account_of
from planner.workload.spec import MemorySpec
from planner.workload.throughput import SpeedJob, cache_gb, compute_b, mean_context, read_gb
from planner.workload.training_speed import TrainingJob, busy_share, step_tokens, token_gflop
from tests.benchmarks.assessment import PROJECT, TRACE, _put, row, seconds, write

MIX, EDIT_S, CELL_S = 5.0, 1 / 60, 0.005
ALL_FIGURES = 20.0  # nobody looks at all figures at once; a bound so that they do not grow
Call = tuple[Callable[..., Any], dict[str, Any]]
_METHODS = ("infer", "qlora", "lora", "full")


def specs(count: int) -> list[MemorySpec]:
    """Return as many jobs of language models: four methods over the models of the catalog, lengths all different."""
    models = [
        from_item(one)
        for one in bundled_of("model")
        if one.text("subkind").startswith("llm") and one.number("params_total_b") and one.number("layers")
    ]
    found = []
    for at, shape in zip(range(count), cycle(models), strict=False):
        method: Any = _METHODS[at % len(_METHODS)]
        dtype = "nf4" if method == "qlora" else "bf16"
        devices = 2 if at % 10 == 0 else 1
        found.append(
            MemorySpec(
                model=shape, method=method, dtype=dtype, seq_len=1024 + 64 * at, batch=1 + at % 8, devices=devices
            )
        )
    return found


def job_of(name: str, spec: MemorySpec, card: Item) -> EntryJob:
    """Return an entry that nobody has reckoned: what it asks of memory, and the task of its speed."""
    task: SpeedJob | TrainingJob
    if spec.method == "infer":
        task = SpeedJob(
            model=spec.model,
            card=card,
            dtype=spec.dtype,
            tokens_in=spec.seq_len,
            batch=spec.batch,
            devices=spec.devices,
        )
    else:
        task = TrainingJob(
            model=spec.model,
            card=card,
            method=spec.method,
            dtype=spec.dtype,
            seq_len=spec.seq_len,
            batch=spec.batch,
            devices=spec.devices,
        )
    return EntryJob(id=name, spec=spec, devices=spec.devices, task=task)


def with_account(job: EntryJob) -> EntryJob:
    """Return an entry that brings its account as figures."""
    account = account_of(job)
    if account is None:
        return job
    return msgspec.structs.replace(job, need_gib=account.per_device, at_least_gib=account.at_least)


def mix(entries: Sequence[MemorySpec], card: Item) -> list[EntryJob]:
    """Return all entries."""
    return [job_of(f"w{at}", spec, card) for at, spec in enumerate(entries)]


def bare_accounts(entries: Sequence[MemorySpec], card: Item) -> list[Call]:
    """Return the formulas of the entries' accounts and of what speeds need of them, each once over all entries."""
    by_place: dict[tuple[str, int], tuple[Formula, list[dict[str, Any]]]] = {}
    seen: dict[str, int] = {}

    def noted(formula: Formula, key: str, **figures: Any) -> Figure:
        at = seen[formula.key] = seen.get(formula.key, -1) + 1
        given = {
            name: _number(one) if isinstance(one, Figure) else [_number(part) for part in one]
            for name, one in figures.items()
        }
        by_place.setdefault((formula.key, at), (formula, []))[1].append(given)
        return TRACE(formula, key, **figures)

    modules = [one for name, one in sys.modules.items() if name.startswith(("planner.workload", "planner.catalog"))]
    swap: list[tuple[Callable[..., Any], Callable[..., Any]]] = [(TRACE, noted)]
    _put(modules, swap)
    try:
        for at, spec in enumerate(entries):
            seen.clear()
            job = job_of(f"w{at}", spec, card)
            account_of(job)
            _of_speed(job.task)
            if isinstance(job.task, TrainingJob) and cell_waits.has_waits(job.task):
                cell_waits._traffic(job.task)
    finally:
        _put(modules, [(after, before) for before, after in swap])
    return [_stacked(formula, calls) for formula, calls in by_place.values()]


def _of_speed(task: Any) -> None:
    """Make the figures of what the speed of a task needs of the task alone."""
    if isinstance(task, TrainingJob):
        step_tokens(task, "w")
        token_gflop(task, "w")
        busy_share(task, "w")
        return
    batch = task.figure("w", "batch", "1")
    read_gb(task, batch, "w")
    cache_gb(task, mean_context(task, "w"), batch, "w")
    compute_b(task.model, "w")


def _number(figure: Figure) -> float:
    return arrays.value_or_nan(figure)


def _stacked(formula: Formula, calls: list[dict[str, Any]]) -> Call:
    if any(isinstance(one, list) for call in calls for one in call.values()):
        name = next(name for name, one in calls[0].items() if isinstance(one, list))
        longest = max(len(call[name]) for call in calls)
        padded = np.array([call[name] + [0.0] * (longest - len(call[name])) for call in calls])
        return np.sum, {"a": padded, "axis": 1}
    return arrays.over_arrays(formula), {name: np.array([call[name] for call in calls]) for name in calls[0]}


def bare_cells(matrix: FitMatrix, jobs: Sequence[EntryJob]) -> list[Call]:
    """Return the arithmetic of all cells: what one run calls on arrays, and memory, range and boards of each cell."""
    calls: list[Call] = []

    def noted(formula: Formula) -> Callable[..., Any]:
        function = arrays.over_arrays(formula)

        def call(**given: Any) -> Any:
            calls.append((function, given))
            return function(**given)

        return call

    cell_speeds.over_arrays = cell_waits.over_arrays = noted  # type: ignore[assignment]
    try:
        rows = FitMatrix(matrix.candidates).show(jobs)
    finally:
        cell_speeds.over_arrays = cell_waits.over_arrays = arrays.over_arrays
    need = np.array([[one.need_gib] for one in rows])
    quick = np.array([one.speeds for one in rows])
    boards = np.array([one.boards for one in rows])
    visible, prices = matrix._visible, np.full(len(matrix.candidates), 10_000.0)
    calls.append((_memory_and_price, {"need": need, "visible": visible, "quick": quick, "boards": boards, "p": prices}))
    return calls


def _memory_and_price(need: Any, visible: Any, quick: Any, boards: Any, p: Any) -> tuple[Any, ...]:
    share = need / visible
    verdict = np.where(share > 1, 3, np.where(share > 0.9, 2, 1))
    return np.where(np.isnan(share), 0, verdict), quick / 1.35, quick * 1.35, np.ceil(boards) * p


def bare(calls: Sequence[Call]) -> None:
    """Evaluate all of it."""
    for function, given in calls:
        function(**given)


def measured(entries: int, cards: int, pairs: int) -> list[dict[str, Any]]:
    """Return the rows: the whole mix, one edit, one cell."""
    market = bundled_of("accelerator")[:cards]
    wanted = specs(entries)
    price = PriceSpan(low=10_000.0, high=12_000.0, currency="CNY")
    matrix = FitMatrix(
        [Candidate(id=one.id, name=one.name, card=one, visible_gib=visible_gib(one), price=price) for one in market]
    )
    jobs = mix(wanted, market[0])
    matrix.show(jobs)
    calls = bare_accounts(wanted, market[0]) + bare_cells(matrix, jobs)
    with np.errstate(all="ignore"):
        bare(calls)
        gc.collect()
        gc.freeze()
        whole = [
            (seconds(lambda: matrix.show(mix(wanted, market[0]))), seconds(lambda: bare(calls)))
            for _pair in range(pairs)
        ]
        full = [with_account(job) for job in jobs]
        cells = [
            (
                seconds(lambda: matrix.show([msgspec.structs.replace(job) for job in full])),
                seconds(lambda: bare(calls)),
            )
            for _pair in range(pairs)
        ]
        figures = [
            (
                seconds(lambda: matrix.show([with_account(job) for job in mix(wanted, market[0])])),
                seconds(lambda: bare(calls)),
            )
            for _pair in range(pairs)
        ]
    name = f"{entries} entries x {cards} cards"
    rows = [row(f"{name} with accounts against bare arithmetic", MIX, whole)]
    rows.append(row(f"{name} with accounts kept against bare arithmetic", MIX, cells))
    rows.append(row(f"{name}, accounts as figures against bare arithmetic", ALL_FIGURES, figures))
    kept = matrix.show(jobs)

    def edited() -> None:
        spec = msgspec.structs.replace(wanted[3], batch=5)
        matrix.show([job_of(one.job.id, spec, market[0]) if at == 3 else one.job for at, one in enumerate(kept)])

    rows.append(_timed("one edit of the mix, s", EDIT_S, edited, pairs))
    rows.append(_timed("figures of one account, s", CELL_S, lambda: matrix.account("w3"), pairs))
    rows.append(_timed("figures of one cell, s", CELL_S, lambda: matrix.cell("w3", market[5].id), pairs))
    return rows


def _timed(name: str, limit: float, work: Callable[[], object], pairs: int) -> dict[str, Any]:
    took = [seconds(work) for _pair in range(pairs)]
    middle = statistics.median(took)
    return {
        "name": name,
        "ratio": round(middle / limit, 3),
        "limit": 1.0,
        "median_s": round(middle, 5),
        "baseline_s": round(limit, 5),
        "spread": round((max(took) - min(took)) / limit, 3),
    }


def main() -> int:
    """Measure, print the table, write the rows; return 1 when a limit is passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=50)
    parser.add_argument("--cards", type=int, default=200)
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--out", type=Path, default=PROJECT / "out" / "bench")
    options = parser.parse_args()
    rows = measured(options.entries, options.cards, options.pairs)
    write(rows, options.out)
    print(f"{'':62}{'ratio':>7}{'limit':>7}{'ours s':>9}{'base s':>9}{'spread':>8}")
    for one in rows:
        print("{name:62}{ratio:>7}{limit:>7}{median_s:>9}{baseline_s:>9}{spread:>8}".format(**one))
    return int(any(one["ratio"] > one["limit"] for one in rows))


if __name__ == "__main__":
    sys.exit(main())
