"""Every field with a number takes it with its unit as people write it: one table over the registry, one over an entry."""

from __future__ import annotations

import pytest

from desktop_app.services.fields import echo_of, edit_of, field_view
from planner.catalog.attributes import Attribute, all_attributes
from planner.catalog.load import bundled_item
from planner.errors import InputError
from planner.plan import paths
from planner.plan.edits import SetValue
from planner.plan.typed import _fact, edit_from_text
from tests.sample_plans import sample

# unit of the field -> spellings with what they are in it. Every unit of a numeric attribute must have a row here.
SAID: dict[str, dict[str, float]] = {
    "W": {"1.6kW": 1600, "350瓦": 350, "0.35 千瓦": 350, "350w": 350, "350W功率": 350},
    "kW": {"3500W": 3.5, "3.5千瓦": 3.5, "3.5 KW": 3.5, "3.5kw": 3.5},
    "mm": {"0.8m": 800, "80cm": 800, "80 厘米": 800, "800毫米": 800, "80公分": 800, "0.8米": 800},
    "h": {"90分钟": 1.5, "8小时": 8, "8个小时": 8, "8h": 8, "半小时": 0.5, "1小时30分": 1.5, "一个半小时": 1.5, "2小时半": 2.5},
    "GB": {"512G": 512, "512GB": 512, "512g内存": 512, "0.5T": 500, "0.5 TB": 500},
    "degC": {"27℃": 27, "27度": 27, "27 摄氏度": 27, "27C": 27},
    "A": {"16安": 16, "16 a": 16, "16安培": 16, "16000mA": 16},
    "kg": {"30公斤": 30, "30KG": 30, "0.03t": 30, "0.03吨": 30, "30 千克": 30},
    "V": {"380v": 380, "380伏": 380, "0.38kV": 380},
    "TFLOPS": {"100T": 100, "100 tflops": 100, "0.1P": 100},
    "TB": {"10T": 10, "10t": 10, "10000GB": 10, "10 TB硬盘": 10},
    "m": {"3米": 3, "300cm": 3, "3000mm": 3, "3 m": 3},
    "U": {"4U": 4, "4u": 4},
    "Gbit/s": {"10G": 10, "10Gbps": 10, "10000Mbps": 10, "万兆": 10, "千兆网": 1, "1000兆": 1, "25GE": 25},
    "CNY/kWh": {"0.6元": 0.6, "6毛": 0.6, "0.6元/度": 0.6, "60分": 0.6},
    "min": {"15分钟": 15, "0.25小时": 15, "半小时": 30, "1小时20分": 80, "1h20min": 80, "15分": 15},
    "GB/s": {"5GB/s": 5, "5000MB/s": 5},
    "kVA": {"10KVA": 10, "10千伏安": 10, "10000VA": 10},
    "yr": {"36个月": 3, "3年": 3, "3 years": 3, "18 months": 1.5, "3年半": 3.5},
    "USD": {"3美元": 3, "$3": 3},
    "s": {"5秒": 5, "500ms": 0.5, "1分钟": 60},
    "mA": {"0.01A": 10, "10毫安": 10},
    "m2": {"20平方米": 20, "20㎡": 20, "20平米": 20, "20平": 20, "20个平方": 20, "20 m2": 20, "20平方米面积": 20},
    "dB(A)": {"55分贝": 55, "55dB": 55, "55 dBA": 55},
    "d": {"30天": 30, "4周": 28, "4个星期": 28, "30日": 30},
    "CNY": {"3元": 3, "3块": 3},
    "Bparam": {"7B": 7, "7b": 7, "70亿": 7, "70亿参数": 7, "7B参数": 7},
    "B": {"2": 2},
    "%": {"92%": 92, "百分之九十二": 92},
    "week": {"4周": 4, "28天": 4, "4个星期": 4},
    "nm": {"7nm": 7, "7纳米": 7},
    "ms": {"5毫秒": 5, "0.005s": 5},
    "mm2": {"2.5平方": 2.5, "2.5mm²": 2.5, "2.5 mm2": 2.5},
    "m3/h": {"500立方米/小时": 500, "500方/小时": 500, "500 立方/小时": 500, "500m³/h": 500},
    "Wh": {"5kWh": 5000, "5度电": 5000},
    "VA": {"1.5kVA": 1500, "1500伏安": 1500},
    "TOPS": {"100T": 100},
    "MB": {"100M": 100, "0.1GB": 100},
    "GiB": {"6G": 6, "24GB": 24, "80 GiB": 80, "24g显存": 24, "24 G 显存": 24, "24576MiB": 24, "24576M": 24, "24gb": 24},
    "kg/m2": {"204公斤/平方米": 204, "204 kg/m²": 204, "2.0005566kN/m2": 204},  # 2,000.5566 N over 9.80665
    "CFM": {"300CFM": 300},
    "BTU/h": {"12000BTU/h": 12000, "1.2万BTU/h": 12000},
}  # fmt: skip
NUMERIC = [one for one in all_attributes() if one.numeric and one.unit not in ("", "1", "unit")]


