"""Facility calculations by name: supplies, racks, UPS, air, fabric, and the look-ups of bundled tables."""

from __future__ import annotations

import math

import msgspec

from planner import tables
from planner.calc.grammar import Answer
from planner.calc.kinds import Input, Kind, Values, many, maybe, missing, num, seq, word
from planner.errors import InputError
from planner.facility import air, circuits, cooling, energy, network, power, rack, ups
from planner.figure import Formula
from planner.messages import msg

_PANEL = {1.0: 1 / 1.732, 2.0: 1.0, 3.0: 1.732}  # openDCIM's rounding of the square root of 3


def _kind(name: str, unit: str, formula: Formula, *inputs: Input, rising: tuple[str, ...] = ()) -> Kind:
    return Kind(name=name, area="facility", inputs=inputs, unit=unit, formulas=(formula,), rising=rising)


def _needed(values: Values, kind: str, key: str, unit: str) -> float:
    if values[key] is None:
        raise missing(kind, key, unit)
    return float(values[key])


def _phases(values: Values, kind: str) -> int:
    if values["phases"] not in (1.0, 3.0):
        raise InputError(msg("calc.phases", "{kind}: phases must be 1 or 3.", kind=kind), place="phases")
    return int(values["phases"])


def _one_voltage(values: Values, single: str, between: str) -> None:
    """Refuse a voltage that goes with the other number of phases: silently leaving it out would hide a mix-up."""
    stray = between if values["phases"] == 1 else single
    if values[single] is not None and values[between] is not None:
        raise InputError(
            msg("calc.stray_voltage", "{key} does not go with phases={phases}.", key=stray, phases=f"{values['phases']:g}"),
            msg("calc.stray_voltage.remedy", "{single} is for one phase, {between} (line to line) for three.",
                single=single, between=between),
            stray,
        )  # fmt: skip


def _pdu_kva(values: Values) -> Answer:
    phases = _phases(values, "pdu_kva")
    _one_voltage(values, "v", "v_ll")
    if phases == 1:
        volts_v = _needed(values, "pdu_kva", "v", "V")
        return [circuits.FEED_1PH_VA(volts_v=volts_v, amps_a=values["amps"], derate=values["derate"]) / 1000]
    volts_ll_v = _needed(values, "pdu_kva", "v_ll", "V")
    return [circuits.FEED_3PH_VA(volts_ll_v=volts_ll_v, amps_a=values["amps"], derate=values["derate"]) / 1000]


def _opendcim(values: Values) -> Answer:
    if values["poles"] not in _PANEL:
        raise InputError(msg("calc.poles", "poles must be 1, 2 or 3."), place="poles")
    return [values["panel_v_ll"] * _PANEL[values["poles"]] * values["amps"] * values["derate"]]


def _netbox(values: Values) -> Answer:
    phases = 1.732 if _phases(values, "netbox_feed_va") == 3 else 1.0  # NetBox's rounding, whatever the voltage means
    return [values["volts"] * values["amps"] * phases * values["max_util_pct"] / 100]


def _pdu_limit(values: Values) -> Answer:
    phases = _phases(values, "pdu_limit")
    _one_voltage(values, "feed_v", "feed_v_ll")
    if phases == 1:
        per_amp = _needed(values, "pdu_limit", "feed_v", "V")
    else:
        per_amp = math.sqrt(3) * _needed(values, "pdu_limit", "feed_v_ll", "V")
    limits = [values["feed_a"] * per_amp]
    if values["inlet_a"] is not None:
        limits.append(values["inlet_a"] * per_amp)
    if values["pdu_va"] is not None:
        limits.append(values["pdu_va"])
    return [min(limits)]


def _bank_limit(values: Values) -> Answer:
    banks, loads = values["bank_a"], values["load_a"]
    if len(banks) != len(loads):
        raise InputError(msg("calc.banks", "bank_a and load_a have different numbers of elements."), place="load_a")
    for place, (bank_a, load_a) in enumerate(zip(banks, loads, strict=True), 1):
        if load_a > bank_a:
            return f"fail_bank{place}"
    return "fail_feed" if math.fsum(loads) > values["feed_a"] else "ok"


def _cascade(values: Values) -> Answer:
    drawn: float | None = None
    for _, allocated, _ in reversed(values["chain"]):
        drawn = drawn if allocated is None else allocated
    if drawn is None:
        raise InputError(msg("calc.auto", "The innermost link of the chain needs a number."), place="chain")
    return [drawn]


