"""``plan edit`` takes its steps in the order of the command line, as one step to undo, and names the one that does not go."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.program import run


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    """Return the file of a plan."""
    made = tmp_path / "lab.lpplan"
    assert run("plan", "new", "--template", "lab-a", "--out", made, "--db", tmp_path / "w.db").code == 0
    return made


def _edit(plan: Path, *steps: str) -> tuple[int, str, dict[str, object]]:
    done = run("plan", "edit", plan, "--out", plan, "--lang", "en", "--json", "--db", plan.parent / "w.db", *steps)
    return done.code, done.err, json.loads(done.out) if done.out.strip() else {}


def _existing(plan: Path) -> list[tuple[str, str]]:
    return [(one["id"], one.get("role", "compute")) for one in json.loads(plan.read_text("utf-8")).get("existing", [])]


def test_a_part_is_taken_out_and_put_in_anew(plan: Path) -> None:
    code, error, _out = _edit(plan, "--add", "existing=old", "--set", "existing/old/role=storage")
    assert (code, error) == (0, "")
    code, error, _out = _edit(plan, "--remove", "existing/old", "--add", "existing=old")
    assert (code, error) == (0, "")
    assert _existing(plan) == [("old", "compute")]


def test_a_part_that_is_set_and_then_removed_is_gone(plan: Path) -> None:
    _edit(plan, "--add", "existing=old")
    code, _error, _out = _edit(
        plan, "--set", "existing/old/role=storage", "--remove", "existing/old", "--set", "title=Lab"
    )
    assert code == 0
    assert _existing(plan) == []


def test_of_the_same_place_the_last_counts(plan: Path) -> None:
    code, _error, out = _edit(plan, "--set", "title=One", "--add", "existing=old", "--set", "title=Two")
    assert code == 0
    assert json.loads(plan.read_text("utf-8"))["title"] == {"zh": "Two", "en": "Two"}


def test_what_comes_before_its_part_is_refused_and_named(plan: Path) -> None:
    before = plan.read_bytes()
    code, error, _out = _edit(plan, "--set", "title=Lab", "--set", "existing/old/role=storage", "--add", "existing=old")
    assert code == 3
    assert "Step 2 of 3 (--set existing/old/role=storage):" in error
    assert "None of the steps was taken." in error
    assert plan.read_bytes() == before


def test_one_step_alone_is_told_as_ever(plan: Path) -> None:
    code, error, _out = _edit(plan, "--remove", "existing/old")
    assert code == 3
    assert "Step" not in error


def test_the_steps_are_one_step_to_undo(tmp_path: Path) -> None:
    database = tmp_path / "w.db"
    run("plan", "new", "--template", "lab-a", "--db", database)
    steps = ("--set", "title=Other", "--add", "existing=old", "--set", "existing/old/role=storage")
    wanted = json.loads(run("plan", "list", "--json", "--db", database).out)["plans"][0]["id"]
    assert run("plan", "edit", wanted, "--db", database, *steps).code == 0
    assert run("plan", "history", wanted, "--db", database, "--undo").code == 0
    out = tmp_path / "back.lpplan"
    assert run("plan", "edit", wanted, "--db", database, "--set", "organisation/name=X", "--out", out).code == 0
    assert _existing(out) == []
