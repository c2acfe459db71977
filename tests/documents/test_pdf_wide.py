"""Tables that do not fit a page, printed: turned, in parts with their keys again, groups and heads longer than a page."""

from __future__ import annotations

import io
import re
from decimal import Decimal
from pathlib import Path

import pdfplumber
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from planner.documents.house_style import HouseSizes, HouseStyle
from planner.documents.model import (
    Block,
    Column,
    ColumnKind,
    Document,
    Group,
    Language,
    MoneyCell,
    Row,
    Section,
    Table,
    Text,
)
from planner.errors import ExportError
from planner.render.fonts import face
from planner.render.pdf import render_pdf
from planner.render.pdf_widths import Least, fitted
from planner.render.verify import verify_pdf
from tests.documents.papers import DAY, small

MM = 72 / 25.4
UPRIGHT_MM, TURNED_MM = 166, 253


def wide(
    count: int, rows: int = 3, *, keys: int = 2, width: float = 20, kind: ColumnKind = "money", **more: object
) -> Table:
    """Return a table of ``count`` columns: id, name, and amounts that differ from cell to cell."""
    amounts = [Column(key=f"c{at}", title=f"第{at}栏", width_mm=width, kind=kind) for at in range(3, count + 1)]
    columns = (
        Column(key="id", title="编号", width_mm=16, kind="id"),
        Column(key="name", title="名称", width_mm=24),
        *amounts,
    )
    content = tuple(
        Row(
            (
                Text(f"P-{row:03}"),
                Text(f"设备{row}"),
                *(MoneyCell(Decimal(1_000_000 * row + at)) for at in range(3, count + 1)),
            )
        )
        for row in range(1, rows + 1)
    )
    fields = {"caption": "费用", "anchor": "cost", "key_columns": keys} | more
    return Table(columns=columns, rows=content, **fields)  # type: ignore[arg-type]


def pdf_of(*blocks: Block, language: Language = "zh") -> bytes:
    return render_pdf(small("x", blocks=blocks, language=language))


def texts(content: bytes) -> list[str]:
    """Return each page's text in the order in which it is painted, without blanks."""
    with pypdfium2.PdfDocument(content) as pdf:
        return [re.sub(r"\s", "", page.get_textpage().get_text_range()) for page in pdf]


def inside(content: bytes) -> None:
    """Make sure that no character stands outside the margins, and none is too small to read."""
    with pdfplumber.open(io.BytesIO(content)) as pdf:
        for page in pdf.pages:
            for char in page.chars:
                assert char["x0"] >= 22 * MM - 0.5
                assert char["x1"] <= page.width - 22 * MM + 4.5
                assert 10 * MM < char["top"] < page.height - 10 * MM
                assert char["size"] >= 7.49


def words(content: bytes) -> list[str]:
    with pdfplumber.open(io.BytesIO(content)) as pdf:
        return [word["text"] for page in pdf.pages for word in page.extract_words(x_tolerance=1.5)]


def test_thirty_columns_are_set_in_parts_with_their_keys() -> None:
    content = pdf_of(wide(30))
    inside(content)
    whole = "".join(texts(content))
    ranges = [tuple(map(int, found)) for found in re.findall(r"表1费用（(?:续，)?第(\d+)～(\d+)列，共30列）", whole)]
    assert ranges[0][0] == 1
    assert ranges[-1][1] == 30
    assert all(after[0] == before[1] + 1 for before, after in zip(ranges, ranges[1:], strict=False))
    assert "（续，第" not in whole.split("表1费用", 2)[1]  # the first part is not continued
    shown = words(content)
    for row in (1, 2, 3):
        assert shown.count(f"P-{row:03}") == shown.count(f"设备{row}") == len(ranges) >= 2
        for at in range(3, 31):
            assert shown.count(f"{1_000_000 * row + at:,}.00") == 1  # whole, and once
    with pdfplumber.open(io.BytesIO(content)) as pdf:
        assert {round(page.width) for page in pdf.pages} == {842}


def test_english_parts_say_which_columns() -> None:
    whole = "".join(texts(pdf_of(wide(30, caption="Cost"), language="en")))
    assert re.search(r"Table1Cost\(columns1to\d+of30\)", whole)
    assert re.search(r"Table1Cost\(continued,columns\d+to30of30\)", whole)


def test_a_table_without_caption_says_its_columns_too() -> None:
    whole = "".join(texts(pdf_of(wide(30, caption=""))))
    assert "（第1～" in whole
    assert "～30列，共30列）" in whole


def test_a_text_column_is_not_pressed_to_one_character() -> None:
    document = replace(small("x", blocks=(wide(30),)), style=HouseStyle(sizes=HouseSizes(table=12)))
    shown = words(render_pdf(document))
    assert shown.count("设备1") == shown.count("P-001") >= 2


