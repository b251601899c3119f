"""Builds what is written onto a card or a USB stick, which then starts with the program.

    sudo make image ARCH=arm64|amd64 ARGS="[--packages FOLDER] [--into FOLDER] [--raw]"

For arm64 a card for a Raspberry Pi 3, 4 or 5, for amd64 a stick for a PC with BIOS or UEFI: from
Debian 13's packages and those of ``make deb``.  All of it is made from files, without a loop
device, and is the same to the byte whenever the packages are.
"""

from __future__ import annotations

import argparse
import email.utils
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools.deb import PROJECT, SUITES, build
from tools.roots import TOOLS, System, bare_root, roots_folder

SUITE = "trixie"
MIRROR = "http://deb.debian.org"
DISK_ID = "0b0a4d01"
"""The partitions are named by it, in ``systemd/card/root/etc/fstab`` as well."""

FAT_MIB = 256
DATA_MIB = 64
"""As flashed; at the first start it takes what the card has room for."""

PACKAGES = (
    "systemd-sysv", "udev", "dbus", "kmod", "initramfs-tools", "zstd", "busybox", "overlayroot",
    "cloud-guest-utils", "fdisk", "e2fsprogs", "alsa-utils", "polkitd", "libpam-systemd",
)  # fmt: skip
"""Of a system that starts by itself; what the program asks for is added."""

LEFT_OUT = ("doc/*", "info/*", "lintian/*", "locale/*", "man/*")
"""Below ``/usr/share``; licences stay."""

WORDS = (
    f"root=PARTUUID={DISK_ID}-02 rootwait overlayroot=tmpfs:recurse=0 fsck.repair=yes panic=10 "
    "systemd.condition_needs_update=no systemd.condition_first_boot=no systemd.show_status=no "
    "rfkill.default_state=0 console=tty1 quiet loglevel=3 vt.global_cursor_default=0"
)
"""The kernel's: radio is off, and what is written goes into memory, but for saved games."""

CONFIGURE = """
cd /
dpkg --install /packages/*.deb
install -d /etc/board-companion /boot/firmware /var/lib/board-companion
ln -s /boot/firmware/board-companion.txt /etc/board-companion/config.toml
systemctl enable board-companion-card.service
systemctl disable apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer \\
    e2scrub_reap.service systemd-pstore.service
passwd --delete root
echo board-companion >/etc/hostname
printf '127.0.0.1 localhost board-companion\\n::1 localhost board-companion\\n' >/etc/hosts
# raspi-firmware looks whether that is a mount point.
mount --bind /boot/firmware /boot/firmware
update-initramfs -u
umount /boot/firmware
"""

CLEAN = """
cd /
rm -rf packages etc/resolv.conf etc/*- etc/.pwd.lock etc/.updated var/.updated \\
    root/.[!.]* tmp/* var/tmp/* run/* var/lib/apt/lists/* var/lib/systemd/random-seed \\
    var/lib/dbus/machine-id var/backups/* var/lib/dpkg/*-old
find var/cache var/log -type f -delete
# Not missing, or each start would count as the first one.
: >etc/machine-id
mkdir /out
find boot -mindepth 1 -maxdepth 1 -not -type l -exec mv -t out {} +
tar --create --file out/root.tar --sort=name --numeric-owner --one-file-system \\
    --clamp-mtime --mtime="@$SOURCE_DATE_EPOCH" --pax-option=delete=atime,delete=ctime \\
    --exclude=./out --exclude='./boot/*' --exclude='./proc/*' --exclude='./dev/*' .
"""

ASSEMBLE = f"""
cd /work
mib() {{ echo $((($1) * 1024 * 1024)); }}
find fat -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {{}} +
truncate --size={FAT_MIB}M fat.img
mkfs.fat --invariant -F 32 -n BOARD -i {DISK_ID} fat.img >/dev/null
(cd fat && find . -mindepth 1 -type d) | LC_ALL=C sort | while read -r name; do
    mmd -i fat.img "::$name"
done
(cd fat && find . -type f) | LC_ALL=C sort | while read -r name; do
    mcopy -m -i fat.img "fat/$name" "::$name"
done
# A tenth for the file system's own, and some.
root=$(($(stat --format=%s root.tar) * 11 / 10 / 1024 / 1024 + 64))
ext4() {{ # FILE MIB LABEL SOURCE: the file system, with fixed numbers in place of random ones
    mke2fs -q -F -t ext4 -b 4096 -m 0 -L "$3" -U "$5" -E "hash_seed=$5" -d "$4" "$1" "$2M"
}}
ext4 root.img "$root" board-root root.tar 5a0c0c4e-6c2e-4c56-8a2b-0b0a4d010002
mkdir data
ext4 data.img {DATA_MIB} board-data data 5a0c0c4e-6c2e-4c56-8a2b-0b0a4d010003
truncate --size="$(mib "1 + {FAT_MIB} + root + {DATA_MIB}")" card.img
sfdisk --quiet card.img <<END
label: dos
label-id: 0x{DISK_ID}
start=1MiB, size={FAT_MIB}MiB, type=c, bootable
size=${{root}}MiB, type=83
size={DATA_MIB}MiB, type=83
END
put() {{ dd if="$1" of=card.img bs=1M seek="$2" conv=notrunc,sparse status=none; }}
put fat.img 1
put root.img "$((1 + {FAT_MIB}))"
put data.img "$((1 + {FAT_MIB} + root))"
"""

