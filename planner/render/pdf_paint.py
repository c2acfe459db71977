"""Pages onto a canvas of the PDF library: strips, frames of tables, running head and foot, draft mark, bookmarks."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Any

from planner.documents.furniture import Furniture, furniture
from planner.documents.model import Document
from planner.render.fonts import BOLD, DRAWN, REGULAR, face
from planner.render.pdf_marks import Fill, Image, PageMark, Rule, TablePart, Words
from planner.render.pdf_pages import Page, PlacedStrip
from planner.render.pdf_style import (
    DRAFT_INK,
    FOOT_BASELINE,
    FRAME,
    FRAME_LINE,
    HEAD_BASELINE,
    HEAD_RULE,
    INK,
    LINE,
    MARGIN_SIDE,
    MARGIN_TOP,
    RUNNING,
    page_size,
)
from planner.render.picture_pdf import draw_scene

_DRAFT_SIZE = 110
_DRAFT_ANGLE = 52
_HEAD_GAP_EM = 2


class Painter:
    """Paints one document; ``canvas`` is the library's, ``total`` the number of pages."""

    def __init__(self, canvas: Any, document: Document, total: int) -> None:
        self.canvas = canvas
        self.document = document
        self.words: Furniture = furniture(document.language)
        self.total = total
        self.headings = 0

    def page(self, page: Page, number: int, *, bare: bool = False) -> None:
        """Paint ``page``; a ``bare`` one (a cover) has neither head nor foot."""
        width, height = page_size(page.landscape)
        self.canvas.setPageSize((width, height))
        if self.document.draft:
            self._draft(width, height)
        if not bare:
            self._running(width, height, number)
        for placed in page.placed:
            self._fills(placed, height)
        for placed in page.placed:
            self._strip(placed, height)
        self._frames(page, height)
        self.canvas.showPage()

    def _draft(self, width: float, height: float) -> None:
        text = self.words.draft
        self.canvas.saveState()
        self.canvas.translate(width / 2, height / 2)
        self.canvas.rotate(_DRAFT_ANGLE)
        self.canvas.setFillColor(DRAFT_INK)
        self.canvas.setFont(BOLD, _DRAFT_SIZE)
        self.canvas.drawString(-face(True).width(text) * _DRAFT_SIZE / 2, -_DRAFT_SIZE * 0.35, text)
        self.canvas.restoreState()

    def _running(self, width: float, height: float, number: int) -> None:
        left = self.document.running_head or self.document.title
        if self.document.audience == "internal":
            left = self.words.internal + self.words.gap + left
        right = self.words.gap.join(part for part in (self.document.number, self.document.version) if part)
        room = (width - 2 * MARGIN_SIDE) / RUNNING.size - face().width(right) - _HEAD_GAP_EM
        self._plain(shortened(left, room), MARGIN_SIDE, height - HEAD_BASELINE)
        self._plain(right, width - MARGIN_SIDE - face().width(right) * RUNNING.size, height - HEAD_BASELINE)
        self.canvas.setStrokeColor(LINE)
        self.canvas.setLineWidth(0.6)
        self.canvas.line(MARGIN_SIDE, height - HEAD_RULE, width - MARGIN_SIDE, height - HEAD_RULE)
        foot = self.words.page.format(page=number, pages=self.total)
        self._plain(foot, (width - face().width(foot) * RUNNING.size) / 2, FOOT_BASELINE)

    def _plain(self, text: str, x: float, y: float) -> None:
        self.canvas.setFillColor(RUNNING.colour)
        self.canvas.setFont(REGULAR, RUNNING.size)
        self.canvas.drawString(x, y, text)

    def _fills(self, placed: PlacedStrip, height: float) -> None:
        """Paint the fills of a strip; all of a page come first, so that none covers a rule."""
        top = height - MARGIN_TOP - placed.top
        for mark in placed.strip.marks:
            if isinstance(mark, Fill):
                self.canvas.setFillColor(mark.colour)
                left, low = MARGIN_SIDE + mark.x, top - mark.top - mark.height
                self.canvas.rect(left, low, mark.width, mark.height, stroke=0, fill=1)

    def _strip(self, placed: PlacedStrip, height: float) -> None:
        top = height - MARGIN_TOP - placed.top
        self._bookmark(placed, top)
        for mark in placed.strip.marks:
            self._mark(mark, MARGIN_SIDE, top)

    def _bookmark(self, placed: PlacedStrip, top: float) -> None:
        heading, anchor = placed.strip.heading, placed.strip.anchor
        if anchor:
            self.canvas.bookmarkHorizontal(anchor_name(anchor), 0, top)
        if heading is None:
            return
        self.headings += 1
        name = f"heading-{self.headings}"
        self.canvas.bookmarkHorizontal(name, 0, top)
        self.canvas.addOutlineEntry(heading.text, name, heading.level - 1, closed=False)

    def _mark(self, mark: PageMark, left: float, top: float) -> None:
        if isinstance(mark, Rule):
            self.canvas.setStrokeColor(mark.colour)
            self.canvas.setLineWidth(mark.weight)
            self.canvas.line(left + mark.x1, top - mark.y1, left + mark.x2, top - mark.y2)
        elif isinstance(mark, Words):
            self._words(mark, left + mark.x, top - mark.baseline)
        elif isinstance(mark, Image):
            draw_scene(self.canvas, mark.scene, "print", (left + mark.x, top - mark.top), mark.scale)

    def _words(self, words: Words, x: float, y: float) -> None:
        text = self.canvas.beginText()
        text.setFillColor(words.colour)
        for piece in words.pieces:
            if piece.text in DRAWN:
                self._box(x + piece.x * words.size, y, words.size, ticked=piece.text == "☑")
                continue
            text.setFont(BOLD if piece.bold else REGULAR, words.size)
            text.setTextOrigin(x + piece.x * words.size, y)
            text.setCharSpace(piece.spacing * words.size)
            text.textOut(piece.text)
        self.canvas.drawText(text)
        if words.target and words.pieces:
            self._link(words, x, y)

    def _link(self, words: Words, x: float, y: float) -> None:
        end = max(piece.x + face(piece.bold).width(piece.text) for piece in words.pieces) * words.size
        area = (x, y - 0.2 * words.size, x + end, y + words.size)
        self.canvas.linkRect("", anchor_name(words.target), area, relative=0, thickness=0)

    def _box(self, x: float, y: float, size: float, *, ticked: bool) -> None:
        """Draw a ballot box: the face has none."""
        side, low = size * 0.72, y - size * 0.04
        self.canvas.setStrokeColor(INK)
        self.canvas.setLineWidth(0.6)
        self.canvas.rect(x + size * 0.08, low, side, side, stroke=1, fill=0)
        if ticked:
            middle = x + size * 0.08 + side * 0.42
            self.canvas.line(x + size * 0.2, low + side * 0.5, middle, low + side * 0.22)
            self.canvas.line(middle, low + side * 0.22, x + size * 0.72, low + side * 0.82)

    def _frames(self, page: Page, height: float) -> None:
        """Draw the frame round each table's part on this page."""
        spans: dict[int, tuple[TablePart, float, float]] = {}
        for placed in page.placed:
            part = placed.strip.table
            if part:
                top = spans[part.key][1] if part.key in spans else placed.top
                spans[part.key] = (part, top, placed.top + placed.strip.height)
        self.canvas.setStrokeColor(FRAME_LINE)
        self.canvas.setLineWidth(FRAME)
        for part, top, bottom in spans.values():
            low = height - MARGIN_TOP - bottom
            self.canvas.rect(MARGIN_SIDE + part.left, low, part.width, bottom - top, stroke=1, fill=0)


def anchor_name(anchor: str) -> str:
    """Return the name of a place in the PDF."""
    return f"anchor-{anchor}"


def shortened(text: str, room_em: float) -> str:
    """Return ``text``, its end replaced by … where it is wider than ``room_em``."""
    advance = face().advance
    ends = list(accumulate(map(advance, text)))
    if not ends or ends[-1] <= room_em:
        return text
    return text[: bisect_right(ends, room_em - advance("…"))] + "…"
