"""三、采购清单与核心产品: what is bought, in which package, at which ceiling, by when."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from planner.assess.ups import rating_of_unit
from planner.documents.book.draft import Draft, Spec
from planner.documents.model import Cell, MoneyCell, Note, Number, Row, Section, Table, Text
from planner.messages import format_number
from planner.tender.loads import ups_power
from planner.tender.packages import Item, Package
from planner.tender.wording import quantity

_PLACE = "items"


def item_section(draft: Draft) -> Section:
    """Return the list of items; ceilings that are not known are blanks."""
    wanted: list[Spec] = [
        ("package", 11, "id"),
        ("no", 11, "id"),
        ("category", 27, "text", "center"),
        ("name", 35, "text"),
        ("quantity", 14, "text", "center"),
        ("core", 15, "text", "center"),
        ("industry", 27, "text", "center"),
        ("cap", 23, "money"),
        ("delivery", 23, "text", "center"),
    ]
    dropped = hidden(draft)
    table = Table(
        columns=draft.columns("items", *(spec for spec in wanted if spec[0] not in dropped)),
        rows=(
            *(_row(draft, package, item, dropped) for package in draft.purchase.packages for item in package.items),
            *total(draft, [spec[0] for spec in wanted if spec[0] not in dropped]),
        ),
        caption=draft.say("items.caption"),
        anchor="items",
        key_columns=2,
        media="paper",
    )
    guessed = [draft.title(item) for item in draft.purchase.items if item.is_estimated]
    if guessed:
        draft.open(_PLACE, draft.say("open.caps", items=draft.join(guessed)), "verify")
    smaller = [one for item in draft.purchase.items if (one := _smaller(draft, item))]
    if smaller:
        draft.open(_PLACE, " ".join(smaller), "verify")
    note = Note(text=_note(draft), media="paper")
    title = draft.say("items" if "core" not in dropped else "items.caption")
    return Section(title=title, anchor="section-items", blocks=(table, note))


def _smaller(draft: Draft, item: Item) -> str:
    """Return that a ceiling is the price of a smaller UPS than the requirements ask for; '' where it is not."""
    line = draft.assessment.context.lines.get(item.line.id)
    need = ups_power(draft.assessment, item.line.id) if item.line.role == "ups" and item.cap is not None else None
    if line is None or need is None or not need.wanted.known:
        return ""
    rated = rating_of_unit(line, "rated_w", "W")
    if rated.value is None or rated.value >= need.wanted.require():
        return ""
    priced, asked = (format_number(round(watts / 1000, 1)) for watts in (rated.value, need.wanted.require()))
    return draft.say("open.smaller", item=draft.title(item), priced=priced, asked=asked)


def hidden(draft: Draft) -> frozenset[str]:
    """Return the columns that would say nothing: package where there is one, core where nothing has to be named."""
    out = set() if draft.is_split else {"package"}
    if not any(item.is_core for item in draft.purchase.items):
        out.add("core")
    if draft.is_company:
        out |= {"category", "industry"}
    return frozenset(out)


def _row(draft: Draft, package: Package, item: Item, dropped: frozenset[str]) -> Row:
    cells = item_cells(draft, package, item)
    return Row(tuple(cell for key, cell in cells.items() if key not in dropped))


def item_cells(draft: Draft, package: Package, item: Item) -> dict[str, Cell]:
    """Return the cells of an item by column."""
    core = "yes" if item.is_core else "no"
    return {
        "package": Number(package.number),
        "no": Number(item.number),
        "category": _category(draft, item),
        "name": Text(draft.title(item)),
        "quantity": Text(counted(draft, item)),
        "core": Text(draft.say(core) if package.kind == "goods" else "—"),
        "industry": draft.label(item.category.industry),
        "cap": cap_cell(draft, item),
        "delivery": Text(delivery(draft, package, item)),
    }


def _category(draft: Draft, item: Item) -> Cell:
    if draft.is_company:
        return Text("—")
    if not item.category.code:
        return draft.blank(_PLACE, draft.say("open.category", item=draft.title(item)))
    draft.open(_PLACE, "open.categories", "verify")
    return Text(item.category.code)


def counted(draft: Draft, item: Item) -> str:
    """Return quantity and unit: '1台', '1 set'."""
    return quantity(item.line.quantity, draft.say(f"uom.{item.line.uom}" if draft.zh else f"uom.{item.line.uom}.many"))


def cap_cell(draft: Draft, item: Item) -> Cell:
    """Return the ceiling of an item, or a blank."""
    if item.cap is None:
        return draft.blank(_PLACE, draft.say("open.cap", item=draft.title(item)))
    return MoneyCell(item.cap.amount, decimals=places(item.cap.amount))


def places(amount: Decimal) -> int:
    """Return the decimals an amount is printed with: none where it is whole."""
    return 0 if amount == amount.to_integral_value() else 2


def delivery(draft: Draft, package: Package, item: Item) -> str:
    """Return by when an item is delivered or opened, counted from the signing of the contract."""
    if package.kind == "service":
        return draft.say("days.open", days=draft.known_values()["open_days"])
    own = item.told("delivery_days")
    days = draft.known_values()["delivery_days"] if own is None else f"{own:g}"
    return draft.say("days", days=days)


def total(draft: Draft, keys: Sequence[str], formula: str = "") -> tuple[Row, ...]:
    """Return the row of the total, none for a single item or where a ceiling is not known; a workbook adds it up."""
    cap = draft.purchase.cap
    if cap is None or len(draft.purchase.items) < 2:
        return ()
    cells: dict[str, Cell] = {
        "name": Text(draft.say("total")),
        "cap": MoneyCell(cap.amount, decimals=places(cap.amount), formula=formula),
    }
    return (Row(tuple(cells.get(key, Text("")) for key in keys), total=True),)


def _note(draft: Draft) -> str:
    said = [draft.say("items.note.caps")]
    core = [draft.title(item) for item in draft.purchase.items if item.is_core]
    if core:
        said.append(draft.say(f"items.note.core.{draft.profile}", item=draft.join(core)))
    if not draft.is_company and any(item.category.code for item in draft.purchase.items):
        said.append(draft.say("items.note.category"))
    if draft.purchase.of("service") is not None:
        said.append(draft.say("items.note.service"))
    if len(said) == 1:
        return draft.say("note", text=said[0])
    numbered = (f"{at}. {words}" if draft.zh else f"({at}) {words}" for at, words in enumerate(said, 1))
    return draft.say("note", text=("" if draft.zh else " ").join(numbered))
