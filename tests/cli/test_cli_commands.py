"""Each command: its JSON object with the promised fields, its text in both languages, its exit code."""

from __future__ import annotations

import csv
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from planner.catalog.load import bundled_of
from planner.plan.codec import read_plan
from tests.cli.program import Done, run
from tests.sample_plans import TEMPLATES, sample

FIGURE = {"key", "value", "unit", "formula", "inputs", "source", "quality"}
MONEY = {"amount", "currency", "tax"}


def answer(command: str, *arguments: str | Path, code: int = 0) -> dict[str, Any]:
    """Run with --json; return the object, whose schema must name the command."""
    done = run(*arguments, "--json")
    assert done.code == code, done.err
    found = done.json
    assert found["schema"] == f"labprocure.{command}/1"
    return found


def has(fields: str, found: dict[str, Any]) -> None:
    assert set(fields.split()) <= set(found), set(fields.split()) - set(found)


def is_figure(found: dict[str, Any]) -> None:
    assert set(found) >= FIGURE
    for given in found["inputs"]:
        assert {"key", "value", "unit"} <= set(given) or {"name", "figure"} <= set(given)


# --------------------------------------------------------------------------------------------------------- catalog
def test_catalog_search(filled: Path) -> None:
    found = answer("catalog.search", "catalog", "search", "xianka 4090", "--kind", "accelerator", "--db", filled)
    has("items total elapsed_ms", found)
    assert "nv-rtx4090" in [item["id"] for item in found["items"]]
    assert {tuple(sorted(item)) for item in found["items"]} == {("id", "kind", "maker", "name")}
    assert {item["kind"] for item in found["items"]} == {"accelerator"}
    few = answer("catalog.search", "catalog", "search", "显卡", "--limit", "2", "--db", filled)
    assert len(few["items"]) == 2
    assert few["total"] > 2
    none = answer("catalog.search", "catalog", "search", "%_\"';--", "--db", filled)
    assert (none["items"], none["total"]) == ([], 0)


def test_catalog_show(filled: Path) -> None:
    found = answer("catalog.show", "catalog", "show", "nv-rtx4090", "--db", filled)
    item = found["item"]
    has("id kind maker name attributes", item)
    assert item["attributes"]["memory_gb"]["value"] == 24.0
    for value in item["attributes"].values():
        has("value unit source source_date quality", value)
    assert found["prices"]
    text = run("catalog", "show", "nv-rtx4090", "--db", filled, "--lang", "zh").out
    assert "显存" in text


def test_catalog_export(filled: Path, tmp_path: Path) -> None:
    file = tmp_path / "卡.csv"
    done = answer("catalog.export", "catalog", "export", file, "--kind", "accelerator", "--db", filled)
    rows = list(csv.DictReader(file.read_text(encoding="utf-8-sig").splitlines()))
    assert done["rows"] == len(rows) == len(bundled_of("accelerator"))
    assert done["bytes"] == file.stat().st_size
    whole = tmp_path / "all.zip"
    answer("catalog.export", "catalog", "export", whole, "--db", filled)
    assert len(zipfile.ZipFile(whole).namelist()) > 10
    assert sorted(one.name for one in tmp_path.iterdir()) == ["all.zip", "卡.csv"]


