"""Numbers that stand in one text with the name: RTX 4090 x4 15000, 4 x RTX 4090, 昇腾910B 8 张 10万/张, 显卡 4 张 单价 16000."""

from __future__ import annotations

import re

from desktop_app.services.line_english import english_price, english_tail
from desktop_app.services.line_numbers import is_counted, is_each, is_measured, is_no_count, read_amount
from desktop_app.services.line_words import counted, is_machine
from planner.numerals import normalised

_TIMES = re.compile(
    r"^(?P<name>.*\S)(?:(?<=[一-鿿)）])|\s+|(?=[×＊]))(?:[x×*＊]|X(?!\d{2}))\s*(?P<count>\d{1,4})\s*[台块张套个件]?(?=$|\s)\s*(?P<rest>.*)$"
)
_TWO_NUMBERS = re.compile(r"^(?P<name>.*\S)\s+(?P<count>\d{1,4})\s+(?P<price>\d[\d,]*(?:\.\d+)?\s*(?:万元?|元)?)$")
_MODEL_AND_PRICE = re.compile(  # RTX 4090 18000, 2 RTX 4090 18000: four digits behind letters are of the name
    r"^(?:(?P<count>[1-9]\d{0,2})\s+)?(?P<name>(?:\S.*\s)?[A-Za-z]+\s+\d{4})\s+(?P<price>[1-9]\d{2,}(?:\.\d+)?)$"
)
_BEFORE = re.compile(r"^(?P<count>\d{1,4})\s*[x×*＊]\s*(?P<name>.*\D.*)$")
_PIECES = re.compile(r"^(?P<count>\d{1,4}|[一两二三四五六七八十])\s*[张块片个]\s*(?P<name>[^\s/].*)$")
_MACHINES = re.compile(r"^(?P<count>\d{1,4}|[一两二三四五六七八九十]{1,3})\s*[台套](?![式阶件])\s*(?P<name>\S.*)$")
_APART = re.compile(r"(?<=\s)([-−]?\d{1,4}(?:\.\d+)?)\s+([台套张块片根条只件支颗个])(?=\s|$)")  # 服务器 2 台
_EACH_APART = re.compile(r"(?<=\s)(单价|单台|每[台套张块个件]|@)\s*[:：]?\s+(?=[¥￥$]?\d)")  # 单价 16000
_PER_APART = re.compile(r"(?<=[\d万千元])\s*([/每])\s*([台套张块片根条只件支颗个卡])(?=\s|$)")  # 10万 / 张
_STARRED = re.compile(
    r"^(?P<name>.*(?:[A-Za-z]\d{0,4}|\d{3,4})[A-Za-z]?)\s?\*\s?(?P<count>\d{1,3})(?:\s*[台块张套个件]?\s+(?P<rest>.*\d.*))?$"
)
_GLUED = re.compile(  # 4090显卡8张, 硬盘4块: a count that follows a Chinese word at once
    r"^(?P<name>.*[一-鿿)）])(?<![第每共前后约一二两三四五六七八九十])(?P<count>\d{1,4}|[两])\s*(?P<measure>[张块片条根个只支台套])$"
)
_CABLE = re.compile(r"yjv|bvr?(?![a-z])|电缆|电线|线缆|mm", re.IGNORECASE)  # 3*4 is its section
_MONEY_MARK = re.compile(r"[元圆万千¥￥]|CNY|RMB", re.IGNORECASE)
_BARE_PRICE = re.compile(r"^\d[\d,]{2,}(?:\.\d{1,2})?$")


def unglued(name: str) -> tuple[str, list[str]]:
    """Return the name and the numbers written with it, each with its measure or its mark of money."""
    rest, tail = _unglued(name)
    if tail and all(is_measured(one) for one in tail):  # RTX 4090 18k x2
        rest, price = english_price(rest)
        tail += [one for one in price if not is_measured(one)]
    return rest, tail


def _unglued(name: str) -> tuple[str, list[str]]:
    plain, numbers = english_tail(name)
    if numbers:
        rest, more = _unglued(plain)
        return rest, [*more, *numbers]
    return _marked(plain)


def _marked(name: str) -> tuple[str, list[str]]:
    """Return the name and its numbers, which have Chinese measures, signs of times, or none."""
    plain = name
    for apart, together in ((_APART, r"\1\2"), (_EACH_APART, r"\1"), (_PER_APART, r"\1\2")):
        plain = apart.sub(together, plain)
    if (found := _MACHINES.match(plain)) is not None and not is_counted(plain):
        rest, more = _unglued(found["name"])
        return rest, [f"{found['count']}台", *more]
    whole = is_machine(plain)  # of a machine a number before its kind counts the cards in it: RTX 4090 ×4 工作站
    if not whole and (found := _BEFORE.match(plain) or _PIECES.match(plain)) is not None:
        return found["name"].strip(), [f"{counted(found['count'])}个"]  # 个: no price, however large
    if (found := _TIMES.match(plain)) is not None and (not whole or is_machine(found["name"])):
        return found["name"].strip(), [f"{found['count']}个", *found["rest"].split()]
    if not whole and not _CABLE.search(plain) and (found := _STARRED.match(plain)) is not None:
        return found["name"].strip(), [f"{found['count']}个", *(found["rest"] or "").split()]
    return _two_numbers(plain) or _last_words(plain, whole=whole)


def _two_numbers(plain: str) -> tuple[str, list[str]] | None:
    if (found := _MODEL_AND_PRICE.match(plain)) is not None:
        return found["name"], [*([f"{found['count']}个"] if found["count"] else []), found["price"]]
    found = _TWO_NUMBERS.match(plain)
    return None if found is None else (found["name"].strip(), [found["count"], found["price"]])


def _last_words(plain: str, *, whole: bool) -> tuple[str, list[str]]:
    tail: list[str] = []
    parts = plain.split()
    if len(parts) > 2 and _BARE_PRICE.match(parts[-1]) and (is_measured(parts[-2]) or is_no_count(parts[-2])):
        tail.insert(0, parts.pop())  # 显卡 4张 16000: what follows the quantity is the price
    while len(parts) > 1 and _ends_with_number(parts[-1]):
        tail.insert(0, parts.pop())
    found = _GLUED.match(" ".join(parts))
    if found is None or (whole and found["measure"] not in "台套"):
        return " ".join(parts), tail
    return found["name"].strip(" ,，"), [f"{counted(found['count'])}{found['measure']}", *tail]


def _ends_with_number(word: str) -> bool:
    """Tell whether a word behind the name is a quantity with its measure or an amount with its mark; RTX 4090 is neither."""
    if is_no_count(word) or is_each(word):
        return True
    marked = _MONEY_MARK.search(normalised(word)) is not None
    return is_measured(word) or (marked and read_amount(word) is not None)
