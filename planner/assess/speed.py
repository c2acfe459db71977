"""How fast the workload runs on the machines of an alternative, what was measured in place of it, and what must be said.

Reckoned when somebody asks: an assessment itself does not need it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from planner.assess.demand import EntryFigures, entry_remedies, measured_here, unused
from planner.assess.entry_use import uses
from planner.assess.facts import fact_figure
from planner.assess.media_task import media_task, picture_task
from planner.assess.terms import Terms, line_terms
from planner.catalog.items import Item
from planner.errors import PlannerError
from planner.figure import Figure, Quality, leaf, trace, unknown
from planner.messages import Message, msg
from planner.plan.document import WorkloadEntry
from planner.plan.measured import QUANTITIES
from planner.plan.measured_limits import floor_on, limit_on
from planner.workload.capped import cap_note, capped_figure
from planner.workload.dynamics import fp64_ceiling, ns_day
from planner.workload.engines import engine
from planner.workload.guard import refuse_too_short
from planner.workload.job_notes import check_ranks, speed_notes
from planner.workload.job_speed import (
    Speeds,
    ceiling_tps,
    picture_speeds,
    running_speeds,
    training_speeds,
)
from planner.workload.measured_here import Settled, settle
from planner.workload.models import ModelShape, from_item
from planner.workload.remedies import Remedy
from planner.workload.throughput import SpeedJob, one_copy
from planner.workload.training_speed import STEP_TIME_S, TrainingJob
from planner.workload.training_waits import host_notes
from planner.workload.video_speed import VideoJob, clip_s
from planner.workload.vision_speed import image_s

if TYPE_CHECKING:
    from planner.assess.run import Assessment

_SERVER, _TRAINER = "vllm", "torchtune"  # taken where the entry names no software that is listed
_ANSWER = 256


class EntrySpeed(msgspec.Struct, frozen=True, kw_only=True):
    """An entry on the card of a line: figures by name with the estimates beside them, and what must be said of them."""

    entry: str
    line: str
    card: str
    results: tuple[tuple[str, Settled], ...]
    notes: tuple[Message, ...] = ()


class EntryRemedies(msgspec.Struct, frozen=True, kw_only=True):
    """What helps an entry whose memory is short on a line, in the order in which it is to be tried."""

    entry: str
    line: str
    remedies: tuple[Remedy, ...]


def speeds_of(assessment: Assessment, offers: Iterable[Item] = ()) -> tuple[EntrySpeed, ...]:
    """Return the speed of every entry on every line whose card is known and has as many devices as it needs.

    ``offers`` are the catalog's cloud offers, for what a run costs on rented cards.
    """
    context, rented = assessment.context, tuple(offers)
    terms: dict[str, Terms] = {}
    found: list[EntrySpeed] = []
    for fit in context.fits:
        card = context.lines[fit.line].card
        if card is not None and fit.devices_there >= fit.devices_needed:
            if fit.line not in terms:
                terms[fit.line] = line_terms(assessment, context.lines[fit.line], rented)
            speed = entry_speed(context.demand[fit.entry], fit.line, card, terms[fit.line])
            if fit.verdict == "no" and any(one.figure.known for _name, one in speed.results):
                speed = msgspec.structs.replace(speed, notes=(no_fit_note(fit.reason), *speed.notes))
            found.append(speed)
    return tuple(found)


def no_fit_note(reason: Message) -> Message:
    """Return what is said beside speeds of a job that does not fit."""
    return msg(
        "speed.no_fit", "{reason} Its speeds are what they would be if it fitted: it does not run so.", reason=reason
    )


def remedies_of(assessment: Assessment) -> tuple[EntryRemedies, ...]:
    """Return the remedies for every entry that is tight or too large on a line; each saves GiB on a device."""
    context = assessment.context
    return tuple(
        EntryRemedies(entry=fit.entry, line=fit.line, remedies=helped)
        for fit in context.fits
        if fit.verdict in ("tight", "no")
        and fit.visible_gib.known
        and (helped := entry_remedies(context.demand[fit.entry], fit.visible_gib))
    )


def entry_speed(demand: EntryFigures, line: str, card: Item, terms: Terms | None = None) -> EntrySpeed:
    """Return the speed of an entry on a card; why there is none is among the notes.

    With the ``terms`` of its machine there follow energy, goals that are kept, and time and cost of a run.
    """
    entry, key = demand.entry, f"speed/{demand.entry.id}/{line}"
    speeds: Speeds = ()
    ceiling: Figure | None = None
    said: list[Message] = []
    try:
        speeds, ceiling, notes = _estimates(entry, demand.model, card, key)
        said += notes
    except PlannerError as error:
        said.append(error.message)
    cap = None if terms is None else terms.cap
    speeds = tuple((name, capped_figure(one, cap)) for name, one in speeds)
    said += cap_note(cap) if speeds else ()
    results: list[tuple[str, Settled]] = []
    for name, estimate in (*speeds, *_only_measured(demand, speeds, card, key)):
        settled, doubt = _settled(demand, name, estimate, card, ceiling)
        results.append((name, settled))
        said += [*settled.notes, *doubt]
    said += unused(entry, [name for name in entry.measured if name != "memory_gib"], demand.model)
    results = _step_follows(results, entry.devices)
    results += [(name, Settled(figure=one, estimate=one)) for name, one in _uses(demand, card, results, terms, key)]
    return EntrySpeed(entry=entry.id, line=line, card=card.id, results=tuple(results), notes=_once(said))


def _uses(
    demand: EntryFigures, card: Item, results: list[tuple[str, Settled]], terms: Terms | None, key: str
) -> Speeds:
    """Return what follows from the speeds that are settled: a measured speed counts here too."""
    speeds = {name: settled.figure for name, settled in results}
    job = None
    if "served_tps" in speeds and demand.model is not None:
        one = running_job(demand.entry, from_item(demand.model), card)
        answer = one.tokens_out if one.tokens_out is not None else float(_ANSWER)
        job = msgspec.structs.replace(one, devices=demand.entry.devices, tokens_out=answer)
    try:
        return uses(demand.entry, job, speeds, terms, key)
    except PlannerError:  # a format that nobody knows: said with the speeds already
        return ()


def _estimates(
    entry: WorkloadEntry, model: Item | None, card: Item, key: str
) -> tuple[Speeds, Figure | None, tuple[Message, ...]]:
    """Return the figures that suit the kind of entry, the ceiling of decoding where there is one, and notes."""
    if entry.kind == "science" and (found := _science(entry, card, key)):
        return found, None, (_MIXED,)
    if model is None:
        return (), None, (msg("speed.no_model", "{entry} names no model: its speed is not known.", entry=entry.title),)
    shape = from_item(model)
    if entry.kind == "vision":
        return picture_speeds(model.name, card, entry.method != "infer", key), None, ()
    if entry.kind == "diffusion" and entry.method == "infer" and (picture := picture_task(entry, model)) is not None:
        return (("image_s", image_s(picture, card, key)),), None, ()
    if entry.kind == "video" and entry.method == "infer":
        task = media_task(entry, model)
        return ((("clip_s", clip_s(task, card, key)),) if isinstance(task, VideoJob) else ()), None, ()
    if shape.cache_rule == "none":
        told = msg("speed.no_rule", "There is no rule for the speed of {name}: measure it.", name=model.name)
        return (), None, (told,)
    if entry.method != "infer":
        training = training_job(entry, shape, card)
        return training_speeds(training, key), None, host_notes(training)
    said = running_job(entry, shape, card)
    check_ranks(said)
    notes = speed_notes(said)
    if entry.output_len is None:
        said = msgspec.structs.replace(said, tokens_out=_ANSWER, quality=Quality.ASSUMED)
        notes = (
            *notes,
            msg("speed.answer", "Nobody said how long answers are: {tokens} tokens are assumed.", tokens=_ANSWER),
        )
    whole = msgspec.structs.replace(said, devices=max(entry.devices, said.devices))
    return running_speeds(said, key, whole), ceiling_tps(said, key), notes


_MIXED = msg(
    "speed.mixed",
    "Programs for molecular dynamics reckon in mixed precision on cards: measure a run of your own, in double precision too.",
)


def _science(entry: WorkloadEntry, card: Item, key: str) -> Speeds:
    """Return simulated time by the atoms that were told, and the ceiling of double precision where the entry needs it."""
    found = []
    atoms = fact_figure(entry.facts, "atoms", f"workload/{entry.id}/atoms", "1")
    if atoms.known:
        found.append(("ns_day", ns_day(card, atoms, key)))
    if "fp64" in entry.stack or entry.dtype == "fp64":
        found.append(("fp64_tflops", fp64_ceiling(card, entry.devices, key)))
    return tuple(found)


def running_job(entry: WorkloadEntry, shape: ModelShape, card: Item) -> SpeedJob:
    """Return one copy of the model at work; ranks and stages that nobody said are all cards."""
    job = SpeedJob(
        model=shape,
        card=card,
        dtype=entry.dtype,
        kv_dtype=entry.kv_dtype,
        devices=entry.devices,
        engine=_software(entry, _SERVER),
        tokens_in=entry.seq_len,
        tokens_out=entry.output_len,
        batch=entry.batch,
    )
    return one_copy(job, entry.tensor_parallel, entry.pipeline_parallel)


def training_job(entry: WorkloadEntry, shape: ModelShape, card: Item) -> TrainingJob:
    """Return the training of an entry on a card."""
    return TrainingJob(
        model=shape,
        card=card,
        method="full" if entry.method == "infer" else entry.method,
        dtype=entry.dtype,
        seq_len=entry.seq_len,
        batch=entry.batch,
        recompute=entry.recompute,
        devices=entry.devices,
        engine=_software(entry, _TRAINER),
        tensor_parallel=entry.tensor_parallel,
        stages=entry.pipeline_parallel,
        micro_batches=entry.micro_batches,
        zero_stage=entry.zero_stage,
        offload=entry.offload,
        host_gbs=fact_figure(entry.facts, "host_memory_gbs", f"workload/{entry.id}/host_memory_gbs", "GB/s").value,
    )


def _software(entry: WorkloadEntry, otherwise: str) -> str:
    return next((word for word in entry.stack if engine(word).known), otherwise)


def _only_measured(demand: EntryFigures, speeds: Speeds, card: Item, key: str) -> Speeds:
    """Return what was measured and cannot be estimated, with an unknown estimate."""
    there = {name for name, _ in speeds} | {"memory_gib"}  # memory is settled with the account
    told = [
        name
        for name in demand.entry.measured
        if name in QUANTITIES and measured_here(demand.entry, name, card.id, demand.model) is not None
    ]
    return tuple((name, unknown(f"{key}/{name}", QUANTITIES[name][0])) for name in told if name not in there)


def _settled(
    demand: EntryFigures, name: str, estimate: Figure, card: Item, ceiling: Figure | None
) -> tuple[Settled, tuple[Message, ...]]:
    """Return the measured value in place of the estimate; one that the hardware cannot have reached is refused and told."""
    told = measured_here(demand.entry, name, card.id, demand.model)
    if name != "decode_tps":
        ceiling = None if told is None else limit_on(name, demand.entry, demand.model, card)
    try:
        if told is not None:
            refuse_too_short(told.value, floor_on(name, demand.entry, demand.model, card), estimate.key)
        return settle(estimate, told, ceiling), ()
    except PlannerError as error:
        return Settled(figure=estimate, estimate=estimate), (error.message,)


def _step_follows(results: list[tuple[str, Settled]], devices: int) -> list[tuple[str, Settled]]:
    """Return the results with the time of a step as it follows from a measured training speed, unless it was measured too."""
    found = dict(results)
    speed, step = found.get("train_tps"), found.get("step_time_s")
    if speed is None or step is None or speed.figure is speed.estimate or step.figure is not step.estimate:
        return results
    uncapped = step.estimate.given.get("time_s")
    tokens = (uncapped if isinstance(uncapped, Figure) else step.estimate).given.get("tokens")
    if tokens is None:
        return results
    each = leaf(f"{speed.figure.key}/each", speed.figure.require() / devices, "tok/s", Quality.MEASURED,
                speed.figure.source, speed.figure.source_date)  # fmt: skip
    figure = msgspec.structs.replace(
        trace(STEP_TIME_S, step.estimate.key, tokens=tokens, tps=each),
        source_date=speed.figure.source_date,
    )
    found["step_time_s"] = Settled(figure=figure, estimate=step.estimate)
    return list(found.items())


def _once(said: list[Message]) -> tuple[Message, ...]:
    """Return the notes, none twice."""
    found: list[Message] = []
    for one in said:
        if one not in found:
            found.append(one)
    return tuple(found)
