"""What an outlet is rated: what is printed on it, and what its form stands for."""

from __future__ import annotations

from functools import lru_cache

from planner.assess.site import NodeLoad
from planner.checks.inlets import form_of
from planner.checks.site_parts import key_of
from planner.facility.circuits import CHAIN_A, RECEPTACLE_USABLE_A
from planner.figure import Figure, trace
from planner.limits import all_limits, limit
from planner.plan.document import SiteNode
from planner.tables import rows

_FORMS = frozenset(one.key for one in all_limits() if one.key.startswith("socket."))


def rating_of(load: NodeLoad) -> Figure:
    """Return the rated current (A) of an outlet: what is printed on it, else what its form stands for.

    The form of a UPS with several outlets holds for each of them, not for the whole.
    Of a single socket or cord that is told both ways the smaller counts: PW14 tells that they do not agree.
    """
    form = form_rating(load.node)
    if load.node.type == "ups" and not _has_one_outlet(load.node):
        return load.rating_a  # the form is that of each outlet; W and VA hold for the whole
    if form is None or not load.rating_a.known:
        return load.rating_a if form is None else form
    if not is_single(load.node) or form.require() >= load.rating_a.require():
        return load.rating_a
    return trace(CHAIN_A, f"{key_of(load)}/outlet_a", limits_a=[load.rating_a, form])


def usable_of(load: NodeLoad, profile: str) -> Figure:
    """Return the current (A) that may be drawn at an outlet: its rating, of a North American receptacle 80 % (NEC)."""
    rating = rating_of(load)
    if not rating.known or receptacle_share(load.node, profile) == 1.0:
        return rating
    share = limit("receptacle.share", profile)
    return trace(RECEPTACLE_USABLE_A, f"{key_of(load)}/usable_a", rating_a=rating, share=share)


def receptacle_share(node: SiteNode, profile: str) -> float:
    """Return the share of its rating (a ratio) that a socket may supply under a profile: less than all of NEMA forms by the NEC."""
    if profile != "NEC" or not form_volts(form_of(node)):
        return 1.0
    return limit("receptacle.share", profile).require()


@lru_cache(maxsize=64)
def form_volts(form: str) -> float:
    """Return the voltage, in V, that a North American form is made for, 0 of other forms, which say nothing of it."""
    found = next((row["volts_v"] for row in rows("facility/socket_forms.csv") if row["form"] == form), "")
    return float(found) if found else 0.0


def _has_one_outlet(node: SiteNode) -> bool:
    count = node.values.get("outlet_count")
    return count is not None and count.value == 1


def is_single(node: SiteNode) -> bool:
    """Tell whether an outlet is one, so that its form's rating is its own."""
    count = node.values.get("outlet_count")
    return node.type in ("socket", "cord") and (count is None or count.value == 1)


def form_rating(node: SiteNode) -> Figure | None:
    """Return the current (A) that the form of an outlet stands for, None where it stands for none."""
    form = f"socket.{form_of(node)}"
    return limit(form) if form in _FORMS else None
