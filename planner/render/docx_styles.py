"""The styles of a Word paper, all named: who restyles them restyles the paper. Sizes and spaces in points.

Headings, title, caption, header and footer are Word's own, so that pasted text takes the look of the template it lands
in. Faces are named directly: theme fonts would win over them.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from planner.documents.model import Align, Language
from planner.render.docx_xml import NAMESPACES, TWIPS_PER_PT, element, properties

NAVY, GREY, GRID_LINE, FRAME_LINE = "1F3A5F", "6B7280", "98A2AE", "7A8490"
HEAD_FILL, GROUP_FILL = "E6EBF1", "F4F6F9"
SERIF, SANS = ("Times New Roman", "宋体"), ("Arial", "黑体")
BODY, ITEM, FACTS, SPACER = "PaperBody", "PaperItem", "PaperFacts", "PaperSpacer"
CAPTION, NOTE, TABLE = "Caption", "TableNote", "PaperTable"
CELL, HEAD, LABEL = "TableText", "TableHead", "TableLabel"
SMALL_CELL, SMALL_HEAD, SMALL_LABEL = "TableTextSmall", "TableHeadSmall", "TableLabelSmall"
COVER_FACT, COVER_LABEL = "CoverFact", "CoverLabel"
COVER, PICTURE, PICTURE_CAPTION, CONTENTS = "CoverOrganisation", "PaperPicture", "PictureCaption", "ContentsHeading"
HEADINGS = ("Heading1", "Heading2", "Heading3", "Heading4")
CELL_SIZE, CELL_LEADING = 9.0, 13.0
SMALL_SIZE, SMALL_LEADING = 7.5, 10.5
CELL_SIDE_TWIPS, CELL_END_TWIPS = 70, 28
_CELL_COUNT_CHARS = 100


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """A paragraph style; ``line`` 0 is the face's own, ``indent`` in hundredths of a character, '' parents Normal."""

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
    keep_next: bool = False
    rule_below: bool = False
    outline: int | None = None
    parent: str = "Normal"
    follow: str = ""


