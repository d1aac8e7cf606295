"""Archives of exports: what is read of them, and what is refused."""

import gzip
import io
import json
import struct
import tarfile
import zipfile

import pytest

from ops.archive.limits import ImportLimits
from ops.imports import zips
from scopes.errors import InvalidError, TooLargeError

TALK = json.dumps([{"uuid": "1", "name": "T", "chat_messages": [{"sender": "human", "text": "hi"}]}])
CATEGORY = "## sea\n\nlikes it\n"
DAY = "## 14:30\n\nwent\n"
TIGHT = ImportLimits(upload_bytes=10**9, unpacked_bytes=10**6, file_bytes=10**6, files=10, ratio=2)


def zipped(files, method=zipfile.ZIP_DEFLATED):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def tarred(files, form=tarfile.PAX_FORMAT):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=form) as tar:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content.encode())
            tar.addfile(info, io.BytesIO(content.encode()))
    return packed.getvalue()


def test_the_conversations_of_a_zip_are_read_and_the_rest_is_not(target):
    files = {"user.json": '{"id": 1}', "conversations.json": TALK, "a.png": "\x89PNG", "__MACOSX/._x.json": TALK}
    done = target.bring(zipped(files), "export.zip")
    assert (done.source["format"], done.counts["turns"], done.counts["skipped"]) == ("claude", 1, 0)


FILES = {"memory/preferences.md": CATEGORY, "memory/MEMORY.md": "# map\n", "memory/diary/2026-07-10.md": DAY}
LONG = {f"memory/{'猫' * 40}/{'x' * 90}.md": CATEGORY}


@pytest.mark.parametrize(
    "pack",
    [
        zipped,
        tarred,
        lambda files: gzip.compress(tarred(files)),
        lambda files: tarred(files, tarfile.GNU_FORMAT),
        lambda files: zipped(files, zipfile.ZIP_STORED),
    ],
)
def test_a_folder_of_notes_is_read_however_it_is_packed(target, pack):
    done = target.bring(pack({**FILES, **LONG}), "memory")
    assert (done.source["format"], done.counts["notes"], done.counts["events"]) == ("wikimem", 2, 1)
    assert {item.address for item in target.items("wiki")} == {"preferences:sea", f"{'x' * 90}:sea"}


def test_a_format_that_is_asked_for_leaves_the_others(target):
    files = {"notes.md": CATEGORY, "conversations.json": TALK}
    assert target.bring(zipped(files), "x.zip", asked="wikimem").counts["turns"] == 0
    assert target.bring(zipped(files), "x.zip", asked="claude").counts["turns"] == 1


def test_links_and_folders_of_a_tar_lead_nowhere(target):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE):
            info = tarfile.TarInfo("../../etc/passwd")
            info.type, info.linkname = kind, "/etc/passwd"
            tar.addfile(info)
        info = tarfile.TarInfo("../../../tmp/evil.md")
        info.size = len(CATEGORY)
        tar.addfile(info, io.BytesIO(CATEGORY.encode()))
    done = target.bring(packed.getvalue(), "x.tar")
    assert (done.counts["notes"], [item.address for item in target.items("wiki")]) == (1, ["evil:sea"])


def test_bombs_are_refused(target):
    bomb = {"conversations.json": "[" + " " * 3_000_000 + TALK[1:]}
    for packed in (zipped(bomb), gzip.compress(tarred(bomb))):
        with pytest.raises(TooLargeError):
            target.begin(packed, "x", limits=TIGHT)
    with pytest.raises(TooLargeError):
        target.begin(zipped({f"{at}.md": CATEGORY for at in range(11)}), "x.zip", limits=TIGHT)


def test_a_list_of_files_that_is_too_long_is_not_read(monkeypatch):
    monkeypatch.setattr(zips, "_DIRECTORY_BYTES", 100)
    with pytest.raises(InvalidError, match="too many"), zips.opened(io.BytesIO(zipped(FILES)), TIGHT):
        pass
    record = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, 1, 1, 10**12, 0)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, 0, 0, 0)
    with pytest.raises(InvalidError, match="too many"), zips.opened(io.BytesIO(record + end), TIGHT):
        pass


def test_a_damaged_archive_gives_what_can_be_read(target):
    raw = bytearray(zipped({"a/notes.md": CATEGORY, "b/conversations.json": TALK * 50}))
    at = raw.rindex(b"conversations.json", 0, raw.rindex(b"PK\x01\x02")) + 30
    raw[at : at + 8] = b"\xff" * 8
    done = target.bring(bytes(raw), "x.zip")
    assert (done.counts["notes"], done.counts["turns"], done.counts["skipped"]) == (1, 0, 1)


def test_an_archive_that_is_cut_is_refused_or_tells_where_it_ended(target):
    with pytest.raises(InvalidError):
        target.begin(zipped(FILES)[:60], "x.zip")
    whole = tarred(FILES)
    for cut in (whole[: whole.index(b"memory/diary")], gzip.compress(whole)[:150]):
        done = target.bring(cut, "x.tar")
        assert (done.status, done.counts["skipped"]) == ("failed", 0)
        assert done.reason.startswith("invalid: the archive is refused")
    assert target.bring(whole, "x.tar").counts["duplicates"] >= 1


def test_methods_that_unpack_any_amount_at_once_are_passed_over(target):
    files = zipped({"conversations.json": TALK}, zipfile.ZIP_BZIP2)
    with pytest.raises(InvalidError):
        target.begin(files, "x.zip")
