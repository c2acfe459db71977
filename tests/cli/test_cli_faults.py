"""Bad input and trouble with files: a message with place and remedy, the agreed exit code, and nothing lost."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from planner.catalog.load import bundled_of
from planner.plan.codec import encode_plan, read_plan
from tests.cli.program import Done, run, run_child
from tests.conftest import PROJECT
from tests.plan_files import packed, plain
from tests.sample_plans import sample

USAGE, BAD_INPUT, TROUBLE = 2, 3, 4


def told(done: Done, code: int, *words: str) -> Done:
    """The run ended with ``code``, said something on standard error that names ``words``, and nothing else."""
    assert done.code == code, (done.code, done.err)
    assert done.out == ""
    assert done.err.strip()
    for word in words:
        assert word in done.err
    return done


def both_languages(arguments: tuple[str | Path, ...], code: int, *words: str) -> None:
    en = told(run(*arguments, "--lang", "en"), code, *words)
    zh = told(run(*arguments, "--lang", "zh", "--json"), code, *words)
    assert en.err != zh.err
    assert any("\u4e00" <= character <= "\u9fff" for character in zh.err)


# ------------------------------------------------------------------------------------------------------ plan files
@pytest.fixture
def odd(tmp_path: Path, filled: Path) -> dict[str, Path]:
    """Files and folders that are no plan, by name."""
    contents = {
        "text": b"This is no plan.\n",
        "empty": b"",
        "binary": bytes(range(256)) * 4,
        "zip": b"PK\x03\x04" + b"\x00" * 60,
        "list": b"[1, 2, 3]",
        "cut": encode_plan(sample())[:4000],
        "foreign": packed({"schema": "labprocure.quote/1"}),
        "newer": packed({**plain(), "schema": "labprocure.plan/2"}),
        "older": packed({**plain(), "schema": "labprocure.plan/0"}),
        "dangling": packed({**plain(), "chosen": "Z"}),
        "deep": b"[" * 100_000,
    }
    files = {}
    for name, data in contents.items():
        files[name] = tmp_path / f"{name}.lpplan"
        files[name].write_bytes(data)
    files["folder"] = tmp_path / "folder.lpplan"
    files["folder"].mkdir()
    files["gone"] = tmp_path / "gone.lpplan"
    files["database"] = filled
    return files


NOT_PLANS = ("text", "empty", "binary", "zip", "list", "cut", "foreign", "newer", "older", "dangling", "deep")


@pytest.mark.parametrize("name", [*NOT_PLANS, "folder", "gone", "database"])
def test_what_is_no_plan_is_told_with_its_path(odd: dict[str, Path], filled: Path, name: str) -> None:
    file = odd[name]
    before = file.read_bytes() if file.is_file() else None
    both_languages(("check", file, "--db", filled), BAD_INPUT, str(file))
    assert (file.read_bytes() if file.is_file() else None) == before


@pytest.mark.parametrize(
    "command",
    [
        ("explain", "{file}", "A/total/max_w"),
        ("plan", "edit", "{file}", "--set", "A/ws/quantity=2", "--out", "{out}"),
        ("plan", "diff", "{file}", "{file}"),
        ("plan", "fix", "{file}", "PW30", "socket-1", "--out", "{out}"),
        ("plan", "waive", "{file}", "PW30", "socket-1", "--reason", "x", "--by", "y", "--out", "{out}"),
        ("tender", "derive", "{file}"),
        ("tender", "export", "{file}", "--out", "{out}"),
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_every_command_on_plans_refuses_what_is_none(
    odd: dict[str, Path], filled: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    out = tmp_path / "out.lpplan"
    for name in ("text", "newer", "gone"):
        arguments = [part.format(file=odd[name], out=out) for part in command]
        told(run(*arguments, "--db", filled), BAD_INPUT, str(odd[name]))
        assert not out.exists()


def test_a_newer_plan_says_so(odd: dict[str, Path], filled: Path) -> None:
    told(run("check", odd["newer"], "--db", filled), BAD_INPUT, "newer", "labprocure.plan/2")


def test_a_plan_without_alternatives_can_be_checked_and_explained(filled: Path, tmp_path: Path) -> None:
    file = tmp_path / "empty.lpplan"
    raw = {key: value for key, value in plain().items() if key not in ("alternatives", "chosen", "items", "workload")}
    file.write_bytes(packed(raw))
    assert run("check", file, "--db", filled, "--json").json["alternatives"] == []
    told(run("explain", file, "A/total/max_w", "--db", filled), BAD_INPUT, "A/total/max_w")
    told(run("tender", "derive", file, "--db", filled), BAD_INPUT)
    told(run("plan", "fix", file, "PW30", "x", "--out", tmp_path / "o", "--db", filled), BAD_INPUT)


# ------------------------------------------------------------------------------------------------------------- ids
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("check", "no such plan"), ("no such plan",)),
        (("check", "x" * 300), ("xxx",)),
        (("check", ""), ()),
        (("check", "{plan}", "--alternative", "Z"), ("Z", "A")),
        (("explain", "{plan}", "A/total/maxw"), ("A/total/max_w",)),
        (("explain", "{plan}", "Z/total/max_w"), ("Z/total/max_w",)),
        (("catalog", "show", "nv-rtx4091"), ("nv-rtx4090",)),
        (("catalog", "show", "'; DROP TABLE items; --"), ("DROP",)),
        (("plan", "new", "--template", "lab-z"), ("lab-d",)),
        (("plan", "history", "nothing"), ("nothing",)),
        (("plan", "fix", "{plan}", "PW30", "socket-9", "--out", "{out}"), ("socket-9",)),
        (("calc", "no_such_formula"), ("no_such_formula",)),
        (("tender", "derive", "{plan}", "--alternative", "Z"), ("Z",)),
    ],
    ids=lambda value: " ".join(value[:2])[:30] if value and isinstance(value, tuple) else "-",
)
def test_unknown_ids_name_the_nearest(
    filled: Path, plan: Path, tmp_path: Path, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    out = tmp_path / "out.lpplan"
    filled_in = tuple(part.format(plan=plan, out=out) if "{" in part else part for part in arguments)
    both_languages((*filled_in, "--db", filled), BAD_INPUT, *words)
    assert not out.exists()


# ---------------------------------------------------------------------------------------------------------- values
@pytest.mark.parametrize(
    ("setting", "word"),
    [
        ("A/ws/quantity=many", "many"),
        ("A/ws/quantity=-1", "-1"),
        ("A/ws/quantity=1.5", "1.5"),
        ("A/ws/quantity=", "A/ws/quantity"),
        ("A/ws/quantity=999999999999999999999999999999", "9999"),
        ("A/ws/price/chosen=cheap", "cheap"),
        ("A/ws/price/chosen=1e5", "1e5"),
        ("A/ws/price/chosen=999999999999万", "100,000,000,000"),
        ("A/ws/price/vat_rate=13", "0.13"),
        ("A/printer/quantity=2", "printer"),
        ("A/ws/colour=red", "colour"),
        ("Z/ws/quantity=2", "Z"),
        ("id=other", "id"),
        ("items=x", "items"),
        ("/=x", "/"),
        ("A/ws/fund=purse", "purse"),
        ("A/ws/card=no-such-card", "no-such-card"),
        ("facts/power_factor=0", "0"),
        ("facts/power_factor=98", "98"),
        ("facts/fx_usd_cny=7000000", "fx_usd_cny"),
        ("site/panel/parent=socket-1", "panel"),
        ("budget/amount=300 USD", "USD"),
        ("funds/fund-works/latest_spending=15月", "15月"),
        ("workload/chat-7b/seq_len=long", "long"),
        ("switches/domestic=maybe", "maybe"),
        ("alternatives/A/connections/" + "9" * 5000 + "/units=1", "connections"),
        ("A/ws/price=5", "A/ws/price"),
    ],
    ids=lambda value: value[:40],
)
def test_text_that_does_not_go_into_a_field(filled: Path, plan: Path, tmp_path: Path, setting: str, word: str) -> None:
    out = tmp_path / "out.lpplan"
    both_languages(("plan", "edit", plan, "--set", setting, "--out", out, "--db", filled), BAD_INPUT, word)
    assert not out.exists()
    assert read_plan(plan) == sample()


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("w_to_btuh", ("w=many",)),
        ("w_to_btuh", ()),
        ("w_to_btuh", ("v=1",)),
        ("w_to_btuh", ("w=nan",)),
        ("mmc", ("arrival=1",)),
    ],
)
def test_calculations_refuse_wrong_inputs(name: str, inputs: tuple[str, ...]) -> None:
    both_languages(("calc", name, *inputs), BAD_INPUT)


@pytest.mark.parametrize("data", [b"", b"id,kind\n", b"\x00\x01\xff\xfe", b"{", b'{"cases": 3}', None])
@pytest.mark.parametrize("suffix", ["csv", "json"])
def test_a_case_file_that_is_none(tmp_path: Path, data: bytes | None, suffix: str) -> None:
    file = tmp_path / f"cases.{suffix}"
    if data is not None:
        file.write_bytes(data)
    done = run("validate", file)
    assert done.code in (0, 1, BAD_INPUT)  # JSON with no case has no case out of bounds
    if done.code == BAD_INPUT:
        told(done, BAD_INPUT, str(file))
    if data is None:
        assert done.code == BAD_INPUT


def test_a_row_without_memory_as_a_card_leaves_questions_and_no_guess(filled: Path, plan: Path, tmp_path: Path) -> None:
    bare = next(one for one in bundled_of("accelerator") if one.number("memory_gb") is None)
    out = tmp_path / "out.lpplan"
    assert run("plan", "edit", plan, "--set", f"A/ws/card={bare.id}", "--out", out, "--db", filled).code == 0
    (one,) = run("check", out, "--json", "--db", filled).json["alternatives"]
    assert {fit["verdict"] for fit in one["fits"]} == {"unknown"}
    assert all(fit["visible_gib"] is None for fit in one["fits"])
    asked = [finding for finding in one["findings"] if any("memory_gb" in part for part in finding["missing"])]
    assert asked


@pytest.mark.parametrize(
    "setting", ["A/ws/card=qwen2.5-7b", "A/ws/item=qwen2.5-7b", "workload/chat-7b/model=nv-rtx4090"]
)
def test_a_row_of_another_kind_is_refused(filled: Path, plan: Path, tmp_path: Path, setting: str) -> None:
    out = tmp_path / "out.lpplan"
    arguments = ("plan", "edit", plan, "--set", setting, "--out", out, "--db", filled)
    both_languages(arguments, BAD_INPUT, setting.partition("=")[2], "--kind")
    assert not out.exists()


# ----------------------------------------------------------------------------------------------------------- usage
@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("--nonsense",),
        ("check",),
        ("check", "{plan}", "extra"),
        ("check", "{plan}", "--lang", "fr"),
        ("check", "{plan}", "--lang"),
        ("catalog",),
        ("catalog", "nonsense"),
        ("catalog", "search"),
        ("catalog", "search", "x", "--limit", "0"),
        ("catalog", "search", "x", "--limit", "many"),
        ("catalog", "search", "x", "--kind", "toaster"),
        ("catalog", "export"),
        ("plan", "new"),
        ("plan", "edit", "{plan}"),
        ("plan", "edit", "{plan}", "--set", "A/ws/quantity", "--out", "{out}"),
        ("plan", "edit", "{plan}", "--set", "=2", "--out", "{out}"),
        ("plan", "edit", "{plan}", "--set", "A/ws/quantity=2"),
        ("plan", "fix", "{plan}", "PW30"),
        ("plan", "waive", "{plan}", "PW30", "socket-1"),
        ("plan", "diff", "{plan}"),
        ("calc", "w_to_btuh", "100"),
        ("backup",),
        ("restore",),
        ("tender", "export", "{plan}"),
    ],
    ids=lambda arguments: " ".join(arguments)[:40],
)
def test_wrong_usage_ends_with_2(filled: Path, plan: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    out = tmp_path / "out.lpplan"
    done = run(*(part.format(plan=plan, out=out) for part in arguments))
    if arguments == ("catalog",):  # a group without a command prints its help
        assert done.code in (0, USAGE)
        return
    told(done, USAGE)
    assert not out.exists()


# ----------------------------------------------------------------------------------------------------------- store
@pytest.mark.parametrize("what", ["plan", "text", "empty text", "folder", "other database", "in no folder"])
def test_a_workspace_that_is_none_is_told(plan: Path, tmp_path: Path, what: str) -> None:
    database = tmp_path / "odd.db"
    if what == "plan":
        shutil.copy(plan, database)
    elif what == "text":
        database.write_text("hello " * 300)
    elif what == "empty text":
        database.write_text("\n")
    elif what == "folder":
        database.mkdir()
    elif what == "other database":
        with sqlite3.connect(database) as other:
            other.execute("CREATE TABLE notes (text)")
        other.close()
    else:
        database = plan / "odd.db"  # below a file
    before = database.read_bytes() if database.is_file() else None
    for command in (("catalog", "show", "nv-rtx4090"), ("check", str(plan)), ("doctor",), ("plan", "list")):
        both_languages((*command, "--db", database), TROUBLE, "odd.db")
    assert (database.read_bytes() if database.is_file() else None) == before
    assert read_plan(plan) == sample()


def test_a_backup_that_is_none_is_refused_and_the_workspace_stays(db: Path, plan: Path) -> None:
    before = db.read_bytes()
    for file in (plan, plan.with_name("gone.db"), plan.parent):
        done = run("restore", file, "--db", db)
        assert done.code in (BAD_INPUT, TROUBLE)
        assert done.err
    assert db.read_bytes() == before
    assert [one.name for one in db.parent.iterdir()] == [db.name]


@pytest.mark.parametrize("target", ["folder", "file/x", "gone/x"])
def test_a_target_that_cannot_be_written(filled: Path, plan: Path, tmp_path: Path, target: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("kept")
    out = tmp_path / target
    commands: list[tuple[str | Path, ...]] = [
        ("plan", "new", "--template", "lab-a", "--out", out),
        ("plan", "edit", plan, "--set", "A/ws/quantity=2", "--out", out),
        ("catalog", "export", out),
    ]
    if target == "file/x":
        commands += [("demo", "--out", out), ("tender", "export", plan, "--out", out), ("backup", out)]
    for command in commands:
        told(run(*command, "--db", filled), TROUBLE, "x" if "x" in target else "folder")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file", "folder", "lab-a.lpplan"]
    assert list((tmp_path / "folder").iterdir()) == []
    assert (tmp_path / "file").read_text() == "kept"


PROTECTED = (
    ("demo", "--out", "{place}/locked/out", "--db", "{place}/labprocure.db"),
    ("plan", "new", "--template", "lab-a", "--out", "{place}/locked/x.lpplan", "--db", "{place}/labprocure.db"),
    ("plan", "new", "--template", "lab-a", "--db", "{place}/labprocure.db"),
    (
        *("plan", "edit", "{place}/a.lpplan", "--set", "A/ws/quantity=2"),
        *("--out", "{place}/locked/x.lpplan", "--db", "{place}/labprocure.db"),
    ),
    (
        *("tender", "export", "{place}/a.lpplan", "--formats", "xlsx"),
        *("--out", "{place}/locked/out", "--db", "{place}/labprocure.db"),
    ),
    ("catalog", "export", "{place}/locked/x.zip", "--db", "{place}/labprocure.db"),
    ("catalog", "show", "nv-rtx4090", "--db", "{place}/locked/new.db"),
    ("backup", "{place}/locked/x.db", "--db", "{place}/labprocure.db"),
)
ORDINARY = """
import json, os, sys
from pathlib import Path
from tests.cli.program import run
from tests.cli.test_cli_faults import PROTECTED
place = Path(sys.argv[1])
commands = [[part.format(place=place) for part in command] for command in PROTECTED]
for number, words in enumerate(commands):  # what is imported late is loaded before the rights are given up
    (place / f"warm{number}").mkdir()
    assert run(*(part.replace("/locked/", f"/warm{number}/") for part in words)).code == 0, words
