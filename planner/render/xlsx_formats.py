"""Cell formats of workbooks: typefaces and colours of the house or our own, borders, number formats, widths."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec

from planner.documents.house_style import HouseStyle
from planner.documents.model import Align, Language
from planner.render.text_lines import is_wide
from planner.render.xlsx_lines import CELL_SIZE

_BODY = {"zh": ("宋体", 11), "en": ("Arial", 10)}
_HEAD = {"zh": "黑体", "en": "Arial"}
_DEFAULT_COLUMN_PX = {"zh": 72, "en": 64}
TITLE_SIZE: float = 15
NOTE_SIZE: float = 9
INPUT_FILL, HEAD_FILL, GROUP_FILL, LINE, GREY, BLACK = "#FFF9DB", "#E6EBF1", "#F4F6F9", "#98A2AE", "#6B7280", "#000000"
_TONES = {"bad": "#F2B8B5", "warn": "#FBD9A5"}
_PX_PER_MM = 96 / 25.4


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """The typefaces, sizes (points) and colours of one workbook."""

    language: Language
    body_font: str
    head_font: str
    cell_pt: float
    line_pt: float
    note_pt: float
    title_pt: float
    title_colour: str
    head_fill: str


def look_of(style: HouseStyle, language: Language) -> Look:
    """Return the look that ``style`` asks for; what it leaves open is our own."""
    fonts, sizes = style.fonts, style.sizes
    is_han = language == "zh"
    cell = sizes.table or CELL_SIZE
    return Look(
        language=language,
        body_font=(fonts.han if is_han else fonts.latin) or _BODY[language][0],
        head_font=(fonts.head_han if is_han else fonts.head_latin) or _HEAD[language],
        cell_pt=cell,
        line_pt=sizes.body or CELL_SIZE,
        note_pt=NOTE_SIZE if sizes.table is None else max(7.0, cell - 1),
        title_pt=sizes.title or TITLE_SIZE,
        title_colour=style.accent or BLACK,
        head_fill=style.head_fill or HEAD_FILL,
    )


def workbook_options(language: Language) -> dict[str, Any]:
    """Return the options of a workbook whose Normal font decides the unit of column widths, whatever the house's is."""
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

    def __init__(self, workbook: Any, look: Look) -> None:
        self.workbook = workbook
        self.look = look
        self.made: dict[tuple[tuple[str, Any], ...], Any] = {}

    def get(self, **properties: Any) -> Any:
        """Return the format with these properties."""
        key = tuple(sorted(properties.items()))
        if key not in self.made:
            self.made[key] = self.workbook.add_format(properties)
        return self.made[key]

    def title(self) -> Any:
        """Return the format of a sheet's title."""
        colour = {} if self.look.title_colour == BLACK else {"font_color": self.look.title_colour}
        return self.get(
            font_name=self.look.head_font,
            font_size=self.look.title_pt,
            bold=True,
            align="center",
            valign="vcenter",
            text_wrap=True,
            **colour,
        )

    def heading(self) -> Any:
        """Return the format of the heading of a part that stands below another one."""
        colour = {} if self.look.title_colour == BLACK else {"font_color": self.look.title_colour}
        size = self.look.line_pt + 1
        return self.get(font_name=self.look.head_font, font_size=size, bold=True, valign="vcenter", **colour)

    def line(self, *, is_note: bool) -> Any:
        """Return the format of text above or below a table."""
        size, colour = (self.look.note_pt, GREY) if is_note else (self.look.line_pt, BLACK)
        return self.get(
            font_name=self.look.body_font, font_size=size, font_color=colour, text_wrap=True, valign="vcenter"
        )

    def head(self) -> Any:
        """Return the format of a column head."""
        return self.get(**self._grid("center"), font_name=self.look.head_font, bg_color=self.look.head_fill, bold=True)

    def group(self) -> Any:
        """Return the format of a group row; unwrapped, so that its words run on over the empty cells."""
        grid = self._grid("left") | {"text_wrap": False, "left": 0, "right": 0}
        return self.get(**grid, font_name=self.look.head_font, bg_color=GROUP_FILL, bold=True)

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
            font_name=self.look.head_font if bold else self.look.body_font,
            bold=bold,
            **({"bg_color": fill} if fill else {}),
            **({"num_format": "@"} if code else {}),
            **({"quote_prefix": True} if quoted else {}),
            **({"locked": False} if open_cell else {}),
        )

    def number(self, form: str, align: Align, *, bold: bool = False, fill: str = "", open_cell: bool = False) -> Any:
        """Return the format of a number or date cell."""
        colour = {"bg_color": fill} if fill else {}
        font = self.look.head_font if bold else self.look.body_font
        lock = {"locked": False} if open_cell else {}
        return self.get(**self._grid(align), font_name=font, bold=bold, num_format=form, **colour, **lock)

    def tone(self, name: str) -> Any:
        """Return the fill of a highlighted cell."""
        return self.get(bg_color=_TONES[name])

    def _grid(self, align: Align) -> dict[str, Any]:
        return {
            "font_size": self.look.cell_pt,
            "border": 1,
            "border_color": LINE,
            "align": align,
            "valign": "vcenter",
            "text_wrap": True,
        }
