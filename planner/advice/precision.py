"""Precision by kind of work and what the card has hardware for."""

from __future__ import annotations

from typing import Literal

from planner.advice.rates import QUOTIENT
from planner.advice.records import Advice, Reason, Rejected, Text
from planner.catalog.items import Item
from planner.figure import Figure, trace
from planner.messages import Message, msg
from planner.plan.document import WorkloadKind

Work = Literal["training", "inference", "science"]
GUIDE = "user's own guide (six architectures), undated"
_TRAINING, _SCIENCE = ("train", "vision", "diffusion", "course"), ("science",)
_COLUMNS = {
    "bf16": ("bf16_dense_tflops", "TFLOPS"),
    "fp16": ("fp16_dense_tflops", "TFLOPS"),
    "fp8": ("fp8_dense_tflops", "TFLOPS"),
    "int8": ("int8_dense_tops", "TOPS"),
    "fp64": ("fp64_tflops", "TFLOPS"),
    "fp32": ("fp32_tflops", "TFLOPS"),
}
_LADDER: dict[Work, tuple[str, ...]] = {
    "training": ("bf16", "fp16"),
    "inference": ("fp8", "int8", "bf16", "fp16"),
    "science": ("fp64",),
}
_FULL_FP64 = 0.25  # of the FP32 rate: below this FP64 is a by-product


def work_of(kind: WorkloadKind, method: str = "infer") -> Work:
    """Return the work whose precision is asked for."""
    if kind in _SCIENCE:
        return "science"
    return "training" if method != "infer" or kind in _TRAINING else "inference"


def advise_precision(work: Work, card: Item, subject: str = "") -> Advice:
    """Return the precision for ``work`` on ``card``: BF16 first in training, FP8 then INT8 in inference, FP64 in science.

    A rate that nobody published makes the advice unknown where it decides.
    """
    chosen = next((one for one in _LADDER[work] if _rate(card, one).known), "")
    if not chosen:
        return Advice(
            topic="precision",
            subject=subject,
            choice="",
            state="unknown",
            recommendation=msg("advice.precision.ask", "No rate of {card} for this work is published: ask for it.", card=card.name),
            missing=tuple(f"{card.id}/{_COLUMNS[one][0]}" for one in _LADDER[work]),
        )  # fmt: skip
    rate = _rate(card, chosen)
    return Advice(
        topic="precision",
        subject=subject,
        choice=chosen,
        recommendation=_words(work, chosen),
        reasons=(Reason(text=_why(work, chosen, card, rate), figures=(rate, *_compared(card, chosen)), source=GUIDE),),
        rejected=_rejected(work, chosen, card),
        would_change=_changes(work),
        notes=_notes(work, card),
    )


def fp64_share(card: Item) -> Figure:
    """Return the card's FP64 rate as a share of its FP32 rate."""
    return trace(QUOTIENT, f"{card.id}/fp64_share", above=_rate(card, "fp64"), below=_rate(card, "fp32"))


def weak_fp64(card: Item) -> bool | None:
    """Tell whether FP64 is only a by-product of the card, None where its rates are not known."""
    share = fp64_share(card).value
    return None if share is None else share < _FULL_FP64


def _rate(card: Item, precision: str) -> Figure:
    column, unit = _COLUMNS[precision]
    return card.figure(column, unit)


def _compared(card: Item, chosen: str) -> tuple[Figure, ...]:
    if chosen == "fp64":
        return (fp64_share(card),)
    half = _rate(card, "bf16")
    if chosen in ("bf16", "fp16") or not half.known:
        return ()
    return (trace(QUOTIENT, f"{card.id}/{chosen}_gain", above=_rate(card, chosen), below=half),)


def _words(work: Work, chosen: str) -> Message:
    name = chosen.upper()
    if work == "training" and chosen == "fp16":
        return msg("advice.precision.fp16", "FP16 with loss scaling: the card has no BF16.")
    if work == "inference" and chosen == "int8":
        return msg("advice.precision.int8", "INT8, then INT4 with validation: the card has no FP8.")
    if work == "inference" and chosen in ("bf16", "fp16"):
        return msg("advice.precision.half", "{name}; INT4 weights where memory is short, with validation.", name=name)
    if work == "inference":
        return msg("advice.precision.fp8", "FP8 first, then INT8 or INT4 with validation.")
    return msg("advice.precision.plain", "{name} first.", name=name)


def _why(work: Work, chosen: str, card: Item, rate: Figure) -> Message:
    if work == "science":
        return msg(
            "advice.precision.science",
            "{card} has {rate} in FP64, {share} of its FP32 rate.",
            card=card.name,
            rate=rate,
            share=fp64_share(card),
        )
    if chosen == "bf16":
        return msg(
            "advice.precision.range",
            "The range of FP32 without loss scaling; {card} has {rate}.",
            card=card.name,
            rate=rate,
        )
    if chosen == "fp8":
        return msg(
            "advice.precision.native",
            "{card} has FP8 hardware ({rate}): weights and reading are halved.",
            card=card.name,
            rate=rate,
        )
    return msg("advice.precision.has", "{card} has {rate} for it.", card=card.name, rate=rate)  # fmt: skip


def _rejected(work: Work, chosen: str, card: Item) -> tuple[Rejected, ...]:
    found = [one for one in _LADDER[work] if one != chosen and not _rate(card, one).known]
    missing = tuple(
        Rejected(option=msg("advice.precision.name", "{name}", name=one.upper()),
                 why=msg("advice.quant.no_hardware", "No rate of {card} for it is published.", card=card.name))
        for one in found
    )  # fmt: skip
    if work != "training":
        return missing
    fp8 = Rejected(option=msg("advice.precision.name", "{name}", name="FP8"), why=msg("advice.precision.fp8_training", "Training in FP8 only after a run in BF16 to compare with."),
                   figures=tuple(one for one in (_rate(card, "fp8"),) if one.known))  # fmt: skip
    return (*missing, fp8)


def _changes(work: Work) -> tuple[Text, ...]:
    if work == "science":
        return (msg("advice.precision.mixed", "A program that keeps its accuracy in mixed precision."),)
    return (msg("advice.precision.own", "Evaluation on your own tasks: a loss you can measure."),)


def _notes(work: Work, card: Item) -> tuple[Text, ...]:
    if work == "science" and weak_fp64(card):
        return (msg("advice.precision.platform", "FP64 is a by-product of this card: apply for quota of the school or national platform first where FP64 is a rare need."),)  # fmt: skip
    return ()
