"""The plan document: what is shared by all alternatives, the alternatives, and the catalog rows they use.

All parts are frozen; edits replace the spine above what changes and leave every other object as it is, so identity
tells whether a part changed. Every part keeps unknown fields of newer minor versions in ``extra``.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Literal

import msgspec

from planner.catalog.items import Item
from planner.figure import Quality
from planner.messages import Labelled
from planner.money import Money

SCHEMA = "labprocure.plan/1"
SCHEMA_MINOR = 1

LineRole = Literal[
    "compute",
    "storage",
    "ups",
    "network",
    "cooling",
    "rack",
    "pdu",
    "cloud",
    "api",
    "service",
    "works",
    "software",
    "other",
]
RENTED = frozenset({"cloud", "api"})
"""Roles of lines that are paid by use and stand nowhere in the room."""
NodeType = Literal["room", "panel", "circuit", "socket", "strip", "pdu", "ups", "cord", "ac", "rack"]
WorkloadKind = Literal["inference", "batch", "train", "vision", "diffusion", "video", "science", "course", "edge"]
Method = Literal["infer", "full", "lora", "qlora"]
Offload = Literal["none", "optimizer", "all"]
Recompute = Literal["none", "selective", "full"]
Domestic = Literal["any", "preferred", "required"]
Face = Literal["front", "rear"]
YesNoUnknown = Literal["yes", "no", "unknown"]
BudgetLine = Literal["equipment", "operating", "works", "service", "other"]
RequirementMark = Literal["star", "important", "general"]
UnitOfMeasure = Literal["set", "piece", "year", "lot", "card_hour"]


class Node(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base of all plan parts; ``extra`` holds fields that this version does not know."""

    extra: Mapping[str, Any] = msgspec.field(default_factory=dict)


class Fact(Node, frozen=True, kw_only=True, omit_defaults=True):
    """A value somebody told us, in the unit of its attribute; assumed when a customary value was accepted."""

    value: float | str | bool
    quality: Quality = Quality.ENTERED
    source: str = ""
    date: dt.date | None = None


Facts = Mapping[str, Fact]


class Price(Node, frozen=True, kw_only=True, omit_defaults=True):
    """A unit price as a dated range with the one chosen to reckon with; decimals in ``currency``.

    ``vat_rate`` is a fraction; None where it is not known. ``tax`` tells whether the prices contain it. ``source`` and
    ``observed`` are of the range; ``chosen_source`` is that of the chosen price, '' where it has none of its own.
    """

    low: Decimal | None = None
    chosen: Decimal | None = None
    high: Decimal | None = None
    currency: str = "CNY"
    tax: Literal["included", "excluded", "unknown"] = "included"
    vat_rate: Decimal | None = None
    source: str = ""
    observed: dt.date | None = None
    quality: Quality = Quality.ENTERED
    chosen_source: str = ""


class Line(Node, frozen=True, kw_only=True, omit_defaults=True):
    """One line of an alternative: what, how many, at what price, from which fund.

    ``title`` names the thing without brand; ``item`` and ``card`` are digests of catalog rows in ``Plan.items``.
    ``facts`` are label values typed by the user and win over the catalog. ``marks`` are those of requirements (by the
    code of the parameter) that the user decided, in place of the derived ones.
    """

    id: str
    title: Labelled
    role: LineRole
    quantity: int = 1
    uom: UnitOfMeasure = "set"
    item: str = ""
    card: str = ""
    cards_per_unit: int = 0
    condition: Literal["new", "used"] = "new"
    price: Price = msgspec.field(default_factory=Price)
    facts: Facts = msgspec.field(default_factory=dict)
    marks: Mapping[str, RequirementMark] = msgspec.field(default_factory=dict)
    stage: str = ""
    fund: str = ""
    note: str = ""


class Stage(Node, frozen=True, kw_only=True, omit_defaults=True):
    """A purchase stage with the date it is wanted by."""

    id: str
    title: Labelled
    wanted_by: dt.date | None = None


class Connection(Node, frozen=True, kw_only=True, omit_defaults=True):
    """Units of a line plugged in at a site node; ``share`` is the part of each unit's load this connection carries."""

    line: str
    node: str
    units: int = 1
    share: float = 1.0


