"""Numbers as Chinese users type them, read exactly: ``1,200``, ``33.5万``, ``13万2``, ``三万五``, ``叁拾万``.

Reading is strict: what has two readings (``13万25``, ``两三百``, ``1,20``) is refused, with the reason as a code that
the entry parser turns into a message. A plain ``1.600`` is the decimal number 1.6; a comma only ever groups thousands.
"""

from __future__ import annotations

import re
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

import msgspec

Fault = Literal["no_number", "grouping", "two_readings"]

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_FORMAL = dict(zip("壹贰叁肆伍陆柒捌玖拾佰仟萬億貳參陸", "一二三四五六七八九十百千万亿二三六", strict=True))
_SAME = {"　": " ", "\u00a0": " ", "\u2009": " ", "\u202f": " ", "。": ".", "−": "-", "〇": "零", "负": "-"}
_NORMAL = _FULL_WIDTH | str.maketrans(_FORMAL | _SAME)

_HAN_DIGITS = MappingProxyType(dict(zip("零一二两三四五六七八九", (0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9), strict=True)))
_HAN_POWERS = MappingProxyType({"亿": 8, "万": 4, "千": 3, "百": 2, "十": 1})
_NEXT = MappingProxyType({8: "万", 4: "千", 3: "百", 2: "十", 1: "零"})  # 三万五百 says 30,500 or 35,000
_NUMBER = re.compile("[0-9.,零一二两三四五六七八九十百千万亿点]*")
_CJK = "\u3400-\u9fff"
_BLANKS = re.compile(rf"(?<=[{_CJK}])\s+|\s+(?=[{_CJK}])")
_PLAIN = re.compile(r"[0-9]+(\.[0-9]+)?|\.[0-9]+")
_SPOKEN_POINT = re.compile("([一二两三四五六七八九]?十?[零一二三四五六七八九]?)点([零一二三四五六七八九]+)")
_GROUPED = re.compile(r"[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]+)?")


class NumeralError(ValueError):
    """A text that is no number, or more than one; ``fault`` says which."""

    def __init__(self, text: str, fault: Fault) -> None:
        """Keep the text that was read and the reason."""
        super().__init__(f"{text}: {fault}")
        self.text = text
        self.fault: Fault = fault


class Numeral(msgspec.Struct, frozen=True, kw_only=True):
    """A number as it was read; ``scale`` is the closing 千, 万 or 亿 that a range lends to its first number (1: none)."""

    value: Fraction
    scale: Fraction = Fraction(1)


def normalised(text: str) -> str:
    """Return ``text`` with half-width characters, plain numerals for formal ones, and no blanks beside Chinese."""
    return _BLANKS.sub("", text.translate(_NORMAL).strip())


def split_number(text: str) -> tuple[str, str]:
    """Return the longest numeral at the start of a normalised text, and the rest without blanks around it."""
    found = _NUMBER.match(text)
    end = found.end() if found else 0
    return text[:end], text[end:].strip()


def read_numeral(text: str) -> Numeral:
    """Return the number a normalised numeral without sign stands for.

    Raises NumeralError where it is none ("no_number"), its commas do not group thousands ("grouping") or it can be
    read in two ways ("two_readings").
    """
    value = _read(text)
    closing = text[-1:] if text[-1:] in ("亿", "万", "千", "百") else ""
    return Numeral(value=value, scale=Fraction(10 ** _HAN_POWERS[closing]) if closing else Fraction(1))


def _read(text: str) -> Fraction:
    spoken = _SPOKEN_POINT.fullmatch(text)
    if spoken:
        return _read(spoken[1]) + Fraction("0." + "".join(str(_HAN_DIGITS[digit]) for digit in spoken[2]))
    for mark, power in _HAN_POWERS.items():
        head, found, tail = text.rpartition(mark) if power >= 4 else text.partition(mark)
        if found:
            return _scaled(text, head, tail, power)
    return _leaf(text)


def _scaled(text: str, head: str, tail: str, power: int) -> Fraction:
    """Read ``head`` 万 ``tail``: the head counts the power, the tail is what comes below it."""
    if (not head and power != 1) or head == "零":
        raise NumeralError(text, "no_number")
    if power < 4 and len(head) > 1 and not head.isascii() and not _SPOKEN_POINT.fullmatch(head):
        raise NumeralError(text, "no_number")
    if "亿" in head or (power == 4 and "万" in head):
        raise NumeralError(text, "two_readings")
    count = _read(head) if head else Fraction(1)
    if not tail:
        return count * _power(power)
    small = power < 4 and count >= 10
    if count.denominator != 1 or "." in head or small:
        raise NumeralError(text, "two_readings")
    return count * _power(power) + _below(text, tail, power)


def _below(text: str, tail: str, power: int) -> Fraction:
    """Read what follows a power: 万五 is five thousand, 万零五 is five, 万2500 is 2500; other lengths are refused."""
    if "点" in tail or "." in tail or "," in tail:
        raise NumeralError(text, "two_readings")
    if tail.isascii():
        if len(tail) not in (1, power):
            raise NumeralError(text, "two_readings")
        return Fraction(tail) * _power(power - 1) if len(tail) == 1 else Fraction(tail)
    if tail in _HAN_DIGITS and tail != "零":
        return Fraction(_HAN_DIGITS[tail]) * _power(power - 1)
    spelt_out = tail.startswith("零") or _NEXT[power] in tail
    value = _read(tail.removeprefix("零"))
    if value >= _power(power) or not value or not spelt_out:
        raise NumeralError(text, "two_readings")
    return value


def _power(exponent: int) -> int:
    return int(10**exponent)


def _leaf(text: str) -> Fraction:
    if _PLAIN.fullmatch(text):
        return Fraction(text)
    if "," in text:
        if _GROUPED.fullmatch(text):
            return Fraction(text.replace(",", ""))
        raise NumeralError(text, "grouping")
    if text in _HAN_DIGITS:
        return Fraction(_HAN_DIGITS[text])
    several = bool(text) and all(digit in _HAN_DIGITS for digit in text)
    raise NumeralError(text, "two_readings" if several else "no_number")
