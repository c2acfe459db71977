"""The parameter sheet of the sample plans: read back from workbook and PDF, neutral, whole sets or nothing."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

import openpyxl
import pypdf
import pytest
from msgspec.structs import replace

from desktop_app.services.paper_builders import sheet_name
from desktop_app.services.tender import derived, export_sheet, parameter_lines, parameters_json
from planner.assess.run import Assessment, assess
from planner.catalog.load import bundled_by_id, bundled_items, bundled_prices
from planner.documents.model import Document, Language, Row, Section, Table
from planner.documents.parameter_sheet import build_parameter_sheet
from planner.documents.site_facts import reckoned_cooling, site_rows
from planner.documents.texts import texts
from planner.errors import ExportError
from planner.figure import Quality
from planner.messages import Labelled
from planner.plan.document import Fact, Plan, Price
from planner.plan.edits import SetValue
from planner.plan.templates import new_plan, template_ids
from planner.render.scan import scan_texts
from planner.tender.brands import forbidden_words
from planner.tender.derive import derive
from tests.checks.factories import assess_one, make_item, make_line, make_plan, node

DAY = dt.date(2026, 11, 30)


@lru_cache(maxsize=16)
def plan_of(template: str) -> Plan:
    return new_plan(template, "p1", DAY, bundled_by_id(), {one.id: one for one in bundled_prices()})


def assessed(plan: Plan) -> Assessment:
    return assess(plan, plan.chosen, DAY, checks=())


def built(plan: Plan, language: Language = "zh") -> Document:
    one = assessed(plan)
    return build_parameter_sheet(one, derive(one), language, DAY)


def tables(document: Document) -> dict[str, Table]:
    found: dict[str, Table] = {}

    def walk(blocks: Any) -> None:
        for block in blocks:
            if isinstance(block, Section):
                walk(block.blocks)
            elif isinstance(block, Table):
                found[block.sheet or block.caption] = block

    walk(document.blocks)
    return found


def words_of(table: Table) -> list[list[str]]:
    rows = [row for row in table.rows if isinstance(row, Row)]
    return [
        [str(getattr(cell, "text", getattr(cell, "value", getattr(cell, "amount", "")))) for cell in row.cells]
        for row in rows
    ]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Path]:
    out = tmp_path_factory.mktemp("sheets")
    made = export_sheet(assessed(plan_of("lab-a")), out, ("zh", "en"), ("xlsx", "pdf"), DAY)
    return {(one.language, one.kind): Path(one.path) for one in made}


def test_names_follow_the_pattern(files: dict[tuple[str, str], Path]) -> None:
    assert files["zh", "xlsx"].name == "高校实验室算力采购（方案A）_技术参数表_V0.1_20261130.xlsx"
    assert files["en", "pdf"].name == "University_lab_compute_plan_A_Parameter_Sheet_V0.1_20261130_en.pdf"
    assert {path.parent for path in files.values()} == {files["zh", "pdf"].parent}
    assert len(list(files["zh", "pdf"].parent.iterdir())) == 4


def test_the_workbook_reads_back(files: dict[tuple[str, str], Path]) -> None:
    book = openpyxl.load_workbook(files["zh", "xlsx"])
    assert book.sheetnames == ["填写说明", "货物清单", "技术参数表", "现场条件", "待核实事项"]
    rows = list(book["技术参数表"].iter_rows(values_only=True))
    head = next(row for row in rows if row[0] == "编号")
    by_code = {row[0]: dict(zip(head, row, strict=True)) for row in rows if str(row[0]).startswith("P-")}
    memory = by_code["P-102"]
    assert (memory["标识"], memory["关系"], memory["下限"], memory["单位"]) == ("★", "≥", 24, "GB")
    assert memory["技术要求"] == "每张加速卡的专用显存≥24 GB"
    assert by_code["P-121"]["上限"] == 2.5
    assert "依据" not in memory
    assert book["技术参数表"].sheet_state == "visible"


def test_the_english_workbook_says_the_same(files: dict[tuple[str, str], Path]) -> None:
    zh, en = (openpyxl.load_workbook(files[language, "xlsx"]) for language in ("zh", "en"))
    assert en.sheetnames == ["Instructions", "Items", "Requirements", "Site", "Open points"]

    def numbers(sheet: Any) -> list[tuple[Any, ...]]:
        rows = sheet.iter_rows(values_only=True)
        return [(row[0], row[3], row[7], row[8]) for row in rows if str(row[0]).startswith("P-")]

    assert numbers(zh["技术参数表"]) == numbers(en["Requirements"])


def test_the_pdf_reads_back(files: dict[tuple[str, str], Path]) -> None:
    text = "".join(page.extract_text() for page in pypdf.PdfReader(files["zh", "pdf"]).pages)
    plain = "".join(text.split())
    for part in ("技术参数表", "P-102", "每张加速卡的专用显存≥24GB", "断路器16A", "待核实", "草稿", "第1页"):
        assert part in plain
    english = " ".join(page.extract_text() for page in pypdf.PdfReader(files["en", "pdf"]).pages)
    assert "not less than" in english
    assert "DRAFT" in english


def test_the_same_plan_gives_the_same_bytes(files: dict[tuple[str, str], Path], tmp_path: Path) -> None:
    again = export_sheet(assessed(plan_of("lab-a")), tmp_path, ("zh",), ("xlsx", "pdf"), DAY)
    for one in again:
        assert Path(one.path).read_bytes() == files["zh", one.kind].read_bytes()


@pytest.mark.parametrize("template", template_ids())
@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_sheet_of_a_template_names_a_brand(template: str, language: Language) -> None:
    document = built(plan_of(template), language)
    assert list(scan_texts(texts(document), forbidden_words())) == []
    missing = [place for place, text in texts(document) if "{" in text]
    assert missing == []


@pytest.mark.parametrize("template", template_ids())
def test_no_requirement_shuts_out_the_build_unless_it_says_so(template: str) -> None:
    for one in derive(assessed(plan_of(template))):
        chosen = one.threshold.chosen
        if not chosen.known or one.kind not in ("min", "max") or one.threshold.finding is not None:
            continue
        value = chosen.require() * (1000 if (chosen.unit, one.unit) == ("kW", "W") else 1)
        assert (one.low or 0) <= value + 1e-9 if one.kind == "min" else (one.high or 0) >= value - 1e-9, one.code


def test_a_brand_in_a_title_is_refused_with_its_place(tmp_path: Path) -> None:
    line = plan_of("lab-a").alternatives[0].lines[0]
    branded = replace(line, title=Labelled(zh="GeForce RTX 4090 工作站", en="Workstation"))
    one = plan_of("lab-a").alternatives[0]
    plan = replace(plan_of("lab-a"), alternatives=(replace(one, lines=(branded, *one.lines[1:])),))
    with pytest.raises(ExportError) as caught:
        export_sheet(assessed(plan), tmp_path, ("en", "zh"), ("xlsx", "pdf"), DAY)
    assert "geforce" in str(caught.value.message).casefold() or "4090" in str(caught.value.message)
    assert caught.value.place
    assert list(tmp_path.iterdir()) == []  # the English files were fine, and are not there either


def test_a_brand_in_the_plans_name_is_refused(tmp_path: Path) -> None:
    plan = replace(plan_of("lab-a"), title=Labelled(zh="华为平台", en="platform"))
    with pytest.raises(ExportError):
        export_sheet(assessed(plan), tmp_path, ("zh",), ("pdf",), DAY)
    assert list(tmp_path.iterdir()) == []


def test_a_locked_target_leaves_the_old_set(tmp_path: Path) -> None:
    before = export_sheet(assessed(plan_of("tier-1")), tmp_path, ("zh",), ("pdf",), DAY)
    old = Path(before[0].path).read_bytes()
    blocked = Path(before[0].path).with_suffix(".xlsx")
    blocked.mkdir()
    (blocked / "kept").write_text("x", encoding="utf-8")
    plan, _ = SetValue(path="main/ws/quantity", value=3).apply(plan_of("tier-1"))
    names = {path.name for path in tmp_path.iterdir()}
    with pytest.raises(ExportError):
        export_sheet(assessed(plan), tmp_path, ("zh",), ("pdf", "xlsx"), DAY, existing="replace")
    assert Path(before[0].path).read_bytes() == old
    assert {path.name for path in tmp_path.iterdir()} == names
    assert (blocked / "kept").exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(ExportError) as caught:
        export_sheet(assessed(plan_of("tier-1")), tmp_path / "file" / "out", ("zh",), ("pdf",), DAY)
    assert caught.value.remedy is not None


def test_an_unknown_format_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ExportError):
        export_sheet(assessed(plan_of("tier-1")), tmp_path / "new", ("zh",), ("pdf", "doc"), DAY)
    assert not (tmp_path / "new").exists()


def test_a_quantity_changes_the_sheet() -> None:
    plan, _ = SetValue(path="A/ws/quantity", value=3).apply(plan_of("lab-a"))
    before, after = (words_of(tables(built(one))["货物清单"])[0] for one in (plan_of("lab-a"), plan))
    assert (before[3], after[3]) == ("1", "3")
    headings = [text for _, text in texts(built(plan))]
    assert "四卡工作站（序号1，3台）" in headings


def test_items_list_everything_bought_and_works_have_no_parameters() -> None:
    rows = words_of(tables(built(plan_of("lab-a")))["货物清单"])
    assert [row[1] for row in rows] == [
        "四卡工作站",
        "网络存储（NAS）",
        "不间断电源（UPS）",
        "算力租用（一年）",
        "供电改造（专用回路）",
    ]
    assert [row[2] for row in rows] == ["货物", "货物", "货物", "服务", "工程"]
    # ceilings are the chosen prices of the plan; works are not bought here
    assert [row[6] for row in rows] == ["150000.00", "30000.00", "18000.00", "50000.00", "—"]
    assert rows[0][7] == "P-101～P-127"
    assert rows[3][5:] == ["—", "50000.00", "P-402～P-407"]
    assert rows[4][5:] == ["—", "—", "—"]
    points = words_of(tables(built(plan_of("lab-a")))["待核实事项"])
    assert sum("最高限价" in row[2] and row[3] == "待核实" for row in points) == 3  # the rent is a decision


def test_an_unknown_ceiling_is_said_to_be_unknown() -> None:
    priced = replace(make_line("nas", "storage"), price=Price(chosen=Decimal(100)))
    unpriced = [replace(make_line(name, "ups"), price=Price()) for name in ("ups", "other")]
    one = assess_one(make_plan(priced, unpriced[0]), ())
    rows = words_of(tables(build_parameter_sheet(one, derive(one), "zh", DAY))["货物清单"])
    assert [row[6] for row in rows] == ["100.00", "未知"]
    bare = assess_one(make_plan(*unpriced), ())
    assert len(words_of(tables(build_parameter_sheet(bare, derive(bare), "zh", DAY))["货物清单"])[0]) == 7


def test_used_goods_are_said_to_be_used() -> None:
    assert words_of(tables(built(plan_of("lab-c")))["货物清单"])[0][5] == "二手"


def test_open_points_are_listed_and_forbid_the_final_version() -> None:
    one = assessed(plan_of("lab-a"))
    rows = words_of(tables(build_parameter_sheet(one, derive(one), "zh", DAY))["待核实事项"])
    assert any("内存容量" in row[2] and row[3] == "待补充" for row in rows)
    assert any("P-121 整机功率" in row[2] and row[3] == "需复核" for row in rows)
    with pytest.raises(ExportError):
        build_parameter_sheet(one, derive(one), "zh", DAY, draft=False)


def test_a_plan_with_nothing_open_gives_a_final_version() -> None:
    known: dict[str, float | str | bool] = {"usable_tb": 48.0, "port_gbps": 10.0, "warranty_years": 3.0}
    doors = {"door_width_mm": 900, "door_height_mm": 2100, "floor_load_kg_m2": 250}
    room = node("r", "room", area_m2=40, height_m=3, network_ports=4, uplink_gbps=10, **doors)
    wiring = (
        node("c", "circuit", "r", volts=220, breaker_a=16, shared=False),
        node("s", "socket", "c", rating_a=10, form="gb1002_10a"),
        node("ac", "ac", "r", sensible_kw=3.5),
    )
    line = make_line("nas", "storage", known=known | {"delivery_days": 30.0, "max_power_w": 150.0})
    one = assess_one(make_plan(line, site=(room, *wiring), plugged={"nas": "s"}), ())
    final = build_parameter_sheet(one, derive(one), "zh", DAY, draft=False)
    assert not final.draft
    assert "待核实事项" not in tables(final)
    assert not any("待核实" in text for _, text in texts(final) if "现场条件" not in text)


def test_site_conditions_name_what_is_known_and_what_is_not() -> None:
    told = {row.topic: row for row in site_rows(plan_of("lab-a").site, "zh")}
    assert told["回路1"].fact == "220 V，断路器16 A，导线2.5 mm²，与其他设备共用，其他负载3 A，2012年建成"
    assert "其他负载电流待核实" in told["回路2"].fact
    assert told["回路2"].is_open
    assert told["插座2"].fact == "接回路2，单相三极10 A插座（GB/T 1002）"  # the form names the rating
    assert told["楼面荷载"].fact == "楼面活荷载待核实"
    assert told["网络"].fact == "可用网口数待核实，网口速率待核实"
    wired = site_rows((node("r", "room", network_ports=4, uplink_gbps=10),), "zh")
    assert next(row.fact for row in wired if row.topic == "网络") == "可用网口4个，单口速率10 Gbit/s"
    empty = {row.topic: row.fact for row in site_rows((), "en")}
    assert empty["Circuit"] == empty["Air conditioner"] == "To be verified"
    english = {row.topic: row.fact for row in site_rows(plan_of("lab-a").site, "en")}
    assert english["Circuit 1"].endswith("other loads 3 A, installed 2012")
    assert english["Socket 2"].startswith("On Circuit 2, ")
    assert "Access route" in english


def test_cooling_is_what_the_checks_reckon_with() -> None:
    # 2 hp = 5 kW nominal; at the plan's sensible ratio of 0.7 = 3.5 kW, as CO01 says
    one = assessed(plan_of("lab-a"))
    assert one.context.site.sensible_cooling_w.value == pytest.approx(3500)
    for language, words in (
        ("zh", "2匹分体空调，制冷量约5 kW（按匹数折算，标称），显冷量3.5 kW（按显热比0.7估算），来电不自动启动"),
        (
            "en",
            "plit unit of the 2 HP class, nominal capacity about 5 kW (by its class), sensible capacity 3.5 kW (estimated at a sensible heat ratio of 0.7)",
        ),
    ):
        site = tables(built(plan_of("lab-a"), language))["现场条件" if language == "zh" else "Site"]
        assert any(words in row[1] for row in words_of(site))
    rows = site_rows(one.context.site.nodes, "zh", reckoned_cooling(one.context.site))
    assert next(row for row in rows if row.topic == "空调1").is_open  # an estimate stays to be read off the nameplate


@pytest.mark.parametrize("size", ["1", "1.5", "2", "3", "5"])
def test_a_unit_is_told_one_nominal_capacity(size: str) -> None:
    """A class is no capacity: 1.5 HP was said to be of about 3.5 kW and of 3.75 kW in one row."""
    unit = node("ac-1", "ac", class_cn=f"{size}匹")
    plan = plan_of("lab-a")
    made = assessed(replace(plan, site=(*(one for one in plan.site if one.id != "ac-1"), replace(unit, parent="room"))))
    rows = site_rows((unit,), "en", reckoned_cooling(made.context.site))
    row = next(one for one in rows if "HP" in one.fact)
    told = re.findall(r"([\d.]+) kW", row.fact)
    assert f"{size} HP class" in row.fact and "by its class" in row.fact
    assert told[0] == f"{2.5 * float(size):g}" and len(told) == 2  # nominal, then sensible


@pytest.mark.parametrize(
    ("typed", "zh", "en"), [("3", "3匹", "3 HP"), (1.5, "1.5匹", "1.5 HP"), ("大3匹", "大3匹", "大3匹")]
)
def test_a_size_class_has_its_unit(typed: str | float, zh: str, en: str) -> None:
    unit = node("a", "ac", class_cn=typed, sensible_kw=5.3)
    for language, words in (("zh", zh), ("en", en)):
        fact = next(row.fact for row in site_rows((unit,), language) if "5.3" in row.fact)
        assert fact.startswith(f"{words}{'，' if language == 'zh' else ', '}")


def test_nodes_are_called_what_the_checks_call_them() -> None:
    named = node("c1", "circuit", title="北墙\n插座组", breaker_a=16)
    whole = node("c2", "circuit", title="照明回路", breaker_a=10)
    socket = node("socket-3", "socket", "c1", rating_a=10)
    topics = {row.topic: row.fact for row in site_rows((named, whole, socket), "zh")}
    assert {"回路（北墙 插座组）", "照明回路", "插座3"} <= set(topics)
    assert topics["插座3"].startswith("接回路（北墙 插座组）")


def test_an_assumed_site_value_is_marked() -> None:
    assumed = replace(node("c", "circuit"), values={"breaker_a": Fact(value=16.0, quality=Quality.ASSUMED)})
    assert "断路器16 A（待核实）" in next(row.fact for row in site_rows((assumed,), "zh") if row.topic == "回路c")


def test_json_and_lines_of_the_parameters() -> None:
    found = derived(plan_of("lab-a"), "", DAY, bundled_items())
    shown = {one["code"]: one for one in parameters_json(found, "zh")}
    memory = shown["P-102"]
    assert (memory["operator"], memory["threshold"], memory["unit"], memory["level"]) == (">=", 24, "GB", "star")
    assert 20 < memory["need"] < 24
    assert memory["k_system"] >= 3
    assert memory["k_chip"] >= 3
    assert "finding" not in memory
    assert shown["P-121"]["finding"]["message_id"] == "tender.over_room_works"
    assert shown["P-122"]["threshold"] == [200, 240]
    assert shown["P-107"]["threshold"] == ["PyTorch框架下的训练与推理"]
    lines = list(parameter_lines(found, "en"))
    assert lines[0] == "Workstation with four accelerators"
    assert lines[2].startswith("  P-102 ★ Dedicated memory of each card: not less than 24 GB.")


def test_names_are_safe_whatever_the_plan_is_called() -> None:
    plan = replace(plan_of("lab-a"), title=Labelled(zh='a/b:c*?"<>|', en=""))
    name = sheet_name(plan, built(plan), "pdf")
    assert not set(name) & set('/\\:*?"<>|')
    assert name.endswith("_技术参数表_V0.1_20261130.pdf")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_sheet_does_not_show_what_is_planned(language: Language) -> None:
    printed = [text for _, text in texts(built(plan_of("lab-a"), language))]
    for words in (
        "拟配",
        "取档",
        "取整",
        "planned configuration",
        "rounded down",
        "使用单位提出",
        "stated by the user",
    ):
        assert not [text for text in printed if words in text]
    found = parameters_json(derived(plan_of("lab-a"), "", DAY, bundled_items()), language)
    basis = {one["code"]: one["basis"] for one in found}["P-104"]
    assert basis == {"zh": "按拟配规格就低取整", "en": "planned configuration, rounded down"}[language]


def test_broken_and_long_titles_are_made_fit() -> None:
    title = "高校\r\n实验室\x07" + "很长的名称" * 60
    line = replace(plan_of("lab-a").alternatives[0].lines[0], title=Labelled(zh="四卡\n工作站", en="four\ncards"))
    one = plan_of("lab-a").alternatives[0]
    alternatives = (replace(one, lines=(line, *one.lines[1:])),)
    plan = replace(plan_of("lab-a"), title=Labelled(zh=title, en=""), alternatives=alternatives)
    document = built(plan)
    assert not [text for _, text in texts(document) if any(ord(sign) < 32 for sign in text)]
    assert document.running_head.startswith("高校 实验室 很长的名称")
    assert document.running_head.removesuffix("　技术参数表").endswith("…")
    assert len(document.running_head) == 40 + len("　技术参数表")
    assert words_of(tables(document)["货物清单"])[0][1] == "四卡 工作站"
    name = sheet_name(plan, document, "pdf")
    assert name.startswith("高校_实验室_很长的名称")
    assert name.endswith("…_技术参数表_V0.1_20261130.pdf")
    assert len(name.encode()) <= 204
    assert not any(ord(sign) < 32 for sign in name)


def test_an_item_of_the_users_own_maker_is_watched(tmp_path: Path) -> None:
    own = make_item("mine", "system", "Examplecorp", max_power_w=1000)
    line = replace(make_line(item=own), title=Labelled(zh="Examplecorp整机", en="machine"))
    one = assess_one(make_plan(line, items=(own,)), ())
    with pytest.raises(ExportError):
        export_sheet(one, tmp_path, ("zh",), ("xlsx",), DAY)
