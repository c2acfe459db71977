"""Every paper of both sample packages, opened by LibreOffice: no warning, no scrap of a page, sheets as wide as a page."""

from __future__ import annotations

import subprocess
from pathlib import Path

import openpyxl
import pypdf
import pytest

from desktop_app.services.tender import export_papers
from tests.documents.books import DAY, SAMPLES, assessed

_LEAST_LETTERS = 40
_COVER_SIGNERS = {"zh": "批准", "en": "Approved"}


@pytest.mark.office
@pytest.mark.parametrize("template", SAMPLES)
def test_every_paper_is_converted_without_a_warning(template: str, tmp_path: Path) -> None:
    made = export_papers(assessed(template), tmp_path, ("zh", "en"), ("docx", "xlsx"), DAY, None, ("sheet", "book"))
    assert len(made) == 8
    for kind in ("docx", "xlsx"):
        files = [Path(one.path) for one in made if one.kind == kind]
        said = _converted(files, tmp_path / kind)
        assert [line for line in said if line and "javaldx" not in line and not line.startswith("convert ")] == []
        for file in files:
            pages = pypdf.PdfReader(tmp_path / kind / f"{file.stem}.pdf").pages
            texts = ["".join(page.extract_text().split()) for page in pages]
            if kind == "xlsx":  # where its rounded scale fills a page to the brim, it may count one page too many
                assert texts.count("") <= 1
                texts = [text for text in texts if text]
            assert all(len(text) > _LEAST_LETTERS for text in texts), file.name
            if kind == "xlsx":
                _fits_across(file)
            elif len(texts) > 8:  # a book: its signers stand on the cover
                assert _COVER_SIGNERS["en" if file.stem.endswith("_en") else "zh"] in texts[0]


def _converted(files: list[Path], out: Path) -> list[str]:
    profile = f"-env:UserInstallation=file://{out}-profile"
    command = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(out), *map(str, files)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
    return (done.stdout + done.stderr).splitlines()


def _fits_across(file: Path) -> None:
    """Check that each sheet is fitted to one page across: a scale of its own would push columns onto blank pages."""
    for sheet in openpyxl.load_workbook(file).worksheets:
        assert sheet.sheet_properties.pageSetUpPr.fitToPage, sheet.title
        assert sheet.page_setup.fitToWidth in (None, 1), sheet.title


@pytest.mark.office
@pytest.mark.parametrize("template", SAMPLES)
def test_papers_for_the_building_office_print_on_few_pages(template: str, tmp_path: Path) -> None:
    """They are read from top to bottom and signed: one sheet, one page wide, three pages at most."""
    made = export_papers(assessed(template), tmp_path, ("zh", "en"), ("xlsx",), DAY, None, ("contact", "power", "card"))
    files = [Path(one.path) for one in made]
    assert len(files) == 6
    _converted(files, tmp_path / "pdf")
    for file in files:
        assert len(openpyxl.load_workbook(file).worksheets) == 1
        pages = pypdf.PdfReader(tmp_path / "pdf" / f"{file.stem}.pdf").pages
        assert len(pages) <= 3, file.name
        assert all(page.mediabox.width < page.mediabox.height for page in pages)
        _fits_across(file)
