"""Plan files: identity both ways, unknown fields kept where they stood, and every damage told with its place."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from planner.catalog.items import digest
from planner.errors import PlanFileError
from planner.plan import codec
from planner.plan.codec import decode_plan, encode_plan, plan_from_builtins, read_plan, write_plan
from planner.plan.document import Fact, Plan
from planner.plan.edits import RemovePart, SetValue
from tests.conftest import PROJECT
from tests.plan_files import NEWER, at, packed, plain, with_newer_fields
from tests.sample_plans import TEMPLATES, sample

KEPT = PROJECT / "tests" / "data" / "plans"


def refused(raw: Any, **how: Any) -> PlanFileError:
    with pytest.raises(PlanFileError) as caught:
        decode_plan(raw if isinstance(raw, bytes) else packed(raw), place="a.lpplan", **how)
    error = caught.value
    assert error.place == "a.lpplan"
    assert error.remedy is not None
    assert error.told("zh") != error.told("en")
    return error


# ------------------------------------------------------------------------------------------------- round trips
@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("indent", [0, 2])
def test_a_plan_comes_back_as_it_was(template: str, indent: int) -> None:
    plan = sample(template)
    data = encode_plan(plan, indent=indent)
    back = decode_plan(data)
    assert back == plan
    assert encode_plan(back, indent=indent) == data


@pytest.mark.parametrize("template", TEMPLATES)
def test_rows_may_be_kept_apart(template: str) -> None:
    plan = sample(template)
    body = encode_plan(plan, with_items=False)
    assert b'"items"' not in body
    assert decode_plan(body, items=plan.items) == plan
    assert decode_plan(body).items == {}


def test_equal_plans_give_equal_bytes_whatever_the_order_things_were_added_in() -> None:
    plan = sample("edge-lab")
    turned = msgspec.structs.replace(
        plan,
        items=dict(reversed(plan.items.items())),
        facts=dict(reversed(plan.facts.items())),
    )
    assert turned == plan
    for indent in (0, 2):
        assert encode_plan(turned, indent=indent) == encode_plan(plan, indent=indent)


def test_the_file_starts_with_what_it_is_and_is_readable() -> None:
    text = encode_plan(sample(), indent=2).decode()
    assert text.startswith('{\n  "schema": "labprocure.plan/1",\n  "minor": 1,\n  "id": "plan-lab-a",\n  "title": {')
    assert "四卡工作站" in text
    assert text.endswith("}\n")


def test_money_and_prices_are_exact_decimals_and_dates_are_days() -> None:
    raw = plain()
    assert raw["budget"]["amount"] == {"amount": "300000.00", "currency": "CNY", "tax": "included"}
    assert raw["alternatives"][0]["lines"][0]["price"]["chosen"] == "150000"
    assert raw["funds"][0]["latest_spending"] == "2027-06-30"
    raw["alternatives"][0]["lines"][0]["price"]["chosen"] = "0.10000000000000000000000001"
    again = json.loads(encode_plan(plan_from_builtins(raw)))
    assert again["alternatives"][0]["lines"][0]["price"]["chosen"] == "0.10000000000000000000000001"


def test_rows_are_stored_under_the_digest_of_their_content() -> None:
    for template in TEMPLATES:
        plan = sample(template)
        assert {name: digest(item) for name, item in plan.items.items()} == {name: name for name in plan.items}


# ------------------------------------------------------------------------------------------- newer minor versions
def test_fields_of_a_newer_version_are_written_back_where_they_stood() -> None:
    raw = {**with_newer_fields(plain("edge-lab")), "minor": 7}
    count = packed(raw).count(b"of_tomorrow")
    assert count > 150  # in every part: titles, prices, money, facts, rows and their values too
    plan = plan_from_builtins(raw)
    assert json.loads(encode_plan(plan)) == raw
    assert decode_plan(encode_plan(plan)) == plan


def test_unknown_fields_survive_edits_beside_and_above_them() -> None:
    plan = plan_from_builtins(with_newer_fields(plain()))
    plan, _ = SetValue(path="A/ws/quantity", value=2).apply(plan)
    plan, _ = SetValue(path="title", value={"zh": "新", "en": "new"}).apply(plan)
    plan, _ = SetValue(path="budget/amount", value=None).apply(plan)
    plan, _ = RemovePart(path="A/nas").apply(plan)
    raw = json.loads(encode_plan(plan))
    assert raw["alternatives"][0]["lines"][0]["of_tomorrow"] == NEWER
    assert raw["title"] == {"zh": "新", "en": "new", "of_tomorrow": NEWER}
    assert raw["budget"] == {"contingency_rate": "0.05", "vat_rate": "0.13", "of_tomorrow": NEWER}
    assert "nas" not in [line["id"] for line in raw["alternatives"][0]["lines"]]
    assert json.loads(encode_plan(decode_plan(encode_plan(plan)))) == raw


def test_a_fact_and_a_field_called_extra_are_nothing_special() -> None:
    plan = sample()
    held = msgspec.structs.replace(plan, facts={**plan.facts, "extra": Fact(value=1.0, source="told")})
    assert decode_plan(encode_plan(held)) == held
    raw = {**plain(), "extra": {"x": 1}}
    assert json.loads(encode_plan(plan_from_builtins(raw))) == raw


def test_a_null_that_nobody_knows_is_kept_too() -> None:
    raw = plain()
    raw["switches"]["of_tomorrow"] = None
    assert json.loads(encode_plan(plan_from_builtins(raw))) == raw


def test_the_kept_file_of_schema_1_opens() -> None:
    plan = read_plan(KEPT / "schema1.lpplan")
    assert (plan.id, plan.title.zh) == ("kept-1", "保留的方案 1")
    alternative = plan.alternative("A")
    assert alternative is not None
    workstation = alternative.lines[0]
    assert (workstation.id, workstation.quantity, str(workstation.price.chosen)) == ("ws", 2, "150000")
    assert plan.item_of(workstation.item) is not None
    assert plan.budget.amount is not None
    assert str(plan.budget.amount.amount) == "300000.00"
    assert plan.waivers[0].by == "李老师"
    assert plan.site[0].values["area_m2"].value == 40.0


def test_the_kept_file_with_fields_of_a_newer_minor_version_survives_a_round_trip() -> None:
    raw = json.loads((KEPT / "schema1.lpplan").read_text(encoding="utf-8"))
    assert raw["minor"] == 3
    assert json.loads(encode_plan(decode_plan(packed(raw)))) == raw


# ------------------------------------------------------------------------------------------------------- refused
@pytest.mark.parametrize("schema", ["labprocure.plan/2", "labprocure.plan/999999"])
def test_a_newer_schema_is_told_as_newer(schema: str) -> None:
    error = refused({**plain(), "schema": schema, "what": "ever"})
    assert error.kind == "newer"
    assert schema in error.told("en")


def test_a_schema_before_the_first_is_told_as_older() -> None:
    assert refused({**plain(), "schema": "labprocure.plan/0"}).kind == "older"


@pytest.mark.parametrize(
    "schema",
    [
        *("labprocure.quote/1", "labprocure.plan", "labprocure.plan/", "labprocure.plan/x", "labprocure.plan/1.5"),
        *("labprocure.plan/²", "labprocure.plan/１", "labprocure.plan/-1", "labprocure.plan/" + "9" * 5000),
        *("", None, 1, [], {"a": 1}, True),
    ],
)
def test_a_foreign_schema_is_damaged(schema: Any) -> None:
    assert refused({**plain(), "schema": schema}).kind == "damaged"


@pytest.mark.parametrize("minor", ["0", None, -1, 1.5, True, [1]])
def test_a_minor_version_is_a_number(minor: Any) -> None:
    assert '"minor"' in refused({**plain(), "minor": minor}).told("en")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"   \n",
        b"hello",
        b"PK\x03\x04\x14\x00\x00\x00",
        b"SQLite format 3\x00",
        b"\x00" * 100,
        b"\xff\xfe{\x00}\x00",
        "方案".encode("gb18030"),
        b"null",
        b"[]",
        b"42",
        b'"text"',
        b"{}",
        b'{"schema": "labprocure.plan/1"}',
        b"[" * 200_000,
        b'{"schema":"labprocure.plan/1","a":' + b"[" * 5000,
        encode_plan(sample())[:-1],
        encode_plan(sample())[:5000],
        encode_plan(sample()) + b"{}",
        encode_plan(sample(), indent=2).replace(b'"value": 16.0', b'"value": NaN', 1),
    ],
    ids=lambda data: f"{len(data)}-{data[:12]!r}",
)
def test_what_is_no_plan_is_damaged(data: bytes) -> None:
    assert refused(data).kind == "damaged"


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("id", 5, "$.id"),
        ("title", "plan", "$.title"),
        ("title/zh", None, "$.title.zh"),
        ("created", "30.11.2026", "$.created"),
        ("alternatives/0/lines/0/quantity", "2", "$.alternatives[0].lines[0].quantity"),
        ("alternatives/0/lines/1/quantity", 1.5, "$.alternatives[0].lines[1].quantity"),
        ("alternatives/0/lines/0/role", "toaster", "toaster"),
        ("alternatives/0/lines/0/price/chosen", "much", "$.alternatives[0].lines[0].price.chosen"),
        ("alternatives/0/lines", {}, "$.alternatives[0].lines"),
        ("site/0/values/area_m2/value", [1], "$.site[0].values[...].value"),
        ("budget/amount/amount", "300000", "$.budget.amount"),
        ("budget/amount/currency", "XYZ", "$.budget.amount"),
        ("funds/0/latest_spending", "2027-02-30", "$.funds[0].latest_spending"),
        ("items", [], "$.items"),
        ("switches/domestic", "maybe", "maybe"),
        ("workload/0/seq_len", "long", "$.workload[0].seq_len"),
    ],
)
def test_a_wrong_type_names_its_place(path: str, value: Any, said: str) -> None:
    raw = plain()
    holder, key = at(raw, path)
    holder[key] = value
    error = refused(raw)
    assert error.kind == "damaged"
    assert said in error.told("en")


@pytest.mark.parametrize(
    ("path", "value", "message", "named"),
    [
        ("alternatives/0/lines/1/id", "ws", "rule.twice", "ws"),
        ("site/1/id", "room", "rule.twice", "room"),
        ("funds/1/id", "fund-equipment", "rule.twice", "fund-equipment"),
        ("people/0/id", "", "rule.id", "plan"),
        ("site/0/id", "a/b", "rule.id", "a/b"),
        ("alternatives/0/lines/0/id", "room", "rule.taken", "room"),
        ("alternatives/0/lines/0/fund", "purse", "rule.dangling", "purse"),
        ("alternatives/0/lines/0/stage", "s9", "rule.dangling", "s9"),
        ("alternatives/0/lines/0/item", "0123456789abcdef", "rule.dangling", "0123456789abcdef"),
        ("alternatives/0/lines/0/card", "0123456789abcdef", "rule.dangling", "0123456789abcdef"),
        ("workload/0/model", "0123456789abcdef", "rule.dangling", "0123456789abcdef"),
        ("workload/0/people", "nobody", "rule.dangling", "nobody"),
        ("alternatives/0/connections/0/node", "socket-9", "rule.dangling", "socket-9"),
        ("alternatives/0/connections/0/line", "gone", "rule.dangling", "gone"),
        ("alternatives/0/connections/0/units", 0, "rule.from_one", "units"),
        ("alternatives/0/connections/0/share", 0.0, "rule.share", "share"),
        ("alternatives/0/connections/0/share", 1.5, "rule.share", "share"),
        ("site/1/parent", "house", "rule.dangling", "house"),
        ("site/0/parent", "panel", "rule.loop", "room"),
        ("chosen", "Z", "rule.dangling", "Z"),
        ("alternatives/0/lines/0/quantity", -1, "rule.quantity", "-1"),
        ("alternatives/0/lines/0/quantity", 100_001, "rule.quantity", "100,001"),
        ("alternatives/0/lines/0/cards_per_unit", -4, "rule.negative", "cards_per_unit"),
        ("alternatives/0/lines/0/price/low", "-1", "rule.negative", "low"),
        ("alternatives/0/lines/0/price/low", "NaN", "rule.negative", "low"),
        ("alternatives/0/lines/0/price/high", "Infinity", "rule.negative", "high"),
        ("alternatives/0/lines/0/price/chosen", "1E+999999", "rule.price", "100,000,000,000"),
        ("alternatives/0/lines/0/price/low", "190000", "rule.price_range", "190,000"),
        ("alternatives/0/lines/0/price/vat_rate", "13", "rule.rate", "13"),
        ("alternatives/0/lines/0/price/vat_rate", "NaN", "rule.rate", "NaN"),
        ("budget/contingency_rate", "NaN", "rule.rate", "contingency_rate"),
        ("budget/vat_rate", "-0.1", "rule.rate", "vat_rate"),
        ("budget/amount/amount", "-1.00", "rule.negative", "budget/amount"),
        ("people/0/count", -1, "rule.negative", "people/graduates/count"),
        ("workload/0/seq_len", -1, "rule.from_one", "seq_len"),
        ("facts/power_factor/value", 1e300, "rule.too_large", "facts/power_factor"),
        ("site/0/values/area_m2/value", -1e300, "rule.too_large", "area_m2"),
    ],
)
def test_a_broken_rule_names_its_place(path: str, value: Any, message: str, named: str) -> None:
    raw = plain()
    holder, key = at(raw, path)
    holder[key] = value
    error = refused(raw)
    assert (error.kind, error.message.id) == ("damaged", message)
    assert named in error.told("en")
    assert named in error.told("zh")


def test_what_hangs_below_a_loop_ends_too() -> None:
    raw = plain()
    by_id = {node["id"]: node for node in raw["site"]}
    by_id["panel"]["parent"] = "circuit-1"
    raw["site"] = [by_id["socket-1"], *(node for node in raw["site"] if node["id"] != "socket-1")]
    assert refused(raw).message.id == "rule.loop"


# --------------------------------------------------------------------------------------------------------- files
def test_a_file_is_written_and_read_and_leaves_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "方案 A.lpplan"
    size = write_plan(sample(), file)
    assert size == file.stat().st_size
    assert read_plan(file) == sample()
    write_plan(sample("lab-b"), file)
    assert read_plan(file) == sample("lab-b")
    assert [one.name for one in tmp_path.iterdir()] == [file.name]


def test_a_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    file = tmp_path / "bom.lpplan"
    file.write_bytes(b"\xef\xbb\xbf" + encode_plan(sample()))
    assert read_plan(file) == sample()


def read_refused(file: Path) -> PlanFileError:
    with pytest.raises(PlanFileError) as caught:
        read_plan(file)
    assert caught.value.place == str(file)
    assert caught.value.remedy is not None
    return caught.value


def test_what_cannot_be_read_is_told_with_its_path(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder.lpplan").mkdir()
    assert read_refused(tmp_path / "gone.lpplan").message.id == "plan_file.missing"
    assert read_refused(tmp_path / "folder.lpplan").message.id == "plan_file.unreadable"
    assert read_refused(tmp_path / "file" / "a.lpplan").message.id == "plan_file.unreadable"
    assert read_refused(tmp_path / ("x" * 300)).message.id == "plan_file.unreadable"
    assert {read_refused(tmp_path / "gone.lpplan").kind, read_refused(tmp_path / "folder.lpplan").kind} == {"missing"}


def test_a_file_of_70_megabytes_is_not_even_read(tmp_path: Path) -> None:
    file = tmp_path / "big.lpplan"
    with file.open("wb") as opened:
        opened.truncate(70 * 1024 * 1024)  # sparse: takes no room
    error = read_refused(file)
    assert error.kind == "damaged"
    assert "64 MiB" in error.told("en")
    assert codec.MAX_BYTES == 64 * 1024 * 1024


@pytest.mark.parametrize("name", ["folder", "file/a.lpplan", "gone/a.lpplan", "x" * 300])
def test_an_unwritable_target_leaves_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("kept")
    (tmp_path / "folder").mkdir()
    with pytest.raises(PlanFileError) as caught:
        write_plan(sample(), tmp_path / name)
    assert caught.value.kind == "unwritable"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file", "folder"]
    assert list((tmp_path / "folder").iterdir()) == []
    assert (tmp_path / "file").read_text() == "kept"


CHILD = """
import os, sys
from pathlib import Path
from planner.errors import PlanFileError
from planner.plan.codec import read_plan, write_plan
plan = read_plan(Path(sys.argv[1]))
if os.geteuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
for path in sys.argv[2:]:
    try:
        write_plan(plan, Path(path))
    except PlanFileError as error:
        print(error.kind)
