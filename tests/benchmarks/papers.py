"""How much longer our renderers take than the bare library writing the same cells with the same styles, and growth.

    python -m tests.benchmarks.papers [--rows N] [--pairs N]

CPU seconds in one process, interleaved pairs, median of the ratios. Exit status 1 when a ratio is over its limit.
"""

from __future__ import annotations

import argparse
import io
import statistics
import sys
import time
from collections.abc import Callable, Sequence

import resources
from planner.documents.model import Document, Row, Table
from planner.render.cell_text import cell_text
from planner.render.pdf import render_pdf
from planner.render.xlsx import render_xlsx
from tests.documents.papers import parameter_table, small

WIDTHS_MM = (13, 10, 25, 72, 17, 29)
LIMITS = {"xlsx": 1.5, "pdf": 1.5, "xlsx growth": 5.0, "pdf growth": 5.0}


def sheet(rows: int) -> Document:
    """Return a paper with one table of ``rows`` rows."""
    return small("x", blocks=(parameter_table("zh", rows),))


def cells(document: Document) -> list[list[str]]:
    """Return the texts of the table's rows."""
    table = next(block for block in document.blocks if isinstance(block, Table))
    return [[cell_text(cell, {}) for cell in row.cells] for row in table.rows if isinstance(row, Row)]


def bare_xlsx(texts: list[list[str]]) -> None:
    """Write the texts with XlsxWriter alone: one format, widths, print set-up, wrapped cells."""
    import xlsxwriter

    book = xlsxwriter.Workbook(io.BytesIO(), {"in_memory": True})
    page = book.add_worksheet("x")
    form = book.add_format({"font_name": "宋体", "font_size": 10, "border": 1, "text_wrap": True, "valign": "vcenter"})
    for column, width in enumerate(WIDTHS_MM):
        page.set_column(column, column, width * 0.45)
    for number, row in enumerate(texts):
        page.set_row(number, 30)
        for column, text in enumerate(row):
            page.write_string(number, column, text, form)
    page.repeat_rows(0)
    page.fit_to_pages(1, 0)
    book.close()


def bare_pdf(texts: list[list[str]]) -> None:
    """Write the texts with reportlab alone: paragraphs with CJK wrapping in a long table with a repeated head."""
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.lib.units import mm
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.platypus import LongTable, Paragraph, SimpleDocTemplate

    if "Bench" not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont("Bench", str(resources.path("fonts/NotoSansSC-Regular.ttf"))))
    style = ParagraphStyle("cell", fontName="Bench", fontSize=8.8, leading=13, wordWrap="CJK")
    body = [[Paragraph(text.replace("&", "&amp;").replace("<", "&lt;"), style) for text in row] for row in texts]
    table = LongTable(body, colWidths=[width * mm for width in WIDTHS_MM], repeatRows=1)
    table.setStyle([("GRID", (0, 0), (-1, -1), 0.45, (0.6, 0.6, 0.6)), ("VALIGN", (0, 0), (-1, -1), "MIDDLE")])
    SimpleDocTemplate(io.BytesIO(), leftMargin=22 * mm, rightMargin=22 * mm).build([table])


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU seconds of one run."""
    start = time.process_time()
    work()
    return time.process_time() - start


def ratio(ours: Callable[[], object], bare: Callable[[], object], pairs: int) -> float:
    """Return the median ratio of interleaved pairs (1), after one run of each."""
    ours()
    bare()
    return statistics.median(seconds(ours) / seconds(bare) for _ in range(pairs))


def main(arguments: Sequence[str]) -> int:
    """Print the ratios and return 1 where one is over its limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--pairs", type=int, default=5)
    options = parser.parse_args(arguments)
    paper, large = sheet(options.rows), sheet(4 * options.rows)
    texts = cells(paper)
    found = {
        "xlsx": ratio(lambda: render_xlsx(paper), lambda: bare_xlsx(texts), options.pairs),
        "pdf": ratio(lambda: render_pdf(paper), lambda: bare_pdf(texts), options.pairs),
        "xlsx growth": ratio(lambda: render_xlsx(large), lambda: render_xlsx(paper), 1),
        "pdf growth": ratio(lambda: render_pdf(large), lambda: render_pdf(paper), 1),
    }
    for name, value in found.items():
        print(f"{name:14s} {value:6.2f}  limit {LIMITS[name]:.1f}  {'ok' if value <= LIMITS[name] else 'OVER'}")
    return 0 if all(value <= LIMITS[name] for name, value in found.items()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
