"""Section and table numbers in both languages, references, file names."""

from __future__ import annotations

from msgspec.structs import replace

from planner.documents.model import Column, Document, KeyValue, KeyValues, Row, Section, Table, Text
from planner.documents.naming import file_name
from planner.documents.numbering import Heading, flow, han_number, heading_number, labels
from tests.documents.papers import DAY, paper, small

COLUMNS = (Column(key="a", title="A", width_mm=20),)


def table(anchor: str = "", **changes: object) -> Table:
    return Table(columns=COLUMNS, rows=(Row((Text("x"),)),), caption="表题", anchor=anchor, **changes)  # type: ignore[arg-type]


def document(language: str, *blocks: object) -> Document:
    return Document(title="T", language=language, audience="external", date=DAY, blocks=blocks)  # type: ignore[arg-type]


def test_heading_numbers_follow_the_custom_of_the_language() -> None:
    # The four levels of an official Chinese paper (GB/T 9704: 一、（一）1.（1）).
    assert [heading_number("zh", path) for path in ((3,), (3, 2), (3, 2, 1), (3, 2, 1, 4))] == [
        "三、",
        "（二）",
        "1.",
        "（4）",
    ]
    assert [heading_number("decimal", path) for path in ((3,), (3, 2), (3, 2, 1))] == ["3", "3.2", "3.2.1"]


def test_chinese_numerals() -> None:
    assert [han_number(number) for number in (1, 9, 10, 11, 20, 21, 99)] == [
        "一",
        "九",
        "十",
        "十一",
        "二十",
        "二十一",
        "九十九",
    ]
    assert [han_number(number) for number in (100, 101, 110, 111, 120, 999, 1000)] == [
        "一百",
        "一百零一",
        "一百一十",
        "一百一十一",
        "一百二十",
        "九百九十九",
        "1000",
    ]


def test_sections_without_number_do_not_count() -> None:
    made = document("en", Section(title="Before", numbered=False), Section(title="First"), Section(title="Second"))
    assert [part.text for part in flow(made) if isinstance(part, Heading)] == ["Before", "1  First", "2  Second"]


def test_tables_are_numbered_through_the_document() -> None:
    inner = Section(title="b", blocks=(table("t2"), table("form", numbered=False)))
    made = document("zh", Section(title="a", blocks=(table("t1"), inner), anchor="s1"), table("t3"))
    assert labels(made) == {"t1": "表1", "t2": "表2", "form": "表题", "t3": "表3", "s1": "一"}


def test_what_is_for_the_workbook_is_not_numbered_on_paper() -> None:
    made = document("zh", table("wide", media="sheet"), table("narrow", media="paper"))
    assert labels(made, "paper") == {"narrow": "表1"}
    assert labels(made, "sheet") == {"wide": "表1"}


def test_facts_are_numbered_like_tables() -> None:
    facts = KeyValues(items=(KeyValue("a", Text("b")),), caption="场地", anchor="site")
    assert labels(document("en", table("t"), facts)) == {"t": "Table 1", "site": "Table 2"}


def test_file_names_say_document_number_version_language() -> None:
    assert file_name(paper("zh"), "pdf") == "采购需求参数表_JZU-ZC-2026-0137_V1.2.pdf"
    assert file_name(paper("en"), "xlsx") == "Technical_requirements_JZU-ZC-2026-0137_V1.2_en.xlsx"
    assert file_name(replace(paper("zh"), audience="internal"), "xlsx").startswith("内部留存_采购需求参数表_")
    assert file_name(replace(paper("zh"), draft=True), "pdf").endswith("_V1.2_草稿.pdf")


def test_file_names_are_safe_on_every_system() -> None:
    assert file_name(small("", title='A/B:C*?"<x>|'), "pdf") == "A-B-C----x--.pdf"
    assert file_name(small("", title="CON"), "pdf") == "_CON.pdf"
    assert file_name(small("", title="..  "), "pdf") == "document.pdf"
    assert len(file_name(small("", title="长" * 300), "pdf").encode()) <= 204
