"""How each named style of a Word paper looks: one table, and what a house style changes in it. Sizes in points.

Lines are at least so high as said here: a larger face that somebody chooses later is not cut.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from planner.documents.house_style import HouseFonts, HouseStyle, heading_size
from planner.documents.model import Align, Document, Language

NAVY, GREY, GRID_LINE, FRAME_LINE = "1F3A5F", "6B7280", "98A2AE", "7A8490"
HEAD_FILL, GROUP_FILL = "E6EBF1", "F4F6F9"
BODY, ITEM, FACTS = "PaperBody", "PaperItem", "PaperFacts"
BODY_AFTER, ITEM_AFTER = "PaperBodyAfterTable", "PaperItemAfterTable"
SPACER, COVER_GAP, SECTION_END = "PaperSpacer", "CoverGap", "SectionEnd"
CAPTION, NOTE, TABLE, COVER_TABLE = "Caption", "TableNote", "PaperTable", "CoverTable"
CELL, HEAD, LABEL = "TableText", "TableHead", "TableLabel"
SMALL_CELL, SMALL_HEAD, SMALL_LABEL = "TableTextSmall", "TableHeadSmall", "TableLabelSmall"
COVER, COVER_TITLE, COVER_SUBTITLE, COVER_LOGO = "CoverOrganisation", "CoverTitle", "CoverSubtitle", "CoverLogo"
COVER_FACT, COVER_LABEL = "CoverFact", "CoverLabel"
PICTURE, PICTURE_CAPTION, CONTENTS = "PaperPicture", "PictureCaption", "ContentsHeading"
HEADINGS = ("Heading1", "Heading2", "Heading3", "Heading4")
ENTRIES = ("TOC1", "TOC2")
CELL_SIDE_TWIPS, CELL_END_TWIPS = 70, 28
_BODY_SIZE = {"zh": 11.0, "en": 10.5}
_CELL_SIZE, _SMALL_SHARE, _TITLE_SIZE = 9.0, 7.5 / 9.0, 20.0
_SPREAD_TITLE = 8  # a Chinese title of so few characters is set wide
_WIDE_SPACING = 14.0
_BARE_COVER_PT = 96.0
# A cover: what its texts leave of the page, its facts and signers with a second line now and then, the space between all.
_COVER_PARTS = (COVER_LOGO, COVER, COVER_TITLE, COVER_GAP)
_COVER_PT, _FACT_PT, _SIGNER_PT, _COVER_AIR_PT, _LEAST_AIR = 560.0, 34.0, 33.0, 244.0, 0.2
_PT_PER_MM = 72 / 25.4
# Width of a figure over that of Times New Roman, 0.5 em; for faces of heads over Arial Bold's the share is the same.
_LATIN_WIDTHS = {
    "times new roman": 1.0, "arial": 1.0, "helvetica": 1.0, "liberation serif": 1.0, "liberation sans": 1.0,
    "calibri": 1.02, "cambria": 1.11, "segoe ui": 1.08, "tahoma": 1.1, "trebuchet ms": 1.05, "consolas": 1.1,
    "garamond": 1.0, "georgia": 1.23, "courier new": 1.2, "bookman old style": 1.24, "verdana": 1.28,
    "dejavu serif": 1.28, "dejavu sans": 1.28, "宋体": 1.0, "仿宋": 1.0, "黑体": 1.0, "楷体": 1.0, "微软雅黑": 1.15,
}  # fmt: skip
_UNKNOWN_LATIN = 1.12


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """A paragraph style; ``line`` 0 is the face's own, ``indent`` in hundredths of a character, '' parents Normal.

    ``spacing`` stands between characters; ``dots`` ends a line with a row of dots to the page number. ``latin`` is how
    wide Latin letters are, beside those of the usual face.
    """

    id: str
    zh: str
    en: str
    size: float = 10.5
    line: float = 0.0
    before: float = 0.0
    after: float = 0.0
    sans: bool = False
    bold: bool = False
    colour: str = ""
    align: Align | None = None
    justify: bool = False
    first_indent: int = 0
    hanging: int = 0
    left: int = 0
    spacing: float = 0.0
    keep_next: bool = False
    rule_below: str = ""
    dots: bool = False
    outline: int | None = None
    latin: float = 1.0
    parent: str = "Normal"
    follow: str = ""

    def sized(self, size: float) -> Style:
        """Return the style in another size, its lines in proportion."""
        return replace(self, size=size, line=self.line * size / self.size)


_BOTH = (
    Style(id="Normal", zh="Normal", en="Normal", parent=""),
    Style(id="Title", zh="Title", en="Title", size=20, line=28, after=6, sans=True, bold=True, colour=NAVY, keep_next=True),
    Style(id="Subtitle", zh="Subtitle", en="Subtitle", size=13, line=20, after=4, sans=True, keep_next=True),
    Style(id="Heading1", zh="heading 1", en="heading 1", size=14, line=22, before=12, after=5, sans=True, bold=True, colour=NAVY, keep_next=True, outline=0, follow=BODY),
    Style(id="Heading2", zh="heading 2", en="heading 2", size=12, line=19, before=9, after=4, sans=True, bold=True, keep_next=True, outline=1, follow=BODY),
    Style(id="Heading3", zh="heading 3", en="heading 3", size=11, line=17, before=7, after=3, sans=True, bold=True, keep_next=True, outline=2, follow=BODY),
    Style(id="Heading4", zh="heading 4", en="heading 4", size=10.5, line=16, before=6, after=3, sans=True, keep_next=True, outline=3, follow=BODY),
    Style(id=CAPTION, zh="caption", en="caption", size=9.5, line=14, before=6, after=3, sans=True, bold=True, keep_next=True),
    Style(id=CELL, zh="表格文字", en="Table Text", size=9, line=13),
    Style(id=SMALL_CELL, zh="表格小字", en="Table Text Small", size=7.5, line=11, parent=CELL),
    Style(id=HEAD, zh="表头", en="Table Head", size=9, line=13, sans=True, bold=True, align="center", parent=CELL),
    Style(id=SMALL_HEAD, zh="表头小字", en="Table Head Small", size=7.5, line=11, sans=True, bold=True, align="center", parent=HEAD),
    Style(id=LABEL, zh="表格标签", en="Table Label", size=9, line=13, sans=True, bold=True, parent=CELL),
    Style(id=SMALL_LABEL, zh="表格标签小字", en="Table Label Small", size=7.5, line=11, sans=True, bold=True, parent=LABEL),
    Style(id=NOTE, zh="表注", en="Table Note", size=8.5, line=13, before=3, after=4, colour=GREY),
    Style(id=PICTURE, zh="插图", en="Paper Picture", before=4, after=2, align="center"),
    Style(id=PICTURE_CAPTION, zh="图题", en="Picture Caption", size=9.5, line=14, before=2, after=8, sans=True, bold=True, align="center"),
    Style(id=SPACER, zh="间隔", en="Paper Spacer", size=2, line=6),
    Style(id=SECTION_END, zh="分节", en="Section End", size=1, line=1),
    Style(id=COVER_LOGO, zh="封面标志", en="Cover Logo", before=12, align="center"),
    Style(id=COVER, zh="封面单位", en="Cover Organisation", size=22, line=32, before=30, after=40, sans=True, bold=True, colour=NAVY, align="center", rule_below="double"),
    Style(id=COVER_TITLE, zh="封面标题", en="Cover Title", size=28, line=42, before=50, after=24, sans=True, bold=True, align="center"),
    Style(id=COVER_SUBTITLE, zh="封面副标题", en="Cover Subtitle", size=16, line=26, sans=True, bold=True, align="center"),
    Style(id=COVER_GAP, zh="封面间隔", en="Cover Gap", size=2, line=2, before=44),
    Style(id=COVER_FACT, zh="封面信息", en="Cover Fact", size=11, line=17),
    Style(id=COVER_LABEL, zh="封面标签", en="Cover Label", size=11, line=17, sans=True, bold=True, parent=COVER_FACT),
    Style(id=CONTENTS, zh="目录标题", en="Contents Heading", size=14, line=22, after=6, sans=True, bold=True, colour=NAVY, keep_next=True),
    Style(id="TOC1", zh="toc 1", en="toc 1", size=10.5, line=18, sans=True, dots=True),
    Style(id="TOC2", zh="toc 2", en="toc 2", size=10, line=15.5, left=150, dots=True),
    Style(id="Header", zh="header", en="header", size=8.5, colour=GREY, rule_below="single"),
    Style(id="Footer", zh="footer", en="footer", size=8.5, colour=GREY),
)  # fmt: skip
_ZH = (
    Style(id=BODY, zh="正文段落", en="Paper Body", size=11, line=19, after=2, justify=True, first_indent=200),
    Style(id=ITEM, zh="编号条目", en="Paper Item", size=11, line=18, after=2, justify=True, left=200, hanging=200),
    Style(id=FACTS, zh="文件信息", en="Paper Facts", size=9.5, line=15, after=4, colour=GREY),
)
_EN = (
    Style(id=BODY, zh="正文段落", en="Paper Body", size=10.5, line=15, after=5),
    Style(id=ITEM, zh="编号条目", en="Paper Item", size=10.5, line=15, after=3, left=200, hanging=200),
    Style(id=FACTS, zh="文件信息", en="Paper Facts", size=9.5, line=14, after=4, colour=GREY),
)
_AFTER_TABLE = ((BODY, BODY_AFTER, "表后正文", "Paper Body After Table"), (ITEM, ITEM_AFTER, "表后条目", "Paper Item After Table"))  # fmt: skip
_AFTER_TABLE_PT = 6.0
# Latin letters are lower than Chinese characters: their lines may stand closer.
_LATIN_LINES = {CELL: 12.0, HEAD: 12.0, LABEL: 12.0, SMALL_CELL: 10.0, SMALL_HEAD: 10.0, SMALL_LABEL: 10.0}
_CENTRED_IN_CHINESE = frozenset({"Title", "Subtitle", FACTS, CONTENTS})
_CELLS, _SMALL_CELLS = frozenset({CELL, HEAD, LABEL}), frozenset({SMALL_CELL, SMALL_HEAD, SMALL_LABEL})

Looks = Mapping[str, Style]


def looks(document: Document) -> Looks:
    """Return the styles of ``document`` by their ids, in the order in which Word lists them."""
    language, house = document.language, document.style
    made = {style.id: _housed(_own(style, language), language, house) for style in (*_BOTH, *_texts(language))}
    made[COVER_TITLE] = _cover_title(made[COVER_TITLE], document)
    made |= {name: _closer(made[name], _cover_air(document)) for name in _COVER_PARTS}
    return made | _after_table(made)


def _texts(language: Language) -> tuple[Style, ...]:
    return _ZH if language == "zh" else _EN


def _own(style: Style, language: Language) -> Style:
    if language == "zh":
        return replace(style, align="center") if style.id in _CENTRED_IN_CHINESE else style
    return replace(style, line=_LATIN_LINES.get(style.id, style.line))


def _housed(style: Style, language: Language, house: HouseStyle) -> Style:
    """Return ``style`` in the size and colour of the house."""
    sizes = house.sizes
    size = style.size
    if style.id in HEADINGS:
        size = heading_size(house, HEADINGS.index(style.id) + 1, size)
    elif style.id in (BODY, ITEM) and sizes.body:
        size = sizes.body
    elif style.id in _CELLS and sizes.table:
        size = sizes.table
    elif style.id in _SMALL_CELLS and sizes.table:
        size = round(sizes.table * _SMALL_SHARE * 2) / 2
    elif style.id in ("Title", COVER_TITLE) and sizes.title:
        size = size * sizes.title / _TITLE_SIZE
    accent = house.accent.removeprefix("#").upper()
    colour = accent if accent and style.colour == NAVY else style.colour
    face = house.fonts.head_latin if style.sans else house.fonts.latin
    return replace(style.sized(size), colour=colour, latin=latin_width(face))


def latin_width(face: str) -> float:
    """Return how wide the letters of ``face`` are as a share of those of the usual one; '' is that one.

    From the widths of figures that the faces' own tables give; a face that is not among them is taken to be wide.
    """
    return _LATIN_WIDTHS.get(face.casefold(), _UNKNOWN_LATIN) if face else 1.0


def _cover_title(style: Style, document: Document) -> Style:
    """Return the title of a cover: a short Chinese one set wide, lower on the page where no organisation stands above."""
    title = document.title
    wide = document.language == "zh" and len(title) <= _SPREAD_TITLE and all(char >= "\u3400" for char in title)
    bare = not (document.organisation or document.style.logo)
    return replace(
        style, spacing=_WIDE_SPACING if wide else 0.0, before=style.before + (_BARE_COVER_PT if bare else 0.0)
    )


def _cover_air(document: Document) -> float:
    """Return how much of the usual space stands between the parts of a cover: less below a high logo or long facts."""
    logo = document.style.logo
    taken = (logo.cover_height_mm * _PT_PER_MM if logo else 0.0) + len(document.meta) * _FACT_PT
    signers = len(document.signature.rows) if document.signature else 0
    spare = _COVER_PT - taken - signers * _SIGNER_PT
    return min(1.0, max(_LEAST_AIR, spare / _COVER_AIR_PT))


def _closer(style: Style, air: float) -> Style:
    return replace(style, before=style.before * air, after=style.after * air)


def _after_table(made: Looks) -> dict[str, Style]:
    """Return the styles of texts that follow a table at once: they stand off it."""
    return {
        name: replace(made[parent], id=name, zh=zh, en=en, before=_AFTER_TABLE_PT, parent=parent)
        for parent, name, zh, en in _AFTER_TABLE
    }


def serif(fonts: HouseFonts) -> tuple[str, str]:
    """Return the Latin and the Chinese face of running text."""
    return fonts.latin or "Times New Roman", fonts.han or "宋体"


def sans(fonts: HouseFonts) -> tuple[str, str]:
    """Return the Latin and the Chinese face of headings and table heads."""
    return fonts.head_latin or "Arial", fonts.head_han or "黑体"
