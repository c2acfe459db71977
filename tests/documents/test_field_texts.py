"""Texts that broke other programs' exports, through every format: each comes back as it was, or is told by name."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.documents.model import Document, KeyValue, KeyValues, Note, Paragraph, Section, Signature, Text
from planner.errors import ExportError
from planner.render import render, rendered
from tests.documents.field_reading import KINDS, page_texts, through
from tests.documents.papers import small

FORMULAS = ('=WEBSERVICE("http://x")', "+1", "-2+3", "@SUM(A1)", "=<5%", "=", "==", "=cmd|'/c calc'!A1", "=1+1\n=2")
APOSTROPHES = ("'=1+1", "'引号", "'", "''", "型号'A'")
CODES = ("320102199001011234", "8939010102358478435", "0071", "1E5", "2e10", "3-4", "3/4", "1:30", "007", "TRUE", "-", "#N/A", "NA", "NaN", "inf")  # fmt: skip
MARKUP = ("S&P 500", "A&B", "甲&乙", "J&C", "&lt;", "&amp;", "<b>型", "</para>", "PUE <1.3", "0.1 <A <0.9", "]]>", "<!--", "&C&P", "${a}", "{{项目名称}}", "%s", "\\n", "a_x000B_b", "_x0041_")  # fmt: skip
SCRIPTS = (
    "１２３．５ｋＷ",
    "㎡",
    "Å µ Ω ² ℃ ‰ ± × ÷ →",
    "①②Ⅱ",
    "★▲≥≤≠",
    "龘㐀",
    "ﬁﬂ",
    "日本語カナ",
    "Müller–Straße",
    "…——“引”",
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", [*FORMULAS, *APOSTROPHES, *CODES, *MARKUP, *SCRIPTS])
def test_it_comes_back_as_it_was(tmp_path: Path, kind: str, text: str) -> None:
    back = through(text, kind, tmp_path)
    assert _as_read(back.text, kind) == _as_read(text, kind)
    assert back.notices == ()
    if kind == "xlsx":
        assert back.text == text
        assert back.cell.data_type == "s"


def _as_read(text: str, kind: str) -> str:
    """Return ``text`` as the format can tell it: plain text has one line, a page breaks lines and splits ligatures."""
    if kind == "pdf":
        return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))
    return text.replace("\n", " ") if kind == "txt" else text


@pytest.mark.parametrize("text", [*FORMULAS, "\t=1+1", "\r=1+1", " =1"])
def test_no_text_is_ever_computed(tmp_path: Path, text: str) -> None:
    """A tab or line end before the sign is how a guard on the first character is passed by."""
    render(small(text), tmp_path / "a.xlsx", "xlsx")
    with zipfile.ZipFile(tmp_path / "a.xlsx") as archive:
        assert not any(b"<f>" in archive.read(name) for name in archive.namelist())
    (tmp_path / "a.xlsx").unlink()
    back = through(text, "xlsx", tmp_path)
    assert back.cell.data_type == "s"
    assert back.cell.quotePrefix == back.text.startswith(("=", "+", "-", "@"))


REPLACED = {
    "第一行\x0b第二行\x07": ("第一行\n第二行", 1),  # pasted from Word: a line end of its own and a bell
    "a\r\nb\rc\u2028d\u2029e\x85f\x0cg": ("a\nb\nc\nd\ne\nf\ng", 0),
    "a\tb": ("a b", 0),
    "\x1b[31m红\x00": ("[31m红", 2),
    "半\ud800个\udfff": ("半个", 2),  # surrogates without their other half, from a cut emoji
    "\ufeff字\u200b\u200d\u2060": ("字", 4),
    "\u202e倒着\u202c\u200f\u2066\u2069\u061c": ("倒着", 6),
    "N\u034fV\u3164I\u00adD\U000e0041IA\ufe0f": ("NVIDIA", 5),
    "\ufffe\uffff\ufdd0\U0001ffff": ("", 4),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", REPLACED)
def test_what_nobody_sees_is_left_out_and_counted(tmp_path: Path, kind: str, text: str) -> None:
    back = through(text, kind, tmp_path)
    expected, removed = REPLACED[text]
    assert _as_read(back.text, kind) == _as_read(expected, kind)
    assert back.removed == removed


@pytest.mark.parametrize("kind", ["xlsx", "docx"])
@pytest.mark.parametrize("text", ["e\u0301", "é", "か\u3099", "a\u00a0b", "\u3000前", "末\u3000", " 前后 "])
def test_spellings_stay_apart(tmp_path: Path, kind: str, text: str) -> None:
    """A letter with its accent apart is not joined, a wide blank stays one; no export normalises what someone wrote."""
    expected = text.replace("\u00a0", " ") if kind == "docx" else text  # Writer breaks lines inside a held pair
    assert through(text, kind, tmp_path).text == expected


@pytest.mark.parametrize("text", ["e\u0301", "か\u3099"])
def test_accents_apart_are_on_the_page(tmp_path: Path, text: str) -> None:
    back = through(text, "pdf", tmp_path).text
    assert unicodedata.normalize("NFC", back) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", [" ", "\u3000", "\u00a0", "末 ", "末\u3000\n"])
def test_blanks_alone_stop_no_export(tmp_path: Path, kind: str, text: str) -> None:
    assert through(text, kind, tmp_path).text.strip() == text.strip()


GLYPHS = {"😀": "1F600", "👨\u200d👩\u200d👧": "1F468", "𠮷": "20BB7", "\ue000": "E000", "✔": "2714", "🜁": "1F701"}


@pytest.mark.parametrize("text", GLYPHS)
def test_a_missing_glyph_is_named_with_its_place_on_paper_and_kept_elsewhere(tmp_path: Path, text: str) -> None:
    with pytest.raises(ExportError) as caught:
        through(f"甲{text}乙", "pdf", tmp_path)
    told = caught.value.told("en")
    assert f"U+{GLYPHS[text]}" in told and "甲" in told and caught.value.remedy is not None
    assert caught.value.place == "内容 / 1 / 内容"
    assert list(tmp_path.iterdir()) == []
    for kind in ("xlsx", "docx", "txt"):
        assert through(text, kind, tmp_path).text == text.replace("\u200d", "")


EVERYWHERE = "=S&P <b> 甲&乙 PUE <1.3"


def everywhere(text: str) -> Document:
    """Return a paper that says ``text`` in every place a text can stand."""
    facts = KeyValues(items=(KeyValue(text, Text(text)),), caption=text)
    signers = Signature(heads=("", text, "签字", "日期"), rows=((text, text, "", ""),))
    blocks = (
        Section(title=text, blocks=(Paragraph(text=text, lead=text, marker="1."), facts, Note(text=text))),
        signers,
    )
    named = dict.fromkeys(("title", "subtitle", "organisation", "number", "version", "running_head"), text)
    return small(
        text, blocks=blocks, cover=True, contents=True, keywords=(text,), meta=(KeyValue(text, Text(text)),), **named
    )


@pytest.mark.parametrize("kind", KINDS)
def test_signs_are_text_in_heads_titles_notes_and_properties(tmp_path: Path, kind: str) -> None:
    made = render(everywhere(EVERYWHERE), tmp_path / f"a.{kind}", kind)
    content = (tmp_path / f"a.{kind}").read_bytes()
    assert made.notices == ()
    if kind == "txt":
        assert content.decode().count(EVERYWHERE) >= 12
    elif kind == "pdf":
        wanted = EVERYWHERE.replace(" ", "")
        assert sum(page.count(wanted) for page in page_texts(content)) >= 15
        assert all(page.count(wanted) >= 3 for page in page_texts(content)[1:])  # head: title, number, version
    else:
        escaped = EVERYWHERE.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            whole = "".join(archive.read(name).decode() for name in archive.namelist())
        assert whole.count(escaped) >= 10
        assert "<f>" not in whole


def test_an_ampersand_in_a_workbooks_head_is_doubled(tmp_path: Path) -> None:
    """One & starts a code there: ``J&C`` printed as ``J C`` and ``&P`` as the number of the page."""
    render(small("x", running_head="J&C &P", number="A&B", version="&D"), tmp_path / "a.xlsx", "xlsx")
    with zipfile.ZipFile(tmp_path / "a.xlsx") as archive:
        head = re.search(r"<oddHeader>(.*?)</oddHeader>", archive.read("xl/worksheets/sheet1.xml").decode())
    assert head is not None
    assert "J&amp;&amp;C &amp;&amp;P" in head[1] and "A&amp;&amp;B" in head[1] and "&amp;&amp;D" in head[1]


@settings(max_examples=60)
@given(st.text(st.characters(), max_size=40))
def test_no_text_breaks_a_workbook_or_a_word_file(text: str) -> None:
    """Any text at all, lone surrogates too: both are written, read back and say what is left of it."""
    from planner.documents.texts import clean

    document, _ = clean(small(text))
    for kind in ("xlsx", "docx", "txt"):
        assert rendered(document, kind)  # type: ignore[arg-type]