COMPRESS = """
# In blocks, whose number and not that of the cores says what comes out.
xz --threads=+2 -6 /work/card.img
"""

GRUB_FILES = "/usr/lib/grub/i386-pc"
GRUB = f"""
# As grub-bios-setup does, which asks for a device: the first sector loads what follows it.
grub-mkimage --format=i386-pc --prefix='(,msdos1)/grub' --output=core.img \\
    biosdisk part_msdos fat normal configfile linux echo
dd if={GRUB_FILES}/boot.img of=card.img bs=440 count=1 conv=notrunc status=none
dd if=core.img of=card.img bs=512 seek=1 conv=notrunc status=none
"""
GRUB_CONFIG = f"""set timeout=0
linux /vmlinuz {WORDS}
initrd /initrd.img
boot
"""
GRUB_BY_UEFI = "configfile /grub/grub.cfg\n"
SIGNED = {
    "/usr/lib/shim/shimx64.efi.signed": "EFI/BOOT/BOOTX64.EFI",
    "/usr/lib/shim/mmx64.efi.signed": "EFI/BOOT/mmx64.efi",
    "/usr/lib/grub/x86_64-efi-signed/grubx64.efi.signed": "EFI/BOOT/grubx64.efi",
}
"""By Microsoft and Debian: secure boot takes them."""


@dataclass(frozen=True)
class Card:
    """What is different for a kind of machine.

    Attributes:
        packages: of its kernel and its firmware.
        tools: the packages of what starts it, if it is not in the firmware.
        settings: lines of its settings file, and what they are instead.
    """

    packages: tuple[str, ...]
    sources: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    files: dict[str, str] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)


CARDS = {
    # The kernel of Debian 13 itself does not know the USB ports and the pins of a Pi 5.
    "arm64": Card(
        ("linux-image-arm64/trixie-backports", "raspi-firmware"),
        ("trixie-backports",),
        files={
            "/etc/default/raspi-firmware": f'CMA=0\nROOTPART=PARTUUID={DISK_ID}-02\n',
            "/etc/default/raspi-firmware-custom": "disable_splash=1\n",
        },
    ),
    "amd64": Card(
        ("linux-image-amd64", "firmware-amd-graphics", "firmware-intel-graphics",
         "firmware-sof-signed"),
        tools=("grub-pc-bin", "grub-efi-amd64-signed", "shim-signed", "grub-common"),
        # As the simulator has neither the whole screen nor the machine to itself.
        settings={
            '#backend = "auto"': 'backend = "sim"',
            "[screen]": '[screen]\nfullscreen = "on"',
            "[buttons]": '[buttons]\nswitch_off = "machine"',
        },
    ),
}  # fmt: skip


def program_packages() -> list[str]:
    """Return what the program's own packages ask for, with what they recommend."""
    control = (PROJECT / "debian" / "control").read_text(encoding="utf-8")
    lists = re.findall(r"^(?:Depends|Recommends):((?:.*\n)(?: .*\n)*)", control, re.MULTILINE)
    names = re.findall(r"(?:^|,)\s*([a-z0-9][a-z0-9.+-]+)", "".join(lists).replace("\n", ","))
    return sorted({name for name in names if not name.startswith("board-companion")})


def epoch() -> str:
    """Return the second of the newest version, which counts as the time of all files."""
    changelog = (PROJECT / "debian" / "changelog").read_text(encoding="utf-8")
    dated = re.search(r"^ -- .*>  (.*)$", changelog, re.MULTILINE)
    assert dated, "expected a date in debian/changelog"
    return str(int(email.utils.parsedate_to_datetime(dated[1]).timestamp()))


def debian_root(architecture: str) -> Path:
    """Return a folder with Debian and all that the program asks for."""
    card = CARDS[architecture]
    parts = "main non-free-firmware"
    sources = [
        f"deb {MIRROR}/debian {SUITE} {parts}",
        f"deb {MIRROR}/debian {SUITE}-updates {parts}",
        f"deb {MIRROR}/debian-security {SUITE}-security {parts}",
        *(f"deb {MIRROR}/debian {suite} main" for suite in card.sources),
    ]
    excluded = [f"--dpkgopt=path-exclude=/usr/share/{name}" for name in LEFT_OUT]
    options = [*excluded, "--dpkgopt=path-include=/usr/share/doc/*/copyright"]
    packages = [*PACKAGES, *card.packages, *program_packages()]
    return bare_root(SUITE, packages, architecture, sources, options)


def settings_of(architecture: str) -> str:
    """Return the settings file as it is flashed."""
    settings = (PROJECT / "systemd" / "card" / "board-companion.txt").read_text(encoding="utf-8")
    for line, changed in CARDS[architecture].settings.items():
        assert f"\n{line}\n" in settings, line
        settings = settings.replace(f"\n{line}\n", f"\n{changed}\n")
    return settings


