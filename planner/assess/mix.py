"""The demand of a plan's workload in a week, with the cards the unit has already counted as stock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from planner.assess.demand import EntryFigures
from planner.assess.facts import fact_figure
from planner.catalog.devices import devices_per_board, per_device
from planner.catalog.items import Item
from planner.errors import PlannerError
from planner.plan.document import Existing, People, WorkloadEntry
from planner.workload.demand import WEEK_H, Load, MixDemand, Stock, mix_demand
from planner.workload.memory import weights
from planner.workload.models import from_item

if TYPE_CHECKING:
    from planner.assess.run import Assessment

_GIB_GB = 1.073741824


def demand_of(assessment: Assessment) -> MixDemand:
    """Return what the workload of an assessed plan asks for in a week, and what the cards it has already leave uncovered.

    Reckoned when somebody asks; raises InputError as ``plan_demand``.
    """
    plan = assessment.plan
    return plan_demand(tuple(assessment.context.demand.values()), plan.people, plan.existing, plan.items)


def plan_demand(
    entries: Sequence[EntryFigures],
    people: Iterable[People] = (),
    existing: Iterable[Existing] = (),
    items: Mapping[str, Item] | None = None,
) -> MixDemand:
    """Return what the workload asks for in a week; entries without times a week or hours leave the total unknown.

    Raises:
        InputError: a number is negative, or a share is more than 1.
    """
    counts = {group.id: float(group.count) for group in people}
    loads = [load_of(entry, counts) for entry in entries]
    return mix_demand(loads, stock_of(existing, items or {}))


def load_of(figures: EntryFigures, counts: Mapping[str, float]) -> Load:
    """Return an entry as a load; the people of nobody in particular are one.

    The share online, weights, data and checkpoints are facts of the entry, each in the unit of its name; the weights of
    a model that the catalog has are reckoned.
    """
    entry = figures.entry
    told = _fact(entry, "weights_gb")
    return Load(
        id=entry.id,
        people=counts.get(entry.people, 1.0),
        sessions_per_week=entry.sessions_per_week,
        hours_per_session=entry.hours_per_session,
        devices=float(entry.devices),
        need_gib=figures.per_device_gib,
        online_share=_fact(entry, "online_share"),
        weights_gb=_stored_gb(figures) if told is None else told,
        data_gb=_fact(entry, "data_gb"),
        checkpoint_gb=0.0 if entry.method == "infer" and not _trains(entry) else _fact(entry, "checkpoint_gb"),
        shared=entry.kind == "inference",
        assumed=entry.assumed,
    )


def _trains(entry: WorkloadEntry) -> bool:
    """Tell whether an entry may keep checkpoints although no method of training is named."""
    return entry.kind not in ("inference", "batch")


def _stored_gb(figures: EntryFigures) -> float | None:
    """Return the GB of the weights as they lie on disk, None where model or format do not tell."""
    entry, model = figures.entry, figures.model
    if model is None:
        return None
    try:
        found = weights(from_item(model), entry.dtype, f"workload/{entry.id}/stored").value
    except PlannerError:
        return None
    return None if found is None else found * _GIB_GB


def stock_of(existing: Iterable[Existing], items: Mapping[str, Item]) -> tuple[Stock, ...]:
    """Return the cards the unit has, or may use of a school platform; machines without a known card are left out.

    The facts ``hours_week`` and ``available_share`` say how much of them the lab may use.
    """
    found = []
    for one in existing:
        card = items.get(one.card)
        memory = per_device(card, "memory_gb") if card is not None else None
        if card is None or memory is None:
            continue
        hours = fact_figure(one.facts, "hours_week", f"existing/{one.id}/hours_week", "h").value
        share = fact_figure(one.facts, "available_share", f"existing/{one.id}/available_share", "1").value
        found.append(
            Stock(
                id=one.id,
                memory_gb=memory,
                cards=float(one.quantity * max(one.cards_per_unit, 1) * devices_per_board(card)),
                hours_week=WEEK_H if hours is None else hours,
                available_share=1.0 if share is None else share,
            )
        )
    return tuple(found)


def _fact(entry: WorkloadEntry, name: str) -> float | None:
    return fact_figure(entry.facts, name, f"workload/{entry.id}/{name}", "1").value
