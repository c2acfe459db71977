"""The words an external paper must not have: every maker and card of the catalog, no ordinary word."""

from __future__ import annotations

import pytest

from planner.catalog.load import bundled_of
from planner.render.scan import scan_texts
from planner.tender.brands import forbidden_words, item_words
from planner.tender.library import library
from tests.checks.factories import make_item

BRANDED = (
    "配置 RTX 4090 显卡四张",
    "采用英伟达加速卡",
    "华为服务器",
    "GeForce系列",
    "昇腾910B加速卡",
    "支持CUDA",
    "浪潮NF5468M6服务器",
    "one A100 card in each server",
    "cards joined by NVLink",
    "山特UPS",
)
NEUTRAL = (
    "1 GB按10亿字节计",
    "每张加速卡的专用显存≥24 GB",
    "四卡工作站",
    "通用服务器，第三方检测",
    "支持PCIe接口的加速卡",
    "不间断电源（UPS），额定950 W",
    "Workstation with four accelerators",
    "put together on site",
    "several machines of the market",
)


def hits(text: str) -> list[str]:
    return [hit.word for hit in scan_texts([("here", text)], forbidden_words())]


@pytest.mark.parametrize("text", BRANDED)
def test_brands_are_found(text: str) -> None:
    assert hits(text)


@pytest.mark.parametrize("text", NEUTRAL)
def test_ordinary_words_are_not(text: str) -> None:
    assert hits(text) == []


def test_every_named_card_of_the_catalog_is_watched() -> None:
    missed = [item.name for item in bundled_of("accelerator") if not hits(f"加速卡 {item.maker} {item.name} 加速卡")]
    assert missed == []


def test_makers_are_watched_in_both_languages() -> None:
    assert {"NVIDIA", "英伟达", "Huawei", "华为", "APC", "H3C", "新华三"} <= forbidden_words()


def test_class_rows_are_no_brands() -> None:
    assert "(class)" not in forbidden_words()
    assert "8x RTX 4090 server" not in forbidden_words()


def test_rows_of_the_user_count_too() -> None:
    own = make_item("mine", "system", "Examplecorp", max_power_w=1)
    assert "Examplecorp" in set(item_words(own))
    assert "Examplecorp" in forbidden_words([own])


def test_the_library_names_nobody() -> None:
    for row in library():
        for words in (row.name, row.subject, row.condition, row.evidence, row.acceptance, row.basis, *row.options):
            assert hits(words.zh) + hits(words.en) == [], row.code
