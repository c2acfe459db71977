"""A written file opened again: is it whole, can it be read, does it hold the texts it was made from."""

from __future__ import annotations

import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

from planner.errors import ExportError
from planner.messages import msg
from planner.render.pdfium import opened

_SHOWN = 20
# Reading pages back, a hyphen at the end of a line becomes a mark of its own; boxes are drawn, not written.
_NOT_READ_BACK = frozenset("-\u00ad☐☑\n \u00a0\u3000")


def verify_xlsx(path: Path) -> None:
    """Make sure that ``path`` is a zip whose XML parts can be parsed and that has a sheet.

    Raises:
        ExportError: it is damaged.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            damaged = archive.testzip()
            names = archive.namelist()
            for name in names:
                if name.endswith((".xml", ".rels")):
                    ElementTree.fromstring(archive.read(name))
    except (zipfile.BadZipFile, ElementTree.ParseError) as error:
        raise _damaged(path) from error
    if damaged or "xl/worksheets/sheet1.xml" not in names:
        raise _damaged(path)


def verify_docx(path: Path, texts: Iterable[str]) -> None:
    """Make sure that ``path`` is a Word file whose paragraphs show ``texts`` in order.

    Raises:
        ExportError: it is damaged or a text is missing.
    """
    from planner.render.docx_read import paragraph_texts

    try:
        with zipfile.ZipFile(path) as archive:
            damaged = archive.testzip()
            for name in archive.namelist():
                if name.endswith((".xml", ".rels")):
                    ElementTree.fromstring(archive.read(name))
        read = paragraph_texts(path.read_bytes())
    except (zipfile.BadZipFile, ElementTree.ParseError, KeyError, ValueError) as error:
        raise _damaged(path) from error
    if damaged:
        raise _damaged(path)
    _refuse_missing(texts, "\n".join(read), path)


def verify_text(path: Path, texts: Iterable[str]) -> None:
    """Make sure that ``path`` is UTF-8 and says ``texts`` in order.

    Raises:
        ExportError: it is damaged or a text is missing.
    """
    try:
        read = path.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise _damaged(path) from error
    _refuse_missing(texts, read, path)


def _refuse_missing(texts: Iterable[str], read: str, path: Path) -> None:
    """Refuse a file where a text does not follow those before it."""
    at = 0
    for text in texts:
        found = read.find(text, at)
        if found < 0:
            raise _lost(text[:_SHOWN], path)
        at = found + len(text)


def verify_pdf(path: Path, texts: Iterable[str]) -> None:
    """Make sure that ``path`` opens, has pages, and that every character of ``texts`` can be read from them.

    Only what stands inside a page counts: a text beside it is in the file, but nobody sees it.

    Raises:
        ExportError: it is damaged or a text is missing.
    """
    import pypdfium2

    try:
        with opened(path.read_bytes()) as pdf:
            read = "".join(page.get_textpage().get_text_bounded() for page in pdf)
    except pypdfium2.PdfiumError as error:
        raise _damaged(path) from error
    missing = _counted("".join(texts)) - _counted(read)
    if missing or not read.strip():
        raise _lost("".join(missing)[:_SHOWN], path)


def _counted(text: str) -> Counter[str]:
    """Count characters as they are read back: ligatures as their letters, accents apart or joined alike."""
    plain = unicodedata.normalize("NFKD", text)
    return Counter(char for char in plain if char not in _NOT_READ_BACK)


def _lost(characters: str, path: Path) -> ExportError:
    return ExportError(
        msg(
            "export.text_lost",
            "The pages do not show all of the text; missing: {characters}",
            characters=characters,
        ),
        msg("export.damaged.remedy", "Export again; if it happens again, report it with the plan."),
        str(path),
    )


def _damaged(path: Path) -> ExportError:
    return ExportError(
        msg("export.damaged", "The file was written but cannot be read back."),
        msg("export.damaged.remedy", "Export again; if it happens again, report it with the plan."),
        str(path),
    )
