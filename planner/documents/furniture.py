"""The fixed words of a page in each language: page x of y, table n, continued, draft, internal."""

from __future__ import annotations

import msgspec

from planner.documents.model import Language


class Furniture(msgspec.Struct, frozen=True, kw_only=True):
    """Words around the text; the templates take the names in braces."""

    page: str
    sheet_page: str
    table: str
    picture: str
    continued: str
    group_continued: str
    part: str
    next_part: str
    contents: str
    draft: str
    internal: str
    pair: str
    unit: str
    gap: str
    head_gap: str
    facts_gap: str
    language_tag: str
    invalid: str
    choose: str
    number_only: str
    date_only: str


_FURNITURE: dict[Language, Furniture] = {
    "zh": Furniture(
        page="第 {page} 页\u3000共 {pages} 页",
        sheet_page="第 &P 页\u3000共 &N 页",
        table="表{number}",
        picture="图{number}",
        continued="续{label}\u3000{caption}",
        group_continued="{title}（续）",
        part="{caption}（第{first}～{last}列，共{count}列）",
        next_part="{caption}（续，第{first}～{last}列，共{count}列）",
        contents="目录",
        draft="草稿",
        internal="内部留存",
        pair="{key}：{value}",
        unit="{title}（{unit}）",
        gap="\u3000",
        head_gap="\u3000",
        facts_gap="\u3000\u3000",
        language_tag="zh-CN",
        invalid="填写内容不符",
        choose="请从列表中选择。",
        number_only="请只填数字，单位见“单位”栏。",
        date_only="请填日期，如 2026-11-30。",
    ),
    "en": Furniture(
        page="Page {page} of {pages}",
        sheet_page="Page &P of &N",
        table="Table {number}",
        picture="Figure {number}",
        continued="{label}  {caption} (continued)",
        group_continued="{title} (continued)",
        part="{caption} (columns {first} to {last} of {count})",
        next_part="{caption} (continued, columns {first} to {last} of {count})",
        contents="Contents",
        draft="DRAFT",
        internal="Internal",
        pair="{key}: {value}",
        unit="{title} ({unit})",
        gap="  ",
        head_gap=" · ",
        facts_gap="  ·  ",
        language_tag="en-GB",
        invalid="Not a valid entry",
        choose="Please choose from the list.",
        number_only="Please enter a number only, in the unit given.",
        date_only="Please enter a date such as 2026-11-30.",
    ),
}


def furniture(language: Language) -> Furniture:
    """Return the fixed words of ``language``."""
    return _FURNITURE[language]
