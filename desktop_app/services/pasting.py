"""What a block pasted into the lines table comes to: numbers into the cells under the cursor, anything with names as new lines.

Names are read and looked up as in a pasted list of the start page, so the same line becomes the same in both places.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from db.store import Store
from desktop_app.services.build_edits import add_empty_edit, add_item_edit, paste_edit
from desktop_app.services.first_start_lines import ReadLine, read_lines
from planner.entry import parse_integer, parse_money_range
from planner.errors import InputError
from planner.messages import Labelled, Message, msg
from planner.plan.document import Alternative, Plan
from planner.plan.edits import Batch, Edit, SetValue

_NUMBERS = ("quantity", "price")


class Pasted(msgspec.Struct, frozen=True, kw_only=True):
    """The edit of a paste and what is said of it; ``detail`` is what the user still has to look at."""

    edit: Edit
    said: Message
    detail: Message | None = None


def pasted(  # noqa: PLR0913 - where and what
    plan: Plan, one: Alternative, rows: Sequence[Sequence[str]], column: str, lines: Sequence[str], store: Store
) -> Pasted:
    """Return what pasting ``rows`` does with the cursor on ``column`` of the first of ``lines``, those from there on as shown.

    No line is no cell. A block that begins with numbers goes into the number cells from there on, one text goes over the name it is pasted on, everything else
    becomes new lines at the end. Raises InputError naming the first row that cannot be read; then nothing is pasted.
    """
    filled = [list(row) for row in rows if any(cell.strip() for cell in row)]
    if lines and column in _NUMBERS and _only_numbers(filled[:1]):
        into = _NUMBERS[_NUMBERS.index(column) :]
        edit = paste_edit(one, filled, into, lines)
        return Pasted(
            edit=edit, said=msg("build.pasted.cells", "Numbers of {count} rows were pasted.", count=len(filled))
        )
    if lines and column == "name" and len(filled) == 1 and len(filled[0]) == 1:
        return _renamed(one, filled[0][0].strip(), lines[0])
    if _only_numbers(filled[:1]):
        raise InputError(
            msg("paste.where", "These are numbers without names."),
            msg(
                "paste.where.remedy",
                "To fill cells, click the first quantity or price and paste; new lines need a name in the first column.",
            ),
        )
    return _added(plan, one, filled, store)


def _renamed(one: Alternative, name: str, at: str) -> Pasted:
    before = next(line for line in one.lines if line.id == at)
    edit = SetValue(path=f"{one.id}/{at}/title", value={"zh": name, "en": name})
    said = msg("build.pasted.name", "{before} is now called {name}.", before=before.title, name=name)
    return Pasted(edit=edit, said=said)


def _added(plan: Plan, one: Alternative, rows: Sequence[Sequence[str]], store: Store) -> Pasted:
    text = "\n".join("\t".join(cell.replace("\n", " ").replace("\t", " ") for cell in row) for row in rows)
    found = read_lines(text, store)
    if not found:
        raise InputError(
            msg("paste.nothing", "No line was found in what was pasted."),
            msg("paste.nothing.remedy", "Copy rows with a name, a quantity and a unit price."),
        )
    edits: list[Edit] = []
    after = plan
    for line in found:
        if _only_numbers([line.typed.split("\t")]) or line.note is not None and line.note.id not in _HARMLESS:
            raise InputError(
                msg(
                    "paste.cell", "Row {row}: {typed} cannot be read.", row=found.index(line) + 1, typed=line.typed[:40]
                ),
                line.note or msg("paste.no_name", "Each new line needs a name in the first column."),
            )
        for edit in _line_edits(after, one.id, line, store):
            after, _ = edit.apply(after)
            edits.append(edit)
    said = msg("build.pasted.lines", "{count} new lines were added at the end.", count=len(found))
    open_ = sum(1 for line in found if line.matches and not line.item)
    detail = None
    if open_:
        detail = msg(
            "build.pasted.open",
            "{count} of them fit several catalog rows; choose one with the right mouse button, Another catalog row.",
            count=open_,
        )
    return Pasted(edit=Batch(edits=tuple(edits)), said=said, detail=detail)


_HARMLESS = ("lines.from_total", "lines.sum")


def _line_edits(plan: Plan, alternative: str, line: ReadLine, store: Store) -> list[Edit]:
    one = plan.alternative(alternative)
    assert one is not None
    title = Labelled(zh=line.name, en=line.name)
    if line.item:
        name, edit = add_item_edit(one, store.catalog.get(line.item), ())
    else:
        name, edit = add_empty_edit(one, line.role, title)
    path = f"alternatives/{alternative}/lines/{name}"
    edits: list[Edit] = [edit, SetValue(path=f"{path}/title", value={"zh": line.name, "en": line.name})]
    if line.quantity != 1:
        edits.append(SetValue(path=f"{path}/quantity", value=line.quantity))
    if line.price is not None:
        amount = format(line.price.amount, "f")
        price = {"chosen": amount, "low": amount, "high": amount, "currency": line.price.currency}
        edits.append(SetValue(path=f"{path}/price", value=price))
    return edits


def _only_numbers(rows: Sequence[Sequence[str]]) -> bool:
    cells = [cell.strip() for row in rows for cell in row if cell.strip()]
    return bool(cells) and all(_is_number(cell) for cell in cells)


def _is_number(text: str) -> bool:
    for read in (parse_integer, parse_money_range):
        try:
            read(text)
        except InputError:
            continue
        return True
    return False
