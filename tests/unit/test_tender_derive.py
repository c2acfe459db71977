"""Parameters derived from small hand-worked plans: need, build, room, ids, makers counted, what is left open."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from planner.assess.run import Assessment
from planner.catalog.items import Item
from planner.errors import EditError
from planner.figure import Quality, walk
from planner.formulas import recompute
from planner.messages import Labelled, render
from planner.plan.document import Fact, Line, Plan, Switches, WorkloadEntry
from planner.plan.edits import SetValue
from planner.tender.derive import derive, pending
from planner.tender.parameters import Parameter
from planner.tender.wording import whole_sentence
from tests.checks.factories import assess_one, facts, make_item, make_line, make_plan, node

SOCKET = (
    node("room", "room"),
    node("c1", "circuit", "room", volts=220, breaker_a=16, shared=True, other_load_a=3),
    node("s1", "socket", "c1", rating_a=10),
)


def card(id: str = "card", maker: str = "Alpha", /, **values: float | str | bool) -> Item:  # noqa: A002
    known = {"form_factor": "pcie", "purchasable": "yes", "software_stack": "CUDA", "interconnect": "PCIe"}
    if "memory" in values:
        known |= {"memory_gb": values["memory"], "memory_per_device_gb": values.pop("memory")}  # type: ignore[dict-item]
    return make_item(id, "accelerator", maker, **known | values)


def entry(need_gib: float | None, id: str = "job", /, **fields: object) -> WorkloadEntry:  # noqa: A002
    known = {} if need_gib is None else facts(memory_need_gib=need_gib)
    fields.setdefault("stack", ("pytorch",))
    return WorkloadEntry(id=id, title=Labelled(zh="任务", en="job"), kind="inference", facts=known, **fields)  # type: ignore[arg-type]


def plan_of(own: Item, *entries: WorkloadEntry, cards: int = 4, machine: Item | None = None, **fields: object) -> Plan:
    machine = machine or make_item("box", max_power_w=2500, form="tower")
    line = make_line(item=machine, card=own, cards=cards)
    return make_plan(line, items=(machine, own), workload=entries, **fields)  # type: ignore[arg-type]


def by_code(plan: Plan, *market: Item) -> dict[str, Parameter]:
    found = derive(assess_one(plan, ()), market)
    for one in found:
        for top in (one.need, one.threshold.chosen):
            for part in walk(top) if top is not None else ():
                assert part.formula is None or part.value is None or recompute(part) == part.value, part.key
    return {f"{one.line}/{one.library}": one for one in found}


def test_memory_comes_from_the_largest_need() -> None:
    # 12.9 GiB / (0.98 visible x 0.85 usable) = 15.49 GB on the label -> 16
    own = card(memory=24.0)
    found = by_code(plan_of(own, entry(12.9), entry(5.0, "small")), own)["ws/acc.mem"]
    assert (found.low, found.origin, found.unit) == (16, "demand", "GB")
    assert found.need is not None
    assert abs(found.need.require() - 15.4862) < 1e-4
    assert not found.threshold.to_verify


def test_seventy_gib_take_the_whole_of_eighty() -> None:
    # 70 of the 78.4 GiB an 80 GB card shows are a tight fit: 70 / 0.98 = 71.4 -> 80, which the product has
    own = card(memory=80.0)
    assert by_code(plan_of(own, entry(70.0)), own)["ws/acc.mem"].low == 80


def test_a_tight_fit_is_given_no_margin() -> None:
    # 76 GiB are 97 % of the 78.4 an 80 GB card shows: 76 / 0.98 = 77.55 -> 80, not 86.2
    own = card(memory=80.0)
    found = by_code(plan_of(own, entry(76.0)), own)["ws/acc.mem"]
    assert found.need is not None
    assert (found.low, round(found.need.require(), 2)) == (80, 77.55)


def test_without_a_need_memory_goes_down_from_the_card() -> None:
    own = card(memory=141.0)
    found = by_code(plan_of(own), own)["ws/acc.mem"]
    assert (found.low, found.origin) == (128, "ladder")


def test_a_step_that_shuts_out_a_maker_is_not_taken() -> None:
    # need 19.9 -> step 24, but Beta's 20 GB card meets the need: 20 it is
    own, other = card(memory=24.0), card("beta", "Beta", memory=20.0)
    assert by_code(plan_of(own, entry(16.6)), own, other)["ws/acc.mem"].low == 20
    assert by_code(plan_of(own, entry(16.2)), own)["ws/acc.mem"].low == 24


def test_boards_with_several_chips_count_by_chip() -> None:
    own = card(memory_gb=64.0, devices_per_board=4.0, memory_per_device_gb=16.0, bandwidth_gbs=800.0)
    found = by_code(plan_of(own), own, card("beta", "Beta", memory=16.0, bandwidth_gbs=200.0))
    assert found["ws/acc.mem"].low == 16
    assert found["ws/acc.bw"].low == 200


def test_an_assumed_need_is_marked() -> None:
    own = card(memory=24.0)
    job = entry(None)
    job = replace(job, facts={"memory_need_gib": Fact(value=12.9, quality=Quality.ASSUMED)})
    assert by_code(plan_of(own, job), own)["ws/acc.mem"].threshold.to_verify


def test_an_assumed_value_of_the_catalog_is_no_evidence() -> None:
    own = card(memory=24.0, bandwidth_gbs=1008.0)
    values = dict(own.attributes)
    values["bandwidth_gbs"] = replace(values["bandwidth_gbs"], quality=Quality.ASSUMED)
    guessed = replace(own, attributes=values)
    plan = plan_of(guessed)
    assert "ws/acc.bw" not in by_code(plan, guessed)
    left = pending(assess_one(plan, ()), derive(assess_one(plan, ()), (guessed,)))
    assert "acc.bw" in {one.row.code for one in left}


def test_one_makers_figure_is_not_copied() -> None:
    # 1000 is Alpha's alone among the cards; 800 is one step lower
    own, other = card(memory=24.0, bandwidth_gbs=1000.0), card("beta", "Beta", memory=24.0, bandwidth_gbs=960.0)
    assert by_code(plan_of(own), own, other)["ws/acc.bw"].low == 800


def test_a_rate_that_too_few_reach_is_lowered_to_three_makers() -> None:
    own = card(memory=24.0, bf16_dense_tflops=313.0)
    others = [card(name, name, memory=24.0, bf16_dense_tflops=rate) for name, rate in (("B", 256.0), ("C", 200.0))]
    found = by_code(plan_of(own), own, *others)["ws/acc.fp16"]
    assert (found.low, found.finding) == (200, None)


def test_a_rate_is_not_lowered_below_half_and_says_so() -> None:
    own, other = card(memory=24.0, bf16_dense_tflops=313.0), card("b", "B", memory=24.0, bf16_dense_tflops=100.0)
    found = by_code(plan_of(own), own, other)["ws/acc.fp16"]
    assert found.low == 300
    assert found.finding is not None
    assert found.finding.values["count"] == 1
    assert found.finding.id == "tender.few_chips"
    # a third maker at 80: three reach 80, which is told and not asked
    third = card("c", "C", memory=24.0, bf16_dense_tflops=80.0)
    found = by_code(plan_of(own), own, other, third)["ws/acc.fp16"]
    assert (found.low, found.finding and found.finding.id) == (300, "tender.few_chips_step")
    assert found.finding is not None
    assert found.finding.values["step"].value == 80


def test_chip_makers_that_meet_all_stars_are_counted() -> None:
    own = card(memory=24.0)
    market = [
        own,
        card("b", "B", memory=48.0, software_stack="ROCm"),
        card("c", "C", memory=16.0),  # too small
        card("d", "D", memory=24.0, software_stack="Unheard"),  # not known to run it
        card("e", "E", memory=24.0, purchasable="eol"),  # cannot be bought
        card("f", "F", memory=24.0, form_factor="soc"),  # no card
        card("g", "A", memory_gb=24.0),  # memory of one device not known
    ]
    found = by_code(plan_of(own, entry(18.0)), *market)
    assert found["ws/acc.mem"].k_chip == 2
    assert found["ws/acc.mem"].finding is not None


def system(id: str, maker: str, /, **values: float | str) -> Item:  # noqa: A002
    known = {"subkind": "server", "purchasable": "yes", "supported_accel_forms": "pcie", "max_accelerators": 4.0}
    return make_item(id, "system", maker, **known | values)


def test_makers_of_whole_machines_are_counted() -> None:
    own = card(memory=24.0)
    module = card("m", "Huawei", memory=32.0, form_factor="module")
    market = (
        system("a", "Dell"),
        system("b", "Lenovo", max_accelerators=8.0, supported_accel_forms="pcie|sxm"),
        system("c", "Lenovo"),  # the same maker again
        system("d", "HPE", max_accelerators=2.0),  # takes too few
        system("e", "ASUS", supported_accel_forms="sxm"),  # other form
        system("f", "Huawei", supported_accel_forms="module", fitted_accelerator_id="m"),  # listed with that module
        system("g", "QCT", supported_accel_forms="module"),  # nobody says that it takes the module
        system("h", "Cisco", purchasable="eol"),  # cannot be bought
        system("i", "(class)"),  # no firm
        system("j", "Supermicro", subkind="edge_kit"),  # no machine for cards
    )
    found = by_code(plan_of(own, entry(18.0)), own, module, *market)
    assert {one.k_system for one in found.values()} == {3}  # Dell, Lenovo, Huawei
    assert found["ws/acc.count"].finding is None
    few = by_code(plan_of(own, entry(18.0)), own, module, *market[:2])["ws/acc.count"]
    assert few.k_system == 2
    assert few.finding is not None
    assert few.finding.id == "tender.few_systems"
    assert (few.finding.values["count"], few.level) == (2, "star")


def test_machines_of_domestic_makers_alone_count_where_they_are_required() -> None:
    own = card("own", "Huawei", memory=24.0)
    plan = plan_of(own, entry(18.0), switches=Switches(domestic="required"))
    found = by_code(plan, own, system("a", "Dell"), system("b", "Lenovo"))
    assert found["ws/acc.mem"].k_system == 1


def test_only_domestic_makers_count_where_they_are_required() -> None:
    own = card("own", "Huawei", memory=24.0)
    plan = plan_of(own, entry(18.0), switches=Switches(domestic="required"))
    assert by_code(plan, own, card("b", "NVIDIA", memory=24.0))["ws/acc.mem"].k_chip == 1


def test_a_machine_above_its_socket_is_asked_with_the_circuit_that_it_presupposes() -> None:
    # 10 A x 220 V x 0.98 = 2156 W at the socket; 2.5 kW of the build are too much, a dedicated circuit of 16 A carries
    # 0.8 x 16 A x 220 V x 0.98 = 2759.7 W: the planned machine is not shut out, and the sentence says what it takes
    own = card(memory=24.0)
    found = by_code(plan_of(own, site=SOCKET, plugged={"ws": "s1"}), own)["ws/power.node"]
    assert (found.high, found.origin, found.unit, found.level) == (2.5, "site", "kW", "star")
    assert found.need is not None
    assert abs(found.need.require() - 2.75968) < 1e-9
    assert found.finding is not None
    assert found.finding.id == "tender.over_room_works"
    told = render(found.finding, "en")
    assert "2.16 kW" in told
    assert "16 A" in told
    assert "dedicated 16 A circuit" in whole_sentence(found, "en")
    assert "16 A专用回路" in whole_sentence(found, "zh")


def test_a_roomy_site_does_not_ask_for_more_than_ups_and_cooling_carry() -> None:
    # a 32 A circuit and socket carry 6899 W; the paper asks for the step of 3 kW above 1.1 x 2.5 kW, not for 6 kW
    own = card(memory=24.0)
    site = (node("c", "circuit", volts=220, breaker_a=32, shared=False), node("s1", "socket", "c", rating_a=32))
    found = by_code(plan_of(own, site=site, plugged={"ws": "s1"}), own)["ws/power.node"]
    assert (found.high, found.finding, found.condition.en[:3]) == (3.0, None, "All")


def test_power_follows_from_the_socket() -> None:
    # 10 A x 220 V x 0.98 = 2156 W at the socket; the step of 2 kW lets a build of 1.8 kW in
    own, box = card(memory=24.0), make_item("box", max_power_w=1800, form="tower")
    plan = make_plan(make_line(item=box, card=own, cards=1), items=(box, own), site=SOCKET, plugged={"ws": "s1"})
    found = by_code(plan, own)["ws/power.node"]
    assert (found.high, found.origin, found.level, found.finding) == (2.0, "site", "star", None)


def test_a_star_needs_more_than_the_planned_build_behind_it() -> None:
    # nobody told the room: 2.5 kW of the build is the step of 2.5, a ▲ to be verified; memory of the card alone likewise
    own = card(memory=24.0)
    found = by_code(plan_of(own), own)
    power = found["ws/power.node"]
    assert (power.high, power.origin, power.level, power.threshold.to_verify) == (2.5, "ladder", "important", True)
    assert (found["ws/acc.mem"].origin, found["ws/acc.mem"].level) == ("ladder", "important")
    assert by_code(plan_of(own, entry(18.0)), own)["ws/acc.mem"].level == "star"


def test_power_leaves_what_others_take_of_the_circuit() -> None:
    # circuit: (16 - 3) A x 215.6 W/A = 2802.8 W, less 1500 W of the other machine = 1302.8 W for this one
    own, box = card(memory=24.0), make_item("box", max_power_w=1000, form="tower")
    lines = (make_line(item=box, card=own, cards=1), make_line("b", known={"max_power_w": 1500}))
    site = (*SOCKET, node("s2", "socket", "c1", rating_a=16))
    plan = make_plan(*lines, items=(box, own), site=site, plugged={"ws": "s1", "b": "s2"})
    found = by_code(plan, own)["ws/power.node"]
    assert found.need is not None
    assert abs(found.need.require() - 1.3028) < 1e-9
    assert (found.high, found.finding) == (1.2, None)


def test_power_of_an_unknown_room_comes_from_the_build_and_is_marked() -> None:
    own = card(memory=24.0)
    shared = (node("c1", "circuit", volts=220, breaker_a=16, shared=True), node("s1", "socket", "c1", rating_a=10))
    found = by_code(plan_of(own, site=shared, plugged={"ws": "s1"}), own)["ws/power.node"]
    assert (found.high, found.origin, found.threshold.to_verify) == (2.5, "ladder", True)


def test_small_powers_are_written_in_watts() -> None:
    box = make_item("box", max_power_w=350, form="tower")
    found = by_code(make_plan(make_line("box", item=box), items=(box,)))["box/power.node"]
    assert (found.high, found.unit) == (400, "W")
    assert found.sentence.zh.endswith("≤400 W")


def test_a_kit_is_not_asked_for_its_own_power() -> None:
    # 25 W are nothing to any room: the figure would only point at one product
    kit = make_item("kit", max_power_w=25, subkind="edge_kit")
    plan = make_plan(make_line("kit", item=kit), items=(kit,))
    assert "kit/power.node" not in by_code(plan)
    assert "power.node" not in {one.row.code for one in pending(assess_one(plan, ()), derive(assess_one(plan, ())))}


def test_what_runs_from_its_own_adapter_is_not_asked_for_a_mains_voltage() -> None:
    kit = make_item("kit", max_power_w=25, subkind="edge_kit")
    box = make_item("box", max_power_w=400, form="tower")
    lines = (make_line("kit", item=kit), make_line("box", item=box))
    found = by_code(make_plan(*lines, items=(kit, box), site=SOCKET, plugged={"kit": "s1", "box": "s1"}))
    assert "kit/power.vin" not in found
    assert (found["box/power.vin"].low, found["box/power.vin"].high) == (200, 240)


def test_the_number_of_cards_is_the_plans() -> None:
    own = card(memory=24.0)
    found = by_code(plan_of(own, entry(18.0, devices=2)), own)
    count = found["ws/acc.count"]
    assert count.need is not None
    assert (count.low, count.origin, count.need.value) == (4, "fixed", 2)
    # entry over two devices: 18 GiB in total here, 24 GB a card -> 96 GB a machine
    assert found["ws/acc.mem_total"].low == 4 * (found["ws/acc.mem"].low or 0)


def test_storage_and_ups_from_what_was_typed() -> None:
    nas = make_line("nas", "storage", known={"usable_tb": 48.0, "warranty_years": 3.0})
    ups = make_line("ups", "ups", known={"rated_va": 3000.0, "rated_w": 2700.0})
    found = by_code(make_plan(nas, ups))
    assert (found["nas/st.usable"].low, found["nas/st.usable"].level) == (48, "important")
    assert found["nas/sv.warranty"].low == 3
    assert (found["ups/ups.kva"].low, found["ups/ups.kw"].low) == (3, 2.5)
    # no route is prescribed: what a computer's power supply bridges, 10 ms
    assert (found["ups/ups.transfer"].high, found["ups/ups.transfer"].unit) == (10, "ms")
    assert found["ups/ups.transfer"].sentence.zh == "市电中断时的输出转换时间≤10毫秒"


def test_the_ups_carries_what_is_connected_behind_it() -> None:
    # 2000 W behind it over the recommended share of 0.8 = 2.5 kW, which the 2.7 kW unit has
    site = (node("c", "circuit", volts=220, breaker_a=32, shared=False), node("u", "ups", "c"))
    lines = (make_line("pc", known={"max_power_w": 2000}), make_line("ups", "ups", known={"rated_w": 2700.0}))
    found = by_code(make_plan(*lines, site=site, plugged={"pc": "u"}))["ups/ups.kw"]
    assert (found.low, found.origin) == (2.5, "demand")


def test_assumed_typed_values_are_marked_not_dropped() -> None:
    nas = make_line("nas", "storage")
    nas = replace(nas, facts={"usable_tb": Fact(value=48.0, quality=Quality.ASSUMED)})
    found = by_code(make_plan(nas))["nas/st.usable"]
    assert found.threshold.to_verify
    assert found.basis.zh.endswith("（待核实）")


def test_temperature_is_narrowed_to_what_the_machine_allows() -> None:
    own = card(memory=24.0)
    machine = make_item("box", max_power_w=2500, form="rack", temp_min_c=5, temp_max_c=30)
    found = by_code(plan_of(own, machine=machine), own)["ws/temp.op"]
    assert (found.low, found.high) == (10, 30)


def test_works_and_lines_not_bought_have_no_parameters() -> None:
    plan = make_plan(make_line("works", "works"), make_line("nas", "storage", 0))
    assert derive(assess_one(plan, ()), ()) == ()


def test_rented_compute_asks_for_the_jobs_no_machine_holds() -> None:
    # 22 GiB fit no 16 GB card: 22 / (0.98 visible x 0.85 usable) = 26.41 GB on the label -> 32
    own = card(memory=16.0)
    machine = make_item("box", max_power_w=2500, form="tower")
    lines = (make_line(item=machine, card=own, cards=4), make_line("cloud", "cloud"))
    plan = make_plan(*lines, items=(machine, own), workload=(entry(8.0, "small"), entry(22.0, "large")))
    found = by_code(plan, own)
    memory = found["cloud/svc.mem"]
    assert (memory.level, memory.low, memory.origin) == ("star", 32, "demand")
    assert memory.need is not None
    assert abs(memory.need.require() - 26.4106) < 1e-4
    assert {"cloud/svc.data", "cloud/svc.billing"} <= set(found)
    assert "cloud/svc.hours" not in found  # nobody has said how many


def test_ids_stay_when_another_parameter_goes() -> None:
    own = card(memory=24.0, bandwidth_gbs=1008.0)
    poorer = card(memory=24.0)
    with_rate, without = by_code(plan_of(own), own), by_code(plan_of(poorer), poorer)
    assert with_rate["ws/acc.mem"].code == without["ws/acc.mem"].code == "P-102"
    assert "ws/acc.bw" not in without
    assert with_rate["ws/safe.it"].code == without["ws/safe.it"].code


def test_what_nobody_said_is_pending() -> None:
    own = card(memory=24.0)
    assessment: Assessment = assess_one(plan_of(own, entry(12.9, stack=("unheard",))), ())
    left = {one.row.code for one in pending(assessment, derive(assessment, (own,)))}
    assert {"ram.cap", "cpu.cores", "sv.warranty", "acc.sw", "acc.bw"} <= left
    assert "acc.mem" not in left


def test_another_quantity_changes_the_room_for_each() -> None:
    own, box = card(memory=24.0), make_item("box", max_power_w=1000, form="tower")
    line: Line = make_line(item=box, card=own, cards=1, quantity=2)
    plan = make_plan(line, items=(box, own), site=SOCKET, plugged={"ws": "s1"})
    found = by_code(plan, own)["ws/power.node"]
    assert found.need is not None
    # the 80 % of the breaker that are advised for hours, less 3 A of others: less than the 10 A of the socket
    assert abs(found.need.require() - (0.8 * 16 - 3) * 0.2156 / 2) < 1e-9


def test_a_dedicated_circuit_is_asked_for_no_more_than_runs_there_for_hours() -> None:
    # 16 A alone: 0.8 x 16 A x 220 V x 0.98 = 2,760 W; 3 kW would be 13.9 A, 87 % of the breaker
    own = card(memory=24.0)
    site = (node("c", "circuit", volts=220, breaker_a=16, shared=False), node("s1", "socket", "c", rating_a=16))
    found = by_code(plan_of(own, site=site, plugged={"ws": "s1"}), own)["ws/power.node"]
    assert (found.high, found.origin, found.level) == (2.5, "site", "star")
    assert found.need is not None
    assert abs(found.need.require() - 2.75968) < 1e-9


def marked(plan: Plan, line: str, **marks: str) -> Plan:
    """Return the plan with own marks on parameters of a line, their codes with _ for the dot."""
    for code, mark in marks.items():
        plan, _ = SetValue(path=f"A/{line}/marks/{code.replace('_', '.')}", value=mark).apply(plan)
    return plan


def test_the_user_decides_a_mark_and_the_derived_one_is_kept_beside_it() -> None:
    nas = make_line("nas", "storage", known={"usable_tb": 48.0, "warranty_years": 3.0})
    plan = make_plan(nas)
    assert by_code(plan)["nas/sv.warranty"].level == "general"
    found = by_code(marked(plan, "nas", sv_warranty="star"))["nas/sv.warranty"]
    assert (found.level, found.derived, found.own_mark) == ("star", "general", True)
    assert by_code(marked(plan, "nas", sv_warranty="star"))["nas/st.usable"].own_mark is False


def test_a_mark_changes_who_is_counted() -> None:
    own = card(memory=24.0)
    plan = plan_of(own, entry(18.0))
    before = by_code(plan, own)["ws/acc.mem"]
    assert before.level == "star"
    after = by_code(marked(plan, "ws", acc_mem="general"), own)["ws/acc.mem"]
    assert after.level == "general"
    assert (after.k_chip or 0) >= (before.k_chip or 0)


def test_a_star_without_a_need_and_a_standard_without_one_are_told() -> None:
    own = card(memory=24.0)
    bare = by_code(plan_of(own), own)
    unfounded = next(one for one in bare.values() if one.row.level == "star" and one.origin == "ladder")
    code = unfounded.library.replace(".", "_")
    found = by_code(marked(plan_of(own), unfounded.line, **{code: "star"}), own)
    told = found[f"{unfounded.line}/{unfounded.library}"]
    assert told.level == "star"
    assert told.finding is not None
    law = by_code(marked(plan_of(own), "ws", safe_it="general"), own)["ws/safe.it"]
    assert law.finding is not None
    assert law.finding.id == "tender.star_dropped"


def test_a_mark_of_nothing_known_is_refused() -> None:
    with pytest.raises(EditError):
        marked(make_plan(make_line("nas", "storage")), "nas", sv_warranty="very")
