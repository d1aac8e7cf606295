"""A bad archive is refused whole: no error but ours, and the data directory is as it was before."""

import gzip
import io
import os
import tarfile

import msgspec
import pytest

from ops.archive.importing import Importer
from ops.archive.limits import ImportLimits
from scopes.errors import InvalidError, TooLargeError
from scopes.model import ScopeIds

LIMITS = ImportLimits(512 * 1024, 2 * 1024**2, 1024**2, 40, 20)
TOP = "muniment-scope/"
SOURCE = "chat/sources/2020-01.jsonl"


class Parts:
    """An archive in parts: its files, its manifest, and a way to put them together."""

    def __init__(self, archive, tars):
        self.files = tars.unpacked(archive)
        self.manifest = msgspec.json.decode(self.files.pop("manifest.json"))
        self.tars = tars

    def pack(self, extra=(), manifest=None, **options):
        """The archive, with members between the files and a manifest that fits the files."""
        last = self.tars.described(self.files, self.manifest) if manifest is None else manifest
        return self.tars.packed([*self.files.items(), *extra, ("manifest.json", last)], **options)

    def with_file(self, name, raw=b"x\n"):
        self.files[name] = raw
        return self.pack()

    def with_manifest(self, **changes):
        self.manifest |= changes
        return self.pack()

    def with_identity(self, **changes):
        identity = msgspec.json.decode(self.files["scope.json"])
        return self.with_file("scope.json", msgspec.json.encode({**identity, **changes}))

    def without(self, name):
        del self.files[name]
        return self.pack()

    def lying(self, **changes):
        manifest = msgspec.json.decode(self.tars.described(self.files, self.manifest))
        manifest["files"][0] |= changes
        return self.pack(manifest=msgspec.json.encode(manifest))


@pytest.fixture(scope="module")
def archive(tmp_path_factory, home):
    return home(tmp_path_factory.mktemp("origin")).fill().export()


@pytest.fixture
def parts(archive, tars):
    return Parts(archive, tars)


@pytest.fixture
def refused(place, author, contents):
    """See that an archive is refused and leaves nothing."""
    target = place("target", ScopeIds("elsewhere", "bob"))
    target.put("facts", "mine", "text")
    other = target.registry.scope(ScopeIds("elsewhere", "eve"))
    importer = Importer(target.registry.engine, target.ledger, LIMITS)
    target.scope.close()

    def refused(raw, error=InvalidError):
        before = contents(target.data)
        with pytest.raises(error) as caught:
            importer.bring_in(other, io.BytesIO(raw), author)
        assert contents(target.data) == before and os.listdir(target.data / "staging") == []
        assert not other.exists()
        return caught.value

    return refused


def entry(name, kind=tarfile.REGTYPE, link="", data=b"x\n"):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info, data


