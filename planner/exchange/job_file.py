"""``JOB.json``: one job of a workload as a file, read strictly; every wrong field is named with what would be accepted."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from planner.errors import ImportFailed, InputError
from planner.messages import Message, msg
from planner.plan.damage import fault_words
from planner.workload.models import ModelShape, from_numbers
from planner.workload.spec import Checkpointing, MemorySpec, Method, Offload

MAX_BYTES = 1024 * 1024
JobKind = Literal["inference", "batch", "train", "vision", "diffusion", "video", "science", "course", "edge"]
_PATH = re.compile(r" - at `\$\.?([^`]*)`")


class JobFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of a job file; ``model`` is the id of a catalog model or its numbers, ``accelerator`` the id of a card."""

    kind: JobKind = "inference"
    method: Method = "infer"
    model: str | dict[str, Any] = ""
    dtype: str = "bf16"
    kv_dtype: str = "bf16"
    seq_len: int | None = None
    output_len: int | None = None
    batch: int | None = None
    optimizer: str = "adamw"
    grad_checkpoint: bool | Checkpointing = True
    chunked_loss: bool = False
    zero_stage: int | None = None
    lora_rank: int = 16
    devices: int = 1
    tensor_parallel: int = 1
    pipeline_parallel: int = 1
    micro_batches: int | None = None
    offload: Offload = "none"
    host_memory_gbs: float | None = None
    ttft_goal_s: float | None = None
    tpot_goal_ms: float | None = None
    train_samples: int | None = None
    sample_tokens: float | None = None
    epochs: float | None = None
    electricity_price: float | None = None
    accelerator: str = ""
    interconnect: str = ""
    engine: str = ""
    deadline_h: float | None = None
    width_px: int | None = None
    height_px: int | None = None
    frames: int | None = None
    steps: int | None = None

    @property
    def media(self) -> bool:
        """Tell whether the job is one of pictures or video, not of language."""
        return self.kind in ("vision", "diffusion", "video")

    @property
    def context(self) -> int | None:
        """Return the tokens of a sequence, prompt and answer."""
        return None if self.seq_len is None else self.seq_len + (self.output_len or 0)


def read_job(path: Path) -> JobFile:
    """Return the job of a file; raises ImportFailed where it is no JSON object and InputError naming a wrong field."""
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= MAX_BYTES else b""
    except OSError as error:
        raise _refused(
            path, msg("job.os", "It cannot be read ({reason}).", reason=error.strerror or str(error))
        ) from error
    if size > MAX_BYTES:
        raise _refused(path, msg("job.large", "It is larger than 1 MiB."))
    try:
        job = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=JobFile)
    except msgspec.ValidationError as error:
        raise _wrong_field(str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _refused(path, msg("job.json", "It is no JSON ({reason}).", reason=str(error))) from error
    _check(job)
    return job


_LEAST: tuple[tuple[str, int], ...] = (
    *((name, 1) for name in ("seq_len", "batch", "devices", "lora_rank", "tensor_parallel", "pipeline_parallel")),
    *((name, 1) for name in ("micro_batches", "width_px", "height_px", "frames", "steps")),
    *((name, 0) for name in ("output_len", "deadline_h")),
    *((name, 1) for name in ("host_memory_gbs", "train_samples", "sample_tokens")),
    *((name, 0) for name in ("ttft_goal_s", "tpot_goal_ms", "epochs", "electricity_price")),
)


def _check(job: JobFile) -> None:
    """Refuse counts that no job can have; raises InputError naming the field and what is accepted."""
    for name, least in _LEAST:
        value = getattr(job, name)
        if value is not None and value < least:
            raise InputError(
                msg("job.least", "{name} is {value}; it must be {least} or more.", name=name, value=value, least=least),
                msg("job.least.remedy", "Accepted are numbers from {least}.", least=least),
                name,
            )


def job_spec(job: JobFile, shape: ModelShape) -> MemorySpec:
    """Return what the job asks of memory; lengths default to 4,096 tokens and one sequence."""
    given = job.grad_checkpoint
    checkpoint: Checkpointing = given if isinstance(given, str) else ("full" if given else "none")
    return MemorySpec(
        method=job.method,
        model=shape,
        dtype=job.dtype,
        kv_dtype=job.kv_dtype,
        seq_len=4096 if job.context is None else job.context,
        batch=1 if job.batch is None else job.batch,
        optimizer=job.optimizer,
        grad_checkpoint=checkpoint,
        chunked_loss=job.chunked_loss,
        lora_rank=job.lora_rank,
        zero_stage=job.zero_stage,
        devices=job.devices,
        tensor_parallel=job.tensor_parallel,
        pipeline_parallel=job.pipeline_parallel,
        micro_batches=job.micro_batches,
        offload=job.offload,
    )


def typed_shape(given: dict[str, Any]) -> ModelShape:
    """Return the shape of a model whose numbers are in the job; raises InputError naming the wrong one."""
    flat = {key: value for key, value in given.items() if key not in ("mla", "name", "tied")}
    inner = given.get("mla")
    if inner is not None and not isinstance(inner, dict):
        raise InputError(msg("job.mla", "mla holds no numbers."), msg("job.mla.remedy", "Accepted is an object such as {example}.", example='{"mla_kv_lora_rank": 512, "mla_rope_dim": 64}'), "model.mla")  # fmt: skip
    flat |= inner or {}
    for key, value in flat.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise InputError(
                msg("job.number", "{key} is {value}", key=key, value=str(value)[:60]),
                msg("job.number.remedy", "Accepted is a number."),
                f"model.{key}",
            )
    tied = given.get("tied")
    return from_numbers(str(given.get("name") or "typed"), flat, tied if isinstance(tied, bool) else None)


def _wrong_field(told: str) -> InputError:
    place = _PATH.search(told)
    unknown = "unknown field" in told
    field = told.split("`")[1] if unknown else (place.group(1) if place else "")
    known = JobFile.__struct_fields__
    if unknown:
        return InputError(
            msg("job.unknown", "A job has no field {field}.", field=field),
            msg("job.unknown.remedy", "Accepted are: {known}.", known=known),
            field,
        )
    allowed = {"kind": get_args(JobKind), "method": get_args(Method), "offload": get_args(Offload)}.get(field)
    remedy = msg("job.choice.remedy", "Accepted are: {known}.", known=allowed) if allowed else _accepted(told)
    return InputError(
        msg(
            "job.field",
            "{field} has a value that does not fit: {reason}",
            field=field or "$",
            reason=fault_words(ValueError(_PATH.sub("", told))),
        ),
        remedy,
        field,
    )


def _accepted(told: str) -> Message | None:
    """Return what kind of value belongs there, None where it is not one of the plain kinds."""
    expected = told.partition("Expected `")[2].partition("`")[0]
    kinds = (
        ("int", msg("job.accepted.whole", "Accepted is a whole number, without quotes.")),
        ("float", msg("job.accepted.number", "Accepted is a number, without quotes.")),
        ("bool", msg("job.accepted.flag", "Accepted is true or false.")),
        ("str", msg("job.accepted.text", "Accepted is a text in quotes.")),
        ("object", msg("job.accepted.object", "Accepted is an object: fields in braces.")),
    )
    return next((said for word, said in kinds if expected.startswith(word)), None)


def _refused(path: Path, reason: Message) -> ImportFailed:
    return ImportFailed(reason, msg("job.remedy", 'Give a JSON file such as {example}.', example='{"model": "qwen3-8b", "seq_len": 4096}'), str(path))  # fmt: skip
