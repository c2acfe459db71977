"""What a block pasted into the lines table comes to: numbers into the cells under the cursor, anything with names as new lines.

Names are read and looked up as in a pasted list of the start page, so the same line becomes the same in both places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from db.store import Store
from desktop_app.services.build_edits import paste_edit
from desktop_app.services.first_start_lines import read_list
from desktop_app.services.line_edits import line_edits
from desktop_app.services.pasted import Pasted
from desktop_app.services.read_line import ReadLine, is_recognised, joined, notes_of
from planner.entry import parse_integer, parse_money_range
from planner.errors import InputError
from planner.messages import Message, msg
from planner.plan.document import Alternative, Plan
from planner.plan.edits import Batch, Edit, SetValue

_NUMBERS = ("quantity", "price")


def pasted(  # noqa: PLR0913 - where and what
    plan: Plan, one: Alternative, rows: Sequence[Sequence[str]], column: str, lines: Sequence[str], store: Store
) -> Pasted:
    """Return what pasting ``rows`` does with the cursor on ``column`` of the first of ``lines``, those from there on as shown.

    No line is no cell. A block that begins with numbers goes into the number cells from there on, one text goes over the name it is pasted on, everything else
    becomes new lines at the end; what is unclear in them is said with the number of its row, the heading row counted.
    Raises InputError naming the first row without a name, or of a block of numbers the first that cannot be read; then
    nothing is pasted.
    """
    filled = [list(row) for row in rows if any(cell.strip() for cell in row)]
    if lines and column in _NUMBERS and _is_for_cells(filled):
        into = _NUMBERS[_NUMBERS.index(column) :]
        edit = paste_edit(one, filled, into, lines)
        return Pasted(
            edit=edit, said=msg("build.pasted.cells", "Numbers of {count} rows were pasted.", count=len(filled))
        )
    if lines and len(filled) == 1 and len(filled[0]) == 1:
        if column == "name":
            return _renamed(one, filled[0][0].strip(), lines[0])
        raise _no_cell(filled[0][0].strip())
    if _only_numbers(filled[:1]):
        raise InputError(
            msg("paste.where", "These are numbers without names."),
            msg(
                "paste.where.remedy",
                "To fill cells, click the first quantity or price and paste; new lines need a name in the first column.",
            ),
        )
    return _added(plan, one, rows, store)


def _is_for_cells(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether a block is meant for the number cells: one value alone, one column, or rows without a name."""
    single = bool(rows) and all(len(row) == 1 for row in rows)
    return single or _only_numbers(rows[:1])


def _no_cell(typed: str) -> InputError:
    return InputError(
        msg("paste.no_cell", "{typed} cannot be pasted into this cell.", typed=typed[:40]),
        msg(
            "paste.no_cell.remedy",
            "Paste names, quantities and prices into their own cells; new lines are pasted as rows with a name and numbers.",
        ),
    )


def _renamed(one: Alternative, name: str, at: str) -> Pasted:
    before = next(line for line in one.lines if line.id == at)
    edit = SetValue(path=f"{one.id}/{at}/title", value={"zh": name, "en": name})
    said = msg("build.pasted.name", "{before} is now called {name}.", before=before.title, name=name)
    return Pasted(edit=edit, said=said)


def _added(plan: Plan, one: Alternative, rows: Sequence[Sequence[str]], store: Store) -> Pasted:
    texts = ["\t".join(cell.replace("\n", " ").replace("\t", " ") for cell in row) for row in rows]
    read = read_list("\n".join(texts), store)
    found = read.lines
    if not found:
        raise InputError(
            msg("paste.nothing", "No line was found in what was pasted."),
            msg("paste.nothing.remedy", "Copy rows with a name, a quantity and a unit price."),
        )
    numbers = _row_numbers(found, texts)
    edits: list[Edit] = []
    after = plan
    for line in found:
        if _only_numbers([line.typed.split("\t")]):
            raise InputError(
                msg("paste.cell", "Row {row}: {typed} cannot be read.", row=numbers[line.id], typed=line.typed[:40]),
                msg("paste.no_name", "Each new line needs a name in the first column."),
            )
        target = after.alternative(one.id)
        assert target is not None
        for edit in line_edits(target, line, store):
            after, _ = edit.apply(after)
            edits.append(edit)
    said = msg("build.pasted.lines", "{count} new lines were added at the end.", count=len(found))
    notes = joined([*read.said, *_notes(found, numbers)])
    if notes is not None:
        said = msg(
            "build.pasted.noted", "{count} new lines were added at the end. {notes}", count=len(found), notes=notes
        )
    return Pasted(edit=Batch(edits=tuple(edits)), said=said, detail=_recognised(found))


def _row_numbers(lines: Sequence[ReadLine], texts: Sequence[str]) -> dict[str, int]:
    """Return the row that each line was read from, as a sheet counts: from 1, with the heading row and empty ones."""
    found: dict[str, int] = {}
    start = 0
    for line in lines:
        at = next((at for at in range(start, len(texts)) if line.name in texts[at]), start)
        found[line.id] = min(at, len(texts) - 1) + 1
        start = at + 1
    return found


def _notes(lines: Sequence[ReadLine], numbers: Mapping[str, int]) -> list[Message]:
    """Return what is to be said of lines: first of those with something unclear, by their row, then what does not add up."""
    unclear = [line for line in lines if any(note.id not in _HARMLESS for note in notes_of(line))]
    others = [line for line in lines if line.note is not None and line not in unclear]
    said = [_noted(line, numbers[line.id] if line in unclear else None) for line in (*unclear, *others)[:_NAMED]]
    if rest := [numbers[line.id] for line in unclear[_NAMED:]]:
        said.append(msg("build.pasted.more", "Unclear as well: rows {rows}.", rows=tuple(rest)))
    return said


def _noted(line: ReadLine, row: int | None) -> Message:
    assert line.note is not None
    name = _some([line.name])[0]
    if row is None:
        return msg("build.pasted.note", "{name}: {note}", name=name, note=line.note)
    return msg("build.pasted.row", "Row {row}, {name}: {note}", row=row, name=name, note=line.note)


def _recognised(lines: Sequence[ReadLine]) -> Message | None:
    """Return which goods got a row of the catalog, and by name which have to be chosen and which are in none; None without goods."""
    goods = [line for line in lines if line.role not in _NO_GOODS]
    if not goods:
        return None
    several = [line.name for line in goods if line.matches and not line.item]
    none = [line.name for line in goods if not line.matches and not is_recognised(line)]
    choose = msg(
        "build.pasted.several",
        "Several rows fit {names}: choose with the right mouse button, Another catalog row.",
        names=_some(several),
    )
    absent = msg("build.pasted.none", "Not in the catalog: {names}.", names=_some(none))
    return msg(
        "build.pasted.read",
        "Recognised in the catalog: {known} of {count}. {several} {none}",
        known=len(goods) - len(several) - len(none),
        count=len(goods),
        several=choose if several else "",
        none=absent if none else "",
    )


def _some(names: Sequence[str]) -> tuple[str, ...]:
    shown = tuple(name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…" for name in names[:_NAMED])
    return (*shown, "…") if len(names) > _NAMED else shown


_HARMLESS = ("lines.from_total", "lines.sum", "lines.counts", "lines.one", "lines.total", "lines.total.open")
_NO_GOODS = ("service", "software", "works")  # the catalog lists goods
_NAMED = 3  # names in a notice; the rest are seen in the table
_LONGEST = 16


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
