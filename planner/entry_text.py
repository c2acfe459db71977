"""How one typed quantity is taken apart: sign, number, unit, range; and what is said when it cannot be.

Used by ``planner.entry`` only. Values are exact fractions in the unit of the field.
"""

from __future__ import annotations

import re
from fractions import Fraction
from types import MappingProxyType

import msgspec

from planner.entry_said import as_written
from planner.errors import InputError
from planner.messages import Labelled, Message, msg
from planner.numerals import Numeral, NumeralError, normalised, read_numeral, split_number
from planner.units import (
    DIMENSIONS,
    Unit,
    cooling_class_w,
    is_binary,
    prefix_factor,
    prefix_of,
    symbols,
    unit,
    units_named,
)

MAX_LENGTH = 64
MAX_NUMBER = 10**18

_IN_NUMBER = "0-9零一二两三四五六七八九十百千万亿"
_RANGE = re.compile(
    rf"(?P<low>[^{_IN_NUMBER}]*[{_IN_NUMBER}](?:.*?[^\s~–—至到-])??)\s*(?:至|到|[~～〜∼-]|[–—]{{1,2}})\s*(?P<high>[^{_IN_NUMBER}]*[{_IN_NUMBER}].*)"
)
_SYMBOL = re.compile(r"(人民币|RMB|CNY|USD|EUR|GBP|HKD|JPY|US\$|HK\$|[￥¥$€£])\s*(?=.)", re.IGNORECASE)
_WORDS = re.compile(
    r"[一两二三几][^\d\W一两二三四五六七八九十百千万亿]{2,}"
)  # 一大间: an article and words, no number with its unit
_SAID_BARE = MappingProxyType(
    {
        "mm2": ("平方", "个平方"),  # a conductor of 2.5平方 is one of 2.5 mm², never of 2.5 m²
        "kg/m2": ("kg", "公斤"),  # a floor of 200 kg carries them on each square metre
    }
)
_AROUND_SLASH = re.compile(r"\s*([/·])\s*")


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked for: the typed text, the unit of the field, and where it stands."""

    text: str
    unit: Unit
    place: str

    def refuse(self, message: Message, remedy: Message | None = None) -> InputError:
        """Make the error for this text; without a remedy it says what would have been understood."""
        return InputError(message, remedy or self._example(), self.place)

    def _example(self) -> Message:
        symbol = self.unit.symbol
        examples: tuple[Labelled | str, ...] = (Labelled(zh=f"12 {symbol.zh}".strip(), en=f"12 {symbol.en}".strip()),)
        if self.unit.dimension.startswith("money"):
            examples = ("120,000", Labelled(zh="12万", en="120k"))
        return msg("entry.write", "Write a number such as {examples}.", examples=examples)


class Scalar(msgspec.Struct, frozen=True, kw_only=True):
    """One end of an entry: the signed number as typed, its closing 万 or 千, the spelling of its unit."""

    number: Fraction
    scale: Fraction
    spelling: str


def field_of(text: str, key: str, place: str) -> Field:
    """Return the field for a text; raises InputError where it is empty or far too long, UnitError for a wrong unit."""
    field = Field(text=text, unit=unit(key), place=place)
    if not normalised(text):
        raise field.refuse(msg("entry.empty", "Nothing was entered."))
    if len(text) > MAX_LENGTH:
        raise field.refuse(msg("entry.too_long", "The text is longer than {limit} characters.", limit=MAX_LENGTH))
    return field


def numbers(field: Field, text: str) -> tuple[Fraction, ...]:
    """Return the one number or the two ends of the range in a normalised text, in the field's unit.

    The second end lends its unit and its closing 万 or 千 to a first one that has none: 25-35万 is 25万 to 35万.
    Raises InputError where a number or unit is not understood or the range is upside down.
    """
    found = _RANGE.fullmatch(text)
    if found is None:
        return (_exact(field, _scalar(field, text)),)
    first, second = _scalar(field, found["low"]), _scalar(field, found["high"])
    low, high = _exact(field, _lent(first, second)), _exact(field, second)
    if low > high:
        raise field.refuse(
            msg("entry.range_order", "{typed}: the first number is larger than the second.", typed=field.text),
            msg("entry.range_order.remedy", "Write both numbers with their unit, the smaller one first."),
        )
    return low, high


def number(field: Field, text: str) -> Fraction:
    """Return the one number in a normalised text, in the field's unit; raises InputError as ``numbers``, and for a range."""
    found = numbers(field, text)
    if len(found) > 1:
        raise field.refuse(
            msg("entry.range_unwanted", "{typed} is a range; one number is asked here.", typed=field.text)
        )
    return found[0]


