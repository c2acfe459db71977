"""Amounts of money in a title: a title stands on every paper, also on those where the budget must not be known."""

from __future__ import annotations

import re

_GAP = r"[\s\u3000]*"
_NUMBER = r"\d[\d,，.．]*"
_CHINESE = r"[一二三四五六七八九十百千两零〇]+"
_LEAD = rf"(?:(?:总|项目)?(?:预算|经费|限价|投资)(?:金额|总额|为|约|：|:)*|\b(?:budget|price|worth|up to)(?:\s+of)?\s*:?){_GAP}"
_SIGN = r"(?:US\$|HK\$|[¥￥$€]|\b(?:CNY|RMB|USD|EUR))"
_YUAN = r"(?:元人民币|人民币|元|块)"
_AMOUNT = re.compile(
    rf"(?:{_LEAD})?(?:"
    rf"{_SIGN}{_GAP}{_NUMBER}{_GAP}(?:万|亿|k|m|million|thousand)?{_GAP}{_YUAN}?"
    rf"|(?:{_NUMBER}|{_CHINESE}){_GAP}(?:(?:百|千)?万|亿|千|百)?{_GAP}{_YUAN}"
    rf"|(?:{_NUMBER}|{_CHINESE}){_GAP}(?:(?:百|千)?万|亿)(?!{_GAP}[卡人次个张台条字时篇小]|{_GAP}级[参模])"
    rf"|{_NUMBER}{_GAP}(?:k|m|million|thousand)?{_GAP}(?:yuan|RMB|CNY|USD|euros?|dollars)\b"
    rf"){_GAP}(?:级|以内|左右|以下)?",
    re.IGNORECASE,
)
_EMPTY = re.compile(r"[（(\[【《]\s*[)）\]】》]")
_EDGES = " \u3000,，、;；:：-–—_/|·"
_DOUBLED = re.compile(r"\s*([,，、;；:：])(?:\s*[,，、;；:：])+")


def amount_in(title: str) -> str:
    """Return the first amount of money that a title names, '' where it names none."""
    found = _AMOUNT.search(title)
    return found[0].strip(_EDGES) if found else ""


def without_amount(title: str) -> str:
    """Return a title without the amounts of money in it, nor the brackets and commas that would be left; '' where nothing is."""
    if not amount_in(title):
        return title
    bare = _EMPTY.sub(" ", _AMOUNT.sub(" ", title))
    bare = _DOUBLED.sub(r"\1", bare)
    words = re.sub(r"(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff（(])", "", re.sub(r"\s+", " ", bare))
    return re.sub(r"\s+([,，、;；])", r"\1", words).strip(_EDGES)
