"""What a table's cell shows, prepared once by the model: a few kinds of records the delegate paints without asking more.

A model returns one of these for ``CELL_ROLE``; the plain text for copying, finding and reading aloud stays in Qt's
DisplayRole. ``READER_ROLE`` brings the reader a cell is typed through, ``CHOICES_ROLE`` the (key, text) pairs it is
chosen from; what was read or chosen comes back through ``setData`` in the EditRole as value or key.
"""

from __future__ import annotations

import msgspec
from PySide6.QtCore import Qt

from desktop_app.window.look.tokens import Status
from desktop_app.window.parts.origin_mark import Origin
from desktop_app.window.parts.price_range import Span

CELL_ROLE = int(Qt.ItemDataRole.UserRole) + 1
READER_ROLE = int(Qt.ItemDataRole.UserRole) + 2
CHOICES_ROLE = int(Qt.ItemDataRole.UserRole) + 3


class TextCell(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A text in the first tone and a ``detail`` or ``unit`` in the second.

    ``detail`` follows the text in the small size, ``under`` stands below it in rows of two lines. ``unit`` stands in a slot of ``unit_room`` pixels at the right end,
    so that digits stay in line, or right behind the number where that is 0. ``assumed`` draws the dotted line below,
    ``tint`` a ground (a colour of the look), ``indent`` moves the text to the right, ``icon`` stands before it.
    """

    text: str
    detail: str = ""
    under: str = ""
    unit: str = ""
    unit_room: int = 0
    tone: str = "text"
    detail_tone: str = "text2"
    bold: bool = False
    right: bool = False
    assumed: bool = False
    tint: str = ""
    icon: str = ""
    indent: int = 0


class StatusCell(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A status as icon and word; passes stay quiet. ``tinted`` gives the cell the status' ground (matrices).

    ``under`` stands below it in the small size, in rows of two lines.
    """

    status: Status
    word: str = ""
    under: str = ""
    right: bool = False
    tinted: bool = False
    bold: bool = False


class TickCell(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A box that is ticked or not."""

    ticked: bool


class RangeCell(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A price range with its mark; the numbers stand in the tooltip."""

    span: Span


class OriginCell(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Where a number comes from: mark and word."""

    origin: Origin
    word: str


class MeterCell(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A share of a limit as a meter, with a text behind it."""

    share: float | None
    state: str
    text: str = ""


class GroupCell(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The head of a group, in the first column of its row: chevron, icon, name, count."""

    text: str
    count: str = ""
    icon: str = ""
    open: bool = True


class HeadCell(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A column's head: its name, the unit in a lighter tone, and whether it is read from the right.

    ``under`` stands below the name in heads of two lines.
    """

    text: str
    unit: str = ""
    under: str = ""
    right: bool = False


Cell = TextCell | StatusCell | TickCell | RangeCell | OriginCell | MeterCell | GroupCell

NOT_APPLICABLE = TextCell(text="—", tone="disabled")
NOT_APPLICABLE_RIGHT = TextCell(text="—", tone="disabled", right=True)
EMPTY = TextCell(text="")
