"""The grammar of published cases: ``key=value`` pairs, expected results, tolerances; and whether a result lies within.

inputs    = pair *( ";" pair )       value = number | token | [list] | [matrix|rows] | chain
expected  = number | [list] | inf | verdict | [low,high]
tolerance = rel X | X % | abs X | exact | factor X | max | range, or a list with one for each element
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from planner.errors import InputError
from planner.messages import msg

KEY = re.compile(r"[a-z][a-z0-9_]*")
TOKEN = re.compile(r"[A-Za-z0-9_./:+-]+")
_PERCENT = re.compile(r"(?:±|\+/-|\+-)?\s*(?P<amount>[0-9.]+)\s*[%％]")
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")

Answer = Sequence[float] | str


def pairs(text: str) -> dict[str, str]:
    """Return the ``key=value`` pairs of ``text``, values as they stand.

    Raises:
        InputError: an empty text, a pair without "=", a malformed or repeated key, an empty value, spaces around "=" or ";".
    """
    found: dict[str, str] = {}
    for part in text.split(";"):
        key, mark, value = part.partition("=")
        if not mark or not value or not KEY.fullmatch(key) or value != value.strip():
            raise InputError(
                msg("calc.pair", "{part} is no key=value.", part=part or "“”"),
                msg(
                    "calc.pair.remedy",
                    "Write key=value pairs with ; between them and no spaces, such as n=2;gpu_w=300.",
                ),
                key.strip(),
            )
        if key in found:
            raise InputError(msg("calc.twice", "{key} is given twice.", key=key), place=key)
        found[key] = value
    return found


def number(text: str, key: str) -> float:
    """Return the plain number ``text``, in the unit of ``key``; raises InputError naming ``key``."""
    if not _NUMBER.fullmatch(text):
        raise InputError(
            msg("calc.number", "{key}: {given} is no number.", key=key, given=text),
            msg("calc.number.remedy", "Write a number such as 12, -0.5 or 7e9, in the unit of the input."),
            key,
        )
    value = float(text)
    if not math.isfinite(value):
        raise InputError(
            msg(
                "calc.too_large",
                "{key}: {given} is larger than any number that can be computed with.",
                key=key,
                given=text,
            ),
            place=key,
        )
    return value


def numbers(text: str, key: str) -> list[float]:
    """Return the list ``[a,b,...]``; raises InputError naming ``key``."""
    return [number(part, key) for part in _inside(text, key).split(",")]


def matrix(text: str, key: str) -> list[list[float]]:
    """Return the rows of ``[a,b|c,d]``, all of one length; raises InputError naming ``key``."""
    rows = [[number(part, key) for part in row.split(",")] for row in _inside(text, key).split("|")]
    if len({len(row) for row in rows}) != 1:
        raise InputError(msg("calc.ragged", "{key}: the rows have different lengths.", key=key), place=key)
    return rows


def token(text: str, key: str) -> str:
    """Return the name, path or zone ``text``; raises InputError naming ``key``."""
    if not TOKEN.fullmatch(text):
        raise InputError(
            msg("calc.token", "{key}: {given} is no name.", key=key, given=text),
            msg("calc.token.remedy", "Letters, digits and _ . / : + - are allowed."),
            key,
        )
    return text


def chain(text: str, key: str) -> list[tuple[str, float | None, float | None]]:
    """Return the links ``name:allocated/maximum`` of a chain, outermost first; ``auto`` is (None, None)."""
    links: list[tuple[str, float | None, float | None]] = []
    for part in text.split(">"):
        name, mark, rest = part.partition(":")
        if not mark or not TOKEN.fullmatch(name):
            raise _bad_chain(part, key)
        allocated, slash, most = rest.partition("/")
        if allocated == "auto" and not slash:
            links.append((name, None, None))
        else:
            links.append((name, *_allocated(number(allocated, key), number(most, key) if slash else None, part, key)))
    return links


def _allocated(allocated: float, most: float | None, part: str, key: str) -> tuple[float, float | None]:
    if allocated < 0 or (most is not None and allocated > most):
        raise InputError(
            msg(
                "calc.chain.allocated",
                "{key}: {part} allocates less than nothing or more than its maximum.",
                key=key,
                part=part,
            ),
            msg(
                "calc.chain.allocated.remedy",
                "Write the allocated power first and the maximum after the stroke, as in psu:150/300.",
            ),
            key,
        )
    return allocated, most


def expected(text: str) -> Answer:
    """Return an expected result: a list of numbers (one for a single number) or a verdict; raises InputError."""
    text = text.strip()
    if text.startswith("["):
        return [_result(part) for part in _inside(text, "expected").split(",")]
    if text == "inf" or _NUMBER.fullmatch(text):
        return [_result(text)]
    return token(text, "expected")


def _result(text: str) -> float:
    return math.inf if text.strip() == "inf" else number(text.strip(), "expected")


def tolerances(text: str, count: int) -> list[tuple[str, float]]:
    """Return one (rule, amount) for each of ``count`` elements; raises InputError for anything else."""
    text = text.strip()
    parts = _inside(text, "tolerance").split(",") if text.startswith("[") else [text] * count
    if len(parts) != count:
        raise InputError(msg("calc.tolerances", "{given} tolerances for {count} numbers.", given=len(parts), count=count),
                         place="tolerance")  # fmt: skip
    return [_tolerance(part.strip()) for part in parts]


def _tolerance(text: str) -> tuple[str, float]:
    if share := _PERCENT.fullmatch(text):
        return "rel", number(share["amount"], "tolerance") / 100
    rule, _, amount = text.partition(" ")
    if rule in ("exact", "max", "range") and not amount:
        return rule, 0.0
    if rule in ("rel", "abs", "factor"):
        width = number(amount, "tolerance")
        if width < (1 if rule == "factor" else 0):
            raise InputError(
                msg("calc.tolerance.narrow", "{given} admits no value at all.", given=text),
                msg("calc.tolerance.narrow.remedy", "A factor is 1 or more; rel and abs are 0 or more."),
                "tolerance",
            )
        return rule, width
    if _NUMBER.fullmatch(text):
        said = msg("calc.tolerance.bare", "{given} alone does not say whether it is a share or an amount.", given=text)
        raise InputError(
            said, msg("calc.tolerance.either", "Write rel {given} or abs {given}.", given=text), "tolerance"
        )
    raise InputError(
        msg("calc.tolerance", "{given} is no tolerance.", given=text),
        msg(
            "calc.tolerance.remedy",
            "Accepted are: 1% (of the expected value), rel 0.01, abs 0.5, factor 2, exact, max, range.",
        ),
        "tolerance",
    )


def within(expected_text: str, tolerance_text: str, got: Answer) -> bool:
    """Tell whether ``got`` lies within ``tolerance_text`` of ``expected_text``; raises InputError for malformed texts."""
    wanted = expected(expected_text)
    if isinstance(wanted, str) or isinstance(got, str):
        return isinstance(wanted, str) and isinstance(got, str) and wanted == got
    if tolerance_text.strip() == "range":
        if len(wanted) != 2:
            raise _no_range(expected_text)
        return len(got) == 1 and wanted[0] <= got[0] <= wanted[1]
    rules = tolerances(tolerance_text, len(wanted))
    if any(rule == "range" for rule, _ in rules):
        raise _no_range("[range, ...]")
    if len(got) != len(wanted):
        return False
    return all(
        _close(want, rule, amount, value) for want, (rule, amount), value in zip(wanted, rules, got, strict=True)
    )


def _no_range(given: str) -> InputError:
    return InputError(
        msg("calc.tolerance.range", "{given} is no range.", given=given.strip()),
        msg(
            "calc.tolerance.range.remedy", "With the tolerance range, expected is [low,high]; it goes with one number."
        ),
        "expected",
    )


def _close(want: float, rule: str, amount: float, got: float) -> bool:
    if math.isinf(want) or math.isinf(got) or rule == "exact":
        return want == got
    match rule:
        case "rel":
            return abs(got - want) <= amount * abs(want)
        case "abs":
            return abs(got - want) <= amount
        case "factor":
            return want / amount <= got <= want * amount
        case _:
            return got <= want


def _inside(text: str, key: str) -> str:
    if len(text) < 3 or text[0] != "[" or text[-1] != "]":
        raise InputError(
            msg("calc.list", "{key}: {given} is no list.", key=key, given=text),
            msg(
                "calc.list.remedy",
                "Write [1,2,3]; rows of a table are separated by |; in a CSV file put such a field into quotes.",
            ),
            key,
        )
    return text[1:-1]


def _bad_chain(part: str, key: str) -> InputError:
    return InputError(
        msg("calc.chain", "{key}: {part} is no link of a chain.", key=key, part=part),
        msg("calc.chain.remedy", "Write name:allocated/maximum>name:auto, outermost first."),
        key,
    )
