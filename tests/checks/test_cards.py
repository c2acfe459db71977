"""Cards that are not those of the machine's row: its power is reckoned anew, and somebody is told."""

from __future__ import annotations

import pytest

from planner.figure import Quality
from planner.plan.document import Plan
from tests.checks.factories import assess_one, find, find_all, fixed, make_item, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, room, unit

R4090 = make_item("nv-rtx4090", "accelerator", "NVIDIA", tdp_w=450.0, form_factor="pcie")
R5090 = make_item("nv-rtx5090", "accelerator", "NVIDIA", tdp_w=575.0, form_factor="pcie")
H100 = make_item("nv-h100-sxm", "accelerator", "NVIDIA", tdp_w=700.0, form_factor="sxm")
WS4 = make_item(
    "class-ws-4x4090",
    max_power_w=2500.0,
    max_accelerators=4.0,
    accelerators_fitted="4x RTX 4090",
    fitted_accelerator_id="nv-rtx4090",
    supported_accel_forms="pcie",
    psu_count=2.0,
    psu_w=2000.0,
)
WS2 = make_item(
    "class-ws-2x5090",
    max_power_w=1707.0,
    max_accelerators=2.0,
    accelerators_fitted="2x RTX 5090",
    fitted_accelerator_id="nv-rtx5090",
    supported_accel_forms="pcie",
)
SRV = make_item("class-srv", max_power_w=3804.0, max_accelerators=8.0, accelerators_fitted="8x 300 W card")
A800 = make_item("nv-a800", "accelerator", "NVIDIA", tdp_w=300.0)


def planned(item: object, card: object, cards: int, quantity: int = 1, **known: float) -> Plan:
    line = make_line("ws", item=item, card=card, cards=cards, quantity=quantity, known=known)
    site = (room(), unit(), circuit(), node("s1", "socket", "c1", rating_a=10.0))
    rows = tuple(row for row in (item, card, R4090, R5090) if row is not None)
    return make_plan(line, site=site, plugged={"ws": "s1"}, items=rows)


def test_the_row_holds_for_its_own_cards() -> None:
    assessment = assess_one(planned(WS4, R4090, 4))
    assert assessment.context.lines["ws"].max_w.value == 2500.0
    assert outcome(assessment, "FT06", "ws") == "pass"


def test_other_cards_keep_the_host_and_are_asked_about() -> None:
    # host 2,500 x 0.92 - 4 x 450 = 500 W; (4 x 575 + 500) / 0.92 = 3,043.5 W; / 215.6 V = 14.12 A
    plan = planned(WS4, R5090, 4)
    assessment = assess_one(plan)
    power = assessment.context.lines["ws"].max_w
    assert power.value == pytest.approx(3043.48, abs=0.01)
    assert power.quality is Quality.ASSUMED
    assert assessment.context.site.loads["s1"].own_a.value == pytest.approx(14.116, abs=1e-3)
    finding = find(assessment, "FT06", "ws")
    assert (finding.outcome, finding.missing) == ("unknown", ("A/ws/max_power_w",))
    after = assess_one(fixed(plan, finding))
    assert outcome(after, "FT06", "ws") == "pass"
    assert after.context.lines["ws"].max_w.value == pytest.approx(3043.5)
    assert outcome(after, "PW30", "s1") == "error"


def test_a_cap_on_other_cards_keeps_the_host() -> None:
    # (4 x 380 + 500) / 0.92 = 2,195.7 W = 10.18 A: still above the 10 A socket
    assessment = assess_one(planned(WS4, R5090, 4, card_power_cap_w=380.0))
    assert assessment.context.lines["ws"].max_w.value == pytest.approx(2195.65, abs=0.01)
    assert assessment.context.site.loads["s1"].own_a.value == pytest.approx(10.184, abs=1e-3)
    assert outcome(assessment, "PW30", "s1") == "error"


def test_without_the_row_of_the_fitted_card_the_host_is_its_customary_share() -> None:
    # 4 x 575 x 1.25 / 0.92 = 3,125 W
    line = make_line("ws", item=WS4, card=R5090, cards=4)
    assessment = assess_one(make_plan(line, items=(WS4, R5090)))
    assert assessment.context.lines["ws"].max_w.value == pytest.approx(3125.0)
    found = assess_one(make_plan(line, items=(WS4, R5090)), market=(R4090,))  # the catalog knows it
    assert found.context.lines["ws"].max_w.value == pytest.approx(3043.48, abs=0.01)


def test_more_cards_than_the_machine_takes() -> None:
    # host 1,707 x 0.92 - 2 x 575 = 420.44 W; (4 x 575 + 420.44) / 0.92 = 2,957 W, not the row's 1,707 W
    plan = planned(WS2, R5090, 4)
    assessment = assess_one(plan)
    assert assessment.context.lines["ws"].max_w.value == pytest.approx(2957.0, abs=0.01)
    finding = find(assessment, "FT06", "ws")
    assert (finding.outcome, finding.figures[0].value) == ("error", 2.0)
    after = fixed(plan, finding)  # the same four cards in two machines
    assert (after.alternatives[0].lines[0].quantity, after.alternatives[0].lines[0].cards_per_unit) == (2, 2)
    assert assess_one(after).context.lines["ws"].max_w.value == pytest.approx(2 * 1707.0)
    assert outcome(assess_one(after), "FT06", "ws") == "pass"


def test_the_power_of_more_cards_is_an_error_even_where_it_was_entered() -> None:
    assert outcome(assess_one(planned(WS2, R5090, 4, max_power_w=3000.0)), "FT06", "ws") == "error"


def test_fewer_of_the_same_cards_are_a_note() -> None:
    # (2 x 450 + 500) / 0.92 = 1,521.7 W
    assessment = assess_one(planned(WS4, R4090, 2))
    assert assessment.context.lines["ws"].max_w.value == pytest.approx(1521.74, abs=0.01)
    assert outcome(assessment, "FT06", "ws") == "note"


def test_a_row_that_names_the_power_of_its_cards_only() -> None:
    assert assess_one(planned(SRV, A800, 8)).context.lines["ws"].max_w.value == 3804.0
    # host 3,804 x 0.92 - 8 x 300 = 1,099.68 W; (8 x 450 + 1,099.68) / 0.92 = 5,108.3 W
    assessment = assess_one(planned(SRV, R4090, 8))
    assert assessment.context.lines["ws"].max_w.value == pytest.approx(5108.35, abs=0.01)
    assert outcome(assessment, "FT06", "ws") == "unknown"


def test_a_card_of_another_form() -> None:
    assert outcome(assess_one(planned(WS4, H100, 4)), "FT06", "ws") == "error"


def test_entered_power_below_that_of_the_cards() -> None:
    # 4 x 575 = 2,300 W; the old 2,500 W may have been measured, 1,600 W cannot be the maximum
    assert outcome(assess_one(planned(WS4, R5090, 4, max_power_w=2500.0)), "FT06", "ws") == "pass"
    assert outcome(assess_one(planned(WS4, R5090, 4, max_power_w=1600.0)), "FT06", "ws") == "warning"


def test_machines_without_cards_are_not_looked_at() -> None:
    assert find_all(assess_one(planned(WS4, None, 0)), "FT06") == ()
