"""Traffic between cards: collectives over a ring, what sharding and parallel training move, and what cannot be hidden."""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from planner.catalog.items import Item
from planner.errors import InputError
from planner.figure import Figure, Formula, Quality, constant, leaf, trace
from planner.messages import Labelled, msg
from planner.workload.bands import banded
from planner.workload.chips import Link, link, link_gbs
from planner.workload.constants import sizing_figure
from planner.workload.models import ModelShape
from planner.workload.parameters import moe_layers

Collective = Literal["all_reduce", "reduce_scatter", "all_gather", "all_to_all"]
_SWITCH_FROM = 4
# Passes over the parameters by sharding stage: once in a step, and in each of its micro-batches.
_PASSES = {0: (2.0, 0.0), 1: (2.0, 0.0), 2: (1.0, 1.0), 3: (0.0, 3.0)}
_MESH_LINKS = 7.0  # links of a card in a mesh of eight: two cards use one of them

RING_BYTES_GB = Formula(
    key="comm.ring_gb",
    label=Labelled(zh="每卡传输量", en="Traffic of each card"),
    text="passes * (cards - 1) / cards * payload_gb",
    unit="GB",
    source="ring: an all-reduce is two passes, a reduce-scatter or all-gather one",
    function=lambda passes, cards, payload_gb: passes * (cards - 1) / cards * payload_gb,
)
RING_S = Formula(
    key="comm.ring_s",
    label=Labelled(zh="集合通信时间", en="Time of a collective"),
    text="ring_gb / (link_gbs * reach) + passes * (cards - 1) * hop_us / 1000000",
    unit="s",
    source="bytes over the bandwidth that is reached, and a latency for each step of the ring",
    function=lambda ring_gb, link_gbs, reach, passes, cards, hop_us: (
        ring_gb / (link_gbs * reach) + passes * (cards - 1) * hop_us / 1e6
    ),
)
TREE_S = Formula(
    key="comm.tree_s",
    label=Labelled(zh="树形归约时间", en="Time of a tree all-reduce"),
    text="2 * payload_gb / (link_gbs * reach) + 2 * ceil(depth) * hop_us / 1000000",
    unit="s",
    source="double binary tree: the whole payload up and down, latency by the depth of the tree",
    function=lambda payload_gb, link_gbs, reach, depth, hop_us: (
        2 * payload_gb / (link_gbs * reach) + 2 * math.ceil(depth) * hop_us / 1e6
    ),
)
BUS_GBS = Formula(
    key="comm.bus_gbs",
    label=Labelled(zh="总线带宽", en="Bus bandwidth"),
    text="ring_gb / time_s",
    unit="GB/s",
    source="nccl-tests: the traffic of a ring over the time",
    function=lambda ring_gb, time_s: ring_gb / time_s,
    error_class="collective",
)
SHARD_TRAFFIC_GB = Formula(
    key="comm.shard_gb",
    label=Labelled(zh="每步每卡同步量", en="Traffic of each card in a step"),
    text="params_b * bytes * passes * (ranks - 1) / ranks",
    unit="GB",
    source="ZeRO (Rajbhandari et al. 2020): plain and stages 1-2 reduce gradients and gather weights, 2 passes; stage 3 and "
    "FSDP gather twice, 3 passes. Stage 2 reduces, stage 3 does all of it in every micro-batch",
    function=lambda params_b, bytes, passes, ranks: params_b * bytes * passes * (ranks - 1) / ranks,
)
TENSOR_TRAFFIC_GB = Formula(
    key="comm.tensor_gb",
    label=Labelled(zh="张量并行每步传输量", en="Traffic of tensor parallel in a step"),
    text="layers * reduces * 2 * (ranks - 1) / ranks * tokens * hidden * bytes / 1000000000",
    unit="GB",
    source="two all-reduces of tokens x hidden in each layer forward, four with backward",
    function=lambda layers, reduces, ranks, tokens, hidden, bytes: (
        layers * reduces * 2 * (ranks - 1) / ranks * tokens * hidden * bytes / 1e9
    ),
)
EXPERT_TRAFFIC_GB = Formula(
    key="comm.expert_gb",
    label=Labelled(zh="专家并行每步传输量", en="Traffic of expert parallel in a step"),
    text="2 * moe_layers * tokens * used * hidden * bytes * (ranks - 1) / ranks / 1000000000",
    unit="GB",
    source="two all-to-alls of tokens x experts used x hidden in each layer of experts",
    function=lambda moe_layers, tokens, used, hidden, bytes, ranks: (
        2 * moe_layers * tokens * used * hidden * bytes * (ranks - 1) / ranks / 1e9
    ),
)
LINK_S = Formula(
    key="comm.link_s",
    label=Labelled(zh="传输时间", en="Time on the link"),
    text="traffic_gb / (link_gbs * reach)",
    unit="s",
    source="bytes of a card over what collectives reach of its link",
    function=lambda traffic_gb, link_gbs, reach: traffic_gb / (link_gbs * reach),
)
STAGE_TRAFFIC_GB = Formula(
    key="comm.stage_gb",
    label=Labelled(zh="流水线边界传输量", en="Traffic at a boundary of the pipeline"),
    text="tokens * hidden * bytes / 1000000000",
    unit="GB",
    source="activations of each token at each boundary between stages",
    function=lambda tokens, hidden, bytes: tokens * hidden * bytes / 1e9,
)
BUBBLE_SHARE = Formula(
    key="comm.bubble_share",
    label=Labelled(zh="流水线气泡比例", en="Share of the pipeline that idles"),
    text="(stages - 1) / (chunks * micro_batches + stages - 1)",
    unit="1",
    source="(p-1)/(m+p-1); interleaving v chunks on each stage divides the idle part by v",
    function=lambda stages, chunks, micro_batches: (stages - 1) / (chunks * micro_batches + stages - 1),
)
EXPOSED_SHARE = Formula(
    key="comm.exposed_share",
    label=Labelled(zh="未被掩盖的通信比例", en="Share of the step lost to communication"),
    text="max(traffic_s - hidden * compute_s, 0) / (max(traffic_s - hidden * compute_s, 0) + compute_s)",
    unit="1",
    source="gradients and shards move behind the backward pass, about 0.7 of the arithmetic; the rest shows",
    function=lambda traffic_s, hidden, compute_s: (
        max(traffic_s - hidden * compute_s, 0) / (max(traffic_s - hidden * compute_s, 0) + compute_s)
    ),
)


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """A link that a collective runs over: its kind, GB/s of a card in one direction, and reduction in the switch."""

    kind: Link
    gbs: Figure
    in_switch: bool = False

    def hop_us(self) -> Figure:
        """Return the latency of one step."""
        return sizing_figure("link_network_hop_us" if self.kind == "network" else "link_hop_us")

    def reach(self, cards: int) -> Figure:
        """Return the share of the link that collectives reach; reduction in the switch works from five cards up."""
        if self.kind in ("nvlink", "nvlink5") and self.in_switch and cards > _SWITCH_FROM:
            return sizing_figure("link_reach_in_switch")
        return sizing_figure(f"link_reach_{self.kind}")


