"""The room after its cooling is lost: temperature over time, how the model stands against published tests, derating.

Model C10: C dT/dt = Q - UA (T - T outdoor). With factor 1 only the air stores heat: the earliest time, and the one that
agrees with published tests of closed cabinets. A factor of 3 counts racks and walls: the time of an ordinary room.
"""

from __future__ import annotations

import math

import msgspec

from planner.facility.air import DRY_DENSITY_KG_M3, PRESSURE_PA
from planner.facility.cooling import TIME_TO_TEMPERATURE_S
from planner.figure import Formula
from planner.messages import Labelled

ROOM_C = Formula(
    key="cooling.room_c",
    label=Labelled(zh="停冷后室温", en="Room temperature without cooling"),
    text="settles_c - (settles_c - start_c) * exp(-seconds / constant_s)",
    unit="degC",
    source="C dT/dt = Q - UA (T - T outdoor), solved; Khankari, ASHRAE Transactions 117-1 (2011)",
    function=lambda settles_c, start_c, seconds, constant_s: (
        settles_c - (settles_c - start_c) * math.exp(-seconds / constant_s)
    ),
    error_class="cooling.warming",
)
ROOM_TIGHT_C = Formula(
    key="cooling.room_tight_c",
    label=Labelled(zh="停冷后室温（不计散热）", en="Room temperature without cooling or losses"),
    text="start_c + heat_kw * seconds / (1.2 * 1.006 * air_m3 * mass_factor)",
    unit="degC",
    source="heat into what stores it; factor 1 = air only, 2-5 with racks and walls (customary value, to be confirmed)",
    function=lambda start_c, heat_kw, seconds, air_m3, mass_factor: (
        start_c + heat_kw * seconds / (1.2 * 1.006 * air_m3 * mass_factor)
    ),
    error_class="cooling.warming",
)
SETTLES_C = Formula(
    key="cooling.settles_c",
    label=Labelled(zh="最终温度", en="Temperature at which the room settles"),
    text="outdoor_c + heat_kw / loss_kw_per_k",
    unit="degC",
    source="heat equals loss through the walls",
    function=lambda outdoor_c, heat_kw, loss_kw_per_k: outdoor_c + heat_kw / loss_kw_per_k,
)
CONSTANT_S = Formula(
    key="cooling.constant_s",
    label=Labelled(zh="升温时间常数", en="Time constant of the room"),
    text="1.2 * 1.006 * air_m3 * mass_factor / loss_kw_per_k",
    unit="s",
    source="stored heat for each K divided by the loss for each K",
    function=lambda air_m3, mass_factor, loss_kw_per_k: 1.2 * 1.006 * air_m3 * mass_factor / loss_kw_per_k,
)
OUTDOOR_DERATE = Formula(
    key="cooling.outdoor_derate",
    label=Labelled(zh="室外高温折减", en="Derating by outdoor temperature"),
    text="max(0.5, 1 - 0.01 * max(0, outdoor_c - rated_c))",
    unit="1",
    source="about 1 % for each K above the rated 35 C of GB/T 7725 (customary value, to be confirmed)",
    function=lambda outdoor_c, rated_c: max(0.5, 1 - 0.01 * max(0.0, outdoor_c - rated_c)),
    error_class="cooling.derate",
)
ALTITUDE_DERATE = Formula(
    key="cooling.altitude_derate",
    label=Labelled(zh="海拔折减", en="Derating by altitude"),
    text="min(1, density_kg_m3 / 1.2041)",
    unit="1",
    source="a fan moves volume: air-cooled capacity falls with density, against 1.2041 kg/m3 at 20 C and sea level",
    function=lambda density_kg_m3: min(1.0, density_kg_m3 / 1.2041),
    error_class="cooling.derate",
)
ALLOWED_HIGH_C = Formula(
    key="cooling.allowed_high_c",
    label=Labelled(zh="海拔折减后的允许温度", en="Allowed temperature at altitude"),
    text="allowed_c - max(0, altitude_m - 900) / 300",
    unit="degC",
    source="ASHRAE classes A1 and A2, as makers of servers print it: 1 C less for each 300 m above 900 m",
    function=lambda allowed_c, altitude_m: allowed_c - max(0.0, altitude_m - 900) / 300,
    error_class="cooling.derate",
)
DERATE = Formula(
    key="cooling.derate",
    label=Labelled(zh="综合折减", en="Derating of the cooling"),
    text="outdoor_derate * altitude_derate",
    unit="1",
    source="both at once",
    function=lambda outdoor_derate, altitude_derate: outdoor_derate * altitude_derate,
)
AT_PLACE_W = Formula(
    key="cooling.at_place_w",
    label=Labelled(zh="当地条件下的显冷量", en="Sensible cooling at the place"),
    text="rated_w * derate",
    unit="W",
    source="rated sensible cooling times what is left of it at the altitude and the outdoor temperature of the place",
    function=lambda rated_w, derate: rated_w * derate,
    error_class="cooling.derate",
)
RATED_FOR_W = Formula(
    key="cooling.rated_for_w",
    label=Labelled(zh="折算的额定显冷量", en="Rated sensible cooling for a heat at the place"),
    text="wanted_w / derate",
    unit="W",
    source="sensible cooling wanted at the place over the share of the rated one that is left there",
    function=lambda wanted_w, derate: wanted_w / derate,
    error_class="cooling.derate",
)
CFM_FROM_M3H = Formula(
    key="air.cfm_from_m3h",
    label=Labelled(zh="风量（立方英尺每分）", en="Airflow in cubic feet a minute"),
    text="airflow_m3h / 1.699010796",
    unit="CFM",
    source="1 CFM = 1.699010796 m3/h, by the definition of the foot",
    function=lambda airflow_m3h: airflow_m3h / 1.699010796,
)

