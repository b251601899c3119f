import random
import re
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from companion.config.files import config_path, load_config, load_settings, save_settings
from companion.config.values import BAUDS, Config, Settings
from companion.errors import ConfigError
from companion.storage.disk import Disk
from tests.bounds import bounded
from tests.config.config_files import DEFAULT, OneFile, damaged


@pytest.fixture
def load(tmp_path):
    def load(text):
        path = tmp_path / "my.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load_config(path)

    return load


def refused(load, text):
    with pytest.raises(ConfigError) as caught:
        load(text)
    message = str(caught.value)
    assert "my.toml" in message
    assert "\n" not in message and len(message) < 600
    return message


class TestDefaults:
    def test_the_documented_file_says_what_happens_without_one(self, load):
        assert load(DEFAULT) == load("") == Config()

    def test_every_key_is_documented_and_every_documented_key_exists(self):
        shown = set(re.findall(r"^(\w+) =", DEFAULT, re.MULTILINE))
        whole = Config()
        sections = (
            whole.screen, whole.leds, whole.buttons, whole.controller, whole.sensors, whole.play,
            whole.sound, whole.phones, whole.club,
            whole.devices,
        )  # fmt: skip
        names = {name for section in sections for name in vars(section)}
        assert shown == names - {"boards"}

    def test_every_range_is_documented(self):
        words = DEFAULT.replace("\n# ", " ")
        for text in (
            "320 to 7680",
            "1 to 64",
            "0 to 100",
            "0 to 3600",
            "100 to 20000",
            "0 to 27",
            "300 to 3000",
            "2000 to 20000, or 0 for never",
            "0, 90, 180 or 270",
            '"program level 1" to "program level 8"',
        ):
            assert text in words
        for baud in BAUDS:
            assert str(baud) in words

    def test_nothing_of_it_changes(self):
        with pytest.raises(FrozenInstanceError):
            Config().screen.theme = "light"


