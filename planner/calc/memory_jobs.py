"""A row of a sizing table as a job: model, lengths, switches and what its software keeps.

What a framework does is a property of its class (does it concatenate caches, fuse norms, keep gradients in buffers of
their own), never of a row or a source. ``note``, ``source`` and the measured value are not read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from planner.calc.row_jobs import format_of
from planner.catalog.items import Item
from planner.errors import InputError
from planner.messages import msg
from planner.workload.constants import sizing_value
from planner.workload.models import ModelShape, from_item, from_numbers
from planner.workload.parameters import with_assumed_width
from planner.workload.spec import Checkpointing, Engine, LoraTargets, MemorySpec, Offload

FindModel = Callable[[str], Item | None]
Row = Mapping[str, str]

_SHAPE = ("params_b", "active_b", "layers", "hidden", "heads", "kv_heads")
_OPTIMIZERS = (
    ("8bit", "adamw-8bit"),
    ("8-bit", "adamw-8bit"),
    ("fused", "adamw-bf16-fused"),
    ("bf16", "adamw-bf16"),
    ("distributed", "adamw-fp32-grads"),
    ("adafactor", "adafactor"),
    ("sgd", "sgd-momentum"),
)
_LLAMA_CPP = ("llama.cpp", "ollama", "ktransformers")
_EAGER = ("transformers", "autoawq", "litgpt")
_FUSED = ("compile", "megatron", "unsloth", "torchtitan", "nemo", "internevo", "foundry", "mindspeed", "maxtext")
_BUFFERED = ("deepspeed", "megatron", "internevo", "mindspeed")
_SCORES_PROMPT = ("autoawq",)
_WHOLE_BATCH = ("torchtitan",)  # states the batch of all micro-batches, the others that of one
_RANKS = {"litgpt": 8, "deepspeed+peft": 64}


def memory_job(row: Row, model: FindModel) -> MemorySpec:
    """Return the job of a memory row; raises PlannerError where a number is none or a word is unknown."""
    shape = _shape(row, model)
    switches = set(row.get("switches", "").split("+"))
    if "offload_experts" in switches:
        raise InputError(msg("sizing.experts", "Experts that are kept on the host are not reckoned."), place="switches")
    if row["kind"] == "infer_mem":
        return _inference(row, shape)
    return _training(row, shape, switches)


def _shape(row: Row, model: FindModel) -> ModelShape:
    found = model(row.get("model_ref", "")) or model(row["model"])
    if found is not None:
        return from_item(found)
    return with_assumed_width(from_numbers(row["model"], {key: float(row[key]) for key in _SHAPE if row.get(key)}))


def _inference(row: Row, shape: ModelShape) -> MemorySpec:
    batch, length = _whole(row["batch"], 1), _whole(row["seq_len"], 1)
    engine = _engine(row["framework"])
    read = _whole(row.get("tokens_in", ""), length) * batch
    return MemorySpec(
        model=shape,
        dtype=format_of(row["dtype"]),
        batch=batch,
        devices=_whole(row["gpus"], 1),
        seq_len=length,
        kv_dtype="fp8" if row.get("kv_bits") == "8" or "fp8 kv" in row["dtype"] else "bf16",
        engine=engine,
        prefill_tokens=read if engine == "eager" else None,
        scores_prompt=_has(row["framework"], _SCORES_PROMPT),
        joined_cache=engine == "eager" and _has(row["framework"], ("transformers",)),
    )


def _training(row: Row, shape: ModelShape, switches: set[str]) -> MemorySpec:
    framework, split = row["framework"].lower(), f"{row['framework']} {row['zero_stage']}"
    sharded = sharding(row["zero_stage"], framework)
    dtype = "fp32" if "fp32_base" in switches else format_of(row["dtype"])
    batch, stages = _whole(row["batch"], 1), _ranks_of("PP", split)
    if _has(framework, _WHOLE_BATCH):
        batch = -(-batch // stages)
    common: dict[str, Any] = {"model": shape, "dtype": dtype, "batch": batch}
    return MemorySpec(
        method=row["method"].split(" ")[0],  # type: ignore[arg-type]  # an unknown method is told by the formulas
        seq_len=_whole(row["seq_len"], 512),
        optimizer=_optimizer(row["optimizer"].lower()),
        grad_checkpoint=_checkpointing(row["grad_ckpt"]),
        chunked_loss="chunked_loss" in switches or _chunks(framework, row["grad_ckpt"]),
        zero_stage=sharded,
        shard_ranks=_shard_ranks(row["zero_stage"]),
        bucket_gb=sizing_value("bucket_gb") if "deepspeed" in framework else 0.0,
        train_embeddings="train_embeddings" in switches,
        kept_bits=32.0 if _upcasts(row["dtype"], framework, sharded) else 16.0,
        lora_rank=_rank(switches, framework),
        lora_targets=_targets(switches, framework),
        devices=_whole(row["gpus"], 1),
        tensor_parallel=_ranks_of("TP", split),
        pipeline_parallel=stages,
        sequence_parallel="torchtitan" in framework or "sequence parallel" in row["grad_ckpt"],
        offload=offload(row, switches),
        fused="compile" in switches or _has(framework, _FUSED),
        accumulate=_has(framework, _BUFFERED),
        **common,
    )


def _engine(framework: str) -> Engine:
    if _has(framework, _LLAMA_CPP):
        return "llama.cpp"
    return "eager" if _has(framework, _EAGER) and "vllm" not in framework else "serving"


def _has(framework: str, names: tuple[str, ...]) -> bool:
    return any(name in framework.lower() for name in names)


def sharding(text: str, framework: str) -> int:
    """Return the sharding stage that a row's words mean, 0 where they name none."""
    found = re.match(r"(?:zero[- ]?)?([0-3])\b", text.lower())
    if found:
        return int(found.group(1))
    return 3 if "fsdp" in f"{text} {framework}".lower() or "FULL_SHARD" in text else 0


