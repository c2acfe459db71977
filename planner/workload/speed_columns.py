"""What the speeds of many jobs need of the job alone, in numbers, all at once; the figures of one job say the same."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, cast

from planner.errors import PlannerError
from planner.workload.arrays import NOT_KNOWN, Lines, choices, lines, over_arrays, pick, places_of, some, value_or_nan
from planner.workload.kv_cache import CACHE_TOKEN_BYTES, kv_bits
from planner.workload.memory import weight_format
from planner.workload.model_columns import (
    KEEPS,
    RULES,
    kept_b,
    known_or,
    token_bytes,
)
from planner.workload.throughput import CACHE_GB, KEPT_READ_B, MEAN_CONTEXT, READ_B, READ_EXPERTS_B, READ_GB
from planner.workload.training_speed import LONG_STEP_TOKENS, TOKEN_GFLOP, busy_share, passes

if TYPE_CHECKING:
    from planner.workload.arrays import Numbers
    from planner.workload.throughput import SpeedJob
    from planner.workload.training_speed import TrainingJob

_HEAD = "matrix"
_LENGTHS = places_of(("batch", "tokens_in", "tokens_out", "parallel"))
_SAID = attrgetter("batch", "tokens_in", "tokens_out", "parallel")
_FORMATS = places_of(("bits", "keeps", "kv_bits"))
_CHOSEN = attrgetter("dtype", "kv_dtype")
_STEP = places_of(("batch", "accumulation", "seq_len", "devices", "busy", "weights", "attention"))


class DecodeNumbers(NamedTuple):
    """GB of weights and of cache that a step reads, working parameters (1e9), batch, layers, devices at once: columns."""

    read_gb: Numbers
    cache_gb: Numbers
    compute_b: Numbers
    batch: Numbers
    layers: Numbers
    parallel: Numbers


class TrainNumbers(NamedTuple):
    """Tokens of a step, GFLOP of a token, share of the pipeline at work, devices, trained parameters (1e9): columns."""

    tokens: Numbers
    token_gflop: Numbers
    busy: Numbers
    devices: Numbers
    trained_b: Numbers


def decode_numbers(tasks: Sequence[SpeedJob], model: Lines) -> DecodeNumbers:
    """Return what decoding needs of each job; NaN where it is unknown, or where a format names nothing."""
    said = lines(_LENGTHS, [_SAID(task) for task in tasks])
    form = choices(_FORMATS, tasks, _CHOSEN, _formats)
    batch, table = said["batch"], model["table_b"]
    context = over_arrays(MEAN_CONTEXT)(tokens_in=said["tokens_in"], tokens_out=said["tokens_out"])
    kept = over_arrays(KEPT_READ_B)(kept_b=kept_b(model, form["keeps"]), table_b=table)
    read = over_arrays(READ_GB)(read_b=_read_b(model, table, batch), kept_b=kept, bits=form["bits"], kept_bits=16.0)
    found = (read, _cache_gb(model, context, batch, form), _compute_b(model), batch, model["layers"])
    return DecodeNumbers(*(line[:, None] for line in (*found, said["parallel"])))


def _formats(task: SpeedJob) -> tuple[float, ...]:
    form = weight_format(task.dtype)
    return form.bits, KEEPS[form.keeps], kv_bits(task.kv_dtype).require()


def _compute_b(model: Lines) -> Numbers:
    return cast("Numbers", over_arrays(READ_B)(params_b=model["working_b"], table_b=model["table_b"]))


def _read_b(model: Lines, table: Numbers, batch: Numbers) -> Numbers:
    whole, active = model["params_b"], model["active_b"]
    read = over_arrays(READ_B)(params_b=whole, table_b=table)
    few = (model["sparse"] > 0) & (active > 0)
    if not some(few):
        return cast("Numbers", read)
    experts = over_arrays(READ_EXPERTS_B)(
        active_b=active,
        table_b=table,
        params_b=whole,
        used=pick(model["moe"] > 0, model["experts_active"], 1.0),
        experts=pick(model["moe"] > 0, model["experts"], known_or(whole, 1.0) / active),
        batch=batch,
    )
    return pick(few, experts, read)


def _cache_gb(model: Lines, context: Numbers, batch: Numbers, form: Lines) -> Numbers:
    rule = model["rule"]
    window: Numbers | float = 0.0
    sliding_bytes: Numbers | float = 0.0
    sliding = rule == RULES["window"]
    if some(sliding):
        each = over_arrays(CACHE_TOKEN_BYTES)(
            layers=model["layers"] - known_or(model["full_layers"], 0.0),
            kv_heads=model["kv_heads"],
            head_dim=model["head_dim"],
            kv_bits=form["kv_bits"],
        )
        window, sliding_bytes = pick(sliding, model["window_tokens"], 0.0), pick(sliding, each, 0.0)
    found = over_arrays(CACHE_GB)(
        batch=batch,
        context_tokens=context,
        token_bytes=token_bytes(model, form["kv_bits"]),
        window_tokens=window,
        window_token_bytes=sliding_bytes,
    )
    return pick(rule == RULES["none"], 0.0, found)


def train_numbers(tasks: Sequence[TrainingJob], model: Lines) -> TrainNumbers:
    """Return what training needs of each job; NaN where it is unknown."""
    step = lines(_STEP, [_step(task) for task in tasks])
    tokens = known_or(step["batch"] * step["accumulation"] * step["seq_len"], LONG_STEP_TOKENS)
    gflop = over_arrays(TOKEN_GFLOP)(
        per_parameter=step["weights"],
        compute_b=_compute_b(model),
        per_attention=step["attention"],
        layers=model["layers"],
        width=model["width"],
        seq_len=step["seq_len"],
    )
    found = (tokens, gflop, step["busy"], step["devices"], model["params_b"])
    return TrainNumbers(*(line[:, None] for line in found))


def _step(task: TrainingJob) -> tuple[float | None, ...]:
    weights, attention = passes(task)
    try:
        busy = 1.0 if task.stages < 2 else value_or_nan(busy_share(task, _HEAD))  # noqa: PLR2004
    except PlannerError:
        busy = NOT_KNOWN
    return task.batch, task.in_step / task.model_parallel, task.seq_len, task.devices, busy, weights, attention
