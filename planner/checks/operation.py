"""Checks of what nobody reckons with: storage, UPS, rent, administrator, works, backup, and equipment that is there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from operator import attrgetter
from typing import Any, get_args

from msgspec.structs import replace

from planner.assess.context import View
from planner.assess.facts import fact_figure
from planner.assess.least import least_power
from planner.assess.lines import LineFigures, parted
from planner.assess.prices import total
from planner.assess.sifting import sifted
from planner.checks.busy import used
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import name_of
from planner.figure import Formula, entered, trace
from planner.limits import limit
from planner.messages import Labelled, Message, msg
from planner.plan.document import LineRole, SiteNode
from planner.plan.edits import AddPart, SetValue

_EQUIPMENT = frozenset({"compute", "storage", "ups", "network", "rack", "pdu", "cooling", "other"})
_MINUTE_H = 0.5 / 60  # shown as 即时 (at once)
_NOTE = "待询价 / price to be asked"
_STORAGE = Labelled(zh="网络存储（NAS）", en="Network storage (NAS)")
_UPS = Labelled(zh="不间断电源（UPS）", en="Uninterruptible power supply (UPS)")
_CLOUD = Labelled(zh="算力租用（一年）", en="Rented compute (one year)")
_WORKS = Labelled(zh="供电与场地改造", en="Supply and installation works")
_ROLE = attrgetter("line.role")
_ID = attrgetter("id")
_ROLES = {role: {role} for role in get_args(LineRole)}
BACKUP = Labelled(zh="数据备份存储", en="Backup storage")

WORKS_SHARE = Formula(
    key="operation.works_share",
    label=Labelled(zh="场地改造费用占设备费比例", en="installation works over equipment"),
    text="works / equipment",
    unit="1",
    source="share of the amounts of the lines",
    function=lambda works, equipment: works / equipment,
)


def has_storage(view: View) -> Iterator[Finding]:
    """BU01: data sets and results need network storage; what is there already counts."""
    if _machines(view):
        missing = msg("BU01.storage", "No network storage is planned: data sets and results stay on one machine.")
        remedy = msg("BU01.storage.remedy", "Plan a NAS; for a lab it costs 20 to 40 thousand yuan.")
        yield _there(view, "storage", "nas", _STORAGE, missing, remedy)


def has_ups(view: View) -> Iterator[Finding]:
    """BU16: a power cut must not take the storage and a running job with it; a UPS of the room's wiring counts."""
    if not _machines(view):
        return
    if not _quantity(view, "ups") and (there := view.memo.call(_ups_names, view.site.nodes)):
        yield _in_the_room(view, there)
    else:
        missing = msg("BU16.ups", "No UPS is planned: a power cut can damage the storage and ends running jobs.")
        remedy = msg("BU16.ups.remedy", "Plan a UPS, at least for storage and head node.")
        yield _there(view, "ups", "ups", _UPS, missing, remedy)


def _ups_names(nodes: tuple[SiteNode, ...]) -> tuple[str | Labelled, ...]:
    return tuple([name_of(node) for node in nodes if node.type == "ups"])


def _in_the_room(view: View, names: tuple[str | Labelled, ...]) -> Finding:
    """Return what is found where UPS stand in the wiring and none is planned: one that carries nothing is no help."""
    if view.site.in_use.get("ups"):
        return passed("plan", msg("BU16.there", "Machines hang behind {ups}, which is in the room.", ups=names))
    return Finding(
        outcome="warning",
        subject="plan",
        message=msg("BU16.idle", "{ups} is in the room, but no machine hangs behind it.", ups=names),
        remedy=msg("BU16.idle.remedy", "Plug storage and head node in behind it; no other UPS is needed for that."),
    )


def has_rent(view: View) -> Iterator[Finding]:
    """BU17: peaks at paper deadlines are rented, so that the machines need not be bought for them."""
    if not _machines(view):
        return
    if view.switches.data_may_leave == "no":
        yield passed("plan", msg("BU17.local", "The data may not leave the premises: no rented compute is planned."))
    elif _quantity(view, "api"):
        yield passed("plan", msg("BU17.api", "Fees for an API are planned for the peaks."))
    else:
        remedy = msg(
            "BU17.cloud.remedy", "Reserve a yearly amount for rent, or apply for hours on the school's platform."
        )
        found = _there(view, "cloud", "cloud", _CLOUD, _no_rent(view), remedy)
        yield found if found.outcome == "pass" or not starts_at_once(view) else replace(found, outcome="note")


def _no_rent(view: View) -> Message:
    if starts_at_once(view):
        return msg(
            "BU17.calm",
            "No budget for rented compute. In an ordinary week jobs start at once; at paper deadlines, when all work at the same time, they wait.",
        )
    return msg("BU17.cloud", "No budget for rented compute: at paper deadlines everybody waits in the queue.")


