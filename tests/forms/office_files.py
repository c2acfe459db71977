"""Forms made by hand for the tests: the XML that matters, in a package as small as Word and Excel accept."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from planner.exchange.form_format import Quantity, Value
from planner.exchange.form_values import FormValues
from planner.exchange.forms import FilledForm, fill_form, read_form
from planner.money import Money

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PKG = "http://schemas.openxmlformats.org/package/2006"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_NAMESPACES = (
    f'xmlns:w="{W}" xmlns:r="{_REL}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:v="urn:schemas-microsoft-com:vml"'
)
TODAY = dt.date(2026, 11, 30)

SINGLE: dict[str, Value | None] = {
    "project": "算力平台",
    "organisation": "计算机学院",
    "budget": Money.of(300_000),
    "total": Money.of("264000.50"),
    "fund_account": "0012345678901234567",
    "date": TODAY,
    "users": 72,
    "max_power": Quantity(value=2650.0, unit="W"),
    "domestic": "不限",
}
GOODS: tuple[dict[str, Value | None], ...] = (
    {
        "no": 1,
        "name": "工作站",
        "quantity": 2,
        "uom": "台",
        "unit_price": Decimal(150_000),
        "amount": Money.of(300_000),
    },
    {
        "no": 2,
        "name": "存储",
        "quantity": 1,
        "uom": "台",
        "unit_price": Decimal("30000.5"),
        "amount": Money.of("30000.50"),
    },
    {"no": 3, "name": "电源", "quantity": 3, "uom": "台", "unit_price": None, "amount": None},
)


def values(
    single: Mapping[str, Value | None] | None = None,
    goods: tuple[Mapping[str, Value | None], ...] = GOODS,
    language: str = "zh",
    typed: Mapping[str, str] | None = None,
) -> FormValues:
    """Return values with ``single`` over the sample's."""
    return FormValues(
        language=language,
        single=SINGLE | dict(single or {}),
        rows={"goods": goods, "parameters": ({"no": 1, "code": "P-101", "requirement": "≥4"},), "funds": ()},
        typed=dict(typed or {}),
        open={},
    )


