"""Facility formulas against published or hand-worked numbers."""

from __future__ import annotations

import math

import pytest

from planner.facility import air, circuits, cooling, energy, network, noise, power, rack, ups
from planner.figure import Quality, leaf, trace, unknown


@pytest.mark.parametrize(
    ("got", "expected", "rel"),
    [
        # four 450 W cards, 270 W host, supply 92 %: (1800 + 270) / 0.92
        (power.CARDS_WALL_W(cards=4, card_tdp_w=450, host_w=270, psu_efficiency=0.92), 2250.0, 1e-9),
        (power.EXPECTED_W(idle_w=400, use_share=0.5, max_w=2400), 1400.0, 1e-9),
        # six 3.3 kW supplies, scheme 4+2: maker's published redundancy, 13.2 kW with two lost
        (power.PSU_SURVIVING_W(psus=6, lost=2, psu_w=3300), 13200.0, 1e-9),
        (power.TOTAL_W(quantity=[2, 1], power_w=[700, 150]), 1550.0, 1e-9),
        # 2.5 kW at 220 V and power factor 0.98: 11.6 A
        (circuits.CURRENT_1PH_A(power_w=2500, volts_ln_v=220, power_factor=0.98), 11.5955, 1e-4),
        # 10.2 kW at 380 V three-phase, power factor 0.98: 15.8 A
        (circuits.CURRENT_3PH_A(power_w=10200, volts_ll_v=380, power_factor=0.98), 15.814, 1e-4),
        (circuits.WORST_LINE_A(lines_w=[1100, 2200, 550], volts_ln_v=220, power_factor=1.0), 10.0, 1e-9),
        # legs 100/200/300 W: mean 200, 50 % over
        (circuits.IMBALANCE_PCT(lines_w=[100, 200, 300]), 50.0, 1e-9),
        # two equal line-to-line loads give sqrt(3) times their current
        (circuits.LINE_FROM_PAIRS_A(i_ab_a=10, i_ca_a=10), 17.3205, 1e-5),
        (circuits.CHAIN_A(limits_a=[16, 10, 16]), 10.0, 1e-9),
        # 230 V x 32 A x 3 phases = 22,080 VA, the right answer to a three-phase feed
        (circuits.FEED_PHASES_VA(phases=3, volts_ln_v=230, amps_a=32, derate=1), 22080.0, 1e-9),
        (circuits.FEED_3PH_VA(volts_ll_v=380, amps_a=16, derate=1), 10530.9, 1e-4),
        # 11.6 A, 40 m, 2.5 mm2, power factor 1: 8.35 V = 3.8 % of 220 V
        (circuits.VOLTAGE_DROP_V(ways=2, current_a=11.6, length_m=40, section_mm2=2.5, power_factor=1), 8.352, 1e-6),
        (circuits.VOLTAGE_DROP_PCT(drop_v=8.352, volts_ln_v=220), 3.796, 1e-3),
        # 30 mA device, 1 mA a supply: nine supplies
        (circuits.RCD_SUPPLIES(rcd_ma=30, leakage_ma=1), 9.0, 1e-9),
        # APC white paper 25: 10 kW unit at 5 kW gives 650 W
        (ups.HEAT_W(rating_w=10000, load_w=5000), 650.0, 1e-9),
        (ups.LOAD_PCT(load_w=900, rating_w=1800, load_va=1000, rating_va=1600), 62.5, 1e-9),
        (ups.NEED_VA(loads_va=[1000, 500], growth=0.2), 1800.0, 1e-9),
        # 2.5 kW at the wall: 8,530 BTU/h, 0.71 RT
        (cooling.BTUH(heat_w=2500), 8530.4, 1e-4),
        (cooling.TONS(heat_w=2500), 0.7109, 1e-3),
        (cooling.WATTS_FROM_TONS(tons=1), 3516.85, 1e-5),
        (cooling.HP_COOLING_W(horsepower=2), 5000.0, 1e-9),
        (cooling.SENSIBLE_W(total_w=2500, sensible_ratio=0.7), 1750.0, 1e-9),
        # 2.5 kW at 0.7 sensible and 20 % margin: 4.3 kW rated
        (cooling.REQUIRED_TOTAL_W(sensible_heat_w=2500, sensible_ratio=0.7, derate=1, margin=0.2), 4285.7, 1e-4),
        # 2.5 kW into 120 m3 of air: 1.04 K/min, with factor 3 26 -> 35 C in 26 min
        (cooling.WARMING_K_PER_MIN(heat_w=2500, room_m3=120, mass_factor=1), 1.035, 1e-3),
        (cooling.TIME_TO_TEMPERATURE_S(air_m3=120, mass_factor=3, stop_c=35, start_c=26, heat_kw=2.5), 1564.5, 1e-3),
        # 1 W and 1 K at 1.2 kg/m3: 2.98 m3/h
        (air.AIRFLOW_M3H(heat_w=1, density_kg_m3=1.2, rise_k=1), 2.982, 1e-3),
        # 10.2 kW with 1,105 CFM: 29.2 F
        (air.RISE_F(heat_w=10200, airflow_cfm=1105), 29.17, 1e-3),
        # ASHRAE: 1,000 m 89,875 Pa
        (air.PRESSURE_PA(altitude_m=1000), 89875, 1e-4),
        # 647 kg on 0.642 m2: 9.9 kN/m2; to 2.5 kN/m2 it needs 2.54 m2
        (rack.FLOOR_LOAD_KN_M2(weight_kg=647, area_m2=0.642), 9.883, 1e-3),
        (rack.SPREAD_AREA_M2(weight_kg=647, allowed_kn_m2=2.5), 2.538, 1e-3),
        # two equal sources +3 dB, ten equal +10 dB
        (noise.LEVEL_SUM_DB(quantity=[1, 1], levels_db=[70, 70]), 73.0103, 1e-6),
        (noise.LEVEL_SUM_DB(quantity=[10], levels_db=[60]), 70.0, 1e-9),
        (noise.ALLOWED_HOURS(level_db=88, limit_db=85, exchange_db=3), 4.0, 1e-9),
        # published fabric: 252 links with 64-port switches need 8 leaves, 4 spines, 256 cables
        (network.LEAVES(node_links=252, switch_ports=64), 8.0, 1e-9),
        (network.SPINES(leaves=8, switch_ports=64), 4.0, 1e-9),
        (network.SPINE_CABLES(leaves=8, switch_ports=64), 256.0, 1e-9),
        (energy.ENERGY_YEAR_KWH(pue=1.5, expected_w=[600, 400]), 13140.0, 1e-9),
    ],
)
def test_worked_numbers(got: float, expected: float, rel: float) -> None:
    assert got == pytest.approx(expected, rel=rel)


