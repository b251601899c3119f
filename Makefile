# `make play` starts the program, `make test` tests it; both set up what they need.

PYTHON ?= python3
# The players' environment; the developers' own tools never come into it.
VENV ?= .venv
DEV := .venv-dev
# What PYTHONPATH and the like name is none of the set-up's business.
SET_UP = $(CHECK) && $(PYTHON) -E -s -m companion.building
IN_DEV := $(DEV)/bin/python -m
# One more than cores, as some of the time is waiting for links, chips and processes.
# Each takes some 300 MB, and what is timed needs a core: not more than four.
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
ON_CORES := --numprocesses $(shell expr $(CORES) + 1) --maxprocesses 4 --dist worksteal
# Python's own watchdog ends the process where no time-out gets through: a loop in compiled rules.
QUICK := -m "not slow" $(ON_CORES) \
	-o faulthandler_timeout=300 -o faulthandler_exit_on_timeout=true
# Else each of the hundreds of processes that tests start compiles the program for itself.
unexport PYTHONDONTWRITEBYTECODE
# Versions of all that the tests use, so that no new release turns them red; see `make lock`.
LOCK := requirements-dev.txt

define CHECK
{ command -v $(PYTHON) >/dev/null || \
	{ echo "Python 3.11 or newer is missing: sudo apt install python3 python3-venv" >&2; exit 2; }; } && \
{ $(PYTHON) -E -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "Python 3.11 or newer is needed, $(PYTHON) is older: install it and run 'make PYTHON=python3.11 $(MAKECMDGOALS)'" >&2; exit 2; }; }
endef

# The tests of the screen, for the other libraries by the name of pygame.
SCREEN_TESTS := tests/ui tests/sim tests/scripting tests/backends/test_doctor.py tests/test_app.py \
	tests/test_cli.py tests/test_display.py tests/test_golden_images.py tests/test_imports.py \
	tests/test_monkey.py tests/test_rotation.py

# Those of what else the program does with libraries.
LIBRARY_TESTS := tests/backends tests/commands tests/config tests/hardware tests/printing \
	tests/storage/test_state_dir.py tests/ui/test_gif.py

.PHONY: install previous uninstall play dev test test-pygame-ce test-apt compiled test-compiled test-examples test-slow test-games test-mutations test-root test-roots test-boot test-deb deb image release lint lock bench house golden screens pictures by-ear typeface sounds voice catalog wheel update-bundle clean help

help:
	@echo "make play           set up and start the program"
	@echo "make test           set up and run the tests"
	@echo "make test-slow      the tests that take minutes, and when they ran last"
	@echo "make test-games     thousands of random games of every kind, rules compiled"
	@echo "make test-mutations break the program in two hundred ways, and see that tests notice"
	@echo "make test-compiled  compile the rules and run their tests"
	@echo "make test-examples  install the games of examples and play them"
	@echo "make test-root      the tests that need root's rights (as root)"
	@echo "make test-roots     play and test on bare Debians (as root)"
	@echo "make deb            build packages for Debian 12 and 13 into dist (as root)"
	@echo "make image          build a card for a Raspberry Pi (ARCH=amd64: a stick for a PC) (as root)"
	@echo "make test-deb       the same, install them on bare Debians, and play there (as root)"
	@echo "make release        all of these but the next one, the wheel, and the tag"
	@echo "make test-boot      machines that QEMU boots: install it, play, press buttons (as root)"
	@echo "make test-pygame-ce   the tests of the screen with pygame-ce"
	@echo "make test-apt         the same, and of all libraries, with the system's"
	@echo "make lint           ruff and strict mypy"
	@echo "make lock           renew the versions of the test tools"
	@echo "make bench          measure speed and memory against their targets"
	@echo "make house          count how heavy the program is to read"
	@echo "make golden         write what screens draw anew, to be read"
	@echo "make screens        paint the changed ones before and after, side by side"
	@echo "make pictures       make the pictures of the texts anew"
	@echo "make by-ear         write anew what is spoken in a whole game of each kind"
	@echo "make catalog        collect all messages anew, for who translates"
	@echo "make sounds         make the sounds anew, by docs/bake_sounds.py and oggenc"
	@echo "make voice          record the spoken words anew, by espeak-ng and oggenc"
	@echo "make typeface       make the fonts anew, as docs/bake_typeface.py tells"
	@echo "make wheel          build a wheel for this machine into dist"
	@echo "make update-bundle  make a signed update for tables into dist (KEY=NAME signs)"
	@echo "make install        have it start with the machine, as a service (with sudo)"
	@echo "make previous       have the version before the last update start (with sudo)"
	@echo "make uninstall      undo that; saved games stay"
	@echo "make clean          remove what the set-up made"

