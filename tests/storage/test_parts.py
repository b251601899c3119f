"""What is made of something that takes long, kept on disk part by part."""

from companion.storage.disk import FolderParts


def test_a_part_is_found_again_by_another_process(tmp_path):
    FolderParts(tmp_path / "made" / "table.parts").save("4-3", b"values")
    assert FolderParts(tmp_path / "made" / "table.parts").load("4-3") == b"values"


def test_what_was_never_saved_is_not_there(tmp_path):
    assert FolderParts(tmp_path).load("4-3") is None


def test_clearing_leaves_what_is_no_part(tmp_path):
    folder = tmp_path / "table.parts"
    parts = FolderParts(folder)
    parts.clear()
    with parts.held():
        parts.save("1-1", b"")
        parts.clear()
    assert not folder.exists()
    parts.save("1-1", b"")
    (folder / "notes.txt").write_text("mine")
    parts.clear()
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]
