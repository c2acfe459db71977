"""What public estimators give for the rows of a sizing table, by the rules they publish; for comparison, never in the product.

Each rule is written from its description and reads the same input columns as we do. A rule answers only the rows it was made
for: an estimator of full fine-tuning says nothing of adapters. Values are in the unit of the row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from planner.calc.memory_jobs import memory_job
from planner.calc.row_jobs import Catalog, Row, card_of, speed_job
from planner.calc.training_rows import training_job
from planner.catalog.devices import per_device
from planner.catalog.load import bundled_by_id, bundled_of
from planner.errors import PlannerError
from planner.workload.chips import peak
from planner.workload.memory import weight_format
from planner.workload.models import ModelShape
from planner.workload.spec import MemorySpec

Answer = Callable[[Row], float | None]
_MODELS = {item.name: item for item in bundled_of("model")}
CATALOG = Catalog(model=_MODELS.get, card=bundled_by_id().get, cards=bundled_of("accelerator"))
_UNIT_GB = {"GB": 1.0, "GiB": 1.073741824, "MiB": 0.001048576, "": 1.073741824}


class Estimator(NamedTuple):
    """One public rule for one kind of row."""

    name: str
    kind: str
    rule: str
    answer: Answer


def _bytes(dtype: str) -> float:
    """Return the plain bytes of a weight: 2, 1 or a half; scales and what stays unquantised are not known to the rules."""
    bits = weight_format(dtype).bits
    return 4 if bits > 20 else 2 if bits > 10 else 1 if bits > 6 else 0.5


def _weights_gb(spec: MemorySpec) -> float:
    return (spec.model.params_b or 0.0) * _bytes(spec.dtype)


def _all_heads_gb(spec: MemorySpec) -> float:
    """Return keys and values as if every head kept its own, 16 bits."""
    tokens = (spec.seq_len or 0) * (spec.batch or 1)
    return 2 * (spec.model.layers or 0) * (spec.model.hidden or 0) * 2 * tokens / 1e9


def _grouped_gb(spec: MemorySpec) -> float:
    shape = spec.model
    width = (shape.kv_heads or 0) * (shape.head_dim or 0)
    return 2 * (shape.layers or 0) * width * 2 * (spec.seq_len or 0) * (spec.batch or 1) / 1e9


def _layer_tokens(spec: MemorySpec) -> float:
    """Return tokens x hidden x layers in 1e9."""
    tokens = (spec.seq_len or 0) * (spec.batch or 1)
    return tokens * (spec.model.hidden or 0) * (spec.model.layers or 0) / 1e9


def _memory(kind: str, total_gb: Callable[[MemorySpec], float | None]) -> Answer:
    """Return an answer in the row's unit; ``total_gb`` is over all devices of the job."""

    def answer(row: Row) -> float | None:
        spec = memory_job(row, _MODELS.get)
        total = total_gb(spec)
        if total is None or row["kind"] != kind:
            return None
        shared = 1 if row.get("scope") == "sum" else spec.devices
        return total / shared / _UNIT_GB[row["unit"]]

    return answer


def _full(total_gb: Callable[[MemorySpec], float]) -> Callable[[MemorySpec], float | None]:
    return lambda spec: total_gb(spec) if spec.method == "full" else None


def _eleuther_inference(spec: MemorySpec) -> float:
    # the cache formula lacks the factor for keys and values and knows no grouped heads; about 5 GiB are added
    return _weights_gb(spec) + _all_heads_gb(spec) / 2 + 5 * 1.0737


def _eleuther_training(spec: MemorySpec) -> float:
    """States divided by all devices of the stage, activations after Korthikanti, and about 5 GiB."""
    params, n, stage = spec.model.params_b or 0.0, spec.devices, spec.stage()
    model = params * 2 / (n if stage >= 3 else 1)
    grads = params * 2 / (n if stage >= 2 else 1)
    states = params * 12 / (n if stage >= 1 else 1)
    per_layer = 2 if spec.grad_checkpoint == "full" else 34
    return n * (model + grads + states + per_layer * _layer_tokens(spec) + 5 * 1.0737)


