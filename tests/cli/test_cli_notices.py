"""What was changed on the way to a paper is told, once, and not among the output."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from desktop_app.services import tender
from planner.messages import msg
from tests.cli.program import run


def test_notices_of_papers_are_told_once(
    filled: Path, plan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = tender.export_plan
    told = msg("export.removed", "{count} invisible control characters were left out.", count=3)

    def with_notice(*given: Any, **more: Any) -> Any:
        return tuple(msgspec.structs.replace(one, notices=(told,)) for one in real(*given, **more))

    monkeypatch.setattr(tender, "export_plan", with_notice)
    done = run("tender", "export", plan, "--out", tmp_path / "out", "--formats", "txt,docx", "--documents", "sheet", "--json", "--lang", "en", "--db", filled)  # fmt: skip
    assert done.code == 0
    assert done.err.count("3 invisible control characters were left out.") == 1
    assert len(done.json["files"]) == 2
