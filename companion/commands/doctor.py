"""``companion doctor``: what this machine has, what is missing, and what to do about it."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from companion.backends.doctor import (
    check_boards,
    check_games,
    check_power,
    check_pygame,
    check_python,
    check_rules,
    check_screen,
    check_state,
    check_user,
)
from companion.config.files import load_config
from companion.storage.state_dir import state_path
from companion.words.doctor import FAULT, Diagnosis, diagnosis_of

EXIT_FAULT = 1


def add_doctor(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``doctor`` command to *subparsers*."""
    parser = subparsers.add_parser(
        "doctor",
        help="check this machine, and tell what to do about what is wrong",
        description="Check Python, screen, pins, ports, controller, saves and power.",
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.add_argument("--lamps", action="store_true", help="also light the lamps one by one")
    parser.add_argument("--config", metavar="FILE", type=Path, help="the configuration file")
    parser.add_argument("--state", metavar="DIR", type=Path, help="where games are saved")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """
    Print every finding with what to do, and return 1 when one of them is a fault, else 0.

    Raises:
        CompanionError: the configuration or a board file cannot be used.
    """
    # Needs pygame and the libraries of the hardware, as the program itself does.
    from companion.backends.devices import check_devices

    folder = args.state or state_path(os.environ)
    config = load_config(args.config, folder)
    # First, as it may be what stops the program.
    boards = check_boards(config)
    findings = [
        check_python(),
        check_rules(),
        *check_pygame(),
        *check_screen(),
        *check_devices(config, wants_pattern=args.lamps),
        boards,
        *check_games(),
        *check_state(folder),
        *check_power(),
        *check_user(),
    ]
    told = [diagnosis_of(finding) for finding in findings]
    print(as_json(told) if args.json else as_text(told))
    return EXIT_FAULT if any(each.level == FAULT for each in told) else 0


def as_text(told: list[Diagnosis]) -> str:
    """Return a line for each diagnosis, and one more where there is something to do."""
    lines = []
    for each in told:
        lines.append(f"{each.level:8}{each.check:12}{each.text}")
        if each.advice:
            lines.append(f"{'':20}{each.advice}")
    return "\n".join(lines)


def as_json(told: list[Diagnosis]) -> str:
    """Return the diagnoses as a JSON list of objects."""
    return json.dumps([each._asdict() for each in told], indent=2)
