"""Small plans for the check tests: parts with plain defaults, one assessment, and the findings in it.

The plan's alternative is called ``A``. Facts are given as plain values: ``node("c1", "circuit", volts=220)``.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import msgspec

from planner.assess.run import Assessment, assess
from planner.catalog.items import Item, ItemKind, Value, digest
from planner.checks.catalogue import ALL_CHECKS
from planner.figure import Figure, Quality, walk
from planner.formulas import recompute
from planner.messages import Labelled
from planner.money import Money
from planner.plan.document import (
    Alternative,
    Budget,
    Connection,
    Fact,
    Line,
    LineRole,
    Link,
    NodeType,
    Placement,
    Plan,
    Price,
    SiteNode,
)

if TYPE_CHECKING:
    from planner.checks.registry import Check, Finding

TODAY = dt.date(2026, 11, 30)
# What a plan from a template knows: customary values that somebody accepted.
FACTS: dict[str, Any] = {"power_factor": 0.98, "shr": 0.7, "utilisation": 0.5, "idle_share": 0.24}


def facts(quality: Quality = Quality.ENTERED, /, **values: float | str | bool) -> dict[str, Fact]:
    """Return plain values as facts."""
    return {name: Fact(value=value, quality=quality) for name, value in values.items()}


def node(id: str, type: NodeType, parent: str = "", /, title: str = "", **values: float | str | bool) -> SiteNode:  # noqa: A002
    """Return a site node with plain values."""
    return SiteNode(id=id, type=type, parent=parent, title=title or id, values=facts(**values))


def make_item(
    id: str = "box", kind: ItemKind = "system", /, maker: str = "(class)", **values: float | str | bool
) -> Item:  # noqa: A002
    """Return a catalog row with plain values of published quality."""
    attributes = {
        key: Value(value=value, source="maker's data sheet", source_date="2026-01", quality=Quality.PUBLISHED)
        for key, value in values.items()
    }
    return Item(id=id, kind=kind, maker=maker, name=id, attributes=attributes)


def make_link(id: str, line: str, to: str, cables: int = 1, /, **values: float | str | bool) -> Link:  # noqa: A002
    """Return network cables from a line to a switch with plain values."""
    return Link(id=id, line=line, to=to, cables=cables, values=facts(**values))


def make_line(
    id: str = "ws",  # noqa: A002
    role: LineRole = "compute",
    quantity: int = 1,
    *,
    item: Item | None = None,
    card: Item | None = None,
    cards: int = 0,
    price: str = "100000",
    known: dict[str, float | str | bool] | None = None,
    **fields: Any,
) -> Line:
    """Return a line; ``known`` are its facts (``max_power_w=2500``), ``price`` its chosen unit price in yuan."""
    return Line(
        id=id,
        title=Labelled(zh=f"设备 {id}", en=f"machine {id}"),
        role=role,
        quantity=quantity,
        item="" if item is None else digest(item),
        card="" if card is None else digest(card),
        cards_per_unit=cards,
        facts=facts(**(known or {})),
        price=fields.pop("price_range", None) or Price(chosen=Decimal(price), vat_rate=Decimal("0.13")),
        **fields,
    )


def make_plan(
    *lines: Line,
    site: tuple[SiteNode, ...] = (),
    plugged: dict[str, str] | None = None,
    connections: tuple[Connection, ...] = (),
    placements: tuple[Placement, ...] = (),
    items: tuple[Item, ...] = (),
    known: dict[str, float | str | bool] | None = None,
    calendar: dict[str, float | str | bool] | None = None,
    **fields: Any,
) -> Plan:
    """Return a plan with one alternative ``A``.

    ``plugged`` maps line ids to site nodes and plugs in all units of the line; ``known`` are facts beside the
    customary ones (None as a value takes one away); ``fields`` are fields of the plan, or stages and links of the alternative.
    """
    by_id = {line.id: line for line in lines}
    links = tuple(Connection(line=one, node=at, units=by_id[one].quantity) for one, at in (plugged or {}).items())
    told = {key: value for key, value in {**FACTS, **(known or {})}.items() if value is not None}
    one = Alternative(
        id="A",
        title=Labelled(zh="甲", en="A"),
        lines=lines,
        stages=fields.pop("stages", ()),
        connections=(*links, *connections),
        placements=placements,
        links=fields.pop("links", ()),
    )
    fields.setdefault("budget", Budget(amount=Money.of("300000"), contingency_rate=Decimal("0.05")))
    return Plan(
        id="p1",
        title=Labelled(zh="方案", en="plan"),
        created=TODAY,
        site=site,
        facts=facts(**told),
        calendar=facts(**(calendar or {})),
        alternatives=(one,),
        chosen="A",
        items={digest(item): item for item in items},
        **fields,
    )


def assess_one(
    plan: Plan, checks: tuple[Check, ...] = ALL_CHECKS, today: dt.date = TODAY, market: tuple[Item, ...] = ()
) -> Assessment:
    """Return the assessment of alternative ``A``; every figure a finding shows is recomputed from its formula text."""
    assessment = assess(plan, "A", today, checks=checks, market=market)
    for finding in assessment.findings:
        for shown in finding.figures:
            _assert_honest(shown)
    return assessment


def _assert_honest(figure: Figure) -> None:
    for part in walk(figure):
        again = recompute(part)
        if again is None or part.value is None:
            assert again is part.value
        else:
            rounding = 0.0051 if part.unit == "CNY" else 0.0  # money is rounded to the fen
            assert abs(again - part.value) <= 1e-9 * max(1.0, abs(part.value)) + rounding, part.key


def find_all(assessment: Assessment, check: str, subject: str | None = None) -> tuple[Finding, ...]:
    """Return the findings of a check, on one subject where it is given."""
    return tuple(one for one in assessment.findings if one.check == check and subject in (None, one.subject))


def find(assessment: Assessment, check: str, subject: str | None = None) -> Finding:
    """Return the one finding of a check on a subject; fails where there is none or more."""
    found = find_all(assessment, check, subject)
    assert len(found) == 1, (check, subject, [(one.outcome, one.subject) for one in found], crashes(assessment))
    return found[0]


def outcome(assessment: Assessment, check: str, subject: str | None = None) -> str:
    """Return the outcome of the one finding of a check on a subject; '' where the check says nothing of it."""
    return find(assessment, check, subject).outcome if find_all(assessment, check, subject) else ""


def crashes(assessment: Assessment) -> list[str]:
    """Return the checks that failed themselves."""
    return [one.check for one in assessment.findings if one.message.id.startswith("SYS01")]


def fixed(plan: Plan, finding: Finding) -> Plan:
    """Return the plan with the finding's remedy applied, stored and read back as an edit must be."""
    from planner.plan.edits import Edit

    assert finding.fix is not None, finding.message
    edit = msgspec.json.decode(msgspec.json.encode(finding.fix.edit), type=Edit)
    after, _change = edit.apply(plan)
    return after
