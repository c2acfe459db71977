"""Units: conversions against published factors, and units that must never mix."""

from __future__ import annotations

import pytest

from planner.units import (
    BTU_PER_WH,
    DIMENSIONS,
    UNITS,
    W_PER_RT,
    UnitError,
    btu_h_from_w,
    convert,
    cooling_class_w,
    dimension_of,
    is_binary,
    prefix_of,
    symbols,
    unit,
    units_named,
    w_from_btu_h,
    w_from_rt,
)


@pytest.mark.parametrize(
    ("value", "source", "target", "expected"),
    [
        (1.6, "kW", "W", 1600.0),
        (2500, "W", "kW", 2.5),
        (3, "kVA", "VA", 3000.0),
        (1, "in", "mm", 25.4),
        (19, "in", "mm", 482.6),  # EIA rack width
        (0.08, "TB", "GB", 80.0),
        (80, "GiB", "B", 80 * 2**30),
        (1, "EB", "B", 1e18),
        (1024, "MiB", "GiB", 1.0),
        (400, "Gbit/s", "Mbit/s", 400_000.0),
        (3.35, "TB/s", "GB/s", 3350.0),
        (1, "PFLOPS", "TFLOPS", 1000.0),
        (90, "min", "h", 1.5),
        (1, "yr", "h", 8760.0),
        (3, "calendar year", "month", 36.0),
        (30, "%", "1", 0.3),
        (1, "t", "kg", 1000.0),
        (12, "", "1", 12.0),
    ],
)
def test_exact_conversions(value: float, source: str, target: str, expected: float) -> None:
    assert convert(value, source, target) == expected


@pytest.mark.parametrize(
    ("value", "source", "target", "expected", "tolerance"),
    [
        # ten drives of 3.84 TB are 34.9 TiB: what a file system shows
        (38.4, "TB", "TiB", 34.9246, 1e-4),
        # NIST SP 811 table B.8: 1 Btu_IT/h = 0.293 071 W, 1 ton of refrigeration = 3517 W
        (1, "BTU/h", "W", 0.293071, 1e-6),
        (1, "RT", "W", 3517, 0.2),
        (1, "RT", "BTU/h", 12_000, 1e-6),
        # 6.5 kW server: the maker's guide prints 22,179 BTU/h
        (6.5, "kW", "BTU/h", 22_179, 0.1),
        # 1 ft3/min = 4.719 474 E-04 m3/s (NIST SP 811 table B.8)
        (1, "CFM", "m3/h", 4.719474e-4 * 3600, 1e-6),
        # 5 kN/m2 is 509.9 kg/m2 at 9.80665 m/s2
        (5, "kN/m2", "kg/m2", 509.86, 0.01),
    ],
)
def test_published_conversions(value: float, source: str, target: str, expected: float, tolerance: float) -> None:
    assert convert(value, source, target) == pytest.approx(expected, abs=tolerance)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("VA", "W"),
        ("Gbit/s", "GB/s"),
        ("GB", "GB/s"),
        ("t", "RT"),
        ("hp", "W"),
        ("hp", "RT"),
        ("TOPS", "TFLOPS"),
        ("W", "Wh"),
        ("K", "degC"),
        ("U", "mm"),
        ("CNY", "USD"),
        ("month", "h"),
    ],
)
def test_units_of_different_dimensions_never_convert(source: str, target: str) -> None:
    with pytest.raises(UnitError, match="measures"):
        convert(1, source, target)


def test_unknown_unit_is_refused() -> None:
    with pytest.raises(UnitError, match="parsec"):
        convert(1, "parsec", "mm")


@pytest.mark.parametrize(
    ("spelling", "dimension", "keys"),
    [
        ("kW", "power", ["kW"]),
        ("KW", "power", ["kW"]),
        ("MW", "power", ["MW"]),
        ("mW", "power", ["mW"]),
        ("mw", "power", ["mW", "MW"]),
        ("Gbps", "bit_rate", ["Gbit/s"]),
        ("GBps", "byte_rate", ["GB/s"]),
        ("gbps", "byte_rate", ["Gbit/s", "GB/s"]),
        ("gb", "bytes", ["GB"]),
        ("平米", "area", ["m2"]),
        ("㎡", "area", ["m2"]),
        ("块", "number", ["1"]),
        ("块", "money_CNY", ["CNY"]),
        ("块", "power", ["1", "CNY"]),
        ("度", "energy", ["kWh"]),
        ("度", "temperature", ["degC"]),
        ("t", "power", ["t"]),
        ("匹", "power", ["hp"]),
        ("furlong", "length", []),
    ],
)
def test_spellings(spelling: str, dimension: str, keys: list[str]) -> None:
    assert [found.key for found in units_named(spelling, dimension)] == keys


@pytest.mark.parametrize(
    ("spelling", "dimension", "prefix"),
    [
        ("k", "power", "k"),
        ("K", "power", "k"),
        ("M", "power", "M"),
        ("m", "power", ""),
        ("g", "bytes", "G"),
        ("k", "length", ""),
        ("kk", "power", ""),
    ],
)
def test_bare_prefixes(spelling: str, dimension: str, prefix: str) -> None:
    assert prefix_of(spelling, dimension) == prefix


def test_the_table_is_whole() -> None:
    for found in UNITS.values():
        assert found.factor > 0
        assert found.dimension in DIMENSIONS
        assert bool(found.symbol.zh) == bool(found.symbol.en), found.key
    for dimension in DIMENSIONS.values():
        canonical = unit(dimension.canonical)
        assert (canonical.factor, canonical.dimension) == (1, dimension.key)
        assert dimension.label.zh
        assert dimension.label.en


def test_symbol_and_key_name_their_own_unit() -> None:
    for found in UNITS.values():
        for name in {found.symbol.zh, found.symbol.en} - {""}:
            plain = name.replace(" ", "")
            assert units_named(plain, found.dimension) == (found,) or units_named(name, found.dimension) == (found,)


def test_dimension_and_symbols() -> None:
    assert dimension_of("kW").canonical == "W"
    assert dimension_of("").key == "number"
    assert [symbol.zh for symbol in symbols("apparent_power")] == ["VA", "kVA"]
    assert is_binary(unit("GiB"))
    assert not is_binary(unit("GB"))
    assert not is_binary(unit("min"))


def test_heat_and_cooling() -> None:
    # facility practice: a 2.5 kW workstation is 8,530 BTU/h and 0.71 refrigeration tons
    assert btu_h_from_w(2500) == pytest.approx(8530, abs=1)
    assert convert(2500, "W", "RT") == pytest.approx(0.711, abs=0.001)
    assert convert(1, "RT", "W") == pytest.approx(W_PER_RT)
    assert w_from_btu_h(btu_h_from_w(1234.5)) == pytest.approx(1234.5)
    assert w_from_rt(2) == pytest.approx(24_000 / BTU_PER_WH)


def test_cooling_class_is_a_band_not_a_factor() -> None:
    assert cooling_class_w(1) == (2300, 2600)
    assert cooling_class_w(5) == (12_000, 12_000)  # not 12,500: the trade's sizes are not proportional
    assert cooling_class_w(10) == (25_000, 25_000)
