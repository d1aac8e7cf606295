"""What ranking measures of questions whose answers are known, for fitting weights to."""

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from ops.bench.conversations import Conversation, LabelledQuestion
from ops.bench.memorized import Memorized, query_of
from scopes.model import utc_now
from scopes.registry import Registry
from scopes.retrieval.embedder import Embedder
from scopes.retrieval.gate import Gate
from scopes.retrieval.moments import moment
from scopes.retrieval.policy import Policy
from scopes.retrieval.ranking import measure
from scopes.retrieval.relevance import circumstances
from scopes.retrieval.search import Search, ask
from scopes.retrieval.signals import SIGNALS

__all__ = ["FEATURES", "Sample", "samples_of", "swapped"]

FEATURES = tuple(feature for signal in SIGNALS for feature in signal.features)
ADVERSARIAL = "adversarial"
SWAPPED = "swapped"
_MOST_SWAPPED = 60


class Sample(msgspec.Struct, frozen=True):
    """One question: its candidates' features (a column each, FEATURES in their order) and which are evidence.

    `sought` counts the evidence, found or not: 0 where nothing answers.
    """

    conversation: str
    category: str
    features: NDArray[np.float32]
    relevant: NDArray[np.bool_]
    sought: int
    circumstances: dict[str, float]

    @property
    def answerable(self) -> bool:
        """Whether its conversation answers it; of adversarial questions it is not said."""
        return self.sought > 0 and self.category != ADVERSARIAL

    def order(self, weights: NDArray[np.float64]) -> NDArray[np.intp]:
        """The candidates' places, best first."""
        return np.argsort(-(self.features @ weights), kind="stable")

    def only(self, places: NDArray[np.intp]) -> "Sample":
        """The question with some of its candidates."""
        return msgspec.structs.replace(self, features=self.features[places], relevant=self.relevant[places])

    def by_signal(self) -> Iterator[tuple[str, NDArray[np.float64]]]:
        """The rows of each signal's features."""
        start = 0
        for signal in SIGNALS:
            end = start + len(signal.features)
            yield signal.name, self.features[:, start:end].T.astype(np.float64)
            start = end


def samples_of(
    registry: Registry,
    conversations: Sequence[Conversation],
    embedder: Embedder | None,
    policy: Policy,
    foreign: Mapping[str, Sequence[LabelledQuestion]] | None = None,
    *,
    kin: bool = True,
) -> Iterator[Sample]:
    """Every question of the conversations, and those of `foreign`, by conversation, which nothing in it answers.

    Without `kin` no words have vectors.
    """
    for number, conversation in enumerate(conversations):
        memorized = Memorized(registry, conversation, number, embedder, kin=kin)
        more = (foreign or {}).get(conversation.name, ())
        for question in itertools.chain(conversation.questions, more):
            yield _sample(memorized, question, policy)


def swapped(
    conversations: Sequence[Conversation], others: Sequence[Conversation], seed: int = 0
) -> dict[str, list[LabelledQuestion]]:
    """For each conversation, questions of others in its script that name its speakers in place of theirs."""
    found: dict[str, list[LabelledQuestion]] = {}
    for conversation in conversations:
        own = _speakers(conversation)
        pool = [
            _renamed(question, dict(zip(_speakers(other), own, strict=False)), other.name)
            for other in others
            if other.name != conversation.name and _is_han(other) == _is_han(conversation)
            for question in other.questions
        ]
        found[conversation.name] = random.Random(seed).sample(pool, min(_MOST_SWAPPED, len(pool)))
    return found


def _sample(memorized: Memorized, question: LabelledQuestion, policy: Policy) -> Sample:
    view = memorized.view
    at = question.at or memorized.conversation.now
    now = moment(at) if at else utc_now()
    query = query_of(question.text)
    search = Search(view, view.index, query, Gate(query, now), policy, now, memorized.vector(question.text))
    _, asked, _ = ask(search)
    measured = measure(asked, policy, SIGNALS, now)
    slots = measured.near.slots
    columns = [
        measured.signals[signal.name][1]
        if signal.name in measured.signals
        else np.zeros((len(signal.features), len(slots)))
        for signal in SIGNALS
    ]
    evidence = frozenset(question.evidence)
    items = [view.items[view.index.bm25.id_of(slot)] for slot in slots.tolist()]
    return Sample(
        memorized.conversation.name,
        question.category,
        np.concatenate(columns).T.astype(np.float32),
        np.array([not evidence.isdisjoint(item.source.turns) for item in items], np.bool_),
        len(evidence),
        circumstances(asked),
    )


def _speakers(conversation: Conversation) -> list[str]:
    return list(dict.fromkeys(turn.speaker.strip() for turn in conversation.turns))


def _renamed(question: LabelledQuestion, names: Mapping[str, str], origin: str) -> LabelledQuestion:
    text = question.text
    for name, own in names.items():
        text = text.replace(name, own)
    return LabelledQuestion(id=f"{origin}/{question.id}", text=text, category=SWAPPED, evidence=())


def _is_han(conversation: Conversation) -> bool:
    return sum(not turn.text.isascii() for turn in conversation.turns) * 2 > len(conversation.turns)
