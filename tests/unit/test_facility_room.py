"""The room: warming after the cooling is lost, derating, density, sound, the way in; hand-worked and published numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.facility import cooling, cooling_loss, density, room_noise
from planner.facility.air import AIRFLOW_M3H
from planner.facility.cooling_loss import Room, calibration, curve, temperature_c
from planner.facility.delivery import Passage, Piece, longest_round, obstacles


def test_the_model_never_promises_more_than_was_measured() -> None:
    # Opengate (2007): 5 kW a cabinet stops after 3 min 9 s, 10 kW within a minute
    shown = calibration()
    assert all(one.is_safe for one in shown)
    # air only, 20 m3, 21 K: 507 kJ, 101 s at 5 kW and 51 s at 10 kW
    assert [one.model_s for one in shown] == pytest.approx([101.4, 50.7], rel=1e-3)
    assert shown[0].factor == pytest.approx(189 / 101.4, rel=1e-3)
    assert not all(
        one.is_safe for one in calibration(3.0)
    )  # the factor of an ordinary room is none of a closed cabinet


def test_room_of_forty_square_metres_with_a_workstation() -> None:
    # 2.5 kW into 120 m3 with factor 3: 26 -> 35 C in 26 min
    room = Room(air_m3=120)
    assert temperature_c(room, 2.5, 26 * 60) == pytest.approx(35, abs=0.1)
    course = curve(room, 2.5, 30, 31)
    assert course[0] == (0, 26)
    assert len(course) == 31
    assert course[26][1] == pytest.approx(35, abs=0.1)


@given(st.floats(0.5, 30), st.floats(20, 500), st.floats(0.01, 0.5))
def test_losses_slow_the_warming_and_the_room_settles(heat_kw: float, air_m3: float, loss: float) -> None:
    tight, leaky = Room(air_m3=air_m3, outdoor_c=26), Room(air_m3=air_m3, loss_kw_per_k=loss, outdoor_c=26)
    for seconds in (60, 600, 6000):
        assert temperature_c(leaky, heat_kw, seconds) <= temperature_c(tight, heat_kw, seconds) + 1e-9
    assert temperature_c(leaky, heat_kw, 1e9) == pytest.approx(26 + heat_kw / loss)


def test_the_curve_meets_the_time_that_is_told() -> None:
    given_ = {"outdoor_c": 30.0, "air_m3": 100.0, "mass_factor": 3.0, "start_c": 26.0}
    told_s = cooling.TIME_WITH_LOSSES_S(heat_kw=5, loss_kw_per_k=0.05, stop_c=35, **given_)
    room = Room(loss_kw_per_k=0.05, **given_)
    assert temperature_c(room, 5, told_s) == pytest.approx(35, abs=1e-9)


def test_derating_and_air_at_altitude() -> None:
    # Kunming, 1900 m: the same heat needs a quarter more air
    high, low = cooling_loss.density_kg_m3(1900, 20), cooling_loss.density_kg_m3(0, 20)
    assert low / high == pytest.approx(1.26, abs=0.02)
    assert low == pytest.approx(1.2041, rel=1e-3)
    assert cooling_loss.ALTITUDE_DERATE(density_kg_m3=high) == pytest.approx(0.795, abs=0.01)
    assert cooling_loss.OUTDOOR_DERATE(outdoor_c=40, rated_c=35) == pytest.approx(0.95)
    assert cooling_loss.OUTDOOR_DERATE(outdoor_c=30, rated_c=35) == 1
    # DGX H100: 10.2 kW at a rise of 16.2 K are 1,105 CFM
    m3h = AIRFLOW_M3H(heat_w=10200, density_kg_m3=1.2, rise_k=16.2)
    assert cooling_loss.CFM_FROM_M3H(airflow_m3h=m3h) == pytest.approx(1105, rel=0.005)


def test_density_class_of_a_rack() -> None:
    assert density.method_for(2.5).method == "comfort"  # type: ignore[union-attr]
    assert density.method_for(10.2).method == "in_row"  # type: ignore[union-attr]
    assert density.method_for(57.2).method == "liquid"  # type: ignore[union-attr]
    assert density.method_for(500) is None
    assert density.most_kw("in_row") == 20


def test_sound_of_a_room_by_distance_and_hours() -> None:
    # two of 70 dB(A) at 1 m, heard at 2 m: 70 - 6.02 + 3.01
    two = room_noise.Sound(level_db=70, quantity=2, distance_m=2)
    assert room_noise.room_level_db((two,)) == pytest.approx(66.99, abs=0.01)
    assert room_noise.room_level_db(()) is None
    # 88 dB(A) for 4 h is a full day; 85 for 8 h too
    assert room_noise.dose_pct((room_noise.Sound(level_db=88, hours=4),)) == pytest.approx(100)
    assert room_noise.dose_pct((room_noise.Sound(level_db=85, hours=8),)) == pytest.approx(100)
    # 88 for 4 h, of two sources of 85 one goes on for 4 h more: 100 % + 50 %
    loud, on = room_noise.Sound(level_db=85, hours=4), room_noise.Sound(level_db=85, hours=8)
    assert room_noise.dose_pct((loud, on)) == pytest.approx(150, rel=0.01)


RACK = Piece(width_mm=600, depth_mm=1070, height_mm=1991, weight_kg=125)


def test_a_rack_through_door_and_lift() -> None:
    # APC AR3100 is 1991 mm high: a door of 2000 mm leaves 9 mm; 30 mm are wanted
    door = Passage(kind="door", title="door", width_mm=900, height_mm=2000)
    assert [(one.what, one.needed) for one in obstacles(RACK, (door,))] == [("height", 2021)]
    assert obstacles(RACK, (Passage(kind="door", title="door", width_mm=900, height_mm=2100),)) == ()
    # filled with four of 130.45 kg: 647 kg + 50 + 2 x 75 = 847 kg
    filled = Piece(width_mm=600, depth_mm=1070, height_mm=1991, weight_kg=647)
    lift = Passage(kind="lift", title="lift", width_mm=800, height_mm=2100, depth_mm=1000, load_kg=800)
    assert [(one.what, one.needed) for one in obstacles(filled, (lift,))] == [("depth", 1070), ("load", 847)]


def test_round_a_corner() -> None:
    # a thin ladder round two corridors of 1 m: (1 + 1)^(3/2) = 2.828 m; a box of 0.6 m: 2.828 - 1.2
    assert longest_round(1000, 1000, 0) == pytest.approx(2828.4, abs=0.5)
    assert longest_round(1000, 1000, 600) == pytest.approx(1628.4, abs=0.5)
    assert longest_round(500, 1000, 600) == 0
    tight = Passage(kind="corner", title="corner", width_mm=800, second_mm=800)
    assert [one.what for one in obstacles(RACK, (tight,))] == ["turn"]
    assert obstacles(RACK, (Passage(kind="corner", title="corner", width_mm=1000, second_mm=1000),)) == ()
