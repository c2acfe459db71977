"""What people do in their first hour: mistype, overwrite, undo twice, hand a plan on, have no workspace."""

from __future__ import annotations

from pathlib import Path

import pytest

from planner.plan.codec import read_plan
from tests.cli.program import run, run_child


def quantity(db: Path, plan_id: str) -> int:
    run("plan", "export", plan_id, db.parent / "now.lpplan", "--overwrite", "--db", db)
    return read_plan(db.parent / "now.lpplan").alternatives[0].lines[0].quantity


def test_undoing_again_goes_further_back_and_to_brings_forth(db: Path) -> None:
    plan_id = run("plan", "new", "--template", "lab-a", "--db", db, "--json").json["plan"]["id"]
    for number in (2, 3, 4):
        assert run("plan", "edit", plan_id, "--set", f"A/ws/quantity={number}", "--db", db).code == 0
    seen = []
    for _ in range(3):
        assert run("plan", "history", plan_id, "--undo", "--db", db).code == 0
        seen.append(quantity(db, plan_id))
    assert seen == [3, 2, 1]
    assert run("plan", "history", plan_id, "--undo", "--db", db).code == 3
    assert run("plan", "history", plan_id, "--to", "4", "--db", db).code == 0
    assert quantity(db, plan_id) == 4
    assert run("plan", "history", plan_id, "--undo", "--db", db).code == 0
    assert quantity(db, plan_id) == 3


@pytest.mark.parametrize(
    "command",
    [
        ("plan", "new", "--template", "lab-a", "--out"),
        ("catalog", "export", "--kind", "rack"),
        ("backup",),
    ],
)
def test_a_file_that_is_there_is_replaced_only_when_asked(command: tuple[str, ...], db: Path, tmp_path: Path) -> None:
    target = tmp_path / "there"
    target.write_text("mine", encoding="utf-8")
    refused = run(*command, target, "--db", db)
    assert (refused.code, target.read_text(encoding="utf-8")) == (4, "mine")
    assert "--overwrite" in refused.err
    target.unlink()
    assert run(*command, target, "--db", db).code == 0
    assert run(*command, target, "--overwrite", "--db", db).code == 0


def test_a_title_typed_once_holds_in_both_languages_and_each_can_be_set(plan: Path, db: Path, tmp_path: Path) -> None:
    out = tmp_path / "b.lpplan"
    assert run("plan", "edit", plan, "--set", "title=新方案", "--out", out, "--db", db).code == 0
    after = read_plan(out).title
    assert (after.zh, after.en) == ("新方案", "新方案")
    assert run("plan", "edit", plan, "--set", "A/ws/title/en=Box", "--out", out, "--db", db).code == 0
    assert read_plan(out).alternatives[0].lines[0].title.en == "Box"


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("site/circuit-2/values/length_m=20", "cable_length_m"),
        ("site/circuit-2/values/foo=20", "breaker_a"),
        ("A/ws/facts/max_powr_w=20", "max_power_w"),
        ("A/ws/price/chosen=150000.555", "two decimals"),
        ("budget=3", "contingency_rate"),
        ("site/circuit-1/values/breaker_a=0", "breaker"),
    ],
)
def test_what_would_be_stored_and_ignored_is_refused(
    setting: str, said: str, plan: Path, db: Path, tmp_path: Path
) -> None:
    out = tmp_path / "b.lpplan"
    done = run("plan", "edit", plan, "--set", setting, "--out", out, "--db", db, "--lang", "en")
    assert done.code == 3
    assert said in done.err
    assert not out.exists()


def test_the_last_alternative_stays(plan: Path, db: Path, tmp_path: Path) -> None:
    assert run("plan", "edit", plan, "--remove", "A", "--out", tmp_path / "b.lpplan", "--db", db).code == 3


def test_an_empty_path_is_a_usage_error(plan: Path, db: Path) -> None:
    assert run("plan", "edit", plan, "--set", "A/ws/quantity=2", "--out", "", "--db", db).code == 2


def test_a_mistyped_workspace_folder_is_no_new_workspace(tmp_path: Path) -> None:
    assert run("plan", "list", "--db", tmp_path / "nodir" / "x.db").code == 4
    assert not (tmp_path / "nodir").exists()


def test_a_new_workspace_is_told(tmp_path: Path) -> None:
    done = run("plan", "list", "--db", tmp_path / "new.db", "--lang", "en")
    assert done.code == 0
    assert "new, empty workspace" in done.err


def test_a_plan_file_is_checked_without_a_workspace(plan: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder", encoding="utf-8")
    env = {"LABPROCURE_DATA_DIR": str(blocked), "LABPROCURE_LANG": "en"}
    done = run("check", plan, "--json", env=env)
    assert done.code == 0
    assert done.json["alternatives"][0]["totals"]["max_w"] == 2650
    assert "shipped catalog" in done.err
    assert run("plan", "list", env=env).code == 4


def test_a_plan_is_handed_on_and_taken_in(plan: Path, db: Path) -> None:
    first = run("plan", "import", plan, "--db", db, "--json").json["plan"]["id"]
    assert run("plan", "import", plan, "--db", db).code == 3
    assert run("plan", "import", plan, "--overwrite", "--db", db, "--json").json["plan"]["id"] == first
    assert run("plan", "import", plan, "--as-new", "--db", db, "--json").json["plan"]["id"] != first


def test_explain_without_a_key_lists_the_keys(plan: Path, db: Path) -> None:
    keys = {one["key"] for one in run("explain", plan, "--json", "--db", db).json["figures"]}
    assert {"A/total/max_w", "A/total/planned", "A/ws/max_w", "A/circuit-1/current_a"} <= keys


def test_check_names_the_subject_that_fix_wants(plan: Path, db: Path, tmp_path: Path) -> None:
    assert "PW30 socket-1" in run("check", plan, "--db", db).out
    assert run("plan", "fix", plan, "pw30", "socket-1", "--out", tmp_path / "b.lpplan", "--db", db).code == 0


def test_ids_are_taken_in_capitals(db: Path, tmp_path: Path) -> None:
    assert run("catalog", "show", "NV-RTX4090", "--db", db).code == 0
    assert run("plan", "new", "--template", "LAB-A", "--out", tmp_path / "c.lpplan", "--db", db).code == 0


def test_a_full_disk_behind_the_output_is_told(plan: Path, db: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    import subprocess
    import sys

    with full.open("w") as sink:
        done = subprocess.run(
            [sys.executable, "-m", "desktop_app", "check", str(plan), "--db", str(db), "--lang", "en"],
            stdout=sink,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 4
    assert b"space" in done.stderr
    assert b"Traceback" not in done.stderr


def test_an_unknown_paper_format_is_bad_input(plan: Path, db: Path, tmp_path: Path) -> None:
    done = run_child("tender", "export", plan, "--out", tmp_path / "papers", "--formats", "doc", "--db", db)
    assert done.code == 3
