"""Ports as rows write them: how many of which speed and form."""

from __future__ import annotations

import pytest

from planner.catalog.load import bundled_of
from planner.catalog.ports import PortGroup, family, port_groups, ports_for


def group(count: int, gbps: float, form: str) -> PortGroup:
    return PortGroup(count=count, gbps=gbps, form=form)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("64x400G NDR (32 OSFP)", [group(64, 400, "osfp")]),  # QM9700: 64 ports in 32 cages
        ("64x800G OSFP + 1xSFP28", [group(64, 800, "osfp"), group(1, 25, "sfp28")]),
        ("48x1G RJ45 + 4x100G QSFP28", [group(48, 1, "rj45"), group(4, 100, "qsfp28")]),
        ("40x200G HDR QSFP56", [group(40, 200, "qsfp56")]),
        ("4x10gbase-x-sfpp;24x1000base-t", [group(4, 10, "sfp"), group(24, 1, "rj45")]),
        ("2x40gbase-x-qsfpp;4x25gbase-x-sfp28", [group(2, 40, "qsfp"), group(4, 25, "sfp28")]),
        ("32x400gbase-x-qsfpdd", [group(32, 400, "qsfpdd")]),
        (
            "1000base-tx4;10gbase-x-sfppx2",
            [group(4, 1, "rj45"), group(2, 10, "sfp")],
        ),  # a storage: the count stands last
        ("2.5gbase-tx2", [group(2, 2.5, "rj45")]),
        ("8x10gbase-x-x2", [group(8, 10, "")]),  # X2 modules: no form that we know
        ("SAS 12G", []),
        ("otherx1", []),
        ("", []),
    ],
)
def test_groups_of_ports(text: str, expected: list[PortGroup]) -> None:
    assert list(port_groups(text)) == expected


def test_every_switch_of_the_catalog_is_read_whole() -> None:
    for item in bundled_of("network"):
        if item.text("subkind") == "switch":
            text = item.text("ports")
            assert len(port_groups(text)) == len(text.replace("+", ";").split(";")), (item.id, text)


def test_which_ports_take_a_cable() -> None:
    groups = port_groups("48x25gbase-x-sfp28;8x100gbase-x-qsfp28")
    # an SFP+ cable goes into an SFP28 cage, a 40 G one into none of its family that is slower
    assert [ports_for(groups, form, gbps) for form, gbps in (("sfp", 10), ("sfp28", 25), ("sfp56", 50))] == [48, 48, 0]
    assert [ports_for(groups, form, gbps) for form, gbps in (("qsfp", 40), ("rj45", 1), ("", 0), ("", 40))] == [
        8,
        0,
        56,
        8,
    ]
    assert (family("sfp"), family("qsfpdd"), family("osfp"), family("nonsense")) == ("sfp", "qsfp", "osfp", "")
