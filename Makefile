# Every target makes the virtual environment that it needs; a fresh clone, g++ and
# Python 3.11 or newer with venv are enough.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
SOURCES := pyproject.toml CMakeLists.txt core/CMakeLists.txt \
	$(shell find core/include core/src bindings src -not -path '*__pycache__*')

# Tests run in so many processes. Each has a run of neighbours, and takes some of the other's when
# it has done its own; `pytest` alone is one process.
WORKERS ?= 2
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

# One step at a time: two pips in one environment would trip over each other.
.NOTPARALLEL:
.PHONY: demo test test-python test-core test-browser test-long test-slow test-arm test-pythons lint bench bench-9x9 bench-large bench-cover bench-rate bench-generate bench-serve bench-page bench-columns bench-cluster bench-split bench-scale serve exemplars sanitize clean

## demo: build, install and solve the example files in front of the reader
demo: $(VENV)/installed
	@sh examples/demo.sh $(BIN)/squaredance

## test: install and run the tests; those that take long have commands of their own
test: test-core test-python

test-python: $(VENV)/installed $(VENV)/tools-test
	$(PYTEST)

## test-browser: the page in a real browser; Debian's Chromium is installed where there is none
test-browser: $(VENV)/installed $(VENV)/tools-test $(VENV)/tools-browser
	@command -v chromium > /dev/null || { apt-get update -qq && apt-get install -y -qq chromium; }
	$(BIN)/python -m pytest -m 'browser and not slow'

## test-long: the tests that take seconds each, faults of clusters among them
test-long: $(VENV)/installed $(VENV)/tools-test
	$(PYTEST) -m long

test-slow: $(VENV)/installed $(VENV)/tools-test
	$(BIN)/python -m pytest -m slow

test-core: $(VENV)/installed $(VENV)/tools-test
	$(BIN)/cmake -S core -B build/core -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) \
		-DSQUAREDANCE_CORE_LIBRARY=$(abspath build/$(VENV)/core/libsquaredance_core.a)
	$(BIN)/cmake --build build/core
	build/core/test_core 1/2 & first=$$!; build/core/test_core 2/2; second=$$?; wait $$first && exit $$second

## test-pythons: the Python tests on each Python we support (where pyenv has them, all of
## its versions are made visible)
test-pythons:
	@set -e; versions=$$(pyenv versions --bare 2>/dev/null | paste -sd: -); \
	for version in 3.11 3.12 3.13; do \
		echo "== Python $$version"; \
		$(MAKE) --no-print-directory test-python VENV=.venv-$$version \
			PYTHON="env PYENV_VERSION=$$versions python$$version"; \
	done

## lint: style and types
lint: $(VENV)/installed $(VENV)/tools-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

## bench: our engines beside the plain baselines (minutes)
bench: $(VENV)/installed
	$(BIN)/python benchmarks/run.py all

## bench-9x9: the 9x9 engines beside peers (minutes). PEERS='NAME=LIBRARY[:SYMBOL] ...' and
## ARGS='--quick' are passed on; see benchmarks/README.md
bench-9x9: $(VENV)/installed $(VENV)/tools-build
	$(BIN)/python benchmarks/run.py nine $(addprefix --peer ,$(PEERS)) $(ARGS)

## bench-large: 12x12 to 64x64 beside SAT solvers, plain programs and peers (a quarter of an
## hour). PEER='NAME=command line' and ARGS='--quick' or '--full' are passed on
bench-large: $(VENV)/installed $(VENV)/tools-build $(VENV)/tools-sat
	$(BIN)/python benchmarks/run.py large $(if $(PEER),--peer '$(PEER)') $(ARGS)

## bench-cover: exact cover beside peers (ten minutes). ARGS="--peer 'ssxcc=/path/ssxcc t{limit}'"
## and ARGS=--quick are passed on
bench-cover: $(VENV)/installed $(VENV)/tools-test
	$(BIN)/python benchmarks/run.py cover $(ARGS)

