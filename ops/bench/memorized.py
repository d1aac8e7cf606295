"""The service's own side: a conversation memorized in a scope of its own, and questions put to that scope."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from ops.bench.conversations import Conversation, LabelledQuestion, Turn
from ops.bench.systems import LIMIT, Answer
from scopes.lines.chat import MemorizeRequest, Message, memorize
from scopes.model import Item, ScopeIds, utc_now
from scopes.registry import Registry
from scopes.resolution.contradictions import Contradictions
from scopes.retrieval.embedder import Embedder, word_rows
from scopes.retrieval.kin.scope_words import ScopeWords
from scopes.retrieval.moments import moment
from scopes.retrieval.policy import Policy
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever
from scopes.retrieval.scores import Values
from scopes.retrieval.vectors.meaning import Meaning
from scopes.retrieval.vectors.passage import passage_of
from scopes.retrieval.vectors.view import VectorView
from scopes.scope import Scope
from scopes.storage import journal
from scopes.storage.batch import Author
from scopes.views import View

_CONTRADICTIONS = Contradictions()


class Memorized:
    """One conversation in one fresh scope: each session a source, each turn as an app would send it.

    With an embedder every turn has a vector, made here and kept in memory, and with `kin` every word has one, if they
    are cheap. With `items` the rules read the turns too,
    and what they make of them is ranked beside the turns; an item stands for the turns that it rests on.
    """

    def __init__(
        self,
        registry: Registry,
        conversation: Conversation,
        number: int,
        embedder: Embedder | None = None,
        *,
        items: bool = False,
        kin: bool = True,
    ) -> None:
        self.conversation = conversation
        self._embedder = embedder
        self._layers = ("sources", "wiki") if items else ("sources",)
        scope = registry.scope(ScopeIds(app="bench", user_id=f"conversation-{number}"))
        for request in _requests(conversation, registry.engine.config.batch, "rules" if items else "none"):
            change = memorize(request, registry.engine.config, journal.mint_id())
            scope.write(change, author=Author()).result()
        view = scope.read()
        self.view: View = view if embedder is None else with_vectors(view, embedder, kin=kin)

    def items(self) -> list[Item]:
        """The turns as they were stored, in their order."""
        stored = {item.source.turns[0]: item for item in self.view.items.values() if item.layer == "source"}
        return [stored[turn.id] for turn in self.conversation.turns if turn.content]

    def vector(self, text: str) -> NDArray[np.float32] | None:
        """A question's vector; the view is ready for its words, too."""
        if self.view.prepare is not None:
            self.view.prepare(text)
        return None if self._embedder is None else self._embedder.query(text)

    def cosines(self, items: Sequence[Item]) -> Callable[[str], Values] | None:
        """A function from a question to its cosines with items; None without an embedder."""
        view = self.view
        if not isinstance(view.vectors, VectorView):
            return None
        vectors, slot = view.vectors, {view.index.bm25.id_of(slot): slot for slot in range(view.index.bm25.slots)}
        slots = np.array([slot[item.id] for item in items])

        def cosines(text: str) -> Values:
            query = self.vector(text)
            assert query is not None, "there is an embedder, for there are vectors"
            return np.nan_to_num(Meaning(view.index, vectors, query).cosines(slots))

        return cosines

    def answer(self, question: LabelledQuestion, policy: Policy | None = None, threshold: float | None = 0.0) -> Answer:
        """What retrieve finds at the time of the question."""
        at = question.at or self.conversation.now
        query = query_of(question.text, threshold, self._layers)
        return _answer(self.view, query, at, self.vector(question.text), policy)


def ask(scope: Scope, question: str, at: str | None = None) -> Answer:
    """The answer of the service as it stands; a hit that names several turns gives them all, in its order."""
    return _answer(scope.read(), query_of(question), at)


def query_of(
    text: str, threshold: float | None = None, layers: tuple[Literal["wiki", "diary", "sources"], ...] = ("sources",)
) -> RetrieveQuery:
    """The request that asks a question, of the sources alone unless told otherwise."""
    return RetrieveQuery(query=text, limit=LIMIT, layers=layers, threshold=threshold)


def _answer(
    view: View,
    query: RetrieveQuery,
    at: str | None,
    vector: NDArray[np.float32] | None = None,
    policy: Policy | None = None,
) -> Answer:
    retriever = Retriever(policy, clock=utc_now if at is None else lambda: moment(at), contradict=_CONTRADICTIONS.among)
    found = retriever.retrieve(view, view.index, query, vector)
    turns = dict.fromkeys(turn for hit in found.hits for turn in hit.provenance.turns)
    return Answer.of([hit.content for hit in found.hits], tuple(turns))


def with_vectors(view: View, embedder: Embedder, *, kin: bool = True) -> View:
    """The view with a vector in memory for every item, and with `kin` one for every word, if they are cheap."""
    items = list(view.items.values())
    rows = embedder.documents([passage_of(item) for item in items])
    vectors = {item.id: row for item, row in zip(items, rows, strict=True)}
    view = msgspec.structs.replace(view, vectors=VectorView.of(view.index, vectors, embedder.model), words=None)
    rows = word_rows(embedder) if kin else None
    if rows is None:
        return view
    words = ScopeWords(rows, lambda: view, ThreadPoolExecutor(1))  # no thread is started: it is filled here
    while words.fill():
        pass
    return msgspec.structs.replace(view, words=words)


def _requests(conversation: Conversation, most: int, extract: Literal["rules", "none"]) -> Iterator[MemorizeRequest]:
    """The conversation in requests of at most `most` turns of one session; a turn without any content is left out."""
    said = [turn for turn in conversation.turns if turn.content]
    for session, turns in itertools.groupby(said, lambda turn: turn.session):
        messages = tuple(map(_message, turns))
        for start in range(0, len(messages), most):
            yield MemorizeRequest(
                messages=messages[start : start + most], source_id=session or conversation.name, extract=extract
            )


def _message(turn: Turn) -> Message:
    return Message(
        role=turn.role or "user", content=turn.content, id=turn.id, name=turn.speaker.strip() or None, at=turn.at
    )
