"""``plan pictures``: what it writes and says, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from planner.messages import Labelled
from planner.plan.codec import write_plan
from tests.cli.program import run
from tests.sample_plans import sample


def test_pictures_of_a_plan(filled: Path, plan: Path, tmp_path: Path) -> None:
    done = run("plan", "pictures", plan, "--out", tmp_path / "out", "--json", "--lang", "zh", "--db", filled)
    assert done.code == 0
    assert done.json["schema"] == "labprocure.plan.pictures/1"
    files = done.json["files"]
    assert [one["kind"] for one in files] == ["svg", "png", "pdf"] * 6
    assert {(one["language"], one["audience"]) for one in files} == {("zh", "external")}
    assert all(Path(one["path"]).stat().st_size == one["bytes"] and one["description"] for one in files)


def test_formats_language_and_internal(filled: Path, plan: Path, tmp_path: Path) -> None:
    done = run("plan", "pictures", plan, "--out", tmp_path / "out", "--formats", "svg", "--lang", "en", "--internal", "--db", filled)  # fmt: skip
    assert done.code == 0
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert len(names) == 6 and all(name.startswith("Internal_") and name.endswith("_en.svg") for name in names)
    assert done.out.count("Written:") == 6


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (("--formats", "gif"), 3, "svg, png, pdf"),
        (("--alternative", "Z"), 3, "Z"),
    ],
)
def test_what_is_refused_writes_nothing(
    filled: Path, plan: Path, tmp_path: Path, options: tuple[str, ...], code: int, told: str
) -> None:
    done = run("plan", "pictures", plan, "--out", tmp_path / "out", *options, "--lang", "en", "--db", filled)
    assert done.code == code and told in done.err
    assert not (tmp_path / "out").exists()


def test_a_brand_is_refused_with_exit_3_unless_they_stay_inside(filled: Path, tmp_path: Path) -> None:
    named = replace(sample(), title=Labelled(zh="NVIDIA 平台", en="NVIDIA platform"))
    write_plan(named, tmp_path / "n.lpplan")
    done = run("plan", "pictures", tmp_path / "n.lpplan", "--out", tmp_path / "out", "--lang", "en", "--db", filled)
    assert done.code == 3 and "nvidia" in done.err
    assert not (tmp_path / "out").exists()
    done = run("plan", "pictures", tmp_path / "n.lpplan", "--out", tmp_path / "out", "--internal", "--db", filled)
    assert done.code == 0


def test_pictures_that_are_there_are_not_replaced_unasked(filled: Path, tmp_path: Path) -> None:
    write_plan(sample(), tmp_path / "n.lpplan")
    order = ("plan", "pictures", tmp_path / "n.lpplan", "--out", tmp_path / "out", "--formats", "svg", "--db", filled)
    assert run(*order).code == 0
    assert run(*order).code == 4
    assert run(*order, "--overwrite").code == 0
    assert run(*order[:-2], "--formats", "", "--db", filled).code == 3
