from types import SimpleNamespace

from hardware.find_port import find_controllers, lasting_name


def port(path, vid):
    return SimpleNamespace(device=str(path), vid=vid)


def plug_in(dev, *names):
    for name in names:
        path = dev / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_nothing_plugged_in_is_nothing_found(tmp_path):
    assert find_controllers("auto", tmp_path, list) == []


def test_built_in_ports_are_never_found_by_themselves(tmp_path):
    plug_in(tmp_path, "ttyAMA0", "ttyS0", "serial0")
    built_in = [port(tmp_path / name, None) for name in ("ttyAMA0", "ttyS0")]
    assert find_controllers("auto", tmp_path, lambda: built_in) == []


def test_usb_port_is_found(tmp_path):
    plug_in(tmp_path, "ttyAMA0", "ttyUSB1", "ttyUSB0")
    ports = [
        port(tmp_path / "ttyAMA0", None),
        port(tmp_path / "ttyUSB1", 0x1A86),
        port(tmp_path / "ttyUSB0", 0x1A86),
    ]
    assert find_controllers("auto", tmp_path, lambda: ports) == [
        str(tmp_path / "ttyUSB0"),
        str(tmp_path / "ttyUSB1"),
    ]


def test_name_by_id_comes_before_a_numbered_port(tmp_path):
    plug_in(tmp_path, "ttyUSB0", "serial/by-id/usb-1a86-if00")
    names = find_controllers("auto", tmp_path, lambda: [port(tmp_path / "ttyUSB0", 1)])
    assert names == [str(tmp_path / "serial/by-id/usb-1a86-if00"), str(tmp_path / "ttyUSB0")]


def test_link_made_for_the_controller_comes_first(tmp_path):
    plug_in(tmp_path, "board-leds", "serial/by-id/usb-1a86-if00")
    assert find_controllers("auto", tmp_path, list)[0] == str(tmp_path / "board-leds")


def test_link_that_leads_nowhere_is_passed_over(tmp_path):
    plug_in(tmp_path, "serial/by-id/b")
    (tmp_path / "serial/by-id/a").symlink_to(tmp_path / "gone")
    assert find_controllers("auto", tmp_path, list) == [str(tmp_path / "serial/by-id/b")]


def test_configured_path_is_used_as_it_is_and_only_while_it_exists(tmp_path):
    plug_in(tmp_path, "ttyAMA0", "ttyUSB0")
    wanted = str(tmp_path / "ttyAMA0")
    usb = [port(tmp_path / "ttyUSB0", 1)]
    assert find_controllers(wanted, tmp_path / "elsewhere", lambda: usb) == [wanted]
    (tmp_path / "ttyAMA0").unlink()
    assert find_controllers(wanted, tmp_path, lambda: usb) == []


def test_configured_name_may_be_short(tmp_path):
    plug_in(tmp_path, "serial/by-id/usb-esp32", "ttyACM0")
    assert find_controllers("usb-esp32", tmp_path, list) == [
        str(tmp_path / "serial/by-id/usb-esp32")
    ]
    assert find_controllers("ttyACM0", tmp_path, list) == [str(tmp_path / "ttyACM0")]


def test_a_device_with_several_names_is_listed_once_by_the_first(tmp_path):
    plug_in(tmp_path, "ttyUSB0", "ttyUSB1", "serial/by-id/.keep")
    (tmp_path / "serial/by-id/.keep").unlink()
    (tmp_path / "serial/by-id/usb-uno").symlink_to(tmp_path / "ttyUSB1")
    (tmp_path / "board-leds").symlink_to(tmp_path / "ttyUSB1")
    usb = [port(tmp_path / name, 1) for name in ("ttyUSB0", "ttyUSB1")]
    names = find_controllers("auto", tmp_path, lambda: usb)
    assert names == [str(tmp_path / "board-leds"), str(tmp_path / "ttyUSB0")]


def test_a_controller_keeps_its_name_by_id_whatever_it_was_opened_as(tmp_path):
    plug_in(tmp_path, "ttyUSB0", "ttyUSB1", "serial/by-id/.keep")
    (tmp_path / "serial/by-id/usb-uno").symlink_to(tmp_path / "ttyUSB1")
    (tmp_path / "board-leds").symlink_to(tmp_path / "ttyUSB1")
    assert lasting_name(str(tmp_path / "ttyUSB1"), tmp_path) == "usb-uno"
    assert lasting_name(str(tmp_path / "board-leds"), tmp_path) == "usb-uno"
    assert lasting_name(str(tmp_path / "ttyUSB0"), tmp_path) == str(tmp_path / "ttyUSB0")


def test_this_machine_can_be_searched():
    assert find_controllers("no-such-device-here") == []
    find_controllers("auto")


def test_a_name_that_leads_in_a_circle_is_a_name_all_the_same(tmp_path):
    link = tmp_path / "board"
    link.symlink_to(link)
    assert lasting_name(str(link), tmp_path) == str(link)
