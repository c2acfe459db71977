"""Published memory measurements: rows of a sizing table as jobs, our estimate beside what was measured.

A row names the model (``model_ref`` of the catalog, else its own numbers), format, method, lengths and switches; its
``note`` and ``source`` are never read.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping

import msgspec

from planner.calc.memory_jobs import FindModel, memory_job
from planner.calc.run import NotSupported
from planner.errors import PlannerError
from planner.messages import msg
from planner.workload.constants import sizing_value
from planner.workload.fit import EntryDemand, entry_memory

KINDS = ("infer_mem", "train_mem")
_GIB = {"GiB": 1.0, "GB": 1e9 / 2**30, "MiB": 1 / 1024}
_DRIVER = ("ollama",)
_ALLOCATOR = ("torchtune", "litgpt", "megatron")


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


def memory_rows(rows: Iterable[Mapping[str, str]], model: FindModel) -> MemoryReport:
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


def _predicted(row: Mapping[str, str], model: FindModel) -> float | None:
    """Return the GiB that the row's way of measuring would see; None where the shape does not say."""
    spec = memory_job(row, model)
    demand = entry_memory(spec)
    if demand.total.value is None:
        return None
    hidden = 0.0 if _sees_runtime(spec.method, row["framework"]) else _runtime_gib(demand)
    total = demand.total.value - hidden
    return total / spec.devices if row["scope"] == "per_gpu" else total


def _sees_runtime(method: str, framework: str) -> bool:
    """Tell whether the peak was read from the driver; others report what their allocator handed out."""
    if method == "infer":
        return framework in _DRIVER
    return not any(name in framework for name in _ALLOCATOR)


def _runtime_gib(demand: EntryDemand) -> float:
    named = next(part for part in demand.parts if part.key.endswith(("/runtime_gib", "/buffers_gib")))
    if named.key.endswith("/runtime_gib"):
        return named.require()
    devices = next(one.figures[0].require() for one in named.inputs if one.name == "devices")
    return devices * sizing_value("runtime_training_gb") * 1e9 / 2**30