def _scalar(field: Field, said: str) -> Scalar:
    text = as_written(said, field.unit.dimension)
    symbol = _SYMBOL.match(text) if field.unit.dimension.startswith("money") else None
    before = symbol[1] if symbol else ""
    body = text[symbol.end() :] if symbol else text
    negative = body.startswith("-")
    digits, rest = split_number(body[negative:])
    numeral = _numeral(field, digits)
    if before:
        _factor(field, before)  # a symbol of another currency must not be hidden by the word behind the number
    return Scalar(
        number=-numeral.value if negative else numeral.value,
        scale=numeral.scale,
        spelling=_AROUND_SLASH.sub(r"\1", rest) or before,
    )


def _numeral(field: Field, digits: str) -> Numeral:
    try:
        return read_numeral(digits)
    except NumeralError as error:
        raise _number_refused(field, error) from None


def _lent(first: Scalar, second: Scalar) -> Scalar:
    if first.spelling:
        return first
    bare = first.scale == 1 and abs(first.number) < second.scale
    scaled = first.number * second.scale if bare else first.number
    return Scalar(number=scaled, scale=second.scale, spelling=second.spelling)


def _exact(field: Field, end: Scalar) -> Fraction:
    value = end.number * _factor(field, end.spelling) / field.unit.factor
    if abs(value) > MAX_NUMBER:
        raise too_large(field)
    return value


def too_large(field: Field) -> InputError:
    """Make the error for a number that no plan can need."""
    return field.refuse(msg("entry.too_large", "{typed} is too large.", typed=field.text))


def _factor(field: Field, spelling: str) -> Fraction:
    """Return the factor of a spelling to the canonical unit of the field's dimension."""
    target = field.unit
    if not spelling or spelling in _SAID_BARE.get(target.key, ()):
        return target.factor
    prefix = prefix_of(spelling, target.dimension)
    if prefix and is_binary(target):
        raise _ambiguous(
            field,
            spelling,
            tuple(target.key.replace(target.key[:2], start, 1) for start in (prefix, f"{prefix.upper()}i")),
        )
    if prefix:
        return prefix_factor(prefix)
    found = units_named(spelling, target.dimension)
    if len(found) == 1 and found[0].dimension == target.dimension:
        return found[0].factor
    raise _unit_refused(field, spelling, found)


def _number_refused(field: Field, error: NumeralError) -> InputError:
    if error.fault == "grouping":
        return field.refuse(
            msg("entry.grouping", "{typed}: the commas do not separate thousands.", typed=field.text),
            msg("entry.grouping.remedy", "Write 1,200 for twelve hundred and 1.2 for a fraction."),
        )
    if error.fault == "two_readings":
        return field.refuse(
            msg("entry.two_readings", "{typed} can be read in two ways.", typed=field.text),
            msg("entry.two_readings.remedy", "Write it in digits, such as 132,500 or 13.25万."),
        )
    return field.refuse(msg("entry.no_number", "{typed} is not a number.", typed=field.text))


def _unit_refused(field: Field, spelling: str, found: tuple[Unit, ...]) -> InputError:
    wanted = field.unit.dimension
    if not found and _WORDS.fullmatch(field.text.strip()):
        return field.refuse(msg("entry.no_number", "{typed} is not a number.", typed=field.text))
    if not found:
        message = msg("entry.unit_unknown", "{typed}: {rest} is not understood.", typed=field.text, rest=spelling)
        return field.refuse(message, _fitting_units(field))
    if any(one.dimension == wanted for one in found) or len(found) > 1:
        return _ambiguous(field, spelling, tuple(one.key for one in found))
    if found[0].dimension == "cooling_class" and wanted == "power":
        return _class_refused(field)
    has, asked = DIMENSIONS[found[0].dimension].label, DIMENSIONS[wanted].label
    message = msg("entry.unit_other", "{typed} is {has}; asked is {wanted}.", typed=field.text, has=has, wanted=asked)
    return field.refuse(message, _fitting_units(field))


def _ambiguous(field: Field, spelling: str, names: tuple[str, ...]) -> InputError:
    return field.refuse(
        msg("entry.unit_ambiguous", "{typed}: {rest} can mean {units}.", typed=field.text, rest=spelling, units=names),
        msg("entry.unit_ambiguous.remedy", "Write the unit in full, with its exact capitals."),
    )


def _class_refused(field: Field) -> InputError:
    low, high = (watts / 1000 for watts in cooling_class_w(1.0))
    return field.refuse(
        msg("entry.cooling_class", "{typed}: 匹 is a size class of air conditioners, not a power.", typed=field.text),
        msg(
            "entry.cooling_class.remedy",
            "Write the rated cooling from the rating plate in kW; 1 匹 is about {low} to {high} kW.",
            low=low,
            high=high,
        ),
    )


def _fitting_units(field: Field) -> Message | None:
    fitting = symbols(field.unit.dimension)
    if len(fitting) < 2:
        return None
    return msg(
        "entry.units", "Units that fit here: {units}; no unit means {own}.", units=fitting, own=field.unit.symbol
    )
