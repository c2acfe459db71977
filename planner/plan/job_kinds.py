"""What a service cannot be told: a method that trains, and settings that only a training has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from planner.catalog.choices import choice_words
from planner.messages import Message, msg

if TYPE_CHECKING:
    from planner.plan.document import WorkloadEntry

SERVED_KINDS = ("inference", "batch", "edge")
_OF_TRAINING: tuple[tuple[str, Any], ...] = (("zero_stage", None), ("offload", "none"), ("micro_batches", None))


class KindFault(NamedTuple):
    """A field whose value does not go with the kind or method of an entry: why, what would be accepted, and the value that is."""

    name: str
    reason: Message
    accepted: Message
    value: Any


def kind_faults(entry: WorkloadEntry) -> Iterator[KindFault]:
    """Yield each value of an entry that its kind or method cannot have."""
    if entry.method != "infer":
        if entry.kind in SERVED_KINDS:
            yield _trains(entry)
        return
    for name, plain in _OF_TRAINING:
        value = getattr(entry, name)
        if value != plain:
            yield _of_training(name, value, plain)


def _trains(entry: WorkloadEntry) -> KindFault:
    return KindFault(
        "method",
        msg(
            "job_kind.trains",
            "{method} trains, but the workload is of the kind {kind}, which serves.",
            method=entry.method,
            kind=choice_words("kind", entry.kind) or entry.kind,
        ),
        msg("job_kind.trains.remedy", "Accepted is infer; for a training make the kind train or course."),
        "infer",
    )


def _of_training(name: str, value: Any, plain: Any) -> KindFault:
    return KindFault(
        name,
        msg(
            "job_kind.ignored",
            "{name} is {value}, but the method is infer: only a training is sharded, offloaded or cut into micro-batches.",
            name=name,
            value=value,
        ),
        msg(
            "job_kind.ignored.remedy",
            "Accepted is {plain}; for a training choose the method full, lora or qlora.",
            plain="null" if plain is None else plain,
        ),
        plain,
    )