def _psu_rating(values: Values) -> Answer:
    if any(len(row) != 3 or row[0] > row[1] or row[2] < 0 for row in values["curve"]):
        raise InputError(
            msg("calc.curve", "curve: each row is the lowest voltage, the highest voltage and the watts between them."),
            msg("calc.curve.remedy", "Write rows such as [100,127,1000|200,240,1200]."),
            "curve",
        )
    for row in values["curve"]:
        if row[0] <= values["vin"] <= row[1]:
            return [row[2]]
    raise InputError(msg("calc.vin", "{vin} V lies in no row of the curve.", vin=values["vin"]), place="vin")


def _psu_redundancy(values: Values) -> Answer:
    left_w = power.PSU_SURVIVING_W(psus=values["psus"], lost=values["lost"], psu_w=values["psu_w"])
    return "ok" if left_w >= values["load_w"] else "fail"


def _rack_power(values: Values) -> Answer:
    counts = values["n"] if isinstance(values["n"], list) else [values["n"]]
    each = values["unit_w"] if isinstance(values["unit_w"], list) else [values["unit_w"]]
    longest = max(len(counts), len(each))
    counts = counts * longest if len(counts) == 1 else counts
    each = each * longest if len(each) == 1 else each
    if len(counts) != len(each):
        raise InputError(msg("calc.pairs", "n and unit_w have different numbers of elements."), place="unit_w")
    return [power.TOTAL_W(quantity=counts, power_w=each)]


def _headroom(values: Values) -> Answer:
    if values["phases"] != 3.0:
        raise InputError(msg("calc.three_phases", "feed_headroom_w is for three phases only."), place="phases")
    names = {"v_ll": "volts_ll_v", "amps": "amps_a", "pf": "power_factor"}
    given = {names.get(key, key): value for key, value in values.items() if key != "phases"}
    return [circuits.HEADROOM_3PH_W(**given)]


def _saturation(values: Values) -> Answer:
    if values["t_c"] < 0:
        raise InputError(msg("calc.over_water", "sat_vp_pa is for 0 C and above."), place="t_c")
    return [air.SATURATION_PA(temperature_k=air.KELVIN(temperature_c=values["t_c"]))]


def _check_points(rows: list[list[float]]) -> None:
    loads = [row[0] for row in rows]
    if any(len(row) != 2 or min(row) <= 0 for row in rows) or len(set(loads)) != len(loads):
        raise InputError(
            msg("calc.points", "points: each row is a load and its minutes, both above 0 and each load once."),
            msg("calc.points.remedy", "Write rows such as [100,60|300,15]."),
            "points",
        )


def _interpolated(values: Values) -> Answer:
    _check_points(values["points"])
    points = [(row[0], row[1]) for row in values["points"]]
    minutes = ups.runtime_min(points, values["load_va"])
    if minutes is None:
        raise InputError(
            msg("calc.outside", "{load} lies outside of the published points.", load=values["load_va"]),
            msg("calc.outside.remedy", "Runtime is not extrapolated; give points on both sides."),
            "load_va",
        )
    return [minutes]


def _excursion(values: Values) -> Answer:
    factor = power.excursion_factor(values["time_ms"], values["hpwr"] != 0)
    return [power.EXCURSION_W(psu_w=values["psu_w"], factor=factor)]


def _carbon(values: Values) -> Answer:
    for row in tables.rows("facility/carbon.csv"):
        if row["country"] == values["country"] and float(row["year"]) == values["year"]:
            return [float(row["g_per_kwh"])]
    raise InputError(
        msg(
            "calc.carbon",
            "No emission factor of {country} in {year} is known.",
            country=values["country"],
            year=f"{values['year']:g}",
        ),
        msg(
            "calc.floor.remedy",
            "Known are: {known}.",
            known=tuple(f"country={row['country']} year={row['year']}" for row in tables.rows("facility/carbon.csv")),
        ),
        place="country",
    )


def _floor(values: Values) -> Answer:
    for row in tables.rows("facility/floor_load.csv"):
        if row["code"] == values["code"] and row["use"] == values["use"]:
            return [float(row["kn_per_m2"])]
    raise InputError(
        msg("calc.floor", "No floor load of {use} under {code} is known.", use=values["use"], code=values["code"]),
        msg(
            "calc.floor.remedy",
            "Known are: {known}.",
            known=tuple(f"code={row['code']} use={row['use']}" for row in tables.rows("facility/floor_load.csv")),
        ),
        place="use",
    )


