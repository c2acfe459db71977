"""Supply truth: restricted, second-hand, discontinued, rental only, unknown, domestic; and what replaces a card."""

from __future__ import annotations

import datetime as dt

import msgspec
import pytest

from planner.assess.run import Assessment
from planner.catalog.items import Item, Value
from planner.checks import origin, supply
from planner.figure import Quality
from planner.messages import Labelled
from planner.plan.document import Organisation, Plan, Switches, WorkloadEntry
from planner.plan.edits import waive
from tests.checks.factories import TODAY, assess_one, facts, find, find_all, fixed, make_item, make_line, make_plan

CHECKS = (*supply.CHECKS, *origin.CHECKS)


def card(id: str, state: str = "yes", maker: str = "NVIDIA", **values: float | str) -> Item:  # noqa: A002
    plain: dict[str, float | str] = {
        "memory_gb": 24.0,
        "memory_per_device_gb": 24.0,
        "form_factor": "pcie",
        "software_stack": "CUDA",
        "bf16_dense_tflops": 100.0,
        "bandwidth_gbs": 1000.0,
        "tdp_w": 450.0,
    }
    if state:
        plain["purchasable"] = state
    return make_item(id, "accelerator", maker, **{**plain, **values})


SCARCE = card("scarce", "export_restricted")
SMALLER = card("smaller", memory_gb=16.0, memory_per_device_gb=16.0)
SAME = card("same", tdp_w=210.0)
BIGGER = card("bigger", memory_gb=48.0, memory_per_device_gb=48.0, tdp_w=300.0)
NATIONAL = card("national", maker="Huawei", software_stack="CANN", memory_gb=32.0, memory_per_device_gb=32.0)
MARKET = (SMALLER, SAME, BIGGER, NATIONAL, SCARCE)
BOX = make_item("box", max_power_w=2500.0)


def four(of: Item = SCARCE, **fields: object) -> Plan:
    """A machine with four of these cards; 2,500 W as the class row of four 450 W cards says."""
    return make_plan(make_line("ws", item=BOX, card=of, cards=4, **fields), items=(BOX, of))


def look(plan: Plan, market: tuple[Item, ...] = MARKET) -> Assessment:
    return assess_one(plan, CHECKS, market=market)


def test_a_restricted_card_is_a_warning_with_the_nearest_that_can_be_bought() -> None:
    finding = find(look(four()), "AV01", "ws")
    assert finding.outcome == "warning"
    assert "three sellers in writing" in str(finding.remedy)
    # 24 GB first, then 32 and 48; the 16 GB card does not stand in for 24 GB
    assert "same (24 GB, CUDA), national (32 GB, CANN), bigger (48 GB, CUDA)" in str(finding.remedy)


def test_the_effect_on_the_workload_is_said() -> None:
    need = WorkloadEntry(
        id="big",
        title=Labelled(zh="大模型", en="big model"),
        kind="train",
        facts=facts(memory_need_gib=40.0),
    )
    plan = make_plan(make_line("ws", card=SCARCE, cards=1), items=(SCARCE,), workload=(need,))
    finding = find(look(plan, (BIGGER,)), "AV01", "ws")
    # 40 GiB: not in 24 GB x 0.98 = 23.5 GiB, but in 48 GB x 0.98 = 47.0 GiB
    assert "With bigger, 1 of 1 workloads fit; with scarce, 0." in str(finding.remedy)


def test_the_fix_swaps_the_card_reckons_its_power_and_opens_the_price() -> None:
    plan = four()
    after = fixed(plan, find(look(plan), "AV01", "ws"))
    line = after.alternatives[0].lines[0]
    assert after.items[line.card] == SAME
    # 2,500 W + 4 x (210 - 450) W / 0.92 = 1,456.5 W at the wall
    assert line.facts["max_power_w"].value == 1457
    assert line.facts["max_power_w"].quality is Quality.ASSUMED
    assert line.price.chosen is None
    assert line.price.vat_rate == plan.alternatives[0].lines[0].price.vat_rate
    assert find(look(after), "AV01", "plan").outcome == "pass"


def test_no_fix_across_software_stacks_or_card_forms() -> None:
    assert find(look(four(), (NATIONAL,)), "AV01", "ws").fix is None
    module = card("module", "export_restricted", form_factor="sxm")
    assert find(look(four(module), (SAME,)), "AV01", "ws").fix is None


def test_without_a_substitute_the_market_has_to_be_sounded() -> None:
    assert "enlarge the market sounding" in str(find(look(four(), ()), "AV01", "ws").remedy)


def test_the_state_of_a_machine_that_was_derived_from_its_cards_goes_with_them() -> None:
    derived = Value(value="export_restricted", quality=Quality.COMPUTED)
    box = Item(id="box", kind="system", maker="(class)", name="box", attributes={"purchasable": derived})
    plan = make_plan(make_line("ws", item=box, card=SAME, cards=4), items=(box, SAME))
    assert find(look(plan), "AV01", "plan").outcome == "pass"
    alone = make_plan(make_line("ws", item=box), items=(box,))
    assert find(look(alone), "AV01", "ws").outcome == "warning"


