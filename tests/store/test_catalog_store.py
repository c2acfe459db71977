"""The catalog in the store: single items, list rows, prices, and the user's changes with undo and redo."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from db.schema import row_counts
from db.store import Store, open_store
from planner.catalog.items import digest
from planner.errors import UnknownIdError
from planner.messages import msg, render
from tests.store.sample import BUNDLE, ITEMS, NEXT_BUNDLE, NOW, item, price


def state(store: Store) -> tuple[object, ...]:
    """Everything one can see of the catalog."""
    catalog = store.catalog
    ids = catalog.find(sort="id")
    return (catalog.rows(ids), catalog.items(), catalog.prices(), tuple(catalog.origin(one) for one in ids))


def test_item_comes_back_as_it_was(store: Store) -> None:
    for one in ITEMS:
        assert store.catalog.get(one.id) == one
        assert digest(store.catalog.get(one.id)) == digest(one)


def test_unknown_id_names_near_ones(store: Store) -> None:
    with pytest.raises(UnknownIdError) as caught:
        store.catalog.get("nv-rtx409")
    assert "nv-rtx4090" in caught.value.told("en")
    assert not store.catalog.has("nv-rtx409")


def test_value_rows_carry_source_date_and_quality(store: Store) -> None:
    found = store.database.rows(
        "SELECT value_num, source, source_date, quality FROM item_values WHERE item_id = 'nv-b200' AND key = 'memory_gb'"
    )
    assert found == [(180.0, "test", "2026-11", "assumed")]


def test_list_row_shows_what_is_known_and_none_for_the_rest(store: Store) -> None:
    card, rack = store.catalog.rows(("nv-rtx4090", "rack-zz"))
    assert (card.memory_gb, card.bandwidth_gbs, card.power_w) == (24.0, 1008.0, 450.0)
    # Yuan before dollars, new before used; decimals exactly as they were.
    assert (card.price_low, card.price_high, card.price_currency) == (Decimal("13000"), Decimal("16000.50"), "CNY")
    assert (rack.memory_gb, rack.power_w, rack.price_low, rack.price_currency) == (None, None, None, "")
    assert rack.quality == "unknown"


def test_dollars_are_shown_where_there_is_no_price_in_yuan(store: Store) -> None:
    (row,) = store.catalog.rows(("nv-a100-pcie-80",))
    assert (row.price_low, row.price_currency) == (Decimal("15000"), "USD")


def test_prices_are_exact_text_and_newest_first(store: Store) -> None:
    assert [one.id for one in store.catalog.prices_of("nv-rtx4090")] == ["p1", "p2", "p3"]
    assert store.database.value("SELECT typeof(high) FROM price_observations WHERE id = 'p1'") == "text"
    assert store.catalog.prices_of("nv-rtx4090")[0].high == Decimal("16000.50")


def test_kinds_and_counts(store: Store) -> None:
    assert store.catalog.kinds() == {"accelerator": 7, "cloud_offer": 1, "rack": 1, "storage": 1}
    assert store.catalog.count("accelerator") == 7
    assert [one.id for one in store.catalog.items("rack")] == ["rack-zz"]


def test_adding_changing_and_removing_is_one_step(store: Store) -> None:
    before = state(store)
    own = item("my-card", "自购卡 48GB", maker="某厂", memory_gb=48.0)
    changed = item("nv-rtx4090", "GeForce RTX 4090 (own figures)", tdp_w=460.0)
    store.catalog.save(
        msg("test.label", "Import {name}", name="价格.xlsx"),
        NOW,
        (own, changed),
        (price("my-p", "my-card", "9", "9"),),
        ("rack-zz",),
    )
    assert store.catalog.find("zigouka") == ("my-card",)
    assert store.catalog.get("nv-rtx4090") == changed
    assert store.catalog.origin("nv-rtx4090") == "user"
    assert not store.catalog.has("rack-zz")
    assert store.catalog.rows(("my-card",))[0].price_low == Decimal(9)
    after = state(store)

    undone = store.catalog.undo()
    assert undone is not None
    assert render(undone.label, "en") == "Import 价格.xlsx"  # type: ignore[arg-type]
    assert state(store) == before
    assert store.catalog.undo() is None
    assert store.catalog.redo() is not None
    assert state(store) == after
    assert store.catalog.redo() is None


def test_history_outlives_the_program(path: Path) -> None:
    with open_store(path, bundle=BUNDLE) as store:
        before = state(store)
        store.catalog.save("one", NOW, (item("my-1", "One"),))
        store.catalog.save("two", NOW, (item("my-2", "Two"),))
    with open_store(path, bundle=BUNDLE) as store:
        assert [one.label for one in store.catalog.history()] == ["two", "one"]
        store.catalog.undo()
        store.catalog.undo()
        assert state(store) == before


def test_a_new_change_ends_what_could_be_redone(store: Store) -> None:
    store.catalog.save("one", NOW, (item("my-1", "One"),))
    store.catalog.undo()
    store.catalog.save("two", NOW, (item("my-2", "Two"),))
    assert store.catalog.redoable() is None
    assert not store.catalog.has("my-1")


def test_nothing_is_changed_where_one_id_is_unknown(store: Store) -> None:
    before = state(store)
    with pytest.raises(UnknownIdError):
        store.catalog.save("bad", NOW, (item("my-1", "One"),), removed=("nobody",))
    assert state(store) == before
    assert store.catalog.history() == ()


def test_new_bundled_catalog_keeps_the_users_rows(path: Path) -> None:
    changed = item("nv-a100-pcie-80", "A100 own figures", memory_gb=80.0)
    with open_store(path, bundle=BUNDLE) as store:
        store.catalog.save(
            "own", NOW, (changed, item("my-1", "One")), (price("p1", "nv-rtx4090", "1", "2"),), ("rack-zz",)
        )
    with open_store(path, bundle=NEXT_BUNDLE) as store:
        assert store.catalog.has("nv-new")
        assert not store.catalog.has(ITEMS[0].id)  # no longer shipped
        assert store.catalog.get("nv-a100-pcie-80") == changed
        assert store.catalog.has("my-1")
        assert not store.catalog.has("rack-zz")
        assert store.catalog.rows(("nv-rtx4090",))[0].price_low == Decimal(1)
        store.catalog.undo()
        assert store.catalog.get("nv-a100-pcie-80") == ITEMS[1]  # what is shipped now, not what was overlaid then
        assert store.catalog.has("rack-zz")


def test_same_bundle_is_not_written_again(path: Path) -> None:
    with open_store(path, bundle=BUNDLE):
        pass
    before = path.read_bytes()
    with open_store(path, bundle=BUNDLE) as store:
        assert store.catalog.count() == len(ITEMS)
    assert path.read_bytes() == before


def test_older_catalog_is_said_where_it_cannot_be_renewed(path: Path) -> None:
    with open_store(path, bundle=BUNDLE):
        pass
    with open_store(path, read_only=True, bundle=NEXT_BUNDLE) as store:
        assert [one.id for one in store.notices] == ["store.notice.catalog"]
        assert store.catalog.count() == len(ITEMS)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("save"), st.sampled_from(["nv-rtx4090", "my-1", "my-2"]), st.integers(1, 3)),
        st.tuples(st.just("remove"), st.sampled_from(["nv-rtx4090", "my-1", "rack-zz"]), st.just(0)),
        st.tuples(st.just("price"), st.sampled_from(["p1", "my-p"]), st.integers(1, 3)),
    ),
    max_size=6,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_undoing_all_steps_gives_the_state_before_and_redoing_the_one_after(
    path: Path, steps: list[tuple[str, str, int]]
) -> None:
    path.unlink(missing_ok=True)
    with open_store(path, bundle=BUNDLE) as store:
        states = [state(store)]
        counts = row_counts(store.database.connection)
        for what, id, number in steps:
            if what == "save":
                store.catalog.save("s", NOW, (item(id, f"name {number}"),))
            elif what == "price":
                store.catalog.save("p", NOW, prices=(price(id, "nv-rtx4090", str(number), str(number)),))
            elif store.catalog.has(id):
                store.catalog.save("r", NOW, removed=(id,))
            else:
                continue
            states.append(state(store))
        for expected in reversed(states[:-1]):
            store.catalog.undo()
            assert state(store) == expected
        assert {**row_counts(store.database.connection), "change_sets": 0} == counts
        for expected in states[1:]:
            store.catalog.redo()
            assert state(store) == expected
