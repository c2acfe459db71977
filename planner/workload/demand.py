"""Demand of a mix: GPU-hours a week by memory tier, people at once, storage and network, and what owned cards cover.

Loads that are no language models count by the same four numbers: people, times a week, hours, cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from planner.errors import InputError
from planner.figure import Figure, Formula, Quality, constant, leaf, trace
from planner.messages import Labelled, msg
from planner.workload.fit import VISIBLE_SHARE

TIERS_GB = (12, 16, 24, 32, 48, 80, 96, 141, 192)
UNKNOWN_TIER = 0  # the memory need is not known
ABOVE_TIERS = 10_000  # more than any one card has
WEEK_H = 168.0

GPU_HOURS_WEEK = Formula(
    key="demand.gpu_hours_week",
    label=Labelled(zh="每周卡时", en="GPU-hours a week"),
    text="people * sessions * hours * devices",
    unit="GPU-h/week",
    source="people x times a week x hours each time x cards",
    function=lambda people, sessions, hours, devices: people * sessions * hours * devices,
)
SERVICE_HOURS_WEEK = Formula(
    key="demand.service_hours_week",
    label=Labelled(zh="每周卡时（服务）", en="GPU-hours a week of a service"),
    text="sessions * hours * devices",
    unit="GPU-h/week",
    source="a service holds its cards while it is up, for however many people: times up a week x hours each time x cards",
    function=lambda sessions, hours, devices: sessions * hours * devices,
)
SUM_GPU_HOURS = Formula(
    key="demand.sum_gpu_hours",
    label=Labelled(zh="每周卡时合计", en="GPU-hours a week in total"),
    text="sum(loads)",
    unit="GPU-h/week",
    source="sum over the loads",
    function=lambda loads: sum(loads),
)
PEAK_USERS = Formula(
    key="demand.peak_users",
    label=Labelled(zh="峰值同时在线人数", en="People at once at the peak"),
    text="people * online_share",
    unit="1",
    source="head count x share online at the peak; the share must be asked, no default is sourced",
    function=lambda people, online_share: people * online_share,
)
SUM_USERS = Formula(
    key="demand.sum_users",
    label=Labelled(zh="峰值同时在线合计", en="People at once in total"),
    text="sum(users)",
    unit="1",
    source="sum over the loads: their peaks may fall together",
    function=lambda users: sum(users),
)
STORAGE_GB = Formula(
    key="demand.storage_gb",
    label=Labelled(zh="存储需求", en="Storage"),
    text="weights_gb + people * (data_gb + checkpoint_gb * kept)",
    unit="GB",
    source="weights once, and for each person data and the checkpoints that are kept",
    function=lambda weights_gb, people, data_gb, checkpoint_gb, kept: (
        weights_gb + people * (data_gb + checkpoint_gb * kept)
    ),
)
SUM_STORAGE = Formula(
    key="demand.sum_storage_gb",
    label=Labelled(zh="存储需求合计", en="Storage in total"),
    text="sum(loads_gb)",
    unit="GB",
    source="sum over the loads",
    function=lambda loads_gb: sum(loads_gb),
)
NETWORK_GBS = Formula(
    key="demand.network_gbs",
    label=Labelled(zh="网络需求", en="Network"),
    text="at_once * data_gb / load_s",
    unit="GB/s",
    source="data of the jobs that start together over the time in which they should be there",
    function=lambda at_once, data_gb, load_s: at_once * data_gb / load_s,
)
SUM_NETWORK = Formula(
    key="demand.sum_network_gbs",
    label=Labelled(zh="网络需求合计", en="Network in total"),
    text="sum(loads_gbs)",
    unit="GB/s",
    source="sum over the loads: they may start together",
    function=lambda loads_gbs: sum(loads_gbs),
)
DATA_GB = Formula(
    key="demand.data_gb",
    label=Labelled(zh="需带入的数据", en="Data to bring in"),
    text="dot(people, data_gb)",
    unit="GB",
    source="people x data of each",
    function=lambda people, data_gb: sum(one * other for one, other in zip(people, data_gb, strict=True)),
)
STOCK_HOURS = Formula(
    key="demand.stock_hours",
    label=Labelled(zh="已有卡时", en="GPU-hours of owned cards"),
    text="cards * hours_week * available_share",
    unit="GPU-h/week",
    source="cards x hours a week x share of the time they can be had",
    function=lambda cards, hours_week, available_share: cards * hours_week * available_share,
)
UNCOVERED_HOURS = Formula(
    key="demand.uncovered_hours",
    label=Labelled(zh="需另购或租的卡时", en="GPU-hours that nothing covers"),
    text="max(demand - covered, 0)",
    unit="GPU-h/week",
    source="demand less what owned cards of enough memory give",
    function=lambda demand, covered: max(demand - covered, 0),
)
CARDS_AT_LOAD = Formula(
    key="demand.cards",
    label=Labelled(zh="所需卡数", en="Cards needed"),
    text="0 if gpu_hours == 0 else max(ceil(gpu_hours / (168 * available_share * load_share)), widest)",
    unit="1",
    source="GPU-hours over the hours of a week that a card works at the load that waiting allows; no fewer than one job takes",
    function=lambda gpu_hours, available_share, load_share, widest: (
        0.0 if gpu_hours == 0 else max(-(-gpu_hours // (168 * available_share * load_share)), widest)
    ),
)


_ALWAYS = constant("demand/available_share", 1.0, "1", "cards are there all week")
LOAD_SHARE = constant(
    "demand/load_share", 0.7, "1", "above 0.7 people wait longer than their job takes on few cards (Erlang C)"
)


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the mix. Unknown stays None: people, times a week and hours are asked, never guessed.

    ``need_gib`` is what each card must hold; ``weights_gb`` is stored once, ``data_gb`` and checkpoints for each person;
    ``online_share`` is the share of the people that work at once at the peak. A ``shared`` load is one service for all of
    its people. ``assumed`` names the fields whose value nobody said.
    """

    id: str
    people: float | None = 1.0
    sessions_per_week: float | None = None
    hours_per_session: float | None = None
    devices: float = 1.0
    need_gib: Figure | None = None
    online_share: float | None = None
    weights_gb: float | None = None
    data_gb: float | None = None
    checkpoint_gb: float | None = None
    kept_checkpoints: float = 3.0
    load_s: float = 300.0
    quality: Quality = Quality.ENTERED
    shared: bool = False
    assumed: tuple[str, ...] = ()


