"""Pages of a finished PDF as pixels, and a set of papers that tells how far it is and can be stopped."""

from __future__ import annotations

import datetime as dt
import threading
from functools import lru_cache
from pathlib import Path

import pytest

from desktop_app.services.tender import export_papers
from planner.assess.run import Assessment, assess
from planner.catalog.load import bundled_by_id, bundled_prices
from planner.documents.model import Document, Paragraph
from planner.errors import ExportError
from planner.messages import Message, render
from planner.plan.templates import new_plan
from planner.render import rendered
from planner.render.preview import MOST_PIXELS, page_image, page_sizes

DAY = dt.date(2026, 11, 30)
A4_POINTS = (595.28, 841.89)  # 210 x 297 mm, ISO 216


@lru_cache(maxsize=1)
def paper() -> bytes:
    blocks = tuple(Paragraph(text=f"Paragraph {number}") for number in range(120))
    return rendered(Document(title="Title", language="en", audience="internal", date=DAY, blocks=blocks), "pdf")


@lru_cache(maxsize=1)
def assessed() -> Assessment:
    plan = new_plan("lab-a", "p1", DAY, bundled_by_id(), {one.id: one for one in bundled_prices()})
    return assess(plan, plan.chosen, DAY)


def test_pages_are_counted_and_measured() -> None:
    sizes = page_sizes(paper())
    assert len(sizes) >= 2
    assert sizes[0] == pytest.approx(A4_POINTS, abs=0.5)


@pytest.mark.parametrize("width", [1, 300, 1191])
def test_a_page_comes_in_the_width_asked_for(width: int) -> None:
    image = page_image(paper(), 0, width)
    assert abs(image.width - width) <= 1
    assert image.height == pytest.approx(width * A4_POINTS[1] / A4_POINTS[0], abs=2)
    assert image.stride >= 3 * image.width
    assert len(image.pixels) == image.stride * image.height


def test_a_page_is_white_with_ink_on_it() -> None:
    image = page_image(paper(), 0, 400)
    assert image.pixels[:3] == b"\xff\xff\xff"
    assert min(image.pixels) < 0x80


def test_a_page_never_grows_past_what_can_be_held() -> None:
    image = page_image(paper(), 0, 50_000)
    assert image.width * image.height <= MOST_PIXELS * 1.01


@pytest.mark.parametrize("page", [-1, 10_000])
def test_a_page_that_is_not_there_is_told(page: int) -> None:
    with pytest.raises(ExportError):
        page_image(paper(), page, 300)


def test_what_is_no_pdf_is_told() -> None:
    with pytest.raises(ExportError):
        page_sizes(b"plain text")
    with pytest.raises(ExportError):
        page_image(b"plain text", 0, 300)


def test_threads_take_turns() -> None:
    expected = page_image(paper(), 0, 200)
    found = []

    def look() -> None:
        found.extend(page_image(paper(), 0, 200) == expected for _ in range(5))

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 20


def test_a_set_tells_how_far_it_is(tmp_path: Path) -> None:
    told: list[tuple[float, Message | None]] = []
    files = export_papers(assessed(), tmp_path, ("zh",), ("txt", "xlsx"), DAY, progress=lambda *step: told.append(step))
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert shares[0] == 0.0 and shares[-1] < 1.0
    said = [render(one, "en") for _, one in told if one is not None]
    assert all(any(Path(file.path).name in text for text in said) for file in files)
    assert any("(2 of 2)" in text for text in said)


@pytest.mark.parametrize("at", [0.0, 0.2, 0.6, 0.8])
def test_a_set_that_is_stopped_leaves_nothing(tmp_path: Path, at: float) -> None:
    class Stopped(Exception):
        pass

    def stop(share: float, said: Message | None) -> None:
        if share >= at:
            raise Stopped

    kept = tmp_path / "mine.txt"
    kept.write_text("mine", encoding="utf-8")
    with pytest.raises(Stopped):
        export_papers(assessed(), tmp_path, ("zh",), ("txt", "pdf"), DAY, progress=stop)
    assert list(tmp_path.iterdir()) == [kept]