def route(item: Item, cards: int, said: str = "", network_gbs: Figure | None = None, key: str = "comm") -> Route:
    """Return what ``cards`` of this kind talk over: their own links, or the network where ``network_gbs`` is given.

    ``said`` is what is known of the link, ``network_gbs`` what one machine sends to others.
    """
    if network_gbs is not None:
        return Route(kind="network", gbs=network_gbs)
    kind = link(item, cards, said)
    gbs = link_gbs(item, kind)
    if kind == "fabric" and gbs.value is not None and cards <= _MESH_LINKS:
        gbs = _mesh(gbs, cards, key)
    return Route(kind=kind, gbs=gbs, in_switch="sharp" in said.lower())


def traffic_gb(collective: Collective, payload_gb: Figure, cards: int, key: str = "comm") -> Figure:
    """Return the GB that each card sends in a ring for a payload of ``payload_gb``."""
    return trace(
        RING_BYTES_GB,
        f"{key}/ring_gb",
        passes=_passes(collective, key),
        cards=_cards(cards, key),
        payload_gb=payload_gb,
    )


def collective_s(collective: Collective, payload_gb: Figure, cards: int, over: Route, key: str = "comm") -> Figure:
    """Return the seconds of a collective among ``cards`` over a link, with the latency of each step."""
    return trace(
        RING_S,
        f"{key}/ring_s",
        ring_gb=traffic_gb(collective, payload_gb, cards, key),
        link_gbs=over.gbs,
        reach=over.reach(cards),
        passes=_passes(collective, key),
        cards=_cards(cards, key),
        hop_us=over.hop_us(),
    )


def tree_s(payload_gb: Figure, cards: int, over: Route, key: str = "comm") -> Figure:
    """Return the seconds of an all-reduce over a double binary tree: for many machines and small payloads."""
    return trace(
        TREE_S,
        f"{key}/tree_s",
        payload_gb=payload_gb,
        link_gbs=over.gbs,
        reach=over.reach(cards),
        depth=leaf(f"{key}/depth", math.log2(max(cards, 1)), "1", Quality.COMPUTED),
        hop_us=over.hop_us(),
    )


def bus_gbs(payload_gb: Figure, cards: int, over: Route, key: str = "comm") -> Figure:
    """Return the bus bandwidth of an all-reduce among ``cards``, as nccl-tests report it."""
    took = collective_s("all_reduce", payload_gb, cards, over, key)
    ring = traffic_gb("all_reduce", payload_gb, cards, key)
    return banded(trace(BUS_GBS, f"{key}/bus_gbs", ring_gb=ring, time_s=took), "collective")


