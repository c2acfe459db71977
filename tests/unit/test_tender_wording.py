"""Sentences of every kind in both languages, conditions, lists, units, and the library itself."""

from __future__ import annotations

import pytest

from planner.figure import unknown
from planner.messages import Labelled
from planner.tender.library import LibraryRow, frameworks_of, library, library_of, options_of
from planner.tender.parameters import Parameter, Threshold
from planner.tender.rules import RULES
from planner.tender.texts import opening
from planner.tender.wording import quantity, sentence, whole_sentence
from planner.units import UNITS


def row(code: str) -> LibraryRow:
    return next(one for one in library() if one.code == code)


def bound(low: float | None = None, high: float | None = None, *options: tuple[str, str], unit: str = "") -> Threshold:
    listed = tuple(Labelled(zh=zh, en=en) for zh, en in options)
    return Threshold(origin="fixed", low=low, high=high, options=listed, chosen=unknown("x", "1"), unit=unit)


def parameter(code: str, threshold: Threshold) -> Parameter:
    found, nothing = row(code), Labelled(zh="", en="")
    return Parameter(
        code="P-101",
        line="ws",
        line_title=nothing,
        row=found,
        level=found.level,
        threshold=threshold,
        sentence=sentence(found, threshold),
        basis=nothing,
        acceptance=nothing,
    )


@pytest.mark.parametrize(
    ("code", "threshold", "zh", "en"),
    [
        ("acc.mem", bound(24), "每张加速卡的专用显存≥24 GB", "Dedicated memory of each card: not less than 24 GB"),
        (
            "acc.count",
            bound(4),
            "每台整机本次配置的加速卡数量≥4张",
            "Accelerator cards fitted in each machine: not less than 4 cards",
        ),
        (
            "power.node",
            bound(None, 2.5),
            "每台整机满载时的交流输入功率≤2.5 kW",
            "AC input power of each machine at full load: not more than 2.5 kW",
        ),
        (
            "power.vin",
            bound(200, 240),
            "输入电压允许范围（单相，50 Hz）覆盖200 V～240 V（可更宽）",
            "Permitted input voltage, single phase, 50 Hz: covers at least 200 V to 240 V (a wider range is accepted)",
        ),
        (
            "ups.comm",
            bound(None, None, ("以太网", "Ethernet"), ("USB", "USB")),
            "与主机联动关机的通信接口具备下列任一种即可：以太网、USB",
            "Communication interface for automatic shutdown: any one of Ethernet or USB",
        ),
        (
            "st.proto",
            bound(None, None, ("NFS", "NFS"), ("SMB", "SMB")),
            "设备同时支持：①NFS；②SMB",
            "The device offers all of the following: (a) NFS; (b) SMB",
        ),
        ("st.proto", bound(None, None, ("NFS", "NFS")), "设备支持NFS", "The device offers NFS"),
        (
            "safe.it",
            bound(None, None, ("GB 4943.1", "GB 4943.1")),
            "产品安全符合GB 4943.1",
            "Product safety: complies with GB 4943.1",
        ),
        (
            "sys.form",
            bound(),
            "整机可装入19英寸标准机柜，随机配齐导轨",
            "The machine fits a 19-inch rack and comes with its rails",
        ),
        (
            "sv.warranty",
            bound(3),
            "自验收合格之日起的整机质保期≥3年",
            "Warranty of the whole unit from acceptance: not less than 3 years",
        ),
    ],
)
def test_each_kind(code: str, threshold: Threshold, zh: str, en: str) -> None:
    assert sentence(row(code), threshold) == Labelled(zh=zh, en=en)


def test_a_bound_in_another_unit() -> None:
    assert sentence(row("power.node"), bound(None, 25, unit="W")).zh.endswith("≤25 W")


def test_short_conditions_stand_in_brackets_long_ones_alone() -> None:
    short, long = parameter("acc.count", bound(4)), parameter("acc.mem", bound(24))
    assert whole_sentence(short, "zh") == "每台整机本次配置的加速卡数量≥4张（同一规格，交货时已安装）。"
    assert whole_sentence(long, "zh").startswith("每张加速卡的专用显存≥24 GB。标称值，")
    assert whole_sentence(short, "en").endswith("4 cards. All of one specification, installed on delivery.")


def test_units_stand_after_a_space_except_han_and_percent() -> None:
    assert (quantity(1000, "GB/s"), quantity(4, "张"), quantity(80, "%"), quantity(2, "")) == (
        "1,000 GB/s",
        "4张",
        "80%",
        "2",
    )
    assert quantity(None, "GB") == "— GB"


def test_one_of_a_kind_is_no_plural() -> None:
    assert [quantity(1, unit) for unit in ("cards", "card-hours", "sets", "ms", "TFLOPS")] == [
        "1 card",
        "1 card-hour",
        "1 set",
        "1 ms",
        "1 TFLOPS",
    ]
    assert quantity(2, "cards") == "2 cards"
    assert sentence(row("acc.count"), bound(1)).en == "Accelerator cards fitted in each machine: not less than 1 card"


def test_cells_begin_with_a_capital_in_english_but_symbols_stay() -> None:
    shown = [opening(words, "en") for words in ("public data sheet", "kW", "dB(A)", "≥24 GB", "", "2 x 3 h")]
    assert shown == ["Public data sheet", "kW", "dB(A)", "≥24 GB", "", "2 x 3 h"]
    assert opening("public", "zh") == "public"


@pytest.mark.parametrize("one", library(), ids=lambda one: f"{one.code}-{one.roles[0]}")
def test_library_rows_are_whole(one: LibraryRow) -> None:
    assert one.rule in RULES
    assert one.unit in UNITS or not one.unit
    assert one.source
    for words in (one.name, one.group, one.subject, one.acceptance):
        assert words.zh
        assert words.en
    for words in (one.condition, one.evidence, one.basis):
        assert bool(words.zh) == bool(words.en)
    assert one.level != "star" or one.evidence.zh  # a mandatory row without proof is challenged
    assert ("{pass}" in one.acceptance.zh) == ("{pass}" in one.acceptance.en) == (one.pass_share is not None)
    if one.kind == "enum_all" and not one.subject.zh.endswith(("支持", "具备")):
        pytest.fail(f"{one.code}: the verb comes last, the list inserts 同时 before it")
    assert " " not in one.subject.zh.replace("1 m", "").replace("50 Hz", "")


def test_row_numbers_are_unique_within_a_role() -> None:
    for role in {role for one in library() for role in one.roles}:
        numbers = [one.number for one in library_of(role)]
        assert len(numbers) == len(set(numbers))
        assert all(1 <= number <= 99 for number in numbers)


def test_frameworks_known_of_software_stacks() -> None:
    assert frameworks_of("CUDA") == {"pytorch"}
    assert frameworks_of("CANN/MindSpore/torch_npu") == {"pytorch", "mindspore"}
    assert frameworks_of("Groq compiler / GroqCloud") == frozenset()
    assert set(options_of("method")) == {"infer", "lora", "qlora", "full"}
