"""All checks, joined from the areas; the order here is the order of the help page."""

from __future__ import annotations

from planner.checks import (
    budget,
    cards,
    cooling,
    fit,
    funds,
    operation,
    origin,
    outlets,
    plugs,
    power,
    quality,
    quotes,
    room,
    safety,
    storage,
    supplies,
    supply,
    ups,
    use,
    voltage,
    warming,
)
from planner.checks.registry import Check

ALL_CHECKS: tuple[Check, ...] = (
    *supplies.CHECKS,
    *power.CHECKS,
    *voltage.CHECKS,
    *plugs.CHECKS,
    *outlets.CHECKS,
    *cooling.CHECKS,
    *warming.CHECKS,
    *ups.CHECKS,
    *room.CHECKS,
    *safety.CHECKS,
    *supply.CHECKS,
    *origin.CHECKS,
    *fit.CHECKS,
    *cards.CHECKS,
    *use.CHECKS,
    *budget.CHECKS,
    *funds.CHECKS,
    *quotes.CHECKS,
    *operation.CHECKS,
    *storage.CHECKS,
    *quality.CHECKS,
)
