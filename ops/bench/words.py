"""The baselines' words: what their own tokenizers would make of a text that someone prepared with care.

The text is the one that the service indexes. Han runs are cut into characters and pairs, English possessives lose
their ending, and the service's stop words leave a query in which something else is left.
"""

import re
from collections.abc import Sequence

from scopes.model import Item
from scopes.retrieval.item_text import tokens_of
from scopes.retrieval.stopwords import CHINESE, is_english_stop
from scopes.retrieval.tokens import Tokenizer

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_RUN = re.compile(rf"(?P<han>[{_HAN}]+)|(?:(?![{_HAN}])[^\W_])+(?:'[a-z]+)?")


class _Verbatim(Tokenizer):
    """Leaves a text whole, so that `tokens_of` gives the text an item is indexed by."""

    def index_all(self, texts: Sequence[str]) -> list[list[str]]:
        return [[text] for text in texts]


_VERBATIM = _Verbatim()


def indexed_words(item: Item) -> list[str]:
    """The words of everything that the service indexes an item by, in order, repeated as they occur."""
    (parts,) = tokens_of((item,), _VERBATIM)
    return list(map(_bare, _words("\n".join(parts))))


def query_words(text: str) -> list[str]:
    """The distinct words of a query without stop words; of a query of nothing else, all of them."""
    found = _words(text)
    return list(dict.fromkeys(map(_bare, [word for word in found if not _is_stop(word)] or found)))


def _words(text: str) -> list[str]:
    found: list[str] = []
    for run in _RUN.finditer(text.lower().replace("’", "'")):
        if run["han"]:
            found += run[0]
            found += (run[0][at : at + 2] for at in range(len(run[0]) - 1))
        else:
            found.append(run[0])
    return found


def _bare(word: str) -> str:
    return word.partition("'")[0]


def _is_stop(word: str) -> bool:
    return is_english_stop(word) or word in CHINESE or all(character in CHINESE for character in word)
