"""What a training step waits for beside its arithmetic: links between cards by sharding stage, and the host where states leave the card.

Traffic that moves behind the backward pass is free; only what it does not hide counts. Links inside a machine are
reckoned; what networks between machines cost is in the loss for each doubling of the machines.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from planner.errors import UnknownIdError
from planner.figure import Figure, Formula, Quality, constant, leaf, trace, unknown
from planner.messages import Labelled, Message, msg
from planner.workload.chips import link, link_gbs
from planner.workload.communication import LINK_S, route, shard_traffic_gb, tensor_traffic_gb
from planner.workload.constants import sizing_figure, sizing_value
from planner.workload.memory import weight_format

if TYPE_CHECKING:
    from planner.catalog.items import Item
    from planner.workload.training_speed import TrainingJob

NODE = 8  # cards of one machine

_WITH_LINKS = "the share that is reached was seen on many such chips with their links"

RATE_GBS = Formula(
    key="train.rate_gbs",
    label=Labelled(zh="可达传输速率", en="Rate that is reached on a link"),
    text="link_gbs * reach",
    unit="GB/s",
    source="what collectives and copies reach of a link",
    function=lambda link_gbs, reach: link_gbs * reach,
)
PART_B = Formula(
    key="train.part_b",
    label=Labelled(zh="每卡负责的参数", en="Parameters that each card is in charge of"),
    text="params_b / parts",
    unit="1e9",
    source="tensor and pipeline parallel cut the model, sharding cuts its states",
    function=lambda params_b, parts: params_b / parts,
)
EXPOSED_S = Formula(
    key="train.exposed_s",
    label=Labelled(zh="未被掩盖的传输时间", en="Transfer that the arithmetic does not hide"),
    text="max(link_s + bus_s - hidden * compute_s, 0)",
    unit="s",
    source="gradients and shards move behind the backward pass, about 0.7 of the arithmetic; the rest shows; between cards "
    "and with the host one after the other",
    function=lambda link_s, bus_s, hidden, compute_s: max(link_s + bus_s - hidden * compute_s, 0),
)
HOST_TRAFFIC_GB = Formula(
    key="train.host_gb",
    label=Labelled(zh="每步与主机的传输量", en="Traffic with the host in a step"),
    text="part_b * bytes * passes",
    unit="GB",
    source="ZeRO-Offload (Ren et al. 2021): 16-bit gradients down, updated weights up, once each in a step; weights that are "
    "kept on the host come up for the forward and for the backward pass of every micro-batch",
    function=lambda part_b, bytes, passes: part_b * bytes * passes,
)
HOST_ADAM_S = Formula(
    key="train.host_adam_s",
    label=Labelled(zh="主机端优化器时间", en="Time of the optimizer on the host"),
    text="part_b * cards * bytes / (host_gbs * reach)",
    unit="s",
    source="the processor updates the states of all cards of the machine over its own memory",
    function=lambda part_b, cards, bytes, host_gbs, reach: part_b * cards * bytes / (host_gbs * reach),
)
BUS_GBS = Formula(
    key="train.bus_gbs",
    label=Labelled(zh="每卡与主机间带宽", en="Rate between a card and its host"),
    text="min(pcie_gbs, host_gbs / cards)",
    unit="GB/s",
    source="a card's bus is no faster than its part of the memory of the host, which all cards read at once",
    function=lambda pcie_gbs, host_gbs, cards: min(pcie_gbs, host_gbs / cards),
)
WAITS_S = Formula(
    key="train.waits_s",
    label=Labelled(zh="每步等待时间", en="What a step waits for"),
    text="sum(parts_s)",
    unit="s",
    source="links, tensor parallel over PCIe, transfers with the host and its optimizer step, beyond what is hidden",
    function=lambda parts_s: sum(parts_s),
)


def has_waits(job: TrainingJob) -> bool:
    """Tell whether a step can wait for anything but its arithmetic and optimizer."""
    return job.devices > 1 or job.offload != "none"


def waits_s(job: TrainingJob, tokens: Figure, compute_s: Figure, key: str = "job") -> Figure:
    """Return the seconds that a step of ``tokens`` of each card and ``compute_s`` waits for links and host."""
    if not has_waits(job):
        return constant(f"{key}/waits_s", 0.0, "s", "one card that keeps all of its states")
    behind, after = host_parts_gb(job, key)
    exposed = trace(
        EXPOSED_S,
        f"{key}/exposed_s",
        link_s=_shard_s(job, key),
        bus_s=_on_bus(job, behind, f"{key}/behind"),
        hidden=sizing_figure("train_hidden"),
        compute_s=compute_s,
    )
    parts = (exposed, _tensor_s(job, tokens, key), _on_bus(job, after, f"{key}/after"), *_host_adam(job, key))
    return trace(WAITS_S, f"{key}/waits_s", parts_s=parts)


def shard_gb(job: TrainingJob, key: str) -> Figure:
    """Return the GB that each card moves in a step to keep the data-parallel copies alike.

    Full training: 2 bytes of each parameter, twice (stages 0 to 2) or three times (stage 3: half as much again); stage 2
    reduces and stage 3 gathers in every micro-batch. Adapters: frozen weights are gathered at stage 3, else nothing.
    """
    ranks, full = job.data_parallel, job.method == "full"
    if ranks < 2 or (not full and job.stage() < 3):
        said = "one copy of the model" if ranks < 2 else "adapters are small"
        return constant(f"{key}/shard_gb", 0.0, "GB", said)
    part = _part(job, job.model_parallel, key)
    if full:
        return shard_traffic_gb(part, job.stage(), ranks, key, job.in_step)
    stored = _stored_bytes(job)
    if stored is None:
        return unknown(f"{key}/shard_gb", "GB", (f"{key}/dtype",))
    return shard_traffic_gb(part, 3, ranks, key, job.in_step, passes=2.0 * job.in_step, size=stored)


def _stored_bytes(job: TrainingJob) -> float | None:
    """Return the bytes of a stored weight, None where the format names nothing."""
    try:
        return weight_format(job.dtype).bits / 8
    except UnknownIdError:
        return None


def tensor_gb(job: TrainingJob, tokens: Figure, key: str) -> Figure:
    """Return the GB that each card moves for tensor parallel in a step: four all-reduces in a layer, six with recomputation."""
    if job.tensor_parallel < 2:
        return constant(f"{key}/tensor_gb", 0.0, "GB", "no tensor parallel")
    every = leaf(f"{key}/rank_tokens", _value(tokens, job.tensor_parallel), "tokens", tokens.quality)
    reduces = 6.0 if job.recompute == "full" else 4.0
    return tensor_traffic_gb(job.model, every, job.tensor_parallel, key, reduces)


def on_pcie(job: TrainingJob) -> bool:
    """Tell whether the cards of a machine talk over PCIe."""
    return link(job.card, in_machine(job), job.link_said) == "pcie"


def link_rate(job: TrainingJob, key: str) -> Figure:
    """Return the GB/s that collectives reach among the cards of a machine; endless where ``included``."""
    if included(job):
        return constant(f"{key}/link_rate_gbs", math.inf, "GB/s", _WITH_LINKS)
    over = route(job.card, in_machine(job), job.link_said, key=key)
    return trace(RATE_GBS, f"{key}/link_rate_gbs", link_gbs=over.gbs, reach=over.reach(in_machine(job)))


def bus_rate(card: Item, key: str) -> Figure:
    """Return the GB/s that one device reaches with its host."""
    reach = sizing_figure("link_reach_pcie")
    return trace(RATE_GBS, f"{key}/bus_gbs", link_gbs=link_gbs(card, "pcie"), reach=reach)


def in_machine(job: TrainingJob) -> int:
    """Return how many cards of the job are in one machine."""
    return min(job.devices, NODE)


def included(job: TrainingJob) -> bool:
    """Tell whether the card's own link has no published rate: the share that such chips reach was seen on many of them."""
    kind = link(job.card, in_machine(job), job.link_said)
    return kind != "pcie" and not link_gbs(job.card, kind).known


