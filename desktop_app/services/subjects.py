"""Where the subject of a finding is found in the window: the place, and the part of the plan it names."""

from __future__ import annotations

from planner.checks.catalogue import ALL_CHECKS
from planner.checks.registry import Finding

_PLACES = {
    "power": "site",
    "cooling": "site",
    "rack": "site",
    "noise": "site",
    "floor": "site",
    "safety": "site",
    "supply": "build",
    "budget": "cost",
    "fit": "workload",
    "operation": "plan",
    "data": "build",
}
_AREAS = {check.id: check.area for check in ALL_CHECKS}


def place_of_finding(finding: Finding) -> str:
    """Return the name of the place where the cause of a finding is mended."""
    return _PLACES.get(_AREAS.get(finding.check, "data"), "plan")
