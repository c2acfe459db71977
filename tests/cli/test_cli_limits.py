"""``plan limits`` and ``plan edit --set limits/...``: numbers that nobody could verify, and the plan's own."""

from __future__ import annotations

from pathlib import Path

from tests.cli.program import run
from tests.cli.test_cli_commands import answer, has


def one_of(found: dict[str, object], path: str) -> dict[str, object]:
    """Return the row of a path."""
    rows = found["limits"]
    assert isinstance(rows, list)
    return next(row for row in rows if row["path"] == path)


def test_every_number_is_listed_with_what_is_customary_and_who_says_so(filled: Path, plan: Path) -> None:
    found = answer("plan.limits", "plan", "limits", plan, "--db", filled)
    has("plan limits", found)
    row = one_of(found, "limits/co.margin")
    assert (row["value"], row["customary"], row["unit"], row["own"]) == (1.2, 1.2, "1", False)
    assert row["source"] == "customary margin of 15 to 20 %"


def test_an_own_number_is_set_listed_reckoned_with_and_taken_back(filled: Path, plan: Path) -> None:
    own, back = plan.with_name("own.lpplan"), plan.with_name("back.lpplan")
    set_ = run("plan", "edit", plan, "--set", "limits/co.fail_warn_min=20分钟", "--out", own, "--db", filled)
    assert set_.code == 0, set_.err
    row = one_of(answer("plan.limits", "plan", "limits", own, "--db", filled), "limits/co.fail_warn_min")
    assert (row["value"], row["customary"], row["own"]) == (20.0, 15.0, True)
    text = run("plan", "limits", own, "--lang", "en", "--db", filled).out
    assert "without cooling: 20 min (own value; customary 15 min)" in text
    assert run("plan", "edit", own, "--set", "limits/co.fail_warn_min=", "--out", back, "--db", filled).code == 0
    assert not one_of(answer("plan.limits", "plan", "limits", back, "--db", filled), "limits/co.fail_warn_min")["own"]


def test_a_number_out_of_bounds_is_refused_and_no_file_is_written(filled: Path, plan: Path) -> None:
    out = plan.with_name("out.lpplan")
    done = run("plan", "edit", plan, "--set", "limits/co.margin=12", "--out", out, "--db", filled, "--lang", "en")
    assert done.code != 0
    assert "recommended margin of sensible cooling 12 is above 3" in done.err
    assert "enter 1 to 3" in done.err
    assert not out.exists()
