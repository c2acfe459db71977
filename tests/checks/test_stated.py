"""What is said of a workload: whether it can be run as stated, where its data goes, which card of the same memory."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from planner.assess.run import Assessment
from planner.catalog.items import Item, digest
from planner.catalog.load import bundled_item
from planner.checks import fit, stated, use
from planner.messages import render
from planner.plan.document import Measurement, Plan, Switches
from tests.checks.factories import assess_one, find, find_all, fixed, make_item, make_line, make_plan
from tests.checks.test_fit import MODEL, entry

CHECKS = (*fit.CHECKS, *use.CHECKS, *stated.CHECKS)
GPU = bundled_item("nv-rtx4090")


def look(plan: Plan, *market: Item) -> Assessment:
    return assess_one(plan, CHECKS, market=market)


# ------------------------------------------------------------------------------------------------ as stated
def test_ranks_that_heads_do_not_allow_are_an_error_with_what_is_accepted() -> None:
    # the model has 4 key-value heads: 1, 2 and 4 ranks share them; of 12 cards 4 ranks make 3 groups
    service = entry(kind="inference", model=digest(MODEL), seq_len=2048, batch=1, devices=12, tensor_parallel=6)
    plan = make_plan(make_line("ws", card=GPU, cards=12), items=(MODEL, GPU), workload=(service,))
    finding = find(look(plan), "FT08", "job")
    assert finding.outcome == "error"
    assert render(finding.remedy, "en") == "Accepted are: 1, 2, 4."
    assert finding.missing == ("workload/job/tensor_parallel",)
    assert find_all(look(plan), "FT01") == ()  # what cannot be run is not asked for again
    after = fixed(plan, finding)
    assert after.workload[0].tensor_parallel == 4
    assert find_all(look(after), "FT08") == ()
    assert find(look(after), "FT01", "job").outcome == "pass"


def test_cards_that_do_not_divide_into_groups_are_an_error() -> None:
    service = entry(kind="inference", model=digest(MODEL), seq_len=2048, batch=1, devices=2, tensor_parallel=4)
    plan = make_plan(make_line("ws", card=GPU, cards=4), items=(MODEL, GPU), workload=(service,))
    finding = find(look(plan), "FT08", "job")
    assert "2 devices cannot be divided into groups of 4 x 1" in render(finding.message, "en")
    assert fixed(plan, finding).workload[0].tensor_parallel == 2


def test_an_impossible_measurement_of_an_old_file_is_a_warning_and_one_step_takes_it_away() -> None:
    told = {"train_tps": Measurement(value=99_999_999.0, unit="tok/s")}
    job = entry(kind="train", method="full", model=digest(MODEL), seq_len=2048, batch=1, measured=told)
    plan = make_plan(make_line("ws", card=GPU, cards=1), items=(MODEL, GPU), workload=(job,))
    finding = find(look(plan), "FT08", "job")
    assert finding.outcome == "warning"
    assert "99,999,999 tok/s is more than the" in render(finding.message, "en")
    after = fixed(plan, finding)
    assert after.workload[0].measured == {}
    assert find_all(look(after), "FT08") == ()
    possible = msgspec.structs.replace(told["train_tps"], value=10.0)
    slow = entry(
        kind="train", method="full", model=digest(MODEL), seq_len=2048, batch=1, measured={"train_tps": possible}
    )
    fine = make_plan(make_line("ws", card=GPU, cards=1), items=(MODEL, GPU), workload=(slow,))
    assert find_all(look(fine), "FT08") == ()


# ------------------------------------------------------------------------------------------------ data
def rented(maker_country: str = "CN", own: bool = True, switch: str = "unknown", **told: Any) -> Plan:
    offer = make_item("rent", "cloud_offer", "AutoDL", country=maker_country)
    lines = (make_line("rent", "cloud", item=offer), *((make_line("ws", card=GPU, cards=1),) if own else ()))
    return make_plan(
        *lines,
        items=(offer, GPU),
        workload=(entry(need=10.0, **told),),
        switches=Switches(data_may_leave=switch),  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("country", "switch", "said"),
    [
        ("CN", "yes", "Data leaves the house and stays in the mainland; the plan allows it."),
        ("CN", "unknown", "Data leaves the house and stays in the mainland: ask whether it may."),
        ("US", "yes", "Data leaves the country"),
    ],
)
def test_where_data_goes_is_said_beside_each_offer(country: str, switch: str, said: str) -> None:
    finding = find(look(rented(country, switch=switch)), "FT07", "rent")
    assert finding.outcome == "note"
    assert said in render(finding.message, "en")


def test_a_workload_whose_data_must_stay_is_named_at_the_offer() -> None:
    plan = rented(data_may_leave="no")
    finding = find(look(plan), "FT07", "rent")
    assert finding.outcome == "note"
    assert "may not leave: job" in render(finding.message, "en")
    assert find(look(rented(own=False, data_may_leave="no")), "FT07", "plan").outcome == "error"
    assert find(look(plan), "FT07", "plan").outcome == "pass"
    # said of every workload by itself: the plan's question is answered
    assert all(one.outcome != "unknown" for one in find_all(look(plan), "FT04"))


def test_the_plans_switch_counts_where_nothing_is_said_of_the_workload() -> None:
    assert "may not leave: job" in render(find(look(rented(switch="no")), "FT07", "rent").message, "en")
    said_yes = rented(switch="no", data_may_leave="yes")
    assert "may not leave" not in render(find(look(said_yes), "FT07", "rent").message, "en").replace(
        "says it may not", ""
    )


def test_a_foreign_chip_of_ones_own_keeps_data_in_the_house() -> None:
    finding = find(look(rented(own=True)), "FT07", "plan")
    assert finding.outcome == "pass"
    assert "machine ws" in render(finding.message, "en")
    lpu = bundled_item("groq-tsp")  # only rented
    alone = make_plan(make_line("ws", card=lpu, cards=1), items=(lpu,), workload=(entry(need=10.0),))
    only = find(look(alone), "FT07", "ws")
    assert (only.outcome, "only rented" in render(only.message, "en")) == ("warning", True)
    assert only.remedy is not None
    assert "agreed who may send which data" in render(only.remedy, "en")
    domestic = bundled_item("hw-910b3")
    plan = make_plan(make_line("ws", card=domestic, cards=1), items=(domestic,), workload=(entry(need=10.0),))
    assert find_all(look(plan), "FT07") == ()


# ------------------------------------------------------------------------------------------------ same memory
def card(id: str, rate: float, bandwidth: float) -> Item:  # noqa: A002
    return make_item(
        id, "accelerator", "NVIDIA", memory_gb=80.0, memory_per_device_gb=80.0, software_stack="CUDA",
        bf16_dense_tflops=rate, bandwidth_gbs=bandwidth, purchasable="yes",
    )  # fmt: skip


SLOW, FAST = card("slow", 312.0, 2000.0), card("fast", 936.0, 3000.0)


@pytest.mark.parametrize(
    ("planned", "told", "advised"),
    [
        (FAST, {"method": "lora"}, "for tuning, of two cards of the same memory take the one that costs less."),
        (SLOW, {"method": "full"}, "For pre-training and batch inference the faster one: fast."),
        (SLOW, {"kind": "batch"}, "For pre-training and batch inference the faster one: fast."),
        (SLOW, {"method": "lora"}, ""),
        (FAST, {"method": "full"}, ""),
    ],
)
def test_which_card_of_the_same_memory(planned: Item, told: dict[str, Any], advised: str) -> None:
    plan = make_plan(make_line("ws", card=planned, cards=1), items=(planned,), workload=(entry(need=10.0, **told),))
    found = find_all(look(plan, SLOW, FAST), "FT09", "ws")
    assert [one.outcome for one in found] == (["note"] if advised else [])
    if advised:
        assert advised in render(found[0].message, "en")
        assert [round(one.require(), 6) for one in found[0].figures] == [3.0, 1.5]  # 936/312 and 3000/2000


def test_mixed_work_or_another_software_says_nothing() -> None:
    mixed = (entry("a", need=10.0, method="lora"), entry("b", need=10.0, kind="batch"))
    plan = make_plan(make_line("ws", card=FAST, cards=1), items=(FAST,), workload=mixed)
    assert find_all(look(plan, SLOW, FAST), "FT09") == ()
    other = make_item("other", "accelerator", "AMD", memory_gb=80.0, software_stack="ROCm", bf16_dense_tflops=1.0)
    plan = make_plan(make_line("ws", card=FAST, cards=1), items=(FAST,), workload=(entry(need=1.0, method="lora"),))
    assert find_all(look(plan, other, FAST), "FT09") == ()
