"""Rows to choose from: goods first, classes by a Chinese name, prices beside them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.services.desk import Desk, open_desk
from desktop_app.services.picking import candidates
from desktop_app.services.row_names import row_label, row_name, shown_maker
from planner import tables


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = open_desk(tmp_path / "w.db", lambda: dt.datetime(2026, 11, 30, tzinfo=dt.UTC))
    yield made
    made.close()


def test_goods_come_before_rentals_where_nothing_is_asked_for(desk: Desk) -> None:
    found, total = candidates(desk, "", "", "zh")
    kinds = list(dict.fromkeys(one.kind for one in found))
    assert kinds[0] == "accelerator"
    assert "cloud_offer" not in kinds
    assert total > len(found)


def test_classes_have_a_chinese_name(desk: Desk) -> None:
    found, _ = candidates(desk, "4x RTX 4090 workstation", "system", "zh")
    four = next(one for one in found if one.id == "class-ws-4x4090")
    assert four.name == "4 卡 RTX 4090 工作站（水冷或涡轮，类）"
    assert four.maker == ""
    assert four.price == "¥120,000–180,000"  # pr-006 of the price list
    assert row_name("class-ws-4x4090", "4x RTX 4090 workstation", "en") == "4x RTX 4090 workstation"
    assert row_name("dgx-h100", "DGX H100", "zh") == "DGX H100"


def test_every_class_has_one() -> None:
    named = {row["id"] for row in tables.rows("catalog/class_names.csv")}
    classes = {row["id"] for row in tables.rows("catalog/systems.csv") if row["vendor"] == "(class)"}
    assert named == classes


def test_the_model_that_was_typed_stands_before_longer_ones(desk: Desk) -> None:
    found, _ = candidates(desk, "H20 141", "", "zh")
    assert [one.id for one in found[:2]] == ["nv-h20-141", "nv-h200-nvl"]
    assert candidates(desk, "L4", "accelerator", "zh")[0][0].id == "nv-l4"


_ENGLISH = re.compile(
    r"\b(egress|month|monthly|per chip|table|median|serverless|class|card|owned|unclear|experiment|run|guide)\b"
)


def test_offers_that_are_described_in_words_have_chinese_ones(desk: Desk) -> None:
    offers = [one for kind in ("cloud_offer", "api_offer") for one in desk.store.catalog.items(kind)]  # type: ignore[arg-type]
    described = [one for one in offers if _ENGLISH.search(one.name)]
    assert len(described) > 40
    assert [one.name for one in described if row_label(one).zh == one.name] == []
    for one in offers:
        assert _ENGLISH.search(row_name(one.id, one.name, "zh")) is None
        assert row_name(one.id, one.name, "en") == one.name
    named = {row["id"] for row in tables.rows("catalog/offer_names.csv")}
    assert named <= {one.id for one in offers}
    assert row_name("co-033", "egress 10000-50000 GB/month", "zh") == "出网流量，每月 10000–50000 GB"
    assert row_name("co-001", "g4dn.xlarge · T4 16GB", "zh") == "g4dn.xlarge · T4 16GB"


def test_words_in_place_of_a_maker_are_in_the_language() -> None:
    assert [shown_maker(one, "zh") for one in ("market", "(guide)", "(class)", "AWS", "NVIDIA")] == [
        "市场行情",
        "购置指南",
        "",
        "AWS",
        "NVIDIA",
    ]
    assert shown_maker("market", "en") == "market"
