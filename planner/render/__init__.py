"""Renderers: a document model in, a checked file out; the heavy libraries are met only when a paper is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

import msgspec

from planner.documents.model import Audience, Document, Language
from planner.documents.texts import clean, picture_texts
from planner.errors import PaperRefused
from planner.messages import Message, msg
from planner.render.atomic import write_whole
from planner.render.finite import refuse_unknown_numbers

Format = Literal["xlsx", "pdf", "docx", "txt"]
FORMATS: tuple[Format, ...] = ("xlsx", "pdf", "docx", "txt")


class RenderedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A paper that is on disk; ``bytes`` is its size, ``notices`` what was changed on the way."""

    path: str
    kind: Format
    language: Language
    audience: Audience
    bytes: int
    notices: tuple[Message, ...] = ()


def _no_step(share: float) -> None:
    """Go on; nobody wants to know how far it is."""


def render(
    document: Document, path: Path, fmt: str, forbidden: Iterable[str] = (), step: Callable[[float], None] = _no_step
) -> RenderedFile:
    """Write ``document`` to ``path``; it is there whole, re-opened and scanned, or it is not there.

    ``forbidden`` are the makers, brands, series and models that an external paper must not name; internal papers are
    not scanned. ``step`` is told between the parts of the work how much of it is done (0 to 1); it may raise to stop.

    Raises:
        ExportError: an unknown format, a text that cannot be shown, a forbidden word, a target that cannot be written.
    """
    kind = known_format(fmt)
    plain, removed = clean(document)
    refuse_unknown_numbers(plain)
    step(0.1)
    content = rendered(plain, kind, lambda share: step(0.1 + 0.4 * share))
    step(0.5)
    words = tuple(forbidden) if document.audience == "external" else ()

    def check(written: Path) -> None:
        _verify(written, plain, kind)
        step(0.7)
        _scan(written, plain, words, path.name)

    write_whole(path, content, check)
    notices = (_removed(removed),) if removed else ()
    return RenderedFile(
        path=str(path),
        kind=kind,
        language=document.language,
        audience=document.audience,
        bytes=len(content),
        notices=notices + _too_tall(plain, kind),
    )


def _too_tall(document: Document, kind: Format) -> tuple[Message, ...]:
    from planner.render.xlsx_tall import tall_rows

    return tall_rows(document) if kind == "xlsx" else ()


def known_format(fmt: str, formats: tuple[Format, ...] = FORMATS) -> Format:
    """Return ``fmt`` if a paper that is written in ``formats`` can be written in it.

    Raises:
        ExportError: they cannot.
    """
    for known in formats:
        if fmt == known:
            return known
    raise PaperRefused(
        msg("export.format", "Papers cannot be written as {format}.", format=fmt),
        msg("export.format.remedy", "Choose one of: {known}.", known=formats),
    )


def rendered(document: Document, kind: Format, step: Callable[[float], None] = _no_step) -> bytes:
    """Return the bytes of a cleaned ``document`` in the format ``kind``; ``step`` as in ``render``, for pages."""
    if kind == "xlsx":
        from planner.render.xlsx import render_xlsx

        return render_xlsx(document)
    if kind == "docx":
        from planner.render.docx import render_docx

        return render_docx(document)
    if kind == "txt":
        from planner.render.text import render_text

        return render_text(document)
    from planner.render.pdf import render_pdf

    return render_pdf(document, step)


def _scan(written: Path, document: Document, forbidden: tuple[str, ...], file_name: str) -> None:
    from planner.render.scan import refuse_leaks

    refuse_leaks(written, forbidden, file_name, picture_texts(document))


def _verify(written: Path, document: Document, kind: Format) -> None:
    from planner.render import verify

    if kind == "xlsx":
        verify.verify_xlsx(written)
    elif kind == "docx":
        from planner.render.docx_read import expected_texts

        verify.verify_docx(written, expected_texts(document))
    elif kind == "txt":
        from planner.render.text import shown_texts

        verify.verify_text(written, shown_texts(document))
    else:
        from planner.render.pdf import paper_texts

        verify.verify_pdf(written, paper_texts(document))


def _removed(count: int) -> Message:
    return msg("export.removed", "{count} invisible control characters were left out.", count=count)
