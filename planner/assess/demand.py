"""What the workload needs in memory, and which machines of the alternative it fits: 够用, 偏紧, 不够."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from planner.assess.facts import fact_figure
from planner.assess.lines import LineFigures
from planner.assess.media import media_account
from planner.assess.memo import Memo
from planner.catalog.choices import choice_words
from planner.catalog.devices import devices_per_board
from planner.catalog.items import Item
from planner.errors import PlannerError
from planner.figure import Figure, Quality, renamed, unknown
from planner.messages import Message, msg
from planner.plan.document import MeasuredJob, WorkloadEntry
from planner.plan.measured import QUANTITIES, same_job
from planner.workload.fit import EntryDemand, entry_memory, only_verdict, visible_gib
from planner.workload.measured_here import MeasuredHere, settle
from planner.workload.models import from_item
from planner.workload.remedies import Remedy, remedies
from planner.workload.spec import MemorySpec

# Fields whose value decides how much memory is taken: where one is assumed the account is.
_SHAPING = frozenset({"seq_len", "batch", "lora_rank", "optimizer", "grad_checkpoint"})
Verdict = Literal["fits", "tight", "no", "unknown"]
_MEDIA = ("vision", "diffusion", "video")


class EntryFigures(msgspec.Struct, frozen=True, kw_only=True):
    """One workload entry with its memory: parts and total of all devices, and what one device must hold (GiB).

    ``at_least_gib`` is what is certain where the need as a whole is not known. ``fault`` says why the entry cannot be run
    as it is stated, ``accepted`` what would be.
    """

    entry: WorkloadEntry
    parts: tuple[Figure, ...]
    total_gib: Figure
    per_device_gib: Figure
    at_least_gib: Figure | None = None
    notes: tuple[Message, ...] = ()
    model: Item | None = None
    fault: Message | None = None
    accepted: Message | None = None


class Fit(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How one entry fits the machines of one line: need and visible memory of one device (GiB), devices in one machine."""

    entry: str
    line: str
    verdict: Verdict
    need_gib: Figure
    visible_gib: Figure
    devices_needed: int
    devices_there: int
    reason: Message


def entry_figures(entry: WorkloadEntry, model: Item | None) -> EntryFigures:
    """Return the memory of ``entry``; a typed need replaces the computed one, without model or need it is unknown."""
    key = f"workload/{entry.id}"
    typed = fact_figure(entry.facts, "memory_need_gib", f"{key}/memory_need_gib", "GiB")
    if typed.known:
        return EntryFigures(entry=entry, parts=(typed,), total_gib=typed, per_device_gib=typed, model=model)
    if model is None:
        return _measured(_unknown(entry, (f"{key}/model",)))
    try:
        demand = _account(entry, model, key)
    except PlannerError as error:
        return _refused(entry, model, error)
    return _measured(
        EntryFigures(
            entry=entry,
            parts=demand.parts,
            total_gib=renamed(demand.total, f"{key}/memory_gib"),
            per_device_gib=renamed(demand.per_device, f"{key}/memory_per_device_gib"),
            at_least_gib=demand.at_least,
            notes=demand.notes,
            model=model,
        )
    )


def _account(entry: WorkloadEntry, model: Item, key: str) -> EntryDemand:
    """Return the account by the kind of entry: pictures and video have their own."""
    found = media_account(entry, model, key) if entry.kind in _MEDIA else None
    return entry_memory(entry_spec(entry, model), key) if found is None else found


def _refused(entry: WorkloadEntry, model: Item, error: PlannerError) -> EntryFigures:
    """Return the entry that cannot be run as stated: its need is unknown until the named value is another one."""
    place = f"workload/{entry.id}/{error.place or 'model'}"
    return msgspec.structs.replace(
        _unknown(entry, (place,)), notes=(error.message,), model=model, fault=error.message, accepted=error.remedy
    )


def _measured(figures: EntryFigures) -> EntryFigures:
    """Return the entry with the memory that was measured on an own machine in place of the estimate, which is kept in it."""
    told = measured_here(figures.entry, "memory_gib", "", figures.model)
    if told is None:
        return msgspec.structs.replace(
            figures, notes=(*figures.notes, *unused(figures.entry, ("memory_gib",), figures.model))
        )
    try:
        settled = settle(figures.per_device_gib, told)
    except PlannerError as error:
        return msgspec.structs.replace(figures, notes=(*figures.notes, error.message))
    return msgspec.structs.replace(
        figures, per_device_gib=settled.figure, at_least_gib=None, notes=(*figures.notes, *settled.notes)
    )


def measured_here(
    entry: WorkloadEntry, quantity: str, card: str = "", model: Item | None = None
) -> MeasuredHere | None:
    """Return what was measured of ``quantity`` (decode_tps, train_tps ...) on an own machine, None where nothing was.

    A measurement that names a card counts for that card's id only, one that names none for every card; one that was made
    of another job (model, method, format, lengths, devices) does not count at all. ``model`` is the entry's own.
    """
    told = entry.measured.get(quantity)
    if told is None or (told.card and told.card != card) or not same_job(told, entry, model):
        return None
    return MeasuredHere(value=told.value, date=told.date, note=told.note)


