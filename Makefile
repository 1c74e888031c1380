# Two commands on a fresh machine: `make site` builds the public library, `make test` runs all tests.
# Both make what they need; a second run is quick.

VENV := .venv
BIN := $(VENV)/bin

.PHONY: help site serve test audit check lint clean

help:
	@echo "make site    build the public library and say how to open it"
	@echo "make serve   show it on this machine"
	@echo "make test    run every test (installs a browser from the system's packages if there is none)"
	@echo "make audit   validate every page and the MCP server with the tools of others (installs Node and Java if need be)"
	@echo "make check   every problem in content/"
	@echo "make lint    ruff and mypy"
	@echo "make clean   remove what was built"

site: $(VENV)/.installed
	@$(BIN)/incidents build
	@echo
	@echo "Look at it:  make serve    (then open http://127.0.0.1:8000/)"

serve: $(VENV)/.installed
	@$(BIN)/incidents serve

test: $(VENV)/.tested-with lint
	$(BIN)/pytest -n auto --dist loadgroup

lint: $(VENV)/.tested-with
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

audit: $(VENV)/.installed
	@$(BIN)/incidents build
	bash scripts/audit site

check: $(VENV)/.installed
	@$(BIN)/incidents check --strict

clean:
	rm -rf site .site.* .cache

$(VENV)/bin/python:
	bash scripts/system-packages python3-venv
	python3 -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.tested-with: pyproject.toml $(VENV)/.installed
	bash scripts/system-packages chromium firefox-esr fonts-noto-cjk git
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
