"""CO04 with several air conditioners, and what planned ones draw and on which circuit; by hand-worked numbers."""

from __future__ import annotations

import pytest

from planner.figure import Quality
from planner.messages import render
from tests.checks.factories import assess_one, find, find_all, make_item, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, room, unit

BIG = circuit(breaker_a=63.0)
SPLIT = make_item("split", "cooling", subkind="comfort split", total_kw=7.2, power_in_kw=2.4)
ROW = make_item("row", "cooling", subkind="in-row DX", total_kw=12.5)


def cooled(heat_w: float, *nodes: object, bought: tuple[object, ...] = (), **fields: object) -> object:
    lines = (make_line("ws", known={"max_power_w": heat_w}), *bought)
    return make_plan(*lines, site=(room(), *nodes, BIG), plugged={"ws": "c1"}, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("heat_w", "second_kw", "expected"),
    [
        (3900, 5.0, "pass"),  # two of the same: 1,950 W each
        (4100, 5.0, "warning"),  # 2,050 W each
        (3000, 2.5, "pass"),  # 5 of 7.5 kW: 2,000 W
        (3100, 2.5, "warning"),  # 5 of 7.5 kW: 2,067 W
    ],
)
def test_a_second_unit_takes_its_share(heat_w: float, second_kw: float, expected: str) -> None:
    units = (unit("ac1", total_kw=5.0, duty24h=False), unit("ac2", total_kw=second_kw, duty24h=False))
    finding = find(assess_one(cooled(heat_w, *units)), "CO04", "ac1")
    assert finding.outcome == expected
    assert finding.figures[0].value == pytest.approx(heat_w * 5.0 / (5.0 + second_kw))


def test_a_unit_made_for_it_leaves_nothing_to_the_comfort_unit() -> None:
    # 12 kW x 0.7 = 8,400 W of 24 h duty carry all of 3,000 W; of 9,000 W they leave 600
    units = (unit("ac1", total_kw=5.0, duty24h=False), unit("ac2", duty24h=True))
    finding = find(assess_one(cooled(3000, *units)), "CO04", "ac1")
    assert (finding.outcome, finding.figures[0].value) == ("pass", 0.0)
    assert find(assess_one(cooled(9000, *units)), "CO04", "ac1").figures[0].value == pytest.approx(600)


def test_planned_units_share_too_and_are_looked_at_themselves() -> None:
    # 5.0 there, two of 7.2 kW planned, all comfort: of 6,000 W 6,000 x 5.0 / 19.4 = 1,546 and 2,227 W each
    bought = (make_line("ac", "cooling", 2, item=SPLIT),)
    assessment = assess_one(cooled(6000, unit("ac1", total_kw=5.0, duty24h=False), bought=bought, items=(SPLIT,)))
    assert outcome(assessment, "CO04", "ac1") == "pass"
    planned = find(assessment, "CO04", "ac")
    assert planned.outcome == "warning"
    assert planned.figures[0].value == pytest.approx(6000 * 7.2 / 19.4)
    assert "2.23 kW" in render(planned.message, "en")


def test_a_planned_unit_of_a_row_counts_as_made_for_it() -> None:
    bought = (make_line("ac", "cooling", item=ROW),)
    assessment = assess_one(cooled(6000, unit("ac1", total_kw=5.0, duty24h=False), bought=bought, items=(ROW,)))
    assert outcome(assessment, "CO04", "ac1") == outcome(assessment, "CO04", "ac") == "pass"


def test_a_second_unit_of_unknown_size_leaves_the_share_open() -> None:
    units = (unit("ac1", total_kw=5.0, duty24h=False), unit("ac2", total_kw=None, duty24h=False))
    assessment = assess_one(cooled(3000, *units))
    assert find_all(assessment, "CO04") == ()  # asked for once, with the cooling as a whole
    assert find(assessment, "CO01", "room").missing == ("site/ac2/total_kw",)


