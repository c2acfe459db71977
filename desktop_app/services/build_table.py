"""The lines of an alternative as the table of the place Build shows them: groups with sums, prices, loads, feeds, checks.

Plain records: numbers come as figures and amounts, texts in the window's language; the window only paints them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from desktop_app.services.plugging import feed_key, feed_text
from desktop_app.services.row_names import row_name, shown_maker
from planner.assess.prices import Amount
from planner.assess.run import Assessment
from planner.catalog.items import Item
from planner.checks.registry import Finding, Outcome
from planner.checks.site_parts import name_of
from planner.figure import Figure
from planner.messages import Labelled, Message, format_number, format_value, msg
from planner.plan.document import Connection, Line, LineRole, Plan, Price
from planner.source_words import source_text

_WORST: tuple[Outcome, ...] = ("error", "warning", "unknown")


class BuildGroup(msgspec.Struct, frozen=True, kw_only=True):
    """A group of roles with its word and icon."""

    key: str
    title: Message
    icon: str
    roles: tuple[LineRole, ...]


GROUPS = (
    BuildGroup(key="compute", title=msg("build.compute", "Compute"), icon="server", roles=("compute",)),
    BuildGroup(key="storage", title=msg("build.storage", "Storage"), icon="disk", roles=("storage",)),
    BuildGroup(key="network", title=msg("build.network", "Network"), icon="network", roles=("network",)),
    BuildGroup(key="power", title=msg("build.power", "Power"), icon="bolt", roles=("ups", "pdu", "works")),
    BuildGroup(key="cooling", title=msg("build.cooling", "Cooling"), icon="snow", roles=("cooling",)),
    BuildGroup(key="rack", title=msg("build.rack", "Rack"), icon="rack", roles=("rack",)),
    BuildGroup(key="cloud", title=msg("build.cloud", "Rental and API"), icon="cloud", roles=("cloud", "api")),
    BuildGroup(
        key="service", title=msg("build.service", "Services"), icon="wrench", roles=("service", "software", "other")
    ),
)
UOM: Mapping[str, Message] = {
    "set": msg("uom.set", "set"),
    "piece": msg("uom.piece", "pc"),
    "year": msg("uom.year", "yr"),
    "lot": msg("uom.lot", "lot"),
    "card_hour": msg("uom.card_hour", "card-h"),
}
_DRAWS = frozenset({"compute", "storage", "network", "cooling", "other"})
_APPLIES = frozenset({"compute", "storage", "network", "ups", "pdu", "cooling", "rack", "other"})
_FED = frozenset({"compute", "storage", "network", "ups", "cooling", "pdu", "other"})


class BuildLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line: ``detail`` is the catalog row behind it, ``feed`` where it is plugged in, ``worst`` what was found on it.

    ``power`` and ``rack_u`` are None where they do not apply to such a line; ``feed`` '' is not plugged in, None not
    to be plugged in. ``power_least_w`` is what the cards alone take where the machine around them is not known. ``price_note`` says source and day of the price.
    """

    id: str
    group: str
    name: str
    detail: str
    quantity: int
    uom: str
    price: Price
    price_known: bool
    assumed_price: bool
    price_note: str
    unit_price: Figure | None
    subtotal: Amount
    power: Figure | None
    power_least_w: float | None
    rack_u: Figure | None
    weight: Figure | None
    feed: str | None
    feed_key: str
    worst: Outcome
    found: int
    waived: int  # errors, warnings and questions that somebody waived or put off: not passed
    maker: str
    stage: str
    fund: str
    vat: str
    row: Item | None


class BuildSums(msgspec.Struct, frozen=True, kw_only=True):
    """The foot of the table: amounts of the alternative."""

    chosen: Amount
    contingency: Amount
    planned: Amount
    budget: Amount


def build_lines(assessment: Assessment, language: str) -> tuple[BuildLine, ...]:
    """Return the lines in the order of their groups, as they stand in the plan within each."""
    plan, one = assessment.plan, assessment.context.alternative
    found = _findings_by_line(assessment.findings)
    order = {role: at for at, group in enumerate(GROUPS) for role in group.roles}
    lines = sorted(one.lines, key=lambda line: order.get(line.role, len(GROUPS)))
    links: dict[str, list[Connection]] = {}
    for link in one.connections:
        links.setdefault(link.line, []).append(link)
    names = {node.id: format_value(name_of(node), language) for node in plan.site}
    loose = assessment.context.site.unplugged
    return tuple(
        _line(
            assessment,
            line,
            found.get(line.id, ()),
            (
                feed_text(links.get(line.id, ()), names, line.quantity, loose.get(line.id, 0), language),
                feed_key(links.get(line.id, ()), loose.get(line.id, 0)),
            ),
            language,
        )
        for line in lines
    )


