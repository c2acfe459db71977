"""Current by phase: what each line of a three-phase supply carries, and single-phase circuits, against the breaker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter

from planner.assess.context import Context
from planner.assess.facts import text
from planner.assess.formulas import CURRENT_3PH_LN_A
from planner.assess.site import NodeLoad
from planner.checks.site_parts import asked, key_of, name_of, used
from planner.documents.model import Language
from planner.facility.circuits import CURRENT_1PH_A, CURRENT_3PH_A, CURRENT_SUM_A
from planner.figure import Figure, trace
from planner.limits import limit, with_own_limits
from planner.messages import Message, format_number, format_value, msg, render, shown
from planner.pictures.bar_groups import Bar, Group, margin_text
from planner.pictures.bars import WIDTH_MM, BarsDrawing
from planner.pictures.layout import EDGE_MM, spaced
from planner.pictures.plot_table import Row
from planner.pictures.scene import Scene
from planner.pictures.status import WORDS, Status, judged
from planner.plan.document import NodeType

LINES = ("L1", "L2", "L3")
_SUPPLIES: tuple[NodeType, ...] = ("panel", "circuit", "pdu", "ups")
_RATING = attrgetter("rating_a.value")


@with_own_limits
def phases_scene(context: Context, language: Language, width_mm: float = WIDTH_MM) -> Scene:
    """Return the currents (A) of each line of each supply in use, with what others draw, against its rating."""
    name = context.alternative.title.label(language)
    title = msg("phases.title", "Current by phase – {name}", name=name)
    groups = _Maker(context, language).groups()
    subtitle = _SUBTITLE if groups else msg("phases.none", "No circuit is in use yet; plug machines in first")
    return BarsDrawing(groups, language, width_mm - 2 * EDGE_MM, title, subtitle).scene()


_SUBTITLE = msg(
    "phases.subtitle",
    "Bars start at zero, others on the circuit included; the upright line is the rating of the breaker",
)


def line_currents(load: NodeLoad) -> tuple[Figure, ...] | None:
    """Return the currents (A) of L1, L2 and L3 of a three-phase node, with what others draw; None for a single phase."""
    lines = load.total_a.given.get("lines_a")
    if isinstance(lines, tuple):
        return lines
    watts = load.own_a.given.get("lines_w")
    if isinstance(watts, tuple):
        return tuple(_on(load, leg, power) for leg, power in zip(LINES, watts, strict=True))
    if load.own_a.formula in (CURRENT_3PH_A, CURRENT_3PH_LN_A):
        return (load.total_a,) * 3
    return None


def _on(load: NodeLoad, leg: str, power_w: Figure) -> Figure:
    volts, factor = load.own_a.given["volts_ln_v"], load.own_a.given["power_factor"]
    assert isinstance(volts, Figure)
    assert isinstance(factor, Figure)
    name = f"{key_of(load)}/{leg}"
    own = trace(CURRENT_1PH_A, f"{name}_single_a", power_w=power_w, volts_ln_v=volts, power_factor=factor)
    return trace(CURRENT_SUM_A, f"{name}_a", current_a=[own, load.other_a])


class _Maker:
    """Makes the groups of one alternative in one language."""

    def __init__(self, context: Context, language: Language) -> None:
        self.context = context
        self.language = language
        profile = context.organisation.profile
        self._most = limit("br.cont" if profile == "NEC" else "br.max", profile).require()
        self._advised = limit("br.cont", profile).require()

    def groups(self) -> tuple[Group, ...]:
        """Return one group for each three-phase supply, and one for single-phase circuits of the same rating."""
        loads = [load for kind in _SUPPLIES for load in used(self.context.site, kind)]
        three = [(load, lines) for load in loads if (lines := line_currents(load)) is not None]
        single = [load for load in used(self.context.site, "circuit") if line_currents(load) is None]
        return (*(self._three(load, lines) for load, lines in three), *self._single(single))

    def _three(self, load: NodeLoad, lines: tuple[Figure, ...]) -> Group:
        rating = load.rating_a
        bars = tuple(self._bar(leg, one, rating, load.total_a.key) for leg, one in zip(LINES, lines, strict=True))
        title = msg("phases.three", "{name}, A for each line", name=name_of(load.node))
        open_ = asked(load.open_legs or load.lone_legs)
        said = self._rated(rating)
        if open_:
            said = msg("phases.open", "{rating}; at most, as not known: {names}", rating=said, names=open_)
        return Group(title=self._say(title), bars=bars, limit=rating.value, limit_text=self._say(said))

    def _single(self, loads: Iterable[NodeLoad]) -> Iterator[Group]:
        by_rating: dict[float | None, list[NodeLoad]] = {}
        for load in loads:
            by_rating.setdefault(_RATING(load), []).append(load)
        for rated in by_rating.values():
            rating = rated[0].rating_a
            bars = tuple(
                self._bar(self._name(load), load.total_a, rating, load.total_a.key, load.own_a) for load in rated
            )
            title = self._say(msg("phases.single", "Single-phase circuits, A"))
            yield Group(title=title, bars=bars, limit=rating.value, limit_text=self._say(self._rated(rating)))

    def _name(self, load: NodeLoad) -> str:
        leg, name = text(load.node.values, "leg"), spaced(format_value(name_of(load.node), self.language))
        return f"{name} {leg}" if leg else name

    def _rated(self, rating: Figure) -> Message:
        if rating.value is None:
            return msg("bars.open", "limit to confirm: {names}", names=asked(rating.missing))
        return msg("phases.rating", "rated {rating} A", rating=format_number(shown(rating.value)))

    def _bar(self, label: str, current: Figure, rating: Figure, key: str, part: Figure | None = None) -> Bar:
        status, state = self._judged(current, rating)
        said = self._say(WORDS["unknown"]) if current.value is None else f"{format_number(shown(current.value))} A"
        row = Row(label=label, values=(said,), state=state, status=status, bold=status == "over")
        known = part.value if part is not None and part.value is not None else 0.0
        return Bar(row=row, value=current.value, known=known, key=key)

    def _judged(self, current: Figure, rating: Figure) -> tuple[Status, str]:
        if current.value is None or rating.value is None:
            return "unknown", self._say(WORDS["unknown"])
        most = rating.value * self._most
        status = judged(current.value, most, rating.value * self._advised)
        amount = f"{format_number(shown(abs(most - current.value)))} A"
        if current.value > most:
            return status, margin_text(status, amount, self.language, over=True)
        left = msg("phases.left", "{word}, {amount} to the rating", word=WORDS[status], amount=amount)
        return status, self._say(left)  # the room card tells what is left for long: another limit, another word

    def _say(self, message: Message) -> str:
        return spaced(render(message, self.language))
