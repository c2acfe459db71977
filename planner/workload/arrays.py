"""Formulas over arrays: the text of a formula compiled for numpy, so that a matrix reckons by the same text as a figure.

NaN stands for unknown: it goes through every operation, so unknown in gives unknown out here too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from planner.figure import Figure, Formula

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

NOT_KNOWN = float("nan")
_PAIRED = {"min": "minimum", "max": "maximum"}
_PLAIN = {"ceil": "ceil", "floor": "floor", "sqrt": "sqrt", "exp": "exp", "ln": "log", "log10": "log10", "abs": "abs"}


@lru_cache(maxsize=64)
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
