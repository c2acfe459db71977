"""Which catalog rows fit the name on a typed line: by all its words, by its model, and a whole machine by the cards in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from os.path import commonprefix

import msgspec

from db.listing import ListRow
from db.search import words
from db.store import Store
from desktop_app.services.line_words import is_workstation, named_cards, specified_cards, without_counts
from desktop_app.services.model_words import closest, count_of, has_model, model_groups
from planner.assess.machine import fitted_cards
from planner.catalog.items import Item
from planner.messages import Message, msg
from planner.plan.document import LineRole

KIND_ROLES: dict[str, LineRole] = {
    "accelerator": "compute",
    "system": "compute",
    "storage": "storage",
    "network": "network",
    "ups": "ups",
    "pdu": "pdu",
    "cooling": "cooling",
    "rack": "rack",
}
_FAMILY = re.compile(r"(\d+[A-Z])\d{1,2}")  # 910B3 is one of the 910B
_NO_GOODS = ("model", "cloud_offer", "api_offer")
_CLASS = "(class)"
_MOST_CANDIDATES = 12


class MachineRead(msgspec.Struct, frozen=True, kw_only=True):
    """A whole machine as understood: rows that fit, the one that is sure ('' for none), its cards and how many (0: unknown)."""

    matches: tuple[tuple[str, str], ...] = ()
    item: str = ""
    card: tuple[str, str] = ("", "")
    cards: int = 0
    note: Message | None = None


def found_rows(name: str, store: Store, role: LineRole | None = None) -> list[ListRow]:
    """Return the goods that fit a name by all its words, else by its model; of one role where that is known."""
    for query in dict.fromkeys((name, model_words(name))):
        goods = [row for row in _rows(query, store) if role is None or KIND_ROLES.get(row.kind) == role]
        if goods:
            return goods[:_MOST_CANDIDATES]
    return []


def sure_rows(rows: Sequence[ListRow], name: str) -> list[ListRow]:
    """Return the rows whose name begins or ends with the model in ``name``, the shortest of them."""
    model = "".join(words(model_words(name)) or words(name))
    fitting = [row for row in rows if model in _edges(words(row.name))]
    shortest = min((len(words(row.name)) for row in fitting), default=0)
    return [row for row in fitting if len(words(row.name)) == shortest]


def model_words(name: str) -> str:
    """Return the Latin words of a name from which a model is known: those with digits, and the one before each."""
    return " ".join(model_groups(name))


def read_machine(name: str, spec: str, store: Store) -> MachineRead:
    """Return what is understood of a whole machine: its own row, else the row of its class with so many of its cards.

    Offered are the machines listed with its cards, those with so many first; where the cards may be one of several, also
    so many of each: a machine that is in no row still has its cards.
    """
    bare = without_counts(name)
    systems, own, chips = _parts(bare, store)
    for segment in re.split(r"[,，;；/、]", spec) if not chips else ():
        chips = chips or _parts(without_counts(segment), store)[2]
    if len(chips) > 1 and spec:
        chips = [chips[at] for at in closest([row.name for row in chips], f"{bare} {without_counts(spec)}")]
    sure = sure_cards(chips)
    card = sure[0] if len(sure) == 1 else None
    named = named_cards(name)
    told = specified_cards(spec, _model(chips).split(" ")[-1], None if card is None else card.memory_gb)
    cards = 0 if named and told and named != told else named or told
    read = MachineRead(card=("", "") if card is None else (card.id, card.name), cards=cards)
    if named and told and named != told:
        clash = msg(
            "lines.cards",
            "The name says {named} cards in a machine, the specification {told}.",
            named=named,
            told=told,
        )
        read = msgspec.structs.replace(read, note=clash)
    if len(own) == 1:
        return msgspec.structs.replace(read, matches=_offered(systems), item=own[0].id)
    classes = [] if card is None else _classes(card.id, cards, store)
    taken = [one for one in classes if _is_of_class(one, name, cards)]
    listed = () if own else _listed_with(chips, cards, store)
    bare_cards = [(row.id, f"{cards} × {row.name}") for row in chips if card is None and cards and not own]
    machines = dict((*((one.id, one.name) for one in (*classes, *listed)), *_offered(systems)))
    room = max(_MOST_CANDIDATES - len(bare_cards), 0)
    item = taken[0].id if len(taken) == 1 else ""
    return msgspec.structs.replace(read, matches=(*tuple(machines.items())[:room], *bare_cards), item=item)


def sure_cards(cards: Sequence[ListRow]) -> list[ListRow]:
    """Return the cards with the shortest name: the plain one, where others of the model say more (D, AI, Max-Q)."""
    shortest = min((len(words(row.name)) for row in cards), default=0)
    return [row for row in cards if len(words(row.name)) == shortest]


def _model(cards: Sequence[ListRow]) -> str:
    """Return the model that the cards share: RTX 4090 of GeForce RTX 4090, Ascend 910B of 910B1 and 910B4; '' for none."""
    named = [model_groups(row.name) or [row.name] for row in cards]
    return commonprefix([models[0] for models in named]).strip()


def _listed_with(cards: Sequence[ListRow], count: int, store: Store) -> list[Item]:
    """Return the machines that are listed with one of the cards: with so many, then those that do not say how many."""
    known = {row.id for row in cards}
    model = _model(cards)
    found: list[tuple[int, Item]] = []
    for one in store.catalog.items("system"):
        card, fitted = cards_of_row(one)
        text = f"{one.text('accelerators_fitted')} {one.name}"
        if card in known:
            found.append((fitted, one))
        elif not card and (said := next((each for each in _spellings(model) if has_model(text, each)), "")):
            found.append((count_of(one.text("accelerators_fitted"), said), one))
    fitting = [each for each in found if not count or each[0] in (count, 0)]
    return [one for _, one in sorted(fitting, key=lambda each: (each[0] == 0, each[0]))]


def _spellings(model: str) -> list[str]:
    """Return how a machine's row may name a card: as its own row, by its number alone, by its family."""
    if not model:
        return []
    number = model.split()[-1]
    family = _FAMILY.fullmatch(number)
    shorter = [number] if any(letter.isalpha() for letter in number) else []  # 6000 is several cards
    return [model, *shorter, *([family[1]] if family else [])]


