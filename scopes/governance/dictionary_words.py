"""Which words of a scope's dictionary go with an erasure: those that would tell of what went."""

from collections.abc import Iterable

from scopes.model import Item
from scopes.storage import trust


def only_in(gone: Iterable[Item], staying: Iterable[Item], dictionary: Iterable[str]) -> tuple[str, ...]:
    """The words that stand in something that goes and in nothing that stays, in whichever of an item's texts."""
    wanted = {word: folded(word) for word in dictionary}
    told = "\n".join(map(_told, gone)) if wanted else ""
    wanted = {word: form for word, form in wanted.items() if form in told}
    if wanted:
        for told in map(_told, staying):
            wanted = {word: form for word, form in wanted.items() if form not in told}
            if not wanted:
                break
    return tuple(wanted)


def folded(text: str) -> str:
    """A text without regard to case and to how it is spaced."""
    return " ".join(text.casefold().split())


def _told(item: Item) -> str:
    """All words of an item, to look for others in."""
    named = (item.kind, item.owner, item.speaker, item.source.id, *item.source.turns)
    more = (*item.tags, *trust.strings(item.metadata), *trust.strings(item.other))
    return folded("\n".join((item.file, item.name, item.content, *filter(None, named), *more)))
