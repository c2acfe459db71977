"""Pages of a Word paper: their size and margins, and the sections that turn them."""

from __future__ import annotations

import msgspec

from planner.documents.house_style import Logo
from planner.render.docx_xml import TWIPS_PER_PT, element, properties, twips

SHORT_MM, LONG_MM = 210.0, 297.0
TOP_MM, BOTTOM_MM, LEFT_MM, RIGHT_MM = 25.0, 25.0, 26.0, 22.0
_HEAD_MM, _FOOT_MM = 13.0, 12.0
_LOGO_TO_TEXT_MM, _LEAST_EDGE_MM = 4.0, 5.0


class Running(msgspec.Struct, frozen=True, kw_only=True):
    """Relationship ids of head and foot, '' where there is none: of upright and turned pages and of a cover."""

    upright: str
    turned: str
    foot: str
    turned_foot: str
    cover: str = ""
    head_mm: float = _HEAD_MM  # from the edge of the paper to the running head


def head_edge_mm(logo: Logo | None) -> float:
    """Return the distance in mm of the running head from the edge of the paper: less where a high logo stands in it."""
    if logo is None:
        return _HEAD_MM
    return max(_LEAST_EDGE_MM, min(_HEAD_MM, TOP_MM - _LOGO_TO_TEXT_MM - logo.head_height_mm))


def text_width_mm(landscape: bool) -> float:
    """Return the width between the margins in mm."""
    return (LONG_MM - TOP_MM - BOTTOM_MM) if landscape else (SHORT_MM - LEFT_MM - RIGHT_MM)


def text_height_mm(landscape: bool) -> float:
    """Return the height between the margins in mm."""
    return (SHORT_MM - LEFT_MM - RIGHT_MM) if landscape else (LONG_MM - TOP_MM - BOTTOM_MM)


def section(landscape: bool, running: Running, *, cover: bool = False) -> str:
    """Return the properties of a section; with ``cover`` its first page has neither head nor foot."""
    size: dict[str, object] = {"w": twips(SHORT_MM), "h": twips(LONG_MM)}
    sides = (TOP_MM, RIGHT_MM, BOTTOM_MM, LEFT_MM)
    if landscape:
        size = {"w": twips(LONG_MM), "h": twips(SHORT_MM), "orient": "landscape"}
        sides = (LEFT_MM, TOP_MM, RIGHT_MM, BOTTOM_MM)
    named = dict(zip(("top", "right", "bottom", "left"), map(twips, sides), strict=True))
    edges = {"header": twips(running.head_mm), "footer": twips(_FOOT_MM)}
    children = [
        _reference("header", "default", running.turned if landscape else running.upright),
        _reference("footer", "default", running.turned_foot if landscape else running.foot),
        element("pgSz", **size),
        element("pgMar", **named, **edges, gutter=0),
        element("cols", space=425),
    ]
    if cover:
        children += [_reference("header", "first", running.cover)] if running.cover else []
        children.append(element("titlePg"))
    return properties("sectPr", children)


def _reference(kind: str, page: str, relation: str) -> str:
    return f'<w:{kind}Reference w:type="{page}" r:id="{relation}"/>'


def points(millimetres: float) -> float:
    """Return a length in points."""
    return twips(millimetres) / TWIPS_PER_PT
