"""Everyday words of the search: 空调 or kongtiao means room air conditioners before heat pumps, and so on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from db.everyday import meant
from db.store import Store, open_store
from planner import tables
from planner.catalog.items import ItemKind


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    made = open_store(tmp_path_factory.mktemp("words") / "w.db")
    yield made
    made.close()


def first_of(store: Store, query: str, count: int = 8) -> set[tuple[str, str]]:
    rows = store.catalog.search(query, limit=count).rows
    return {(row.kind, row.subkind) for row in rows}


ROOM_AC = {("cooling", "comfort split (class)"), ("cooling", "comfort split")}


@pytest.mark.parametrize(
    ("queries", "wanted"),
    [
        (("空调", "kongtiao", "kt", "KongTiao", "空 调", "挂机", "air conditioner"), ROOM_AC),
        (("机房空调", "jifangkongtiao"), {("cooling", "in-row DX")}),
        (("服务器", "fuwuqi", "fwq", "server"), {("system", "server")}),
        (("显卡", "xianka", "xk", "gpu", "加速卡"), {("accelerator", "gpu")}),
        (("工作站", "gongzuozhan", "gzz"), {("system", "workstation")}),
        (("台式机", "diannao"), {("system", "desktop"), ("system", "workstation")}),
        (("交换机", "jiaohuanji", "jhj", "路由器"), {("network", "switch")}),
        (("机柜", "jigui", "机架"), {("rack", "")}),
        (("不间断电源", "bujianduandianyuan", "ups", "UPS", "电池"), {("ups", "")}),
        (("硬盘", "yingpan", "yp"), {("storage", "hdd")}),
        (("插座", "chazuo", "排插", "paicha", "pdu", "PDU", "插线板"), {("pdu", "basic"), ("pdu", "metered")}),
        (("云", "yun", "租卡", "云主机"), {("cloud_offer", "")}),
        (("API", "api", "接口", "jiekou"), {("api_offer", "")}),
        (("存储", "cunchu", "NAS", "nas"), {("storage", "nas")}),
        (("网线", "wangxian", "光纤"), {("network", "cable"), ("network", "transceiver")}),
    ],
)
def test_a_word_brings_what_it_means_first(
    store: Store, queries: tuple[str, ...], wanted: set[tuple[str, str]]
) -> None:
    for query in queries:
        found = first_of(store, query)
        assert found and found <= wanted, (query, found)


def test_heat_pumps_are_found_last_and_are_not_lost(store: Store) -> None:
    rows = store.catalog.search("空调", limit=1000).rows
    kinds = [row.subkind for row in rows]
    assert kinds[-1] == "air/water chiller or heat pump"
    assert kinds.index("air/water chiller or heat pump") > max(at for at, one in enumerate(kinds) if "split" in one)


def test_a_model_beside_the_word_still_decides(store: Store) -> None:
    found = store.catalog.search("h100 服务器", limit=2).rows
    assert {row.kind for row in found} == {"system"} and all("H100" in row.name for row in found)
    assert store.catalog.search("RTX 4090", limit=1).rows[0].name.endswith("RTX 4090")


def test_a_word_of_one_letter_or_of_no_meaning_is_left_alone(store: Store) -> None:
    assert meant("y") == meant("") == meant("rtx4090") == ()


def test_the_table_names_kinds_that_are_there_and_no_word_twice(store: Store) -> None:
    rows = tables.rows("catalog/everyday_words.csv")
    words = [word.casefold() for row in rows for word in row["words"].split("|")]
    assert len(words) == len(set(words)) and all(word.strip() == word for word in words)
    there = {(row.kind, row.subkind) for row in store.catalog.rows(store.catalog.find("", "", "best", False))}
    for row in rows:
        for one in row["first"].split("|"):
            kind, _, subkind = one.partition(":")
            assert kind in get_args(ItemKind)
            assert not subkind or (kind, subkind) in there, one
