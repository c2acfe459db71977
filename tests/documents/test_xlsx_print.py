"""Workbooks printed by LibreOffice: every character stands on a page, no number is ####."""

from __future__ import annotations

import io
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import openpyxl
import pypdf
import pytest

from planner.documents.book.build import as_workbook
from planner.documents.model import Document, Language
from planner.documents.parameter_sheet import build_parameter_sheet
from planner.render import rendered
from planner.tender.derive import derive
from tests.documents.books import DAY, SAMPLES, assessed, book

_NOT_READ_BACK = frozenset("-\u00ad")  # at the end of a line a hyphen reads as one that was put in


def sheet_of(template: str, language: Language) -> Document:
    return build_parameter_sheet(assessed(template), derive(assessed(template)), language, DAY)


def printed(content: bytes, folder: Path) -> list[str]:
    """Return the texts of the pages."""
    (folder / "a.xlsx").write_bytes(content)
    profile = f"-env:UserInstallation=file://{folder}/profile"
    to = ["--convert-to", "pdf", "--outdir", str(folder), str(folder / "a.xlsx")]
    done = subprocess.run(["soffice", profile, "--headless", *to], check=True, capture_output=True, timeout=180)
    assert b"Error" not in done.stdout + done.stderr
    return [page.extract_text() for page in pypdf.PdfReader(folder / "a.pdf").pages]


def counted(texts: list[str]) -> Counter[str]:
    return Counter(char for text in texts for char in text if not char.isspace() and char not in _NOT_READ_BACK)


def words_of(made: Any) -> list[str]:
    cells = (cell.value for sheet in made.worksheets for row in sheet.iter_rows() for cell in row)
    return [value for value in cells if isinstance(value, str)]


@pytest.mark.office
@pytest.mark.parametrize("template", SAMPLES)
@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("kind", ["sheet", "book"])
def test_nothing_is_cut_on_paper(template: str, language: Language, kind: str, tmp_path: Path) -> None:
    document = sheet_of(template, language) if kind == "sheet" else as_workbook(book(template, language))
    content = rendered(document, "xlsx")
    pages = printed(content, tmp_path)
    made = openpyxl.load_workbook(io.BytesIO(content), data_only=True)
    assert not counted(words_of(made)) - counted(pages)
    assert not any("###" in page for page in pages)
    assert len(pages) >= len(made.sheetnames)
