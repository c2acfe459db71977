"""A year of running month by month: what the machines draw idle, what work adds, and what the room adds to both."""

from __future__ import annotations

import msgspec

from planner.assess.energy import DAYS, MONTHS, EnergyFigures, break_days
from planner.facility.energy import DIFFERENCE_KWH, ENERGY_KWH, MONTH_USE_SHARE
from planner.facility.power import EXPECTED_W
from planner.figure import Figure, constant, trace


class MonthFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A month (1 to 12): utilisation, and energy (kWh): idle, work on top of it, the room on top of both, all."""

    month: int
    use: Figure
    idle_kwh: Figure
    work_kwh: Figure
    room_kwh: Figure
    all_kwh: Figure


def months_of(alternative: str, energy: EnergyFigures) -> tuple[MonthFigures, ...]:
    """Return the twelve months of a year of 365 days (kWh); together they are the energy of the year."""
    return tuple(_month(f"{alternative}/month_{month:02}", month, energy) for month in MONTHS)


def _month(key: str, month: int, energy: EnergyFigures) -> MonthFigures:
    days = constant(f"calendar/days_{month:02}", float(DAYS[month - 1]), "d", "calendar")
    hours = constant(f"calendar/hours_{month:02}", 24.0 * DAYS[month - 1], "h", "calendar")
    alone = constant("calendar/machines_alone", 1.0, "1", "machines alone")
    use = energy.use.share
    if energy.use.courses.value:
        use = trace(
            MONTH_USE_SHARE,
            f"{key}/use_share",
            use_share=energy.use.share,
            course_share=energy.use.courses,
            break_days=break_days(month),
            days=days,
        )
    mean = trace(EXPECTED_W, f"{key}/mean_w", idle_w=energy.idle_w, use_share=use, max_w=energy.full_w)
    idle = trace(ENERGY_KWH, f"{key}/idle_kwh", power_w=energy.idle_w, hours=hours, pue=alone)
    machines = trace(ENERGY_KWH, f"{key}/machines_kwh", power_w=mean, hours=hours, pue=alone)
    whole = trace(ENERGY_KWH, f"{key}/all_kwh", power_w=mean, hours=hours, pue=energy.pue)
    return MonthFigures(
        month=month,
        use=use,
        idle_kwh=idle,
        work_kwh=trace(DIFFERENCE_KWH, f"{key}/work_kwh", whole_kwh=machines, part_kwh=idle),
        room_kwh=trace(DIFFERENCE_KWH, f"{key}/room_kwh", whole_kwh=whole, part_kwh=machines),
        all_kwh=whole,
    )
