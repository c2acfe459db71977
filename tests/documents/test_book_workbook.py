"""The workbook of the requirement book: its sheets, forms and formulas; LibreOffice recomputes what is stored."""

from __future__ import annotations

import io
import re
import subprocess
import zipfile
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

import openpyxl
import pypdf
import pytest
from msgspec.structs import replace

from desktop_app.services.tender import export_papers
from planner.documents.book.build import as_workbook
from planner.documents.book.capitals import capitals_formula
from planner.documents.model import Language
from planner.errors import ExportError
from planner.money import Money
from planner.money_words import money_words
from planner.render import rendered
from tests.documents.books import DAY, SAMPLES, assessed, book

SHEETS = [
    *("填写说明", "货物清单", "技术参数表", "商务要求", "技术偏离表", "商务偏离表"),
    *("分项报价表（包1）", "分项报价表（包2）", "评分标准", "评分示例", "异常低价示例"),
    *("资格与符合性审查", "验收记录", "声明函目录", "待填与待核实"),
]
YUAN = [
    *("0", "0.01", "0.1", "0.11", "1", "1.01", "1.1", "9.99", "10", "10.05", "11", "100", "101", "110", "1000"),
    *("1001", "1010", "1100.5", "1234.56", "10000", "10001", "10010", "10100.07", "11000", "20000", "100000"),
    *("100500", "105000", "110000.3", "200000", "1000000", "1000001", "1005000", "1980000", "2100000", "9999999.99"),
    *("10000000", "10000005", "12345678.9", "100000000", "100000005", "100050000", "100500005.05", "1000000000"),
    *("10000000000.01", "123456789012.34", "999999999999.99"),
]


@lru_cache(maxsize=8)
def workbook_bytes(template: str, language: Language) -> bytes:
    return rendered(as_workbook(book(template, language)), "xlsx")


def loaded(content: bytes, *, data_only: bool = False) -> Any:
    return openpyxl.load_workbook(io.BytesIO(content), data_only=data_only)


def column(sheet: Any, head: str) -> int:
    """Return the number of the column whose head reads ``head``, and remember nothing."""
    return next(cell.column for row in sheet.iter_rows(max_row=4) for cell in row if cell.value == head)


def rows_of(sheet: Any) -> dict[str, int]:
    """Return the row of each id in the first column."""
    return {str(row[0].value): row[0].row for row in sheet.iter_rows() if row[0].value is not None}


# ---------------------------------------------------------------------------------------------- what there is
def test_sheets_in_order_and_none_hidden() -> None:
    made = loaded(workbook_bytes("lab-a", "zh"))
    assert made.sheetnames == SHEETS
    for sheet in made.worksheets:
        assert sheet.sheet_state == "visible"
        assert not any(dimension.hidden for dimension in sheet.column_dimensions.values())
        assert not sheet.protection.sheet
    assert loaded(workbook_bytes("tier-4", "en")).sheetnames == [
        *("Instructions", "Items", "Requirements", "Commercial terms", "Technical deviations"),
        *("Commercial deviations", "Prices", "Worked example", "Qualification", "Acceptance record"),
        *("Declarations", "Open points"),
    ]


def test_locked_only_on_request_and_what_is_filled_in_stays_open() -> None:
    made = loaded(rendered(replace(book("lab-a"), locked=True), "xlsx"))
    sheet = made["技术偏离表"]
    assert sheet.protection.sheet and not sheet.protection.password
    at = rows_of(sheet)["P-101"]
    assert sheet.cell(at, column(sheet, "技术要求")).protection.locked
    assert not sheet.cell(at, column(sheet, "响应值\n（或下限）")).protection.locked
    assert not sheet.cell(at, column(sheet, "偏离情况")).protection.locked


def test_forms_have_lists_and_colours() -> None:
    made = loaded(workbook_bytes("lab-a", "zh"))
    sheet = made["技术偏离表"]
    lists = {rule.formula1 for rule in sheet.data_validations.dataValidation if rule.type == "list"}
    assert lists == {'"满足,不满足"', '"正偏离,无偏离,负偏离"'}
    decimals = [rule for rule in sheet.data_validations.dataValidation if rule.type == "decimal"]
    assert decimals
    rules = [rule.formula[0] for found in sheet.conditional_formatting for rule in found.rules]
    assert any("COUNTA($J$" in one and "★" in one for one in rules)
    assert '"合格,不合格,让步接收"' in {one.formula1 for one in made["验收记录"].data_validations.dataValidation}
    assert '"通过,不通过,不适用"' in {one.formula1 for one in made["资格与符合性审查"].data_validations.dataValidation}


