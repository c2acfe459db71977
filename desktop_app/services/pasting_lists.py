"""What a block pasted into a short list of the plan comes to: funds and groups of people, read cell by cell by what they are."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence

from desktop_app.services.costs import add_fund_edit, fund_edit
from desktop_app.services.pasted import Pasted
from desktop_app.services.people_edits import add_people_edit, count_people_edit, rename_people_edit
from planner.entry import parse_integer, parse_money
from planner.entry_dates import day_in
from planner.errors import InputError
from planner.messages import msg
from planner.money import Money
from planner.plan.document import Plan
from planner.plan.edits import Batch, Edit

_DAY = re.compile(r"\d{4}\s*[-/.年]\s*\d")
_NAMED = 3
Value = str | int | Money | dt.date
Read = Callable[[str], tuple[str, Value]]
Add = Callable[[Plan], tuple[str, Edit]]
Set = Callable[[str, str, Value], Edit | None]


def pasted_funds(plan: Plan, rows: Sequence[Sequence[str]], column: str, funds: Sequence[str]) -> Pasted:
    """Return what pasting ``rows`` does with the cursor on ``column`` of the first of ``funds``, those from there on as shown.

    Rows with names become new funds, one name alone renames, amounts and days go into the rows below the cursor. Raises
    InputError naming the first row that cannot be taken; then nothing is pasted.
    """
    return _pasted(plan, rows, column, funds, (_read_fund, add_fund_edit, fund_edit))


def pasted_people(plan: Plan, rows: Sequence[Sequence[str]], column: str, groups: Sequence[str]) -> Pasted:
    """Return the same for groups of people: a name and how many they are."""
    return _pasted(plan, rows, column, groups, (_read_people, add_people_edit, _people_edit))


def _read_fund(cell: str) -> tuple[str, Value]:
    try:
        if _DAY.match(cell):
            return "latest", day_in("latest_spending", cell, today=None).value
        return "amount", parse_money(cell)
    except InputError:
        return "title", cell


def _read_people(cell: str) -> tuple[str, Value]:
    try:
        return "count", parse_integer(cell.rstrip("人名位"), minimum=1)
    except InputError:
        return "name", cell


def _people_edit(group: str, column: str, value: Value) -> Edit | None:
    if column == "count" and isinstance(value, int):
        return count_people_edit(group, value)
    return rename_people_edit(group, str(value)) if column == "name" else None


def _pasted(
    plan: Plan, rows: Sequence[Sequence[str]], column: str, there: Sequence[str], how: tuple[Read, Add, Set]
) -> Pasted:
    read, add, put = how
    given = [_row(cells, read) for cells in rows if any(cell.strip() for cell in cells)]
    if len(given) > 1 and len(given[0][0]) == 1 and all(len(values) > 1 for values, _ in given[1:]):
        given = given[1:]  # the heads that copying brings along
    if not given:
        raise InputError(
            msg("paste.empty", "There is nothing to paste."), msg("paste.empty.remedy", "Copy rows first.")
        )
    named = [next(iter(values)) in ("title", "name") for values, _ in given]
    alone = len(given) == 1 and len(given[0][0]) == 1
    is_new = not there or (named[0] and not alone)
    edits: list[Edit] = []
    after = plan
    for number, ((values, _), has_name) in enumerate(zip(given, named, strict=True)):
        if is_new != has_name and not alone or is_new and not has_name or not is_new and number >= len(there):
            raise _no_place(number + 1)
        if is_new:
            target, edit = add(after)
            after, _change = edit.apply(after)
            edits.append(edit)
        else:
            target = there[number]
        edits += [made for key, value in values.items() if (made := put(target, key, value)) is not None]
    left = tuple(text for _, texts in given for text in texts)[:_NAMED]
    said = (
        msg("paste.list.new", "{count} new rows were added at the end.", count=len(given))
        if is_new
        else msg("paste.list.cells", "Cells of {count} rows were pasted.", count=len(given))
    )
    detail = msg("paste.list.left", "Not taken: {texts}.", texts=left) if left else None
    return Pasted(edit=Batch(edits=tuple(edits)), said=said, detail=detail)


def _row(cells: Sequence[str], read: Read) -> tuple[Mapping[str, Value], list[str]]:
    """Return what the cells of a row are, a name first, and the texts of which there is one already."""
    values: dict[str, Value] = {}
    left: list[str] = []
    for cell in (cell.strip() for cell in cells):
        if not cell:
            continue
        key, value = read(cell)
        if key in values:
            left.append(cell)
        else:
            values[key] = value
    return dict(sorted(values.items(), key=lambda one: one[0] not in ("title", "name"))), left


def _no_place(row: int) -> InputError:
    return InputError(
        msg("paste.list.row", "Row {row} of what was pasted has no place here.", row=row),
        msg("paste.list.row.remedy", "New rows need a name; numbers go into the rows from the marked cell on."),
    )
