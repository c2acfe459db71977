"""The heading row of a pasted list: which column is what, and the unit, currency and tax state its head gives the numbers below."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from planner.money import Tax
from planner.numerals import normalised

_THING = r"(?:货物|产品|设备|商品|物资|物品|标的物?|采购|项目|内容|服务|软件|仪器|硬件|主要|技术)"
_ABOUT = r"(?:规格|型号|配置|参数|要求|描述|说明)"
_COLUMNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (key, re.compile(pattern))
    for key, pattern in (
        ("rate", r"(?:增值)?税率|(?:vat|tax)(?:\s+rate)?"),
        ("tax", r"税[额金]|增值税额?|(?:vat|tax)\s+amount"),
        ("number", r"序号|编号|行号|#|(?:item|line|s\.?/?)?\s*no\.?|#"),
        ("unit", r"(?:计[量价])?单位|units?(?:\s+of\s+measure)?|uom"),
        ("total", r"(?:.{0,4})(?:金额|小计|合计|总[价额计]|总报价)|.*\b(?:amount|total|subtotal)(?:\s+price)?"),
        ("price", r".{0,4}(?:单价|报价|单台价格?|价格)|.*\bprice(?:\s+(?:each|per\s+(?:unit|piece)))?"),
        ("quantity", r".{0,4}(?:数量|[台套件张]数)|qty\.?|quantity|count"),
        ("name", rf"{_THING}*(?:名称|品名)(?:[及和与、/]?{_ABOUT})*"),
        ("note", r"备注|remarks?|notes?|comments?"),
        (
            "model",
            rf"{_THING}*(?:{_ABOUT}[及和与、/]?)+|(?:part\s+number|model|spec(?:s|ification)?s?|configuration)(?:\s*/\s*spec\w*)?",
        ),
        ("name", rf"{_THING}+|(?:item|product|goods|line)?\s*(?:name|description)|item|product|goods"),
    )
)
_MAGNITUDES = {
    "": 1,
    "千": 1000,
    "万": 10_000,
    "百万": 1_000_000,
    "k": 1000,
    "10k": 10_000,
    "1000": 1000,
    "10000": 10_000,
}
_CURRENCIES = {"美元": "USD", "usd": "USD", "us$": "USD", "$": "USD", "欧元": "EUR", "eur": "EUR", "€": "EUR"}
_UNIT = re.compile(
    r"[(\[:/,]?\s*(?:单位[:：]?\s*)?(?:人民币|rmb|cny)?\s*"
    r"(?P<size>百万|千|万|10k|10,?000|1,?000|k)?\s*(?P<currency>元|圆|美元|欧元|cny|rmb|yuan|usd|us\$|eur|[¥￥$€])?"
    r"(?:人民币|/[台套件张块个])?\s*[)\]]?$"
)
_EXCLUDED = r"不含\s*(?:\d{1,2}\s*%)?(?:增值)?税(?!务)|未含?税(?!务)|(?:excl(?:uding|usive\s+of|\.)?|without|before|net\s+of)\s*(?:tax|vat)"
_INCLUDED = r"含\s*(?:\d{1,2}\s*%)?(?:增值)?税(?!务)|(?:incl(?:uding|usive\s+of|\.)?|with)\s*(?:tax|vat)"
_TAX = re.compile(rf"(?P<no>{_EXCLUDED})|(?P<yes>{_INCLUDED})", re.IGNORECASE)
_TAX_WORD = re.compile(
    rf"[(（]\s*(?:{_EXCLUDED}|{_INCLUDED})\s*价?\s*[)）]|[,，]?\s*(?:{_EXCLUDED}|{_INCLUDED})(?:价(?!格))?",
    re.IGNORECASE,
)


class Head(msgspec.Struct, frozen=True):
    """A column: where it stands, how many yuan (or units of ``currency``) one of its numbers is, and whether tax is in them.

    ``told`` tells whether the head itself says the unit.
    """

    at: int
    scale: int = 1
    currency: str = "CNY"
    tax: Tax | None = None
    told: bool = False


def read_heads(cells: Sequence[str]) -> Mapping[str, Head] | None:
    """Return the columns of a heading row; None for any other row. A list whose only text column is one of models is named by it."""
    found: dict[str, Head] = {}
    for at, cell in enumerate(cells):
        key, head = _column(cell, at)
        if key and (key not in found or _completes(head, found[key])):
            found[key] = head
    if "name" not in found and "model" in found:
        found["name"] = found.pop("model")
    return found if "name" in found and len(found) > 1 and not found.keys() <= {"name", "model", "note"} else None


def column_of(cell: str) -> str:
    """Return what a column with this head is; '' for something else."""
    return _column(cell, 0)[0]


def unit_head(text: str, tax: Tax | None) -> Head | None:
    """Return the head of a number whose unit ``text`` is, alone or in brackets behind a word (金额（万元）); None for none."""
    label = without_tax(normalised(text)).casefold().strip()
    unit = _UNIT.fullmatch(label) if label else None
    if unit is None and "(" in label:
        unit = _parted(label)[1]
    if unit is None or not (unit["size"] or unit["currency"]):
        return None
    return _in_unit(Head(0, tax=tax or tax_of(text)), unit)


def tax_of(text: str) -> Tax | None:
    """Return whether a text says that tax is in its price; None where it says nothing."""
    found = _TAX.search(normalised(text))
    return None if found is None else "excluded" if found["no"] else "included"


def without_tax(text: str) -> str:
    """Return a text without the words that tell whether tax is in the price; as it is where it has none."""
    return _TAX_WORD.sub(" ", text).strip() if tax_of(text) else text


def _column(cell: str, at: int) -> tuple[str, Head]:
    """Return what a column is ('' for something else) and its head."""
    tax = tax_of(cell)
    label = re.sub(r"[(\[]\s*[)\]]", "", without_tax(normalised(cell)).casefold()).strip()
    for key, known in _COLUMNS:
        if known.fullmatch(label):
            return key, Head(at, tax=tax)
    bare, unit = _parted(label)
    for key, known in _COLUMNS:
        if known.fullmatch(bare):
            if unit is None or key not in ("price", "total"):
                return key, Head(at, tax=tax)
            return key, _in_unit(Head(at, tax=tax), unit)
    return "", Head(at)


def _completes(head: Head, before: Head) -> bool:
    """Tell whether a second column of the same kind says more: the price with tax beside the one without."""
    return before.tax == "excluded" and head.tax == "included"


def _in_unit(head: Head, unit: re.Match[str]) -> Head:
    size = _MAGNITUDES[(unit["size"] or "").replace(",", "")]
    currency = _CURRENCIES.get(unit["currency"] or "", "CNY")
    return msgspec.structs.replace(head, scale=size, currency=currency, told=bool(unit["size"] or unit["currency"]))


def _parted(label: str) -> tuple[str, re.Match[str] | None]:
    """Return a head without its unit, and the unit; without what else stands in brackets where that is none."""
    bare, bracket, inner = label.partition("(")
    if not bracket:
        found = _UNIT.search(label)
        return (label[: found.start()].strip(), found) if found and found.group() else (label, None)
    for part in re.split(r"[,，;；、\s]+(?!cny|rmb|yuan|usd|eur)", inner.rstrip(") ")):
        if (found := _UNIT.fullmatch(part)) is not None and part:
            return bare.strip(), found
    return bare.strip(), None
