"""What the papers about the room share: words, cells, the machines with what they draw, and what is found on each circuit."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from planner.assess.lines import POWERED, LineFigures, parted
from planner.assess.memo import Memo
from planner.assess.run import Assessment
from planner.assess.site import NodeLoad
from planner.assess.to_lay import to_lay
from planner.checks.catalogue import ALL_CHECKS
from planner.checks.registry import Area, Finding, Outcome
from planner.checks.site_parts import name_of
from planner.documents.furniture import furniture
from planner.documents.model import (
    Block,
    Cell,
    Column,
    ColumnKind,
    Document,
    KeyValue,
    Language,
    Note,
    Number,
    Row,
    Signature,
    Text,
)
from planner.documents.numbering import labels
from planner.documents.titles import one_line, shortened
from planner.figure import Figure, Quality
from planner.limits import limit
from planner.messages import Labelled, format_number, format_value, render
from planner.plan.document import SiteNode
from planner.rounding import adding_up
from planner.tables import rows
from planner.tender.texts import date_text

AREAS: frozenset[Area] = frozenset({"power", "cooling", "rack", "noise", "floor", "safety"})
_HEAD = {"zh": 40, "en": 80}  # characters of the plan's name that leave room for the paper's in the running head
_KW_PLACES = 2
Spec = tuple[str, float, ColumnKind]


@lru_cache(maxsize=1)
def _words() -> dict[str, Labelled]:
    return {row["key"]: Labelled(zh=row["zh"], en=row["en"]) for row in rows("facility/papers.csv")}


class SiteDraft:
    """One paper about the room while it is written, in one language."""

    def __init__(self, assessment: Assessment, language: Language, today: dt.date, version: str) -> None:
        self.assessment = assessment
        self.language = language
        self.today = today
        self.version = version
        self.context = assessment.context
        self.site = assessment.context.site
        self.to_lay = to_lay(self.site.nodes)
        self._subjects = frozenset({"plan", *(node.id for node in self.site.nodes)}) - self.to_lay
        lines = parted(Memo(), assessment.context.lines)
        self.machines: tuple[LineFigures, ...] = lines.machines
        self.cooling = tuple(line for line in lines.cooling if line.line.quantity)
        self.ups = tuple(line for line in lines.ups if line.line.quantity)
        self.installed = tuple(line for line in lines.carried if line.line.quantity)
        self._losses_w = {one.line.line.id: one.heat_w for one in self.site.ups}

    # ------------------------------------------------------------------------------------------ words and cells
    def say(self, key: str, **values: object) -> str:
        """Return the words ``key`` of ``resources/facility/papers.csv``; raises KeyError for an unknown key."""
        return _words()[key].label(self.language).format_map(values)

    def columns(self, *specs: Spec) -> tuple[Column, ...]:
        """Return columns whose heads are the words ``column.<key>``."""
        return tuple(
            Column(
                key=key,
                title=self.say(f"column.{key}"),
                width_mm=width,
                kind=kind,
                align="center" if kind == "id" else None,
            )
            for key, width, kind in specs
        )

    def number(self, figure: Figure, decimals: int = 0, divisor: float = 1.0) -> Cell:
        """Return a figure as a cell, in its unit over ``divisor``; what is not known is said to be open."""
        if figure.value is None:
            return Text(self.say("open"))
        return Number(round(figure.value / divisor, decimals), decimals=decimals)

    def name(self, node: SiteNode) -> str:
        """Return what people call a node."""
        return one_line(format_value(name_of(node), self.language))

    def joined(self, names: Iterable[str]) -> str:
        """Return names as a list in a sentence."""
        return ("、" if self.language == "zh" else ", ").join(names)

    def title(self, line: LineFigures) -> str:
        """Return what a line is called."""
        return one_line(line.line.title.label(self.language))

    @property
    def room(self) -> str:
        """Return what the room is called in a sentence: words for 'this room' where nobody told."""
        room = self.site.room
        return one_line(room.title) if room is not None and room.title else self.say("room.open")

    # ------------------------------------------------------------------------------------------ what was found
    def findings(self, outcomes: Iterable[Outcome], checks: Iterable[str] = ()) -> Iterator[Finding]:
        """Yield the findings about the room or the plan in it with one of these outcomes, worst first, waived ones not.

        They are those of ``AREAS``, or of ``checks`` where some are named: these may be about lines and links of the build.
        """
        areas = frozenset(checks) or {check for check, area in _areas().items() if area in AREAS}
        wanted, anything = set(outcomes), bool(checks)
        for one in self.assessment.findings:
            here = one.subject in self._subjects or (anything and one.subject not in self.to_lay)
            if one.outcome in wanted and one.waiver is None and one.check in areas and here:
                yield one

    @property
    def is_open(self) -> bool:
        """Tell whether anything about room, supply and machines in it is wrong or not known yet: the paper is a draft then."""
        areas = _areas()
        return any(
            one.outcome in ("error", "unknown") and one.waiver is None and areas.get(one.check) in AREAS
            for one in self.assessment.findings
        )

    def verdict(self, load: NodeLoad, added: tuple[float, float | None] = (0.0, 0.0)) -> str:
        """Return how a node of the wiring stands with its current, in a word; where that is well, whether something else is wrong.

        ``added`` is what the paper asks to hang on it (A): what is certain, and the most, None where that is open.
        """
        worst = self._by_current(load, *added)
        if worst == "pass" and any(one.subject == load.node.id for one in self.findings(("error", "warning"))):
            worst = "other"
        return self.say(f"verdict.{worst}")

    def _by_current(self, load: NodeLoad, sure_a: float, added_a: float | None) -> str:
        """Return what ``supply_note`` says of a node: its current, or what is certain of it, against its breaker."""
        rating = load.rating_a.value
        if rating is None:
            return "unknown"
        share = limit("br.cont", self.assessment.plan.organisation.profile).require()
        least, most = (
            (load.least_a.value, load.most_a.value) if load.total_a.value is None else (load.total_a.value,) * 2
        )
        least = None if least is None else least + sure_a
        most = None if most is None or added_a is None else most + added_a
        if least is not None and least > rating:
            return "error"
        if most is None or (most > rating * share and least != most):
            return "unknown"
        return "warning" if most > rating * share else "pass"

    @property
    def supplies(self) -> tuple[NodeLoad, ...]:
        """Return the panels and circuits that are there today."""
        loads = self.site.loads.values()
        return tuple(
            load for load in loads if load.node.type in ("panel", "circuit") and load.node.id not in self.to_lay
        )

    def told(self, one: Finding) -> tuple[str, str]:
        """Return what a finding says, and what to do about it ('' where nothing is said)."""
        remedy = render(one.remedy, self.language) if one.remedy is not None else ""
        return one_line(render(one.message, self.language)), one_line(remedy)

    def supply_note(self) -> Note:
        """Return what the verdicts on circuits mean."""
        share = limit("br.cont", self.assessment.plan.organisation.profile)
        return Note(text=self.say("supply.note", share=format_number(100 * share.require())))

    def cooling_note(self) -> Iterator[Note]:
        """Yield where the input of planned air conditioners is from, if it is only reckoned by their capacity."""
        if any(line.unit_max_w.known and line.unit_max_w.quality is Quality.ASSUMED for line in self.cooling):
            yield Note(text=self.say("cooling.note", eer=format_number(limit("default.eer").require())))

    def part(self, kind: str, blocks: Iterable[Block], anchor: str) -> str:
        """Return what running text calls the section ``anchor`` of the paper: 第四部分, part 4."""
        return self.say("part", number=labels(self.document(kind, *blocks))[anchor])

    # ------------------------------------------------------------------------------------------ the paper
    def document(self, kind: str, *blocks: Block) -> Document:
        """Return the paper ``kind`` (``contact``, ``power`` or ``card``) of these blocks."""
        plan = self.assessment.plan
        title, project = self.say(f"{kind}.title"), one_line(plan.title.label(self.language))
        return Document(
            title=title,
            subtitle=project,
            language=self.language,
            audience="external",
            date=self.today,
            organisation=one_line(plan.organisation.name),
            version=self.version,
            draft=self.is_open,
            one_sheet=True,
            running_head=f"{shortened(project, _HEAD[self.language])}{furniture(self.language).head_gap}{title}",
            meta=(
                KeyValue(self.say("room"), Text(self._room_or_blank())),
                KeyValue(self.say("date"), Text(date_text(self.today, self.language))),
            ),
            blocks=blocks,
            keywords=(title,),
        )

    def _room_or_blank(self) -> str:
        room = self.site.room
        return one_line(room.title) if room is not None and room.title else self.say("room.blank")

    def signers(self, *roles: str) -> Signature:
        """Return the block in which these sign, with their remark."""
        heads = ("", *(self.say(f"sign.{one}") for one in ("remark", "name", "date")))
        return Signature(
            heads=heads,
            rows=tuple((self.say(f"sign.{role}"), "", "", "") for role in roles),
            widths_mm=(38.0, 62.0, 36.0, 30.0),
        )

    def machine_rows(self, lines: Sequence[LineFigures], keys: Sequence[str]) -> tuple[Row, ...]:
        """Return machines as rows of the columns ``keys``; their kilowatts add up to the totals, which are rounded from all."""
        rows = [self._machine_row(at, line, keys) for at, line in enumerate(lines, 1)]
        for key in ("total_kw", "heat_kw"):
            if key in keys:
                rows = self._adding_up(rows, keys.index(key), [self._kilowatts(key, line) for line in lines])
        return tuple(rows)

    def _kilowatts(self, key: str, line: LineFigures) -> float | None:
        figure = line.max_w if key == "total_kw" else self._heat_w(line)
        return None if figure is None or figure.value is None else figure.value / 1000

    def _adding_up(self, rows: list[Row], at: int, exact: list[float | None]) -> list[Row]:
        known = [
            number
            for number, value in enumerate(exact)
            if value is not None and isinstance(rows[number].cells[at], Number)
        ]
        shown = adding_up([exact[number] or 0.0 for number in known], _KW_PLACES)
        for number, value in zip(known, shown, strict=True):
            cells = list(rows[number].cells)
            cells[at] = Number(float(value), decimals=_KW_PLACES)
            rows[number] = Row(tuple(cells))
        return rows

    def _heat_w(self, line: LineFigures) -> Figure | None:
        return line.heat_w if line.line.role in POWERED else self._losses_w.get(line.line.id)

    def _machine_row(self, number: int, line: LineFigures, keys: Iterable[str]) -> Row:
        draws = line.line.role in POWERED or line.line.role == "cooling"
        none = Text(self.say("none"))
        heat = self._heat_w(line)
        cells: dict[str, Cell] = {
            "no": Number(number),
            "machine": Text(self.title(line)),
            "quantity": Number(line.line.quantity),
            "unit_w": self.number(line.unit_max_w) if draws else none,
            "total_kw": self.number(line.max_w, _KW_PLACES, 1000) if draws else none,
            "heat_kw": none if heat is None else self.number(heat, _KW_PLACES, 1000),
            "weight_kg": self.number(line.weight_kg),
            "rack_u": self.number(line.rack_u) if line.rack_u.value != 0 else none,
        }
        return Row(tuple(cells[key] for key in keys))


@lru_cache(maxsize=1)
def _areas() -> dict[str, Area]:
    return {check.id: check.area for check in ALL_CHECKS}
