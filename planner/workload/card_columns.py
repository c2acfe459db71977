"""What formulas need to know of many cards, as lines of numbers: made once for each question and kept, cards do not change."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

import msgspec

from planner.catalog.items import Item
from planner.figure import Figure, constant, unknown
from planner.workload.arrays import line, value_or_nan
from planner.workload.chips import bandwidth, sustained
from planner.workload.decode import layer_us, read_reach
from planner.workload.fit import visible_gib
from planner.workload.memory import formats
from planner.workload.throughput import SpeedJob, sparse
from planner.workload.training_speed import TrainingJob, reach_class, train_reach
from planner.workload.training_waits import bus_rate, in_machine, link_rate, on_pcie
from planner.workload.video_speed import VideoJob, clip_reach, serial_share

if TYPE_CHECKING:
    from planner.workload.arrays import Numbers


class CardColumns:
    """The numbers of ``cards`` in their order; each line is made when it is first asked for."""

    def __init__(self, cards: tuple[Item, ...]) -> None:
        """Start with cards and no numbers."""
        self.cards = cards
        self._lines: dict[Hashable, Numbers] = {}

    def _line(self, name: Hashable, of: Callable[[Item], Figure]) -> Numbers:
        found = self._lines.get(name)
        if found is None:
            found = self._lines[name] = line([value_or_nan(of(card)) for card in self.cards])
        return found

    def visible_gib(self) -> Numbers:
        """Return the GiB that one device of each card shows."""
        return self._line("visible", visible_gib)

    def bandwidth_gbs(self) -> Numbers:
        """Return GB/s of one device of each card."""
        return self._line("bandwidth", bandwidth)

    def rate_tflops(self, dtype: str = "bf16", limit_w: float | None = None) -> Numbers:
        """Return the TFLOPS that last on one device of each card for weights stored as ``dtype``."""
        return self._line(("rate", dtype, limit_w), lambda card: sustained(card, card.id, dtype, limit_w))

    def read_reach(self, job: SpeedJob) -> Numbers:
        """Return the share of the bandwidth that decoding reaches on each card; NaN for a format that names nothing."""
        if job.dtype not in formats():
            return self._line("no format", lambda card: unknown(card.id, "1"))
        return self._line(("read", job.dtype), lambda card: read_reach(msgspec.structs.replace(job, card=card)))

    def layer_us(self, job: SpeedJob) -> Numbers:
        """Return the microseconds of a layer beside reading on each card."""
        name = ("layer", job.software.decode, job.parallel, job.link_said, sparse(job.model))
        return self._line(name, lambda card: layer_us(msgspec.structs.replace(job, card=card), card.id))

    def train_reach(self, job: TrainingJob) -> Numbers:
        """Return the share of the rate that training reaches on each card."""
        name = ("train", *reach_class(job))
        return self._line(name, lambda card: train_reach(msgspec.structs.replace(job, card=card), card.id))

    def train_link_gbs(self, job: TrainingJob) -> Numbers:
        """Return the GB/s that collectives reach among the cards of a machine; endless where links are in the share."""
        name = ("link", in_machine(job), job.link_said)
        return self._line(name, lambda card: link_rate(msgspec.structs.replace(job, card=card), card.id))

    def on_pcie(self, job: TrainingJob) -> Numbers:
        """Return 1 for each card that talks to its like over PCIe, 0 for the others."""
        name = ("pcie", in_machine(job), job.link_said)

        def told(card: Item) -> Figure:
            return constant(f"{card.id}/pcie", float(on_pcie(msgspec.structs.replace(job, card=card))), "1", "link")

        return self._line(name, told)

    def bus_gbs(self) -> Numbers:
        """Return the GB/s that one device of each card reaches with the host."""
        return self._line("bus", lambda card: bus_rate(card, card.id))

    def clip_reach(self) -> Numbers:
        """Return the share of the rate that video models reach on each card."""
        return self._line("clip", clip_reach)

    def serial_share(self, job: VideoJob) -> Numbers:
        """Return the part of a clip that does not spread over several of each card."""
        return self._line(("serial", job.devices, job.link_said), lambda card: serial_share(job, card, card.id))
