"""Sites for the check tests: a room with one circuit and one socket of which everything is known, and cards to plug in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.checks.factories import make_item, make_line, make_plan, node

if TYPE_CHECKING:
    from planner.plan.document import Line, Plan, SiteNode

CIRCUIT: dict[str, Any] = {
    "volts": 220.0,
    "volts_kind": "L-N",
    "breaker_a": 16.0,
    "shared": False,
    "cable_mm2": 2.5,
    "cable_length_m": 20.0,
    "built_year": 2015.0,
}
ROOM: dict[str, Any] = {"area_m2": 40.0, "height_m": 3.0, "occupancy": "lab", "fire_detector": True}
AC: dict[str, Any] = {"total_kw": 12.0, "duty24h": True}
CARD = make_item("card450", "accelerator", tdp_w=450.0)
"""A card of 450 W."""


def known(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return values with changes put in; None takes one away."""
    return {key: value for key, value in {**base, **changes}.items() if value is not None}


def circuit(id: str = "c1", /, **changes: Any) -> SiteNode:  # noqa: A002
    """Return a circuit of 16 A, 220 V, nobody else on it, 20 m of new 2.5 mm2 cable; a larger breaker has 25 mm2."""
    large = {"cable_mm2": 25.0} if (changes.get("breaker_a") or 0.0) > 24 else {}
    return node(id, "circuit", "room", **known(CIRCUIT, {**large, **changes}))


def room(**changes: Any) -> SiteNode:
    """Return a laboratory of 40 m2 and 3 m with a fire detector."""
    return node("room", "room", **known(ROOM, changes))


def unit(id: str = "ac1", /, **changes: Any) -> SiteNode:  # noqa: A002
    """Return an air conditioner of 12 kW made for 24 h duty."""
    return node(id, "ac", "room", **known(AC, changes))


def one_machine(
    power_w: float | None, *nodes: SiteNode, at: str = "c1", phases: float | None = None, **fields: Any
) -> Plan:
    """Return a plan of one machine with a maximum power (W) on the only circuit, or at another node."""
    told: dict[str, float | str | bool] = {} if power_w is None else {"max_power_w": power_w}
    if phases is not None:
        told["phases"] = phases
    rest = nodes or (circuit(),)
    site = (room(), unit(), *rest)
    return make_plan(make_line("ws", known=told), site=site, plugged={"ws": at}, **fields)


def four_cards(power_w: float | None = 2500.0, **facts: float) -> Line:
    """Return a workstation with four cards of 450 W."""
    told: dict[str, float | str | bool] = {} if power_w is None else {"max_power_w": power_w}
    return make_line("ws", card=CARD, cards=4, known={**told, **facts})
