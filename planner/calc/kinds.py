"""What a named calculation is: inputs with unit and default, and the formulas or the function that answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, Literal

import msgspec

from planner.calc.bounds import Bound, bound_of, refuse
from planner.calc.grammar import Answer, chain, matrix, number, numbers, token
from planner.errors import InputError
from planner.figure import Formula
from planner.messages import msg

InputType = Literal["number", "list", "many", "matrix", "token", "chain"]
Values = Mapping[str, Any]


class Input(msgspec.Struct, frozen=True, kw_only=True):
    """One input: its key, unit, type, default (None: needed) and the name the formula gives it ('' for none).

    ``many`` is a number or a list whose elements are answered one by one. ``optional`` may be absent without default.
    ``bound`` is what each number must lie in; None takes what goes with name and unit. ``length`` is how many a list has.
    """

    name: str
    unit: str = ""
    type: InputType = "number"
    default: float | str | None = None
    optional: bool = False
    to: str = ""
    used: bool = True
    bound: Bound | None = None
    length: int | None = None

    @property
    def accepted(self) -> Bound:
        """Return the range of the input's numbers."""
        return bound_of(self.name, self.unit) if self.bound is None else self.bound

    @property
    def argument(self) -> str:
        """Return the name of the formula's argument."""
        return self.to or self.name


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A named calculation. Either ``formulas``, each answered for every element, or ``answer``.

    The numbers of the inputs ``rising`` must not fall from one to the next.
    """

    name: str
    area: Literal["cost", "queue", "facility", "sizing"]
    inputs: tuple[Input, ...]
    unit: str
    formulas: tuple[Formula, ...] = ()
    answer: Callable[[Values], Answer] | None = None
    says: str = ""
    rising: tuple[str, ...] = ()

    def read(self, given: Mapping[str, str]) -> dict[str, Any]:
        """Return typed values of ``given`` with defaults filled in.

        Raises:
            InputError: a key is unknown or missing, or a value is not of its type or out of its bounds.
        """
        known = {part.name: part for part in self.inputs}
        for key in given:
            if key not in known:
                raise InputError(
                    msg("calc.unknown_key", "{kind} has no input {key}.", kind=self.name, key=key),
                    msg("calc.unknown_key.remedy", "Accepted are: {known}.", known=tuple(known)),
                    key,
                )
        values = {name: self._value(part, given) for name, part in known.items()}
        self._check_order(values)
        return values

    def _check_order(self, values: Values) -> None:
        for first, then in pairwise(self.rising):
            if values[first] > values[then]:
                raise InputError(
                    msg("calc.order", "{then} is less than {first}.", then=then, first=first),
                    msg("calc.order.remedy", "They must rise: {keys}.", keys=self.rising),
                    then,
                )

    def _value(self, part: Input, given: Mapping[str, str]) -> Any:
        if part.optional and given.get(part.name) == "none":
            return None
        if part.name in given:
            return read_value(part, given[part.name])
        if part.default is None and not part.optional:
            raise missing(self.name, part.name, part.unit)
        return part.default


def missing(kind: str, key: str, unit: str = "") -> InputError:
    """Return the error for an input that is needed and was not given."""
    return InputError(
        msg("calc.missing", "{kind} needs {key}.", kind=kind, key=key),
        msg("calc.missing.remedy", "Add {key}=...; its unit is {unit}.", key=key, unit=unit or "-"),
        key,
    )


def read_value(part: Input, text: str) -> Any:
    """Return ``text`` as the type of ``part`` within its bounds; raises InputError naming the key."""
    value = _typed(part, text)
    if part.length is not None and len(value) != part.length:
        raise InputError(
            msg("calc.length", "{key} has {count} elements, not {length}.", key=part.name, count=len(value), length=part.length),
            msg("calc.length.remedy", "Write all of them, 0 for what carries nothing, such as [100,0,300]."),
            part.name,
        )  # fmt: skip
    for one in _plain_numbers(part, value):
        if not part.accepted.accepts(one):
            raise refuse(part.name, part.unit, part.accepted, one)
    return value


def _plain_numbers(part: Input, value: Any) -> list[float]:
    """Return the numbers that the bounds are for; the columns of a table have no common ones."""
    if part.type in ("number", "many", "list"):
        return value if isinstance(value, list) else [value]
    return []


def _typed(part: Input, text: str) -> Any:
    match part.type:
        case "number":
            return number(text, part.name)
        case "list":
            return numbers(text, part.name)
        case "many":
            return numbers(text, part.name) if text.startswith("[") else number(text, part.name)
        case "matrix":
            return matrix(text, part.name)
        case "chain":
            return chain(text, part.name)
        case "token":
            return token(text, part.name)


def elements(kind: Kind, values: Values) -> list[dict[str, Any]]:
    """Return the arguments of the formulas for each element; lists pair up, a number goes with every element.

    Raises:
        InputError: two lists have different lengths.
    """
    many = {part.name for part in kind.inputs if part.type == "many" and isinstance(values[part.name], list)}
    lengths = {len(values[name]) for name in many}
    if len(lengths) > 1:
        raise InputError(
            msg("calc.lengths", "{keys} have different numbers of elements.", keys=tuple(sorted(many))),
            msg("calc.lengths.remedy", "Lists pair up element by element; a single number goes with all."),
            sorted(many)[0],
        )
    arguments = {part.name: part.argument for part in kind.inputs if part.used}
    return [
        {argument: values[name][place] if name in many else values[name] for name, argument in arguments.items()}
        for place in range(lengths.pop() if lengths else 1)
    ]


def num(name: str, unit: str = "", to: str = "", default: float | None = None, bound: Bound | None = None) -> Input:
    """Return a number input."""
    return Input(name=name, unit=unit, to=to, default=default, bound=bound)


def many(name: str, unit: str = "", to: str = "", default: float | None = None) -> Input:
    """Return an input that is a number or a list answered element by element."""
    return Input(name=name, unit=unit, to=to, default=default, type="many")


def seq(name: str, unit: str = "", to: str = "", length: int | None = None) -> Input:
    """Return a list input that goes to the formula as a whole, of ``length`` numbers where that is fixed."""
    return Input(name=name, unit=unit, to=to, type="list", length=length)


def maybe(name: str, unit: str = "") -> Input:
    """Return a number input that may be absent."""
    return Input(name=name, unit=unit, optional=True)


def word(name: str, default: str | None = None) -> Input:
    """Return a token input."""
    return Input(name=name, type="token", default=default)


def unused(name: str, unit: str = "") -> Input:
    """Return a number input that is given but does not enter the formula."""
    return Input(name=name, unit=unit, used=False)
