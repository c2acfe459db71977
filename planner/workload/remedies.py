"""What to do where memory is short: the remedies in their order, what each saves alone, and what is needed with all before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from planner.errors import PlannerError
from planner.figure import Figure, Formula, trace
from planner.messages import Labelled, Message, msg
from planner.workload.fit import Fit, entry_memory, fit_verdict
from planner.workload.memory import weight_format
from planner.workload.spec import MemorySpec

SAVED_GIB = Formula(
    key="memory.saved_gib",
    label=Labelled(zh="节省显存", en="Memory saved"),
    text="before_gib - after_gib",
    unit="GiB",
    source="account without and with the remedy",
    function=lambda before_gib, after_gib: before_gib - after_gib,
)


Changes = dict[str, Any]


class Remedy(msgspec.Struct, frozen=True, kw_only=True):
    """One remedy: what it saves on each device by itself, the need with it and all before it, and whether that fits."""

    id: str
    label: Message
    saves: Figure
    together: Figure
    fit: Fit | None = None


def remedies(spec: MemorySpec, visible: Figure | None = None, key: str = "job") -> tuple[Remedy, ...]:
    """Return the remedies for ``spec`` that save something, in the order in which they are to be tried.

    Gradient accumulation, checkpointing, adapters, shorter sequences come first, as they cost least; then a chunked
    loss, an 8-bit optimizer, more devices and offload. ``visible`` (GiB of a device) adds the verdict.
    """
    before = entry_memory(spec, key).per_device
    found: list[Remedy] = []
    now = spec
    for name in _TRAINING if spec.method != "infer" else _INFERENCE:
        alone, joined = _applied(name, spec), _applied(name, now)
        if alone is None or joined is None:
            continue
        try:
            after = entry_memory(alone, f"{key}/{name}").per_device
            together = entry_memory(joined, f"{key}/with_{name}").per_device
        except PlannerError:  # more devices than the model can be split over, say
            continue
        saves = trace(SAVED_GIB, f"{key}/{name}/saved_gib", before_gib=before, after_gib=after)
        if saves.value is None or saves.value <= 0:
            continue
        now = joined
        fit = fit_verdict(together, visible) if visible is not None else None
        found.append(Remedy(id=name, label=_label(name, spec, alone), saves=saves, together=together, fit=fit))
    return tuple(found)


def first_that_fits(found: tuple[Remedy, ...]) -> Remedy | None:
    """Return the first remedy with which, and all before it, the job fits with its margin."""
    return next((one for one in found if one.fit is not None and one.fit.verdict == "fits"), None)


_TRAINING = (
    "accumulation",
    "checkpointing",
    "lora",
    "qlora",
    "length",
    "chunked_loss",
    "optimizer",
    "shard",
    "offload",
)
_INFERENCE = ("sequences", "cache_8bit", "weights_4bit", "length", "devices")


def _applied(name: str, spec: MemorySpec) -> MemorySpec | None:
    """Return the job with the remedy, None where there is nothing to do."""
    changes = _CHANGES[name](spec)
    return msgspec.structs.replace(spec, **changes) if changes else None


def _changes_shard(spec: MemorySpec) -> Changes:
    return {"devices": 2 * spec.devices, "zero_stage": 3}


def _changes_qlora(spec: MemorySpec) -> Changes:
    plain = spec.method in ("full", "lora") and weight_format(spec.dtype).bits >= 16
    return {"method": "qlora"} if plain else {}


_CHANGES: dict[str, Callable[[MemorySpec], Changes]] = {
    "accumulation": lambda spec: {"batch": 1} if (spec.batch or 1) > 1 else {},
    "sequences": lambda spec: {"batch": (spec.batch or 1) // 2} if (spec.batch or 1) > 1 else {},
    "checkpointing": lambda spec: {"grad_checkpoint": "full"} if spec.grad_checkpoint in ("none", "selective") else {},
    "lora": lambda spec: {"method": "lora"} if spec.method == "full" else {},
    "qlora": _changes_qlora,
    "length": lambda spec: {"seq_len": (spec.seq_len or 1) // 2} if (spec.seq_len or 1) > 512 else {},
    "chunked_loss": lambda spec: {} if spec.chunked_loss else {"chunked_loss": True},
    "optimizer": lambda spec: {} if spec.optimizer == "adamw-8bit" else {"optimizer": "adamw-8bit"},
    "shard": _changes_shard,
    "devices": lambda spec: {"devices": 2 * spec.devices},
    "offload": lambda spec: {} if spec.offload == "all" else {"offload": "all"},
    "cache_8bit": lambda spec: {} if spec.kv_dtype in ("fp8", "int8") else {"kv_dtype": "fp8"},
    "weights_4bit": lambda spec: {"dtype": "awq-int4"} if weight_format(spec.dtype).bits > 5 else {},
}


def _devices(spec: MemorySpec, after: MemorySpec) -> Message:
    return msg("remedy.devices", "{count} devices instead of {devices}", count=after.devices, devices=spec.devices)


def _one_by_one(spec: MemorySpec, _after: MemorySpec) -> Message:
    return msg("remedy.accumulation", "Micro-batch 1 with gradient accumulation over {batch} steps", batch=spec.batch)


def _fewer(spec: MemorySpec, after: MemorySpec) -> Message:
    return msg("remedy.sequences", "{count} sequences at once instead of {batch}", count=after.batch, batch=spec.batch)


def _shorter(spec: MemorySpec, after: MemorySpec) -> Message:
    return msg("remedy.length", "{half} tokens instead of {length}", half=after.seq_len, length=spec.seq_len)


_PLAIN = {
    "checkpointing": msg(
        "remedy.checkpointing", "Gradient checkpointing of every layer (about a third more computing)"
    ),
    "lora": msg("remedy.lora", "LoRA instead of full tuning"),
    "qlora": msg("remedy.qlora", "QLoRA: base weights in NF4"),
    "chunked_loss": msg("remedy.chunked_loss", "Chunked or fused loss: logits are never whole"),
    "optimizer": msg("remedy.optimizer", "8-bit AdamW without a master copy"),
    "offload": msg("remedy.offload", "Weights and states on the host: slow, and the machine needs the memory"),
    "cache_8bit": msg("remedy.cache_8bit", "8-bit cache"),
    "weights_4bit": msg("remedy.weights_4bit", "Weights in 4 bits (AWQ), tried on your own tasks first"),
}
_COUNTED = {
    "accumulation": _one_by_one,
    "sequences": _fewer,
    "length": _shorter,
    "shard": _devices,
    "devices": _devices,
}


def _label(name: str, spec: MemorySpec, after: MemorySpec) -> Message:
    return _PLAIN[name] if name in _PLAIN else _COUNTED[name](spec, after)