def test_every_unit_of_the_registry_is_in_the_table() -> None:
    assert {one.unit for one in NUMERIC} <= set(SAID)


@pytest.mark.parametrize("attribute", NUMERIC, ids=lambda one: one.key)
def test_a_fact_takes_its_unit_as_people_write_it(attribute: Attribute) -> None:
    for said, value in SAID[attribute.unit].items():
        if attribute.choices:
            continue
        if attribute.out_of_bounds(value) is None:
            assert _fact(attribute, said, "here")["value"] == pytest.approx(value), said
        else:  # understood, and too large or small for this one: the refusal says so, not that the unit is strange
            with pytest.raises(InputError) as refused:
                _fact(attribute, said, "here")
            assert refused.value.message.id.startswith("attribute."), (said, refused.value.message.id)


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("hours_per_session", "24小时", 24.0),
        ("hours_per_session", "24个小时", 24.0),
        ("hours_per_session", "3天", 72.0),
        ("hours_per_session", "2周", 336.0),
        ("hours_per_session", "1小时30分", 1.5),
        ("hours_per_session", "每次90分钟", 1.5),
        ("hours_per_session", "1天半", 36.0),
        ("sessions_per_week", "3次", 3.0),
        ("sessions_per_week", "每周3次", 3.0),
        ("sessions_per_week", "3次/周", 3.0),
        ("sessions_per_week", "每人每周 0.5 次", 0.5),
        ("seq_len", "4096 tokens", 4096),
        ("seq_len", "1.6万", 16000),
        ("output_len", "512个token", 512),
        ("batch", "20个并发", 20),
        ("batch", "20人同时", 20),
        ("batch", "8路", 8),
        ("devices", "8张卡", 8),
        ("devices", "8卡", 8),
        ("facts/memory_need_gib", "24g显存", 24.0),
        ("facts/memory_need_gib", "6G", 6.0),
        ("facts/memory_need_gib", "24GB", 24.0),
        ("facts/memory_need_gib", "80 GiB", 80.0),
        ("facts/documents_per_run", "200篇", 200.0),
        ("facts/train_samples", "5万条", 50000.0),
        ("facts/train_samples", "0.5亿", 5e7),
        ("facts/online_share", "60%", 0.6),
        ("facts/hour_from", "22点", 22.0),
        ("facts/hour_from", "8:30", 8.5),
        ("facts/atoms", "10万原子", 100000.0),
        ("facts/image_px", "1024像素", 1024.0),
    ],
)
def test_a_field_of_a_job_takes_its_unit(path: str, text: str, expected: float) -> None:
    plan = sample()
    place = f"workload/{plan.workload[0].id}/{path}"
    edit = edit_from_text(plan, place, text, bundled_item)
    assert isinstance(edit, SetValue)
    value = edit.value["value"] if isinstance(edit.value, dict) else edit.value
    assert value == pytest.approx(expected)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("devices", "3周"),
        ("hours_per_session", "3kg"),
        ("facts/memory_need_gib", "6h"),
        ("batch", "5米"),
        ("seq_len", "x"),
    ],
)
def test_a_unit_that_belongs_elsewhere_is_refused_with_a_remedy(path: str, text: str) -> None:
    plan = sample()
    with pytest.raises(InputError) as refused:
        edit_from_text(plan, f"workload/{plan.workload[0].id}/{path}", text, bundled_item)
    assert refused.value.remedy is not None


@pytest.mark.parametrize(
    ("path", "text", "language", "said"),
    [
        ("hours_per_session", "3天", "zh", "72 小时"),
        ("hours_per_session", "3天", "en", "72 h"),
        ("facts/memory_need_gib", "24g显存", "zh", "24 GiB"),
    ],
)
def test_the_echo_says_what_was_understood_with_the_unit_of_the_field(
    path: str, text: str, language: str, said: str
) -> None:
    plan = sample()
    place = f"workload/{plan.workload[0].id}/{path}"
    view = field_view(plan, place, language)
    assert echo_of(edit_of(plan, place, text, bundled_item), view, language) == said


def test_other_parts_take_people_and_years_as_written() -> None:
    plan = sample()
    people = f"people/{plan.people[0].id}/count"
    assert (
        paths.read(
            edit_from_text(plan, people, "120名学生", bundled_item).apply(plan)[0],
            ("people", plan.people[0].id, "count"),
        )
        == 120
    )