def cards_of_row(item: Item) -> tuple[str, int]:
    """Return the id of the card that a machine's row is listed with and how many it has; ('', 0) where it does not say."""
    count = fitted_cards(item).value
    known = item.text("fitted_accelerator_id")
    return (known, int(count)) if known and count else ("", 0)


def _rows(query: str, store: Store) -> list[ListRow]:
    if not query.strip():
        return []
    found = store.catalog.rows(store.catalog.find(query)[: 4 * _MOST_CANDIDATES])
    return [row for row in found if row.kind not in _NO_GOODS]


def _edges(parts: Sequence[str]) -> set[str]:
    """Return what a name begins and ends with, without blanks: RTX4090 is the end of GeForce RTX 4090, 090 is not."""
    return {"".join(parts[:at]) for at in range(1, len(parts) + 1)} | {"".join(parts[at:]) for at in range(len(parts))}


def _parts(name: str, store: Store) -> tuple[list[ListRow], list[ListRow], list[ListRow]]:
    """Return the rows of machines that a name's own model has, the sure ones of them, and the cards that may be meant."""
    systems: list[ListRow] = []
    own: list[ListRow] = []
    chips: list[ListRow] = []
    for query in dict.fromkeys((model_words(name), *model_groups(name))):
        if len(own) == 1 and has_model(own[0].name, query):
            continue  # A2 of Atlas 800T A2 is not the card of that name
        rows = _rows(query, store)
        found = _cards(rows, query)
        chips = chips or found
        if not found and not systems:
            systems = [row for row in rows if row.kind == "system"][:_MOST_CANDIDATES]
            own = sure_rows(systems, query)
    return systems, own, [chips[at] for at in closest([row.name for row in chips], name)]


def _cards(rows: Sequence[ListRow], query: str) -> list[ListRow]:
    """Return the cards of the model asked for; of the word with its number alone where the word before it is none of it."""
    cards = [row for row in rows if row.kind == "accelerator"]
    for model in (query, query.split()[-1] if query else ""):
        if fitting := [row for row in cards if has_model(row.name, model)]:
            return fitting
    return sure if len(sure := sure_rows(cards, query)) == 1 else []


def _offered(rows: Sequence[ListRow]) -> tuple[tuple[str, str], ...]:
    return tuple((row.id, row.name) for row in rows)


def _classes(card: str, cards: int, store: Store) -> list[Item]:
    """Return the rows of classes of machines with this card, those with so many first."""
    found = [one for one in store.catalog.items("system") if one.maker == _CLASS and cards_of_row(one)[0] == card]
    return sorted(found, key=lambda one: (cards_of_row(one)[1] != cards, cards_of_row(one)[1]))


def _is_of_class(item: Item, name: str, cards: int) -> bool:
    stated = is_workstation(name)
    kind = item.text("subkind") == "workstation"
    return cards > 0 and cards_of_row(item)[1] == cards and (stated is None or stated == kind)
