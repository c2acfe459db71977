"""The table of checks against their tests: each id fires somewhere, is silent at its limit, and asks, or says why it cannot."""

from __future__ import annotations

import ast
import csv
import re
from functools import cache
from pathlib import Path

import pytest

from planner.checks.catalogue import ALL_CHECKS
from tests.checks.test_check_list import SAFETY, WANTED
from tests.checks.test_silence_is_no_pass import ASKED_FOR

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
IDS = (*(f"{area}{number:02}" for area, most in WANTED.items() for number in range(1, most + 1)), *SAFETY)
ELSEWHERE = "test_silence_is_no_pass.py::test_what_a_check_wants_is_asked_for_by_some_question"


def table() -> dict[str, dict[str, str]]:
    with (HERE / "outcomes.csv").open(encoding="utf-8", newline="") as file:
        return {row["check"]: row for row in csv.DictReader(file)}


@cache
def functions_of(name: str) -> frozenset[str]:
    tree = ast.parse((HERE / name).read_text(encoding="utf-8"))
    return frozenset([node.name for node in tree.body if isinstance(node, ast.FunctionDef)])


def reasons() -> dict[str, str]:
    """Return why a check cannot ask, as docs/decisions.md tells it."""
    text = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| ([A-Z]{2}\d\d) \| (.+) \|$", text, re.MULTILINE))


def test_each_check_has_its_row_and_each_row_its_check() -> None:
    assert set(table()) == set(IDS)
    assert set(IDS) <= {one.id for one in ALL_CHECKS}


@pytest.mark.parametrize("check", IDS)
@pytest.mark.parametrize("outcome", ["fires", "silent", "asks"])
def test_each_outcome_has_a_test(check: str, outcome: str) -> None:
    said = table()[check][outcome]
    if outcome == "asks" and said == "-":
        assert reasons().get(check), f"docs/decisions.md does not say why {check} cannot ask"
        return
    name, _, test = said.partition("::")
    assert test in functions_of(name), said
    assert f'"{check}"' in (HERE / name).read_text(encoding="utf-8"), f"{name} does not name {check}"
    if said == ELSEWHERE:
        assert check in {row[0] for row in ASKED_FOR}, f"no case asks for what {check} wants"


def test_no_reason_is_left_over() -> None:
    assert set(reasons()) == {check for check, row in table().items() if row["asks"] == "-"}
