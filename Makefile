# Two steps: `make demo` and `make test`. Both set up .venv from the lock files when it is missing or out of date.
# Needs Python 3.11 or newer and make. `make help` lists the rest.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then echo $$p; break; fi; done)
WORKERS ?= 2
VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready-run
READY_TEST := $(VENV)/.ready-test
PIP := $(PY) -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: compiled help demo run test test-long bench screens dist lint setup setup-system lock messages sizes clean
.NOTPARALLEL:

help:  ## this list
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /\1|/' | awk -F'|' '{printf "  make %-14s %s\n", $$1, $$2}'

demo: $(READY) compiled  ## check the sample plan, write its papers to out/demo, open the window where there is a display
	$(VENV)/bin/labprocure demo --out out/demo
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then $(VENV)/bin/labprocure gui; \
	else echo "No display here: the window stays closed. 'make run' opens it."; fi

run: $(READY) compiled  ## open the window
	$(VENV)/bin/labprocure gui

test: lint compiled  ## style, types, catalog and all tests but the long ones
	$(PY) -m pytest -n $(WORKERS)

test-long: $(READY_TEST)  ## the tests that take minutes, then all with new random examples
	$(PY) -m pytest -n $(WORKERS) -m long
	$(PY) -m pytest -n $(WORKERS) --hypothesis-profile=search

bench: $(READY)  ## how long starts take beside the least that does the same; writes out/bench/bench.json
	$(PY) -m tests.benchmarks.starts
	-$(PY) -m tests.benchmarks.papers
	-$(PY) -m tests.benchmarks.wiring
	-$(PY) -m tests.benchmarks.assessment
	-$(PY) -m tests.benchmarks.sizing
	-$(PY) -m tests.benchmarks.window

screens: $(READY)  ## pictures of every place in both languages and themes, three sizes, under out/screens
	$(PY) packaging/screens.py --out out/screens

dist: $(READY_TEST)  ## the program as one folder that needs no Python: dist/labprocure
	$(PY) -m PyInstaller --noconfirm --log-level WARN --distpath dist --workpath build packaging/labprocure.spec
	@QT_QPA_PLATFORM=offscreen LABPROCURE_DATA_DIR=build/try dist/labprocure/labprocure gui --exit-after ready --lang zh
	@du -sh dist/labprocure

lint: $(READY_TEST)
	$(PY) -m ruff check --quiet .
	$(PY) -m ruff format --check --quiet .
	$(PY) -m mypy
	$(PY) packaging/validate_catalog.py
	@$(PY) packaging/size_table.py

setup: $(READY_TEST)  ## only set up .venv, for running and for testing

setup-system:  ## system libraries for the window and the tests (as root; prints the command otherwise)
	@sh packaging/setup_system.sh

$(PY):
	@[ -n "$(PYTHON)" ] || { echo "Python 3.11 or newer is needed and none was found. Name one: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "No virtual environment could be made; on Debian and Ubuntu: apt-get install python3-venv"; exit 1; }

# Compiled ahead: where Python may not write byte code, each start and each test's child process would compile anew.
compiled:
	@$(PY) -m compileall -qq desktop_app planner db resources

$(READY): packaging/requirements.lock pyproject.toml | $(PY)
	@echo "Setting up $(VENV) (once, a minute or two) ..."
	@$(PIP) install --require-hashes -r packaging/requirements.lock
	@PYTHONWARNINGS=ignore $(PIP) install --no-deps --no-build-isolation --editable .
	@-$(PY) -m compileall -qq -j $(WORKERS) $(VENV)/lib
	@touch $@

$(READY_TEST): packaging/requirements-dev.lock $(READY)
	@$(PIP) install --require-hashes -r packaging/requirements-dev.lock
	@-$(PY) -m compileall -qq -j $(WORKERS) $(VENV)/lib
	@touch $@

lock: $(READY_TEST)  ## resolve the dependencies anew and write both lock files
	$(PIP) install uv
	sh packaging/lock.sh $(PY)

messages: $(READY_TEST)  ## collect the texts from the code and compile the translations
	$(PY) packaging/messages.py extract
	$(PY) packaging/messages.py compile
	$(PY) packaging/messages.py check

sizes: $(READY_TEST)  ## function and file sizes by package
	$(PY) packaging/size_table.py

clean:  ## remove what make made
	rm -rf $(VENV) out build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
