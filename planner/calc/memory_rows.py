"""Published memory measurements: rows of a sizing table as jobs, our estimate beside what was measured.

A row names the model (``model_ref`` of the catalog, else its own numbers), format, method, lengths and switches; its
``note`` and ``source`` are never read.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from planner.calc.run import NotSupported
from planner.catalog.items import Item
from planner.errors import PlannerError
from planner.messages import msg
from planner.workload.fit import entry_memory
from planner.workload.models import ModelShape, from_item, from_numbers
from planner.workload.spec import Checkpointing, MemorySpec

KINDS = ("infer_mem", "train_mem")
_GIB = {"GiB": 1.0, "GB": 1e9 / 2**30, "MiB": 1 / 1024}
_SHAPE = ("params_b", "active_b", "layers", "hidden", "heads", "kv_heads")
_SEES_RUNTIME = ("ollama",)  # reads what the driver reports; the others report what their allocator handed out
_OPTIMIZERS = (
    ("8bit", "adamw-8bit"),
    ("fused", "adamw-bf16-fused"),
    ("bf16", "adamw-bf16"),
    ("distributed", "adamw-fp32-grads"),
)


class MemoryCase(msgspec.Struct, frozen=True, kw_only=True):
    """One measurement in GiB and our estimate of the same; ``error`` is the estimate over the measurement less 1."""

    id: str
    kind: str
    predicted: float
    measured: float

    @property
    def error(self) -> float:
        """Return the relative error as a fraction, negative where we say too little."""
        return self.predicted / self.measured - 1


class MemoryReport(msgspec.Struct, frozen=True, kw_only=True):
    """The rows that could be estimated and those that could not."""

    cases: tuple[MemoryCase, ...]
    not_supported: tuple[NotSupported, ...]

    def errors(self, kind: str) -> list[float]:
        """Return the errors of one kind."""
        return [case.error for case in self.cases if case.kind == kind]

    def median_error(self, kind: str) -> float:
        """Return the median of the absolute errors of ``kind`` as a fraction; raises StatisticsError where there is no row."""
        return statistics.median(abs(error) for error in self.errors(kind))

    def covered(self, kind: str, band: float) -> float:
        """Return the share of rows of ``kind`` that the estimate plus ``band`` covers."""
        errors = self.errors(kind)
        return sum((1 + error) * (1 + band) >= 1 for error in errors) / len(errors)


def memory_rows(rows: Iterable[Mapping[str, str]], model: Callable[[str], Item | None]) -> MemoryReport:
    """Return estimates for the rows that may be scored; ``model`` finds a catalog model by its name."""
    cases: list[MemoryCase] = []
    refused: list[NotSupported] = []
    for row in rows:
        if row.get("score") == "no" or row.get("kind") not in KINDS:
            continue
        try:
            predicted = _predicted(row, model)
        except PlannerError as problem:
            refused.append(NotSupported(id=row["id"], kind=row["kind"], reason=problem.message))
            continue
        if predicted is None:
            reason = msg("calc.shape", "The shape of {name} is not known.", name=row["model"])
            refused.append(NotSupported(id=row["id"], kind=row["kind"], reason=reason))
            continue
        measured = float(row["measured_value"]) * _GIB[row["unit"]]
        cases.append(MemoryCase(id=row["id"], kind=row["kind"], predicted=predicted, measured=measured))
    return MemoryReport(cases=tuple(cases), not_supported=tuple(refused))


def _predicted(row: Mapping[str, str], model: Callable[[str], Item | None]) -> float | None:
    switches = set(row["switches"].split("+"))
    if switches & {"offload_optimizer", "offload_params", "offload_experts"}:
        return None
    spec = _spec(row, _shape(row, model), switches)
    demand = entry_memory(spec)
    if demand.total.value is None:
        return None
    hidden = 0.0
    if spec.method == "infer" and row["framework"] not in _SEES_RUNTIME:
        hidden = next(part.require() for part in demand.parts if part.key.endswith("/runtime_gib"))
    total = demand.total.value - hidden
    return total / spec.devices if row["scope"] == "per_gpu" else total


def _shape(row: Mapping[str, str], model: Callable[[str], Item | None]) -> ModelShape:
    found = model(row["model_ref"]) if row["model_ref"] else None
    if found is not None:
        return from_item(found)
    return from_numbers(row["model"], {key: float(row[key]) for key in _SHAPE if row[key]})


def _spec(row: Mapping[str, str], shape: ModelShape, switches: set[str]) -> MemorySpec:
    batch = int(row["batch"] or 1)
    common: dict[str, Any] = {"model": shape, "dtype": row["dtype"], "batch": batch, "devices": int(row["gpus"] or 1)}
    if row["kind"] == "infer_mem":
        length = int(row["seq_len"] or 1)
        read = int(row["tokens_in"] or length) * batch
        return MemorySpec(
            seq_len=length, kv_dtype="fp8" if row["kv_bits"] == "8" else "bf16", prefill_tokens=read, **common
        )
    stage = row["zero_stage"]
    return MemorySpec(
        method=row["method"],  # type: ignore[arg-type]  # an unknown method is told by the formulas that need it
        seq_len=int(row["seq_len"] or 512),
        optimizer=next((name for mark, name in _OPTIMIZERS if mark in row["optimizer"]), "adamw"),
        grad_checkpoint=_checkpointing(row["grad_ckpt"]),
        chunked_loss="chunked_loss" in switches or "unsloth" in row["framework"],
        zero_stage=int(stage) if stage.isdigit() else (3 if "FSDP" in stage else 0),
        bucket_gb=3.0 if "deepspeed" in row["framework"] else 0.0,
        train_embeddings="train_embeddings" in switches,
        kept_bits=32.0 if "peft" in row["framework"] else 16.0,
        lora_rank=_rank(switches, row["framework"]),
        lora_targets="qv" if row["framework"] == "litgpt" or any("_qv" in name for name in switches) else "all",
        **common,
    )


def _checkpointing(text: str) -> Checkpointing:
    if "offload" in text:
        return "offload"
    return "none" if text == "no" else "full"


def _rank(switches: set[str], framework: str) -> int:
    for name in switches:
        if name.startswith("lora_rank"):
            return int("".join(mark for mark in name[9:12] if mark.isdigit()))
    return {"litgpt": 8, "deepspeed+peft": 64}.get(framework, 16)
