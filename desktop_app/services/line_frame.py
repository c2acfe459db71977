"""What stands around the lines of a list: titles, a line that names the unit, heads in two rows, words below; none of it is bought.

``单位：万元`` above a list, or ``金额（万元）`` over the columns of prices, is the unit of every number below that has none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from desktop_app.services.line_heads import Head, column_of, read_heads, tax_of, unit_head
from desktop_app.services.line_numbers import is_counted, read_amount
from desktop_app.services.line_tails import unglued
from planner.messages import Message, msg
from planner.numerals import normalised

_UNIT = re.compile(
    r"(?:(?:计[量价]|金额|价格|货币|价款|报价)?单位[均都]?[:为]|(?:all\s+)?(?:amounts?|prices?)\s+(?:are\s+)?in|\bcurrency|\bunit)\s*[:]?\s*"
    r"(?P<unit>(?:人民币|rmb|cny)?\s*(?:百万|千|万|10k|10,?000|1,?000|k)?\s*(?:元|圆|美元|欧元|cny|rmb|yuan|usd|us\$|eur))"
    r"(?=$|币种|[\s)\],;/。])",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"(?:报价单|报价表|清单|配置单|明细表?|询价单|一览表|quotation|quote|price\s+list)\s*(?:\([^)]*\))?$", re.IGNORECASE
)
_LABEL = re.compile(
    r"^(?:(?:报价|询价|供货|采购)?(?:单位|日期|编号|人)|(?:报价)?有效期|交货[期日地]\w*|付款\w*|支付\w*|联系人|联系(?:电话|方式)|电话|手机|传真|地址|供应商|客户|公司|"
    r"开户行|账号|税号|币种|注|备注|说明|附注|(?:人民币|金额|合计|总计)?\(?大写\)?(?:人民币|金额)?|项目(?:名称|编号)|valid\w*|date|from|to|contact|phone|terms?|notes?|remarks?)\s*[:]",
    re.IGNORECASE,
)
_BELOW = re.compile(r"^以上|^(?:人民币)?\(?大写\)?")


class Row(msgspec.Struct, frozen=True):
    """A row of a list: where it stands in the text (from 1), as typed, and its cells."""

    number: int
    line: str
    cells: Sequence[str]


class Heads(msgspec.Struct, frozen=True):
    """The columns of the rows below, and what their heads are called."""

    columns: Mapping[str, Head]
    labels: Sequence[str]


class Framed(msgspec.Struct, frozen=True):
    """Heads and rows of goods in their order, the head of a number without columns, and what was understood of the rest."""

    parts: Sequence[Row | Heads]
    bare: Head
    said: tuple[Message, ...]


class _Unit(msgspec.Struct, frozen=True):
    words: str
    head: Head


def framed(rows: Sequence[Row]) -> Framed:
    """Return the rows of goods with their heads; the unit that stands around them is in the heads and said with its row."""
    parts: list[Row | Heads] = []
    said: list[Message] = []
    dropped: list[str] = []
    around: list[_Unit] = []
    at = 0
    while at < len(rows):
        row = rows[at]
        heads, used, told = _heads(rows, at)
        if heads is not None:
            parts.append(heads)
            said += told
            at += used
            continue
        at += 1
        if (unit := _unit_of(row)) is not None:
            around.append(unit)
            if unit.words:
                said.append(_unit_said(unit.words, row.number))
        elif _is_around(row, first=not parts, headed=not parts and _is_headed(rows, at)):
            dropped.append(" ".join(cell for cell in row.cells if cell))
            around += [_Unit("", Head(0, tax=tax))] if (tax := tax_of(row.line)) else []
        else:
            parts.append(row)
    bare = _bare(around)
    if dropped:
        said.append(msg("lines.around", "Not taken as lines: {texts}.", texts=tuple(text[:24] for text in dropped[:4])))
    return Framed([_in_unit(part, bare) for part in parts], bare, _once(said))


def _bare(around: Sequence[_Unit]) -> Head:
    """Return what is said around the list of a number without a unit; the first unit that is named counts."""
    units = [one.head for one in around if one.words]
    taxes = [one.head.tax for one in around if one.head.tax is not None]
    return msgspec.structs.replace(units[0] if units else Head(0), tax=taxes[0] if taxes else None)


def _once(said: Sequence[Message]) -> tuple[Message, ...]:
    return tuple(one for at, one in enumerate(said) if one not in said[:at])


def _is_headed(rows: Sequence[Row], start: int) -> bool:
    return any(_heads(rows, at)[0] is not None for at in range(start, len(rows)))


def _in_unit(part: Row | Heads, bare: Head) -> Row | Heads:
    if isinstance(part, Row):
        return part
    columns = {
        key: _given(head, bare) if key in ("price", "total", "tax") else head for key, head in part.columns.items()
    }
    return Heads(columns, part.labels)


def _given(head: Head, unit: Head) -> Head:
    """Return a column with what is said around it, where its own head says nothing."""
    if not head.told:
        head = msgspec.structs.replace(head, scale=unit.scale, currency=unit.currency)
    return msgspec.structs.replace(head, tax=head.tax or unit.tax)


def _unit_said(words: str, row: int) -> Message:
    return msg("lines.unit", "Unit: {unit}, from row {row}.", unit=words, row=row)


def _has_number(row: Row) -> bool:
    return any(is_counted(cell) or read_amount(cell) is not None for cell in row.cells if cell)


def _unit_of(row: Row) -> _Unit | None:
    """Return the unit that a row without goods names."""
    found = _UNIT.search(normalised(" ".join(cell for cell in row.cells if cell)).casefold())
    if found is None or _has_number(row):
        return None
    head = unit_head(found["unit"], tax_of(row.line))
    return None if head is None else _Unit(found["unit"].strip(), head)


def _is_around(row: Row, *, first: bool, headed: bool) -> bool:
    """Tell whether a row is a title, or a label with its text, above or below the goods."""
    texts = [normalised(cell) for cell in row.cells if cell]
    if not texts:
        return True
    if _LABEL.match(texts[0]) or (len(texts) == 1 and _BELOW.match(texts[0])):
        return True
    if _has_number(row) or len(texts) > 1 or unglued(texts[0])[1]:
        return False
    return first and (headed or _TITLE.search(texts[0]) is not None)


def _heads(rows: Sequence[Row], at: int) -> tuple[Heads | None, int, list[Message]]:
    """Return the heads that begin with a row, of how many rows they are, and the unit that the upper one gives the lower."""
    upper = rows[at]
    if any(is_counted(cell) for cell in upper.cells):
        return None, 0, []
    if at + 1 < len(rows) and (found := _two_rows(upper, rows[at + 1])) is not None:
        return found[0], 2, found[1]
    named = read_heads(upper.cells)
    return (None, 0, []) if named is None else (Heads(named, upper.cells), 1, [])


def _two_rows(upper: Row, lower: Row) -> tuple[Heads, list[Message]] | None:
    """Return the heads of two rows, of which the upper has cells over several columns."""
    if "\t" not in lower.line or _has_number(lower) or _has_number(upper) or _unit_of(upper) is not None:
        return None
    filled = [cell for cell in lower.cells if cell]
    own = read_heads(lower.cells)
    units = [unit_head(cell, None) if cell else None for cell in upper.cells]
    if own is None and (not filled or not all(column_of(cell) for cell in filled)):
        return None
    wide = max(len(upper.cells), len(lower.cells))
    pairs = list(zip(_filled(upper.cells, wide), _filled(lower.cells, wide), strict=True))
    labels = [below if own is not None else below or above for above, below in pairs]
    named = own or read_heads(labels)
    if named is None or (own is not None and not any(units)):
        return None
    columns = dict(named)
    said: list[Message] = []
    for key in ("price", "total", "tax"):
        head = columns.get(key)
        if head is None or not pairs[head.at][1]:
            continue
        over = next((place for place in range(min(head.at, len(units) - 1), -1, -1) if upper.cells[place]), None)
        if over is None or (unit := units[over]) is None:
            continue
        if not head.told:
            said.append(_unit_said(" ".join(upper.cells[over].split()), upper.number))
        columns[key] = _given(head, unit)
        columns[key] = msgspec.structs.replace(columns[key], told=True)
    return Heads(columns, labels), said


def _filled(cells: Sequence[str], wide: int) -> list[str]:
    return [*cells, *[""] * (wide - len(cells))]
