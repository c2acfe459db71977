"""Checks of how machines and offers are used: sharing, context length, data that may not leave, links between cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress

from planner.assess.context import View
from planner.assess.demand import EntryFigures, Fit, devices_in, held_tokens
from planner.assess.fits import FitKind, Fits
from planner.assess.lines import LineFigures, parted
from planner.catalog.items import Item
from planner.catalog.makers import maker_named
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.figure import Figure, entered
from planner.messages import msg
from planner.plan.document import WorkloadEntry
from planner.plan.edits import RemovePart, SetValue

_DOES = ("fits", "tight")
_SLOW = ("none", "PCIe")


def kept_apart(view: View) -> Iterator[Finding]:
    """FT02: a service for many and training do not share one machine."""
    entries = [demand.entry for demand in view.demand.values()]
    services = [entry for entry in entries if _is_service(entry)]
    training = [entry for entry in entries if entry.method != "infer"]
    if not services or not training:
        return
    homes = view.memo.call(_homes, view.fits)
    machines = [*compress(view.lines.values(), map(homes.__contains__, view.lines))]
    if len(machines) == 1 and machines[0].line.quantity == 1:
        yield _shared(machines[0], services, training)
    elif machines:
        say = msg("FT02.pass", "There are several machines: services and training can be kept apart.")
        yield passed("plan", say, *view.each(_planned, machines))


def _homes(fits: Fits) -> frozenset[str]:
    return frozenset([line for kind in fits.kinds if kind.fit.verdict in _DOES for line in kind.lines])


def _is_service(entry: WorkloadEntry) -> bool:
    return entry.kind == "inference" and (bool(entry.people) or (entry.batch or 1) > 1)


def _planned(_view: View, line: LineFigures) -> Figure:
    return _quantity(line)


def _quantity(line: LineFigures) -> Figure:
    return entered(f"{line.line.id}/quantity", float(line.line.quantity), "1")


def _shared(line: LineFigures, services: list[WorkloadEntry], training: list[WorkloadEntry]) -> Finding:
    """Return a note where the cards can be divided between both, a warning where they cannot."""
    there = devices_in(line)
    served, trained = (max(entry.devices for entry in group) for group in (services, training))
    names = {
        "line": line.line.title,
        "services": tuple(entry.title for entry in services),
        "training": tuple(entry.title for entry in training),
    }
    cards = entered(f"{line.line.id}/devices", float(there), "1")
    if there >= served + trained:
        return Finding(
            outcome="note",
            subject=line.line.id,
            message=msg("FT02.divide", "{line} serves ({services}) and trains ({training}) at once.", **names),
            remedy=msg(
                "FT02.divide.remedy", "Set cards aside for the service in the queue; {cards} are there.", cards=cards
            ),
            figures=(cards,),
        )
    return Finding(
        outcome="warning",
        subject=line.line.id,
        message=msg(
            "FT02.shared",
            "{line} is to serve ({services}) and to train ({training}), with too few cards for both.",
            **names,
        ),
        remedy=msg("FT02.shared.remedy", "Serve from a second machine, rent for the service, or train at night only."),
        figures=(cards,),
    )


def context_length(view: View) -> Iterator[Finding]:
    """FT03: lengths stay within what the model, and an API offer, can read."""
    within: list[Figure] = []
    doubtful = []
    for demand in view.demand.values():
        if demand.model is None or demand.entry.seq_len is None or not _reads_text(demand.model):
            continue
        limit = demand.model.figure("max_context", "tokens")
        name = "held_tokens" if demand.entry.output_len else "seq_len"
        asked = entered(f"workload/{demand.entry.id}/{name}", float(held_tokens(demand.entry) or 0), "tokens")
        if not limit.known:
            doubtful.append(limit)
        elif asked.require() > limit.require():
            yield _too_long(demand, asked, limit)
        else:
            within += [asked, limit]
    yield from _offers(view)
    if doubtful:
        yield _context_unknown(doubtful)
    elif within:
        yield passed("plan", msg("FT03.pass", "The lengths are within what the models can read."), *within)


def _reads_text(model: Item) -> bool:
    return str(model.text("subkind")).startswith(("llm", "vlm"))


def _context_unknown(limits: list[Figure]) -> Finding:
    return cannot_tell(
        "plan",
        msg("FT03.unknown", "How long a text some of the models can read is not known."),
        msg("FT03.ask", "Look up the longest context in the configuration of the model."),
        (figure.key for figure in limits),
    )


def _too_long(demand: EntryFigures, asked: Figure, limit: Figure) -> Finding:
    return Finding(
        outcome="error",
        subject=demand.entry.id,
        message=msg(
            "FT03.over",
            "{entry} asks for {asked}; the model reads {limit}.",
            entry=demand.entry.title,
            asked=asked,
            limit=limit,
        ),
        remedy=msg("FT03.remedy", "Shorten or split the texts, or choose a model with a longer context."),
        figures=(asked, limit),
        fix=_shorter(demand.entry, limit),
    )


def _shorter(entry: WorkloadEntry, limit: Figure) -> Fix | None:
    """Return the step to the longest prompt that leaves room for the answer; None where the answer alone is too long."""
    room = int(limit.require()) - ((entry.output_len or 0) if entry.method == "infer" else 0)
    if room < 1:
        return None
    return Fix(
        label=msg("FT03.fix", "Keep to {limit}", limit=limit),
        edit=SetValue(path=f"workload/{entry.id}/seq_len", value=room),
    )


def _offers(view: View) -> Iterator[Finding]:
    """Yield the API offers that read less than a workload asks for."""
    for line in parted(view.memo, view.lines).rented:
        if line.line.role != "api" or line.item is None:
            continue
        limit = line.item.figure("context_tokens", "tokens")
        if not limit.known:
            continue
        long = [demand.entry for demand in view.demand.values() if _length(demand.entry) > limit.require()]
        if long:
            yield Finding(
                outcome="warning",
                subject=line.line.id,
                message=msg(
                    "FT03.offer",
                    "{line} reads {limit}; too short for {entries}.",
                    line=line.line.title,
                    limit=limit,
                    entries=tuple(entry.title for entry in long),
                ),
                remedy=msg(
                    "FT03.offer.remedy", "Choose an offer with a longer context, or keep these workloads off it."
                ),
                figures=(limit,),
            )


def _length(entry: WorkloadEntry) -> int:
    """Return the tokens that a service must hold; 0 for other workloads and where nobody said."""
    return (held_tokens(entry) or 0) if entry.method == "infer" else 0


def data_may_leave(view: View) -> Iterator[Finding]:
    """FT04: rented compute and APIs only where the data may leave; providers abroad are named."""
    outside = parted(view.memo, view.lines).rented
    titles = tuple(line.line.title for line in outside)
    if not outside:
        yield passed("plan", msg("FT04.local", "Nothing in this alternative takes data out of the premises."))
    elif view.switches.data_may_leave == "unknown" and not _all_said(view.workload):
        yield cannot_tell(
            "plan",
            msg(
                "FT04.unknown",
                "Whether the data may leave the premises is not said; {lines} depend on it.",
                lines=titles,
            ),
            msg(
                "FT04.ask",
                "Ask the owner of the data and the network office: may it leave the campus, may it go abroad?",
            ),
            ("switches/data_may_leave",),
        )
    elif view.switches.data_may_leave == "no":
        yield from (_forbidden(view, line) for line in outside)
    else:
        yield from _allowed(outside)


def _all_said(entries: tuple[WorkloadEntry, ...]) -> bool:
    """Tell whether it is said of every workload by itself; then FT07 names those that must stay."""
    return bool(entries) and all(entry.data_may_leave != "unknown" for entry in entries)


def _forbidden(view: View, line: LineFigures) -> Finding:
    return Finding(
        outcome="error",
        subject=line.line.id,
        message=msg("FT04.no", "The data may not leave the premises, but {line} takes it out.", line=line.line.title),
        remedy=msg("FT04.no.remedy", "Use own machines or the school's computing platform for this data."),
        fix=Fix(
            label=msg("FT04.fix", "Take {line} out", line=line.line.title),
            edit=RemovePart(path=f"alternatives/{view.alternative.id}/lines/{line.line.id}"),
        ),
    )


def _allowed(outside: tuple[LineFigures, ...]) -> Iterator[Finding]:
    abroad = [line for line in outside if _is_abroad(line.item)]
    for line in abroad:
        yield Finding(
            outcome="note",
            subject=line.line.id,
            message=msg("FT04.abroad", "{line}: the provider is abroad.", line=line.line.title),
            remedy=msg(
                "FT04.abroad.remedy", "Leaving the campus is not leaving the country: have that approved apart."
            ),
        )
    if not abroad:
        yield passed("plan", msg("FT04.pass", "The data may leave the premises; rented compute can be used."))


def _is_abroad(item: Item | None) -> bool:
    return item is not None and maker_named(item.maker).domestic is False


def fast_link(view: View) -> Iterator[Finding]:
    """FT05: a job over several cards is slowed where the cards have no fast link."""
    by_entry = view.fits.by_entry
    for demand in view.demand.values():
        if demand.entry.devices < 2:
            continue
        own = view.memo.call(_doing, by_entry.get(demand.entry.id, ()))
        if not own:
            continue
        if any((link := _link(view, fit)) and link not in _SLOW for fit in own):
            yield passed(demand.entry.id, msg("FT05.pass", "{entry} runs on linked cards.", entry=demand.entry.title))
            continue
        unsaid = next((fit for fit in own if not _link(view, fit)), None)
        if unsaid is not None:
            yield _link_unknown(view, demand.entry, view.lines[unsaid.line])
        else:
            yield _slow(view, demand.entry, view.lines[own[0].line])


def _doing(kinds: tuple[FitKind, ...]) -> tuple[Fit, ...]:
    """Return the fits on machines that carry the entry, one of each kind: machines of one kind have the same card."""
    return tuple([kind.fit for kind in kinds if kind.fit.verdict in _DOES])


def _link(view: View, fit: Fit) -> str:
    card = view.lines[fit.line].card
    return "" if card is None else str(card.text("interconnect"))


def _link_unknown(view: View, entry: WorkloadEntry, line: LineFigures) -> Finding:
    name = line.line.id if line.card is None else line.card.id
    return cannot_tell(
        entry.id,
        msg("FT05.unknown", "How the cards of {line} are linked is not known.", line=line.line.title),
        msg("FT05.ask", "Ask the seller for the link between the cards and its bandwidth."),
        (f"{name}/interconnect",),
    )


def _slow(view: View, entry: WorkloadEntry, line: LineFigures) -> Finding:
    card = line.card
    link = () if card is None else (card.figure("interconnect_gbs", "GB/s"),)
    return Finding(
        outcome="note",
        subject=entry.id,
        message=msg(
            "FT05.slow",
            "{entry} runs over {count} cards of {line}, which have no fast link to each other.",
            entry=entry.title,
            count=entry.devices,
            line=line.line.title,
        ),
        remedy=msg("FT05.remedy", "Expect less than the sum of the cards; measure it, or keep each job on one card."),
        figures=tuple(figure for figure in link if figure.known),
    )


CHECKS = (
    Check(
        id="FT02",
        area="fit",
        title=msg("FT02.title", "Services and training apart"),
        reads=("demand", "fits", "lines"),
        source="one machine for both suits neither: training fills the cards that a service must answer from",
        run=kept_apart,
    ),
    Check(
        id="FT03",
        area="fit",
        title=msg("FT03.title", "Context length"),
        reads=("demand", "lines"),
        source="longest context of the model's configuration; context of the API offer",
        blocking=False,
        run=context_length,
    ),
    Check(
        id="FT04",
        area="fit",
        title=msg("FT04.title", "Data may leave"),
        reads=("alternative", "lines", "switches", "workload"),
        source="the plan's switch for data that may leave",
        run=data_may_leave,
    ),
    Check(
        id="FT05",
        area="fit",
        title=msg("FT05.title", "Link between cards"),
        reads=("demand", "fits", "lines"),
        source="traffic between cards over the bus is several times slower than over a link of their own",
        blocking=False,
        run=fast_link,
    ),
)