if os.geteuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
(place / "labprocure.db").exists()
print(json.dumps([[done.code, done.out, done.err] for done in (run(*words) for words in commands)]))
"""


@pytest.fixture
def place(filled: Path) -> Iterator[Path]:
    """A folder with a workspace, a plan and a write-protected folder, which another user may enter."""
    folder = Path(tempfile.mkdtemp(prefix="labprocure-cli-"))
    folder.chmod(0o755)
    shutil.copy(filled, folder / "labprocure.db")
    (folder / "a.lpplan").write_bytes(encode_plan(sample()))
    (folder / "warm").mkdir()
    (folder / "locked").mkdir(mode=0o555)
    yield folder
    for one in (folder, *folder.iterdir()):
        if one.is_dir():
            one.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX folders")
def test_write_protected_folders_end_with_4_and_leave_nothing(place: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ORDINARY, str(place)],
        cwd=PROJECT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "LABPROCURE_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for words, (code, out, err) in zip(PROTECTED, json.loads(done.stdout), strict=True):
        assert (code, out) == (TROUBLE, ""), (words, err)
        assert err.strip(), words
    assert list((place / "locked").iterdir()) == []
    assert read_plan(place / "a.lpplan") == sample()


# ------------------------------------------------------------------------------------------------------------ fuzz
WORDS = (
    *("check", "plan", "edit", "new", "catalog", "search", "show", "explain", "calc", "doctor", "tender", "demo"),
    *("--json", "--lang", "zh", "--set", "A/ws/quantity=2", "--out", "--strict", "--template", "lab-a", "--limit"),
    *("", " ", "-", "--", "-1", "显卡", "💥", "a\nb", "%s", "{x}", "../..", "x" * 500, "=", "A/ws/=", "\u202e", "\x07"),
)


def fuzz(filled: Path, tmp_path: Path, seed: int, count: int) -> None:
    chance = random.Random(seed)
    for _ in range(count):
        words = [chance.choice(WORDS) for _ in range(chance.randint(1, 6))]
        words = [str(tmp_path / "out") if word == "lab-a" and chance.random() < 0.5 else word for word in words]
        if words[0] in ("", "demo"):
            continue
        done = run(*words, "--db", filled)
        assert done.code in (0, 1, 2, 3, 4), words
        assert done.code in (0, 1) or done.err, words


def test_arguments_at_random(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    copy = Path(shutil.copy(filled, tmp_path / "fuzz.db"))
    fuzz(copy, tmp_path, 20261130, 250)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_many_arguments_at_random(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.chdir(tmp_path)
    copy = Path(shutil.copy(filled, tmp_path / "fuzz.db"))
    fuzz(copy, tmp_path, seed, 1500)


def test_plans_with_random_damage(filled: Path, tmp_path: Path) -> None:
    chance = random.Random(7)
    data = encode_plan(sample())
    file = tmp_path / "a.lpplan"
    for _ in range(60):
        hurt = bytearray(data)
        for _ in range(chance.choice([1, 1, 3])):
            at = chance.randrange(len(hurt))
            hurt[at : at + chance.choice([0, 1, 1, 40])] = bytes(chance.choices(b'0123456789{}[]",:-exNa\xff\x00', k=1))
        file.write_bytes(bytes(hurt))
        done = run("check", file, "--db", filled)
        assert done.code in (0, BAD_INPUT)
        if done.code:
            told(done, BAD_INPUT, str(file))


# ------------------------------------------------------------------------------------------------- as a process
def test_a_process_of_its_own_says_the_same(filled: Path, plan: Path, tmp_path: Path) -> None:
    done = run_child("check", plan, "--json", "--lang", "zh", "--db", filled)
    assert (done.code, done.err) == (0, "")
    assert done.json["alternatives"][0]["totals"]["max_w"] == 2650.0
    assert run_child("check", plan, "--strict", "--db", filled).code == 1
    assert run_child("nonsense").code == USAGE
    told(run_child("check", tmp_path / "gone.lpplan", "--db", filled, env={"LABPROCURE_LANG": "zh"}), 3, "gone.lpplan")
    told(run_child("doctor", "--db", plan), TROUBLE, str(plan))


@pytest.mark.parametrize("encoding", ["ascii", "gbk", "latin-1"])
def test_an_output_that_cannot_show_chinese_still_gets_json_and_text(filled: Path, plan: Path, encoding: str) -> None:
    env = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = run_child("check", plan, "--json", "--lang", "zh", "--db", filled, env=env)
    assert done.json["alternatives"][0]["title"] == "方案A：四卡工作站"  # UTF-8 whatever the system says
    command = [sys.executable, "-m", "desktop_app", "check", str(plan), "--lang", "zh", "--db", str(filled)]
    text = subprocess.run(command, cwd=PROJECT, env={**os.environ, **env}, capture_output=True, check=False)
    assert (text.returncode, text.stderr) == (0, b"")
    assert b"264,000.00" in text.stdout


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="file names that are no UTF-8")
def test_a_file_name_that_is_no_text(filled: Path, plan: Path, tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff\xfe.lpplan"
    command = [sys.executable, "-m", "desktop_app"]
    missing = subprocess.run(
        [*command, "check", name, "--db", str(filled)], cwd=PROJECT, capture_output=True, check=False
    )
    assert missing.returncode == BAD_INPUT
    assert b"Traceback" not in missing.stderr
    made = subprocess.run(
        [*command, "plan", "edit", str(plan), "--set", "A/ws/quantity=2", "--out", name, "--json", "--db", str(filled)],
        cwd=PROJECT,
        capture_output=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout)["changes"]
    assert Path(os.fsdecode(name)).is_file()


def test_a_reader_that_goes_away_is_no_fault(filled: Path, plan: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("no head on Windows")
    line = f"{sys.executable} -m desktop_app check {plan} --db {filled} | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
