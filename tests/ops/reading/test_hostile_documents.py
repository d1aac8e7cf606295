"""Documents made to harm: each is told as not readable, in time, within its memory, and nothing is fetched for it."""

import contextlib
import io
import socket
import struct
import time
import zipfile

import pytest

from tests import written_documents as written
from tests.written_documents import WORDS

MIB = 1024**2
EACH = {"docx": written.word, "pptx": written.slides, "xlsx": written.workbook, "epub": written.book,
        "pdf": written.pdf}  # fmt: skip
LAUGHS = "<!DOCTYPE x [<!ENTITY a0 'ha'>" + "".join(
    f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 12)
) + "]>"  # fmt: skip
BODY = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{}</w:body></w:document>'


def replaced(document, /, **parts):
    """An archive with other contents of some parts, named by their files' stems."""
    with zipfile.ZipFile(io.BytesIO(document)) as archive:
        old = {name: archive.read(name) for name in archive.namelist()}
    stems = {name.rpartition("/")[2].partition(".")[0]: name for name in old}
    return written.packed((old | {stems.get(stem, stem): content for stem, content in parts.items()}).items())


def paragraphs(inner):
    return BODY.format(f"<w:p><w:r><w:t>{inner}</w:t></w:r></w:p>")


@pytest.mark.parametrize("format", ["docx", "xlsx", "epub"])
def test_a_document_that_unpacks_to_too_much_is_not_unpacked(read, format):
    bomb = replaced(EACH[format](), bomb=b"0" * 65 * MIB)
    started = time.monotonic()
    assert read("a", bomb, memory=128 * MIB).why == "it unpacks to more than a document may"
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("format", ["docx", "xlsx", "epub"])
def test_one_that_declares_less_than_it_holds_ends_at_its_bounds(read, format):
    stem = {"docx": "document", "xlsx": "sheet1", "epub": "c0"}[format]
    data = replaced(EACH[format](), **{stem: b"<a>" + b" " * 200 * MIB})
    sizes = struct.pack("<I", 200 * MIB + 3)
    assert read("a", data.replace(sizes, struct.pack("<I", 10)), memory=200 * MIB).text is None


@pytest.mark.parametrize(("format", "stem"), [("docx", "document"), ("epub", "book"), ("xlsx", "sharedStrings")])
def test_entities_that_multiply_are_not_expanded(read, format, stem):
    parts = {"document": LAUGHS + paragraphs("&a11;"), "book": f"{LAUGHS}<package>&a11;</package>",
             "sharedStrings": f"{LAUGHS}<sst><si><t>&a11;</t></si></sst>"}  # fmt: skip
    found = read("a", replaced(EACH[format](), **{stem: parts[stem]}))
    assert "haha" not in (found.text or "")


def test_nothing_outside_the_document_is_read_or_fetched(read, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("planted")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.3)
        url = f"http://127.0.0.1:{server.getsockname()[1]}/x"
        for place in (secret.as_uri(), url):
            entity = f"<!DOCTYPE x SYSTEM '{url}' [<!ENTITY out SYSTEM '{place}'>]>"
            page = f"<link href='{url}'><img src='{url}'><iframe src='{url}'></iframe><p>{WORDS}"
            for data in (
                replaced(written.word(), document=entity + paragraphs("&out;")),
                replaced(written.book(), book=entity + "<package>&out;</package>"),
                written.book([page]),
                page.encode(),
            ):
                assert "planted" not in (read("a.html", data).text or "")
        with pytest.raises(TimeoutError):
            server.accept()


@pytest.mark.parametrize(
    "data", [b"<div>" * 200_000 + b"deep", b"<table><tr><td>" * 50_000, b"<!--" * 100_000, b"<a " * 10_000]
)
def test_a_page_nested_without_end_is_read_or_given_up(read, data):
    started = time.monotonic()
    read("a.html", data, seconds=1)
    assert time.monotonic() - started < 4


def test_a_document_nested_without_end_is_given_up(read):
    deep = BODY.format("<w:sdt>" * 100_000 + "</w:sdt>" * 100_000)
    assert read("a.docx", replaced(written.word(), document=deep)).text is None


def test_what_takes_longer_than_it_may_is_ended(read):
    assert read("a.html", b"<b></b>" * 2_000_000, seconds=1).why == "reading it takes longer than 1 seconds"


def test_what_takes_more_memory_than_it_may_is_ended(read):
    huge = written.workbook((("s", [("a",)]),))
    far = '<row r="{0}"><c r="{1}{0}"><v>1</v></c></row>'
    sheet = f"<worksheet><sheetData>{far.format(1, 'A')}{far.format(1_048_576, 'XFD')}</sheetData></worksheet>"
    found = read("a.xlsx", replaced(huge, sheet1=sheet), memory=256 * MIB, seconds=20)
    assert found.text is None or len(found.text) < 1000


