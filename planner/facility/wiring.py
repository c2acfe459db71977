"""The wiring planner: which cord goes to which outlet, so that nothing is overloaded and a lost feed does no harm.

Solved with HiGHS, one objective after the other: devices left out, devices that stop with one feed, cords of a machine
that share a feed and need not, current above the advised level, imbalance of the lines, moves from the present state. One thread, a fixed seed and limits by node make
the same problem give the same plan. Up to 16 cords and 8 circuits the plan is proven best; above, the gap is told.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from planner.facility.wiring_apart import least_together
from planner.facility.wiring_greedy import first_places, spread
from planner.facility.wiring_model import Places, Problem, Site
from planner.facility.wiring_program import Program, Terms
from planner.facility.wiring_score import Score, score
from planner.messages import Labelled

PROVEN_CORDS, PROVEN_CIRCUITS = 16, 8
SMALL_NODES, LARGE_NODES = 100_000, 50
FEW_STEPS = 60  # of improving the first plan by hand; the solver goes on from there
STEP_A = 0.05  # currents that differ by less are alike
STEP_SHARE = 0.05  # lines that are this much of their mean apart are alike: checks warn at 0.2
LEVELS = ("unplaced", "not_redundant", "together", "excess_a", "imbalance_a", "moves")
_COUNTS = ("unplaced", "not_redundant", "together", "moves")


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """One objective: what the plan reaches, the least that anything can reach, and whether that is proven.

    ``value``, ``bound`` and ``step`` count devices or cords, or are in A; values closer than ``step`` are alike.
    """

    name: str
    value: float
    bound: float
    step: float
    proven: bool

    @property
    def gap(self) -> float:
        """Return how much better than this a plan might be, in the unit of the value."""
        return 0.0 if self.proven else max(0.0, self.value - self.bound)


class WiringPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Where every cord goes: for each device the outlet ids of its cords, None where it finds no place.

    ``hopeless`` are devices that need more feeds than there are, and how many; ``feed_titles`` names feeds for people.
    """

    problem: Problem
    outlets: tuple[tuple[str, ...] | None, ...]
    score: Score
    levels: tuple[Level, ...]
    hopeless: Mapping[str, int] = msgspec.field(default_factory=dict)
    feed_titles: Mapping[str, str | Labelled] = msgspec.field(default_factory=dict)

    @property
    def proven(self) -> bool:
        """Tell whether nothing better exists."""
        return all(level.proven for level in self.levels)

    @property
    def feeds_of(self) -> Mapping[str, tuple[str, ...]]:
        """Return the feeds that each placed device of several cords hangs on, by its id."""
        feed_of = {branch.id: branch.feed for branch in self.problem.branches}
        at_feed = {outlet.id: feed_of.get(outlet.branch, "") for outlet in self.problem.outlets}
        pairs = zip(self.problem.devices, self.outlets, strict=True)
        return {one.id: tuple(dict.fromkeys(at_feed[name] for name in at)) for one, at in pairs if at and len(at) > 1}

    @property
    def unplaced(self) -> tuple[str, ...]:
        """Return the ids of the devices that find no place."""
        pairs = zip(self.problem.devices, self.outlets, strict=True)
        return tuple(device.id for device, at in pairs if at is None)