def test_blank_forms_say_what_they_are() -> None:
    made = loaded(workbook_bytes("lab-a", "zh"), data_only=True)
    sheet = made["技术偏离表"]
    verdicts = [
        sheet.cell(at, column(sheet, "自动判定")).value for code, at in rows_of(sheet).items() if code[0] == "P"
    ]
    assert set(verdicts) == {"未响应"}
    price = made["分项报价表（包1）"]
    values = [cell.value for row in price.iter_rows() for cell in row]
    assert "零元整" in values and "未报全" in values and "未报价" in values


def test_the_same_plan_gives_the_same_bytes(tmp_path: Path) -> None:
    kinds = ("xlsx", "pdf", "docx", "txt")
    sets = []
    for name in ("one", "two"):
        made = export_papers(assessed("lab-a"), tmp_path / name, ("zh", "en"), kinds, DAY, None, ("sheet", "book"))
        sets.append({Path(one.path).name: Path(one.path).read_bytes() for one in made})
    assert len(sets[0]) == 16
    assert sets[0] == sets[1]
    names = set(sets[0])
    assert "高校实验室算力采购（方案A）_采购需求书_V0.1_20261130.pdf" in names
    assert "高校实验室算力采购（方案A）_采购需求工作簿_V0.1_20261130.xlsx" in names


def test_an_unknown_document_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExportError) as caught:
        export_papers(assessed("lab-a"), tmp_path / "x", ("zh",), ("pdf",), DAY, None, ("novel",))
    assert caught.value.remedy is not None
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("template", SAMPLES)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_pages_read_back(template: str, language: Language) -> None:
    reader = pypdf.PdfReader(io.BytesIO(rendered(book(template, language), "pdf")))
    plain = ["".join(page.extract_text().split()) for page in reader.pages]
    total = len(plain)
    said = f"第2页共{total}页" if language == "zh" else f"Page2of{total}"
    assert said in plain[1]
    assert ("修订记录" if language == "zh" else "Revisions") in plain[1]  # below the contents, not on a page of its own
    assert all(len(page) > 120 for page in plain[1:])  # no page that is all but empty


