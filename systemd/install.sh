#!/bin/sh
# Installs Board Companion as a service, or removes it: "make install", "make uninstall".
# "make previous" has the version before the last update start; once more, and that one does.
#
# With DESTDIR everything goes below that folder and nothing is started: into the card of
# another machine, which then starts with it, or into an empty folder, to look at it.
# Run again, it brings everything up to date.
set -eu
# Whatever the caller's is: the service's user has to read what is installed.
umask 022

project=$(cd "$(dirname "$0")/.." && pwd)
root=${DESTDIR:-}
root=${root%/}
venv=/opt/board-companion
units=/etc/systemd/system
user_units=/etc/systemd/user
rules=/etc/udev/rules.d
rights=/etc/polkit-1/rules.d
users=/etc/sysusers.d
avahi=/etc/avahi
saves=/var/lib/board-companion
settings=/etc/board-companion
# SDL draws on a screen without a desktop by way of EGL, which it asks for only when it runs.
# gpgv checks updates.
# Starlette, uvicorn and segno show games on phones.
apt="python3-venv python3-pygame python3-gpiozero python3-lgpio python3-serial python3-pil polkitd
gpgv libegl1 libgles2 libgl1-mesa-dri python3-starlette python3-uvicorn python3-segno"

fail() { echo "board-companion: $*" >&2; exit 2; }

# A system of its own below DESTDIR, such as a card, and not just a folder.
is_card() { [ -n "$root" ] && [ -x "$root/bin/sh" ]; }

require_root() {
    if { [ -z "$root" ] || is_card; } && [ "$(id -u)" != 0 ]; then
        fail "expected to run as root, got user $(id -un): sudo make $1"
    fi
}

require_card() {
    if is_card && ! in_card true 2>/dev/null; then
        fail "expected to run the programs of the system in $root, could not:" \
            "for a machine of another kind, apt install qemu-user-static"
    fi
}

# The mounts are in a name space of their own: nothing is left of them, however this ends.
# The caller's folder for what is temporary is not on the card.
in_card() { # COMMAND...
    PIP_NO_CACHE_DIR=1 unshare --mount sh -euc '
        root=$1; shift
        for folder in proc sys dev; do mount --rbind "/$folder" "$root/$folder"; done
        [ ! -f "$root/etc/resolv.conf" ] || mount --bind /etc/resolv.conf "$root/etc/resolv.conf"
        cd / && exec env --unset=TMPDIR chroot "$root" "$@"' sh "$root" "$@"
}

in_target() { # COMMAND...: runs in the system that is to run the program
    if is_card; then in_card "$@"; else "$@"; fi
}

put() { # FILE FOLDER NAME
    if cmp -s "$project/systemd/$1" "$root$2/$3"; then
        say "$2/$3 is up to date"
    else
        install -D -m 644 "$project/systemd/$1" "$root$2/$3"
        say "wrote $2/$3"
    fi
}

drop() {
    if [ -e "$root$1" ] || [ -L "$root$1" ]; then
        rm -rf "$root$1"
        say "removed $1"
    fi
}

is_for_a_pi() {
    if [ -n "$root" ]; then
        [ -e "$root/etc/rpi-issue" ]
    else
        grep -aqs 'Raspberry Pi' /proc/device-tree/model
    fi
}

# Debian's pygame has the driver for a screen without a desktop, and on a Pi apt alone has lgpio.
# A folder that is just to be looked at is left with what pip has.
takes_apts_packages() {
    { [ -z "$root" ] || is_card; } && [ -x "$root/usr/bin/apt-get" ] &&
        { is_for_a_pi || ! has_a_desktop; }
}

