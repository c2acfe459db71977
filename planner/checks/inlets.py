"""Which plug goes where: the inlet of a machine, the form of an outlet, and whether the usual cord of one goes into the other."""

from __future__ import annotations

from planner.assess.facts import text
from planner.assess.lines import LineFigures
from planner.catalog.choices import choice_words
from planner.messages import Labelled
from planner.plan.document import SiteNode
from planner.tables import rows

INLETS = ("C14", "C20")


def _fits() -> dict[str, tuple[str, ...]]:
    """Return the outlets that the usual cord of an inlet fits; a 10 A plug does not go into a 16 A socket (GB/T 1002)."""
    told = {row["form"]: row["inlets"].split("|") for row in rows("facility/socket_forms.csv")}
    return {inlet: tuple(form for form, inlets in told.items() if inlet in inlets) for inlet in INLETS}


FITS = _fits()
_MATES = {"C13": "C14", "C19": "C20"}


def inlet_of(line: LineFigures) -> str:
    """Return the inlet of a machine as C14 or C20, '' where nobody told it or it is another one."""
    told = text(line.line.facts, "inlet") or (line.item.text("inlet") if line.item is not None else "")
    name = told.strip().upper()
    name = _MATES.get(name, name)
    return name if name in FITS else ""


def takes(line: LineFigures, form: str) -> bool:
    """Tell whether the cord of a machine goes into a form of outlet; True where its inlet is not known: PW14 is silent then."""
    inlet = inlet_of(line)
    return not inlet or form in FITS[inlet]


def forms_of(profile: str) -> frozenset[str]:
    """Return the forms of outlets that are in use where a profile holds; IEC couplers are everywhere."""
    table = rows("facility/socket_forms.csv")
    american = {row["form"] for row in table if row["volts_v"]}
    return frozenset(
        row["form"]
        for row in table
        if row["form"].startswith("iec_") or (row["form"] in american) is (profile == "NEC")
    )


def words_of(node: SiteNode) -> Labelled | str:
    """Return what people call the form of an outlet."""
    form = form_of(node)
    return choice_words("form", form) or choice_words("socket_form", form) or form


def form_of(node: SiteNode) -> str:
    """Return the form of an outlet as a choice of ``resources``, '' where nobody told it."""
    return text(node.values, "form") or text(node.values, "socket_form")
