"""However a field is split and surrounded, the filled text is the same; whatever a value says, files stay readable."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from hypothesis import given
from hypothesis import strategies as st

from planner.documents.texts import clean_text
from planner.exchange.form_docx import fill_docx
from planner.exchange.form_package import package_of, rewritten
from planner.exchange.form_references import Shift, moved
from planner.exchange.form_report import Filler
from planner.messages import msg
from tests.forms.office_files import (
    GOODS,
    cells,
    excel,
    para,
    paragraphs,
    parts_of,
    row,
    run,
    table,
    text_cell,
    values,
    word,
    zipped,
)
from tests.forms.test_form_xlsx_rows import order_form, saved

TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="{}｛｝"), max_size=30)
PLAIN = st.text("甲乙ab1 ，。&<>\"'", max_size=8)
FIELDS = st.sampled_from(
    [
        ("{{项目名称}}", "算力平台"),
        ("{{ 预算 }}", "300,000.00"),
        ("｛｛预算大写｝｝", "叁拾万元整"),
        ("{{使用人数}}", "72"),
        ("{{无此项}}", "{{无此项}}"),
    ]
)
BETWEEN = st.sampled_from(
    ["", '<w:proofErr w:type="gramEnd"/>', '<w:bookmarkStart w:id="1" w:name="b"/>', '<w:bookmarkEnd w:id="1"/>']
)
STYLE = st.sampled_from(["", "<w:b/>", '<w:sz w:val="28"/>'])


def filled_docx(content: bytes, **single: str) -> bytes:
    package = package_of(content, "f.docx")
    return rewritten(package, fill_docx(package, Filler(values(single))))


@given(st.lists(st.tuples(PLAIN, FIELDS), min_size=1, max_size=4), PLAIN, st.data())
def test_any_split_over_runs_gives_the_same_text(
    parts: list[tuple[str, tuple[str, str]]], end: str, data: st.DataObject
) -> None:
    text = "".join(before + field for before, (field, _) in parts) + end
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, len(text) - 1)), max_size=12)))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    runs = "".join(data.draw(BETWEEN) + run(escape(one), data.draw(STYLE)) for one in pieces)
    expected = "".join(before + value for before, (_, value) in parts) + end
    assert paragraphs(filled_docx(word(para(runs)))) == [expected]


@given(TEXTS)
def test_any_value_is_read_back_from_word(said: str) -> None:
    content = filled_docx(word(para(run("甲{{项目"), run("名称}}乙"))), project=said)
    assert paragraphs(content) == [f"甲{clean_text(said)[0]}乙"]


@given(TEXTS)
def test_any_value_is_a_text_in_excel(said: str) -> None:
    from planner.exchange.form_book import Book
    from planner.exchange.form_xlsx import fill_xlsx

    package = package_of(
        excel(f'<row r="1">{text_cell("A1", "{{项目名称}}")}{text_cell("B1", "甲{{项目名称}}")}</row>'), "f.xlsx"
    )
    book = Book(package)
    fill_xlsx(book, Filler(values({"project": said})))
    found = cells(rewritten(package, book.result()))
    read = {key: re.sub("_x005F_", "_", str(text)) for key, text in found.items()}
    plain = clean_text(said)[0]
    assert read.get("A1", "") == plain
    assert read["B1"] == f"甲{plain}"


@given(st.integers(0, 40), st.integers(1, 3), st.integers(0, 3))
def test_every_line_has_its_row_and_nothing_else_moves(count: int, height: int, below: int) -> None:
    goods = tuple({**GOODS[0], "no": number, "name": f"第{number}项"} for number in range(1, count + 1))
    names = ("{{货物.序号}}", "{{货物.名称}}", "{{货物.数量}}")[:height]
    form = word(table(row("头"), *(row(one) for one in names), *(row("尾") for _ in range(below))))
    package = package_of(form, "f.docx")
    found = paragraphs(rewritten(package, fill_docx(package, Filler(values(goods=goods)))))
    lines = [[str(number), f"第{number}项", "2"][:height] for number in range(1, count + 1)] or [list(names)]
    assert found == ["头", *(text for line in lines for text in line), *["尾"] * below]


@given(st.integers(1, 30), st.integers(1, 30), st.integers(1, 30), st.integers(1, 3), st.integers(1, 9))
def test_a_range_keeps_every_cell_it_had(low: int, span: int, first: int, height: int, by: int) -> None:
    """The rows a range covers afterwards are the moved old rows, and with the whole block the new ones."""
    from planner.errors import ImportFailed

    high, shift = low + span, Shift(sheet="S", first=first, last=first + height - 1, by=by)
    try:
        text = moved(f"SUM(A{low}:A{high})", "S", shift, msg("x", "y"))
    except ImportFailed:
        covered = set(range(low, high + 1)) & set(range(shift.first, shift.last + 1))
        assert covered and len(covered) < height
        return
    start, end = map(int, re.findall(r"A(\d+)", text))
    expected = {shift.row(one) for one in range(low, high + 1)}
    if low <= shift.first and high >= shift.last:
        expected |= set(range(shift.last + 1, shift.last + by + 1))
    assert set(range(start, end + 1)) == expected


FORMS = {
    "docx": word(table(row("{{货物.名称}}", "{{货物.数量}}")), header1=para(run("{{项目名称}}"))),
    "xlsx": saved(order_form()),
}
JUNK = st.sampled_from(
    ["", "abc", "-1", "99999999999999", "1.5", "A1:", "²", "A0", "$A$1", "é", ":", "A1:B2:C3", "!", "'", " "]
)


@given(st.sampled_from(["docx", "xlsx"]), st.data())
def test_strange_attributes_and_bytes_end_in_a_fault_that_is_told(kind: str, data: st.DataObject) -> None:
    """Whatever stands in a file: it is filled, or refused by name; no other exception."""
    from planner.errors import PlannerError
    from planner.exchange.form_book import Book
    from planner.exchange.form_xlsx import fill_xlsx

    parts = parts_of(FORMS[kind])
    name = data.draw(st.sampled_from(sorted(parts)))
    text = parts[name].decode()
    places = [found.span(1) for found in re.finditer(r'="([^"]*)"|>([^<>]+)<', text) if found[1] is not None]
    start, end = data.draw(st.sampled_from(places))
    content = zipped({**parts, name: text[:start] + data.draw(JUNK) + text[end:]})
    at = data.draw(st.none() | st.integers(0, len(content) - 1))
    if at is not None:
        content = content[:at] + bytes([data.draw(st.integers(0, 255))]) + content[at + 1 :]
    try:
        package = package_of(content, "f")
        if kind == "docx":
            rewritten(package, fill_docx(package, Filler(values())))
        else:
            book = Book(package)
            fill_xlsx(book, Filler(values()))
            rewritten(package, book.result(), book.removed)
    except PlannerError as error:
        assert error.told("en")
