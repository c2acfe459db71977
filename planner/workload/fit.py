"""Does a job fit: its account of memory, what a device really shows, and the verdict."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.catalog.devices import per_device_figure
from planner.catalog.items import Item
from planner.errors import InputError
from planner.figure import Figure, Formula, Quality, constant, trace
from planner.limits import limit
from planner.messages import Labelled, Message, msg
from planner.workload.bands import BandClass, banded
from planner.workload.memory import inference_parts, notes
from planner.workload.models import ModelShape, cache_note
from planner.workload.spec import MemorySpec
from planner.workload.training import TrainingAccount, training_account

Verdict = Literal["fits", "tight", "no", "unknown"]

TOTAL_GIB = Formula(
    key="memory.total_gib",
    label=Labelled(zh="显存合计", en="Total memory"),
    text="sum(parts_gib)",
    unit="GiB",
    source="sum of the account",
    function=lambda parts_gib: sum(parts_gib),
)
PER_DEVICE_GIB = Formula(
    key="memory.per_device_gib",
    label=Labelled(zh="每卡显存", en="Memory on each device"),
    text="total_gib / devices",
    unit="GiB",
    source="the account spread evenly over the devices",
    function=lambda total_gib, devices: total_gib / devices,
)
VISIBLE_GIB = Formula(
    key="memory.visible_gib",
    label=Labelled(zh="可见显存", en="Memory the software sees"),
    text="label_gb * visible_share",
    unit="GiB",
    source="the label's GB are nearly GiB: 24 GB shows 23.5-23.6 GiB, 96 GB 95.6, 80 GB 79-80",
    function=lambda label_gb, visible_share: label_gb * visible_share,
)
USE_SHARE = Formula(
    key="memory.use_share",
    label=Labelled(zh="显存占用比例", en="Share of the memory used"),
    text="need_gib / visible_gib",
    unit="1",
    source="need divided by what the device shows",
    function=lambda need_gib, visible_gib: need_gib / visible_gib,
)

VISIBLE_SHARE = constant(
    "constant/visible_share", 0.98, "1", "23.51 GiB of a 24 GB card, the least seen in published system files"
)


class EntryDemand(msgspec.Struct, frozen=True, kw_only=True):
    """The account of a job: parts over all devices, total, each device, what is certain, and what must be said.

    ``at_least`` is the sum of the known parts on each device: it can already rule a device out. ``host`` is what
    offloading needs in the machine's own memory, GiB.
    """

    parts: tuple[Figure, ...]
    total: Figure
    per_device: Figure
    at_least: Figure
    notes: tuple[Message, ...] = ()
    host: Figure | None = None


class Fit(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Whether a need fits a device, with the share it takes and the reason."""

    verdict: Verdict
    need: Figure
    visible: Figure
    share: Figure
    reason: Message
    source: str


def entry_memory(spec: MemorySpec, key: str = "job") -> EntryDemand:
    """Return the account of the memory that ``spec`` needs; keys start with ``key``.

    Raises:
        InputError: batch, length or devices are not positive.
        UnknownIdError: format or optimizer names nothing.
    """
    _check(spec)
    training = spec.method != "infer"
    account = training_account(spec, key) if training else TrainingAccount(parts=inference_parts(spec, key))
    parts = account.parts
    devices = Figure(key=f"{key}/devices", value=float(spec.devices), unit="1", quality=spec.quality)
    kind = _band_class(spec)
    total = banded(trace(TOTAL_GIB, f"{key}/total_gib", parts_gib=parts), kind)
    known = [part for part in parts if part.known]
    least = trace(TOTAL_GIB, f"{key}/known_gib", parts_gib=known)
    return EntryDemand(
        parts=parts,
        total=total,
        per_device=banded(trace(PER_DEVICE_GIB, f"{key}/per_device_gib", total_gib=total, devices=devices), kind),
        at_least=trace(PER_DEVICE_GIB, f"{key}/at_least_gib", total_gib=least, devices=devices),
        notes=_notes(spec),
        host=account.host,
    )


def visible_gib(item: Item) -> Figure:
    """Return the GiB one device of ``item`` shows to software, from the GB of its label; boards are never one memory."""
    return visible_from_label(per_device_figure(item, "memory_gb", "GB"))


def visible_from_label(label_gb: Figure) -> Figure:
    """Return the GiB that software sees of a card whose label says ``label_gb``."""
    return trace(VISIBLE_GIB, f"{label_gb.key}/visible_gib", label_gb=label_gb, visible_share=VISIBLE_SHARE)


def fit_verdict(need: Figure, visible: Figure, at_least: Figure | None = None) -> Fit:
    """Return whether ``need`` GiB on each device fits ``visible`` GiB; unknown stays unknown.

    The margin that separates fits from tight is the limit ``mem.fits``.

    ``at_least`` is the certain part of an unknown need: where it alone is too much the verdict is no.
    """
    share = trace(USE_SHARE, f"{need.key}/use_share", need_gib=need, visible_gib=visible)
    if share.value is None:
        return _undecided(need, visible, share, at_least)
    verdict = verdict_of(share.value, limit("mem.fits").require())
    return _fit(verdict, need, visible, share, _reason(verdict, need, visible))


def only_verdict(need: Figure, visible: Figure, at_least: Figure | None = None) -> Verdict:
    """Return the verdict of ``fit_verdict`` without the figures and words for it."""
    if need.value is not None and visible.value:
        share = USE_SHARE.function(need_gib=need.value, visible_gib=visible.value)
        return verdict_of(share, limit("mem.fits").require())
    if at_least is None or at_least.value is None or visible.value is None:
        return "unknown"
    return "no" if at_least.value > visible.value else "unknown"


