"""What a figure would be with one assumed value below it moved up or down; kept by figure, shared by all that rest on it.

A sum of many parts is moved by the difference of the one part; where that comes close to a tie the whole is reckoned
anew, so the answer is the same as if it always were.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from planner.figure import Figure, Quality

_SUMS = re.compile(r"sum\(\w+\)( \+ sum\(\w+\))*")
_SPARE = 16_384  # figures and pairs kept beyond those in use before it is worth looking for what is not
_CLOSE = 1e-9  # nearer to a tie than this, relative, rounding may decide

Move = tuple[Figure, tuple[float, ...]]
"""An assumed leaf, and what a figure would be with it times each factor."""
Moves = Mapping[str, Move]
"""The moves of a figure by key of the leaf."""
_NOTHING: Moves = {}


class Swings:
    """The moves of all figures it was asked for; ``factors`` are what an assumed value is multiplied with."""

    def __init__(self, factors: tuple[float, ...]) -> None:
        """Start empty."""
        self.factors = factors
        self._kept: dict[int, tuple[Figure, Moves]] = {}
        self._pairs: dict[tuple[int, int], tuple[Figure, Figure, Mapping[str, Figure]]] = {}
        self._most = _SPARE

    def deciding(self, need: Figure, there: Figure) -> Mapping[str, Figure]:
        """Return the assumed leaves by key with which, times a factor, ``need <= there`` comes out otherwise."""
        kept = self._pairs.get((id(need), id(there)))
        if kept is None:
            kept = self._pairs[id(need), id(there)] = (need, there, self._deciding(need, there))
        return kept[2]

    def _deciding(self, need: Figure, there: Figure) -> Mapping[str, Figure]:
        above, below = self.moves(need), self.moves(there)
        if not above and not below:
            return {}
        most, least = need.require(), there.require()
        holds = most <= least
        same = (most,) * len(self.factors), (least,) * len(self.factors)
        found = {}
        for key, (leaf, _values) in {**above, **below}.items():
            mosts = above[key][1] if key in above else same[0]
            leasts = below[key][1] if key in below else same[1]
            pairs = zip(mosts, leasts, self.factors, strict=True)
            if any(self._holds(need, there, key, *pair) is not holds for pair in pairs):
                found[key] = leaf
        return found

    def _holds(self, need: Figure, there: Figure, key: str, most: float, least: float, factor: float) -> bool:
        if abs(most - least) > _CLOSE * max(abs(most), abs(least)):
            return most <= least
        return moved(need, key, factor, self) <= moved(there, key, factor, self)

    def moves(self, figure: Figure) -> Moves:
        """Return the moves of a known figure."""
        if figure.quality is not Quality.ASSUMED:
            return _NOTHING  # a computed figure is assumed as soon as one below it is
        kept = self._kept.get(id(figure))
        if kept is not None:
            return kept[1]
        found = self._leaf(figure) if figure.formula is None else self._computed(figure)
        self._kept[id(figure)] = (figure, found)
        return found

    def forget(self, tops: Iterable[Figure]) -> None:
        """Drop what none of ``tops`` rests on, where much has gathered."""
        if len(self._kept) + len(self._pairs) <= self._most:
            return
        self._pairs.clear()
        needed: set[int] = set()
        stack = list(tops)
        while stack:
            figure = stack.pop()
            if id(figure) in self._kept and id(figure) not in needed:
                needed.add(id(figure))
                stack.extend(part for given in figure.inputs for part in given.figures)
        self._kept = {name: kept for name, kept in self._kept.items() if name in needed}
        self._most = 2 * len(self._kept) + _SPARE

    def _leaf(self, figure: Figure) -> Moves:
        return {figure.key: (figure, tuple(_moved_leaf(figure, factor) for factor in self.factors))}

    def _computed(self, figure: Figure) -> Moves:
        inputs = [(name, (given,) if isinstance(given, Figure) else given) for name, given in figure.given.items()]
        below = [[self.moves(part) for part in parts] for _name, parts in inputs]
        if not any(any(moves) for moves in below):
            return _NOTHING
        formula = figure.formula
        if formula is not None and _SUMS.fullmatch(formula.text):
            return self._sum(figure, [parts for _name, parts in inputs], below)
        touched: dict[str, list[tuple[str, int, Move]]] = {}
        for (name, _parts), moves in zip(inputs, below, strict=True):
            many = not isinstance(figure.given[name], Figure)
            for at, own in enumerate(moves):
                for key, move in own.items():
                    touched.setdefault(key, []).append((name, at if many else -1, move))
        return {key: (places[-1][2][0], self._stepped(figure, places)) for key, places in touched.items()}

    def _stepped(self, figure: Figure, places: list[tuple[str, int, Move]]) -> tuple[float, ...]:
        """Return what a formula gives for each factor, with the inputs at these places moved."""
        plain, found = _inputs(figure), []
        for step in range(len(self.factors)):
            values = dict(plain)
            for name, at, (_leaf, moves) in places:
                if at < 0:
                    values[name] = moves[step]
                else:
                    values[name] = [*values[name][:at], moves[step], *values[name][at + 1 :]]
            assert figure.formula is not None
            found.append(figure.formula.function(**values))
        return tuple(found)

    def _sum(self, figure: Figure, inputs: list[tuple[Figure, ...]], below: list[list[Moves]]) -> Moves:
        base = (_plain(figure),) * len(self.factors)
        found: dict[str, Move] = {}
        for parts, moves in zip(inputs, below, strict=True):
            for part, own in zip(parts, moves, strict=True):
                was = part.value or 0.0
                for key, (leaf, values) in own.items():
                    sums = found[key][1] if key in found else base
                    found[key] = leaf, tuple([total + (value - was) for total, value in zip(sums, values)])  # noqa: B905 - as many as factors
        return found


def _inputs(figure: Figure) -> dict[str, Any]:
    return {
        name: given.value if isinstance(given, Figure) else [part.value for part in given]
        for name, given in figure.given.items()
    }


def _plain(figure: Figure) -> float:
    """Return what the formula gives for the inputs as they are; money is rounded after it."""
    assert figure.formula is not None
    return figure.formula.function(**_inputs(figure))


def moved(figure: Figure, key: str, factor: float, swings: Swings) -> float:
    """Return what a known figure would be, in its own unit, with the leaf ``key`` times ``factor``.

    A share moves by no more than what it lacks to 1: a power factor of 0.98 is tried at 0.96 and 1. What does not
    rest on the leaf is taken as it is.
    """
    if key not in swings.moves(figure):
        return figure.require()
    if figure.formula is None:
        return _moved_leaf(figure, factor)
    values: dict[str, float | list[float]] = {}
    for given in figure.inputs:
        parts = [moved(part, key, factor, swings) for part in given.figures]
        values[given.name] = parts if given.many else parts[0]
    return figure.formula.function(**values)


def _moved_leaf(figure: Figure, factor: float) -> float:
    value, by = figure.require(), figure.require() * (factor - 1)
    if figure.unit != "1" or not 0 <= value <= 1:
        return value + by
    room = 1 - value
    return value + max(-room, min(room, by))
