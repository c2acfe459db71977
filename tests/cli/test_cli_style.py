"""``tender style`` and ``tender export --style``: an example to start from, papers in its look, faults told."""

from __future__ import annotations

import re
from pathlib import Path

import pypdf
import pytest

from planner.documents.house_style import HouseStyle
from planner.exchange.house_style import read_style
from tests.cli.program import run
from tests.cli.test_cli_commands import answer
from tests.documents.pictures_of_logos import png


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_example_is_written_and_good(tmp_path: Path, language: str) -> None:
    out = tmp_path / "house.toml"
    found = answer("tender.style", "tender", "style", "--out", out, "--lang", language)
    assert found["file"] == str(out)
    assert found["bytes"] == out.stat().st_size
    assert read_style(out) == HouseStyle()
    assert ("版式文件" in out.read_text(encoding="utf-8")) is (language == "zh")


def test_a_file_that_is_there_stays_unless_it_may_go(tmp_path: Path) -> None:
    out = tmp_path / "house.toml"
    out.write_text("mine", encoding="utf-8")
    assert run("tender", "style", "--out", out).code == 4
    assert out.read_text(encoding="utf-8") == "mine"
    assert run("tender", "style", "--out", out, "--overwrite").code == 0


def test_papers_take_the_style(filled: Path, plan: Path, tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(png())
    style = tmp_path / "house.toml"
    style.write_text(
        'schema = "labprocure.style/1"\norganisation = { zh = "江州理工大学", en = "Jiangzhou Institute" }\n'
        'numbering = "decimal"\nlogo = { file = "logo.png" }\nfoot = { right = "{organisation}" }\n',
        encoding="utf-8",
    )
    out = tmp_path / "papers"
    request = ("tender", "export", plan, "--out", out, "--formats", "pdf", "--documents", "book", "--languages", "zh")
    (file,) = answer("tender.export", *request, "--style", style, "--db", filled)["files"]
    found = pypdf.PdfReader(file["path"])
    assert found.metadata is not None
    assert found.metadata.author == "江州理工大学"
    pages = [re.sub(r"\s", "", page.extract_text()) for page in found.pages]
    assert "江州理工大学" in pages[0]
    assert all(text.count("江州理工大学") == 1 for text in pages[1:])
    assert all(len(page.images) == 1 for page in found.pages)
    whole = "".join(pages)
    assert "1项目概况与目标" in whole
    # Texts name sections by the numbers that are printed: evaluation is section 6, its review of low prices 6.5.
    assert "按第6.5节" in whole
    assert "第6部分处理" in whole
    assert not re.search("第[一二三四五六七八九十]部分", whole)


def test_a_fault_in_the_style_is_told_and_nothing_is_written(filled: Path, plan: Path, tmp_path: Path) -> None:
    style, out = tmp_path / "house.toml", tmp_path / "papers"
    style.write_text('schema = "labprocure.style/1"\n[logo]\nfile = "seal.png"\n', encoding="utf-8")
    request = ("tender", "export", plan, "--out", out, "--style", style, "--db", filled)
    for language, said in (("en", "There is no file"), ("zh", "logo.file")):
        done = run(*request, "--lang", language)
        assert done.code == 3
        assert said in done.err
        assert "seal.png" in done.err
        assert done.out == ""
    assert not out.exists()


def test_a_style_file_that_is_not_there_is_told(filled: Path, plan: Path, tmp_path: Path) -> None:
    done = run("tender", "export", plan, "--out", tmp_path / "p", "--style", tmp_path / "no.toml", "--db", filled)
    assert done.code == 3
    assert "no.toml" in done.err


def test_papers_that_are_there_are_refused_kept_or_replaced(filled: Path, plan: Path, tmp_path: Path) -> None:
    out = tmp_path / "papers"
    request = ("tender", "export", plan, "--out", out, "--formats", "txt", "--documents", "sheet", "--db", filled)
    (first,) = answer("tender.export", *request)["files"]
    Path(first["path"]).write_text("filled in", encoding="utf-8")
    refused = run(*request, "--lang", "en")
    assert refused.code == 4 and "--new-version" in refused.err and "--overwrite" in refused.err
    (second,) = answer("tender.export", *request, "--new-version")["files"]
    assert Path(first["path"]).read_text(encoding="utf-8") == "filled in"
    assert "_V0.2_" in second["path"]
    (third,) = answer("tender.export", *request, "--overwrite")["files"]
    assert third["path"] == first["path"] and Path(first["path"]).read_text(encoding="utf-8") != "filled in"
