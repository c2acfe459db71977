"""Software fit of an entry on a device: its stack, FP64, FP8, versions; and the effort of a move in person-weeks.

Pure functions that checks may call: each returns one fit with its outcome. What nobody published is unknown, never a pass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from planner.advice.precision import fp64_share, weak_fp64
from planner.advice.rates import ADAPTATION_COST
from planner.advice.records import Row, table
from planner.catalog.items import Item
from planner.figure import Figure, Quality, leaf, trace, unknown
from planner.messages import Message, msg
from planner.plan.document import WorkloadEntry
from planner.tables import rows

Outcome = Literal["pass", "note", "warning", "error", "unknown"]
Effort = Literal["low", "medium", "high", "unknown"]
_FP64 = "fp64"
_NEEDS = (_FP64, "fp8", "fp4")  # words of a stack that ask for arithmetic, not for a program
_RATES = {
    "fp8": "fp8_dense_tflops",
    "mxfp8": "fp8_dense_tflops",
    "fp4": "fp4_dense_tflops",
    "nvfp4": "fp4_dense_tflops",
    "mxfp4": "fp4_dense_tflops",
    "bf16": "bf16_dense_tflops",
}


class SoftwareFit(msgspec.Struct, frozen=True, kw_only=True):
    """How one need of an entry meets a device: id of the check, outcome, words, remedy, numbers, and what to ask."""

    id: str
    outcome: Outcome
    message: Message
    remedy: Message | None = None
    figures: tuple[Figure, ...] = ()
    missing: tuple[str, ...] = ()
    source: str = ""


def software_fits(entry: WorkloadEntry, card: Item) -> tuple[SoftwareFit, ...]:
    """Return SW01 to SW04 of an entry on a card; needs that an entry does not have are left out."""
    found = (one(entry, card) for one in CHECKS)
    return tuple(fit for fit in found if fit is not None)


def asks_stack(entry: WorkloadEntry) -> bool:
    """Tell whether the entry names programs or frameworks."""
    return any(word.lower() not in _NEEDS for word in entry.stack)


def asks_fp64(entry: WorkloadEntry) -> bool:
    """Tell whether the entry needs double precision."""
    return entry.dtype == _FP64 or _FP64 in entry.stack


def asks_fp8(entry: WorkloadEntry) -> bool:
    """Tell whether the entry asks for arithmetic in FP8, FP4 or BF16."""
    return _format_of(entry) is not None


def asks_version(entry: WorkloadEntry) -> bool:
    """Tell whether the entry asks for a version of its framework."""
    return "framework_version" in entry.facts


def _format_of(entry: WorkloadEntry) -> str | None:
    """Return the format that an entry asks arithmetic for; science that says no more has no model and no format."""
    asked = next((word.lower() for word in entry.stack if word.lower() in ("fp8", "fp4")), None)
    if asked is not None or entry.dtype not in _RATES:
        return asked
    return None if entry.kind == "science" and entry.dtype == "bf16" else entry.dtype


def stack_fit(entry: WorkloadEntry, card: Item) -> SoftwareFit | None:
    """Return whether the card runs the entry's stack; None where the entry names none."""
    if not asks_stack(entry):
        return None
    has = card.text("software_stack")
    if not has:
        return _unknown("SW01", card, "software_stack")
    judged = {word: runs(word, has) for word in entry.stack if word.lower() not in _NEEDS}
    refused = tuple(word for word, verdict in judged.items() if verdict is False)
    unsure = tuple(word for word, verdict in judged.items() if verdict is None)
    if refused:
        return SoftwareFit(
            id="SW01",
            outcome="error",
            message=msg("SW01.no", "{stack} does not run on {card} ({has}).", stack=refused, card=card.name, has=has),
            remedy=msg("SW01.no.remedy", "Take a card with that software, or reckon {weeks} for the move and try one model through the whole flow.",
                       weeks=_range(card)),
            source="catalog column software_stack",
        )  # fmt: skip
    if unsure:
        return SoftwareFit(
            id="SW01",
            outcome="unknown",
            message=msg("SW01.unknown", "Not known whether {stack} runs on {card} ({has}).", stack=unsure, card=card.name, has=has),
            remedy=msg("SW01.unknown.remedy", "Ask for a public case or a trial with your own program."),
            missing=tuple(f"{card.id}/runs/{word}" for word in unsure),
            source="catalog column software_stack",
        )  # fmt: skip
    return SoftwareFit(id="SW01", outcome="pass", source="catalog column software_stack",
                       message=msg("SW01.pass", "{stack} runs on {card} ({has}).", stack=tuple(judged), card=card.name, has=has))  # fmt: skip