def _deepspeed(spec: MemorySpec) -> float:
    params, n = spec.model.params_b or 0.0, spec.devices
    each = {3: 18 * params / n, 2: 4 * params + 16 * params / n}.get(spec.stage(), 18 * params)
    return n * each


def _megatron(spec: MemorySpec) -> float:
    params, n = spec.model.params_b or 0.0, spec.devices
    states = (6 + 12 / n) * params if spec.stage() else 18 * params
    per_layer = 2 if spec.grad_checkpoint == "full" else 34
    return n * (states + per_layer * _layer_tokens(spec))


def _llama_factory(spec: MemorySpec) -> float:
    params = spec.model.params_b or 0.0
    if spec.method == "full":
        return params * (8 if "bf16" in spec.optimizer else 18)
    return params * (2 if spec.method == "lora" else _bytes(spec.dtype))


def _alloc(spec: MemorySpec) -> float:
    tokens = (spec.seq_len or 0) * (spec.batch or 1) * (spec.model.hidden or 0)
    return 1.1 * ((spec.model.params_b or 0.0) * 16 + spec.devices * tokens * 2 / 1e9)


def _size_gb(row: Row, shape: ModelShape, dtype: str) -> float:
    return ((shape.active_b if shape.moe else shape.params_b) or 0.0) * _bytes(dtype)


def _by_bandwidth(share: float) -> Answer:
    """Return tokens a second of one stream as bandwidth over size."""

    def answer(row: Row) -> float | None:
        job = speed_job(row, CATALOG)
        bandwidth = per_device(job.card, "bandwidth_gbs")
        if bandwidth is None:
            return None
        return share * bandwidth * job.devices / _size_gb(row, job.model, job.dtype) * (job.batch or 1)

    return answer


def _roofline(memory: float, compute: float) -> Answer:
    """Return the roofline of weights and cache of all sequences, with efficiencies for memory and arithmetic."""

    def answer(row: Row) -> float | None:
        job = speed_job(row, CATALOG)
        bandwidth, rate = per_device(job.card, "bandwidth_gbs"), peak(job.card, job.dtype).value
        if bandwidth is None or rate is None:
            return None
        shape, batch = job.model, job.batch or 1
        context = (job.tokens_in or 0) + (job.tokens_out or 512) / 2
        cache = 2 * (shape.layers or 0) * (shape.kv_heads or 0) * (shape.head_dim or 0) * 2 * context * batch / 1e9
        read = (_size_gb(row, shape, job.dtype) + cache) / (bandwidth * memory * job.devices)
        work = 2 * (shape.active_b or shape.params_b or 0.0) * batch / (rate * 1000 * compute * job.devices)
        return batch / max(read, work)

    return answer


def _prompt(share: float) -> Answer:
    def answer(row: Row) -> float | None:
        job = speed_job(row, CATALOG)
        rate, working = peak(job.card).value, job.model.active_b or job.model.params_b
        return None if rate is None or not working else share * rate * 1000 * job.devices / (2 * working)

    return answer


def _mfu(share: float) -> Answer:
    """Return training at a fixed share of the peak, 6 operations for each parameter and attention on top."""

    def answer(row: Row) -> float | None:
        job, _notes = training_job(row, CATALOG)
        rate, shape = peak(job.card).value, job.model
        if rate is None or job.method != "full" or row["unit"] not in ("tok/s/GPU", "tok/s total"):
            return None
        work = (
            6 * (shape.active_b or shape.params_b or 0.0)
            + 12 * (shape.layers or 0) * (shape.hidden or 0) * (job.seq_len or 0) / 1e9
        )
        return share * rate * 1000 / work * (job.devices if row["scope"] == "sum" else 1)

    return answer