NAMES = {
    "traversal": "../evil.md",
    "traversal inside": "chat/wiki/../../../evil.md",
    "absolute": "/etc/evil.md",
    "another folder": "chat/evil/x.md",
    "deeper": "chat/wiki/a/b.md",
    "pending": "pending.jsonl",
    "replies": "replies.jsonl",
    "previous": "prev/base/x",
    "map": "chat/MEMORY.md",
    "git": ".git/hooks/post-checkout",
    "hidden": "chat/wiki/.x.md",
    "no document": "chat/wiki/x.txt",
    "no day": "chat/diary/someday.md",
    "a day in other digits": "chat/diary/２０２６-01-01.md",
    "no month": "chat/sources/x.jsonl",
    "a backslash": "chat/wiki/a\\b.md",
    "a line end": "chat/wiki/a\nb.md",
    "a control character": "chat/wiki/a\x07b.md",
    "an invisible character": "chat/wiki/a\u200bb.md",
    "a credential": "chat/wiki/AKIA" + "Z7WQ2NM4XK5RT6PB" + ".md",
    "too long": "chat/wiki/" + "x" * 180 + ".md",
    "much too long": "chat/wiki/" + "x" * 4_000 + ".md",
    "empty": "",
    "a folder's": "chat/wiki/",
    "a segment of no number": "journal/x.jsonl",
    "history of no number": "history/x/journal.jsonl",
    "an executable": "history/1/run.sh",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_a_name_that_is_none_of_a_scopes_files(refused, parts, name):
    refused(parts.with_file(name))


@pytest.mark.parametrize(
    "kind",
    [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE,
     tarfile.CONTTYPE, tarfile.AREGTYPE, tarfile.GNUTYPE_SPARSE, tarfile.GNUTYPE_LONGNAME, tarfile.XGLTYPE, b"Z"],
)  # fmt: skip
def test_a_member_that_is_no_plain_file(refused, parts, kind):
    refused(parts.pack([entry(f"{TOP}chat/wiki/x.md", kind, "../../../secret" if kind in b"12" else "")]))


@pytest.mark.parametrize("name", ["other/scope.json", "scope.json", "./muniment-scope/x", "muniment-scope"])
def test_a_member_outside_the_top_folder(refused, parts, name):
    refused(parts.pack([entry(name)]))


def test_an_extended_header_that_says_more_than_a_name(refused, parts):
    for headers in ({"size": "99"}, {"linkpath": "/etc/passwd"}, {"GNU.sparse.major": "1"}, {"mtime": "1.5"}):
        info, data = entry(f"{TOP}{SOURCE}")
        info.pax_headers = headers
        refused(parts.pack([(info, data)]))


@pytest.mark.parametrize(
    ("first", "second"),
    [("x.md", "x.md"), ("x.md", "X.md"), ("é.md", "e\u0301.md"), ("straße.md", "STRASSE.md"), ("ﬁ.md", "fi.md")],
)
def test_two_names_that_are_one_somewhere(refused, parts, first, second):
    refused(parts.pack([(f"chat/wiki/{first}", b"x\n"), (f"chat/wiki/{second}", b"x\n")]))


def lying_size(parts):
    return parts.lying(size=1)


MANIFESTS = {
    "a wrong digest": lambda parts: parts.lying(sha256="0" * 64),
    "a wrong size": lying_size,
    "another name": lambda parts: parts.lying(name="seal.jsonl"),
    "a missing file": lambda parts: parts.pack(
        manifest=parts.tars.described({**parts.files, SOURCE: b"x"}, parts.manifest)
    ),
    "an extra file": lambda parts: parts.pack([(SOURCE, b"x\n")]),
    "an entry twice": lambda parts: parts.pack(
        manifest=msgspec.json.encode(
            {**(told := msgspec.json.decode(parts.tars.described(parts.files, parts.manifest))),
             "files": told["files"] + told["files"][:1]}
        )
    ),
    "a newer format": lambda parts: parts.with_manifest(format=2),
    "a format of no number": lambda parts: parts.with_manifest(format="1"),
    "format zero": lambda parts: parts.with_manifest(format=0),
    "foreign JSON": lambda parts: parts.pack(manifest=b'{"memories": []}'),
    "a list": lambda parts: parts.pack(manifest=b"[]"),
    "no JSON": lambda parts: parts.pack(manifest=b"\xff"),
    "deep JSON": lambda parts: parts.pack(manifest=b"[" * 100_000),
    "other ids": lambda parts: parts.with_manifest(ids={"app": "app", "user_id": "eve"}),
    "another uid": lambda parts: parts.with_manifest(uid="a" * 16),
    "another head": lambda parts: parts.with_manifest(head={"seq": 1, "mac": "0" * 64}),
}  # fmt: skip


@pytest.mark.parametrize("make", MANIFESTS.values(), ids=MANIFESTS.keys())
def test_a_manifest_that_lies_or_is_none(refused, parts, make):
    refused(make(parts))


def test_a_missing_manifest_or_one_that_is_not_last(refused, parts):
    manifest = ("manifest.json", parts.tars.described(parts.files, parts.manifest))
    refused(parts.tars.packed(parts.files.items()))
    refused(parts.tars.packed([manifest, *parts.files.items()]))
    refused(parts.tars.packed([*parts.files.items(), manifest, manifest]))


IDENTITIES = {
    "other ids": {"ids": {"app": "app", "user_id": "eve"}},
    "another uid": {"uid": "b" * 16},
    "a newer format": {"format": 99},
    "ids that can't be": {"ids": {"app": ""}},
    "no settings": {"settings": {"extract": "everything"}},
    "no zone": {"settings": {"time_zone": "../../etc/passwd"}},
}


@pytest.mark.parametrize("changes", IDENTITIES.values(), ids=IDENTITIES.keys())
def test_a_scope_json_that_says_something_else(refused, parts, changes):
    refused(parts.with_identity(**changes))


@pytest.mark.parametrize("name", ["scope.json", "journal.jsonl"])
def test_an_archive_without_what_every_scope_has(refused, parts, name):
    refused(parts.without(name))


def test_half_an_archive(refused, archive):
    for size in (0, 1, 9, 100, len(archive) // 2, len(archive) - 9, len(archive) - 1):
        refused(archive[:size])


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: raw + b"x",
        lambda raw: raw + raw,
        lambda raw: raw + gzip.compress(b"x"),
        lambda raw: raw[:-8] + bytes(8),
        lambda raw: raw[:40] + bytes([raw[40] ^ 1]) + raw[41:],
        gzip.decompress,
        lambda raw: gzip.compress(raw),
        lambda raw: gzip.compress(gzip.decompress(raw) + b"x" * 512),
        lambda raw: gzip.compress(gzip.decompress(raw) + bytes(1024**2)),
        lambda raw: gzip.compress(gzip.decompress(raw)[: -512 * 22]),
        lambda raw: gzip.compress(b"\0" * 1024),
        lambda raw: gzip.compress(b"not a tar" * 100),
        lambda raw: b"PK\x03\x04" + raw,
        lambda raw: raw.replace(raw[:2], b"\x1f\x8c", 1),
    ],
)
def test_a_stream_that_is_damaged_or_followed_by_something(refused, archive, spoil):
    refused(spoil(archive))