class Solver:
    """HiGHS on one program; remembers how long the solves took (s)."""

    def __init__(self, program: Program, nodes: int) -> None:
        """Hand the columns and rows over."""
        import highspy

        self._program, self._nodes = program, nodes
        self._highs = highs = highspy._Highs()  # type: ignore[attr-defined]  # highspy.Highs prints its name
        for name, value in (
            ("output_flag", False),
            ("threads", 1),
            ("random_seed", 1),
            ("parallel", "off"),
            ("mip_rel_gap", 0.0),
            ("mip_max_nodes", nodes),
        ):
            highs.setOptionValue(name, value)
        highs.passModel(_model(program))
        self.seconds = 0.0

    def least(self, terms: Terms, start: list[float], step: float) -> tuple[list[float], float, bool]:
        """Minimise ``terms`` to within ``step``; return the solution, the proven bound, and whether it is that near."""
        import highspy
        import numpy as np

        highs, columns = self._highs, len(start)
        costs = np.zeros(columns)
        for column, factor in terms.items():
            costs[column] = factor
        highs.changeColsCost(columns, np.arange(columns, dtype=np.int32), costs)
        highs.setOptionValue("mip_abs_gap", step)
        given = highspy.HighsSolution()
        given.col_value = list(start)
        highs.setSolution(given)
        before = highs.getRunTime()
        highs.run()
        self.seconds += highs.getRunTime() - before
        done = highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
        info = highs.getInfo()
        found = info.primal_solution_status == 2
        values = list(highs.getSolution().col_value) if found else start
        return values, float(info.mip_dual_bound), bool(done)

    def keep(self, terms: Terms, most: float) -> None:
        """From now on ``terms`` must not be above ``most``."""
        import numpy as np

        columns = np.array(list(terms), dtype=np.int32)
        factors = np.array(list(terms.values()), dtype=np.float64)
        self._highs.addRow(-math.inf, most, len(terms), columns, factors)


def _model(program: Program) -> Any:
    import highspy
    import numpy as np

    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(program.lower), len(program.rows)
    model.col_cost_ = np.zeros(model.num_col_)
    model.col_lower_, model.col_upper_ = np.array(program.lower), np.array(program.upper)
    model.row_lower_ = np.array([low for low, _high, _terms in program.rows])
    model.row_upper_ = np.array([high for _low, high, _terms in program.rows])
    model.integrality_ = [
        highspy.HighsVarType.kInteger if whole else highspy.HighsVarType.kContinuous for whole in program.whole
    ]
    matrix = model.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.start_ = np.cumsum([0, *(len(terms) for _low, _high, terms in program.rows)], dtype=np.int32)
    matrix.index_ = np.array([column for _l, _h, terms in program.rows for column in terms], dtype=np.int32)
    matrix.value_ = np.array([factor for _l, _h, terms in program.rows for factor in terms.values()])
    return model


def plan_wiring(problem: Problem, told: Callable[[WiringPlan], None] | None = None) -> WiringPlan:
    """Return the best wiring plan; ``told`` is handed each better plan on the way, the first one at once.

    Deterministic. What ``told`` raises ends the search and goes through to the caller.
    """
    site = Site(problem)
    places = first_places(site, FEW_STEPS)
    if told is not None:
        told(_plan(site, places, ()))
    levels: list[Level] = []
    if problem.devices and problem.outlets:
        search = _Search(site, places)
        for name in LEVELS:
            levels.append(search.level(name))
            if told is not None:
                told(_plan(site, search.places, tuple(levels)))
        places = search.places
    return _plan(site, spread(site, places), tuple(levels))


def first_plan(problem: Problem) -> WiringPlan:
    """Return a plan made without the solver, in an instant; a better one may exist."""
    site = Site(problem)
    return _plan(site, spread(site, first_places(site, FEW_STEPS)), ())


def fewest_left(problem: Problem) -> int:
    """Return the number of devices that the planner must leave out; above the size that is proven maybe fewer need be."""
    return sum(at is None for at in _with_fewest_left(problem)[1])


def cords_at(problem: Problem) -> Mapping[tuple[str, ...], int]:
    """Return how many cords go to outlets that are alike (their ids) where as few devices as possible are left out."""
    site, places = _with_fewest_left(problem)
    found: dict[tuple[str, ...], int] = {}
    for group in (group for at in places for group in at or ()):
        names = tuple(one.id for one in site.groups[group].outlets)
        found[names] = found.get(names, 0) + 1
    return found


def _with_fewest_left(problem: Problem) -> tuple[Site, Places]:
    site = Site(problem)
    places = first_places(site, 0)
    if problem.outlets and any(at is None for at in places):
        search = _Search(site, places)
        search.level("unplaced")
        places = search.places
    return site, places


