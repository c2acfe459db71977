"""Words of price around an amount: 约, 左右, /台, （含税）, w for 万; taken off so that the entry parser reads the amount.

Only in fields for money: elsewhere w is a watt and /台 means nothing.
"""

from __future__ import annotations

import re

from planner.errors import InputError
from planner.messages import Message, msg
from planner.money import Tax
from planner.numerals import normalised

_ABOUT = re.compile("^(?:大约|大概|约莫|约)|(?:左右|上下)$")
_EACH = re.compile("(?:/|每)(?:台|套|块|张|个|件|只|组)$")
_EXCLUDED = re.compile(r"[(,]?(?:不含税|未含税|未税|税前)(?:价)?\)?$")
_INCLUDED = re.compile(r"[(,]?(?:含税|税后)(?:价)?\)?$")
_TEN_THOUSAND = re.compile(r"(?<=[0-9])\s*[wW](?![A-Za-z])")
_SHORT = str.maketrans({"廿": "二十", "卅": "三十"})


def plain_amount(text: str, tax: Tax, place: str, *, each: bool = False) -> str:
    """Return ``text`` normalised and without words of price; ``each`` takes off /台 too, where one piece is meant.

    Raises InputError where the text says of tax the contrary of what the field holds.
    """
    rest = normalised(text)
    while (shorter := _shortened(rest, text, tax, place, each)) != rest:
        rest = shorter
    return _TEN_THOUSAND.sub("万", rest.translate(_SHORT))


def _shortened(rest: str, text: str, tax: Tax, place: str, each: bool) -> str:
    if (found := _EXCLUDED.search(rest)) is not None:
        if tax == "included":
            raise _contrary(text, place, _WITH, _WITH_REMEDY)
        return rest[: found.start()].strip()
    if (found := _INCLUDED.search(rest)) is not None:
        if tax == "excluded":
            raise _contrary(text, place, _WITHOUT, _WITHOUT_REMEDY)
        return rest[: found.start()].strip()
    if each:
        rest = _EACH.sub("", rest).strip()
    return _ABOUT.sub("", rest).strip()


_WITH = msg("entry.tax.with", "an amount with tax is asked here")
_WITHOUT = msg("entry.tax.without", "an amount without tax is asked here")
_WITH_REMEDY = msg("entry.tax.with.remedy", "Write the amount with tax: the one without, and its VAT.")
_WITHOUT_REMEDY = msg("entry.tax.without.remedy", "Write the amount without tax: the one with, less its VAT.")


def _contrary(text: str, place: str, asked: Message, remedy: Message) -> InputError:
    return InputError(msg("entry.tax", "{typed}: {asked}.", typed=text.strip(), asked=asked), remedy, place)
