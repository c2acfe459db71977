"""Whoever is told of an error, a danger or a gap is told what to do: no check of ours says one without a remedy."""

from __future__ import annotations

import ast
from pathlib import Path

import planner.checks

FOLDER = Path(planner.checks.__file__).parent
ASKING = {"error", "warning", "unknown"}


def made(text: str) -> list[tuple[int, str, bool]]:
    """Return line, outcome and whether there is a remedy of each finding that a module makes with a fixed outcome."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Finding":
            given = {one.arg: one.value for one in node.keywords}
            outcome = given.get("outcome")
            if isinstance(outcome, ast.Constant) and outcome.value in ASKING:
                found.append((node.lineno, str(outcome.value), "remedy" in given))
    return found


def test_each_error_warning_and_question_has_a_remedy() -> None:
    all_of_them = [
        (path.name, *one) for path in sorted(FOLDER.glob("*.py")) for one in made(path.read_text(encoding="utf-8"))
    ]
    assert len(all_of_them) > len(ASKING)
    assert [one for one in all_of_them if not one[-1]] == []


def test_a_missing_remedy_is_seen() -> None:
    assert made('Finding(outcome="warning", subject="plan")') == [(1, "warning", False)]
    assert made('Finding(outcome="note", subject="plan")') == []