def is_small(problem: Problem) -> bool:
    """Tell whether a problem is solved until the plan is proven best."""
    return problem.cords <= PROVEN_CORDS and problem.circuits <= PROVEN_CIRCUITS


class _Search:
    """The levels one after the other; the solver is started only where the bound is not reached already."""

    def __init__(self, site: Site, places: Places) -> None:
        self.site, self.places = site, places
        self._program = Program(site)
        self.solver: Solver | None = None
        self._kept: list[tuple[Terms, float]] = []

    def level(self, name: str) -> Level:
        """Make the plan as good as it gets in one objective without losing in those before."""
        terms, constant, step = self._program.levels[name], self._constant(name), self._step(name)
        bound = self._least(name, constant)
        if terms and self._value(name) > bound + (0.0 if name in _COUNTS else step):
            bound = max(bound, self._solved(name, terms, step) + constant)
        value = self._value(name)
        alike = max(value, bound + step) if name == "imbalance_a" else value
        self._keep(terms, alike + (0.5 if name in _COUNTS else 1e-6) - constant)
        reached = math.ceil(bound - 1e-6) >= value if name in _COUNTS else value <= bound + step + 1e-6
        return Level(name=name, value=value, bound=min(value, bound), step=step, proven=reached)

    def _value(self, name: str) -> float:
        return float(getattr(score(self.site, self.places), name))

    def _least(self, name: str, constant: float) -> float:
        """Return what no plan gets below, by counting alone."""
        if name == "together":
            return float(least_together(self.site, self.places))
        return constant if name == "not_redundant" else 0.0

    def _step(self, name: str) -> float:
        """Return the difference that makes no difference: below one for counts, else in A."""
        if name in _COUNTS:
            return 0.999
        share = STEP_SHARE * self.site.mean_a if name == "imbalance_a" else 0.0
        return max(STEP_A, share)

    def _constant(self, name: str) -> float:
        if name == "moves":
            return float(sum(cord.at in self.site.group_of for one in self.site.problem.devices for cord in one.cords))
        return float(len(self.site.hopeless)) if name == "not_redundant" else 0.0

    def _solved(self, name: str, terms: Terms, step: float) -> float:
        """Let the solver look for a better plan; return the bound that it proved."""
        if self.solver is None:
            self.solver = Solver(self._program, SMALL_NODES if is_small(self.site.problem) else LARGE_NODES)
            for kept, most in self._kept:
                self.solver.keep(kept, most)
        values, bound, _done = self.solver.least(terms, self._program.start(self.places), step)
        places = self._program.places(values)
        after = score(self.site, places)
        if after.overload_a == 0 and getattr(after, name) < self._value(name):
            self.places = places
        return bound

    def _keep(self, terms: Terms, most: float) -> None:
        if terms:
            self._kept.append((terms, most))
            if self.solver is not None:
                self.solver.keep(terms, most)


def _plan(site: Site, places: Places, levels: tuple[Level, ...]) -> WiringPlan:
    return WiringPlan(
        problem=site.problem,
        outlets=_outlets(site, places),
        score=score(site, places),
        levels=levels,
        hopeless=site.hopeless,
    )


def _outlets(site: Site, places: Places) -> tuple[tuple[str, ...] | None, ...]:
    """Return the outlet of each cord: the one it is at where that is in its group, else the first free one."""
    free = {outlet.id: outlet.count for outlet in site.problem.outlets}
    found: dict[tuple[int, int], str] = {}
    cords = [
        (number, place, site.groups[group]) for number, at in enumerate(places) for place, group in enumerate(at or ())
    ]
    for number, place, group in cords:
        at = site.problem.devices[number].cords[place].at
        if at in {outlet.id for outlet in group.outlets} and free[at]:
            found[number, place] = at
            free[at] -= 1
    for number, place, group in cords:
        if (number, place) not in found:
            found[number, place] = next(outlet.id for outlet in group.outlets if free[outlet.id])
            free[found[number, place]] -= 1
    return tuple(
        None if at is None else tuple(found[number, place] for place in range(len(at)))
        for number, at in enumerate(places)
    )
