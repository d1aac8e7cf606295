"""Taking edits into a batch: with what was written meanwhile, and with nothing that is only half saved."""

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from scopes.config import EngineConfig
from scopes.engine import Engine
from scopes.governance import proof
from scopes.model import ScopeIds
from tests.scopes.conftest import QUICK, Home

PATH = "chat/wiki/f.md"


def test_a_write_waits_for_a_save_in_progress(open_home):
    home = open_home(settle_seconds=0.3)
    home.put("f", "x", "before")
    path = home.root / PATH
    path.write_bytes(path.read_bytes().replace(b"before", b"by hand"))
    started = time.monotonic()
    home.put("f", "y")
    assert time.monotonic() - started >= 0.25
    assert home.texts() == {"f:x": "by hand", "f:y": "text"} and len(home.records("external_edit")) == 1


def test_a_write_to_another_document_does_not_wait(open_home):
    home = open_home(settle_seconds=30.0)
    home.put("f", "x", "before")
    path = home.root / PATH
    path.write_bytes(path.read_bytes().replace(b"before", b"by hand"))
    home.put("g", "y")
    assert home.texts()["f:x"] == "before" and b"by hand" in path.read_bytes()


def test_a_title_or_blank_lines_are_journalled_without_an_item(home, edits):
    home.put("f", "x")
    path = home.root / PATH
    path.write_bytes(path.read_bytes().replace(b"# f\n", b"# My title\n\n\n"))
    assert edits(home) == [("external_edit", None, None)]
    assert path.read_bytes().startswith(b"# My title\n\n\n")


def test_an_edit_may_return_to_a_form_that_was_superseded(home, edits):
    home.put("f", "x", "one")
    home.put("f", "x", "two")
    path = home.root / PATH
    two = path.read_bytes()
    for count, text in enumerate((b"three", b"four", b"three"), 1):
        path.write_bytes(two.replace(b"\n\ntwo\n", b"\n\n" + text + b"\n"))
        assert len(edits(home, count)) == count
    assert home.texts() == {"f:x": "three"}


def test_a_write_and_an_edit_of_one_item_keep_the_person_s_text_in_the_archive_or_the_file(home, edits):
    home.put("f", "x", "one")
    path = home.root / PATH
    path.write_bytes(path.read_bytes().replace(b"\n\none\n", b"\n\nby hand\n"))
    home.put("f", "x", "by service")
    edits(home)
    assert "by hand" in {*home.texts().values(), *home.texts("archive").values()}


@settings(max_examples=12)
@given(st.lists(st.sampled_from(["write", "edit", "seal", "reopen"]), min_size=2, max_size=7))
def test_no_write_and_no_edit_is_lost_in_any_order(tmp_path_factory, steps):
    config = EngineConfig(data=str(tmp_path_factory.mktemp("order")), **{**QUICK, "settle_seconds": 0.005})
    home = Home(Engine(config), ScopeIds("app", "alice"))
    home.put("f", "first")
    path, names = home.root / PATH, {"first"}
    for number, step in enumerate(steps):
        if step == "write":
            home.put("f", f"w{number}")
            names.add(f"w{number}")
        elif step == "edit":
            path.write_bytes(path.read_bytes() + f"## e{number}\n\nby hand\n\n".encode())
            names.add(f"e{number}")
        elif step == "seal":
            home.scope.close()
        else:
            home.engine.close()
            home = Home(Engine(config), ScopeIds("app", "alice"))
    home.put("f", "last")
    assert home.texts().keys() == {f"f:{name}" for name in names | {"last"}}
    assert proof.verify(home.scope.room).valid
    home.engine.close()
