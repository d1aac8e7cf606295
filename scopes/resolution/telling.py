"""What an item says of somebody, put as he would say it himself: the rules read statements of speakers."""

import re

from scopes.model import Item

__all__ = ["first_person", "is_statement", "person"]

_VERBS = {
    "is": "am",
    "has": "have",
    "does": "do",
    "doesn't": "do not",
    "can't": "can not",
    "isn't": "am not",
    **{
        f"{verb}s": verb
        for verb in (
            *("live", "reside", "work", "like", "love", "enjoy", "adore", "hate", "dislike", "detest", "loathe"),
            *("avoid", "prefer", "drink", "eat", "smoke", "keep", "follow"),
        )
    },
    **{verb: verb for verb in ("moved", "relocated", "stopped", "quit", "gave", "switched", "can", "never", "became")},
}
_ADVERB = r"(?:currently|now|still|really|no longer|never|always|usually|often|recently)"
_USER = r"(?:[Tt]he )?[Uu]ser"
_NAME = r"[A-Z][\w-]+(?: [A-Z][\w-]+)?"
_TOLD = re.compile(
    rf"(?:(?P<who>{_USER}|{_NAME}) )?(?P<adverbs>(?:{_ADVERB} )*)(?P<verb>{'|'.join(_VERBS)})(?= )",
)
_OWNED = re.compile(rf"(?P<who>{_USER}|{_NAME})['’]s (?=[a-z])")
_USER_CHINESE = re.compile(r"(?:该|这位)?(?:用户|使用者)(?!名|体|界|协议|手册|群|数|组|需)")
_SPEAKER = re.compile(r"[^\S\n]*[:：][^\S\n]*")
_USER_ROLE = "user"
_MACHINES = ("assistant", "system", "tool")
# What begins a sentence with a capital and is nobody's name.
_NOBODY = frozenset(
    re.findall(r"\w+", "I It This That He She They We You There What Who Which Everyone Everybody Nobody Someone")
)


def is_statement(item: Item) -> bool:
    """Whether an item is what a person said in a conversation."""
    said = item.layer in ("source", "diary") and item.line == "chat"
    return said and item.metadata.get("role", _USER_ROLE) == _USER_ROLE and item.speaker not in _MACHINES


def person(item: Item) -> str:
    """Whose item it is, '' for the user of a scope that knows one only: of what was said, the speaker's."""
    if item.owner or item.layer == "wiki" or item.speaker == _USER_ROLE:
        return (item.owner or "").lower()
    return (item.speaker or "").lower()


def first_person(sentence: str, item: Item) -> tuple[str, str] | None:
    """Whom a sentence of an item is about, '' for the item's own user or owner, and the sentence in the first person;
    None where it is about somebody unnamed."""
    owner = item.owner or ""
    if owner and sentence.startswith(owner) and (colon := _SPEAKER.match(sentence, len(owner))):
        sentence = sentence[colon.end() :]
    if owner and not owner.isascii() and sentence.startswith(owner):
        return "", f"我{sentence[len(owner) :]}"
    if (user := _USER_CHINESE.match(sentence)) is not None:
        return "", f"我{sentence[user.end() :]}"
    if (owned := _OWNED.match(sentence)) is not None:
        return _named(owned["who"], owner), f"My {sentence[owned.end() :]}"
    told = _TOLD.match(sentence[:1].lower() + sentence[1:]) or _TOLD.match(sentence)
    if told is None:
        return "", sentence
    who = told["who"] or ""
    if who in _NOBODY:
        return None
    rest = sentence[told.end() :]
    return _named(who, owner), f"I {told['adverbs']}{_VERBS[told['verb']]}{rest}"


def _named(who: str, owner: str) -> str:
    name = who.lower()
    return "" if name in ("user", "the user", owner.lower()) else name
