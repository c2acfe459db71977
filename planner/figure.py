"""Figures: a number that carries its unit, formula, inputs, source and quality.

A ``Formula`` is a record and one pure function on floats; its text is an expression that a test evaluates.
``trace`` applies a formula to figures and returns the figure of the result. Unknown in, unknown out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from inspect import CO_VARARGS, CO_VARKEYWORDS
from itertools import chain, compress, repeat
from operator import attrgetter, is_
from types import MappingProxyType
from typing import Any

import msgspec

from planner.labels import Labelled


class Quality(StrEnum):
    """How well a number is known, best first."""

    MEASURED = "measured"
    PUBLISHED = "published"
    SECONDARY = "secondary"
    COMPUTED = "computed"
    ENTERED = "entered"
    ASSUMED = "assumed"
    UNKNOWN = "unknown"


# looked up for every figure that is made
_ASSUMED, _COMPUTED, _ENTERED, _UNKNOWN = Quality.ASSUMED, Quality.COMPUTED, Quality.ENTERED, Quality.UNKNOWN
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Formula(msgspec.Struct, frozen=True, kw_only=True):
    """A formula: key, label, executable text, unit of the result, source, and the function that computes it.

    ``text`` uses the names of the arguments of ``function`` and the grammar of ``planner.formulas``. ``error_class``
    names the band that is printed beside the result ('' where the result is exact arithmetic). ``names`` are those of
    the arguments in their order; raises TypeError where one of them may be left out.
    """

    key: str
    label: Labelled
    text: str
    unit: str
    source: str
    function: Callable[..., float]
    error_class: str = ""
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Note the arguments: with their names ``trace`` hands over numbers by place, which takes half as long."""
        code = self.function.__code__
        if self.function.__defaults__ or code.co_kwonlyargcount or code.co_flags & (CO_VARARGS | CO_VARKEYWORDS):
            raise TypeError(f"{self.key}: a formula names every number that it takes, and takes each always")
        msgspec.structs.force_setattr(self, "names", code.co_varnames[: code.co_argcount])

    def __call__(self, **values: Any) -> float:
        """Return the bare value; for matrices and inner loops."""
        return self.function(**values)


