"""（四）关键参数的需求依据: need, bound and their ratio, with the account that leads from one to the other.

Only what a need stands behind is shown; a bound taken from the planned build would show suppliers what is planned. It is
an open point of the draft instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from planner.documents.book.draft import Draft
from planner.documents.model import Cell, Number, Paragraph, Row, Section, Table, Text
from planner.facility.cooling_loss import RATED_FOR_W
from planner.figure import Figure
from planner.messages import format_number, format_quantity
from planner.tender.data_needs import READ_GBPS, ROOM_TB
from planner.tender.derive import ENOUGH_MAKERS, TYPED
from planner.tender.loads import COOLING_NEED_W, UPS_NEED_VA, UPS_NEED_W
from planner.tender.needs import LABEL_GB, LEAST_W
from planner.tender.parameters import Parameter
from planner.tender.wording import quantity
from planner.units import convert

_COUNTED = ("min", "max")


def derivation(draft: Draft) -> Section | None:
    """Return the table of needs and bounds of the requirements that a need stands behind, None where there are none."""
    columns = draft.columns(
        "derivation",
        ("code", 16, "id"),
        ("name", 26, "text"),
        ("basis", 69, "text"),
        ("need", 21, "text", "center"),
        ("bound", 22, "text", "center"),
        ("ratio", 12, "number", "center"),
    )
    shown = [one for one in draft.parameters if _is_key(one)]
    if not shown:
        return None
    table = Table(
        columns=columns,
        rows=tuple(_row(draft, one) for one in shown),
        caption=draft.say("derivation.caption"),
        anchor="derivation",
        media="paper",
    )
    intro = Paragraph(text=draft.say("derivation.intro") + _makers(draft), media="paper")
    return Section(title=draft.say("derivation"), anchor="section-derivation", blocks=(intro, table))


def _makers(draft: Draft) -> str:
    """Return the sentence that enough makers meet the ★ on the cards; '' where that is not known, or there are no cards."""
    counted = [(one.k_chip, one.k_system) for one in draft.parameters if one.k_chip is not None]
    is_enough = all((chip or 0) >= ENOUGH_MAKERS and (system or 0) >= ENOUGH_MAKERS for chip, system in counted)
    if not counted or not is_enough:
        return ""
    return ("" if draft.zh else " ") + draft.say("derivation.makers", count=ENOUGH_MAKERS)


def _is_key(one: Parameter) -> bool:
    return one.kind in _COUNTED and one.bound is not None and need_in_unit(one) is not None


def _row(draft: Draft, one: Parameter) -> Row:
    need = need_in_unit(one)
    sign = "≥" if one.kind == "min" else "≤"
    unit = one.unit_text(draft.language)
    return Row(
        (
            Text(one.code),
            Text(one.row.name.label(draft.language)),
            draft.cell(basis(draft, one)),
            Text(quantity(_rounded(need or 0), unit)),
            Text(sign + quantity(one.bound, unit)),
            _ratio(one, need),
        )
    )


def _ratio(one: Parameter, need: float | None) -> Cell:
    if not need or one.bound is None:
        return Text("—")
    return Number(one.bound / need, decimals=2)


def need_in_unit(one: Parameter) -> float | None:
    """Return the need of a requirement in the unit of its bound; None where nothing tells it, and for quantities."""
    if one.need is None or one.need.value is None or one.row.rule == "card_count":
        return None
    return convert(one.need.value, one.need.unit or "1", one.unit or "1")


def _rounded(value: float) -> float:
    return float(f"{value:.3g}")


def unfounded(draft: Draft) -> tuple[str, ...]:
    """Return the ids of ★ and ▲ with a bound that no need stands behind, quantities left out."""
    return tuple(
        one.code
        for one in draft.parameters
        if one.kind in _COUNTED and one.level != "general" and one.origin == "ladder" and need_in_unit(one) is None
    )


def basis(draft: Draft, one: Parameter) -> str:
    """Return how the bound was found: the account of its need in words and numbers, else the words of its row."""
    root = need_root(one.need) if one.need is not None else None
    account = _ACCOUNTS.get(root.formula.key) if root is not None and root.formula is not None else None
    is_told = one.row.rule in TYPED and one.origin == "fixed"
    if not is_told and (root is None or account is None):
        return one.basis.label(draft.language)  # its words say themselves where it has to be verified
    told = "basis.planned" if one.threshold.to_verify else "basis.told"  # nobody of the users said an assumption
    said = account(draft, one, root) if root is not None and account is not None else draft.say(told)
    if not one.threshold.to_verify:
        return said
    return said + ("" if draft.zh else " ") + draft.say("basis.verify")


def _memory(draft: Draft, one: Parameter, need: Figure) -> str:
    parts = {given.name: given.figures[0] for given in need.inputs}
    per = "total" if one.row.rule == "card_memory_total" else "each"
    return draft.say(
        f"basis.memory.{per}",
        task=_task(draft, parts["need_gib"]),
        need=quantity(float(f"{parts['need_gib'].require():.4g}"), "GiB"),
        visible=format_number(parts["visible_share"].require()),
        share=_usable(draft, parts["use_share"].require()),
    )


def _usable(draft: Draft, share: float) -> str:
    """Return the share of a card that a job may use, '' where it may use all of it."""
    if share == 1:
        return ""
    return ("" if draft.zh else " ") + draft.say("basis.memory.share", share=format_number(share))


def _task(draft: Draft, figure: Figure) -> str:
    """Return the title of the entry whose need a figure is ('workload/<id>/...')."""
    name = figure.key.split("/")[1] if figure.key.startswith("workload/") else ""
    entry = next((one for one in draft.assessment.context.workload if one.id == name), None)
    return entry.title.label(draft.language) if entry else draft.say("basis.largest")


def _power(draft: Draft, one: Parameter, need: Figure) -> str:
    """Return the account of the narrowest circuit or socket on the way."""
    branches = next(given.figures for given in need.inputs if given.name == "power_w")
    least = min((branch for branch in branches if branch.known), key=lambda branch: branch.require())
    parts = {given.name: given.figures for given in least.inputs}
    rest = sum(other.require() for other in parts["rest_w"])
    units = parts["units"][0].require()
    others = draft.say("basis.power.rest", rest=format_quantity(rest, "W", draft.language)) if rest else ""
    return draft.say(
        "basis.power",
        current=_current(draft, {name: figures[0].require() for name, figures in parts.items() if figures}),
        volts=format_number(parts["volts_v"][0].require()),
        factor=format_number(parts["power_factor"][0].require()),
        others=others + (draft.say("basis.power.units", units=format_number(units)) if units > 1 else ""),
    )


def _current(draft: Draft, parts: dict[str, float]) -> str:
    """Return the usable current of a branch: rating, the share of it that may be used, less other loads, by phases."""
    rating, share, other = (parts[name] for name in ("rating_a", "share", "other_a"))
    whole = draft.say("basis.power.rating", rating=format_number(rating))
    if share != 1:
        whole = draft.say("basis.power.share", rating=format_number(rating), share=format_number(share))
    if other:
        whole = draft.say("basis.power.other", current=whole, other=format_number(other))
    phases = parts["phase_factor"]
    return whole if phases == 1 else draft.say("basis.power.three" if phases == 3 else "basis.power.root") + whole


def need_root(need: Figure) -> Figure:
    """Return the figure behind conversions of its unit."""
    while need.formula is not None and need.formula.key == "tender.in_unit":
        need = next(given.figures[0] for given in need.inputs if given.name == "value")
    return need


def _ups(draft: Draft, one: Parameter, need: Figure) -> str:
    load, share = (given.figures[0] for given in need.inputs)
    said = draft.say("basis.ups", load=format_quantity(load.require(), load.unit, draft.language))
    if share.require() == 1:
        draft.open("requirements", draft.say("open.no_reserve", code=one.code), "check")
        return said + draft.say("basis.ups.bare")
    return said + ("" if draft.zh else " ") + draft.say("basis.ups.share", share=format_number(share.require()))


def _cooling(draft: Draft, one: Parameter, need: Figure) -> str:
    parts = {given.name: given.figures for given in need.inputs}
    others = sum(other.require() for other in parts["others_w"])
    rest = draft.say("basis.cooling.others", others=format_quantity(others, "W", draft.language)) if others else ""
    heat, place = parts["heat_w"][0], ""
    if heat.formula is RATED_FOR_W:
        given = {one.name: one.figures[0] for one in heat.inputs}
        heat = given["wanted_w"]
        place = draft.say("basis.cooling.place", share=format_number(round(given["derate"].require(), 3)))
    units = parts["units"][0].require()
    each = draft.say("basis.cooling.units", units=format_number(units)) if units > 1 else ""
    return draft.say(
        "basis.cooling",
        heat=format_quantity(heat.require(), "W", draft.language),
        place=place,
        margin=format_number(parts["margin"][0].require()),
        rest=rest,
        each=each,
    )


def _room(draft: Draft, _one: Parameter, need: Figure) -> str:
    parts = {given.name: given.figures[0] for given in need.inputs}
    is_told = parts["data_tb"].key == "plan/data_tb"
    return draft.say(
        "basis.room.told" if is_told else "basis.room",
        data=format_quantity(parts["data_tb"].require(), "TB", draft.language),
        growth=format_number(100 * parts["growth"].require()),
        fill=format_number(100 * parts["fill"].require()),
    )


def _read(draft: Draft, _one: Parameter, need: Figure) -> str:
    parts = {given.name: given.figures[0] for given in need.inputs}
    units, margin = parts["units"].require(), parts["margin"].require()
    return draft.say(
        "basis.read",
        read=format_quantity(parts["read_gbs"].require(), "GB/s", draft.language),
        margin=draft.say("basis.read.margin", margin=format_number(margin)) if margin != 1 else "",
        units=draft.say("basis.read.units", units=format_number(units)) if units > 1 else "",
    )


# By the formula of a need, whatever requirement it stands behind.
_ACCOUNTS: Mapping[str, Callable[[Draft, Parameter, Figure], str]] = {
    LABEL_GB.key: _memory,
    LEAST_W.key: _power,
    UPS_NEED_W.key: _ups,
    UPS_NEED_VA.key: _ups,
    COOLING_NEED_W.key: _cooling,
    ROOM_TB.key: _room,
    READ_GBPS.key: _read,
}