def _answered(name: str, unit: str, says: str, answer: object, *inputs: Input) -> Kind:
    return Kind(name=name, area="facility", inputs=inputs, unit=unit, answer=answer, says=says)  # type: ignore[arg-type]


SUPPLY: tuple[Kind, ...] = (
    _answered("pdu_kva", "kVA", "v * amps or sqrt(3) * v_ll * amps, times derate / 1000", _pdu_kva,
              num("phases"), num("amps", "A"), num("derate"), maybe("v", "V"), maybe("v_ll", "V")),
    _answered("opendcim_feed_w", "W", "panel_v_ll * (1/1.732, 1, 1.732 by poles) * amps * derate", _opendcim,
              num("poles"), num("panel_v_ll", "V"), num("amps", "A"), num("derate")),
    _answered("netbox_feed_va", "VA", "volts * amps * (1.732 if three phases) * max_util_pct / 100", _netbox,
              num("volts", "V"), num("amps", "A"), num("phases"), num("max_util_pct", "%")),
    _kind("feed_va_true", "VA", circuits.FEED_PHASES_VA,
          num("v_ln", "V", "volts_ln_v"), num("amps", "A", "amps_a"), num("phases"), num("derate")),
    _answered("pdu_limit", "VA", "the least of feed, inlet at the feed's voltage, and rating", _pdu_limit, num("phases"),
              num("feed_a", "A"), maybe("feed_v", "V"), maybe("feed_v_ll", "V"), maybe("inlet_a", "A"), maybe("pdu_va", "VA")),
    _answered("bank_limit", "verdict", "each bank first, then the sum against the feed", _bank_limit,
              num("feed_a", "A"), seq("bank_a", "A"), seq("load_a", "A")),
    _answered("cascade_draw", "W", "the innermost number is passed up; auto takes what is below", _cascade,
              Input(name="chain", type="chain", unit="W")),
    _kind("phase_sum", "W", power.SUM_W, seq("legs_w", "W", "power_w", length=3)),
    _kind("phase_imbalance", "%", circuits.IMBALANCE_PCT, seq("legs_w", "W", "lines_w", length=3)),
    _answered("psu_rating", "W", "the row whose range contains the input voltage", _psu_rating,
              num("vin", "V"), Input(name="curve", type="matrix", unit="V,V,W")),
    _answered("psu_redundancy", "verdict", "(psus - lost) * psu_w >= load_w", _psu_redundancy,
              num("psus"), num("psu_w", "W"), num("load_w", "W"), num("lost")),
    _answered("feed_headroom_w", "W", "sqrt(3) * v_ll * amps * derate * pf * feeds - load_w", _headroom,
              num("phases", default=3.0), num("v_ll", "V"), num("amps", "A"), num("feeds"), num("derate"), num("pf"),
              num("load_w", "W")),
    _answered("atx3_excursion_w", "W", "rating times the factor of the time window", _excursion,
              num("psu_w", "W"), num("hpwr"), num("time_ms", "ms")),
    _kind("atx_step_a", "A", power.RAIL_STEP_A, num("rail_a", "A"), num("step_pct", "%")),
)  # fmt: skip
ROOM: tuple[Kind, ...] = (
    _kind("rack_power_util", "%", rack.POWER_PCT, num("alloc_w", "W", "load_w"), num("avail_va", "VA", "available_va")),
    _kind("rack_u_util", "%", rack.USED_PCT, num("used_u", "U"), num("rack_u", "U")),
    _answered("rack_power", "W", "sum of n * unit_w", _rack_power, many("n"), many("unit_w", "W")),
    _kind("airflow_cfm", "CFM", air.AIRFLOW_CFM, num("w", "W", "heat_w"), num("cfm_per_kw", "CFM/kW")),
    _kind("delta_t_f", "F", air.RISE_F, num("w", "W", "heat_w"), num("cfm", "CFM", "airflow_cfm")),
    _kind("w_to_btuh", "BTU/h", cooling.BTUH, num("w", "W", "heat_w")),
    _kind("btuh_to_w", "W", cooling.WATTS_FROM_BTUH, num("btuh", "BTU/h", "heat_btuh")),
    _kind("ton_w", "W", cooling.WATTS_FROM_TONS, num("tons", "RT")),
    _kind("split_airflow_m3min", "m3/min", air.SPLIT_AIRFLOW_M3MIN, num("rated_kw", "kW")),
    _kind("std_pressure_pa", "Pa", air.PRESSURE_PA, num("alt_m", "m", "altitude_m")),
    _kind("dry_air_density", "kg/m3", air.DRY_DENSITY_KG_M3, num("t_c", "C", "temperature_c"), num("p_pa", "Pa", "pressure_pa")),
    _kind("moist_air_density", "kg/m3", air.MOIST_DENSITY_KG_M3,
          num("t_c", "C", "temperature_c"), num("w", "kg/kg", "humidity_ratio"), num("p_pa", "Pa", "pressure_pa")),
    _answered("sat_vp_pa", "Pa", "Hyland and Wexler over water", _saturation, num("t_c", "C")),
    _kind("thermal_shutdown_s", "s", cooling.TIME_TO_TEMPERATURE_S, num("kw", "kW", "heat_kw"), num("m3", "m3", "air_m3"),
          num("mass_factor"), num("t_start_c", "C", "start_c"), num("t_stop_c", "C", "stop_c"),
          rising=("t_start_c", "t_stop_c")),
    _kind("fabric_cables", "cables", network.FABRIC_CABLES, num("nodes"), num("links"), num("extra", default=0.0)),
    _kind("leaf_count", "switches", network.LEAVES, num("node_links"), num("switch_ports")),
    _kind("spine_count", "switches", network.SPINES, num("leaves"), num("switch_ports")),
    _kind("spine_leaf_cables", "cables", network.SPINE_CABLES, num("leaves"), num("switch_ports")),
    _kind("carbon_kg", "kg CO2", energy.CARBON_KG, num("kwh", "kWh", "energy_kwh"), num("ef", "kg/kWh", "factor_kg_kwh")),
    _answered("carbon_g_kwh", "g/kWh", "bundled table of emission factors", _carbon, word("country"), num("year")),
    _answered("floor_live_load", "kN/m2", "bundled table of floor loads", _floor, word("code"), word("use")),
)  # fmt: skip
BACKUP: tuple[Kind, ...] = (
    msgspec.structs.replace(
        _kind("ups_heat_w", "W", ups.HEAT_W, num("rating_w", "W"), num("load_w", "W")), rising=("load_w", "rating_w")
    ),
    _kind("ups_loss_kw", "kW", ups.LOSS_KW, num("load_kw", "kW"), num("eff", to="efficiency")),
    _kind("ups_derate_blocks", "%", ups.BLOCKS_PCT, num("blocks"), num("min_full", to="full_blocks"), num("step")),
    _kind("altitude_derate", "%", ups.ALTITUDE_PCT, num("alt_m", "m", "altitude_m"), num("start_m", "m"), num("pct_per_100m", "%")),
    _kind("dc_power_kw", "kW", ups.DC_POWER_KW,
          num("kva", "kVA", "rating_kva"), num("pf", to="power_factor"), num("inv_eff", to="efficiency")),
    _kind("battery_kwh", "kWh", ups.BATTERY_KWH, num("dc_kw", "kW"), num("hours", "h")),
    _kind("runtime_policy_min", "min", ups.RUNTIME_POLICY_MIN,
          num("business_min", "min"), num("shutdown_x2_min", "min"), num("safety_min", "min")),
    _kind("runtime_rule_of_thumb", "min", ups.RUNTIME_THUMB_MIN, num("ah", "Ah", "capacity_ah"), num("w", "W", "load_w")),
    _kind("peukert_ratio", "ratio", ups.PEUKERT_RATIO, num("load1", to="load_1"), num("load2", to="load_2"), num("k", to="exponent")),
    _kind("peukert_runtime", "min", ups.PEUKERT_RUNTIME_MIN, num("load_pct", "%"), num("ah", "Ah", "capacity_ah"),
          num("const", to="factor"), num("k", to="exponent")),
    _answered("runtime_interp", "min", "log-log between the neighbouring points", _interpolated,
              Input(name="points", type="matrix", unit="load,min"), num("load_va", "VA")),
    _kind("w_to_va_rule", "VA", ups.VA_FROM_W, num("w", "W", "power_w"), num("factor", default=1.4)),
)  # fmt: skip
KINDS = SUPPLY + ROOM + BACKUP
