"""Packages of a purchase: goods in one, services in another, works outside; ceilings are the chosen prices."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec

from planner.assess.facts import fact_figure
from planner.assess.goods import Goods
from planner.assess.run import Assessment
from planner.figure import Quality
from planner.messages import Labelled
from planner.money import Money, sum_money
from planner.plan.document import Line
from planner.tables import rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LineClass = Literal["goods", "service", "works"]
PackageKind = Literal["goods", "service"]
_SERVICES = frozenset({"cloud", "api", "service", "software"})
_KINDS: tuple[PackageKind, ...] = ("goods", "service")
_FEN = Decimal("0.01")


class Category(msgspec.Struct, frozen=True, kw_only=True):
    """What a role is called in the catalogue of procurement items, '' where that is not known, and its trade."""

    code: str
    industry: Labelled


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """A line in a package; ``number`` is its place in the plan, ``cap`` the ceiling of the line (CNY with tax)."""

    number: int
    line: Line
    cap: Money | None
    category: Category
    is_core: bool

    @property
    def unit_cap(self) -> Decimal | None:
        """Return the ceiling of one unit in yuan, rounded down to the fen so that the line's ceiling holds."""
        if self.cap is None or not self.line.quantity:
            return None
        return (self.cap.amount / self.line.quantity).quantize(_FEN, "ROUND_DOWN")

    @property
    def is_estimated(self) -> bool:
        """Tell whether the ceiling rests on a price that nobody has quoted or entered."""
        return self.cap is not None and self.line.price.quality is Quality.ASSUMED

    def told(self, key: str) -> float | None:
        """Return what the user has said about the line under ``key``, in the unit of the attribute."""
        return fact_figure(self.line.facts, key, f"{self.line.id}/{key}", "").value


class Package(msgspec.Struct, frozen=True, kw_only=True):
    """One package with its items; ``cap`` is the sum of their ceilings, None where one is not known."""

    number: int
    kind: PackageKind
    items: tuple[Item, ...]
    cap: Money | None


class Purchase(msgspec.Struct, frozen=True, kw_only=True):
    """What is bought here and what is not: packages, the works outside them, and the money of each."""

    packages: tuple[Package, ...]
    outside: tuple[Item, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """Return the items of all packages in their order."""
        return tuple(item for package in self.packages for item in package.items)

    @property
    def cap(self) -> Money | None:
        """Return the sum of the packages' ceilings, None where one is not known."""
        return total(package.cap for package in self.packages)

    def of(self, kind: PackageKind) -> Package | None:
        """Return the package of goods or of services, None where there is none."""
        return next((one for one in self.packages if one.kind == kind), None)


def class_of(line: Line | Goods) -> LineClass:
    """Return whether a line is goods, a service or works."""
    if line.role == "works":
        return "works"
    return "service" if line.role in _SERVICES else "goods"


def purchase(assessment: Assessment) -> Purchase:
    """Return the packages of the assessed alternative: goods first, then services; works stay outside."""
    found: dict[LineClass, list[Item]] = {"goods": [], "service": [], "works": []}
    for number, prices in enumerate(assessment.context.prices.values(), 1):
        if prices.line.quantity > 0:
            found[class_of(prices.line)].append(_item(assessment, number, prices.line))
    made = [_package(kind, found[kind]) for kind in _KINDS if found[kind]]
    numbered = tuple(msgspec.structs.replace(one, number=at) for at, one in enumerate(made, 1))
    return Purchase(packages=numbered, outside=tuple(found["works"]))


def total(amounts: Iterable[Money | None]) -> Money | None:
    """Return the sum of amounts; None where one of them is not known or there are none."""
    parts = tuple(amounts)
    known = [one for one in parts if one is not None]
    return sum_money(known) if known and len(known) == len(parts) else None


def _item(assessment: Assessment, number: int, line: Line) -> Item:
    cap = assessment.context.prices[line.id].chosen.money
    catalog = assessment.context.lines[line.id].item
    is_tower = line.role == "compute" and catalog is not None and "tower" in catalog.text("form").split("|")
    category = category_of("workstation" if is_tower else line.role)
    return Item(number=number, line=line, cap=cap, category=category, is_core=False)


def _package(kind: PackageKind, items: list[Item]) -> Package:
    """Return a package whose dearest item is its core product, where there are several items of goods."""
    priced = [one for one in items if one.cap is not None]
    core = max(priced, key=lambda one: one.cap.amount if one.cap else 0, default=None)
    if kind == "goods" and len(items) > 1 and core is not None:
        items = [msgspec.structs.replace(one, is_core=one is core) for one in items]
    return Package(number=0, kind=kind, items=tuple(items), cap=total(one.cap for one in items))


def category_of(role: str) -> Category:
    """Return the category of a role."""
    return _categories().get(role) or _categories()["other"]


@lru_cache(maxsize=1)
def _categories() -> Mapping[str, Category]:
    return {
        row["role"]: Category(code=row["code"], industry=Labelled(zh=row["industry_zh"], en=row["industry_en"]))
        for row in rows("tender/categories.csv")
    }