def test_a_part_that_goes_on_to_another_page_repeats_caption_and_head() -> None:
    pages = texts(pdf_of(wide(30, rows=60)))
    later = [page for page in pages[1:] if "P-0" in page]
    assert all("续表1费用（" in page or "表1费用（续，" in page for page in later)
    assert all("编号名称第" in page for page in later)


@pytest.mark.parametrize(
    ("width", "turned", "parts"),
    [
        (14, False, 1),  # 16 + 24 + 8 × 14 = 152 mm of 166
        (20, False, 1),  # 200 mm: 0.83 of what was asked for
        (22, True, 1),  # 216 mm: upright 0.77 of it, turned all
        (40, True, 1),  # 360 mm: turned 0.70 of it
        (70, True, 3),  # 600 mm: at 0.8 the keys take 32 mm, 56 mm each three others in 253 mm; eight in three parts
    ],
)
def test_a_table_is_turned_before_it_is_parted(width: float, turned: bool, parts: int) -> None:
    content = pdf_of(replace(wide(10, width=width), rows=(Row(tuple(Text(str(at)) for at in range(10))),)))
    inside(content)
    with pdfplumber.open(io.BytesIO(content)) as pdf:
        assert (pdf.pages[-1].width > pdf.pages[-1].height) is turned
    assert words(content).count("编号") == parts


def test_a_number_is_not_broken_where_another_column_has_room() -> None:
    columns = (
        Column(key="id", title="编号", width_mm=4, kind="id"),
        Column(key="sum", title="金额", width_mm=10, kind="money"),
        Column(key="text", title="内容", width_mm=150),
    )
    rows = (Row((Text("P-000123"), MoneyCell(Decimal("123456789012.34")), Text("说明" * 60))),)
    shown = words(pdf_of(Table(columns=columns, rows=rows)))
    assert "P-000123" in shown
    assert "123,456,789,012.34" in shown


@pytest.mark.parametrize("size", [7.5, 9, 12])
def test_numbers_are_whole_in_every_size_of_type(size: float) -> None:
    document = replace(small("x", blocks=(wide(30), wide(9))), style=HouseStyle(sizes=HouseSizes(table=size)))
    content = render_pdf(document)
    inside(content)
    shown = words(content)
    for row in (1, 2, 3):
        assert all(shown.count(f"{1_000_000 * row + at:,}.00") == 2 for at in range(3, 10))
        assert all(shown.count(f"{1_000_000 * row + at:,}.00") == 1 for at in range(10, 31))


def test_widths_give_a_narrow_column_what_it_needs() -> None:
    # 100 points for 10 and 90: the first needs 30, the second is content with 50; it gives 20 of its 40.
    assert fitted([10, 90], 100, [30, 50]) == pytest.approx([30, 70])
    # No need counts for more than 0.4 of the room: 40 and 40; the first gets its 30 out of the other's 50.
    assert fitted([10, 90], 100, [60, 80]) == pytest.approx([40, 60])
    # A second, softer need takes no more than 0.7 of what others can spare: 28 of 40, half for each.
    assert fitted([10, 10, 80], 100, [0, 0, 0], [40, 40, 40]) == pytest.approx([24, 24, 52])
    assert fitted([1, 1], 100, [0, 0]) == [50, 50]


def test_least_widths_know_numbers_words_and_endless_words() -> None:
    least = Least([True, False, False])
    least.take(["1,234,567.00", "Uninterruptible清单", "x" * 40], face())
    number, word, endless = least.points(10)
    assert number == pytest.approx((face().width("1,234,567.00") + 0.05) * 10 + 6.4)
    assert (
        word < least.points(10, long=True)[1]
    )  # a long word is given room, but turns no table... where it is over 7 em
    assert endless == pytest.approx(1.05 * 10 + 6.4)
    # 0.8 of 30 and 30 leave 52 of 100 points for the number: 5.88 em and 6.4 points take 53.4 at 8, 52.0 at 7.75.
    assert least.size([40, 30, 30], [0, 1, 2], 100, 8) == 7.75
    assert least.size([40, 30, 30], [0, 1, 2], 90, 8) == 7.5  # never smaller, whatever is asked
    assert least.size([80, 30, 30], [0, 1, 2], 200, 8) == 8
    assert least.widths([40, 100], [0, 1], 140, 8)[0] == pytest.approx(least.points(8)[0])


@settings(max_examples=12, deadline=None)
@given(
    widths=st.lists(st.floats(3, 120), min_size=1, max_size=34),
    keys=st.integers(0, 4),
    landscape=st.booleans(),
    length=st.integers(0, 30),
)
def test_every_cell_is_on_paper_whatever_the_widths(
    widths: list[float], keys: int, landscape: bool, length: int
) -> None:
    columns = tuple(Column(key=str(at), title=f"栏{at}", width_mm=width) for at, width in enumerate(widths))
    marks = [f"{at:02}号" for at in range(len(widths))]
    rows = (Row(tuple(Text(mark + "字" * length) for mark in marks)),)
    table = Table(columns=columns, rows=rows, key_columns=min(keys, len(widths)), landscape=landscape, caption="宽")
    content = pdf_of(table)
    inside(content)
    whole = "".join(texts(content))
    assert whole.count("字") >= length * len(widths)
    assert whole.count("号") >= len(widths)
    assert all(mark in whole for mark in marks)


