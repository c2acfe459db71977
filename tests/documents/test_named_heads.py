"""Every paper of the site says in its head which plan it is of, in each of its files."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import docx
import openpyxl
import pypdf
import pytest
from msgspec.structs import replace

from desktop_app.services.paper_builders import builders
from planner.documents.house_style import HouseStyle
from planner.documents.model import Document, Language
from planner.documents.survey import survey
from planner.messages import Labelled
from planner.render import render
from planner.tender.derive import derive
from tests.sample_plans import assessed, sample

TODAY = dt.date(2026, 11, 30)
NAME = "二期视觉实验室"


def paper(kind: str, language: Language) -> Document:
    made = assessed(replace(sample(), title=Labelled(zh=NAME, en=NAME)))
    if kind == "survey":
        return survey(made, language, TODAY)
    return builders((kind,), HouseStyle())[kind](made, derive(made, None), language, TODAY)


def head(file: Path) -> str:
    """Return the text at the head of the first page or sheet."""
    match file.suffix:
        case ".xlsx":
            sheet = openpyxl.load_workbook(file).worksheets[0]
            return " ".join(str(cell.value) for row in sheet.iter_rows(max_row=3) for cell in row if cell.value)
        case ".docx":
            return " ".join(one.text for one in docx.Document(str(file)).paragraphs[:4])
        case ".pdf":
            return pypdf.PdfReader(file).pages[0].extract_text()[:400]
    return file.read_text(encoding="utf-8")[:200]


@pytest.mark.parametrize("kind", ["survey", "contact", "power", "card", "sheet"])
@pytest.mark.parametrize("ending", ["xlsx", "docx", "pdf", "txt"])
def test_the_head_names_the_plan(tmp_path: Path, kind: str, ending: str) -> None:
    language: Language = "zh"
    file = tmp_path / f"{kind}.{ending}"
    render(paper(kind, language), file, ending)  # type: ignore[arg-type]
    assert NAME in head(file)
