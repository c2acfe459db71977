"""Cost over five years, payments by quarter and what moves the result: worked by hand."""

from __future__ import annotations

import datetime as dt

import msgspec
import pytest

from planner.advice.outlook import outlook
from planner.advice.sources import sourcing
from planner.assess.run import Assessment, assess
from planner.catalog.load import bundled_item, bundled_of
from planner.cost.outlook import OWN_BY, OWN_MORE, RENT_BY, WEEKS_BY, swings
from planner.figure import constant, walk
from planner.messages import Labelled
from planner.pictures.layout import outside, overlaps, struck
from planner.pictures.outlook import cash_scene, tornado_scene, years_scene
from planner.plan.document import Plan, Stage
from planner.plan.typed import edit_from_text
from tests.sample_plans import sample

TODAY = dt.date(2026, 12, 1)
NAME = Labelled(zh="方案 A", en="Plan A")


def full_plan() -> Plan:
    """Return the sample plan with a price of electricity, and 3 times 5 hours a week for each job."""
    plan = sample()
    told = [("facts/electricity_price", "0.6")]
    for entry in plan.workload:
        told += [(f"workload/{entry.id}/sessions_per_week", "3"), (f"workload/{entry.id}/hours_per_session", "5")]
    for path, text in told:
        plan, _ = edit_from_text(plan, path, text, bundled_item).apply(plan)
    return plan


def assessed(plan: Plan) -> Assessment:
    return assess(plan, "A", TODAY)


def test_owning_is_paid_at_the_start_and_its_successor_by_the_year() -> None:
    # 150,000 at the start, 20,000 of electricity a year; after 4 years of use a quarter of 150,000 more in the fifth
    told = {"price": 150_000.0, "life": 4.0, "year": 20_000.0}
    assert OWN_BY.function(years=0.0, **told) == 150_000
    assert OWN_BY.function(years=4.0, **told) == 230_000
    assert OWN_BY.function(years=5.0, **told) == 187_500 + 100_000
    # 100 card-hours a week at 2 yuan: 200 a week, 200 x 365 / 7 = 10,428.57 a year
    assert RENT_BY.function(hours=100.0, rate=2.0, years=1.0) == pytest.approx(10_428.571, abs=0.001)
    assert WEEKS_BY.function(week=70.0, years=2.0) == pytest.approx(7300.0)


def test_swings_change_one_input_at_a_time_and_come_widest_first() -> None:
    # price 150,000, life 5, 30,000 kWh at 0.6, 100 h a week at 2 yuan, 5 years:
    # 150,000 + 90,000 - 100 x 2 x 365 / 7 x 5 = 240,000 - 52,142.86 = 187,857.14
    told = {
        "price": 150_000.0,
        "life": 5.0,
        "energy": 30_000.0,
        "tariff": 0.6,
        "hours": 100.0,
        "rate": 2.0,
        "years": 5.0,
    }
    inputs = {name: constant(name, value, "1", "told") for name, value in told.items()}
    ends = {
        "tariff": (constant("t-", 0.5, "1", ""), constant("t+", 0.7, "1", "")),  # 150,000 kWh x 0.2 = 30,000 apart
        "price": (constant("p-", 120_000.0, "1", ""), constant("p+", 180_000.0, "1", "")),  # 60,000 apart
    }
    assert OWN_MORE.function(**told) == pytest.approx(187_857.143, abs=0.001)
    found = swings(OWN_MORE, "more", inputs, ends)
    assert [one.name for one in found] == ["price", "tariff"]
    assert [one.width for one in found] == pytest.approx([60_000.0, 30_000.0])
    assert found[0].low.require() == pytest.approx(157_857.143, abs=0.001)
    assert found[0].low.key == "more/price/low"


def test_the_outlook_agrees_with_the_week_that_the_table_of_sources_shows() -> None:
    """At 4 years of use or more the five years of owning are its weeks: the two must not contradict each other."""
    one = assessed(full_plan())
    found = sourcing(one, bundled_of("cloud_offer"))
    shown = outlook(one, found, TODAY)
    last = shown.years[-1]
    assert last.own.require() == pytest.approx(found.source("own").week.require() * 365 / 7 * 5)
    assert last.rent.require() == pytest.approx(
        found.source("rent").card_hour.require() * shown.hours.require() * 365 / 7 * 5
    )
    assert shown.more.require() == pytest.approx(last.own.require() - last.rent.require())
    assert not last.api.known
    assert shown.years[0].own.require() == 150_000 + 64_000  # the workstation, and NAS, UPS and works with it
    keys = {figure.key for figure in walk(shown.more)}
    assert {"outlook/price_chosen", "outlook/hours"} <= keys
    names = [each.name for each in shown.swings]
    assert set(names) == {"price", "life", "energy", "tariff", "hours", "rate"}
    assert [each.width for each in shown.swings] == sorted((each.width for each in shown.swings), reverse=True)


def test_a_line_is_paid_in_the_quarter_that_its_stage_is_wanted_by() -> None:
    """Without stages all 264,000 fall in the last quarter of 2026; a machine wanted in June 2027 falls in its second."""
    plan = full_plan()
    shown = outlook(assessed(plan), sourcing(assessed(plan), ()), TODAY)
    assert (shown.quarters[0].year, shown.quarters[0].quarter) == (2026, 4)
    assert shown.quarters[0].bought.require() == 264_000
    assert shown.undated == len([line for line in plan.alternatives[0].lines if line.quantity])
    stage = Stage(id="s1", title=Labelled(zh="到货", en="Delivery"), wanted_by=dt.date(2027, 6, 30))
    lines = tuple(
        msgspec.structs.replace(line, stage="s1") if line.id == "ws" else line for line in plan.alternatives[0].lines
    )
    first = msgspec.structs.replace(plan.alternatives[0], stages=(stage,), lines=lines)
    later = msgspec.structs.replace(plan, alternatives=(first, *plan.alternatives[1:]))
    shown = outlook(assessed(later), sourcing(assessed(later), ()), TODAY)
    assert shown.quarters[0].bought.require() == 114_000
    assert shown.quarters[2].bought.require() == 150_000
    year = assessed(later).context.energy.year_cost.require()
    assert [part.power.require() for part in shown.quarters[:4]] == pytest.approx([0.0, 0.0, 0.0, year / 4])
    assert shown.quarters[3].total.require() == pytest.approx(264_000 + year / 4)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("width", [110.0, 166.0, 260.0])
def test_nothing_covers_anything_in_the_pictures_and_each_number_can_be_asked(language: str, width: float) -> None:
    one = assessed(full_plan())
    shown = outlook(one, sourcing(one, bundled_of("cloud_offer")), TODAY)
    figures = shown.figures()
    for made in (years_scene, cash_scene, tornado_scene):
        scene = made(shown, NAME, language, width_mm=width)  # type: ignore[arg-type]
        assert not overlaps(scene)
        assert not outside(scene)
        assert not struck(scene)
        assert scene.spots
        assert {spot.key for spot in scene.spots} <= set(figures)
        assert len(scene.description) > len(scene.title)


def test_what_is_not_known_is_said_and_not_drawn() -> None:
    one = assessed(sample())  # no price of electricity, no hours
    shown = outlook(one, sourcing(one, ()), TODAY)
    for made in (years_scene, tornado_scene):
        scene = made(shown, NAME, "en")
        assert "Cannot be drawn yet" in scene.description
        assert scene.spots == ()
