"""The JSON Schema of plan files, made from the document itself.

python packaging/plan_schema.py            write resources/schema/plan-1.json
python packaging/plan_schema.py --check    exit 1 if the file there is not what the document gives
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT))

from planner.plan.document import SCHEMA, Plan  # noqa: E402 - the project's own folder comes first

TARGET = PROJECT / "resources" / "schema" / f"{SCHEMA.split('.')[1].replace('/', '-')}.json"


def schema() -> bytes:
    """Return the schema as formatted JSON; ``extra`` stands for further fields of newer minor versions."""
    made: dict[str, Any] = msgspec.json.schema(Plan)
    for part in made["$defs"].values():
        part.get("properties", {}).pop("extra", None)
    body = made["$defs"]["Plan"]
    body["properties"] = {"schema": {"const": SCHEMA}, "minor": {"type": "integer"}, **body["properties"]}
    body["required"] = ["schema", *body.get("required", [])]
    made = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"{SCHEMA}", **made}
    return msgspec.json.format(msgspec.json.encode(made, order="sorted"), indent=2) + b"\n"


def main(arguments: list[str]) -> int:
    """Write or check the file."""
    if "--check" in arguments:
        fresh = TARGET.is_file() and TARGET.read_bytes() == schema()
        print(f"{TARGET.relative_to(PROJECT)}: {'fresh' if fresh else 'stale; run python packaging/plan_schema.py'}")
        return 0 if fresh else 1
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_bytes(schema())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
