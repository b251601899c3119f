# `make play` starts the program, `make test` tests it; both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PI := $(shell grep -aqs 'Raspberry Pi' /proc/device-tree/model && echo yes)
APT_ON_A_PI := python3-venv python3-pygame python3-gpiozero python3-lgpio python3-serial python3-pil
# On a Pi apt's pygame has the driver for a screen without a desktop, and apt alone has lgpio.
VENV_FLAGS := $(if $(PI),--system-site-packages)
PIP_FLAGS := --quiet --disable-pip-version-check

.PHONY: play test test-slow lint bench golden pictures clean help

help:
	@echo "make play       set up and start the program"
	@echo "make test       set up and run the tests"
	@echo "make test-slow  the tests that take minutes as well"
	@echo "make lint       ruff and strict mypy"
	@echo "make bench      measure speed and memory against their targets"
	@echo "make golden     make the golden screens anew, to be looked at"
	@echo "make pictures   make the pictures of the README anew"
	@echo "make clean      remove what the set-up made"

play: $(VENV)/.play
	@$(BIN)/companion $(ARGS)

test: $(VENV)/.dev
	@$(BIN)/pytest -m "not slow" $(ARGS)

test-slow: $(VENV)/.dev
	@$(BIN)/pytest $(ARGS)

lint: $(VENV)/.dev
	@$(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/mypy

bench: $(VENV)/.play
	@$(BIN)/companion bench $(ARGS)

golden: $(VENV)/.dev
	@REGENERATE_GOLDEN=1 $(BIN)/pytest -k "golden or as_kept" $(ARGS)

pictures: $(VENV)/.play
	@$(BIN)/companion sim --script sim/scripts/pictures.txt --shots docs/pictures --size 800x480

clean:
	rm -rf $(VENV) build *.egg-info

# A stamp is newer than pyproject.toml exactly when the environment has what it asks for.
$(VENV)/.play: pyproject.toml | $(VENV)/pyvenv.cfg
	@echo "Installing Board Companion into $(VENV) ..."
	@$(BIN)/pip install $(PIP_FLAGS) -e .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/pyvenv.cfg
	@echo "Installing Board Companion and its test tools into $(VENV) ..."
	@$(BIN)/pip install $(PIP_FLAGS) -e '.[dev]'
	@touch $@ $(VENV)/.play

$(VENV)/pyvenv.cfg:
	@command -v $(PYTHON) >/dev/null || \
		{ echo "Python 3.11 or newer is missing: sudo apt install python3 python3-venv" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed, $(PYTHON) is older: install it and run 'make PYTHON=python3.11 $(MAKECMDGOALS)'" >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "python3-venv is missing: sudo apt install python3-venv" >&2; exit 2; }
	@$(if $(PI),dpkg -s $(APT_ON_A_PI) >/dev/null 2>&1 || \
		{ echo "Packages of Raspberry Pi OS are missing: sudo apt install $(APT_ON_A_PI)" >&2; exit 2; })
	@$(PYTHON) -m venv $(VENV_FLAGS) $(VENV) || { rm -rf $(VENV); exit 2; }
