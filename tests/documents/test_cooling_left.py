"""Cooling left at a high place, wherever people see it: strip, bars, room, site rows, requirement of a unit to buy."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.services.site_list import site_rows as window_rows
from desktop_app.services.strip import strip_of
from planner.assess.run import Assessment
from planner.documents.site_facts import reckoned_cooling, site_rows
from planner.facility.cooling_loss import temperature_c
from planner.pictures import warming
from planner.pictures.bars import bars_scene
from planner.tender.loads import cooling
from tests.checks.factories import assess_one, find, make_line, make_plan
from tests.checks.rooms import circuit, room, unit
from tests.pictures.test_bars_and_prices import words

# 7,000 W sensible (10 kW x 0.7) x (1 - 2.25577e-5 x h)^5.2559: Lhasa 0.6366, Xining 0.7596, Kunming 0.7953
PLACES = ((3650.0, 4456.0), (2260.0, 5317.0), (1890.0, 5567.0), (None, 7000.0))


def made(altitude_m: float | None, *more: Any, heat_w: float = 3500.0) -> Assessment:
    """Return a machine in a room with a unit of 7,000 W sensible."""
    told = {} if altitude_m is None else {"altitude_m": altitude_m}
    site = (room(**told), unit(total_kw=10.0, sensible_kw=None), circuit(breaker_a=63.0))
    machine = make_line("ws", known={"max_power_w": heat_w})
    return assess_one(make_plan(machine, *more, site=site, plugged={"ws": "c1"}))


@pytest.mark.parametrize(("altitude_m", "left_w"), PLACES)
def test_every_surface_tells_what_is_left(altitude_m: float | None, left_w: float) -> None:
    one = made(altitude_m)
    said = f"{left_w / 1000:.2f} kW"
    assert one.context.totals.sensible_cooling_w.value == pytest.approx(left_w, abs=2)
    assert next(item for item in strip_of(one, "en").items if item.name == "heat").limit == f"cooling {said}"
    assert any(
        f"sensible cooling {left_w / 1000:.2f}".rstrip("0").rstrip(".") in text
        for text in words(bars_scene(one.context, "en"))
    )
    row = next(row for row in window_rows(one, "en") if row.id == "ac1")
    assert row.rated is not None
    assert row.rated.value == pytest.approx(left_w, abs=2)


def test_site_rows_tell_rated_and_left() -> None:
    one = made(3650.0)
    site = one.context.site
    for language, words_of_it in (
        ("en", "sensible capacity at this place 4.46 kW (share 0.637 by altitude and outdoor temperature)"),
        ("zh", "当地实际显冷量4.46 kW（按海拔与室外温度折减，系数0.637）"),
    ):
        rows = site_rows(site.nodes, language, reckoned_cooling(site), site.place_derate)  # type: ignore[arg-type]
        assert any(words_of_it in row.fact and "7 kW" in row.fact for row in rows)
    low = made(None).context.site
    assert not any("place" in row.fact for row in site_rows(low.nodes, "en", reckoned_cooling(low), low.place_derate))


def test_a_unit_to_buy_is_asked_for_by_its_rating() -> None:
    # 8,000 W x 1.2 - 4,456 W of the unit there = 5,144 W at 3,650 m: 5,144 / 0.6366 = 8,080 W rated; 2,600 W at sea level
    line = make_line("ac2", role="cooling", known={"total_kw": 12.0})
    assert cooling(made(3650.0, line, heat_w=8000.0), "ac2").wanted.value == pytest.approx(8080, abs=5)
    assert cooling(made(None, line, heat_w=8000.0), "ac2").wanted.value == pytest.approx(2600)


def test_course_in_the_picture_reaches_the_limit_when_the_check_says_so() -> None:
    # 2,100 m: (1 - 2.25577e-5 x 2100) ** 5.2559 = 0.7749 of 1.2 kg/m3; machines stop at 35 - 1,200 / 300 = 31 C, 5 K above 26 C
    one = made(2100.0)
    minutes = find(one, "CO03", "room").figures[0].require()
    assert minutes == pytest.approx(1.006 * 120 * (0.9298 + 2.4) * 5 / 3.5 / 60, rel=2e-3)
    drawn = warming._Drawing(one.context, "en", 160.0, 60.0)
    assert temperature_c(drawn._room(3.0), 3.5, minutes * 60) == pytest.approx(31.0)
    air = temperature_c(drawn._room(1.0), 3.5, 60) - 26  # air alone: 1.006 x 120 x 0.9298 kJ/K
    assert air == pytest.approx(3.5 * 60 / (1.006 * 120 * 0.9298), rel=5e-3)
