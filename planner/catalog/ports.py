"""Network ports as rows and people write them: how many of which speed and form, and which forms go together.

``48x1G RJ45 + 4x100G QSFP28``, ``4x10gbase-x-sfpp;24x1000base-t`` and ``1000base-tx4;10gbase-x-sfppx2`` all are groups of
ports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

import msgspec

RJ45 = "rj45"
_FAMILIES = {
    RJ45: RJ45,
    **dict.fromkeys(("sfp", "sfp28", "sfp56"), "sfp"),
    **dict.fromkeys(("qsfp", "qsfp28", "qsfp56", "qsfp112", "qsfpdd"), "qsfp"),
    "osfp": "osfp",
}
_MOST_GBPS = {
    **{RJ45: 40.0, "sfp": 10.0, "sfp28": 25.0, "sfp56": 50.0},
    **{"qsfp": 40.0, "qsfp28": 100.0, "qsfp56": 200.0, "qsfp112": 400.0, "qsfpdd": 800.0, "osfp": 1600.0},
}
_WRITTEN = re.compile(  # 64x400G NDR (32 OSFP), 2x400G QSFP112, 1xSFP28
    r"(?P<count>\d+)\s*x\s*(?:(?P<gbps>\d+(?:\.\d+)?)\s*G(?!base)\s*(?:NDR|HDR|XDR|EDR)?\s*)?(?:\(\d+\s*)?(?P<form>RJ45|Q?SFP\d*|OSFP)?",
    re.IGNORECASE,
)
_LISTED = re.compile(  # 4x10gbase-x-sfpp, 100gbase-x-qsfp28x4, 1000base-tx4
    r"(?:(?P<first>\d+)x)?(?P<rate>\d+(?:\.\d+)?)(?P<giga>g?)base-(?P<medium>tx?|x|cx4)(?:-(?P<form>q?sfp(?:p|dd|\d+)?|osfp|x2))?"
    r"(?:x(?P<last>\d+))?",
    re.IGNORECASE,
)
_NAMES = {"sfpp": "sfp", "qsfpp": "qsfp", "": ""}


class PortGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Ports of one kind: how many, the speed of one (Gbit/s, 0 where it is not said), the form ('' where it is not)."""

    count: int
    gbps: float
    form: str


@lru_cache(maxsize=1024)
def port_groups(text: str) -> tuple[PortGroup, ...]:
    """Return the groups of ports that a text names; nothing where it names none."""
    found: list[PortGroup] = []
    for part in re.split(r"[;+]", text):
        group = _group(part.strip())
        if group is not None:
            found.append(group)
    return tuple(found)


def _group(part: str) -> PortGroup | None:
    listed = _LISTED.fullmatch(part)
    if listed is not None:
        return _listed(listed)
    written = _WRITTEN.match(part)
    if written is None or (written["gbps"] is None and written["form"] is None):
        return None
    form = (written["form"] or "").casefold()
    gbps = float(written["gbps"]) if written["gbps"] else _MOST_GBPS.get(form, 0.0)
    return PortGroup(count=int(written["count"]), gbps=gbps, form=form if form in _FAMILIES else "")


def _listed(found: re.Match[str]) -> PortGroup | None:
    """Return the group of a text in the manner of the device library; the count stands before or behind."""
    name = (found["form"] or "").casefold()
    form = RJ45 if found["medium"].casefold() in ("t", "tx") else _NAMES.get(name, name)
    rate = float(found["rate"]) if found["giga"] else float(found["rate"]) / 1000
    count = int(found["first"] or found["last"] or 1)
    return PortGroup(count=count, gbps=rate, form=form if form in _FAMILIES else "")


def family(form: str) -> str:
    """Return what a form plugs into: SFP+, SFP28 and SFP56 cages take each other's modules; '' for an unknown form."""
    return _FAMILIES.get(form, "")


def most_gbps(form: str) -> float | None:
    """Return the highest rate in Gbit/s of ports of this form, None for an unknown one.

    Source: what the trade's names of the forms stand for.
    """
    return _MOST_GBPS.get(form)


def ports_for(groups: Iterable[PortGroup], form: str, gbps: float) -> int:
    """Return how many ports take a cable of this form ('' for any) at this rate (Gbit/s) or faster."""
    wanted = family(form)
    return sum(
        group.count
        for group in groups
        if (not wanted or not group.form or family(group.form) == wanted) and (not group.gbps or group.gbps >= gbps)
    )
