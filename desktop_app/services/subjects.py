"""What the subject of a finding or figure is called, and in which place of the window it stands."""

from __future__ import annotations

from collections.abc import Mapping

from desktop_app.services.row_names import row_label
from planner.checks.catalogue import ALL_CHECKS
from planner.checks.registry import Finding
from planner.checks.site_parts import name_of
from planner.messages import Labelled, Message, format_value, msg
from planner.plan.document import Link, Plan

_PLACES = {
    "power": "site",
    "cooling": "site",
    "rack": "site",
    "noise": "site",
    "floor": "site",
    "safety": "site",
    "supply": "build",
    "budget": "cost",
    "fit": "workload",
    "operation": "plan",
    "data": "build",
}
_OF_CABLES = ("NW01", "NW02", "NW03")  # what is cabled to what stands in the forms of the machines
_OF_DATA = ("ST01", "ST03")  # what the jobs do not say of their data
_AREAS = {check.id: check.area for check in ALL_CHECKS}
TOTAL = msg("subject.total", "Total")
PLAN = msg("subject.plan", "Plan")


def place_of_finding(finding: Finding) -> str:
    """Return the name of the place where the cause of a finding is mended."""
    if finding.check in _OF_CABLES and finding.subject != "plan":
        return "site"
    return _PLACES.get(_AREAS.get(finding.check, "data"), "plan")


def landing_of(finding: Finding) -> tuple[str, str]:
    """Return the place where the cause of a finding is mended, and what of it is to be shown: its subject, or a view."""
    if finding.check == "FT10":
        return "workload", "demand" if finding.outcome == "unknown" else "waiting"
    if finding.check == "FT11":  # of a rented line, but for the hours that nobody said
        return ("workload", "demand") if finding.message.id == "FT11.open" else ("build", finding.subject)
    if finding.check in _OF_DATA and finding.outcome == "unknown" and finding.subject == "plan":
        return "workload", "demand"
    return place_of_finding(finding), finding.subject


def place_of_subject(plan: Plan, alternative: str, subject: str) -> str:
    """Return the name of the place where a line, node, entry, fund or person stands, '' where it is none of these."""
    one = plan.alternative(alternative)
    if one is not None and any(line.id == subject for line in one.lines):
        return "build"
    if plan.node(subject) is not None or (one is not None and any(link.id == subject for link in one.links)):
        return "site"
    if any(entry.id == subject for entry in plan.workload):
        return "workload"
    if any(fund.id == subject for fund in plan.funds):
        return "cost"
    return "plan" if any(group.id == subject for group in plan.people) else ""


Title = str | Labelled | Message
_WALL = msg("link.wall", "the wall")
_NOWHERE = msg("link.nowhere", "not said where")


def link_title(link: Link, titles: Mapping[str, Title]) -> Title:
    """Return what network cables are called by their ends; ``titles`` are those of the lines."""
    to = titles.get(link.to, _WALL) if link.to else _NOWHERE
    return msg("link.title", "{machine} → {to}", machine=titles.get(link.line, link.line), to=to)


def titles_of(plan: Plan, alternative: str) -> dict[str, Title]:
    """Return by id what the parts of a plan are called: lines, entries, people, machines there are, funds, nodes, catalog rows."""
    one = plan.alternative(alternative)
    titles: dict[str, Title] = {line.id: line.title for line in (one.lines if one else ())}
    titles |= {there.id: there.title for there in plan.existing}
    titles |= {link.id: link_title(link, titles) for link in (one.links if one else ())}
    titles |= {entry.id: entry.title for entry in plan.workload}
    titles |= {group.id: group.title for group in plan.people}
    titles |= {fund.id: fund.title for fund in plan.funds}
    titles |= {node.id: name_of(node) for node in plan.site}
    return {item.id: row_label(item) for item in plan.items.values()} | titles


def title_among(titles: Mapping[str, Title], subject: str) -> Title:
    """Return what a subject is called: its title, the plan's or the total's word, or the subject itself."""
    if subject in titles:
        return titles[subject]
    if subject in ("", "plan"):
        return PLAN
    return TOTAL if subject == "total" else subject


def subject_title(plan: Plan, alternative: str, subject: str, language: str) -> str:
    """Return what a subject is called: a line's or entry's title, a node's name, a fund; the plan's word otherwise."""
    return format_value(title_among(titles_of(plan, alternative), subject), language)
