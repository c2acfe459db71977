"""Whatever the catalog holds and however a name is written: no external file names it, and neutral ones are let through."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from planner.catalog.items import Item
from planner.documents.model import (
    Block,
    Choice,
    Column,
    Document,
    Group,
    KeyValue,
    KeyValues,
    Note,
    Number,
    Paragraph,
    Picture,
    Row,
    Section,
    Signature,
    Table,
    Text,
)
from planner.errors import PaperRefused
from planner.pictures.scene import Scene
from planner.pictures.scene import Text as Painted
from planner.render import FORMATS, render
from planner.tender.brands import forbidden_words
from tests.checks.factories import make_item
from tests.documents.papers import small

QUICK = (Phase.explicit, Phase.generate)  # making files again and again to shrink an example takes minutes
INVISIBLE = "\u200b\u200d\u2060\ufeff\u00ad\u034f\u061c\u3164\ufe0f\u202e\U000e0041"
JOINTS = ("", " ", "_", "\u00a0", "\u2010", "\u2011", "\u2013", "\u2212", "·", " - ")
FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
KINDS = ("accelerator", "system", "storage", "network", "ups", "pdu", "cooling", "rack")
PAGES = ("xlsx", "pdf", "docx")

latin_makers = st.text("aeioubdgklmnrstvz", min_size=4, max_size=9).map(lambda end: f"Qx{end}")
han_makers = st.text("鑫昊垚翀骉淼焱犇", min_size=3, max_size=5)
codes = st.tuples(st.sampled_from(["ZK", "QXV", "Wbq"]), st.integers(1_000, 99_999), st.sampled_from(["", "X", "-P"]))
models = codes.map(lambda parts: f"{parts[0]}-{parts[1]}{parts[2]}")


@st.composite
def catalogs(draw: st.DrawFn) -> tuple[Item, ...]:
    """Return one to six rows of hardware with makers in Latin or Han and a model code in the name."""
    return tuple(
        replace(
            make_item(f"row-{at}", draw(st.sampled_from(KINDS)), maker=draw(latin_makers | han_makers)),
            name=draw(models),
        )
        for at in range(draw(st.integers(1, 6)))
    )


@st.composite
def spellings(draw: st.DrawFn, name: str) -> str:
    """Return ``name`` as people and programs write it, each of them still readable as the name."""
    how = draw(st.sampled_from(["plain", "upper", "lower", "wide", "hidden", "spaced"]))
    at = draw(st.integers(1, len(name) - 1))
    if how == "upper":
        return name.upper()
    if how == "lower":
        return name.lower()
    if how == "wide":
        return name.translate(FULL_WIDTH)
    if how == "hidden":
        return name[:at] + draw(st.sampled_from(INVISIBLE)) + name[at:]
    if how == "spaced":
        return " ".join(name) if name[0] > "\u2e80" else name.replace("-", draw(st.sampled_from(JOINTS)))
    return name


def columns(title: str = "内容", unit: str = "") -> tuple[Column, ...]:
    return (
        Column(key="id", title="编号", width_mm=20, kind="id"),
        Column(key="v", title=title, width_mm=80, unit=unit),
    )


def table(text: str = "好", **more: object) -> Table:
    rows = (Row((Text("P-001"), Text(text))),)
    return Table(**({"columns": columns(), "rows": rows, "caption": "清单"} | more))  # type: ignore[arg-type]


def block(made: Block) -> Document:
    return small("好", blocks=(Section(title="正文", blocks=(Paragraph(text="开头"), made)),))


def painted(text: str) -> Picture:
    scene = Scene(
        title="图", description="说明", language="zh", width_mm=60, height_mm=20, items=(Painted(x=2, y=8, text=text),)
    )
    return Picture(scene=scene, caption="示意")


PLACES: dict[str, tuple[Callable[[str], Document], tuple[str, ...]]] = {
    "cell": (lambda text: block(table(text)), FORMATS),
    "paragraph": (lambda text: block(Paragraph(text=text)), FORMATS),
    "lead": (lambda text: block(Paragraph(text="好", lead=text)), FORMATS),
    "note": (lambda text: block(Note(text=text)), FORMATS),
    "heading": (lambda text: small("好", blocks=(Section(title=text, blocks=(Paragraph(text="好"),)),)), FORMATS),
    "caption": (lambda text: block(table(caption=text)), FORMATS),
    "sheet name": (lambda text: block(table(sheet=text)), ("xlsx",)),
    "column": (lambda text: block(table(columns=columns(text))), FORMATS),
    "unit": (lambda text: block(table(columns=columns(unit=text))), FORMATS),
    "unit of a number": (lambda text: block(table(rows=(Row((Text("1"), Number(4, unit=text))),))), FORMATS),
    "choice": (lambda text: block(table(rows=(Row((Text("1"), Choice(("是", text)))),))), FORMATS),
    "group": (lambda text: block(table(rows=(Group(text), Row((Text("1"), Text("好")))))), FORMATS),
    "label": (lambda text: block(KeyValues(items=(KeyValue(text, Text("好")),), caption="场地")), FORMATS),
    "signer": (lambda text: block(Signature(heads=("", "部门"), rows=(("编制", text),), widths_mm=(20, 60))), FORMATS),
    "picture": (lambda text: block(painted(text)), FORMATS),
    "words of a picture": (lambda text: block(replace(painted("好"), alt=text)), FORMATS),
    "title": (lambda text: small("好", title=text), FORMATS),
    "subtitle": (lambda text: small("好", subtitle=text), FORMATS),
    "organisation": (lambda text: small("好", organisation=text), FORMATS),
    "number": (lambda text: small("好", number=text), PAGES),
    "version": (lambda text: small("好", version=text), PAGES),
    "running head": (lambda text: small("好", running_head=text), PAGES),
    "keyword": (lambda text: small("好", keywords=(text,)), PAGES),
    "fact": (lambda text: small("好", meta=(KeyValue("项目", Text(text)),)), FORMATS),
}


@settings(max_examples=12, phases=QUICK)
@pytest.mark.parametrize("place", PLACES)
@given(items=catalogs(), data=st.data())
def test_a_name_of_the_catalog_stops_the_export_wherever_it_stands(
    place: str, items: tuple[Item, ...], data: st.DataObject
) -> None:
    made, kinds = PLACES[place]
    one = data.draw(st.sampled_from(items))
    name = data.draw(spellings(data.draw(st.sampled_from([one.maker, one.name]))))
    ahead, after = data.draw(st.sampled_from([("", ""), ("采用", "架构"), ("（", "）"), ("≥4张 ", "，或相当")]))
    document = made(f"{ahead}{name}{after}")
    kind = data.draw(st.sampled_from(kinds))
    with tempfile.TemporaryDirectory() as folder:
        with pytest.raises(PaperRefused) as caught:
            render(document, Path(folder) / f"a.{kind}", kind, forbidden_words(items))
        assert caught.value.message.id == "export.leak" and caught.value.place
        assert list(Path(folder).iterdir()) == []


@settings(max_examples=20, phases=QUICK)
@given(items=catalogs(), kind=st.sampled_from(FORMATS), data=st.data())
def test_a_name_in_the_name_of_the_file_stops_it(items: tuple[Item, ...], kind: str, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(items)).maker
    with tempfile.TemporaryDirectory() as folder, pytest.raises(PaperRefused) as caught:
        render(small("好"), Path(folder) / f"{name}采购.{kind}", kind, forbidden_words(items))
    assert caught.value.place == "file name"


WORDS = ("加速卡≥4张", "每卡专用显存≥24 GB", "单相220 V，32 A", "500 kg/m²", "PCIe接口", "P-101", "JZU-ZC-2026-0137", "GB/T 9813.3", "8B参数模型", "FP16", "★", "▲", "2.5 kW", "or equivalent", "rack, 42 U", "负偏离", "100,000.00", "13%", "X86", "A4纸", "B302", "1000 张", "2026-11-30")  # fmt: skip
neutral = st.lists(st.sampled_from(WORDS) | st.integers(0, 10**6).map(str), max_size=12).map("，".join)


@settings(max_examples=60, phases=QUICK)
@given(items=catalogs(), text=neutral, kind=st.sampled_from(FORMATS), place=st.sampled_from(sorted(PLACES)))
def test_neutral_papers_are_let_through(items: tuple[Item, ...], text: str, kind: str, place: str) -> None:
    document = PLACES[place][0](text or "好")
    with tempfile.TemporaryDirectory() as folder:
        made = render(document, Path(folder) / f"a.{kind}", kind, forbidden_words(items))
        assert made.bytes > 0


@settings(max_examples=20, phases=QUICK)
@given(items=catalogs(), kind=st.sampled_from(FORMATS), data=st.data())
def test_internal_papers_name_what_they_like(items: tuple[Item, ...], kind: str, data: st.DataObject) -> None:
    document = replace(small(data.draw(st.sampled_from(items)).maker), audience="internal")
    with tempfile.TemporaryDirectory() as folder:
        assert render(document, Path(folder) / f"a.{kind}", kind, forbidden_words(items)).audience == "internal"


def test_a_bookmark_and_a_link_alone_are_read(tmp_path: Path) -> None:
    """Names that no page shows: a bookmark of a PDF, the target of a link."""
    import pypdf
    from pypdf.annotations import Link

    from planner.render.scan import scan_file

    for hide in ("bookmark", "link"):
        writer = pypdf.PdfWriter()
        writer.add_blank_page(100, 100)
        if hide == "bookmark":
            writer.add_outline_item(title="NVIDIA", page_number=0)
        else:
            writer.add_annotation(page_number=0, annotation=Link(rect=(0, 0, 50, 50), url="https://www.nvidia.com/x"))
        writer.write(tmp_path / f"{hide}.pdf")
        assert {hit.word for hit in scan_file(tmp_path / f"{hide}.pdf", ["NVIDIA"])} == {"nvidia"}, hide