def starts_at_once(view: View) -> bool:
    """Tell whether all jobs are told of, and none of them waits a minute on average in an ordinary week."""
    if not view.demand:
        return False
    use = used(view, parted(view.memo, view.lines).compute)
    waits = [one.mean_wait_h.value for one in use.tiers if one.asked.value]
    return not use.open and bool(waits) and all(wait is not None and wait < _MINUTE_H for wait in waits)


def _machines(view: View) -> bool:
    return bool(parted(view.memo, view.lines).compute)


def _quantity(view: View, role: str) -> int:
    """Return how many units of a role are planned or there already."""
    there: int = sum(one.quantity for one in view.existing if one.role == role)
    return sum([line.line.quantity for line in _planned(view, role)]) + there


def _planned(view: View, role: str) -> tuple[LineFigures, ...]:
    return sifted(view.memo, "lines by role", parted(view.memo, view.lines).planned, _ROLE, _ROLES)[role]


def _there(view: View, role: str, name: str, title: Labelled, missing: Message, remedy: Message) -> Finding:
    count = _quantity(view, role)
    if count:
        number = entered(f"{view.alternative.id}/total/{role}_count", float(count), "1")
        return passed("plan", msg("BU01.pass", "{what} is planned or there already.", what=title), number)
    return Finding(
        outcome="warning",
        subject="plan",
        message=missing,
        remedy=remedy,
        fix=added(view, name, role, title),
    )


def added(view: View, name: str, role: str, title: Labelled, facts: dict[str, Any] | None = None) -> Fix:
    """Return the step that adds a line without a price, marked as to be asked for."""
    taken = view.memo.column(("line ids", view.alternative.id), view.alternative.lines, _ID)
    free = name if name not in taken else next(one for n in count(2) if (one := f"{name}-{n}") not in taken)
    value: dict[str, Any] = {
        "id": free,
        "title": {"zh": title.zh, "en": title.en},
        "role": role,
        "uom": "lot" if role == "works" else "year" if role == "cloud" else "set",
        "note": _NOTE,
    }
    if facts:
        value["facts"] = facts
    return Fix(
        label=msg("BU01.fix", "Add a line: {what} (price to be asked)", what=title),
        edit=AddPart(path=f"alternatives/{view.alternative.id}/lines", value=value),
    )


def administrator(view: View) -> Iterator[Finding]:
    """BU02: somebody keeps accounts, queue and disks."""
    if not _machines(view):
        return
    hours = fact_figure(view.facts, "admin_hours_per_week", "plan/admin_hours_per_week", "h")
    customary = limit("default.admin_hours")
    value = {"value": customary.require(), "quality": "assumed", "source": customary.source}
    fix = Fix(
        label=msg("BU02.fix", "Reckon with {hours} a week", hours=customary),
        edit=SetValue(path="facts/admin_hours_per_week", value=value),
    )
    if not hours.known:
        yield cannot_tell(
            "plan",
            msg("BU02.unknown", "Who keeps accounts, queue and disks, and for how many hours a week, is not said."),
            msg("BU02.ask", "Ask the head of the group to name a person, or a rota of students."),
            hours.missing,
            fix,
        )
    elif hours.require() <= 0:
        yield Finding(
            outcome="warning",
            subject="plan",
            message=msg("BU02.none", "No time is planned for administration: accounts, queue and full disks wait."),
            remedy=msg("BU02.remedy", "Name a person and plan some hours a week, or a rota of students."),
            figures=(hours, customary),
            fix=fix,
        )
    else:
        yield passed("plan", msg("BU02.pass", "{hours} a week are planned for administration.", hours=hours), hours)


_WORKS_COST = msg("BU03.remedy", "Have the building office say what circuit and cooling cost; 5 to 15 % is customary.")


def works(view: View) -> Iterator[Finding]:
    """BU03: circuit, cooling, rack and floor cost money that is not on the machine's quote."""
    if not _machines(view):
        return
    small = limit("strip.max_w")
    if _planned(view, "works"):
        yield _share_of_works(view)
    elif not view.totals.max_w.known and (least := least_power(view.totals.max_w)).require() > small.require():
        yield Finding(
            outcome="warning",
            subject="plan",
            message=msg("BU03.least", "No works are planned for machines that draw at least {power}.", power=least),
            remedy=_WORKS_COST,
            figures=(least, small),
            missing=view.totals.max_w.missing,
            fix=added(view, "works", "works", _WORKS),
        )
    elif not view.totals.max_w.known:
        yield cannot_tell(
            "plan",
            msg("BU03.unknown", "Whether installation works are needed is not known while the power is not."),
            msg("BU03.ask", "Enter the maximum power of each machine."),
            view.totals.max_w.missing,
        )
    elif view.totals.max_w.require() <= small.require():
        say = msg("BU03.small", "{power} in all runs on the sockets that are there.", power=view.totals.max_w)
        yield passed("plan", say, view.totals.max_w, small)
    else:
        yield Finding(
            outcome="warning",
            subject="plan",
            message=msg("BU03.none", "No works are planned for machines that draw {power}.", power=view.totals.max_w),
            remedy=_WORKS_COST,
            figures=(view.totals.max_w, small),
            fix=added(view, "works", "works", _WORKS),
        )


