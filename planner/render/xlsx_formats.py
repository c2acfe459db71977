"""Cell formats and measures of workbooks: typefaces, borders, number formats, widths and heights."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import Any

from planner.documents.model import Align, Language
from planner.render.text_lines import break_lines, glyphs, is_wide

_BODY = {"zh": ("宋体", 11), "en": ("Arial", 10)}
_HEAD = {"zh": "黑体", "en": "Arial"}
_DEFAULT_COLUMN_PX = {"zh": 72, "en": 64}
CELL_SIZE = 10
TITLE_SIZE = 15
NOTE_SIZE = 9
INPUT_FILL, HEAD_FILL, GROUP_FILL, LINE, GREY = "#FFF9DB", "#E6EBF1", "#F4F6F9", "#98A2AE", "#6B7280"
_TONES = {"bad": "#F2B8B5", "warn": "#FBD9A5"}
_PX_PER_MM = 96 / 25.4
_PT_PER_MM = 72 / 25.4
_LINE_PT, _ROW_PAD_PT, _CELL_PAD_PT = 13.5, 6.0, 5.5
_WIDEST_EM = 1.0 + 0.14  # a full-width character and the gap beside it
HIGHEST_ROW_PT = 409.0
_THIN = frozenset("iljtfrI.,:;'|!()[] /-")
_BROAD = frozenset("mwMW%@")


def workbook_options(language: Language) -> dict[str, Any]:
    """Return the options of a workbook whose Normal font decides the unit of column widths."""
    name, size = _BODY[language]
    return {
        "in_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
        "default_format_properties": {"font_name": name, "font_size": size},
        "default_column_width": _DEFAULT_COLUMN_PX[language],
    }


def pixels(width_mm: float) -> int:
    """Return a column width in screen pixels (96 to the inch)."""
    return round(width_mm * _PX_PER_MM)


def row_height(texts: list[tuple[str, float]], language: Language, size: float = CELL_SIZE) -> float:
    """Return the height in points of a row of (text, width in mm), capped at what spreadsheets allow."""
    lines = max((line_count(text, width, language, size) for text, width in texts), default=1)
    return min(HIGHEST_ROW_PT, lines * _LINE_PT * size / CELL_SIZE + _ROW_PAD_PT)


@lru_cache(maxsize=1 << 14)  # evidence and acceptance repeat from row to row
def line_count(text: str, width_mm: float, language: Language, size: float = CELL_SIZE) -> int:
    """Return the number of lines ``text`` takes in a column."""
    room = max(1.0, (width_mm * _PT_PER_MM - _CELL_PAD_PT) / size)
    advance = _han_face if language == "zh" else _latin_face
    if "\n" not in text and len(text) * _WIDEST_EM <= room:
        return 1
    return len(break_lines(glyphs(((text, False),), advance), room, pull=False))


def _han_face(char: str, bold: bool) -> float:
    """Return the advance in a Chinese face: half an em for Latin, a little more where another face stands in."""
    return 1.0 if is_wide(char) else 0.6 if char.isupper() else 0.53


def _latin_face(char: str, bold: bool) -> float:
    """Return about the advance in a Latin face without serifs."""
    if is_wide(char):
        return 1.0
    if char in _THIN:
        return 0.32
    return 0.85 if char in _BROAD else 0.69 if char.isupper() else 0.56


def number_format(decimals: int | None, unit: str) -> str:
    """Return the number format; a blank as wide as _ keeps the digits off the border."""
    plain = "General" if decimals is None else "#,##0" + ("." + "0" * decimals if decimals else "")
    if not unit:
        return f"{plain}_ "
    space = "" if unit == "%" or is_wide(unit[0]) else " "
    return f'{plain}"{space}{unit.replace(chr(34), "")}"_ '


def shown_number(value: int | float | Decimal, decimals: int | None) -> str:
    """Return about what a number cell shows, for measuring."""
    return f"{value:,.{decimals or 0}f}" if decimals is not None else str(value)


class Formats:
    """The formats of one workbook, each made once."""

    def __init__(self, workbook: Any, language: Language) -> None:
        self.workbook = workbook
        self.head_font = _HEAD[language]
        self.body_font = _BODY[language][0]
        self.made: dict[tuple[tuple[str, Any], ...], Any] = {}

    def get(self, **properties: Any) -> Any:
        """Return the format with these properties."""
        key = tuple(sorted(properties.items()))
        if key not in self.made:
            self.made[key] = self.workbook.add_format(properties)
        return self.made[key]

    def title(self) -> Any:
        """Return the format of a sheet's title."""
        return self.get(
            font_name=self.head_font, font_size=TITLE_SIZE, bold=True, align="center", valign="vcenter", text_wrap=True
        )

    def line(self, *, is_note: bool) -> Any:
        """Return the format of text above or below a table."""
        size, colour = (NOTE_SIZE, GREY) if is_note else (CELL_SIZE, "#000000")
        return self.get(font_name=self.body_font, font_size=size, font_color=colour, text_wrap=True, valign="vcenter")

    def head(self) -> Any:
        """Return the format of a column head."""
        return self.get(**self._grid("center"), font_name=self.head_font, bg_color=HEAD_FILL, bold=True)

    def group(self) -> Any:
        """Return the format of a group row; unwrapped, so that its words run on over the empty cells."""
        grid = self._grid("left") | {"text_wrap": False, "left": 0, "right": 0}
        return self.get(**grid, font_name=self.head_font, bg_color=GROUP_FILL, bold=True)

    def text(  # noqa: PLR0913 - what a cell can be
        self,
        align: Align,
        *,
        bold: bool = False,
        fill: str = "",
        code: bool = False,
        quoted: bool = False,
        open_cell: bool = False,
        runs_on: bool = False,
    ) -> Any:
        """Return the format of a text cell; ``code`` keeps digits typed later as text, ``quoted`` a leading = too.

        An ``open_cell`` can be filled in where the sheet is locked; words that ``runs_on`` go over the empty cells
        beside them, since nobody knows how long a computed text will be.
        """
        return self.get(
            **(self._grid(align) | ({"text_wrap": False} if runs_on else {})),
            font_name=self.head_font if bold else self.body_font,
            bold=bold,
            **({"bg_color": fill} if fill else {}),
            **({"num_format": "@"} if code else {}),
            **({"quote_prefix": True} if quoted else {}),
            **({"locked": False} if open_cell else {}),
        )

    def number(self, form: str, align: Align, *, bold: bool = False, fill: str = "", open_cell: bool = False) -> Any:
        """Return the format of a number or date cell."""
        colour = {"bg_color": fill} if fill else {}
        font = self.head_font if bold else self.body_font
        lock = {"locked": False} if open_cell else {}
        return self.get(**self._grid(align), font_name=font, bold=bold, num_format=form, **colour, **lock)

    def tone(self, name: str) -> Any:
        """Return the fill of a highlighted cell."""
        return self.get(bg_color=_TONES[name])

    def _grid(self, align: Align) -> dict[str, Any]:
        return {
            "font_size": CELL_SIZE,
            "border": 1,
            "border_color": LINE,
            "align": align,
            "valign": "vcenter",
            "text_wrap": True,
        }