# ---------------------------------------------------------------------------------------------- LibreOffice
def office(path: Path, out: Path) -> Any:
    """Return the workbook as LibreOffice recomputes it."""
    profile = f"-env:UserInstallation=file://{out}/profile"
    to = ["--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(out / "again")]
    subprocess.run(["soffice", profile, "--headless", *to, str(path)], check=True, capture_output=True, timeout=180)
    return openpyxl.load_workbook(out / "again" / path.name, data_only=True)


def without_results(content: bytes) -> bytes:
    """Return the workbook with the stored results taken out, so that a spreadsheet has to compute them."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            new.writestr(name, re.sub(rb"</f><v>[^<]*</v>", b"</f>", old.read(name)))
    return stream.getvalue()


@pytest.mark.office
@pytest.mark.parametrize(
    ("template", "language"), [("lab-a", "zh"), ("lab-a", "en"), ("tier-4", "zh"), ("tier-4", "en")]
)
def test_stored_results_are_what_a_spreadsheet_computes(template: str, language: Language, tmp_path: Path) -> None:
    content = workbook_bytes(template, language)
    (tmp_path / "a.xlsx").write_bytes(without_results(content))
    theirs, ours, formulas = office(tmp_path / "a.xlsx", tmp_path), loaded(content, data_only=True), loaded(content)
    compared = 0
    for sheet in formulas.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type != "f":
                    continue
                mine, other = (book[sheet.title][cell.coordinate].value for book in (ours, theirs))
                assert mine == other or mine == pytest.approx(other), (sheet.title, cell.coordinate, cell.value)
                compared += 1
    assert compared > 20


@pytest.mark.office
def test_filled_forms_are_judged_and_summed(tmp_path: Path) -> None:
    made = loaded(workbook_bytes("lab-a", "zh"))
    sheet = made["技术偏离表"]
    at, answer, upper, choice = (
        rows_of(sheet),
        column(sheet, "响应值\n（或下限）"),
        column(sheet, "响应上限"),
        column(sheet, "偏离情况"),
    )
    given: dict[str, tuple[Any, Any, str]] = {
        "P-101": (4, None, "无偏离"),  # the bound itself
        "P-102": (32, None, "正偏离"),
        "P-104": (999.9, None, "负偏离"),
        "P-105": (150.0000001, None, "无偏离"),  # rounded to six places
        "P-107": ("不满足", None, "负偏离"),
        "P-108": ("满足", None, "无偏离"),
        "P-121": (2.4 + 0.1, None, "无偏离"),  # a sum in binary, at the bound of 2.5 itself
        "P-122": (180, 264, "正偏离"),  # wider
        "P-222": (200, 240, "无偏离"),
        "P-201": ("48TB", None, "人工判定"),
        "P-301": (2.9, None, "负偏离"),
        "P-402": (24, None, "无偏离"),
    }
    for code, (value, high, _) in given.items():
        sheet.cell(at[code], answer).value = value
        if high is not None:
            sheet.cell(at[code], upper).value = high
    sheet.cell(at["P-201"], choice).value = "无偏离"
    price = made["分项报价表（包1）"]
    bid = column(price, "响应单价（元）")
    found = rows_of(price)
    for number, yuan in (("1", 148_000.5), ("2", 29_999.99), ("3", 18_000.01)):
        price.cell(found[number], bid).value = yuan
    made.save(tmp_path / "filled.xlsx")
    done = office(tmp_path / "filled.xlsx", tmp_path)
    judged, verdict = done["技术偏离表"], column(sheet, "自动判定")
    assert {code: judged.cell(at[code], verdict).value for code in given} == {c: one[2] for c, one in given.items()}
    said = next(cell.value for row in judged.iter_rows() for cell in row if str(cell.value).startswith("自查"))
    stars = [code for code in at if sheet.cell(at[code], 3).value == "★"]
    plain = [code for code in at if code[0] == "P" and not sheet.cell(at[code], 3).value]
    left = [len([code for code in codes if code not in given]) for codes in (stars, plain)]
    # P-107 falls short; P-104 and P-301 fall short, P-302 is not answered; P-201 was judged by people
    assert said == f"自查：负偏离或未响应★{1 + left[0]}条、▲3条、一般{left[1]}条；待人工判定1条"
    values = [cell.value for row in done["分项报价表（包1）"].iter_rows() for cell in row]
    assert 196_000.5 in values  # 148,000.50 + 29,999.99 + 18,000.01
    assert "壹拾玖万陆仟元伍角" in values
    assert values.count("超过限价") == 2  # 18,000.01 against 18,000: its row, and the total that holds it
    assert values.count("符合") == 2  # the two other rows


@pytest.mark.office
def test_an_english_form_is_judged_and_summed(tmp_path: Path) -> None:
    made = loaded(workbook_bytes("tier-4", "en"))
    sheet, price = made["Technical deviations"], made["Prices"]
    at, answer, upper = rows_of(sheet), column(sheet, "Answer\n(or lower)"), column(sheet, "Upper answer")
    given: dict[str, tuple[Any, Any, str]] = {
        "P-101": (8, None, "Meets"),
        "P-102": (80, None, "Exceeds"),
        "P-104": (2999.999, None, "Falls short"),
        "P-107": ("Met", None, "Meets"),
        "P-108": ("Not met", None, "Falls short"),
        "P-121": (12.1, None, "Falls short"),
        "P-124": (5, 35, "Exceeds"),
        "P-127": ("see annex", None, "To be judged"),
    }
    for code, (value, high, _) in given.items():
        sheet.cell(at[code], answer).value = value
        if high is not None:
            sheet.cell(at[code], upper).value = high
    line = rows_of(price)["1"]
    price.cell(line, column(price, "Unit price (CNY)")).value = 2_100_000.01
    made.save(tmp_path / "filled.xlsx")
    done = office(tmp_path / "filled.xlsx", tmp_path)
    judged, verdict = done["Technical deviations"], column(sheet, "Automatic result")
    assert {code: judged.cell(at[code], verdict).value for code in given} == {c: one[2] for c, one in given.items()}
    said = [cell.value for row in done["Prices"].iter_rows() for cell in row]
    assert said.count(2_100_000.01) == 3  # unit price, amount, total
    assert sum("ceiling" in str(one) and "bove" in str(one) for one in said) == 2


@pytest.mark.office
def test_capitals_are_what_the_program_writes(tmp_path: Path) -> None:
    made = openpyxl.Workbook()
    sheet = made.active
    for row, yuan in enumerate(YUAN, 1):
        sheet.cell(row, 1).value = float(yuan)
        sheet.cell(row, 2).value = capitals_formula(f"A{row}")
    made.save(tmp_path / "words.xlsx")
    done = office(tmp_path / "words.xlsx", tmp_path).active
    found = {yuan: done.cell(row, 2).value for row, yuan in enumerate(YUAN, 1)}
    assert found == {yuan: money_words(Money.of(Decimal(yuan))) for yuan in YUAN}
