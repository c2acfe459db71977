"""A configuration or a quote as people have it: pasted or typed lines, what is understood of them, and the plan they become.

A row is name, quantity, unit price, in any order and parted by tabs, commas or wide blanks; a heading row says which is
which. Names are looked up in the catalog by all their words, then by the words with digits in them; where several rows
fit, none is taken until the user says which. What is not recognised stays as a line without a catalog row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

import msgspec

from db.search import words
from db.store import Store
from desktop_app.services.desk import Desk
from desktop_app.services.line_catalog import KIND_ROLES, found_rows, read_machine, sure_rows
from desktop_app.services.line_cleaning import cleaned_lines
from desktop_app.services.line_doubts import doubted
from desktop_app.services.line_edits import line_edits
from desktop_app.services.line_english import MAYBE_MILLIONS, is_nameless
from desktop_app.services.line_frame import Heads, Row, framed
from desktop_app.services.line_heads import Head, column_of, tax_of, without_tax
from desktop_app.services.line_numbers import (
    Amount,
    is_counted,
    is_measured,
    is_no_count,
    is_sum,
    measured_tail,
    read_amount,
    read_count,
)
from desktop_app.services.line_rates import rate_in, read_rate
from desktop_app.services.line_tails import unglued
from desktop_app.services.line_totals import read_total, with_total
from desktop_app.services.line_words import is_machine, role_of
from desktop_app.services.model_words import has_model, model_groups
from desktop_app.services.read_line import ReadLine, ReadList, is_recognised, joined, notes_of
from planner.errors import InputError
from planner.messages import Labelled, Message, msg
from planner.money import Money, Tax
from planner.numerals import normalised
from planner.plan.document import Alternative, Budget, Organisation, Plan

_PARTS = re.compile(r"\t|\s{2,}|[;；|]|(?<!\d)[,，、]|[,，、](?!\d{3}(?!\d))")
_BROKEN = re.compile(r'(?<![^\t\n])"([^"\t\n]*\n[^"\t]*)"(?=[\t\n]|$)')  # a cell of a sheet with a line break in it
_AMOUNT_LIKE = re.compile(r"^(?:[¥$€]|[a-z]{2,3}\s*[¥$]?\s*)?\d[\d.,'’ ]*\s*(?:[wkm]|元|[¥$€])?$", re.IGNORECASE)
_MOST_ROWS = 500
_LEAST_PRICE = 100
_CENT = Decimal("0.01")
_SAID = frozenset(("model", "note", "unit"))  # columns whose text tells of the thing
_MOST_CONTINGENCY_PCT = 50
_NET_AND_GROSS = ("excluded", "included")
_NO_NOTE = frozenset(("number", "unit", "tax", "rate", "price", "total", "quantity"))


def read_lines(text: str, store: Store) -> tuple[ReadLine, ...]:
    """Return the lines of a pasted or typed text; raises InputError where there are too many."""
    return read_list(text, store).lines


def read_list(text: str, store: Store) -> ReadList:
    """Return the lines of a text with what was understood of its unit and titles; raises InputError where there are too many."""
    whole = _BROKEN.sub(lambda cell: " ".join(cell[1].split()), text.replace("\r\n", "\n"))
    given = cleaned_lines(line for line in whole.splitlines() if line.strip())
    if len(given) > _MOST_ROWS:
        raise InputError(
            msg("lines.many", "{count} lines are too many at once.", count=len(given)),
            msg("lines.many.remedy", "Paste at most {most} lines.", most=_MOST_ROWS),
        )
    frame = framed(_rows(given, whole.splitlines()))
    heads = Heads({}, ())
    found: list[ReadLine] = []
    for at, part in enumerate(frame.parts):
        if isinstance(part, Heads):
            heads = part
        elif (total := read_total(part.cells, heads.columns or {"total": frame.bare})) is not None:
            found = with_total(found, total)
        elif heads.columns:
            found.append(_with_model(_read(f"line-{at + 1}", part, heads, frame.bare), store))
        else:
            found.append(_with_model(_read_alone(f"line-{at + 1}", part, frame.bare), store))
    return ReadList(lines=doubted(found, store), said=frame.said)


def _rows(given: Sequence[str], whole: Sequence[str]) -> list[Row]:
    """Return rows with their cells and where they stand in the text, empty rows counted."""
    rows: list[Row] = []
    before = 0
    for line in given:
        named = next((number for number in range(before, len(whole)) if line.strip() in whole[number]), before)
        rows.append(Row(named + 1, line, _cells(line)))
        before = min(named + 1, len(whole))
    return rows


# --- reading ---------------------------------------------------------------------------------------------------------


def _cells(line: str) -> list[str]:
    parts = line.split("\t") if "\t" in line else _PARTS.split(line.strip())
    return [part.strip() for part in parts if part and part.strip()] if "\t" not in line else [p.strip() for p in parts]


def _read_alone(row: str, given: Row, bare: Head) -> ReadLine:
    """Return a row that no heads tell of, its numbers in the unit that is said around the list."""
    tax = tax_of(given.line) or bare.tax or "included"
    line = _read_freely(row, given.line, [without_tax(cell) for cell in given.cells], tax, bare)
    return msgspec.structs.replace(line, vat_rate=rate_in(given.line))


def _read(row: str, goods: Row, heading: Heads, bare: Head) -> ReadLine:
    typed, cells, heads = goods.line, goods.cells, heading.columns
    given = {key: without_tax(cells[head.at]) for key, head in heads.items() if head.at < len(cells)}
    model = given.get("model", "")
    name = given.get("name", "") or model
    own = tax_of(typed)
    if not any(letter.isalnum() for letter in name) or len(cells) == 1:
        return _read_alone(row, goods, bare)
    tax = {key: own or heads[key].tax for key in ("price", "total") if key in heads}
    either: Tax = next((one for one in tax.values() if one is not None), "included")
    counts: list[str] = []
    if quantity := given.get("quantity", ""):
        name, told = measured_tail(name)
        counts = [told] if told else []
    else:
        bare_name, tail = unglued(name)
        if tail and all(is_measured(one) for one in tail):
            name, quantity = bare_name, tail[0]
    price = read_amount(given.get("price", ""), heads.get("price"), tax.get("price") or either)
    total = read_amount(given.get("total", ""), heads.get("total"), tax.get("total") or either)
    rate = read_rate(given.get("rate", "")) or rate_in(typed)
    price_cell = given.get("price", "")
    if price is not None and total is not None and rate is None and (_of(price)[1], _of(total)[1]) == _NET_AND_GROSS:
        price, price_cell = None, ""  # no rate is named: what is paid for one is the total with tax
    line = _line(row, typed, name, _Numbers(quantity, counts, price_cell, price, total))
    text = [cell for at, cell in enumerate(cells) if at not in {heads[key].at for key in heads.keys() - _SAID}]
    line = _specified(line, [cell for cell in text if cell != name])
    if given.get("rate", "") and rate is None:
        said = msg("lines.rate", 'The VAT rate "{typed}" was not understood and is left open.', typed=given["rate"])
        line = msgspec.structs.replace(line, note=joined([*notes_of(line), said]))
    remark = _kept(goods, heading, "" if model == name else model)
    return msgspec.structs.replace(line, model="" if model == name else model, remark=remark, vat_rate=rate)


def _kept(goods: Row, heading: Heads, model: str) -> str:
    """Return what a row says besides name and numbers, for the note of its line: the remark, model and every other column."""
    heads = heading.columns
    used = {heads[key].at for key in heads.keys() - {"model", "note"}}
    said: list[str] = []
    for at, cell in enumerate(goods.cells):
        label = heading.labels[at] if at < len(heading.labels) else ""
        if at in used or not cell or column_of(label) in _NO_NOTE:
            continue
        is_note = "note" in heads and heads["note"].at == at
        if "model" in heads and heads["model"].at == at and not model:
            continue
        said.append(cell if is_note or not label else f"{label}：{cell}")
    return "；".join(said)


def _specified(line: ReadLine, cells: Sequence[str]) -> ReadLine:
    return msgspec.structs.replace(line, spec="; ".join(cell for cell in cells if _is_text(cell)))


def _read_freely(row: str, typed: str, cells: list[str], tax: Tax, bare: Head) -> ReadLine:
    """Read a row without headings: the first text is the name, a bare small whole number the quantity, then the price.

    A number of pieces at the end of the name is the quantity where no cell says one.
    """
    if len(cells) > 1 and cells[0].rstrip(".、)）").isdigit() and _is_text(cells[1]):
        cells = cells[1:]  # a running number before the name
    name = next((cell for cell in cells if _is_text(cell)), "")
    rest = [cell for cell in cells if cell is not name and cell]
    name, tail = unglued(name)
    wrong = next((cell for cell in (*tail, *rest) if is_no_count(cell)), "")
    told = next((cell for cell in tail if is_counted(cell)), "")
    quantity = "" if wrong else _quantity_cell(rest, bool(told))  # beside -3 a bare 50 is the price
    numbers = [cell for cell in (*tail, *rest) if cell is not quantity and cell is not told]
    prices = [
        cell for cell in numbers if not is_measured(cell) and not is_no_count(cell) and read_amount(cell) is not None
    ]
    alone = quantity or told
    if not prices and alone and normalised(alone).isdigit() and int(normalised(alone)) >= _LEAST_PRICE:
        quantity, told, prices = "", "", [alone]
    totals = [cell for cell in prices if is_sum(cell)]
    prices = [cell for cell in prices if not is_sum(cell)]
    totals += prices[1:2]
    price, total = (read_amount(some[0], bare, tax) if some else None for some in (prices, totals))
    others = [told] if quantity and told else []
    typed_price = prices[0] if prices else "" if total is not None else _unread(numbers)
    given = _Numbers(wrong or quantity or told, others, typed_price, price, total)
    line = _specified(_line(row, typed, name, given), [cell for cell in (*tail, *rest) if cell])
    line = _doubted(line)
    if given.quantity or line.price is None or not line.spec:
        return line
    said = msg("lines.one", 'No quantity was found: 1 is written. "{typed}" is kept as text.', typed=line.spec)
    return msgspec.structs.replace(line, note=joined([*notes_of(line), said]))


def _doubted(line: ReadLine) -> ReadLine:
    """Return the line with a word on what could be meant otherwise: no name at all, a number at its end like 1.2M."""
    said: list[Message] = []
    if is_nameless(line.typed):
        said.append(msg("lines.no_name", "There are numbers but no name: write what it is in front of them."))
    elif line.price is None and (found := MAYBE_MILLIONS.search(line.name)) is not None:
        said.append(
            msg(
                "lines.maybe_price",
                '"{typed}" was left in the name. Write CNY {typed} if it is the price.',
                typed=found[0],
            )
        )
    return msgspec.structs.replace(line, note=joined([*notes_of(line), *said])) if said else line


def _unread(cells: Sequence[str]) -> str:
    """Return the first cell that is written as an amount and could not be read as one; '' where there is none."""
    return next((cell for cell in cells if _AMOUNT_LIKE.match(normalised(cell)) and read_amount(cell) is None), "")


def _quantity_cell(cells: Sequence[str], told: bool) -> str:
    """Return the cell with the quantity, '' for none; behind a name that tells one, a bare number alone may be the price."""
    found = next((cell for cell in cells if is_counted(cell)), "")
    if not found or not told or is_measured(found) or int(normalised(found)) < _LEAST_PRICE:
        return found
    return found if any(cell is not found and read_amount(cell) is not None for cell in cells) else ""


def _is_text(cell: str) -> bool:
    return (
        not is_counted(cell)
        and not is_no_count(cell)
        and read_amount(cell) is None
        and any(letter.isalpha() for letter in normalised(cell))
    )


class _Numbers(msgspec.Struct, frozen=True):
    """The numbers of a row: quantity, quantities said elsewhere, the price as typed and as read, the amount of all pieces."""

    quantity: str
    others: list[str]
    typed_price: str
    price: Amount | None
    total: Amount | None


def _line(row: str, typed: str, name: str, given: _Numbers) -> ReadLine:
    count, notes = 1, []
    if given.quantity:
        try:
            count = read_count(given.quantity)
            notes += [_other_count(read_count(other), count) for other in given.others if read_count(other) != count]
        except InputError:
            as_typed = given.quantity in "".join(typed.split())
            notes.append(_no_count(given.quantity if as_typed else given.quantity[:-1]))
    price, total = given.price, given.total
    if given.typed_price and price is None:
        notes.append(
            msg("lines.price", 'The price "{typed}" was not understood and is left open.', typed=given.typed_price)
        )
    if total is not None and price is None and not given.typed_price:
        each = [msgspec.structs.replace(one, amount=(one.amount / count).quantize(_CENT)) for one in total.all()]
        price = Amount(low=each[0], chosen=each[1], high=each[2])
        notes.append(msg("lines.from_total", "The unit price is the amount divided by the quantity."))
    elif total is not None and price is not None and not _adds_up(price, total, count):
        said = msg(
            "lines.sum", "{count} times the unit price is not the amount of {total}.", count=count, total=total.chosen
        )
        notes.append(said)
    line = ReadLine(id=row, typed=typed.strip(), name=name or typed.strip(), quantity=count, note=joined(notes))
    if price is None:
        return line
    return msgspec.structs.replace(line, price=price.chosen, low=price.low, high=price.high)


def _no_count(typed: str) -> Message:
    return msg("lines.no_count", 'The quantity "{typed}" was not understood; 1 is written.', typed=typed)


def _other_count(named: int, count: int) -> Message:
    return msg(
        "lines.counts", "The name says {named} pieces; the quantity of {count} counts.", named=named, count=count
    )


def _adds_up(price: Amount, total: Amount, count: int) -> bool:
    """Tell whether the amount is quantity times price, up to the rounding of numbers written in 万元; ranges are not compared."""
    if price.low != price.high or total.low != total.high or _of(price) != _of(total):
        return True
    return abs(total.chosen.amount - price.chosen.amount * count) <= (count * price.step + total.step) / 2


def _of(amount: Amount) -> tuple[str, str]:
    return amount.chosen.currency, amount.chosen.tax


# --- recognising -----------------------------------------------------------------------------------------------------


def _with_model(line: ReadLine, store: Store) -> ReadLine:
    """Take a row by the name; where none is sure, by the name and what the column of models says, of the kind that the name has."""
    read = _recognised(line, store)
    if not line.model or is_recognised(read):
        return read
    named = _recognised(msgspec.structs.replace(line, name=f"{line.name} {line.model}"), store)
    role = role_of(line.name)
    if role not in (None, named.role) or not (is_recognised(named) or (named.matches and not read.matches)):
        return read
    return msgspec.structs.replace(named, name=line.name)


def _recognised(line: ReadLine, store: Store) -> ReadLine:
    """Take a row where its name is the typed one, or the shortest that ends with the typed model; else leave the choice."""
    role = role_of(line.name)
    rows = found_rows(line.name, store, role)
    exact = [row for row in rows if words(row.name) == words(line.name)]
    if named := [row for row in rows if any(has_model(row.name, model) for model in model_groups(line.name))]:
        rows = named  # H200 has the letters of H20, but is not what was written
    if not exact and is_machine(line.name):
        read = read_machine(line.name, line.spec, store)
        return msgspec.structs.replace(
            line,
            matches=read.matches,
            item=read.item,
            role="compute",
            card=read.card,
            cards=read.cards,
            note=joined([one for one in (read.note, line.note) if one is not None]),
        )
    cards = [row for row in rows if row.kind == "accelerator"]
    sure = exact or sure_rows(
        cards or rows, line.name
    )  # a card's model alone is the card, not a machine named after it
    kinds = {KIND_ROLES.get(row.kind, "other") for row in (sure or rows)}
    return msgspec.structs.replace(
        line,
        matches=tuple((row.id, row.name) for row in rows),
        item=sure[0].id if len(sure) == 1 else "",
        role=role or (kinds.pop() if len(kinds) == 1 else "other"),
    )


# --- the plan --------------------------------------------------------------------------------------------------------


def plan_of_lines(  # noqa: PLR0913 - what the page asks
    lines: Sequence[ReadLine],
    title: str,
    budget: Money | None,
    desk: Desk,
    plan_id: str,
    contingency_pct: Decimal | None = None,
) -> Plan:
    """Return a plan with one alternative made of the lines; what was not read or said is unknown.

    Raises InputError for no lines, and for a contingency (% of the lines) of more than half.
    """
    if not lines:
        raise InputError(
            msg("lines.none", "There is no line to make a plan of."),
            msg("lines.none.remedy", "Write one thing in each line: name, quantity, unit price."),
        )
    if contingency_pct is not None and contingency_pct > _MOST_CONTINGENCY_PCT:
        raise InputError(
            msg("lines.contingency.most", "A contingency of {typed} % is too much.", typed=contingency_pct),
            msg("lines.contingency.remedy", "Enter {most} % at most.", most=_MOST_CONTINGENCY_PCT),
        )
    named = Labelled(zh=title or "待核对的配置", en=title or "Configuration to check")
    first = Alternative(id="A", title=Labelled(zh="原配置", en="As given"))
    plan = blank_plan(desk, plan_id, named, budget, first)
    if contingency_pct is not None:
        kept = msgspec.structs.replace(plan.budget, contingency_rate=contingency_pct / 100)
        plan = msgspec.structs.replace(plan, budget=kept)
    for line in lines:
        for edit in line_edits(plan.alternatives[0], line, desk.store):
            plan, _ = edit.apply(plan)
    return plan


def blank_plan(
    desk: Desk, plan_id: str, title: Labelled, budget: Money | None = None, first: Alternative | None = None
) -> Plan:
    """Return a plan without people, room and lines; it has one alternative."""
    one = first or Alternative(id="A", title=Labelled(zh="方案 A", en="Alternative A"))
    return Plan(
        id=plan_id,
        title=title,
        created=desk.today,
        organisation=Organisation(kind="university", profile="GB"),
        budget=Budget(amount=budget),
        alternatives=(one,),
        chosen=one.id,
    )
