"""Memory of training a picture or video diffusion model: states by their bytes, the rest as published runs showed it.

No formula for the activations of these networks is published: where nobody published a run of the model, the need is
unknown and asked for. GiB on one device.
"""

from __future__ import annotations

import msgspec

from planner import tables
from planner.figure import Figure, Formula, Quality, constant, leaf, trace, unknown
from planner.messages import Labelled, Message, msg
from planner.workload.bands import banded
from planner.workload.fit import PER_DEVICE_GIB, TOTAL_GIB, EntryDemand
from planner.workload.media_memory import MEDIA_WEIGHTS_GIB
from planner.workload.memory import weight_format

REST_GIB = Formula(
    key="diffusion.rest_gib",
    label=Labelled(zh="激活、编码器与运行时（公开实测）", en="Activations, encoders and runtime, as published"),
    text="devices * max(measured_gb / 1.073741824 - weights_gib / copies, 0) * batch / published_batch "
    "* (px / published_px) ** 2",
    unit="GiB",
    source="what a published run took beyond weights and states, for each picture of a batch and each pixel",
    function=lambda devices, measured_gb, weights_gib, copies, batch, published_batch, px, published_px: (
        devices
        * max(measured_gb / 1.073741824 - weights_gib / copies, 0)
        * batch
        / published_batch
        * (px / published_px) ** 2
    ),
    error_class="assumed_mem",
)


class DiffusionTraining(msgspec.Struct, frozen=True, kw_only=True):
    """A training: ``method`` full, lora or qlora, ``params_b`` of the trained network in 1e9; batch of each device, side in pixels."""

    name: str
    method: str
    params_b: float | None
    dtype: str = "bf16"
    batch: int = 1
    px: float | None = None
    devices: int = 1


class PublishedRun(msgspec.Struct, frozen=True, kw_only=True):
    """What a published run took on one device (GB), with its batch and the side of its pictures; None where not said."""

    pattern: str
    method: str
    dtype: str
    measured_gb: float
    batch: float
    px: float | None
    date: str
    source: str


def published_run(job: DiffusionTraining) -> PublishedRun | None:
    """Return the published run of the model and method, one with base weights of the same format before others."""
    found = [
        msgspec.convert({**row, "px": row["px"] or None}, PublishedRun, strict=False)
        for row in tables.rows("workload/diffusion_training.csv")
        if row["pattern"] in job.name.lower() and row["method"] == job.method
    ]
    return next((one for one in found if one.dtype == job.dtype), next((one for one in found if not one.dtype), None))


def diffusion_training(job: DiffusionTraining, key: str = "job") -> EntryDemand:
    """Return the account of a training over its devices, GiB; each device keeps all of it. Raises UnknownIdError for a format."""
    weights, run = _weights(job, key), published_run(job)
    devices = leaf(f"{key}/devices", float(job.devices), "1", Quality.ENTERED)
    rest = unknown(f"{key}/rest_gib", "GiB", (f"{key}/memory_need_gib",))
    if run is not None:
        rest = _rest(job, run, weights, key)
    parts = (weights, rest)
    total = trace(TOTAL_GIB, f"{key}/total_gib", parts_gib=parts)
    each = trace(PER_DEVICE_GIB, f"{key}/per_device_gib", total_gib=total, devices=devices)
    return EntryDemand(
        parts=parts,
        total=total,
        per_device=banded(each, "assumed_mem"),
        at_least=trace(PER_DEVICE_GIB, f"{key}/at_least_gib", total_gib=weights, devices=devices),
        notes=(_silent(job),) if run is None else (),
    )


def _weights(job: DiffusionTraining, key: str) -> Figure:
    quantised = job.method == "qlora" and weight_format(job.dtype).bits >= 16  # noqa: PLR2004 - sixteen bits are not quantised
    stored = weight_format("nf4" if quantised else job.dtype).bits / 8
    size = 16.0 if job.method == "full" else min(stored, 2.0)
    return trace(
        MEDIA_WEIGHTS_GIB,
        f"{key}/weights_gib",
        params_b=leaf(f"model/{job.name}/params_b", job.params_b, "1e9", Quality.PUBLISHED),
        bytes_per_param=constant(
            f"{key}/bytes_per_param",
            size,
            "B",
            "16 with gradients, master copy and moments; frozen ones as they are stored",
        ),
        copies=leaf(f"{key}/copies", float(job.devices), "1", Quality.ENTERED),
    )


def _rest(job: DiffusionTraining, run: PublishedRun, weights: Figure, key: str) -> Figure:
    side = run.px if job.px is None or run.px is None else job.px
    number = {
        "devices": float(job.devices),
        "copies": float(job.devices),
        "batch": float(job.batch),
        "published_batch": run.batch,
        "px": 1.0 if side is None else side,
        "published_px": 1.0 if run.px is None else run.px,
    }
    return trace(
        REST_GIB,
        f"{key}/rest_gib",
        measured_gb=leaf(f"{key}/measured_gb", run.measured_gb, "GB", Quality.SECONDARY, run.source, run.date),
        weights_gib=weights,
        **{name: leaf(f"{key}/{name}", value, "1", Quality.ENTERED) for name, value in number.items()},
    )


def _silent(job: DiffusionTraining) -> Message:
    return msg(
        "diffusion.unpublished",
        "Nobody published what training {name} takes beyond its weights: run one step of it and enter the memory measured.",
        name=job.name,
    )
