"""Plain text for web forms: numbered requirement lines, records of other tables, line lengths, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from planner.documents.model import Column, Group, Input, KeyValue, KeyValues, Paragraph, Row, Table, Text
from planner.errors import ExportError
from planner.render import render
from planner.render.text import line_lengths, render_text, requirement_column
from planner.render.verify import verify_text
from tests.documents.papers import answer_table, item_table, paper, parameter_table, signature, small


def lines(content: bytes) -> list[str]:
    text = content.decode()
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    return text.split("\r\n")[:-1]


def test_requirements_are_numbered_with_mark_id_and_sentence() -> None:
    made = lines(render_text(small("x", blocks=(parameter_table("zh", 6),))))
    assert made[1:] == [
        "表1\u3000人工智能工作站技术要求",
        "1.1  加速卡及其软件",
        "1. ★1.1.1 整机本次配置的加速卡数量≥4张。同一规格，交货时已安装；",
        "2. ★1.1.2 每张加速卡的专用显存≥24 GB。不含与系统内存共享的部分，1 GB按10亿字节计；",
        "1.2  主机与管理",
        "3. ▲1.2.3 每张加速卡的显存带宽（标称值）≥500 GB/s；",
        "4. ▲1.2.4 每张加速卡的FP16或BF16稠密算力（标称峰值，不计稀疏加速）≥85 TFLOPS；",
        "1.3  供电、散热与安全",
        "5. ★1.3.5 所投加速卡同时支持：①PyTorch框架下的训练与推理；②16位权重的低秩微调。允许使用制造商提供的适配插件；"
        "运行附件5的测试程序时只改动设备名称和启动参数；",
        "6. 1.3.6 单卡运行采购人提供的8B参数模型时的输出速度≥20词元/s。16位权重，单路请求，输入512、输出256词元。",
    ]


def test_english_lines_end_the_english_way() -> None:
    made = lines(render_text(small("x", language="en", blocks=(parameter_table("en", 2),))))
    assert [line for line in made if "★" in line] == [
        "1. ★1.1.1 Accelerator cards fitted in the system: not less than 4 cards. All of the same specification,"
        " installed on delivery;",
        "2. ★1.2.2 Dedicated memory of each card: not less than 24 GB. Memory shared with the host does not count;"
        " 1 GB is 10^9 bytes.",
    ]


def test_numbers_begin_anew_with_each_item() -> None:
    made = lines(render_text(small("x", blocks=(parameter_table("zh", 3), parameter_table("zh", 3)))))
    assert [line[:2] for line in made if line[:2] in ("1.", "2.", "3.") and "★" in line[:4]] == ["1.", "2.", "1.", "2."]
    assert sum(line.endswith("。") for line in made) == 2


def test_other_tables_name_their_columns() -> None:
    made = lines(render_text(small("x", blocks=(item_table("zh"),))))
    assert made[1:] == [
        "表1\u3000采购清单",
        "1.1 货物名称：人工智能工作站；数量：1；单价限价（元）：168,000.00；限价（元）：168,000.00；核心产品：是",
        "1.2 货物名称：网络存储；数量：1；单价限价（元）：38,000.00；限价（元）：38,000.00；核心产品：否",
        "1.3 货物名称：不间断电源；数量：2；单价限价（元）：9,000.00；限价（元）：18,000.00；核心产品：否",
        "货物名称：合计；限价（元）：224,000.00",
    ]
    form = lines(render_text(small("x", blocks=(answer_table(),))))
    assert form[2].startswith("P-001 技术要求：整机本次配置")
    assert form[2].endswith(
        "下限：1；单位：GB；响应值：____；证明页码：____；偏离情况：□正偏离\u3000□无偏离\u3000□负偏离"
    )


def test_tabs_only_when_asked_for() -> None:
    document = paper("zh", rows=4, extra=(answer_table(),))
    assert b"\t" not in render_text(document)
    made = lines(render_text(document, tabs=True))
    assert "序号\t标识\t参数名称\t技术要求\t证明材料\t验收方法" in made
    assert any(line.startswith("1.1.1\t★\t加速卡数量\t") for line in made)


def test_a_whole_paper_reads_from_top_to_bottom() -> None:
    made = lines(render_text(replace(paper("zh", rows=3, draft=True), audience="internal", signature=signature("zh"))))
    assert made[:4] == [
        "采购需求参数表",
        "智能计算教学科研平台（一期）设备采购",
        "江州大学",
        "内部留存\u3000\u3000草稿\u3000\u3000项目编号：JZU-ZC-2026-0137\u3000\u3000版本：V1.2\u3000\u3000日期：2026年11月30日",
    ]
    assert made[4:6] == ["", "一、货物清单"]
    assert "承重：500 kg/m²" in made
    assert "现场已勘察：□是\u3000□否" in made
    assert "条款：表2" in made
    assert made[-1] == "批准\u3000部门：采购与招标管理办公室\u3000签字：____\u3000日期：____"


def test_line_lengths_count_characters() -> None:
    content = render_text(small("甲乙丙\n丁", blocks=(Paragraph(text="甲乙丙\n丁"), Paragraph(text=""))))
    assert lines(content) == ["样张", "甲乙丙 丁", ""]
    assert line_lengths(content) == (2, 5, 0)


def test_which_column_holds_the_requirements() -> None:
    assert requirement_column(parameter_table("zh")) == 3
    assert requirement_column(item_table("zh")) is None
    only_marks = Table(columns=(Column(key="m", title="标识", width_mm=10, kind="mark"),), rows=())
    assert requirement_column(only_marks) is None


def test_odd_texts_stay_as_they_are(tmp_path: Path) -> None:
    odd = "S&P 500、PUE <1.3、=1+1、&lt;、\tTab"
    made = lines(render_text(small(odd)))
    assert made[-1] == "P-001 内容：S&P 500、PUE <1.3、=1+1、&lt;、 Tab"
    notices = render(small("第一行\x0b第二行\x07"), tmp_path / "a.txt", "txt").notices
    assert [notice.id for notice in notices] == ["export.removed"]
    assert lines((tmp_path / "a.txt").read_bytes())[-1] == "P-001 内容：第一行 第二行"
    long = "甲" * 40_000
    assert max(line_lengths(render_text(small(long)))) > 40_000


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80), st.text(max_size=20))
def test_any_text_is_written_on_one_line_and_read_back(
    tmp_path_factory: pytest.TempPathFactory, text: str, key: str
) -> None:
    target = tmp_path_factory.mktemp("any") / "a.txt"
    facts = KeyValues(items=(KeyValue(key, Text(text)), KeyValue(key, Input())))
    before = len(lines(render_text(small("x", blocks=(KeyValues(items=(KeyValue("k", Text("v")),) * 2),)))))
    render(small("x", blocks=(facts,)), target, "txt")
    assert len(lines(target.read_bytes())) == before
    assert b"\t" not in target.read_bytes()


def test_empty_tables_and_groups_alone() -> None:
    columns = parameter_table("zh").columns
    assert lines(render_text(small("x", blocks=(Table(columns=columns, rows=()),)))) == ["样张"]
    assert lines(render_text(small("x", blocks=(Table(columns=columns, rows=(Group("组"),)),)))) == ["样张", "组"]
    short = Table(columns=columns[:1], rows=(Row((Text("1"),)),))
    assert lines(render_text(small("x", blocks=(short,))))[-1] == "1."


def test_a_name_in_the_text_or_a_lost_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExportError) as caught:
        render(small("采用NVIDIA架构"), tmp_path / "a.txt", "txt", forbidden=("NVIDIA",))
    assert caught.value.message.id == "export.leak"
    assert caught.value.place == "line 4"
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "a.txt").write_bytes("甲".encode())
    with pytest.raises(ExportError) as caught:
        verify_text(tmp_path / "a.txt", ["甲", "乙"])
    assert caught.value.message.id == "export.text_lost"
    (tmp_path / "a.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(ExportError) as caught:
        verify_text(tmp_path / "a.txt", [])
    assert caught.value.message.id == "export.damaged"


def test_twice_the_same_bytes() -> None:
    assert render_text(paper("zh")) == render_text(paper("zh"))
