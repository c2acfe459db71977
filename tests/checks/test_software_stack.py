"""Software on the planned devices: SW01 to SW04, and the effort of a move as a cost line of its own (SW05)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from planner.assess.run import Assessment
from planner.catalog.items import Item
from planner.catalog.load import bundled_item
from planner.checks import moving, software
from planner.checks.moving import move_id
from planner.messages import Labelled, render
from planner.plan.document import Plan, WorkloadEntry
from planner.plan.edits import SetValue
from tests.checks.factories import assess_one, facts, find, find_all, fixed, make_item, make_line, make_plan

CHECKS = (*software.CHECKS, *moving.CHECKS)
CUDA, NPU = bundled_item("nv-rtx4090"), bundled_item("hw-910b3")
A100, V100 = bundled_item("nv-a100-sxm-80"), bundled_item("nv-v100-sxm2-32")


def entry(id: str = "job", *stack: str, **fields: Any) -> WorkloadEntry:  # noqa: A002
    told = facts(**fields.pop("told", {}))
    return WorkloadEntry(
        id=id, title=Labelled(zh=id, en=id), kind=fields.pop("kind", "train"), stack=stack, facts=told, **fields
    )


def plan_of(cards: tuple[Item, ...], *entries: WorkloadEntry, **fields: Any) -> Plan:
    lines = tuple(make_line(f"m{number}", card=card, cards=1) for number, card in enumerate(cards))
    return make_plan(*lines, *fields.pop("lines", ()), items=cards, workload=entries, **fields)


def look(plan: Plan) -> Assessment:
    return assess_one(plan, CHECKS)


@pytest.mark.parametrize(
    ("cards", "words", "outcome"),
    [
        ((CUDA,), ("cuda-only", "pytorch"), "pass"),
        ((NPU,), ("cuda-only",), "error"),
        ((NPU,), ("pytorch",), "pass"),  # by its extension package torch_npu
        ((NPU,), ("gromacs",), "unknown"),  # no table says so
        ((NPU, CUDA), ("cuda-only",), "note"),  # one device does, the other is named
    ],
)
def test_a_stack_needs_one_device_that_runs_it(cards: tuple[Item, ...], words: tuple[str, ...], outcome: str) -> None:
    finding = find(look(plan_of(cards, entry("job", *words))), "SW01", "job")
    assert finding.outcome == outcome
    if outcome == "error":
        assert "2 to 8 person-weeks" in render(finding.remedy, "en")  # the table's row for torch_npu
    if outcome == "note":
        assert render(finding.message, "en").startswith("job runs on machine m1. machine m0:")
    if outcome == "unknown":
        assert finding.missing == ("hw-910b3/runs/gromacs",)


def test_a_card_of_which_nobody_tells_the_software_is_a_question() -> None:
    silent = make_item("mute", "accelerator", "X", memory_gb=24.0)
    assert find(look(plan_of((silent,), entry("job", "pytorch"))), "SW01").missing == ("mute/software_stack",)


def test_words_that_ask_for_arithmetic_are_no_programs() -> None:
    found = look(plan_of((CUDA,), entry("job", "fp64", "fp8")))
    assert find_all(found, "SW01") == ()
    assert find(found, "SW03", "job").outcome == "pass"


# FP64 over FP32: A100 9.7 / 19.5 = 0.497; RTX 4090 about 1/64.
@pytest.mark.parametrize(("card", "outcome"), [(A100, "pass"), (CUDA, "warning")])
def test_fp64_that_is_a_by_product_is_a_warning(card: Item, outcome: str) -> None:
    finding = find(look(plan_of((card,), entry("md", "fp64", kind="science"))), "SW02", "md")
    assert finding.outcome == outcome
    if outcome == "warning":
        share = next(figure for figure in finding.figures if figure.key.endswith("fp64_share"))
        assert share.require() < 0.05


def test_fp8_without_a_rate_is_a_question_with_int8_as_the_step() -> None:
    plan = plan_of((A100,), entry(dtype="fp8", method="infer", kind="inference"))
    finding = find(look(plan), "SW03", "job")
    assert (finding.outcome, finding.missing) == ("unknown", ("nv-a100-sxm-80/fp8_dense_tflops",))
    assert fixed(plan, finding).workload[0].dtype == "int8"
    assert find(look(plan_of((CUDA,), entry(dtype="fp8"))), "SW03").outcome == "pass"


def test_bf16_on_a_card_before_ampere_goes_to_fp16() -> None:
    plan = plan_of((V100,), entry())
    finding = find(look(plan), "SW03", "job")
    assert finding.outcome == "unknown"
    after = fixed(plan, finding)
    assert after.workload[0].dtype == "fp16"
    assert find_all(look(after), "SW03") == ()


def test_a_version_is_always_a_question() -> None:
    found = look(plan_of((CUDA,), entry(told={"framework_version": "2.4"})))
    assert find(found, "SW04", "job").outcome == "unknown"
    assert find_all(look(plan_of((CUDA,), entry())), "SW04") == ()


def test_nothing_is_said_without_cards_or_needs() -> None:
    bare = make_plan(make_line("m0"), workload=(entry("job", "pytorch"),))
    assert [one for one in look(bare).findings if one.check.startswith("SW")] == []


# ------------------------------------------------------------------------------------------------ effort of the move
def test_a_move_without_a_price_asks_for_it_and_adds_an_unpriced_line() -> None:
    plan = plan_of((NPU,), entry())
    finding = find(look(plan), "SW05", "m0")
    assert (finding.outcome, finding.missing) == ("unknown", ("plan/week_price_cny",))
    line = fixed(plan, finding).alternatives[0].lines[-1]
    assert (line.id, line.role, line.price.chosen) == ("move-torch-npu", "service", None)
    assert line.facts["adaptation_weeks"].value == 8  # most of the table's 2 to 8
    assert line.facts["adaptation_weeks"].quality == "assumed"


def test_a_priced_move_is_a_line_of_2_to_8_weeks() -> None:
    plan = plan_of((NPU,), entry(), known={"week_price_cny": 10000})
    finding = find(look(plan), "SW05", "m0")
    assert finding.outcome == "warning"
    after = fixed(plan, finding)
    price = after.alternatives[0].lines[-1].price
    assert (price.low, price.chosen, price.high) == (Decimal("20000.00"), Decimal("80000.00"), Decimal("80000.00"))
    assert price.source
    assert find(look(after), "SW05", "m0").outcome == "pass"


def test_weeks_said_at_the_line_win_and_a_stale_cost_line_is_renewed() -> None:
    plan = plan_of((NPU,), entry(), known={"week_price_cny": 10000, "adaptation_weeks": 5})
    plan = fixed(plan, find(look(plan), "SW05", "m0"))
    assert plan.alternatives[0].lines[-1].price.chosen == Decimal("50000.00")
    own, _ = SetValue(path="A/m0/facts/adaptation_weeks", value={"value": 3.0}).apply(plan)
    finding = find(look(own), "SW05", "m0")
    assert finding.outcome == "note"
    assert fixed(own, finding).alternatives[0].lines[-1].price.chosen == Decimal("30000.00")


def test_no_move_to_cuda_and_none_without_programs() -> None:
    assert find_all(look(plan_of((CUDA,), entry())), "SW05") == ()
    assert find_all(look(plan_of((NPU,))), "SW05") == ()
    assert move_id("CANN/MindSpore") == "move-cann-mindspore"


def test_software_that_no_row_names_is_a_question() -> None:
    odd = make_item("odd", "accelerator", "X", memory_gb=24.0, software_stack="HouseSDK")
    assert find(look(plan_of((odd,), entry())), "SW05", "m0").outcome == "unknown"
