"""Pages onto a canvas of the PDF library: strips, frames of tables, running head and foot, draft mark, bookmarks."""

from __future__ import annotations

import io
import math
from bisect import bisect_right
from itertools import accumulate
from typing import Any

from planner.documents.furniture import furniture
from planner.documents.model import Align, Document
from planner.documents.running import Line, running
from planner.render.fonts import DRAWN, Face, printable
from planner.render.pdf_look import Look
from planner.render.pdf_marks import Badge, Fill, Image, PageMark, Rule, TablePart, Words
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
    MM,
    RUNNING,
    page_size,
)
from planner.render.pdf_text import lines_of
from planner.render.picture_pdf import draw_scene
from planner.render.text_pieces import pieces

_DRAFT_SIZE = 110
_DRAFT_ANGLE = 52
_HEAD_GAP_EM = 2
_LARGEST_SIDE = 0.5  # of the width, for the right text of a running head
_LOGO_GAP, _LOGO_LOW, _LOGO_WIDEST = 2 * MM, 17.3 * MM, 60 * MM


class Painter:
    """Paints one document; ``canvas`` is the library's, ``total`` the number of pages."""

    def __init__(self, canvas: Any, document: Document, look: Look, total: int) -> None:
        self.canvas = canvas
        self.document = document
        self.look = look
        self.faces = look.faces
        self.image = _image(look)
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
        text, face = furniture(self.document.language).draft, self.faces.bold
        self.canvas.saveState()
        self.canvas.translate(width / 2, height / 2)
        self.canvas.rotate(_DRAFT_ANGLE)
        self.canvas.setFillColor(DRAFT_INK)
        self._plain(face, _DRAFT_SIZE, text, -face.width(text) * _DRAFT_SIZE / 2, -_DRAFT_SIZE * 0.35)
        self.canvas.restoreState()

    def _running(self, width: float, height: float, number: int) -> None:
        texts = running(self.document, str(number), str(self.total))
        self._line(texts.head, width, height - HEAD_BASELINE, self._head_logo(height))
        self.canvas.setStrokeColor(LINE)
        self.canvas.setLineWidth(0.6)
        self.canvas.line(MARGIN_SIDE, height - HEAD_RULE, width - MARGIN_SIDE, height - HEAD_RULE)
        self._line(texts.foot, width, FOOT_BASELINE, 0.0)

    def _head_logo(self, height: float) -> float:
        """Paint the logo above the rule; return the width that it takes from the left text, in points."""
        logo = self.look.logo
        if logo is None:
            return 0.0
        high = min(logo.head_height_mm * MM, _LOGO_WIDEST * logo.height_px / logo.width_px)
        wide = high * logo.width_px / logo.height_px
        self._logo(MARGIN_SIDE, height - _LOGO_LOW, wide, high)
        return wide + _LOGO_GAP

    def _logo(self, x: float, y: float, width: float, height: float) -> None:
        self.canvas.drawImage(self.image, x, y, width, height, mask="auto")

    def _line(self, line: Line, width: float, y: float, taken: float) -> None:
        """Set a running line; ``taken`` points on its left are taken by the logo."""
        face, size = self.faces.regular, RUNNING.size
        left, center, right = (printable(text) for text in line)
        whole = (width - 2 * MARGIN_SIDE) / size
        room = whole - taken / size
        center = shortened(face, center, room / 2)
        sides = (whole - face.width(center)) / 2 - _HEAD_GAP_EM if center else room * _LARGEST_SIDE
        right = shortened(face, right, sides)
        rest = sides - taken / size if center else room - face.width(right) - _HEAD_GAP_EM * bool(right)
        places: tuple[tuple[str, float, Align], ...] = (
            (shortened(face, left, rest), rest, "left"),
            (center, room / 2, "center"),
            (right, sides, "right"),
        )
        for text, most, align in places:
            self._said(text, most, align, (MARGIN_SIDE + (taken if align == "left" else 0.0), width - MARGIN_SIDE), y)

    def _said(self, text: str, most: float, align: Align, span: tuple[float, float], y: float) -> None:
        """Set ``text`` as running text is, with the thin gap between Han and Latin, in ``most`` ems at the widest."""
        if not text:
            return
        line = lines_of(self.faces, ((text.replace("\n", " "), False),), math.inf)[0]
        left, end = span
        room = min(line.width, most)
        long = room * RUNNING.size
        x = {"left": left, "center": (left + end - long) / 2, "right": end - long}[align]
        made = Words(x=0, baseline=0, size=RUNNING.size, colour=RUNNING.colour, pieces=pieces(line, room))
        self._words(made, x, y)

    def _plain(self, face: Face, size: float, text: str, x: float, y: float) -> None:
        for name, run in face.runs(text):
            self.canvas.setFont(name, size)
            self.canvas.drawString(x, y, run)
            x += face.width(run) * size

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
        elif isinstance(mark, Badge):
            self._logo(left + mark.x, top - mark.top - mark.height, mark.width, mark.height)
        elif isinstance(mark, Image):
            draw_scene(self.canvas, mark.scene, "print", (left + mark.x, top - mark.top), mark.scale)

    def _words(self, words: Words, x: float, y: float) -> None:
        text = self.canvas.beginText()
        text.setFillColor(words.colour)
        for piece in words.pieces:
            if piece.text in DRAWN:
                self._box(x + piece.x * words.size, y, words.size, ticked=piece.text == "☑")
                continue
            face, left = self.faces.face(piece.bold), x + piece.x * words.size
            text.setCharSpace(piece.spacing * words.size)
            for name, run in face.runs(piece.text):
                text.setFont(name, words.size)
                text.setTextOrigin(left, y)
                text.textOut(run)
                left += (face.width(run) + len(run) * piece.spacing) * words.size if face.lacking else 0.0
        self.canvas.drawText(text)
        if words.target and words.pieces:
            self._link(words, x, y)

    def _link(self, words: Words, x: float, y: float) -> None:
        end = max(piece.x + self.faces.face(piece.bold).width(piece.text) for piece in words.pieces) * words.size
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


def _image(look: Look) -> Any:
    """Return the logo for the library, read once for all pages; None where there is none."""
    if look.logo is None:
        return None
    from reportlab.lib.utils import ImageReader

    return ImageReader(io.BytesIO(look.logo.content))


def shortened(face: Face, text: str, room_em: float) -> str:
    """Return ``text``, its end replaced by … where it is wider than ``room_em``."""
    advance = face.advance
    ends = list(accumulate(map(advance, text)))
    if not ends or ends[-1] <= room_em:
        return text
    return text[: bisect_right(ends, room_em - advance("…"))] + "…"
