"""Two questions about whole machines: one box for training and service, and which card of the same memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from planner.advice.rates import QUOTIENT, TOGETHER_GIB
from planner.advice.records import Advice, Reason, Rejected
from planner.catalog.devices import devices_per_board
from planner.catalog.items import Item
from planner.catalog.supply import rests_on_memory
from planner.figure import Figure, trace
from planner.messages import Labelled, Message, msg
from planner.workload.chips import bandwidth, peak
from planner.workload.fit import fit_verdict

Work = Literal["tuning", "pretraining", "batch_inference"]
GUIDE = "user's own guide (fine-tuning and lab plans), undated"
_SAME = 0.02  # memories that differ by less are the same size


def advise_separation(training_gib: Figure, serving_gib: Figure, visible: Figure) -> Advice:
    """Return that training and service stay apart, with what both would take of one card at once (GiB)."""
    both = trace(TOGETHER_GIB, "advice/together_gib", training_gib=training_gib, serving_gib=serving_gib)
    fit = fit_verdict(both, visible)
    return Advice(
        topic="separation",
        choice="apart",
        recommendation=msg("advice.apart", "Keep training and service apart: do not size one box for both."),
        reasons=(
            Reason(text=msg("advice.apart.memory", "On one card both need {both}, {visible} is there.", both=both, visible=visible), figures=(both, visible), source=fit.source),
            Reason(text=msg("advice.apart.latency", "A training run takes the whole card for hours: answers wait, and a service must be there at any time."), source=GUIDE),
        ),
        rejected=(
            Rejected(option=msg("advice.apart.one_box", "One box for both"), why=msg("advice.apart.suits", "It suits neither: training wants full use, service wants room for peaks.")),
        ),
        would_change=(
            msg("advice.apart.change", "The service is for tests only, and both fit on different cards of one machine at fixed hours."),
        ),
        missing=both.missing,
    )  # fmt: skip


def advise_same_memory(work: Work, items: Iterable[Item], memory_gb: float, cheaper: str = "") -> Advice:
    """Return which card of the same memory: for tuning the cheaper one, for pre-training and batches the faster.

    ``cheaper`` is the id of the cheaper card where prices are known; where not, the slower one is taken for it and
    the advice says so.
    """
    same = [one for one in items if _of_size(one, memory_gb)]
    ranked = sorted(same, key=lambda one: (peak(one).value or 0.0, bandwidth(one).value or 0.0, one.id))
    if len(ranked) < 2:
        return Advice(topic="same_memory", choice="", state="unknown", missing=("market/cards",),
                      recommendation=msg("advice.same.none", "Fewer than two cards of {memory} GB to choose from.", memory=memory_gb))  # fmt: skip
    slow, fast = next((one for one in ranked if one.id == cheaper), ranked[0]), ranked[-1]
    rate = trace(QUOTIENT, "advice/same/rate", above=peak(fast), below=peak(slow))
    speed = trace(QUOTIENT, "advice/same/bandwidth", above=bandwidth(fast), below=bandwidth(slow))
    chosen, other = (slow, fast) if work == "tuning" else (fast, slow)
    return Advice(
        topic="same_memory",
        choice=chosen.id,
        recommendation=_same_words(work, chosen),
        reasons=(
            Reason(text=msg("advice.same.ratio", "{fast} has {rate} times the 16-bit rate and {speed} times the bandwidth of {slow}.",
                            fast=fast.name, slow=slow.name, rate=rate, speed=speed),
                   figures=(rate, speed), source="catalog"),
            Reason(text=_same_reason(work), source=GUIDE),
        ),
        rejected=(Rejected(option=Labelled(zh=other.name, en=other.name), why=_same_against(work)),),
        would_change=(msg("advice.same.change", "Prices: take the card whose price over rate (or over bandwidth) is lower for this work."),),
        notes=() if cheaper else (msg("advice.same.prices", "Prices are not known here: the slower card is taken for the cheaper one."),),
    )  # fmt: skip


def _of_size(item: Item, memory_gb: float) -> bool:
    """Tell whether an item is one device of this memory: boards of several devices are not one memory."""
    size = item.number("memory_gb") if devices_per_board(item) == 1 else None
    known = size is not None and peak(item).known and not rests_on_memory(item)
    return item.kind == "accelerator" and known and size is not None and abs(size / memory_gb - 1) <= _SAME


def _same_words(work: Work, chosen: Item) -> Message:
    if work == "tuning":
        return msg("advice.same.tuning", "For tuning the cheaper one: {name}.", name=chosen.name)
    return msg("advice.same.faster", "For pre-training and batch inference the faster one: {name}.", name=chosen.name)


def _same_reason(work: Work) -> Message:
    if work == "tuning":
        return msg(
            "advice.same.memory_decides",
            "Memory decides what can be tuned; bandwidth is not what tuning on one card waits for.",
        )
    return msg("advice.same.speed_decides", "Long runs and batches pay for speed: hours are the cost.")


def _same_against(work: Work) -> Message:
    if work == "tuning":
        return msg("advice.same.not_faster", "Its speed is paid for and not used.")
    return msg("advice.same.not_cheaper", "The hours cost more than the card saves.")