class TestValues:
    def test_what_is_given_is_taken_and_the_rest_is_default(self, load):
        config = load(
            '[screen]\ntheme = "contrast"\nwidth = 7680\n[leds]\npanel = "9x64"\nbaud = 1000000\n'
            'protocol = "checked"\n'
            "[buttons]\nconfirm = 27\npull_up = false\n"
        )
        assert (config.screen.theme, config.screen.width) == ("contrast", 7680)
        assert config.leds.protocol == "checked"
        assert (config.leds.panel_size, config.leds.baud) == ((9, 64), 1_000_000)
        assert (config.buttons.confirm, config.buttons.pull_up) == (27, False)
        assert config.screen.height == 480

    @pytest.mark.parametrize(
        ("section", "line", "expected"),
        [
            ("screen", 'theme = "pink"', "screen.theme: expected dark or light or contrast"),
            ("screen", "theme = 1", "screen.theme"),
            ("screen", "look = 'glass'", "screen.look: expected classic or modern or contrast"),
            ("screen", "animation = 1", "screen.animation: expected true or false, got 1"),
            (
                "screen",
                'view = "north"',
                "screen.view: expected first or second or mover",
            ),
            ("screen", "width = 319", "screen.width: expected 320 to 7680, got 319"),
            ("screen", "height = 7681", "screen.height: expected 320 to 7680"),
            ("screen", "height = 480.0", "screen.height"),
            ("screen", "fullscreen = true", "screen.fullscreen: expected auto or on or off"),
            ("screen", "size = 3", "expected an option (theme, look"),
            ("leds", 'port = ""', "leds.port: expected a text"),
            (
                "leds",
                'protocol = "tpm2"',
                "leds.protocol: expected auto or checked or adalight or chesslink",
            ),
            ("leds", "baud = 115201", "leds.baud: expected 9600 or"),
            ("leds", "baud = 115200.0", "leds.baud"),
            ("leds", 'panel = "16"', "leds.panel: expected COLUMNSxROWS"),
            ("leds", 'panel = "0x9"', "leds.panel"),
            ("leds", 'panel = "65x9"', "leds.panel"),
            ("leds", "panel = 16", "leds.panel"),
            ("leds", 'first_corner = "left"', "leds.first_corner: expected near-left"),
            ("leds", 'along = "rows"', "leds.along: expected ranks or files"),
            ("leds", "serpentine = 0", "leds.serpentine"),
            ("leds", "brightness = 101", "leds.brightness: expected 0 to 100, got 101"),
            ("leds", "brightness = true", "leds.brightness"),
            ("leds", 'colors = "red"', "leds.colors: expected standard or color-blind, got 'red'"),
            ("play", 'players = "person"', "play.players: expected four times person,"),
            ("play", 'players = "person, person, person, person, Ann"', "play.players"),
            ("play", 'players = "program level 9, person, person, person"', "play.players"),
            ("play", "players = 4", "play.players"),
            (
                "play",
                'program_moves = "never"',
                "expected auto or carried or slow or fast, got 'never'",
            ),
            ("play", "tutor = 1", "play.tutor: expected true or false, got 1"),
            ("leds", "current_cap_ma = 99", "leds.current_cap_ma: expected 100 to 20000"),
            ("buttons", "back = 28", "buttons.back: expected 0 to 27, got 28"),
            ("buttons", "hint = -1", "buttons.hint"),
            ("buttons", "long_press_ms = 299", "buttons.long_press_ms: expected 300 to 3000"),
            ("buttons", 'pull_up = "yes"', "buttons.pull_up"),
            (
                "buttons",
                "switch_off_ms = 1999",
                "expected 0 for never, or 2000 to 20000, got 1999",
            ),
            ("buttons", "switch_off_ms = 20001", "buttons.switch_off_ms"),
            ("buttons", "switch_off_ms = false", "buttons.switch_off_ms"),
            (
                "buttons",
                'switch_off = "reboot"',
                "expected auto or machine or program, got 'reboot'",
            ),
            ("buttons", 'switch_off = "systemctl poweroff"', "buttons.switch_off"),
            ("screen", "rotation = 45", "screen.rotation: expected 0 or 90 or 180 or 270, got 45"),
            ("screen", "rotation = false", "screen.rotation"),
            ("screen", "touch_swapped_xy = 1", "screen.touch_swapped_xy: expected true or false"),
            ("boards", "mini-quincala = 3", "boards.mini-quincala: expected a text"),
            ("boards", 'goban = "x.toml"', "expected an option"),
            (
                "network",
                "port = 80",
                "expected a section (devices, screen, leds, buttons, controller, sensors, "
                "play, sound, phones, club, lamps, boards)",
            ),
        ],
    )
    def test_a_bad_value_is_named_with_its_range(self, load, section, line, expected):
        assert expected in refused(load, f"[{section}]\n{line}\n")

    def test_a_pin_used_twice_is_named(self, load):
        message = refused(load, "[buttons]\nhint = 19\n")
        assert "buttons.confirm: expected a pin of its own, got 19 as for buttons.hint" in message

    @pytest.mark.parametrize(
        ("line", "expected"),
        [
            ("quincy = [0, 7, 2, 7]", "expected a lamp of its own for each dot, got 7 for dots 1"),
            ("quincy = [0, 256]", "expected lamps of the panel 16x16, 0 to 255, got 256"),
            ("quincy = [0, -1]", "lamps.quincy: expected lamps, each a number from 0"),
            ("quincy = [true]", "lamps.quincy"),
            ('quincy = "0-80"', "lamps.quincy"),
            ("goban = [1]", "expected an option (alquerque"),
        ],
    )
    def test_lamps_that_cannot_be_are_named(self, load, line, expected):
        assert expected in refused(load, f"[lamps]\n{line}\n")

    def test_lamps_of_a_board_are_taken(self, load):
        assert load("[lamps]\nquincy = [3, 1]\nquerni = []\n").lamps == {
            "quincy": (3, 1),
            "querni": (),
        }

    def test_switching_off_takes_longer_than_a_long_press(self, load):
        message = refused(load, "[buttons]\nlong_press_ms = 2500\nswitch_off_ms = 2500\n")
        assert "expected more than buttons.long_press_ms, 2500, got 2500" in message
        assert load("[buttons]\nlong_press_ms = 2500\nswitch_off_ms = 0\n")

    def test_a_section_that_is_a_value_is_named(self, load):
        assert "expected a section [screen], got 3" in refused(load, "screen = 3\n")

    @pytest.mark.parametrize(
        "text",
        [
            "[screen",
            "a = " + "[" * 400,
            "[screen]\nwidth = " + "9" * 400,
            b"\xff\xfe",
            "x" * 40000,
            "a." * 12000 + "a = 1",
            "a = " + "[\n" * 5000,
            "[screen]\nwidth = 400\nwidth = 500",
            '[leds]\nport = "a\\u0000"',
        ],
        ids=range(9),
    )
    def test_what_is_no_toml_is_refused_at_once(self, load, text):
        with bounded(text):
            refused(load, text)

    def test_board_files_begin_in_the_folder_of_the_file(self, load, tmp_path):
        config = load('[boards]\nmini-quincala = "boards/my.toml"\nalquerque = "/a/b.toml"\n')
        assert config.boards == {
            "mini-quincala": tmp_path / "boards" / "my.toml",
            "alquerque": Path("/a/b.toml"),
        }


