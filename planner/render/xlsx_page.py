"""How a sheet is printed: A4, one page wide or split between columns, repeated head and key columns, head and foot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from planner.documents.furniture import furniture
from planner.documents.model import Document
from planner.documents.running import running
from planner.render.wide_tables import Columns, Rooms, arranged
from planner.render.xlsx_formats import Look

_MM_PER_INCH = 25.4
_MARGINS_MM = {"left": 15, "right": 15, "top": 18, "bottom": 15}
_HEADER_MM, _FOOTER_MM = 8, 7
_A4 = 9
_UPRIGHT_MM, _TURNED_MM = 210 - 30, 297 - 30
_UPRIGHT_DOWN_MM, _TURNED_DOWN_MM = 297 - 33, 210 - 33
_POINTS = 72
_SURE = 0.985  # programs round row heights to dots
_FEW = 0.25
_MOST_SHRUNK = 0.88
_LONGEST_RUNNING = 255
_RUNNING_PT = 9


class Pages(msgspec.Struct, frozen=True, kw_only=True):
    """Paper for one sheet: turned or not, and for a split one the first column of each further page.

    ``first`` is the number of columns on the first page, ``keys`` that of those repeated on each further one.
    """

    turned: bool
    first: int
    keys: int
    breaks: tuple[int, ...] = ()


def pages_for(widths_mm: Sequence[float], keys: int, *, turned: bool) -> Pages:
    """Return how columns of ``widths_mm`` are printed: fitted to the page where that stays readable, else split.

    The first ``keys`` columns, if they leave room enough, are repeated on each page of a split sheet.
    """
    columns = Columns(wanted=tuple(widths_mm), keys=keys)
    found = arranged(columns, Rooms(upright=_UPRIGHT_MM, turned=_TURNED_MM), landscape=turned)
    parts = found.parts
    if len(parts) == 1:
        return Pages(turned=found.landscape, first=len(widths_mm), keys=0)
    head = len(set(parts[0]).intersection(parts[1]))
    return Pages(
        turned=found.landscape,
        first=len(parts[0]),
        keys=head,
        breaks=tuple(part[head] for part in parts[1:]),
    )


def page_room_pt(*, turned: bool) -> float:
    """Return the height in points that the rows of one page may have."""
    return (_TURNED_DOWN_MM if turned else _UPRIGHT_DOWN_MM) / _MM_PER_INCH * _POINTS * _SURE


def pages_down(pages: Pages, width_mm: float, heights_pt: Sequence[float], head: int | None) -> int:
    """Return the number of pages (1) that saves a last page of a few rows, or 0 where there is none to save.

    It is given as a number of pages, not as a scale: where the Normal face is not there, columns come out wider than
    they are, and a scale of our own would push some onto further pages. ``heights_pt`` are the rows from the first on; row ``head`` (None: no row) is repeated on every page after it.
    """
    across, down = (_TURNED_MM, _TURNED_DOWN_MM) if pages.turned else (_UPRIGHT_MM, _UPRIGHT_DOWN_MM)
    usual = min(1.0, across / width_mm)
    room = down / _MM_PER_INCH * _POINTS * _SURE
    count, left = _filled(heights_pt, head, room / usual)
    if pages.breaks or count == 1 or left > _FEW * room / usual:
        return 0
    shrunk = _filled(heights_pt, head, room / usual / _MOST_SHRUNK)[0]
    return count - 1 if shrunk < count else 0


def _filled(heights: Sequence[float], head: int | None, room: float) -> tuple[int, float]:
    """Return how many pages rows of ``heights`` take and how much of the last one; a row is not divided."""
    count, used = 1, 0.0
    repeated = 0.0 if head is None else heights[head]
    for at, height in enumerate(heights):
        if used + height > room and used > 0:
            count += 1
            used = repeated if head is not None and at > head else 0.0
        used += height
    return count, used


def set_up_page(sheet: Any, pages: Pages, document: Document, look: Look, down: int = 0) -> None:
    """Set paper, margins, number of pages (``down`` 0: as many as it takes), running head and foot of ``sheet``."""
    sheet.set_landscape() if pages.turned else sheet.set_portrait()
    sheet.set_paper(_A4)
    sheet.set_margins(**{side: size / _MM_PER_INCH for side, size in _MARGINS_MM.items()})
    if pages.breaks:  # fitted too: where the Normal face is not there, columns come out wider than they are
        sheet.fit_to_pages(len(pages.breaks) + 1, 0)
        sheet.set_v_pagebreaks(list(pages.breaks))
        sheet.print_across()
    else:
        sheet.fit_to_pages(1, down)
    sheet.center_horizontally()
    sheet.hide_gridlines(2)
    head, foot = _running(document, look)
    sheet.set_header(head, {"margin": _HEADER_MM / _MM_PER_INCH})
    sheet.set_footer(foot, {"margin": _FOOTER_MM / _MM_PER_INCH})


def _running(document: Document, look: Look) -> tuple[str, str]:
    """Return head and foot; a draft says so on the right, where a third text would not run into a long name."""
    words = furniture(document.language)
    texts = running(document, "&P", "&N", lambda text: text.replace("\n", " ").replace("&", "&&"))
    left, center, right = texts.head
    if document.draft:
        right = words.gap.join(part for part in (words.draft, right) if part)
    return _coded((left, center, right), look), _coded(texts.foot, look)


def _coded(texts: Sequence[str], look: Look) -> str:
    """Return the three texts with their codes; the longest is cut where a spreadsheet would not take them all."""
    font = f'&{_RUNNING_PT}&"{look.body_font.replace(chr(34), "")}"'
    left = list(texts)
    codes = sum(len("&L" + font) for text in texts if text)
    while codes + sum(map(_units, left)) > _LONGEST_RUNNING:
        at = max(range(len(left)), key=lambda place: len(left[place]))
        left[at] = _without_half_code(left[at][:-1])
    return "".join(f"&{side}{font}{text}" for side, text in zip("LCR", left, strict=True) if text)


def _without_half_code(text: str) -> str:
    """Return ``text`` without an & at its end that has lost its other half."""
    return text[:-1] if (len(text) - len(text.rstrip("&"))) % 2 else text


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
