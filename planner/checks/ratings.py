"""What an outlet is rated: what is printed on it, else what its form stands for."""

from __future__ import annotations

from planner.assess.facts import text
from planner.assess.site import NodeLoad
from planner.figure import Figure
from planner.limits import all_limits, limit

_FORMS = frozenset(one.key for one in all_limits() if one.key.startswith("socket."))


def rating_of(load: NodeLoad) -> Figure:
    """Return the rated current (A) of an outlet: what is printed on it, else what its form stands for."""
    form = text(load.node.values, "form") or text(load.node.values, "socket_form")
    if load.rating_a.known or f"socket.{form}" not in _FORMS:
        return load.rating_a
    return limit(f"socket.{form}")
