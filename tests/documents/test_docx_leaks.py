"""What a Word file must pass before it gets its name: whole, complete, and naming nobody."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from desktop_app.services.tender import export_sheet
from planner.errors import ExportError
from planner.render import render
from planner.render.docx import render_docx
from planner.render.docx_read import paragraph_texts
from planner.render.verify import verify_docx
from tests.documents.papers import paper, small
from tests.documents.test_parameter_sheet import DAY, assessed, plan_of
from tests.documents.word import parts, read


def test_a_damaged_file_or_a_lost_text_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "a.docx"
    render(small("有的字"), target, "docx")
    verify_docx(target, ["有的字", "有的字"])
    for lost in (["没有"], ["有的字"] * 3):  # it stands there twice
        with pytest.raises(ExportError) as caught:
            verify_docx(target, lost)
        assert caught.value.message.id == "export.text_lost"
    whole = target.read_bytes()
    for broken in (b"PK\x03\x04 no", b"", whole[: len(whole) // 2]):
        target.write_bytes(broken)
        with pytest.raises(ExportError) as caught:
            verify_docx(target, [])
        assert caught.value.message.id == "export.damaged"


BRANDS = ("NVIDIA", "英伟达", "GeForce", "Microsoft", "A100")


def changed(name: str, old: str, new: str) -> bytes:
    """Return a small Word file in which one part was edited."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for entry, part in parts(render_docx(small("加速卡"))).items():
            text = part.decode()
            assert entry != name or old in text
            archive.writestr(entry, text.replace(old, new, 1) if entry == name else text)
    return stream.getvalue()


def added(name: str, content: str) -> bytes:
    stream = io.BytesIO(render_docx(small("加速卡")))
    with zipfile.ZipFile(stream, "a") as archive:
        archive.writestr(name, content)
    return stream.getvalue()


RUNS = "加速卡</w:t></w:r><w:r><w:t>NVI</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>DIA</w:t></w:r><w:r><w:t>"
WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
HIDING: dict[str, tuple[str, ...]] = {
    "runs": ("word/document.xml", "加速卡</w:t>", RUNS + "</w:t>"),
    "after a break": ("word/document.xml", "加速卡</w:t>", "abc</w:t><w:br/><w:t>NVIDIA</w:t>"),
    "after a tab": ("word/document.xml", "加速卡</w:t>", "abc</w:t><w:tab/><w:t>NVIDIA</w:t>"),
    "round a break": ("word/document.xml", "加速卡</w:t>", "NVI</w:t><w:br/><w:t>DIA</w:t>"),
    "round a code": (
        "word/document.xml", "加速卡</w:t>", "NVI</w:t><w:instrText>x</w:instrText><w:t>DIA</w:t>"
    ),
    "a code": ("word/document.xml", "加速卡</w:t>", "</w:t><w:instrText>LINK NVIDIA</w:instrText>"),
    "deleted": ("word/document.xml", "加速卡</w:t>", "</w:t><w:delText>NVIDIA</w:delText>"),
    "a box in a paragraph": (
        "word/document.xml",
        "加速卡</w:t>",
        "abc</w:t><w:txbxContent><w:p><w:r><w:t>NVIDIA</w:t></w:r></w:p></w:txbxContent>",
    ),
    "alternative text": ("word/document.xml", "<w:body>", '<w:body><w:x w:descr="NVIDIA"/>'),
    "head": ("word/header1.xml", "<w:r><w:tab/></w:r>", "<w:r><w:t>NVI</w:t></w:r><w:r><w:t>DIA</w:t></w:r>"),
    "style": ("word/styles.xml", 'w:val="表注"', 'w:val="NVIDIA 表注"'),
    "property": ("docProps/core.xml", "<cp:revision>1", "<cp:category>NVIDIA</cp:category><cp:revision>1"),
    "relation": ("word/_rels/document.xml.rels", 'Target="styles.xml"', 'Target="https://nvidia.com/styles.xml"'),
    "comment": ("word/comments.xml", f"<w:comments {WORD}><w:comment><w:p><w:r><w:t>英伟</w:t></w:r><w:r><w:t>达</w:t></w:r></w:p></w:comment></w:comments>"),
    "custom": ("customXml/item1.xml", "<data><maker>NVIDIA</maker></data>"),
    "remark": ("word/glossary.xml", "<x><!-- NVIDIA --></x>"),
    "part name": ("word/NVIDIA.xml", "<x/>"),
}  # fmt: skip


