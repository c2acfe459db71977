"""Word forms: fields over several runs, everywhere a form has text, with the formatting of the run they begin in."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import docx
import pytest

from planner.errors import ImportFailed
from planner.exchange.forms import read_form, write_form
from planner.messages import render
from tests.forms.office_files import (
    W,
    filled,
    para,
    paragraphs,
    parts_of,
    row,
    run,
    table,
    values,
    word,
    word_parts,
    zipped,
)

PROOF = '<w:proofErr w:type="spellStart"/>'
MARK = '<w:bookmarkStart w:id="1" w:name="a"/><w:bookmarkEnd w:id="1"/>'


def texts(tmp_path: Path, body: str, **more: object) -> list[str]:
    return paragraphs(filled(tmp_path / "f.docx", word(body), **more).content)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "runs",
    [
        run("{{项目名称}}"),
        run("{{项目") + run("名称}}"),
        run("{") + run("{") + run("项") + run("目名") + run("称") + run("}") + run("}"),
        run("{{项") + PROOF + run("目名称}}"),
        run("{{项") + MARK + run("目名", "<w:b/>") + run("称}}"),
        run("{{项") + "<w:r><w:lastRenderedPageBreak/></w:r>" + run("目名称}}"),
        run("{{项") + f"<w:hyperlink>{run('目名')}</w:hyperlink>" + run("称}}"),
        run("{{项") + f"<w:smartTag>{run('目名称}}')}</w:smartTag>",
        run("{{项") + '<w:commentRangeStart w:id="0"/>' + run("目名称}}") + '<w:commentRangeEnd w:id="0"/>',
        run("{{") + f"<w:sdt><w:sdtPr/><w:sdtContent>{run('项目名称')}</w:sdtContent></w:sdt>" + run("}}"),
        run("｛｛ 项目") + run("名称 ｝｝"),
    ],
)
def test_field_is_found_however_it_is_split(tmp_path: Path, runs: str) -> None:
    assert texts(tmp_path, para(run("前"), runs, run("后"))) == ["前算力平台后"]


def test_text_takes_the_formatting_of_the_run_where_the_field_begins(tmp_path: Path) -> None:
    body = para(run("名：{{项", "<w:b/>"), run("目", "<w:i/>"), run("名称}}尾", '<w:color w:val="FF0000"/>'))
    root = ElementTree.fromstring(parts_of(filled(tmp_path / "f.docx", word(body)).content)["word/document.xml"])
    runs = [
        ([mark.tag.partition("}")[2] for mark in one.find(f"{{{W}}}rPr") or ()], "".join(one.itertext()))
        for one in root.iter(f"{{{W}}}r")
    ]
    assert runs == [(["b"], "名：算力平台"), (["i"], ""), (["color"], "尾")]


def test_several_fields_of_one_run_and_of_shared_runs(tmp_path: Path) -> None:
    body = para(run("{{项目名称}}/{{预算}}/{{使用"), run("人数}}人{{预算"), run("大写}}。"))
    assert texts(tmp_path, body) == ["算力平台/300,000.00/72人叁拾万元整。"]


def test_lines_become_line_breaks_of_the_same_run(tmp_path: Path) -> None:
    given = values({"project": "一 \n二\n三"})
    content = filled(tmp_path / "f.docx", word(para(run("甲{{项目名称}}乙{{预算}}", "<w:b/>"))), given).content
    assert paragraphs(content) == ["甲一 \n二\n三乙300,000.00"]
    root = ElementTree.fromstring(parts_of(content)["word/document.xml"])
    assert len(list(root.iter(f"{{{W}}}r"))) == 1
    space = "{http://www.w3.org/XML/1998/namespace}space"
    assert {one.get(space) for one in root.iter(f"{{{W}}}t")} == {"preserve"}


def test_what_xml_and_word_take_for_signs_is_text(tmp_path: Path) -> None:
    said = 'A&B <b> "x" ]]> =1+1 {{预算}} _x000D_ \x0b\x07\ufffe末'
    result = filled(tmp_path / "f.docx", word(para(run("{{项目名称}}"))), values({"project": said}))
    # a vertical tab from Word is a line; the others no file can carry; braces in a value are not filled again
    assert paragraphs(result.content) == ['A&B <b> "x" ]]> =1+1 {{预算}} _x000D_ \n末']
    assert any(one.id == "form.cleaned" for one in result.notices)


def test_headers_footers_notes_and_nested_tables(tmp_path: Path) -> None:
    inner = table(row("{{预算}}"))
    form = word(
        table(row("<w:p/>" + inner + "<w:p/>", "{{总价}}")),
        header1=para(run("{{采购单位}}")),
        footer1=para(run("{{日期}}")),
        footnotes=f'<w:footnote w:id="1">{para(run("{{使用人数}}"))}</w:footnote>',
    )
    content = filled(tmp_path / "f.docx", form).content
    assert [one for one in paragraphs(content) if one] == ["300,000.00", "264,000.50"]
    assert paragraphs(content, "word/header1.xml") == ["计算机学院"]
    assert paragraphs(content, "word/footer1.xml") == ["2026年11月30日"]
    assert paragraphs(content, "word/footnotes.xml") == ["72"]


BOX = (
    "<mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wps:txbx><w:txbxContent>{text}</w:txbxContent></wps:txbx></w:drawing>"
    "</mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>{text}</w:txbxContent></v:textbox></w:pict></mc:Fallback>"
    "</mc:AlternateContent>"
)


def test_text_boxes_in_both_their_forms_are_filled_and_listed_once(tmp_path: Path) -> None:
    box = BOX.format(text=para(run("{{项目"), run("名称}}")))
    form = word(para(run("外{{预"), f"<w:r>{box}</w:r>", run("文")))
    content = filled(tmp_path / "f.docx", form).content
    assert paragraphs(content)[1:] == ["算力平台", "算力平台"]
    spots = read_form(tmp_path / "f.docx").spots
    assert [(one.field.raw, render(one.place, "en")) for one in spots] == [
        ("{{项目名称}}", "text, text box “{{项目名称}}”")
    ]


def test_prompt_of_a_content_control_becomes_its_content(tmp_path: Path) -> None:
    prompt = run("{{项目名称}}", '<w:rStyle w:val="a3"/><w:b/>')
    control = (
        "<w:sdt><w:sdtPr><w:showingPlcHdr/><w:dataBinding w:xpath='/a' w:storeItemID='{1}'/><w:alias w:val='名'/></w:sdtPr>"
        f"<w:sdtContent>{prompt}</w:sdtContent></w:sdt>"
    )
    content = filled(tmp_path / "f.docx", word(para(control))).content
    assert paragraphs(content) == ["算力平台"]
    told = parts_of(content)["word/document.xml"].decode()
    assert "showingPlcHdr" not in told
    assert "dataBinding" not in told  # Word would write the bound text over what was filled
    assert "rStyle" not in told
    assert "<w:alias" in told


def test_places_are_told_as_one_finds_them(tmp_path: Path) -> None:
    body = para(run("第一段")) + table(row("甲", "乙"), row("丙", "{{预算}}")) + para(run("日期 {{日期}}"))
    (tmp_path / "f.docx").write_bytes(word(body, header1=para(run("{{采购单位}}"))))
    found = [(one.field.raw, render(one.place, "en")) for one in read_form(tmp_path / "f.docx").spots]
    assert found == [
        ("{{预算}}", "text, table 1, row 2, cell 2"),
        ("{{日期}}", "text, paragraph 2 “日期 {{日期}}”"),
        ("{{采购单位}}", "page header 1, paragraph 1 “{{采购单位}}”"),
    ]


def test_missing_values_stay_visible_or_are_emptied(tmp_path: Path) -> None:
    body = para(run("{{项目名称}}|{{联系人}}|{{课题编号}}|{{存放地点?}}|{{预算|公斤}}"))
    left = filled(tmp_path / "f.docx", word(body))
    assert paragraphs(left.content) == ["算力平台|{{联系人}}|{{课题编号}}||{{预算|公斤}}"]
    assert [(one.field.raw, one.reason) for one in left.missing] == [
        ("{{联系人}}", "no_value"),
        ("{{课题编号}}", "unknown"),
        ("{{预算|公斤}}", "format"),
    ]
    emptied = filled(tmp_path / "f.docx", word(body), blank=True)
    assert paragraphs(emptied.content) == ["算力平台||||"]
    assert len(emptied.missing) == 3


def test_value_for_a_name_nobody_knows_can_be_given(tmp_path: Path) -> None:
    given = values(typed={"课题编号": "0012"})
    assert texts(tmp_path, para(run("{{课题编号}}")), given=given) == ["0012"]


def test_half_a_field_is_told(tmp_path: Path) -> None:
    (tmp_path / "f.docx").write_bytes(word(para(run("{{预算}} {{总价")) + para(run("}}"))))
    notices = read_form(tmp_path / "f.docx").notices
    assert [one.id for one in notices] == ["form.torn", "form.torn"]


def test_fields_outside_the_text_are_told(tmp_path: Path) -> None:
    parts = word_parts(para(run("{{预算}}"))) | {"docProps/core.xml": "<a><title>{{项目名称}}</title></a>"}
    (tmp_path / "f.docx").write_bytes(zipped(parts))
    (notice,) = read_form(tmp_path / "f.docx").notices
    assert (
        render(notice, "en") == "{{项目名称}} in docProps/core.xml was not filled: it is not in the text of the form."
    )


@pytest.mark.parametrize(
    "runs",
    [
        f'<w:ins w:id="1" w:author="a">{run("{{预算}}")}</w:ins>',
        run("{{预") + f'<w:ins w:id="1" w:author="a">{run("算}}")}</w:ins>',
        run("{{预") + '<w:del w:id="1" w:author="a"><w:r><w:delText>备</w:delText></w:r></w:del>' + run("算}}"),
        '<w:del w:id="1" w:author="a"><w:r><w:delText>{{预算}}</w:delText></w:r></w:del>' + run("{{总价}}"),
        f'<w:moveFrom w:id="1" w:author="a">{run("{{预算}}")}</w:moveFrom>' + run("{{总价}}"),
        f'<w:moveTo w:id="1" w:author="a">{run("{{预算}}")}</w:moveTo>',
    ],
)
def test_tracked_change_at_a_field_is_refused_with_place_and_remedy(tmp_path: Path, runs: str) -> None:
    form = word(para(run("日期{{日期}}")) + para(runs))
    with pytest.raises(ImportFailed) as caught:
        filled(tmp_path / "f.docx", form)
    told = caught.value.told("en")
    assert "{{预算}}" in told
    assert "paragraph 2" in told
    assert "Accept or reject" in told
    faults = [one for one in read_form(tmp_path / "f.docx").spots if one.fault]
    assert faults[0].field.raw == "{{预算}}"
    assert "{{总价}}" not in [one.field.raw for one in faults]


def test_tracked_row_is_refused(tmp_path: Path) -> None:
    body = table(row("{{预算}}", properties='<w:trPr><w:ins w:id="1" w:author="a"/></w:trPr>'))
    with pytest.raises(ImportFailed, match="tracked"):
        filled(tmp_path / "f.docx", word(body))


def test_tracked_change_elsewhere_is_kept(tmp_path: Path) -> None:
    change = f'<w:ins w:id="1" w:author="a">{run("新")}</w:ins><w:del w:id="2" w:author="a"><w:r><w:delText>旧</w:delText></w:r></w:del>'
    content = filled(tmp_path / "f.docx", word(para(change, run("{{预算}}")))).content
    told = parts_of(content)["word/document.xml"].decode()
    assert told.count("<w:ins ") == 1
    assert "<w:delText>旧</w:delText>" in told
    assert paragraphs(content) == ["新300,000.00"]


def test_strict_documents_are_filled(tmp_path: Path) -> None:
    strict = "http://purl.oclc.org/ooxml/wordprocessingml/main"
    parts = {name: text.replace(W, strict) for name, text in word_parts(para(run("{{项目"), run("名称}}\t"))).items()}
    content = filled(tmp_path / "f.docx", zipped(parts)).content
    root = ElementTree.fromstring(parts_of(content)["word/document.xml"])
    assert "".join(one.text or "" for one in root.iter(f"{{{strict}}}t")).strip() == "算力平台"


def test_python_docx_reads_what_was_written(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("采购申请表", 0)
    document.add_paragraph("项目名称：").add_run("{{项目名称}}").bold = True
    document.sections[0].header.paragraphs[0].text = "{{采购单位}}"
    out = io.BytesIO()
    document.save(out)
    result = filled(tmp_path / "f.docx", out.getvalue())
    write_form(result, tmp_path / "out.docx")
    again = docx.Document(str(tmp_path / "out.docx"))
    assert [one.text for one in again.paragraphs] == ["采购申请表", "项目名称：算力平台"]
    assert again.paragraphs[1].runs[1].bold is True
    assert again.sections[0].header.paragraphs[0].text == "计算机学院"
    assert result.changed == ("word/document.xml", "word/header1.xml")
