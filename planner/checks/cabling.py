"""NW02: the ports at both ends of a cable have forms that go together, and the cable reaches as far as its kind allows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from planner.assess.context import View
from planner.assess.facts import text
from planner.assess.lines import LineFigures
from planner.catalog.choices import choice_words
from planner.catalog.ports import RJ45, family, most_gbps
from planner.checks.declared import number_of, of_machine
from planner.checks.fabric import Cable, fabric_of, forms_of, groups_of, main_group, network_check
from planner.checks.registry import Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import asked
from planner.checks.switches import required
from planner.figure import Figure, Quality, leaf
from planner.limits import all_limits, limit
from planner.messages import Labelled, Message, msg
from planner.plan.edits import SetValue

_CABLED = frozenset({"nic_form", "cable_kind"})
_IN_CAGES = ("dac", "aoc", "fibre", "single_mode")  # the dearer the farther
_GENERAL = {"dac": "net.dac_m", "aoc": "net.aoc_m", "copper": "net.copper_m"}
_LONGEST_M = 500.0  # what a cable of a room may be: single-mode fibre below 400 Gbit/s goes 10 km


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A cable as it is planned: whose finding it is, the machine it goes to, kind, form of the ports, rate (Gbit/s), length (m).

    ``path`` is where its kind stands in the plan.
    """

    subject: str
    machine: Labelled
    kind: str
    form: str
    path: str
    gbps: float | None
    length: Figure


def reach(kind: str, gbps: float | None) -> Figure | None:
    """Return how far (m) cables of a kind go at a rate (Gbit/s); None where no table says.

    The row of the rate decides, else that of the next faster one; where the rate is not known, the customary reach.
    """
    if gbps is not None and kind != "aoc":
        rates = _rates(kind)
        found = next((key for rate, key in rates if rate >= gbps), None)
        if found is not None:
            return limit(found)
    return limit(_GENERAL[kind]) if kind in _GENERAL else None


@lru_cache(maxsize=16)
def _rates(kind: str) -> tuple[tuple[float, str], ...]:
    """Return the rates (Gbit/s) that the table of limits has a reach for, slowest first, with their keys."""
    start = f"net.{kind}"
    keys = [one.key for one in all_limits() if one.key.startswith(start) and one.key != f"{start}_m"]
    numbers = ((key.removeprefix(start).removesuffix("_m"), key) for key in keys)
    return tuple(sorted((float(rate), key) for rate, key in numbers if rate.isdigit()))


def farther(kind: str, form: str, gbps: float | None, length_m: float) -> str:
    """Return the cheapest kind of cable that goes this far in these ports, '' where none does."""
    if family(form) == RJ45:
        kinds: tuple[str, ...] = ("copper",)
    else:
        kinds = _IN_CAGES
    for one in kinds:
        if one == "single_mode" and (gbps is None or gbps < 400) and length_m <= _LONGEST_M:  # noqa: PLR2004 - DR4 ends at 100 m
            return one
        most = reach(one, gbps)
        if one != kind and most is not None and length_m <= most.require():
            return one
        if one == "fibre" and gbps is None:
            return one if one != kind else "single_mode"
    return ""


def cables(view: View) -> Iterator[Finding]:
    """NW02: the ports of machine and switch have one form, and the cable reaches as far as its kind allows."""
    net = fabric_of(view)
    told = [line for line in net.told if _CABLED & line.line.facts.keys()]
    if not (told or net.cabled):
        return
    forms = sorted(forms_of(net.switches))
    main = next(filter(None, map(main_group, net.switches)), None)
    wanted = main.form if main is not None else ""
    typed = {cable.link.line for cable in net.cabled}
    rows = ((line, wanted, *forms) for line in told if line.line.id not in typed)
    yield from view.found_in(_of_line, rows)
    yield from view.findings(_of_link, net.cabled)


def _of_line(_view: View, line: LineFigures, wanted: str, *forms: str) -> Iterator[Finding]:
    """Yield what is found of cables that are told of at their machines."""
    form, kind = text(line.line.facts, "nic_form"), text(line.line.facts, "cable_kind")
    length = of_machine(line, "cable_m", "m")
    path = f"alternatives/{line.key.partition('/')[0]}/lines/{line.line.id}/facts"
    if form and forms and family(form) not in forms:
        yield Finding(
            outcome="error",
            subject=line.line.id,
            message=msg(
                "NW02.form",
                "{machine} has {form} ports, the switch has {forms}.",
                machine=line.line.title,
                form=_form(form),
                forms=tuple(_form(wanted if family(wanted) == one else one) for one in forms),
            ),
            remedy=msg(
                "NW02.form.remedy",
                "Ask for a network card or a switch with the same ports, or for a cable with both ends.",
            ),
            fix=_ask_for(line, path, wanted),
        )
    elif _misfit(kind, form):
        yield _wrong_kind(_run_of(line, kind, form, path, length))
    elif kind and length.known:
        yield from _reached(_run_of(line, kind, form, path, length))