## exemplars: how many examples of techniques are found: FILE='path of library lines' (not ours, so
## not here); see benchmarks/README.md
exemplars: $(VENV)/installed
	$(BIN)/python benchmarks/exemplars.py $(FILE) $(ARGS)

## bench-rate: ratings beside those of the references, and their speed (minutes).
## ARGS="--data DIR --peer 'NAME=command {file}'"; see benchmarks/README.md
bench-rate: $(VENV)/installed
	$(BIN)/python benchmarks/run.py rate $(ARGS)

## bench-generate: puzzles and canonical forms per second, each verified (ten minutes).
## ARGS="--peer 'NAME=command {count}'" or ARGS='--verify 10000'; see benchmarks/README.md
bench-generate: $(VENV)/installed $(VENV)/tools-sat
	$(BIN)/python benchmarks/run.py generate $(ARGS)

## bench-serve: 200 clients of the server at once, easy and very hard questions (half a minute)
bench-serve: $(VENV)/installed $(VENV)/tools-web
	$(BIN)/python benchmarks/run.py serve $(ARGS)

## bench-page: the page in Chromium: weight, first paint, key presses at 25x25 (a minute)
bench-page: $(VENV)/installed $(VENV)/tools-web $(VENV)/tools-browser
	$(BIN)/python benchmarks/run.py page $(ARGS)

## bench-columns: Parquet and Arrow files beside the same puzzles in memory (a minute)
bench-columns: $(VENV)/installed $(VENV)/tools-data
	$(BIN)/python benchmarks/run.py columns $(ARGS)

## bench-cluster: a data set of 2,000,000 puzzles on two worker processes (a minute)
bench-cluster: $(VENV)/installed $(VENV)/tools-cluster
	$(BIN)/python benchmarks/run.py cluster $(ARGS)

## bench-split: one problem split over two workers, threads and processes (two minutes)
bench-split: $(VENV)/installed $(VENV)/tools-cluster
	$(BIN)/python benchmarks/run.py split $(ARGS)

## bench-scale: rates of one core over Parquet files, extrapolated (a minute); see docs/scale.md
bench-scale: $(VENV)/installed $(VENV)/tools-data
	$(BIN)/python benchmarks/run.py scale $(ARGS)

## serve: the page and the JSON API on this machine. ARGS='--port 8000 --open' are passed on
serve: $(VENV)/installed $(VENV)/tools-web
	$(BIN)/squaredance serve $(ARGS)

## sanitize: the core tests under AddressSanitizer and UndefinedBehaviorSanitizer
sanitize: $(VENV)/tools-test
	$(BIN)/cmake -S core -B build/sanitize -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) \
		-DSQUAREDANCE_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug
	$(BIN)/cmake --build build/sanitize
	build/sanitize/test_core

## test-arm: the core tests on 64-bit ARM, emulated (needs a cross compiler and qemu-user)
ARM := aarch64-linux-gnu-g++
test-arm: $(VENV)/tools-test
	$(BIN)/cmake -S core -B build/arm -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) \
		-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_CXX_COMPILER=$(ARM) \
		-DCMAKE_EXE_LINKER_FLAGS=-static
	$(BIN)/cmake --build build/arm
	qemu-aarch64 build/arm/test_core

clean:
	rm -rf build .venv .venv-3.* dist

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# The build tools stay in the environment and the objects in build/, so that a second
# install after a change compiles only what changed.
$(VENV)/installed: $(SOURCES) $(VENV)/tools-build
	$(PIP) install --no-build-isolation --config-settings=build-dir='build/$(VENV)' .
	@touch $@

# What to install is said once, in pyproject.toml.
extra = $(BIN)/python -c "import tomllib; project = tomllib.load(open('pyproject.toml', 'rb')); \
	print(*project['project']['optional-dependencies']['$*'])"

$(VENV)/tools-%: pyproject.toml | $(BIN)/python
	$(PIP) install $$($(extra))
	@touch $@
