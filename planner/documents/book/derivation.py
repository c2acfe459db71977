"""（四）关键参数的需求依据: need, bound and their ratio, with the account that leads from one to the other."""

from __future__ import annotations

from planner.documents.book.draft import Draft
from planner.documents.model import Cell, Number, Paragraph, Row, Section, Table, Text
from planner.figure import Figure
from planner.messages import format_number, format_quantity
from planner.tender.parameters import Parameter
from planner.tender.wording import quantity
from planner.units import convert

_COUNTED = ("min", "max")
_COMPUTED = ("card_memory", "cloud_memory", "card_memory_total", "card_count", "room_power", "ups_w")


def derivation(draft: Draft) -> Section:
    """Return the table of needs and bounds for ★, ▲ and whatever a need stands behind."""
    columns = draft.columns(
        "derivation",
        ("code", 16, "id"),
        ("name", 27, "text"),
        ("basis", 59, "text"),
        ("need", 25, "text", "center"),
        ("bound", 27, "text", "center"),
        ("ratio", 12, "number", "center"),
    )
    shown = [one for one in draft.parameters if _is_key(one)]
    table = Table(
        columns=columns,
        rows=tuple(_row(draft, one) for one in shown),
        caption=draft.say("derivation.caption"),
        anchor="derivation",
        media="paper",
    )
    intro = Paragraph(text=draft.say("derivation.intro"), media="paper")
    return Section(title=draft.say("derivation"), anchor="section-derivation", blocks=(intro, table))


def _is_key(one: Parameter) -> bool:
    return one.kind in _COUNTED and one.bound is not None and (one.level != "general" or one.need is not None)


def _row(draft: Draft, one: Parameter) -> Row:
    need = need_in_unit(one)
    sign = "≥" if one.kind == "min" else "≤"
    unit = one.unit_text(draft.language)
    return Row(
        (
            Text(one.code),
            Text(one.row.name.label(draft.language)),
            Text(basis(draft, one)),
            Text("—" if need is None else quantity(_rounded(need), unit)),
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


def basis(draft: Draft, one: Parameter) -> str:
    """Return how the bound was found, in words and numbers."""
    rule, need = one.row.rule, one.need
    if need is None or not need.known:
        return _unneeded(draft, one)
    match rule:
        case "card_memory" | "cloud_memory" | "card_memory_total":
            said = _memory(draft, one, need)
        case "card_count":
            said = draft.say("basis.cards", count=format_number(need.require()))
        case "room_power":
            said = _power(draft, need)
        case "ups_w":
            said = _ups(draft, need)
        case _:
            said = one.basis.label(draft.language)
    is_marked = rule not in _COMPUTED  # the words of the requirement say it themselves
    if not one.threshold.to_verify or is_marked:
        return said
    return said + ("" if draft.zh else " ") + draft.say("basis.verify")


def _unneeded(draft: Draft, one: Parameter) -> str:
    chosen = one.threshold.chosen
    told = one.basis.label(draft.language)
    return told if not chosen.known or one.origin != "ladder" else draft.say("basis.ladder", basis=told)


def _memory(draft: Draft, one: Parameter, need: Figure) -> str:
    parts = {given.name: given.figures[0] for given in need.inputs}
    per = "total" if one.row.rule == "card_memory_total" else "each"
    return draft.say(
        f"basis.memory.{per}",
        task=_task(draft, parts["need_gib"]),
        need=format_quantity(parts["need_gib"].require(), "GiB", draft.language),
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


def _power(draft: Draft, need: Figure) -> str:
    """Return the account of the narrowest circuit or socket on the way."""
    branches = next(given.figures for given in need_root(need).inputs if given.name == "power_w")
    least = min((one for one in branches if one.known), key=lambda one: one.require())
    parts = {given.name: given.figures for given in least.inputs}
    rest = sum(one.require() for one in parts["rest_w"])
    others = draft.say("basis.power.rest", rest=format_quantity(rest, "W", draft.language)) if rest else ""
    return draft.say(
        "basis.power",
        current=_current(draft, {name: figures[0].require() for name, figures in parts.items() if figures}),
        volts=format_number(parts["volts_v"][0].require()),
        factor=format_number(parts["power_factor"][0].require()),
        others=others,
    )


def _current(draft: Draft, parts: dict[str, float]) -> str:
    """Return the usable current of a branch: rating, the share of it that may be used, less other loads, by phases."""
    rating, share, other = (parts[name] for name in ("rating_a", "share", "other_a"))
    whole = draft.say("basis.power.rating", rating=format_number(rating))
    if share != 1:
        whole = draft.say("basis.power.share", rating=format_number(rating), share=format_number(share))
    if other:
        shown = whole.removesuffix(" A") if share == 1 else whole
        whole = draft.say("basis.power.other", rating=shown, other=format_number(other))
    phases = parts["phase_factor"]
    return whole if phases == 1 else draft.say("basis.power.three" if phases == 3 else "basis.power.root") + whole


def need_root(need: Figure) -> Figure:
    """Return the figure behind conversions of its unit."""
    while need.formula is not None and need.formula.key == "tender.in_unit":
        need = next(given.figures[0] for given in need.inputs if given.name == "value")
    return need


def _ups(draft: Draft, need: Figure) -> str:
    parts = {given.name: given.figures[0] for given in need_root(need).inputs}
    return draft.say(
        "basis.ups",
        load=format_quantity(parts["load_w"].require(), "W", draft.language),
        share=format_number(parts["use_share"].require()),
    )
