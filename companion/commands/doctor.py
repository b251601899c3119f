"""``companion doctor``: what this machine has, what is missing, and what to do about it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.backends import doctor
from companion.commands import Commands
from companion.commands.arguments import in_file
from companion.commands.report import add_json_argument, report, wrapped
from companion.config.files import load_config
from companion.storage.state_dir import state_path
from companion.words.doctor import FAULT, Diagnosis, diagnosis_of
from companion.words.translate import tr

EXIT_FAULT = 1
BESIDE = " " * 20


def add_doctor(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "doctor",
        help=tr("check this machine, and tell what to do about what is wrong"),
        description=tr("Check Python, screen, pins, ports, controller, sound, saves and power."),
    )
    add_json_argument(parser)
    parser.add_argument("--lamps", action="store_true", help=tr("also light the lamps one by one"))
    parser.add_argument(
        "--config", metavar=tr("FILE"), type=in_file, help=tr("the configuration file")
    )
    parser.add_argument("--state", metavar=tr("DIR"), type=Path, help=tr("where games are saved"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print every finding with what to do, and return 1 when one of them is a fault, else 0.

    Raises:
        CompanionError: the configuration or a board file cannot be used.
    """
    # Needs pygame and the libraries of the hardware, as the program itself does.
    from companion.backends.devices import check_devices
    from companion.backends.sound_check import check_sound

    folder = args.state or state_path(os.environ)
    config = load_config(args.config, folder)
    # First, as it may be what stops the program.
    boards = doctor.check_boards(config)
    findings = [
        doctor.check_python(),
        doctor.check_rules(),
        *doctor.check_pygame(),
        *doctor.check_screen(),
        *check_devices(config, wants_pattern=args.lamps),
        *check_sound(config.sound),
        boards,
        # Behind what reads some of them.
        doctor.check_files(),
        *doctor.check_games(),
        *doctor.check_tables(),
        *doctor.check_state(folder),
        *doctor.check_power(),
        *doctor.check_user(),
    ]
    diagnoses = [diagnosis_of(finding) for finding in findings]
    report(args, _lines(diagnoses), lambda: [each._asdict() for each in diagnoses])
    return EXIT_FAULT if any(each.level == FAULT for each in diagnoses) else 0


def _lines(diagnoses: Sequence[Diagnosis]) -> Iterator[str]:
    """Yield a line for each diagnosis, and one more where there is something to do."""
    for each in diagnoses:
        yield from wrapped(f"{each.level:8}{each.check:12}{each.text}", BESIDE)
        if each.advice:
            yield from wrapped(f"{BESIDE}{each.advice}", BESIDE)
