"""What the workload asks of storage, ports and the number of cards, as traced figures that a requirement can stand on."""

from __future__ import annotations

import math

from planner.assess.card_use import CardUse, use_of
from planner.assess.data_need import DataNeed, data_need
from planner.assess.demand import devices_in
from planner.assess.facts import fact_figure
from planner.assess.lines import LineFigures
from planner.assess.run import Assessment
from planner.figure import Figure, Formula, Quality, constant, leaf, trace
from planner.limits import limit
from planner.messages import Labelled
from planner.tender.loads import Need
from planner.workload.waiting import TierUse, cards_short

ROOM_TB = Formula(
    key="tender.room_tb",
    label=Labelled(zh="所需可用容量", en="usable capacity asked for"),
    text="data_tb * (1 + growth) ** 3 / fill",
    unit="TB",
    source="data of the workload with three years of growth, over the share that may be filled",
    function=lambda data_tb, growth, fill: data_tb * (1 + growth) ** 3 / fill,
)
READ_GBPS = Formula(
    key="tender.read_gbps",
    label=Labelled(zh="所需网口速率", en="port rate asked for"),
    text="read_gbs * margin / units / 0.9 * 8",
    unit="Gbit/s",
    source="data of the jobs that start together; 8 bits a byte, 10 % for protocols",
    function=lambda read_gbs, margin, units: read_gbs * margin / units / 0.9 * 8,
)
CARDS_EACH = Formula(
    key="tender.cards_each",
    label=Labelled(zh="按卡时需要的单台卡数", en="cards in each machine by hours"),
    text="ceil((planned + more) / units - 0.000001)",
    unit="1",
    source="cards planned and those that are missing or too many for the hours of a week, over the machines",
    function=lambda planned, more, units: float(math.ceil((planned + more) / units - 1e-6)),
)
_BARE = constant("constant/no_reserve", 1.0, "1", "the data alone, without reserve")


def _asked(assessment: Assessment) -> DataNeed | None:
    context = assessment.context
    return data_need(context.demand, context.people)


def _planned(assessment: Assessment, role: str) -> list[LineFigures]:
    lines = assessment.context.lines.values()
    return [one for one in lines if one.line.role == role and one.line.quantity]


def room(assessment: Assessment, line: str) -> Figure | None:
    """Return the usable TB that the data of the workload ask of ``line``; None where several storages share them or nobody tells."""
    stores, data = _planned(assessment, "storage"), _data_tb(assessment)
    if data is None or not data.value or [(one.line.id, one.line.quantity) for one in stores] != [(line, 1)]:
        return None
    growth = limit("st.growth")
    told = assessment.context.facts.get("data_growth")
    if told is not None and isinstance(told.value, float):
        growth = leaf("plan/data_growth", told.value, "1", told.quality, told.source)
    return trace(ROOM_TB, f"tender/{line}/room_tb", data_tb=data, growth=growth, fill=limit("st.fill"))


def _data_tb(assessment: Assessment) -> Figure | None:
    """Return the data to be kept (TB): as somebody said for the plan as a whole, else what the jobs keep."""
    told = fact_figure(assessment.context.facts, "data_tb", "plan/data_tb", "TB")
    if told.known:
        return told
    need = _asked(assessment)
    return None if need is None else need.kept_tb


def rate(assessment: Assessment, line: str) -> Need | None:
    """Return the Gbit/s that a port of ``line`` is read with: a storage's whole, a machine's share; None where nobody tells it."""
    need = _asked(assessment)
    own = assessment.context.lines.get(line)
    if need is None or own is None or not need.read_gbs.value:
        return None
    units = sum(one.line.quantity for one in _planned(assessment, own.line.role))
    count = leaf(f"tender/{line}/units", float(units), "1", Quality.ENTERED)
    wanted, least = (
        trace(READ_GBPS, f"tender/{line}/{name}", read_gbs=need.read_gbs, margin=margin, units=count)
        for name, margin in (("read_gbps", limit("st.margin")), ("read_least_gbps", _BARE))
    )
    return Need(wanted=wanted, least=least)


def storage_rate(assessment: Assessment) -> Need | None:
    """Return the Gbit/s that the port to the storage carries, None where there is no storage or nobody tells what is read."""
    stores = _planned(assessment, "storage")
    return rate(assessment, stores[0].line.id) if stores else None


def cards_by_hours(assessment: Assessment, line: str) -> Figure | None:
    """Return the cards in each machine of the only line with cards that the hours of the week ask for; None where not known."""
    hosts = [one for one in _planned(assessment, "compute") if one.card is not None and devices_in(one)]
    if [one.line.id for one in hosts] != [line] or hosts[0].card is None:
        return None
    use = use_of(assessment.context)
    own = next((pool for pool in use.pools if pool.id == line), None)
    if use.open or own is None:
        return None
    counts = [_fewest(use, one, own.cards) for one in use.tiers if one.memory_gb <= own.memory_gb]
    missing = [one for one in counts if one is not None]
    if not missing or len(missing) < len(counts):
        return None
    key = f"tender/{line}"
    return trace(
        CARDS_EACH,
        f"{key}/cards_each",
        planned=leaf(f"{key}/cards", own.cards, "1", Quality.ENTERED),
        more=leaf(
            f"{key}/more",
            float(max(missing)),
            "1",
            Quality.COMPUTED,
            "fewest cards with which jobs wait no longer than they take (Erlang C)",
        ),
        units=leaf(f"{key}/units", float(hosts[0].line.quantity), "1", Quality.ENTERED),
    )


def _fewest(use: CardUse, one: TierUse, planned: float) -> int | None:
    """Return how many cards more (or fewer) than ``planned`` make waits bearable, None where more than are tried would be needed."""
    return cards_short(use.jobs, use.pools, one, one.busy.key, limit("use.wait_jobs").require(), least=1 - int(planned))
