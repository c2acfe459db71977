"""Tables of a Word file: heads, rows that stay together, widths, many columns, many rows."""

from __future__ import annotations

import time

import pytest
from docx.enum.section import WD_ORIENT
from docx.oxml.ns import qn
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from planner.documents.model import (
    Column,
    Group,
    KeyValue,
    KeyValues,
    Reference,
    Row,
    Table,
    Text,
)
from planner.render.docx import render_docx
from planner.render.docx_read import paragraph_texts
from planner.render.docx_widths import column_twips, word_em
from tests.documents.papers import parameter_table, signature, small
from tests.documents.word import TWIPS_PER_MM, W, flags, kept, read, root, sample


def test_heads_repeat_and_rows_stay_whole() -> None:
    for table in read(sample("zh")).tables[:2]:
        assert "tblHeader" in flags(table.rows[0])
        assert all("tblHeader" not in flags(row) for row in table.rows[1:])
        assert all("cantSplit" in flags(row) for row in table.rows)
    single = replace(parameter_table("zh", 3), repeat_head=False)
    assert "tblHeader" not in flags(read(render_docx(small("x", blocks=(single,)))).tables[0].rows[0])


def test_captions_heads_groups_and_short_tables_stay_with_what_follows() -> None:
    made = read(sample("zh"))
    assert [kept(row) for row in made.tables[0].rows] == [True] * 5  # a note follows: the last row is tied to it
    rows = made.tables[1].rows
    groups = [at for at, row in enumerate(rows) if row._tr.tc_lst[0].grid_span > 1]
    tied = [at for at, row in enumerate(rows) if kept(row)]
    # Head and groups; the second row of two lines makes up three lines with its group, the last alone has four.
    assert tied == sorted({0, *groups})
    assert made.styles["Caption"].paragraph_format.keep_with_next
    assert made.styles["Heading 2"].paragraph_format.keep_with_next


def test_a_short_table_of_tall_rows_may_be_parted() -> None:
    columns = (Column(key="a", title="甲", width_mm=30), Column(key="b", title="乙", width_mm=40))
    rows = (Group("组"), *(Row((Text(str(at)), Text("所投加速卡同时支持：" * 60))) for at in range(6)))
    made = read(render_docx(small("x", blocks=(Table(columns=columns, rows=rows, caption="高行"),)))).tables[0]
    assert [kept(row) for row in made.rows] == [True, True, False, False, False, False, False, False]


def test_no_scrap_of_a_table_stands_alone() -> None:
    columns = (Column(key="a", title="甲", width_mm=30), Column(key="b", title="乙", width_mm=40))
    rows = tuple(Row((Text(str(at)), Text("短"))) for at in range(20))
    made = read(render_docx(small("x", blocks=(Table(columns=columns, rows=rows, caption="低行"),)))).tables[0]
    # Rows of 13 + 2.8 points: two make 31.6, three 47.4, and 6 % of a page of 700 points are 42.
    assert [at for at, row in enumerate(made.rows) if kept(row)] == [0, 1, 2, 18, 19]


def test_widths_fill_the_text_exactly() -> None:
    made = read(sample("zh"))
    upright, turned = round(162 * TWIPS_PER_MM), round(247 * TWIPS_PER_MM)
    assert [sum(int(col.get(qn("w:w"))) for col in table._tbl.tblGrid) for table in made.tables] == [
        upright, upright, upright, turned, upright,
    ]  # fmt: skip
    for table in made.tables:
        grid = [int(col.get(qn("w:w"))) for col in table._tbl.tblGrid]
        assert table._tbl.tblPr.find(qn("w:tblLayout")).get(qn("w:type")) == "fixed"
        for row in table.rows:
            widths = [int(cell.tcPr.find(qn("w:tcW")).get(qn("w:w"))) for cell in row._tr.tc_lst]
            assert widths in (grid, [sum(grid)])


def test_a_column_takes_room_for_its_longest_word() -> None:
    # 100 mm in three columns; the first wants 30 mm of the 10 it was given: 20 mm come from the other two, 2 : 1.
    widths = column_twips([10, 60, 30], 100, [30 * TWIPS_PER_MM, 0, 0])
    assert sum(widths) == round(100 * TWIPS_PER_MM)
    assert [round(width / TWIPS_PER_MM, 1) for width in widths] == [30.0, 46.7, 23.3]
    assert column_twips([1, 1], 100, [4000, 9000]) == column_twips([1, 1], 100, [4000, 9000])
    assert word_em("矩阵乘 TFLOPS，合格", "zh") == word_em("TFLOPS", "zh") > word_em("GB", "zh")
    assert word_em("configuration list", "en") > word_em("list", "en")
    assert word_em("P-104、P-105", "zh") == word_em("P-105", "zh")  # a code is one word
    assert word_em("medium-sized", "en") == word_em("medium-", "en")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.floats(4, 80), st.floats(0, 6000)), min_size=1, max_size=30),
    st.sampled_from([162.0, 247.0]),
)
def test_widths_always_fill_the_text_and_stay_positive(columns: list[tuple[float, float]], room: float) -> None:
    widths = column_twips([width for width, _ in columns], room, [least for _, least in columns])
    assert sum(widths) == round(room * TWIPS_PER_MM)
    assert min(widths) > 0