def runs(word: str, software_stack: str) -> bool | None:
    """Tell whether a program's stack runs on a device's software, None where no table says so."""
    wanted = word.strip().lower()
    row = next((one for one in table("stacks") if one["word"] == wanted), None)
    if row is not None:
        parts = row["runs_on"].split("|")
        if any(_speaks(part, software_stack) for part in parts):
            return True
        ported = any(part in software_stack for part in parts)  # derived from it, or with tools to port to it
        return False if row["exclusive"] == "yes" and not ported else None
    frameworks = {one["framework"] for one in rows("tender/frameworks.csv")}
    if wanted not in frameworks:
        return None
    known = any(
        one["framework"] == wanted and _speaks(one["stack_word"], software_stack)
        for one in rows("tender/frameworks.csv")
    )
    return True if known else None


def _speaks(part: str, software_stack: str) -> bool:
    """Tell whether a stack names ``part`` as its own: porting tools are no CUDA."""
    return part in software_stack and not (part == "CUDA" and "porting" in software_stack) and not (part == "ROCm" and "derived" in software_stack)  # fmt: skip


def fp64_fit(entry: WorkloadEntry, card: Item) -> SoftwareFit | None:
    """Return whether the card has FP64 hardware worth the name; None where the entry needs none."""
    if not asks_fp64(entry):
        return None
    rate, weak = card.figure("fp64_tflops", "TFLOPS"), weak_fp64(card)
    if weak is None:
        return _unknown("SW02", card, "fp64_tflops")
    share = fp64_share(card)
    if weak:
        return SoftwareFit(
            id="SW02",
            outcome="warning",
            message=msg("SW02.weak", "{card} has {rate} in FP64, {share} of its FP32 rate.", card=card.name, rate=rate, share=share),
            remedy=msg("SW02.weak.remedy", "Apply for quota of the school or national platform first, or take a card with full FP64."),
            figures=(rate, share),
            source=rate.source,
        )  # fmt: skip
    return SoftwareFit(id="SW02", outcome="pass", figures=(rate, share), source=rate.source,
                       message=msg("SW02.pass", "{card} has {rate} in FP64.", card=card.name, rate=rate))  # fmt: skip


def fp8_fit(entry: WorkloadEntry, card: Item) -> SoftwareFit | None:
    """Return whether the card has hardware for the entry's FP8, FP4 or BF16; None where it asks for none of them."""
    asked = _format_of(entry)
    if asked is None:
        return None
    column, name = _RATES[asked], asked.upper()
    rate = card.figure(column, "TFLOPS")
    if rate.known:
        return SoftwareFit(id="SW03", outcome="pass", figures=(rate,), source=rate.source,
                           message=msg("SW03.pass", "{card} has {rate} in {name}.", card=card.name, rate=rate, name=name))  # fmt: skip
    if card.number("bf16_dense_tflops") is None and card.number("fp16_dense_tflops") is None:
        return _unknown("SW03", card, column)
    return SoftwareFit(
        id="SW03",
        outcome="unknown",
        message=msg("SW03.none", "No {name} rate of {card} is published: it may lack the hardware.", name=name, card=card.name),
        remedy=msg("SW03.none.remedy", "Ask for the rate in writing; INT8 or 16 bits run instead."),
        missing=(rate.key,),
        source=card.figure("fp16_dense_tflops", "TFLOPS").source,
    )  # fmt: skip


