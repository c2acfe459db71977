"""What can be told of a machine beside its row: its network ports, its storage, and the data that are to go there."""

from __future__ import annotations

import msgspec

from planner.messages import Message, msg
from planner.plan.document import Alternative, Line, LineRole

PORTS = msg("device.ports", "Network ports")
STORAGE = msg("device.storage", "Storage")
DATA = msg("device.data", "Data and backup")
_LINE: dict[LineRole, tuple[Message, tuple[str, ...]]] = {
    "compute": (PORTS, ("nic_ports", "nic_gbps", "nic_form", "management_port", "rdma")),
    "network": (PORTS, ("port_count", "port_gbps", "nic_form", "uplink_ports", "lossless")),
    "storage": (
        STORAGE,
        ("network_gbps", "throughput_gb_s", "usable_tb", "bays", "drive_tb", "raid_parity", "nic_ports", "nic_form"),
    ),
}
_DATA = (
    *("data_tb", "data_growth", "import_tb", "read_gb_s", "samples_s", "sample_mb"),
    *("checkpoint_gb", "checkpoint_every_min", "changed_tb", "backup_window_h", "backup_gbps", "backup"),
)


class FactGroup(msgspec.Struct, frozen=True, kw_only=True):
    """A group of fields: what it is called, and the places of the plan."""

    title: Message
    paths: tuple[str, ...]


def fact_groups(one: Alternative, line: Line) -> tuple[FactGroup, ...]:
    """Return the groups of fields of a line: its own, and those of the group's data for a storage; nothing for other things."""
    if line.role not in _LINE:
        return ()
    title, names = _LINE[line.role]
    own = FactGroup(title=title, paths=tuple(f"alternatives/{one.id}/lines/{line.id}/facts/{name}" for name in names))
    if line.role != "storage":
        return (own,)
    return own, FactGroup(title=DATA, paths=tuple(f"facts/{name}" for name in _DATA))
