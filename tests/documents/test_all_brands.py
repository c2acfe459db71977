"""A paper that is not written for the names in it says all of them, each with where it stands; so does the last scan."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from msgspec.structs import replace

from desktop_app.services.paper_brands import refusals
from planner.errors import PaperRefused
from planner.messages import Labelled, render
from planner.render.scan import refuse_leaks
from planner.tender.derive import derive
from tests.sample_plans import assessed, sample

TODAY = dt.date(2026, 11, 30)


def reason(title: str, line: str = "") -> str:
    plan = replace(sample(), title=Labelled(zh=title, en=title))
    if line:
        (one,) = plan.alternatives
        first = replace(one.lines[0], title=Labelled(zh=line, en=line))
        plan = replace(plan, alternatives=(replace(one, lines=(first, *one.lines[1:])),))
    made = assessed(plan)
    (refusal,) = refusals(made, derive(made, None), ["sheet"], ["en"], TODAY)
    return render(refusal.reason, "en")


def test_all_brands_of_one_text_are_told_in_their_order() -> None:
    said = reason("浪潮 or GeForce RTX 4090 or Lenovo")
    assert said.startswith("Names “浪潮”, “GeForce RTX 4090”, “Lenovo” in the name of the plan.")


def test_brands_of_several_texts_are_told_with_where_each_stands() -> None:
    said = reason("Lab of Inspur", "Station by Lenovo")
    assert "“Inspur” in the name of the plan" in said
    assert "“Lenovo” in the name of the line Station by Lenovo" in said


def test_a_name_is_not_told_twice_for_a_part_of_it() -> None:
    assert reason("RTX 4090 room").count("4090") == 1


def test_the_scan_of_the_file_tells_all_names(tmp_path: Path) -> None:
    paper = tmp_path / "a.txt"
    paper.write_text("one of Inspur, one GeForce RTX 4090, one of Lenovo", encoding="utf-8")
    with pytest.raises(PaperRefused) as caught:
        refuse_leaks(paper, ["Inspur", "Lenovo", "RTX 4090", "GeForce RTX 4090"], "a.txt")
    said = render(caught.value.message, "en")
    assert "“inspur”, “lenovo”, “geforce rtx 4090”" in said