def test_thirty_columns_come_in_parts_that_repeat_the_key() -> None:
    columns = tuple(Column(key=str(at), title=f"列{at}", width_mm=20) for at in range(30))
    wide = Table(columns=columns, rows=(Row(tuple(Text(f"1.{at}") for at in range(30))),), caption="宽", anchor="wide")
    made = read(render_docx(small("x", blocks=(wide, KeyValues(items=(KeyValue("见", Reference("wide")),))))))
    told = [[cell.text for cell in table.rows[1].cells] for table in made.tables[:3]]
    assert told == [["1.0", *(f"1.{at}" for at in part)] for part in (range(1, 11), range(11, 21), range(21, 30))]
    captions = [p.text for p in made.paragraphs if p.style.name == "Caption"]
    assert len(set(captions)) == 3 and all(caption.startswith("表1\u3000宽（") for caption in captions)
    for table in made.tables[:3]:
        assert table.rows[1].cells[0].paragraphs[0].style.name == "表格文字"
        assert sum(int(col.get(qn("w:w"))) for col in table._tbl.tblGrid) == round(247 * TWIPS_PER_MM)
    assert made.tables[3].rows[0].cells[1].text == "表1"


def test_a_table_that_can_be_read_turned_is_turned_and_set_small() -> None:
    columns = tuple(Column(key=str(at), title=f"列{at}", width_mm=35) for at in range(10))
    wide = Table(columns=columns, rows=(Row(tuple(Text("1") for _ in range(10))),), caption="宽")
    made = read(render_docx(small("x", blocks=(wide,))))
    assert len(made.tables) == 1 and len(made.tables[0].columns) == 10
    assert made.tables[0].rows[1].cells[0].paragraphs[0].style.name == "表格小字"
    assert made.sections[-1].orientation == WD_ORIENT.LANDSCAPE


def test_two_tables_never_touch_and_a_paragraph_ends_the_body() -> None:
    columns = (Column(key="a", title="甲", width_mm=30),)
    bare = Table(columns=columns, rows=(Row((Text("1"),)),))
    children = [child.tag for child in root(render_docx(small("x", blocks=(bare, bare, signature("zh")))))[0]]
    assert f"{W}tbl" in children
    assert (f"{W}tbl", f"{W}tbl") not in zip(children, children[1:], strict=False)
    assert children[-2:] == [f"{W}p", f"{W}sectPr"]


def test_a_row_of_too_few_cells_is_a_fault_of_the_builder() -> None:
    with pytest.raises(ValueError, match="1 cells for 6 columns"):
        render_docx(small("x", blocks=(replace(parameter_table("zh", 1), rows=(Row((Text("1"),)),)),)))


def test_four_hundred_rows_and_four_times_as_many_take_four_times_as_long() -> None:
    def seconds(count: int) -> float:
        made = small("x", blocks=(parameter_table("zh", count),))
        best = 1e9
        for _ in range(2):
            start = time.process_time()
            content = render_docx(made)
            best = min(best, time.process_time() - start)
        assert len(read(content).tables[0]._tbl.tr_lst) == count + 4
        return best

    assert seconds(1600) / seconds(400) < 6


def test_group_rows_that_follow_each_other_for_pages_may_be_parted() -> None:
    columns = (Column(key="a", title="甲", width_mm=30), Column(key="b", title="乙", width_mm=40))
    groups = tuple(Group(f"组{at}") for at in range(80))
    table = Table(columns=columns, rows=(*groups, Row((Text("1"), Text("2")))), caption="组")
    made = read(render_docx(small("x", blocks=(table,)))).tables[0]
    tied = [kept(row) for row in made.rows]
    assert not any(tied[10:75])
    assert tied[80]  # the last group stays with its row


def test_a_chinese_head_breaks_into_even_lines() -> None:
    columns = (
        Column(key="a", title="单卡显存需要", width_mm=14),
        Column(key="b", title="Cards", width_mm=9),
        Column(key="c", title="需求", width_mm=140),
    )
    table = Table(columns=columns, rows=(Row((Text("1"), Text("2"), Text("长" * 80))),), caption="表")
    head = read(render_docx(small("x", blocks=(table,)))).tables[0].rows[0]
    cells = [cell.tcPr.find(qn("w:tcMar")) for cell in head._tr.tc_lst]
    assert cells[1] is None and cells[2] is None
    # 13.7 mm less margins leave 31.8 points, 3.5 characters of 9 points: two lines of three, with 0.6 to spare.
    width = int(head._tr.tc_lst[0].tcPr.find(qn("w:tcW")).get(qn("w:w")))
    assert (width - 140) / 180 < 6
    assert cells[0] is None or int(cells[0].find(qn("w:left")).get(qn("w:w"))) >= 70


def test_lists_of_codes_are_parted_after_a_mark_and_codes_are_whole() -> None:
    columns = (Column(key="id", title="编号", width_mm=20, kind="id"), Column(key="a", title="对应条款", width_mm=26), Column(key="b", title="方法", width_mm=116))  # fmt: skip
    codes = "P-104、P-105、P-201、P-301、P-302"
    table = Table(columns=columns, rows=(Row((Text("P-104"), Text(codes), Text("读取（T-01）"))),), caption="表")
    content = render_docx(small("x", blocks=(table,)))
    row = read(content).tables[0].rows[1]
    assert row.cells[1].text == "P-104、P-105、\nP-201、P-301、\nP-302"
    assert codes in paragraph_texts(content)  # read back as one text
    hyphens = [len(list(cell._tc.iter(qn("w:noBreakHyphen")))) for cell in row.cells]
    assert hyphens == [0, 4, 1]  # a code that stands alone keeps a plain one, which a search finds
    assert row.cells[2].text == "读取（T-01）"
