"""The remedies of a UPS that is too small: a larger one, fewer machines on it, or less power of their cards.

A planned UPS gives way to a larger row of the catalog, else to a requirement; one that stands there already is relieved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

import msgspec

from planner.assess.context import View
from planner.assess.lines import LineFigures
from planner.assess.ups import PlannedUps
from planner.catalog.items import Item
from planner.catalog.ladders import ladder
from planner.catalog.supply import Market, is_domestic, supply_state
from planner.checks.capping import cap_fix
from planner.checks.inlets import takes
from planner.checks.registry import Fix, Outcome
from planner.checks.replugging import Leaving, Outlets, enough_of, moved
from planner.checks.substitution import open_price
from planner.checks.switches import required
from planner.checks.ups_load import Carried
from planner.figure import Figure, Quality, leaf
from planner.limits import limit
from planner.messages import Labelled, Message, msg
from planner.plan.edits import Batch, Edit, SetValue, UseItem
from planner.tables import rows

_NEAR = 0.1  # how far the voltage of a UPS may be from the mains: 230 V rows are sold for 220 V
_GONE = ("eol", "used_market", "export_restricted")


class _Need(msgspec.Struct, frozen=True, kw_only=True):
    """What a UPS of ``units`` must carry with others of ``others_w`` beside it (W), at this power factor and share of its nameplate."""

    whole_w: float
    others_w: float
    units: int
    factor: float
    share: float

    def is_met(self, rated_w: float, rated_va: float) -> bool:
        """Tell whether units of such a rating (W, VA) carry it."""
        all_w = self.others_w + self.units * rated_w
        used = self.whole_w / all_w
        return used <= self.share and used * rated_w / self.factor <= self.share * rated_va

    def rating(self) -> tuple[float, float] | None:
        """Return the rating (W, VA) of the smallest UPS of the catalog that carries it, else the customary one; None where none is made."""
        made = next((one for one in _made() if self.is_met(*one)), None)
        if made is not None:
            return made
        per_va = limit("ups.w_per_va").require()
        least_w = (self.whole_w / self.share - self.others_w) / self.units
        sizes = (
            ladder("ups_va").at_least(least_w / per_va),
            ladder("L2").at_least(least_w / per_va),
        )  # beyond the catalog
        ratings = ((size * per_va, size) for size in sizes if size is not None)
        return next((one for one in ratings if self.is_met(*one)), None)


@lru_cache(maxsize=1)
def _made() -> tuple[tuple[float, float], ...]:
    """Return the ratings (W, VA) of single-phase rows of the catalog that give as many watts as is customary, the smallest first."""
    return tuple((float(row["rated_w"]), float(row["rated_va"])) for row in rows("facility/ups_ratings.csv"))


def ups_step(view: View, one: Carried, outcome: Outcome) -> Fix | None:
    """Return the step for a UPS that is loaded too much; None where the plan has none.

    The check must read lines, site, facts, alternative, market and organisation.
    """
    line, need = _planned(view, one)
    height = view.site.ups_share_pct
    if need is not None and height is not None:
        need = msgspec.structs.replace(need, share=need.share * height.require() / 100)
    if line is not None and need is not None:
        return _larger(view, one, line, need)
    if one.basis != "wired":
        return None
    goals = (limit("ups.load_warn").require(), 1.0) if outcome == "error" else (limit("ups.load_warn").require(),)
    steps = (step for share in goals for step in (_relieved(view, one, share), _capped(view, one, share)))
    return next((step for step in steps if step is not None), None)


def _planned(view: View, one: Carried) -> tuple[LineFigures | None, _Need | None]:
    """Return the line that a UPS is of, and what it must carry; None where it stands there already."""
    share, load_va = limit("ups.load_warn").require(), one.percent.given["load_va"]
    assert isinstance(load_va, Figure)
    if not load_va.value:
        return None, None
    ratio = one.load_w.require() / load_va.value
    if one.basis == "wired":
        marks = (*view.alternative.connections, *view.alternative.placements)
        names = {mark.line for mark in marks if mark.node == one.subject}
        here = [view.lines[name] for name in names if name in view.lines and view.lines[name].line.role == "ups"]
        if len(here) != 1 or here[0].line.quantity != 1:
            return None, None
        need = _Need(whole_w=one.load_w.require(), others_w=0.0, units=1, factor=ratio, share=share)
        return here[0], need
    line, others = view.lines[one.subject], _beside(view.site.ups, one)
    if others is None:
        return None, None
    whole = one.load_w.require() + sum(own.behind_w.require() for own in others)
    rated = sum(own.rating_w.require() for own in others)
    return line, _Need(whole_w=whole, others_w=rated, units=line.line.quantity, factor=ratio, share=share)


def _beside(planned: tuple[PlannedUps, ...], one: Carried) -> list[PlannedUps] | None:
    """Return the other UPS that machines are shared out over; None where the rating of one is not known."""
    others = [own for own in planned if own.basis == "shared" and own.line.line.id != one.subject]
    others = others if one.basis == "shared" else []
    return others if all(own.behind_w.known and own.rating_w.known for own in others) else None


def _larger(view: View, one: Carried, line: LineFigures, need: _Need) -> Fix | None:
    path = f"alternatives/{view.alternative.id}/lines/{line.line.id}"
    price = SetValue(path=f"{path}/price", value=open_price(line.line))
    best = None if line.item is None else next(_rows(view, line.item, need), None)
    if best is not None:
        rating = best.number("rated_w") or 0.0, best.number("rated_va") or 0.0
        name = f"{best.maker} {best.name}".strip()
        said = msg(
            "UP01.fix.row",
            "Take a larger UPS such as {name}: {va}, {watts}; its price is to be asked for",
            name=name,
            **_told(rating),
        )
        edits: tuple[Edit, ...] = (UseItem(path=f"{path}/item", item=best), price, *_at_node(one, rating))
        return Fix(label=said, edit=Batch(edits=edits, title=name))
    asked = need.rating()
    if asked is None:
        return None
    said = msg("UP01.fix.ask", "Ask for a larger UPS: {va}, {watts}; its price is to be asked for", **_told(asked))
    return Fix(label=said, edit=Batch(edits=(*_requirement(path, line, asked, need), price, *_at_node(one, asked))))


def _rows(view: View, now: Item, need: _Need) -> Iterator[Item]:
    """Yield rows of the catalog that carry it, the smallest first, then domestic ones: as many phases, the same mains."""
    volts = limit("default.volts_v", view.organisation.profile).require()
    online = need.whole_w >= limit("ups.interactive_w").require() or now.text("topology") == "online"
    found = []
    for item in view.memo.call(_ups_rows, view.market):
        rated_w, rated_va, mains = item.number("rated_w"), item.number("rated_va"), item.number("nominal_v")
        if rated_w is None or rated_va is None or mains is None or abs(mains / volts - 1) > _NEAR:
            continue
        if (item.number("phases") or 1) != (now.number("phases") or 1) or (
            online and item.text("topology") != "online"
        ):
            continue
        if need.is_met(rated_w, rated_va):
            found.append((rated_va, is_domestic(item) is not True, rated_w, item.id, item))
    for *_rank, item in sorted(found, key=lambda row: row[:-1]):
        yield item


def _ups_rows(market: Market) -> tuple[Item, ...]:
    return tuple(one for one in market.items if one.kind == "ups" and supply_state(one) not in _GONE)


def _told(rating: tuple[float, float]) -> Mapping[str, Figure]:
    return {
        "watts": leaf("ups/larger_w", rating[0], "W", Quality.ASSUMED),
        "va": leaf("ups/larger_va", rating[1], "VA", Quality.ASSUMED),
    }


def _requirement(path: str, line: LineFigures, rating: tuple[float, float], need: _Need) -> Iterator[Edit]:
    """Yield what makes a line the requirement of a UPS of a rating (W, VA); online where so much power wants it."""
    if line.line.item:
        yield SetValue(path=f"{path}/item", value="")
    yield SetValue(path=f"{path}/facts/rated_w", value=required(rating[0]))
    yield SetValue(path=f"{path}/facts/rated_va", value=required(rating[1]))
    if need.whole_w >= limit("ups.interactive_w").require():
        yield SetValue(path=f"{path}/facts/topology", value=required("online"))


def _at_node(one: Carried, rating: tuple[float, float]) -> Iterator[Edit]:
    """Yield what tells the rating (W, VA) at the node that a planned UPS is at."""
    if one.basis == "wired":
        for name, value in zip(("rated_w", "rated_va"), rating, strict=True):
            told: dict[str, Any] = {"value": value, "quality": "assumed", "source": "the planned UPS"}
            yield SetValue(path=f"site/{one.subject}/values/{name}", value=told)


def _relieved(view: View, one: Carried, share: float) -> Fix | None:
    """Return the step that plugs computers in past the UPS, on the same circuit, so that it is loaded to a share at most."""
    load, percent = view.site.loads[one.subject], one.percent.require() / 100
    over_w = one.load_w.require() * (1 - share / percent)
    outlets = Outlets(view.site, view.alternative.id, view.alternative.connections, takes)
    for leaving in enough_of(outlets.whole_at(load, "compute"), over_w, lambda line: line.unit_max_w.value):
        step = outlets.step(load, leaving, partial(_past, one, leaving))
        if step is not None:
            return step
    return None


def _past(one: Carried, leaving: Leaving, place: str | Labelled) -> Message:
    left_w = one.load_w.require() - leaving.units * leaving.line.unit_max_w.require()
    return msg(
        "UP01.fix.past",
        "Plug {machines} in at {place}, without the UPS: its load goes down to {left}",
        machines=moved(leaving),
        place=place,
        left=leaf("ups/left_w", left_w, "W", Quality.COMPUTED, "what stays on the UPS"),
    )


def _capped(view: View, one: Carried, share: float) -> Fix | None:
    load = view.site.loads[one.subject]
    if not (load.own_a.known and load.other_a.known):
        return None
    return cap_fix(view, load, load.own_a.require() * 100 * share / one.percent.require() + load.other_a.require())
