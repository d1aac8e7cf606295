"""What the bytes of a file show it to be; names and media types decide among kinds of text alone."""

import pytest

from ops.reading.kinds import kind_of

PICTURES = {
    "png": b"\x89PNG\r\n\x1a\n", "jpeg": b"\xff\xd8\xff\xe0", "gif": b"GIF89a", "webp": b"RIFF\0\0\0\0WEBP",
    "heic": b"\0\0\0\x18ftypheic", "mp4": b"\0\0\0\x18ftypisom", "mp3": b"ID3\x04", "wav": b"RIFF\0\0\0\0WAVE",
    "ogg": b"OggS", "webm": b"\x1aE\xdf\xa3", "flac": b"fLaC", "tiff": b"II*\0",
}  # fmt: skip


@pytest.mark.parametrize("format", PICTURES)
def test_pictures_sounds_and_films_are_for_a_captioner(read, format):
    found = read("a.txt", PICTURES[format] + bytes(20), "text/plain")
    assert (found.format, found.why) == (format, "no captioner is configured")


@pytest.mark.parametrize(("data", "name", "media", "format"), [
    (b"%PDF-1.4", "a.txt", None, "pdf"),
    (b"junk before\n%PDF-1.4", "a.pdf", None, "pdf"),
    (b"How a file begins: %PDF-1.4", "a.txt", "text/plain", "text"),
    (b"# Title", "a.pdf", "application/pdf", "text"),
    (b"<!-- c --><!DOCTYPE html><p>x", "a", None, "html"),
    (b"\n<HTML><p>x", "a.bin", "application/octet-stream", "html"),
    (b"<html><?php ?>", "a.php", None, "text"),
    (b"<p>x", "a.html", None, "html"),
    (b"<p>x", "a", "text/html; charset=utf-8", "html"),
    (b"a,b", "A.CSV", None, "csv"),
    (b"", "a", None, "text"),
])  # fmt: skip
def test_bytes_come_before_names_and_names_before_media_types(data, name, media, format):
    assert kind_of(name, media, data).format == format
