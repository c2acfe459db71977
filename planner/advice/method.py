"""Fine-tuning method: full, LoRA or QLoRA, by what each needs on the cards there are and by the aim."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.advice.records import Advice, Reason, Rejected, because, row_of, table, told
from planner.advice.rules_of_thumb import TUNING, example
from planner.cost.tokens import TUNE_CARDS, TUNE_GB
from planner.figure import Figure, trace
from planner.messages import Labelled, Message, msg
from planner.workload.constants import sizing_figure
from planner.workload.fit import Fit, entry_memory, fit_verdict
from planner.workload.models import ModelShape
from planner.workload.remedies import first_that_fits, remedies
from planner.workload.spec import MemorySpec

Tuning = Literal["full", "lora", "qlora"]
Aim = Literal["adapt", "knowledge"]

_METHODS: tuple[Tuning, ...] = ("lora", "qlora", "full")
_LARGE_B = 100.0


class MethodNeed(msgspec.Struct, frozen=True, kw_only=True):
    """What one method needs on each device, and whether it fits there."""

    method: Tuning
    name: Labelled
    per_device: Figure
    total: Figure
    fit: Fit


class MethodBytes(msgspec.Struct, frozen=True, kw_only=True):
    """States of one method by the bytes-a-parameter rule, GB low and high, and the cards of one size for them."""

    method: Tuning
    name: Labelled
    rule: Labelled
    low_gb: Figure
    high_gb: Figure
    low_cards: Figure
    high_cards: Figure


def method_needs(spec: MemorySpec, visible: Figure, key: str = "advice/method") -> tuple[MethodNeed, ...]:
    """Return the need of LoRA, QLoRA and full tuning for the job ``spec`` on devices that show ``visible`` GiB.

    Raises:
        InputError: batch, length or devices are not positive.
    """
    return tuple(_need(spec, method, visible, key) for method in _METHODS)


def rule_of_bytes(params_b: float, card_gb: float = 80.0) -> tuple[MethodBytes, ...]:
    """Return the states of each method for ``params_b`` (1e9) parameters, and cards of ``card_gb``; no activations."""
    return tuple(_bytes(row["id"], params_b, card_gb) for row in table("methods"))


def advise_method(spec: MemorySpec, visible: Figure, aim: Aim = "adapt", subject: str = "") -> Advice:
    """Return the method for tuning ``spec.model`` on ``spec.devices`` that show ``visible`` GiB each.

    ``adapt`` teaches style or a task, ``knowledge`` a new language or field. Adapters come before full tuning: an order
    of magnitude cheaper. LoRA comes before QLoRA where both fit: it need not unpack its weights.

    Raises:
        InputError: batch, length or devices are not positive.
    """
    needs = {one.method: one for one in method_needs(spec, visible, f"advice/{subject or 'method'}")}
    chosen = _choose(needs, spec.model, aim)
    if chosen is None:
        return _none_fits(spec, visible, needs, subject)
    return Advice(
        topic="method",
        subject=subject,
        choice=chosen,
        recommendation=_words(needs[chosen], spec),
        reasons=_reasons(needs[chosen]),
        rejected=tuple(_rejected(needs[one], chosen, spec.model, aim) for one in _METHODS if one != chosen),
        would_change=(
            msg("advice.method.length", "Longer sequences or larger batches: activations and logits grow with them."),
            msg("advice.method.quality", "Your own evaluation: adapters that miss the goal of quality call for a higher rank, then for full tuning."),
        ),
        corrections=tuple(made() for made in TUNING),
    )  # fmt: skip


def _need(spec: MemorySpec, method: Tuning, visible: Figure, key: str) -> MethodNeed:
    dtype = "nf4" if method == "qlora" else "bf16"
    job = msgspec.structs.replace(spec, method=method, dtype=dtype)
    account = entry_memory(job, f"{key}/{method}")
    return MethodNeed(
        method=method,
        name=told(row_of("methods", method)),
        per_device=account.per_device,
        total=account.total,
        fit=fit_verdict(account.per_device, visible, account.at_least),
    )


def _choose(needs: dict[Tuning, MethodNeed], model: ModelShape, aim: Aim) -> Tuning | None:
    """Return the first method that fits, else the first that is tight, None where none is."""
    order: tuple[Tuning, ...] = ("full", "lora", "qlora") if aim == "knowledge" else ("lora", "qlora")
    if _too_large(model):
        order = ("lora", "qlora")
    for verdict in ("fits", "tight"):
        found = next((one for one in order if needs[one].fit.verdict == verdict), None)
        if found is not None:
            return found
    return None


def _too_large(model: ModelShape) -> bool:
    """Tell whether full tuning is not advised at all: experts of 100B and more."""
    return model.moe and (model.params_b or 0.0) >= _LARGE_B


def _words(need: MethodNeed, spec: MemorySpec) -> Message:
    return msg("advice.method.take", "{method} for {model}: {need} on each card, {devices} in use.",
               method=need.name, model=spec.model.name, need=need.per_device, devices=spec.devices)  # fmt: skip


def _reasons(need: MethodNeed) -> tuple[Reason, ...]:
    found = [
        Reason(text=need.fit.reason, figures=(need.per_device, need.fit.visible, need.fit.share), source=need.fit.source),
        because(row_of("methods", need.method), "rule"),
    ]  # fmt: skip
    if need.method != "full":
        found.append(
            Reason(
                text=msg("advice.method.cheap", "Adapters before full tuning: an order of magnitude less memory, and the base stays as it is."),
                source=row_of("methods", "lora")["source"],
            )
        )  # fmt: skip
    return tuple(found)


def _rejected(need: MethodNeed, chosen: Tuning, model: ModelShape, aim: Aim) -> Rejected:
    if need.method == "full" and _too_large(model):
        why = msg("advice.method.moe", "Not advised for experts of 100B and more: adapters instead.")
    elif need.fit.verdict in ("no", "unknown"):
        return Rejected(option=need.name, why=need.fit.reason, figures=(need.per_device, need.fit.visible))
    elif need.method == "qlora":
        unpack = sizing_figure("train_packed")
        why = msg(
            "advice.method.unpack",
            "Fits too, and is slower: unpacking its weights leaves {share} of the speed.",
            share=unpack,
        )
        return Rejected(option=need.name, why=why, figures=(need.per_device, unpack))
    elif need.method == "full":
        why = msg(
            "advice.method.full", "Fits, and costs an order of magnitude more; take it for a new language or field."
        )
    elif aim == "knowledge" and chosen == "full":
        why = msg("advice.method.adapter", "Teaches style and tasks better than a new language or field.")
    else:
        why = msg("advice.method.tight", "Only just: {need} on each card.", need=need.per_device)
    return Rejected(option=need.name, why=why, figures=(need.per_device,))  # fmt: skip


def _none_fits(spec: MemorySpec, visible: Figure, needs: dict[Tuning, MethodNeed], subject: str) -> Advice:
    """Return that no method is known to fit, with what helps."""
    smallest = needs["qlora"]
    missing = smallest.per_device.missing + visible.missing
    found = (
        ()
        if missing
        else remedies(msgspec.structs.replace(spec, method="qlora", dtype="nf4"), visible, f"advice/{subject}/helps")
    )
    helps = first_that_fits(found)
    return Advice(
        topic="method",
        subject=subject,
        choice="",
        state="unknown" if missing else "advised",
        recommendation=msg("advice.method.none", "No method fits {model} here: {reason}", model=spec.model.name, reason=smallest.fit.reason),
        rejected=tuple(Rejected(option=one.name, why=one.fit.reason, figures=(one.per_device,)) for one in needs.values()),
        would_change=(helps.label,) if helps is not None else tuple(one.label for one in found),
        corrections=tuple(made() for made in TUNING),
        missing=missing,
    )  # fmt: skip


def _bytes(method: str, params_b: float, card_gb: float) -> MethodBytes:
    row = row_of("methods", method)
    params, card = example("params_b", params_b, "1e9"), example("card_gb", card_gb, "GB")
    sizes = [
        (trace(TUNE_GB, f"advice/{method}/{end}_gb", params_b=params, bytes_per_param=each),
         trace(TUNE_CARDS, f"advice/{method}/{end}_cards", params_b=params, bytes_per_param=each, card_gb=card))
        for end in ("low", "high")
        for each in (example(f"bytes_{end}", float(row[f"bytes_{end}"]), "B"),)
    ]  # fmt: skip
    return MethodBytes(
        method=method,  # type: ignore[arg-type]  # the table's ids are the methods
        name=told(row),
        rule=told(row, "rule"),
        low_gb=sizes[0][0],
        high_gb=sizes[1][0],
        low_cards=sizes[0][1],
        high_cards=sizes[1][1],
    )