def test_a_header_with_a_wrong_sum_or_a_negative_size(refused, archive, parts):
    raw = bytearray(gzip.decompress(archive))
    raw[148:156] = b"000000\0 "
    refused(gzip.compress(bytes(raw)))
    block = bytearray(tarfile.TarInfo(f"{TOP}{SOURCE}").tobuf(tarfile.GNU_FORMAT))
    block[124:136] = b"\xff" * 12
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    refused(gzip.compress(bytes(block) + bytes(1024)))


BOMBS = {
    "by ratio": lambda parts: parts.with_file(SOURCE, bytes(20 * 1024**2)),
    "by one size": lambda parts: parts.with_file(SOURCE, os.urandom(1024) * 1_100),
    "by all sizes": lambda parts: parts.pack(
        [(f"chat/sources/2020-01.{n}.jsonl", os.urandom(64) * 10_000) for n in range(2, 7)]
    ),
    "by packed size": lambda parts: parts.pack([(SOURCE, os.urandom(700 * 1024))]),
    "by count": lambda parts: parts.pack([(f"chat/sources/2020-01.{n}.jsonl", b"x\n") for n in range(2, 50)]),
    "by a manifest": lambda parts: parts.pack(manifest=b" " * (1024**2 + 1)),
}


@pytest.mark.parametrize("make", BOMBS.values(), ids=BOMBS.keys())
def test_a_bomb(refused, parts, make):
    assert refused(make(parts), TooLargeError).limit


def test_a_size_in_a_header_that_does_not_follow(refused):
    info = tarfile.TarInfo(f"{TOP}{SOURCE}")
    info.size = 1024**2
    assert "too early" in refused(gzip.compress(info.tobuf() + b"x" * 512)).detail


def test_a_document_or_a_line_that_is_too_long(refused, parts, monkeypatch):
    monkeypatch.setattr("ops.archive.scrubbing.LINE_BYTES", 1_000)
    refused(parts.with_file(SOURCE, b"{" + b" " * 2_000 + b"}\n"))


def test_no_error_quotes_what_was_in_the_archive(refused, parts):
    error = refused(parts.with_file("chat/wiki/PLANTED/x.md"))
    assert "PLANTED" not in f"{error.detail}{error.field}{error.limit}"
