"""Checks of voltage: its kind as entered, and what is lost along the cable."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import fact_figure, text
from planner.assess.formulas import LINE_TO_NEUTRAL_V
from planner.assess.site import NodeLoad
from planner.assess.voltage_kind import is_line_to_line, kind_of
from planner.checks.declared import volts_and_factor
from planner.checks.formulas import LENGTH_ALLOWED_M
from planner.checks.line_drops import drop_current
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.sides import above, below
from planner.checks.site_parts import asked, key_of, name_of, used
from planner.facility.circuits import VOLTAGE_DROP_PCT
from planner.facility.phases import DROP_V, RHO_OHM_MM2_M
from planner.figure import Figure, constant, trace
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.document import SiteNode
from planner.plan.edits import SetValue

_RHO = {
    name: constant(
        f"cable/rho_{name}", ohm, "ohm*mm2/m", "IEC 60364-5-52 annex G (clause from memory; to be confirmed)"
    )
    for name, ohm in RHO_OHM_MM2_M.items()
}
_NEC_LL_V = (208.0, 240.0)  # V between lines at 120 V to neutral: three phases (x sqrt 3) and split phase (x 2)


def voltage_kind(view: View) -> tuple[Finding, ...]:
    """PW13: a voltage is line to neutral (220 V) or line to line (380 V), and typed as what it is."""
    return view.findings(_kind, view.site.nodes, "organisation")


def _kind(view: View, node: SiteNode) -> Iterator[Finding]:
    profile = view.organisation.profile
    most_ln, least_ll = limit("volts.ln_max_v", profile), limit("volts.ll_min_v", profile)
    volts = fact_figure(node.values, "volts", f"site/{node.id}/volts", "V")
    kind = text(node.values, "volts_kind")
    if not volts.known or node.type == "ac":
        return
    if kind == "L-N" and above(volts, most_ln):
        yield _wrong_kind(node, volts, "L-L", most_ln)
    elif kind == "L-L" and below(volts, least_ll):
        yield _wrong_kind(node, volts, "L-N", least_ll)
    elif not kind and (above(volts, most_ln) or is_line_to_line(volts, kind, profile)):
        yield cannot_tell(
            node.id,
            msg(
                "PW13.unknown",
                "{volts} at {name}: line to line or line to neutral?",
                volts=volts,
                name=name_of(node),
            ),
            msg("PW13.ask", "Ask an electrician: 380/400 V is measured between two lines, 220/230 V to neutral."),
            (f"site/{node.id}/volts_kind",),
            _kind_fix(node, kind_of(volts, profile), "assumed"),
        )
    else:
        yield passed(
            node.id, msg("PW13.pass", "{volts} at {name} fits its kind.", volts=volts, name=name_of(node)), volts
        )


def _wrong_kind(node: SiteNode, volts: Figure, right: str, bound: Figure) -> Finding:
    return Finding(
        outcome="error",
        subject=node.id,
        message=msg(
            "PW13.wrong",
            "{volts} at {name} is typed as {typed}; such a voltage is {right}. The current would be wrong by a factor of 1.7.",
            volts=volts,
            name=name_of(node),
            typed=_kind_name("L-N" if right == "L-L" else "L-L"),
            right=_kind_name(right),
        ),
        remedy=_remedy(volts, right),
        figures=(volts, bound),
        fix=_standard_fix() if _is_of_nec(volts, right) else _kind_fix(node, right, "entered"),
    )


def _is_of_nec(volts: Figure, right: str) -> bool:
    """Tell whether a voltage between two lines is one of North America: 120/208 V and 120/240 V."""
    return right == "L-N" and volts.value in _NEC_LL_V


def _remedy(volts: Figure, right: str) -> Message:
    if _is_of_nec(volts, right):
        return msg(
            "PW13.remedy.nec",
            "{volts} between two lines is a voltage of North America: where it is right, choose the NEC as the plan's electrical "
            "standard; else look at the panel's label.",
            volts=volts,
        )
    return msg("PW13.remedy", "Look at the panel's label or ask an electrician, then correct voltage or kind.")


def _standard_fix() -> Fix:
    return Fix(
        label=msg("PW13.fix.nec", "Choose the NEC as the plan's electrical standard"),
        edit=SetValue(path="organisation/profile", value="NEC"),
    )


def _kind_name(kind: str) -> Message:
    if kind == "L-N":
        return msg("PW13.ln", "line to neutral")
    return msg("PW13.ll", "line to line")


def _kind_fix(node: SiteNode, kind: str, quality: str) -> Fix:
    value = {
        "value": kind,
        "quality": quality,
        "source": "nominal voltages: 220/230 V to neutral, 380/400 V line to line",
    }
    return Fix(
        label=msg("PW13.fix", "Take it as {kind}", kind=_kind_name(kind)),
        edit=SetValue(path=f"site/{node.id}/values/volts_kind", value=value),
    )


def voltage_drop(view: View) -> tuple[Finding, ...]:
    """PW05: over a long thin cable the voltage at the machine falls: 5 % is a warning, 8 % an error."""
    return view.findings(_drop, used(view.site, "circuit"))


def _drop(view: View, load: NodeLoad) -> Iterator[Finding]:
    by = drop_current(load)
    drop = _drop_pct(load, (by.ways, by.current_a))
    told = {"name": name_of(load.node), "drop": drop}
    if set(drop.missing) == {f"site/{load.node.id}/cable_length_m"}:
        yield _length_allowed(load, (by.ways, by.current_a))
    elif not drop.known:
        yield cannot_tell(
            load.node.id,
            msg("PW05.unknown", "The voltage drop of {name} cannot be told yet.", name=name_of(load.node)),
            msg(
                "PW05.ask",
                "Ask the building office for length and section of the cable: {inputs}.",
                inputs=asked(drop.missing),
            ),
            drop.missing,
        )
    elif not above(drop, limit("pw.drop_warn")):
        yield passed(load.node.id, msg("PW05.pass", "The cable of {name} loses {drop}.", **told), drop)
    elif load.open_legs:
        yield _of_open_lines(load, drop, _drop_pct(load, by.least))
    else:
        say = msg(
            "PW05.over",
            "The cable of {name} loses {drop} of the voltage; {limit} is advised.",
            limit=limit("pw.drop_warn"),
            **told,
        )
        yield _too_much(load, drop, say)


def _too_much(load: NodeLoad, drop: Figure, say: Message) -> Finding:
    return Finding(
        outcome="error" if above(drop, limit("pw.drop_max")) else "warning",
        subject=load.node.id,
        message=say,
        remedy=msg("PW05.remedy", "Use a shorter way or a thicker cable."),
        figures=(drop, limit("pw.drop_warn"), limit("pw.drop_max")),
    )


def _of_open_lines(load: NodeLoad, most: Figure, least: Figure) -> Finding:
    """Return what is certain where nobody told the lines of branches, and too much if all of them hung on one."""
    told = {"name": name_of(load.node), "least": least, "limit": limit("pw.drop_warn")}
    if least.known and above(least, limit("pw.drop_warn")):
        say = msg(
            "PW05.least",
            "The cable of {name} loses at least {least} of the voltage, whichever line each circuit hangs on; {limit} is advised.",
            **told,
        )
        return _too_much(load, least, say)
    return cannot_tell(
        load.node.id,
        msg(
            "PW05.legs",
            "With all single-phase circuits on one line the cable of {name} would lose {most} of the voltage; their lines are "
            "not known.",
            name=told["name"],
            most=most,
        ),
        msg("PW01.legs.ask", "Ask an electrician which line (L1, L2, L3) each circuit hangs on."),
        load.open_legs,
    )


def _length_allowed(load: NodeLoad, by: tuple[Figure, Figure]) -> Finding:
    """Return the note that tells how long the cable may be where its length is all that is missing."""
    one_metre = _drop_pct(load, by, constant("cable/one_metre", 1.0, "m", "drop for each metre"))
    length = trace(
        LENGTH_ALLOWED_M, f"{key_of(load)}/length_allowed_m", limit_pct=limit("pw.drop_warn"), pct_per_m=one_metre
    )
    return Finding(
        outcome="note",
        subject=load.node.id,
        message=msg(
            "PW05.length",
            "With {current} the cable of {name} may be {length} long; its length is not known.",
            current=load.total_a,
            name=name_of(load.node),
            length=length,
        ),
        remedy=msg("PW05.length.remedy", "If the panel is further away, ask for a thicker cable."),
        figures=(length, load.total_a),
        missing=(f"site/{load.node.id}/cable_length_m",),
    )


def _drop_pct(load: NodeLoad, by: tuple[Figure, Figure], length: Figure | None = None) -> Figure:
    """Return what the cable loses (%), where ``by`` are the ways that a current (A) goes."""
    key, values = key_of(load), load.node.values
    to_neutral, factor = volts_and_factor(load)
    if "volts_ll_v" in load.own_a.given:
        to_neutral = trace(LINE_TO_NEUTRAL_V, f"{key}/volts_ln_v", volts_ll_v=to_neutral)
    drop = trace(
        DROP_V,
        f"{key}/voltage_drop_v",
        rho_ohm_mm2_m=_RHO["aluminium" if text(values, "cable_material") == "aluminium" else "copper"],
        ways=by[0],
        current_a=by[1],
        length_m=length or fact_figure(values, "cable_length_m", f"site/{load.node.id}/cable_length_m", "m"),
        section_mm2=fact_figure(values, "cable_mm2", f"site/{load.node.id}/cable_mm2", "mm2"),
        power_factor=factor,
    )
    return trace(VOLTAGE_DROP_PCT, f"{key}/voltage_drop_pct", drop_v=drop, volts_ln_v=to_neutral)


CHECKS = (
    Check(
        id="PW13",
        area="power",
        title=msg("PW13.title", "Voltage and its kind agree"),
        reads=("site", "organisation"),
        source="nominal voltages: 220/230 V line to neutral, 380/400 V line to line",
        limit="volts.ln_max_v",
        hides=("PW01", "PW02", "PW05", "PW31"),
        covers=("PW06",),
        run=voltage_kind,
    ),
    Check(
        id="PW05",
        area="power",
        title=msg("PW05.title", "Voltage drop of the cable"),
        reads=("site",),
        source="IEC 60364-5-52 annex G, as BS 7671:2018 525 transcribes it: 3 % for lighting, 5 % for other use",
        limit="pw.drop_warn",
        blocking=False,
        run=voltage_drop,
    ),
)
