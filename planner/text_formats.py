"""Facts that are texts of a set form: points of a runtime, schemes of supplies, size classes, voltages of a supply.

What people type is read and written down in the one form that the formulas read; what is no such text is refused with
what was probably meant. ``odd_text`` tells the same of a text that stands in a plan already.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from planner.errors import InputError
from planner.messages import Message, msg
from planner.numerals import normalised
from planner.size_class import LARGEST_HP, size_class

MOST_MIN = 72 * 60.0  # no UPS of a laboratory lasts three days
MOST_SUPPLIES = 24
_PART = re.compile(r"[;；\n]|[,，、](?=[^;；]*[:：@=])")
_POINT = re.compile(
    r"(?P<load>\d+(?:\.\d+)?)\s*(?P<unit>kW|W|千瓦|瓦|%|kVA|VA)?\s*[:：=]\s*(?P<minutes>\d+(?:\.\d+)?)\s*(?P<time>min|分钟|分|m|h|小时)?",
    re.IGNORECASE,
)
_AT = re.compile(
    r"(?P<minutes>\d+(?:\.\d+)?)\s*(?P<time>min|分钟|分|m|h|小时)?\s*[@＠]\s*(?P<load>\d+(?:\.\d+)?)\s*(?P<unit>kW|W|千瓦|瓦|%|kVA|VA)?",
    re.IGNORECASE,
)
_FULL = re.compile(r"^(?:满载|full)", re.IGNORECASE)
_KILO = {"kw": 1000.0, "千瓦": 1000.0}
_HOURS = {"h": 60.0, "小时": 60.0}
_SCHEME = re.compile(r"(\d{1,2})\s*\+\s*(\d{1,2})")
_ASIDE = re.compile(r"冗余|热备|备份|redundan(?:t|cy)|\s", re.IGNORECASE)
_NONE = frozenset({"无", "没有", "不冗余", "非", "none", "no", "non-", "not", "n", "n+0"})
_VAGUE = frozenset({"", "双电源", "双", "有", "是", "yes", "dual", "2", "两个", "双路"})
_RANGE = re.compile(r"(\d+(?:\.\d+)?)\s*[-–~～至到]\s*(\d+(?:\.\d+)?)\s*V?", re.IGNORECASE)

Point = tuple[float, str, float]
"""Load, its unit (W or %), minutes."""


def written(key: str, text: str, place: str = "") -> str:
    """Return ``text`` in the form that the formulas read it in; any text of another key comes back as it is.

    Raises InputError: it is no such text, with what was probably meant.
    """
    reader = _READERS.get(key)
    return text if reader is None or not text.strip() else reader(text.strip(), place)


def fault_of(key: str, text: str) -> Message | None:
    """Return what is wrong with a text, None where it can be written down."""
    try:
        written(key, text)
    except InputError as error:
        return error.message
    return None


def odd_text(key: str, text: str) -> Message | None:
    """Return what is wrong with a text that stands in a plan, None where the formulas can read it as it is."""
    fault = fault_of(key, text)
    if fault is not None:
        return fault
    plain = written(key, text)
    if key in _AS_WRITTEN and plain != text.replace(" ", "").replace("~", "-"):
        return msg("format.unwritten", "{typed} is not written as it is read: {plain}.", typed=text, plain=plain)
    return None


def has_format(key: str) -> bool:
    """Tell whether the texts of an attribute have a set form."""
    return key in _READERS


def _points(text: str, place: str) -> str:
    points = [_point(part.strip(), text, place) for part in _PART.split(normalised(text)) if part.strip()]
    for name in ("W", "%"):
        _falls(sorted(point for point in points if point[1] == name), text, place)
    return ";".join(f"{load:g}{'%' if unit == '%' else ''}:{minutes:g}" for load, unit, minutes in points)


def _point(part: str, text: str, place: str) -> Point:
    found = _AT.fullmatch(part) or _POINT.fullmatch(_FULL.sub("100%", part))
    if found is None:
        raise InputError(
            msg("format.points", "{part} is no point of a runtime.", part=part),
            msg(
                "format.points.remedy", "Give each load in W and the minutes there, as in 500:40;1000:15 or 40min@500W."
            ),
            place,
        )
    unit = (found["unit"] or "W").casefold()
    if unit.endswith("va"):
        raise InputError(
            msg("format.points.va", "{part} gives the load in VA; runtimes are looked up by W.", part=part),
            msg("format.points.va.remedy", "Multiply the VA by the power factor that the maker's table is for."),
            place,
        )
    load = float(found["load"]) * _KILO.get(unit, 1.0)
    minutes = float(found["minutes"]) * _HOURS.get((found["time"] or "").casefold(), 1.0)
    if not load or not 0 < minutes <= MOST_MIN or (unit == "%" and load > 100):  # noqa: PLR2004 - per cent of the rating
        raise InputError(
            msg("format.points.range", "{part}: no UPS runs {minutes} min at that load.", part=part, minutes=minutes),
            _swapped_or(text),
            place,
        )
    return load, "%" if unit == "%" else "W", minutes


def _falls(points: Sequence[Point], text: str, place: str) -> None:
    """Refuse loads told twice, and minutes that do not fall while the load rises."""
    for (load, unit, minutes), (more, _unit, there) in pairwise(points):
        if load == more:
            raise InputError(
                msg(
                    "format.points.twice",
                    "{load} {unit} stands twice, with {first} and {second} min.",
                    load=load,
                    unit=unit,
                    first=minutes,
                    second=there,
                ),
                msg("format.points.twice.remedy", "Keep the one that the maker's table gives."),
                place,
            )
        if there >= minutes:
            raise InputError(
                msg(
                    "format.points.rises",
                    "{more} {unit} would last {there} min and {load} {unit} only {minutes}: a larger load lasts less long.",
                    more=more,
                    load=load,
                    unit=unit,
                    there=there,
                    minutes=minutes,
                ),
                _swapped_or(text),
                place,
            )
    if points and points[-1][1] == "W" and all(minutes > load for load, _unit, minutes in points) and len(points) > 1:
        raise InputError(
            msg("format.points.swapped", "{typed} has more minutes than watts at each point.", typed=text),
            _swapped_or(text),
            place,
        )


def _swapped_or(text: str) -> Message:
    """Return the remedy: the same points with load and minutes the other way round where these make sense."""
    pairs = re.findall(r"(\d+(?:\.\d+)?)\D+(\d+(?:\.\d+)?)", normalised(text))
    turned = sorted((float(second), float(first)) for first, second in pairs)
    if len(turned) > 1 and all(one[0] < two[0] and one[1] > two[1] for one, two in pairwise(turned)):
        meant = ";".join(f"{load:g}:{minutes:g}" for load, minutes in turned)
        return msg(
            "format.points.meant", "The load in W comes first, then the minutes; probably meant: {meant}.", meant=meant
        )
    return msg("format.points.order", "The load in W comes first, then the minutes: 500:40;1000:15.")


def _scheme(text: str, place: str) -> str:
    bare = _ASIDE.sub("", normalised(text)).casefold()
    if bare in _NONE:
        return "N"
    if bare in ("n+n", "2n", "n+1"):
        return bare.upper()
    found = _SCHEME.fullmatch(bare)
    if found is not None and 1 <= int(found[1]) + int(found[2]) <= MOST_SUPPLIES and int(found[1]):
        return f"{int(found[1])}+{int(found[2])}"
    if bare in _VAGUE:
        meant = msg(
            "format.scheme.vague",
            "Say how many supplies carry the load and how many are spare: of two that each carry all it is 1+1, of two that "
            "only carry it together 2+0.",
        )
    else:
        meant = msg(
            "format.scheme.remedy", "Write needed + spare, as 2+2 or 5+1, or N+1, N+N, or N for no spare supply."
        )
    raise InputError(msg("format.scheme", "{typed} is no redundancy of supplies.", typed=text), meant, place)


def _size(text: str, place: str) -> str:
    if size_class(text) is not None:
        return text
    bare = normalised(text)
    several = re.search(r"[x*×]\s*\d|\d\s*[台套]", bare)
    number = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kK]?[wW])?", bare)
    if several is not None:
        meant = msg(
            "format.size.several", "Give the class of one unit and add an air conditioner for each of the others."
        )
    elif number is not None and (number[2] or float(number[1]) > LARGEST_HP):
        meant = msg(
            "format.size.power",
            "That is a cooling capacity: it belongs in its own field; the class is the 匹 on the label, 1 匹 is about 2.5 kW.",
        )
    else:
        meant = msg("format.size.remedy", "Give the class on the label, as 1.5匹, 2匹, 3匹 or 5匹.")
    raise InputError(msg("format.size", "{typed} is no size class of an air conditioner.", typed=text), meant, place)


def _span(text: str, place: str) -> str:
    found = _RANGE.fullmatch(normalised(text))
    if found is None or not 0 < float(found[1]) < float(found[2]):
        raise InputError(
            msg("format.span", "{typed} is no range of voltages.", typed=text),
            msg("format.span.remedy", "Write the lower and the upper voltage on the label, as 200-240 or 100-240."),
            place,
        )
    return f"{found[1]}-{found[2]}"


def _curve(text: str, place: str) -> str:
    rows = []
    for part in (part.strip() for part in re.split(r"[;；]", normalised(text)) if part.strip()):
        span, colon, watts = re.sub("：", ":", part).partition(":")
        found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(k?W)?", watts.strip(), re.IGNORECASE)
        if not colon or found is None:
            raise InputError(
                msg("format.curve", "{part} is no output of a supply at a voltage.", part=part),
                msg("format.curve.remedy", "Write voltages and watts, as 100-127:1000;200-240:1200."),
                place,
            )
        power_w = float(found[1]) * (1000 if (found[2] or "").casefold() == "kw" else 1)
        rows.append(f"{_span(span.strip(), place)}:{power_w:g}")
    return ";".join(rows)


_READERS: Mapping[str, Callable[[str, str], str]] = {
    "runtime_points": _points,
    "psu_redundancy": _scheme,
    "class_cn": _size,
    "psu_range_v": _span,
    "psu_curve": _curve,
}
_AS_WRITTEN = frozenset({"runtime_points", "psu_range_v", "psu_curve"})
