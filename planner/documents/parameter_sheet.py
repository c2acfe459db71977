"""The parameter sheet: list of items, technical requirements, site conditions, and what is still open in a draft.

It goes out, so it is made from objects without makers and names: titles of lines, words of the library, figures. Where
a threshold comes from is not in it: that would show suppliers what is planned.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator

from planner.assess.goods import Goods
from planner.assess.lines import LineFigures
from planner.assess.run import Assessment
from planner.documents.bounds import number_cell
from planner.documents.furniture import furniture
from planner.documents.model import (
    Block,
    Cell,
    Column,
    ColumnKind,
    Document,
    Group,
    KeyValue,
    Language,
    Mark,
    MoneyCell,
    Note,
    Number,
    Paragraph,
    Row,
    Section,
    Table,
    Text,
)
from planner.documents.site_facts import reckoned_cooling, site_rows
from planner.documents.titles import one_line, shortened
from planner.errors import ExportError, PaperRefused
from planner.messages import msg
from planner.tender.derive import Pending, numbered_lines, pending
from planner.tender.library import NUMBER_KINDS
from planner.tender.over_money import excess_of
from planner.tender.packages import class_of, purchase
from planner.tender.parameters import Parameter
from planner.tender.terms import proposal
from planner.tender.texts import date_text, money_text, opening, text
from planner.tender.wording import quantity, whole_sentence

VERSION = "V0.1"
_RULES = ("level", "limits", "answer", "fitted", "units", "neutral", "evidence", "new")
_KINDS: dict[str, ColumnKind] = {
    "no": "id",
    "code": "id",
    "level": "mark",
    "quantity": "number",
    "cap": "money",
    "low": "number",
    "high": "number",
}
_HEAD = {"zh": 40, "en": 80}  # characters of the plan's name that leave room for the paper's in the running head
_CENTRED = frozenset({"class", "unit", "condition", "codes", "relation", "state", "evidence"})
_PAPER = ("code", "level", "name", "requirement", "evidence", "acceptance")
_PAPER_MM = {"zh": (14, 10, 26, 68, 20, 28), "en": (14, 11, 25, 65, 25, 26)}
_ITEMS = ("no", "name", "class", "quantity", "unit", "condition", "cap", "codes")
_ITEMS_MM = {"zh": (12, 43, 16, 13, 13, 14, 27, 28), "en": (11, 40, 16, 18, 16, 19, 20, 26)}
_SHEET = (
    *("code", "item", "group", "level", "name", "requirement", "relation", "low", "high", "unit"),
    *("condition", "evidence", "acceptance"),
)
_SHEET_MM = (15, 33, 26, 12, 27, 62, 17, 15, 15, 18, 52, 24, 40)


def build_parameter_sheet(
    assessment: Assessment,
    parameters: tuple[Parameter, ...],
    language: Language,
    today: dt.date,
    draft: bool = True,
    version: str = VERSION,
) -> Document:
    """Return the parameter sheet of the assessed alternative, dated ``today``.

    Raises:
        ExportError: the final version is asked for while something still has to be verified or added.
    """
    sheet = _Sheet(assessment, parameters, language)
    points = sheet.open_points()
    if points and not draft:
        raise _not_final(len(points))
    title = one_line(assessment.plan.title.label(language))
    blocks = [sheet.reading(), sheet.items(), sheet.requirements(), sheet.site()]
    return Document(
        title=sheet.say("title"),
        subtitle=title,
        language=language,
        audience="external",
        date=today,
        organisation=one_line(assessment.plan.organisation.name),
        version=version,
        draft=draft,
        running_head=f"{shortened(title, _HEAD[language])}{furniture(language).head_gap}{sheet.say('title')}",
        meta=(
            KeyValue(sheet.say("version"), Text(version)),
            KeyValue(sheet.say("date"), Text(date_text(today, language))),
            KeyValue(sheet.say("state"), Text(sheet.say("draft" if draft else "final"))),
        ),
        blocks=(*blocks, *((sheet.open_list(points),) if points else ())),
        keywords=(sheet.say("title"),),
    )


def _not_final(count: int) -> ExportError:
    return PaperRefused(
        msg("sheet.open", "The final version cannot be written: {count} points are still open.", count=count),
        msg("sheet.open.remedy", "Write a draft, settle the points listed at its end, then write the final version."),
    )


class _Sheet:
    """The parts of one sheet in one language."""

    def __init__(self, assessment: Assessment, parameters: tuple[Parameter, ...], language: Language) -> None:
        self.assessment = assessment
        self.parameters = parameters
        self.language = language
        self.lines = numbered_lines(assessment)
        self.bought = purchase(assessment)
        self.has_caps = any(item.cap is not None for item in self.bought.items)
        site = assessment.context.site
        self.site_facts = site_rows(site.nodes, language, reckoned_cooling(site), site.place_derate)

    def say(self, key: str, **values: object) -> str:
        """Return the words ``key`` in the sheet's language."""
        return text(key, self.language, **values)

    def _columns(self, group: str, keys: tuple[str, ...], widths: tuple[float, ...]) -> tuple[Column, ...]:
        """Return columns of ``widths`` millimetres, titled from the words ``<group>.<key>``."""
        return tuple(
            Column(
                key=key,
                title=self.say(f"{group}.{key}"),
                width_mm=width,
                kind=_KINDS.get(key, "text"),
                align="center" if key in _CENTRED and (group, key) != ("col", "condition") else None,
            )
            for key, width in zip(keys, widths, strict=True)
        )

    # ------------------------------------------------------------------------------------------ how to read
    def reading(self) -> Section:
        """Return the rules of reading: a list on paper, a table in the workbook."""
        listed: list[Block] = []
        rows = []
        for number, rule in enumerate(_RULES, 1):
            lead, told = self.say(f"read.{rule}"), self.say(f"read.{rule}.text")
            full_stop = "。" if self.language == "zh" else ". "
            listed.append(Paragraph(marker=f"{number}.", lead=lead + full_stop, text=told, media="paper"))
            rows.append(Row((Number(number), Text(lead), Text(told))))
        table = Table(
            columns=self._columns("read", ("no", "topic", "text"), (14, 32, 130)),
            rows=tuple(rows),
            sheet=self.say("sheet.read"),
            numbered=False,
            media="sheet",
        )
        return Section(title=self.say("section.read"), blocks=(*listed, table), anchor="read")

    # ------------------------------------------------------------------------------------------ items
    def items(self) -> Section:
        """Return the list of what is bought, services and works included."""
        columns = self._columns("items", _ITEMS, _ITEMS_MM[self.language])
        shown = tuple(column for column in columns if self.has_caps or column.key != "cap")
        table = Table(
            columns=shown,
            rows=tuple(self._item(number, figures.line) for number, figures in self.lines),
            caption=self.say("items.caption"),
            anchor="items",
            sheet=self.say("sheet.items"),
            key_columns=2,
        )
        has_others = any(class_of(figures.line) != "goods" for _, figures in self.lines)
        note = (Note(text=self.say("items.note")),) if has_others else ()
        return Section(title=self.say("section.items"), blocks=(table, *note), anchor="section-items")

    def _item(self, number: int, line: Goods) -> Row:
        is_goods = class_of(line) == "goods"
        codes = [one.code for one in self.parameters if one.line == line.id]
        through = "～" if self.language == "zh" else " – "
        return Row(
            (
                Number(number),
                Text(one_line(line.title.label(self.language))),
                Text(self.say(f"class.{class_of(line)}")),
                Number(line.quantity),
                Text(self.say(f"uom.{line.uom}")),
                Text(self.say(f"items.{line.condition}") if is_goods else self.say("none")),
                *((self._cap(line),) if self.has_caps else ()),
                Text(through.join(dict.fromkeys((codes[0], codes[-1]))) if codes else self.say("none")),
            )
        )

    def _cap(self, line: Goods) -> Cell:
        """Return the ceiling of a line's price; a dash for what is not bought here, said to be unknown where nobody told."""
        item = next((one for one in self.bought.items if one.line.id == line.id), None)
        if item is None:
            return Text(self.say("none"))
        if item.cap is None:
            return Text(self.say("items.cap_unknown"))
        return MoneyCell(item.cap.amount, decimals=0 if item.cap.amount == item.cap.amount.to_integral_value() else 2)

    # ------------------------------------------------------------------------------------------ requirements
    def requirements(self) -> Section:
        """Return the technical requirements: one narrow table an item on paper, one wide table in the workbook."""
        papers: list[Block] = [
            self._paper_item(number, figures, own)
            for number, figures in self.lines
            if (own := [one for one in self.parameters if one.line == figures.line.id])
        ]
        wide = Table(
            columns=self._columns("col", _SHEET, _SHEET_MM),
            rows=tuple(self._wide_row(one) for one in self.parameters),
            sheet=self.say("sheet.requirements"),
            caption=self.say("sheet.requirements"),
            key_columns=5,
            landscape=True,
            filtered=True,
            media="sheet",
        )
        note = Note(text=self.say("requirements.note"), media="sheet")
        return Section(
            title=self.say("section.requirements"),
            blocks=(note, wide, *papers),
            anchor="section-requirements",
            new_page=True,
        )

    def _paper_item(self, number: int, figures: LineFigures, parameters: list[Parameter]) -> Section:
        title = one_line(figures.line.title.label(self.language))
        columns = self._columns("col", _PAPER, _PAPER_MM[self.language])
        rows: list[Row | Group] = []
        group = ""
        for one in parameters:
            if one.row.group.label(self.language) != group:
                group = one.row.group.label(self.language)
                rows.append(Group(group))
            rows.append(self._paper_row(one))
        table = Table(
            columns=columns,
            rows=tuple(rows),
            caption=self.say("table.caption", item=title),
            anchor=f"table-{figures.line.id}",
            media="paper",
        )
        counted = quantity(figures.line.quantity, self.say(f"uom.{figures.line.uom}") if self.language == "zh" else "")
        heading = self.say("heading.item", item=title, number=number, quantity=counted)
        return Section(title=heading, blocks=(table,), anchor=f"item-{figures.line.id}")

    def _paper_row(self, one: Parameter) -> Row:
        return Row(
            (
                Text(one.code),
                Mark(one.level),
                Text(one.row.name.label(self.language)),
                Text(whole_sentence(one, self.language)),
                self._or_dash(one.row.evidence.label(self.language)),
                self._or_dash(one.acceptance.label(self.language)),
            )
        )

    def _wide_row(self, one: Parameter) -> Row:
        counts = one.row.kind in NUMBER_KINDS
        return Row(
            (
                Text(one.code),
                Text(one_line(one.line_title.label(self.language))),
                Text(one.row.group.label(self.language)),
                Mark(one.level),
                Text(one.row.name.label(self.language)),
                Text(one.sentence.label(self.language)),
                Text(self.say(f"relation.{one.row.kind}")),
                number_cell(one.low),
                number_cell(one.high),
                Text((one.unit_text(self.language) if counts else "") or self.say("none")),
                self._or_dash(one.condition.label(self.language)),
                self._or_dash(one.row.evidence.label(self.language)),
                self._or_dash(one.acceptance.label(self.language)),
            )
        )

    def _or_dash(self, words: str) -> Text:
        return Text(opening(words, self.language) or self.say("none"))

    # ------------------------------------------------------------------------------------------ site
    def site(self) -> Section:
        """Return the conditions on site and what the supplier does about them."""
        rows = tuple(Row((Text(one.topic), Text(one.fact), Text(one.ask))) for one in self.site_facts)
        table = Table(
            columns=self._columns("site", ("topic", "fact", "ask"), (28, 84, 54)),
            rows=rows,
            caption=self.say("site.caption"),
            anchor="site",
            sheet=self.say("sheet.site"),
        )
        blocks = (table, Note(text=self.say("site.note")))
        return Section(title=self.say("section.site"), blocks=blocks, anchor="section-site")

    # ------------------------------------------------------------------------------------------ open points
    def open_points(self) -> tuple[Row, ...]:
        """Return what has to be settled before the final version: to add, to verify, to check again, by item."""
        missing = pending(self.assessment, self.parameters)
        rows = [row for number, figures in self.lines for row in self._points_of(number, figures.line, missing)]
        open_site = [one.topic for one in self.site_facts if one.is_open]
        if open_site:
            rows.append(self._point(self.say("none"), self.say("open.place"), open_site, "open.verify"))
        over = excess_of(self.assessment, self.bought) if self.has_caps else None
        if over is not None:
            said = self.say(
                "open.over_budget",
                asked=money_text(over.asked, self.language),
                excess=money_text(over.excess, self.language),
            )
            rows.append(self._point(self.say("none"), self.say("open.money"), [said], "open.check"))
        return tuple(rows)

    def _points_of(self, number: int, line: Goods, missing: Iterable[Pending]) -> Iterator[Row]:
        own = [one for one in self.parameters if one.line == line.id]
        title = one_line(line.title.label(self.language))
        added = [self._added(one) for one in missing if one.line == line.id]
        doubtful = [self._named(one) for one in own if one.threshold.to_verify]
        for item in self.bought.items:
            if item.line.id == line.id and self.has_caps and (item.cap is None or item.is_estimated):
                (doubtful if item.cap else added).append(self.say("open.cap"))
        clashing = [self._named(one) for one in own if one.threshold.finding is not None]
        for names, state in ((added, "open.missing"), (doubtful, "open.verify"), (clashing, "open.check")):
            if names:
                yield self._point(str(number), title, names, state)

    def _added(self, one: Pending) -> str:
        """Return what is to be added, with the value that the commercial terms propose until then."""
        name = one.row.name.label(self.language)
        proposed = proposal(self.bought, one.row.keys)
        if proposed is None:
            return name
        value = quantity(float(proposed.value), one.row.unit_text(self.language))
        return self.say("open.proposed", name=name, value=value)

    def _named(self, one: Parameter) -> str:
        return f"{one.code} {one.row.name.label(self.language)}"

    def _point(self, number: str, item: str, names: list[str], state: str) -> Row:
        joint = "、" if self.language == "zh" else "; "
        return Row((Text(number), Text(item), Text(opening(joint.join(names), self.language)), Text(self.say(state))))

    def open_list(self, points: tuple[Row, ...]) -> Section:
        """Return the list of open points of a draft."""
        table = Table(
            columns=self._columns("open", ("no", "item", "point", "state"), (14, 42, 84, 26)),
            rows=points,
            caption=self.say("open.caption"),
            anchor="open",
            sheet=self.say("sheet.open"),
            key_columns=2,
        )
        blocks = (table, Note(text=self.say("open.note")))
        return Section(title=self.say("section.open"), blocks=blocks, anchor="section-open")
