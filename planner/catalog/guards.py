"""Guards: what a catalog item says that cannot be true, told with file, row, column, rule and remedy.

They run over the bundled tables when the program is built and over every import. A guard refuses what physics, units
or the trade rule out; it never corrects a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from planner.catalog.attributes import find_attribute, named
from planner.catalog.items import Item
from planner.catalog.mapping import CellProblem, written_cell
from planner.catalog.ratios import Odd, odd_rates, too_dense
from planner.messages import Message, msg
from planner.text_formats import fault_of, has_format

LEAST_W_WITH_C20 = 30.0  # a C20 inlet carries 16 A: a lower "power" is a current typed as watts
C14_LIMIT_A, C20_LIMIT_A = 10.0, 16.0  # IEC 60320-1
_INLET_LIMITS = {"C14": C14_LIMIT_A, "C20": C20_LIMIT_A}
SUPPLY_V = 230.0
LOW_VOLTAGE_V = 130.0  # upper end of the 4 h position, IEC 60309-1
_RATED_SLACK = 1.05  # ratings are rounded: 2,400 VA units come with a C14 cord of 10 A at 240 V


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """A value that cannot stand: where it is, which rule it breaks, what is wrong, what to do."""

    file: str
    row: str
    column: str
    value: str
    rule: str
    message: Message
    remedy: Message


_CHECK_SOURCE = msg("catalog.check_source", "Compare with the maker's page and correct the cell.")


def item_problems(item: Item, file: str = "") -> tuple[Problem, ...]:
    """Return what is wrong with one item: bounds, choices, ratios, and pairs of values that exclude each other."""
    return tuple(problem for guard in GUARDS for problem in guard(item, file))


def cell_problem(found: CellProblem, file: str, row: str) -> Problem:
    """Return a cell that could not be read as a problem of its file."""
    return Problem(
        file=file,
        row=row,
        column=found.column,
        value=found.value,
        rule="cell",
        message=found.message,
        remedy=found.remedy,
    )


def _bounds(item: Item, file: str) -> Iterator[Problem]:
    for key, given in item.attributes.items():
        found = find_attribute(key, item.kind)
        if found is None:
            yield _at(
                item,
                file,
                key,
                "unknown_attribute",
                msg("catalog.unknown_attribute", "There is no attribute {key}.", key=key),
            )
            continue
        if isinstance(given.value, str):
            fault = found.wrong_choice(given.value) if found.type in ("choice", "list") else _misread(key, given.value)
        else:
            fault = None if isinstance(given.value, bool) else found.out_of_bounds(float(given.value))
        if fault is not None:
            yield _at(item, file, key, "bounds", fault)


def _misread(key: str, text: str) -> Message | None:
    """Return what is wrong with a text of a set form; a row may give two schemes of supplies, as 3+3 or 5+1."""
    parts = text.split(" or ") if key == "psu_redundancy" else [text]
    return next((fault for part in parts if has_format(key) and (fault := fault_of(key, part)) is not None), None)


def _names(item: Item, file: str) -> Iterator[Problem]:
    for column, text in (("id", item.id), ("name", item.name)):
        if not text:
            yield _at(item, file, column, "empty", msg("catalog.empty", "{column} is empty.", column=column))


def _rates(item: Item, file: str) -> Iterator[Problem]:
    if item.kind != "accelerator":
        return
    for odd in odd_rates(item):
        yield _odd(item, file, odd)
    dense = too_dense(item)
    if dense is not None:
        yield _odd(item, file, dense)


def _devices(item: Item, file: str) -> Iterator[Problem]:
    memory, devices = item.number("memory_gb"), item.number("devices_per_board")
    single = item.number("memory_per_device_gb")
    if memory and devices and single and abs(memory / devices - single) > 0.01 * single:
        text = msg(
            "catalog.devices",
            "{memory} GB on {devices} devices is not {single} GB each.",
            memory=memory,
            devices=devices,
            single=single,
        )
        yield _at(item, file, "memory_per_device_gb", "devices", text)


def _ups_power(item: Item, file: str) -> Iterator[Problem]:
    volt_amperes, watts = item.number("rated_va"), item.number("rated_w")
    if item.kind == "ups" and volt_amperes and watts and watts > volt_amperes:
        text = msg(
            "catalog.ups_power",
            "{watts} W is more than {va} VA: probably the input rating.",
            watts=watts,
            va=volt_amperes,
        )
        yield _at(item, file, "rated_w", "ups_power", text)


def _inlet_power(item: Item, file: str) -> Iterator[Problem]:
    inlet = item.text("inlet") or item.text("input_connection")
    for key in ("rated_w", "power_max_w", "max_power_w"):
        watts = item.number(key)
        if watts is not None and watts < LEAST_W_WITH_C20 and inlet == "C20":
            text = msg(
                "catalog.amps_as_watts", "{watts} W behind a C20 inlet: probably amperes typed as watts.", watts=watts
            )
            yield _at(item, file, key, "amps_as_watts", text)


def _ups_inlet(item: Item, file: str) -> Iterator[Problem]:
    amps, volt_amperes = _INLET_LIMITS.get(item.text("input_connection")), item.number("rated_va")
    if item.kind != "ups" or amps is None or not volt_amperes:
        return
    volts = item.number("nominal_v") or SUPPLY_V
    if volt_amperes > amps * max(volts, SUPPLY_V) * _RATED_SLACK:
        text = msg(
            "catalog.ups_inlet",
            "{va} VA cannot come through a {inlet} inlet of {amps} A.",
            va=volt_amperes,
            inlet=item.text("input_connection"),
            amps=amps,
        )
        yield _at(item, file, "input_connection", "ups_inlet", text)


def _plug_hour(item: Item, file: str) -> Iterator[Problem]:
    """The earth position of an IEC 60309 plug tells its voltage: 4 h is 100-130 V, 6 h 200-250 or 380-415 V."""
    for column in ("inlet", "input_connection"):
        volts = item.number("volts") or item.number("nominal_v")
        if item.text(column).endswith("-4H") and volts is not None and volts > LOW_VOLTAGE_V:
            text = msg(
                "catalog.plug_hour",
                "{inlet} is the 100-130 V position, the unit has {volts} V.",
                inlet=item.text(column),
                volts=volts,
            )
            yield _at(item, file, column, "plug_hour", text)


def _supplies(item: Item, file: str) -> Iterator[Problem]:
    """A machine cannot draw more than its supplies give, nor a redundant one more than is left without the spares."""
    count, each, draw = (item.number(key) for key in ("psu_count", "psu_w", "max_power_w"))
    if item.kind != "system" or not count or not each or not draw:
        return
    needed, plus, spare = item.text("psu_redundancy").partition("+")
    working = float(needed) if plus and needed.isdigit() and spare.isdigit() else count
    if draw > working * each:
        text = msg(
            "catalog.supplies",
            "{draw} W is more than {working} supplies of {each} W give.",
            draw=draw,
            working=working,
            each=each,
        )
        yield _at(item, file, "max_power_w", "supplies", text)


def _typical(item: Item, file: str) -> Iterator[Problem]:
    for low_key, high_key in (
        ("power_typ_w", "power_max_w"),
        ("idle_power_w", "max_power_w"),
        ("measured_load_w", "measured_peak_w"),
        ("price_low", "price_high"),
    ):
        low, high = item.number(low_key), item.number(high_key)
        if low is not None and high is not None and low > high:
            text = msg(
                "catalog.order",
                "{low_key} {low} is above {high_key} {high}.",
                low_key=named(low_key, item.kind),
                low=low,
                high_key=named(high_key, item.kind),
                high=high,
            )
            yield _at(item, file, low_key, "order", text)


def _cooling(item: Item, file: str) -> Iterator[Problem]:
    total, sensible, power = (item.number(key) for key in ("total_kw", "sensible_kw", "power_in_kw"))
    if total and sensible and sensible > total:
        text = msg(
            "catalog.sensible", "Sensible {sensible} kW is more than total {total} kW.", sensible=sensible, total=total
        )
        yield _at(item, file, "sensible_kw", "sensible", text)
    eer = item.number("eer")
    if total and power and eer and abs(total / power / eer - 1) > 0.05:
        text = msg(
            "catalog.eer", "{total} kW for {power} kW is not an EER of {eer}.", total=total, power=power, eer=eer
        )
        yield _at(item, file, "eer", "eer", text)


def _model_counts(item: Item, file: str) -> Iterator[Problem]:
    for part_key, whole_key in (
        ("params_active_b", "params_total_b"),
        ("experts_active", "experts"),
        ("kv_heads", "heads"),
    ):
        part, whole = item.number(part_key), item.number(whole_key)
        if part is not None and whole is not None and part > whole:
            text = msg(
                "catalog.part",
                "{part_key} {part} is more than {whole_key} {whole}.",
                part_key=named(part_key, item.kind),
                part=part,
                whole_key=named(whole_key, item.kind),
                whole=whole,
            )
            yield _at(item, file, part_key, "part", text)


GUARDS: tuple[Callable[[Item, str], Iterator[Problem]], ...] = (
    _names,
    _bounds,
    _rates,
    _devices,
    _ups_power,
    _inlet_power,
    _ups_inlet,
    _plug_hour,
    _supplies,
    _typical,
    _cooling,
    _model_counts,
)


def _at(item: Item, file: str, column: str, rule: str, message: Message) -> Problem:
    given = item.attributes.get(column)
    value = written_cell(given.value) if given is not None else ""
    return Problem(file=file, row=item.id, column=column, value=value, rule=rule, message=message, remedy=_CHECK_SOURCE)


def _odd(item: Item, file: str, odd: Odd) -> Problem:
    return Problem(
        file=file,
        row=item.id,
        column=odd.column,
        value=written_cell(odd.value),
        rule=odd.rule,
        message=odd.message,
        remedy=odd.remedy,
    )
