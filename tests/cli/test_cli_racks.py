"""Machines put into a rack from the command line: added, set at a unit and a face, refused where a word is none."""

from __future__ import annotations

from pathlib import Path

from planner.plan.codec import read_plan
from planner.plan.document import Placement
from tests.cli.program import run


def made(*words: object) -> None:
    done = run(*words)
    assert done.code == 0, done.err


def test_a_machine_is_put_at_a_unit_of_a_rack(filled: Path, tmp_path: Path) -> None:
    first, second, third = (tmp_path / f"{name}.lpplan" for name in "abc")
    made("plan", "new", "--template", "tier-4", "--out", first, "--db", filled)
    where = "alternatives/main/placements"
    added = ("--add", f"{where}=srv rack-1", "--set", f"{where}/0/bottom_u=7", "--set", f"{where}/0/face=rear")
    made("plan", "edit", first, *added, "--out", second, "--db", filled)
    placed = Placement(line="srv", node="rack-1", bottom_u=7, face="rear")
    assert read_plan(second).alternatives[0].placements == (placed,)
    made("plan", "edit", second, "--set", f"{where}/0/bottom_u=", "--out", third, "--db", filled)
    assert read_plan(third).alternatives[0].placements[0].bottom_u is None
    done = run("plan", "edit", second, "--set", f"{where}/0/face=side", "--out", first, "--db", filled)
    assert done.code == 3
    assert "front, rear" in done.err


def test_nothing_is_put_where_no_parts_are(filled: Path, tmp_path: Path) -> None:
    first = tmp_path / "a.lpplan"
    made("plan", "new", "--template", "tier-4", "--out", first, "--db", filled)
    for words in ("alternatives/main/placements=srv", "alternatives/main/placements=srv nowhere"):
        done = run("plan", "edit", first, "--add", words, "--out", tmp_path / "b.lpplan", "--db", filled)
        assert done.code == 3
        assert not (tmp_path / "b.lpplan").exists()
