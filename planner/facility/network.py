"""Network and storage: switches and cables of a two-tier fabric, what a link and a set of drives give."""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.messages import Labelled

PORTS_GBPS = (1.0, 2.5, 10.0, 25.0, 40.0, 100.0, 200.0, 400.0, 800.0)
"""The usual rates of network ports (Gbit/s), rates of IEEE 802.3 (2.5: 802.3bz, 800: 802.3df)."""

FABRIC_CABLES = Formula(
    key="network.fabric_cables",
    label=Labelled(zh="节点侧线缆数", en="Cables from the nodes"),
    text="nodes * links + extra",
    unit="1",
    source="links of each node plus managers; twin-port cages count half as many fibres",
    function=lambda nodes, links, extra: nodes * links + extra,
)
LEAVES = Formula(
    key="network.leaves",
    label=Labelled(zh="叶交换机数", en="Leaf switches"),
    text="ceil(node_links / (switch_ports / 2))",
    unit="1",
    source="non-blocking two-tier fabric: half of a leaf's ports face down",
    function=lambda node_links, switch_ports: float(math.ceil(node_links / (switch_ports / 2))),
)
SPINES = Formula(
    key="network.spines",
    label=Labelled(zh="脊交换机数", en="Spine switches"),
    text="ceil(leaves * switch_ports / 2 / switch_ports)",
    unit="1",
    source="non-blocking two-tier fabric",
    function=lambda leaves, switch_ports: float(math.ceil(leaves * switch_ports / 2 / switch_ports)),
)
SPINE_CABLES = Formula(
    key="network.spine_cables",
    label=Labelled(zh="叶脊间线缆数", en="Cables between leaves and spines"),
    text="leaves * switch_ports / 2",
    unit="1",
    source="half of each leaf's ports face up",
    function=lambda leaves, switch_ports: leaves * switch_ports / 2,
)
LEAVES_OVER = Formula(
    key="network.leaves_over",
    label=Labelled(zh="叶交换机数（按收敛比）", en="Leaf switches at an oversubscription"),
    text="ceil(node_links / (switch_ports * ratio / (1 + ratio)))",
    unit="1",
    source="two tiers: of a leaf's ports ratio over 1 + ratio face down; at 1 to 1 that is half",
    function=lambda node_links, switch_ports, ratio: float(
        math.ceil(node_links / (switch_ports * ratio / (1 + ratio)))
    ),
)
SPINES_OVER = Formula(
    key="network.spines_over",
    label=Labelled(zh="脊交换机数（按收敛比）", en="Spine switches at an oversubscription"),
    text="ceil(leaves * switch_ports / (1 + ratio) / switch_ports)",
    unit="1",
    source="two tiers: the other ports of the leaves face up",
    function=lambda leaves, switch_ports, ratio: float(math.ceil(leaves * switch_ports / (1 + ratio) / switch_ports)),
)
RATE_SUM = Formula(
    key="network.rate_sum",
    label=Labelled(zh="链路速率之和", en="Rate of the links together"),
    text="dot(cables, gbps)",
    unit="Gbit/s",
    source="cables times the rate of one, over the links",
    function=lambda cables, gbps: math.fsum(count * rate for count, rate in zip(cables, gbps, strict=True)),
)
OVERSUBSCRIPTION = Formula(
    key="network.oversubscription",
    label=Labelled(zh="收敛比", en="Oversubscription"),
    text="down_gbps / up_gbps",
    unit="1",
    source="bandwidth down divided by bandwidth up: 1 for training, 3 at most for inference and storage",
    function=lambda down_gbps, up_gbps: down_gbps / up_gbps,
)
LINK_GB_S = Formula(
    key="network.link_gb_s",
    label=Labelled(zh="链路有效带宽", en="What a link really carries"),
    text="link_gbps / 8 * 0.9",
    unit="GB/s",
    source="8 bits a byte, 10 % for protocols",
    function=lambda link_gbps: link_gbps / 8 * 0.9,
    error_class="network.link",
)
STORAGE_USABLE_TIB = Formula(
    key="storage.usable_tib",
    label=Labelled(zh="可用容量", en="Usable capacity"),
    text="(drives - parity) * drive_tb * 1000000000000 / 2 ** 40 * fill_share",
    unit="TiB",
    source="drives less parity, decimal to binary, filled to 80 % at most",
    function=lambda drives, parity, drive_tb, fill_share: (drives - parity) * drive_tb * 1e12 / 2**40 * fill_share,
)
REBUILD_H = Formula(
    key="storage.rebuild_h",
    label=Labelled(zh="重建时间", en="Time to rebuild a drive"),
    text="drive_tb * 1000 / rebuild_gb_s / 3600",
    unit="h",
    source="drive size over 0.1-0.2 GB/s",
    function=lambda drive_tb, rebuild_gb_s: drive_tb * 1000 / rebuild_gb_s / 3600,
    error_class="storage.rebuild",
)
