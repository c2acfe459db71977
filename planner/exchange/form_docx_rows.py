"""Rows of Word forms that are repeated: the table row that holds ``{{货物.名称}}``, or the paragraph where there is none.

Neighbouring rows that hold fields of one group are repeated together. Copies get what must be unique anew (ids of
drawings) or lose it (bookmarks, comments, ids of paragraphs and controls). What cannot be copied safely is refused with
its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy

import msgspec

from planner.errors import ImportFailed
from planner.exchange import form_xml as x
from planner.exchange.form_fields import Field, fields_in
from planner.exchange.form_report import Filler, Repeated
from planner.exchange.form_text import Element
from planner.exchange.form_xml import local
from planner.messages import Message, msg

Places = dict[Element, Message]
FieldsOf = Callable[[Element], list[Field]]
Rows = dict[Element, tuple[str, int]]  # paragraph -> group, number of the row
_STOPS = ("tr", "txbxContent", "body", "hdr", "ftr", "footnote", "endnote")
_BETWEEN = ("bookmarkStart", "bookmarkEnd", "proofErr")
_UNIQUE = (
    "bookmarkStart",
    "bookmarkEnd",
    "commentRangeStart",
    "commentRangeEnd",
    "commentReference",
    "permStart",
    "permEnd",
)
_NOT_COPIED = ("footnoteReference", "endnoteReference", "sectPr")


class Unit(msgspec.Struct, frozen=True):
    """A table row or paragraph with fields of one group, those fields, and the place to name."""

    element: Element
    group: str
    fields: tuple[Field, ...]
    place: Message


def repeat_units(root: Element, places: Places, fields_of: FieldsOf, filler: Filler) -> Rows:
    """Repeat the units of a part for the rows of their groups; ``places`` gets the copies' paragraphs too.

    Raises:
        ImportFailed: a unit that cannot be repeated safely, with its place and what to do.
    """
    rows: Rows = {}
    units = _units(root, places, fields_of)
    _refuse_nested(units)
    for block in _blocks(units):
        count = filler.count(block[0].group)  # type: ignore[arg-type]  # a group's key from the table
        if count:
            _refuse_unsafe(block, count)
            rows |= _repeated(block, count, places)
            filler.repeated.append(Repeated(group=block[0].group, rows=count, place=block[0].place))  # type: ignore[arg-type]
    return rows


def _units(root: Element, places: Places, fields_of: FieldsOf) -> list[Unit]:
    found: dict[Element, list[tuple[Field, Message]]] = {}
    for paragraph in x.below(root, "p"):
        own = [field for field in fields_of(paragraph) if field.group] if paragraph in places else []
        if own:
            found.setdefault(_holder(paragraph), []).extend((field, places[paragraph]) for field in own)
    return [_unit(element, fields) for element, fields in found.items()]


def _holder(paragraph: Element) -> Element:
    """Return the table row a paragraph stands in, the paragraph itself where there is none."""
    stop = next((one for one in paragraph.iterancestors() if local(one) in _STOPS), None)
    return stop if stop is not None and local(stop) == "tr" else paragraph


def _unit(element: Element, fields: list[tuple[Field, Message]]) -> Unit:
    groups = {field.group for field, _ in fields}
    if len(groups) > 1:
        raise _refused(
            msg(
                "form.mixed",
                "One row holds fields of different tables: {names}.",
                names=sorted({field.raw for field, _ in fields}),
            ),
            fields[0][1],
            _apart(),
        )
    return Unit(element, groups.pop(), tuple(field for field, _ in fields), fields[0][1])


def _blocks(units: list[Unit]) -> Iterator[list[Unit]]:
    """Yield the units that are repeated together: neighbours of one group."""
    block: list[Unit] = []
    for unit in units:
        if block and unit.group == block[-1].group and _next(block[-1].element) is unit.element:
            block.append(unit)
            continue
        if block:
            yield block
        block = [unit]
    if block:
        yield block


def _next(element: Element) -> Element | None:
    following = element.getnext()
    while following is not None and (not local(following) or local(following) in _BETWEEN):
        following = following.getnext()
    return following


def _refuse_unsafe(block: list[Unit], count: int) -> None:
    names = [{field.row.id for field in unit.fields if field.row is not None} for unit in block]
    for number, unit in enumerate(block):
        if any(names[number] & other for other in names[:number]):
            raise _refused(
                msg("form.twice", "The row to repeat stands in the form more than once."),
                unit.place,
                msg("form.twice.remedy", "Leave one such row; the program repeats it."),
            )
    for unit in block if count > 1 else ():
        if next(x.below(unit.element, *_NOT_COPIED), None) is not None:
            raise _refused(
                msg("form.row_note", "The row to repeat holds a footnote or a section break."),
                unit.place,
                msg("form.row_note.remedy", "Move it out of the row."),
            )


def _refuse_nested(units: list[Unit]) -> None:
    holders = {unit.element for unit in units}
    for unit in units:
        if any(one in holders for one in unit.element.iterancestors()):
            raise _refused(msg("form.nested", "A row to repeat holds another row to repeat."), unit.place, _apart())


def _apart() -> Message:
    return msg("form.mixed.remedy", "Give each table a row of its own.")


def _refused(message: Message, place: Message, remedy: Message | None) -> ImportFailed:
    told = msg("form.at", "{place}: {fault}", place=place, fault=message)
    return ImportFailed(told, remedy)


def _repeated(block: list[Unit], count: int, places: Places) -> Rows:
    """Put ``count - 1`` copies of the block behind it and return the row number of every paragraph."""
    originals = [unit.element for unit in block]
    patterns = [deepcopy(element) for element in originals]
    group, rows, last = block[0].group, {}, originals[-1]
    drawings = _Numbers(originals[0].getroottree().getroot())
    for index in range(count):
        for original, pattern in zip(originals, patterns, strict=True):
            copy = original
            if index:
                copy = deepcopy(pattern)
                _make_own(copy, len(block), drawings)
                last.addnext(copy)
                last = copy
            for old, new in zip(_paragraphs(original), _paragraphs(copy), strict=True):
                places[new] = places[old]
                rows[new] = (group, index)
    return rows


def _paragraphs(element: Element) -> list[Element]:
    return [one for one in x.below(element, "p") if "wordprocessingml" in x.namespace(one)]


class _Numbers:
    """Hands out ids of drawings that nothing in the part has."""

    def __init__(self, root: Element) -> None:
        ids = [x.attribute(one, "id") or "" for one in x.below(root, "docPr")]
        self.last = max((int(one) for one in ids if one.isdecimal()), default=0)

    def next(self) -> str:
        """Return an unused id."""
        self.last += 1
        return str(self.last)


def _make_own(copy: Element, block_rows: int, drawings: _Numbers) -> None:
    """Take from a copy what may stand only once, and let merged cells run on through it."""
    for one in list(x.below(copy, *_UNIQUE)):
        x.drop(one)
    for one in copy.iter():
        for name in [key for key in one.attrib if key.endswith(("}paraId", "}textId"))]:
            del one.attrib[name]
        if local(one) == "docPr":
            one.set("id", drawings.next())
    for properties in list(x.below(copy, "sdtPr")):
        for one in list(x.children(properties, "id")):
            x.drop(one)
    for cell in x.below(copy, "tc") if block_rows == 1 else ():
        if not any(match.field.group for match in fields_in("".join(cell.itertext()))):
            _continue_merge(cell)


def _continue_merge(cell: Element) -> None:
    for merge in x.below(cell, "vMerge"):
        for key in [key for key in merge.attrib if key.endswith("}val")]:
            del merge.attrib[key]  # without a value it continues the merge above
