"""Working on plans from the command line: an edit moves money, power, heat and findings, and nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from planner.plan.codec import read_plan
from tests.cli.program import run
from tests.sample_plans import sample


def answer(*arguments: str | Path) -> dict[str, Any]:
    done = run(*arguments, "--json")
    assert done.code == 0, done.err
    return done.json


def totals(plan: str | Path, db: Path) -> dict[str, Any]:
    (one,) = answer("check", plan, "--db", db)["alternatives"]
    amounts = {name: value["amount"] for name, value in one["totals"].items() if isinstance(value, dict)}
    found = {f"{finding['id']} {finding['subject']}": finding["severity"] for finding in one["findings"]}
    return {**one["totals"], **amounts, "findings": found, "verdict": one["verdict"]}


def test_an_edited_quantity_moves_price_power_heat_and_findings(filled: Path, plan: Path, tmp_path: Path) -> None:
    before, after = totals(plan, filled), tmp_path / "two.lpplan"
    done = answer("plan", "edit", plan, "--set", "A/ws/quantity=两", "--out", after, "--db", filled)
    assert done["schema"] == "labprocure.plan.edit/1"
    assert done["changes"] == [{"path": "alternatives/A/lines/ws/quantity", "before": 1, "after": 2}]
    assert done["file"] == str(after)
    now = totals(after, filled)
    assert (before["price_chosen"], now["price_chosen"]) == ("264000.00", "414000.00")
    assert (now["price_low"], now["price_high"]) == ("330000.00", "496000.00")
    assert (before["max_w"], now["max_w"]) == (2650.0, 5150.0)
    assert (before["nameplate_w"], now["nameplate_w"]) == (4250.0, 8250.0)
    assert now["heat_w"] == pytest.approx(5393.0)
    assert now["budget_left"] == "-134700.00"  # 300,000 - 414,000 x 1.05
    assert now["findings"] != before["findings"]
    worse = [name for name, severity in now["findings"].items() if severity == "error"]
    assert any(name.startswith("BU") for name in worse)  # the budget does not hold any more
    assert any(name.startswith("CO") for name in worse)  # neither does the cooling
    assert read_plan(plan) == sample()  # the file that was read is as it was


def test_several_settings_and_removals_are_one_change(filled: Path, plan: Path, tmp_path: Path) -> None:
    after = tmp_path / "b.lpplan"
    # the low price goes above the high one of before: only the whole is judged
    settings = ("A/ws/price/low=19万", "A/ws/price/chosen=20万", "A/ws/price/high=22万", "A/ws/card=nv-rtx5090")
    arguments = [part for one in settings for part in ("--set", one)]
    answer("plan", "edit", plan, *arguments, "--remove", "A/nas", "--out", after, "--db", filled)
    line = read_plan(after).alternatives[0].lines[0]
    assert (str(line.price.low), str(line.price.chosen), str(line.price.high)) == ("190000", "200000", "220000")
    card = read_plan(after).item_of(line.card)
    assert card is not None
    assert card.id == "nv-rtx5090"
    assert "nas" not in [one.id for one in read_plan(after).alternatives[0].lines]


def test_a_file_may_be_changed_in_place_when_it_is_named(filled: Path, plan: Path) -> None:
    done = run("plan", "edit", plan, "--set", "A/ws/quantity=2", "--db", filled)
    assert done.code == 2
    assert "--out" in done.err
    assert read_plan(plan) == sample()
    answer("plan", "edit", plan, "--set", "A/ws/quantity=2", "--out", plan, "--db", filled)
    assert read_plan(plan).alternatives[0].lines[0].quantity == 2
    assert [one.name for one in plan.parent.iterdir() if one.suffix == ".lpplan"] == [plan.name]


def test_an_edit_that_fails_writes_nothing(filled: Path, plan: Path, tmp_path: Path) -> None:
    out = tmp_path / "never.lpplan"
    good_then_bad = ("--set", "A/ws/quantity=2", "--set", "A/ws/price/low=19万")  # low above high
    done = run("plan", "edit", plan, *good_then_bad, "--out", out, "--db", filled)
    assert done.code == 3
    assert "190,000" in done.err
    assert not out.exists()


def test_diff_says_what_differs(filled: Path, plan: Path, tmp_path: Path) -> None:
    other = tmp_path / "b.lpplan"
    answer("plan", "edit", plan, "--set", "A/ws/quantity=2", "--remove", "A/nas", "--out", other, "--db", filled)
    found = answer("plan", "diff", plan, other, "--db", filled)
    assert found["schema"] == "labprocure.plan.diff/1"
    assert {(one["path"], one["before"] is None, one["after"] is None) for one in found["changes"]} == {
        ("alternatives/A/lines/ws/quantity", False, False),
        ("alternatives/A/lines/nas", False, True),
        ("alternatives/A/connections/1", False, True),
    }
    assert answer("plan", "diff", plan, plan, "--db", filled)["changes"] == []
    text = run("plan", "diff", plan, other, "--db", filled).out
    assert "alternatives/A/lines/ws/quantity: 1 → 2" in text


# ------------------------------------------------------------------------------------------------ in the workspace
@pytest.fixture
def kept(db: Path) -> str:
    """The id of a plan that is kept in the workspace."""
    return str(answer("plan", "new", "--template", "lab-a", "--db", db)["plan"]["id"])


def test_a_plan_of_the_workspace_is_found_by_id_or_title_and_edited_there(db: Path, kept: str) -> None:
    (entry,) = answer("plan", "list", "--db", db)["plans"]
    assert (entry["id"], entry["revision"]) == (kept, 1)
    answer("plan", "edit", kept, "--set", "A/ws/quantity=2", "--db", db)
    assert totals(kept, db)["max_w"] == 5150.0
    assert totals(entry["name"], db)["max_w"] == 5150.0
    assert totals("高校实验室算力采购（方案A）", db)["max_w"] == 5150.0


def test_an_edit_written_to_a_file_leaves_the_workspace_alone(db: Path, kept: str, tmp_path: Path) -> None:
    out = tmp_path / "copy.lpplan"
    answer("plan", "edit", kept, "--set", "A/ws/quantity=2", "--out", out, "--db", db)
    assert totals(kept, db)["max_w"] == 2650.0
    assert totals(out, db)["max_w"] == 5150.0


def test_history_lists_revisions_and_goes_back(db: Path, kept: str) -> None:
    answer("plan", "edit", kept, "--set", "A/ws/quantity=2", "--db", db)
    answer("plan", "edit", kept, "--set", "A/ws/quantity=3", "--db", db)
    found = answer("plan", "history", kept, "--db", db)
    assert [one["number"] for one in found["revisions"]] == [3, 2, 1]
    assert found["revisions"][2]["label"] == "Plan created"
    back = answer("plan", "history", kept, "--undo", "--db", db)
    assert [one["number"] for one in back["revisions"]] == [4, 3, 2, 1]  # going back loses nothing either
    assert totals(kept, db)["max_w"] == 5150.0


def test_a_new_plan_has_nothing_to_go_back_to(db: Path, kept: str) -> None:
    done = run("plan", "history", kept, "--undo", "--db", db)
    assert done.code == 3
    assert done.err


# ------------------------------------------------------------------------------------------------- fixes, waivers
def findings(plan: str | Path, db: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = answer("check", plan, "--db", db)["alternatives"][0]["findings"]
    return found


def test_every_fix_that_check_offers_can_be_applied(filled: Path, plan: Path, tmp_path: Path) -> None:
    offered = [one for one in findings(plan, filled) if "fix" in one]
    assert offered
    for number, one in enumerate(offered):
        out = tmp_path / f"fixed-{number}.lpplan"
        done = answer("plan", "fix", plan, one["id"], one["subject"], "--out", out, "--db", filled)
        assert done["changes"], one["id"]
        after = [(two["id"], two["subject"], two["message"]) for two in findings(out, filled)]
        assert (one["id"], one["subject"], one["message"]) not in after, one["id"]


def test_a_fix_names_what_there_is_where_it_cannot(filled: Path, plan: Path, tmp_path: Path) -> None:
    out = tmp_path / "x.lpplan"
    assert run("plan", "fix", plan, "PW99", "plan", "--out", out, "--db", filled).code == 3
    without = next(one for one in findings(plan, filled) if "fix" not in one)
    done = run("plan", "fix", plan, without["id"], without["subject"], "--out", out, "--db", filled)
    assert done.code == 3
    assert without["id"] in done.err
    assert not out.exists()


def test_a_waiver_lets_an_error_pass_with_reason_and_name(filled: Path, plan: Path) -> None:
    errors = [one for one in findings(plan, filled) if one["severity"] == "error"]
    assert errors
    for one in errors:
        answer(
            *("plan", "waive", plan, one["id"], one["subject"], "--reason", "插座将更换", "--by", "李老师"),
            *("--out", plan, "--db", filled),
        )
    assert run("check", plan, "--db", filled, "--strict").code == 0
    waived = [one for one in findings(plan, filled) if one["severity"] == "error"]
    assert [one["waiver"]["by"] for one in waived] == ["李老师"] * len(errors)
    assert waived[0]["waiver"]["date"] == "2026-11-30"
    text = run("check", plan, "--db", filled, "--lang", "zh").out
    assert "李老师" in text
    assert "插座将更换" in text


@pytest.mark.parametrize(("reason", "by"), [("", "李老师"), ("because", " ")])
def test_a_waiver_without_reason_or_name_is_refused(filled: Path, plan: Path, reason: str, by: str) -> None:
    one = next(one for one in findings(plan, filled) if one["severity"] == "error")
    done = run(
        *("plan", "waive", plan, one["id"], one["subject"], "--reason", reason, "--by", by),
        *("--out", plan, "--db", filled),
    )
    assert done.code == 3
    assert read_plan(plan) == sample()


def test_reading_a_file_writes_nothing_to_the_workspace(db: Path, plan: Path) -> None:
    for command in (("check", plan), ("explain", plan, "A/total/max_w"), ("plan", "diff", plan, plan)):
        assert run(*command, "--db", db).code == 0
    assert answer("plan", "list", "--db", db)["plans"] == []
    assert json.loads(plan.read_text(encoding="utf-8"))["id"] == "plan-lab-a"
