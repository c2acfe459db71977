"""What a kilowatt-hour costs and emits: one price or one for each period of the day, and the factor of the grid."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from planner import tables
from planner.assess.facts import fact_figure
from planner.cost.power_bill import MEAN_PRICE
from planner.figure import Figure, Quality, leaf, trace
from planner.messages import Labelled
from planner.plan.document import Facts

PERIODS = ("sharp", "peak", "flat", "valley", "deep")
_QUALITY = {"V": Quality.PUBLISHED, "V2": Quality.SECONDARY, "M": Quality.ASSUMED}
HOURS_OF_DAY = 24.0


class GridFactor(msgspec.Struct, frozen=True, kw_only=True):
    """The carbon dioxide of a kilowatt-hour (kg) in a region and year, as published; ``region`` is '' for the country."""

    region: str
    label: Labelled
    year: int
    kg_per_kwh: float
    published: str
    source: str
    mark: str

    def figure(self) -> Figure:
        """Return it as a figure; its year is part of the source."""
        key = f"grid/{self.region or 'china'}/{self.year}/kg_per_kwh"
        source = f"{self.source} ({self.year})"
        return leaf(key, self.kg_per_kwh, "kg/kWh", _QUALITY[self.mark], source, self.published)


@lru_cache(maxsize=1)
def grid_factors() -> tuple[GridFactor, ...]:
    """Return the published factors, the newest of a region first."""
    return tuple(
        GridFactor(
            region=row["region"],
            label=Labelled(zh=row["zh"], en=row["en"]),
            year=int(row["year"]),
            kg_per_kwh=float(row["kg_per_kwh"]),
            published=row["published"],
            source=row["source"],
            mark=row["mark"],
        )
        for row in tables.rows("facility/grid_factors.csv")
    )


def grid_factor(facts: Facts, region: str) -> Figure:
    """Return kg of carbon dioxide for a kWh: as told in the plan, else of the region named, else of the country."""
    told = fact_figure(facts, "grid_kg_per_kwh", "plan/grid_kg_per_kwh", "kg/kWh")
    if told.known:
        return told
    said = region.casefold()
    own = [one for one in grid_factors() if one.region and _names(one, said)]
    return (own or [one for one in grid_factors() if not one.region])[0].figure()


def _names(factor: GridFactor, said: str) -> bool:
    return factor.label.zh in said or factor.label.en.casefold() in said


def period_figures(facts: Facts, period: str) -> tuple[Figure, Figure]:
    """Return the hours of a day (h) and the price (CNY/kWh) of a period as they stand in the plan."""
    hours = fact_figure(facts, f"hours_{period}", f"plan/hours_{period}", "h")
    return hours, fact_figure(facts, f"price_{period}", f"plan/price_{period}", "CNY/kWh")


def electricity_price(facts: Facts) -> Figure:
    """Return the price of a kWh: the mean over the periods where one has hours, else the one price of the plan.

    Unknown where a period has hours and no price, or where there is no price at all.
    """
    pairs = [period_figures(facts, period) for period in PERIODS]
    timed = [pair for pair in pairs if pair[0].value]
    if not timed:
        return fact_figure(facts, "electricity_price", "plan/electricity_price", "CNY/kWh")
    return trace(
        MEAN_PRICE,
        "plan/mean_price",
        hours=[hours for hours, _price in timed],
        tariff=[price for _hours, price in timed],
    )


def hours_told(facts: Facts) -> float:
    """Return how many hours of a day the periods of the plan have together, 0 where none is told."""
    told = [period for period in PERIODS if f"hours_{period}" in facts]
    return sum(period_figures(facts, period)[0].value or 0.0 for period in told)
