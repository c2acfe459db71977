"""``size``: what one job needs in memory, which card holds it, what helps where it is short, and how fast it runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from desktop_app.services.views import figure_json
from planner.assess.entry_use import uses
from planner.assess.speed import no_fit_note
from planner.assess.terms import card_terms
from planner.errors import InputError, PlannerError
from planner.exchange.job_file import JobFile, job_spec, read_job, typed_shape
from planner.figure import Figure, walk
from planner.messages import Labelled, Message, format_quantity, msg, render
from planner.plan.document import Fact, WorkloadEntry
from planner.workload.bands import band
from planner.workload.fit import EntryDemand, Fit, entry_memory, fit_verdict, visible_gib
from planner.workload.job_notes import check_ranks, speed_notes
from planner.workload.job_speed import Speeds, clip_speeds, picture_speeds, running_speeds, training_speeds
from planner.workload.media_memory import MediaSpec, media_memory
from planner.workload.models import ModelShape, from_item
from planner.workload.remedies import Remedy, first_that_fits, remedies
from planner.workload.spec import MemorySpec
from planner.workload.throughput import SpeedJob, one_copy
from planner.workload.training_speed import TrainingJob
from planner.workload.training_waits import host_notes
from planner.workload.vision_speed import vision_model

if TYPE_CHECKING:
    from db.catalog import CatalogStore
    from planner.catalog.items import Item


class Sized(msgspec.Struct, frozen=True, kw_only=True):
    """A job with its account, the card it was set against, the remedies and the speed figures."""

    job: JobFile
    demand: EntryDemand
    fit: Fit | None
    remedies: tuple[Remedy, ...]
    speed: tuple[tuple[str, Figure], ...]
    notes: tuple[Message, ...]


def size_file(file: Path, catalog: CatalogStore) -> Sized:
    """Return what the job of ``file`` needs.

    Raises:
        ImportFailed: the file is no job.
        InputError: a field of it is wrong.
        UnknownIdError: the catalog has no such model or card.
    """
    job = read_job(file)
    card = _card(job, catalog)
    visible = visible_gib(card) if card is not None else None
    spec = None
    found: tuple[Remedy, ...] = ()
    if job.media:
        demand = _media(job, catalog)
    else:
        spec = job_spec(job, _shape(job, catalog))
        demand, found = entry_memory(spec), remedies(spec, visible)
    fit = fit_verdict(demand.per_device, visible, demand.at_least) if visible is not None else None
    speed, notes = _speed(job, spec, card, catalog)
    told = tuple(one for one in notes if one not in demand.notes)
    if fit is not None and fit.verdict == "no" and speed:
        told = (no_fit_note(fit.reason), *told)
    return Sized(job=job, demand=demand, fit=fit, remedies=found, speed=speed, notes=(*demand.notes, *told))


def size_json(sized: Sized, language: str) -> dict[str, Any]:
    """Return memory, throughput, fits, remedies and figures as one object."""
    demand = sized.demand
    kind = "infer_mem" if sized.job.method == "infer" else "train_mem"
    error = band(kind)  # type: ignore[arg-type]  # both words are classes of bands
    figures = {
        one.key: one for part in (demand.total, demand.per_device, *(f for _, f in sized.speed)) for one in walk(part)
    }
    return {
        "memory": {
            "total_gib": demand.total.value,
            "per_device_gib": demand.per_device.value,
            "low_gib": demand.per_device.low,
            "high_gib": demand.per_device.high,
            "error_p50": error.p50,
            "error_p90": error.p90,
            "host_gib": demand.host.value if demand.host else None,
            "parts": [{"key": part.key, "label": _label(part, language), "gib": part.value} for part in demand.parts],
            "missing": list(demand.total.missing),
        },
        "throughput": {name: figure.value for name, figure in sized.speed},
        "fits": [_fit(sized, language)] if sized.fit else [],
        "remedies": [_remedy(one, language) for one in sized.remedies],
        "notes": [render(note, language) for note in sized.notes],
        "figures": [figure_json(figure) for figure in figures.values()],
    }


def size_lines(sized: Sized, language: str) -> Iterator[str]:
    """Yield the account, the verdict and the remedies for people."""
    demand = sized.demand
    for part in demand.parts:
        yield f"  {_label(part, language)}: {_gib(part, language)}"
    yield render(msg("size.total", "On each device {need}, on all {total}; the parts above are rounded.",
                     need=_gib(demand.per_device, language), total=_gib(demand.total, language)), language)  # fmt: skip
    if demand.total.missing:
        yield render(msg("size.missing", "Not known, to be told: {missing}", missing=demand.total.missing), language)
    if demand.per_device.low is not None and demand.per_device.high is not None:
        yield render(msg("size.range", "Nine of ten published cases lie between {low} and {high} GiB.",
                         low=round(demand.per_device.low, 1), high=round(demand.per_device.high, 1)), language)  # fmt: skip
    if demand.host is not None:
        yield render(msg("size.host", "The machine itself needs {host}.", host=_gib(demand.host, language)), language)
    if sized.fit is not None:
        yield render(sized.fit.reason, language)
    yield from _remedy_lines(sized, language)
    for name, figure in sized.speed:
        shown = "?" if figure.value is None else format_quantity(figure.value, figure.unit, language)
        yield f"  {_label(figure, language)} ({name}): {shown}"
    for note in sized.notes:
        yield f"!! {render(note, language)}"


def _remedy_lines(sized: Sized, language: str) -> Iterator[str]:
    if sized.fit is not None and sized.fit.verdict == "fits":
        return
    for one in sized.remedies:
        yield render(msg("size.remedy", "- {remedy}: saves {saved}; with all above {together}",
                         remedy=one.label, saved=_gib(one.saves, language), together=_gib(one.together, language)), language)  # fmt: skip
    enough = first_that_fits(sized.remedies)
    if enough is not None:
        yield render(msg("size.enough", "Down to “{remedy}” it fits.", remedy=enough.label), language)


def _shape(job: JobFile, catalog: CatalogStore) -> ModelShape:
    if isinstance(job.model, dict):
        return typed_shape(job.model)
    if not job.model:
        raise InputError(
            msg("job.model", "The job names no model."),
            msg(
                "job.model.remedy", "Give the id of a catalog model, or an object with params_b, layers, hidden, heads."
            ),
            "model",
        )
    return from_item(catalog.get(job.model))


def _card(job: JobFile, catalog: CatalogStore) -> Item | None:
    if not job.accelerator:
        return None
    item = catalog.get(job.accelerator)
    if item.kind != "accelerator":
        raise InputError(
            msg("job.card", "{name} is no accelerator.", name=item.id),
            msg("job.card.remedy", "Accepted is the id of a card: catalog search TEXT --kind accelerator."),
            "accelerator",
        )
    return item


def _media(job: JobFile, catalog: CatalogStore) -> EntryDemand:
    if not isinstance(job.model, str) or not job.model:
        raise InputError(msg("job.media", "Vision, picture and video jobs name a catalog model."), place="model")
    item = catalog.get(job.model)
    million = None
    if job.kind == "vision":
        million = vision_model(item.name).million_activations
    kinds = {
        "vision": "vision-infer" if job.method == "infer" else "vision-train",
        "diffusion": "picture",
        "video": "video",
    }
    return media_memory(
        MediaSpec(
            name=item.name,
            kind=kinds[job.kind],  # type: ignore[arg-type]  # the words of media kinds
            params_b=item.number("params_total_b"),
            batch=job.batch or 1,
            million_activations=million,
            hidden=item.number("hidden"),
            ffn=item.number("ffn"),
            width_px=job.width_px,
            height_px=job.height_px,
            frames=job.frames or 1,
            devices=job.devices,
        )
    )


Speed = tuple[Speeds, tuple[Message, ...]]


def _speed(job: JobFile, spec: MemorySpec | None, card: Item | None, catalog: CatalogStore) -> Speed:
    """Return the speed figures of a job on a card with what must be said of them, or why there are none."""
    if card is None:
        return (), ()
    try:
        if spec is None:
            return _media_speeds(job, card, catalog), ()
        return _running(job, spec, card) if spec.method == "infer" else _training(job, spec, card)
    except PlannerError as problem:
        return (), (problem.message,)


def _media_speeds(job: JobFile, card: Item, catalog: CatalogStore) -> Speeds:
    item = catalog.get(str(job.model))
    if job.kind == "vision":
        return picture_speeds(item.name, card, job.method != "infer")
    return clip_speeds(from_item(item), card, job.devices) if job.kind == "video" else ()


def _running(job: JobFile, spec: MemorySpec, card: Item) -> Speed:
    job_said = SpeedJob(
        model=spec.model,
        card=card,
        dtype=spec.dtype,
        kv_dtype=spec.kv_dtype,
        devices=spec.devices,
        engine=job.engine or "vllm",
        tokens_in=job.seq_len or 1024,
        tokens_out=job.output_len or 256,
        batch=spec.batch,
        link_said=job.interconnect,
    )
    one = one_copy(job_said, spec.tensor_parallel, spec.pipeline_parallel)
    check_ranks(one)
    told = speed_notes(msgspec.structs.replace(one, tokens_out=job.output_len))  # no more than the job says
    whole = msgspec.structs.replace(one, devices=spec.devices)
    return _with_use(job, running_speeds(one, all_devices=whole), card, whole), told


def _training(job: JobFile, spec: MemorySpec, card: Item) -> Speed:
    recompute = {"none": "none", "selective": "selective"}.get(spec.grad_checkpoint, "full")
    one = TrainingJob(
        model=spec.model,
        card=card,
        method=spec.method,  # type: ignore[arg-type]  # inference has its own figures
        dtype=spec.dtype,
        seq_len=spec.seq_len,
        batch=spec.batch,
        recompute=recompute,  # type: ignore[arg-type]  # the words of recomputation
        devices=spec.devices,
        engine=job.engine or "torchtune",
        tensor_parallel=spec.tensor_parallel,
        stages=spec.pipeline_parallel,
        micro_batches=spec.micro_batches,
        zero_stage=spec.zero_stage,
        offload=spec.offload,
        host_gbs=job.host_memory_gbs,
        link_said=job.interconnect,
    )
    return _with_use(job, training_speeds(one), card, None), host_notes(one)


_TOLD = ("ttft_goal_s", "tpot_goal_ms", "train_samples", "sample_tokens", "epochs")


def _with_use(job: JobFile, speeds: Speeds, card: Item, service: SpeedJob | None) -> Speeds:
    """Return the speeds with energy, goals that are kept, and time and electricity of a run where the job tells samples."""
    facts = {name: Fact(value=float(value)) for name in _TOLD if (value := getattr(job, name)) is not None}
    price = {} if job.electricity_price is None else {"electricity_price": Fact(value=job.electricity_price)}
    kind = "train" if job.method != "infer" and job.kind == "inference" else job.kind
    entry = WorkloadEntry(
        id="job",
        title=Labelled(zh="", en=""),
        kind=kind,
        method=job.method,
        seq_len=job.seq_len,
        devices=job.devices,
        facts=facts,
    )
    more = uses(entry, service, dict(speeds), card_terms(card, price), "job")
    # without a plan nobody knows a price; a run that is not told has no hours either
    silent = ("run_own_cost", "run_rent_cost", *(() if job.train_samples else ("run_hours",)))
    return (*speeds, *((name, one) for name, one in more if name not in silent))


def _fit(sized: Sized, language: str) -> dict[str, Any]:
    fit = sized.fit
    assert fit is not None
    return {
        "accelerator": sized.job.accelerator,
        "verdict": fit.verdict,
        "need_gib": fit.need.value,
        "visible_gib": fit.visible.value,
        "share": fit.share.value,
        "reason": render(fit.reason, language),
    }


def _remedy(one: Remedy, language: str) -> dict[str, Any]:
    return {
        "id": one.id,
        "label": render(one.label, language),
        "saves_gib": one.saves.value,
        "together_gib": one.together.value,
        "verdict": one.fit.verdict if one.fit else None,
    }


def _label(part: Figure, language: str) -> str:
    return part.key if part.formula is None else part.formula.label.label(language)


def _gib(figure: Figure, language: str) -> str:
    return "?" if figure.value is None else format_quantity(figure.value, "GiB", language)
