"""Checks of how well the numbers are known: assumed values that decide a result, and rows that are no products."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, compress
from operator import attrgetter

from planner.assess.context import View
from planner.assess.demand import EntryFigures, Fit
from planner.assess.fits import Fits
from planner.assess.lines import LineFigures, parted
from planner.assess.sifting import sifted
from planner.assess.site import NodeLoad
from planner.checks.registry import Check, Finding, passed
from planner.checks.sensitivity import Swings
from planner.checks.site_parts import all_loads, asked, name_of
from planner.figure import Figure
from planner.limits import all_limits, limit
from planner.messages import Labelled, Message, msg

CLASS_MAKERS = frozenset({"(class)", "generic", "(guide)"})


Result = tuple[Callable[[], Message], Figure, Figure]
"""A comparison that somebody relies on: what it is about, told when asked, and the two figures of it."""
_OF_NODE: Callable[[NodeLoad], tuple[Figure, Figure]] = attrgetter("total_a", "rating_a")
_JUDGED = {"judged": {True}}
Pairs = tuple[tuple[Fit, Figure, Figure], ...]
_WORDS = {
    "unit_price_chosen": msg("DQ01.price", "unit price"),
    "memory_need_gib": msg("DQ01.memory", "memory needed"),
}


def assumptions_decide(view: View) -> Iterator[Finding]:
    """DQ01: assumed values, rows from memory among them, on which a result hangs; in one finding."""
    alone = [one for one in _results(view) if one[1].value is not None and one[2].value is not None]
    judged, at_nodes = _nodes(view)
    fitting: Pairs = view.memo.call(_fit_pairs, view.fits)
    if not alone and not fitting and not judged:
        return
    swing, swings = limit("dq.swing"), view.memo.own(_swings)
    pairs = chain(((need, there) for _name, need, there in (*alone, *fitting)), map(_OF_NODE, judged))
    swings.forget(chain.from_iterable(pairs))
    found: dict[str, Figure] = {}
    turned: list[Message] = []
    for name, need, there in alone:
        deciding = swings.deciding(need, there)
        if deciding:
            found.update(deciding)
            turned.append(name())
    for load, deciding in compress(zip(judged, at_nodes, strict=True), at_nodes):
        found.update(deciding)
        turned.append(_of_node(load))
    of_fits, turning = view.memo.call(_turning, swings, fitting)
    found.update(of_fits)
    turned += _fits_in(view, turning) if turning else ()
    if found:
        yield _decided(view, found, turned, swing)
    else:
        say = msg("DQ01.pass", "No result turns when an assumed value is {share} % off.", share=100 * swing.require())
        yield passed("plan", say, swing)


def _turning(swings: Swings, fitting: Pairs) -> tuple[dict[str, Figure], set[tuple[int, int]]]:
    """Return the assumed values on which fits hang, and the pairs of figures that turn; kept while the fits are the same."""
    found: dict[str, Figure] = {}
    turning: set[tuple[int, int]] = set()
    for _fit, need, there in fitting:
        deciding = swings.deciding(need, there)
        if deciding:
            found.update(deciding)
            turning.add((id(need), id(there)))
    return found, turning


def _swings() -> Swings:
    swing = limit("dq.swing").require()
    return Swings((1 - swing, 1 + swing))


def _decided(view: View, found: dict[str, Figure], turned: list[Message], swing: Figure) -> Finding:
    name = _namer(view)
    return Finding(
        outcome="warning",
        subject="plan",
        message=msg(
            "DQ01.decides",
            "Comes out otherwise if an assumption is {share} % off: {results}. Assumed are: {values}.",
            share=100 * swing.require(),
            results=tuple(turned),
            values=tuple(name(part) for part in found.values()),
        ),
        remedy=msg("DQ01.remedy", "Measure these values, or ask the maker for them, before you rely on the result."),
        figures=(*found.values(), swing),
    )


def _results(view: View) -> Iterator[Result]:
    money, site = view.money, view.site
    yield lambda: msg("DQ01.budget", "the budget"), money.planned.figure, money.budget.figure
    yield lambda: msg("DQ01.cooling", "the cooling"), site.heat_w, site.sensible_cooling_w


def _nodes(view: View) -> tuple[tuple[NodeLoad, ...], tuple[Mapping[str, Figure], ...]]:
    """Return the loads of which current and rating are known, and the assumed values on which each of them hangs."""
    swings, loads = view.memo.own(_swings), all_loads(view.memo, view.site.loads)
    judged = sifted(view.memo, "loads to judge", loads, _is_judged, _JUDGED)["judged"]
    return judged, view.memo.each("DQ01 nodes", lambda load: swings.deciding(*_OF_NODE(load)), judged, (swings,))


def _is_judged(load: NodeLoad) -> bool:
    return bool(load.connected) and load.total_a.value is not None and load.rating_a.value is not None


def _fit_pairs(fits: Fits) -> Pairs:
    """Return the comparisons of need and memory that are there, each once: machines with the same card share one."""
    unique = {(id(one.fit.need_gib), id(one.fit.visible_gib)): one.fit for one in fits.kinds if _is_compared(one.fit)}
    return tuple((fit, fit.need_gib, fit.visible_gib) for fit in unique.values())


def _is_compared(fit: Fit) -> bool:
    return (
        fit.devices_there >= fit.devices_needed and fit.need_gib.value is not None and fit.visible_gib.value is not None
    )


def _fits_in(view: View, turning: set[tuple[int, int]]) -> Iterator[Message]:
    """Yield the names of the fits whose comparison turns, entry by entry in the order of the lines."""
    for entry, kinds in view.fits.by_entry.items():
        rows = [
            row
            for kind in kinds
            if (id(kind.fit.need_gib), id(kind.fit.visible_gib)) in turning
            and kind.fit.devices_there >= kind.fit.devices_needed
            for row in zip(kind.places, kind.lines, strict=True)
        ]
        yield from (_of_fit(view, entry, line) for _place, line in sorted(rows))


def _of_node(load: NodeLoad) -> Message:
    return msg("DQ01.current", "the current of {node}", node=name_of(load.node))


def _of_fit(view: View, entry: str, line: str) -> Message:
    title = view.demand[entry].entry.title
    return msg("DQ01.fit", "{entry} on {line}", entry=title, line=view.lines[line].line.title)


def _namer(view: View) -> Callable[[Figure], Message]:
    """Return the function that names an assumed value: whose it is, what it is, and its value."""

    def name(figure: Figure) -> Message:
        head, _, last = figure.key.rpartition("/")
        what = _WORDS.get(last) or _customary(last) or asked((figure.key,))[0]
        owner = next((found for part in reversed(head.split("/")) if (found := _owner(view, part)) is not None), None)
        if owner is None:
            return msg("DQ01.value", "{what} {value}", what=what, value=figure)
        return msg("DQ01.owned", "{what} of {owner} {value}", what=what, owner=owner, value=figure)

    return name


def _owner(view: View, part: str) -> Labelled | str | None:
    """Return what the row, entry, line or node of this id is called; few of them own a value that decides."""
    rows: Mapping[str, str] = view.memo.call(_row_names, view.lines)
    if part in rows:
        return rows[part]
    demand: Mapping[str, EntryFigures] = view.demand
    lines: Mapping[str, LineFigures] = view.lines
    if part in demand:
        return demand[part].entry.title
    if part in lines:
        return lines[part].line.title
    node = next((one for one in view.site.nodes if one.id == part), None)
    return None if node is None else name_of(node)


def _row_names(lines: Mapping[str, LineFigures]) -> dict[str, str]:
    rows = {id(row): row for line in lines.values() for row in (line.card, line.item) if row is not None}
    return {row.id: row.name for row in rows.values()}


@lru_cache(maxsize=256)
def _customary(key: str) -> Labelled | None:
    """Return what a limit is called that customary values come from."""
    by_key = {one.key: one.label for one in all_limits()}
    return by_key.get(key) or by_key.get(f"default.{key}")


def class_rows(view: View) -> Iterator[Finding]:
    """DQ03: lines whose row stands for a class of machines; the label of the one offered replaces its values."""
    lines = parted(view.memo, view.lines).all
    states = view.memo.column("class rows", lines, _class_planned)
    found = [*compress(lines, states)]
    if found:
        yield Finding(
            outcome="note",
            subject="plan",
            message=msg(
                "DQ03.class",
                "Power and size are those of a typical machine, not of a product: {lines}.",
                lines=tuple(line.line.title for line in found),
            ),
            remedy=msg("DQ03.remedy", "Ask the sellers for the label of the machine they offer, and enter its values."),
            figures=tuple(line.unit_max_w for line in found if line.unit_max_w.known),
        )
    elif False in states:
        yield passed("plan", msg("DQ03.pass", "Each catalog row in use is a product."))


def _class_planned(line: LineFigures) -> bool | None:
    """Tell whether a planned line's row is a class template; None where none of it is planned or it has no row."""
    return is_class(line) if line.line.quantity and line.item is not None else None


def is_class(line: LineFigures) -> bool:
    """Tell whether the machine of a line is a class template of the catalog."""
    return line.item is not None and line.item.maker in CLASS_MAKERS


CHECKS = (
    Check(
        id="DQ01",
        area="data",
        title=msg("DQ01.title", "Assumptions that decide"),
        reads=("demand", "fits", "lines", "money", "site"),
        source="each assumed value is moved up and down by the limit dq.swing; a result that turns hangs on it",
        limit="dq.swing",
        blocking=False,
        run=assumptions_decide,
    ),
    Check(
        id="DQ03",
        area="data",
        title=msg("DQ03.title", "Catalog rows are products"),
        reads=("lines",),
        source="class templates of the catalog are computed from component powers",
        blocking=False,
        run=class_rows,
    ),
)
