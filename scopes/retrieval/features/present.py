"""Whether a candidate says how things are now, for who asks about himself: “Where do I live now?”, 我现在住哪."""

import re

import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.features.surroundings import Question, Surroundings
from scopes.retrieval.own_facts import facts_asked
from scopes.retrieval.rows import LAYERS, Rows
from scopes.retrieval.scores import Slots, Values
from scopes.retrieval.shape import PAST

__all__ = ["PRESENT", "asks_of_now", "present", "telling"]

PRESENT = ("holds_now",)

_LEAST = 1e-9
_TELLS_FACT = 2.0
_MOST_TELLING = 40
_NO_SLOTS = np.empty(0, np.intp)
_WIKI = LAYERS.index("wiki")
_NOW = re.compile(
    r"\b(?:now|nowadays|current(?:ly)?|these days|at the moment|at present|presently|still|any ?more)\b"
    r"|现在|目前|如今|眼下|当前|现任|还(?=.{1,6}吗)"
)
_OWN = re.compile(r"\b(?:i|my|me|we|our)\b|我")
_ASKED = re.compile(
    r"\b(?:(?:do|am|are|can) (?:i|we)|(?:is|are|'s|’s) (?:my|our))\b|^我[^，。,]{0,18}(?:哪|什么|谁|吗|几|多[少大]|何)"
)
_PAST = re.compile(
    r"\b(?:did|was|were|had|used to|ago|last|have|been|would|when|before|yesterday|first time)\b"
    r"|过|(?<!多大)(?<!岁)了|以前|曾|之前|当时|那时|上次|昨|去年|前年|最近|何时|什么时候|为什么"
)


def asks_of_now(text: str) -> bool:
    """Whether a case-folded question is about how things are with who asks it."""
    if _OWN.search(text) is None or _PAST.search(text) is not None:
        return False
    return _NOW.search(text) is not None or _ASKED.search(text) is not None


def telling(question: Question) -> Slots:
    """Slots of the latest wiki items that tell what a question about now wants to know of who asks it, in whatever
    words. None for nearly all questions.
    """
    asked = facts_asked(question.text) if asks_of_now(question.text) else 0
    if not asked:
        return _NO_SLOTS
    found = ((question.index.rows["facts"] & asked) != 0).nonzero()[0]
    return found[question.index.bm25.is_open(found)][-_MOST_TELLING:]


def present(near: Surroundings) -> Values:
    """Of a wiki item, which says what is true now unless it tells of what is past, the share that it holds of the
    question's weight: of words that the scope knows, without those for now. 0 for all else, and for other questions.

    Where an item tells the very fact that is asked for it is 2 for those that do, since they may share no word with the
    question while what is out of date shares all of them; and 0 for others.
    """
    notes = (near.rows["layer"] == _WIKI) & ((near.rows["traits"] & PAST) == 0)
    text = near.question.text
    if not notes.any() or not asks_of_now(text):
        return np.zeros((1, len(near.slots)))
    tells = notes & _tells(near.rows, text)
    if tells.any():
        return (tells * _TELLS_FACT)[None]
    told = "\n".join(_NOW.findall(text))
    of_now = np.array([_is_of(token, told) for token in near.question.words.tokens], np.bool_)
    weights = np.where(of_now | ~near.question.words.known(), 0.0, near.question.asked.weights)
    share = (near.held > 0) @ weights / max(float(weights.sum()), _LEAST)
    return (notes * np.minimum(share, 1.0))[None]


def _tells(rows: Rows, text: str) -> NDArray[np.bool_]:
    return (rows["facts"] & facts_asked(text)) != 0


def _is_of(token: str, told: str) -> bool:
    """Whether a token is of the words for now; of 现在住 the pair 在住 is, too."""
    return token in told or any(character in told for character in token if not character.isascii())