class Placement(Node, frozen=True, kw_only=True, omit_defaults=True):
    """Units of a line mounted in a rack node, the first with its lowest rack unit at ``bottom_u``, the others above it.

    Without ``bottom_u`` their place is found automatically. ``face`` is the side of the rack they are mounted from.
    """

    line: str
    node: str
    units: int = 1
    bottom_u: int | None = None
    face: Face = "front"


class Link(Node, frozen=True, kw_only=True, omit_defaults=True):
    """Network cables of one kind from a line's machines to a switch.

    ``to`` is the line of the switch, a switch that is there already, or a room whose network ports they go to; '' where
    nobody said. A switch's own
    cables to another switch are its uplinks. ``values`` tell speed, forms, kind and length of the cables.
    """

    id: str
    line: str
    to: str = ""
    cables: int = 1
    values: Facts = msgspec.field(default_factory=dict)


class Alternative(Node, frozen=True, kw_only=True, omit_defaults=True):
    """One way to meet the need: lines, stages, wiring, placement, network."""

    id: str
    title: Labelled
    lines: tuple[Line, ...] = ()
    stages: tuple[Stage, ...] = ()
    connections: tuple[Connection, ...] = ()
    placements: tuple[Placement, ...] = ()
    links: tuple[Link, ...] = ()
    note: str = ""


class People(Node, frozen=True, kw_only=True, omit_defaults=True):
    """A group of people who will use the machines."""

    id: str
    title: Labelled
    count: int


class MeasuredJob(Node, frozen=True, kw_only=True, omit_defaults=True):
    """The job as it was when somebody measured it; ``model_id`` is the catalog's id, '' where no model was named.

    ``setup`` is how a training was split, sharded and offloaded ('' in older files: any).
    """

    model_id: str = ""
    method: Method = "infer"
    dtype: str = "bf16"
    seq_len: int | None = None
    batch: int | None = None
    devices: int = 1
    setup: str = ""


class Measurement(Node, frozen=True, kw_only=True, omit_defaults=True):
    """What was measured on an own machine, in the unit of the estimate that it replaces.

    ``card`` is the id of the catalog's card it was measured on; '' stands for every card of the plan. ``job`` is what
    was measured: while the entry is another job, the estimate stands. None (older files) stands for any job.
    """

    value: float
    unit: str = ""
    date: dt.date | None = None
    note: str = ""
    card: str = ""
    job: MeasuredJob | None = None


class WorkloadEntry(Node, frozen=True, kw_only=True, omit_defaults=True):
    """One thing people will run; ``model`` is the digest of a catalog model, ``memory_need_gib`` replaces it.

    The data-parallel degree is ``devices`` over ``tensor_parallel`` x ``pipeline_parallel``; ``zero_stage`` None is 0 on
    one device and 3 on more. ``selective`` recomputes a part of what ``grad_checkpoint`` would drop whole; ``micro_batches``
    make one step of training (None: one, or four for each pipeline stage). ``stack`` are the words of its software: frameworks, cuda-only, fp64, fp8.
    ``data_may_leave`` unknown is as the plan's switch says. ``measured`` is by quantity (decode_tps, train_tps ...).
    ``assumed`` names the fields whose value nobody said; changing a field takes its name out.
    """

    id: str
    title: Labelled
    kind: WorkloadKind
    method: Method = "infer"
    model: str = ""
    people: str = ""
    dtype: str = "bf16"
    kv_dtype: str = "bf16"
    seq_len: int | None = None
    output_len: int | None = None
    batch: int | None = None
    devices: int = 1
    optimizer: str = "adamw"
    grad_checkpoint: bool = True
    selective: bool = False
    micro_batches: int | None = None
    lora_rank: int = 16
    tensor_parallel: int = 1
    pipeline_parallel: int = 1
    zero_stage: int | None = None
    offload: Offload = "none"
    sessions_per_week: float | None = None
    hours_per_session: float | None = None
    stack: tuple[str, ...] = ()
    data_may_leave: YesNoUnknown = "unknown"
    measured: Mapping[str, Measurement] = msgspec.field(default_factory=dict)
    assumed: tuple[str, ...] = ()
    facts: Facts = msgspec.field(default_factory=dict)

    @property
    def recompute(self) -> Recompute:
        """Return what is computed again in the backward pass to save memory."""
        if not self.grad_checkpoint:
            return "none"
        return "selective" if self.selective else "full"


