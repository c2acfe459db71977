"""What an edit may not make of a workload entry: counts below 1, words that no table has, ranks that heads do not allow.

Only values that the edit changed are looked at: an old file with such a value opens, and its other values can be changed.
What depends on a model or card that may still be chosen is a finding of a check, not a refusal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from planner.catalog.load import bundled_by_id
from planner.errors import EditError, InputError, PlannerError
from planner.messages import Message, msg
from planner.plan.job_kinds import kind_faults
from planner.plan.measured import QUANTITIES, same_job, unit_of
from planner.plan.measured_limits import LIMITED, impossible
from planner.plan.rules import FROM_ONE
from planner.workload.fit import check_split
from planner.workload.guard import CHECK_BENCHMARK
from planner.workload.kv_cache import kv_bits
from planner.workload.memory import weight_format
from planner.workload.models import ModelShape, from_item
from planner.workload.training import optimizer

if TYPE_CHECKING:
    from planner.catalog.items import Item
    from planner.plan.document import Measurement, Plan, WorkloadEntry

_STAGES = (0, 1, 2, 3)
_SPLIT = {"tensor_parallel", "pipeline_parallel"}
HOURS_OF_WEEK = 168
_SCIENCE = ("fp64",)  # a need of the card's arithmetic, no format of weights


def refuse_jobs(after: Plan, before: Plan) -> None:
    """Raise EditError for the first value of an entry that changed to what cannot be run, with what would be accepted."""
    if after.workload is before.workload:
        return
    was = {entry.id: entry for entry in before.workload}
    for entry in after.workload:
        old = was.get(entry.id)
        if entry is not old:
            for name, fault, accepted in _faults(after, entry, old):
                raise EditError(fault, accepted, f"workload/{entry.id}/{name}")


Fault = tuple[str, Message, Message | None]


def _faults(plan: Plan, entry: WorkloadEntry, old: WorkloadEntry | None) -> Iterator[Fault]:
    changed = {name for name in entry.__struct_fields__ if old is None or getattr(entry, name) != getattr(old, name)}
    for name in FROM_ONE:
        value = getattr(entry, name)
        if name in changed and value is not None and value < 1:
            yield name, _too_few(name, value), msg("job_rule.count", "Accepted are whole numbers from 1.")
    if "zero_stage" in changed and entry.zero_stage not in (None, *_STAGES):
        stages = msg("job_rule.stage", "Stage {value} of sharding is not known.", value=entry.zero_stage)
        yield "zero_stage", stages, msg("job_rule.stage.remedy", "Accepted are {stages}.", stages=_STAGES)
    if changed & {"dtype", "kv_dtype", "optimizer"}:
        yield from _words(entry, changed)
    yield from _kind(entry, changed)
    if changed & {"tensor_parallel", "pipeline_parallel"}:
        yield from _split(plan, entry, changed)
    if changed & {"sessions_per_week", "hours_per_session"}:
        yield from _week(entry, changed)
    if "measured" in changed:
        for name, told in entry.measured.items():
            yield from _measured(name, told)
            if old is None or old.measured.get(name) != told:
                yield from _too_fast(plan, entry, name, told)


def _kind(entry: WorkloadEntry, changed: set[str]) -> Iterator[Fault]:
    for wrong in kind_faults(entry):
        if wrong.name in changed or (wrong.name == "method" and "kind" in changed):
            yield wrong.name, wrong.reason, wrong.accepted


def _too_few(name: str, value: Any) -> Message:
    return msg("memory.not_positive", "{name} is {value}; it must be 1 or more.", name=name, value=value)


def _words(entry: WorkloadEntry, changed: set[str]) -> Iterator[Fault]:
    named = (("dtype", weight_format, _SCIENCE), ("kv_dtype", kv_bits, ()), ("optimizer", optimizer, ()))
    for name, find, besides in named:
        word = getattr(entry, name)
        if name not in changed or word in besides:
            continue
        try:
            find(word)
        except PlannerError as error:
            yield name, error.message, error.remedy


def _week(entry: WorkloadEntry, changed: set[str]) -> Iterator[Fault]:
    """Yield that one person's sessions fill more than a week; a service or job that runs all week has 168 h."""
    times, hours = entry.sessions_per_week, entry.hours_per_session
    if times is None or hours is None or times * hours <= HOURS_OF_WEEK:
        return
    fault = msg(
        "job_rule.week",
        "{times} sessions of {hours} h are {all} h; a week has {week} h.",
        times=times,
        hours=hours,
        all=times * hours,
        week=HOURS_OF_WEEK,
    )
    name = "hours_per_session" if "hours_per_session" in changed else "sessions_per_week"
    yield (
        name,
        fault,
        msg("job_rule.week.remedy", "Give the sessions of one person; how many people there are counts apart."),
    )


def _split(plan: Plan, entry: WorkloadEntry, changed: set[str]) -> Iterator[Fault]:
    """Yield why the model cannot be split as asked; a model that nobody named yet has no heads to count."""
    model = plan.item_of(entry.model)
    try:
        check_split(entry.devices, entry.tensor_parallel, entry.pipeline_parallel, _shape(model))
    except InputError as error:
        place = error.place or "tensor_parallel"
        # devices that do not divide are the fault of what was typed last
        yield (
            (next(iter(sorted(changed & _SPLIT)), place) if place not in changed else place),
            error.message,
            error.remedy,
        )


def _shape(model: Item | None) -> ModelShape:
    return ModelShape(name="") if model is None else from_item(model)


def _too_fast(plan: Plan, entry: WorkloadEntry, name: str, told: Measurement) -> Iterator[Fault]:
    """Yield why the card it was measured on cannot have reached it; a card that nobody knows is not judged."""
    if name not in LIMITED:
        return
    model = plan.item_of(entry.model)
    if not same_job(told, entry, model):
        return
    cards = [item for item in plan.items.values() if item.kind == "accelerator"]
    if told.card and all(card.id != told.card for card in cards):
        cards += [card for card in (bundled_by_id().get(told.card),) if card is not None]
    reason = impossible(name, told, entry, model, cards)
    if reason is not None:
        yield f"measured/{name}", reason, CHECK_BENCHMARK


def _measured(name: str, told: Measurement) -> Iterator[Fault]:
    try:
        unit = unit_of(name)
    except PlannerError as error:
        yield f"measured/{name}", error.message, error.remedy
        return
    if told.unit not in ("", unit):
        wrong = msg(
            "job_rule.unit",
            "{name} is measured in {unit}, not in {told}.",
            name=QUANTITIES[name][1],
            unit=unit,
            told=told.unit,
        )
        yield f"measured/{name}", wrong, msg("job_rule.unit.remedy", "Give the value in {unit}.", unit=unit)
    if not 0 < told.value < float("inf"):
        yield f"measured/{name}", msg("measured.positive", "A measured value must be more than 0."), None
