#!/bin/sh
# Installs Board Companion as a service, or removes it: "make install", "make uninstall".
#
# With DESTDIR everything goes below that folder and nothing is started, to look at it or
# to prepare the card of another machine.  Run again, it brings everything up to date.
set -eu

project=$(cd "$(dirname "$0")/.." && pwd)
root=${DESTDIR:-}
venv=/opt/board-companion
units=/etc/systemd/system
user_units=/etc/systemd/user
rules=/etc/udev/rules.d
rights=/etc/polkit-1/rules.d
users=/etc/sysusers.d
saves=/var/lib/board-companion
settings=/etc/board-companion
apt="python3-venv python3-pygame python3-gpiozero python3-lgpio python3-serial python3-pil polkitd"

say() { echo "board-companion: $*"; }
fail() { echo "board-companion: $*" >&2; exit 2; }

require_root() {
    if [ -z "$root" ] && [ "$(id -u)" != 0 ]; then
        fail "expected to run as root, got user $(id -un): sudo make $1"
    fi
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

is_on_a_pi() { grep -aqs 'Raspberry Pi' /proc/device-tree/model; }

has_a_desktop() { [ "$(systemctl get-default 2>/dev/null)" = graphical.target ]; }

install_packages() {
    # On a Pi apt's pygame has the driver for a screen without a desktop, and apt alone has lgpio.
    if is_on_a_pi && ! dpkg -s $apt >/dev/null 2>&1; then
        say "installing packages of Raspberry Pi OS: $apt"
        DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $apt
    fi
}

install_program() {
    packages=$(is_on_a_pi && echo --system-site-packages || true)
    if [ ! -x "$root$venv/bin/python" ]; then
        "${PYTHON:-python3}" -m venv $packages "$root$venv"
        say "made the environment $venv"
    fi
    say "installing the program into $venv; compiling its rules may take some minutes"
    "$root$venv/bin/pip" install --quiet --disable-pip-version-check --upgrade "$project"
    say "installed $("$root$venv/bin/companion" --version)"
}

install_service() {
    put board-companion.sysusers "$users" board-companion.conf
    put board-companion.service "$units" board-companion.service
    put board-companion-desktop.service "$user_units" board-companion-desktop.service
    put 70-board-companion.rules "$rules" 70-board-companion.rules
    put 70-board-companion.polkit "$rights" 70-board-companion.rules
    systemd-sysusers ${root:+--root="$root"} "$root$users/board-companion.conf"
    if [ -z "$root" ]; then
        udevadm control --reload
        udevadm trigger --subsystem-match=tty
        systemctl daemon-reload
    fi
}

start_service() {
    if [ -n "$root" ]; then
        say "nothing is started below $root"
    elif has_a_desktop; then
        systemctl --global enable board-companion-desktop.service
        say "it starts with the desktop of whoever logs in"
    else
        systemctl enable board-companion.service
        systemctl restart board-companion.service
        say "it runs on the screen now, and whenever the machine is switched on"
    fi
}

stop_service() {
    [ -z "$root" ] || return 0
    systemctl disable --now board-companion.service 2>/dev/null || true
    systemctl --global disable board-companion-desktop.service 2>/dev/null || true
}

case "${1:-}" in
install)
    require_root install
    install_packages
    install_program
    install_service
    start_service
    say "games are saved in $saves, $settings/config.toml is read where it is there"
    ;;
uninstall)
    require_root uninstall
    stop_service
    drop "$units/board-companion.service"
    drop "$user_units/board-companion-desktop.service"
    drop "$rules/70-board-companion.rules"
    drop "$rights/70-board-companion.rules"
    drop "$users/board-companion.conf"
    drop "$venv"
    if [ -z "$root" ]; then
        systemctl daemon-reload
        udevadm control --reload
    fi
    say "left as they are: the games in $saves, $settings, the user board-companion"
    ;;
*)
    fail "expected install or uninstall, got '${1:-}'"
    ;;
esac
