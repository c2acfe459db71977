"""Bars against limits and price ranges: lengths worked out by hand, states as the checks see them, the unknown."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from planner.figure import Quality, leaf, trace
from planner.formulas import recompute
from planner.messages import Labelled
from planner.money import Money
from planner.pictures.bar_groups import groups_of, margin_text, money_text
from planner.pictures.bars import LIMIT, bars_scene
from planner.pictures.flatten import flat
from planner.pictures.formulas import FREE_W
from planner.pictures.prices import prices_scene
from planner.pictures.scene import Axis, Legend, Line, Polygon, Rect, Text
from planner.plan.document import Alternative, Price
from tests.pictures.plans import assessed, assessments, context, machine, plan, price, priced, wired
from tests.sample_plans import assessed as assessed_sample
from tests.sample_plans import sample

if TYPE_CHECKING:
    from planner.pictures.bar_groups import Group
    from planner.pictures.scene import Scene
    from planner.plan.document import Plan


def words(scene: Scene) -> list[str]:
    return [item.text for item in flat(scene) if isinstance(item, Text)]


def rects(scene: Scene, fill: str) -> list[Rect]:
    return [item for item in scene.items if isinstance(item, Rect) and item.fill == fill]


def one_price(prices: Price, budget: str | None = "300000.00", rate: str | None = "0.05") -> Plan:
    line = machine("m", 1000.0, price=prices)
    one = Alternative(id="A", title=Labelled(zh="甲", en="A"), lines=(line,))
    return plan(one, budget=budget, rate=rate)


def group(title: str, name: str) -> Group:
    return next(one for one in groups_of(assessed_sample(sample(name)).context, "en") if one.title.startswith(title))


def test_free_power_of_a_circuit() -> None:
    """16 A less 3 A of others at 220 V and 0.98: 13 x 215.6 W = 2,802.8 W."""
    given = {"load_w": (2500.0, "W"), "rating_a": (16.0, "A"), "other_a": (3.0, "A"), "own_a": (2500 / 215.6, "A")}
    figures = {name: leaf(name, value, unit, Quality.ENTERED) for name, (value, unit) in given.items()}
    free = trace(FREE_W, "x", **figures)
    assert free.value == pytest.approx(2802.8)
    assert recompute(free) == pytest.approx(2802.8)
    assert trace(FREE_W, "x", **{**figures, "own_a": leaf("own_a", 0.0, "A", Quality.ENTERED)}).value is None


def test_power_is_open_while_a_circuit_is() -> None:
    power = group("Power", "lab-a")
    assert [bar.value for bar in power.bars] == pytest.approx([4.25, 2.65, 1.643])
    assert power.limit is None
    assert power.limit_text == "limit to confirm: current of other loads"
    assert power.bars[1].row.status == "unknown"


def test_power_against_what_circuits_leave() -> None:
    """Six circuits in use, 16 A each less 1, 2, 3, 4, 0, 1 A of others: 85 A x 215.6 W = 18.326 kW."""
    power = groups_of(context(wired(6, 6)), "en")[0]
    assert power.limit == pytest.approx(85 * 0.2156)
    assert power.bars[1].value == pytest.approx(0.3 * 21)  # 300 W x (1 + 2 + ... + 6)
    assert power.bars[1].row.state == "fits, 12 kW left"


def test_heat_of_sample_b_is_beyond_the_cooling() -> None:
    heat = group("Heat", "lab-b")
    assert (heat.bars[0].value, heat.limit) == pytest.approx((3.807, 3.5))
    assert (heat.bars[0].row.status, heat.bars[0].row.state) == ("over", "short by 0.307 kW")


def test_heat_without_known_cooling_is_open() -> None:
    heat = group("Heat", "tier-4")
    assert (heat.limit, heat.bars[0].row.status) == (None, "unknown")
    assert "air conditioner" in heat.limit_text


def test_tightest_places_come_first() -> None:
    places = group("Tightest", "lab-a")
    assert [bar.row.label for bar in places.bars] == ["Socket 1", "Circuit 1", "Socket 2"]
    assert places.title == "Tightest of 4 places (1 to confirm), % of rating"
    assert places.bars[0].value == pytest.approx(115.955, abs=0.001)


@pytest.mark.parametrize(
    ("prices", "budget", "status", "state"),
    [
        (price("200000", "264000", "290000"), "300000.00", "fits", "fits, CNY 22,800 left"),
        (price("200000", "264000", "316000"), "300000.00", "tight", "tight, CNY 22,800 left"),
        (price("200000", "290000", "316000"), "300000.00", "over", "short by CNY 4,500"),  # 290,000 x 1.05 = 304,500
        (price("200000", "264000", "290000"), None, "unknown", "to confirm"),
        (Price(), "300000.00", "unknown", "to confirm"),
    ],
)
def test_budget_is_judged_as_the_check_does(prices: Price, budget: str | None, status: str, state: str) -> None:
    bar = groups_of(context(one_price(prices, budget)), "en")[-1].bars[0]
    assert (bar.row.status, bar.row.state) == (status, state)


def test_lengths_of_the_budget_bars() -> None:
    """Planned 264,000 + 5 %: bar and hatched contingency keep the scale of the axis; the limit stands at the budget."""
    scene = bars_scene(context(one_price(price("200000", "264000", "316000"))), "en")
    axis = [item for item in scene.items if isinstance(item, Axis)][-1]
    tick = next(tick for tick in axis.ticks if tick.text == "100,000")
    scale = tick.at / 100_000
    bar = rects(scene, "bar")[-1]
    assert bar.width == pytest.approx(264_000 * scale)
    kept = next(item for item in scene.items if isinstance(item, Rect) and item.hatch and item.hatch.kind == "falling")
    assert (kept.x, kept.width) == pytest.approx((bar.x + bar.width, 13_200 * scale))
    limit = [item for item in scene.items if isinstance(item, Line) and item.stroke == LIMIT][-1]
    assert limit.x1 == limit.x2 == pytest.approx(axis.x + 300_000 * scale)
    beyond = rects(scene, "over_tint")[0]
    assert (beyond.x, beyond.width) == pytest.approx((limit.x1, 16_000 * scale))


def test_bars_begin_at_zero() -> None:
    scene = bars_scene(assessed_sample(sample("lab-b")).context, "zh")
    starts = {round(item.x, 6) for item in rects(scene, "bar")}
    axes = [item for item in scene.items if isinstance(item, Axis)]
    assert starts == {round(axis.x, 6) for axis in axes}
    assert all(axis.ticks[0] == axis.ticks[0].__class__(0.0, "0") for axis in axes)


def test_empty_alternative_says_so() -> None:
    empty = context(plan(Alternative(id="A", title=Labelled(zh="空", en="Empty"))))
    assert "no lines yet" in words(bars_scene(empty, "en"))
    assert "还没有条目" in words(bars_scene(empty, "zh"))


def test_all_unknown_shows_no_number() -> None:
    unknown = one_price(Price(), budget=None, rate=None)
    line = machine("m", None)
    one = plan(Alternative(id="A", title=Labelled(zh="甲", en="A"), lines=(line,)), budget=None, rate=None)
    for scene in (bars_scene(context(one), "en"), prices_scene(assessments(unknown), "en")):
        numbers = [text for text in words(scene) if any(char.isdigit() for char in text)]
        assert set(numbers) == {"0"}  # the origin of the axes
        assert "to confirm" in words(scene)
        assert rects(scene, "bar") == [] or isinstance(scene.items[-1], Legend)


def test_partly_priced_shows_at_least() -> None:
    lines = (machine("a", 1.0, price=price("1000", "2000", "3000")), machine("b", 1.0))
    one = plan(Alternative(id="A", title=Labelled(zh="甲", en="A"), lines=lines))
    assert "≥ CNY 2,000" in words(bars_scene(context(one), "en"))
    assert "≥ 0.2 万元" in words(prices_scene(assessments(one), "zh"))


def test_price_range_by_hand() -> None:
    """Low 200,000, chosen 264,000, high 316,000: the bar's ends and the diamond on the scale of the axis."""
    scene = prices_scene([assessed(one_price(price("200000", "264000", "316000")))], "zh")
    axis = next(item for item in scene.items if isinstance(item, Axis))
    scale = next(tick.at for tick in axis.ticks if tick.text == "10") / 10
    bar = rects(scene, "bar_light")[0]
    assert (bar.x, bar.x + bar.width) == pytest.approx((axis.x + 20 * scale, axis.x + 31.6 * scale))
    diamond = next(item for item in scene.items if isinstance(item, Polygon) and item.fill == "bar")
    assert diamond.points[0][0] == pytest.approx(axis.x + 26.4 * scale)
    assert {"26.4 万元", "20～31.6", "偏紧，余 2.28 万元", "预算 30 万元"} <= set(words(scene))


def test_every_alternative_has_its_row() -> None:
    scene = prices_scene(assessments(priced(12)), "en")
    assert [spot.key for spot in scene.spots] == [f"A{at}/total/price_chosen" for at in range(12)]
    assert sum("chosen" in text for text in words(scene)) == 1


@pytest.mark.parametrize(
    ("amount", "zh", "en"),
    [
        ("264000.00", "26.4 万元", "CNY 264,000"),
        ("1234567.89", "123.46 万元", "CNY 1,234,568"),
        ("50.00", "0.01 万元", "CNY 50"),
        ("2400000.00", "240 万元", "CNY 2,400,000"),
    ],
)
def test_money_on_pictures(amount: str, zh: str, en: str) -> None:
    money = Money(amount=Decimal(amount))
    assert (money_text(money, "zh"), money_text(money, "en")) == (zh, en)
    assert money_text(None, "zh") == "?"


def test_margins_in_words() -> None:
    assert margin_text("over", "2 kW", "zh", over=True) == "不够，差 2 kW"
    assert margin_text("fits", "2 kW", "zh", over=False) == "够用，余 2 kW"
