# `make play` starts the program, `make test` tests it; both set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PI := $(shell grep -aqs 'Raspberry Pi' /proc/device-tree/model && echo yes)
APT_ON_A_PI := python3-venv python3-pygame python3-gpiozero python3-lgpio python3-serial python3-pil
# On a Pi apt's pygame has the driver for a screen without a desktop, and apt alone has lgpio.
VENV_FLAGS := $(if $(PI),--system-site-packages)
PIP_FLAGS := --quiet --disable-pip-version-check
# Each process takes some 300 MB, and what is timed needs a core: not more than four.
ON_CORES := --numprocesses auto --maxprocesses 4 --dist worksteal
COMPILED := companion_rules_*.so companion/*/*.so

# The program runs without this as well, so nothing in it ends make: what failed is told and
# not tried again with the same rules. The test tools have what pip would fetch for it.
define COMPILE
group=$$($(BIN)/python companion/compiling.py); \
if [ -n "$$group" ] && [ ! -e "build/$$group.failed" ]; then \
	echo "Compiling the rules, once; this takes a minute or two ..."; \
	mkdir -p build && rm -f $(COMPILED); \
	$(BIN)/pip install --disable-pip-version-check --no-deps \
		$$([ $(VENV)/.dev -nt pyproject.toml ] && echo --no-build-isolation) -e . >build/compiling.log 2>&1; \
	if [ -n "$$($(BIN)/python companion/compiling.py)" ]; then \
		touch "build/$$group.failed"; \
		echo "That failed, build/compiling.log tells why. The rules run uncompiled, only slower."; \
	fi; \
fi
endef

.PHONY: install uninstall play test test-compiled test-slow lint bench golden pictures wheel clean help

help:
	@echo "make play           set up and start the program"
	@echo "make test           set up and run the tests"
	@echo "make test-slow      the tests that take minutes as well"
	@echo "make test-compiled  compile the rules and run their tests"
	@echo "make lint           ruff and strict mypy"
	@echo "make bench          measure speed and memory against their targets"
	@echo "make golden         make the golden screens anew, to be looked at"
	@echo "make pictures       make the pictures of the texts anew"
	@echo "make wheel          build a wheel for this machine into dist"
	@echo "make install        have it start with the machine, as a service (with sudo)"
	@echo "make uninstall      undo that; saved games stay"
	@echo "make clean          remove what the set-up made"

play: $(VENV)/.play
	@$(COMPILE)
	@$(BIN)/companion $(ARGS)

# The sources, even where they are compiled: see tests/conftest.py.
test: $(VENV)/.dev
	@$(BIN)/pytest -m "not slow" $(ON_CORES) $(ARGS)

test-compiled: $(VENV)/.dev
	@rm -f build/*.failed
	@$(COMPILE)
	@COMPANION_COMPILED=yes $(BIN)/pytest -m "not slow" $(ON_CORES) tests/games tests/test_cli.py $(ARGS)

test-slow: $(VENV)/.dev
	@$(BIN)/pytest $(ARGS)

lint: $(VENV)/.dev
	@$(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/mypy

bench: $(VENV)/.play
	@$(COMPILE)
	@$(BIN)/companion bench $(ARGS)

golden: $(VENV)/.dev
	@REGENERATE_GOLDEN=1 $(BIN)/pytest -k "golden or as_kept" $(ARGS)

pictures: $(VENV)/.play
	@$(BIN)/companion sim --script sim/scripts/pictures.txt --shots docs/pictures --size 800x480
	@$(BIN)/python docs/draw_pictures.py

# A build folder of earlier rules would get into the wheel.
wheel: $(VENV)/pyvenv.cfg
	@rm -rf build
	@$(BIN)/pip wheel $(PIP_FLAGS) --no-deps --wheel-dir dist .
	@ls dist/*.whl

install uninstall:
	@systemd/install.sh $@

clean:
	rm -rf $(VENV) build dist *.egg-info $(COMPILED)

# A stamp is newer than pyproject.toml exactly when the environment has what it asks for.
$(VENV)/.play: pyproject.toml | $(VENV)/pyvenv.cfg
	@echo "Installing Board Companion into $(VENV) ..."
	@COMPANION_COMPILED=no $(BIN)/pip install $(PIP_FLAGS) -e .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/pyvenv.cfg
	@echo "Installing Board Companion and its test tools into $(VENV) ..."
	@COMPANION_COMPILED=no $(BIN)/pip install $(PIP_FLAGS) -e '.[dev]'
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
