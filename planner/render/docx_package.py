"""An empty Word package with our styles, settings and faces, and the properties of the paper that goes into it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from xml.sax.saxutils import escape

from planner.documents.furniture import furniture
from planner.documents.model import Document
from planner.render.docx_looks import sans, serif
from planner.render.docx_styles import styles_xml
from planner.render.docx_xml import NAMESPACES, element

_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_FORMATS = "http://schemas.openxmlformats.org"
_RELATIONS = f"{_FORMATS}/officeDocument/2006/relationships"
_WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_CUSTOM_ID = "{D5CDD505-2E9C-101B-9397-08002B2CF9AE}"
# Chinese faces have a second name on systems in other languages.
_SECOND_NAMES = {
    "宋体": "SimSun",
    "黑体": "SimHei",
    "仿宋": "FangSong",
    "楷体": "KaiTi",
    "微软雅黑": "Microsoft YaHei",
    "等线": "DengXian",
}


def empty_package(document: Document) -> bytes:
    """Return the package as bytes: a body without content, properties from ``document`` alone."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in _parts(document):
            archive.writestr(zipfile.ZipInfo(name), _XML + content)
    return stream.getvalue()


def _parts(document: Document) -> Iterator[tuple[str, str]]:
    yield "[Content_Types].xml", _content_types()
    yield (
        "_rels/.rels",
        _relations(
            (f"{_RELATIONS}/officeDocument", "word/document.xml"),
            (f"{_FORMATS}/package/2006/relationships/metadata/core-properties", "docProps/core.xml"),
            (f"{_RELATIONS}/custom-properties", "docProps/custom.xml"),
        ),
    )
    yield "word/document.xml", f"<w:document {NAMESPACES}><w:body><w:sectPr/></w:body></w:document>"
    yield (
        "word/_rels/document.xml.rels",
        _relations(*((f"{_RELATIONS}/{kind}", f"{kind}.xml") for kind in ("styles", "settings", "fontTable"))),
    )
    yield "word/styles.xml", styles_xml(document).removeprefix(_XML)
    yield "word/settings.xml", _settings()
    yield "word/fontTable.xml", _faces(document)
    yield "docProps/core.xml", _core(document)
    yield "docProps/custom.xml", _custom(document)


def _content_types() -> str:
    word = {"document": "document.main", "styles": "styles", "settings": "settings", "fontTable": "fontTable"}
    kinds = {f"/word/{name}.xml": f"{_WORD_TYPE}.{kind}+xml" for name, kind in word.items()}
    kinds["/docProps/core.xml"] = "application/vnd.openxmlformats-package.core-properties+xml"
    kinds["/docProps/custom.xml"] = "application/vnd.openxmlformats-officedocument.custom-properties+xml"
    return (
        f'<Types xmlns="{_FORMATS}/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        + "".join(f'<Override PartName="{name}" ContentType="{kind}"/>' for name, kind in kinds.items())
        + "</Types>"
    )


def _relations(*targets: tuple[str, str]) -> str:
    made = "".join(
        f'<Relationship Id="rId{at}" Type="{kind}" Target="{target}"/>' for at, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_FORMATS}/package/2006/relationships">{made}</Relationships>'


def _settings() -> str:
    compat = [element(name) for name in ("ulTrailSpace", "doNotExpandShiftReturn")]
    office = "http://schemas.microsoft.com/office/word"
    switches = {"compatibilityMode": 15, "overrideTableStyleFontSizeAndJustification": 1, "enableOpenTypeFeatures": 1}
    compat += [element("compatSetting", name=name, uri=office, val=value) for name, value in switches.items()]
    children = [
        element("zoom", percent=100),
        element("defaultTabStop", val=420),
        element("characterSpacingControl", val="compressPunctuation"),
        element("compat", *compat),
        element("themeFontLang", val="en-US", eastAsia="zh-CN"),
        element("decimalSymbol", val="."),
        element("listSeparator", val=","),
    ]
    return f"<w:settings {NAMESPACES}>{''.join(children)}</w:settings>"


def _faces(document: Document) -> str:
    """Return the faces of the styles with their second names."""
    pairs = (serif(document.style.fonts), sans(document.style.fonts))
    named = {han: "86" for _, han in pairs} | {latin: "00" for latin, _ in pairs}
    made = (
        element(
            "font",
            element("altName", val=_SECOND_NAMES[name]) if name in _SECOND_NAMES else "",
            element("charset", val=charset),
            name=name,
        )
        for name, charset in named.items()
    )
    return f"<w:fonts {NAMESPACES}>{''.join(made)}</w:fonts>"


def _core(document: Document) -> str:
    stamp = f"{document.date.isoformat()}T00:00:00Z"
    told = {
        "dc:title": document.title,
        "dc:subject": document.subtitle or document.title,
        "dc:creator": document.organisation,
        "cp:keywords": ", ".join(document.keywords),
        "cp:lastModifiedBy": document.organisation,
        "cp:revision": "1",
    }
    made = "".join(f"<{name}>{escape(text)}</{name}>" for name, text in told.items())
    for name in ("created", "modified"):
        made += f'<dcterms:{name} xsi:type="dcterms:W3CDTF">{stamp}</dcterms:{name}>'
    made += f"<dc:language>{furniture(document.language).language_tag}</dc:language>"
    return (
        f'<cp:coreProperties xmlns:cp="{_FORMATS}/package/2006/metadata/core-properties"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"'
        f' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">{made}</cp:coreProperties>'
    )


def _custom(document: Document) -> str:
    """Return number and version as properties of their own."""
    told = (("number", document.number), ("version", document.version))
    made = "".join(
        f'<property fmtid="{_CUSTOM_ID}" pid="{at}" name="{name}"><vt:lpwstr>{escape(value)}</vt:lpwstr></property>'
        for at, (name, value) in enumerate(((name, value) for name, value in told if value), 2)
    )
    office = f"{_FORMATS}/officeDocument/2006"
    return f'<Properties xmlns="{office}/custom-properties" xmlns:vt="{office}/docPropsVTypes">{made}</Properties>'