def host_parts_gb(job: TrainingJob, key: str) -> tuple[Figure, Figure]:
    """Return the GB of each card that move with the host in a step: behind the arithmetic, and after it."""
    if job.offload == "none":
        none = constant(f"{key}/host_gb", 0.0, "GB", "nothing is kept on the host")
        return none, none
    part, full = _part(job, job.model_parallel * job.state_ranks, key), job.method == "full"
    kept = job.offload == "all"
    down = (job.in_step if kept else 1.0) if full else 0.0
    fetched = 2.0 * job.in_step if kept else 0.0
    stored = 2.0 if full else _stored_bytes(job)
    if stored is None:
        open_ = unknown(f"{key}/host_gb", "GB", (f"{key}/dtype",))
        return open_, open_
    hidden = _host_gb(part, stored, fetched + down, f"{key}/behind")
    shown = _host_gb(part, 2.0, 1.0 if full and not kept else 0.0, f"{key}/after")
    return hidden, shown


def adam_part(job: TrainingJob, key: str) -> Figure:
    """Return the parameters (1e9) of each card whose states the host updates; 0 where it updates none."""
    if job.offload == "none" or job.method != "full":
        return constant(f"{key}/adam_b", 0.0, "1e9", "the host updates nothing")
    return _part(job, job.model_parallel * job.state_ranks, key)


