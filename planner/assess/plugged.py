"""How many units of each line are plugged in, which are not, and of which more are than the build has."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from itertools import compress, repeat
from operator import attrgetter, lt, sub

from planner.assess.lines import LineFigures
from planner.assess.memo import Memo
from planner.plan.document import Connection

_NAME, _QUANTITY = attrgetter("line.id"), attrgetter("line.quantity")
_NOTHING = 1e-9  # shares of a unit that add up to one do so to that much


def unplugged_units(covered: Mapping[str, float], powered: tuple[LineFigures, ...], memo: Memo) -> dict[str, int]:
    """Return how many units of each powered line are not plugged in anywhere (the shares of a unit add up to one)."""
    names = memo.column(("powered", "name"), powered, _NAME)
    quantities = memo.column(("powered", "quantity"), powered, _QUANTITY)
    left = [*map(sub, quantities, map(covered.get, names, repeat(0)))]
    missing = map(partial(lt, _NOTHING), left)
    return {name: math.ceil(units - _NOTHING) for name, units in compress(zip(names, left, strict=True), missing)}


def overplugged_units(covered: Mapping[str, float], lines: tuple[LineFigures, ...], memo: Memo) -> dict[str, int]:
    """Return how many units of each line are plugged in, where that is more than the build has."""
    names = memo.column(("all", "name"), lines, _NAME)
    more = map(sub, map(covered.get, names, repeat(0)), memo.column(("all", "quantity"), lines, _QUANTITY))
    over = compress(names, map(partial(lt, _NOTHING), more))
    return {name: math.ceil(covered[name] - _NOTHING) for name in over}


def covered_units(connections: tuple[Connection, ...]) -> dict[str, float]:
    """Return how many units of each line are plugged in, shares of units added up."""
    covered: dict[str, float] = {}
    for link in connections:
        covered[link.line] = covered.get(link.line, 0) + link.units * link.share
    return covered
