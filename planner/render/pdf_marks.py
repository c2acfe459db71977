"""What is painted on a page, and strips: slices of the text column that are placed whole."""

from __future__ import annotations

import msgspec

from planner.documents.numbering import Heading
from planner.pictures.scene import Scene
from planner.render.text_pieces import Piece


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """Pieces of a line; ``x`` and ``baseline`` from the strip's top left, downwards."""

    x: float
    baseline: float
    size: float
    colour: str
    pieces: tuple[Piece, ...]
    target: str = ""


class Fill(msgspec.Struct, frozen=True, kw_only=True):
    """A filled rectangle; ``top`` downwards."""

    x: float
    top: float
    width: float
    height: float
    colour: str


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """A straight line; y downwards."""

    x1: float
    y1: float
    x2: float
    y2: float
    weight: float
    colour: str


class Image(msgspec.Struct, frozen=True, kw_only=True):
    """A picture, painted as lines and words; ``scale`` times its own size."""

    x: float
    top: float
    scale: float
    scene: Scene


class Badge(msgspec.Struct, frozen=True, kw_only=True):
    """The logo of the house; ``top`` downwards."""

    x: float
    top: float
    width: float
    height: float


PageMark = Words | Fill | Rule | Image | Badge


class CellLines(msgspec.Struct, frozen=True, kw_only=True):
    """A cell's lines, ready to be placed: each with its x from the column's left edge."""

    left: float
    width: float
    lines: tuple[tuple[float, tuple[Piece, ...]], ...]
    target: str = ""


class RowLines(msgspec.Struct, frozen=True, kw_only=True):
    """A table row that may be cut between lines; measures in points."""

    cells: tuple[CellLines, ...]
    size: float
    leading: float
    minimum: float = 0.0
    fill: str = ""
    label_fill: float = 0.0
    cut: bool = False


class TablePart(msgspec.Struct, frozen=True, kw_only=True):
    """What a table needs on each page it goes on to: where its frame stands and the strips that are repeated."""

    key: int
    width: float
    left: float = 0.0
    repeated: tuple[Strip, ...] = ()


class Strip(msgspec.Struct, frozen=True, kw_only=True):
    """A slice of the column. ``before`` is dropped at the top of a page; ``keep_next`` ties it to the next strip.

    ``table`` is set on heads and rows; ``is_row`` on rows. ``row`` holds the lines of a row that may be cut.
    """

    height: float
    marks: tuple[PageMark, ...] = ()
    before: float = 0.0
    keep_next: bool = False
    landscape: bool = False
    new_page: bool = False
    heading: Heading | None = None
    anchor: str = ""
    table: TablePart | None = None
    is_row: bool = False
    row: RowLines | None = None
