"""What steps of many trainings wait for on many cards at once: ``waits_s`` over arrays, entries down, cards across."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from planner.workload.arrays import column, over_arrays, value_or_nan
from planner.workload.constants import sizing_value
from planner.workload.training_speed import TrainingJob, step_tokens
from planner.workload.training_waits import (
    EXPOSED_S,
    HOST_ADAM_S,
    adam_part,
    has_waits,
    host_gbs,
    host_parts_gb,
    in_machine,
    shard_gb,
    tensor_gb,
)

if TYPE_CHECKING:
    from planner.workload.arrays import Numbers
    from planner.workload.card_columns import CardColumns

_HEAD = "matrix"


def waits(tasks: Sequence[TrainingJob], cards: CardColumns, compute_s: Numbers) -> Numbers | float:
    """Return the seconds that a step of ``compute_s`` of each task waits on each card; NaN where it is unknown."""
    import numpy as np

    if not any(map(has_waits, tasks)):
        return 0.0
    shard, tensor, behind, after, adam = (column(list(one)) for one in zip(*map(_traffic, tasks), strict=True))
    link = np.stack([cards.train_link_gbs(task) for task in tasks])
    share = column([host_gbs(task, _HEAD).require() / in_machine(task) for task in tasks])
    bus = np.minimum(cards.bus_gbs(), share * sizing_value("link_reach_pcie"))
    slow = np.stack([cards.on_pcie(task) for task in tasks])
    host = over_arrays(HOST_ADAM_S)(
        part_b=adam,
        cards=column([float(in_machine(task)) for task in tasks]),
        bytes=sizing_value("host_adam_bytes"),
        host_gbs=column([host_gbs(task, _HEAD).require() for task in tasks]),
        reach=sizing_value("train_optimizer_reach"),
    )
    hidden = sizing_value("train_hidden")
    found = (
        over_arrays(EXPOSED_S)(
            link_s=_moved(shard, link), bus_s=_moved(behind, bus), hidden=hidden, compute_s=compute_s
        )
        + np.where(slow, _moved(tensor, link), 0.0)
        + _moved(after, bus)
        + host
    )
    return cast("Numbers", np.where(column([float(has_waits(task)) for task in tasks]) > 0, found, 0.0))


def _traffic(task: TrainingJob) -> tuple[float, ...]:
    """Return GB of a card in a step: shards, tensor parallel, with the host behind and after; parameters the host updates."""
    behind, after = host_parts_gb(task, _HEAD)
    figures = (shard_gb(task, _HEAD), tensor_gb(task, step_tokens(task, _HEAD), _HEAD), behind, after)
    return (*map(value_or_nan, figures), value_or_nan(adam_part(task, _HEAD)))


def _moved(traffic: Numbers, rate: Numbers) -> Numbers:
    """Return the seconds of traffic at a rate in GB/s; none takes none, whatever is known of the link."""
    import numpy as np

    with np.errstate(invalid="ignore"):  # nothing over an unknown link: not looked at
        return cast("Numbers", np.where(traffic == 0, 0.0, traffic / rate))
