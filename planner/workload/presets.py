"""What people do with accelerators, by kind, with the values to begin with: every one of them an assumption."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from planner import tables
from planner.messages import Labelled

# Fields of an entry that a preset fills in, with what their text is read as.
_NUMBERS: dict[str, Any] = {
    "seq_len": int,
    "output_len": int,
    "batch": int,
    "devices": int,
    "sessions_per_week": float,
    "hours_per_session": float,
}
_FACTS = ("memory_need_gib", "image_px")
_WORDS = ("kind", "method", "dtype")


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """A job to begin with: its name, the words it is known by, and its values by field; ``model`` is a catalog id.

    ``facts`` are told beside them: ``memory_need_gib``, a planning value for what no formula reckons, ``image_px``.
    """

    id: str
    title: Labelled
    words: tuple[str, ...]
    values: dict[str, str | int | float]
    model: str
    facts: dict[str, float]
    stack: tuple[str, ...]
    source: str


@lru_cache(maxsize=1)
def job_presets() -> tuple[Preset, ...]:
    """Return all presets in the order in which they are offered."""
    return tuple(_preset(row) for row in tables.rows("workload/presets.csv"))


def job_preset(name: str) -> Preset:
    """Return the preset called ``name``; raises StopIteration for none."""
    return next(one for one in job_presets() if one.id == name)


def first_of_kind(kind: str, method: str = "") -> Preset | None:
    """Return the first preset of a kind (and method), None where there is none."""
    found = [one for one in job_presets() if one.values["kind"] == kind]
    return next((one for one in found if method in ("", one.values["method"])), None)


def model_of_size(size_b: float) -> str:
    """Return the catalog id of the model that stands for a size in 1e9 parameters: the nearest by ratio."""
    rows = tables.rows("workload/sizes.csv")
    return min(rows, key=lambda row: abs(_ratio(float(row["size_b"]), size_b)))["model"]


def _ratio(one: float, other: float) -> float:
    return max(one, other) / max(min(one, other), 1e-9) - 1


def _preset(row: Any) -> Preset:
    values: dict[str, str | int | float] = {name: row[name] for name in _WORDS}
    values |= {name: read(row[name]) for name, read in _NUMBERS.items() if row[name]}
    return Preset(
        id=row["id"],
        title=Labelled(zh=row["zh"], en=row["en"]),
        words=tuple(row["words"].split(";")),
        values=values,
        model=row["model"],
        facts={name: float(row[name]) for name in _FACTS if row[name]},
        stack=tuple(part for part in row["stack"].split(";") if part),
        source=row["source"],
    )
