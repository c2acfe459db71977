"""The document model: what a paper says, as frozen nodes; how it looks is the renderers' matter.

A builder puts every text in here in the document's language. Renderers neither compute nor translate: a number comes
with its value, a formula with its result. Section numbers, table numbers and page furniture follow from the language
(``planner.documents.numbering``, ``planner.documents.furniture``).
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Literal

import msgspec

from planner.documents.house_style import HouseStyle
from planner.pictures.scene import Scene

Language = Literal["zh", "en"]
Audience = Literal["external", "internal"]
Media = Literal["all", "paper", "sheet"]
Align = Literal["left", "center", "right"]
ColumnKind = Literal["text", "id", "number", "money", "date", "mark", "choice", "input"]
MarkLevel = Literal["star", "important", "general"]
InputKind = Literal["text", "number", "date"]

_SIGNERS_MM: tuple[float, ...] = (20, 52, 44, 34)

MARKS: dict[MarkLevel, str] = {"star": "★", "important": "▲", "general": ""}


class Text(msgspec.Struct, frozen=True, tag=True):
    """A cell of words; codes and long digit strings are words too. ``formula`` as in :class:`Number`, giving words."""

    text: str
    bold: bool = False
    formula: str = ""


class Number(msgspec.Struct, frozen=True, tag=True):
    """A number: ``decimals`` None shows it as it is, otherwise with thousands marks and that many places.

    ``formula`` is written into workbooks with ``value`` as the stored result. It starts with ``=`` and names cells by
    column key: ``[@qty]`` is the cell of this row, ``[amount]`` the column over all rows above that are not totals.
    """

    value: int | float | Decimal
    unit: str = ""
    decimals: int | None = None
    formula: str = ""


class MoneyCell(msgspec.Struct, frozen=True, tag=True):
    """An amount of money; the currency is said in the column head. ``formula`` as in :class:`Number`."""

    amount: Decimal
    decimals: int = 2
    formula: str = ""


class DateCell(msgspec.Struct, frozen=True, tag=True):
    """A calendar date, shown as 2026-11-30."""

    date: dt.date


class Mark(msgspec.Struct, frozen=True, tag=True):
    """The weight of a requirement: a star, a triangle, or nothing."""

    level: MarkLevel


class Choice(msgspec.Struct, frozen=True, tag=True):
    """A cell where one of a few words is chosen; '' is not answered yet."""

    options: tuple[str, ...]
    value: str = ""


class Input(msgspec.Struct, frozen=True, tag=True):
    """An empty cell that the reader fills in."""

    kind: InputKind = "text"


class Reference(msgspec.Struct, frozen=True, tag=True):
    """The number of the table or section that carries ``anchor``."""

    anchor: str


Cell = Text | Number | MoneyCell | DateCell | Mark | Choice | Input | Reference


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """A column: width in millimetres, alignment None for what is usual for its kind."""

    key: str
    title: str
    width_mm: float
    kind: ColumnKind = "text"
    unit: str = ""
    align: Align | None = None


class Highlight(msgspec.Struct, frozen=True, kw_only=True):
    """Cells of a workbook that take a colour while a condition holds; a page does not show it.

    ``condition`` is a formula as in :class:`Number`, true where ``columns`` of a row are to be coloured.
    """

    condition: str
    columns: tuple[str, ...]
    tone: Literal["bad", "warn"] = "warn"


class Row(msgspec.Struct, frozen=True, tag=True):
    """A row of cells, one for each column; a ``total`` row is set off and left out of column formulas."""

    cells: tuple[Cell, ...]
    total: bool = False


class Group(msgspec.Struct, frozen=True, tag=True):
    """A row that names the rows below it."""

    title: str


class Table(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A table with a repeated head. ``sheet`` is its short name in a workbook ('' takes the caption).

    ``key_columns`` is the number of columns on the left that say which row it is; they stay in view. ``media`` lets a
    workbook have the wide form of a table and the page the narrow one. ``numbered`` is False for forms and lists that
    nobody refers to.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row | Group, ...]
    caption: str = ""
    anchor: str = ""
    sheet: str = ""
    key_columns: int = 1
    landscape: bool = False
    repeat_head: bool = True
    filtered: bool = False
    numbered: bool = True
    media: Media = "all"
    highlights: tuple[Highlight, ...] = ()


class KeyValue(msgspec.Struct, frozen=True):
    """A label and what stands beside it."""

    key: str
    value: Cell


class KeyValues(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A table of labels and values; widths in millimetres."""

    items: tuple[KeyValue, ...]
    caption: str = ""
    anchor: str = ""
    sheet: str = ""
    widths_mm: tuple[float, float] = (34, 132)
    numbered: bool = True
    media: Media = "all"


class Signature(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Who signs: heads such as ('', department, signature, date), one row of texts for each signer."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widths_mm: tuple[float, ...] = ()

    @property
    def columns_mm(self) -> tuple[float, ...]:
        """Return a width in mm for each head: those told, else a narrow first column and a usual total."""
        if self.widths_mm or len(self.heads) == len(_SIGNERS_MM):
            return self.widths_mm or _SIGNERS_MM
        rest = len(self.heads) - 1
        return (_SIGNERS_MM[0], *((sum(_SIGNERS_MM) - _SIGNERS_MM[0]) / rest for _ in range(rest)))


class Paragraph(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Running text; ``lead`` is a bold beginning, ``marker`` ('1.') makes it an item of a list."""

    text: str
    lead: str = ""
    marker: str = ""
    media: Media = "all"


class Note(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Small grey text under or above a table."""

    text: str
    media: Media = "all"


class Picture(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A picture with its caption below; painted ``width_mm`` wide at most, smaller where it would not fit the page.

    ``alt`` says in words what it shows ('' takes the scene's own description).
    """

    scene: Scene
    caption: str = ""
    anchor: str = ""
    sheet: str = ""
    width_mm: float = 166.0
    alt: str = ""
    landscape: bool = False
    numbered: bool = True
    media: Media = "all"

    @property
    def words(self) -> str:
        """Return the alternative text."""
        return self.alt or self.scene.description


class PageBreak(msgspec.Struct, frozen=True, tag=True):
    """What follows begins on a new page."""


class Section(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A part with a heading; sections inside it are one level deeper. ``new_page`` starts it on a page of its own."""

    title: str
    blocks: tuple[Block, ...] = ()
    anchor: str = ""
    numbered: bool = True
    new_page: bool = False


Block = Section | Paragraph | Note | Table | KeyValues | Picture | Signature | PageBreak


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """A whole paper.

    ``number`` and ``version`` stand in the running head beside ``running_head`` ('' takes the title); ``meta`` are the
    facts under the title. ``date`` is also the date of creation in the file's properties, so that the same document
    gives the same bytes. ``one_sheet`` is for short papers that are read from top to bottom: a workbook has all of it on
    one sheet, others a sheet for each table. ``cover`` and ``contents`` are for papers that are bound. ``locked`` protects the cells of a
    workbook that nobody is to fill in, without a password, against slips of the hand. ``style`` is the institution's
    look.
    """

    title: str
    language: Language
    audience: Audience
    date: dt.date
    subtitle: str = ""
    organisation: str = ""
    number: str = ""
    version: str = ""
    draft: bool = False
    running_head: str = ""
    meta: tuple[KeyValue, ...] = ()
    blocks: tuple[Block, ...] = ()
    signature: Signature | None = None
    keywords: tuple[str, ...] = ()
    cover: bool = False
    contents: bool = False
    locked: bool = False
    one_sheet: bool = False
    style: HouseStyle = HouseStyle()
