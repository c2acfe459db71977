"""Checks of what is said of a workload: whether it can be run as stated, where its data goes, which card of the same memory."""

from __future__ import annotations

from collections.abc import Iterator

from planner.advice.boxes import Work, advise_same_memory
from planner.advice.leaving import leaving
from planner.advice.records import Advice
from planner.assess.context import View
from planner.assess.demand import EntryFigures
from planner.assess.lines import LineFigures, parted
from planner.catalog.items import Item
from planner.catalog.supply import Market, is_domestic, supply_state
from planner.checks.devices import Device, devices
from planner.checks.registry import Check, Finding, Fix, passed
from planner.figure import Quality, leaf
from planner.messages import Labelled, Message, msg
from planner.plan.document import WorkloadEntry, YesNoUnknown
from planner.plan.edits import RemovePart, SetValue
from planner.plan.job_kinds import kind_faults
from planner.plan.measured import same_job
from planner.plan.measured_limits import impossible
from planner.workload.fit import ranks_of
from planner.workload.guard import CHECK_BENCHMARK

_TUNED = ("lora", "qlora")


def can_run(view: View) -> Iterator[Finding]:
    """FT08: no number of a workload contradicts its model (ranks, stages, groups), and no measured speed its card."""
    for demand in view.demand.values():
        if demand.fault is not None:
            yield Finding(
                outcome="error",
                subject=demand.entry.id,
                message=msg("FT08.no", "{entry} cannot be run as stated: {reason}", entry=demand.entry.title,
                            reason=demand.fault),
                remedy=demand.accepted or msg("FT08.remedy", "Correct the number, or choose another model."),
                missing=demand.per_device_gib.missing,
                fix=_fewer_ranks(demand),
            )  # fmt: skip
        yield from _of_other_kind(demand.entry)
        if demand.entry.measured:
            yield from _too_fast(view, demand)


def _of_other_kind(entry: WorkloadEntry) -> Iterator[Finding]:
    """Yield each value that the kind or method of an entry cannot have: an old file may hold one."""
    for wrong in kind_faults(entry):
        yield Finding(
            outcome="error" if wrong.name == "method" else "warning",
            subject=entry.id,
            message=msg("FT08.kind", "{entry}: {reason}", entry=entry.title, reason=wrong.reason),
            remedy=wrong.accepted,
            fix=Fix(
                label=msg("FT08.kind.fix", "Set {name} to {value}", name=wrong.name,
                          value="null" if wrong.value is None else wrong.value),
                edit=SetValue(path=f"workload/{entry.id}/{wrong.name}", value=wrong.value),
            ),
        )  # fmt: skip


def _too_fast(view: View, demand: EntryFigures) -> Iterator[Finding]:
    """Yield a warning for each measured speed that the cards of the plan cannot have reached: the estimate stands for it."""
    entry = demand.entry
    cards = [line.card for line in view.lines.values() if line.card is not None]
    for name, told in entry.measured.items():
        if not same_job(told, entry, demand.model):
            continue
        reason = impossible(name, told, entry, demand.model, cards)
        if reason is not None:
            yield Finding(
                outcome="warning",
                subject=entry.id,
                message=msg("FT08.too_fast", "{entry}: what was measured cannot be: {reason} The estimate stands.",
                            entry=entry.title, reason=reason),
                remedy=CHECK_BENCHMARK,
                fix=Fix(
                    label=msg("FT08.forget", "Back to the estimate"),
                    edit=RemovePart(path=f"workload/{entry.id}/measured/{name}"),
                ),
            )  # fmt: skip


def _fewer_ranks(demand: EntryFigures) -> Fix | None:
    """Return the step to the most ranks that cards and heads allow, None where ranks are not what is wrong."""
    entry, model = demand.entry, demand.model
    place = f"workload/{entry.id}/tensor_parallel"
    if model is None or demand.per_device_gib.missing != (place,):
        return None
    heads = int(model.number("kv_heads") or 0)
    good = [count for count in ranks_of(heads)
            if count < entry.tensor_parallel and entry.devices % (count * entry.pipeline_parallel) == 0]  # fmt: skip
    if not good:
        return None
    ranks = leaf(place, float(good[-1]), "1", Quality.COMPUTED, "divisors of the key-value heads and of the cards")
    label = msg("FT08.fix", "Split over {ranks} cards", ranks=ranks)
    return Fix(label=label, edit=SetValue(path=place, value=good[-1]))


def data_goes(view: View) -> Iterator[Finding]:
    """FT07: beside every rented offer and foreign chip where data goes, and which workloads must stay off it."""
    lines = parted(view.memo, view.lines)
    rented = lines.rented
    yield from view.findings(_goes, rented, "switches", "workload")
    own = [(line, card) for line, card in devices(view) if line.line.role == "compute"]
    yield from _foreign(own, view.switches.data_may_leave)
    stay = _staying(view) if rented and not own else ()
    if stay and not lines.compute:
        yield Finding(
            outcome="error",
            subject="plan",
            message=msg(
                "FT07.nowhere",
                "There is no own machine for these, whose data may not leave: {entries}.",
                entries=tuple(entry.title for entry in stay),
            ),
            remedy=msg("FT07.nowhere.remedy", "Plan one, or ask for quota of the school's platform."),
        )


def _staying(view: View) -> tuple[WorkloadEntry, ...]:
    found: tuple[WorkloadEntry, ...] = view.memo.call(_barred, view.workload, view.switches.data_may_leave)
    return found


def _barred(entries: tuple[WorkloadEntry, ...], switch: YesNoUnknown) -> tuple[WorkloadEntry, ...]:
    return tuple([entry for entry in entries if may_leave(entry, switch) == "no"])