def _run_of(line: LineFigures, kind: str, form: str, path: str, length: Figure) -> Run:
    return Run(
        subject=line.line.id,
        machine=line.line.title,
        kind=kind,
        form=form,
        path=f"{path}/cable_kind",
        gbps=number_of(line, "nic_gbps"),
        length=length,
    )


def _form(form: str) -> Labelled | str:
    return choice_words("nic_form", form) or form


def _kind(kind: str) -> Labelled | str:
    return choice_words("cable_kind", kind) or kind


def _ask_for(line: LineFigures, path: str, form: str) -> Fix | None:
    """Return the step that asks for a machine with the ports of the switch, None where those are not known."""
    if not form:
        return None
    label = msg(
        "NW02.fix.form",
        "Ask for {form} ports in the requirements of {machine}",
        form=_form(form),
        machine=line.line.title,
    )
    return Fix(label=label, edit=SetValue(path=f"{path}/nic_form", value=required(form)))


def _misfit(kind: str, form: str) -> bool:
    """Tell whether a kind of cable does not go into ports of a form: twisted pair has RJ45 plugs, all others do not."""
    return bool(kind and form) and (kind == "copper") != (family(form) == RJ45)


def _change_kind(path: str, kind: str) -> Fix | None:
    """Return the step that plans another kind of cable, None for none."""
    if not kind:
        return None
    label = msg("NW02.fix.kind", "Plan {kind}", kind=_kind(kind))
    return Fix(label=label, edit=SetValue(path=path, value={"value": kind, "quality": "entered"}))


def _wrong_kind(run: Run) -> Finding:
    """Return the finding that a cable has other plugs than the ports."""
    better = farther(run.kind, run.form, run.gbps, run.length.value or 1.0)
    same = msg(
        "NW02.form.remedy", "Ask for a network card or a switch with the same ports, or for a cable with both ends."
    )
    return Finding(
        outcome="error",
        subject=run.subject,
        message=msg(
            "NW02.plug",
            "{kind} does not go into the {form} ports of {machine}.",
            kind=_kind(run.kind),
            form=_form(run.form),
            machine=run.machine,
        ),
        remedy=msg("NW02.plug.remedy", "Plan {better}.", better=_kind(better)) if better else same,
        fix=_change_kind(run.path, better),
    )


def _reached(run: Run) -> Iterator[Finding]:
    """Yield whether a cable of a kind is short enough at its rate."""
    most, length = reach(run.kind, run.gbps), run.length
    if most is None:
        return
    told = {"machine": run.machine, "kind": _kind(run.kind), "length": length, "limit": most}
    if length.require() <= most.require():
        say = msg("NW02.pass", "{length} of {kind} to {machine}: up to {limit}.", **told)
        yield passed(run.subject, say, length, most)
        return
    better = farther(run.kind, run.form, run.gbps, length.require())
    nearer = round(length.require() - most.require(), 1)
    remedy = msg("NW02.nearer", "Put the switch {nearer} m nearer, or another one between.", nearer=nearer)
    if better:
        remedy = msg(
            "NW02.farther",
            "Plan {better} for these {length}, or put the switch {nearer} m nearer.",
            better=_kind(better),
            length=length,
            nearer=nearer,
        )
    yield Finding(
        outcome="error",
        subject=run.subject,
        message=msg("NW02.long", "{length} of {kind} to {machine}; such a cable reaches {limit}.", **told),
        remedy=remedy,
        figures=(length, most),
        fix=_change_kind(run.path, better),
    )


