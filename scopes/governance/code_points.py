"""Reads the tables of hexadecimal code point ranges that the Unicode rules are written in."""

from collections.abc import Iterator

ASTRAL = "10000-10ffff"


def ranges(table: str) -> Iterator[tuple[int, int]]:
    """The inclusive ranges of a table such as `"ad 2060-2064"`."""
    for entry in table.split():
        first, _, last = entry.partition("-")
        yield int(first, 16), int(last or first, 16)


def character_class(*tables: str) -> str:
    """The body of a regular expression's `[…]` that matches every code point of the tables.

    No table has the characters that are special there, so they stand for themselves: escapes take long to compile.
    """
    united: list[tuple[int, int]] = []
    for first, last in sorted(span for table in tables for span in ranges(table)):
        if united and first <= united[-1][1] + 1:
            united[-1] = (united[-1][0], max(last, united[-1][1]))
        else:
            united.append((first, last))
    return "".join(f"{chr(first)}-{chr(last)}" if last > first else chr(first) for first, last in united)


def coarse(table: str) -> str:
    """The table with one range for all that lies past U+FFFF.

    `re` answers for the basic plane from a bitmap but walks the ranges above it one by one, so that a search for
    many of them costs more for each character of any text than it is worth before something was seen.
    """
    near = [f"{first:x}-{last:x}" for first, last in ranges(table) if last <= 0xFFFF]
    return " ".join(near if len(near) == len(table.split()) else [*near, ASTRAL])
