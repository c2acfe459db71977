"""Sample papers for the renderer tests: a parameter sheet in Chinese and in English, and odd texts."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from planner.documents.model import (
    Block,
    Cell,
    Choice,
    Column,
    Document,
    Group,
    Input,
    KeyValue,
    KeyValues,
    Language,
    Mark,
    MarkLevel,
    MoneyCell,
    Note,
    Number,
    Paragraph,
    Reference,
    Row,
    Section,
    Signature,
    Table,
    Text,
)

DAY = dt.date(2026, 11, 30)

ZH_ROWS: tuple[tuple[str, MarkLevel, str, str, str, str], ...] = (
    (
        "加速卡数量",
        "star",
        "整机本次配置的加速卡数量≥4张。同一规格，交货时已安装。",
        "配置清单",
        "清点；读取管理工具",
        "4 张",
    ),
    (
        "单卡专用显存",
        "star",
        "每张加速卡的专用显存≥24 GB。不含与系统内存共享的部分，1 GB按10亿字节计。",
        "公开资料",
        "读取管理工具",
        "24 GB",
    ),
    (
        "单卡显存带宽",
        "important",
        "每张加速卡的显存带宽（标称值）≥500 GB/s。",
        "公开资料",
        "带宽程序实测，≥400 GB/s合格",
        "500 GB/s",
    ),
    (
        "单卡半精度算力",
        "important",
        "每张加速卡的FP16或BF16稠密算力（标称峰值，不计稀疏加速）≥85 TFLOPS。",
        "公开资料",
        "矩阵乘程序实测，≥51 TFLOPS合格",
        "85 TFLOPS",
    ),
    (
        "软件支持",
        "star",
        "所投加速卡同时支持：①PyTorch框架下的训练与推理；②16位权重的低秩微调。允许使用制造商提供的适配插件；运行附件5的测试程序时只改动设备名称和启动参数。",
        "承诺函",
        "运行附件5程序T-01～T-04",
        "—",
    ),
    (
        "模型输出速度",
        "general",
        "单卡运行采购人提供的8B参数模型时的输出速度≥20词元/s。16位权重，单路请求，输入512、输出256词元。",
        "—",
        "运行程序T-03",
        "20 词元/s",
    ),
    (
        "数据盘容量",
        "general",
        "本次配置的固态数据盘总容量≥7.5 TB（1 TB按1万亿字节计）。",
        "—",
        "读取管理工具",
        "7.5 TB",
    ),
    (
        "输入电压",
        "general",
        "整机输入电压允许范围（单相，50 Hz）覆盖200 V～240 V（可更宽）。",
        "—",
        "核对铭牌",
        "200 V",
    ),
    (
        "整机功率",
        "star",
        "整机满载时的交流输入功率≤2.5 kW。全部加速卡与处理器同时满载，取15 min平均值；可设定功耗上限，性能测试须在同一设定下进行。",
        "承诺函",
        "程序T-05加载，功率计实测",
        "2.5 kW",
    ),
    (
        "作业管理软件",
        "general",
        "交付时部署的作业管理软件同时具备：①作业排队；②按用户限额；③按卡分配给不同用户或容器；④用量统计与导出。开源或商业软件、操作系统类型均不限，许可费用含在报价内。",
        "—",
        "逐项操作",
        "—",
    ),
)

EN_ROWS: tuple[tuple[str, MarkLevel, str, str, str, str], ...] = (
    (
        "Number of cards",
        "star",
        "Accelerator cards fitted in the system: not less than 4 cards. All of the same specification, installed on delivery.",
        "configuration list",
        "count; read the management tool",
        "4",
    ),
    (
        "Dedicated memory per card",
        "star",
        "Dedicated memory of each card: not less than 24 GB. Memory shared with the host does not count; 1 GB is 10^9 bytes.",
        "public data sheet",
        "read the management tool",
        "24 GB",
    ),
    (
        "Memory bandwidth per card",
        "important",
        "Nominal memory bandwidth of each card: not less than 500 GB/s.",
        "public data sheet",
        "bandwidth program; pass at 400 GB/s or more",
        "500 GB/s",
    ),
    (
        "Noise",
        "general",
        "A-weighted sound pressure level 1 m from the front panel at full load: not more than 65 dB(A).",
        "—",
        "sound level meter",
        "65 dB(A)",
    ),
)

GROUPS = {
    "zh": ("加速卡及其软件", "主机与管理", "供电、散热与安全"),
    "en": ("Accelerator cards and their software", "Host and management", "Power, cooling and safety"),
}


def parameter_rows(language: Language, count: int) -> tuple[Row | Group, ...]:
    """Return ``count`` requirement rows under three group rows."""
    source = ZH_ROWS if language == "zh" else EN_ROWS
    rows: list[Row | Group] = []
    for at in range(count):
        share, place = divmod(at * 3, count)
        if place < 3:
            rows.append(Group(f"1.{share + 1}  {GROUPS[language][share]}"))
        name, level, need, evidence, test, _ = source[at % len(source)]
        cells: tuple[Cell, ...] = (
            Text(f"1.{share + 1}.{at + 1}"),
            Mark(level),
            Text(name),
            Text(need),
            Text(evidence),
            Text(test),
        )
        rows.append(Row(cells))
    return tuple(rows)


def parameter_table(language: Language, count: int = 60) -> Table:
    """Return the parameter table as printed: six columns."""
    zh = language == "zh"
    titles = (
        ("序号", "标识", "参数名称", "技术要求", "证明材料", "验收方法")
        if zh
        else ("No.", "Level", "Parameter", "Requirement", "Evidence", "Acceptance")
    )
    widths = (13, 10, 25, 72, 17, 29) if zh else (13, 12, 27, 62, 22, 30)
    kinds = ("id", "mark", "text", "text", "text", "text")
    columns = tuple(
        Column(key=key, title=title, width_mm=width, kind=kind, align="center" if key == "evidence" and zh else None)  # type: ignore[arg-type]
        for key, title, width, kind in zip(
            ("id", "mark", "name", "need", "evidence", "test"), titles, widths, kinds, strict=True
        )
    )
    return Table(
        columns=columns,
        rows=parameter_rows(language, count),
        caption="人工智能工作站技术要求" if zh else "AI workstation",
        sheet="技术参数表" if zh else "Requirements",
        anchor="parameters",
        key_columns=3,
        filtered=True,
    )


def item_table(language: Language) -> Table:
    """Return the list of goods with numbers, money and a computed total."""
    zh = language == "zh"
    titles = (
        ("序号", "货物名称", "数量", "单价限价（元）", "限价（元）", "核心产品")
        if zh
        else ("No.", "Item", "Quantity", "Unit cap (yuan)", "Cap (yuan)", "Core")
    )
    keys = ("id", "name", "qty", "price", "amount", "core")
    kinds = ("id", "text", "number", "money", "money", "choice")
    widths = (14, 56, 18, 28, 30, 20)
    columns = tuple(
        Column(key=key, title=title, width_mm=width, kind=kind)  # type: ignore[arg-type]
        for key, title, width, kind in zip(keys, titles, widths, kinds, strict=True)
    )
    goods = (("人工智能工作站", 1, 168000, "是"), ("网络存储", 1, 38000, "否"), ("不间断电源", 2, 9000, "否"))
    if not zh:
        goods = (("AI workstation", 1, 168000, "yes"), ("Network storage", 1, 38000, "no"), ("UPS", 2, 9000, "no"))
    options = ("是", "否") if zh else ("yes", "no")
    rows = [
        Row(
            (
                Text(f"1.{at}"),
                Text(name),
                Number(qty),
                MoneyCell(Decimal(price)),
                MoneyCell(Decimal(price * qty), formula="=[@qty]*[@price]"),
                Choice(options, core),
            )
        )
        for at, (name, qty, price, core) in enumerate(goods, 1)
    ]
    total = MoneyCell(Decimal(224000), formula="=SUM([amount])")
    rows.append(Row((Text(""), Text("合计" if zh else "Total"), Text(""), Text(""), total, Text("")), total=True))
    return Table(
        columns=columns,
        rows=tuple(rows),
        caption="采购清单" if zh else "List of goods",
        sheet="货物清单" if zh else "Items",
    )


def site_block(language: Language) -> KeyValues:
    """Return the facts of the room."""
    facts = (
        ("地点", Text("实验楼B座302设备间，首层有货梯，门净宽0.9 m。")),
        ("供电", Text("单相220 V，两路32 A支路，已有插座2个；其中一路与空调共用，供应商须在安装前复核。")),
        ("承重", Number(500, unit="kg/m²")),
        ("房间面积", Number(Decimal("18.5"), unit="m²")),
        ("现场已勘察", Choice(("是", "否"))),
        ("条款", Reference("parameters")),
    )
    if language == "en":
        facts = (
            ("Place", Text("Room B302, goods lift to the floor, clear door width 0.9 m.")),
            ("Power", Text("Single phase 220 V, two branch circuits of 32 A; one is shared with the air conditioner.")),
            ("Floor load", Number(500, unit="kg/m²")),
            ("Area", Number(Decimal("18.5"), unit="m²")),
            ("Surveyed", Choice(("yes", "no"))),
            ("See", Reference("parameters")),
        )
    return KeyValues(
        items=tuple(KeyValue(key, value) for key, value in facts),
        caption="安装场地" if language == "zh" else "Site",
    )


def answer_table() -> Table:
    """Return a form that a bidder fills in: input cells and choices."""
    columns = (
        Column(key="id", title="序号", width_mm=14, kind="id"),
        Column(key="need", title="技术要求", width_mm=66),
        Column(key="low", title="下限", width_mm=14, kind="number"),
        Column(key="unit", title="单位", width_mm=18, align="center"),
        Column(key="answer", title="响应值", width_mm=22, kind="input"),
        Column(key="page", title="证明页码", width_mm=18, kind="input"),
        Column(key="verdict", title="偏离情况", width_mm=24, kind="choice"),
    )
    options = ("正偏离", "无偏离", "负偏离")
    rows = tuple(
        Row((Text(f"P-{at:03}"), Text(need), Number(at), Text("GB"), Input("number"), Input(), Choice(options)))
        for at, (_, _, need, *_rest) in enumerate(ZH_ROWS, 1)
    )
    return Table(columns=columns, rows=rows, caption="技术偏离表", landscape=True, key_columns=2)


READING = {
    "zh": (
        ("标识。", "★为实质性要求，负偏离或未响应的响应无效，不参与评分；▲为重要参数；无标识为一般参数。"),
        ("单位。", "1 GB为10亿字节，1 TB为1万亿字节；算力为稠密标称峰值；功率为交流输入侧的有功功率（含电源损耗）。"),
    ),
    "en": (
        ("Level.", "★ is mandatory: one negative deviation makes the response invalid. ▲ is an important parameter."),
        ("Units.", "1 GB is 10^9 bytes. Computing rates are nominal dense peaks without sparsity."),
    ),
}
INTRO = {
    "zh": "建成供本科课程、毕业设计和研究生课题共用的计算平台，由本地设备承担日常负载，由按量付费的外部算力承担高峰和大模型任务。具体目标如下：",
    "en": "A shared platform for courses and projects: local equipment carries the daily load, rented computing the peaks and the largest models.",
}
TITLES = {
    "zh": (
        "货物清单",
        "技术要求",
        "人工智能工作站（包1，1套）",
        "安装环境与现场条件",
        "签署",
        "注：价格含税、含运输与安装。",
    ),
    "en": (
        "Items",
        "Requirements",
        "AI workstation (package 1)",
        "Site",
        "Signatures",
        "Prices include tax and transport.",
    ),
}


def sections(language: Language, rows: int, extra: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return the sections of the parameter sheet."""
    goods, needs, item, site, signed, note = TITLES[language]
    reading = tuple(
        Paragraph(marker=f"{at}.", lead=lead, text=text) for at, (lead, text) in enumerate(READING[language], 1)
    )
    first = (Paragraph(text=INTRO[language]), *reading, item_table(language), Note(text=note))
    return (
        Section(title=goods, blocks=first),
        Section(title=needs, blocks=(Section(title=item, blocks=(parameter_table(language, rows),)),)),
        Section(title=site, blocks=(site_block(language),)),
        *extra,
        Section(title=signed, numbered=False, blocks=(signature(language),)),
    )


