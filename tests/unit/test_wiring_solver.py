"""What the solver must not do: speak on standard output, be loaded before it is needed, change its mind."""

from __future__ import annotations

import subprocess
import sys

import pytest

from planner.facility.wiring import WiringPlan, plan_wiring
from planner.facility.wiring_model import Cord, Device, Outlet, Problem
from tests.benchmarks.wiring import room
from tests.wiring_cases import circuit, machine, panel, socket

_CHILD = """
import sys
from planner.facility.wiring import plan_wiring
from planner.facility import wiring_reasons
from planner.wiring import room as wiring_room
assert not {"highspy", "numpy"} & set(sys.modules)
from tests.benchmarks.wiring import room
assert plan_wiring(room(16, 8, 1)).proven
assert "highspy" in sys.modules
"""


def test_the_solver_is_silent_and_comes_late() -> None:
    done = subprocess.run([sys.executable, "-c", _CHILD], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_large_rooms_stop_by_nodes_and_say_how_far_they_came() -> None:
    problem = room(40, 16, 0)
    told: list[WiringPlan] = []
    plan = plan_wiring(problem, told.append)
    assert told[0].levels == ()
    assert plan.score.overload_a == 0
    assert all(level.gap >= 0 and level.bound <= level.value for level in plan.levels)
    assert plan == plan_wiring(problem)


class Stopped(Exception):
    """What a cancelled job raises."""


def test_the_search_ends_when_it_is_told_to() -> None:
    def stop(_plan: WiringPlan) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        plan_wiring(room(16, 8, 0), stop)


def test_lines_of_a_panel_are_evened_out() -> None:
    # 3 x 1100 W on one line of three: 15 A, 0, 0; one on each line is even
    branches = (panel("P"), *(circuit(f"C{line}", 16, "F1", line, "P") for line in ("L1", "L2", "L3")))
    outlets = tuple(socket(f"S{line}", f"C{line}", 4, None, line) for line in ("L1", "L2", "L3"))
    machines = tuple(machine(f"d{number}", 1100.0, "SL1") for number in range(3))
    plan = plan_wiring(Problem(branches=branches, outlets=outlets, devices=machines))
    assert plan.score.imbalance_a == pytest.approx(0, abs=1e-9)
    assert plan.score.moves == 2
    assert sorted(at[0] for at in plan.outlets if at) == ["SL1", "SL2", "SL3"]


@pytest.mark.parametrize(("power_w", "left"), [(10200.0, ()), (10500.0, ("box",))])
def test_a_three_phase_machine_loads_every_line(power_w: float, left: tuple[str, ...]) -> None:
    # 10.2 kW at 380 V and 0.98 is 15.8 A on each line of a 16 A panel; 10.5 kW is 16.3 A
    outlet = Outlet(id="S", branch="P", volts_v=380.0, lines=("L1", "L2", "L3"), three_phase=True)
    box = Device(id="box", line="box", power_w=power_w, cords=(Cord(three_phase=True),))
    single = machine("pc", 100.0)
    problem = Problem(branches=(panel("P", limit_a=16.0),), outlets=(outlet,), devices=(box, single), power_factor=0.98)
    plan = plan_wiring(problem)
    assert plan.unplaced == (*left, "pc")  # no single-phase outlet
    assert plan.score.imbalance_a == pytest.approx(0, abs=1e-9)


def test_an_empty_room_and_an_empty_build_have_a_plan() -> None:
    nothing = plan_wiring(Problem(branches=(), outlets=(), devices=()))
    assert nothing.outlets == ()
    bare = plan_wiring(Problem(branches=(), outlets=(), devices=(machine("ws", 500.0),)))
    assert bare.unplaced == ("ws",)