def _share_of_works(view: View) -> Finding:
    key = f"{view.alternative.id}/total"
    roles = {name: line.line.role for name, line in view.lines.items()}
    bought = [price.chosen for name, price in view.prices.items() if roles[name] in _EQUIPMENT]
    parts = [price.chosen for name, price in view.prices.items() if roles[name] == "works"]
    least, equipment = limit("bu.works_min"), total(f"{key}/equipment", bought).figure
    amount = total(f"{key}/works", parts).figure
    if equipment.value == 0:
        return passed("plan", msg("BU03.planned", "{amount} of works are planned.", amount=amount), amount)
    share = trace(WORKS_SHARE, f"{key}/works_share", works=amount, equipment=equipment)
    if not share.known:
        return cannot_tell(
            "plan",
            msg("BU03.no_price", "Whether the works are reckoned with enough money is not known: a price is missing."),
            msg("BU03.no_price.ask", "Ask the building office or an electrician for an estimate."),
            share.missing,
        )
    if share.require() < least.require():
        return Finding(
            outcome="note",
            subject="plan",
            message=msg(
                "BU03.low",
                "Works come to {share} % of the equipment; 5 to 15 % is customary.",
                share=round(100 * share.require(), 1),
            ),
            remedy=msg("BU03.low.remedy", "Have the amount confirmed by the building office."),
            figures=(share, amount, equipment, least),
        )
    say = msg("BU03.pass", "Works come to {share} % of the equipment.", share=round(100 * share.require(), 1))
    return passed("plan", say, share, amount, equipment)


def behind_ups(view: View) -> Iterator[Finding]:
    """UP14: where there is a UPS, the storage hangs on it."""
    storage = parted(view.memo, view.lines).storage
    nodes = [load for load in view.site.loads.values() if load.node.type == "ups"]
    if not storage or not (nodes or _quantity(view, "ups")):
        return
    behind = {link.line for load in nodes for link in load.connected}
    bare = [line for line in storage if line.line.id not in behind]
    if not bare:
        yield passed("plan", msg("UP14.pass", "The storage is behind the UPS."))
    elif not nodes:
        yield cannot_tell(
            "plan",
            msg("UP14.unknown", "Which machines are behind the UPS is not said."),
            msg("UP14.ask", "Put the UPS into the wiring of the room, and plug in what it is to carry."),
            ("site/ups",),
        )
    else:
        yield Finding(
            outcome="warning",
            subject="plan",
            message=msg("UP14.bare", "Not behind the UPS: {lines}.", lines=tuple(line.line.title for line in bare)),
            remedy=msg("UP14.remedy", "Plug the storage in behind the UPS; it suffers most from a power cut."),
            figures=tuple(line.max_w for line in bare),
        )


CHECKS = (
    Check(
        id="BU01",
        area="operation",
        title=msg("BU01.title", "Network storage planned"),
        reads=("alternative", "lines", "existing"),
        source="a lab's plan needs storage, UPS and rent beside the machines; NAS 20 to 40 thousand yuan (buying guide)",
        run=has_storage,
    ),
    Check(
        id="BU16",
        area="operation",
        title=msg("BU16.title", "UPS planned"),
        reads=("alternative", "lines", "existing", "site"),
        source="a lab's plan needs storage, UPS and rent beside the machines (buying guide)",
        run=has_ups,
    ),
    Check(
        id="BU17",
        area="operation",
        title=msg("BU17.title", "Rented compute planned"),
        reads=("alternative", "lines", "existing", "switches", "demand", "people", "stock"),
        source="peaks at term start and deadlines are cheaper rented than bought (buying guide)",
        run=has_rent,
    ),
    Check(
        id="BU02",
        area="operation",
        title=msg("BU02.title", "Administrator"),
        reads=("lines", "facts"),
        source="nobody reckons the running: accounts, queue, disk clean-up; limit default.admin_hours",
        limit="default.admin_hours",
        blocking=False,
        run=administrator,
    ),
    Check(
        id="BU03",
        area="operation",
        title=msg("BU03.title", "Installation works planned"),
        reads=("alternative", "lines", "prices", "totals"),
        source="customary 5 to 15 % of the equipment, to be confirmed; one device up to 1.2 kW needs no line of its own",
        limit="bu.works_min",
        blocking=False,
        run=works,
    ),
    Check(
        id="UP14",
        area="operation",
        title=msg("UP14.title", "Storage behind the UPS"),
        reads=("lines", "existing", "site"),
        source="storage and head node suffer most from a power cut",
        blocking=False,
        run=behind_ups,
    ),
)