def build_sums(assessment: Assessment) -> BuildSums:
    """Return the amounts under the table."""
    money = assessment.context.money
    return BuildSums(
        chosen=money.chosen,
        contingency=money.contingency,
        planned=money.planned,
        budget=money.budget,
    )


def group_of(role: str) -> str:
    """Return the key of the group of a role."""
    return next((group.key for group in GROUPS if role in group.roles), "service")


def _line(
    assessment: Assessment, line: Line, found: Iterable[Finding], feed: tuple[str, str], language: str
) -> BuildLine:
    """Return a line; ``feed`` is where it is plugged in, as text and as the choice that stands."""
    plan, one = assessment.plan, assessment.context.alternative
    figures = assessment.context.lines[line.id]
    prices = assessment.context.prices[line.id]
    asking = [finding for finding in found if finding.outcome in _WORST]
    outcomes = [finding.outcome for finding in asking if not _is_aside(finding)]
    worst: Outcome = next((outcome for outcome in _WORST if outcome in outcomes), "pass")
    item = plan.item_of(line.item)
    applies = line.role in _APPLIES
    return BuildLine(
        id=line.id,
        group=group_of(line.role),
        name=line.title.label(language),
        detail=_detail(plan, line, language),
        quantity=line.quantity,
        uom=format_value(UOM[line.uom], language),
        price=line.price,
        price_known=line.price.chosen is not None,
        assumed_price=line.price.quality == "assumed",
        price_note=_price_note(line.price, language),
        unit_price=_unit_price(prices.chosen.figure),
        subtotal=prices.chosen,
        power=figures.max_w if line.role in _DRAWS else None,
        power_least_w=_cards_w(plan, line),
        rack_u=figures.rack_u if applies else None,
        weight=figures.weight_kg if applies else None,
        feed=feed[0] if line.role in _FED else None,
        feed_key=feed[1],
        worst=worst,
        found=len(outcomes),
        waived=len(asking) - len(outcomes),
        maker=shown_maker(item.maker, language) if item is not None else "",
        stage=_title(next((stage.title for stage in one.stages if stage.id == line.stage), None), language),
        fund=next((fund.title for fund in plan.funds if fund.id == line.fund), ""),
        vat=f"{format_number(line.price.vat_rate * 100)} %" if line.price.vat_rate is not None else "",
        row=item,
    )


def _title(title: Labelled | None, language: str) -> str:
    return title.label(language) if title is not None else ""


def _detail(plan: Plan, line: Line, language: str) -> str:
    """Return the catalog rows behind a line: the machine, and how many of which card in each."""
    item, card = plan.item_of(line.item), plan.item_of(line.card)
    parts = []
    if card is not None and line.cards_per_unit:
        parts.append(f"{line.cards_per_unit} × {card.name}")
    if item is not None:
        parts.append(row_name(item.id, item.name, language))
    return ("，" if language == "zh" else ", ").join(parts)


def _unit_price(amount: Figure) -> Figure | None:
    """Return the unit price an amount is made of: as entered, or with the exchange rate or the tax it took."""
    return next((given.figures[0] for given in amount.inputs if given.name == "price"), None)


def _cards_w(plan: Plan, line: Line) -> float | None:
    """Return what the cards of a line take (W): power of the card times cards times units; None where not known."""
    card = plan.item_of(line.card)
    each = card.number("tdp_w") if card is not None else None
    return each * line.cards_per_unit * line.quantity if each and line.cards_per_unit else None


def _price_note(price: Price, language: str) -> str:
    day = price.observed.isoformat() if price.observed else ""
    return " · ".join(part for part in (source_text(price.source, language), day) if part)


def _is_aside(finding: Finding) -> bool:
    return finding.waiver is not None or finding.snooze is not None


def _findings_by_line(findings: Iterable[Finding]) -> Mapping[str, list[Finding]]:
    by_line: dict[str, list[Finding]] = {}
    for finding in findings:
        by_line.setdefault(finding.subject, []).append(finding)
    return by_line