@pytest.mark.parametrize(
    "words", [("c.csv",), ("c.xlsx",), ("c.foo",), ("c.zip", "--kind", "ups"), ("c.xlsx", "--kind", "ups")]
)
def test_catalog_export_writes_nothing_under_another_ending(
    filled: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    done = run("catalog", "export", tmp_path / words[0], *words[1:], "--db", filled, "--lang", "en")
    assert done.code == 3
    assert "Accepted are: one kind as .csv (with --kind), all kinds as .zip (without)." in done.err
    assert not list(tmp_path.iterdir())


# ------------------------------------------------------------------------------------------------- check, explain
def test_check_says_what_a_year_of_power_costs(filled: Path, plan: Path, tmp_path: Path) -> None:
    out = tmp_path / "priced.lpplan"
    run("plan", "edit", plan, "--set", "facts/electricity_price=0.8", "--out", out, "--db", filled)
    energy = answer("check", "check", out, "--db", filled)["alternatives"][0]["energy"]
    told = next(
        line for line in run("check", out, "--db", filled, "--lang", "en").out.splitlines() if "Electricity" in line
    )
    assert f"{energy['year_kwh']:,.0f} kWh" in told
    assert "CNY 18,422.63 at 0.80 CNY/kWh" in told  # 23,028.3 kWh x 0.8
    assert "Electricity in a year" not in run("check", plan, "--db", filled, "--lang", "en").out  # a note tells it


def test_check(filled: Path, plan: Path) -> None:
    found = answer("check", "check", plan, "--db", filled)
    (one,) = found["alternatives"]
    has("name verdict totals findings", one)
    assert (one["name"], one["verdict"]) == ("A", "infeasible")
    totals = one["totals"]
    for name in ("price_low", "price_chosen", "price_high", "budget"):
        assert set(totals[name]) == MONEY
    assert totals["price_chosen"] == {"amount": "264000.00", "currency": "CNY", "tax": "included"}
    for name, value in {"nameplate_w": 4250, "max_w": 2650, "expected_w": 1643, "heat_w": 2890.5, "rack_u": 4}.items():
        assert totals[name] == pytest.approx(value)
    assert totals["sensible_cooling_w"] == pytest.approx(3500)
    assert totals["weight_kg"] is None  # unknown is null, never 0
    for finding in one["findings"]:
        has("id severity subject message_id values message remedy missing figures", finding)
        assert finding["severity"] in ("error", "warning", "info", "unknown")
        assert finding["message"]
        for figure in finding["figures"]:
            is_figure(figure)
        if finding["severity"] == "unknown":
            assert finding["missing"] or finding["remedy"]
    assert any("fix" in finding for finding in one["findings"])


def test_the_text_of_check_says_the_same_in_both_languages(filled: Path, plan: Path) -> None:
    zh = run("check", plan, "--db", filled, "--lang", "zh")
    en = run("check", plan, "--db", filled, "--lang", "en")
    assert (zh.code, en.code, zh.err, en.err) == (0, 0, "", "")
    for done in (zh, en):
        assert "264,000.00" in done.out
        assert "2.65 kW" in done.out
    assert zh.out.count("\n") == en.out.count("\n")
    assert "预算" in zh.out
    assert "Budget CNY 300,000.00" in en.out


def test_strict_ends_with_1_where_an_error_stands(filled: Path, plan: Path, tmp_path: Path) -> None:
    assert run("check", plan, "--db", filled).code == 0
    assert run("check", plan, "--db", filled, "--strict").code == 1
    found = answer("check", "check", plan, "--strict", "--db", filled, code=1)
    assert found["alternatives"]
    fine = tmp_path / "tier.lpplan"
    assert run("plan", "new", "--template", "tier-2", "--out", fine, "--db", filled).code == 0
    assert run("check", fine, "--db", filled, "--strict").code == 0


def test_one_alternative_or_all(filled: Path, plan: Path) -> None:
    assert len(answer("check", "check", plan, "--alternative", "A", "--db", filled)["alternatives"]) == 1
    done = run("check", plan, "--alternative", "Z", "--db", filled)
    assert done.code == 3
    assert "A" in done.err


def test_explain_gives_the_whole_tree(filled: Path, plan: Path) -> None:
    figure = answer("explain", "explain", plan, "A/total/max_w", "--db", filled)["figure"]
    is_figure(figure)
    assert (figure["key"], figure["value"], figure["unit"]) == ("A/total/max_w", 2650.0, "W")
    lines = [given["figure"] for given in figure["inputs"]]
    assert [one["key"] for one in lines] == ["A/ws/max_w", "A/nas/max_w"]
    deepest = lines[0]["inputs"][1]["figure"]
    assert deepest["formula"] is None
    assert deepest["source"]
    for key in ("A/total/planned", "workload/chat-7b/memory_gib", "plan/power_factor", "A/circuit-1/own_current_a"):
        assert answer("explain", "explain", plan, key, "--db", filled)["figure"]["key"] == key
    text = run("explain", plan, "A/total/max_w", "--db", filled, "--lang", "zh").out
    assert "2.65 kW" in text
    assert "A/ws/max_w" in text


def test_every_key_that_check_shows_can_be_explained(filled: Path, plan: Path) -> None:
    (one,) = answer("check", "check", plan, "--db", filled)["alternatives"]
    keys = {figure["key"] for finding in one["findings"] for figure in finding["figures"]}
    for key in sorted(keys)[::6]:
        assert answer("explain", "explain", plan, key, "--db", filled)["figure"]["key"] == key


# ---------------------------------------------------------------------------------------------- calculate, validate
def test_calc() -> None:
    found = answer("calc", "calc", "w_to_btuh", "w=100")
    is_figure(found["figure"])
    assert found["figure"]["value"] == pytest.approx(341.2142)
    kinds = answer("calc", "calc", "--list")["kinds"]
    assert len(kinds) > 50
    for kind in kinds:
        has("name unit inputs", kind)
    assert "w_to_btuh" in run("calc", "--list").out


def test_validate(tmp_path: Path) -> None:
    file = tmp_path / "cases.csv"
    head = "id,kind,inputs,expected,unit,tolerance,source,note\n"
    file.write_text(head + "a,w_to_btuh,w=100,341.2,BTU/h,rel 0.01,x,\n", encoding="utf-8")
    found = answer("validate", "validate", file)
    has("cases summary not_supported", found)
    assert found["cases"][0]["predicted"] == pytest.approx(341.2142)
    assert found["cases"][0]["within"] is True
    file.write_text(
        head + "a,w_to_btuh,w=100,999,BTU/h,rel 0.01,x,\nb,nonsense,w=1,1,W,rel 0.01,x,\n", encoding="utf-8"
    )
    found = answer("validate", "validate", file, code=1)
    assert found["cases"][0]["predicted"] == pytest.approx(341.2142)  # the expected value changes nothing
    assert found["not_supported"][0]["id"] == "b"


@pytest.mark.parametrize("tolerance", ["1%", "±1%", "1 %", "+/-1％"])
def test_validate_reads_percents(tmp_path: Path, tolerance: str) -> None:
    # 341.2142 BTU/h: 338 is 0.95 % off, 337 is 1.25 % off
    file = tmp_path / "cases.csv"
    head = "id,kind,inputs,expected,unit,tolerance\n"
    file.write_text(f"{head}a,w_to_btuh,w=100,338,BTU/h,{tolerance}\n", encoding="utf-8")
    assert answer("validate", "validate", file)["summary"]["within"] == 1
    file.write_text(f"{head}a,w_to_btuh,w=100,337,BTU/h,{tolerance}\n", encoding="utf-8")
    assert answer("validate", "validate", file, code=1)["summary"]["within"] == 0


def test_validate_says_why_a_row_is_not_compared(tmp_path: Path) -> None:
    file = tmp_path / "cases.csv"
    rows = "a,w_to_btuh,w=100,341,BTU/h,0.01\nb,w_to_btuh,w=100,341,BTU/h,nearly\nc,w_to_btuh,w=100,,BTU/h,\n"
    file.write_text("id,kind,inputs,expected,unit,tolerance\n" + rows, encoding="utf-8")
    summary = answer("validate", "validate", file, code=1)["summary"]
    assert (summary["scored"], summary["unread"]) == (0, 2)  # c asks for the prediction only
    done = run("validate", file, "--lang", "en")
    assert done.code == 1
    assert "?? a w_to_btuh" in done.out
    assert "0.01 alone does not say whether it is a share or an amount" in done.out
    assert "nearly is no tolerance" in done.out
    assert "2 rows could not be compared. A tolerance is 1%" in done.out
    assert "±1%" in run("validate", "--help").out


def test_validate_computes_rows_without_expected_values(tmp_path: Path) -> None:
    file = tmp_path / "unseen.csv"
    rows = 'new-1,bank_limit,"feed_a=32;bank_a=[16,16];load_a=[10,17]",,,\nnew-2,w_to_btuh,w=1kW,,,\n'
    file.write_text("id,kind,inputs,expected,unit,tolerance\n" + rows, encoding="utf-8")
    done = run("validate", file, "--lang", "en")
    assert "?? new-1 bank_limit: fail_bank2: nothing is expected; computed and not compared" in done.out
    assert "-- new-2 w_to_btuh: w: 1kW is no number. Write a number such as 12" in done.out


def test_validate_tells_a_row_that_is_no_csv(tmp_path: Path) -> None:
    file = tmp_path / "long.csv"
    file.write_text("id,kind,inputs\na,w_to_btuh,w=" + "1" * 140_000 + "\n", encoding="utf-8")
    done = run("validate", file, "--lang", "en")
    assert done.code == 3
    assert "Row 2 cannot be read" in done.err


def test_calc_takes_the_inputs_as_a_case_file_writes_them() -> None:
    found = answer("calc", "calc", "pdu_kva", "phases=3;v_ll=400;amps=16;derate=1")
    assert found["figure"]["value"] == pytest.approx(11.0851, abs=1e-4)  # sqrt(3) x 400 x 16 / 1000


# ----------------------------------------------------------------------------------------------------- plans, demo
def test_plan_templates() -> None:
    found = answer("plan.templates", "plan", "templates")["templates"]
    assert [one["id"] for one in found] == list(TEMPLATES)
    assert all(one["name"] for one in found)
    assert "高校" in run("plan", "templates", "--lang", "zh").out


@pytest.mark.parametrize("template", TEMPLATES)
def test_plan_new_and_check_for_each_template(filled: Path, tmp_path: Path, template: str) -> None:
    file = tmp_path / "new.lpplan"
    found = answer("plan.new", "plan", "new", "--template", template, "--out", file, "--db", filled)
    assert found["file"] == str(file)
    made = read_plan(file)
    assert found["plan"]["id"] == made.id
    assert made.alternatives == sample(template).alternatives
    checked = answer("check", "check", file, "--db", filled)
    assert {one["name"] for one in checked["alternatives"]} == set(found["plan"]["alternatives"])
    assert [file.name] == [one.name for one in tmp_path.iterdir()]


def test_demo(filled: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    found = answer("demo", "demo", "--out", out, "--db", filled)
    has("files summary plan_file", found)
    for file in found["files"]:
        has("path kind language audience bytes", file)
        assert file["audience"] in ("external", "internal")
        assert Path(file["path"]).stat().st_size == file["bytes"]
    assert {(file["kind"], file["language"]) for file in found["files"]} >= {("xlsx", "zh"), ("pdf", "en")}
    assert found["summary"]["totals"]["price_chosen"]["amount"] == "264000.00"
    assert read_plan(Path(found["plan_file"])).title == sample().title
    text = run("demo", "--out", out, "--db", filled, "--lang", "zh")
    assert text.code == 0
    assert "264,000.00 元" in text.out
    assert str(out) in text.out


def test_tender_derive_and_export(filled: Path, plan: Path, tmp_path: Path) -> None:
    parameters = answer("tender.derive", "tender", "derive", plan, "--db", filled)["parameters"]
    assert parameters
    for one in parameters:
        has("code need threshold operator unit level", one)
        assert one["level"] in ("star", "important", "general")
    out = tmp_path / "papers"
    found = answer("tender.export", "tender", "export", plan, "--out", out, "--formats", "xlsx", "--db", filled)
    assert {file["kind"] for file in found["files"]} == {"xlsx"}
    written = {str(one): one.stat().st_size for one in out.iterdir()}
    assert written == {file["path"]: file["bytes"] for file in found["files"]}


# ----------------------------------------------------------------------------------------------------- maintenance
def test_doctor_backup_and_restore(db: Path, tmp_path: Path) -> None:
    found = answer("doctor", "doctor", "--db", db)
    assert found["ok"] is True
    for check in found["checks"]:
        has("name ok detail", check)
    copy = tmp_path / "copy.db"
    made = answer("backup", "backup", copy, "--db", db)
    has("ok checks", made)
    assert made["bytes"] == copy.stat().st_size
    assert run("plan", "new", "--template", "lab-a", "--db", db).code == 0
    assert len(answer("plan.list", "plan", "list", "--db", db)["plans"]) == 1
    restored = answer("restore", "restore", copy, "--db", db)
    has("ok checks", restored)
    assert Path(restored["kept"]).is_file()
    assert answer("plan.list", "plan", "list", "--db", db)["plans"] == []


# -------------------------------------------------------------------------------------------------------- the rest
def test_help_and_version_of_everything() -> None:
    from desktop_app.cli.main import commands

    names: list[tuple[str, ...]] = [()]
    for name, command in commands.commands.items():
        names.append((name,))
        names += [(name, other) for other in getattr(command, "commands", {})]
    assert len(names) > 20
    for one in names:
        if one == ("gui",):  # opens the window, which is not here
            continue
        done = run(*one, "--help")
        assert (done.code, done.err) == (0, "")
        assert "Usage: labprocure" in done.out
    assert run("--version").out.startswith("labprocure")


def test_every_command_takes_json_lang_and_db() -> None:
    from desktop_app.cli.main import commands

    leaves = []
    for name, command in commands.commands.items():
        if name == "gui":
            continue
        leaves += list(getattr(command, "commands", {}).values()) or [command]
    for leaf in leaves:
        options = {name for parameter in leaf.params for name in parameter.opts}
        assert {"--json", "--lang", "--db"} <= options, leaf.name


def test_without_arguments_the_window_opens() -> None:
    assert run().code == 77
    assert run("gui").code == 77


def test_output_is_one_json_object_in_utf8_and_messages_go_elsewhere(filled: Path, plan: Path) -> None:
    done: Done = run("check", plan, "--db", filled, "--json", "--lang", "zh")
    assert done.err == ""
    assert done.out.startswith("{")
    assert done.out.endswith("}\n")
    assert json.loads(done.out)["alternatives"][0]["title"] == "方案A：四卡工作站"