def test_ten_amp_socket_fails_and_sixteen_holds_for_a_four_card_machine() -> None:
    current_a = circuits.CURRENT_1PH_A(power_w=2500, volts_ln_v=220, power_factor=0.98)
    assert circuits.SOCKET_LOAD_PCT(current_a=current_a, rating_a=10) > 100
    assert 70 < circuits.SOCKET_LOAD_PCT(current_a=current_a, rating_a=16) < 75


def test_no_load_is_no_imbalance() -> None:
    assert circuits.IMBALANCE_PCT(lines_w=[0, 0, 0]) == 0


def test_room_that_settles_below_the_limit_never_reaches_it() -> None:
    common = {"outdoor_c": 30, "air_m3": 100, "mass_factor": 3, "start_c": 26, "stop_c": 35}
    assert math.isinf(cooling.TIME_WITH_LOSSES_S(heat_kw=1, loss_kw_per_k=0.5, **common))
    leaky = cooling.TIME_WITH_LOSSES_S(heat_kw=5, loss_kw_per_k=0.05, **common)
    tight = cooling.TIME_TO_TEMPERATURE_S(heat_kw=5, air_m3=100, mass_factor=3, start_c=26, stop_c=35)
    assert leaky == pytest.approx(tight, rel=0.05)


def test_runtime_is_interpolated_and_never_extrapolated() -> None:
    # APC Back-UPS Pro 1400 manual: 99 min at 200 VA, 60 at 300; the table prints 74 at 250
    points = [(300.0, 60.0), (200.0, 99.0)]
    assert ups.runtime_min(points, 250) == pytest.approx(74, rel=0.05)
    assert ups.runtime_min(points, 200) == pytest.approx(99)
    assert ups.runtime_min(points, 301) is None
    assert ups.runtime_min(points, 199) is None


def test_excursions_follow_the_design_guide() -> None:
    # Intel ATX 3.0 design guide, table 3-3
    assert [power.excursion_factor(t, True) for t in (0.1, 1, 10, 100, 200)] == [2.0, 1.8, 1.6, 1.2, 1.0]
    assert [power.excursion_factor(t, False) for t in (0.1, 1, 10, 100)] == [1.5, 1.45, 1.35, 1.10]


def test_unknown_input_gives_unknown_current() -> None:
    current = trace(
        circuits.CURRENT_1PH_A,
        "a/line/current_a",
        power_w=unknown("a/line/max_w", "W"),
        volts_ln_v=leaf("site/volts", 220, "V", Quality.ENTERED),
        power_factor=leaf("pf", 0.98, "1", Quality.ASSUMED),
    )
    assert current.value is None
    assert current.missing == ("a/line/max_w",)
