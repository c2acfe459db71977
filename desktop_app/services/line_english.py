"""Quantities and prices of a pasted list in English words: 2 pcs, qty 2, 18k, 1.2 million, RMB 150,000 each, total 300k.

What is understood is handed on with the marks of a Chinese list (2个, 单价150千, 共300千), so that both are read alike.
"""

from __future__ import annotations

import re

from planner.numerals import normalised

_PIECES = {"pc": "个", "piece": "个", "ea": "个", "each": "个", "no": "个", "item": "个", "card": "张", "licence": "个"}
_PIECES |= {"unit": "台", "set": "套", "lot": "批", "pce": "个", "license": "个", "machine": "台", "server": "台"}
_MEASURE = r"(?P<measure>pcs?|pces?|pieces?|ea|units?|sets?|nos|items?|lots?|licen[cs]es?|machines?)\.?"
_LABEL = r"(?:qty|q'ty|quantity|count)\s*[.:=]?\s*"
_WHOLE = r"[-−]?\d{1,6}(?:\.\d+)?"  # -2 and 1.5 are no quantities, which is said
_COUNT = (
    rf"(?:{_LABEL}(?P<told>{_WHOLE})(?:\s*{_MEASURE.replace('measure', 'behind')})?|(?P<count>{_WHOLE})\s*{_MEASURE})"
)
_COUNT_EACH = _COUNT.replace("|ea|", "|ea(?:ch)?|")
_TIMES = r"(?:[x×*]\s*(?P<times>\d{1,4})|(?P<fold>\d{1,4})\s*[x×])"
_COIN = r"(?:RMB|CNY|yuan|USD|EUR|US\$|[¥￥$€])"
_DIGITS = r"\d[\d,]*(?:\.\d+)?"
_SIZE = r"(?:\s*(?:k|thousand|grand|mn|million|mio)(?![a-z])|\s*(?:百?万|千)元?|\s?M(?![A-Za-z]))"
_NUMBER = rf"{_DIGITS}{_SIZE}?(?:\s*(?:[-–—~]|to)\s*{_COIN}?\s*{_DIGITS}{_SIZE}?)?"
_ONE = r"(?:pcs?|pieces?|ea(?:ch)?|units?|sets?|items?|cards?|machines?|servers?|licen[cs]es?)"
_BEFORE = r"(?:(?P<at>@|at|for|unit\s+price|price(?:\s+each)?|each)|(?P<sum>(?:in\s+)?total|sum|altogether))\s*(?:of|is)?\s*[:=]?\s*"
_BEHIND = rf"\s*(?:(?P<each>each|ea\.?|apiece|(?:/|per)\s*{_ONE})|(?P<all>(?:in\s+)?total|in\s+all|altogether))"
_AMOUNT = rf"(?:{_BEFORE})?(?P<amount>(?:{_COIN}\s*)?{_NUMBER}(?:\s*{_COIN}(?![A-Za-z]))?)(?:{_BEHIND})?"
_FLAGS = re.IGNORECASE
_COUNT_CELL = re.compile(rf"\(?\s*(?:{_COUNT}|{_TIMES})\s*\)?", _FLAGS)
_AMOUNT_CELL = re.compile(_AMOUNT, _FLAGS)
_GAP = r"(?:\s*[,(]\s*|\s+(?:[-–—:]\s+)?)"
_BOTH_LAST = re.compile(rf"(?P<name>.*\S){_GAP}{_COUNT_EACH}\s*\)?{_GAP}{_AMOUNT}", _FLAGS)
_COUNT_LAST = re.compile(rf"(?P<name>.*\S){_GAP}{_COUNT}\s*\)?", _FLAGS)
_COUNT_FIRST = re.compile(rf"{_COUNT}\s+(?:of\s+)?(?P<name>(?=.*[^\W\d_]{{2}})\S.*)", _FLAGS)
_AMOUNT_LAST = re.compile(rf"(?P<name>.*?\S){_GAP}{_AMOUNT}", _FLAGS)
_BARE_COUNT = re.compile(r"(?P<name>.*[^\W\d].*\S)\s+(?P<count>[1-9]\d{0,2})")  # Workstation 2 150k
_MARKED = re.compile(rf"{_COIN}|thousand|grand|million|mio|mn$", _FLAGS)
_THOUSANDS = re.compile(r"\d\s*k", _FLAGS)
_TURNS = re.compile(
    r"(?<![a-z])(?:sas|hdd|rpm|disks?|drives?|monitors?|displays?|screens?|tv)(?![a-z])", _FLAGS
)  # 10K SAS, 4K
_PIXELS = re.compile(r"[24568]k", _FLAGS)
_WORDS = ((re.compile(r"\s*(?:thousand|grand)", _FLAGS), "千"), (re.compile(r"\s*(?:million|mio|mn)", _FLAGS), "百万"))
_SIZE_AND_COIN = re.compile(rf"(?<=\d)\s*[kM](?=\s*{_COIN})", _FLAGS)
_TO = re.compile(r"\s+to\s+", _FLAGS)
_NAMELESS = re.compile(rf"{_COUNT_EACH}{_GAP}{_AMOUNT}", _FLAGS)
MAYBE_MILLIONS = re.compile(r"(?<=\s)\d{1,3}(?:\.\d+)?M$")


