"""A public function of the engine that gives a number says in what unit, or where the number comes from."""

from __future__ import annotations

import ast
import re

import pytest

from tests.house.test_house_rules import trees

# Words that name a unit or a dimensionless kind of number, and words that lead to a source.
UNIT = re.compile(
    r"\b(in|a|per) (W|V|A|VA|m|s|h|K|J|U|B)(?![\w'])|(?<![\w/'])("
    r"kW|kVA|VA|k?Wh|Hz|m?Ω|ohms?|watts?|volts?|amperes?|"
    r"[KMGT]i?B(/s)?|bytes?|bits?|tokens?(/s)?|[GTP]?FLOPS?|[GTP]FLOP/s|"
    r"mm²?|ems?|cm|m[²³]|m³/h|kg|°C|dB(\(A\))?|Pa|BTU/h|"
    r"ms|seconds?|minutes?|hours?|days?|weeks?|months?|years?|"
    r"yuan|CNY|fen|price|money|"
    r"percent|share|ratio|fraction|factor|times|probability|count|number of|unit|units|score|points?"
    r")(?!\w)|%"
)
SOURCE = re.compile(r"\b(Source|source|GB(/T)?\s?\d|ISO\s?\d|IEC\s?\d|ASHRAE|arXiv)\b")
NUMBERS = {"float", "float | None", "None | float", "Sequence[float]", "tuple[float, ...]", "tuple[float, float]"}


def _public_number_functions() -> list[tuple[str, str]]:
    found = []
    for path, tree in trees("planner"):
        holders: list[ast.Module | ast.ClassDef] = [
            tree,
            *(node for node in tree.body if isinstance(node, ast.ClassDef)),
        ]
        for holder in holders:
            for node in holder.body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and _gives_number(node):
                    found.append((f"{path}:{node.lineno} {node.name}", ast.get_docstring(node) or ""))
    return found


def _gives_number(node: ast.FunctionDef) -> bool:
    return node.returns is not None and ast.unparse(node.returns) in NUMBERS


def test_functions_that_give_numbers_say_unit_or_source() -> None:
    silent = [where for where, text in _public_number_functions() if not (UNIT.search(text) or SOURCE.search(text))]
    assert silent == []


@pytest.mark.parametrize(
    "text", ["Return the heat in W.", "Return the share of time busy.", "Source: GB/T 2887.", "Give the current in A."]
)
def test_the_rule_hears_a_unit_or_a_source(text: str) -> None:
    assert UNIT.search(text) or SOURCE.search(text)


@pytest.mark.parametrize("text", ["Return the value.", "Compute the branch's load.", "A value to show.", ""])
def test_the_rule_hears_silence(text: str) -> None:
    assert not (UNIT.search(text) or SOURCE.search(text))
