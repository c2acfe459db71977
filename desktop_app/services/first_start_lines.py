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
from desktop_app.services.line_edits import line_edits
from desktop_app.services.line_words import counted, is_machine, role_of
from desktop_app.services.model_words import has_model, model_groups
from desktop_app.services.read_line import ReadLine
from planner.entry import parse_integer, parse_money
from planner.errors import InputError
from planner.messages import Labelled, msg
from planner.money import Money
from planner.numerals import normalised
from planner.plan.document import Alternative, Budget, Organisation, Plan

_HEADS = {
    "name": ("名称", "品名", "货物", "产品", "型号", "设备", "item", "name", "product", "description"),
    "quantity": ("数量", "台数", "qty", "quantity"),
    "price": ("单价", "报价", "price", "unit price"),
    "total": ("金额", "小计", "合计", "总价", "amount", "total", "subtotal"),
    "number": ("序号", "no.", "no", "#"),
}
_PARTS = re.compile(r"\t|\s{2,}|[;；|]|(?<!\d)[,，、]|[,，、](?!\d{3}(?!\d))")
_TIMES = re.compile(
    r"^(?P<name>.*\S)(?:(?<=[一-鿿)）])|\s+|(?=[×＊]))(?:[x×*＊]|X(?!\d{2}))\s*(?P<count>\d{1,4})\s*[台块张套个件]?(?=$|\s)\s*(?P<rest>.*)$"
)
_TWO_NUMBERS = re.compile(r"^(?P<name>.*\S)\s+(?P<count>\d{1,4})\s+(?P<price>\d[\d,]*(?:\.\d+)?\s*(?:万元?|元)?)$")
_BEFORE = re.compile(r"^(?P<count>\d{1,4})\s*[x×*＊]\s*(?P<name>.*\D.*)$")
_PIECES = re.compile(r"^(?P<count>\d{1,4}|[一两二三四五六七八十])\s*[张块片个]\s*(?P<name>[^\s/].*)$")
_STARRED = re.compile(r"^(?P<name>.*(?:[A-Za-z]\d{0,4}|\d{3,4})[A-Za-z]?)\s?\*\s?(?P<count>\d{1,3})$")
_CABLE = re.compile(r"yjv|bvr?(?![a-z])|电缆|电线|线缆|mm", re.IGNORECASE)  # 3*4 is its section
_COUNTED = re.compile(r"^\d{1,4}\s*[台块张套个件只组批项]?$")
_MONEY_MARK = re.compile(r"[元圆万千¥￥]|CNY|RMB", re.IGNORECASE)
_SUMS = ("合计", "总计", "总价", "total", "sum")
_MOST_ROWS = 500
_LEAST_PRICE = 100
_MOST_CONTINGENCY_PCT = 50


def read_lines(text: str, store: Store) -> tuple[ReadLine, ...]:
    """Return the lines of a pasted or typed text; raises InputError where there are too many."""
    given = [line for line in text.splitlines() if line.strip()]
    if len(given) > _MOST_ROWS:
        raise InputError(
            msg("lines.many", "{count} lines are too many at once.", count=len(given)),
            msg("lines.many.remedy", "Paste at most {most} lines.", most=_MOST_ROWS),
        )
    heads: dict[str, int] = {}
    found = []
    for at, line in enumerate(given):
        cells = _cells(line)
        if (named := _heads(cells)) is not None:
            heads = named
        elif not _is_sum(cells):
            found.append(_recognised(_read(f"line-{at + 1}", line, cells, heads), store))
    return tuple(found)


# --- reading ---------------------------------------------------------------------------------------------------------


def _cells(line: str) -> list[str]:
    parts = line.split("\t") if "\t" in line else _PARTS.split(line.strip())
    return [part.strip() for part in parts if part and part.strip()] if "\t" not in line else [p.strip() for p in parts]


def _heads(cells: Sequence[str]) -> dict[str, int] | None:
    """Return where the columns stand if this is a heading row: a name and a quantity or a price are named."""
    found: dict[str, int] = {}
    for at, cell in enumerate(cells):
        plain = normalised(cell).casefold()
        for key, names in _HEADS.items():
            if key not in found and any(plain == name or (len(name) > 1 and plain.startswith(name)) for name in names):
                found[key] = at
                break
    return found if "name" in found and len(found) > 1 and not any(_COUNTED.match(cell) for cell in cells) else None


def _is_sum(cells: Sequence[str]) -> bool:
    return any(normalised(cell).casefold().rstrip(":：") in _SUMS for cell in cells)


