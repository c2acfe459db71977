"""What to measure on arrival, with pass values; formulas of advice; advice for whole plans."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import msgspec
import pytest

import planner.advice
from planner.advice.acceptance import Machine, acceptance_tests
from planner.advice.of_plan import advise, business_of, direction_of, team_of
from planner.advice.records import Advice
from planner.catalog.items import Item
from planner.catalog.load import bundled_item, bundled_of
from planner.errors import UnknownIdError
from planner.figure import Figure, Formula, walk
from planner.formulas import evaluate, recompute
from planner.plan.document import Fact
from planner.workload.models import from_item
from planner.workload.throughput import SpeedJob
from tests.sample_plans import TEMPLATES, sample

MARKET = bundled_of("accelerator")
A100 = bundled_item("nv-a100-sxm-80")


def passes(machine: Machine) -> dict[str, Figure | None]:
    return {one.id: one.passes for one in acceptance_tests(machine)}


def test_three_kernels_with_pass_values() -> None:
    """Published: A100 271 of 312 TFLOPS, all-reduce of eight 235 GB/s; 80 % of 2,039 GB/s is an assumption."""
    found = passes(Machine(card=A100, cards=8))
    assert found["gemm"] is not None
    assert found["gemm"].value == pytest.approx(271, rel=0.01)
    assert found["stream"] is not None
    assert found["stream"].value == pytest.approx(0.8 * 2039)
    assert found["all_reduce"] is not None
    assert 150 < found["all_reduce"].require() < 235


def test_service_tests_use_the_error_of_the_class() -> None:
    job = SpeedJob(model=from_item(bundled_item("llama-3-8b")), card=A100)
    found = passes(Machine(card=A100, job=job))
    for name in ("ttft", "tpot", "tps"):
        figure = found[name]
        assert figure is not None
        expected = next(part for part in figure.given.values() if isinstance(part, Figure))
        assert (figure.require() < expected.require()) is (name == "tps")
    tps = next(one for one in acceptance_tests(Machine(card=A100, job=job)) if one.id == "tps")
    assert tps.also[0].key.endswith("knee_batch")


def test_tests_that_do_not_apply_are_left_out() -> None:
    one = set(passes(Machine(card=bundled_item("nv-rtx4090"))))
    assert one.isdisjoint({"all_reduce", "scaling", "topology", "no_pcie", "rdma", "ttft", "layers"})
    assert {"versions", "available", "count", "no_cpu", "no_oom", "memory"} <= one
    many = set(passes(Machine(card=A100, cards=8, machines=2)))
    assert {"topology", "no_pcie", "rdma", "scaling"} <= many
    assert "topology" not in passes(Machine(card=bundled_item("nv-rtx4090"), cards=4))  # no fast link to look for
    assert "layers" in passes(Machine(card=bundled_item("hw-910b3"), cards=8))


def test_a_card_without_rates_has_no_pass_value() -> None:
    found = passes(Machine(card=Item(id="x", kind="accelerator", maker="X", name="X1")))
    assert found["gemm"] is not None
    assert found["gemm"].value is None
    assert found["gemm"].missing


# ---------------------------------------------------------------------------------------------------------- formulas
def formulas() -> dict[str, Formula]:
    found: dict[str, Formula] = {}
    for part in pkgutil.iter_modules(planner.advice.__path__, "planner.advice."):
        for value in vars(importlib.import_module(part.name)).values():
            if isinstance(value, Formula) and value.key.startswith("advice."):
                assert found.setdefault(value.key, value) is value
    return found


@pytest.mark.parametrize("key", sorted(formulas()))
def test_text_of_a_formula_gives_what_its_function_gives(key: str) -> None:
    formula = formulas()[key]
    names = list(inspect.signature(formula.function).parameters)
    for turn in range(3):
        sample_of = {
            name: [0.5, 2.0 + turn] if name == "parts" else 0.3 + 0.2 * turn if name in ("accept", "share") else 1.5 + place + turn
            for place, name in enumerate(names)
        }  # fmt: skip
        assert evaluate(formula.text, sample_of) == pytest.approx(formula.function(**sample_of))
    assert formula.unit
    assert formula.source
    assert formula.label.zh
    assert formula.label.en


# ------------------------------------------------------------------------------------------------------------- plans
@pytest.mark.parametrize("template", TEMPLATES)
def test_every_template_is_advised(template: str) -> None:
    found = advise(sample(template), "", MARKET)
    topics = [(one.topic, one.subject) for one in found.advice]
    assert len(set(topics)) == len(topics)
    assert {"tier", "direction"} <= {topic for topic, _ in topics}
    for one in found.advice:
        assert one.state == "unknown" or one.reasons or not one.choice, one.topic
        assert (one.state == "unknown") <= bool(one.missing), one.topic
        _honest(one)


def _honest(one: Advice) -> None:
    for figure in one.figures:
        for part in walk(figure):
            if part.formula is not None and part.value is not None:
                assert recompute(part) == pytest.approx(part.value)


def test_sample_lab() -> None:
    plan = sample("lab-a")
    found = {(one.topic, one.subject): one.choice for one in advise(plan, "", MARKET).advice}
    assert (team_of(plan), business_of(plan), direction_of(plan)) == ("pytorch", "mixed", "language")
    assert found["chip.team", ""] == "gpu"
    assert found["lab_plan", ""] == "lab-a"
    assert found["separation", ""] == "apart"
    assert found["quantisation", "chat-7b"] == "awq"
    assert found["speculative", "chat-7b"] == "on"
    assert found["framework", "qlora-7b"] == "single"
    assert found["precision", "detection"] == "bf16"


def test_move_to_another_stack_is_its_own_line() -> None:
    plan = sample("tier-5")
    (moved,) = advise(plan, "", MARKET).adaptations
    assert (moved.low.value, moved.high.value, moved.cost_low.value) == (2, 8, None)
    facts = {"adaptation_weeks": Fact(value=3.0), "week_price_cny": Fact(value=8000.0)}
    (said,) = advise(msgspec.structs.replace(plan, facts={**plan.facts, **facts}), "", MARKET).adaptations
    assert (said.low.value, said.cost_low.value, said.cost_high.value) == (3, 24000, 24000)
    assert advise(sample("lab-a"), "", MARKET).adaptations == ()


def test_plan_without_cards_or_entries_is_advised_too() -> None:
    bare = msgspec.structs.replace(sample("lab-a"), alternatives=(), chosen="", workload=())
    found = advise(bare, "", MARKET)
    assert found.tests == found.stacks == found.leaving == ()
    assert found.advice
    with pytest.raises(UnknownIdError):
        advise(bare, "Z", MARKET)
