"""Check of words that an older plan has and that are none of the choices, or of no form that the formulas read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from planner.assess.context import View
from planner.assess.lines import LineFigures
from planner.checks.registry import Check, Finding, Fix
from planner.checks.site_parts import alternative_of, name_of
from planner.messages import msg
from planner.plan.document import SiteNode
from planner.plan.edits import SetValue
from planner.plan.odd_texts import Odd, may_be_odd, odd_facts


def odd_texts(view: View) -> Iterator[Finding]:
    """DQ05: a word that nobody can reckon with is as good as none; it is kept and named."""
    yield from view.findings(_of_node, view.site.nodes)
    yield from view.findings(_of_line, view.lines.values())


def _of_node(_view: View, node: SiteNode) -> Iterable[Finding]:
    if not may_be_odd(node.values):
        return ()
    return _told(odd_facts(node.values, f"site.{node.type}"), node.id, name_of(node), f"site/{node.id}/values")


def _of_line(_view: View, line: LineFigures) -> Iterable[Finding]:
    if not may_be_odd(line.line.facts):
        return ()
    path = f"{alternative_of(line.max_w.key)}/{line.line.id}/facts"
    return _told(odd_facts(line.line.facts, "line"), line.line.id, line.line.title, path)


def _told(found: Iterable[Odd], subject: str, name: Any, path: str) -> Iterator[Finding]:
    for odd in found:
        told = {"name": name, "attribute": odd.attribute.labelled}
        fix = None
        if odd.meant:
            label = msg("DQ05.fix", "{attribute} of {name}: {meant}", meant=odd.meant, **told)
            value = {"value": odd.meant, "quality": "entered"}
            fix = Fix(label=label, edit=SetValue(path=f"{path}/{odd.attribute.key}", value=value))
        yield Finding(
            outcome="warning",
            subject=subject,
            message=msg("DQ05.odd", "{attribute} of {name} may not count: {fault}", fault=odd.fault, **told),
            remedy=odd.remedy,
            fix=fix,
        )


CHECKS = (
    Check(
        id="DQ05",
        area="data",
        title=msg("DQ05.title", "Words that cannot be read"),
        reads=("site", "lines"),
        source="the choices of the attribute, or the form that its formula reads",
        blocking=False,
        run=odd_texts,
    ),
)