def test_a_sellers_answer_wins_over_the_catalog() -> None:
    assert find(look(four(known={"purchasable": "yes"})), "AV01", "plan").outcome == "pass"


def test_second_hand_is_an_error_for_a_university_and_a_warning_for_a_company() -> None:
    old = card("old", "used_market")
    assert find(look(four(old)), "AV02", "ws").outcome == "error"
    company = make_plan(make_line("ws", card=old, cards=4), items=(old,), organisation=Organisation(kind="company"))
    assert find(look(company), "AV02", "ws").outcome == "warning"


def test_a_line_planned_as_used_is_bought_new_by_its_fix() -> None:
    plan = four(SAME, condition="used")
    finding = find(look(plan), "AV02", "ws")
    assert finding.outcome == "error"
    after = fixed(plan, finding)
    assert after.alternatives[0].lines[0].condition == "new"
    assert find(look(after), "AV02", "plan").outcome == "pass"


def test_a_used_line_with_a_restricted_card_is_replaced_not_just_called_new() -> None:
    plan = four(SCARCE, condition="used")
    after = fixed(plan, find(look(plan), "AV02", "ws"))
    line = after.alternatives[0].lines[0]
    assert after.items[line.card] == SAME
    assert line.condition == "new"


def test_a_waiver_lets_second_hand_pass() -> None:
    plan = four(card("old", "used_market"))
    assert look(plan).verdict == "infeasible"
    edit = waive("AV02", "A", "ws", "approved by the equipment office", "Li", TODAY)
    waived, _ = edit.apply(plan)
    assessment = look(waived)
    assert find(assessment, "AV02", "ws").waiver is not None
    assert assessment.verdict == "feasible"


def test_discontinued() -> None:
    plan = four(card("gone", "eol"))
    finding = find(look(plan), "AV03", "ws")
    assert finding.outcome == "warning"
    assert find(look(fixed(plan, finding)), "AV03", "plan").outcome == "pass"


@pytest.mark.parametrize(("day", "outcome"), [("2026-11-30", "warning"), ("2026-12-01", "")])
def test_a_service_is_discontinued_from_the_day_of_its_withdrawal(day: str, outcome: str) -> None:
    offer = make_item("chat", "api_offer", "DeepSeek", deprecation_date=day)
    plan = make_plan(make_line("api", "api", item=offer), items=(offer,))
    found = find_all(assess_one(plan, CHECKS, today=dt.date(2026, 11, 30)), "AV03", "api")
    assert "".join(one.outcome for one in found) == outcome


def test_what_is_only_rented_cannot_be_bought() -> None:
    plan = four(card("pod", "cloud_only"))
    finding = find(look(plan), "AV04", "ws")
    assert finding.outcome == "error"
    assert find(look(fixed(plan, finding)), "AV04", "plan").outcome == "pass"


def test_unknown_supply_is_one_question_for_all_lines() -> None:
    doubtful = card("doubtful", "")
    plan = make_plan(
        make_line("a", card=doubtful, cards=1), make_line("b"), make_line("nas", "storage"), items=(doubtful,)
    )
    assessment = look(plan)
    finding = find(assessment, "AV05", "plan")
    assert finding.outcome == "unknown"
    assert finding.missing == ("doubtful/purchasable", "A/b/item")
    assert find_all(assessment, "AV01") == ()
    assert assessment.verdict == "unknown"


def test_known_supply_passes() -> None:
    assert find(look(four(SAME)), "AV05", "plan").outcome == "pass"


def wishing(plan: Plan, wish: str) -> Plan:
    return msgspec.structs.replace(plan, switches=Switches(domestic=wish))  # type: ignore[arg-type]


@pytest.mark.parametrize(("wish", "outcome"), [("required", "error"), ("preferred", "warning")])
def test_foreign_makers_against_the_switch(wish: str, outcome: str) -> None:
    plan = wishing(make_plan(make_line("ws", card=SAME, cards=4), items=(SAME,)), wish)
    finding = find(look(plan), "AV06", "ws")
    assert finding.outcome == outcome
    after = fixed(plan, finding)
    assert after.items[after.alternatives[0].lines[0].card] == NATIONAL
    assert find(look(after), "AV06", "plan").outcome == "pass"


def test_no_wish_no_finding() -> None:
    assert find_all(look(four(SAME)), "AV06") == ()


def test_makers_that_are_not_known_are_one_question() -> None:
    plan = wishing(make_plan(make_line("ws", item=BOX), make_line("nas", "storage"), items=(BOX,)), "required")
    finding = find(look(plan), "AV06", "plan")
    assert finding.outcome == "unknown"
    assert finding.missing == ("A/ws/domestic", "A/nas/domestic")


def test_a_told_origin_wins_over_the_table_of_makers() -> None:
    plan = wishing(make_plan(make_line("ws", card=SAME, cards=1, known={"domestic": True}), items=(SAME,)), "required")
    assert find(look(plan), "AV06", "plan").outcome == "pass"