@pytest.mark.parametrize(
    ("item", "known", "each_w", "quality"),
    [
        (SPLIT, {}, 2400.0, Quality.PUBLISHED),  # its row
        (SPLIT, {"power_in_kw": 2.1}, 2100.0, Quality.ENTERED),  # its label
        (None, {"total_kw": 7.2, "eer": 3.6}, 2000.0, Quality.ENTERED),  # 7.2 / 3.6
        (None, {"total_kw": 7.2}, 2400.0, Quality.ASSUMED),  # 7.2 / 3.0, a ratio nobody told
    ],
)
def test_what_a_planned_unit_draws(item: object, known: dict[str, float], each_w: float, quality: Quality) -> None:
    line = make_line("ac", "cooling", 2, item=item, known=known)  # type: ignore[arg-type]
    context = assess_one(cooled(3000, unit(), bought=(line,), items=(SPLIT,))).context
    assert context.lines["ac"].max_w.value == pytest.approx(2 * each_w)
    assert context.lines["ac"].max_w.quality in (quality, Quality.COMPUTED)
    assert (context.lines["ac"].unit_max_w.quality is Quality.ASSUMED) == (quality is Quality.ASSUMED)
    assert context.totals.max_w.value == pytest.approx(3000 + 2 * each_w)
    assert context.totals.heat_w.value == 3000  # its heat leaves the room


def test_what_nobody_told_of_a_planned_unit_is_unknown() -> None:
    context = assess_one(cooled(3000, unit(), bought=(make_line("ac", "cooling"),))).context
    assert context.lines["ac"].max_w.missing == ("A/ac/power_in_kw",)
    assert context.totals.max_w.value is None


def test_a_unit_on_chilled_water_is_not_reckoned_by_a_compressor() -> None:
    wet = make_item("wet", "cooling", subkind="in-row chilled water", total_kw=70.0)
    context = assess_one(cooled(3000, unit(), bought=(make_line("ac", "cooling", item=wet),), items=(wet,))).context
    assert context.lines["ac"].max_w.value is None


def test_the_year_has_the_cooling_in_its_pue_and_not_twice() -> None:
    bare = assess_one(cooled(3000, unit())).context.energy
    more = assess_one(cooled(3000, unit(), bought=(make_line("ac", "cooling", item=SPLIT),), items=(SPLIT,)))
    assert bare.year_kwh.value == pytest.approx(more.context.energy.year_kwh.value)


def test_a_planned_unit_draws_on_its_circuit() -> None:
    # 2,400 W / (220 V x 0.98) = 11.13 A
    own = node("c2", "circuit", "room", volts=220.0, volts_kind="L-N", breaker_a=16.0, shared=False)
    plan = make_plan(
        make_line("ws", known={"max_power_w": 3000}),
        make_line("ac", "cooling", item=SPLIT),
        site=(room(), unit(), BIG, own),
        plugged={"ws": "c1", "ac": "c2"},
        items=(SPLIT,),
    )
    assessment = assess_one(plan)
    assert assessment.context.site.loads["c2"].own_a.value == pytest.approx(2400 / (220 * 0.98))
    assert outcome(assessment, "CO06", "ac") == "pass"


def test_a_planned_unit_on_the_machines_circuit_stops_with_them() -> None:
    lines = (make_line("ws", known={"max_power_w": 3000}), make_line("ac", "cooling", item=SPLIT))
    plan = make_plan(*lines, site=(room(), unit(), BIG), plugged={"ws": "c1", "ac": "c1"}, items=(SPLIT,))
    assert outcome(assess_one(plan), "CO06", "ac") == "error"


def test_air_of_planned_units_counts() -> None:
    fan = make_item("fan", "cooling", total_kw=7.2, airflow_m3h=1500.0)
    machine = make_item("box", airflow_cfm=1000.0)  # 1,699 m3/h
    lines = (make_line("ws", item=machine, known={"max_power_w": 3000}), make_line("ac", "cooling", 2, item=fan))
    plan = make_plan(*lines, site=(room(), BIG), plugged={"ws": "c1"}, items=(fan, machine))
    finding = next(iter(find_all(assess_one(plan), "CO08")))
    assert (finding.outcome, finding.figures[1].value) == ("pass", 3000.0)
