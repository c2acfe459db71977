"""Papers that are there already are never lost unasked: refused, kept beside the next version, or replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.services.paper_versions import PapersThere, version_for
from desktop_app.services.tender import export_papers
from planner.messages import render
from tests.documents.books import DAY, assessed


def papers(folder: Path, existing: str = "refuse") -> list[Path]:
    """Write sheet and book as text, the quickest of all."""
    made = export_papers(assessed("lab-a"), folder, ("zh",), ("txt",), DAY, None, ("sheet", "book"), existing=existing)  # type: ignore[arg-type]
    return [Path(one.path) for one in made]


def test_a_second_export_is_refused_and_loses_nothing(tmp_path: Path) -> None:
    first = papers(tmp_path)
    first[0].write_text("filled in by hand", encoding="utf-8")
    with pytest.raises(PapersThere) as told:
        papers(tmp_path)
    assert told.value.version == "V0.2" and set(told.value.names) == {one.name for one in first}
    assert first[0].read_text(encoding="utf-8") == "filled in by hand"
    assert set(tmp_path.iterdir()) == set(first)
    assert "--new-version" in told.value.told("en") and "V0.2" in told.value.told("en")


def test_the_next_version_stands_beside_and_says_so_inside(tmp_path: Path) -> None:
    first = papers(tmp_path)
    first[0].write_text("filled in by hand", encoding="utf-8")
    second = papers(tmp_path, "keep")
    assert [one.name for one in second] == [one.name.replace("_V0.1_", "_V0.2_") for one in first]
    assert first[0].read_text(encoding="utf-8") == "filled in by hand"
    for one in second:
        words = one.read_text(encoding="utf-8")
        assert "V0.2" in words and "V0.1" not in words, one.name
    second[1].unlink()  # one of the two is enough to keep the version
    assert {"_V0.3_" in one.name for one in papers(tmp_path, "keep")} == {True}


def test_a_version_is_only_counted_up_where_something_is_there(tmp_path: Path) -> None:
    assert all("_V0.1_" in one.name for one in papers(tmp_path, "keep"))
    assert version_for(tmp_path, lambda version: (f"no_{version}.txt",), "refuse") == "V0.1"
    (tmp_path / "no_V0.1.txt").symlink_to("nowhere")  # a link without a target is something as well
    assert version_for(tmp_path, lambda version: (f"no_{version}.txt",), "keep") == "V0.2"


def test_papers_are_replaced_where_that_is_said(tmp_path: Path) -> None:
    first = papers(tmp_path)
    before = first[0].read_bytes()
    first[0].write_text("old", encoding="utf-8")
    assert papers(tmp_path, "replace") == first
    assert first[0].read_bytes() == before


def test_the_book_of_a_later_version_is_no_first_draft(tmp_path: Path) -> None:
    papers(tmp_path)
    book = next(one for one in papers(tmp_path, "keep") if "采购需求书" in one.name).read_text(encoding="utf-8")
    assert "重新生成" in book and "初稿" not in book


def test_the_fault_names_one_of_the_files(tmp_path: Path) -> None:
    fault = PapersThere(tmp_path, ("a.pdf", "b.pdf"), "V0.2")
    assert render(fault.message, "en").startswith("2 papers of the same name")
    assert "a.pdf" in render(fault.message, "en")
