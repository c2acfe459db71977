#!/bin/sh
# Resolves the dependencies for every system and Python from 3.11 on and writes both lock files, with hashes.
# Usage: sh packaging/lock.sh PYTHON   (a Python that has uv; pass UPGRADE=--upgrade to move all versions up)
set -eu
export UV_CUSTOM_COMPILE_COMMAND="make lock"
resolve() {
    "$1" -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
        ${UPGRADE:-} pyproject.toml packaging/requirements.in $2
}
resolve "$1" "-o packaging/requirements.lock"
resolve "$1" "--group dev -c packaging/requirements.lock -o packaging/requirements-dev.lock"
