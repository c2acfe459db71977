"""Words and numbers as people read them: years without a thousands mark, a rate by its name, no message of another plan."""

from __future__ import annotations

from desktop_app.services.desk import Desk
from desktop_app.services.limit_list import limit_groups
from desktop_app.services.why import why
from desktop_app.window.main_window import MainWindow
from planner.assess.run import assess
from planner.plan.edits import SetValue


def test_a_year_of_the_calendar_has_no_thousands_mark(desk: Desk) -> None:
    plan = desk.create("lab-a").plan
    groups = limit_groups(assess(plan, plan.chosen, desk.today), "zh")
    row = next(row for group in groups for row in group.rows if row.key == "pw.old_year")
    assert (row.value, row.customary) == ("2000", "2000")


def test_the_rate_of_vat_has_its_name_in_a_formula(desk: Desk) -> None:
    plan = desk.create("lab-a").plan
    path = f"alternatives/{plan.chosen}/lines/ws/price/tax"
    plan = SetValue(path=path, value="excluded").apply(plan)[0]
    figure = assess(plan, plan.chosen, desk.today).context.prices["ws"].chosen.figure
    gross = next(given.figures[0] for given in figure.inputs if given.name == "price")
    told = why(gross, plan, "en")
    assert "vat_rate" not in str(told.formula if hasattr(told, "formula") else told)


def test_what_was_taken_back_is_not_said_of_another_plan(window: MainWindow) -> None:
    bench = window.bench
    ws = bench.alternative.lines[0].id
    assert bench.do(SetValue(path=f"alternatives/{bench.alternative.id}/lines/{ws}/quantity", value=2))
    bench.undo()
    assert "Taken back" in window.notice_bar.accessibleName()
    assert not window.notice_bar.isHidden()
    bench.plan_replaced.emit()
    assert window.notice_bar.isHidden()