def host_gbs(job: TrainingJob, key: str) -> Figure:
    """Return the bandwidth of the host's memory, GB/s; assumed where nobody said it."""
    if job.host_gbs is not None:
        return leaf(f"{key}/host_memory_gbs", job.host_gbs, "GB/s", Quality.ENTERED)
    said = sizing_figure("host_memory_gbs")
    return leaf(f"{key}/host_memory_gbs", sizing_value("host_memory_gbs"), "GB/s", Quality.ASSUMED, said.source)


def host_notes(job: TrainingJob) -> tuple[Message, ...]:
    """Return that the bandwidth of the host is assumed, where an offloading training depends on it and nobody said it."""
    if job.offload == "none" or job.host_gbs is not None:
        return ()
    return (
        msg(
            "training.host_assumed",
            "Nobody said how fast the memory of the machine is: {assumed} is assumed for offloading (host_memory_gbs).",
            assumed=host_gbs(job, "job"),
        ),
    )


def _shard_s(job: TrainingJob, key: str) -> Figure:
    traffic = shard_gb(job, key)
    if traffic.value == 0:
        return constant(f"{key}/shard_s", 0.0, "s", traffic.source)
    return (
        constant(f"{key}/shard_s", 0.0, "s", _WITH_LINKS) if included(job) else _on_link(job, traffic, f"{key}/shard")
    )


def _tensor_s(job: TrainingJob, tokens: Figure, key: str) -> Figure:
    """Return the seconds of tensor parallel over PCIe; over faster links they are in the share that is reached."""
    if job.tensor_parallel < 2 or not on_pcie(job):
        return constant(
            f"{key}/tensor_s", 0.0, "s", "no tensor parallel, or over links with which the share was measured"
        )
    return _on_link(job, tensor_gb(job, tokens, key), f"{key}/tensor")


def _host_adam(job: TrainingJob, key: str) -> tuple[Figure, ...]:
    part = adam_part(job, key)
    if part.value == 0:
        return ()
    adam = trace(
        HOST_ADAM_S,
        f"{key}/host_adam_s",
        part_b=part,
        cards=leaf(f"{key}/cards", float(in_machine(job)), "1", job.quality),
        bytes=sizing_figure("host_adam_bytes"),
        host_gbs=host_gbs(job, key),
        reach=sizing_figure("train_optimizer_reach"),
    )
    return (adam,)


def _on_link(job: TrainingJob, traffic: Figure, key: str) -> Figure:
    over = route(job.card, in_machine(job), job.link_said, key=key)
    return trace(LINK_S, f"{key}_s", traffic_gb=traffic, link_gbs=over.gbs, reach=over.reach(in_machine(job)))


def _on_bus(job: TrainingJob, traffic: Figure, key: str) -> Figure:
    if traffic.value == 0:
        return constant(f"{key}/bus_s", 0.0, "s", traffic.source)
    reach = sizing_figure("link_reach_pcie")
    rate = trace(
        BUS_GBS,
        f"{key}/bus_gbs",
        pcie_gbs=link_gbs(job.card, "pcie"),
        host_gbs=host_gbs(job, key),
        cards=leaf(f"{key}/cards", float(in_machine(job)), "1", job.quality),
    )
    return trace(LINK_S, f"{key}_s", traffic_gb=traffic, link_gbs=rate, reach=reach)


def _host_gb(part: Figure, size: float, passes: float, key: str) -> Figure:
    if passes == 0:
        return constant(f"{key}/host_gb", 0.0, "GB", "nothing moves then")
    return trace(
        HOST_TRAFFIC_GB,
        f"{key}_gb",
        part_b=part,
        bytes=constant(f"{key}/bytes", size, "B", "16-bit gradients and weights; frozen weights as they are stored"),
        passes=constant(f"{key}/passes", passes, "1", "gradients once, weights for each pass of each micro-batch"),
    )


def _part(job: TrainingJob, parts: int, key: str) -> Figure:
    whole = job.model.figure("params_b")
    if parts == 1:
        return whole
    return trace(PART_B, f"{key}/part_b", params_b=whole, parts=leaf(f"{key}/parts", float(parts), "1", job.quality))


def _value(figure: Figure, factor: float) -> float | None:
    return None if figure.value is None else figure.value * factor