class Stock(msgspec.Struct, frozen=True, kw_only=True):
    """Owned cards, or cards of a school platform, with the hours a week that the lab may use them."""

    id: str
    memory_gb: float
    cards: float
    hours_week: float = WEEK_H
    available_share: float = 1.0


class TierDemand(msgspec.Struct, frozen=True, kw_only=True):
    """GPU-hours a week that need cards of at least ``memory_gb`` (0: not known), and what owned cards leave uncovered.

    ``widest`` are the cards of the job that takes most of them at once.
    """

    memory_gb: int
    gpu_hours: Figure
    uncovered: Figure
    widest: Figure

    @property
    def cards(self) -> Figure:
        """Return the cards that what is uncovered keeps busy to 70 %, by its hours alone; no fewer than one job takes."""
        key = self.uncovered.key.rpartition("/")[0]
        return cards_needed(self.uncovered, _ALWAYS, LOAD_SHARE, self.widest, key)


class MixDemand(msgspec.Struct, frozen=True, kw_only=True):
    """What a mix asks for in a week."""

    loads: tuple[Figure, ...]
    gpu_hours: Figure
    tiers: tuple[TierDemand, ...]
    peak_users: Figure
    storage_gb: Figure
    network_gbs: Figure
    uncovered: Figure


def mix_demand(loads: Sequence[Load], stock: Sequence[Stock] = (), key: str = "demand") -> MixDemand:
    """Return the demand of all ``loads`` together, and what ``stock`` does not cover.

    Raises:
        InputError: a number of a load is negative, or a share is more than 1.
    """
    for load in loads:
        _check(load)
    hours = tuple(load_hours(load, f"{key}/{load.id}") for load in loads)
    tiers = tier_demand(loads, hours, stock, key)
    return MixDemand(
        loads=hours,
        gpu_hours=trace(SUM_GPU_HOURS, f"{key}/gpu_hours_week", loads=hours),
        tiers=tiers,
        peak_users=trace(SUM_USERS, f"{key}/peak_users", users=[_users(one, f"{key}/{one.id}") for one in loads]),
        storage_gb=loads_storage(loads, key),
        network_gbs=loads_network(loads, key),
        uncovered=trace(SUM_GPU_HOURS, f"{key}/uncovered_hours", loads=[tier.uncovered for tier in tiers]),
    )


