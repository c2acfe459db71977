"""Which catalog rows fit the name on a typed line: by all its words, by its model, and a whole machine by the cards in it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from db.listing import ListRow
from db.search import words
from db.store import Store
from desktop_app.services.line_words import is_workstation, named_cards, specified_cards, without_counts
from planner.assess.machine import fitted_cards
from planner.catalog.items import Item
from planner.messages import Message, msg
from planner.numerals import normalised
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
_SIZE_WORD = re.compile(r"\d+(?:\.\d+)?(?:gb?|tb|k?w|k?va|u)|\d{1,2}", re.IGNORECASE)
_MODEL_WORD = re.compile(r"\d")
_LATIN = re.compile(r"[^A-Za-z0-9.+-]+")
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
    return " ".join(_groups(name))


def read_machine(name: str, spec: str, store: Store) -> MachineRead:
    """Return what is understood of a whole machine: its own row, else the row of its class with so many of its cards."""
    bare = without_counts(name)
    systems, own, card = _parts(bare, store)
    for segment in re.split(r"[,，;；/、]", spec) if card is None else ():
        card = card or _parts(without_counts(segment), store)[2]
    named = named_cards(name)
    chip = "" if card is None else words(card.name)[-1]
    told = specified_cards(spec, chip, None if card is None else card.memory_gb)
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
    sure = [one for one in classes if _is_of_class(one, name, cards)]
    near = () if own else _groups(bare if card is None else card.name)
    rest = [row for query in near for row in _rows(query, store) if row.kind == "system"]
    matches = dict((*((one.id, one.name) for one in classes), *_offered(systems), *_offered(rest)))
    item = sure[0].id if len(sure) == 1 else ""
    return msgspec.structs.replace(read, matches=tuple(matches.items())[:_MOST_CANDIDATES], item=item)


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


def _groups(name: str) -> list[str]:
    there = [word for word in _LATIN.split(normalised(name)) if word and not _SIZE_WORD.fullmatch(word)]
    kept: list[str] = []
    for at, word in enumerate(there):
        if _MODEL_WORD.search(word):
            before = there[at - 1] if at and not _MODEL_WORD.search(there[at - 1]) else ""
            kept.append(f"{before} {word}".strip())
    return kept


def _parts(name: str, store: Store) -> tuple[list[ListRow], list[ListRow], ListRow | None]:
    """Return the rows of machines that a name's own model has, the sure ones of them, and the card where that is sure."""
    systems: list[ListRow] = []
    own: list[ListRow] = []
    card: ListRow | None = None
    for query in dict.fromkeys((model_words(name), *_groups(name))):
        rows = _rows(query, store)
        chips = [row for row in rows if row.kind == "accelerator"]
        if card is None and len(sure := sure_rows(chips, query)) == 1:
            card = sure[0]
        if not chips and not systems:
            systems = [row for row in rows if row.kind == "system"][:_MOST_CANDIDATES]
            own = sure_rows(systems, query)
    return systems, own, card


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
