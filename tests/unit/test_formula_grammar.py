"""The grammar of formula texts: what it takes, and that it takes nothing that could reach out of it."""

from __future__ import annotations

import ast
import importlib
import inspect
import math
import pkgutil

import pytest

import planner
from planner.figure import Formula
from planner.formulas import CONSTANTS, FUNCTIONS, dot, evaluate


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("2 + 3 * 4 - 6 / 2", {}, 11.0),
        ("2 ** 3 ** 2", {}, 512.0),
        ("-a + b", {"a": 1.5, "b": 2.0}, 0.5),
        ("(a + b) * 2", {"a": 1.0, "b": 2.0}, 6.0),
        ("a if a < b else b", {"a": 4.0, "b": 3.0}, 3.0),
        ("1 if a >= 2 else 0", {"a": 2.0}, 1.0),
        ("1 if a == 2 else 0", {"a": 3.0}, 0.0),
        ("0 if a <= 2 else 1 / (a - 2)", {"a": 2.0}, 0.0),  # the branch not taken is not computed
        ("sum(parts)", {"parts": [0.1] * 10}, 1.0),
        ("dot(n, w)", {"n": [2.0, 3.0], "w": [10.0, 100.0]}, 320.0),
        ("count(parts) + max(parts) - min(parts)", {"parts": [4.0, 9.0, 6.0]}, 8.0),
        ("ceil(a) + floor(a) + round(a) + abs(-a)", {"a": 1.25}, 2 + 1 + 1 + 1.25),
        ("sqrt(16) + ln(exp(2)) + log10(1000)", {}, 9.0),
        ("sum(from_db(levels))", {"levels": [10.0, 20.0]}, 110.0),
        ("inf if a == 0 else 1 / a", {"a": 0.0}, math.inf),
        ("max(0, a - 5)", {"a": 3.0}, 0.0),
    ],
)
def test_what_formulas_may_say(text: str, values: dict[str, float], expected: float) -> None:
    assert evaluate(text, values) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    "text",
    [
        "a.real",  # attributes
        "(1).__class__",
        "__import__('os')",
        "open('x')",
        "eval('1')",
        "a()",  # a name that is no function
        "sum(parts=a)",  # keywords
        "sum(*a)",
        "'text'",
        "b'bytes'",
        "f'{a}'",
        "True",
        "None",
        "...",
        "1j",
        "[a, a]",
        "(a, a)",
        "{a}",
        "{'a': a}",
        "a[0]",
        "lambda: 1",
        "[x for x in a]",
        "a and a",
        "not a",
        "~a",
        "+a",
        "a < a < a",
        "a != a",
        "a in a",
        "a // a",
        "a % a",
        "a @ a",
        "a << a",
        "(b := a)",
        "b",  # a name that was not given
        "",
        "a +",
        "a = 1",
        "import os",
        "a; a",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the text is the message
        evaluate(text, {"a": 1.0})


def test_an_input_may_not_become_a_function() -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        evaluate("f(1)", {"f": 1.0})
    assert evaluate("max(max, 2)", {"max": 5.0}) == 5.0  # an input may be called like one


def test_lists_of_a_product_have_one_length() -> None:
    with pytest.raises(ValueError, match="shorter"):
        dot([1.0, 2.0], [1.0])


def test_functions_are_the_known_ones() -> None:
    known = "min max sum dot count ceil floor round sqrt exp ln log10 from_db erlang_c abs"
    assert set(FUNCTIONS) == set(known.split())


UNIT_OF_THE_VALUE = {"catalog.per_device", "tender.in_unit"}  # they pass on a value of any unit


def all_formulas() -> list[Formula]:
    found: dict[int, Formula] = {}
    for module in pkgutil.walk_packages(planner.__path__, "planner."):
        loaded = importlib.import_module(module.name)
        found |= {id(one): one for one in vars(loaded).values() if isinstance(one, Formula)}
    return list(found.values())


def test_each_formula_has_a_key_of_its_own_a_unit_a_source_and_both_labels() -> None:
    formulas = all_formulas()
    assert len(formulas) > 150
    keys = [one.key for one in formulas]
    assert sorted({key for key in keys if keys.count(key) > 1}) == []
    bare = {one.key for one in formulas if not (one.unit and one.source and one.label.zh and one.label.en)}
    assert bare <= UNIT_OF_THE_VALUE


def test_each_text_names_exactly_the_inputs_of_its_function() -> None:
    wrong = []
    for formula in all_formulas():
        tree = ast.walk(ast.parse(formula.text, mode="eval"))
        used = {node.id for node in tree if isinstance(node, ast.Name)}
        inputs = set(inspect.signature(formula.function).parameters)
        if used - set(FUNCTIONS) - set(CONSTANTS) != inputs - set(FUNCTIONS):
            wrong.append((formula.key, sorted(used ^ inputs)))
    assert wrong == []


def test_the_share_that_waits_is_that_of_erlang_c() -> None:
    # published table of Erlang C: 4 servers at 0.7 make 43 % wait; one server makes as many wait as it is busy
    assert evaluate("erlang_c(places, load)", {"places": 4.0, "load": 0.7}) == pytest.approx(0.43, abs=0.005)
    assert evaluate("erlang_c(1, load)", {"load": 0.3}) == pytest.approx(0.3)