LIMIT_C = (
    45.0  # at which servers stop by themselves: the auditor's assumption behind the anchors, not the published text
)
START_C = 24.0


class Anchor(msgspec.Struct, frozen=True, kw_only=True):
    """A published time from the loss of cooling to the stop of the servers; ``at_most`` where only an upper bound is told."""

    heat_kw: float
    seconds: float
    at_most: bool
    source: str


ANCHORS = (
    Anchor(
        heat_kw=5.0,
        seconds=189.0,
        at_most=False,
        source="Opengate Data Systems for Active Power (2007): 5 kW a cabinet",
    ),
    Anchor(
        heat_kw=10.0, seconds=60.0, at_most=True, source="Opengate Data Systems for Active Power (2007): 10 kW and more"
    ),
)
CABINET_M3 = 20.0  # air of the room for each cabinet: assumed, the published text does not tell it


class Calibration(msgspec.Struct, frozen=True, kw_only=True):
    """The model beside an anchor: its time in s, and the factor with which it would meet the anchor exactly."""

    anchor: Anchor
    model_s: float
    factor: float

    @property
    def is_safe(self) -> bool:
        """Tell whether the model does not promise more time than was measured."""
        return self.model_s <= self.anchor.seconds


def calibration(mass_factor: float = 1.0) -> tuple[Calibration, ...]:
    """Return how the model stands against each published anchor with a factor (1 is air only)."""
    found = []
    for anchor in ANCHORS:
        model_s = TIME_TO_TEMPERATURE_S(
            air_m3=CABINET_M3, mass_factor=mass_factor, stop_c=LIMIT_C, start_c=START_C, heat_kw=anchor.heat_kw
        )
        found.append(Calibration(anchor=anchor, model_s=model_s, factor=mass_factor * anchor.seconds / model_s))
    return tuple(found)


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """What decides how fast a room warms: air in m3, factor for what else stores heat, loss in kW/K (0: none counted).

    ``air_share`` is the density of its air over that at sea level: only the air is thinner up there, not racks and walls.
    """

    air_m3: float
    mass_factor: float = 3.0
    air_share: float = 1.0
    loss_kw_per_k: float = 0.0
    outdoor_c: float = 35.0
    start_c: float = 26.0

    @property
    def stored(self) -> float:
        """Return how often (a ratio) the heat that its air would take at sea level is taken by all that stores it."""
        return self.mass_factor - 1 + self.air_share


def temperature_c(room: Room, heat_kw: float, seconds: float) -> float:
    """Return the temperature of a room, in °C, ``seconds`` after its cooling was lost."""
    if room.loss_kw_per_k <= 0:
        return ROOM_TIGHT_C(
            start_c=room.start_c, heat_kw=heat_kw, seconds=seconds, air_m3=room.air_m3, mass_factor=room.stored
        )
    settles_c = SETTLES_C(outdoor_c=room.outdoor_c, heat_kw=heat_kw, loss_kw_per_k=room.loss_kw_per_k)
    constant_s = CONSTANT_S(air_m3=room.air_m3, mass_factor=room.stored, loss_kw_per_k=room.loss_kw_per_k)
    return ROOM_C(settles_c=settles_c, start_c=room.start_c, seconds=seconds, constant_s=constant_s)


def curve(room: Room, heat_kw: float, minutes: float, points: int = 61) -> tuple[tuple[float, float], ...]:
    """Return the course of the temperature: (minutes, °C), evenly spaced from 0."""
    steps = (minutes * number / (points - 1) for number in range(points))
    return tuple((step, temperature_c(room, heat_kw, step * 60)) for step in steps)


def density_kg_m3(altitude_m: float, temperature_c: float) -> float:
    """Return the density of dry air in kg/m³. Source: ASHRAE Fundamentals, standard atmosphere."""
    return DRY_DENSITY_KG_M3(pressure_pa=PRESSURE_PA(altitude_m=altitude_m), temperature_c=temperature_c)
