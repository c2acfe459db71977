"""Pictures of a plan as files: all kinds and languages, safe names, whole files or none."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from desktop_app.services.pictures import export_pictures
from planner.errors import ExportError
from tests.pictures.plans import assessments, priced
from tests.sample_plans import assessed, sample

if TYPE_CHECKING:
    from pathlib import Path

    from planner.documents.model import Language


@pytest.mark.parametrize("language", ["zh", "en"])
def test_all_pictures_in_three_formats(tmp_path: Path, language: Language) -> None:
    made = export_pictures([assessed(sample("lab-a"))], tmp_path / "out", language, ())
    assert [one.kind for one in made] == ["svg", "png", "pdf"] * 6
    assert len({one.path for one in made}) == 18
    on_disk = sorted(path.stat().st_size for path in (tmp_path / "out").iterdir())
    assert on_disk == sorted(one.bytes for one in made)
    assert all(one.description for one in made)
    assert all(one.path.endswith(f"_en.{one.kind}") == (language == "en") for one in made)


def test_every_alternative_and_the_prices_of_all(tmp_path: Path) -> None:
    made = export_pictures(assessments(priced(3)), tmp_path, "en", ("svg",))
    assert len(made) == 3 * 5 + 1
    assert "Price_ranges" in made[-1].path
    for one in made:
        ElementTree.parse(one.path)


def test_formats_are_named_once(tmp_path: Path) -> None:
    assert len(export_pictures([assessed(sample("lab-a"))], tmp_path, "en", ("svg", "svg"))) == 6


def test_unknown_format_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(ExportError) as caught:
        export_pictures([assessed(sample("lab-a"))], tmp_path / "out", "en", ("svg", "gif"))
    assert "gif" in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("x")
    with pytest.raises(ExportError) as caught:
        export_pictures([assessed(sample("lab-a"))], tmp_path / "out", "en", ("svg",))
    assert str(tmp_path / "out") in caught.value.told("en")


def test_nothing_assessed_gives_nothing(tmp_path: Path) -> None:
    assert export_pictures([], tmp_path, "zh", ("svg",)) == ()
    assert list(tmp_path.iterdir()) == []
