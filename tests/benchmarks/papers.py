"""How much longer our renderers take than the bare library writing the same cells with the same styles, and growth.

    python -m tests.benchmarks.papers [--rows N] [--pairs N]

CPU seconds in one process, interleaved pairs, median of the ratios. The bare library gets the same texts, cell formats,
row heights and print set-up as ready lists and has only to write them; every row says something of its own, and what the
renderers remember of texts is forgotten before each run. Verifying and scanning the written file are rows of their own,
as shares of the rendering. Exit status 1 when a ratio is over its limit.
"""

from __future__ import annotations

import argparse
import gc
import io
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

import resources
from planner.catalog.load import bundled_by_id
from planner.documents.model import Cell, Document, Group, Row, Table, Text
from planner.render import Format, rendered, text_lines, xlsx_lines
from planner.render.cell_text import cell_text
from planner.render.pdf import paper_texts, render_pdf
from planner.render.scan import scan_file
from planner.render.verify import verify_pdf, verify_xlsx
from planner.render.xlsx import render_xlsx
from planner.tender.brands import forbidden_words
from tests.documents.papers import parameter_table, small

WIDTHS_MM = (13, 10, 25, 72, 17, 29)
HEADS = ("序号", "标识", "参数名称", "技术要求", "证明材料", "验收方法")
_CENTRE = {"align": "center"}
COLUMN_FORMATS: tuple[dict[str, object], ...] = (
    _CENTRE | {"num_format": "@"},
    _CENTRE,
    {"align": "left"},
    {"align": "left"},
    _CENTRE,
    {"align": "left"},
)
LIMITS = {"xlsx": 1.5, "pdf": 1.5, "xlsx growth": 5.0, "pdf growth": 5.0}
REMEMBERED = (xlsx_lines._count, text_lines._may_part, text_lines._gap)


def sheet(rows: int) -> Document:
    """Return a paper with one table of ``rows`` rows, each with a name and a requirement of its own."""
    table = parameter_table("zh", rows)
    return small("x", blocks=(msgspec.structs.replace(table, rows=tuple(map(_own, table.rows, range(rows + 3)))),))


def _own(row: Row | Group, number: int) -> Row | Group:
    if isinstance(row, Group):
        return row
    code, mark, name, need, *rest = row.cells
    return Row((code, mark, _numbered(name, number), _numbered(need, number), *rest))


def _numbered(cell: Cell, number: int) -> Cell:
    return Text(f"{cell.text}第{number}项") if isinstance(cell, Text) else cell


def cells(document: Document) -> list[list[str]]:
    """Return the texts of the table's rows."""
    table = next(block for block in document.blocks if isinstance(block, Table))
    return [[cell_text(cell, {}) for cell in row.cells] for row in table.rows if isinstance(row, Row)]


def bare_xlsx(texts: list[list[str]]) -> None:
    """Write the texts with XlsxWriter alone: a format for each column, row heights, head, filter, print set-up."""
    import xlsxwriter

    book = xlsxwriter.Workbook(io.BytesIO(), {"in_memory": True})
    page = book.add_worksheet("x")
    usual = {"font_name": "宋体", "font_size": 10, "border": 1, "border_color": "#98A2AE", "text_wrap": True}
    usual |= {"valign": "vcenter", "bold": False}
    forms = [book.add_format(usual | own) for own in COLUMN_FORMATS]
    head = book.add_format(usual | {"font_name": "黑体", "bold": True, "bg_color": "#E6EBF1", "align": "center"})
    for column, width in enumerate(WIDTHS_MM):
        page.set_column(column, column, width * 0.45)
        page.write_string(0, column, HEADS[column], head)
    for number, row in enumerate(texts, 1):
        page.set_row(number, 30)
        for column, text in enumerate(row):
            page.write_string(number, column, text, forms[column])
    page.repeat_rows(0)
    page.freeze_panes(1, 3)
    page.autofilter(0, 0, len(texts), len(WIDTHS_MM) - 1)
    page.set_paper(9)
    page.fit_to_pages(1, 0)
    page.print_area(0, 0, len(texts), len(WIDTHS_MM) - 1)
    page.set_header("&L样张")
    page.set_footer("&C第 &P 页　共 &N 页")
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
    """Return the CPU seconds of one run that remembers no text of another."""
    for known in REMEMBERED:
        known.cache_clear()
    xlsx_lines._MAY_PART.clear()
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def ratio(ours: Callable[[], object], bare: Callable[[], object], pairs: int) -> float:
    """Return the median ratio of interleaved pairs (1), after one run of each."""
    ours()
    bare()
    return statistics.median(seconds(ours) / seconds(bare) for _ in range(pairs))


def shares(paper: Document, kind: Format, pairs: int) -> dict[str, float]:
    """Return verifying and scanning of the written file as shares of its rendering (1)."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"x.{kind}"
        path.write_bytes(rendered(paper, kind))
        words = forbidden_words(bundled_by_id().values())
        check: Callable[[], object] = lambda: verify_xlsx(path)  # noqa: E731 - timed as it stands
        if kind == "pdf":
            check = lambda: verify_pdf(path, paper_texts(paper))  # noqa: E731
        scan = ratio(lambda: scan_file(path, words), lambda: rendered(paper, kind), pairs)
        return {f"{kind} verify": ratio(check, lambda: rendered(paper, kind), pairs), f"{kind} scan": scan}


def measured(rows: int, pairs: int) -> dict[str, float]:
    """Return every ratio by its name (1)."""
    paper, large = sheet(rows), sheet(4 * rows)
    texts = cells(paper)
    return {
        "xlsx": ratio(lambda: render_xlsx(paper), lambda: bare_xlsx(texts), pairs),
        "pdf": ratio(lambda: render_pdf(paper), lambda: bare_pdf(texts), pairs),
        "xlsx growth": ratio(lambda: render_xlsx(large), lambda: render_xlsx(paper), 3),
        "pdf growth": ratio(lambda: render_pdf(large), lambda: render_pdf(paper), 1),
        **shares(paper, "xlsx", pairs),
        **shares(paper, "pdf", 1),
    }


def main(arguments: Sequence[str]) -> int:
    """Print the ratios and return 1 where one is over its limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--pairs", type=int, default=5)
    options = parser.parse_args(arguments)
    over = False
    for name, value in measured(options.rows, options.pairs).items():
        limit = LIMITS.get(name)
        is_over = limit is not None and value > limit
        over = over or is_over
        told = f"  limit {limit:.1f}  {'OVER' if is_over else 'ok'}" if limit else "  of its rendering"
        print(f"{name:14s} {value:6.2f}{told}")
    return int(over)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
