"""What the gallery shows beside the sample plan: a hall with racks and three phases, a machine's form, ends of pages."""

from __future__ import annotations

from typing import Any

VIEWS = (
    *("site-fields", "site-plugs", "site-racks", "site-mounts", "site-hall", "cost-end"),
    *("purchase-one", "settings-backups"),
)
HALL_VIEWS = ("site-phases", "site-racks", "site-mounts", "site-hall")  # what a room without racks has not
_TABS = {"": "wiring", "fields": "room", "plugs": "wiring", "mounts": "racks", "hall": "wiring"}


def hall_edit(alternative: str) -> Any:
    """Return the edit that makes a room a hall: two racks with machines front and rear, and a panel of three phases."""
    from planner.plan.edits import AddPart, Batch, SetValue

    edits: list[Any] = [AddPart(path="site", value=one) for one in _nodes()]
    edits.append(SetValue(path=f"{alternative}/ws/quantity", value=3))
    facts = {"ws": {"rack_u": 4.0, "depth_mm": 700.0, "weight_kg": 38.0}, "nas": {"rack_u": 2.0, "depth_mm": 450.0}}
    for line, values in facts.items():
        edits += [
            SetValue(path=f"{alternative}/{line}/facts/{name}", value={"value": value})
            for name, value in values.items()
        ]
    placed = (("ws", "rack-1", 2, "front", 1), ("ws", "rack-2", 1, "front", 5), ("nas", "rack-1", 1, "rear", 12))
    for line, rack, units, face, bottom_u in placed:
        value: dict[str, object] = {"line": line, "node": rack, "units": units, "face": face, "bottom_u": bottom_u}
        edits.append(AddPart(path=f"alternatives/{alternative}/placements", value=value))
    for socket in ("socket-3", "socket-4"):
        cord: dict[str, object] = {"line": "ws", "node": socket, "units": 1}
        edits.append(AddPart(path=f"alternatives/{alternative}/connections", value=cord))
    return Batch(edits=tuple(edits))


def _nodes() -> list[dict[str, object]]:
    nodes = [
        _node("panel-2", "panel", "room", volts=380.0, volts_kind="L-L", phases=3, breaker_a=63.0, other_load_a=2.0),
        _node("rack-1", "rack", "room", u_height=24.0, max_load_kg=300.0, mounting_depth_mm=900.0),
        _node("rack-2", "rack", "room", u_height=12.0, mounting_depth_mm=600.0),
    ]
    for number, leg in enumerate(("L1", "L2", "L3"), 3):
        circuit, socket = f"circuit-{number}", f"socket-{number}"
        nodes.append(_node(circuit, "circuit", "panel-2", leg=leg, breaker_a=20.0, shared=False, cable_mm2=4.0))
        nodes.append(_node(socket, "socket", circuit, rating_a=16.0, form="gb1002_16a"))
    return nodes


def _node(name: str, kind: str, parent: str, **values: object) -> dict[str, object]:
    told = {key: {"value": value} for key, value in values.items()}
    return {"id": name, "type": kind, "parent": parent, "values": told}


def show_site(shown: Any, part: str) -> None:
    """Show a tab; "fields" all fields of the air conditioner, "plugs" and "mounts" a machine's form, "hall" the wiring."""
    tab = _TABS.get(part, part)
    shown._tabs.show_key(tab)
    shown._show_tab(tab)
    whole = part == "fields"
    shown.choose("ac-1" if whole else "room")
    if shown._panel._is_whole != whole:
        shown._panel._show_more()
    if part in ("plugs", "mounts"):
        shown.choose_device("ws")


def show_page(shown: Any, place: str, part: str) -> None:
    """Show the end of a page, or the backups there are."""
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QScrollArea

    if place == "settings":
        shown.show_backups(bool(part))
    QTest.qWait(160)  # pictures are laid out for their width
    bar = shown.findChild(QScrollArea).verticalScrollBar()
    bar.setValue(bar.maximum() if part == "end" else 0)