def version_fit(entry: WorkloadEntry, card: Item) -> SoftwareFit | None:
    """Return whether the version that the entry asks for is there; None where it asks for none.

    The catalog keeps no versions of drivers, so the answer is a question to the supplier.
    """
    wanted = entry.facts.get("framework_version")
    if wanted is None:
        return None
    return SoftwareFit(
        id="SW04",
        outcome="unknown",
        message=msg("SW04.unknown", "Not known whether {card} has a driver for {version}.", card=card.name, version=str(wanted.value)),
        remedy=msg("SW04.unknown.remedy", "Ask for the list of supported versions, and lock driver and framework in the acceptance."),
        missing=(f"{card.id}/framework_version",),
    )  # fmt: skip


def adaptation_weeks(card: Item, said: tuple[float, float] | None = None) -> tuple[Figure, Figure]:
    """Return least and most person-weeks of a move to the card's software; ``said`` replaces the assumption.

    Unknown where no row of the table names the software.
    """
    key = f"advice/adaptation/{card.id}"
    if said is not None:
        low, high = (
            leaf(f"{key}/{end}", value, "week", Quality.ENTERED)
            for end, value in zip(("low", "high"), said, strict=True)
        )
        return low, high
    row = adaptation_row(card)
    if row is None:
        return unknown(f"{key}/low", "week"), unknown(f"{key}/high", "week")
    return _weeks(row, "low", key), _weeks(row, "high", key)  # fmt: skip


def adaptation_cost(weeks: Figure, week_price: Figure) -> Figure:
    """Return what the move costs once, in yuan: a line of its own, added to price x time."""
    return trace(ADAPTATION_COST, f"{weeks.key}/cost", weeks=weeks, week_price=week_price)


def effort(card: Item) -> Effort:
    """Return how hard a move to the card's software is."""
    row = adaptation_row(card)
    return row["effort"] if row is not None else "unknown"  # type: ignore[return-value]  # words of the table


def _weeks(row: Row, end: str, key: str) -> Figure:
    return leaf(f"{key}/{end}", float(row[f"weeks_{end}"]), "week", Quality(row["quality"]), row["source"])


def adaptation_row(card: Item) -> Row | None:
    """Return the row of the table of efforts for the card's software, None where no row names it."""
    has = card.text("software_stack")
    return next((row for row in table("adaptation") if _speaks(row["stack_word"], has)), None)


def _range(card: Item) -> Message:
    low, high = adaptation_weeks(card)
    if not low.known:
        return msg("SW01.weeks_unknown", "an unknown time")
    return msg("SW01.weeks", "{low} to {high} person-weeks (assumption)", low=low.value, high=high.value)


def _unknown(check: str, card: Item, column: str) -> SoftwareFit:
    return SoftwareFit(
        id=check,
        outcome="unknown",
        message=msg("SW.unknown", "{column} of {card} is not known.", column=_NAMES[column], card=card.name),
        remedy=msg("SW.unknown.remedy", "Ask the supplier for it in writing."),
        missing=(f"{card.id}/{column}",),
    )


_NAMES = {
    "software_stack": msg("SW.software_stack", "The software stack"),
    "fp64_tflops": msg("SW.fp64", "The FP64 rate"),
    "fp8_dense_tflops": msg("SW.fp8", "The FP8 rate"),
    "fp4_dense_tflops": msg("SW.fp4", "The FP4 rate"),
    "bf16_dense_tflops": msg("SW.bf16", "The BF16 rate"),
}
CHECKS: tuple[Callable[[WorkloadEntry, Item], SoftwareFit | None], ...] = (stack_fit, fp64_fit, fp8_fit, version_fit)
