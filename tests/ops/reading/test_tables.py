"""Rows as markdown: each piece of a long table says what its columns are."""

from hypothesis import given
from hypothesis import strategies as st

from ops.reading.markdown import table


def test_a_csv_file_becomes_a_table(read):
    found = read("a.csv", '地点,年份\n灯塔,1880\n\n"a, b|c","two\nlines"\n'.encode("gb18030"))
    assert found.format == "csv"
    assert found.text == "| 地点 | 年份 |\n| --- | --- |\n| 灯塔 | 1880 |\n| a, b\\|c | two lines |"


def test_separators_are_told_by_the_first_line_or_the_ending(read):
    rows = "| a | b |\n| --- | --- |\n| 1 | 2 |"
    assert read("a.csv", b"a;b\n1;2").text == read("a.tsv", b"a\tb\n1\t2").text == rows
    assert read("a", b"a,b\n1,2", "text/csv").text == rows


def test_what_is_no_csv_stays_as_it_is(read):
    text = 'a,b\n"' + "x" * 200_000
    assert read("a.csv", text.encode()).text == text


def test_a_long_table_goes_in_pieces_with_the_header_on_each():
    pieces = list(table([["name", "place"], *([f"n{n}", "p" * 50] for n in range(100))]))
    assert len(pieces) > 3 and all(piece.startswith("| name | place |\n| --- |") for piece in pieces)
    assert all(len(piece) < 1_500 for piece in pieces)


@given(st.lists(st.lists(st.text(max_size=20), max_size=4), max_size=20))
def test_no_word_of_a_table_is_lost(rows):
    words = {word for row in rows for cell in row for word in cell.replace("|", "\\|").split()}
    assert words <= set("\n".join(table(rows)).replace(" | ", " ").split()) | {"|"}