class SiteNode(Node, frozen=True, kw_only=True, omit_defaults=True):
    """One thing of the room or its wiring; ``parent`` is what feeds or holds it."""

    id: str
    type: NodeType
    parent: str = ""
    title: str = ""
    values: Facts = msgspec.field(default_factory=dict)


class Fund(Node, frozen=True, kw_only=True, omit_defaults=True):
    """A funding source (经费卡): amount, what it may be spent on, and until when."""

    id: str
    title: str
    amount: Money
    budget_line: BudgetLine = "equipment"
    latest_spending: dt.date | None = None
    account: str = ""


class Budget(Node, frozen=True, kw_only=True, omit_defaults=True):
    """The limit in money and the share kept back; ``contingency_rate`` is a fraction of the planned lines."""

    amount: Money | None = None
    contingency_rate: Decimal | None = None
    vat_rate: Decimal | None = None


class Switches(Node, frozen=True, kw_only=True, omit_defaults=True):
    """Two questions that rule out candidates."""

    domestic: Domestic = "any"
    data_may_leave: YesNoUnknown = "unknown"


class Organisation(Node, frozen=True, kw_only=True, omit_defaults=True):
    """Who buys: kind decides rules, profile the electrical standard."""

    name: str = ""
    kind: Literal["university", "company"] = "university"
    region: str = ""
    profile: Literal["GB", "IEC", "NEC"] = "GB"


class Existing(Node, frozen=True, kw_only=True, omit_defaults=True):
    """Equipment the unit has already; counted as stock."""

    id: str
    title: Labelled
    role: LineRole = "compute"
    quantity: int = 1
    item: str = ""
    card: str = ""
    cards_per_unit: int = 0
    year: int | None = None
    facts: Facts = msgspec.field(default_factory=dict)
    note: str = ""


class Waiver(Node, frozen=True, kw_only=True, omit_defaults=True):
    """A finding let pass with reason, name and date."""

    check: str
    alternative: str
    subject: str
    reason: str
    by: str
    date: dt.date


class Snooze(Node, frozen=True, kw_only=True, omit_defaults=True):
    """A finding put aside until a date."""

    check: str
    alternative: str
    subject: str
    until: dt.date


class Plan(Node, frozen=True, kw_only=True, omit_defaults=True):
    """A whole plan; ``items`` are the catalog rows used, by digest.

    ``limits`` are its own values, by key, of limits that nobody could verify.
    """

    id: str
    title: Labelled
    created: dt.date
    organisation: Organisation = msgspec.field(default_factory=Organisation)
    people: tuple[People, ...] = ()
    workload: tuple[WorkloadEntry, ...] = ()
    calendar: Facts = msgspec.field(default_factory=dict)
    site: tuple[SiteNode, ...] = ()
    budget: Budget = msgspec.field(default_factory=Budget)
    funds: tuple[Fund, ...] = ()
    switches: Switches = msgspec.field(default_factory=Switches)
    existing: tuple[Existing, ...] = ()
    facts: Facts = msgspec.field(default_factory=dict)
    limits: Facts = msgspec.field(default_factory=dict)
    alternatives: tuple[Alternative, ...] = ()
    chosen: str = ""
    waivers: tuple[Waiver, ...] = ()
    snoozes: tuple[Snooze, ...] = ()
    items: Mapping[str, Item] = msgspec.field(default_factory=dict)

    def alternative(self, id: str) -> Alternative | None:  # noqa: A002
        """Return the alternative with this id, None when there is none."""
        return next((one for one in self.alternatives if one.id == id), None)

    def node(self, id: str) -> SiteNode | None:  # noqa: A002
        """Return the site node with this id, None when there is none."""
        return next((one for one in self.site if one.id == id), None)

    def nodes(self, type: NodeType) -> Iterator[SiteNode]:  # noqa: A002
        """Yield the site nodes of one type in their order."""
        return (node for node in self.site if node.type == type)

    def item_of(self, digest: str) -> Item | None:
        """Return the catalog row a digest stands for; None for '' or a row that is not there."""
        return self.items.get(digest)
