"""What all sections of a requirement book share: the plan's facts, the words, and the list of what is still open."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from decimal import Decimal

import msgspec

from planner.assess.run import Assessment
from planner.documents.model import Align, Cell, Column, ColumnKind, Language, Text
from planner.documents.titles import one_line
from planner.messages import Labelled, format_number
from planner.money import Money
from planner.tender.acceptance import Program, programs
from planner.tender.derive import numbered_lines
from planner.tender.packages import Item, Package, PackageKind, Purchase, purchase
from planner.tender.parameters import Parameter
from planner.tender.policy import policy_values
from planner.tender.qualification import EntryCheck, entry_checks
from planner.tender.scoring import Factor, factors, is_scored
from planner.tender.terms import Term, TermValue, term_values, terms
from planner.tender.texts import date_text, has_words, money_text, opening, text

# A column: key, width in mm, kind; an alignment where it is not what is usual for the kind.
Spec = tuple[str, float, ColumnKind] | tuple[str, float, ColumnKind, Align]
_PERCENT = frozenset(
    {"domestic_rate", "domestic_cost_share", "sme_rate", "low_mean", "low_second", "low_cap", "penalty_day"}
    | {"penalty_most", "availability_low", "availability_cut", "important_share", "general_share"}
)
# About a bold letter of a head at 8.4 points, and the white on both sides of a cell.
_LETTER_MM, _PADDING_MM = 2.0, 2.4


class Point(msgspec.Struct, frozen=True):
    """Something to settle before the final version: where, what, and in which way it is open."""

    place: str
    what: str
    state: str


class Draft:
    """One requirement book while it is written, in one language."""

    def __init__(
        self,
        assessment: Assessment,
        parameters: tuple[Parameter, ...],
        language: Language,
        today: dt.date,
        labels: Mapping[str, str],
    ) -> None:
        self.assessment = assessment
        self.parameters = parameters
        self.language = language
        self.today = today
        self.labels = labels
        self.profile = assessment.plan.organisation.kind
        self.purchase: Purchase = purchase(assessment)
        self.terms: tuple[Term, ...] = terms(self.purchase, self.profile)
        self.term_values: Mapping[str, TermValue] = term_values(self.purchase)
        self.policy_values = policy_values(today)
        self.programs: tuple[Program, ...] = programs(parameters)
        self.circumstances = self._circumstances()
        self.factors: tuple[Factor, ...] = self._factors()
        self.checks: tuple[EntryCheck, ...] = entry_checks(self.purchase, self.profile, self.circumstances)
        self.points: list[Point] = []
        self.numbers = {figures.line.id: number for number, figures in numbered_lines(assessment)}

    # ------------------------------------------------------------------------------------------ what there is
    @property
    def zh(self) -> bool:
        """Tell whether the paper is in Chinese."""
        return self.language == "zh"

    @property
    def is_company(self) -> bool:
        """Tell whether a company buys: another way of comparing, no policies of government procurement."""
        return self.profile == "company"

    @property
    def is_split(self) -> bool:
        """Tell whether there is more than one package, so that packages have to be named."""
        return len(self.purchase.packages) > 1

    def of_package(self, package: Package) -> tuple[Parameter, ...]:
        """Return the requirements of a package's items."""
        lines = {item.line.id for item in package.items}
        return tuple(one for one in self.parameters if one.line in lines)

    def package_of(self, one: Parameter) -> Package | None:
        """Return the package that a requirement belongs to."""
        return next((package for package in self.purchase.packages if one in self.of_package(package)), None)

    def term(self, key: str) -> Term | None:
        """Return the commercial term ``key``, None where it is not asked."""
        return next((one for one in self.terms if one.key == key), None)

    def plain(self, kind: PackageKind) -> tuple[Parameter, ...]:
        """Return the requirements of the package of ``kind`` that are neither ★ nor scored: of services, or without steps."""
        scored, package = set(self.scored()), self.purchase.of(kind)
        own = self.of_package(package) if package else ()
        return tuple(one for one in own if one.level != "star" and one.code not in scored)

    def scored(self) -> tuple[str, ...]:
        """Return the ids of the requirements that earn points: those of the goods."""
        goods = self.purchase.of("goods")
        return tuple(one.code for one in self.of_package(goods) if is_scored(one)) if goods else ()

    def _circumstances(self) -> frozenset[str]:
        roles = {item.line.role for item in self.purchase.items}
        found = {str(role) for role in roles} | {"cooling" if "cooling" in roles else "no_cooling"}
        found |= {one.library for one in self.parameters} | {package.kind for package in self.purchase.packages}
        if any(item.category.code for item in self.purchase.items):
            found.add("categories")
        if "low_cap" in self.policy_values:
            found.add("low_price")
        kinds: tuple[PackageKind, ...] = ("goods", "service")
        found |= {f"plain_{kind}" for kind in kinds if self.plain(kind)}
        return frozenset(found)

    def _factors(self) -> tuple[Factor, ...]:
        goods = self.purchase.of("goods")
        if goods is None:
            return ()
        plain_terms = sum(one.level != "star" and "goods" in one.parts for one in self.terms)
        return factors(self.of_package(goods), plain_terms, self.circumstances)

    # ------------------------------------------------------------------------------------------ words
    def say(self, key: str, **values: object) -> str:
        """Return the words ``book.<key>`` in the paper's language."""
        return text(f"book.{key}", self.language, **{**self._parties(), **values})

    def fill(self, words: Labelled, **values: object) -> str:
        """Return ``words`` with values of terms and policies, labels of tables, and ``values`` put in."""
        return words.label(self.language).format_map({**self.known_values(), **self._parties(), **values})

    def _parties(self) -> dict[str, str]:
        """Return what user and purchasing office are called: a company has departments, a university units."""
        return {name: text(f"book.party.{name}.{self.profile}", self.language) for name in ("user", "office")}

    def known_values(self) -> dict[str, str]:
        """Return what texts of data rows may name in braces."""
        found = {key: self.number(key, one.value) for key, one in self.term_values.items()}
        found |= {key: self.number(key, value) for key, value in self.policy_values.items()}
        for name in ("scoring", "programs", "terms", "items", "example"):
            found[f"table_{name}"] = self.ref(name)
        part, own = self.ref("section-evaluation"), self.ref("section-low-price")
        other = own.startswith(part) == self.zh  # 6.5 in a Chinese paper, （五） in an English one
        found["section_low_price"] = self.say("low.ref.other" if other else "low.ref", part=part, own=own)
        return found

    def number(self, key: str, value: Decimal) -> str:
        """Return a value of the terms or policies as it is printed; shares as per cent."""
        return format_number(value * 100) + "%" if key in _PERCENT else format_number(value)

    def ref(self, anchor: str) -> str:
        """Return the number of the table or section with ``anchor``; empty in the first of two runs."""
        return self.labels.get(anchor, "")

    def join(self, parts: Iterable[str]) -> str:
        """Return parts as a list in a sentence."""
        return ("、" if self.zh else ", ").join(parts)

    def date(self, day: dt.date) -> str:
        """Return a date as running text has it."""
        return date_text(day, self.language)

    def money(self, money: Money | None) -> str:
        """Return an amount of yuan in a sentence, the blank where it is not known."""
        if money is None:
            return self.say("blank")
        return money_text(money, self.language)

    def kinds(self, kinds: Iterable[PackageKind]) -> str:
        """Return which packages something applies to; empty where there is only one."""
        there = [one for one in self.purchase.packages if one.kind in set(kinds)]
        if not self.is_split or len(there) == len(self.purchase.packages):
            return self.say("all")
        return opening(self.join(self.package(one) for one in there), self.language)

    def package(self, package: Package) -> str:
        """Return what a package is called in a sentence: '包1', or the purchase where it is the only one."""
        return self.say("package", number=package.number) if self.is_split else self.say("purchase")

    def prefix(self, package: Package) -> str:
        """Return 'package 1: ' where there are several packages."""
        if not self.is_split:
            return ""
        said = self.say("package.prefix", package=self.package(package))
        return said if self.zh else said[0].upper() + said[1:] + " "

    @property
    def name(self) -> str:
        """Return the name of the project on one line."""
        return one_line(self.assessment.plan.title.label(self.language))

    def title(self, item: Item) -> str:
        """Return what an item is called."""
        return one_line(item.line.title.label(self.language))

    # ------------------------------------------------------------------------------------------ cells
    def blank(self, place: str, what: str) -> Text:
        """Return a blank to be filled in, and put it on the list of open points."""
        self.open(place, what, "fill")
        return Text(self.say("blank"))

    def open(self, place: str, what: str, state: str) -> None:
        """Put ``what`` on the list of open points: fill, verify or settle; ``place`` and ``what`` name words."""
        where = self.say(f"place.{place}")
        point = Point(where, self.say(what) if has_words(f"book.{what}") else what, self.say(f"open.{state}"))
        if point not in self.points:
            self.points.append(point)

    def columns(self, table: str, *specs: Spec) -> tuple[Column, ...]:
        """Return columns titled from the words ``book.<table>.<key>``, else ``book.col.<key>``."""
        made = [self._column(table, *spec) for spec in specs]
        return tuple(made) if self.zh else fitted(made)

    def _column(self, table: str, key: str, width: float, kind: ColumnKind, align: Align | None = None) -> Column:
        own = f"{table}.{key}"
        title = self.say(own if has_words(f"book.{own}") else f"col.{key}")
        return Column(key=key, title=title, width_mm=width, kind=kind, align=align)

    def dash(self, words: str) -> Cell:
        """Return ``words``, or a dash where there are none."""
        return Text(words or "—")

    def label(self, words: Labelled) -> Text:
        """Return a cell of words in the paper's language."""
        return self.cell(words.label(self.language))

    def cell(self, words: str) -> Text:
        """Return a cell that begins as a sentence does."""
        return Text(opening(words, self.language))


def fitted(columns: list[Column]) -> tuple[Column, ...]:
    """Return columns of the same total width, each wide enough for the longest word of its head; the widest give way."""
    least = [
        max((len(word) for word in column.title.split()), default=1) * _LETTER_MM + _PADDING_MM for column in columns
    ]
    widths = [max(column.width_mm, need) for column, need in zip(columns, least, strict=True)]
    excess = sum(widths) - sum(column.width_mm for column in columns)
    spare = [width - need for width, need in zip(widths, least, strict=True)]
    room = sum(spare)
    if excess <= 0 or room <= 0:
        return tuple(columns)
    widths = [width - excess * free / room for width, free in zip(widths, spare, strict=True)]
    pairs = zip(columns, widths, strict=True)
    return tuple(msgspec.structs.replace(column, width_mm=round(width, 2)) for column, width in pairs)
