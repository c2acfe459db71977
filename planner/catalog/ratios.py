"""Dense rates against each other: figures with sparsity, or of two chips, betray themselves by their ratios.

Dense rates stand in fixed ratios (FP8 = 2 x BF16, INT8 = 2 x FP16, FP4 = 2 x FP8, BF16 = 2 x TF32); families that
differ are listed in ``resources/catalog/ratios.csv`` with the reason. Cards made for the Chinese market also obey a
density limit: dense rate x bits below 4800 (the US "total processing performance" rule of October 2023).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from planner.catalog.attributes import named
from planner.catalog.items import Item
from planner.messages import Message, msg
from planner.tables import rows

TOLERANCE = 0.03  # makers round to three digits
DENSITY_LIMIT = 4800.0  # TOPS x bits; US rule of 2023-10-17, ECCN 3A090 a
_FP16 = ("fp16_dense_tflops", "bf16_dense_tflops")
_BF16 = ("bf16_dense_tflops", "fp16_dense_tflops")
# rule, numerator, first known denominator, ratio of dense rates
_RULES: tuple[tuple[str, str, tuple[str, ...], float], ...] = (
    ("fp8_per_bf16", "fp8_dense_tflops", _BF16, 2.0),
    ("int8_per_fp16", "int8_dense_tops", _FP16, 2.0),
    ("fp4_per_fp8", "fp4_dense_tflops", ("fp8_dense_tflops",), 2.0),
    ("bf16_per_tf32", "bf16_dense_tflops", ("tf32_dense",), 2.0),
    ("fp16_per_bf16", "fp16_dense_tflops", ("bf16_dense_tflops",), 1.0),
)
_BITS = {
    "bf16_dense_tflops": 16,
    "fp16_dense_tflops": 16,
    "fp8_dense_tflops": 8,
    "int8_dense_tops": 8,
    "fp4_dense_tflops": 4,
}
# How names say that a card was made for China, where a table has no column for it.
_CHINA_NAME = re.compile(r"\b(H20|H800|A800|L20|L2|4090 ?D|5090 ?D|5880|6000D|MI308X)\b|\bChina\b", re.IGNORECASE)


class Odd(msgspec.Struct, frozen=True, kw_only=True):
    """A rate that does not fit the others: column, rule, and what is wrong with it."""

    column: str
    rule: str
    value: float
    message: Message
    remedy: Message


class _Allowed(msgspec.Struct, frozen=True):
    rule: str
    maker: str
    family: str
    name: str
    ratio: float | None

    def matches(self, rule: str, item: Item) -> bool:
        same = self.rule == rule and self.maker == item.maker and self.name in item.name
        return same and self.family in ("", item.text("family"))


@lru_cache(maxsize=1)
def _allowed() -> tuple[_Allowed, ...]:
    return tuple(_allowed_row(row) for row in rows("catalog/ratios.csv"))


def _allowed_row(row: Mapping[str, str]) -> _Allowed:
    ratio = None if row["ratio"] == "any" else float(row["ratio"])
    return _Allowed(row["rule"], row["maker"], row["family"], row["name"], ratio)


def odd_rates(item: Item) -> Iterator[Odd]:
    """Yield the dense rates of an accelerator that do not stand in the ratio of its family."""
    for rule, numerator, denominators, ordinary in _RULES:
        base = next((one for one in denominators if item.number(one) is not None), "")
        above, below = item.number(numerator), item.number(base)
        if above is None or not below or base == numerator:
            continue
        wanted = next((one.ratio for one in _allowed() if one.matches(rule, item)), ordinary)
        if wanted is not None and abs(above / below / wanted - 1) > TOLERANCE:
            yield _odd_ratio(rule, numerator, base, (above, above / below, wanted))


def density(item: Item) -> float:
    """Return the greatest dense rate (TOPS) x bits of an accelerator, a score of 0 where no rate is known."""
    return max((bits * (item.number(key) or 0.0) for key, bits in _BITS.items()), default=0.0)


def made_for_china(item: Item) -> bool:
    """Tell whether an accelerator was made for the Chinese market, by its own column or by its name."""
    flag = item.attributes.get("china_sku")
    return flag.value is True if flag is not None else bool(_CHINA_NAME.search(item.name))


def too_dense(item: Item) -> Odd | None:
    """Return what is wrong where a card made for China is above the density limit: a doubled figure."""
    found = density(item)
    if not made_for_china(item) or found < DENSITY_LIMIT:
        return None
    column = max(_BITS, key=lambda key: _BITS[key] * (item.number(key) or 0.0))
    return Odd(
        column=column,
        rule="density",
        value=item.number(column) or 0.0,
        message=msg(
            "catalog.density",
            "Dense rate x bits is {found}, cards made for China stay below {limit}: the figure probably counts sparsity.",
            found=found,
            limit=DENSITY_LIMIT,
        ),
        remedy=msg("catalog.density.remedy", "Halve the figure after reading the maker's footnote on sparsity."),
    )


def _odd_ratio(rule: str, numerator: str, base: str, found: tuple[float, float, float]) -> Odd:
    value, ratio, wanted = found
    return Odd(
        column=numerator,
        rule=rule,
        value=value,
        message=msg(
            "catalog.ratio",
            "{column} is {ratio} x {base}; dense rates of this family stand at {wanted}.",
            column=named(numerator, "accelerator"),
            ratio=round(ratio, 3),
            base=named(base, "accelerator"),
            wanted=wanted,
        ),
        remedy=msg(
            "catalog.ratio.remedy",
            "Check which of the two figures counts sparsity, another precision or a pair of cards.",
        ),
    )
