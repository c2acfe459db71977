"""Search: normal forms, words, pinyin, order; first on a small catalog, then on what the program ships."""

from __future__ import annotations

import time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from db import search
from db.fill import Bundle
from db.pinyin import keyboard_forms
from db.store import Store, open_store
from planner.catalog.load import bundled_items
from tests.store.sample import BUNDLE, ITEMS, item

A100_80 = {"nv-a100-pcie-80", "nv-a100-sxm-80"}


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Ａ１００－８０ＧＢ", "a100 80gb"),
        ("A100  80 GB", "a100 80gb"),
        ("RTX—4090", "rtx 4090"),
        ("１００％", "100%"),
        ("80 GiB", "80 gib"),
        (" Straße\t", "strasse"),
    ],
)
def test_normal_form(text: str, form: str) -> None:
    assert search.normalise(text) == form


def test_the_same_query_in_many_forms_is_the_same_words() -> None:
    forms = ("A100-80G", "a100 80gb", "A100 80 G", "Ａ１００　８０ＧＢ", "a100–80 GB")
    assert {search.words(one) for one in forms} == {("a100", "80g")}
    assert search.words("a100 80gib") != ("a100", "80g")


@pytest.mark.parametrize("query", ["A100-80G", "a100 80gb", "A100 80 G", "80g a100", "Ａ１００－８０Ｇ"])
def test_cards_are_found_however_memory_is_written(store: Store, query: str) -> None:
    found = store.catalog.find(query, kind="accelerator")
    assert set(found) == A100_80


def test_size_does_not_continue_a_longer_number(store: Store) -> None:
    assert "nv-b200" not in store.catalog.find("80G")
    assert store.catalog.find("180G") == ("nv-b200",)


@pytest.mark.parametrize("query", ["xianka", "xk", "显卡", "XK", "ｘｋ", "xian ka"])
def test_chinese_kind_names_are_found_as_typed(store: Store, query: str) -> None:
    cards = {one.id for one in ITEMS if one.kind == "accelerator"}
    assert set(store.catalog.find(query)) == cards


@pytest.mark.parametrize("query", ["zzjg", "czjg", "zhongzai", "chongzai", "chongzaijigui", "重载", "机柜 42u"])
def test_characters_with_two_readings_are_found_under_both(store: Store, query: str) -> None:
    assert store.catalog.find(query) == ("rack-zz",)


@pytest.mark.parametrize("query", ["昇腾910b", "华为 910B", "huaweiascend910b", "shengteng", "hw-910b", "910"])
def test_maker_and_model_written_together(store: Store, query: str) -> None:
    assert "hw-910b" in store.catalog.find(query)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("%", ("sto-odd",)),
        ("100%", ("sto-odd",)),
        ('"', ("sto-odd",)),
        ('19"', ("sto-odd",)),
        ("_", ("sto-odd",)),
        ("A_1", ("sto-odd",)),
        ("a%0", ()),
        ("\\", ()),
        ("'; DROP TABLE items; --", ()),
        ("NEAR(a b) OR *", ()),
        ("&", ("sto-odd",)),
    ],
)
def test_signs_are_plain_text(store: Store, query: str, found: tuple[str, ...]) -> None:
    assert store.catalog.find(query) == found


def test_all_words_are_required(store: Store) -> None:
    assert store.catalog.find("显卡 英伟达 4090") == ("nv-rtx4090",)
    assert store.catalog.find("显卡 华为 4090") == ()


def test_without_words_all_are_listed(store: Store) -> None:
    for query in ("", "  ", "-"):
        assert len(store.catalog.find(query)) == len(ITEMS)


def test_kind_limit_offset_and_total(store: Store) -> None:
    page = store.catalog.search("a100", limit=2)
    assert page.total == 4
    assert len(page.rows) == 2
    assert store.catalog.search("a100", limit=9, offset=3).rows[0].id == "co-a100"
    assert store.catalog.search("a100", kind="cloud_offer").total == 1
    assert store.catalog.search("a100", limit=0) == msgspec.structs.replace(page, rows=())


def test_order_same_name_then_start_then_quality_then_number(store: Store) -> None:
    assert store.catalog.find("nv-b200")[0] == "nv-b200"
    # Starts with it, in natural order; the offer with the very name comes after the goods.
    assert store.catalog.find("a100") == ("nv-a100-pcie-40", "nv-a100-pcie-80", "nv-a100-sxm-80", "co-a100")
    assert store.catalog.find("rtx")[0] == "nv-rtx-a6000"
    assert store.catalog.find("显卡")[-1] == "nv-b200"  # its values are assumed


