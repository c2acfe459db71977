"""A list in English words is read as it is meant, however quantity and price are written: nothing is guessed silently."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.services.desk import Desk, open_desk
from desktop_app.services.first_start_lines import read_lines
from desktop_app.services.line_english import english_tail, in_marks
from desktop_app.services.read_line import ReadLine, notes_of

NAMES = (
    "UPS 3 kVA",
    "RTX 4090",
    "Rack 42U",
    "Monitor 4K",
    "Cable 3 m",
    "Switch 10G 24-port",
    "SSD 4 TB",
    "显卡",
    "DDR5 64 GB",
)
PIECES = ("pcs", "pc", "pieces", "units", "unit", "ea", "sets", "lots", "items")
READS = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    folder: Path = tmp_path_factory.mktemp("lists")
    made = open_desk(folder / "w.db", lambda: dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC))
    yield made
    made.close()


def read(desk: Desk, typed: str) -> ReadLine:
    (line,) = read_lines(typed, desk.store)
    return line


@st.composite
def counts(draw: st.DrawFn) -> tuple[str, int]:
    number = draw(st.integers(1, 999))
    blank = draw(st.sampled_from(("", " ")))
    word = draw(st.sampled_from(PIECES))
    return draw(
        st.sampled_from((f"{number}{blank}{word}", f"qty {number}", f"Qty: {number}", f"({number} {word})"))
    ), number


@st.composite
def prices(draw: st.DrawFn) -> tuple[str, Decimal]:
    thousands = draw(st.integers(1, 999))
    part = draw(st.integers(0, 9))
    spelt = (
        (f"{thousands},{part}00", Decimal(f"{thousands}{part}00")),
        (f"{thousands}.{part}k", Decimal(f"{thousands}{part}00")),
        (f"{thousands} thousand", Decimal(thousands * 1000)),
        (f"{thousands}.{part}M", Decimal(f"{thousands}{part}00000")),
        (f"{thousands}.{part} million", Decimal(f"{thousands}{part}00000")),
    )
    text, amount = draw(st.sampled_from(spelt))
    around = draw(
        st.sampled_from(
            ("{}", "RMB {}", "CNY {}", "¥{}", "{} yuan", "{} RMB", "@ {}", "at {} each", "{}/unit", "{} each")
        )
    )
    return around.format(text), amount


DOUBTS = ("lines.small", "lines.large")  # a price was read, and is asked about for what it is


@given(st.sampled_from(NAMES), counts(), prices(), st.sampled_from((" ", ", ", "\t", " - ")))
@READS
def test_quantity_and_price_are_read_in_every_spelling(
    desk: Desk, name: str, count: tuple[str, int], price: tuple[str, Decimal], gap: str
) -> None:
    line = read(desk, f"{name}{gap}{count[0]}{gap}{price[0]}")
    assert (line.name, line.quantity) == (name, count[1])
    assert line.price is not None and line.price.amount == price[1], line
    assert [note.id for note in notes_of(line) if note.id not in DOUBTS] == []


@given(st.sampled_from(NAMES), counts(), prices())
@READS
def test_an_amount_of_all_pieces_is_divided(
    desk: Desk, name: str, count: tuple[str, int], price: tuple[str, Decimal]
) -> None:
    bare = price[0].removeprefix("@ ").removeprefix("at ").removesuffix(" each").removesuffix("/unit")
    line = read(desk, f"{name} {count[0]}, total {bare}")
    assert line.price is not None and (line.name, line.quantity) == (name, count[1])
    assert abs(line.price.amount * count[1] - price[1]) <= Decimal("0.005") * count[1]
    assert [note.id for note in notes_of(line) if note.id not in DOUBTS] == ["lines.from_total"]


@given(st.text(max_size=40))
@READS
def test_any_text_is_read_without_a_fault_and_never_grows(typed: str) -> None:
    name, tail = english_tail(typed)
    assert isinstance(in_marks(typed), str)
    assert len(name) <= len(typed) and len(tail) <= 3
    assert name or not tail


@pytest.mark.parametrize(
    ("typed", "name", "quantity", "price"),
    [
        ("UPS 3 kVA 18k", "UPS 3 kVA", 1, "18000"),
        ("RTX 4090 24GB 2 pcs 3700", "RTX 4090 24GB", 2, "3700"),
        ("2 RTX 4090 18000", "RTX 4090", 2, "18000"),
        ("RTX 4090 18000", "RTX 4090", 1, "18000"),
        ("2 pcs of RTX 4090 18k", "RTX 4090", 2, "18000"),
        ("RTX 4090 x2 18k", "RTX 4090", 2, "18000"),
        ("Workstation 2 150k-180k", "Workstation", 2, "165000"),
        ("Monitor 4K", "Monitor 4K", 1, None),
        ("HDD SAS 10K", "HDD SAS 10K", 1, None),
        ("Cable ties 1000 0.5", "Cable ties", 1000, "0.5"),
        ("Item\tQty\tUnit price (CNY)\nUPS\t2 pcs\t18k", "UPS", 2, "18000"),
    ],
)
def test_as_people_write_them(desk: Desk, typed: str, name: str, quantity: int, price: str | None) -> None:
    line = read(desk, typed)
    assert (line.name, line.quantity) == (name, quantity)
    assert (None if line.price is None else line.price.amount) == (None if price is None else Decimal(price))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("Workstation -2 pcs 3700", "lines.no_count"),
        ("Workstation 1.5 pcs 3700", "lines.no_count"),
        ("Workstation 0 units 3700", "lines.no_count"),
        ("Printer 2 pcs 1.2m", "lines.price"),
        ("GPU server 1.2M", "lines.maybe_price"),
        ("2 pcs 3700", "lines.no_name"),
    ],
)
def test_what_is_not_sure_is_said(desk: Desk, typed: str, told: str) -> None:
    assert [note.id for note in notes_of(read(desk, typed))] == [told]