def _read(row: str, typed: str, cells: Sequence[str], heads: dict[str, int]) -> ReadLine:
    if heads and len(cells) > heads["name"] and _is_text(cells[heads["name"]]):
        given = {key: cells[at] for key, at in heads.items() if at < len(cells)}
        name, numbers = given["name"], [given.get("quantity", ""), given.get("price", "")]
        line = _line(row, typed, name, numbers[0], numbers[1], given.get("total", ""))
        return _specified(line, [cell for at, cell in enumerate(cells) if at not in heads.values()])
    return _read_freely(row, typed, list(cells))


def _specified(line: ReadLine, cells: Sequence[str]) -> ReadLine:
    return msgspec.structs.replace(line, spec="; ".join(cell for cell in cells if _is_text(cell)))


def _read_freely(row: str, typed: str, cells: list[str]) -> ReadLine:
    """Read a row without headings: the first text is the name, a bare small whole number the quantity, then the price."""
    if len(cells) > 1 and cells[0].rstrip(".、)）").isdigit() and _is_text(cells[1]):
        cells = cells[1:]  # a running number before the name
    name = next((cell for cell in cells if _is_text(cell)), "")
    rest = [cell for cell in cells if cell is not name and cell]
    name, more = _unglued(name)
    rest = [*more, *rest]
    quantity = next((cell for cell in rest if _COUNTED.match(normalised(cell))), "")
    prices = [cell for cell in rest if cell is not quantity and _money(cell) is not None]
    if not prices and quantity and normalised(quantity).isdigit() and int(normalised(quantity)) >= _LEAST_PRICE:
        quantity, prices = "", [quantity]
    line = _line(row, typed, name, quantity, prices[0] if prices else "", prices[1] if len(prices) > 1 else "")
    return _specified(line, rest)


def _unglued(name: str) -> tuple[str, list[str]]:
    """Part ``RTX 4090 x4 15000`` and ``4 x RTX 4090`` into name and numbers; also numbers behind single blanks."""
    plain = name.strip()
    whole = is_machine(plain)  # of a machine a number before its kind counts the cards in it: RTX 4090 ×4 工作站
    if not whole and (found := _BEFORE.match(plain) or _PIECES.match(plain)) is not None:
        return found["name"].strip(), [f"{counted(found['count'])}个"]  # 个: no price, however large
    if (found := _TIMES.match(plain)) is not None and (not whole or is_machine(found["name"])):
        return found["name"].strip(), [f"{found['count']}个", *found["rest"].split()]
    if not whole and not _CABLE.search(plain) and (found := _STARRED.match(plain)) is not None:
        return found["name"].strip(), [f"{found['count']}个"]
    if (found := _TWO_NUMBERS.match(plain)) is not None:
        return found["name"].strip(), [found["count"], found["price"]]
    tail: list[str] = []
    parts = plain.split(" ")
    while len(parts) > 1 and _ends_with_number(parts[-1]):
        tail.insert(0, parts.pop())
    return " ".join(parts), tail


def _ends_with_number(word: str) -> bool:
    """Tell whether a word behind the name is a quantity with its measure or an amount with its mark; RTX 4090 is neither."""
    plain = normalised(word)
    counted = _COUNTED.match(plain) is not None and not plain.isdigit()
    return counted or (_MONEY_MARK.search(plain) is not None and _money(plain) is not None)


def _is_text(cell: str) -> bool:
    plain = normalised(cell)
    return _COUNTED.match(plain) is None and _money(plain) is None and any(letter.isalpha() for letter in plain)


def _money(text: str) -> Money | None:
    try:
        return parse_money(text.rstrip("/台块张套个件"))
    except InputError:
        return None


def _line(row: str, typed: str, name: str, quantity: str, price: str, total: str) -> ReadLine:  # noqa: PLR0913 - one row
    count, note = 1, None
    if quantity:
        try:
            count = parse_integer(quantity.rstrip("台块张套个件只组批项 "), minimum=1)
        except InputError as fault:
            note = fault.message
    amount = _money(price) if price else None
    if price and amount is None:
        note = msg("lines.price", 'The price "{typed}" was not understood and is left open.', typed=price)
    stated = _money(total) if total else None
    if stated is not None and amount is None and not price:
        amount = Money.of((stated.amount / count).quantize(Decimal("0.01")), "CNY")
        note = msg("lines.from_total", "The unit price is the amount divided by the quantity.")
    elif stated is not None and amount is not None and stated.amount != amount.amount * count:
        note = msg("lines.sum", "{count} times the unit price is not the amount of {total}.", count=count, total=stated)
    return ReadLine(id=row, typed=typed.strip(), name=name or typed.strip(), quantity=count, price=amount, note=note)


# --- recognising -----------------------------------------------------------------------------------------------------


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
            note=read.note or line.note,
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
