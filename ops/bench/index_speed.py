"""Making an index from texts, in CPU time: the tokens, the postings and the rows, beside the dictionary's own time."""

import time
from collections.abc import Callable, Iterable
from statistics import median

from ops.bench.sizes import Figures, Sizes
from ops.bench.texts import Texts
from scopes.model import Item
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.item_text import tokens_of
from scopes.retrieval.segmenter import warm
from scopes.retrieval.tokens import Tokenizer


def measure(sizes: Sizes, seed: int) -> dict[str, Figures]:
    """Rebuilding the index of a scope whose items lie in memory."""
    texts = Texts(seed)
    items = [_item(number, texts.next().text) for number in range(sizes.items)]
    tokenizer, segmenter = Tokenizer.shared(), warm()
    empty = ScopeIndex.empty(tokenizer)
    cut = segmenter.cut or _uncut

    def tokenise() -> list[list[str]]:
        return tokens_of(items, tokenizer)

    cutting = _seconds(sizes.rounds, lambda: [list(cut(item.content)) for item in items])
    tokens = _seconds(sizes.rounds, tokenise)
    whole = _seconds(sizes.rounds, lambda: empty.apply(items))
    return {
        "rebuild": {
            "items": float(len(items)),
            "tokens_an_item": sum(map(len, tokenise())) / len(items),
            "dictionary_us_an_item": cutting / len(items) * 1e6,
            "tokens_us_an_item": tokens / len(items) * 1e6,
            "us_an_item": whole / len(items) * 1e6,
            "items_a_second": len(items) / whole,
        }
    }


def _uncut(_: str) -> Iterable[str]:
    return ()


def _item(number: int, text: str) -> Item:
    return Item(id=f"i{number}", layer="wiki", file="topic", name=str(number), address=f"topic:{number}", content=text)


def _seconds(rounds: int, action: Callable[[], object]) -> float:
    found: list[float] = []
    for _ in range(rounds):
        started = time.process_time()
        action()
        found.append(time.process_time() - started)
    return median(found)