def verdict_of(share: float, fits_share: float) -> Verdict:
    """Return the verdict for the share of the memory that is used, where ``fits_share`` still fits; for matrices."""
    if share > 1:
        return "no"
    return "tight" if share > fits_share else "fits"


def _undecided(need: Figure, visible: Figure, share: Figure, at_least: Figure | None) -> Fit:
    if at_least is not None and at_least.known and visible.known and at_least.require() > visible.require():
        reason = msg("fit.at_least", "At least {need} is needed, {visible} is there.", need=at_least, visible=visible)
        return _fit("no", need, visible, share, reason)
    reason = msg("fit.unknown", "Not known: {missing} is missing.", missing=share.missing)
    return _fit("unknown", need, visible, share, reason)


def _fit(verdict: Verdict, need: Figure, visible: Figure, share: Figure, reason: Message) -> Fit:
    margin = limit("mem.fits")
    return Fit(verdict=verdict, need=need, visible=visible, share=share, reason=reason, source=margin.source)


def _reason(verdict: Verdict, need: Figure, visible: Figure) -> Message:
    if verdict == "no":
        return msg("fit.no", "{need} is needed, {visible} is there: it does not fit.", need=need, visible=visible)
    if verdict == "tight":
        return msg(
            "fit.tight", "{need} of {visible}: only with short lengths and small batches.", need=need, visible=visible
        )
    return msg("fit.fits", "{need} of {visible}: it fits.", need=need, visible=visible)


def _band_class(spec: MemorySpec) -> BandClass:
    """Return the class of errors: settings that nobody gave widen training to a factor."""
    if spec.method == "infer":
        return "infer_mem"
    return "assumed_mem" if spec.quality is Quality.ASSUMED else "train_mem"


def _notes(spec: MemorySpec) -> tuple[Message, ...]:
    found = list(notes(spec))
    cache = cache_note(spec.model)
    if cache is not None and spec.method == "infer":
        found.append(cache)
    if spec.model.max_context and spec.seq_len and spec.seq_len > spec.model.max_context:
        found.append(_too_long(spec.model, spec.seq_len))
    if spec.model.moe and spec.method in ("lora", "qlora"):
        found.append(
            msg(
                "training.moe_adapters",
                "Adapters are reckoned on the attention layers of {name} only.",
                name=spec.model.name,
            )
        )
    return tuple(found)


def _too_long(shape: ModelShape, seq_len: int) -> Message:
    return msg("model.context", "{seq_len} tokens are more than the {limit} that {name} can read.",
               seq_len=seq_len, limit=shape.max_context, name=shape.name)  # fmt: skip


_AT_LEAST_ONE = (
    "seq_len",
    "batch",
    "devices",
    "lora_rank",
    "tensor_parallel",
    "pipeline_parallel",
    "micro_batches",
    "shard_ranks",
)


def check_split(devices: int, tensor: int, pipeline: int, shape: ModelShape) -> None:
    """Refuse a model that cannot be split over its devices as asked; raises InputError with what would be accepted."""
    if devices % (tensor * pipeline):
        raise InputError(
            msg(
                "memory.split",
                "{devices} devices cannot be divided into groups of {tensor} x {pipeline}.",
                devices=devices,
                tensor=tensor,
                pipeline=pipeline,
            ),  # fmt: skip
            msg("memory.split.remedy", "Devices must be a multiple of tensor parallel x pipeline parallel."),
            "tensor_parallel",
        )
    heads = int((shape.heads if shape.cache_rule == "latent" else shape.kv_heads) or 0)
    if heads and heads % tensor:
        raise InputError(
            msg(
                "memory.tensor_heads",
                "{name} has {heads} key-value heads: they cannot be split over {tensor} ranks.",
                name=shape.name,
                heads=heads,
                tensor=tensor,
            ),  # fmt: skip
            msg("memory.tensor_heads.accepted", "Accepted are: {ranks}.", ranks=ranks_of(heads)),
            "tensor_parallel",
        )
    if shape.layers and pipeline > shape.layers:
        raise InputError(
            msg(
                "memory.pipeline_layers",
                "{name} has {layers} layers, too few for {pipeline} stages.",
                name=shape.name,
                layers=shape.layers,
                pipeline=pipeline,
            ),  # fmt: skip
            msg("memory.pipeline_layers.remedy", "Accepted are 1 to {layers} stages.", layers=shape.layers),
            "pipeline_parallel",
        )


def ranks_of(heads: int) -> tuple[int, ...]:
    """Return the numbers of ranks that so many heads can be split over."""
    return tuple(count for count in range(1, heads + 1) if heads % count == 0)


def _check(spec: MemorySpec) -> None:
    for name in _AT_LEAST_ONE:
        value = getattr(spec, name)
        if value is not None and value < 1:
            raise InputError(
                msg("memory.not_positive", "{name} is {value}; it must be 1 or more.", name=name, value=value),
                msg("job_rule.count", "Accepted are whole numbers from 1."),
                name,
            )
    check_split(spec.devices, spec.tensor_parallel, spec.pipeline_parallel, spec.model)
    if spec.zero_stage not in (None, 0, 1, 2, 3):
        raise InputError(msg("memory.zero_stage", "Stage {value} is not known.", value=spec.zero_stage),
                         msg("memory.zero_stage.remedy", "Stages are 0, 1, 2 and 3."), "zero_stage")  # fmt: skip
