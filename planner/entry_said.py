"""How people say quantities, rewritten as a number and a unit before it is read: 半小时, 1小时20分, 24g显存, 70亿参数, 万兆.

Used by ``planner.entry_text`` only; the texts are normalised ones. What is not said in one of these ways comes back as it is.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType

from planner.numerals import NumeralError, read_numeral

_PIECE = re.compile(r"(?<=[0-9一二两三四五六七八九十百千万半])个(?=(?:小时|钟头|星期|礼拜|平方|平米|半))")
_HALF = re.compile("半个?(?P<unit>小时|钟头|天|年|周|星期|吨|匹|米|公斤|平方?|升)")
_AND_HALF = re.compile(
    "(?P<whole>[0-9]+|[一二两三四五六七八九十]+)(?:半(?P<unit>小时|钟头|天|年|周|星期|吨|米|公斤)|(?P<before>小时|钟头|天|年|周|吨|米|公斤)半)"
)
_CLOCKED = re.compile(
    r"(?P<h>[0-9]+)\s*(?:小时|钟头|hours?|hrs?|h)\s*零?(?P<m>[0-9]{1,2})\s*(?:分钟?|minutes?|mins?|min|m)",
    re.IGNORECASE,
)
_PERCENT = re.compile("百分之(?P<number>.+)")
_PARAMETERS = re.compile("(?P<number>.*[0-9一二两三四五六七八九十百千万]+亿)(?:个?参数)?")
_NAMED_SPEEDS = MappingProxyType({"百兆": "100Mbit/s", "千兆": "1Gbit/s", "万兆": "10Gbit/s"})
_NOUNS = MappingProxyType(
    {
        "bytes": re.compile(
            r"\s*(?:的)?(?:统一内存|显存|内存|容量|空间|硬盘|存储|vram|ram|memory|hbm)$", re.IGNORECASE
        ),
        "power": re.compile("(?:的)?(?:额定)?(?:功率|负荷|功耗|制冷量)$"),
        "area": re.compile("(?:的)?(?:面积)$"),
        "current": re.compile("(?:的)?(?:空开|空气开关|断路器|插座)$"),
        "parameters": re.compile(r"\s*(?:个)?(?:参数|params?|parameters)$", re.IGNORECASE),
    }
)
_BILLION = Decimal(10**9)
_MINUTES_OF_HOUR = 60


def as_written(text: str, dimension: str) -> str:
    """Return a normalised text as one number with one unit, where it says so in words; else as it is."""
    noun = _NOUNS.get(dimension)
    plain = noun.sub("", text).strip() if noun is not None else text
    plain = _halved(_PIECE.sub("", plain))
    if dimension == "time":
        return _clocked(plain)
    if dimension == "number" and (share := _PERCENT.fullmatch(plain)) is not None:
        return f"{share['number']}%"
    if dimension == "bit_rate":
        return _NAMED_SPEEDS.get(plain.removesuffix("网口").removesuffix("网"), plain)
    if dimension == "parameters" and (count := _PARAMETERS.fullmatch(plain)) is not None:
        return _billions(count["number"]) or plain
    return plain


def _halved(text: str) -> str:
    half = _HALF.fullmatch(text)
    if half is not None:
        return f"0.5{half['unit']}"
    more = _AND_HALF.fullmatch(text)
    if more is None:
        return text
    return f"{read_numeral(more['whole']).value}.5{more['unit'] or more['before']}"


def _clocked(text: str) -> str:
    """Return hours and minutes as minutes, which are exact where hours would not be."""
    found = _CLOCKED.fullmatch(text)
    if found is None or int(found["m"]) >= _MINUTES_OF_HOUR:
        return text
    return f"{int(found['h']) * _MINUTES_OF_HOUR + int(found['m'])}min"


def _billions(numeral: str) -> str:
    """Return what a count of parameters is in thousands of millions; '' where the numeral is none."""
    try:
        value = read_numeral(numeral).value
    except NumeralError:
        return ""
    scaled = Fraction(value) / Fraction(_BILLION)
    return format(Decimal(scaled.numerator) / Decimal(scaled.denominator), "f")
