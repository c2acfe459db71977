"""``advise``: its object, its text in both languages, its exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from planner.plan.codec import write_plan
from tests.cli.program import run
from tests.cli.test_cli_commands import FIGURE, answer, has
from tests.sample_plans import sample


def test_advise_object(filled: Path, plan: Path) -> None:
    found = answer("advise", "advise", plan, "--db", filled)
    has("plan alternative advice corrections acceptance software adaptation leaving", found)
    for one in found["advice"]:
        has("topic subject state choice recommendation reasons rests_on rejected would_change notes corrections missing", one)  # fmt: skip
        for reason in one["reasons"]:
            assert all(set(figure) >= FIGURE for figure in reason["figures"])
    known = {rule["id"] for rule in found["corrections"]}
    assert {name for one in found["advice"] for name in one["corrections"]} == known
    assert {rule["verdict"] for rule in found["corrections"]} == {"wrong", "loose"}
    assert {one["id"] for one in found["software"]} <= {"SW01", "SW02", "SW03", "SW04"}
    assert all(one["pass"] is None or set(one["pass"]) >= FIGURE for one in found["acceptance"])


@pytest.mark.parametrize("language", ["zh", "en"])
def test_advise_text(filled: Path, plan: Path, language: str) -> None:
    done = run("advise", plan, "--lang", language, "--db", filled)
    assert (done.code, done.err) == (0, "")
    assert "AWQ" in done.out
    assert ("GPU 批处理" in done.out or "租用或购买 GPU" in done.out) is (language == "zh")


def test_advise_faults(filled: Path, plan: Path) -> None:
    assert run("advise", plan, "--alternative", "Z", "--db", filled).code == 3
    assert run("advise", "nowhere.lpplan", "--db", filled).code == 3
    assert run("advise").code == 2


def test_effort_of_a_move_is_typed_into_the_plan(filled: Path, tmp_path: Path) -> None:
    domestic, said = tmp_path / "domestic.lpplan", tmp_path / "said.lpplan"
    write_plan(sample("tier-5"), domestic)
    assert "2 to 8 person-weeks, once (an assumption" in run("advise", domestic, "--db", filled).out
    edits = ("--set", "facts/adaptation_weeks=3", "--set", "facts/week_price_cny=8000")
    assert run("plan", "edit", domestic, "--out", said, *edits, "--db", filled).code == 0
    assert "3 person-weeks, once; CNY 24,000.00" in run("advise", said, "--db", filled).out
