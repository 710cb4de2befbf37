# make run and make test are all a newcomer needs; make help lists the rest.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
# An address of IPv6 stands in brackets before a port.
BOUND := $(if $(findstring :,$(HOST)),[$(patsubst [%],%,$(HOST))],$(HOST))
export HOST PORT
export LOG_LEVEL ?= WARNING

.PHONY: help run test check lint types editor golden relevance linking bench soak budget lighthouse shots

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: .venv/run ## install, load the knowledge base, serve it (HOST=0.0.0.0 for the local network; PORT, KB_DATA_DIR)
	@$(MANAGE) check_port
	@$(MANAGE) load_kb
	@$(MANAGE) collectstatic --noinput --verbosity 0
	@$(MANAGE) announce
	@exec $(BIN)/gunicorn kb.wsgi --bind '$(BOUND):$(PORT)' --workers 2 --threads 4 --config kb/serving.py --log-level warning

test: .venv/dev ## run all tests
	@$(BIN)/python -m pytest --numprocesses 2 --dist worksteal $(ARGS)

check: lint types ## everything CI checks besides the tests
	@$(BIN)/lint-imports
	@$(MANAGE) makemigrations --check --dry-run
	@KB_DATA_DIR=.venv/check $(MANAGE) check --fail-level WARNING
	@KB_DATA_DIR=.venv/check HTTPS=1 $(MANAGE) check --deploy --fail-level WARNING

lint: .venv/dev
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/djlint templates --lint --quiet

types: .venv/dev
	@$(BIN)/mypy

editor: .venv/run ## make an account for an editor
	@$(MANAGE) create_editor

golden: .venv/dev ## write the golden files anew: read the diff like code
	@$(BIN)/python -m tests.golden

relevance: .venv/dev ## how well the search finds what was meant, on judged queries of our own (and SETS)
	@$(MANAGE) load_kb >/dev/null
	@$(BIN)/python -m tests.bench.relevance $(SETS)

linking: .venv/dev ## what finding mentions costs, beside a plain regular expression, and how it grows (QUICK=1 without that)
	@$(BIN)/python -m tests.bench.linking $(if $(QUICK),--quick)

bench: linking ## the same, and what searching costs beside other engines, at 300, 5,000 and 50,000 entries (SIZES; QUICK=1 without the slow peers)
	@$(BIN)/python -m tests.bench.speed $(if $(QUICK),--quick) $(SIZES)

soak: .venv/dev ## what may go wrong with the index: searches during edits and rebuilds, kills, losses (MINUTES)
	@$(BIN)/python -m tests.bench.soak $(MINUTES)

budget: .venv/dev ## bytes, requests and processor time of each kind of page
	@$(BIN)/python -m tests.bench.budget

lighthouse: .venv/dev ## scores of home, search, card and ruling (needs npm)
	@$(BIN)/python -m tests.bench.lighthouse

shots: .venv/dev ## pictures of every kind of page, in both languages, themes and two widths
	@$(BIN)/python -m tests.bench.shots shots

.venv/run: requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

.venv/dev: .venv/run requirements-dev.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@
