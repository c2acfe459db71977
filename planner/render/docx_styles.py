"""The part of a Word file that holds the styles, all named: who restyles them restyles the paper.

Headings, title, caption, header and footer are Word's own, so that pasted text takes the look of the template it lands
in. Faces are named directly: theme fonts would win over them.
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.documents.house_style import HouseFonts
from planner.documents.model import Document, Language
from planner.render.docx_looks import (
    CELL_END_TWIPS,
    CELL_SIDE_TWIPS,
    COVER_TABLE,
    FRAME_LINE,
    GRID_LINE,
    GROUP_FILL,
    HEAD_FILL,
    TABLE,
    Style,
    looks,
    sans,
    serif,
)
from planner.render.docx_page import text_width_mm
from planner.render.docx_xml import NAMESPACES, TWIPS_PER_PT, element, properties, twips

_COUNT_CHARS = 100
_THIN_RULE = {"val": "single", "sz": 4, "space": 4, "color": GRID_LINE}
_COVER_RULE = {"val": "thickThinSmallGap", "sz": 18, "space": 24}


def styles_xml(document: Document) -> str:
    """Return the part with all styles of ``document``."""
    language, fonts = document.language, document.style.fonts
    made = "".join(_paragraph_style(style, language, fonts) for style in looks(document).values())
    fill = document.style.head_fill.removeprefix("#").upper() or HEAD_FILL
    tail = _character_styles(fonts) + _table_styles(fill)
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:styles {NAMESPACES}>{_defaults(language, fonts)}{made}{tail}</w:styles>'


def _defaults(language: Language, fonts: HouseFonts) -> str:
    latin = "en-US" if language == "zh" else "en-GB"
    size = element("sz", val=21) + element("szCs", val=21)
    tongue = element("lang", val=latin, eastAsia="zh-CN", bidi="ar-SA")
    run = element("rPrDefault", element("rPr", _faces(serif(fonts)), size, tongue))
    return element("docDefaults", run, element("pPrDefault"))


def _faces(faces: tuple[str, str]) -> str:
    latin, han = faces
    return element("rFonts", ascii=latin, eastAsia=han, hAnsi=latin, cs=latin)


def _paragraph_style(style: Style, language: Language, fonts: HouseFonts) -> str:
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
        properties("rPr", _run_children(style, fonts)),
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
        rule = _THIN_RULE if style.rule_below == "single" else _COVER_RULE | {"color": style.colour}
        yield element("pBdr", element("bottom", **rule))
    if style.dots:
        end = element("tab", val="right", leader="dot", pos=twips(text_width_mm(landscape=False)))
        yield element("tabs", end)
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
    if not style.line:
        return made | {"line": 240, "lineRule": "auto"}
    return made | {"line": round(style.line * TWIPS_PER_PT), "lineRule": "atLeast"}


def _indents(style: Style) -> dict[str, object]:
    """Return indents in characters, and in twips for readers that know only those."""
    made: dict[str, object] = {}
    for name, chars in (("left", style.left), ("hanging", style.hanging), ("firstLine", style.first_indent)):
        if chars:
            made[f"{name}Chars"] = chars
            made[name] = round(chars / _COUNT_CHARS * style.size * TWIPS_PER_PT)
    return made


def _run_children(style: Style, fonts: HouseFonts) -> Iterator[str]:
    if style.sans:
        yield _faces(sans(fonts))
    if style.bold:
        yield element("b")
        yield element("bCs")
    if style.colour:
        yield element("color", val=style.colour)
    if style.spacing:
        yield element("spacing", val=round(style.spacing * TWIPS_PER_PT))
    yield element("sz", val=round(style.size * 2))
    yield element("szCs", val=round(style.size * 2))


def _character_styles(fonts: HouseFonts) -> str:
    default = element(
        "style", element("name", val="Default Paragraph Font"), type="character", default=1, styleId="DefaultParagraphFont"
    )  # fmt: skip
    look = properties("rPr", [_faces(sans(fonts)), element("b"), element("bCs")])
    strong = element(
        "style", element("name", val="Strong"), element("qFormat"), look, type="character", styleId="Strong"
    )
    return default + strong


def _table_styles(head_fill: str) -> str:
    """Return Word's plain table and ours: frame, grid, cell margins, filled head row and label column; that of a cover."""
    margins = element("tblCellMar", *_margins(0, 108))
    plain = element(
        "style", element("name", val="Normal Table"), element("tblPr", margins), type="table", default=1, styleId="TableNormal"
    )  # fmt: skip
    fills = (_filled("firstRow", head_fill), _filled("firstCol", GROUP_FILL))
    return (
        plain
        + _table_style(TABLE, "Paper Table", _borders(), *fills)
        + _table_style(COVER_TABLE, "Cover Table", _rules())
    )


def _table_style(style: str, name: str, borders: str, *fills: str) -> str:
    look = properties("tblPr", [borders, element("tblCellMar", *_margins(CELL_END_TWIPS, CELL_SIDE_TWIPS))])
    middle = properties("tcPr", [element("vAlign", val="center")])
    parts = (element("name", val=name), element("basedOn", val="TableNormal"), element("qFormat"), look, middle, *fills)
    return element("style", *parts, type="table", customStyle=1, styleId=style)


def _margins(ends: int, sides: int) -> Iterator[str]:
    for side, width in (("top", ends), ("left", sides), ("bottom", ends), ("right", sides)):
        yield element(side, w=width, type="dxa")


def _borders() -> str:
    outer = ("top", "left", "bottom", "right")
    frame = [element(side, val="single", sz=6, space=0, color=FRAME_LINE) for side in outer]
    grid = [element(side, val="single", sz=4, space=0, color=GRID_LINE) for side in ("insideH", "insideV")]
    return element("tblBorders", *frame, *grid)


def _rules() -> str:
    """Return the borders of the facts on a cover: lines between the rows alone."""
    sides = ("top", "bottom", "insideH")
    return element("tblBorders", *(element(side, val="single", sz=5, space=0, color=GRID_LINE) for side in sides))


def _filled(kind: str, fill: str) -> str:
    shade = properties("tcPr", [element("shd", val="clear", color="auto", fill=fill)])
    return element("tblStylePr", shade, type=kind)
