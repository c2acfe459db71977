"""A sentence about jobs as it is copied from a sheet, a page or a chat: cells, lines and bullets become its parts."""

from __future__ import annotations

import re

_STAMP = r"[\[【(（]?(?:\d{4}\s*[-/.年]\s*)?\d{1,2}\s*[-/.月]\s*\d{1,2}\s*日?\s+\d{1,2}:\d{2}(?::\d{2})?[\]】)）]?"
_SPEAKER = re.compile(
    rf"(?:^|(?<=\n))\s*(?:{_STAMP}\s*(?:[^:：\s\d]{{1,12}}\s*[:：])?|[^:：\s\d]{{0,6}}(?:老师|同学|师兄|师姐|导师|教授|主任)\s*[:：])\s*"
)
_BULLET = re.compile(
    r"(?:^|(?<=[\n；;。]))\s*(?:[•·●○▪◆■]\s*|[-–—*]\s+|[①-⑳⑴-⒇❶-❿]\s*|[(（]?\d{1,2}(?:[、)）]|[.．](?!\d))\s*)"
)
_NUMBERED = re.compile(r"(?<=[\s；;。])(?:\d{1,2}(?:[、)）]|[.．](?!\d))|[①-⑳⑴-⒇])\s*(?=\D{0,4}\d|[\u4e00-\u9fff])")
_CELLS = re.compile(r"\s*(?:\t+|\|+)\s*")
_LINES = re.compile(r"\s*[\r\n\u2028\u2029]+\s*")
_APART = re.compile(
    r"(?<=[\u4e00-\u9fff])[ \u00a0\u3000]+(?=[\d０-９])|(?<=[\d０-９])[ \u00a0\u3000]+(?=[\u4e00-\u9fff])"
)
_PER = re.compile(r"(?<![\d.])(\d{1,3})\s*次\s*[/每]\s*(周|天|日|星期)")
_EDGES = " ，,；;\t\n“”\"'「」"


def cleaned_sentence(text: str) -> str:
    """Return the text in one line: cells parted by commas, lines and numbered points by semicolons, who wrote it left out."""
    plain = text
    for found, put in ((_SPEAKER, ""), (_BULLET, ""), (_LINES, "；"), (_BULLET, "")):
        plain = found.sub(put, plain)
    plain = _CELLS.sub("，", _NUMBERED.sub("；", plain))
    plain = _PER.sub(lambda found: f"每{found[2]}{found[1]}次", _APART.sub("", plain))
    plain = re.sub(r"[，,\s]*[；;][，,；;\s]*", "；", plain)
    return re.sub(r"，{2,}", "，", plain).strip(_EDGES)
