"""Every row of the table of invisible characters, both ways: what goes, and what its one exception keeps.

Each case is exact: the text that comes out, byte for byte.
"""

import pytest

from scopes.errors import MalformedError
from scopes.governance.invisible import replace_surrogates
from scopes.governance.notary import scrub


def tags(text: str) -> str:
    return "".join(chr(0xE0000 + ord(character)) for character in text)


END = "\U000e007f"
FLAG = "\U0001f3f4"

GOES = {
    "controls": [
        (f"a{chr(point)}b", "ab") for point in (0x0, 0x1, 0x7, 0x8, 0xE, 0x1B, 0x1F, 0x7F, 0x80, 0x84, 0x86, 0x9F)
    ],
    "line ends": [(f"a{end}b", "a\nb") for end in ("\r\n", "\r", "\x85", "\x0b", "\x0c", "\u2028", "\u2029")],
    "noncharacters": [(f"a{c}b", "ab") for c in ("\ufdd0", "\ufdef", "\ufffe", "\uffff", "\U0001fffe", "\U0010ffff")],
    "tags": [
        (f"a{tags('hidden')}b", "ab"),
        (f"{FLAG}{tags('gbeng')}x", f"{FLAG}x"),
        (f"{FLAG}{tags('usca')}{END}", FLAG),
        (f"👍{tags('gbsct')}{END}", "👍"),
        ("a\U000e0001b\U000e0000", "ab"),
    ],
    "reserved": [
        (f"a{c}b", "ab") for c in ("\U000e0080", "\U000e00ff", "\U000e01f0", "\U000e0fff", "\ufff0", "\ufff8", "\u2065")
    ],
    "ideographic selectors": [("a\U000e0100", "a"), ("中\U000e0100\U000e0101", "中\U000e0100"), ("あ\U000e0100", "あ")],
    "emoji selectors": [("a\ufe0f", "a"), ("中\ufe0e", "中"), ("❤\ufe0f\ufe0f", "❤\ufe0f"), ("\ufe0fx", "x")],
    "variation selectors": [("a\ufe00", "a"), ("≨\ufe01", "≨"), ("0\ufe0d", "0"), ("中\ufe05", "中")],
    "joiner": [
        ("ab\u200dcd", "abcd"),
        ("👩\u200d", "👩"),
        ("👩\u200d x", "👩 x"),
        ("ب\u200d\u200dت", "ب\u200dت"),
        ("中\u200d文", "中文"),
    ],
    "joiner before Latin": [("ب\u200dabc", "بabc"), ("क्\u200d1", "क्1"), ("\u200dب", "ب")],
    "non-joiner": [
        ("ab\u200ccd", "abcd"),
        ("می\u200c\u200cخ", "می\u200cخ"),
        ("ب\u200cabc", "بabc"),
        ("👩\u200c🚀", "👩🚀"),
    ],
    "zero-width space": [
        ("pass\u200bword", "password"),
        ("中\u200b文", "中文"),
        ("ไทย\u200babc", "ไทยabc"),
        ("\u200bไทย", "ไทย"),
    ],
    "direction marks": [
        ("abc\u200e", "abc"),
        ("a\u200fb", "ab"),
        ("a\u061cb", "ab"),
        ("א\u200f\u200eב", "א\u200fב"),
        ("א\n\u200f", "א\n"),
    ],
    "isolates": [("a\u2066b\u2069", "ab"), ("א\u2067ב", "אב"), ("א\u2069", "א"), ("\u2068中\u2069", "中")],
    "embeddings": [(f"א{c}b", "אb") for c in "\u202a\u202b\u202c\u202d\u202e"],
    "jamo fillers": [("a\u115fb", "ab"), ("a\u1160", "a"), ("가\u115f 나", "가 나")],
    "Hangul fillers": [("a\u3164b", "a b"), ("a\uffa0b", "a b")],
    "Mongolian selectors": [("a\u180b", "a"), ("ᠠ\u180b\u180c", "ᠠ\u180b"), ("中\u180e", "中"), ("\u180fᠠ", "ᠠ")],
    "grapheme joiner": [("a\u034fb", "ab"), ("e\u0301\u034f", "e\u0301"), ("\u034f\u0301", "\u0301")],
    "ignorables": [
        (f"a{c}b", "ab")
        for c in (
            *"\u00ad\u2060\u2061\u2064\u206a\u206f\ufeff\ufff9\ufffb\u17b4\u17b5",
            *"\U0001d173\U0001d17a\U0001bca0\U0001bca3",
        )
    ],
}

