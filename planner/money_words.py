"""Amounts in Chinese capitals (大写), as cheques, contracts and offers print them.

Rules: 支付结算办法, 附件一 正确填写票据和结算凭证的基本规定 (中国人民银行, 银发〔1997〕393号). Where it leaves a choice
(零 before a non-zero thousand, 零 between 元 and 角, 整 after 角) the shorter form is written.
"""

from __future__ import annotations

from decimal import Decimal

from planner.money import Money, MoneyError

MAX_WORDS = Decimal("999999999999.99")

_DIGITS = "零壹贰叁肆伍陆柒捌玖"
_PLACES = ("", "拾", "佰", "仟")
_SECTIONS = ("", "万", "亿")


def money_words(money: Money, *, prefix: bool = False) -> str:
    """Return an amount of yuan in Chinese capitals (``叁拾万元整``), with 人民币 before it when ``prefix``.

    Raises MoneyError for another currency and above 999,999,999,999.99 yuan.
    """
    if money.currency != "CNY":
        raise MoneyError(f"capitals are written for CNY only, not for {money.currency}")
    if abs(money.amount) > MAX_WORDS:
        raise MoneyError(f"capitals are written up to {MAX_WORDS}")
    yuan, cents = divmod(abs(money.minor), 100)
    sign = "负" if money.minor < 0 else ""
    return ("人民币" if prefix else "") + sign + _whole(yuan, cents) + _cents(yuan, cents)


def _whole(yuan: int, cents: int) -> str:
    if yuan:
        return _integer(yuan) + "元"
    return "" if cents else "零元"


def _cents(yuan: int, cents: int) -> str:
    jiao, fen = divmod(cents, 10)
    if not cents:
        return "整"
    text = _DIGITS[jiao] + "角" if jiao else ("零" if yuan else "")
    return text + (_DIGITS[fen] + "分" if fen else "")


def _integer(number: int) -> str:
    text, gap = "", False
    for power in range(len(_SECTIONS) - 1, -1, -1):
        section = number // 10 ** (4 * power) % 10_000
        if not section:
            gap = bool(text)
            continue
        if text and (gap or section < 1000):
            text += "零"
        text += _section(section) + _SECTIONS[power]
        gap = False
    return text


def _section(number: int) -> str:
    text, gap = "", False
    for place in range(3, -1, -1):
        digit = number // 10**place % 10
        if digit:
            text += ("零" if gap else "") + _DIGITS[digit] + _PLACES[place]
        gap = not digit and bool(text)
    return text
