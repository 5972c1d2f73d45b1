# Paiyan: `make demo` shows it, `make test` checks it.
.DELETE_ON_ERROR:
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
STATIC := assistant/paiyan/assistant/static/index.html
WEB_SOURCES := $(shell find assistant/web assistant/paiyan/assistant/catalogue seeds/faces -type f -not -path '*/node_modules/*' 2>/dev/null)
SAMPLE := seeds/samples/chi-peng-win-apart

.PHONY: setup demo test lint web bench lock clean

setup: $(VENV)/.run $(STATIC)

$(VENV)/bin/python:
	@PYTHON="$(PYTHON)" sh scripts/make-venv.sh $(VENV)

$(VENV)/.run: requirements/run.txt requirements/web.txt pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/web.txt
	PAIYAN_SKIP_WEB=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

web $(STATIC): $(WEB_SOURCES) | $(VENV)/.run
	$(BIN)/python assistant/build_web.py

demo: setup
	$(BIN)/paiyan demo

test: setup $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 --dist loadfile

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup
	$(BIN)/paiyan bench

lock: $(VENV)/.dev
	sh scripts/lock.sh

clean:
	rm -rf $(VENV) assistant/paiyan/assistant/static assistant/web/node_modules