def load_hours(load: Load, key: str) -> Figure:
    """Return the GPU-hours of one load in a week; people do not multiply those of a service."""
    told = {
        "sessions": _told(load, key, "sessions_per_week", "1"),
        "hours": _told(load, key, "hours_per_session", "h"),
        "devices": _told(load, key, "devices", "1"),
    }
    if load.shared:
        return trace(SERVICE_HOURS_WEEK, f"{key}/gpu_hours_week", **told)
    return trace(GPU_HOURS_WEEK, f"{key}/gpu_hours_week", people=_told(load, key, "people", "1"), **told)


def loads_storage(loads: Sequence[Load], key: str) -> Figure:
    """Return the GB that all loads keep on storage."""
    return trace(SUM_STORAGE, f"{key}/storage_gb", loads_gb=[load_storage(one, f"{key}/{one.id}") for one in loads])


def loads_network(loads: Sequence[Load], key: str) -> Figure:
    """Return the GB/s that all loads read when they start together."""
    return trace(SUM_NETWORK, f"{key}/network_gbs", loads_gbs=[load_network(one, f"{key}/{one.id}") for one in loads])


def loads_data(loads: Sequence[Load], key: str) -> Figure:
    """Return the GB of data that people bring in before they can begin."""
    return trace(
        DATA_GB,
        f"{key}/data_gb",
        people=[_told(one, f"{key}/{one.id}", "people", "1") for one in loads],
        data_gb=[_told(one, f"{key}/{one.id}", "data_gb", "GB") for one in loads],
    )


def tier_of(need_gib: Figure | None) -> int:
    """Return the GB of the smallest class of card that holds ``need_gib``, 0 where the need is not known."""
    if need_gib is None or need_gib.value is None:
        return UNKNOWN_TIER
    return next((tier for tier in TIERS_GB if need_gib.value <= tier * VISIBLE_SHARE.require()), ABOVE_TIERS)


def cards_needed(
    gpu_hours: Figure, available_share: Figure, load_share: Figure, widest: Figure, key: str = "demand"
) -> Figure:
    """Return the cards that ``gpu_hours`` a week keep busy to ``load_share``: above 0.7 people wait long."""
    return trace(
        CARDS_AT_LOAD,
        f"{key}/cards",
        gpu_hours=gpu_hours,
        available_share=available_share,
        load_share=load_share,
        widest=widest,
    )


