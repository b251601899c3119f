"""What takes long to make is made once a run, by whichever process of the run needs it first."""

import fcntl
import os

MADE = "made"


def folder_of_run(factory):
    """Return the folder that all processes of this run share; *factory* makes those of tests."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def made_once(factory, name, make):
    """Return the folder *name* of this run after *make* has filled it, in this process or not."""
    folder = folder_of_run(factory) / name
    with folder.with_name(f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / MADE).exists():
            folder.mkdir(exist_ok=True)
            make(folder)
            (folder / MADE).touch()
    return folder
