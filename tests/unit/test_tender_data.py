"""Requirements that follow from the demand of the workload: room, port rates, number of cards; worked by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from planner.assess.run import Assessment
from planner.figure import Quality, walk
from planner.formulas import recompute
from planner.messages import Labelled
from planner.plan.document import Fact, Line, People, WorkloadEntry
from planner.tender.derive import derive
from planner.tender.parameters import Parameter
from tests.checks.factories import assess_one, facts, make_item, make_line, make_plan

CARD = make_item("card", "accelerator", "NVIDIA", memory_gb=24.0, memory_per_device_gb=24.0)
PEOPLE = (People(id="all", title=Labelled(zh="全体", en="all"), count=12),)
# 12 people, 50 GB and three checkpoints of 10 GB each, weights of 15 GB once: 975 GB; 6 at once read 50 GB in 300 s: 1 GB/s
TOLD = {"weights_gb": 15.0, "data_gb": 50.0, "checkpoint_gb": 10.0, "online_share": 0.5}


def tuning(**fields: Any) -> WorkloadEntry:
    told = facts(memory_need_gib=14.0, **fields.pop("told", TOLD))
    return WorkloadEntry(
        id="tune", title=Labelled(zh="微调", en="tuning"), kind="train", people="all", facts=told, **fields
    )


def assessed(*lines: Line, entry: WorkloadEntry | None = None) -> Assessment:
    workload = (entry or tuning(),)
    return assess_one(make_plan(*lines, items=(CARD,), workload=workload, people=PEOPLE), ())


def found(*lines: Line, entry: WorkloadEntry | None = None) -> dict[str, Parameter]:
    parameters = derive(assessed(*lines, entry=entry), (CARD,))
    for one in parameters:
        for part in walk(one.need) if one.need is not None else ():
            assert part.formula is None or part.value is None or recompute(part) == pytest.approx(part.value), part.key
    return {f"{one.line}/{one.library}": one for one in parameters}


def nas(**known: float) -> Line:
    return make_line("nas", "storage", known={"max_power_w": 150.0, **known})


def test_room_follows_from_the_data_where_nobody_typed_it() -> None:
    # 0.975 TB x 1.3 ** 3 / 0.8 = 2.678 TB, rounded up to two digits
    one = found(nas())["nas/st.usable"]
    assert (one.low, one.origin, one.finding) == (2.7, "demand", None)
    assert one.need is not None
    assert one.need.require() == pytest.approx(0.975 * 1.3**3 / 0.8)
    assert one.threshold.to_verify  # growth and free room are customary values


def test_what_was_typed_stands_and_is_only_commented() -> None:
    enough, short = found(nas(usable_tb=48.0))["nas/st.usable"], found(nas(usable_tb=2.0))["nas/st.usable"]
    assert (enough.low, enough.origin, enough.finding) == (48, "fixed", None)
    assert (short.low, short.origin) == (2, "fixed")
    assert short.finding is not None
    assert short.finding.id == "tender.room_small"
    assert short.need is not None
    assert short.need.require() == pytest.approx(2.678, abs=0.001)


def test_the_demand_is_the_reason_of_what_was_typed_for_it_and_an_assumption_is_called_one() -> None:
    assert found(nas(usable_tb=48.0))["nas/st.usable"].basis.zh == "需求"
    assert found(nas(usable_tb=48.0), entry=tuning(told={}))["nas/st.usable"].basis.zh == "用户提出"
    assumed = replace(nas(), facts={"usable_tb": Fact(value=48.0, quality=Quality.ASSUMED)})
    assert found(assumed, entry=tuning(told={}))["nas/st.usable"].basis.zh == "方案规划值（待核实）"


def test_data_said_for_the_whole_plan_come_before_those_of_the_jobs() -> None:
    """20 TB growing by 20 % a year are 34.56 TB in three years; over 0.8 that may be filled that is 43.2 TB."""
    plan = make_plan(nas(), items=(CARD,), workload=(tuning(),), people=PEOPLE)
    data = {"data_tb": Fact(value=20.0), "data_growth": Fact(value=0.2)}
    one = next(
        each for each in derive(assess_one(replace(plan, facts=data), ()), (CARD,)) if each.library == "st.usable"
    )
    assert one.need is not None
    assert one.need.require() == pytest.approx(43.2)
    assert one.low == 44


def test_two_storages_share_the_data_in_a_way_nobody_said() -> None:
    lines = (nas(), make_line("nas2", "storage", known={"max_power_w": 150.0}))
    assert "nas/st.usable" not in found(*lines)


def test_the_port_is_asked_for_what_is_read_through_it() -> None:
    # 1 GB/s x 1.5 / 0.9 x 8 = 13.3 Gbit/s -> the step 15; two machines read half each: 6.67 -> 8
    both = found(nas(), make_line("ws", quantity=2, card=CARD, cards=4, known={"max_power_w": 900.0}))
    assert (both["nas/st.net"].low, both["nas/st.net"].origin) == (15, "demand")
    assert both["nas/st.net"].need is not None
    assert both["nas/st.net"].need.require() == pytest.approx(40 / 3)
    assert both["ws/net.data"].low == 8
    # 10 Gbit/s were typed: they stand, with 8.9 needed; 1 Gbit/s stands with a word
    assert found(nas(network_gbps=10.0))["nas/st.net"].finding is None
    slow = found(nas(network_gbps=1.0))["nas/st.net"]
    assert slow.low == 1
    assert slow.finding is not None
    assert slow.finding.id == "tender.port_slow"


def test_a_switch_carries_what_the_storage_is_read_with() -> None:
    switch = make_line("sw", "network", known={"max_power_w": 50.0})
    assert found(nas(), switch)["sw/net.speed"].low == 15
    typed = found(nas(network_gbps=25.0), switch)["sw/net.speed"]
    assert typed.low == 25


def test_nothing_is_asked_where_nobody_told_the_data() -> None:
    plain = found(nas(), entry=tuning(told={}))
    assert "nas/st.usable" not in plain
    assert "nas/st.net" not in plain


# 12 people x 2 x h hours on one card each: one card waits no longer than a job up to half of 168 h, two up to 0.707 of 336
@pytest.mark.parametrize(
    ("hours", "cards", "is_few"), [(3.4, 1, False), (3.6, 2, True), (9.8, 2, True), (10.0, 3, True)]
)
def test_cards_are_counted_by_the_hours_of_the_week(hours: float, cards: int, is_few: bool) -> None:  # noqa: FBT001
    entry = tuning(sessions_per_week=2.0, hours_per_session=hours)
    one = found(make_line("ws", card=CARD, cards=1, known={"max_power_w": 900.0}), entry=entry)["ws/acc.count"]
    assert one.low == 1  # the plan's own number stands
    assert one.need is not None
    assert one.need.require() == cards
    assert (one.threshold.finding is not None and one.threshold.finding.id == "tender.cards_few") is is_few


def test_more_cards_than_the_hours_want_are_no_finding() -> None:
    entry = tuning(sessions_per_week=2.0, hours_per_session=3.4)
    one = found(make_line("ws", card=CARD, cards=4, known={"max_power_w": 900.0}), entry=entry)["ws/acc.count"]
    assert one.low == 4
    assert one.finding is None or one.finding.id != "tender.cards_few"
    assert one.need is not None
    assert one.need.require() == 1