def unused(entry: WorkloadEntry, quantities: Iterable[str], model: Item | None) -> tuple[Message, ...]:
    """Return a note for each of ``quantities`` that was measured, but of another job than the entry is now."""
    told = [(name, entry.measured[name]) for name in quantities if name in entry.measured]
    return tuple(
        msg(
            "measured.other_job",
            "{quantity} {value} {unit} was measured for another job ({job}): not used. It counts again when the job is as it was.",
            quantity=QUANTITIES[name][1],
            value=one.value,
            unit=QUANTITIES[name][0],
            job=_job_words(one.job),
        )
        for name, one in told
        if name in QUANTITIES and one.job is not None and not same_job(one, entry, model)
    )


def _job_words(job: MeasuredJob) -> Message:
    """Return the words and numbers by which a job is told from another; what nobody said is a dash."""
    told = msg(
        "measured.job",
        "{model}, {method}, {dtype}, {length} tokens, batch {batch}, {devices} cards",
        model=job.model_id or "-",
        method=choice_words("method", job.method) or job.method,
        dtype=job.dtype,
        length="-" if job.seq_len is None else job.seq_len,
        batch="-" if job.batch is None else job.batch,
        devices=job.devices,
    )
    if not job.setup:
        return told
    return msg(
        "measured.job_split",
        "{job}; tensor parallel, stages, micro-batches, sharding, offload and recomputation {setup}",
        job=told,
        setup=job.setup,
    )


def entry_remedies(figures: EntryFigures, visible: Figure | None = None) -> tuple[Remedy, ...]:
    """Return what helps an entry whose memory is short, in order, each with the GiB it saves on a device.

    Nothing for an entry without model or with a typed need: what cannot be computed cannot be lessened.
    """
    if figures.model is None or not figures.per_device_gib.known or len(figures.parts) < 2:
        return ()
    return remedies(entry_spec(figures.entry, figures.model), visible, f"workload/{figures.entry.id}")


def verdict_on(entry: EntryFigures, card: Item, cards: int, memo: Memo) -> Verdict:
    """Return whether an entry fits a machine with so many cards of a kind."""
    if cards * devices_per_board(card) < entry.entry.devices:
        return "no"
    return only_verdict(entry.per_device_gib, memo.call(visible_gib, card), entry.at_least_gib)


def verdicts_on(demand: Mapping[str, EntryFigures], card: Item, cards: int, memo: Memo) -> list[Verdict]:
    """Return ``verdict_on`` for each entry."""
    there, verdicts = cards * devices_per_board(card), memo.call(_enough_devices, memo, demand, card)
    return ["no" if there < needed else verdict for needed, verdict in verdicts]


def _enough_devices(memo: Memo, demand: Mapping[str, EntryFigures], card: Item) -> list[tuple[int, Verdict]]:
    """Return how many devices each entry asks for, and its verdict on a card where there are so many."""
    seen = memo.call(visible_gib, card)
    return [(one.entry.devices, only_verdict(one.per_device_gib, seen, one.at_least_gib)) for one in demand.values()]


def devices_in(line: LineFigures) -> int:
    """Return the devices a program sees in one machine: cards times devices on a card."""
    return line.line.cards_per_unit * (devices_per_board(line.card) if line.card is not None else 1)


def device_memory(line: LineFigures) -> Figure:
    """Return the GiB that one device of the line's card shows to software; a multi-die board is several devices."""
    return unknown(f"{line.line.id}/card", "GiB") if line.card is None else visible_gib(line.card)


def entry_spec(entry: WorkloadEntry, model: Item) -> MemorySpec:
    """Return what an entry asks of memory; for its account and for the remedies where it does not fit.

    A service holds what it reads and what it writes: both lengths count, as in a job file.
    """
    return MemorySpec(
        method=entry.method,
        model=from_item(model),
        dtype=entry.dtype,
        kv_dtype=entry.kv_dtype,
        seq_len=held_tokens(entry),
        batch=entry.batch,
        optimizer=entry.optimizer,
        grad_checkpoint=entry.recompute,
        lora_rank=entry.lora_rank,
        devices=entry.devices,
        tensor_parallel=entry.tensor_parallel,
        pipeline_parallel=entry.pipeline_parallel,
        zero_stage=entry.zero_stage,
        offload=entry.offload,
        micro_batches=entry.micro_batches,
        quality=Quality.ASSUMED if _SHAPING & set(entry.assumed) else Quality.ENTERED,
    )


def held_tokens(entry: WorkloadEntry) -> int | None:
    """Return the tokens of one sequence: prompt and answer of a service, the length that is trained; None where not said."""
    if entry.seq_len is None or entry.method != "infer":
        return entry.seq_len
    return entry.seq_len + (entry.output_len or 0)


def _unknown(entry: WorkloadEntry, missing: tuple[str, ...]) -> EntryFigures:
    key = f"workload/{entry.id}"
    return EntryFigures(
        entry=entry,
        parts=(),
        total_gib=unknown(f"{key}/memory_gib", "GiB", missing),
        per_device_gib=unknown(f"{key}/memory_per_device_gib", "GiB", missing),
    )
