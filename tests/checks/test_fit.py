"""Workloads on machines: fitting, sharing, context length, data that may leave, links between cards."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from planner.assess.run import Assessment
from planner.catalog.items import Item, digest
from planner.checks import fit, use
from planner.messages import Labelled
from planner.plan.document import Plan, Switches, WorkloadEntry
from tests.checks.factories import assess_one, facts, find, find_all, fixed, make_item, make_line, make_plan

CHECKS = (*fit.CHECKS, *use.CHECKS)
CARD = make_item("card", "accelerator", "NVIDIA", memory_gb=24.0, memory_per_device_gb=24.0, interconnect="PCIe")
LINKED = make_item("linked", "accelerator", "NVIDIA", memory_gb=24.0, memory_per_device_gb=24.0, interconnect="NVLink3")
# The shape of a 7B model: its weights are 2 x 7.616e9 bytes = 14.2 GiB in BF16.
MODEL = make_item(
    "m7",
    "model",
    "Alibaba",
    subkind="llm-dense",
    params_total_b=7.616,
    params_active_b=7.616,
    layers=28.0,
    hidden=3584.0,
    ffn=18944.0,
    heads=28.0,
    kv_heads=4.0,
    head_dim=128.0,
    attention="GQA",
    vocab=152064.0,
    tied_embeddings=False,
    max_context=32768.0,
)


def entry(id: str = "job", **fields: Any) -> WorkloadEntry:  # noqa: A002
    need = fields.pop("need", None)
    told = facts() if need is None else facts(memory_need_gib=need)
    fields.setdefault("kind", "train")
    return WorkloadEntry(id=id, title=Labelled(zh=id, en=id), facts=told, **fields)


def plan_of(
    *entries: WorkloadEntry, cards: int = 4, quantity: int = 1, card: Item | None = CARD, **fields: Any
) -> Plan:
    line = make_line("ws", quantity=quantity, card=card, cards=cards)
    items = (MODEL,) if card is None else (MODEL, card)
    return make_plan(line, items=items, workload=entries, **fields)


def look(plan: Plan) -> Assessment:
    return assess_one(plan, CHECKS)


# A 24 GB card shows 23.52 GiB: fits up to 0.85 of it (19.992), tight up to all of it.
@pytest.mark.parametrize(("need", "outcome"), [(19.9, "pass"), (20.0, "warning"), (23.5, "warning"), (23.6, "error")])
def test_each_workload_fits_at_least_one_machine(need: float, outcome: str) -> None:
    assert find(look(plan_of(entry(need=need))), "FT01", "job").outcome == outcome


def test_more_devices_than_a_machine_has_do_not_fit() -> None:
    assert find(look(plan_of(entry(need=10.0, devices=2), cards=1)), "FT01", "job").outcome == "error"


def test_one_machine_that_fits_is_enough() -> None:
    lines = (make_line("small", card=CARD, cards=1), make_line("large", card=LINKED, cards=4))
    plan = make_plan(*lines, items=(CARD, LINKED), workload=(entry(need=10.0, devices=2),))
    assert find(look(plan), "FT01", "job").outcome == "pass"


def test_models_and_cards_that_are_not_known_are_one_question() -> None:
    finding = find(look(plan_of(entry("a"), entry("b"))), "FT01", "plan")
    assert finding.outcome == "unknown"
    assert finding.missing == ("workload/a/model", "workload/b/model")
    assert find(look(plan_of(entry(need=10.0), card=None)), "FT01", "plan").missing == ("ws/card",)


def test_nothing_to_run_is_a_question() -> None:
    assert find(look(plan_of()), "FT01", "plan").missing == ("workload",)


def test_without_a_machine_only_rent_helps() -> None:
    bare = make_plan(make_line("nas", "storage"), workload=(entry(need=10.0),))
    assert find(look(bare), "FT01", "job").outcome == "error"
    rented = make_plan(make_line("rent", "cloud"), workload=(entry(need=10.0),))
    assert find(look(rented), "FT01", "job").outcome == "note"


def test_a_large_service_is_spread_over_cards_by_its_fix() -> None:
    # FP32 weights of 7.616e9 parameters are 28.4 GiB: more than one card, fine on two
    service = entry(kind="inference", model=digest(MODEL), dtype="fp32", seq_len=2048, batch=4)
    plan = plan_of(service)
    finding = find(look(plan), "FT01", "job")
    assert finding.outcome == "error"
    after = fixed(plan, finding)
    assert after.workload[0].devices == 2
    assert find(look(after), "FT01", "job").outcome == "pass"


def test_full_training_becomes_lora_or_qlora_by_its_fix() -> None:
    # 16 bytes x 7.616e9 = 113 GiB and more
    plan = plan_of(entry(method="full", model=digest(MODEL), seq_len=2048, batch=1), cards=1)
    finding = find(look(plan), "FT01", "job")
    assert finding.outcome == "error"
    after = fixed(plan, finding)
    assert after.workload[0].method in ("lora", "qlora")
    assert find(look(after), "FT01", "job").outcome in ("pass", "warning")


def test_a_typed_need_offers_no_change_of_the_model() -> None:
    assert find(look(plan_of(entry(need=100.0))), "FT01", "job").fix is None


def serving(**fields: Any) -> tuple[WorkloadEntry, WorkloadEntry]:
    service = entry("chat", kind="inference", need=10.0, batch=8, **fields)
    return service, entry("tune", method="lora", need=10.0)


def test_service_and_training_on_one_machine() -> None:
    assert find(look(plan_of(*serving(), cards=4)), "FT02", "ws").outcome == "note"
    assert find(look(plan_of(*serving(), cards=1)), "FT02", "ws").outcome == "warning"
    assert find(look(plan_of(*serving(), quantity=2)), "FT02", "plan").outcome == "pass"
    assert find_all(look(plan_of(serving()[1])), "FT02") == ()


@pytest.mark.parametrize(("length", "outcome"), [(32768, "pass"), (32769, "error")])
def test_lengths_against_the_context_of_the_model(length: int, outcome: str) -> None:
    plan = plan_of(entry(kind="inference", model=digest(MODEL), seq_len=length, batch=1))
    finding = find_all(look(plan), "FT03")[0]
    assert finding.outcome == outcome
    if outcome == "error":
        after = fixed(plan, finding)
        assert after.workload[0].seq_len == 32768
        assert find(look(after), "FT03").outcome == "pass"


def test_a_service_holds_prompt_and_answer() -> None:
    # 32,000 and 1,000 tokens are more than the 32,768 of the model: 31,768 leave room for the answer
    long = entry(kind="inference", model=digest(MODEL), seq_len=32000, output_len=1000, batch=1)
    finding = find(look(plan_of(long)), "FT03", "job")
    assert finding.outcome == "error"
    after = fixed(plan_of(long), finding)
    assert after.workload[0].seq_len == 31768
    assert find(look(after), "FT03").outcome == "pass"
    answer_alone = entry(kind="inference", model=digest(MODEL), seq_len=10, output_len=40000, batch=1)
    assert find(look(plan_of(answer_alone)), "FT03", "job").fix is None


def test_a_model_without_a_stated_context_is_a_question() -> None:
    bare = msgspec.structs.replace(
        MODEL, attributes={key: value for key, value in MODEL.attributes.items() if key != "max_context"}
    )
    plan = make_plan(
        make_line("ws", card=CARD, cards=1),
        items=(CARD, bare),
        workload=(entry(kind="inference", model=digest(bare), seq_len=2048, batch=1),),
    )
    assert find(look(plan), "FT03").missing == ("m7/max_context",)


def test_an_api_offer_reads_what_is_asked_and_answered() -> None:
    offer = make_item("api", "api_offer", "DeepSeek", context_tokens=32768.0)
    plan = make_plan(
        make_line("api", "api", item=offer),
        items=(offer, MODEL),
        workload=(entry(kind="inference", model=digest(MODEL), seq_len=32000, output_len=1000),),
    )
    # 32,000 + 1,000 tokens are more than 32,768
    assert find(look(plan), "FT03", "api").outcome == "warning"


def outside(data: str, maker: str = "AutoDL") -> Plan:
    offer = make_item("rent", "cloud_offer", maker)
    return make_plan(
        make_line("rent", "cloud", item=offer),
        items=(offer,),
        switches=Switches(data_may_leave=data),  # type: ignore[arg-type]
    )


def test_data_that_may_not_leave() -> None:
    plan = outside("no")
    finding = find(look(plan), "FT04", "rent")
    assert finding.outcome == "error"
    assert find(look(fixed(plan, finding)), "FT04", "plan").outcome == "pass"
    assert find(look(outside("yes")), "FT04", "plan").outcome == "pass"
    unknown = find(look(outside("unknown")), "FT04", "plan")
    assert (unknown.outcome, unknown.missing) == ("unknown", ("switches/data_may_leave",))
    assert find(look(outside("yes", "AWS")), "FT04", "rent").outcome == "note"
    assert find(look(plan_of(entry(need=1.0))), "FT04", "plan").outcome == "pass"


def test_a_job_over_several_cards_wants_a_fast_link() -> None:
    job = entry(need=10.0, devices=2)
    assert find(look(plan_of(job)), "FT05", "job").outcome == "note"
    assert find(look(plan_of(job, card=LINKED)), "FT05", "job").outcome == "pass"
    unsaid = make_item("unsaid", "accelerator", "NVIDIA", memory_gb=24.0)
    finding = find(look(plan_of(job, card=unsaid)), "FT05", "job")
    assert (finding.outcome, finding.missing) == ("unknown", ("unsaid/interconnect",))
    assert find_all(look(plan_of(entry(need=10.0))), "FT05") == ()
