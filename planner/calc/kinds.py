"""What a named calculation is: inputs with unit and default, and the formulas or the function that answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from planner.calc.grammar import Answer, chain, matrix, number, numbers, token
from planner.errors import InputError
from planner.figure import Formula
from planner.messages import msg

InputType = Literal["number", "list", "many", "matrix", "token", "chain"]
Values = Mapping[str, Any]


class Input(msgspec.Struct, frozen=True, kw_only=True):
    """One input: its key, unit, type, default (None: needed) and the name the formula gives it ('' for none).

    ``many`` is a number or a list whose elements are answered one by one. ``optional`` may be absent without default.
    """

    name: str
    unit: str = ""
    type: InputType = "number"
    default: float | str | None = None
    optional: bool = False
    to: str = ""
    used: bool = True

    @property
    def argument(self) -> str:
        """Return the name of the formula's argument."""
        return self.to or self.name


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A named calculation. Either ``formulas``, each answered for every element, or ``answer``."""

    name: str
    area: Literal["cost", "queue", "facility"]
    inputs: tuple[Input, ...]
    unit: str
    formulas: tuple[Formula, ...] = ()
    answer: Callable[[Values], Answer] | None = None
    says: str = ""

    def read(self, given: Mapping[str, str]) -> dict[str, Any]:
        """Return typed values of ``given`` with defaults filled in.

        Raises:
            InputError: a key is unknown or missing, or a value is not of its type.
        """
        known = {part.name: part for part in self.inputs}
        for key in given:
            if key not in known:
                raise InputError(
                    msg("calc.unknown_key", "{kind} has no input {key}.", kind=self.name, key=key),
                    msg("calc.unknown_key.remedy", "Accepted are: {known}.", known=tuple(known)),
                    key,
                )
        return {name: self._value(part, given) for name, part in known.items()}

    def _value(self, part: Input, given: Mapping[str, str]) -> Any:
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
    """Return ``text`` as the type of ``part``; raises InputError naming the key."""
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


def num(name: str, unit: str = "", to: str = "", default: float | None = None) -> Input:
    """Return a number input."""
    return Input(name=name, unit=unit, to=to, default=default)


def many(name: str, unit: str = "", to: str = "", default: float | None = None) -> Input:
    """Return an input that is a number or a list answered element by element."""
    return Input(name=name, unit=unit, to=to, default=default, type="many")


def seq(name: str, unit: str = "", to: str = "") -> Input:
    """Return a list input that goes to the formula as a whole."""
    return Input(name=name, unit=unit, to=to, type="list")


def maybe(name: str, unit: str = "") -> Input:
    """Return a number input that may be absent."""
    return Input(name=name, unit=unit, optional=True)


def word(name: str, default: str | None = None) -> Input:
    """Return a token input."""
    return Input(name=name, type="token", default=default)


def unused(name: str, unit: str = "") -> Input:
    """Return a number input that is given but does not enter the formula."""
    return Input(name=name, unit=unit, used=False)