def test_a_hundred_thousand_pages_are_read_until_there_is_enough(read):
    many = written.pdf(*["灯塔 " * 20] * 3).replace(b"/Count 3", b"/Count 100000")
    many = many.replace(b"6 0 R 8 0 R 10 0 R", b"6 0 R 8 0 R " * 50_000)
    started = time.monotonic()
    found = read("a.pdf", many, seconds=10, text=50_000)
    assert found.text is None or 50_000 < len(found.text.encode()) < 60_000
    assert time.monotonic() - started < 15


def test_a_text_that_is_longer_than_it_may_be_is_cut_off_behind_that(read):
    for name, data in (
        ("a.html", b"<p>" + b"x" * 5000),
        ("a.csv", b"a,b\n" * 5000),
        ("a.docx", written.word([("y" * 5000, None)])),
    ):
        assert 2000 < len(read(name, data, text=2000).text) < 5000


def locked_pdf():
    words = f"/O ({'o' * 32}) /U ({'u' * 32})"
    return written.pdf(trailer=f"/Encrypt << /Filter /Standard /V 1 /R 2 {words} /P -4 >> /ID [<00> <00>]")


def locked_zip():
    entry = b"PK\x01\x02\x14\x03\x14\x00"
    return written.word().replace(entry + b"\0", entry + b"\1")


@pytest.mark.parametrize("data", [locked_pdf(), locked_zip(), b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100)])
def test_what_is_encrypted_is_said_to_be(read, data):
    found = read("a.docx", data)
    assert found.text is None and "encrypted" in found.why


@pytest.mark.parametrize("share", [0.3, 0.95])
@pytest.mark.parametrize("format", EACH)
def test_what_is_cut_off_or_overwritten_never_raises(read, format, share):
    data = EACH[format]()
    at = int(len(data) * share)
    for broken in (data[:at], data[:at] + bytes(50) + data[at + 50 :]):
        found = read("a", broken)
        assert (found.text is None) == bool(found.why)


@pytest.mark.parametrize(("write", "plain", "macros"), [
    (written.word, "openxmlformats-officedocument.wordprocessingml.document.main",
     "ms-word.document.macroEnabled.main"),
    (written.slides, "openxmlformats-officedocument.presentationml.presentation.main",
     "ms-powerpoint.presentation.macroEnabled.main"),
])  # fmt: skip
def test_a_document_with_macros_is_read_without_them(read, write, plain, macros):
    with zipfile.ZipFile(io.BytesIO(write())) as archive:
        types = archive.read("[Content_Types].xml").decode()
    assert plain in types
    parts = {"[Content_Types]": types.replace(plain, macros), "vbaProject.bin": b"Sub Evil()"}
    found = read("a.docm", replaced(write(), **parts))
    assert WORDS in found.text and "Evil" not in found.text


@pytest.mark.parametrize(("data", "format"), [
    (written.packed([("a.txt", "x")]), "zip"), (b"PK\x05\x06" + bytes(18), "zip"), (b"PK\x03\x04junk", "zip"),
    (b"%PDF-1.7 junk", "pdf"), (b"{\\rtf1 x}", "rtf"), (b"\x1f\x8b\x08\0\0", "archive"),
])  # fmt: skip
def test_what_is_no_document_is_told_with_a_reason(read, data, format):
    found = read("a.docx", data)
    assert (found.text, found.format) == (None, format) and found.why


@contextlib.contextmanager
def stood_in(monkeypatch, tmp_path, source):
    """The package that reads PDF replaced, for the process that reads, by one that does this."""
    (tmp_path / "pypdfium2.py").write_text(source)
    with monkeypatch.context() as patch:
        patch.syspath_prepend(tmp_path)
        yield


@pytest.mark.parametrize("source", [
    "import os; os.abort()", "import os; os._exit(0)", "raise SystemExit('x')", "import os; os.kill(os.getpid(), 11)",
    "print('x' * 10_000_000)", "print('{}')", "import time; time.sleep(60)", "open('/dev/shm/x', 'w').write('x')",
])  # fmt: skip
def test_a_reader_that_dies_floods_or_hangs_leaves_a_file_that_is_not_readable(monkeypatch, tmp_path, read, source):
    with stood_in(monkeypatch, tmp_path, source):
        started = time.monotonic()
        found = read("a.pdf", written.pdf(), seconds=2)
    assert found.text is None and found.why and time.monotonic() - started < 6


def test_the_process_that_reads_is_told_no_secrets(monkeypatch, tmp_path, read):
    source = "import os, sys; from ops.reading.documents.unreadable import UnreadableError\n" \
        "raise UnreadableError(repr(dict(os.environ)) + repr(sys.argv))"  # fmt: skip
    monkeypatch.setenv("MUNIMENT_PLANTED", "planted")
    with stood_in(monkeypatch, tmp_path, source):
        found = read("planted-name.pdf", written.pdf())
    assert "PYTHONPATH" in found.why and "planted" not in found.why.lower()


def test_a_missing_extra_is_named_with_the_command_that_installs_it(monkeypatch, tmp_path, read):
    with stood_in(monkeypatch, tmp_path, "raise ModuleNotFoundError('no')"):
        found = read("a.pdf", written.pdf())
    assert found.why == "reading pdf takes an extra: pip install 'muniment[documents]'"