class TestPlaces:
    def test_without_a_file_all_is_default(self, tmp_path, monkeypatch):
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        assert config_path() == tmp_path / "board-companion" / "config.toml"
        assert load_config() == Config()

    def test_the_users_own_file_is_read(self, tmp_path, monkeypatch):
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        config_path().parent.mkdir()
        config_path().write_text("[leds]\nbrightness = 7\n")
        assert load_config().leds.brightness == 7

    def test_a_file_that_was_named_must_be_there(self, tmp_path):
        with pytest.raises(ConfigError, match="expected a readable file"):
            load_config(tmp_path / "missing.toml")

    def test_a_folder_is_no_file(self, tmp_path):
        with pytest.raises(ConfigError, match="expected a readable file"):
            load_config(tmp_path)


class TestSettings:
    def test_what_is_saved_lies_over_the_file(self, tmp_path):
        (tmp_path / "c.toml").write_text('[screen]\ntheme = "light"\nview = "mover"\n')
        save_settings(Settings(theme="contrast", brightness=0, animation=False), tmp_path)
        config = load_config(tmp_path / "c.toml", tmp_path)
        assert (config.screen.theme, config.screen.view) == ("contrast", "mover")
        assert (config.leds.brightness, config.screen.animation) == (0, False)
        assert config.notices == ()

    def test_settings_from_before_there_were_looks_are_read_as_they_were(self, tmp_path):
        (tmp_path / "settings.toml").write_text('theme = "light"\n')
        config = load_config(None, tmp_path)
        assert (config.screen.theme, config.screen.look) == ("light", "classic")
        assert config.notices == ()

    @pytest.mark.parametrize("name", ["fullscreen", "program_moves"])
    def test_what_depends_on_the_machine_is_offered_as_what_it_is(self, name):
        config, offered = Config(), []
        for _ in range(6):
            config = config.with_settings(config.following(name))
            offered.append(config.value_of(name))
        assert "auto" not in offered
        assert len(set(offered)) > 1

    @pytest.mark.parametrize(
        "settings",
        [
            Settings(),
            Settings("dark", "modern", True, "second", 100),
            Settings(view="mover"),
            Settings(players="person, program level 8, person, person", tutor=True),
            Settings(players='Jo "the fox", back\\slash, Zoë, person'),
            Settings(program_moves="fast", tutor=False, hand_over=False),
        ],
        ids=repr,
    )
    def test_they_are_read_back_equal(self, tmp_path, settings):
        save_settings(settings, tmp_path)
        assert load_settings(tmp_path) == (settings, ())

    def test_none_were_saved_at_first(self, tmp_path):
        assert load_config(None, tmp_path) == Config()

    @pytest.mark.parametrize(
        "text", ["theme =", 'theme = "pink"', "width = 800", "brightness = 1000", "\x00\x01"]
    )
    def test_damaged_ones_are_moved_aside_and_told(self, tmp_path, text):
        (tmp_path / "settings.toml").write_text(text)
        config = load_config(None, tmp_path)
        assert config.screen == Config().screen
        assert [notice.code for notice in config.notices] == ["settings-damaged"]
        assert (tmp_path / config.notices[0].values[1]).read_text() == text
        assert load_config(None, tmp_path).notices == ()

    def test_on_a_read_only_disk_they_stay_and_are_told(self, tmp_path):
        class ReadOnly(Disk):
            def rename(self, old, new):
                raise OSError(30, "Read-only file system")

        (tmp_path / "settings.toml").write_text("theme =")
        config = load_config(None, tmp_path, ReadOnly())
        assert config.notices[0].values[1] == ""
        assert (tmp_path / "settings.toml").exists()

    def test_an_unreadable_folder_in_their_place_is_told(self, tmp_path):
        (tmp_path / "settings.toml").mkdir()
        assert load_config(None, tmp_path).notices[0].code == "settings-unreadable"

    def test_a_failed_save_leaves_the_old_ones(self, tmp_path):
        class Full(Disk):
            def write(self, descriptor, data):
                raise OSError(28, "No space left on device")

        save_settings(Settings(theme="light"), tmp_path)
        with pytest.raises(OSError):
            save_settings(Settings(theme="dark"), tmp_path, Full())
        assert load_settings(tmp_path)[0].theme == "light"
        assert [path.name for path in tmp_path.iterdir()] == ["settings.toml"]


