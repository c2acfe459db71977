"""Short papers as a workbook: all parts on one sheet below each other, columns of one table not those of the next."""

from __future__ import annotations

import io

import openpyxl
import pytest

from planner.documents.model import Document
from planner.documents.site.card import build_emergency_card
from planner.documents.site.contact import build_contact_sheet
from planner.documents.site.power import build_power_application
from planner.render.xlsx import render_xlsx
from planner.render.xlsx_stacked import breaks_before, common_edges, spans_on
from tests.sample_plans import TODAY, assessed, sample

BUILDERS = (build_contact_sheet, build_power_application, build_emergency_card)


def paper(at: int, language: str = "zh") -> Document:
    return BUILDERS[at](assessed(sample()), (), language, TODAY, "V0.1")  # type: ignore[arg-type]


def sheet(document: Document) -> openpyxl.worksheet.worksheet.Worksheet:
    return openpyxl.load_workbook(io.BytesIO(render_xlsx(document))).worksheets[0]


def test_edges_near_each_other_are_one() -> None:
    assert common_edges(([14, 80, 76], [60, 110])) == [0, 14, 60, 94, 170]
    assert common_edges(([15, 155], [16, 154])) == [0, 15, 170]


def test_each_column_covers_its_own_share() -> None:
    edges = [0.0, 14.0, 60.0, 94.0, 170.0]
    assert spans_on(edges, [14, 80, 76]) == ((0, 0), (1, 2), (3, 3))
    assert spans_on(edges, [60, 110]) == ((0, 1), (2, 3))
    assert spans_on(edges, [170]) == ((0, 3),)


def test_a_short_part_is_not_torn_over_two_pages() -> None:
    assert breaks_before([0, 2, 4], [100, 100, 100, 100, 100, 100], 450) == [4]
    assert breaks_before([0, 2], [100, 100, 100, 100], 450) == []
    assert breaks_before([0, 2], [100, 100, 300, 300], 450) == []  # too long for a page of its own anyhow


@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_whole_paper_is_on_one_upright_sheet(at: int, language: str) -> None:
    document = paper(at, language)
    made = openpyxl.load_workbook(io.BytesIO(render_xlsx(document)))
    assert len(made.worksheets) == 1
    only = made.worksheets[0]
    assert only.page_setup.orientation == "portrait"
    assert only.page_setup.paperSize == 9
    assert only.sheet_properties.pageSetUpPr.fitToPage
    assert only.print_area
    assert "草稿" in only.oddHeader.right.text or "DRAFT" in only.oddHeader.right.text
    covered: set[str] = set()
    for one in only.merged_cells.ranges:
        cells = {f"{row}/{column}" for row, column in one.cells}
        assert not cells & covered  # Excel repairs, and warns of, cells that are merged twice
        covered |= cells


def test_numbers_stay_numbers_and_signers_have_room() -> None:
    only = sheet(paper(1))
    values = [cell.value for row in only.iter_rows() for cell in row]
    assert 2500 in values
    place = next(cell for row in only.iter_rows() for cell in row if cell.value == "后勤（物业）部门")
    own = next(one for one in only.merged_cells.ranges if place.coordinate in one)
    assert own.size["columns"] >= 2


def test_a_section_of_two_tables_is_named_once() -> None:
    only = sheet(paper(1))
    assert [cell.value for row in only.iter_rows() for cell in row].count("用电设备") == 1


def test_the_same_paper_gives_the_same_bytes() -> None:
    assert render_xlsx(paper(0)) == render_xlsx(paper(0))
