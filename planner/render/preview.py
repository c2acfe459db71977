"""Pages of a finished PDF as pixels, to be looked at before it is sent out."""

from __future__ import annotations

import msgspec

from planner.errors import ExportError
from planner.messages import msg
from planner.render.pdfium import opened

MOST_PIXELS = 16_000_000  # of one page: about A3 at 300 dots an inch


class PageImage(msgspec.Struct, frozen=True, kw_only=True):
    """A page as rows of red, green and blue bytes; ``stride`` is the length of a row in bytes."""

    width: int
    height: int
    stride: int
    pixels: bytes


def page_sizes(content: bytes) -> tuple[tuple[float, float], ...]:
    """Return width and height of every page in points.

    Raises:
        ExportError: the bytes are no PDF.
    """
    import pypdfium2

    try:
        with opened(content) as pdf:
            return tuple(pdf.get_page_size(at) for at in range(len(pdf)))
    except pypdfium2.PdfiumError as error:
        raise _unreadable() from error


def page_headings(content: bytes) -> tuple[tuple[int, str, int], ...]:
    """Return level (from 0), text and page (from 0) of the headings in a PDF's outline.

    Raises:
        ExportError: the bytes are no PDF.
    """
    import pypdfium2

    found: list[tuple[int, str, int]] = []
    try:
        with opened(content) as pdf:
            for mark in pdf.get_toc():
                target = mark.get_dest()
                found.append((mark.level, mark.get_title(), (target.get_index() if target else None) or 0))
    except pypdfium2.PdfiumError as error:
        raise _unreadable() from error
    return tuple(found)


def page_image(content: bytes, page: int, width_px: int) -> PageImage:
    """Return page ``page`` (from 0) about ``width_px`` pixels wide; smaller where it would be too large to hold.

    Raises:
        ExportError: the bytes are no PDF, or have no such page.
    """
    import pypdfium2

    try:
        with opened(content) as pdf:
            if not 0 <= page < len(pdf):
                raise _unreadable()
            width, height = pdf.get_page_size(page)
            scale = min(max(width_px, 1) / width, (MOST_PIXELS / (width * height)) ** 0.5)
            bitmap = pdf[page].render(scale=scale, rev_byteorder=True, prefer_bgrx=False)
            return PageImage(
                width=bitmap.width, height=bitmap.height, stride=bitmap.stride, pixels=bytes(bitmap.buffer)
            )
    except pypdfium2.PdfiumError as error:
        raise _unreadable() from error


def _unreadable() -> ExportError:
    return ExportError(
        msg("preview.unreadable", "This page cannot be shown."),
        msg("preview.unreadable.remedy", "Write the paper to a file and open it there."),
    )
