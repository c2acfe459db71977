"""The simple room card: sockets with their breakers, the air conditioner, area and door, as fields and as edits.

What a lab knows of its room fits on a card: how many circuits, their breakers, whether others use them, the sockets on
them, the air conditioner by its class (匹), area and door. The card writes ordinary site nodes, so that the tree editor and
the checks see nothing special.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from planner.messages import Message, msg
from planner.plan.document import NodeType, Plan, SiteNode
from planner.plan.edits import AddPart, Batch, Edit, RemovePart

ROOM_FIELDS = (
    *("area_m2", "height_m", "occupancy", "people_count", "window_area_m2", "outdoor_max_c"),
    *("lights_w", "envelope_w", "inlet_c", "humidity_pct", "leak_sensor"),
    *("door_width_mm", "door_height_mm", "floor_load_kg_m2", "noise_limit_db", "fire_detector", "unattended_overnight"),
    *("extinguisher", "cooling_method", "lift_load_kg", "lift_width_mm", "lift_depth_mm", "lift_height_mm"),
    *("ground_floor", "network_ports", "uplink_gbps", "water_supply", "outdoor_min_c", "altitude_m"),
)
FIELDS: dict[NodeType, tuple[str, ...]] = {
    "room": ROOM_FIELDS,
    "panel": (
        *("volts", "volts_kind", "phases", "breaker_a", "other_load_a", "reading_a", "reading_on"),
        *("supply_kva", "feed", "built_year"),
    ),
    "circuit": (
        "breaker_a",
        "breaker_curve",
        "shared",
        "other_load_a",
        "reading_a",
        "reading_on",
        "cable_mm2",
        "cable_length_m",
        "cable_method",
        "leg",
        "rcd_ma",
        "built_year",
        "to_be_laid",
    ),
    "socket": ("form", "rating_a", "to_be_laid"),
    "strip": ("socket_form", "rating_a", "outlet_count", "length_m"),
    "pdu": ("rating_a", "volts", "outlet_count", "phases", "loss_w"),
    "ups": (
        "rated_va",
        "rated_w",
        "topology",
        "runtime_points",
        "autonomy_min",
        "battery_wh",
        "charger_w",
        "battery_kind",
        "bypass",
    ),
    "cord": ("socket_form", "rating_a", "length_m"),
    "ac": (
        "class_cn",
        "total_kw",
        "sensible_kw",
        "airflow_m3h",
        "low_ambient_c",
        "duty24h",
        "auto_restart",
        "own_circuit",
    ),
    "rack": (
        *("u_height", "u_free", "depth_mm", "mounting_depth_mm", "width_mm", "height_mm"),
        *("empty_weight_kg", "max_load_kg", "cooling_method", "power_budget_w", "aisle_mm"),
    ),
}
SIMPLE: dict[NodeType, frozenset[str]] = {
    "room": frozenset({"area_m2", "height_m", "occupancy", "door_width_mm", "door_height_mm", "fire_detector"}),
    "panel": frozenset({"volts", "phases", "breaker_a", "other_load_a"}),
    "circuit": frozenset({"breaker_a", "shared", "other_load_a", "reading_a", "reading_on", "cable_mm2", "built_year"}),
    "ups": frozenset({"rated_va", "rated_w", "battery_kind"}),
    "ac": frozenset({"class_cn", "total_kw", "sensible_kw", "auto_restart"}),
    "rack": frozenset({"u_height", "u_free", "mounting_depth_mm", "max_load_kg"}),
}
"""What the card asks at first, by type of node; the rest stands behind "more"."""
_BELOW: dict[NodeType, NodeType] = {
    "panel": "room",
    "circuit": "panel",
    "socket": "circuit",
    "ac": "room",
    "rack": "room",
}


class CardNode(msgspec.Struct, frozen=True, kw_only=True):
    """A node on the card with the paths of its fields and the nodes below it."""

    id: str
    type: NodeType
    paths: tuple[str, ...]
    below: tuple[str, ...]


def card_nodes(plan: Plan) -> tuple[CardNode, ...]:
    """Return the nodes of the site in the order of the card: room, panels with circuits and sockets, cooling, racks."""
    return tuple(_card_node(plan, node) for node in _in_order(plan))


def node_paths(node: SiteNode, whole: bool = True) -> tuple[str, ...]:
    """Return the places of a node's fields: those of its kind, then what else was told of it.

    Without ``whole`` only what the simple card asks, and what was told.
    """
    known = FIELDS.get(node.type, ())
    asked = known if whole else SIMPLE.get(node.type, known)
    keys = [key for key in known if key in asked or key in node.values]
    keys += [key for key in node.values if key not in known]
    return tuple(f"site/{node.id}/values/{key}" for key in keys)


def _card_node(plan: Plan, node: SiteNode) -> CardNode:
    below = tuple(one.id for one in plan.site if one.parent == node.id)
    return CardNode(id=node.id, type=node.type, paths=node_paths(node), below=below)


def _in_order(plan: Plan) -> Iterator[SiteNode]:
    ids = {node.id for node in plan.site}
    yield from _tree(plan, [node for node in plan.site if node.parent not in ids])


def _tree(plan: Plan, nodes: Sequence[SiteNode]) -> Iterator[SiteNode]:
    for node in nodes:
        yield node
        yield from _tree(plan, [one for one in plan.site if one.parent == node.id])


def add_node_edit(plan: Plan, kind: NodeType, parent: str = "") -> tuple[str, Edit]:
    """Return the id of a new node and the edit that adds it where such a node hangs; what is missing above is added too.

    A circuit comes with one socket: a circuit without one carries nothing.
    """
    edits: list[Edit] = []
    taken = {node.id for node in plan.site}
    name = _add(plan, kind, parent, taken, edits)
    if kind == "circuit":
        _add(plan, "socket", name, taken, edits)
    return name, edits[0] if len(edits) == 1 else Batch(edits=tuple(edits))


def _add(plan: Plan, kind: NodeType, parent: str, taken: set[str], edits: list[Edit]) -> str:
    above = _BELOW.get(kind)
    if not parent and above is not None:
        found = next((node.id for node in plan.site if node.type == above), "")
        parent = found or _add(plan, above, "", taken, edits)
    name = _free(kind, taken)
    taken.add(name)
    edits.append(AddPart(path="site", value={"id": name, "type": kind, "parent": parent}))
    return name


def _free(kind: str, taken: set[str]) -> str:
    if kind in ("room", "panel") and kind not in taken:
        return kind
    return next(f"{kind}-{number}" for number in range(1, len(taken) + 2) if f"{kind}-{number}" not in taken)


def remove_node_edit(plan: Plan, node: str) -> Edit:
    """Return the edit that removes a node with everything below it."""
    one = plan.node(node)
    below = [each.id for each in _tree(plan, [one])] if one is not None else [node]
    edits = tuple(RemovePart(path=f"site/{name}") for name in reversed(below))
    return edits[0] if len(edits) == 1 else Batch(edits=edits)


ADDABLE: tuple[tuple[NodeType, Message], ...] = (
    ("circuit", msg("site.add.circuit", "Circuit with a socket")),
    ("socket", msg("site.add.socket", "Socket on this circuit")),
    ("ac", msg("site.add.ac", "Air conditioner")),
    ("rack", msg("site.add.rack", "Rack")),
    ("room", msg("site.add.room", "Room")),
    ("panel", msg("site.add.panel", "Panel")),
    ("strip", msg("site.add.strip", "Power strip")),
    ("ups", msg("site.add.ups", "UPS of the room")),
)