STAYS = {
    "tab and line feed": ["a\tb\nc"],
    "flags of Great Britain": [FLAG + tags(region) + END for region in ("gbeng", "gbsct", "gbwls")],
    "ideographic selector after an ideograph": ["葛\U000e0100城", "邊\U000e0105", "𠮟\U000e0101"],
    "emoji selector after an emoji": [
        "❤\ufe0f",
        "☎\ufe0e",
        "1\ufe0f\u20e3",
        "#\ufe0f\u20e3",
        "*\ufe0f\u20e3",
        "©\ufe0f",
        "🏳\ufe0f",
    ],
    "standardized variants": ["0\ufe00", "≨\ufe00", "\u201c\ufe01", "\u6d41\ufe01", "∩\ufe00", "、\ufe01"],
    "joiner between emoji": [
        "👩\u200d🚀",
        "👩🏽\u200d🚀",
        "🏳\ufe0f\u200d🌈",
        "❤\ufe0f\u200d🔥",
        "👨\u200d👩\u200d👧\u200d👦",
        "🐻\u200d❄\ufe0f",
        "🏴\u200d☠\ufe0f",
    ],
    "joiner in joining scripts": ["क्\u200dष", "ශ්\u200dරී", "ര്\u200d", "র\u200d্য", "ہ\u200dہ", "ᠠ\u200dᠨ"],
    "non-joiner in joining scripts": ["می\u200cخواهم", "کتاب\u200cها", "क्\u200cष", "نمی\u200cدانم", "ಕ್\u200cಷ"],
    "zero-width space in unspaced scripts": [
        "ภาษา\u200bไทย",
        "ភាសា\u200bខ្មែរ",
        "ພາສາ\u200bລາວ",
        "မြန်\u200bမာ",
        "བོད\u200bཡིག",
    ],
    "direction marks in right-to-left text": ["שלום\u200f!", "א\u200e1", "سلام\u061c 5", "abc\u200fא"],
    "isolates in right-to-left text": ["א \u2066abc\u2069 ב", "\u2067א\u2069 x", "\u2068א\u2069"],
    "jamo fillers in a syllable": ["\u115f\u1161", "\u1100\u1160", "\u115f\u1160\u11a8"],
    "Mongolian selector after a letter": ["ᠮᠣᠩᠭᠣᠯ\u180bᠨ", "ᠨ\u180eᠠ", "ᠠ\u180d"],
    "grapheme joiner between marks": ["e\u0301\u034f\u0302"],
    "shorthand controls": ["\U0001bc00\U0001bca0\U0001bc01", "\U0001bc41\U0001bca1"],
    "visible format characters": list(
        "\u0600\u0601\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd\U00013430\U0001343f"
    ),
    "spaces": [f"a{space}b" for space in " \u00a0\u1680\u2000\u2003\u2009\u202f\u205f\u3000"],
    "never normalised": ["\ufa19社", "e\u0301 é Å ﬁ ½ ①", "Ａｂｃ１２３", "\u1100\u1161"],
    "kept and flagged": [
        "\ue000",
        "\ufffc",
        "\u2800",
        "\u0378",
        "Z" + "\u0301" * 9,
        "pаypal",
        "\U000f0000",
        "\U0001fadd",
    ],
}


def test_there_is_a_case_for_every_row_and_over_a_hundred_in_all() -> None:
    assert len(GOES) >= 18 and len(STAYS) >= 18
    assert sum(map(len, GOES.values())) + sum(map(len, STAYS.values())) >= 180


@pytest.mark.parametrize("row", GOES)
def test_the_characters_of_a_row_go_and_nothing_else(row: str) -> None:
    assert [scrub(text, "content").text for text, _ in GOES[row]] == [expected for _, expected in GOES[row]]


@pytest.mark.parametrize("row", STAYS)
def test_the_exception_of_a_row_is_kept_byte_for_byte(row: str) -> None:
    assert [scrub(text, "content").text for text in STAYS[row]] == STAYS[row]


@pytest.mark.parametrize("text", ["a\ud800", "\udfffb", "\ud83d", "\udc00\ud800"])
def test_lone_surrogates_are_refused_by_the_service_and_replaced_by_an_import(text: str) -> None:
    with pytest.raises(MalformedError):
        scrub(text, "content")
    assert scrub(replace_surrogates(text), "content").text == "".join("\ufffd" if c > "\ud7ff" else c for c in text)
