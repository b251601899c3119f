"""A disk with Debian 13 and the program on it, made from packages and without a loop device.

The packages take minutes, so they are kept in a folder outside the project: ``BOOT_CACHE``,
or ``~/.cache/board-companion-boot``.  Remove that folder to get the packages of today.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import NamedTuple

from tests.checkout import ROOT, copy_of_the_sources

SUITE = "trixie"
PYTHON = "3.13"
"""What that suite has."""

SYSTEM = ("systemd-sysv", "udev", "dbus", "kmod", "linux-image-amd64", "initramfs-tools",
          "make", "python3", "dmsetup")  # fmt: skip
"""Of the program's own packages those that Debian has are added."""

COMPILERS = ("linux-headers-amd64", "linux-source", "gcc", "libc6-dev", "xz-utils",
             "python3-dev", "python3-setuptools", "python3-wheel", "swig")  # fmt: skip
"""Removed once all is built: a table has none."""

PIN_WHEELS = "/root/pins"
GPIO_MODULE = "simulated-pins"
START_MODULES = ("virtio_pci", "virtio_blk", "ext4")
"""What finds the disk, and no more: emulated, the drivers of all machines take half the boot."""

PREPARE = f"""
echo MODULES=list >"$1/etc/initramfs-tools/conf.d/table"
printf "%s\n" {" ".join(START_MODULES)} >>"$1/etc/initramfs-tools/modules"
chroot "$1" update-initramfs -u
cp "$PIN_SOURCES"/lgpio-*.tar.gz "$1/tmp"
chroot "$1" sh -euc '
folder=$(mktemp -d)
cd "$folder"
tar --strip-components=1 --wildcards -xf /usr/src/linux-source-*.tar.xz \\
    "*/drivers/gpio/gpio-sim.c" "*/kernel/irq/irq_sim.c"
mv drivers/gpio/gpio-sim.c kernel/irq/irq_sim.c .
sed -i "s/return gpio_sim_apply_pull(chip, offset, [01]);/return 0;/" gpio-sim.c
sed -i "s/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/" irq_sim.c
printf "obj-m := {GPIO_MODULE}.o\n{GPIO_MODULE}-y := gpio-sim.o irq_sim.o\n" >Kbuild
modules=$(echo /lib/modules/*)
make -C "$modules/build" M="$folder" modules
install -D -t "$modules/updates" {GPIO_MODULE}.ko
depmod "${{modules##*/}}"
tar --strip-components=1 -xf /tmp/lgpio-*.tar.gz
PYPI=1 python3 setup.py build_ext bdist_wheel --dist-dir {PIN_WHEELS}
cd /
rm -rf "$folder" /tmp/lgpio-*
apt-get purge -y --autoremove {" ".join(COMPILERS)} gcc-14 "linux-headers-.*" "linux-kbuild-.*"
'
"""
"""
Pins that a test pulls up and down, and the library that Debian lacks; see `docs/installing.md`.

Debian has the source of ``gpio-sim``, and no module of it; the simulated interrupts under it are
in no kernel in which nothing uses them.  Two changes: the finger of a test stays on its button
while the program asks for a pull resistor, which is the weaker one, and an interrupt is handled
by what a module may call.
"""

TOOLS = {
    "mmdebstrap": "mmdebstrap",
    "mke2fs": "e2fsprogs",
    "qemu-system-x86_64": "qemu-system-x86",
    "unshare": "util-linux",
}
"""Commands and the packages that bring them."""

DISK_SIZE = "3G"
"""Apparent; what is not used takes no room."""

CHECKOUT = "/root/board-companion"
WHEELS = "/root/wheels"
"""Where both lie on the disk, for the machine that has no network."""

PIP = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": WHEELS, "PIP_CONFIG_FILE": "/dev/null"}

SETTINGS = """[screen]
language = "en"
"""
"""Else the first start would ask for a language."""

MAKE_DISK = f"""
root=$1 checkout=$2 wheels=$3 folder=$4
mount -t tmpfs -o mode=755 tmpfs "$folder/mount"
cd "$folder/mount"
mkdir changes work card
mount -t overlay overlay -o "lowerdir=$root,upperdir=changes,workdir=work" card
mkdir -p card{CHECKOUT}
cp -R "$checkout/." card{CHECKOUT}
cp -R "$wheels" card{WHEELS}
make -C "$checkout" install DESTDIR="$PWD/card"
chroot card /opt/board-companion/bin/python -m pip install --quiet --find-links {PIN_WHEELS} lgpio
mkdir card/tmp/rehearsal card/etc/board-companion
echo '{SETTINGS}' >card/etc/board-companion/config.toml
cp "$5" card/tmp
# Why there are no buttons is on the screen.
mount --bind /proc card/proc
chroot card /opt/board-companion/bin/python -I /tmp/rehearsal.py /tmp/rehearsal
umount card/proc
mv card/tmp/rehearsal "$folder"
rm card/tmp/rehearsal.py
truncate -s {DISK_SIZE} "$folder/disk"
mke2fs -q -F -t ext4 -d card "$folder/disk"
"""
"""The name space of the mounts ends with the script: nothing has to be unmounted."""


