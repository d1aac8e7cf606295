# Everything runs in .venv, which is made with the first python3 that is 3.11 or newer.
PYTHON ?= $(firstword $(foreach name,python3 python3.13 python3.12 python3.11,$(shell \
	$(name) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(name))))
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
RUNS := $(VENV)/.installed-run
DEVELOPS := $(VENV)/.installed-dev

DATA ?= data
PORT ?= 8765
WORKERS ?= 2
KILLS ?= 1000

.PHONY: serve test lint hammer kills bench wheel

serve: $(RUNS)
	$(BIN)/muniment serve --data $(DATA) --port $(PORT) --workers $(WORKERS)

test: lint
	$(BIN)/pytest -n 2 --dist loadgroup

lint: $(DEVELOPS)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports
	$(BIN)/pyright

hammer: $(DEVELOPS)
	$(BIN)/pytest -m slow

# A thousand random kill -9 of workers under eight writers, within an hour.
kills: $(DEVELOPS)
	$(BIN)/python tests/hammer/hammer.py --seconds 3600 --writers 8 --people 0 --scopes 4 --shots 0.2 --fired $(KILLS)

bench: $(DEVELOPS)
	$(BIN)/muniment bench speed
	$(if $(CONVERSATIONS),$(BIN)/muniment bench quality --data $(CONVERSATIONS))

wheel: $(DEVELOPS)
	rm -rf dist
	$(BIN)/python -m build --wheel --outdir dist

$(BIN)/python:
	$(if $(PYTHON),,$(error Python 3.11 or newer is needed; name one with PYTHON=))
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade 'pip>=25.1'  # the first that knows dependency groups

# Stamps, so that nothing is installed anew until pyproject.toml changes; what tests need includes what serving needs.
$(RUNS): pyproject.toml | $(BIN)/python
	$(PIP) install --editable . --group run
	touch $@

$(DEVELOPS): pyproject.toml | $(BIN)/python
	$(PIP) install --editable . --group dev
	touch $(RUNS) $@
