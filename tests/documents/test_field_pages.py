"""Pages under strain: rows, groups and texts longer than a page, thirty columns, and time that grows with the rows."""

from __future__ import annotations

import time
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pdfplumber
import pytest

from planner.documents.model import (
    Block,
    Column,
    Document,
    Group,
    KeyValue,
    KeyValues,
    Note,
    Paragraph,
    Row,
    Section,
    Signature,
    Table,
    Text,
)
from planner.errors import ExportError
from planner.render import render, rendered
from tests.documents.field_reading import KINDS, page_texts
from tests.documents.papers import parameter_table, small

MM = 72 / 25.4
SIDE_MM = 22
FILLERS = range(1, 61)
COLUMNS = (
    Column(key="id", title="编号", width_mm=20, kind="id"),
    Column(key="a", title="甲头", width_mm=60),
    Column(key="b", title="乙头", width_mm=60),
)


def pages_of(*blocks: Block) -> list[str]:
    return page_texts(rendered(small("x", blocks=blocks), "pdf"))


def rows(count: int, text: str = "好") -> tuple[Row, ...]:
    return tuple(Row((Text(f"P-{at:03}"), Text(text), Text("末"))) for at in range(1, count + 1))


def table(*content: Row | Group, caption: str = "清单", landscape: bool = False) -> Table:
    return Table(columns=COLUMNS, rows=content, caption=caption, landscape=landscape)


def filler(lines: int) -> Paragraph:
    return Paragraph(text="\n".join(f"第{at}行" for at in range(lines)))


