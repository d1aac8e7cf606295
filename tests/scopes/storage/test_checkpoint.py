"""What a checkpoint leaves: a seal that hides no change of a person, and no second copies of the text."""

from scopes.governance import proof


def findings(home):
    return {(finding.kind, finding.file) for finding in proof.verify(home.scope.room).findings}


def test_a_source_file_changed_by_hand_is_named_until_it_is_mended(open_home):
    home = open_home()
    home.memorize("first", "second", source_id="s", extract="none")
    home.scope.close()
    [path] = (home.root / "chat/sources").iterdir()
    before = path.read_bytes()
    path.write_bytes(before.replace(b"first", b"FIRST, and longer"))
    for number in range(3):
        home = open_home()
        home.memorize(f"more {number}", source_id="s", extract="none")
        home.scope.close()
        assert ("source_changed", f"chat/sources/{path.name}") in findings(home)
    path.write_bytes(before)
    assert findings(home) == set()


def test_turns_come_after_a_source_file_changed_by_hand_and_none_is_lost(open_home):
    home = open_home()
    home.memorize("first", "second", source_id="s", extract="none")
    home.scope.close()
    [path] = (home.root / "chat/sources").iterdir()
    path.write_bytes(path.read_bytes().replace(b"second", b"2"))
    home = open_home()
    home.memorize("third", source_id="s", extract="none")
    home.scope.close()
    assert set(open_home().texts("source").values()) == {"first", "2", "third"}
    assert path.read_bytes().count(b"\n") == 2


def test_no_displaced_text_is_left_once_nobody_writes_to_it(home):
    for number in range(3):
        home.put("f", "x", f"text {number}")
    with open(home.root / "chat/wiki/f.md", "r+b"):
        home.put("f", "x", "last")
        home.scope.close()
        assert [path for path in (home.root / "prev").iterdir() if "@" in path.name]
    home.put("g", "y")
    home.scope.close()
    assert not [path for path in (home.root / "prev").iterdir() if "@" in path.name]


def test_removed_text_does_not_live_on_in_what_readers_were_left(home, until):
    home.put("f", "x", "a secret")
    home.remove("f:x", hard=True)
    home.scope.close()

    def texts():
        home.scope.tend()
        return b"".join(path.read_bytes() for path in home.root.rglob("*") if path.is_file())

    until(lambda: b"a secret" not in texts())