def fuzz(seed, count):
    disk = OneFile()
    for number, disk.data in enumerate(damaged(random.Random(seed), count)):
        with bounded(seed, number, disk.data):
            try:
                load_config(Path("my.toml"), None, disk)
            except ConfigError as error:
                assert "\n" not in str(error), (seed, number)


def test_no_file_raises_anything_else():
    fuzz(20, 1000)


@pytest.mark.slow
def test_no_file_of_a_million_raises_anything_else():
    fuzz(21, 1_000_000)


class TestSensors:
    """The matrix under the board and the buttons at the controller."""

    def test_the_lists_of_a_board_are_kept(self, load):
        config = load("[sensors.alquerque]\ncolumns = [4, 3, 2, 1, 0]\n")
        assert config.sensors.boards["alquerque"] == ((4, 3, 2, 1, 0), (0, 1, 2, 3, 4))

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("[controller]\nhint = 1\n",
             "controller.hint: expected a button of its own, got 1 as for controller.next"),
            ("[controller]\nback = 8\n",
             "controller.back: expected 0 to 7, or -1 for none, got 8"),
            ("[sensors]\nboard = \"on\"\n", "sensors.board: expected auto or off, got 'on'"),
            ("[sensors.chess]\n", "sensors: expected a board ("),
            ("[sensors.alquerque]\nrows = [0, 1]\n",
             "sensors.alquerque.rows: expected 5 numbers, one for each rank, got 2"),
            ("[sensors.alquerque]\nrows = [0, 1, 2, 3, 3]\n",
             "sensors.alquerque.rows: expected a list of different numbers of 0 to 15"),
            ("[sensors.alquerque]\nlines = [0]\n", "expected an option (columns, rows)"),
        ],
    )  # fmt: skip
    def test_what_does_not_fit_is_refused_by_name(self, load, text, expected):
        assert expected in refused(load, text)

    def test_one_button_may_be_missing_and_another_one_too(self, load):
        assert load("[controller]\nback = -1\nhint = -1\n").controller.hint == -1
