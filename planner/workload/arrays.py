"""Formulas over arrays: the text of a formula compiled for numpy, so that a matrix reckons by the same text as a figure.

NaN stands for unknown: it goes through every operation, so unknown in gives unknown out here too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from planner.errors import PlannerError
from planner.figure import Figure, Formula

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Flags = NDArray[np.bool_]
    Places = NDArray[np.int8]

NOT_KNOWN = float("nan")
_PAIRED = {"min": "minimum", "max": "maximum"}
_PLAIN = {"ceil": "ceil", "floor": "floor", "sqrt": "sqrt", "exp": "exp", "ln": "log", "log10": "log10", "abs": "abs"}


@lru_cache(maxsize=512)
def over_arrays(formula: Formula) -> Callable[..., Any]:
    """Return a function of keyword arrays that gives the formula's results in its unit; shapes are broadcast.

    Raises:
        ValueError: the text uses what has no meaning element by element (sums over lists).
    """
    import numpy as np

    tree = ast.fix_missing_locations(_Elementwise().visit(ast.parse(formula.text, mode="eval")))
    names = sorted({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - {"np"})
    body = ast.unparse(tree)
    scope: dict[str, Any] = {"np": np}
    code = compile(f"lambda *, {', '.join(names)}: {body}", f"<{formula.key}>", "eval")
    made: Callable[..., Any] = eval(code, scope)  # noqa: S307 - text of a formula of ours, every node looked at above
    return made


class _Elementwise(ast.NodeTransformer):
    """Puts numpy's functions in the place of the grammar's; anything outside of the grammar is refused."""

    _ALLOWED = (
        *(ast.Expression, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Constant, ast.Name, ast.Load),
        *(ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.USub, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq),
    )

    def generic_visit(self, node: ast.AST) -> Any:
        if not isinstance(node, self._ALLOWED):
            raise ValueError(ast.dump(node))
        return super().generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        return _call("where", [self.visit(node.test), self.visit(node.body), self.visit(node.orelse)])

    def visit_Call(self, node: ast.Call) -> ast.Call:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        given = [self.visit(one) for one in node.args]
        if name in _PLAIN and len(given) == 1:
            return _call(_PLAIN[name], given)
        if name in _PAIRED and len(given) > 1:
            whole: ast.Call = given[0]
            for one in given[1:]:
                whole = _call(_PAIRED[name], [whole, one])
            return whole
        raise ValueError(ast.dump(node))


def _call(name: str, given: list[Any]) -> ast.Call:
    function = ast.Attribute(value=ast.Name(id="np", ctx=ast.Load()), attr=name, ctx=ast.Load())
    return ast.Call(func=function, args=given, keywords=[])


def value_or_nan(figure: Figure | None) -> float:
    """Return the value of a figure in its unit, NaN where it is unknown."""
    return NOT_KNOWN if figure is None or figure.value is None else figure.value


def column(figures: Sequence[float]) -> Numbers:
    """Return numbers as a column, one row for each, in their unit."""
    import numpy as np

    return np.array(figures, dtype=np.float64)[:, np.newaxis]


def line(figures: Sequence[float]) -> Numbers:
    """Return numbers as one line, in their unit."""
    import numpy as np

    return np.array(figures, dtype=np.float64)


class Lines:
    """Numbers of many things by name: a line for each name, a place in it for each thing."""

    __slots__ = ("_numbers", "_places")

    def __init__(self, places: Mapping[str, int], numbers: Numbers) -> None:
        """Start with the numbers and where the line of each name stands in them."""
        self._places, self._numbers = places, numbers

    def __getitem__(self, name: str) -> Numbers:
        """Return the line called ``name``; raises KeyError."""
        line: Numbers = self._numbers[self._places[name]]
        return line

    def at(self, things: Sequence[int]) -> Lines:
        """Return the numbers of the things at these places, in this order."""
        return Lines(self._places, self._numbers.take(things, axis=1))

    def beside(self, more: Mapping[str, Numbers]) -> Lines:
        """Return these lines and ``more``."""
        import numpy as np

        places = dict(self._places)
        for name in more:
            places[name] = len(places)
        return Lines(places, np.concatenate((self._numbers, np.array(list(more.values())))))


def lines(places: Mapping[str, int], rows: Sequence[Sequence[float | None]]) -> Lines:
    """Return what ``rows`` say of each thing, by the names at their ``places``; None is NaN."""
    import numpy as np

    numbers = [NOT_KNOWN if number is None else number for row in rows for number in row]
    count = len(rows) * len(places)
    return Lines(places, np.fromiter(numbers, np.float64, count).reshape(len(rows), len(places)).T.copy())


def choices(
    places: Mapping[str, int],
    things: Sequence[Any],
    chosen: Callable[[Any], Any],
    told: Callable[[Any], Sequence[float]],
) -> Lines:
    """Return what ``told`` says of each thing; things alike in what is ``chosen`` are asked once, NaN is what is refused."""
    known: dict[Any, int] = {}
    different: list[Sequence[float]] = []
    at: list[int] = []
    for thing in things:
        key = chosen(thing)
        row = known.get(key)
        if row is None:
            row = known[key] = len(known)
            try:
                different.append(told(thing))
            except PlannerError:
                different.append((NOT_KNOWN,) * len(places))
        at.append(row)
    return lines(places, different).at(at)


def places_of(names: Sequence[str]) -> dict[str, int]:
    """Return where each name stands."""
    return {name: at for at, name in enumerate(names)}


def pick(when: Flags, then: Numbers | float, other: Numbers | float) -> Numbers:
    """Return element by element ``then`` where ``when`` holds, else ``other``, in their unit."""
    import numpy as np

    return np.where(when, then, other)


def some(flags: Flags) -> bool:
    """Tell whether anything holds."""
    import numpy as np

    return bool(np.count_nonzero(flags))


def is_unknown(numbers: Numbers) -> Flags:
    """Tell element by element whether there is no number."""
    import numpy as np

    return np.isnan(numbers)


def least_known(left: Numbers, right: Numbers) -> Numbers:
    """Return element by element the smaller number in their unit; one that is unknown does not count."""
    import numpy as np

    return np.fmin(left, right)


def blank(rows: int, columns: int) -> Numbers:
    """Return so many rows of zeros."""
    import numpy as np

    return np.zeros((rows, columns))


def rounded_up(numbers: Numbers) -> Numbers:
    """Return the next whole numbers, in their unit."""
    import numpy as np

    return np.ceil(numbers)


def only_finite(numbers: Numbers) -> Numbers:
    """Return the numbers in their unit; what a division by zero made is unknown."""
    import numpy as np

    return np.where(np.isfinite(numbers), numbers, NOT_KNOWN)


def stacked(found: Sequence[Numbers]) -> Numbers:
    """Return lines one below the other, in their unit; one that stands there several times is copied once."""
    import numpy as np

    places: dict[int, int] = {}
    different: list[Numbers] = []
    rows = []
    for one in found:
        at = places.get(id(one))
        if at is None:
            at = places[id(one)] = len(different)
            different.append(one)
        rows.append(at)
    return np.array(different).take(rows, axis=0)


def put(into: Numbers, rows: Sequence[int], columns: Sequence[int], lines: Sequence[Numbers]) -> None:
    """Put one line into each of ``rows``, at these ``columns``."""
    import numpy as np

    into[np.array(rows)[:, np.newaxis], np.array(columns)] = lines


def quietly() -> AbstractContextManager[object]:
    """Return a block in which a division by zero warns nobody: its result is no number, hence unknown."""
    import numpy as np

    return np.errstate(all="ignore")
