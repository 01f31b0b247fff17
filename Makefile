# run · test · test-pooler · test-image · test-mobile · check · fmt · bench · evals · exemplars · install: each sets up
# what it needs. Python 3.11 or newer, make and git are enough (test-image and test-mobile say what they want beside).
# A second call finds the stamps in .venv and goes straight to work, without the network.
# EXTRAS="gguf multilingual" installs these optional parts as well; once is enough, later calls keep them.

.DEFAULT_GOAL := run
.DELETE_ON_ERROR:
.PHONY: run install test test-pooler test-image test-mobile check fmt bench evals exemplars clean

UV_VERSION := 0.13.8
VENV := .venv
BIN := $(VENV)/bin
LOCKED := pyproject.toml uv.lock
HAS_UV := $(VENV)/.uv-$(UV_VERSION)
HAS_RUNTIME := $(VENV)/.installed
HAS_DEV := $(VENV)/.installed-dev
HAS_BENCH := $(VENV)/.installed-bench
# Asked for now or before: each has a stamp, so that a new lock file renews it too.
KEPT_EXTRAS := $(patsubst $(VENV)/.installed+%,%,$(wildcard $(VENV)/.installed+*))
ALL_EXTRAS := $(sort $(EXTRAS) $(KEPT_EXTRAS))
HAS_EXTRAS := $(EXTRAS:%=$(VENV)/.installed+%)
APP := clients/mobile
HAS_APP := $(APP)/node_modules/.package-lock.json
QUIET_EXPO := CI=1 EXPO_OFFLINE=1 EXPO_NO_TELEMETRY=1
SYNC := UV_PYTHON_DOWNLOADS=never UV_PROJECT_ENVIRONMENT=$(VENV) $(BIN)/uv sync --quiet --frozen --compile-bytecode --python $(BIN)/python $(ALL_EXTRAS:%=--extra %)
PYTHONS := python3.11 python3.12 python3.13 python3.14 python3

run: $(HAS_RUNTIME) $(HAS_EXTRAS)
	@exec $(BIN)/steward serve

install: $(HAS_RUNTIME) $(HAS_EXTRAS)

# The order of tests is shuffled by SEED, the same every time: what passed here passes in CI (SEED=random for another).
# In CI a test that failed is tried once more, and named at the end where it passed then: docs/decisions/0131.
SEED ?= 2026
RUN := PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder --randomly-seed=$(SEED) $(if $(CI),--reruns 1)

test: $(HAS_DEV) $(HAS_EXTRAS)
	@$(RUN) $(ARGS)

# the same through PgBouncer in transaction mode: what works on the tests' databases, none of what has a home of its own
test-pooler: $(HAS_DEV)
	@STEWARD_TESTS_POOLED=1 $(RUN) tests/integration tests/acceptance $(ARGS)

# the phone's app: its types, its own tests, and its web export played in Chromium against a Steward; needs Node 20.19 or newer
test-mobile: $(HAS_DEV) $(HAS_APP)
	cd $(APP) && npm run --silent types && npm run --silent test && $(QUIET_EXPO) npm run --silent web
	@$(BIN)/pytest -p no:xdist -m mobile tests/browser/mobile $(ARGS)

# the Dockerfile built without a daemon, and what it makes run as the chart runs it: root, buildah, bubblewrap, some minutes
test-image: $(HAS_DEV)
	@$(BIN)/python -m tests.image $(ARGS)

# what needs no run; tests/architecture is part of `make test`
check: $(HAS_DEV)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/deptry backend

fmt: $(HAS_DEV)
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: $(HAS_BENCH) $(HAS_EXTRAS)
	$(BIN)/python -m bench $(ARGS)

# opt-in, with data and models that are not part of the project: tests/evals/README.md
evals: $(HAS_DEV)
	$(BIN)/python -m tests.evals $(ARGS)

# trains the classifiers anew from language/data/<tag>/exemplars (docs/decisions/0088)
exemplars: $(HAS_DEV)
	$(BIN)/python -m orchestrator.language.exemplars $(ARGS)

clean:
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

$(HAS_UV):
	@for candidate in $(PYTHON) $(PYTHONS); do \
		"$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && found=$$candidate && break; \
	done; \
	test -n "$$found" || { echo "Steward needs Python 3.11 or newer; name one by: make PYTHON=/path/to/python3" >&2; exit 1; }; \
	echo "Setting up $(VENV) with $$($$found --version) (once)"; \
	$(BIN)/python -c '' 2>/dev/null || rm -rf $(VENV); \
	"$$found" -m venv $(VENV) || { echo "Python's venv is missing (Debian, Ubuntu: apt-get install python3-venv)" >&2; exit 1; }; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@touch $@

# --inexact: what other targets installed stays
$(HAS_RUNTIME): $(HAS_UV) $(LOCKED)
	@$(SYNC) --inexact --no-default-groups
	@$(BIN)/python -m compileall -q backend/orchestrator
	@touch $@

# The extras `voice` and `apprise` are small: what they do is tested everywhere
$(HAS_DEV): $(HAS_UV) $(LOCKED)
	@$(SYNC) --inexact --extra voice --extra apprise
	@touch $@ $(HAS_RUNTIME)

$(HAS_BENCH): $(HAS_UV) $(LOCKED)
	@$(SYNC) --inexact --group bench --extra voice --extra apprise
	@touch $@ $(HAS_DEV) $(HAS_RUNTIME)

$(HAS_APP): $(APP)/package-lock.json
	@command -v npm >/dev/null || { echo "The app needs Node 20.19 or newer, with npm" >&2; exit 1; }
	cd $(APP) && npm ci --no-audit --no-fund
	@touch $@

$(VENV)/.installed+%: $(HAS_UV) $(LOCKED)
	@$(SYNC) --inexact --no-default-groups
	@touch $(ALL_EXTRAS:%=$(VENV)/.installed+%)
