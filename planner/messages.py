"""Texts for people: a message is an id, an English text and typed values; the language comes at the edge.

``msg("PW01.over", "Branch {branch} carries {current}", branch=..., current=...)`` is both the record and what the
translation tools extract (msgctxt = id, msgid = English text). Nothing here knows where the message is shown.
"""

from __future__ import annotations

import datetime as dt
import gettext
import math
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

import resources
from planner.labels import Labelled as Labelled  # texts and names are asked for together

if TYPE_CHECKING:
    from planner.figure import Figure

LANGUAGES = ("zh", "en")
_CATALOG_DIR = {"zh": "zh_CN"}
_DOMAIN = "labprocure"
_MONEY = frozenset({"money", "CNY", "USD", "EUR", "GBP", "HKD", "JPY", "yuan"})
_FIGURES = 6  # of a number that somebody computes with


class Message(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A text for people: id, English text with ``{names}``, and the values for the names."""

    id: str
    text: str
    values: Mapping[str, Any] = msgspec.field(default_factory=dict)

    def __str__(self) -> str:
        """Return the English text; for logs and exceptions, never for the window."""
        return render(self, "en")


def msg(id: str, text: str, **values: Any) -> Message:  # noqa: A002 - the extractor's keyword
    """Make a message; ``id`` and ``text`` are literals so that the extractor sees them."""
    return Message(id=id, text=text, values=values)


def render(message: Message, language: str) -> str:
    """Return ``message`` in ``language`` ('zh' or 'en') with its values formatted for it."""
    pattern = translate(message.id, message.text, language)
    values = {name: format_value(value, language) for name, value in message.values.items()}
    return pattern.format_map(values)


def translate(id: str, text: str, language: str) -> str:  # noqa: A002
    """Return the pattern of ``text`` in ``language``; English is the text itself."""
    if language not in _CATALOG_DIR:
        return text
    return _translations(language).pgettext(id, text)


@lru_cache(maxsize=4)
def _translations(language: str) -> gettext.NullTranslations:
    folder = resources.path("locale")
    return gettext.translation(_DOMAIN, localedir=folder, languages=[_CATALOG_DIR[language]], fallback=True)


def begun(text: str) -> str:
    """Return a text that begins with a capital: registries name things as within a sentence."""
    return text[:1].upper() + text[1:]


def format_value(value: Any, language: str) -> str:
    """Return ``value`` as people read it: figures with unit, money, dates, names, nested messages."""
    from planner.figure import Figure
    from planner.money import Money, format_money

    if value is None:
        return translate("common.unknown", "unknown", language)
    if isinstance(value, Message):
        return render(value, language)
    if isinstance(value, Labelled):
        return value.label(language)
    if isinstance(value, Figure):
        return format_figure(value, language)
    if isinstance(value, Money):
        return format_money(value, language)
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, bool):
        return translate("common.yes", "yes", language) if value else translate("common.no", "no", language)
    if isinstance(value, int | float | Decimal):
        return format_number(value)
    if isinstance(value, tuple | list):
        return ("、" if language == "zh" else ", ").join(format_value(part, language) for part in value)
    return str(value)


def format_figure(figure: Figure, language: str, precise: bool = False) -> str:
    """Return a figure's value with its unit, or the word for unknown; ``precise`` as in ``format_quantity``."""
    if figure.value is None:
        return translate("common.unknown", "unknown", language)
    return format_quantity(figure.value, figure.unit, language, precise)


def format_quantity(value: float, unit: str, language: str, precise: bool = False) -> str:
    """Return a number with its unit symbol; watts of 1,000 and more are shown as kilowatts, money to the cent.

    ``precise`` gives six figures in place of the three that people read.
    """
    if unit == "W" and abs(value) >= 1000:
        return f"{_rounded(value / 1000, precise)} kW"
    if unit in ("CNY", "yuan"):
        amount = round(value, 2) or 0.0  # no negative zero
        return f"{amount:,.2f} 元" if language == "zh" else f"CNY {amount:,.2f}"
    is_money = unit.partition("/")[0] in _MONEY and math.isfinite(value)
    number = _amount(value, unit) if is_money else _rounded(value, precise)
    symbol = "" if unit == "money" else unit_symbol(unit, language)
    space = "" if unit == "%" and language == "zh" else " "
    return f"{number}{space}{symbol}".rstrip()


def _rounded(value: float, precise: bool) -> str:
    if not precise or value == 0 or not math.isfinite(value):
        return format_number(shown(value))
    places = min(15, max(0, _FIGURES - 1 - math.floor(math.log10(abs(value)))))
    text = f"{value:,.{places}f}"
    return (text.rstrip("0").rstrip(".") if places else text) or "0"


def _amount(value: float, unit: str) -> str:
    """Return an amount of money to the cent; a price of one of something below 100 with up to four places."""
    if "/" not in unit or abs(value) >= 100:
        return f"{round(value, 2) or 0.0:,.2f}"
    if 0 < abs(value) < 0.01:
        return format_number(value)
    whole, _, cents = f"{round(value, 4) or 0.0:.4f}".partition(".")
    return f"{whole}.{cents[:2]}{cents[2:].rstrip('0')}"


def unit_symbol(unit: str, language: str) -> str:
    """Return the symbol of a unit in ``language``; a unit that is in no table stands as it is, with its exponent."""
    from planner.units import UNITS

    found = UNITS.get(unit)
    if found is not None:
        return found.symbol.label(language)
    return unit.replace("m2", "m²").replace("m3", "m³").replace("CO2", "CO₂")


def shown(value: float) -> float:
    """Return ``value`` in its unit, rounded as people read it: whole above 1,000, else about three figures."""
    if value == 0 or not math.isfinite(value):
        return value
    return round(value, max(0, 2 - math.floor(math.log10(abs(value)))))


def format_number(value: float | Decimal) -> str:
    """Return a number with thousands marks and at most three decimals, below 0.1 three figures; no trailing zeros."""
    number = float(value)
    if not math.isfinite(number):
        return str(number)
    small = 0 < abs(number) < 0.1
    places = min(15, 2 - math.floor(math.log10(abs(number)))) if small else 3
    text = f"{number:,.{places}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
