"""The rows of the lines table: what each column shows of a line, a group and the whole, as prepared cells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from decimal import Decimal
from math import ceil
from typing import TYPE_CHECKING

from desktop_app.services.build_table import GROUPS, BuildGroup, BuildLine
from desktop_app.window.models.record_model import RecordColumn, RecordRow
from desktop_app.window.parts.cells import (
    NOT_APPLICABLE,
    NOT_APPLICABLE_RIGHT,
    Cell,
    GroupCell,
    HeadCell,
    RangeCell,
    StatusCell,
    TextCell,
)
from desktop_app.window.parts.painted import advance
from desktop_app.window.parts.price_range import span_of
from planner.messages import Message, format_number, msg, render

if TYPE_CHECKING:
    from desktop_app.window.look.tokens import Status
    from planner.figure import Figure
    from planner.messages import Message
    from planner.plan.document import Price

_UOM_ROOM = 34
_UOM_AIR = 5


def _uom_room(uom: str) -> int:
    """Return the room of a unit: the same for the usual ones, so that numbers stand below each other; a long one has its own."""
    return max(_UOM_ROOM, ceil(advance(uom, "caption")) + _UOM_AIR)


_STATUS: dict[str, tuple[Status, Message]] = {
    "error": ("error", msg("build.check.error", "Error")),
    "warning": ("warn", msg("build.check.warning", "Warning")),
    "unknown": ("unknown", msg("build.check.unknown", "Unknown")),
    "pass": ("ok", msg("build.check.pass", "Pass")),
}
_ASIDE = msg("build.aside", "waived or put off")
_UNKNOWN = msg("build.check.unknown", "Unknown")
_BELOW_HUNDRED = 100  # prices below it are shown to the fen

_SIGNS = {"CNY": "", "USD": "US$", "EUR": "€", "GBP": "£", "JPY": "JP¥", "HKD": "HK$"}  # the head says yuan

COLUMNS = ("name", "quantity", "price", "range", "subtotal", "power", "rack_u", "feed", "check")
HIDDEN = ("maker", "price_date", "vat", "stage", "fund", "weight")


def columns(language: str) -> tuple[RecordColumn, ...]:
    """Return the columns with their heads in ``language``."""

    def say(said: Message) -> str:
        return render(said, language)

    yuan = say(msg("build.head.yuan", "yuan"))
    return (
        RecordColumn(key="name", head=HeadCell(text=say(msg("build.head.name", "Item"))), width=320),
        RecordColumn(key="quantity", head=HeadCell(text=say(msg("build.head.quantity", "Qty")), right=True), width=76),
        RecordColumn(
            key="price",
            head=HeadCell(text=say(msg("build.head.price", "Unit price")), unit=yuan, right=True),
            width=104,
        ),
        RecordColumn(key="range", head=HeadCell(text=say(msg("build.head.range", "Range"))), width=76),
        RecordColumn(
            key="subtotal",
            head=HeadCell(text=say(msg("build.head.subtotal", "Subtotal")), unit=yuan, right=True),
            width=100,
        ),
        RecordColumn(
            key="power", head=HeadCell(text=say(msg("build.head.power", "Power")), unit="kW", right=True), width=84
        ),
        RecordColumn(
            key="rack_u", head=HeadCell(text=say(msg("build.head.height", "Size")), unit="U", right=True), width=58
        ),
        RecordColumn(key="feed", head=HeadCell(text=say(msg("build.head.feed", "Feed"))), width=102),
        RecordColumn(key="check", head=HeadCell(text=say(msg("build.head.check", "Check"))), width=92),
        RecordColumn(key="maker", head=HeadCell(text=say(msg("build.head.maker", "Maker"))), width=120, hidden=True),
        RecordColumn(
            key="price_date", head=HeadCell(text=say(msg("build.head.source", "Price source"))), width=180, hidden=True
        ),
        RecordColumn(
            key="vat", head=HeadCell(text=say(msg("build.head.vat", "VAT")), right=True), width=64, hidden=True
        ),
        RecordColumn(key="stage", head=HeadCell(text=say(msg("build.head.stage", "Stage"))), width=100, hidden=True),
        RecordColumn(key="fund", head=HeadCell(text=say(msg("build.head.fund", "Fund"))), width=120, hidden=True),
        RecordColumn(
            key="weight",
            head=HeadCell(text=say(msg("build.head.weight", "Weight")), unit="kg", right=True),
            width=84,
            hidden=True,
        ),
    )


class LineRows:
    """Prepares the row of a line, and keeps it as long as the line says the same: an edit changes few of many."""

    def __init__(self) -> None:
        """Start with nothing kept."""
        self._kept: dict[str, tuple[BuildLine, str, bool, RecordRow]] = {}

    def row(self, line: BuildLine, language: str, *, grey: bool) -> RecordRow:
        """Return the row of a line."""
        kept = self._kept.get(line.id)
        if kept is not None and kept[1:3] == (language, grey) and kept[0] == line:
            return kept[3]
        made = _line_row(line, language, grey=grey)
        self._kept[line.id] = (line, language, grey, made)
        return made

    def rows(
        self,
        lines: Sequence[BuildLine],
        language: str,
        folded: Collection[str],
        *,
        grouped: bool,
        keep: Callable[[BuildLine], bool],
    ) -> tuple[RecordRow, ...]:
        """Return groups and their lines; a line that ``keep`` refuses is shown in grey."""
        if not grouped:
            return tuple(self.row(line, language, grey=not keep(line)) for line in lines)
        rows: list[RecordRow] = []
        for group in GROUPS:
            inside = [line for line in lines if line.group == group.key]
            if not inside:
                continue
            rows.append(_group_row(group, inside, language, is_open=group.key not in folded))
            if group.key not in folded:
                rows += [self.row(line, language, grey=not keep(line)) for line in inside]
        return tuple(rows)


def _group_row(group: BuildGroup, inside: Sequence[BuildLine], language: str, *, is_open: bool) -> RecordRow:
    name = render(group.title, language)
    total = _sum([line.subtotal.figure.value for line in inside])
    power = _sum([line.power.value for line in inside if line.power is not None])
    units = _sum([line.rack_u.value for line in inside if line.rack_u is not None])
    cells: dict[str, Cell] = {
        "name": GroupCell(text=name, count=str(len(inside)), icon=group.icon, open=is_open),
        "subtotal": _sum_cell(None if total is None else _money(Decimal(str(total))), language),
    }
    if any(line.power is not None for line in inside):
        cells["power"] = _sum_cell(None if power is None else f"{power / 1000:.2f}", language, tone="text2")
    if units != 0 and any(line.rack_u is not None for line in inside):
        cells["rack_u"] = _sum_cell(None if units is None else format_number(units), language, tone="text2")
    return _row(f"group-{group.key}", cells, {"name": name}, {}, {}, group=True)


def _sum(values: list[float | None]) -> float | None:
    return None if any(value is None for value in values) else sum(value for value in values if value is not None)


def _sum_cell(text: str | None, language: str, *, tone: str = "text") -> Cell:
    if text is None:
        return _unknown(language, right=True)
    return TextCell(text=text, right=True, bold=True, tone=tone)


def status_cell(outcome: str, language: str) -> StatusCell:
    """Return the worst finding on something as icon and word."""
    status, word = _STATUS.get(outcome, _STATUS["pass"])
    return StatusCell(status=status, word=render(word, language))


def _unknown(language: str, *, right: bool = False) -> StatusCell:
    return StatusCell(status="unknown", word=render(_UNKNOWN, language), right=right)


def _verdict(line: BuildLine) -> tuple[Status, Message]:
    """Return how a line stands; one whose findings are all waived or put off has not passed."""
    if line.worst == "pass" and line.waived:
        return "unknown", _ASIDE
    return _STATUS[line.worst]


def _line_row(line: BuildLine, language: str, *, grey: bool) -> RecordRow:
    tone, beside = ("disabled", "disabled") if grey else ("text", "text2")
    status, word = _verdict(line)
    cells: dict[str, Cell] = {
        "name": TextCell(text=line.name, detail=line.detail, indent=18, tone=tone, detail_tone=beside),
        "quantity": TextCell(
            text=str(line.quantity),
            unit=line.uom,
            unit_room=_uom_room(line.uom),
            right=True,
            tone=tone,
            detail_tone=beside,
        ),
        "price": _price_cell(line, language, tone),
        "range": _range_cell(line.price),
        "subtotal": _money_cell(line, language, tone),
        "power": _power_cell(line, language, tone),
        "rack_u": _figure_cell(line.rack_u, 1, language, tone),
        "feed": _feed_cell(line, language, tone),
        "check": StatusCell(status=status, word=render(word, language)),
        "maker": TextCell(text=line.maker, tone=tone),
        "price_date": TextCell(text=line.price_note, tone=tone),
        "vat": TextCell(text=line.vat, right=True, tone=tone) if line.vat else _unknown(language, right=True),
        "stage": TextCell(text=line.stage, tone=tone),
        "fund": TextCell(text=line.fund, tone=tone),
        "weight": _figure_cell(line.weight, 1, language, tone),
    }
    figures = {
        "price": line.unit_price,
        "range": line.unit_price,
        "subtotal": line.subtotal.figure,
        "power": line.power,
        "rack_u": line.rack_u,
        "weight": line.weight,
    }
    tips = {"name": line.detail, "price": line.price_note, "range": _range_tip(line.price, line.price_note)}
    return _row(line.id, cells, _texts(line, language), figures, tips)


def _row(
    row_id: str,
    cells: dict[str, Cell],
    texts: dict[str, str],
    figures: dict[str, Figure | None],
    tips: dict[str, str],
    *,
    group: bool = False,
) -> RecordRow:
    keys = (*COLUMNS, *HIDDEN)
    return RecordRow(
        id=row_id,
        cells=tuple(cells.get(key) for key in keys),
        texts=tuple(texts.get(key, "") for key in keys),
        figures=tuple(figures.get(key) for key in keys),
        tips=tuple(tips.get(key, "") for key in keys),
        group=group,
    )


def _texts(line: BuildLine, language: str) -> dict[str, str]:
    """Return what copying and reading aloud give: numbers in full."""
    word = render(_verdict(line)[1], language)
    total = line.subtotal.figure.value
    return {
        "name": line.name,
        "quantity": str(line.quantity),
        "price": _price_text(line.price),
        "range": _range_text(line.price),
        "subtotal": f"{total:.2f}" if total is not None else "",
        "power": f"{line.power.value / 1000:g}" if line.power is not None and line.power.value is not None else "",
        "rack_u": f"{line.rack_u.value:g}" if line.rack_u is not None and line.rack_u.value is not None else "",
        "feed": line.feed or "",
        "check": word,
        "maker": line.maker,
        "price_date": line.price_note,
        "vat": line.vat,
        "stage": line.stage,
        "fund": line.fund,
        "weight": f"{line.weight.value:g}" if line.weight is not None and line.weight.value is not None else "",
    }


def _price_text(price: Price) -> str:
    if price.chosen is None:
        return ""
    return f"{price.chosen:f}" if price.currency == "CNY" else f"{price.currency} {price.chosen:f}"


def _price_cell(line: BuildLine, language: str, tone: str) -> Cell:
    if line.price.chosen is None:
        return _unknown(language, right=True)
    text = f"{_SIGNS.get(line.price.currency, line.price.currency + ' ')}{_money(line.price.chosen)}"
    return TextCell(text=text, right=True, assumed=line.assumed_price, tone=tone)


def _money_cell(line: BuildLine, language: str, tone: str) -> Cell:
    if line.subtotal.money is None:
        return _unknown(language, right=True)
    return TextCell(text=_money(line.subtotal.money.amount), right=True, tone=tone)


def _money(amount: Decimal) -> str:
    return (
        f"{amount:,.2f}" if abs(amount) < _BELOW_HUNDRED or amount != amount.to_integral_value() else f"{amount:,.0f}"
    )


def _range_cell(price: Price) -> Cell:
    if price.low is None or price.high is None or price.low == price.high:
        return NOT_APPLICABLE
    chosen = float(price.chosen) if price.chosen is not None else None
    return RangeCell(span=span_of(float(price.low), float(price.high), chosen))


def _range_text(price: Price) -> str:
    if price.low is None or price.high is None:
        return ""
    return f"{format_number(price.low)}–{format_number(price.high)}"


def _range_tip(price: Price, note: str) -> str:
    text = _range_text(price)
    return f"{text}\n{note}" if text and note else text


def _figure_cell(figure: Figure | None, divisor: float, language: str, tone: str) -> Cell:
    if figure is None:
        return NOT_APPLICABLE_RIGHT
    if figure.value is None:
        return _unknown(language, right=True)
    if figure.value == 0:
        return NOT_APPLICABLE_RIGHT
    text = f"{figure.value / divisor:.2f}" if divisor > 1 else format_number(figure.value)
    return TextCell(text=text, right=True, tone=tone, assumed=figure.quality == "assumed")


def _power_cell(line: BuildLine, language: str, tone: str) -> Cell:
    """Return the power; of cards whose machine is not known, what they take at least."""
    if line.power is not None and line.power.value is None and line.power_least_w:
        return StatusCell(status="unknown", word=f"≥ {line.power_least_w / 1000:.2f}", right=True)
    return _figure_cell(line.power, 1000, language, tone)


def _feed_cell(line: BuildLine, language: str, tone: str) -> Cell:
    if line.feed is None:
        return NOT_APPLICABLE
    if not line.feed:
        return _unknown(language)
    return TextCell(text=line.feed, tone=tone)
