"""Which machine a job fits: 够用, 偏紧, 不够 or not known, by need and by what one device shows to software."""

from __future__ import annotations

from typing import Any

import pytest

from planner.assess.demand import Fit, entry_figures, entry_remedies
from planner.assess.run import Assessment
from planner.catalog.items import Item, digest
from planner.catalog.load import bundled_item
from planner.messages import Labelled
from planner.plan.document import Plan, WorkloadEntry
from planner.plan.edits import SetValue
from planner.workload.fit import visible_gib
from tests.checks.factories import assess_one, facts, make_item, make_line, make_plan
from tests.sample_plans import TEMPLATES, assessed, sample


def job(need_gib: float | None = None, model: Item | None = None, **fields: Any) -> WorkloadEntry:
    known = {} if need_gib is None else {"memory_need_gib": need_gib}
    return WorkloadEntry(
        id="job",
        title=Labelled(zh="任务", en="job"),
        kind=fields.pop("kind", "inference"),
        facts=facts(**known),
        model="" if model is None else digest(model),
        **fields,
    )


def plan_with(entry: WorkloadEntry, card: Item | None, cards: int = 1, model: Item | None = None) -> Plan:
    line = make_line("ws", card=card, cards=cards, known={"max_power_w": 1000.0})
    items = tuple(one for one in (card, model) if one is not None)
    return make_plan(line, items=items, workload=(entry,))


def fit(entry: WorkloadEntry, card: Item | None, cards: int = 1, model: Item | None = None) -> Fit:
    (found,) = assess_one(plan_with(entry, card, cards, model)).context.fits
    return found


def card(**values: Any) -> Item:
    return make_item("card", "accelerator", **values)


@pytest.mark.parametrize(
    ("need", "verdict"), [(19.9, "fits"), (20.1, "tight"), (23.4, "tight"), (23.6, "no"), (None, "unknown")]
)
def test_the_verdict_by_what_a_card_of_24_gb_shows(need: float | None, verdict: str) -> None:
    # 24 GB on the label are 24 x 0.98 = 23.52 GiB to software; above 85 % of it, 19.99 GiB, it is tight
    found = fit(job(need), card(memory_gb=24.0))
    assert found.visible_gib.value == pytest.approx(23.52)
    assert found.verdict == verdict


def test_a_card_without_memory_leaves_it_open_and_says_what_is_missing() -> None:
    found = fit(job(10.0), card(tdp_w=300.0))
    assert found.verdict == "unknown"
    assert found.visible_gib.value is None
    assert found.visible_gib.missing == ("card/memory_gb",)


def test_without_a_card_nothing_can_be_said() -> None:
    found = fit(job(10.0), None)
    assert found.verdict == "unknown"
    assert found.visible_gib.missing == ("ws/card",)


def test_more_devices_than_a_machine_has_do_not_fit() -> None:
    assert fit(job(10.0, devices=4), card(memory_gb=24.0), cards=2).verdict == "no"
    enough = fit(job(10.0, devices=4), card(memory_gb=24.0), cards=4)
    assert (enough.verdict, enough.devices_needed, enough.devices_there) == ("fits", 4, 4)
    assert fit(job(10.0), card(memory_gb=24.0), cards=0).verdict == "no"


def test_a_board_of_several_devices_is_several_small_ones() -> None:
    board = make_item("duo", "accelerator", memory_gb=96.0, devices_per_board=2.0)
    found = fit(job(60.0), board)
    assert found.devices_there == 2
    assert found.visible_gib.value == pytest.approx(48 * 0.98)  # never 96 as one memory
    assert found.verdict == "no"
    assert fit(job(30.0, devices=4), board, cards=2).verdict == "fits"


def test_the_need_of_a_model_is_computed_and_a_typed_one_replaces_it() -> None:
    model = bundled_item("qwen2.5-7b")
    computed = job(model=model, dtype="bf16", seq_len=4096, batch=8)
    context = assess_one(plan_with(computed, card(memory_gb=24.0), model=model)).context
    total = context.demand["job"].total_gib
    assert total.key == "workload/job/memory_gib"
    assert total.formula is not None
    assert {part.key.rsplit("/", 1)[1] for part in context.demand["job"].parts} >= {"weights_gib"}
    # 7.616 x 10^9 parameters of 2 bytes are 14.19 GiB: the whole is more
    assert total.value is not None
    assert total.value > 14.19
    typed = job(30.0, model=model)
    context = assess_one(plan_with(typed, card(memory_gb=24.0), model=model)).context
    assert context.demand["job"].total_gib.value == 30.0


def test_without_model_and_need_the_model_is_asked_for() -> None:
    context = assess_one(plan_with(job(), card(memory_gb=24.0))).context
    assert context.demand["job"].total_gib.missing == ("workload/job/model",)


def test_a_machine_that_is_not_bought_or_not_for_computing_fits_nothing() -> None:
    lines = (
        make_line("none", quantity=0, card=card(memory_gb=24.0), cards=1),
        make_line("nas", "storage", card=card(memory_gb=24.0), cards=1),
    )
    plan = make_plan(*lines, items=(card(memory_gb=24.0),), workload=(job(10.0),))
    assert assess_one(plan).context.fits.kinds == ()


def words(found: Assessment) -> dict[str, str]:
    return {f"{one.entry} on {one.line}": one.verdict for one in found.context.fits}


def test_the_sample_room_runs_its_jobs() -> None:
    assert words(assessed(sample())) == {
        "qlora-7b on ws": "fits",
        "chat-7b on ws": "fits",
        "detection on ws": "fits",
        "course on ws": "fits",
    }
    longer, _ = SetValue(path="workload/chat-7b/seq_len", value=16384).apply(sample())
    assert words(assessed(longer))["chat-7b on ws"] != "fits"


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_verdict_is_unknown_only_where_a_number_is(template: str) -> None:
    for one in sample(template).alternatives:
        for found in assessed(sample(template), one.id).context.fits:
            if found.verdict == "unknown":
                assert not (found.need_gib.known and found.visible_gib.known)
            if found.verdict in ("fits", "tight"):
                assert found.need_gib.require() <= found.visible_gib.require()


def test_remedies_of_an_entry_that_is_too_large_and_none_for_a_typed_need() -> None:
    model = bundled_item("llama-3-8b")
    entry = job(model=model, kind="train", method="full", seq_len=4096, batch=4)
    found = entry_remedies(entry_figures(entry, model), visible_gib(bundled_item("nv-rtx4090")))
    assert [one.id for one in found][:4] == ["accumulation", "lora", "qlora", "length"]  # it checkpoints already
    assert all(one.saves.require() > 0 for one in found)
    assert entry_remedies(entry_figures(job(20.0), None)) == ()
    assert entry_remedies(entry_figures(job(model=model), None)) == ()
