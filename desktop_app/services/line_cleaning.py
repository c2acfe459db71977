"""What copying from sheets, web pages and chats brings along around the lines of a list, taken off before they are read.

Bullets and circled numbers, who wrote when, rules of text tables, quotes around cells, a blank behind ¥; a price that
stands on a line of its own goes to the line above, the numbers of a merged cell into the row of its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from desktop_app.services.line_numbers import is_counted, is_each, read_amount
from planner.numerals import normalised

_BULLET = re.compile(
    r"^\s*(?:[•·●○▪◆■★※]\s*|[-–—*]\s+(?=\D)|[①-⑳⑴-⒇㈠-㈩❶-❿]\s*|[(（]\s*(?:\d{1,2}|[一二三四五六七八九十]{1,2})\s*[)）]\s*(?=\D)"
    r"|[一二三四五六七八九十]{1,2}、\s*)"
)
_STAMP = r"(?:\d{4}\s*[-/.年]\s*)?\d{1,2}\s*[-/.月]\s*\d{1,2}\s*日?\s+(?:[上下]午\s*)?\d{1,2}:\d{2}(?::\d{2})?|\d{1,2}:\d{2}(?::\d{2})?"
_SAID = re.compile(rf"^\s*[\[【(（]?\s*(?:{_STAMP})\s*[\]】)）]?\s*(?:[^:：\t\d]{{1,16}}[:：])?\s*")
_SAYS_BEFORE = re.compile(rf"^\s*[^:：\t\d]{{1,16}}\s+[\[【(（]?(?:{_STAMP})\s*[\]】)）]?\s*[:：]?\s*$")
_RULE = re.compile(r"^[\s|:+=_—–-]+$")
_FORMULA_TEXT = re.compile(r'^="(.*)"$')
_MONEY_APART = re.compile(r"(?:CN|RMB|人民币)?([¥￥])\s*(?=\d)|(?<![A-Za-z])(RMB|CNY|USD|US\$|\$|€|人民币)\s+(?=\d)")
_WAN = re.compile(r"(?<![\w.])(\d{1,4}(?:\.\d+)?)\s*[wW](?=元|\s*[/每]\s*[台张块套个片条]|一[台张块套个片条])")
_WAN_LAST = re.compile(r"(?<=[\s,，])(\d{1,3}\.\d+)[wW]$")  # 8.5w behind a number of pieces; a bare 850w is a power
_THOUSANDS_LAST = re.compile(r"(?<=[\s,，])(\d{1,3}(?:\.\d+)?)[kK]$")
_HAS_COUNT = re.compile(
    r"(?:(?<![A-Za-z])[xX]|[*×＊])\s*\d{1,4}(?!\d)|\d\s*[张台块套个片条]|[一两二三四五六七八九十]\s*[张台块套片条]"
)
_PRICED = re.compile(r"\d\s*[万元千]|[¥$€]\s*\d|(?:^|[\s,，])[\d,]+(?:\.\d+)?$")
_QUOTES = (("“", "”"), ("‘", "’"), ("「", "」"), ("'", "'"))


def cleaned_lines(lines: Iterable[str]) -> list[str]:
    """Return the lines of a list without what stands around them, in their order."""
    found: list[str] = []
    for line in lines:
        plain = _cleaned(line)
        if not plain.strip() or _RULE.match(plain) or _is_heading(plain):
            continue
        joined = _continued(found[-1], plain) if found else None
        if joined is None:
            found.append(plain)
        else:
            found[-1] = joined
    return found


def _cleaned(line: str) -> str:
    if _SAYS_BEFORE.match(line):
        return ""
    plain = _SAID.sub("", line, count=1)
    plain = _BULLET.sub("", plain, count=1)
    plain = "\t".join(_unquoted(cell) for cell in plain.split("\t"))
    plain = _MONEY_APART.sub(lambda found: found[1] or found[2], plain)
    plain = _WAN.sub(r"\1万", plain)
    if _HAS_COUNT.search(plain):
        plain = _THOUSANDS_LAST.sub(r"\1千", _WAN_LAST.sub(r"\1万", plain))
    return plain


def _unquoted(cell: str) -> str:
    plain = cell.strip()
    if (found := _FORMULA_TEXT.match(plain)) is not None:
        return found[1]
    for first, last in _QUOTES:
        if len(plain) > 1 and plain.startswith(first) and plain.endswith(last) and first not in plain[1:-1]:
            return plain[1:-1]
    return cell


def _is_heading(line: str) -> bool:
    """Tell whether a line only announces what follows: 张三：, 配置清单:."""
    plain = normalised(line)
    return plain.endswith(":") and not any(letter.isdigit() for letter in plain)


def _continued(before: str, line: str) -> str | None:
    """Return the line before with what belongs to it; None where the line stands for itself."""
    if "\t" in line:
        return _filled(before.split("\t"), line.split("\t"))
    alone = line.strip()
    if not is_each(alone) or "\t" in before or _PRICED.search(normalised(before)):
        return None
    return f"{before}  {alone}"


def _filled(before: list[str], cells: list[str]) -> str | None:
    """Return a row of names with the numbers of the row below, where that has no name of its own and nothing is said twice."""
    if cells[0].strip() or not any(cell.strip() for cell in cells) or not all(_is_number(cell) for cell in cells):
        return None
    if not before[0].strip() or any(_is_number(cell) for cell in before if cell.strip()):
        return None
    wide = max(len(before), len(cells))
    pairs = zip(before + [""] * (wide - len(before)), cells + [""] * (wide - len(cells)), strict=True)
    joined = [(one.strip(), other.strip()) for one, other in pairs]
    return None if any(one and other for one, other in joined) else "\t".join(one or other for one, other in joined)


def _is_number(cell: str) -> bool:
    return not cell.strip() or is_counted(cell) or read_amount(cell) is not None