def tensor_parallel_s(model: ModelShape, tokens: Figure, cards: int, over: Route, key: str = "comm") -> Figure:
    """Return the seconds that the all-reduces of a forward pass of ``tokens`` take: two in each layer, in 16 bits.

    They are on the way of every layer and cannot be hidden.
    """
    if cards < 2:
        return constant(f"{key}/tensor_s", 0.0, "s", "one card")
    traffic = tensor_traffic_gb(model, tokens, cards, key)
    return trace(LINK_S, f"{key}/tensor_s", traffic_gb=traffic, link_gbs=over.gbs, reach=over.reach(cards))


def tensor_traffic_gb(model: ModelShape, tokens: Figure, cards: int, key: str = "comm", reduces: float = 2.0) -> Figure:
    """Return the GB that each card sends for ``tokens``: two all-reduces in each layer forward, as many backward."""
    return trace(
        TENSOR_TRAFFIC_GB,
        f"{key}/tensor_gb",
        layers=model.figure("layers"),
        reduces=constant(f"{key}/reduces", reduces, "1", "after attention and after the feed-forward layer"),
        ranks=_cards(cards, key),
        tokens=tokens,
        hidden=model.figure("hidden"),
        bytes=constant(f"{key}/bytes", 2.0, "B", "16-bit activations"),
    )


def exchange_s(model: ModelShape, tokens: Figure, cards: int, over: Route, key: str = "comm") -> Figure:
    """Return the seconds in which experts spread over ``cards`` exchange ``tokens`` of each card: there and back."""
    traffic = trace(
        EXPERT_TRAFFIC_GB,
        f"{key}/expert_gb",
        moe_layers=moe_layers(model),
        tokens=tokens,
        used=model.figure("experts_active"),
        hidden=model.figure("hidden"),
        bytes=constant(f"{key}/exchange_bytes", 1.5, "B", "8 bits there, 16 bits back"),
        ranks=_cards(cards, key),
    )
    return trace(LINK_S, f"{key}/exchange_s", traffic_gb=traffic, link_gbs=over.gbs, reach=over.reach(cards))


def shard_traffic_gb(  # noqa: PLR0913 - what the traffic depends on
    params_b: Figure,
    stage: int,
    ranks: int,
    key: str = "comm",
    micro_batches: int = 1,
    passes: float | None = None,
    size: float = 2.0,
) -> Figure:
    """Return the GB that each card moves in a step to keep ``ranks`` data-parallel copies alike, at a sharding stage.

    ``passes`` over parameters of ``size`` bytes replace those of the stage, for weights that are only gathered.

    Raises:
        InputError: the stage is not 0 to 3.
    """
    if stage not in _PASSES:
        raise InputError(msg("memory.zero_stage", "Stage {value} is not known.", value=stage),
                         msg("memory.zero_stage.remedy", "Stages are 0, 1, 2 and 3."), "zero_stage")  # fmt: skip
    once, each = _PASSES[stage]
    count = once + each * micro_batches if passes is None else passes
    return trace(
        SHARD_TRAFFIC_GB,
        f"{key}/shard_gb",
        params_b=params_b,
        bytes=constant(f"{key}/bytes", size, "B", "16-bit gradients and weights; frozen weights as they are stored"),
        passes=constant(f"{key}/shard_passes", count, "1", "by stage and micro-batches of a step"),
        ranks=_cards(ranks, key),
    )


def bubble_share(stages: int, micro_batches: int, chunks: int = 1, key: str = "comm") -> Figure:
    """Return the share of the time that a pipeline of ``stages`` idles.

    Raises:
        InputError: a count is below 1.
    """
    if min(stages, micro_batches, chunks) < 1:
        raise InputError(msg("comm.stages", "Stages, micro-batches and chunks must be 1 or more."), place="stages")
    return trace(
        BUBBLE_SHARE,
        f"{key}/bubble_share",
        stages=_counted(key, "stages", stages),
        chunks=_counted(key, "chunks", chunks),
        micro_batches=_counted(key, "micro_batches", micro_batches),
    )


def exposed_share(traffic_s: Figure, compute_s: Figure, key: str = "comm") -> Figure:
    """Return the share of a step that is lost to communication which the backward pass does not hide."""
    hidden = constant(f"{key}/hidden", 0.7, "1", "the part of the arithmetic behind which shards move")
    return trace(EXPOSED_SHARE, f"{key}/exposed_share", traffic_s=traffic_s, hidden=hidden, compute_s=compute_s)


def _mesh(gbs: Figure, cards: int, key: str) -> Figure:
    used = gbs.require() * (cards - 1) / _MESH_LINKS
    return leaf(f"{key}/mesh_gbs", used, "GB/s", gbs.quality, "a mesh: each pair of cards has one of seven links")


def _passes(collective: Collective, key: str) -> Figure:
    return constant(f"{key}/passes", 2.0 if collective == "all_reduce" else 1.0, "1", "passes of the ring")


def _cards(cards: int, key: str) -> Figure:
    return _counted(key, "cards", cards)


def _counted(key: str, name: str, value: int) -> Figure:
    return leaf(f"{key}/{name}", float(value), "1", Quality.ENTERED)