class Image(NamedTuple):
    """A disk, what boots it, and the pictures of the rehearsal on it."""

    disk: Path
    kernel: Path
    initrd: Path
    rehearsal: Path


def missing_packages() -> list[str]:
    """Return the packages that have to be installed before an image can be made."""
    return [package for tool, package in TOOLS.items() if not shutil.which(tool)]


def cache() -> Path:
    """Return the folder for what is kept."""
    return Path(os.environ.get("BOOT_CACHE") or Path.home() / ".cache/board-companion-boot")


def own_packages() -> list[str]:
    """Return what `install.sh` asks apt for."""
    text = (ROOT / "systemd/install.sh").read_text(encoding="utf-8")
    match = re.search(r'^apt="([^"]+)"', text, re.MULTILINE)
    assert match, "expected the packages in systemd/install.sh"
    return match[1].split()


def kept(name: str, key: object) -> tuple[Path, bool]:
    """Return the folder of what was made of *key*, and whether it is there."""
    digest = hashlib.sha256(json.dumps(key).encode()).hexdigest()[:12]
    folder = cache() / f"{name}-{digest}"
    return folder, folder.exists()


def debian_root() -> Path:
    """Return a folder with Debian and the packages that the program asks for."""
    own = own_packages()
    root, is_there = kept("root", [SUITE, SYSTEM, COMPILERS, PREPARE, own])
    if not is_there:
        part = root.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        part.parent.mkdir(parents=True, exist_ok=True)
        # A pattern finds what there is and is content without the rest.
        pattern = ",".join(f"?exact-name({package})" for package in own)
        run_or_fail(
            "mmdebstrap", "--quiet", "--variant=minbase", "--format=directory",
            f"--include={','.join(SYSTEM + COMPILERS)}", f"--include=?or({pattern})",
            f"--customize-hook={PREPARE}", SUITE, part,
            env={**os.environ, "PIN_SOURCES": str(pin_sources())},
        )  # fmt: skip
        part.rename(root)
    return root


def pin_sources() -> Path:
    """Return a folder with the sources of lgpio, as Debian's package has them."""
    locked = ROOT / "debian" / "gpio.txt"
    folder, is_there = kept("pins", locked.read_text(encoding="utf-8"))
    if not is_there:
        part = folder.with_suffix(".part")
        run_or_fail(
            "python3", "-m", "pip", "download", "--quiet", "--require-hashes", "--no-deps",
            f"--dest={part}", f"--requirement={locked}",
        )  # fmt: skip
        part.rename(folder)
    return folder


def wheels() -> Path:
    """Return a folder with what pip installs besides, for the machine's Python."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = [*project["build-system"]["requires"], *project["project"]["dependencies"], "wheel"]
    wanted = [one for one in named if not one.startswith("pygame")]
    folder, is_there = kept("wheels", [PYTHON, wanted])
    if not is_there:
        part = folder.with_suffix(".part")
        platforms = ("manylinux2014_x86_64", "manylinux_2_28_x86_64")
        run_or_fail(
            "python3", "-m", "pip", "download", "--quiet", "--only-binary=:all:",
            f"--python-version={PYTHON}", *(f"--platform={name}" for name in platforms),
            f"--dest={part}", *wanted,
        )  # fmt: skip
        part.rename(folder)
    return folder


def make_image(folder: Path) -> Image:
    """Install the program below a root as on a card, and make a disk of it in *folder*."""
    root = debian_root()
    checkout = folder / "checkout"
    copy_of_the_sources(checkout)
    (folder / "mount").mkdir()
    rehearsal = Path(__file__).with_name("rehearsal.py")
    # A folder that the card has not, as the caller's may be.
    env = {**os.environ, **PIP, "COMPANION_COMPILED": "no", "TMPDIR": str(folder)}
    env.pop("PYTHON", None)
    run_or_fail(
        "unshare", "--mount", "sh", "-euc", MAKE_DISK, "sh", root, checkout, wheels(), folder,
        rehearsal, env=env,
    )  # fmt: skip
    kernel, initrd = (
        next((root / "boot").glob(f"{name}-*")) for name in ("vmlinuz", "initrd.img")
    )
    return Image(folder / "disk", kernel, initrd, folder / "rehearsal")


def run_or_fail(*command: object, env: dict[str, str] | None = None) -> None:
    """Run *command*; what it says is told only where it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        env=env, text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.returncode == 0, f"{command[0]} ended with {done.returncode}:\n{done.stdout}"
