"""Network cables by the command line: added, told, found too long, and mended by the remedy's own change."""

from __future__ import annotations

from pathlib import Path

from planner.plan.codec import read_plan, write_plan
from planner.plan.edits import AddPart
from tests.cli.program import run
from tests.sample_plans import sample

SWITCH = {"id": "sw", "title": {"zh": "交换机", "en": "Switch"}, "role": "network"}


def test_cables_are_added_and_checked(tmp_path: Path) -> None:
    plan, after = tmp_path / "a.lpplan", tmp_path / "b.lpplan"
    write_plan(AddPart(path="alternatives/A/lines", value=SWITCH).apply(sample("lab-a"))[0], plan)
    db = ("--db", tmp_path / "w.db", "--lang", "en")
    at = "alternatives/A/links"
    done = run("plan", "edit", plan, "--add", f"{at}=l1 ws", "--out", after, *db)
    assert done.code == 0, done.err
    told = [
        f"{at}/l1/to=sw",
        f"{at}/l1/values/nic_gbps=10G",
        f"{at}/l1/values/cable_kind=dac",
        f"{at}/l1/values/cable_m=9m",
    ]
    settings = [part for one in told for part in ("--set", one)]
    done = run("plan", "edit", after, *settings, "--out", after, *db)
    assert done.code == 0, done.err
    (link,) = read_plan(after).alternatives[0].links
    assert (link.line, link.to, link.values["cable_m"].value) == ("ws", "sw", 9.0)
    checked = run("check", after, "--alternative", "A", "--json", *db)
    found = [one for one in checked.json["alternatives"][0]["findings"] if one["id"] == "NW02"]
    assert [(one["severity"], one["subject"]) for one in found] == [("error", "l1")]
    assert "active optical" in found[0]["remedy"]


def test_a_link_of_nobody_is_refused(tmp_path: Path) -> None:
    plan = tmp_path / "a.lpplan"
    write_plan(sample("lab-a"), plan)
    done = run(
        *("plan", "edit", plan, "--add", "alternatives/A/links=l1 nobody", "--out", tmp_path / "b.lpplan"),
        *("--lang", "en", "--db", tmp_path / "w.db"),
    )
    assert done.code != 0
    assert "nobody" in done.err
