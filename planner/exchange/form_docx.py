"""Word forms: fields in paragraphs of text, tables, text boxes, headers, footers, notes and content controls.

Only parts that hold a field are parsed and written again. A field may be split over runs with formatting, proofing
marks and bookmarks in between. Sources of the format: ECMA-376 part 1, chapter 17.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import msgspec

from planner.exchange import form_xml as x
from planner.exchange.form_docx_rows import repeat_units
from planner.exchange.form_fields import Field, fields_in, is_torn
from planner.exchange.form_package import Package
from planner.exchange.form_report import Filler, Spot
from planner.exchange.form_text import Element, Piece, State, barrier, fill, text_of, tracked_fields
from planner.exchange.form_xml import local
from planner.messages import Message, msg

_PART_TYPES = re.compile(r"(main|header|footer|footnotes|endnotes)\+xml$")
_STATES: dict[str, State] = {"ins": "inserted", "moveTo": "inserted", "del": "deleted", "moveFrom": "deleted"}
_BARRIERS = frozenset(
    {"br", "cr", "tab", "ptab", "sym", "drawing", "pict", "object", "footnoteReference", "endnoteReference"}
)
_SKIPPED = frozenset({"pPr", "rPr", "instrText", "delInstrText", "txbxContent", "fldData"})
_EXCERPT = 24
_SIGNS = (b"{", "｛".encode(), b"&#", b"\xff\xfe", b"\xfe\xff")  # a brace, or a part that may spell it otherwise


class Paragraphs(msgspec.Struct, frozen=True):
    """A parsed part with its paragraphs and the place of each."""

    part: str
    root: Element
    places: dict[Element, Message]


def text_parts(package: Package) -> list[str]:
    """Return the parts that hold text, the body first."""
    found = {name: kind for name, kind in x.content_types(package).items() if _is_text(kind)}
    return sorted(found, key=lambda name: ("main+xml" not in found[name], name))


def _is_text(kind: str) -> bool:
    return ("wordprocessingml" in kind or "ms-word" in kind) and bool(_PART_TYPES.search(kind))


def read_part(package: Package, part: str) -> Paragraphs | None:
    """Return a part with its places, None where it cannot hold a field."""
    content = package.read(part)
    if not any(sign in content for sign in _SIGNS):
        return None
    root = x.parse(package, part)
    return Paragraphs(part, root, dict(_places(root, part)))


def spots(package: Package) -> Iterator[Spot | Message]:
    """Yield every field of the form with its place, and notices about double braces that are no field."""
    for part in text_parts(package):
        parsed = read_part(package, part)
        for paragraph, place in parsed.places.items() if parsed else ():
            if not _is_fallback(paragraph):
                yield from _spots_of(paragraph, place)


def _spots_of(paragraph: Element, place: Message) -> Iterator[Spot | Message]:
    pieces = pieces_of(paragraph)
    text = text_of(pieces)
    touched = {field.raw: field for field in tracked_fields(pieces)}
    if _in_tracked_row(paragraph):
        touched |= {match.field.raw: match.field for match in fields_in(text)}
    for field in touched.values():
        yield Spot(field=field, place=place, fault=_tracked(), remedy=_settle())
    for match in fields_in(text):
        if match.field.raw not in touched:
            yield Spot(field=match.field, place=place)
    if is_torn(text):
        yield msg("form.torn", "{place}: double braces that belong to no field were left as they are.", place=place)


def _tracked() -> Message:
    return msg("form.tracked", "A tracked change touches the field: accepted and rejected it would read differently.")


def _settle() -> Message:
    return msg("form.tracked.remedy", "Accept or reject the changes in Word or WPS, save the form, and fill it again.")


def fill_docx(package: Package, filler: Filler) -> dict[str, bytes]:
    """Return the parts that change, filled; raises ImportFailed where a row cannot be repeated safely."""
    changed = {}
    for part in text_parts(package):
        parsed = read_part(package, part)
        if parsed is not None and _fill_part(parsed, filler):
            changed[part] = x.serialised(parsed.root)
    return changed


def _fill_part(parsed: Paragraphs, filler: Filler) -> bool:
    """Fill the paragraphs of one part and tell whether anything changed."""
    rows = repeat_units(parsed.root, parsed.places, _fields_of, filler)
    is_changed = any(index for _, index in rows.values())
    for paragraph in list(x.below(parsed.root, "p")):
        place = parsed.places.get(paragraph)
        if place is None:
            continue
        group, index = rows.get(paragraph, ("", None))

        def wanted(field: Field, place: Message = place, group: str = group, index: int | None = index) -> str | None:
            return filler.text(field, place, index if field.group == group else None)

        taken = fill(pieces_of(paragraph), wanted, _put)
        for element in taken:
            _free_control(element)
        is_changed = is_changed or bool(taken)
    return is_changed


def _fields_of(paragraph: Element) -> list[Field]:
    return [match.field for match in fields_in(text_of(pieces_of(paragraph)))]


# ------------------------------------------------------------------------------------------------ text
def pieces_of(paragraph: Element) -> list[Piece]:
    """Return the text of a paragraph in pieces, without the paragraphs of text boxes in it."""
    return list(_pieces(paragraph, "plain"))


def _pieces(element: Element, state: State) -> Iterator[Piece]:
    for one in element:
        name = local(one)
        if name in ("t", "delText") and "wordprocessingml" in x.namespace(one):
            own: State = "deleted" if name == "delText" else state
            yield Piece(one, (one.text or "").replace("\n", " "), own)
        elif name in _BARRIERS:
            yield barrier()
        elif name and name != "p" and name not in _SKIPPED:
            yield from _pieces(one, _STATES.get(name, state))


def _put(element: Element, lines: list[str]) -> None:
    """Write lines into a w:t, with line breaks between them in the same run."""
    _set_text(element, lines[0])
    last = element
    for line in lines[1:]:
        for new in (x.like(element, "br"), x.like(element, "t")):
            last.addnext(new)
            last = new
        _set_text(last, line)


def _set_text(element: Element, text: str) -> None:
    element.text = text
    element.set(x.XML_SPACE, "preserve")


def _free_control(element: Element) -> None:
    """Make the filled text of a content control its content: no prompt any more, and not bound to a store part."""
    for control in (one for one in element.iterancestors() if local(one) == "sdt"):
        properties = x.child(control, "sdtPr")
        if properties is None:
            continue
        prompts = list(x.children(properties, "showingPlcHdr"))
        for one in (*prompts, *x.children(properties, "dataBinding")):
            x.drop(one)
        if prompts:
            for style in list(x.below(control, "rStyle")):
                x.drop(style)


# ------------------------------------------------------------------------------------------------ places
def _places(root: Element, part: str) -> Iterator[tuple[Element, Message]]:
    numbers = _numbers(root)
    number = 0
    for paragraph in list(x.below(root, "p")):
        if "wordprocessingml" in x.namespace(paragraph):
            number += _above(paragraph, "tc", "txbxContent") is None  # as one counts on the page: without tables
            yield paragraph, _place(paragraph, number, numbers, _part_name(part))


def _numbers(root: Element) -> dict[Element, int]:
    """Return the number of each table of the part, of each row in its table and of each cell in its row."""
    counts: Counter[Element | None] = Counter()
    found = {}
    for one in x.below(root, "tbl", "tr", "tc"):
        holder = None if local(one) == "tbl" else _above(one, "tbl" if local(one) == "tr" else "tr")
        counts[holder] += 1
        found[one] = counts[holder]
    return found


def _above(element: Element, *names: str) -> Element | None:
    return next((one for one in element.iterancestors() if local(one) in names), None)


def _place(paragraph: Element, number: int, numbers: dict[Element, int], part: Message) -> Message:
    holder = _above(paragraph, "tc", "txbxContent")
    if holder is not None and local(holder) == "tc":
        row = _above(holder, "tr")
        return msg(
            "form.place.cell",
            "{part}, table {table}, row {row}, cell {cell}",
            part=part,
            table=numbers.get(_above(row, "tbl")),
            row=numbers.get(row),
            cell=numbers.get(holder),
        )
    whole = text_of(pieces_of(paragraph)).strip()
    excerpt = whole if len(whole) <= _EXCERPT else whole[:_EXCERPT] + "…"
    if holder is not None:
        return msg("form.place.box", "{part}, text box “{excerpt}”", part=part, excerpt=excerpt)
    return msg(
        "form.place.paragraph", "{part}, paragraph {number} “{excerpt}”", part=part, number=number, excerpt=excerpt
    )


def _part_name(part: str) -> Message:
    name = part.rpartition("/")[2].removesuffix(".xml")
    number = re.sub(r"\D", "", name)
    if name.startswith("header"):
        return msg("form.part.header", "page header {number}", number=number)
    if name.startswith("footer"):
        return msg("form.part.footer", "page footer {number}", number=number)
    if name.startswith(("footnotes", "endnotes")):
        return msg("form.part.notes", "notes")
    return msg("form.part.body", "text")


def _in_tracked_row(paragraph: Element) -> bool:
    rows = (one for one in paragraph.iterancestors() if local(one) == "tr")
    return any(
        local(mark) in ("ins", "del") for row in rows for properties in x.children(row, "trPr") for mark in properties
    )


def _is_fallback(paragraph: Element) -> bool:
    """Tell whether a paragraph is the copy of a text box that old programs read; it is filled, but not listed."""
    return any(local(one) == "Fallback" for one in paragraph.iterancestors())