play:
	@$(SET_UP) play --to "$(VENV)" -- $(ARGS)

# What all below need, for who runs several of them at once.
dev:
	@$(SET_UP) test

# The sources, even where they are compiled: see tests/conftest.py.
test: dev
	@$(IN_DEV) pytest $(QUICK) $(ARGS)

compiled:
	@$(SET_UP) test-compiled

# All but what is the same however rules are run: screens, paper, lessons, boards, texts from which
# nothing is read, what a process does with its outputs; and single random games, as the file of
# that name plays more.
COMPILED := not every_scene and not printed and not lesson and not sample and not sound_to_its_end \
	and not board_fuzz and not test_board.py and not test_outside.py and not pygame \
	and not output and not terminal and not disk and not reader and not pipe \
	and not any_text and not hostile and not malformed

test-compiled: compiled
	@COMPANION_COMPILED=yes $(IN_DEV) pytest $(QUICK) -k "$(COMPILED)" \
		tests/games tests/engine/test_risk.py tests/test_cli.py $(ARGS)

# As a player installs it: into a folder that only these tests look into.
test-examples: dev
	@into=$$(mktemp -d) && trap 'rm -rf "$$into"' EXIT && \
	cp -R examples/nine-mens-morris "$$into/source" && \
	$(IN_DEV) pip --disable-pip-version-check install --quiet --no-deps --no-build-isolation \
		--target "$$into/site" "$$into/source" && \
	PYTHONPATH="$$into/site" $(IN_DEV) pytest examples/nine-mens-morris -m "not slow" $(ARGS)

# Some of them measure times: no more at once than there are cores.
SLOW := -m slow --numprocesses $(CORES) --dist worksteal

# They play thousands of games, which takes hours where the rules are not compiled; test_proof.py
# has no slow ones, and belongs to the same row of docs/reliability.md as test_claims.py.
GAMES := $(addprefix tests/,games/test_random_games.py games/test_mixing.py games/test_querni.py \
	games/test_quincala.py engine/test_claims.py engine/test_proof.py engine/test_one_turn.py \
	engine/tablebase/test_tablebase.py \
	words/test_sentences.py)

test-slow: dev
	@NOTE_RUNS=yes $(IN_DEV) pytest $(SLOW) \
		$(if $(filter tests/%,$(ARGS)),,$(addprefix --deselect=,$(GAMES))) $(ARGS)

test-games: compiled
	@NOTE_RUNS=yes COMPANION_COMPILED=yes $(IN_DEV) pytest $(SLOW) $(GAMES) $(ARGS)

test-mutations: dev
	@$(IN_DEV) tests.mutation $(ARGS)

# What root writes belongs to root, and nothing in the checkout should.
AS_ROOT = $$([ "$$(id -u)" = 0 ] || echo sudo) $(DEV)/bin/python -B -m pytest -p no:cacheprovider

test-root: dev
	@$(AS_ROOT) -m "root and not slow" $(ARGS)

# Root mounts what it needs; pip there is told what pip here is told.
test-roots:
	@$$([ "$$(id -u)" = 0 ] || echo sudo --preserve-env) $(PYTHON) -B -m tests.bare_roots $(ARGS)

# All that has to be green before a release.
CHECKS_OF_RELEASE := lint test test-root test-compiled test-examples test-pygame-ce test-apt \
	test-slow test-games test-roots test-deb wheel