class Input(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One named input of a figure; a list input carries all its figures."""

    name: str
    figures: tuple[Figure, ...]
    many: bool = False


class Figure(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A number with where it comes from; ``value`` is None when it is not known.

    ``key`` is ``<alternative>/<subject or total>/<quantity>`` or the id of a catalog value. ``given`` are the figures it
    was computed from, by the formula's names; a tuple where the formula takes a list. ``missing`` names what would have
    to be known first (keys of leaf figures).
    """

    key: str
    value: float | None
    unit: str
    formula: Formula | None = None
    given: Mapping[str, Figure | tuple[Figure, ...]] = _NOTHING
    source: str = ""
    source_date: str = ""
    quality: Quality = Quality.COMPUTED
    low: float | None = None
    high: float | None = None
    missing: tuple[str, ...] = ()

    @property
    def inputs(self) -> tuple[Input, ...]:
        """Return what the figure was computed from; made when asked for, since few figures are looked into."""
        return tuple(
            Input(name=name, figures=(given,))
            if isinstance(given, Figure)
            else Input(name=name, figures=given, many=True)
            for name, given in self.given.items()
        )

    @property
    def known(self) -> bool:
        """Tell whether there is a value."""
        return self.value is not None

    def require(self) -> float:
        """Return the value in ``unit``; raises ValueError where it is unknown (callers ask ``known`` first)."""
        if self.value is None:
            raise ValueError(self.key)
        return self.value


def leaf(key: str, value: float | None, unit: str, quality: Quality, source: str = "", source_date: str = "") -> Figure:
    """Make a figure that is not computed; a missing value makes it unknown and names itself as missing."""
    if value is None:
        return unknown(key, unit)
    return Figure(key=key, value=value, unit=unit, quality=quality, source=source, source_date=source_date)


def entered(key: str, value: float | None, unit: str) -> Figure:
    """Make the figure of a number that the user entered; unknown where there is none."""
    if value is None:
        return unknown(key, unit)
    return Figure(key=key, value=value, unit=unit, quality=_ENTERED)


def unknown(key: str, unit: str, missing: tuple[str, ...] = ()) -> Figure:
    """Make the figure of something nobody has told us."""
    return Figure(key=key, value=None, unit=unit, quality=_UNKNOWN, missing=missing or (key,))


def constant(key: str, value: float, unit: str, source: str) -> Figure:
    """Make the figure of a physical or conventional constant."""
    return Figure(key=key, value=value, unit=unit, quality=Quality.PUBLISHED, source=source)


_VALUE, _QUALITY, _MISSING = attrgetter("value"), attrgetter("quality"), attrgetter("missing")
# a sum looks at hundreds of figures: by identity, since to compare them takes twice as long
_ASSUMED_EVERYWHERE, _NONE_EVERYWHERE = repeat(_ASSUMED), repeat(None)


class Gathered:
    """A list of figures with their numbers beside them, so that a sum over hundreds need not look into each again.

    ``put`` replaces one of them; what was traced with the list before keeps the old one.
    """

    __slots__ = ("_assumed", "_unknown", "figures", "numbers")

    def __init__(self, figures: Iterable[Figure]) -> None:
        """Gather figures."""
        self.figures = [*figures]
        self.numbers = [*map(_VALUE, self.figures)]
        self._assumed = sum(map(is_, map(_QUALITY, self.figures), _ASSUMED_EVERYWHERE))
        self._unknown = self.numbers.count(None)

    def __iter__(self) -> Iterator[Figure]:
        """Return an iterator over the figures."""
        return iter(self.figures)

    def put(self, place: int, figure: Figure) -> None:
        """Replace the figure at a place."""
        before = self.figures[place]
        self._assumed += (figure.quality is _ASSUMED) - (before.quality is _ASSUMED)
        self._unknown += (figure.value is None) - (before.value is None)
        self.figures[place], self.numbers[place] = figure, figure.value

    @property
    def assumed(self) -> bool:
        """Tell whether one of them is assumed."""
        return self._assumed > 0

    @property
    def unknown(self) -> bool:
        """Tell whether one of them is not known."""
        return self._unknown > 0


def trace(formula: Formula, key: str, **figures: Figure | Sequence[Figure] | Gathered) -> Figure:
    """Apply ``formula`` to ``figures`` and return the traced result under ``key``.

    A list argument goes to the function as a list of floats. Any unknown input makes the result unknown, so does a
    zero that the formula cannot take; an assumed input makes it assumed.
    """
    names = formula.names
    if len(figures) != len(names):
        raise TypeError(f"{formula.key} takes {', '.join(names)}, not {', '.join(figures)}")
    values: list[Any] = []
    quality = _COMPUTED
    asked: tuple[str, ...] = ()
    for name in names:
        given = figures[name]
        if given.__class__ is Figure:  # asked ten thousand times in an assessment, so without a call
            value = given.value
            if value is None:
                asked = _together(asked, given.missing or (given.key,))
            elif given.quality is _ASSUMED:
                quality = _ASSUMED
            values.append(value)
            continue
        figures[name], numbers, assumed, missing = _listed(given)  # type: ignore[arg-type]  # no figure: that was asked
        if assumed:
            quality = _ASSUMED
        if missing:
            asked = _together(asked, missing)
        values.append(numbers)
    made_from: Any = figures  # every list of it is a tuple by now
    if not asked:
        try:
            return Figure(
                key=key,
                value=formula.function(*values),
                unit=formula.unit,
                formula=formula,
                given=made_from,
                source=formula.source,
                quality=quality,
            )
        except ArithmeticError:  # a zero where none can be is a disguised unknown
            asked = tuple([part.key for part in _parts(made_from) if part.value == 0]) or (key,)
    return Figure(
        key=key,
        value=None,
        unit=formula.unit,
        formula=formula,
        given=made_from,
        source=formula.source,
        quality=_UNKNOWN,
        missing=asked,
    )


def _together(asked: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    """Return what is missing, each once; mostly it is what one input misses, which may be dozens of keys."""
    return tuple(dict.fromkeys(asked + more)) if asked else more


def _listed(
    given: Sequence[Figure] | Gathered,
) -> tuple[tuple[Figure, ...], Sequence[float | None], bool, tuple[str, ...]]:
    """Return the figures of a list, their numbers, whether one is assumed, and what is missing."""
    parts = tuple(given)
    numbers: Sequence[float | None]
    if isinstance(given, Gathered):
        numbers, assumed, is_open = given.numbers, given.assumed, given.unknown
    else:
        numbers = [*map(_VALUE, parts)]
        assumed = any(map(is_, map(_QUALITY, parts), _ASSUMED_EVERYWHERE))
        is_open = any(map(is_, numbers, _NONE_EVERYWHERE))
    if not is_open:
        return parts, numbers, assumed, ()
    asked = [*map(_MISSING, compress(parts, map(is_, numbers, _NONE_EVERYWHERE)))]  # most are known, and left alone
    if not all(asked):
        asked = [part.missing or (part.key,) for part in parts if part.value is None]
    return parts, numbers, assumed, tuple(dict.fromkeys(chain.from_iterable(asked)))


def _parts(given: Mapping[str, Figure | tuple[Figure, ...]]) -> list[Figure]:
    found: list[Figure] = []
    for part in given.values():
        if isinstance(part, Figure):
            found.append(part)
        else:
            found += part
    return found


def renamed(figure: Figure, key: str) -> Figure:
    """Return the same figure under another key."""
    return msgspec.structs.replace(figure, key=key)


def walk(figure: Figure) -> Iterator[Figure]:
    """Yield ``figure`` and everything it was computed from, each object once, depth first."""
    seen: set[int] = set()
    stack = [figure]
    while stack:
        current = stack.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        stack.extend(reversed(_parts(current.given)))


def leaves(figure: Figure) -> tuple[Figure, ...]:
    """Return the figures under ``figure`` that were not computed."""
    return tuple(part for part in walk(figure) if part.formula is None)