def _hours(share: float) -> Answer:
    def answer(row: Row) -> float | None:
        rate = peak(card_of(row, CATALOG).item).value
        working = float(row["active_b"] or row["params_b"])
        return None if rate is None else 6 * working * float(row["tokens_total"]) / (rate * 1000 * share) / 3600

    return answer


ESTIMATORS = (
    Estimator("accelerate estimate-memory + 20 %", "infer_mem", "weights x 1.2",
              _memory("infer_mem", lambda spec: 1.2 * _weights_gb(spec))),
    Estimator("EleutherAI transformer-mem", "infer_mem", "weights + half of the cache of all heads + 5 GiB", _memory("infer_mem", _eleuther_inference)),
    Estimator("gpu_poor", "infer_mem", "weights + cache of all heads + 0.65 GB",
              _memory("infer_mem", lambda spec: _weights_gb(spec) + _all_heads_gb(spec) + 0.65)),
    Estimator("hf-mem", "infer_mem", "weights + cache", _memory("infer_mem", lambda spec: _weights_gb(spec) + _grouped_gb(spec))),
    Estimator("alloc", "infer_mem", "(weights + cache) x 1.1",
              _memory("infer_mem", lambda spec: 1.1 * (_weights_gb(spec) + _grouped_gb(spec)))),
    Estimator("EleutherAI transformer-mem", "train_mem", "2 + 2 + 12 bytes over all devices, Korthikanti activations, 5 GiB",
              _memory("train_mem", _full(_eleuther_training))),
    Estimator("DeepSpeed estimate_zero", "train_mem", "states: 4P + 16P/n or 18P/n", _memory("train_mem", _full(_deepspeed))),
    Estimator("Megatron theoretical_memory_usage", "train_mem", "18 or 6 + 12/n bytes, activations 34 s b h a layer",
              _memory("train_mem", _full(_megatron))),
    Estimator("LLaMA-Factory table", "train_mem", "18, 8, 2 or 1/2 bytes a parameter", _memory("train_mem", _llama_factory)),
    Estimator("accelerate estimate-memory", "train_mem", "4 x the FP32 weights", _memory("train_mem", _full(lambda spec: 16 * (spec.model.params_b or 0.0)))),
    Estimator("alloc", "train_mem", "(16 bytes + one activation) x 1.1", _memory("train_mem", _full(_alloc))),
    Estimator("bandwidth / size", "decode_tps", "bandwidth over the bytes of the model", _by_bandwidth(1.0)),
    Estimator("llmfit", "decode_tps", "0.55 x bandwidth over size", _by_bandwidth(0.55)),
    Estimator("LLM-Viewer", "decode_tps", "roofline of weights and cache, no efficiency", _roofline(1.0, 1.0)),
    Estimator("llm-analysis", "decode_tps", "roofline, memory 0.9 and arithmetic 0.7", _roofline(0.9, 0.7)),
    Estimator("inference arithmetic (kipply)", "prefill_tps", "peak over 2P", _prompt(1.0)),
    Estimator("llm-analysis", "prefill_tps", "0.7 x peak over 2P", _prompt(0.7)),
    Estimator("llm-analysis", "train_throughput", "half of the peak, full fine-tuning", _mfu(0.5)),
    Estimator("llm-analysis", "pretrain_gpu_hours", "6PD at half of the peak", _hours(0.5)),
    Estimator("bandwidth / size", "served_tps", "one stream for each card", _by_bandwidth(1.0)),
)  # fmt: skip


def answers(estimator: Estimator, rows: Mapping[str, Row]) -> dict[str, float]:
    """Return what an estimator says of the rows of its kind, by id; rows it cannot answer are left out."""
    found: dict[str, float] = {}
    for case_id, row in rows.items():
        if row["kind"] != estimator.kind:
            continue
        try:
            value = estimator.answer(row)
        except (PlannerError, ZeroDivisionError, ValueError):
            continue
        if value is not None and value > 0:
            found[case_id] = value
    return found