# A name of its own: a line with make's variable in it is run even by `make -n`.
AGAIN = $(MAKE) --no-print-directory
# What would refuse the tag in the end does so before hours of tests.
release:
	@$(CHECK) && commit=$$($(PYTHON) -E -s -B -m tools.release) && \
	for check in $(CHECKS_OF_RELEASE); do \
		$(AGAIN) $$check || exit; \
	done && $(PYTHON) -E -s -B -m tools.release "$$commit"

test-boot: dev
	@$(AS_ROOT) -x -m boot tests/boot $(ARGS)

# For the Debians that it names, on a system of each.
deb:
	@$$([ "$$(id -u)" = 0 ] || echo sudo --preserve-env) $(PYTHON) -B -m tools.deb $(ARGS)

# For a Raspberry Pi, or with ARCH=amd64 for a PC.
image:
	@$$([ "$$(id -u)" = 0 ] || echo sudo --preserve-env) $(PYTHON) -B -m tools.image $(or $(ARCH),arm64) $(ARGS)

test-deb: dev deb
	@$(AS_ROOT) -x -m deb tests/packages

test-pygame-ce:
	@$(SET_UP) test-pygame-ce
	@.venv-ce/bin/python -m pytest $(QUICK) $(SCREEN_TESTS) $(ARGS)

# apt's libraries are those of the system's own Python.
test-apt: PYTHON = /usr/bin/python3
test-apt:
	@$(SET_UP) test-apt
	@.venv-apt/bin/python -m pytest $(QUICK) $(SCREEN_TESTS) $(LIBRARY_TESTS) $(ARGS)

# As pip would choose for any Python from 3.11 on, each version with the Pythons it is for.
lock:
	@tool=$$(mktemp -d) && trap 'rm -rf "$$tool"' EXIT && $(PYTHON) -m venv "$$tool" && \
		"$$tool/bin/pip" install --quiet --disable-pip-version-check uv && \
		"$$tool/bin/uv" pip compile --quiet --universal --upgrade --python-version 3.11 \
			--no-annotate --custom-compile-command "make lock" \
			--extra dev --output-file $(LOCK) pyproject.toml


lint: dev
	@$(IN_DEV) ruff format --check . && $(IN_DEV) ruff check . && $(IN_DEV) mypy

bench:
	@$(SET_UP) bench --to "$(VENV)"
	@"$(VENV)/bin/companion" bench $(ARGS)

house: dev
	@$(IN_DEV) tools.house $(ARGS)

golden: dev
	@REGENERATE_GOLDEN=1 $(IN_DEV) pytest -k "golden or as_kept" $(ARGS)

screens: dev
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(IN_DEV) tools.screens $(ARGS)

pictures: dev
	@$(IN_DEV) companion.cli sim --script sim/scripts/pictures.txt --shots docs/pictures --size 800x480
	@$(DEV)/bin/python docs/draw_pictures.py

by-ear: dev
	@for game in alquerque knocking mixing querni quincy; do \
		PYGAME_HIDE_SUPPORT_PROMPT=1 $(IN_DEV) companion.cli sim \
			--script sim/scripts/blind-$$game.txt --heard docs/by-ear/$$game.txt || exit 1; \
	done

catalog: dev
	@$(IN_DEV) companion.testing.catalog

# What it is made from is what is there, or FROM: a folder with the typeface as published.
typeface:
	@tool=$$(mktemp -d) && trap 'rm -rf "$$tool"' EXIT && $(PYTHON) -m venv "$$tool" && \
		"$$tool/bin/pip" install --quiet --disable-pip-version-check fonttools && \
		"$$tool/bin/python" docs/bake_typeface.py $(FROM)

sounds:
	@$(PYTHON) docs/bake_sounds.py

voice: dev
	@PYGAME_HIDE_SUPPORT_PROMPT=1 $(DEV)/bin/python docs/bake_voice.py

wheel:
	@$(SET_UP) wheel --to "$(VENV)"

# Signed by gpg with its default key, or with KEY.
update-bundle:
	@$(CHECK) && $(PYTHON) -E -s -B -m tools.update_bundle --to "$(VENV)" $(if $(KEY),--key "$(KEY)")

install previous uninstall:
	@systemd/install.sh $@

clean:
	@$(SET_UP) clean --to "$(VENV)"
