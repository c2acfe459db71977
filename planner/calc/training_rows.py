"""Training rows of a sizing table: tokens a second for a card or all, TFLOPS, share of the peak, duration and GPU-hours."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.calc.memory_jobs import offload, sharding
from planner.calc.row_estimates import estimate, scaled
from planner.calc.row_jobs import Catalog, Row, card_of, count, number, shape_of, text
from planner.calc.sizing_rows import Estimate
from planner.errors import InputError
from planner.figure import Quality, leaf
from planner.messages import Message, msg
from planner.workload.chips import matmul_share, peak
from planner.workload.training_speed import (
    TrainingJob,
    pretrain_gpu_hours,
    token_gflop,
    train_tps,
    tuning_tokens,
)

_EIGHT_BIT = ("fp8", "mxfp8")


def train_estimate(row: Row, catalog: Catalog) -> Estimate:
    """Return the estimate of a training row in its unit; the ceiling is what matrix kernels reach on the chip."""
    job, notes = training_job(row, catalog)
    unit = text(row, "unit")
    if unit in ("TFLOPS/GPU", "% MFU"):
        return _as_rate(row, job, notes, percent=unit == "% MFU")
    speed = train_tps(job)
    published = "as published" in unit
    whole = text(row, "scope") == "sum" or "total" in unit
    factor = float(job.devices) if whole and not published else 1.0
    if published:
        notes = (*notes, msg("rows.unit", "The unit does not say whether it is one card or all: read as one card."))
    ceiling = _ceiling_tps(job)
    return estimate(scaled(speed, factor), row, None if ceiling is None else ceiling * factor, notes)


def finetune_estimate(row: Row, catalog: Catalog) -> Estimate:
    """Return the minutes of a fine-tuning; needs the iterations, since samples are not among the columns."""
    job, notes = training_job(row, catalog)
    steps, length = number(row, "iterations"), number(row, "seq_len")
    if steps is None or length is None:
        raise InputError(
            msg("rows.samples", "How many samples of what length were trained is not stated."),
            msg("rows.samples.remedy", "Fill in iterations and seq_len."),
            "iterations",
        )
    tokens = tuning_tokens(
        leaf("row/samples", steps * count(row, "batch"), "1", Quality.ENTERED),
        leaf("row/sample_tokens", length, "tokens", Quality.ENTERED),
        leaf("row/epochs", 1.0, "1", Quality.ENTERED),
    )
    speed = scaled(train_tps(job), float(job.devices))
    if speed.value is None or tokens.value is None:
        return estimate(speed, row)
    minutes = tokens.value / speed.value / 60
    figure = msgspec.structs.replace(
        speed,
        value=minutes,
        unit="min",
        low=None if speed.high is None else tokens.value / speed.high / 60,
        high=None if speed.low is None else tokens.value / speed.low / 60,
    )
    said = msg("rows.samples.full", "Every sample is taken as long as the limit: an upper bound.")
    return estimate(figure, row, None, (*notes, said))


def pretrain_estimate(row: Row, catalog: Catalog) -> Estimate:
    """Return the GPU-hours of a pre-training."""
    found = card_of(row, catalog)
    tokens = leaf("row/tokens_total", number(row, "tokens_total"), "tokens", Quality.ENTERED)
    return estimate(pretrain_gpu_hours(shape_of(row, catalog), found.item, tokens), row)


def training_job(row: Row, catalog: Catalog) -> tuple[TrainingJob, tuple[Message, ...]]:
    """Return the job of a training row and what was assumed for it."""
    found = card_of(row, catalog)
    software, switches = text(row, "framework"), text(row, "switches")
    method = text(row, "method").split(" ")[0]
    window = text(row, "seq_len")
    batch = number(row, "batch")
    job = TrainingJob(
        model=shape_of(row, catalog),
        card=found.item,
        method=method if method in ("lora", "qlora") else "full",  # type: ignore[arg-type]  # checked on this line
        dtype=text(row, "dtype"),
        seq_len=float(window) if window.isdigit() else 2048.0,
        batch=None if batch is None else int(batch),
        recompute=_recompute(text(row, "grad_ckpt")),
        devices=count(row, "gpus") * found.devices,
        engine=software,
        zero_stage=sharding(text(row, "zero_stage"), software),
        offload=offload(row, set(text(row, "switches").split("+"))),
        link_said=text(row, "interconnect"),
        compiled="torchtitan" not in software or "compile" in software or "compile" in switches,
        limit_w=found.limit_w,
        quality=Quality.ENTERED,
    )
    return job, () if found.assumed is None else (found.assumed,)


def _as_rate(row: Row, job: TrainingJob, notes: tuple[Message, ...], percent: bool) -> Estimate:
    """Return the model's operations a second of a card: those of the tokens without recomputation."""
    if job.model.layers is None or job.model.hidden is None:  # a rate does not need the shape: attention is left out
        job = msgspec.structs.replace(job, model=msgspec.structs.replace(job.model, layers=0.0, hidden=0.0))
        notes = (*notes, msg("rows.no_attention", "Its shape is not known: attention is left out of the operations."))
    plain = msgspec.structs.replace(job, recompute="none")
    work, rate = token_gflop(plain, "row").value, peak(job.card).value
    if work is None or rate is None:
        return estimate(train_tps(job), row)
    each = work / 1000 / (rate / 100 if percent else 1.0)
    ceiling = rate * matmul_share(job.card).require() / (rate / 100 if percent else 1.0)
    return estimate(scaled(train_tps(job), each), row, ceiling, notes)


def _ceiling_tps(job: TrainingJob) -> float | None:
    """Return the tokens a second of a card that matrix kernels cannot exceed, recomputation not counted as needed.

    Eight-bit training runs at twice the 16-bit rate.
    """
    work, rate = token_gflop(job, "row").value, peak(job.card).value
    if work is None or rate is None:
        return None
    faster = 2.0 if job.dtype in _EIGHT_BIT else 1.0
    top = matmul_share(job.card).high or matmul_share(job.card).require()
    return rate * faster * top * 1000 / work


def _recompute(said: str) -> Literal["none", "selective", "full"]:
    if said.startswith("yes"):
        return "full"
    return "selective" if said.startswith("selective") else "none"
