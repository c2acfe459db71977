"""Planned air conditioners and cross references in the papers about the room, by hand-worked numbers."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from planner.documents.model import Document, Note, Number, Paragraph, Row, Section, Text
from planner.documents.site.new_circuits import circuits_asked
from planner.documents.survey_questions import questions
from planner.figure import Quality
from planner.plan.document import Fact, SiteNode
from planner.plan.edits import AddPart, SetValue
from tests.checks.factories import assess_one, make_line, make_plan, node
from tests.checks.rooms import room
from tests.documents.test_site_papers import blocks, built, cells, edited, table
from tests.sample_plans import assessed, sample

SPLIT = {
    "id": "ac-new",
    "title": {"zh": "空调（新增）", "en": "Air conditioner (additional)"},
    "role": "cooling",
    "quantity": 2,
    "facts": {"total_kw": {"value": 7.2, "quality": "assumed", "source": "size class"}},
}
THREE = {**SPLIT, "quantity": 1, "facts": {**SPLIT["facts"], "phases": {"value": 3}}}  # type: ignore[dict-item]


def cooled(line: dict[str, Any] = SPLIT, template: str = "lab-a") -> Any:
    plan = sample(template)
    return edited(plan, AddPart(path=f"alternatives/{plan.chosen}/lines", value=line))


def row(paper: Document, key: str, title: str) -> Row:
    return next(one for one in table(paper, key).rows if isinstance(one, Row) and Text(title) in one.cells)


def test_a_planned_air_conditioner_gets_a_circuit_for_each_unit() -> None:
    # 7.2 kW over an EER of 3.0: 2,400 W; / (220 x 0.98) = 11.13 A; / 0.8 = 13.9: a breaker of 16 A, one for each
    asked = next(one for one in circuits_asked(cooled()) if one.line.line.id == "ac-new")
    assert asked.unit_a.value == pytest.approx(2400 / (220 * 0.98))
    assert (asked.breaker_a.value, asked.on_circuit.value, asked.circuits.value) == (16, 1, 2)  # type: ignore[union-attr]
    cells = row(built("power", cooled()), "circuits", "空调（新增）").cells
    assert [one.value for one in cells if isinstance(one, Number)] == [2, 11.1, 16, 1, 2]


def test_three_phases_carry_a_third_each() -> None:
    # 2,400 / (sqrt(3) x 380 x 0.98) = 3.72 A
    asked = next(one for one in circuits_asked(cooled(THREE)) if one.line.line.id == "ac-new")
    assert asked.unit_a.value == pytest.approx(3.721, abs=0.001)
    assert any("380" in note.text for note in blocks(built("power", cooled(THREE)), Note))


def test_what_it_draws_stands_in_both_papers_and_is_said_to_be_reckoned() -> None:
    for kind in ("power", "contact"):
        paper = built(kind, cooled())
        cells = row(paper, "unit_w", "空调（新增）").cells
        assert {2400, 4.8} <= {one.value for one in cells if isinstance(one, Number)}
        assert any("能效比3" in note.text for note in blocks(paper, Note))
    assert not any("能效比" in note.text for note in blocks(built("power", assessed(sample("lab-a"))), Note))


@pytest.mark.parametrize("template", ["lab-a", "lab-c", "tier-4"])
def test_rows_of_the_equipment_add_up_to_its_total(template: str) -> None:
    *parts, whole = (
        one for one in table(built("contact", cooled(SPLIT, template)), "heat_kw").rows if isinstance(one, Row)
    )
    for at in (2, 4, 5, 6, 7):
        if isinstance(whole.cells[at], Number) and all(not is_open(one.cells[at]) for one in parts):
            listed = sum(one.cells[at].value for one in parts if isinstance(one.cells[at], Number))  # type: ignore[union-attr]
            assert whole.cells[at].value == pytest.approx(listed, abs=0.015), at  # type: ignore[union-attr]


def is_open(cell: Any) -> bool:
    return isinstance(cell, Text) and cell.text not in ("—", "")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_intro_names_the_part_with_the_questions(language: str) -> None:
    plan = sample("lab-a")
    for assessment in (assessed(plan), edited(plan, *no_errors(plan))):
        paper = built("contact", assessment, language)
        sections = [one for one in paper.blocks if isinstance(one, Section)]
        at = next(at for at, one in enumerate(sections, 1) if one.anchor == "questions")
        said = f"第{'零一二三四五六七'[at]}部分" if language == "zh" else f"part {at}"
        assert said in next(blocks(paper, Paragraph)).text


def no_errors(plan: Any) -> list[Any]:
    """Return edits after which nothing about the room is wrong, so that the part with works is not there."""
    rooms = [node.id for node in plan.site if node.type == "room"]
    return [SetValue(path=f"site/{rooms[0]}/values/extinguisher", value={"value": True})]


def test_the_building_office_is_asked_about_every_circuit() -> None:
    plan = sample("lab-a")
    circuit = next(node for node in plan.site if node.type == "circuit")
    told = Fact(value=16.0, quality=Quality.ENTERED)
    more = SiteNode(id="circuit-9", type="circuit", parent=circuit.parent, title="回路九", values={"breaker_a": told})
    line = plan.alternatives[0].connections[0].line
    both = edited(
        plan,
        AddPart(path="site", value=more),
        AddPart(path=f"alternatives/{plan.chosen}/connections", value={"line": line, "node": "circuit-9", "units": 1}),
    )
    asked = [one.cells for one in table(built("contact", both), "question").rows if isinstance(one, Row)]
    others = [cells[2].text for cells in asked if "其他" in cells[1].text or "回路" in cells[2].text]  # type: ignore[union-attr]
    assert any("回路九" in why for why in others)


def test_kilowatts_of_the_rows_add_up_as_they_are_printed() -> None:
    # 3 x 1,114.4 W: each 1.1144 kW would be printed as 1.11, together 3.33; the total is 3.3432 -> 3.34
    plan = sample("lab-a")
    line = {"title": {"zh": "甲", "en": "a"}, "role": "other", "facts": {"max_power_w": {"value": 1114.4}}}
    path = f"alternatives/{plan.chosen}/lines"
    keep = [AddPart(path=path, value={**line, "id": f"extra-{at}"}) for at in range(3)]
    gone = [SetValue(path=f"{path}/{one.id}/quantity", value=0) for one in plan.alternatives[0].lines]
    *parts, whole = table(built("contact", edited(plan, *keep, *gone)), "total_kw").rows
    printed = [one.cells[4].value for one in (*parts, whole)]  # type: ignore[union-attr]
    assert sorted(printed[:3]) == [1.11, 1.11, 1.12]
    assert printed[3] == 3.34


def test_check_and_card_know_the_same_extinguishers() -> None:
    # GB 50140-2005 4.2.5: powder, halon or CO2 for fires of electrical equipment
    from planner.checks.lab_rules import CHECKS

    assert "4.2.5" in next(one for one in CHECKS if one.id == "LS05").source
    card = " ".join(one.text for one in blocks(built("card", assessed(sample("lab-a")), "en"), Paragraph))
    finding = next(one for one in assessed(sample("lab-a")).findings if one.check == "LS05")
    assert finding.remedy is not None
    for said in (card, finding.remedy.text):
        assert all(word in said for word in ("CO2", "clean gas", "powder"))
        assert "ruin" not in said


def panel_of(breaker_a: float, **values: Any) -> Any:
    """Return a plan of a panel with a circuit that others draw 10 A on, and two machines that hang nowhere."""
    told = {"breaker_a": breaker_a, "other_load_a": 0, "volts": 220, "volts_kind": "L-N", **values}
    own = {"breaker_a": 16, "shared": True, "other_load_a": 10, "volts": 220, "volts_kind": "L-N", "leg": "L1"}
    site = (
        room(),
        node("p1", "panel", "room", **told),
        node("c1", "circuit", "p1", **own),
        node("ac-1", "ac", "p1", power_in_kw=1.65),
    )
    return assess_one(make_plan(make_line("ws", quantity=2, known={"max_power_w": 2400.0}), site=site))


@pytest.mark.parametrize(
    ("breaker_a", "values", "expected"),
    [
        (32.0, {}, "不满足"),  # 10 + 7.65 + 2 x 11.13 = 39.9 A
        (40.0, {}, "余量不足"),  # above 32 A
        (63.0, {}, "满足"),
        # three phases: 10 A on L1, the unit on one line, the machines on two: at most 10 + 7.65 + 11.13 = 28.8 A on a line
        (32.0, {"volts": 380, "volts_kind": "L-L", "phases": 3}, "待核实"),
        (40.0, {"volts": 380, "volts_kind": "L-L", "phases": 3}, "满足"),
    ],
)
@pytest.mark.parametrize("kind", ["contact", "power"])
def test_a_panel_is_judged_with_the_circuits_that_are_asked_for(
    kind: str, breaker_a: float, values: dict[str, Any], expected: str
) -> None:
    paper = built(kind, panel_of(breaker_a, **values))
    verdict = cells(paper, "other_a")[0][-1]
    assert verdict == expected
    said = [one.text for one in blocks(paper, Note) if "更换更大的总开关" in str(one.text)]
    assert bool(said) == (expected == "不满足")


def several(breakers: dict[str, float], machines: int = 2, below: str = "", **first: Any) -> Any:
    """Return panels of 220 V with breakers (A) and 10 A on each, and machines of 2,400 W (11.13 A at 0.98) that hang nowhere."""
    site = [room()]
    for name, breaker_a in breakers.items():
        told = {"breaker_a": breaker_a, "other_load_a": 10, "volts": 220, "volts_kind": "L-N"}
        site.append(node(name, "panel", "room", **{**told, **(first if name == "p1" else {})}))
    site += [node("c1", "circuit", "p1", breaker_a=16, shared=False)]
    if below:
        site.append(node(below, "panel", "p1", breaker_a=20, other_load_a=5, volts=220, volts_kind="L-N"))
    return assess_one(make_plan(make_line("ws", quantity=machines, known={"max_power_w": 2400.0}), site=tuple(site)))


@pytest.mark.parametrize(
    ("breakers", "machines", "verdicts", "left"),
    [
        # 22 A and 22.3 A to spare up to 80 %: one machine each, 21.1 of 40 A
        ({"p1": 40.0, "p2": 40.0}, 2, ["满足", "满足"], ""),
        # p1 has 30.4 A to spare up to 80 % and takes two, 32.3 of 50.4 A; p2 has 6 A and takes none
        ({"p1": 63.0, "p2": 20.0}, 2, ["满足", "满足"], ""),
        # p1 has 22 A to spare up to 80 % and takes one; the second fits there within the breaker only: 32.3 of 40 A
        ({"p1": 40.0, "p2": 20.0}, 2, ["余量不足", "满足"], ""),
        # neither takes one: 10 of 16 and of 20 A
        ({"p1": 16.0, "p2": 20.0}, 2, ["满足", "满足"], "22.3 A"),
        # p2 carries 10 A on a breaker of 8 A as it is
        ({"p1": 63.0, "p2": 8.0}, 1, ["满足", "不满足"], ""),
    ],
)
@pytest.mark.parametrize("kind", ["contact", "power"])
def test_each_of_several_panels_has_a_verdict_of_its_own(
    kind: str, breakers: dict[str, float], machines: int, verdicts: list[str], left: str
) -> None:
    paper = built(kind, several(breakers, machines))
    rows = {row[0]: row[-1] for row in cells(paper, "other_a")}
    assert [rows[name] for name in ("p1", "p2")] == verdicts
    said = " ".join(str(one.text) for one in blocks(paper, Note))
    assert "逐箱判断：p1" in said
    assert ("接不下" in said) is bool(left)
    assert left in said


@pytest.mark.parametrize(("profile", "breaker_a"), [("GB", 16.0), ("NEC", 30.0)])
def test_the_breaker_asked_for_is_one_that_is_sold_there(profile: str, breaker_a: float) -> None:
    # 2,400 W: 11.13 A at 220 V; at 120 V and 0.98 20.4 A, and 25.5 A with what the NEC keeps free
    found = several({"p1": 63.0}, 1)
    plan = msgspec.structs.replace(
        found.plan, organisation=msgspec.structs.replace(found.plan.organisation, profile=profile)
    )
    (asked,) = circuits_asked(assess_one(plan))
    assert asked.breaker_a is not None
    assert asked.breaker_a.value == breaker_a


def test_three_lines_of_a_panel_take_machines_in_turn() -> None:
    # 10 A on each line of p1 at 380 V: three machines there are 21.1 A on each of 32 A; p2 has 6 A to spare
    paper = built("contact", several({"p1": 32.0, "p2": 20.0}, 3, volts=380, volts_kind="L-L", phases=3))
    rows = {row[0]: row[-1] for row in cells(paper, "other_a")}
    assert rows["p1"] == "满足"
    assert "p1 11.1 A、p2 0 A" in " ".join(str(one.text) for one in blocks(paper, Note))


def test_a_panel_below_another_is_judged_as_it_is() -> None:
    rows = {row[0]: row[-1] for row in cells(built("contact", several({"p1": 63.0}, 2, below="p9")), "other_a")}
    assert list(rows.values()).count("待核实") == 0


def test_a_panel_that_nobody_knows_alone_is_open() -> None:
    found = several({"p1": 63.0, "p2": 20.0}, 2)
    site = tuple(
        node("p2", "panel", "room", volts=220, volts_kind="L-N") if one.id == "p2" else one for one in found.plan.site
    )
    rows = {
        row[0]: row[-1]
        for row in cells(built("power", assess_one(msgspec.structs.replace(found.plan, site=site))), "other_a")
    }
    assert (rows["p1"], rows["p2"]) == ("满足", "待核实")


def test_the_card_names_the_air_conditioner_and_the_sheet_its_power() -> None:
    site = (
        room(),
        node("p1", "panel", "room", breaker_a=40),
        node("c1", "circuit", "p1", breaker_a=16),
        node("ac-1", "ac", "c1", power_in_kw=1.65),
    )
    found = assess_one(make_plan(make_line("ws", known={"max_power_w": 2400.0}), site=site))
    assert cells(built("card", found), "hangs")[0][-1] == "空调1"
    assert any("制冷输入功率1.65 kW" in row[1] for row in cells(built("contact", found), "fact"))


def test_what_will_be_missing_is_asked_for_at_once() -> None:
    site = (
        room(),
        node("p1", "panel", "room", volts=220, volts_kind="L-N"),
        node("c1", "circuit", "p1", breaker_a=16, shared=False),
        node("ac-1", "ac", "room", total_kw=5.0),
        node("ac-2", "ac", "c1", total_kw=5.0),
    )
    plan = make_plan(make_line("ws", known={"max_power_w": 1000.0}), site=site, plugged={"ws": "c1"})
    asked = {one.path for one in questions(assess_one(plan))}
    assert {f"site/p1/{key}" for key in ("breaker_a", "other_load_a", "reading_a", "reading_on")} <= asked
    assert {"site/c1/cable_mm2", "site/c1/cable_length_m", "site/c1/cable_method"} <= asked
    assert {"site/ac-1/power_in_kw", "site/ac-1/own_circuit", "site/ac-2/power_in_kw"} <= asked
    assert "site/ac-2/own_circuit" not in asked