missing() {
    for package in $apt; do
        status=$(in_target dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$status" = installed ] || echo "$package"
    done
}

# Debian has no python3-lgpio, Raspberry Pi OS has.
offered() { # PACKAGE...
    for package in "$@"; do
        if in_target apt-cache show "$package" >/dev/null 2>&1; then echo "$package"; fi
    done
}

install_packages() {
    takes_apts_packages || return 0
    lacking=$(missing)
    [ -n "$lacking" ] || return 0
    if [ "$(offered $lacking)" != "$lacking" ]; then
        # A fresh system has no list yet of what there is.
        in_target apt-get update -qq || say "apt-get update failed, going on with what is known"
    fi
    known=$(offered $lacking)
    if [ -n "$known" ]; then
        say "installing packages of the system:" $known
        in_target env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends $known
    fi
    for package in $(missing); do say "this system has no package $package"; done
}

# From a copy that is gone afterwards: a card has its own Python build the program, which does
# not see the checkout, and root's files are not to lie among those of whoever has that.
install_program() {
    target=$(is_card && echo "$root" || true)
    sources=$(in_target mktemp -d)
    trap 'rm -rf "$target$sources"' EXIT
    for part in LICENSE README.md pyproject.toml setup.py companion hardware sim; do
        tar -C "$project" --exclude=__pycache__ --exclude='*.so' --no-same-owner -cf - $part |
            tar -C "$target$sources" --no-same-owner -xf -
    done
    place=$(is_card && echo "$venv" || echo "$root$venv")
    packages=$(takes_apts_packages && echo --system-packages || true)
    # apt's packages are those of the system's own Python.
    python=${PYTHON:-$([ -n "$packages" ] && echo /usr/bin/python3 || echo python3)}
    in_target sh -euc 'cd "$1"; shift; exec "$@"' sh "$sources" \
        "$python" -E -s -m companion.building install --to "$place" $packages
    say "installed $(in_target "$place/bin/companion" --version)"
}

# With what is installed: it has started once, and the checkout may be gone.
go_back() {
    place=$(is_card && echo "$venv" || echo "$root$venv")
    [ -x "$root$venv/bin/python" ] || fail "expected the program in $venv, got none: sudo make install"
    in_target "$place/bin/python" -I -m companion.building previous --to "$place"
}

install_service() {
    put board-companion.sysusers "$users" board-companion.conf
    put board-companion.service "$units" board-companion.service
    put board-companion-trial.service "$units" board-companion-trial.service
    put board-companion-desktop.service "$user_units" board-companion-desktop.service
    put board-companion-stick@.service "$units" board-companion-stick@.service
    put board-companion-update@.service "$units" board-companion-update@.service
    put board-companion-mirror.socket "$units" board-companion-mirror.socket
    put board-companion-mirror@.service "$units" board-companion-mirror@.service
    put board-companion-phones.avahi "$avahi" board-companion-phones.service
    put board-companion-relay.socket "$units" board-companion-relay.socket
    put board-companion-relay.service "$units" board-companion-relay.service
    put 70-board-companion.rules "$rules" 70-board-companion.rules
    put 70-board-companion.polkit "$rights" 70-board-companion.rules
    systemd-sysusers ${root:+--root="$root"} "$root$users/board-companion.conf"
    reload
}

case "${1:-}" in
install | previous | uninstall) require_root "$1" ;;
*) fail "expected install, previous or uninstall, got '${1:-}'" ;;
esac

. "$project/systemd/service.sh"

case "$1" in
install)
    require_card
    install_packages
    install_program
    install_service
    enable_service
    start_service
    say "games are saved in $saves, $settings/config.toml is read where it is there"
    ;;
previous)
    require_card
    go_back
    start_service
    ;;
uninstall)
    stop_service
    disable_service
    drop "$units/board-companion.service"
    drop "$units/board-companion-trial.service"
    drop "$user_units/board-companion-desktop.service"
    drop "$units/board-companion-stick@.service"
    drop "$units/board-companion-update@.service"
    drop "$units/board-companion-mirror.socket"
    drop "$units/board-companion-mirror@.service"
    drop "$avahi/board-companion-phones.service"
    drop "$units/board-companion-relay.socket"
    drop "$units/board-companion-relay.service"
    drop "$rules/70-board-companion.rules"
    drop "$rights/70-board-companion.rules"
    drop "$users/board-companion.conf"
    drop "$venv"
    reload
    give_back_the_console
    say "left as they are: the games in $saves, $settings, the users board-companion" \
        "and board-companion-relay"
    ;;
esac