def _goes(view: View, line: LineFigures) -> Iterator[Finding]:
    item = line.item or line.card
    offered = item is not None and item.kind in ("cloud_offer", "api_offer")
    note = view.memo.call(leaving, item, view.switches.data_may_leave).note if offered else _NOWHERE
    yield _rented(line, note, _staying(view))


def may_leave(entry: WorkloadEntry, switch: YesNoUnknown) -> YesNoUnknown:
    """Return whether the data of an entry may leave: what is said of it, else what is said of the plan."""
    return switch if entry.data_may_leave == "unknown" else entry.data_may_leave


def _rented(line: LineFigures, note: Message, stay: tuple[WorkloadEntry, ...]) -> Finding:
    title = line.line.title
    if not stay:
        said = msg("FT07.goes", "{line}: {note}", line=title, note=note)
        return Finding(outcome="note", subject=line.line.id, message=said)
    return Finding(
        outcome="note",
        subject=line.line.id,
        message=msg(
            "FT07.stay",
            "{line} takes data out; that of these may not leave: {entries}.",
            line=title,
            entries=tuple(entry.title for entry in stay),
        ),
        remedy=msg("FT07.stay.remedy", "Run them on own machines, or on the platform of the school."),
    )


_NOWHERE = msg("advice.leaving.where", "Data leaves the house; where to is not known: ask the provider.")


def _foreign(own: list[Device], switch: YesNoUnknown) -> Iterator[Finding]:
    """Yield a warning for each chip that is only rented, and one finding for all foreign chips whose data stays."""
    abroad = [(line, card) for line, card in own if is_domestic(card) is False]
    only_rented = [pair for pair in abroad if supply_state(pair[1]) == "cloud_only"]
    for line, card in only_rented:
        yield Finding(
            outcome="warning",
            subject=line.line.id,
            message=msg("FT07.goes", "{line}: {note}", line=line.line.title, note=leaving(card, switch).note),
            remedy=msg(
                "FT07.goes.remedy",
                "Have it agreed who may send which data before it is rented, or take a chip that can be owned.",
            ),
        )
    titles = tuple([line.line.title for line, card in abroad if (line, card) not in only_rented])
    if titles:
        told = msg("FT07.stays", "Foreign chips of one's own: {lines}. Data stays in the house.", lines=titles)
        yield passed("plan", told)


def same_memory(view: View) -> Iterator[Finding]:
    """FT09: of cards of the same memory the cheaper one for tuning, the faster one for pre-training and batches."""
    work: Work | None = view.memo.call(_work, view.workload)
    for line, card in devices(view) if work is not None else ():
        if line.line.role != "compute" or work is None:
            continue
        advice: Advice | None = view.memo.call(_other, view.market, card, work)
        if advice is None or not advice.choice or advice.choice == card.id:
            continue
        yield _same(advice, work, line.line.title, line.line.id)


def _same(advice: Advice, work: Work, title: Labelled, name: str) -> Finding:
    """Return the note on another card of the same memory; which one is cheaper nobody says here, so it is not claimed."""
    ratio, why = advice.reasons[0], advice.reasons[1].text
    if work == "tuning":
        said = msg("FT09.tuning", "{line}: for tuning, of two cards of the same memory take the one that costs less. {ratio}",
                   line=title, ratio=ratio.text)  # fmt: skip
    else:
        said = msg("FT09.other", "{line}: {advice} {ratio}", line=title, advice=advice.recommendation, ratio=ratio.text)
    return Finding(
        outcome="note",
        subject=name,
        message=said,
        remedy=msg("FT09.remedy", "Compare prices over rate and over bandwidth before deciding: {why}", why=why),
        figures=ratio.figures,
    )


def _work(entries: tuple[WorkloadEntry, ...]) -> Work | None:
    """Return the one kind of work all entries are of, None where there are several or none."""
    kinds: set[Work | None] = {_kind_of(entry) for entry in entries}
    return kinds.pop() if len(kinds) == 1 else None


def _kind_of(entry: WorkloadEntry) -> Work | None:
    if entry.method in _TUNED:
        return "tuning"
    if entry.kind == "train" and entry.method == "full":
        return "pretraining"
    return "batch_inference" if entry.kind == "batch" else None


def _other(market: Market, card: Item, work: Work) -> Advice | None:
    """Return the advice among cards on sale of the same software and memory as ``card``; None where that is not known."""
    memory, stack = card.number("memory_gb"), card.text("software_stack")
    if memory is None or not stack:
        return None
    there = [one for one in market.purchasable("accelerator") if one.text("software_stack") == stack]
    found = advise_same_memory(work, [card, *(one for one in there if one.id != card.id)], memory)
    return found if found.state == "advised" else None


CHECKS = (
    Check(
        id="FT07",
        area="fit",
        title=msg("FT07.title", "Where data goes"),
        reads=("lines", "switches", "workload"),
        source="country of the provider and of the maker in the catalog; what the plan and each workload say of their data",
        run=data_goes,
    ),
    Check(
        id="FT08",
        area="fit",
        title=msg("FT08.title", "The workload can be run as stated"),
        reads=("demand", "lines"),
        source="heads and layers of the model against the cards it is split over; measured speeds against the printed rates",
        run=can_run,
    ),
    Check(
        id="FT09",
        area="fit",
        title=msg("FT09.title", "Same memory, which card"),
        reads=("lines", "market", "workload"),
        source="memory decides what can be tuned; long runs and batches pay for speed",
        blocking=False,
        run=same_memory,
    ),
)
