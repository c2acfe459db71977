"""How long the wiring planner takes beside HiGHS's own solve time, and how soon a large room has a first plan.

    python -m tests.benchmarks.wiring [--rooms N] [--out DIR]

Rooms of 16 cords on 8 circuits with two feeds and machines that are all different, the hardest kind; in half
of them nobody told what two supplies of a machine promise. The base is what
HiGHS itself says it ran within our call (``inside``), and HiGHS alone on the same program, every objective from nothing
without our first plan (``alone``). Rooms of 40 cords on 16 circuits: seconds to the first plan, against 2 s. CPU is
shared, so the median of the rooms counts. Exit status 1 when a ratio is over its limit.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path
from typing import Any

from planner.facility import wiring
from planner.facility.wiring import Solver, WiringPlan, plan_wiring
from planner.facility.wiring_model import LINES, Branch, Device, Outlet, Problem, Site
from planner.facility.wiring_program import Program
from tests.benchmarks.assessment import PROJECT, row, write
from tests.wiring_cases import circuit, machine, panel, socket

INSIDE, ALONE, FIRST_S = 2.0, 2.0, 2.0


def room(cords: int, circuits: int, seed: int, *, parted: bool = False) -> Problem:
    """Return a room of two feeds with a three-phase panel each, and machines plugged in anywhere.

    With ``parted`` nobody told what the two supplies of a machine promise: their cords are to hang apart all the same.
    """
    chance = random.Random(seed)
    branches: list[Branch] = [panel("P0", "F0"), panel("P1", "F1")]
    outlets: list[Outlet] = []
    for number in range(circuits):
        feed, line = number % 2, LINES[number // 2 % 3]
        branches.append(circuit(f"C{number}", chance.choice([16, 16, 20, 32]), f"F{feed}", line, f"P{feed}"))
        outlets.append(socket(f"S{number}", f"C{number}", 4, 16.0, line))
    devices: list[Device] = []
    while sum(len(one.cords) for one in devices) < cords:
        power_w = chance.choice([300.0, 600.0, 800.0, 1100.0, 1500.0, 2200.0])
        sides = "AB" if chance.random() < 0.3 and sum(len(one.cords) for one in devices) + 2 <= cords else ""
        at = [chance.choice(outlets).id for _side in sides or "x"]
        name = f"d{len(devices)}"
        loose = parted and bool(sides)
        devices.append(machine(name, power_w, *at, sides="" if loose else sides, parted=2 if loose else 0))
    return Problem(branches=tuple(branches), outlets=tuple(outlets), devices=tuple(devices), power_factor=0.98)


def planned(problem: Problem) -> tuple[float, float, float, WiringPlan]:
    """Return seconds of the whole call, of HiGHS within it, and to the first plan, and the plan."""
    solvers: list[Solver] = []
    first: list[float] = []

    class Counted(Solver):
        def __init__(self, program: Program, nodes: int) -> None:
            super().__init__(program, nodes)
            solvers.append(self)

    plain, wiring.Solver = wiring.Solver, Counted  # type: ignore[misc]
    try:
        begin = time.perf_counter()
        plan = plan_wiring(problem, lambda _plan: first.append(time.perf_counter() - begin))
        whole = time.perf_counter() - begin
    finally:
        wiring.Solver = plain  # type: ignore[misc]
    return whole, sum(one.seconds for one in solvers), first[0], plan


def alone(problem: Problem) -> float:
    """Return the seconds that HiGHS runs for the same objectives from nothing."""
    site = Site(problem)
    program = Program(site)
    solver = Solver(program, wiring.SMALL_NODES)
    nothing = [0.0] * len(program.lower)
    share = wiring.STEP_SHARE * site.mean_a
    for name in wiring.LEVELS:
        terms, step = program.levels[name], share if name == "imbalance_a" else wiring.STEP_A
        if terms:
            values, bound, _done = solver.least(
                terms, nothing, 0.999 if name in ("unplaced", "not_redundant", "together", "moves") else step
            )
            reached = sum(factor * values[column] for column, factor in terms.items())
            alike = max(reached, bound + step) if name == "imbalance_a" else reached
            solver.keep(terms, alike + 1e-6)
    return solver.seconds


def measured(rooms: int) -> list[dict[str, Any]]:
    """Return the rows of the small rooms and of the large ones."""
    plan_wiring(room(4, 4, 0))  # imports
    inside, outside, firsts = [], [], []
    for problem in (room(16, 8, seed, parted=parted) for seed in range(rooms) for parted in (False, True)):
        whole, own, _first, plan = planned(problem)
        assert plan.proven
        outside.append((whole, alone(problem)))
        if own:
            inside.append((whole, own))
    for seed in range(max(3, rooms // 3)):
        whole, _own, first, plan = planned(room(40, 16, seed, parted=bool(seed % 2)))
        gap = {level.name: round(level.gap, 2) for level in plan.levels if not level.proven}
        print(f"40 x 16, room {seed}: first plan {first:.2f} s, whole {whole:.2f} s, gap {gap or 'none'}")
        firsts.append((first, 1.0))
    return [
        row("wiring of 16 x 8 against HiGHS inside the call", INSIDE, inside),
        row("wiring of 16 x 8 against HiGHS alone", ALONE, outside),
        row("first wiring plan of 40 x 16 (s)", FIRST_S, firsts),
    ]


def main() -> int:
    """Measure, print the table, write the rows; return 1 when a limit is passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=9)
    parser.add_argument("--out", type=Path, default=PROJECT / "out" / "bench")
    options = parser.parse_args()
    rows = measured(options.rooms)
    write(rows, options.out)
    print(f"{'':57}{'ratio':>7}{'limit':>7}{'ours s':>9}{'base s':>9}{'spread':>8}")
    for one in rows:
        print("{name:57}{ratio:>7}{limit:>7}{median_s:>9}{baseline_s:>9}{spread:>8}".format(**one))
    return int(any(one["ratio"] > one["limit"] for one in rows))


if __name__ == "__main__":
    sys.exit(main())
