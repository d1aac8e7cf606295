"""Whole documents: written as given, scrubbed, with the former versions of their items kept."""

import pytest

from scopes.errors import ConflictError, InvalidError, NotFoundError, PreconditionFailedError, TooLargeError
from scopes.governance import erase
from scopes.lines import files
from scopes.lines.precondition import Always

PATH = "chat/wiki/f.md"


class Expect:
    """`If-Match` of one version."""

    def __init__(self, etag):
        self.etag = etag

    def check(self, etag):
        if etag != self.etag:
            raise PreconditionFailedError("changed")


@pytest.fixture
def write(home):
    """Write a document through the service."""

    def write(text, path=PATH, precondition=None):
        return home.write(lambda batch: files.put(batch, path, text, precondition or Always(), home.config))

    return write


def remove(home, *, hard):
    if hard:
        return home.erase(lambda batch: erase.select_document(batch, files.find(batch, PATH, Always()).path))
    return home.write(lambda batch: files.archive(batch, PATH, Always(), home.config))


def test_a_document_stands_on_disk_as_it_was_written(home, write):
    text = "# my file\n\n\n##  spaced \n\n\n\ttext [[a:b]]  \n\n## two\nno newline"
    document = write(text)
    assert (home.root / PATH).read_bytes() == text.encode() == document.raw == files.shown(document)
    assert home.texts() == {"f:spaced": "\ttext [[a:b]]  ", "f:two": "no newline"}


def test_items_that_did_not_change_keep_their_ids_and_the_others_their_former_version(home, write):
    write("## a\n\none\n\n## b\n\ntwo\n\n## c\n\nthree\n")
    kept = {name: home.item(f"f:{name}").id for name in "ab"}
    write("## b\n\nchanged\n\n## a\n\none\n")
    assert {name: home.item(f"f:{name}").id for name in "ab"} == kept
    assert sorted(home.texts("archive").values()) == ["three", "two"]


def test_a_version_that_the_caller_did_not_see_is_not_written_over(home, write):
    etag = write("## a\n").etag
    write("## b\n", precondition=Expect(etag))
    with pytest.raises(PreconditionFailedError):
        write("## c\n", precondition=Expect(etag))
    assert (home.root / PATH).read_bytes() == b"## b\n"


@pytest.mark.parametrize(
    ("path", "text", "error"),
    [
        (PATH, " \n", InvalidError),
        (PATH, "x" * (1 << 20) + "x", TooLargeError),
        ("chat/archive/f.md", "x", InvalidError),
        ("chat/wiki/f~2.md", "x", InvalidError),
        ("chat/wiki/.f.md", "x", InvalidError),
        ("chat/wiki/2026-07-21.md", "x", InvalidError),
        ("chat/diary/2026-02-30.md", "x", InvalidError),
        ("chat/diary/notes.md", "x", InvalidError),
        ("chat/MEMORY.md", "x", NotFoundError),
        ("scope.json", "x", NotFoundError),
        ("chat/wiki/../../scope.json", "x", NotFoundError),
        ("chat/wiki/a/b.md", "x", NotFoundError),
        (PATH, "## a\n<!-- id=../../x -->\n", InvalidError),
        ("chat/wiki/G.md", "x", ConflictError),
    ],
)
def test_what_is_no_document_of_this_service_is_not_written(home, write, path, text, error):
    home.put("g", "x")
    with pytest.raises(error):
        write(text, path)
    assert home.texts() == {"g:x": "text"}


def test_a_document_is_scrubbed_and_its_metadata_stays_metadata(home, write):
    write("## a\n\nse\u200bcret <script>x</script>\n\n<!-- kind=no\u200bte | tags=x -->\n")
    item = home.item("f:a")
    assert (item.kind, item.tags) == ("note", ("x",))
    assert "\u200b" not in (home.root / PATH).read_text() and "<script>" not in item.content


def test_the_id_of_a_turn_is_not_taken_by_a_comment(home, write):
    (turn,) = home.memorize("a turn").source["turns"]
    with pytest.raises(ConflictError):
        write(f"## a\n<!-- id={turn} -->\n")


@pytest.mark.parametrize("hard", [True, False])
def test_a_document_is_removed_to_the_archive_or_away(home, write, hard):
    write("## a\n\none\n\n## b\n\ntwo\n")
    remove(home, hard=hard)
    assert home.texts() == {} and not (home.root / PATH).exists()
    assert sorted(home.texts("archive").values()) == ([] if hard else ["one", "two"])
    with pytest.raises(NotFoundError):
        remove(home, hard=hard)


def test_what_a_person_typed_is_shown_scrubbed(home, write, until):
    write("## a\n\none\n")
    (home.root / PATH).write_bytes(b"## a\n\n<script>x</script> \xff\n<!-- kind=note -->\n")
    until(lambda: home.item("f:a").kind == "note")
    shown = files.shown(home.scope.snapshot().documents[PATH]).decode()
    assert "<script>" not in shown and "kind=note" in shown and "\ufffd" in shown


@pytest.mark.parametrize("heading", ["## a\n\nb\n\n", "## \n"])
def test_thousands_of_sections_headed_alike_each_have_an_address(home, write, heading):
    write(heading * 5_000)
    shown = home.scope.snapshot()
    assert len({item.address for item in shown.items.values()}) == len(shown.items) >= 4_999