@pytest.mark.parametrize("place", HIDING)
def test_a_name_is_found_wherever_it_hides(tmp_path: Path, place: str) -> None:
    from planner.render.scan import scan_file

    edit = changed if len(HIDING[place]) == 3 else added
    (tmp_path / "a.docx").write_bytes(edit(*HIDING[place]))
    assert scan_file(tmp_path / "a.docx", BRANDS)


def test_the_file_itself_names_nobody(tmp_path: Path) -> None:
    """Names of vocabularies in the file are no makers, whatever the catalog holds."""
    for language in ("zh", "en"):
        made = replace(paper(language, draft=True), cover=True, contents=True)  # type: ignore[arg-type]
        assert render(made, tmp_path / f"{language}.docx", "docx", forbidden=BRANDS).bytes > 5000


def test_a_maker_in_a_paper_stops_it(tmp_path: Path) -> None:
    for field in ({"title": "NVIDIA"}, {"number": "NVIDIA-1"}, {"keywords": ("NVIDIA",)}, {"running_head": "NVIDIA"}):
        with pytest.raises(ExportError) as caught:
            render(small("无", **field), tmp_path / "a.docx", "docx", forbidden=BRANDS)
        assert caught.value.message.id == "export.leak"
    assert list(tmp_path.iterdir()) == []


words = st.text(alphabet="加速卡显存数据 ABCdef，。GB12<&", max_size=30)


@settings(max_examples=40, deadline=None)
@given(words, words, st.sampled_from(["NVIDIA", "英伟达", "GeForce"]), st.lists(st.integers(1, 60), max_size=4))
def test_a_brand_split_over_runs_is_found(
    tmp_path_factory: pytest.TempPathFactory, ahead: str, after: str, brand: str, cuts: list[int]
) -> None:
    from planner.render.scan import fold, scan_file

    text = f"{ahead}，{brand}。{after}"
    ends = [0, *sorted(set(cuts)), len(text)]
    made = read(render_docx(small("好")))
    line = made.add_paragraph()
    for start, end in zip(ends, ends[1:], strict=False):
        line.add_run(text[start:end]).bold = bool(start % 2)
    path = tmp_path_factory.mktemp("runs") / "a.docx"
    made.save(str(path))
    assert fold(brand) in {hit.word for hit in scan_file(path, [brand])}


@pytest.mark.parametrize("template", ["lab-a", "tier-4"])
def test_the_parameter_sheet_goes_out_as_word_and_text(tmp_path: Path, template: str) -> None:
    plan = plan_of(template)
    made = export_sheet(assessed(plan), tmp_path, ("zh", "en"), ("docx", "txt"), DAY)
    assert [(one.kind, one.language) for one in made] == [("docx", "zh"), ("txt", "zh"), ("docx", "en"), ("txt", "en")]
    said = "\n".join(paragraph_texts(Path(made[0].path).read_bytes()))
    lines = Path(made[1].path).read_text("utf-8").splitlines()
    requirements = [line for line in lines if " P-1" in line or "★P-1" in line or "▲P-1" in line]
    assert len(requirements) >= 8
    for line in requirements:
        code, sentence = line.split(" ", 2)[1].lstrip("★▲"), line.split(" ", 2)[2].rstrip("；。")
        assert code in said and sentence in said