def make_card(
    architecture: str, packages: Sequence[Path], into: Path, *, is_raw: bool = False
) -> Path:
    """Write the image with *packages*, the program's own, into the folder *into*; return it."""
    os.environ["SOURCE_DATE_EPOCH"] = epoch()
    os.umask(0o022)
    card = CARDS[architecture]
    root = debian_root(architecture)
    tools = bare_root(
        SUITE,
        ("dosfstools", "e2fsprogs", "fdisk", "libarchive13t64", "mtools", "xz-utils", *card.tools),
        architecture if card.tools else "",
    )
    with tempfile.TemporaryDirectory(prefix="image-", dir=roots_folder()) as scratch:
        for name in ("card", "tools"):
            (Path(scratch) / name).mkdir()
        system = System(root, Path(scratch) / "card", is_alone=True)
        workshop = System(tools, Path(scratch) / "tools", is_alone=True)
        _fill(system, card, packages)
        _run(system, CONFIGURE)
        _run(system, CLEAN)
        work = workshop.file("/work")
        work.mkdir()
        (system.file("/out/root.tar")).rename(work / "root.tar")
        _fill_fat(architecture, system, workshop, work / "fat")
        _run(workshop, ASSEMBLE + (GRUB if card.tools else ""))
        if not is_raw:
            _run(workshop, COMPRESS)
        into.mkdir(parents=True, exist_ok=True)
        [made] = work.glob("card.img*")
        return Path(shutil.move(made, into / f"board-companion-{architecture}{made.name[4:]}"))


def _fill(system: System, card: Card, packages: Sequence[Path]) -> None:
    """Lay what is to be installed into *system*."""
    laid = PROJECT / "systemd" / "card" / "root"
    # Made anew, as modes and owners in a checkout are whoever's.
    for path in laid.rglob("*"):
        if path.is_file():
            file = system.file(str(path.relative_to(laid)))
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, file)
            file.chmod(0o755 if os.access(path, os.X_OK) else 0o644)
    for name, text in card.files.items():
        file = system.file(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    folder = system.file("/packages")
    folder.mkdir()
    for package in packages:
        shutil.copy(package, folder)


def _fill_fat(architecture: str, system: System, workshop: System, fat: Path) -> None:
    """Lay out what the firmware reads, and the settings file, in the folder *fat*."""
    card = CARDS[architecture]
    boot = system.file("/out")
    if card.tools:
        fat.mkdir()
        for name in ("vmlinuz", "initrd.img"):
            [file] = boot.glob(f"{name}-*")
            shutil.copy(file, fat / name)
        for source, target in SIGNED.items():
            (fat / target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(workshop.root / source.lstrip("/"), fat / target)
        for name, text in (("grub", GRUB_CONFIG), ("EFI/debian", GRUB_BY_UEFI)):
            (fat / name).mkdir(parents=True)
            (fat / name / "grub.cfg").write_text(text, encoding="utf-8")
    else:
        shutil.copytree(boot / "firmware", fat)
        # What the package writes has the card written to as it is started.
        (fat / "cmdline.txt").write_text(f"{WORDS}\n", encoding="utf-8")
    (fat / "board-companion.txt").write_text(settings_of(architecture), encoding="utf-8")


def _run(system: System, script: str) -> None:
    variables = [f"SOURCE_DATE_EPOCH={epoch()}", "TZ=UTC", "LC_ALL=C.UTF-8",
                 "DEBIAN_FRONTEND=noninteractive"]  # fmt: skip
    log = roots_folder() / "image.log"
    with log.open("a", encoding="utf-8") as said:
        ended = system.run("root", "env", *variables, "sh", "-euc", script, log=said)
    if ended:
        print("\n".join(log.read_text(errors="replace").splitlines()[-30:]))
        sys.exit(1)


def main() -> int:
    """Build what the command line names."""
    parser = argparse.ArgumentParser(prog="make image", description=__doc__)
    parser.add_argument("architecture", choices=CARDS, default="arm64", nargs="?")
    parser.add_argument("--packages", type=Path, help="a folder that make deb has filled")
    parser.add_argument("--into", type=Path, default=PROJECT / "dist")
    parser.add_argument("--raw", action="store_true", help="do not compress it")
    args = parser.parse_args()
    if os.geteuid() != 0 or not all(map(shutil.which, TOOLS)):
        parser.error("expected to run as root, with mmdebstrap: sudo apt install mmdebstrap")
    if args.packages:
        packages = sorted(args.packages.glob("board-companion*.deb"))
    else:
        folder = args.into / f"debian-{SUITES[SUITE]}-{args.architecture}"
        packages = build(SUITE, args.architecture, folder)
    if not packages:
        print(f"expected the packages of make deb in {args.packages}", file=sys.stderr)
        return 1
    made = make_card(args.architecture, packages, args.into, is_raw=args.raw)
    print(f"{made} {made.stat().st_size / 1e6:.0f} MB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
