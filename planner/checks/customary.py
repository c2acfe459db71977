"""The remedy where nobody can tell a value of a circuit yet: reckon with what is customary, as an assumption."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from planner.assess.context import View
from planner.assess.site import NodeLoad
from planner.checks.registry import Fix
from planner.checks.site_parts import asked
from planner.figure import Figure
from planner.limits import limit
from planner.messages import msg
from planner.plan.edits import Batch, SetValue


def site_keys(missing: Iterable[str]) -> tuple[str, ...]:
    """Return the keys that somebody at the site can answer, without those of the machines."""
    return tuple(dict.fromkeys(key for key in missing if key.startswith(("site/", "plan/"))))


def customary(view: View, load: NodeLoad) -> Fix | None:
    """Return the fix that takes the customary values for what is missing; None where custom cannot help."""
    profile = view.organisation.profile
    own = f"site/{load.node.id}/"
    values: dict[str, tuple[float | str | bool, str]] = {}
    missing = {*load.rating_a.missing, *load.total_a.missing}
    breaker = load.rating_a if load.rating_a.known else limit("default.breaker_a")
    if f"{own}breaker_a" in missing and load.node.type == "circuit":
        values[f"{own}values/breaker_a"] = (breaker.require(), breaker.source)
    if f"{own}volts" in missing:
        values[f"{own}values/volts"] = _of(limit("default.volts_v", profile))
    if f"{own}other_load_a" in missing:
        half = limit("default.other_load_share")
        values[f"{own}values/other_load_a"] = (breaker.require() * half.require(), half.source)
        if load.shared is None and load.node.type == "circuit":
            values[f"{own}values/shared"] = (True, half.source)
    if "plan/power_factor" in missing:
        values["facts/power_factor"] = _of(limit("default.power_factor"))
    left = {key for key in site_keys(missing) if _path(key) not in values}
    return None if left or not values else Fix(label=_customary_label(values), edit=_assume(values))


def _of(figure: Figure) -> tuple[float, str]:
    return figure.require(), figure.source


def _path(key: str) -> str:
    head, _, name = key.rpartition("/")
    return f"facts/{name}" if head == "plan" else f"{head}/values/{name}"


def _customary_label(values: dict[str, Any]) -> Any:
    if all(path.endswith(("other_load_a", "shared")) for path in values):
        return msg("PW01.fix.half", "Reckon with half of the breaker already in use")
    return msg("PW06.fix", "Reckon with customary values: {inputs}", inputs=asked(values))


def _assume(values: dict[str, tuple[float | str | bool, str]]) -> SetValue | Batch:
    edits = tuple(
        SetValue(path=path, value={"value": value, "quality": "assumed", "source": source})
        for path, (value, source) in values.items()
    )
    return edits[0] if len(edits) == 1 else Batch(edits=edits)