@pytest.mark.parametrize("length", [5_000, 40_000])
@pytest.mark.parametrize("landscape", [False, True])
def test_a_cell_longer_than_a_page_loses_nothing(length: int, landscape: bool) -> None:
    """5,000 and 40,000 characters in one cell: the row goes on over pages, under its head, every character is there."""
    sign = "整机满载交流输入功率，" * (length // 11)
    pages = pages_of(table(Row((Text("P-001"), Text(sign), Text("末"))), landscape=landscape))
    assert len(pages) > 1
    assert Counter("".join(pages))["满"] == length // 11
    assert all("甲头" in page for page in pages)


def test_two_tall_cells_in_one_row_are_cut_at_the_same_lines() -> None:
    tall = Row((Text("P-001"), Text("甲" * 3_000), Text("乙" * 1_500)))
    pages = pages_of(table(tall, *rows(2)))
    found = Counter("".join(pages))
    heads = sum("甲头" in page for page in pages)
    assert (found["甲"] - heads, found["乙"] - heads) == (3_000, 1_500)
    assert "P-002" in pages[-1] and "乙乙" not in pages[-1].partition("P-001")[0]


def test_a_head_is_never_without_a_row() -> None:
    """A table that would begin at the page end, for every place where it might."""
    for lines in FILLERS:
        for page in pages_of(filler(lines), table(*rows(3))):
            assert ("甲头" in page) == ("P-00" in page), lines


def test_a_table_that_ends_exactly_at_the_page_end_leaves_no_empty_head() -> None:
    for count in FILLERS:
        pages = pages_of(table(*rows(count)))
        assert "".join(pages).count("P-") == count
        assert all("P-" in page for page in pages), count


def test_texts_of_every_length_before_every_kind_of_block_fail_nowhere() -> None:
    """1 to 60 lines before a note, a table, facts or signers: no error, no blank page, no text lost."""
    signers = Signature(heads=("", "部门", "签字", "日期"), rows=(("编制", "计算机学院", "", ""),) * 3)
    facts = KeyValues(items=(KeyValue("地点", Text("B302")), KeyValue("供电", Text("220 V"))), caption="场地")
    for lines in FILLERS:
        pages = pages_of(filler(lines), Note(text="注释"), table(*rows(2)), facts, signers)
        whole = "".join(pages)
        assert all(len(page) > 15 for page in pages), lines
        assert all(one in whole for one in ("注释", "P-002", "B302", "计算机学院", f"第{lines - 1}行")), lines


@pytest.mark.parametrize("kept", ["group", "signers", "facts", "short rows"])
def test_what_is_kept_together_is_parted_where_it_is_longer_than_a_page(kept: str) -> None:
    """A group of 80 rows, 80 signers, 80 facts, eight rows of half a page: split over pages, none twice, none lost."""
    name = "所有成员"
    blocks: dict[str, Block] = {
        "group": table(Group(name), *rows(80)),
        "signers": Signature(
            heads=("", "部门", "签字", "日期"), rows=tuple((f"第{at}号", name, "", "") for at in range(80))
        ),
        "facts": KeyValues(items=tuple(KeyValue(f"第{at}号", Text(name)) for at in range(80))),
        "short rows": table(*rows(8, "半页文字，" * 160)),
    }
    pages = pages_of(blocks[kept])
    whole = "".join(pages)
    assert len(pages) > 1
    if kept in ("group", "short rows"):
        count = 80 if kept == "group" else 8
        assert all(whole.count(f"P-{at:03}") == 1 for at in range(1, count + 1))
    else:
        assert all(whole.count(f"第{at}号") == 1 for at in range(80))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("landscape", [False, True])
def test_thirty_columns_are_all_there(tmp_path: Path, kind: str, landscape: bool) -> None:
    columns = tuple(Column(key=f"c{at}", title=f"列{at:02}", width_mm=24) for at in range(30))
    content = tuple(Row(tuple(Text(f"{row:02}甲{at:02}") for at in range(30))) for row in range(12))
    wide = Table(columns=columns, rows=content, caption="宽表", landscape=landscape)
    render(small("x", blocks=(wide,)), tmp_path / f"a.{kind}", kind)
    found = texts_of(tmp_path / f"a.{kind}", kind)
    assert all(f"{row:02}甲{at:02}" in found for row in range(12) for at in range(30))
    assert all(f"列{at:02}" in found for at in range(30))
    if kind == "pdf":
        with pdfplumber.open(tmp_path / "a.pdf") as pdf:
            for page in pdf.pages:
                assert all(
                    char["x0"] > SIDE_MM * MM - 1 and char["x1"] < page.width - SIDE_MM * MM + 5 for char in page.chars
                )
                assert min(char["size"] for char in page.chars) >= 6


def texts_of(path: Path, kind: str) -> str:
    """Return all that a file says, without blanks."""
    if kind == "pdf":
        return "".join(page_texts(path.read_bytes()))
    if kind == "txt":
        return path.read_text("utf-8")
    import re
    import zipfile

    with zipfile.ZipFile(path) as archive:
        return re.sub(
            "<[^>]*>", "", "".join(archive.read(name).decode() for name in archive.namelist() if name.endswith(".xml"))
        )


def test_long_titles_heads_and_captions_fail_nowhere() -> None:
    """3,000 characters where one expects thirty; a title of that length once took a minute and a half."""
    long = "长" * 3_000
    blocks = (Section(title=long, blocks=(table(Group(long), *rows(1), caption=long),)),)
    for field in ({"title": long}, {"running_head": long}, {"subtitle": long}, {"organisation": long}):
        begun = time.process_time()
        pages = page_texts(rendered(small("x", blocks=blocks, **field), "pdf"))
        assert "P-001" in "".join(pages)
        assert time.process_time() - begun < 10


def test_a_row_span_is_no_part_of_a_table() -> None:
    """Cells over several rows break at page ends in every library, so the model has none: a row has its own cells."""
    assert not {"rowspan", "span", "merge"} & set(
        Row.__struct_fields__ + Text.__struct_fields__ + Column.__struct_fields__
    )


@lru_cache(maxsize=8)
def long_paper(count: int) -> Document:
    return small("x", blocks=(parameter_table("zh", count),))


@pytest.mark.parametrize("kind", KINDS)
def test_four_times_the_rows_take_less_than_five_times_as_long(kind: str) -> None:
    """The smaller of two runs each, in CPU time; the least rows that take long enough to be measured."""
    few = {"xlsx": 500, "pdf": 250, "docx": 500, "txt": 2_000}[kind]
    rendered(long_paper(20), kind)  # type: ignore[arg-type]
    assert min(spent(4 * few, kind) for _ in range(2)) < 5 * max(min(spent(few, kind) for _ in range(2)), 0.02)


def spent(count: int, kind: str) -> float:
    document = long_paper(count)
    begun = time.process_time()
    rendered(document, kind)  # type: ignore[arg-type]
    return time.process_time() - begun


def test_a_font_that_cannot_be_embedded_is_refused_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A font with CFF outlines (``OTTO``), a damaged and a missing one: no export in a face that has no Chinese."""
    from planner.render import fonts

    for name, content in (("cff", b"OTTO" + bytes(2_000)), ("broken", b"\0\1\0\0" + bytes(40)), ("missing", None)):
        path = tmp_path / f"{name}.otf"
        if content is not None:
            path.write_bytes(content)
        fonts._face.cache_clear()
        monkeypatch.setattr(fonts.resources, "path", lambda _, path=path: path)
        with pytest.raises(ExportError) as caught:
            render(small("液冷机柜 600 mm"), tmp_path / "a.pdf", "pdf")
        assert caught.value.message.id == "export.font" and caught.value.remedy is not None
        assert not (tmp_path / "a.pdf").exists()
    monkeypatch.undo()
    fonts._face.cache_clear()
    assert "液冷机柜600mm" in page_texts(rendered(small("液冷机柜 600 mm"), "pdf"))[0]
