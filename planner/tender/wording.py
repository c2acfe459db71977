"""The wording of requirements: one sentence for each kind of bound, in Chinese and English, from the library's words.

The subject carries the scope (each card, each machine, in total) and the qualifiers that decide disputes. Chinese has
no spaces between Han and Latin: whoever sets the type makes the gaps.
"""

from __future__ import annotations

from planner.messages import Labelled, format_number
from planner.tender.library import LibraryRow
from planner.tender.parameters import Parameter, Threshold

_SHORT = 20  # a condition of up to so many characters stands in brackets
_HAN = "\u2e80"
_SYMBOL = 3  # characters of the longest symbol of a unit in small letters
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩"


def sentence(row: LibraryRow, threshold: Threshold) -> Labelled:
    """Return the core of a requirement in both languages, without its condition and without a full stop."""
    return Labelled(zh=_chinese(row, threshold), en=_english(row, threshold))


def whole_sentence(parameter: Parameter, language: str) -> str:
    """Return the requirement with its condition and full stop, as running text has it."""
    core, condition = parameter.sentence.label(language), parameter.condition.label(language)
    if language != "zh":
        return f"{core}. {condition}." if condition else f"{core}."
    if condition and len(condition) <= _SHORT and "；" not in condition:
        return f"{core}（{condition}）。"
    return f"{core}。{condition}。" if condition else f"{core}。"


def quantity(value: float | None, unit: str) -> str:
    """Return a number with its unit: a space before letters, none before Han characters and %; one of a kind is one."""
    number = format_number(value) if value is not None else "—"
    if value == 1 and unit.islower() and len(unit) > _SYMBOL:
        unit = unit.removesuffix("s")  # words things are counted in are plurals
    return number if not unit else number + ("" if unit >= _HAN or unit == "%" else " ") + unit


def _chinese(row: LibraryRow, threshold: Threshold) -> str:
    subject, unit = row.subject.zh, row.unit_text("zh", threshold.unit)
    options = tuple(one.zh for one in threshold.options)
    low, high = quantity(threshold.low, unit), quantity(threshold.high, unit)
    match row.kind:
        case "min":
            return f"{subject}≥{low}"
        case "max":
            return f"{subject}≤{high}"
        case "range_cover":
            return f"{subject}覆盖{low}～{high}（可更宽）"
        case "enum_any":
            return f"{subject}具备下列任一种即可：{'、'.join(options)}"
        case "enum_all":
            return _all_chinese(subject, options)
        case "ref_standard":
            return f"{subject}符合{'、'.join(options)}"
        case _:
            return subject


def _all_chinese(subject: str, options: tuple[str, ...]) -> str:
    if len(options) == 1:
        return subject + options[0]
    listed = "；".join(number + option for number, option in zip(_CIRCLED, options, strict=False))
    return f"{subject[:-2]}同时{subject[-2:]}：{listed}"


def _english(row: LibraryRow, threshold: Threshold) -> str:
    subject, unit = row.subject.en, row.unit_text("en", threshold.unit)
    options = tuple(one.en for one in threshold.options)
    low, high = quantity(threshold.low, unit), quantity(threshold.high, unit)
    match row.kind:
        case "min":
            return f"{subject}: not less than {low}"
        case "max":
            return f"{subject}: not more than {high}"
        case "range_cover":
            return f"{subject}: covers at least {low} to {high} (a wider range is accepted)"
        case "enum_any":
            return f"{subject}: any one of {_either(options)}"
        case "enum_all":
            return _all_english(subject, options)
        case "ref_standard":
            return f"{subject}: complies with {', '.join(options)}"
        case _:
            return subject


def _all_english(subject: str, options: tuple[str, ...]) -> str:
    if len(options) == 1:
        return f"{subject} {options[0]}"
    listed = "; ".join(f"({chr(ord('a') + at)}) {option}" for at, option in enumerate(options))
    return f"{subject} all of the following: {listed}"


def _either(options: tuple[str, ...]) -> str:
    return " or ".join((", ".join(options[:-1]), options[-1])) if len(options) > 1 else "".join(options)