def _shard_ranks(text: str) -> int | None:
    """Return over how many ranks states are spread: ``1 (8)``, or the 32 of ``FSDP32 x TP8``; None over all."""
    found = re.search(r"\((\d+)\)", text) or re.search(r"FSDP(\d+)", text)
    return int(found.group(1)) if found else None


def _ranks_of(kind: str, text: str) -> int:
    found = re.search(rf"\b{kind}(\d+)\b", text)
    return int(found.group(1)) if found else 1


def _upcasts(dtype: str, framework: str, stage: int) -> bool:
    """Tell whether embeddings become FP32: PEFT's preparation of bitsandbytes models that are not sharded."""
    return dtype.startswith("nf4") and "peft" in framework and stage < 2


def offload(row: Row, switches: set[str]) -> Offload:
    """Return what a row keeps on the host, by its sharding, optimizer and switches."""
    if "offload_params" in switches or "offload" in row["zero_stage"].lower():
        return "all"
    paged = switches & {"offload_optimizer", "paged_optimizer"} or "paged" in row["optimizer"].lower()
    return "optimizer" if paged else "none"


def _optimizer(text: str) -> str:
    found = next((name for mark, name in _OPTIMIZERS if mark in text), "adamw")
    return f"{found}-fused" if found == "adamw-8bit" and "fused" in text else found


def _chunks(framework: str, checkpointing: str) -> bool:
    """Tell whether the loss is made in chunks: always in Unsloth, in torchtune's recipes as they come (checkpointed)."""
    return "unsloth" in framework or ("torchtune" in framework and checkpointing.startswith("yes"))


def _whole(cell: str, otherwise: int) -> int:
    """Return a cell as a whole number; raises ValueError where it is none."""
    return otherwise if not cell.strip() else int(float(cell))


def _checkpointing(text: str) -> Checkpointing:
    if "offload" in text:
        return "offload"
    if text.startswith("selective"):
        return "selective"
    return "none" if text in ("no", "see config") else "full"


def _targets(switches: set[str], framework: str) -> LoraTargets:
    if any("target_mlp" in name for name in switches):
        return "mlp"
    plain_peft = framework == "transformers+peft"  # its default targets are query and value
    return "qv" if framework == "litgpt" or plain_peft or any("_qv" in name for name in switches) else "all"


def _rank(switches: set[str], framework: str) -> int:
    for name in switches:
        found = re.match(r"lora_rank(\d+)", name)
        if found:
            return int(found.group(1))
    return _RANKS.get(framework, 16)
