"""Quantisation by aim: what it saves on this model and card, what it needs, what was rejected."""

from __future__ import annotations

from typing import Literal

from planner.advice.rates import QUOTIENT
from planner.advice.records import Advice, Reason, Rejected, Row, because, row_of, table, told
from planner.catalog.items import Item
from planner.figure import Figure, trace
from planner.messages import Message, msg
from planner.workload.decode import decode_tps, knee_batch
from planner.workload.kv_cache import token_bytes
from planner.workload.memory import weights
from planner.workload.models import ModelShape
from planner.workload.throughput import SpeedJob

Aim = Literal["latency", "concurrency", "accuracy", "long_context"]
GUIDE = "user's own guide (fine-tuning and lab plans), undated"


def advise_quantisation(aim: Aim, model: ModelShape, card: Item | None, subject: str = "") -> Advice:
    """Return the quantisation for serving ``model`` with an aim; the card decides whether FP8 or INT8 kernels are there.

    One or two cards and latency: 4-bit weights. High concurrency: 8-bit weights and activations. Best accuracy: training
    with quantisation. Long context: the cache, which is apart from the weights. Without a card the hardware is unknown.
    """
    chosen, missing = _choose(aim, card)
    key = f"advice/{subject or 'quantisation'}"
    if not chosen:
        return Advice(topic="quantisation", subject=subject, choice="", state="unknown", missing=missing,
                      recommendation=msg("advice.quant.ask", "Not known which kernels the card has: ask for its FP8 and INT8 rates."))  # fmt: skip
    row = row_of("quantisations", chosen)
    return Advice(
        topic="quantisation",
        subject=subject,
        choice=chosen,
        recommendation=told(row),
        reasons=(because(row, "good"), *_savings(row, model, key), *_speed(row, model, card, key)),
        rejected=tuple(_rejected(one, chosen, aim, card) for one in table("quantisations") if one["id"] != chosen),
        would_change=(
            msg("advice.quant.own", "Evaluation on your own tasks: a loss you can measure."),
            msg("advice.quant.shadow", "Shadow traffic: let it run beside the present service before it takes over."),
        ),
        notes=(msg("advice.quant.cache", "The cache is quantised apart from the weights."),),
    )  # fmt: skip


def _choose(aim: Aim, card: Item | None) -> tuple[str, tuple[str, ...]]:
    if aim == "long_context":
        return "kv8", ()
    if aim == "accuracy":
        return "qat", ()
    if aim == "latency":
        return "awq", ()
    if card is None:
        return "", ("line/card",)
    if card.number("fp8_dense_tflops"):
        return "fp8", ()
    if card.number("int8_dense_tops"):
        return "smoothquant", ()
    return "", (f"{card.id}/fp8_dense_tflops", f"{card.id}/int8_dense_tops")


def _savings(row: Row, model: ModelShape, key: str) -> tuple[Reason, ...]:
    if row["id"] == "kv8":
        whole, half = (token_bytes(model, form, f"{key}/{form}") for form in ("bf16", "fp8"))
        text = msg("advice.quant.token", "A token of context takes {half} in place of {whole}.", half=half, whole=whole)
        return (Reason(text=text, figures=(half, whole), source="account of the cache"),)
    whole, small = (weights(model, form, f"{key}/{form}") for form in ("bf16", row["format"]))
    ratio = trace(QUOTIENT, f"{key}/saved_ratio", above=whole, below=small)
    text = msg("advice.quant.weights", "Weights take {small} in place of {whole}: embeddings stay at 16 bits, so {ratio} times less.",
               small=small, whole=whole, ratio=ratio)  # fmt: skip
    return (Reason(text=text, figures=(small, whole, ratio), source="bit layout of the format"),)


def _speed(row: Row, model: ModelShape, card: Item | None, key: str) -> tuple[Reason, ...]:
    """Return what one stream gains on the card, and the batch beyond which 4-bit weights no longer help."""
    if card is None or row["id"] == "kv8":
        return ()
    plain = decode_tps(SpeedJob(model=model, card=card), f"{key}/plain")
    small = decode_tps(SpeedJob(model=model, card=card, dtype=row["format"]), f"{key}/small")
    gain = trace(QUOTIENT, f"{key}/decode_gain", above=small, below=plain)
    found = [
        Reason(text=msg("advice.quant.speed", "One stream: {small} in place of {plain} if it fits one card, {gain} times.",
                        small=small, plain=plain, gain=gain), figures=(small, plain, gain), source="speed formulas"),
    ]  # fmt: skip
    if row["activation_bits"] == "16":
        knee = knee_batch(SpeedJob(model=model, card=card, dtype=row["format"]), f"{key}/knee")
        text = msg(
            "advice.quant.knee",
            "Only weights are small, arithmetic stays at 16 bits: beyond about {knee} sequences at once nothing is gained.",
            knee=None if knee.value is None else round(knee.value),
        )
        found.append(Reason(text=text, figures=(knee,), source="rate x bytes / (2 x bandwidth)"))
    return tuple(found)


def _rejected(row: Row, chosen: str, aim: Aim, card: Item | None) -> Rejected:
    return Rejected(
        option=told(row), why=_against(row, chosen, aim, card) or told(row, "weak"), figures=_rate(row, card)
    )


def _rate(row: Row, card: Item | None) -> tuple[Figure, ...]:
    if card is None or not row["column"]:
        return ()
    return (card.figure(row["column"], "TOPS" if row["column"].endswith("tops") else "TFLOPS"),)


def _against(row: Row, chosen: str, aim: Aim, card: Item | None) -> Message | None:
    """Return why a form is not it, None where its own weakness says it."""
    if row["column"] and card is not None and not card.number(row["column"]):
        return msg("advice.quant.no_hardware", "No rate of {card} for it is published.", card=card.name)
    if row["id"] == "kv8":
        return msg("advice.quant.beside", "Beside it, where contexts are long or users many.")
    if row["training"] == "yes":
        return msg("advice.quant.train", "Has to be trained: only where the others lose too much.")
    if aim == "latency" and row["weight_bits"] == "8":
        return msg("advice.quant.reads", "One stream reads twice the bytes of 4-bit weights.")
    if aim == "concurrency" and row["weight_bits"] == "4":
        return msg(
            "advice.quant.arithmetic", "Saves no arithmetic, and at high concurrency that is what is waited for."
        )
    return msg("advice.quant.fp8_first", "FP8 is there and needs less calibration.") if chosen == "fp8" else None
