"""Traffic between cards against published tables and hand-worked numbers."""

from __future__ import annotations

import pytest

from planner.catalog.load import bundled_item
from planner.errors import InputError
from planner.figure import Figure, Quality, leaf
from planner.workload.communication import (
    BUBBLE_SHARE,
    EXPERT_TRAFFIC_GB,
    STAGE_TRAFFIC_GB,
    Route,
    bubble_share,
    bus_gbs,
    collective_s,
    exposed_share,
    route,
    shard_traffic_gb,
    traffic_gb,
    tree_s,
)

_GIB = 1.073741824


def gb(value: float) -> Figure:
    return leaf("payload", value, "GB", Quality.ENTERED)


def seconds(value: float) -> Figure:
    return leaf("time", value, "s", Quality.ENTERED)


@pytest.mark.parametrize(
    ("item", "cards", "said", "payload_gib", "measured"),
    [
        ("nv-a100-sxm-80", 8, "", 16.0, 234.89),
        ("nv-h200-sxm", 8, "", 16.0, 367.61),
        ("nv-h200-sxm", 8, "SHARP", 16.0, 482.26),
        ("nv-h200-sxm", 4, "SHARP", 8.0, 363.3),  # in-switch reduction works from five cards up
        ("nv-b200", 8, "", 16.0, 845.67),
        ("nv-b200", 8, "", 1 / 1024, 36.06),
        ("amd-mi300x", 2, "", 4.0, 47.671),
        ("amd-mi300x", 8, "", 4.0, 312.912),
    ],
)
def test_bus_bandwidth_follows_published_tables(
    item: str, cards: int, said: str, payload_gib: float, measured: float
) -> None:
    # stas00/ml-engineering, network chapter: all-reduce tables
    found = bus_gbs(gb(payload_gib * _GIB), cards, route(bundled_item(item), cards, said))
    assert found.require() == pytest.approx(measured, rel=0.05)


def test_data_parallel_of_seven_billion_over_nvlink_and_over_a_network() -> None:
    # 13.5 GB of gradients on eight cards: 23.6 GB for each card; 0.10 s at 235 GB/s, 2.4 s at 10 GB/s
    payload = gb(13.5)
    assert traffic_gb("all_reduce", payload, 8).require() == pytest.approx(23.6, abs=0.05)
    inside = route(bundled_item("nv-a100-sxm-80"), 8)
    assert collective_s("all_reduce", payload, 8, inside).require() == pytest.approx(0.10, abs=0.005)
    outside = Route(kind="network", gbs=gb(10))
    assert collective_s("all_reduce", payload, 8, outside).require() == pytest.approx(2.4, rel=0.06)
    assert traffic_gb("all_gather", payload, 8).require() == pytest.approx(23.625 / 2)


def test_trees_beat_rings_for_small_payloads_on_many_cards() -> None:
    small, over = gb(1e-3), Route(kind="network", gbs=gb(400))
    assert tree_s(small, 256, over).require() < collective_s("all_reduce", small, 256, over).require()


def test_sharding_moves_half_as_much_again_at_stage_three() -> None:
    plain = [shard_traffic_gb(leaf("p", 7.0, "1e9", Quality.ENTERED), stage, 8).require() for stage in range(4)]
    assert plain[0] == plain[1] == plain[2] == pytest.approx(7 * 2 * 2 * 7 / 8)
    assert plain[3] == pytest.approx(1.5 * plain[0])
    with pytest.raises(InputError):
        shard_traffic_gb(gb(7), 4, 8)


def test_pipelines_idle_less_with_more_micro_batches_or_chunks() -> None:
    assert bubble_share(4, 8).require() == pytest.approx(3 / 11)
    assert bubble_share(1, 8).require() == 0
    assert BUBBLE_SHARE(stages=4, chunks=4, micro_batches=8) == pytest.approx(3 / 35)
    with pytest.raises(InputError):
        bubble_share(0, 8)


def test_only_what_the_backward_pass_does_not_hide_is_lost() -> None:
    assert exposed_share(seconds(0.6), seconds(1.0)).require() == 0
    assert exposed_share(seconds(1.7), seconds(1.0)).require() == pytest.approx(0.5)


def test_boundaries_and_experts() -> None:
    assert STAGE_TRAFFIC_GB(tokens=2048, hidden=8192, bytes=2) == pytest.approx(0.0336, abs=1e-4)
    assert EXPERT_TRAFFIC_GB(moe_layers=58, tokens=88, used=8, hidden=7168, bytes=1.5, ranks=1e9) == pytest.approx(
        0.878, abs=0.002
    )
