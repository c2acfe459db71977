"""Check that each workload fits at least one machine, and the first customary change that makes it fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from planner.assess.context import View
from planner.assess.demand import EntryFigures, Fit, Verdict, entry_figures, verdict_on
from planner.assess.fits import FitKind, Fits
from planner.assess.lines import LineFigures, parted
from planner.assess.memo import Memo
from planner.catalog.devices import devices_per_board
from planner.catalog.items import Item
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.checks.registry import Fix as Remedy
from planner.figure import Figure
from planner.limits import limit
from planner.messages import Labelled, Message, msg
from planner.plan.document import WorkloadEntry
from planner.plan.edits import Batch, SetValue

_BEST_FIRST: tuple[Verdict, ...] = ("fits", "tight", "unknown", "no")
_FITS: tuple[Verdict, ...] = ("fits",)
_DOES: tuple[Verdict, ...] = ("fits", "tight")
Kind = tuple[Item, int]
"""A machine by its card and how many of them it has."""


def each_fits(view: View) -> Iterator[Finding]:
    """FT01: each workload fits a machine; tight where it only just does, open where model or card are not known."""
    machines = bool(parted(view.memo, view.lines).compute)
    if not view.demand:
        yield _nothing_asked()
    if not machines:
        rented = bool(parted(view.memo, view.lines).rented)
        yield from (_nowhere(demand, rented) for demand in view.demand.values())
        return
    best = best_fits(view)
    sound = [demand for demand in view.demand.values() if demand.fault is None]  # the others are told by FT08
    open_entries = [demand for demand in sound if _is_open(best.get(demand.entry.id))]
    if open_entries:
        yield _open(open_entries, best)
    kinds: tuple[Kind, ...] = view.memo.settled("kinds of machines", _kinds(view))
    rows = (
        (demand, fit, view.lines[fit.line], kinds)
        for demand in sound
        if (fit := best.get(demand.entry.id)) is not None and not _is_open(fit)
    )
    yield from view.found_in(_judged, rows)


def _is_open(best: Fit | None) -> bool:
    return best is None or best.verdict == "unknown"


def best_fits(view: View) -> Mapping[str, Fit]:
    """Return by entry the fit on the machine that suits best; one that is not known counts more than one that does not do."""
    found: Mapping[str, Fit] = view.memo.call(_best_fits, view.fits)
    return found


def _best_fits(fits: Fits) -> dict[str, Fit]:
    return {entry: _best(kinds) for entry, kinds in fits.by_entry.items()}


def _best(kinds: tuple[FitKind, ...]) -> Fit:
    return next(kind.fit for verdict in _BEST_FIRST for kind in kinds if kind.fit.verdict == verdict)


def _nothing_asked() -> Finding:
    return cannot_tell(
        "plan",
        msg("FT01.no_workload", "Nobody has said yet what is to run on these machines."),
        msg("FT01.no_workload.ask", "Ask the groups: which models, trained or served, how long, how many people?"),
        ("workload",),
    )


def _nowhere(demand: EntryFigures, rented: bool) -> Finding:
    if rented:
        return Finding(
            outcome="note",
            subject=demand.entry.id,
            message=msg("FT01.rented", "{entry} runs on rented machines or an API only.", entry=demand.entry.title),
            remedy=msg("FT01.rented.remedy", "Check memory and context length of the offer against it."),
            figures=(demand.per_device_gib,),
        )
    return Finding(
        outcome="error",
        subject=demand.entry.id,
        message=msg("FT01.none", "There is no machine for {entry}.", entry=demand.entry.title),
        remedy=msg("FT01.none.remedy", "Add a machine, or plan rented compute for it."),
        figures=(demand.per_device_gib,),
    )


def _judged(
    view: View, demand: EntryFigures, best: Fit, line: LineFigures, kinds: tuple[Kind, ...]
) -> Iterator[Finding]:
    figures = (best.need_gib, best.visible_gib)
    values: dict[str, Any] = {"entry": demand.entry.title, "line": line.line.title, "reason": best.reason}
    if best.verdict == "fits":
        yield passed(demand.entry.id, msg("FT01.pass", "{entry} on {line}: {reason}", **values), *figures)
        return
    memo: Memo = view.memo
    if best.verdict == "tight":
        yield Finding(
            outcome="warning",
            subject=demand.entry.id,
            message=msg("FT01.tight", "{entry} is tight on {line}: {reason}", **values),
            remedy=msg(
                "FT01.tight.remedy", "Plan with 20 % more memory, or agree on smaller batches and shorter lengths."
            ),
            figures=(*figures, limit("mem.fits")),
            fix=memo.call(_easier, memo, demand, kinds, _FITS),
        )
        return
    yield Finding(
        outcome="error",
        subject=demand.entry.id,
        message=msg("FT01.no", "{entry} fits no machine of this alternative. {line}: {reason}", **values),
        remedy=_fewer_devices(best) if best.devices_there < best.devices_needed else _order(demand.entry),
        figures=figures,
        fix=memo.call(_easier, memo, demand, kinds, _DOES),
    )


def _fewer_devices(best: Fit) -> Message:
    """Return what to do where a machine has too few devices: more memory or smaller batches would not help."""
    return msg(
        "FT01.devices.remedy",
        "Spread it over at most {there} devices, or plan a machine with {needed} devices or more.",
        there=best.devices_there,
        needed=best.devices_needed,
    )


def _order(entry: WorkloadEntry) -> Message:
    if entry.method == "infer":
        return msg(
            "FT01.infer.remedy",
            "In this order: spread it over several cards, serve fewer at once, quantise, take a card with more memory, "
            "rent it.",
        )
    return msg(
        "FT01.train.remedy",
        "In this order: smaller batches with accumulation, checkpointing, LoRA or QLoRA, shorter sequences, "
        "several cards, a card with more memory, renting it.",
    )


def _easier(memo: Memo, demand: EntryFigures, kinds: tuple[Kind, ...], wanted: tuple[Verdict, ...]) -> Remedy | None:
    """Return the first customary change of the workload with which it fits; None where none does."""
    if demand.model is None or "memory_need_gib" in demand.entry.facts:
        return None
    most = max((cards * devices_per_board(card) for card, cards in kinds), default=1)
    for change in _changes(demand.entry, most):
        changed = msgspec.structs.replace(demand.entry, **change)
        again = entry_figures(changed, demand.model)
        if any(verdict_on(again, card, cards, memo) in wanted for card, cards in kinds):
            return _as_fix(demand.entry, change, again.per_device_gib)
    return None


def _kinds(view: View) -> tuple[Kind, ...]:
    """Return the kinds of machines with known cards: on those of one kind a workload fits alike."""
    lines = parted(view.memo, view.lines).compute
    kinds = view.memo.column("FT kinds", lines, lambda line: (id(line.card), line.line.cards_per_unit))
    first = dict(zip(reversed(kinds), reversed(lines), strict=True))  # the first of each kind stays
    cards = [(first[kind].card, kind[1]) for kind in dict.fromkeys(kinds)]
    return tuple([(card, count) for card, count in cards if card is not None])


def _changes(entry: WorkloadEntry, devices: int) -> Iterator[dict[str, Any]]:
    """Yield the remedies in their customary order, mildest first."""
    spread = [{"devices": count} for count in (2, 4, 8, 16) if entry.devices < count <= devices]
    if entry.devices > devices and devices % (entry.tensor_parallel * entry.pipeline_parallel) == 0:
        yield {"devices": devices}
    smaller = [{"batch": size} for size in (16, 8, 4, 2, 1) if size < (entry.batch or 1)]
    if entry.method == "infer":
        yield from spread
        yield from smaller
        yield from ({"dtype": dtype} for dtype in ("int8", "int4") if entry.dtype in ("bf16", "fp16", "fp32", "int8"))
        return
    yield from smaller
    if not entry.grad_checkpoint:
        yield {"grad_checkpoint": True}
    elif entry.selective:
        yield {"selective": False}
    if entry.method == "full":
        yield {"method": "lora"}
    if entry.method in ("full", "lora"):
        yield {"method": "qlora", "dtype": "nf4"}
    yield from spread


def _as_fix(entry: WorkloadEntry, change: dict[str, Any], need: Figure) -> Remedy:
    edits = tuple(SetValue(path=f"workload/{entry.id}/{name}", value=value) for name, value in change.items())
    words = tuple(
        msg("FT01.change", "{name}: {value}", name=_NAMES[name], value=value) for name, value in change.items()
    )
    label = msg("FT01.fix", "Change {changes}; needs {need} on each card", changes=words, need=need)
    return Remedy(label=label, edit=edits[0] if len(edits) == 1 else Batch(edits=edits))


_NAMES = {
    "devices": Labelled(zh="卡数", en="cards"),
    "batch": Labelled(zh="批大小（并发）", en="batch or users at once"),
    "dtype": Labelled(zh="数据格式", en="number format"),
    "method": Labelled(zh="方法", en="method"),
    "grad_checkpoint": Labelled(zh="梯度检查点", en="gradient checkpointing"),
    "selective": Labelled(zh="只重算一部分", en="only a part recomputed"),
}


def _open(demands: list[EntryFigures], fits: Mapping[str, Fit]) -> Finding:
    missing: dict[str, None] = {}
    for demand in demands:
        best = fits.get(demand.entry.id)
        keys = demand.per_device_gib.missing if best is None else (*best.need_gib.missing, *best.visible_gib.missing)
        missing.update(dict.fromkeys(keys))
    return cannot_tell(
        "plan",
        msg(
            "FT01.unknown",
            "Whether these fit a machine is not known: {entries}.",
            entries=tuple(demand.entry.title for demand in demands),
        ),
        msg("FT01.ask", "Ask the groups for model, method and lengths, and name the card of each machine."),
        missing,
    )


CHECKS = (
    Check(
        id="FT01",
        area="fit",
        title=msg("FT01.title", "Each workload fits a machine"),
        reads=("demand", "fits", "lines"),
        source="memory account of the workload against the memory a card shows; limits mem.fits and mem.tight",
        limit="mem.fits",
        run=each_fits,
    ),
)
