"""Memory rows of a sizing table: what the row's way of measuring would see of the account, and the least it can be.

A row names the model (``model_ref`` of the catalog, else its own numbers), format, method, lengths and switches; its
``note``, ``source`` and measured value are never read.
"""

from __future__ import annotations

from collections.abc import Mapping

from planner.calc.memory_jobs import FindModel, memory_job
from planner.calc.sizing_rows import Estimate, Predictor, Row
from planner.errors import InputError
from planner.figure import Figure
from planner.messages import msg
from planner.workload.bands import band
from planner.workload.constants import sizing_value
from planner.workload.diffusion_training import DiffusionTraining, diffusion_training, published_run
from planner.workload.fit import EntryDemand, entry_memory
from planner.workload.training import GRADIENTS_GIB

KINDS = ("infer_mem", "train_mem")
_GIB = {"": 1.0, "GiB": 1.0, "GB": 1e9 / 2**30, "MiB": 1 / 1024, "MB": 1e6 / 2**30}
_DRIVER = ("ollama",)
_ALLOCATOR = ("torchtune", "litgpt", "megatron")
_CERTAIN = ("/weights_gib", "/gradients_gib", "/optimizer_gib")
# Frameworks round, and count 1e9 or 2**30: a measurement is called impossible only where it is clearly below.
_SLACK = 0.97


def memory_predictors(model: FindModel) -> Mapping[str, Predictor]:
    """Return the predictors of memory rows by kind; ``model`` finds a catalog model by its name."""
    return {kind: lambda row: memory_estimate(row, model) for kind in KINDS}


def memory_estimate(row: Row, model: FindModel) -> Estimate:
    """Return what the row's way of measuring would see, in the row's unit; raises PlannerError where it cannot be said."""
    if row.get("unit", "") not in _GIB:
        raise InputError(
            msg("sizing.unit", "{unit} is no unit of memory.", unit=row.get("unit", "")),
            msg("sizing.unit.remedy", "Accepted are GiB, GB, MiB and MB."),
            "unit",
        )
    tuned = _diffusion(row)
    if tuned is not None:
        return tuned
    spec = memory_job(row, model)
    demand = entry_memory(spec)
    if demand.total.value is None:
        raise InputError(msg("calc.shape", "The shape of {name} is not known.", name=row["model"]), place="model")
    hidden = 0.0 if _sees_runtime(spec.method, row["framework"]) else _runtime_gib(demand)
    scale = 1 / _GIB[row.get("unit", "")] / (spec.devices if row.get("scope") != "sum" else 1)
    value = (demand.total.value - hidden) * scale
    range_factor = 1 + band("infer_mem" if spec.method == "infer" else "train_mem").p90
    return Estimate(
        value=value,
        unit=row.get("unit") or "GiB",
        low=value / range_factor,
        high=value * range_factor,
        floor=_floor_gib(demand) * scale * _SLACK,
        notes=demand.notes,
    )


def _diffusion(row: Row) -> Estimate | None:
    """Return what a published run of a picture or video model shows, None for language models and inference."""
    method, cards = row["method"].split(" ")[0], int(float(row["gpus"] or 1))
    job = DiffusionTraining(
        name=row["model"],
        method=method,
        params_b=float(row["params_b"]) if row.get("params_b") else None,
        batch=int(float(row["batch"] or 1)),
        devices=cards,
    )
    if row["kind"] != "train_mem" or published_run(job) is None:
        return None
    need = diffusion_training(job).per_device
    if need.value is None:
        raise InputError(msg("rows.unknown", "Not known: {missing} is missing.", missing=need.missing), place="model")
    scale = (cards if row.get("scope") == "sum" else 1) / _GIB[row.get("unit", "")]
    low, high = (None if end is None else end * scale for end in (need.low, need.high))
    return Estimate(value=need.value * scale, unit=row.get("unit") or "GiB", low=low, high=high)


def _floor_gib(demand: EntryDemand) -> float:
    """Return what weights, all gradients and optimizer states alone take: the optimizer's step meets them all."""
    return sum(_whole(part) for part in demand.parts if part.key.endswith(_CERTAIN))


def _whole(part: Figure) -> float:
    if part.formula is not GRADIENTS_GIB:
        return part.require()
    given = {one.name: one.figures[0].require() for one in part.inputs}
    return GRADIENTS_GIB(**{**given, "released_gib": 0.0})


def _sees_runtime(method: str, framework: str) -> bool:
    """Tell whether the peak was read from the driver; others report what their allocator handed out."""
    if method == "infer":
        return framework in _DRIVER
    return not any(name in framework for name in _ALLOCATOR)


def _runtime_gib(demand: EntryDemand) -> float:
    named = next(part for part in demand.parts if part.key.endswith(("/runtime_gib", "/buffers_gib")))
    if named.key.endswith("/runtime_gib"):
        return named.require()
    return _devices(named) * sizing_value("runtime_training_gb") * 1e9 / 2**30


def _devices(figure: Figure) -> float:
    return next(one.figures[0].require() for one in figure.inputs if one.name == "devices")