def zipped(parts: Mapping[str, str | bytes], **options: Any) -> bytes:
    """Return a zip of the parts in their order."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for name, content in parts.items():
            info = zipfile.ZipInfo(name, (2024, 2, 29, 12, 34, 56))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return out.getvalue()


def word_parts(body: str, **others: str) -> dict[str, str]:
    """Return the parts of a Word file; ``others`` are headers and the like: ``header1="<w:p>…"``."""
    overrides = [("document", "document.main")] + [(name, name.rstrip("0123456789")) for name in others]
    types = "".join(
        f'<Override PartName="/word/{name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.{kind}+xml"/>'
        for name, kind in overrides
    )
    links = "".join(
        f'<Relationship Id="rId{number}" Type="{_REL}/{name.rstrip("0123456789")}" Target="{name}.xml"/>'
        for number, name in enumerate(others, 1)
    )
    refer = "".join(
        f'<w:{name.rstrip("0123456789")}Reference w:type="default" r:id="rId{number}"/>'
        for number, name in enumerate(others, 1)
        if name.startswith(("header", "footer"))
    )
    roots = {"header": "hdr", "footer": "ftr"}
    return {
        "[Content_Types].xml": _types(types),
        "_rels/.rels": _links(f'<Relationship Id="rId1" Type="{_REL}/officeDocument" Target="word/document.xml"/>'),
        "word/document.xml": f"{_HEAD}<w:document {_NAMESPACES}><w:body>{body}<w:sectPr>{refer}</w:sectPr></w:body></w:document>",
        "word/_rels/document.xml.rels": _links(links),
    } | {
        f"word/{name}.xml": (
            f"{_HEAD}<w:{roots.get(name.rstrip('0123456789'), name)} {_NAMESPACES}>{content}"
            f"</w:{roots.get(name.rstrip('0123456789'), name)}>"
        )
        for name, content in others.items()
    }


def word(body: str, **others: str) -> bytes:
    """Return a Word file."""
    return zipped(word_parts(body, **others))


def excel_parts(
    rows: str, *, after: str = "", shared: str = "", styles: str = "", workbook: str = ""
) -> dict[str, str]:
    """Return the parts of a workbook of one sheet ``申请``: its rows, what follows them, shared texts, cell formats."""
    kinds = {
        "workbook": "sheet.main",
        "worksheets/sheet1": "worksheet",
        "sharedStrings": "sharedStrings",
        "styles": "styles",
    }
    types = "".join(
        f'<Override PartName="/xl/{name}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.{kind}+xml"/>'
        for name, kind in kinds.items()
    )
    links = "".join(
        f'<Relationship Id="rId{number}" Type="{_REL}/{kind}" Target="{target}.xml"/>'
        for number, (kind, target) in enumerate(
            (("worksheet", "worksheets/sheet1"), ("sharedStrings", "sharedStrings"), ("styles", "styles")), 1
        )
    )
    return {
        "[Content_Types].xml": _types(types),
        "_rels/.rels": _links(f'<Relationship Id="rId1" Type="{_REL}/officeDocument" Target="xl/workbook.xml"/>'),
        "xl/workbook.xml": (
            f'{_HEAD}<workbook xmlns="{SHEET}" xmlns:r="{_REL}"><sheets><sheet name="申请" sheetId="1" r:id="rId1"/></sheets>'
            f"{workbook}</workbook>"
        ),
        "xl/_rels/workbook.xml.rels": _links(links),
        "xl/sharedStrings.xml": f'{_HEAD}<sst xmlns="{SHEET}">{shared}</sst>',
        "xl/styles.xml": f'{_HEAD}<styleSheet xmlns="{SHEET}">{styles or _STYLES}</styleSheet>',
        "xl/worksheets/sheet1.xml": (
            f'{_HEAD}<worksheet xmlns="{SHEET}" xmlns:r="{_REL}"><sheetData>{rows}</sheetData>{after}</worksheet>'
        ),
    }


def excel(rows: str, **options: str) -> bytes:
    """Return a workbook of one sheet."""
    return zipped(excel_parts(rows, **options))


# styles: 0 general, 1 text, 2 #,##0.00, 3 yyyy-mm-dd, 4 0%
_STYLES = (
    "<fonts><font/></fonts><fills><fill><patternFill/></fill></fills><borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs>"
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="49"/><xf numFmtId="4"/><xf numFmtId="14"/><xf numFmtId="9"/></cellXfs>'
    '<cellStyles><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
)


def _types(overrides: str) -> str:
    defaults = (
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
    )
    return f'{_HEAD}<Types xmlns="{_PKG}/content-types">{defaults}{overrides}</Types>'


def _links(links: str) -> str:
    return f'{_HEAD}<Relationships xmlns="{_PKG}/relationships">{links}</Relationships>'


def run(text: str, properties: str = "") -> str:
    """Return a run with its formatting."""
    inner = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{inner}<w:t xml:space="preserve">{text}</w:t></w:r>'


def para(*runs: str) -> str:
    """Return a paragraph of runs."""
    return f"<w:p>{''.join(runs)}</w:p>"


def row(*cells: str, properties: str = "") -> str:
    """Return a table row; each cell is the text of its one run, or XML."""
    inner = "".join(f"<w:tc>{one if one.startswith('<') else para(run(one))}</w:tc>" for one in cells)
    return f"<w:tr>{properties}{inner}</w:tr>"


def table(*rows: str) -> str:
    """Return a table."""
    return f"<w:tbl>{''.join(rows)}</w:tbl>"


def text_cell(address: str, text: str, style: int = 0) -> str:
    """Return an Excel cell with a text of its own."""
    return f'<c r="{address}" s="{style}" t="inlineStr"><is><t>{text}</t></is></c>'


def filled(path: Path, content: bytes, given: FormValues | None = None, *, blank: bool = False) -> FilledForm:
    """Write a form to ``path``, read and fill it."""
    path.write_bytes(content)
    return fill_form(read_form(path), given or values(), blank=blank)


def parts_of(content: bytes) -> dict[str, bytes]:
    """Return the parts of a zip unpacked, in their order."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def paragraphs(content: bytes, part: str = "word/document.xml") -> list[str]:
    """Return the texts of a Word part by paragraph, read by another hand than the code's; line breaks are line feeds."""
    from xml.etree import ElementTree

    root = ElementTree.fromstring(parts_of(content)[part])
    return [_text(one) for one in root.iter(f"{{{W}}}p")]


def _text(paragraph: Any) -> str:
    marks = {f"{{{W}}}br": "\n", f"{{{W}}}tab": "\t"}
    return "".join(one.text or "" if one.tag == f"{{{W}}}t" else marks.get(one.tag, "") for one in paragraph.iter())


def book(content: bytes) -> Any:
    """Return a workbook as openpyxl reads it."""
    import openpyxl

    return openpyxl.load_workbook(io.BytesIO(content))


def cells(content: bytes, sheet: str = "申请") -> dict[str, Any]:
    """Return the values of a sheet's cells by address, formulas as text."""
    return {
        one.coordinate: one.value for line in book(content)[sheet].iter_rows() for one in line if one.value is not None
    }