def tier_demand(
    loads: Sequence[Load], hours: Sequence[Figure], stock: Sequence[Stock], key: str
) -> tuple[TierDemand, ...]:
    """Return the tiers (GPU-h a week): large jobs take the large owned cards first, small ones what is left."""
    left = {one.id: stock_hours(one, key).require() for one in stock}
    found = []
    for tier in sorted({tier_of(load.need_gib) for load in loads}, reverse=True):
        parts = [figure for load, figure in zip(loads, hours, strict=True) if tier_of(load.need_gib) == tier]
        asked = trace(SUM_GPU_HOURS, f"{key}/tier_{tier}/gpu_hours_week", loads=parts)
        covered = _covered(tier, asked.value, stock, left)
        given = leaf(f"{key}/tier_{tier}/covered_hours", covered, "GPU-h/week", Quality.COMPUTED, "owned cards")
        uncovered = trace(UNCOVERED_HOURS, f"{key}/tier_{tier}/uncovered_hours", demand=asked, covered=given)
        most = max(load.devices for load in loads if tier_of(load.need_gib) == tier)
        widest = leaf(f"{key}/tier_{tier}/widest", most, "1", Quality.ENTERED, "cards of the job that takes most")
        found.append(TierDemand(memory_gb=tier, gpu_hours=asked, uncovered=uncovered, widest=widest))
    return tuple(reversed(found))


def stock_hours(stock: Stock, key: str) -> Figure:
    """Return the GPU-hours that owned cards give in a week."""
    return trace(
        STOCK_HOURS,
        f"{key}/{stock.id}/stock_hours",
        cards=leaf(f"{key}/{stock.id}/cards", stock.cards, "1", Quality.ENTERED),
        hours_week=leaf(f"{key}/{stock.id}/hours_week", stock.hours_week, "h", Quality.ENTERED),
        available_share=leaf(f"{key}/{stock.id}/available_share", stock.available_share, "1", Quality.ENTERED),
    )


def _covered(tier: int, asked: float | None, stock: Iterable[Stock], left: dict[str, float]) -> float:
    """Return the hours that cards of at least ``tier`` GB give, the smallest that do first; their rest is kept in ``left``."""
    open_hours, taken = asked or 0.0, 0.0
    if tier == UNKNOWN_TIER:
        return 0.0
    for one in sorted(stock, key=lambda each: each.memory_gb):
        if one.memory_gb < tier:
            continue
        part = min(left[one.id], open_hours - taken)
        left[one.id] -= part
        taken += part
    return taken


def _users(load: Load, key: str) -> Figure:
    people, share = _told(load, key, "people", "1"), _told(load, key, "online_share", "1")
    return trace(PEAK_USERS, f"{key}/peak_users", people=people, online_share=share)


def load_storage(load: Load, key: str) -> Figure:
    """Return the GB that one load keeps on storage."""
    return trace(
        STORAGE_GB,
        f"{key}/storage_gb",
        weights_gb=_told(load, key, "weights_gb", "GB"),
        people=_told(load, key, "people", "1"),
        data_gb=_told(load, key, "data_gb", "GB"),
        checkpoint_gb=_told(load, key, "checkpoint_gb", "GB"),
        kept=leaf(f"{key}/kept_checkpoints", load.kept_checkpoints, "1", Quality.ASSUMED, "three checkpoints are kept"),
    )


def load_network(load: Load, key: str) -> Figure:
    """Return the GB/s that one load reads when its people start together."""
    return trace(
        NETWORK_GBS,
        f"{key}/network_gbs",
        at_once=_users(load, key),
        data_gb=_told(load, key, "data_gb", "GB"),
        load_s=constant(f"{key}/load_s", load.load_s, "s", "data of a job should be there within five minutes"),
    )


def _told(load: Load, key: str, name: str, unit: str) -> Figure:
    quality = Quality.ASSUMED if name in load.assumed else load.quality
    return leaf(f"{key}/{name}", getattr(load, name), unit, quality)


def _check(load: Load) -> None:
    for name in (
        "people",
        "sessions_per_week",
        "hours_per_session",
        "devices",
        "weights_gb",
        "data_gb",
        "checkpoint_gb",
    ):
        value = getattr(load, name)
        if value is not None and value < 0:
            raise InputError(
                msg("demand.negative", "{name} must not be less than 0.", name=name), place=f"{load.id}/{name}"
            )
    if load.online_share is not None and not 0 <= load.online_share <= 1:
        raise InputError(msg("demand.share", "A share lies between 0 and 1."), place=f"{load.id}/online_share")
