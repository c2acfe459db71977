"""Three-phase lines, protection, supplies and UPS against hand-worked and published numbers."""

from __future__ import annotations

import cmath
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.facility import phases, protection, supplies, ups_runtime
from planner.facility.ampacity import Conductor, carried_by, sections
from planner.figure import Quality


def _by_vectors(own: tuple[float, ...], pairs: tuple[float, ...], volts: float) -> list[float]:
    """Return the line currents (A) by complex arithmetic, without the closed form."""
    lines = [cmath.rect(volts, -2 * math.pi / 3 * line) for line in range(3)]
    drawn = [own[line] / lines[line].conjugate() for line in range(3)]
    for first, power in enumerate(pairs):
        second = (first + 1) % 3
        current = power / (lines[first] - lines[second]).conjugate()
        drawn[first] += current
        drawn[second] -= current
    return [abs(one) for one in drawn]


LOADS = st.tuples(*[st.floats(0, 20000)] * 3)


@given(LOADS, LOADS)
def test_line_currents_are_the_vector_sums(own: tuple[float, float, float], pairs: tuple[float, float, float]) -> None:
    got = phases.line_currents(own, pairs, 220.0, 1.0)
    assert got == pytest.approx(_by_vectors(own, pairs, 220.0), abs=1e-9)
    volts_ll = 220 * math.sqrt(3)
    for line in range(3):  # what the planner adds up is never less
        added = own[line] / 220 + (pairs[line] + pairs[line - 1]) / volts_ll
        assert got[line] <= added + 1e-9


def test_three_equal_pairs_are_a_balanced_load() -> None:
    # 3 x 3800 W between lines of 380 V: 11.4 kW three-phase, 17.32 A a line
    currents = phases.line_currents((0, 0, 0), (3800, 3800, 3800), 380 / math.sqrt(3), 1.0)
    assert currents == pytest.approx((17.3205,) * 3, rel=1e-5)


def test_one_pair_loads_two_lines_by_its_whole_current() -> None:
    # 3800 W at 380 V: 10 A there and back, nothing in the third line
    currents = phases.line_currents((0, 0, 0), (3800, 0, 0), 380 / math.sqrt(3), 1.0)
    assert currents == pytest.approx((10.0, 10.0, 0.0), abs=1e-9)


@pytest.mark.parametrize(
    ("lines", "neutral"),
    [((10, 10, 10), 0.0), ((10, 0, 0), 10.0), ((10, 10, 0), 10.0), ((20, 10, 0), 17.3205)],
)
def test_neutral_of_single_phase_loads(lines: tuple[float, float, float], neutral: float) -> None:
    got = phases.NEUTRAL_A(l1_a=lines[0], l2_a=lines[1], l3_a=lines[2])
    assert got == pytest.approx(neutral, rel=1e-5, abs=1e-9)


def test_third_harmonics_add_up_in_the_neutral() -> None:
    # balanced 10 A with 33 % third harmonic: 3 x 3.3 A
    assert phases.NEUTRAL_WITH_THIRD_A(neutral_a=0, third_share=0.33, l1_a=10, l2_a=10, l3_a=10) == pytest.approx(9.9)


def test_aluminium_drops_more_than_copper() -> None:
    # 11.6 A, 40 m, 2.5 mm2: copper 8.352 V, aluminium 0.036 / 0.0225 of it
    given_ = {"ways": 2, "current_a": 11.6, "length_m": 40, "section_mm2": 2.5, "power_factor": 1}
    copper, aluminium = (
        phases.DROP_V(rho_ohm_mm2_m=phases.RHO_OHM_MM2_M[metal], **given_) for metal in ("copper", "aluminium")
    )
    assert copper == pytest.approx(8.352)
    assert aluminium == pytest.approx(13.3632)


@pytest.mark.parametrize(
    # IEC 60364-5-52:2009 tables B.52.2 and B.52.4, PVC, 30 C, methods B1 and C
    ("mm2", "conductor", "amps"),
    [
        (1.5, "copper", (17.5, 19.5, 15.5, 17.5)),
        (2.5, "copper", (24, 27, 21, 24)),
        (4, "copper", (32, 36, 28, 32)),
        (10, "copper", (57, 63, 50, 57)),
        (25, "copper", (101, 112, 89, 96)),
        (95, "copper", (232, 258, 207, 223)),
        (2.5, "aluminium", (18.5, 21, 16.5, 18.5)),
        (16, "aluminium", (60, 66, 53, 59)),
    ],
)
def test_ampacity_is_the_table_of_the_standard(mm2: float, conductor: Conductor, amps: tuple[float, ...]) -> None:
    row = carried_by(mm2, conductor)
    assert row is not None
    found = [row.amps(on_wall=wall, three_phase=three) for three in (False, True) for wall in (False, True)]
    assert found == [*amps]
    figure = row.figure("k", on_wall=False, three_phase=False)
    assert (figure.value, figure.quality) == (amps[0], Quality.SECONDARY)
    assert "30 °C" in figure.source


def test_between_two_sections_the_thinner_counts() -> None:
    between = carried_by(3.0)
    assert between is not None
    assert between.section_mm2 == 2.5


def test_what_is_thinner_than_the_table_has_no_value() -> None:
    assert carried_by(1.0) is None
    assert carried_by(0.75) is None
    assert carried_by(1.5, "aluminium") is None  # the standard has no thinner aluminium than 2.5 mm2
    assert [one.section_mm2 for one in sections()] == sorted(one.section_mm2 for one in sections())


