"""Sound where people are: sources at their distances added up, and what a day there comes to."""

from __future__ import annotations

import math

import msgspec

from planner.facility.noise import ALLOWED_HOURS, LEVEL_SUM_DB
from planner.figure import Formula
from planner.messages import Labelled

AT_DISTANCE_DB = Formula(
    key="noise.at_distance_db",
    label=Labelled(zh="该距离处的噪声", en="Level at a distance"),
    text="level_db - 20 * log10(distance_m / measured_m)",
    unit="dB(A)",
    source="free field: 6 dB less with each doubling of the distance",
    function=lambda level_db, distance_m, measured_m: level_db - 20 * math.log10(distance_m / measured_m),
    error_class="noise.free_field",
)
DOSE_PCT = Formula(
    key="noise.dose_pct",
    label=Labelled(zh="噪声暴露剂量", en="Daily dose of noise"),
    text="100 * hours / allowed_hours",
    unit="%",
    source="hours stayed against the hours allowed at that level: GBZ 2.2, 85 dB(A) for 8 h (customary value, to be confirmed)",
    function=lambda hours, allowed_hours: 100 * hours / allowed_hours,
)


class Sound(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of source: how many, their level (dB(A)) at ``measured_m``, where people sit from them, hours a day."""

    level_db: float
    quantity: int = 1
    distance_m: float = 1.0
    measured_m: float = 1.0
    hours: float = 8.0


def room_level_db(sounds: tuple[Sound, ...]) -> float | None:
    """Return the level where people sit with everything running, in dB(A); None where nothing makes noise."""
    if not sounds:
        return None
    levels = [
        AT_DISTANCE_DB(level_db=one.level_db, distance_m=one.distance_m, measured_m=one.measured_m) for one in sounds
    ]
    return LEVEL_SUM_DB(quantity=[float(one.quantity) for one in sounds], levels_db=levels)


def dose_pct(sounds: tuple[Sound, ...], limit_db: float = 85.0, exchange_db: float = 3.0) -> float:
    """Return the daily dose in %, hour by hour: at each moment what runs longer than that is on."""
    whole, begin = 0.0, 0.0
    for end in sorted({one.hours for one in sounds}):
        level = room_level_db(tuple(one for one in sounds if one.hours >= end))
        if level is not None and end > begin:
            allowed = ALLOWED_HOURS(level_db=level, limit_db=limit_db, exchange_db=exchange_db)
            whole += DOSE_PCT(hours=end - begin, allowed_hours=allowed)
        begin = end
    return whole
