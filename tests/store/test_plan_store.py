"""Plans in the store: revisions, rows by digest, names, thinning, two windows on one plan."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.errors import KnownStoreError
from db.store import Store, open_store
from db.thinning import kept
from planner.errors import InputError, UnknownIdError
from planner.messages import Message, msg, render
from planner.money import Money
from tests.store.sample import BUNDLE, ITEMS, NEXT_BUNDLE, NOW, at, plan, quantity_of


def test_each_save_is_a_revision_that_comes_back_whole(store: Store) -> None:
    for quantity in (1, 2, 3):
        assert store.plans.save_revision(plan(quantity), f"step {quantity}", at(quantity)) == quantity
    assert store.plans.load("plan-1").plan == plan(3)
    assert store.plans.load("plan-1", 2).plan == plan(2)
    assert [(one.number, one.label) for one in store.plans.revisions("plan-1")] == [
        (3, "step 3"),
        (2, "step 2"),
        (1, "step 1"),
    ]
    assert store.plans.revisions("plan-1")[0].created_at == at(3)


def test_label_is_kept_in_both_languages(store: Store) -> None:
    label = msg("test.label", "Set {what} to {amount}", what="价格", amount=Money.of("300000"))
    store.plans.save_revision(plan(), label, NOW)
    found = store.plans.revisions("plan-1")[0].label
    assert isinstance(found, Message)
    for language in ("zh", "en"):
        assert render(found, language) == render(label, language)


def test_rows_of_the_catalog_are_stored_once_and_survive_its_update(path: Path) -> None:
    with open_store(path, bundle=BUNDLE) as store:
        for quantity in range(5):
            store.plans.save_revision(plan(quantity), "", NOW)
        store.plans.save_revision(plan(1, id="plan-2", used=ITEMS[1:3]), "", NOW)
        assert store.database.value("SELECT count(*) FROM plan_items") == 3
        assert b"A100" not in store.database.value("SELECT body FROM plan_revisions")
    with open_store(path, bundle=NEXT_BUNDLE) as store:
        assert not store.catalog.has(ITEMS[0].id)
        assert store.plans.load("plan-1").plan == plan(4)
        assert store.plans.orphans() == ()
        assert store.plans.lost_items() == ()


def test_plan_is_found_by_id_or_title(store: Store) -> None:
    store.plans.save_revision(plan(1), "", NOW)
    store.plans.save_revision(plan(2, id="plan-2", zh="边缘实验室", en="Edge"), "", at(1))
    for wanted in ("plan-2", "边缘实验室", "edge", " ＥＤＧＥ "):
        assert store.plans.load(wanted).plan.id == "plan-2"
    assert [one.id for one in store.plans.list()] == ["plan-2", "plan-1"]


def test_unknown_plan_names_near_ones(store: Store) -> None:
    store.plans.save_revision(plan(1), "", NOW)
    for wanted, number in (("plan-11", None), ("plan-1", 9)):
        with pytest.raises(UnknownIdError) as caught:
            store.plans.load(wanted, number)
        assert "1" in caught.value.told("en")


def test_title_of_two_plans_is_ambiguous(store: Store) -> None:
    store.plans.save_revision(plan(1), "", NOW)
    store.plans.save_revision(plan(1, id="plan-2"), "", NOW)
    with pytest.raises(InputError) as caught:
        store.plans.load("课题组方案")
    assert "plan-1" in caught.value.told("zh")
    assert "plan-2" in caught.value.told("zh")
    assert store.plans.load("plan-2").plan.id == "plan-2"  # an id is never ambiguous


def test_removed_plan_can_be_brought_back(store: Store) -> None:
    store.plans.save_revision(plan(1), "", NOW)
    store.plans.remove("plan-1", NOW)
    assert store.plans.list() == ()
    with pytest.raises(UnknownIdError):
        store.plans.load("plan-1")
    store.plans.bring_back("plan-1")
    assert store.plans.load("plan-1").plan == plan(1)
    with pytest.raises(UnknownIdError):
        store.plans.remove("nobody", NOW)


def test_change_in_another_window_is_not_overwritten(path: Path) -> None:
    with open_store(path, bundle=BUNDLE) as one, open_store(path, bundle=BUNDLE) as other:
        first = one.plans.save_revision(plan(1), "", NOW, based_on=0)
        one.plans.save_revision(plan(2), "", NOW, based_on=first)
        with pytest.raises(KnownStoreError) as caught:
            other.plans.save_revision(plan(3), "", NOW, based_on=first)
        assert caught.value.message.id == "store.changed_elsewhere"
        assert quantity_of(other.plans.load("plan-1").plan) == 2
        assert other.plans.save_revision(plan(3), "", NOW, based_on=2) == 3


def test_damaged_revision_is_said_and_the_others_stay(store: Store) -> None:
    store.plans.save_revision(plan(1), "", NOW)
    store.plans.save_revision(plan(2), "", NOW)
    with store.database.writing() as connection:
        connection.execute("UPDATE plan_revisions SET body = x'00' WHERE number = 2")
    with pytest.raises(KnownStoreError) as caught:
        store.plans.load("plan-1")
    assert caught.value.message.id == "store.plan_damaged"
    assert store.plans.load("plan-1", 1).plan == plan(1)


def test_failure_in_the_middle_of_a_save_leaves_the_state_before(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.plans.save_revision(plan(1), "", NOW)

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("db.plans.packed_label", fails)
    with pytest.raises(ZeroDivisionError):
        store.plans.save_revision(plan(2, used=ITEMS[3:5]), "", NOW)
    assert store.plans.load("plan-1").revision == 1
    assert store.plans.orphans() == ()
    monkeypatch.undo()
    assert store.plans.save_revision(plan(2), "", NOW) == 2


def test_old_revisions_are_thinned_while_saving(store: Store) -> None:
    for number in range(1, 401):
        used = ITEMS[:1] if number < 50 else ITEMS[1:2]
        store.plans.save_revision(
            plan(number, used=used), "", at(number / 60 - 24 * 30 if number < 200 else number / 60)
        )
    left = [one.number for one in store.plans.revisions("plan-1")]
    assert left[:200] == list(range(400, 200, -1))
    assert len(left) < 210
    assert store.plans.load("plan-1").plan == plan(400, used=ITEMS[1:2])
    assert store.plans.orphans() == ()
    assert store.plans.lost_items() == ()


def test_thinning_by_hand_of_known_times() -> None:
    """With the last two kept: of each hour of the last two days the last one, before that of each day."""
    times = {
        1: at(-240.5),  # ten days ago, 07:30
        2: at(-240.2),
        3: at(-30.9),  # yesterday, 01:06
        4: at(-30.1),  # yesterday, 01:54
        5: at(-29.9),  # yesterday, 02:06
        6: at(-3.9),
        7: at(-3.2),
        8: at(-3.1),
    }
    assert kept(list(times.items()), at(0), keep_last=2) == {2, 4, 5, 6, 7, 8}
    assert kept(list(times.items()), at(24 * 30), keep_last=2) == {2, 5, 6, 7, 8}
    assert kept(list(times.items()), at(0)) == set(times)
    assert kept([], at(0)) == frozenset()


@given(st.lists(st.integers(0, 60 * 24 * 90), max_size=300), st.integers(1, 50))
def test_thinning_never_drops_the_newest_and_settles(minutes: list[int], keep_last: int) -> None:
    revisions = [
        (number, NOW - dt.timedelta(minutes=minute)) for number, minute in enumerate(sorted(minutes, reverse=True))
    ]
    staying = kept(revisions, NOW, keep_last)
    newest = [number for number, _ in revisions[-keep_last:]]
    assert set(newest) <= staying
    left = [one for one in revisions if one[0] in staying]
    assert kept(left, NOW, keep_last) == staying
    older = [moment for number, moment in left if number not in newest]
    days = {moment.date() for _, moment in revisions}
    assert {moment.date() for _, moment in left} == days
    assert len(older) <= len(days) + 49
