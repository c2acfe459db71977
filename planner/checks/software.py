"""Checks SW01 to SW04: the software of each workload against the planned devices, and hardware for its number format.

A workload needs one device that runs it; the others are named. What no table tells is unknown, never a pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from planner.advice.software import (
    Outcome,
    SoftwareFit,
    asks_fp8,
    asks_fp64,
    asks_stack,
    asks_version,
    fp8_fit,
    fp64_fit,
    stack_fit,
    version_fit,
)
from planner.assess.context import View
from planner.catalog.items import Item
from planner.checks.devices import titled_cards
from planner.checks.registry import Check, Finding, Fix
from planner.messages import Labelled, msg
from planner.plan.document import WorkloadEntry
from planner.plan.edits import SetValue

_BEST_FIRST: tuple[Outcome, ...] = ("note", "warning", "unknown", "error")
Judge = Callable[[WorkloadEntry, Item], SoftwareFit | None]


def stacks(view: View) -> tuple[Finding, ...]:
    """SW01: frameworks and programs of each workload run on a planned device."""
    return view.found_in(_stack, _rows(view, asks_stack))


def double_precision(view: View) -> tuple[Finding, ...]:
    """SW02: a workload that needs FP64 has a device whose FP64 is no by-product."""
    return view.found_in(_fp64, _rows(view, asks_fp64))


def formats(view: View) -> tuple[Finding, ...]:
    """SW03: a device has arithmetic for the format of each workload: FP8, FP4, BF16."""
    return view.found_in(_format, _rows(view, asks_fp8))


def versions(view: View) -> tuple[Finding, ...]:
    """SW04: the version that a workload asks for is there; no catalog row tells, so it is a question."""
    return view.found_in(_version, _rows(view, asks_version))


def _rows(view: View, asks: Callable[[WorkloadEntry], bool]) -> Iterator[tuple[object, ...]]:
    """Yield each workload that asks with the kinds of devices; nothing where no card is known."""
    asking: tuple[WorkloadEntry, ...] = view.memo.call(_asking, asks, view.workload)
    cards = titled_cards(view) if asking else ()
    if cards:
        yield from [(entry, cards) for entry in asking]


def _asking(asks: Callable[[WorkloadEntry], bool], entries: tuple[WorkloadEntry, ...]) -> tuple[WorkloadEntry, ...]:
    return tuple([entry for entry in entries if asks(entry)])


Cards = tuple[tuple[Labelled, Item], ...]


def _stack(_view: View, entry: WorkloadEntry, cards: Cards) -> Iterator[Finding]:
    yield from _judged(stack_fit, entry, cards)


def _fp64(_view: View, entry: WorkloadEntry, cards: Cards) -> Iterator[Finding]:
    yield from _judged(fp64_fit, entry, cards)


def _format(_view: View, entry: WorkloadEntry, cards: Cards) -> Iterator[Finding]:
    yield from _judged(fp8_fit, entry, cards)


def _version(_view: View, entry: WorkloadEntry, cards: Cards) -> Iterator[Finding]:
    yield from _judged(version_fit, entry, cards)


def _judged(judge: Judge, entry: WorkloadEntry, cards: Cards) -> Iterator[Finding]:
    told = [(title, card, fit) for title, card in cards if (fit := judge(entry, card)) is not None]
    good = [one for one in told if one[2].outcome == "pass"]
    rest = [one for outcome in _BEST_FIRST for one in told if one[2].outcome == outcome]
    if not rest:
        for _title, _card, fit in good[:1]:
            yield Finding(outcome="pass", subject=entry.id, message=fit.message, figures=fit.figures)
        return
    title, card, fit = rest[0]
    said = {"entry": entry.title, "line": title, "reason": fit.message}
    if good:
        yield Finding(
            outcome="note",
            subject=entry.id,
            message=msg(
                "SW.some", "{entry} runs on {good}. {line}: {reason}", good=tuple(one[0] for one in good), **said
            ),
            remedy=msg("SW.some.remedy", "Keep it on the devices that run it."),
            figures=fit.figures,
        )
        return
    yield Finding(
        outcome=fit.outcome,
        subject=entry.id,
        message=msg("SW.on", "{entry} on {line}: {reason}", **said),
        remedy=fit.remedy,
        figures=fit.figures,
        missing=fit.missing,
        fix=_other_format(entry, card),
    )


def _other_format(entry: WorkloadEntry, card: Item) -> Fix | None:
    """Return the step to a format of the same size that the card has arithmetic for, None where none is known."""
    instead = {"bf16": ("fp16", "fp16_dense_tflops"), "fp8": ("int8", "int8_dense_tops")}.get(entry.dtype)
    if not asks_fp8(entry) or instead is None or card.number(instead[1]) is None:
        return None
    name, column = instead
    rate = card.figure(column, "TOPS" if column.endswith("tops") else "TFLOPS")
    label = msg("SW03.fix", "Use {name}: {card} has {rate}", name=name.upper(), card=card.name, rate=rate)
    return Fix(label=label, edit=SetValue(path=f"workload/{entry.id}/dtype", value=name))


CHECKS = (
    Check(
        id="SW01",
        area="fit",
        title=msg("SW01.title", "Software runs on the devices"),
        reads=("lines", "workload"),
        source="catalog column software_stack, and the tables of frameworks and programs by stack",
        blocking=False,
        run=stacks,
    ),
    Check(
        id="SW02",
        area="fit",
        title=msg("SW02.title", "Double precision"),
        reads=("lines", "workload"),
        source="FP64 rate of the card over its FP32 rate: below a quarter it is a by-product",
        blocking=False,
        run=double_precision,
    ),
    Check(
        id="SW03",
        area="fit",
        title=msg("SW03.title", "Hardware for the number format"),
        reads=("lines", "workload"),
        source="rates of the card by number format, catalog",
        blocking=False,
        run=formats,
    ),
    Check(
        id="SW04",
        area="fit",
        title=msg("SW04.title", "Version of the framework"),
        reads=("lines", "workload"),
        source="the workload's wish; drivers and versions are told by the supplier",
        blocking=False,
        run=versions,
    ),
)
