"""The catalog rows of a plan: which of them are needed, and which typed values belong to the row of a line.

Label values that somebody typed or accepted at a line speak of the machine and the card it had then: with another row
they would be taken for that one's, so they go with the row they were typed for. What is said of the use of the line (its
utilisation, its backup, where its battery stands) stays.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from planner.figure import Quality
from planner.plan.document import Line, Plan

_POWER = frozenset({"max_power_w", "idle_power_w", "expected_power_w", "input_current_a"})
_SUPPLY = frozenset({"purchasable", "domestic"})
OF_CARD = _POWER | _SUPPLY | {"card_power_cap_w"}
OF_ITEM = (
    _POWER
    | _SUPPLY
    | {
        "max_accelerators",
        "weight_kg",
        "height_mm",
        "width_mm",
        "depth_mm",
        "rack_u",
        "psu_w",
        "nameplate_w",
        "noise_db",
    }
    | {"inlet", "capacity_tb", "usable_tb", "rated_va", "rated_w", "battery_wh", "total_kw", "sensible_kw"}
    | {"power_factor", "port_count", "port_gbps", "ram_gb", "cpu_cores", "disk_tb"}
)


def pruned(plan: Plan) -> Plan:
    """Return the plan with the catalog rows that something in it needs; the same object where all are needed."""
    needed = frozenset(_needed(plan))
    if needed >= plan.items.keys():
        return plan
    return msgspec.structs.replace(plan, items={name: row for name, row in plan.items.items() if name in needed})


def _needed(plan: Plan) -> Iterator[str]:
    """Yield digests: of rows that are named, and of the cards that a named machine's row is listed with."""
    named = {name for one in plan.alternatives for line in one.lines for name in (line.item, line.card)}
    named.update(name for one in plan.existing for name in (one.item, one.card))
    named.update(entry.model for entry in plan.workload)
    yield from named
    fitted = {row.text("fitted_accelerator_id") for name, row in plan.items.items() if name in named}
    yield from (name for name, row in plan.items.items() if row.id in fitted)


def with_row(plan: Plan, line: Line, field: str, digest: str) -> Line:
    """Return ``line`` with another row as its ``field`` (item or card), without the values that belong to the one before.

    The same product with newer values keeps them. A line that had no row keeps what was entered; a planning value that
    somebody assumed gives way to what the row says.
    """
    before, after = plan.item_of(getattr(line, field)), plan.item_of(digest)
    changed = msgspec.structs.replace(line, **{field: digest})
    if before is not None and after is not None and after.id == before.id:
        return changed
    gone = (OF_CARD if field == "card" else OF_ITEM) & line.facts.keys()
    if before is None:
        known = frozenset() if after is None else after.attributes.keys()
        gone = frozenset(name for name in gone & known if line.facts[name].quality is Quality.ASSUMED)
    if not gone:
        return changed
    facts = {name: fact for name, fact in line.facts.items() if name not in gone}
    return msgspec.structs.replace(changed, facts=facts)