"""


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that other users may enter (pytest's own are closed to them), removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="labprocure-plans-"))
    folder.chmod(0o755)
    yield folder
    (folder / "locked").chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX folders")
def test_a_write_protected_folder_is_left_as_it_was(place: Path) -> None:
    file, locked = place / "a.lpplan", place / "locked"
    write_plan(sample(), file)
    locked.mkdir()
    kept = locked / "kept.lpplan"
    kept.write_bytes(b"as it was")
    locked.chmod(0o555)
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(file), str(locked / "new.lpplan"), str(kept)],
        cwd=PROJECT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["unwritable", "unwritable"]
    assert [one.name for one in locked.iterdir()] == ["kept.lpplan"]
    assert kept.read_bytes() == b"as it was"


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.lpplan"
    write_plan(sample(), file)
    old = file.read_bytes()

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(codec.os, "fsync", full)
    with pytest.raises(PlanFileError, match="the disk is full"):
        write_plan(sample("lab-b"), file)
    assert file.read_bytes() == old
    assert [one.name for one in tmp_path.iterdir()] == ["a.lpplan"]


def test_the_schema_shipped_is_that_of_the_document() -> None:
    shipped = json.loads((PROJECT / "resources" / "schema" / "plan-1.json").read_text(encoding="utf-8"))
    names = set(shipped["$defs"]["Plan"]["properties"])
    assert names == {*Plan.__struct_fields__, "schema", "minor"} - {"extra"}