@pytest.mark.parametrize(
    ("curve", "together"),
    # 16 A: B from 48 A, C from 80 A, D from 160 A; 40 A a supply
    [("B", 1), ("C", 2), ("D", 4)],
)
def test_supplies_switched_on_together(curve: protection.Curve, together: int) -> None:
    instant = protection.INSTANT_A(factor=protection.INSTANT[curve][0], breaker_a=16)
    assert protection.TOGETHER(instant_a=instant, inrush_each_a=40) == together
    held = [count for count in range(1, 9) if protection.inrush_holds(count, 39.9, 16, curve)]
    assert max(held) == together


def test_leakage_and_overload() -> None:
    # nine supplies of 1 mA use up 30 % of 30 mA; six of 3.5 mA are more than twice that
    assert protection.LEAKAGE_PCT(leakage_ma=9, rcd_ma=30) == pytest.approx(100)
    assert protection.LEAKAGE_MA(supplies=[6, 2], leakage_each_ma=[3.5, 1]) == pytest.approx(23)
    assert protection.TRIP_HOUR_A(breaker_a=16) == pytest.approx(23.2)
    # NEC: 12 A for hours and 1 A now and then want 16 A
    assert protection.BREAKER_NEC_A(continuous_a=12, other_a=1) == pytest.approx(16)


def test_supplies_feed_by_feed() -> None:
    # H100: 6 x 3.3 kW, 10.2 kW. 3+3 leaves 9.9 kW, 300 W too little; 2+2+2 leaves 13.2 kW
    two = supplies.feed_losses({"A": 3, "B": 3}, 3300, 10200)
    assert [(one.left_w, one.holds, one.cap_w) for one in two] == [(9900, False, 300), (9900, False, 300)]
    assert all(one.holds for one in supplies.feed_losses({"A": 2, "B": 2, "C": 2}, 3300, 10200))
    assert supplies.feeds_needed(6, 3300, 10200) == 3
    # B200: 5+1, 14.3 kW; only one may be lost, so six feeds. B300: 12 x 3.2 kW, 14.5 kW: 6 may be lost and more
    assert supplies.feeds_needed(6, 3300, 14300) == 6
    assert supplies.feeds_needed(12, 3200, 14500) == 2
    assert supplies.feeds_needed(2, 1000, 1900) is None
    assert supplies.spare_supplies(2, 1000, 2100) == -1


def test_supply_output_by_input_voltage() -> None:
    # PWS-1K23A-1R: 1000 W at 100-127 V, 1200 W at 200-240 V
    curve = [[100, 127, 1000], [200, 240, 1200]]
    assert supplies.output_at(curve, 115) == 1000
    assert supplies.output_at(curve, 220) == 1200
    assert supplies.output_at(curve, 150) is None
    assert supplies.accepts("200-240", 220) is True
    assert supplies.accepts("200-240", 110) is False
    assert supplies.accepts("see label", 220) is None


APC_1400 = ups_runtime.points_of("1000:11;200:99;300:60;800:16")  # manual p.18, VA


def test_runtime_is_read_and_never_stretched() -> None:
    between = ups_runtime.runtime_at(APC_1400, 250)
    assert between.basis == "published"
    assert between.minutes == pytest.approx(74, rel=0.05)
    assert ups_runtime.runtime_at(APC_1400, 900).minutes == pytest.approx(13, rel=0.05)
    assert ups_runtime.runtime_at(APC_1400, 1001) == ups_runtime.Runtime(minutes=None, basis="unknown")
    assert ups_runtime.runtime_at(APC_1400, 50) == ups_runtime.Runtime(minutes=99, basis="at_least")


def test_runtime_without_points_is_an_estimate_or_unknown() -> None:
    # 1000 Wh x 0.8 x 0.92 x 0.8 = 588.8 Wh; at 500 W and 50 W of its own 64.2 min
    found = ups_runtime.runtime_at((), 500, 1000, 50)
    assert found.is_assumed
    assert found.minutes == pytest.approx(64.23, rel=1e-3)
    assert ups_runtime.runtime_at((), 500).minutes is None


def test_points_in_percent_need_the_rating() -> None:
    assert ups_runtime.points_of("12%:54.5", 1000) == ((120.0, 54.5),)
    assert ups_runtime.points_of("12%:54.5") == ()
    assert ups_runtime.points_of("") == ()


def test_ups_input_shutdown_and_life() -> None:
    # Huawei 6 kVA: 1.8 kW to charge; 5.4 kW at 0.92 draws 5.87 kW, with the charger 7.67 kW = 34.9 A at 220 V
    assert ups_runtime.INPUT_W(load_w=5400, efficiency=0.92, charger_w=1800) == pytest.approx(7669.57, rel=1e-6)
    # Eaton: 5 min of work, 3 to shut down, 4 to be safe
    assert ups_runtime.NEEDED_MIN(business_min=5, shutdown_min=3, safety_min=4) == 15
    # 30 min of battery, 35 C after 8 min: a shutdown of 4 min uses half of what is there
    useful = ups_runtime.USEFUL_MIN(runtime_min=30, thermal_min=8)
    assert ups_runtime.SHUTDOWN_PCT(shutdown_min=4, useful_min=useful) == pytest.approx(50)
    assert ups_runtime.LIFE_YEARS(life_25_years=5, battery_c=35) == pytest.approx(2.5)
    assert ups_runtime.LIFE_YEARS(life_25_years=5, battery_c=20) == pytest.approx(5)
    # Eaton 93PS: 60 kVA x 0.8 over 32 blocks at 0.94: 51,064 W / 192 cells
    assert ups_runtime.CELL_W(battery_w=48000, efficiency=0.94, blocks=32) == pytest.approx(265.96, rel=1e-4)
