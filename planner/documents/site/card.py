"""断电卡: where everything is switched off, in which order, for the wall beside the door."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from planner.assess.run import Assessment
from planner.assess.site import NodeLoad
from planner.checks.declared import path_up
from planner.documents.model import (
    Block,
    Document,
    Input,
    KeyValue,
    KeyValues,
    Language,
    Note,
    Paragraph,
    Row,
    Section,
    Table,
    Text,
)
from planner.documents.site.draft import SiteDraft
from planner.limits import with_own_limits
from planner.pictures.wiring_ups import unwired
from planner.plan.document import SiteNode
from planner.tender.parameters import Parameter

_STEPS = ("people", "shut_down", "ups", "breakers", "report", "restore")
_FIRE = ("leave", "water", "alarm")


@with_own_limits
def build_emergency_card(
    assessment: Assessment,
    _parameters: Sequence[Parameter],
    language: Language,
    today: dt.date,
    version: str,
) -> Document:
    """Return the card: steps, breakers with what hangs on each, UPS, fire, and whom to call."""
    draft = SiteDraft(assessment, language, today, version)
    blocks: list[Block] = [
        Section(title=draft.say("steps"), blocks=tuple(_steps(draft)), numbered=False),
        Section(title=draft.say("breakers"), blocks=tuple(_breakers(draft)), numbered=False),
        Section(
            title=draft.say("fire"),
            blocks=tuple(Paragraph(marker="•", text=draft.say(f"fire.{one}")) for one in _FIRE),
            numbered=False,
        ),
        Section(title=draft.say("calls"), blocks=(_calls(draft),), numbered=False),
        Note(text=draft.say("card.note")),
    ]
    return draft.document("card", *blocks)


def _steps(draft: SiteDraft) -> Iterator[Block]:
    has_ups = bool(draft.site.ups) or any(node.type == "ups" for node in draft.site.nodes)
    steps = [one for one in _STEPS if one != "ups" or has_ups]
    if has_ups:  # what hangs behind one is live with every breaker open
        steps = ["people.ups" if one == "people" else one for one in steps]
    for at, one in enumerate(steps, 1):
        yield Paragraph(marker=f"{at}.", text=draft.say(f"steps.{one}"))


def _breakers(draft: SiteDraft) -> Iterator[Block]:
    loads = [
        load
        for load in draft.site.loads.values()
        if load.node.type in ("circuit", "ups") and load.node.id not in draft.to_lay
    ]
    if not loads:
        yield Paragraph(text=draft.say("breakers.none"))
        return
    by_id = {node.id: node for node in draft.site.nodes}
    columns = draft.columns(
        ("panel", 40, "text"), ("breaker_name", 44, "text"), ("rating_a", 22, "number"), ("hangs", 60, "text")
    )
    rows = []
    for load in loads:
        panel = _panel(load.node, by_id)
        comma = "；" if draft.language == "zh" else "; "
        hung = [*_hung(draft, load, by_id)]
        hangs = comma.join([*hung, *(draft.name(one) for one in _cooling_on(load.node, by_id))])
        rows.append(
            Row(
                (
                    Text(draft.name(panel) if panel is not None else draft.say("open")),
                    Text(
                        draft.name(load.node)
                        if load.node.type == "circuit"
                        else draft.say("ups.switch", name=draft.name(load.node))
                    ),
                    draft.number(load.rating_a) if load.node.type == "circuit" else Text(draft.say("none")),
                    Text(hangs or draft.say("hangs.none")),
                )
            )
        )
    yield Table(columns=columns, rows=(*rows, *_last_switches(draft)), numbered=False)
    yield from _still_live(draft, by_id)


def _hung(draft: SiteDraft, load: NodeLoad, by_id: dict[str, SiteNode]) -> Iterator[str]:
    """Yield the machines that hang on a breaker, with how many, and whether other breakers feed them too."""
    units: dict[str, int] = {}
    for link in load.connected:
        units[link.line] = units.get(link.line, 0) + link.units
    for name, count in units.items():
        told = f"{draft.title(load.lines[name])} × {count}"
        yield draft.say("hangs.part", machines=told) if len(_switches(draft, name, by_id)) > 1 else told


def _switches(draft: SiteDraft, line: str, by_id: dict[str, SiteNode]) -> tuple[SiteNode, ...]:
    """Return what has to be switched off before a machine of several cords is dead; () where each unit hangs at one place."""
    links = [link for link in draft.context.alternative.connections if link.line == line and link.node in by_id]
    if not any(link.share < 1 for link in links):
        return ()
    found: dict[str, SiteNode] = {}
    for link in links:
        for one in path_up(by_id[link.node], by_id):
            if one.type in ("circuit", "ups"):
                found[one.id] = one
    return tuple(found.values())


def _still_live(draft: SiteDraft, by_id: dict[str, SiteNode]) -> Iterator[Block]:
    """Yield which machines stay live with one breaker open, and what a UPS goes on feeding with the mains off."""
    for name, line in draft.context.lines.items():
        switches = _switches(draft, name, by_id)
        if len(switches) > 1:
            names = draft.joined(_switch(draft, one, by_id) for one in switches)
            yield Note(text=draft.say("card.live", machine=draft.title(line), switches=names))
    for load in draft.site.in_use.get("ups", ()):
        machines = draft.joined(draft.title(line) for line in load.lines.values())
        yield Note(text=draft.say("card.ups", ups=draft.name(load.node), machines=machines))


def _switch(draft: SiteDraft, node: SiteNode, by_id: dict[str, SiteNode]) -> str:
    """Return what the switch of a circuit or a UPS is called, with its panel."""
    if node.type == "ups":
        return draft.say("ups.switch", name=draft.name(node))
    panel = _panel(node, by_id)
    name = draft.name(node)
    return name if panel is None else draft.say("card.switch", name=name, panel=draft.name(panel))


def _last_switches(draft: SiteDraft) -> Iterator[Row]:
    """Yield the outputs of planned UPS whose place is not settled, and last the main switches of the panels."""
    none, lines = Text(draft.say("none")), draft.context.lines
    for name in unwired(draft.context):
        ups = draft.say("ups.switch", name=draft.title(lines[name]))
        yield Row((Text(draft.say("open")), Text(ups), none, Text(draft.say("open"))))
    for load in draft.site.loads.values():
        if load.node.type == "panel":
            yield Row(
                (
                    Text(draft.name(load.node)),
                    Text(draft.say("main.switch")),
                    draft.number(load.rating_a),
                    Text(draft.say("hangs.all")),
                )
            )


def _cooling_on(node: SiteNode, by_id: dict[str, SiteNode]) -> Iterator[SiteNode]:
    """Yield the air conditioners of the room that go off with a breaker."""
    for one in by_id.values():
        above = by_id.get(one.parent) if one.type == "ac" else None
        while above is not None and above is not node:
            above = by_id.get(above.parent)
        if above is not None:
            yield one


def _panel(node: SiteNode, by_id: dict[str, SiteNode]) -> SiteNode | None:
    above = by_id.get(node.parent)
    while above is not None and above.type != "panel":
        above = by_id.get(above.parent)
    return above


def _calls(draft: SiteDraft) -> KeyValues:
    known = KeyValue(draft.say("calls.fire"), Text(draft.say("calls.fire.number"), bold=True))
    asked = (KeyValue(draft.say(f"calls.{one}"), Input()) for one in ("keeper", "electrician", "guard"))
    return KeyValues(items=(known, *asked), numbered=False, widths_mm=(60, 106))