# -------------------------------------------------------------------------------------------- groups and heads
COLUMNS = (
    Column(key="id", title="编号", width_mm=20, kind="id"),
    Column(key="text", title="内容", width_mm=100),
)


def rows(start: int, count: int, text: str = "内容") -> tuple[Row, ...]:
    return tuple(Row((Text(f"R{at:03}"), Text(text))) for at in range(start, start + count))


def test_a_group_longer_than_a_page_is_named_again() -> None:
    total = Row((Text("T"), Text("合计")), total=True)
    table = Table(
        columns=COLUMNS, rows=(Group("甲组"), *rows(0, 90), Group("乙组"), *rows(90, 10), total), caption="组"
    )
    pages = texts(pdf_of(table))
    assert len(pages) >= 3
    assert "甲组" in pages[0]
    assert "（续）" not in pages[0]
    for page in pages[1:]:
        first = re.search(r"R(\d{3})", page)
        assert first is not None
        ahead = page[: first.start()]
        assert ("甲组（续）" in ahead) is (int(first[1]) < 90)
        assert page.count("甲组") <= 1
    assert "乙组（续）" not in "".join(pages) or int(re.search(r"R(\d{3})", pages[-1])[1]) > 90  # type: ignore[index]


def test_the_group_of_a_row_cut_in_two_is_named_again() -> None:
    table = Table(columns=COLUMNS, rows=(Group("甲组"), *rows(0, 1, "长" * 8000), *rows(1, 2)), caption="组")
    pages = texts(pdf_of(table))
    assert len(pages) >= 3
    assert all("续表1组编号内容甲组（续）" in page for page in pages[1:])
    assert "".join(pages).count("长") == 8000


def test_a_total_at_the_top_of_a_page_belongs_to_no_group() -> None:
    for count in range(30, 44):  # one of these lengths puts the total alone on the second page
        total = Row((Text("T"), Text("合计")), total=True)
        table = Table(columns=COLUMNS, rows=(Group("甲组"), *rows(0, count), total), caption="组")
        for page in texts(pdf_of(table))[1:]:
            if page.index("合计") < page.find("R0") or "R0" not in page:
                assert "（续）" not in page


@pytest.mark.parametrize("landscape", [False, True])
@pytest.mark.parametrize("place", ["head", "group", "key", "cell"])
def test_what_is_higher_than_a_page_is_cut_not_lost(place: str, landscape: bool) -> None:
    long = "高" * 5_000
    columns = COLUMNS if place != "head" else (COLUMNS[0], Column(key="text", title=long, width_mm=100))
    group = Group(long if place == "group" else "组")
    row = Row((Text(long if place == "key" else "R0"), Text(long if place == "cell" else "内容")))
    table = Table(columns=columns, rows=(group, row, *rows(1, 40)), caption="高的", landscape=landscape)
    content = pdf_of(table)
    inside(content)
    whole = "".join(texts(content))
    assert whole.count("高") == 5_000 + whole.count("高的")
    assert all(f"R{at:03}" in whole for at in range(1, 41))


@pytest.mark.parametrize("lines", range(20, 60, 3))
def test_rows_of_every_height_stay_on_a_turned_page_with_a_high_head(lines: int) -> None:
    high = Column(key="text", title="\n".join(["头"] * 6), width_mm=200)
    rows_ = tuple(Row((Text(f"R{at}"), Text("\n".join(["行"] * lines)))) for at in range(3))
    content = pdf_of(Table(columns=(COLUMNS[0], high), rows=(Group("组"), *rows_), caption="表", landscape=True))
    inside(content)
    assert "".join(texts(content)).count("行") == 3 * lines


def test_contents_show_long_headings_whole() -> None:
    titles = ["很长的标题" * 20 + "完", "短"]
    document = Document(
        title="T",
        language="zh",
        audience="external",
        date=DAY,
        contents=True,
        blocks=tuple(Section(title=title, new_page=True) for title in titles),
    )
    first = texts(render_pdf(document))[0]
    assert "一、" + titles[0] in first
    assert re.search(r"完\.+2", first)


@pytest.mark.parametrize(("x", "y"), [(590, 100), (700, 100), (100, -50), (100, 900)])
def test_a_text_beside_the_page_counts_as_lost(x: float, y: float, tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(595, 842), initialFontName=face().name)
    canvas.setFont(face().name, 10)
    canvas.drawString(100, 700, "甲")
    canvas.drawString(x, y, "乙丙")
    canvas.save()
    verify_pdf(tmp_path / "a.pdf", ["甲"])
    with pytest.raises(ExportError, match="丙"):
        verify_pdf(tmp_path / "a.pdf", ["甲", "乙丙"])