def paper(language: Language = "zh", *, rows: int = 60, extra: tuple[Block, ...] = (), draft: bool = False) -> Document:
    """Return a whole parameter sheet."""
    zh = language == "zh"
    return Document(
        title="采购需求参数表" if zh else "Technical requirements",
        subtitle="智能计算教学科研平台（一期）设备采购" if zh else "Teaching and Research Computing Platform, Phase 1",
        organisation="江州大学" if zh else "Jiangzhou University",
        language=language,
        audience="external",
        date=DAY,
        number="JZU-ZC-2026-0137",
        version="V1.2",
        draft=draft,
        running_head="智能计算教学科研平台（一期）　采购需求参数表"
        if zh
        else "Jiangzhou University  ·  Technical requirements",
        meta=(
            KeyValue("项目编号" if zh else "Project", Text("JZU-ZC-2026-0137")),
            KeyValue("版本" if zh else "Version", Text("V1.2")),
            KeyValue("日期" if zh else "Date", Text("2026年11月30日" if zh else "30 November 2026")),
        ),
        blocks=sections(language, rows, extra),
    )


def signature(language: Language) -> Signature:
    """Return the table of signers."""
    if language == "zh":
        return Signature(
            heads=("", "部门", "签字", "日期"),
            rows=(
                ("编制", "计算机与人工智能学院", "", ""),
                ("审核", "国有资产与实验室管理处", "", ""),
                ("批准", "采购与招标管理办公室", "", ""),
            ),
        )
    return Signature(
        heads=("", "Department", "Signature", "Date"),
        rows=(("Prepared", "School of Computing", "", ""), ("Approved", "Procurement office", "", "")),
    )


def small(text: str, **changes: object) -> Document:
    """Return a paper whose only table has ``text`` in a cell and in a paragraph."""
    columns = (Column(key="id", title="编号", width_mm=20, kind="id"), Column(key="text", title="内容", width_mm=80))
    table = Table(columns=columns, rows=(Row((Text("P-001"), Text(text))),), caption="内容")
    fields: dict[str, object] = {
        "title": "样张",
        "language": "zh",
        "audience": "external",
        "date": DAY,
        "blocks": (Section(title="正文", blocks=(Paragraph(text=text), table)),),
    }
    return Document(**(fields | changes))  # type: ignore[arg-type]
