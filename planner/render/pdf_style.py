"""Measures of a printed page, in points: paper, margins, type sizes, rules, fills. Printed black and white as a rule."""

from __future__ import annotations

import msgspec

from planner.documents.model import Align

MM = 72 / 25.4
PAGE_SHORT, PAGE_LONG = 210 * MM, 297 * MM
MARGIN_SIDE, MARGIN_TOP, MARGIN_BOTTOM = 22 * MM, 25 * MM, 20 * MM
HEAD_BASELINE, HEAD_RULE, FOOT_BASELINE = 16 * MM, 18.5 * MM, 12 * MM
PAD_SIDE, PAD_ROW = 3.2, 2.8
GRID, FRAME = 0.45, 0.8

INK, NAVY, GREY, LINE, FRAME_LINE = "#1A1A1A", "#1F3A5F", "#6B7280", "#98A2AE", "#5B6672"
HEAD_FILL, GROUP_FILL, DRAFT_INK = "#E6EBF1", "#F4F6F9", "#E9E9E9"


class TextStyle(msgspec.Struct, frozen=True, kw_only=True):
    """How a text is set; lengths in points, ``first_indent`` in ems."""

    size: float
    leading: float
    bold: bool = False
    colour: str = INK
    align: Align = "left"
    justify: bool = False
    first_indent: float = 0.0
    before: float = 0.0
    after: float = 0.0


HEADINGS = (
    TextStyle(size=15, leading=22, bold=True, colour=NAVY, before=14, after=5),
    TextStyle(size=11.8, leading=18, bold=True, before=10, after=3),
    TextStyle(size=10.5, leading=17, bold=True, before=7, after=2),
    TextStyle(size=10.5, leading=17, before=5, after=2),
)
COVER_ORGANISATION = TextStyle(size=22, leading=30, bold=True, colour=NAVY, align="center")
COVER_TITLE = TextStyle(size=30, leading=44, bold=True, align="center")
TITLE = TextStyle(size=20, leading=28, bold=True, colour=NAVY)
SUBTITLE = TextStyle(size=12.5, leading=19, after=2)
META = TextStyle(size=9.3, leading=15, colour=GREY, after=4)
BODY_ZH = TextStyle(size=10.5, leading=17.6, justify=True, first_indent=2, after=3)
BODY_EN = TextStyle(size=10, leading=15, after=4)
ITEM_ZH = TextStyle(size=10.5, leading=17.2, justify=True, after=2.4)
ITEM_EN = TextStyle(size=10, leading=15, after=2.4)
CAPTION = TextStyle(size=9.3, leading=14, bold=True, before=6, after=3)
NOTE = TextStyle(size=8.6, leading=13, colour=GREY, before=4, after=4)
CELL_ZH = TextStyle(size=8.8, leading=13)
CELL_EN = TextStyle(size=8.4, leading=12.6)
RUNNING = TextStyle(size=8.3, leading=11, colour=GREY)
AFTER_TABLE = 8.0
SMALLEST = 7.5  # type that can be read on paper
LIST_INDENT = 18.0
ITEM_GAP = 4.0


def page_size(landscape: bool) -> tuple[float, float]:
    """Return width and height of the paper in points."""
    return (PAGE_LONG, PAGE_SHORT) if landscape else (PAGE_SHORT, PAGE_LONG)


def text_width(landscape: bool) -> float:
    """Return the width between the margins in points."""
    return page_size(landscape)[0] - 2 * MARGIN_SIDE


def body_height(landscape: bool) -> float:
    """Return the height between the margins in points."""
    return page_size(landscape)[1] - MARGIN_TOP - MARGIN_BOTTOM