def in_marks(cell: str) -> str:
    """Return a cell as it is compared, its English words of quantity or money as marks; others only normalised."""
    plain = normalised(cell)
    if (found := _COUNT_CELL.fullmatch(plain)) is not None:
        return _count(found)
    if (found := _AMOUNT_CELL.fullmatch(plain)) is not None:
        return _amount(found)
    return plain


def english_tail(name: str) -> tuple[str, list[str]]:
    """Return a name without the quantity and the price written with it in English words, and these with their marks.

    A bare number is a price only behind a quantity; 18k alone behind a name is one, 4K, 10K SAS and 3M are none.
    """
    plain = name.strip()
    if (found := _BOTH_LAST.fullmatch(plain)) is not None:
        return _name(found), [_count(found), _amount(found)]
    if (found := _COUNT_LAST.fullmatch(plain)) is not None:
        return _name(found), [_count(found)]
    if (found := _COUNT_FIRST.fullmatch(plain)) is not None:
        rest, price = english_price(found["name"], counted=True)
        return rest, [_count(found), *price]
    return english_price(plain)


def is_nameless(typed: str) -> bool:
    """Tell whether a line is a quantity and a price, and says of nothing what it is."""
    return _NAMELESS.fullmatch(normalised(typed)) is not None


def english_price(name: str, *, counted: bool = False) -> tuple[str, list[str]]:
    """Return a name without the price at its end that says so in words, and that price; ``counted``: a quantity is known."""
    found = _AMOUNT_LAST.fullmatch(name)
    if found is None or not _is_price(found, counted=counted):
        return name, []
    bare = None if counted else _BARE_COUNT.fullmatch(found["name"])
    if bare is None:
        return _name(found), [_amount(found)]
    return bare["name"], [f"{bare['count']}个", _amount(found)]


def _is_price(found: re.Match[str], *, counted: bool) -> bool:
    amount = found["amount"]
    if any(found[key] for key in ("at", "sum", "each", "all")) or _MARKED.search(amount):
        return True
    if counted:
        return _THOUSANDS.search(amount) is not None or "," in amount or amount.endswith("M")
    return _THOUSANDS.search(amount) is not None and not (_PIXELS.fullmatch(amount) or _TURNS.search(found["name"]))


def _name(found: re.Match[str]) -> str:
    return found["name"].strip(" ,，:-")


def _count(found: re.Match[str]) -> str:
    groups = found.groupdict()
    number = next(groups[key] for key in ("told", "count", "times", "fold") if groups.get(key))
    measure = (groups.get("measure") or groups.get("behind") or "pc").casefold()
    return f"{number}{_PIECES.get(measure.removesuffix('s'), '个') if measure != 'ea' else '个'}"


def _amount(found: re.Match[str]) -> str:
    amount = _TO.sub("-", found["amount"])
    for words, mark in _WORDS:
        amount = words.sub(mark, amount)
    amount = _SIZE_AND_COIN.sub(lambda size: "千" if size[0].strip() in "kK" else "百万", amount)
    amount = re.sub(r"\s+", "", amount)
    if found["at"] or found["each"]:
        return f"单价{amount}"
    return f"共{amount}" if found["sum"] or found["all"] else amount
