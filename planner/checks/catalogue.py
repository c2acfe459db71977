"""All checks, joined from the areas; the order here is the order of the help page."""

from __future__ import annotations

from planner.checks import power
from planner.checks.registry import Check

ALL_CHECKS: tuple[Check, ...] = (*power.CHECKS,)
