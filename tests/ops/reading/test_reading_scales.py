"""What the reading of a file costs grows as the file does, whatever it repeats."""

import pytest

from ops.reading import decoding, rows
from ops.reading.documents import page
from tests.hostile_repeats import slow

READINGS = {
    "a page": lambda text: list(page.blocks(text)),
    "a page's table": lambda text: list(page.blocks(f"<table>{text}")),
    "a page's code": lambda text: list(page.blocks(f"<pre>{text}")),
    "a page's tag": lambda text: list(page.blocks(f"<{text}")),
    "a page's image": lambda text: list(page.blocks(f"<img {text} alt={text}>")),
    "bytes": lambda text: decoding.decode(text.encode()),
    "bytes in another encoding": lambda text: decoding.decode(text.encode("gb18030", "replace")),
    "rows": lambda text: rows.tables_of(text, "csv", 10**7),
}


@pytest.mark.parametrize("name", READINGS)
def test_four_times_as_much_of_a_piece_takes_about_four_times_as_long(name):
    assert slow(READINGS[name]) == []


def test_a_page_of_tags_that_never_end_is_read_within_seconds(read):
    for piece in (b"<a a", b'<a b="', b"a<b ", b"<!-- ", b"<![", b"<?"):
        assert read("a.html", piece * 100_000, seconds=10).text
