# run · test · check · fmt · bench · install.  Each sets up what it needs; Python 3.11 or newer, make and git are enough.

.DEFAULT_GOAL := run
SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
UV_VERSION := 0.13.8
UV := $(VENV)/uv/bin/uv
PROMPTED := UV_PROJECT_ENVIRONMENT=$(VENV) UV_NO_PROGRESS=1
BASE := $(VENV)/.installed
DEV := $(VENV)/.installed-dev
BENCH := $(VENV)/.installed-bench

.PHONY: run test check fmt bench install clean
.DELETE_ON_ERROR:

run: $(BASE)
	@exec $(BIN)/steward serve

install: $(BASE)

test: $(DEV)
	@$(BIN)/pytest $(ARGS)

check: $(DEV)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/deptry backend
	$(BIN)/pytest tests/architecture

fmt: $(DEV)
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: $(BENCH)
	$(BIN)/python -m bench $(ARGS)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache dist
