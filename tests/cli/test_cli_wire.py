"""``plan wire``: where each cord goes, written as one step; why something finds no place; what has to be told first."""

from __future__ import annotations

from pathlib import Path

from planner.plan.codec import read_plan, write_plan
from tests.checks.test_rewiring import two_circuits
from tests.cli.program import run


def made(tmp_path: Path, quantity: int) -> Path:
    path = tmp_path / "room.lpplan"
    write_plan(two_circuits(2156.0, quantity), path)
    return path


def test_machines_are_put_on_two_circuits_in_one_step(filled: Path, tmp_path: Path) -> None:
    plan, after = made(tmp_path, 2), tmp_path / "after.lpplan"
    done = run("plan", "wire", plan, "--out", after, "--json", "--db", filled)
    assert done.code == 0, done.err
    assert done.json["schema"] == "labprocure.plan.wire/1"
    assert done.json["proven"] is True
    assert done.json["moves"] == 1
    assert {(one["node"], one["units"]) for one in done.json["links"]} == {("s1", 1), ("s2", 1)}
    assert done.json["reasons"] == []
    assert {(one.node, one.units) for one in read_plan(after).alternatives[0].connections} == {("s1", 1), ("s2", 1)}
    assert read_plan(plan).alternatives[0].connections[0].units == 2  # the file that was read is as it was


def test_what_finds_no_place_is_explained_with_what_would_be_enough(filled: Path, tmp_path: Path) -> None:
    # three machines of 10 A on two circuits of 16 A
    done = run("plan", "wire", made(tmp_path, 3), "--json", "--db", filled)
    assert done.json["unplaced"] == ["ws#3"] or len(done.json["unplaced"]) == 1
    (reason,) = done.json["reasons"]
    assert (reason["kind"], reason["circuits"], reason["size_a"]) == ("circuits", 1, 16.0)
    assert "needs 1 more circuit(s) of 16 A" in reason["message"]


def test_it_is_told_in_both_languages_and_a_file_needs_a_target(filled: Path, tmp_path: Path) -> None:
    plan = made(tmp_path, 2)
    english = run("plan", "wire", plan, "--lang", "en", "--db", filled)
    assert "1 cords move; no other way is better." in english.out
    chinese = run("plan", "wire", plan, "--lang", "zh", "--db", filled)
    assert "没有更好的接法" in chinese.out
    assert run("plan", "wire", plan, "--apply", "--db", filled).code == 2


def test_places_are_called_as_people_call_them_and_what_is_left_out_is_not_called_done(
    filled: Path, tmp_path: Path
) -> None:
    # four cards on a socket of 10 A, of a circuit that is not told whole: the template asks for it
    plan = tmp_path / "lab-a.lpplan"
    assert run("plan", "new", "--template", "lab-a", "--out", plan, "--db", filled).code == 0
    chinese = run("plan", "wire", plan, "--lang", "zh", "--db", filled).out
    assert "插座1（10 A）会超过额定" in chinese
    assert "以下信息未提供" in chinese
    english = run("plan", "wire", plan, "--lang", "en", "--db", filled).out
    assert "Socket 1 (10 A) would carry more than its rating." in english
    for told in (chinese, english):
        assert "socket-1" not in told
    assert "不需要改接" not in chinese
    assert "Nothing is to be plugged in anew" not in english
