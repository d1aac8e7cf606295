"""What the rules make of turns: how much of conversations, and how well of labelled statements."""

import datetime as dt
import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from ops.bench.conversations import Conversation, Turn
from ops.bench.statements import Expected, Labelled
from ops.bench.temporary import temporary_registry
from scopes.extraction import rules
from scopes.extraction.admission import APPROVED_FROM
from scopes.extraction.candidates import Candidate, Said
from scopes.lines.chat import MemorizeRequest, Message, memorize
from scopes.model import Operation, ScopeIds
from scopes.registry import Registry
from scopes.storage import journal
from scopes.storage.batch import Author

_NOW = dt.datetime(2026, 1, 15, 12, tzinfo=dt.UTC)
"""When a labelled turn without a time was said, so that figures don't change with the day."""

Figures = dict[str, float]


class Wrong(msgspec.Struct, frozen=True):
    """A labelled turn that went wrong: what it should have brought (`missed`), what it should not have (`false`)."""

    text: str
    missed: tuple[str, ...]
    false: tuple[str, ...]


class ExtractionReport(msgspec.Struct, frozen=True):
    """`conversations`: counts by folder. `labelled`: figures by language, and by `language/kind`; `wrong`: which."""

    conversations: dict[str, dict[str, int]]
    labelled: dict[str, Figures]
    wrong: tuple[Wrong, ...]


def measure(folders: Mapping[str, Sequence[Conversation]], labelled: Iterable[Labelled]) -> ExtractionReport:
    """Memorize conversations with rules alone, and judge what they make of labelled turns."""
    with temporary_registry() as registry:
        conversations = {folder: _counts(registry, folder, some) for folder, some in folders.items()}
    judged = [_judge(one) for one in labelled]
    return ExtractionReport(conversations, _figures(judged), tuple(one.wrong() for one in judged if one.is_wrong()))


def _counts(registry: Registry, folder: str, conversations: Sequence[Conversation]) -> dict[str, int]:
    counts = Counter[str]()
    for number, conversation in enumerate(conversations):
        scope = registry.scope(ScopeIds(app="bench", user_id=f"{folder}-{number}"))
        for request in _requests(conversation, registry.engine.config.batch):
            change = memorize(request, registry.engine.config, journal.mint_id())
            operation = scope.write(change, author=Author()).result().value
            counts.update(() if operation is None else _told(operation))
        kept = [item for item in scope.read().items.values() if item.layer == "wiki"]
        counts.update(f"kind {item.kind}" for item in kept)
        counts.update(f"status {item.status}" for item in kept)
        counts.update({"turns": len(conversation.turns), "items": len(kept)})
    return dict(sorted(counts.items()))


def _told(operation: Operation) -> Iterator[str]:
    yield from (f"action {one['action']}" for one in operation.items)
    yield from ("diary entries" for _ in operation.diary)
    for reason, count in operation.counts.items():
        yield from itertools.repeat(reason, count)


def _requests(conversation: Conversation, most: int) -> Iterator[MemorizeRequest]:
    said = [turn for turn in conversation.turns if turn.content]
    for session, turns in itertools.groupby(said, lambda turn: turn.session):
        messages = tuple(map(_message, turns))
        for start in range(0, len(messages), most):
            part = messages[start : start + most]
            yield MemorizeRequest(messages=part, source_id=session or conversation.name, extract="rules")


def _message(turn: Turn) -> Message:
    name = turn.speaker.strip() or None
    return Message(role=turn.role or "user", content=turn.content, id=turn.id, name=name, at=turn.at)


class _Judged(msgspec.Struct, frozen=True):
    turn: Labelled
    found: tuple[Candidate, ...]

    def missed(self, *, any_kind: bool = False) -> list[Expected]:
        return [one for one in self.turn.expect if not any(_fits(item, one, any_kind) for item in self.found)]

    def false(self, *, any_kind: bool = False) -> list[Candidate]:
        return [item for item in self.found if not any(_fits(item, one, any_kind) for one in self.turn.expect)]

    def is_wrong(self) -> bool:
        return bool(self.missed() or self.false())

    def wrong(self) -> Wrong:
        missed = tuple(f"{one.kind}: {one.contains}" for one in self.missed())
        return Wrong(self.turn.text, missed, tuple(f"{item.kind}: {item.content}" for item in self.false()))


def _fits(item: Candidate, expected: Expected, any_kind: bool) -> bool:
    right = any_kind or item.kind in expected.kind.split("|")
    return right and expected.contains.casefold() in item.content.casefold()


def _judge(turn: Labelled) -> _Judged:
    said = [Said("t1", turn.role, turn.text, turn.speaker, turn.at)]
    if turn.asked is not None:
        said.insert(0, Said("t0", "user" if turn.asker else "assistant", turn.asked, turn.asker, turn.at))
    found = rules.extract(said, now=_NOW, zone=dt.UTC).candidates
    sure = (item for item in found if item.confidence >= APPROVED_FROM and "t1" in item.evidence)
    return _Judged(turn, tuple(sure))


def _figures(judged: Sequence[_Judged]) -> dict[str, Figures]:
    """Figures of each language, then of each kind in it: right, missed and false ones, precision and recall; `_any`
    where only the words count and not the kind."""
    groups: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in judged:
        language = one.turn.language
        groups[language].update(_tally(one))
        for expected in one.turn.expect:
            missed = expected in one.missed()
            groups[f"{language}/{expected.kind}"].update({"missed" if missed else "right": 1})
        for item in one.false():
            groups[f"{language}/{item.kind}"]["false"] += 1
    return {name: _shares(tally) for name, tally in sorted(groups.items())}


def _tally(one: _Judged) -> dict[str, int]:
    missed, missed_any = len(one.missed()), len(one.missed(any_kind=True))
    return {
        "turns": 1,
        "right": len(one.turn.expect) - missed,
        "missed": missed,
        "false": len(one.false()),
        "right_any": len(one.turn.expect) - missed_any,
        "missed_any": missed_any,
        "false_any": len(one.false(any_kind=True)),
        "on_distractors": 0 if one.turn.expect else len(one.found),
    }


def _shares(tally: Counter[str]) -> Figures:
    figures: Figures = dict(tally)
    for end in ("", "_any") if "right_any" in tally else ("",):
        figures[f"precision{end}"] = _share(tally[f"right{end}"], tally[f"false{end}"])
        figures[f"recall{end}"] = _share(tally[f"right{end}"], tally[f"missed{end}"])
    return figures


def _share(right: int, wrong: int) -> float:
    return right / (right + wrong) if right + wrong else 0.0