def test_natural_order() -> None:
    names = ["A10", "A9", "a100", "A30", "B2", "存储 10", "存储 9", "便携"]
    assert sorted(names, key=search.natural_key) == ["A9", "A10", "A30", "a100", "B2", "便携", "存储 9", "存储 10"]


def test_sorting_by_column_keeps_unknown_last(store: Store) -> None:
    up = store.catalog.rows(store.catalog.find(sort="power"))
    down = store.catalog.rows(store.catalog.find(sort="power", descending=True))
    known = [one.power_w for one in up if one.power_w is not None]
    assert known == sorted(known)
    assert [one.power_w for one in down if one.power_w is not None] == sorted(known, reverse=True)
    assert up[-1].power_w is None
    assert down[-1].power_w is None


def test_keyboard_forms_stay_few() -> None:
    assert set(keyboard_forms("显卡")) >= {"xianka", "xk"}
    assert keyboard_forms("abc") == ()
    assert len(keyboard_forms("重行长" * 20)) < 200


@given(st.text(max_size=40))
def test_no_text_is_search_syntax(text: str) -> None:
    """Whatever is typed: the condition runs, and finds a row whose name is that very text."""
    named = item("x", text or "x")
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE catalog_list (id, kind, name_squashed, search_text, name_sort, quality_rank)")
        row = ("x", "model", search.squash(named.name), search.search_text((named.name,)), "", 0)
        connection.execute("INSERT INTO catalog_list VALUES (?, ?, ?, ?, ?, ?)", row)
        condition = search.condition(text)
        sql = f"SELECT id FROM catalog_list WHERE {condition.where} ORDER BY {condition.order}"
        values = (*condition.where_values, *condition.order_values)
        if "\0" not in text:  # LIKE ends at a NUL, which nobody can type
            assert connection.execute(sql, values).fetchall() == [("x",)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("xianka", "nv-a100-pcie-80"),
        ("xk", "nv-a100-pcie-80"),
        ("显卡", "nv-rtx4090"),
        ("A100-80G", "nv-a100-pcie-80"),
        ("rtx4090", "nv-rtx4090"),
        ("英伟达 h100", "nv-h100-pcie"),
    ],
)
def test_shipped_catalog_is_found(whole: Store, query: str, expected: str) -> None:
    assert expected in whole.catalog.find(query)


def test_every_shipped_item_is_found_by_its_id_and_name(whole: Store) -> None:
    lost = [one.id for one in whole.catalog.items() if one.id not in whole.catalog.find(one.id, one.kind)]
    assert lost == []
    lost = [one.id for one in whole.catalog.items()[::7] if one.id not in whole.catalog.find(one.name, one.kind)]
    assert lost == []


def test_shipped_catalog_is_whole(whole: Store) -> None:
    shipped = {one.id: one for one in bundled_items()}
    assert whole.catalog.count() == len(shipped) > 1000
    assert {one.id: one for one in whole.catalog.items()} == shipped


def test_first_fill_takes_two_seconds_at_most(tmp_path_factory: pytest.TempPathFactory) -> None:
    bundled_items()
    start = time.process_time()
    with open_store(tmp_path_factory.mktemp("fill") / "new.db"):
        taken = time.process_time() - start
    print(f"first fill: {taken:.2f} s CPU")
    assert taken < 2


def test_search_of_20000_rows(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Print how long a key stroke takes in a large catalog; no limit here, machines differ."""
    rows = tuple(
        msgspec.structs.replace(one, id=f"{one.id}-{turn}", attributes={})
        for turn in range(20_000 // len(ITEMS))
        for one in ITEMS
    )
    bundle = Bundle(digest="large", items=lambda: rows, prices=lambda: (), aliases=BUNDLE.aliases)
    with open_store(tmp_path_factory.mktemp("large") / "large.db", bundle=bundle) as store:
        for query in ("xk", "显卡", "A100-80G", "zzzz"):
            start = time.perf_counter()
            total = store.catalog.search(query).total
            print(f"20,000 rows, {query}: {total} found in {(time.perf_counter() - start) * 1000:.1f} ms")
        assert store.catalog.count() == 20_000
