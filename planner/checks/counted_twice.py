"""Check of what may be on the account twice: the load of others on a circuit, and the air conditioner that hangs on it."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import fact_figure
from planner.assess.site import WIRED
from planner.assess.unit_input import is_told, unit_input_w
from planner.checks.declared import volts_and_factor
from planner.checks.registry import Check, Finding, Fix
from planner.checks.site_parts import name_of
from planner.facility.circuits import CURRENT_1PH_A
from planner.figure import Figure, trace
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import SiteNode
from planner.plan.edits import SetValue

Rows = tuple[tuple[SiteNode, tuple[SiteNode, ...]], ...]


def counted_twice(view: View) -> Iterator[Finding]:
    """DQ06: what others draw was told, and an air conditioner hangs there too: it may be what was told."""
    if not view.site.cooling_units:
        return
    rows: Rows = view.memo.call(_told_above, view.site.nodes)
    for unit, nodes in rows:
        yield _asked(view, unit, nodes)


def _told_above(nodes: tuple[SiteNode, ...]) -> Rows:
    """Return the air conditioners with the circuits and panels above them whose other load was told and not read."""
    by_id = {node.id: node for node in nodes}
    found = []
    for unit in nodes:
        if unit.type == "ac" and is_told(unit):
            above, current = [], by_id.get(unit.parent)
            while current is not None and current.type in WIRED:
                if "reading_a" in current.values:
                    break  # a reading has all in it, and nothing is added to it
                if (fact_figure(current.values, "other_load_a", "", "A").value or 0.0) > 0:
                    above.append(current)
                current = by_id.get(current.parent)
            if above:
                found.append((unit, tuple(above)))
    return tuple(found)


def _asked(view: View, unit: SiteNode, nodes: tuple[SiteNode, ...]) -> Finding:
    told = tuple(fact_figure(node.values, "other_load_a", f"site/{node.id}/other_load_a", "A") for node in nodes)
    power = unit_input_w(unit)
    values = {
        "unit": name_of(unit),
        "power": power,
        "current": told[0],
        "names": tuple(name_of(node) for node in nodes),
    }
    return Finding(
        outcome="note",
        subject=unit.id,
        message=msg(
            "DQ06.twice",
            "{unit} ({power}) counts beside the {current} that others draw at {names}: was it in that already?",
            **values,
        ),
        remedy=msg(
            "DQ06.remedy",
            "Where it was, take it out of what others draw; where it was not, let this pass with that reason and it is not asked "
            "again.",
        ),
        figures=(power, *told),
        fix=_taken_out(view, nodes[0], power, told[0]) if len(nodes) == 1 else None,
    )


def _taken_out(view: View, node: SiteNode, power: Figure, told: Figure) -> Fix | None:
    """Return the step that leaves of the others' load (A) what the unit does not draw; None where that is not known."""
    load = view.site.loads[node.id]
    volts, factor = volts_and_factor(load)
    if not (power.known and volts.known and factor.known) or volts.require() >= limit("volts.ll_min_v", "GB").require():
        return None
    own = trace(CURRENT_1PH_A, f"site/{node.id}/unit_a", power_w=power, volts_ln_v=volts, power_factor=factor)
    left = max(0.0, round(told.require() - own.require(), 1))
    value = {"value": left, "quality": "entered", "source": "without the air conditioner that hangs there"}
    return Fix(
        label=msg("DQ06.fix", "It was: others draw {left} A at {name}", left=left, name=name_of(node)),
        edit=SetValue(path=f"site/{node.id}/values/other_load_a", value=value),
    )


CHECKS = (
    Check(
        id="DQ06",
        area="data",
        title=msg("DQ06.title", "Counted twice"),
        reads=("site",),
        source="an air conditioner that is there is one of those who draw on a circuit beside the machines",
        blocking=False,
        run=counted_twice,
    ),
)
