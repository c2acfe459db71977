"""States of start page, shell, Workload and Build that ``screens.py`` pictures beside the places as they open."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from planner.money import Money

STATES = (
    *("start-offers", "start-read", "build-line", "build-alternatives", "build-filter", "build-columns"),
    *("history-steps", "why", "findings", "notice", "help", "crash"),
)
_BUDGET = "300000.00"
_LIST = {
    "zh": "四卡工作站 RTX 4090 x1 15万\nRTX 5090 x4 2.9万\n万兆交换机 2台 3700\nUPS 3kVA 1.8万\n随便写的一行",
    "en": "Workstation with 4 x RTX 4090 x1 150k\nRTX 5090 x4 29,000\n10G switch 2 pcs 3700\nUPS 3 kVA 18k\na line of anything",
}
_TRACE = (
    'Traceback (most recent call last):\n  File "desktop_app/services/session.py", line 109, in do\nValueError: example'
)


def clear(gallery: Any) -> None:
    """Take back what a state before left behind."""
    gallery.window.notice_bar.hide()
    gallery.window.side.why._forget()
    place = gallery.window.stack.place
    if hasattr(place, "_filter") and hasattr(place, "_table"):
        place._filter.clear()
        place._table.setCurrentIndex(place._model.index(-1, -1))
        place._show_line()


def prepare(gallery: Any, state: str) -> None:
    """Bring the window of a gallery into a state."""
    _WAYS[state](gallery)


def _offers(gallery: Any) -> None:
    page = _way(gallery, "budget")
    page.form.values["budget"] = Money(amount=Decimal(_BUDGET))
    page.form.edits["budget"].show_value("30万" if gallery.bench.language == "zh" else "300k")
    page.form.show_values()
    page.propose()


def _read(gallery: Any) -> None:
    page = _way(gallery, "lines")
    page.text.setPlainText(_LIST[gallery.bench.language])
    page.read_text()


def _way(gallery: Any, way: str) -> Any:
    gallery.window.show_place("start", way)
    shown = gallery.window.stack.place
    return shown._sheet_page() if way == "budget" else shown._lines_page()


def _build(gallery: Any) -> Any:
    gallery.window.show_place("build")
    return gallery.window.stack.place


def _line(gallery: Any) -> None:
    _build(gallery).reveal("ws")


def _alternatives(gallery: Any) -> None:
    """Show four alternatives, one of them renamed to a long name."""
    gallery.bench.lay_out(_several(gallery))
    _build(gallery)


def _steps(gallery: Any) -> None:
    """Show the history of a plan in which something was done."""
    gallery.bench.lay_out(_several(gallery))
    _build(gallery)
    gallery.window.actions_by_name["history"].trigger()


def _several(gallery: Any) -> Any:
    """Return a further plan with four alternatives and some steps; the plan of the other pictures stays as it is."""
    from desktop_app.services.alternatives import copy_edit, rename_edit
    from planner.plan.edits import SetValue

    whole = gallery.several
    if whole is None:
        whole = gallery.several = gallery.fresh()
        for _ in range(3):
            whole.do(copy_edit(whole.plan, "A")[1])
        last = whole.plan.alternatives[-1].id
        whole.do(rename_edit(whole.plan, last, "2 × 4090 自有，其余按需租云"))
        whole.do(SetValue(path="A/ws/quantity", value=2))
        whole.do(SetValue(path="workload/qlora-7b/dtype", value="bf16"))
    return whole


def _filter(gallery: Any) -> None:
    _build(gallery)._filter.setText("UPS")


def _columns(gallery: Any) -> None:
    place = _build(gallery)
    place._columns_menu.popup(place._columns_button.mapToGlobal(place._columns_button.rect().bottomLeft()))


def _why(gallery: Any) -> None:
    _build(gallery)
    gallery.bench.explain(gallery.bench.assessment.context.totals.max_w)


def _findings(gallery: Any) -> None:
    _build(gallery)
    gallery.window.show_place("findings")


def _notice(gallery: Any) -> None:
    from desktop_app.window.notice import Notice
    from planner.messages import msg

    _build(gallery)
    said = msg("findings.applied", "Done: {label}", label=gallery.bench.text(msg("build.add", "Add item")))
    gallery.bench.tell(Notice(text=said, tone="done", label=msg("command.undo", "Undo"), action=_nothing))


def _nothing() -> None:
    """Stand for what a button would do."""


def _help(gallery: Any) -> None:
    _build(gallery)
    gallery.window.actions_by_name["help"].trigger()
    gallery.over = gallery._commands._help


def _crash(gallery: Any) -> None:
    from desktop_app.window.crash import CrashDialog, report

    _build(gallery)
    gallery.over = CrashDialog(gallery.bench, gallery.window)
    gallery.over.show_report(report(_TRACE, gallery.bench.language))


_WAYS = {
    "start-offers": _offers,
    "start-read": _read,
    "build-line": _line,
    "build-alternatives": _alternatives,
    "build-filter": _filter,
    "build-columns": _columns,
    "history-steps": _steps,
    "why": _why,
    "findings": _findings,
    "notice": _notice,
    "help": _help,
    "crash": _crash,
}
