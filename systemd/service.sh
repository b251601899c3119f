# How the service starts and stops: for install.sh, and for the scripts of the Debian package.
# With root set, in the system below that folder, where nothing is started.

# What starts with a machine that serves the table alone; a desktop starts its own mirror.
on_the_console="board-companion.service board-companion-mirror.socket"

say() { echo "board-companion: $*"; }

# Not below DESTDIR, and not in a chroot either, where there is nothing to tell.
is_booted() { [ -z "$root" ] && [ -d /run/systemd/system ]; }

# systemd's own default target is the graphical one, where there is no desktop as well; and
# who has a desktop may have it not started.  So it takes both.
has_a_desktop() {
    link=etc/systemd/system/display-manager.service
    { [ -L "$root/$link" ] || [ -e "$root/$link" ]; } &&
        [ "$(systemctl ${root:+--root="$root"} get-default 2>/dev/null)" = graphical.target ]
}

reload() {
    if is_booted; then
        udevadm control --reload
        udevadm trigger --subsystem-match=tty --subsystem-match=gpio
        systemctl daemon-reload
    fi
}

enable_service() {
    if has_a_desktop; then
        enable_only --global board-companion-desktop.service --system "$on_the_console"
        say "it starts with the desktop of whoever logs in"
    else
        enable_only --system "$on_the_console" --global board-companion-desktop.service
        say "it starts on the screen whenever the machine is switched on"
    fi
}

# The other one as well: a machine may have got a desktop, or lost it, since the last time.
enable_only() { # SCOPE UNITS SCOPE OTHERS
    systemctl ${root:+--root="$root"} --quiet "$3" disable $4 2>/dev/null || true
    systemctl ${root:+--root="$root"} --quiet "$1" enable $2
}

start_service() {
    if is_booted && ! has_a_desktop; then
        systemctl restart board-companion-mirror.socket
        systemctl restart board-companion.service
        say "it runs on the screen now"
    fi
}

disable_service() {
    # Whoever has turned it on; the others come with the service.
    systemctl ${root:+--root="$root"} --quiet disable \
        board-companion-relay.socket 2>/dev/null || true
    systemctl ${root:+--root="$root"} --quiet disable $on_the_console 2>/dev/null || true
    systemctl ${root:+--root="$root"} --quiet --global disable \
        board-companion-desktop.service 2>/dev/null || true
}

stop_service() {
    if is_booted && systemctl is-active --quiet board-companion-relay.socket; then
        systemctl stop board-companion-relay.socket board-companion-relay.service
    fi
    if is_booted && systemctl is-active --quiet board-companion.service; then
        systemctl stop board-companion.service
        systemctl stop board-companion-mirror.socket 2>/dev/null || true
        console=getty@tty1.service
    fi
}

# The login on the first console, which the service had taken the place of.
give_back_the_console() {
    if is_booted; then
        systemctl reset-failed board-companion.service 2>/dev/null || true
        [ -z "${console:-}" ] || systemctl start "$console"
    fi
}
