"""All checks, joined from the areas; the order here is the order of the help page."""

from __future__ import annotations

from planner.checks import cooling, outlets, power, room, safety, supplies, voltage
from planner.checks.registry import Check

ALL_CHECKS: tuple[Check, ...] = (
    *supplies.CHECKS,
    *power.CHECKS,
    *voltage.CHECKS,
    *outlets.CHECKS,
    *cooling.CHECKS,
    *room.CHECKS,
    *safety.CHECKS,
)