_BOTH = (
    Style(id="Normal", zh="Normal", en="Normal", parent=""),
    Style(id="Title", zh="Title", en="Title", size=20, before=0, after=6, sans=True, bold=True, colour=NAVY, keep_next=True),
    Style(id="Subtitle", zh="Subtitle", en="Subtitle", size=13, after=4, sans=True, keep_next=True),
    Style(id="Heading1", zh="heading 1", en="heading 1", size=14, before=13, after=7, sans=True, bold=True, colour=NAVY, keep_next=True, outline=0, follow=BODY),
    Style(id="Heading2", zh="heading 2", en="heading 2", size=12, before=11, after=5, sans=True, bold=True, keep_next=True, outline=1, follow=BODY),
    Style(id="Heading3", zh="heading 3", en="heading 3", size=11, before=8, after=3, sans=True, bold=True, keep_next=True, outline=2, follow=BODY),
    Style(id="Heading4", zh="heading 4", en="heading 4", size=10.5, before=6, after=3, sans=True, keep_next=True, outline=3, follow=BODY),
    Style(id=CAPTION, zh="caption", en="caption", size=9.5, before=7, after=3, sans=True, bold=True, keep_next=True),
    Style(id=CELL, zh="表格文字", en="Table Text", size=CELL_SIZE, line=CELL_LEADING),
    Style(id=SMALL_CELL, zh="表格小字", en="Table Text Small", size=SMALL_SIZE, line=SMALL_LEADING, parent=CELL),
    Style(id=HEAD, zh="表头", en="Table Head", size=CELL_SIZE, line=CELL_LEADING, sans=True, bold=True, align="center", parent=CELL),
    Style(id=SMALL_HEAD, zh="表头小字", en="Table Head Small", size=SMALL_SIZE, line=SMALL_LEADING, sans=True, bold=True, align="center", parent=HEAD),
    Style(id=LABEL, zh="表格标签", en="Table Label", size=CELL_SIZE, line=CELL_LEADING, sans=True, bold=True, parent=CELL),
    Style(id=SMALL_LABEL, zh="表格标签小字", en="Table Label Small", size=SMALL_SIZE, line=SMALL_LEADING, sans=True, bold=True, parent=LABEL),
    Style(id=NOTE, zh="表注", en="Table Note", size=8.5, line=13, before=3, after=4, colour=GREY),
    Style(id=PICTURE, zh="插图", en="Paper Picture", before=4, after=2, align="center"),
    Style(id=PICTURE_CAPTION, zh="图题", en="Picture Caption", size=9.5, before=2, after=8, sans=True, bold=True, align="center"),
    Style(id=SPACER, zh="间隔", en="Paper Spacer", size=4, line=5),
    Style(id=COVER, zh="封面单位", en="Cover Organisation", size=20, before=52, after=46, sans=True, bold=True, colour=NAVY, align="center"),
    Style(id="CoverTitle", zh="封面标题", en="Cover Title", size=28, after=26, sans=True, bold=True, align="center"),
    Style(id="CoverSubtitle", zh="封面副标题", en="Cover Subtitle", size=16, after=66, sans=True, bold=True, align="center"),
    Style(id=COVER_FACT, zh="封面信息", en="Cover Fact", size=11, line=16),
    Style(id=COVER_LABEL, zh="封面标签", en="Cover Label", size=11, line=16, sans=True, bold=True, parent=COVER_FACT),
    Style(id=CONTENTS, zh="目录标题", en="Contents Heading", size=14, after=8, sans=True, bold=True, colour=NAVY, keep_next=True),
    Style(id="TOC1", zh="toc 1", en="toc 1", size=10.5, line=20, bold=True),
    Style(id="TOC2", zh="toc 2", en="toc 2", size=10, line=17, left=150),
    Style(id="Header", zh="header", en="header", size=8.5, colour=GREY, rule_below=True),
    Style(id="Footer", zh="footer", en="footer", size=8.5, colour=GREY, align="center"),
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
# Latin letters are lower than Chinese characters: their lines may stand closer.
_LATIN_LINE = {CELL_LEADING: 12.0, SMALL_LEADING: 10.0}
_CENTRED_IN_CHINESE = frozenset({"Title", "Subtitle", FACTS, CONTENTS})


def styles_xml(language: Language) -> str:
    """Return the part with all styles of a paper in ``language``."""
    made = "".join(_paragraph_style(style, language) for style in _styles(language))
    tail = _character_styles() + _table_styles()
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:styles {NAMESPACES}>{_defaults(language)}{made}{tail}</w:styles>'


def _styles(language: Language) -> Iterator[Style]:
    for style in (*_BOTH, *(_ZH if language == "zh" else _EN)):
        if language == "zh":
            yield msgspec.structs.replace(style, align="center") if style.id in _CENTRED_IN_CHINESE else style
        else:
            yield msgspec.structs.replace(style, line=_LATIN_LINE.get(style.line, style.line))


def _defaults(language: Language) -> str:
    latin = "en-US" if language == "zh" else "en-GB"
    size = element("sz", val=21) + element("szCs", val=21)
    tongue = element("lang", val=latin, eastAsia="zh-CN", bidi="ar-SA")
    run = element("rPrDefault", element("rPr", _faces(SERIF), size, tongue))
    return element("docDefaults", run, element("pPrDefault"))


def _faces(faces: tuple[str, str]) -> str:
    latin, han = faces
    return element("rFonts", ascii=latin, eastAsia=han, hAnsi=latin, cs=latin)


def _paragraph_style(style: Style, language: Language) -> str:
    marks: dict[str, object] = {"type": "paragraph"}
    if style.id == "Normal":
        marks["default"] = 1
    elif not _is_built_in(style):
        marks["customStyle"] = 1
    children = [
        element("name", val=style.zh if language == "zh" else style.en),
        element("basedOn", val=style.parent) if style.parent else "",
        element("next", val=style.follow) if style.follow else "",
        element("qFormat"),
        properties("pPr", _paragraph_children(style)),
        properties("rPr", _run_children(style)),
    ]
    return element("style", *children, **marks, styleId=style.id)


def _is_built_in(style: Style) -> bool:
    """Tell whether Word itself knows the style: those have the same name in every language."""
    return style.zh == style.en


def _paragraph_children(style: Style) -> Iterator[str]:
    if style.keep_next:
        yield element("keepNext")
        yield element("keepLines")
    if style.rule_below:
        yield element("pBdr", element("bottom", val="single", sz=4, space=4, color=GRID_LINE))
    if style.justify:
        yield element("overflowPunct", val=0)
    yield element("spacing", **_spacing(style))
    if style.first_indent or style.hanging or style.left:
        yield element("ind", **_indents(style))
    if style.align or style.justify:
        yield element("jc", val="both" if style.justify else style.align)
    if style.outline is not None:
        yield element("outlineLvl", val=style.outline)


def _spacing(style: Style) -> dict[str, object]:
    made: dict[str, object] = {"before": round(style.before * TWIPS_PER_PT), "after": round(style.after * TWIPS_PER_PT)}
    return made | (
        {"line": round(style.line * TWIPS_PER_PT), "lineRule": "exact"}
        if style.line
        else {"line": 240, "lineRule": "auto"}
    )


def _indents(style: Style) -> dict[str, object]:
    """Return indents in characters, and in twips for readers that know only those."""
    made: dict[str, object] = {}
    for name, chars in (("left", style.left), ("hanging", style.hanging), ("firstLine", style.first_indent)):
        if chars:
            made[f"{name}Chars"] = chars
            made[name] = round(chars / _CELL_COUNT_CHARS * style.size * TWIPS_PER_PT)
    return made


def _run_children(style: Style) -> Iterator[str]:
    if style.sans:
        yield _faces(SANS)
    if style.bold:
        yield element("b")
        yield element("bCs")
    if style.colour:
        yield element("color", val=style.colour)
    yield element("sz", val=round(style.size * 2))
    yield element("szCs", val=round(style.size * 2))


def _character_styles() -> str:
    default = element(
        "style", element("name", val="Default Paragraph Font"), type="character", default=1, styleId="DefaultParagraphFont"
    )  # fmt: skip
    look = properties("rPr", [_faces(SANS), element("b"), element("bCs")])
    strong = element(
        "style", element("name", val="Strong"), element("qFormat"), look, type="character", styleId="Strong"
    )
    return default + strong


def _table_styles() -> str:
    """Return Word's plain table and ours: frame, grid, cell margins, filled head row and label column."""
    margins = element("tblCellMar", *_margins(0, 108))
    plain = element(
        "style", element("name", val="Normal Table"), element("tblPr", margins), type="table", default=1, styleId="TableNormal"
    )  # fmt: skip
    look = properties("tblPr", [_borders(), element("tblCellMar", *_margins(CELL_END_TWIPS, CELL_SIDE_TWIPS))])
    middle = properties("tcPr", [element("vAlign", val="center")])
    ours = element(
        "style",
        element("name", val="Paper Table"),
        element("basedOn", val="TableNormal"),
        element("qFormat"),
        look,
        middle,
        _filled("firstRow", HEAD_FILL),
        _filled("firstCol", GROUP_FILL),
        type="table",
        customStyle=1,
        styleId=TABLE,
    )
    return plain + ours


def _margins(ends: int, sides: int) -> Iterator[str]:
    for side, width in (("top", ends), ("left", sides), ("bottom", ends), ("right", sides)):
        yield element(side, w=width, type="dxa")


def _borders() -> str:
    outer = ("top", "left", "bottom", "right")
    frame = [element(side, val="single", sz=6, space=0, color=FRAME_LINE) for side in outer]
    grid = [element(side, val="single", sz=4, space=0, color=GRID_LINE) for side in ("insideH", "insideV")]
    return element("tblBorders", *frame, *grid)


def _filled(kind: str, fill: str) -> str:
    shade = properties("tcPr", [element("shd", val="clear", color="auto", fill=fill)])
    return element("tblStylePr", shade, type=kind)
