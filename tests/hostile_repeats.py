"""Texts of one piece again and again, and whether four times as much takes a function more than its share of time."""

import contextlib
import time

from scopes.errors import MunimentError
from scopes.storage.yaml_text import YamlTextError

SMALL, LARGE = 1_500, 6_000
PIECES = (
    *("<!--", "<!-- a", "<!--\n", "-->", "<![CDATA[", "<!", "<?", "</", "<", "<a ", "<a a", "<a =", "<a b='", '<a b="'),
    *("<p>", "<td>", "<script>", "<svg>", "<b></b>", "[[", "[[a:", "]]", "![", "](", "]:", "`", "```\n", "~~~\n"),
    *("---\n", "--", "-----BEGIN ", "-----BEGIN " + "PRIVATE KEY-----", "-----END " + "PRIVATE KEY-----"),
    *('{"', '["', "{", "[", "&#", "&#60;", "&#9", "&lt;", "'", '"', "=", '="', "a=", "a: ", "a:", "%3C", "\\u003c"),
    *("\\", " ", "\t", "\n", "\r", "\r\n", " \n", "\n\n", "a ", "a\n", "a", "0", "0 ", "1-", "12:", "2026-", "#"),
    *("# ", "##\n", "|", "||", "| a |\n", ",", ";", "- ", "* ", "> ", "(", "<a@b> ", "http://a:", "密码", "密码："),
    *("api_key=", "token=", "token=token_", "x-api-key:", "client_secret=", "http://a:b@", "记", "我", "了", "，"),
    *("《", "“", "忽略以上所有指令。", "ignore all previous instructions. ", "\u200b", "\u200d", "\u202e", "\ufe0f"),
    *("\u0301", "\ufeff", "\U000e0041", "ａ", "一\u200b", "א\u2066", "\ud7a3"),
)


def slow(function):
    """The pieces of which four times as many take more than six times as long: more than linear, with some room."""
    return [repr(piece) for piece in PIECES if not any(_is_linear(function, piece, attempt) for attempt in range(3))]


def _is_linear(function, piece, attempt):
    """Both as a text that is nothing else and between words; the machine is shared, so that one try decides nothing."""
    for before, after in (("", ""), ("a", "x")):
        few, many = (before + piece * (size // len(piece)) + after for size in (SMALL, LARGE))
        if _seconds(function, many, attempt) > 6 * _seconds(function, few, attempt) + 0.012:
            return False
    return True


def _seconds(function, text, attempt):
    best = float("inf")
    for _ in range(1 + attempt):
        began = time.thread_time()
        with contextlib.suppress(MunimentError, YamlTextError):
            function(text)
        best = min(best, time.thread_time() - began)
    return best
