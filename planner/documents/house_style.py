"""How an institution's papers look: logo, typefaces, sizes, running head and foot, numbering, colours; all optional.

``HouseStyle()`` is the program's own look. A field that is None (or '' where said) leaves that to the renderer. The
struct carries the logo's bytes and, for each typeface, its file and digest: the same style gives the same papers.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from planner.messages import Labelled

Numbering = Literal["", "zh", "decimal"]
LogoKind = Literal["png", "jpeg"]

# What a running text may name in braces; page and pages are for the renderer to fill in with its own fields.
HEAD_FIELDS = ("title", "running_head", "organisation", "number", "version", "date", "page", "pages")


class Logo(msgspec.Struct, frozen=True, kw_only=True):
    """A picture without metadata: its bytes, their kind, its size in pixels, heights in print in millimetres.

    ``alt`` is the text read aloud for it.
    """

    content: bytes
    kind: LogoKind
    digest: str
    width_px: int
    height_px: int
    cover_height_mm: float = 22.0
    head_height_mm: float = 7.0
    alt: Labelled = Labelled(zh="单位标志", en="Logo")

    def width_mm(self, height_mm: float) -> float:
        """Return its width in mm where it is ``height_mm`` high in print."""
        return self.width_px / self.height_px * height_mm


class FontFile(msgspec.Struct, frozen=True, kw_only=True):
    """A TrueType face on this computer: absolute path, place in a collection, family name, digest of the file.

    ``has_han`` tells whether Chinese text can be set in it.
    """

    path: str
    family: str
    digest: str
    index: int = 0
    has_han: bool = True


class HouseFonts(msgspec.Struct, frozen=True, kw_only=True):
    """Typefaces: files that a PDF embeds, names that office files ask for ('' is the renderer's own).

    ``han`` and ``latin`` are for running text and cells, ``head_han`` and ``head_latin`` for headings and table heads.
    """

    regular: FontFile | None = None
    bold: FontFile | None = None
    han: str = ""
    latin: str = ""
    head_han: str = ""
    head_latin: str = ""


class HouseSizes(msgspec.Struct, frozen=True, kw_only=True):
    """Type sizes in points; ``headings`` from the outermost level on, as many as were given."""

    body: float | None = None
    table: float | None = None
    title: float | None = None
    headings: tuple[float, ...] = ()


class RunningTexts(msgspec.Struct, frozen=True, kw_only=True):
    """The three places of a running head or foot; None is the renderer's own text, an empty text is nothing.

    The texts take the names of ``HEAD_FIELDS`` in braces.
    """

    left: Labelled | None = None
    center: Labelled | None = None
    right: Labelled | None = None


class HouseStyle(msgspec.Struct, frozen=True, kw_only=True):
    """The look of an institution's papers.

    ``accent`` is the colour of titles and first headings, ``head_fill`` the ground of table heads, both '#RRGGBB' or ''.
    ``numbering`` 'zh' is 一、（一）1.（1）, 'decimal' 1, 1.1, 1.1.1, '' what is usual for the paper's language.
    """

    organisation: Labelled | None = None
    logo: Logo | None = None
    fonts: HouseFonts = HouseFonts()
    sizes: HouseSizes = HouseSizes()
    head: RunningTexts = RunningTexts()
    foot: RunningTexts = RunningTexts()
    numbering: Numbering = ""
    accent: str = ""
    head_fill: str = ""


def heading_size(style: HouseStyle, level: int, usual: float) -> float:
    """Return the size in points of headings of ``level`` (1 is outermost); ``usual`` where the style says nothing."""
    sizes = style.sizes.headings
    return sizes[level - 1] if level <= len(sizes) else usual


def without_paths(style: HouseStyle) -> HouseStyle:
    """Return ``style`` as it is the same on every computer: its typefaces known by their digests alone."""
    fonts = style.fonts
    regular, bold = (font and replace(font, path="") for font in (fonts.regular, fonts.bold))
    return replace(style, fonts=replace(fonts, regular=regular, bold=bold))