def _of_link(_view: View, cable: Cable) -> Iterator[Finding]:
    """Yield what is found of one typed link."""
    path = f"alternatives/{cable.key.partition('/')[0]}/links/{cable.link.id}/values"
    at_switch = cable.at_switch or _like(cable)
    fits = not (cable.form and at_switch) or family(cable.form) == family(at_switch)
    if not fits:
        yield _unlike_ends(cable, at_switch, path)
    elif (slow := _too_fast(cable, at_switch)) is not None:
        yield _faster_than_port(cable, slow, path)
    elif _misfit(cable.kind, cable.form or at_switch):
        yield _wrong_kind(_run_along(cable, at_switch, path))
    elif not (cable.kind and cable.length.known):
        yield _open(cable)
    else:
        yield from _reached(_run_along(cable, at_switch, path))


def _run_along(cable: Cable, at_switch: str, path: str) -> Run:
    return Run(
        subject=cable.link.id,
        machine=cable.machine.line.title,
        kind=cable.kind,
        form=cable.form or at_switch,
        path=f"{path}/cable_kind",
        gbps=cable.gbps.value,
        length=cable.length,
    )


def _like(cable: Cable) -> str:
    """Return the form of the switch's ports that the machine's cable goes to: of its family where it has such, else its main one."""
    if cable.switch is None:
        return ""
    own = text(cable.switch.line.facts, "nic_form")
    forms = [group.form for group in groups_of(cable.switch) if group.form]
    like = next((form for form in forms if family(form) == family(cable.form)), "")
    main = main_group(cable.switch)
    return like or own or (main.form if main is not None else "")


def _ends(cable: Cable) -> Message | Labelled:
    """Return the two ends of a link in words."""
    if cable.switch is None:
        return cable.machine.line.title
    return msg("NW.ends", "{machine} to {switch}", machine=cable.machine.line.title, switch=cable.switch.line.title)


def _unlike_ends(cable: Cable, at_switch: str, path: str) -> Finding:
    return Finding(
        outcome="error",
        subject=cable.link.id,
        message=msg(
            "NW02.ends",
            "{ends}: the machine has {form} ports, the switch {other}.",
            ends=_ends(cable),
            form=_form(cable.form),
            other=_form(at_switch),
        ),
        remedy=msg(
            "NW02.form.remedy", "Ask for a network card or a switch with the same ports, or for a cable with both ends."
        ),
        fix=Fix(
            label=msg("NW02.fix.ends", "Ask for {form} ports at the machine too", form=_form(at_switch)),
            edit=SetValue(path=f"{path}/nic_form", value=required(at_switch)),
        ),
    )


def _too_fast(cable: Cable, at_switch: str) -> str | None:
    """Return the form that does not carry the planned rate, None where both do or nothing is known."""
    if cable.gbps.value is None:
        return None
    for form in (cable.form, at_switch):
        most = most_gbps(form)
        if most is not None and cable.gbps.value > most:
            return form
    return None


def _faster_than_port(cable: Cable, form: str, path: str) -> Finding:
    rate = most_gbps(form) or 0.0
    most = leaf(f"port/{form}/most_gbps", rate, "Gbit/s", Quality.SECONDARY, "rate of the form of port")
    label = msg("NW02.fix.speed", "Plan this link with {most}", most=most)
    return Finding(
        outcome="error",
        subject=cable.link.id,
        message=msg(
            "NW02.fast",
            "{ends}: {speed} is planned, and {form} ports carry {most} at most.",
            ends=_ends(cable),
            speed=cable.gbps,
            form=_form(form),
            most=most,
        ),
        remedy=msg("NW02.fast.remedy", "Plan it with {most}, or ask for faster ports.", most=most),
        figures=(cable.gbps, most),
        fix=Fix(label=label, edit=SetValue(path=f"{path}/nic_gbps", value={"value": rate, "quality": "entered"})),
    )


def _open(cable: Cable) -> Finding:
    """Return the finding that kind or length of a typed link is not known."""
    missing: tuple[str, ...] = () if cable.kind else (f"{cable.key}/cable_kind",)
    missing += () if cable.length.known else (f"{cable.key}/cable_m",)
    return cannot_tell(
        cable.link.id,
        msg(
            "NW02.unknown",
            "{ends}: whether the cable reaches is not known: {inputs}.",
            ends=_ends(cable),
            inputs=asked(missing),
        ),
        msg("NW02.ask", "Measure the way of the cable, up and down as well, and say which kind it is to be."),
        missing,
    )


CHECKS = (
    network_check(
        "NW02",
        msg("NW02.title", "Form and reach of cables"),
        cables,
        "reach by kind and rate: NVIDIA cable and transceiver specifications, TIA and Ethernet Alliance tables; limits net.*",
        "net.dac_m",
    ),
)
