"""The grammar of formula texts: an evaluator for the expressions that formulas print.

A formula's text may use + - * / ** parentheses, comparisons, ``a if b else c``, numbers, the names of its inputs and
the functions below. The same text is shown to people and evaluated by a test, so text and code cannot drift apart.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

from planner.figure import Figure
from planner.workload.queueing import erlang_c

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
}


def dot(left: list[float], right: list[float]) -> float:
    """Return the sum of products of two lists of equal length, in the product of their units; raises ValueError where they differ."""
    return math.fsum(a * b for a, b in zip(left, right, strict=True))


def from_db(levels: list[float]) -> list[float]:
    """Return the power ratios of levels in dB."""
    return [10 ** (level / 10) for level in levels]


CONSTANTS = {"inf": math.inf}

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "min": min,
    "max": max,
    "sum": math.fsum,
    "dot": dot,
    "count": len,
    "ceil": math.ceil,
    "floor": math.floor,
    "round": round,
    "sqrt": math.sqrt,
    "exp": math.exp,
    "ln": math.log,
    "log10": math.log10,
    "from_db": from_db,
    "erlang_c": lambda servers, load: erlang_c(int(servers), load),
    "abs": abs,
}


def evaluate(text: str, values: Mapping[str, Any]) -> float:
    """Return the value of the expression ``text`` in the unit of its formula; raises ValueError for anything outside the grammar."""
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError as error:
        raise ValueError(text) from error
    return float(_value(tree.body, values))


def recompute(figure: Figure) -> float | None:
    """Return what a figure's formula text gives for its inputs, in the figure's unit; None where an input is unknown."""
    if figure.formula is None or figure.value is None:
        return figure.value
    values: dict[str, Any] = {}
    for given in figure.inputs:
        parts = [part.value for part in given.figures]
        values[given.name] = parts if given.many else parts[0]
    return evaluate(figure.formula.text, values)


def _value(node: ast.AST, values: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return number
        case ast.Name(id=name) if name in values:
            return values[name]
        case ast.Name(id=name) if name in CONSTANTS:
            return CONSTANTS[name]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            return _BINARY[type(op)](_value(left, values), _value(right, values))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, values)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARE:
            return _COMPARE[type(op)](_value(left, values), _value(right, values))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _value(body if _value(test, values) else orelse, values)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](*(_value(arg, values) for arg in args))
    raise ValueError(ast.dump(node))
