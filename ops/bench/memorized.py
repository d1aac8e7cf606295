"""The service's own side: a conversation memorized in a scope of its own, and questions put to that scope."""

import itertools
from collections.abc import Iterator

from ops.bench.conversations import Conversation, LabelledQuestion, Turn
from ops.bench.systems import LIMIT, Answer
from scopes.lines.chat import MemorizeRequest, Message, memorize
from scopes.model import Item, ScopeIds, utc_now
from scopes.registry import Registry
from scopes.retrieval.moments import moment
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever
from scopes.scope import Scope
from scopes.storage import journal
from scopes.storage.batch import Author


class Memorized:
    """One conversation in one fresh scope: each session a source, each turn as an app would send it."""

    def __init__(self, registry: Registry, conversation: Conversation, number: int) -> None:
        self._conversation = conversation
        self._scope = registry.scope(ScopeIds(app="bench", user_id=f"conversation-{number}"))
        for request in _requests(conversation, registry.engine.config.batch):
            change = memorize(request, registry.engine.config, journal.mint_id())
            self._scope.write(change, author=Author()).result()

    def items(self) -> list[Item]:
        """The turns as they were stored, in their order."""
        stored = {item.source.turns[0]: item for item in self._scope.read().items.values() if item.layer == "source"}
        return [stored[turn.id] for turn in self._conversation.turns if turn.content]

    def answer(self, question: LabelledQuestion) -> Answer:
        """What retrieve finds among the sources at the time of the question."""
        return ask(self._scope, question.text, question.at or self._conversation.now)


def ask(scope: Scope, question: str, at: str | None = None) -> Answer:
    """The answer of the service as it stands; a hit that names several turns gives them all, in its order."""
    retriever = Retriever(clock=utc_now if at is None else lambda: moment(at))
    view = scope.read()
    found = retriever.retrieve(view, view.index, RetrieveQuery(query=question, limit=LIMIT, layers=("sources",)))
    return Answer.of([hit.content for hit in found.hits], [turn for hit in found.hits for turn in hit.provenance.turns])


def _requests(conversation: Conversation, most: int) -> Iterator[MemorizeRequest]:
    """The conversation in requests of at most `most` turns of one session; a turn without any content is left out."""
    said = [turn for turn in conversation.turns if turn.content]
    for session, turns in itertools.groupby(said, lambda turn: turn.session):
        messages = tuple(map(_message, turns))
        for start in range(0, len(messages), most):
            yield MemorizeRequest(
                messages=messages[start : start + most], source_id=session or conversation.name, extract="none"
            )


def _message(turn: Turn) -> Message:
    return Message(
        role=turn.role or "user", content=turn.content, id=turn.id, name=turn.speaker.strip() or None, at=turn.at
    )
