"""How well retrieve finds the turns that answer a question, beside other systems on the same texts."""

import contextlib
import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib import resources

import msgspec

from ops.bench import metrics
from ops.bench.bm25s_system import GRID, Bm25s, check_installed
from ops.bench.configuration import configuration
from ops.bench.conversations import Conversation, LabelledQuestion
from ops.bench.fts5_system import Fts5
from ops.bench.memorized import Memorized
from ops.bench.samples import swapped
from ops.bench.systems import Answer, System
from ops.bench.tantivy_system import Tantivy
from ops.bench.temporary import temporary_registry
from ops.bench.wikimem_system import Wikimem
from scopes.errors import UnavailableError
from scopes.model import Item
from scopes.retrieval.embedder import Embedder

ADVERSARIAL = "adversarial"
UNANSWERABLE = "unanswerable"
UNRELATED = "unrelated"
OWN = "muniment"
OTHERS = ("fts5", "tantivy", "wikimem")
CHOSEN_BY = ("recall@10", "mrr")

Figures = dict[str, float]


class QualityReport(msgspec.Struct, frozen=True):
    """`figures`: `{folder: {system: {metric: value}}}`, and the same for each `folder/category`.

    `configuration` says what they were measured with, `skipped` which baselines were left out and why.
    """

    configuration: dict[str, str]
    figures: dict[str, dict[str, Figures]]
    skipped: dict[str, str]


class Judged(msgspec.Struct, frozen=True):
    """One question and every system's figures for it."""

    conversation: str
    category: str
    figures: dict[str, Figures]


def measure(
    folders: Mapping[str, Sequence[Conversation]], embedder: Embedder | None = None, *, items: bool = False
) -> QualityReport:
    """Every folder's figures, one by one conversation; with `items`, what the rules make of turns is ranked too.

    Adversarial questions ask for what was never said: they count under their category only. Questions without
    evidence can't be judged: of them, of questions of the folder's other conversations with this one's names put in,
    and of seventy that have nothing to do with anybody's memories, `returns` says which share is answered with
    something all the same. `muniment` itself is judged without a threshold but for `returns`, and for `hit@10_kept`,
    what the threshold leaves of hit@10; `recall@10_least` and `recall@10_most` are of its worst and its best
    conversation. The figures of bm25s are those of the k1 and b that did best.
    """
    check_installed()
    figures: dict[str, dict[str, Figures]] = {}
    skipped: dict[str, str] = {}
    numbers = itertools.count(1)
    with temporary_registry() as registry:
        for folder, conversations in folders.items():
            judged: list[Judged] = []
            refused: list[tuple[str, bool]] = []
            foreign = swapped(conversations, conversations)
            for conversation in conversations:
                own = Memorized(registry, conversation, next(numbers), embedder, items=items)
                judged += _judge(own, skipped)
                refused += _returns(own, foreign.get(conversation.name, ()))
            figures |= _summarise(folder, judged) | _refusals(folder, refused)
    model = "none" if embedder is None else embedder.model
    searched = "sources, items" if items else "sources"
    return QualityReport({**configuration(), "embedder": model, "searched": searched}, figures, skipped)


def _returns(own: Memorized, foreign: Sequence[LabelledQuestion]) -> list[tuple[str, bool]]:
    """Questions without an answer here: their category, and whether something is returned all the same."""
    never_said = (question for question in own.conversation.questions if question.category == UNANSWERABLE)
    asked = [*never_said, *foreign, *_unrelated()]
    return [(question.category, bool(own.answer(question, threshold=None).turns)) for question in asked]


def _unrelated() -> list[LabelledQuestion]:
    """Questions of general knowledge and the like, in English and Chinese."""
    texts = resources.files("ops.bench").joinpath("unrelated.txt").read_text("utf-8").splitlines()
    return [
        LabelledQuestion(id=f"{UNRELATED}-{number}", text=text, category=UNRELATED, evidence=())
        for number, text in enumerate(texts)
    ]


def _judge(own: Memorized, skipped: dict[str, str]) -> list[Judged]:
    items = own.items()
    with contextlib.closing(Fts5(items)) as fts5:
        others = {**_others(items, own, skipped), "fts5": fts5}
        return [
            Judged(
                own.conversation.name,
                question.category,
                {
                    OWN: {**_figures(own.answer(question), question), "hit@10_kept": _kept(own, question)},
                    **{name: _figures(other.answer(question.text), question) for name, other in others.items()},
                },
            )
            for question in own.conversation.questions
            if question.evidence
        ]


def _others(items: Sequence[Item], own: Memorized, skipped: dict[str, str]) -> dict[str, System]:
    others: dict[str, System] = {_grid_name(k1, b): Bm25s(items, k1, b) for k1, b in GRID}
    others["wikimem"] = Wikimem(items, own.cosines(items))
    try:
        others["tantivy"] = Tantivy(items)
    except UnavailableError as error:
        skipped["tantivy"] = error.detail
    return others


def _figures(answer: Answer, question: LabelledQuestion) -> Figures:
    return {**metrics.judge(answer.turns, question.evidence), "tokens": answer.tokens}


def _kept(own: Memorized, question: LabelledQuestion) -> float:
    return metrics.hit(own.answer(question, threshold=None).turns, question.evidence, metrics.DEPTH)


def _grid_name(k1: float, b: float) -> str:
    return f"bm25s {k1} {b}"


def _refusals(folder: str, refused: Sequence[tuple[str, bool]]) -> dict[str, dict[str, Figures]]:
    groups: defaultdict[str, list[bool]] = defaultdict(list)
    for category, returned in refused:
        groups[f"{folder}/{category}"].append(returned)
    return {
        name: {OWN: {"questions": len(group), "returns": sum(group) / len(group)}}
        for name, group in sorted(groups.items())
    }


def _summarise(folder: str, judged: Sequence[Judged]) -> dict[str, dict[str, Figures]]:
    counted = [one for one in judged if one.category != ADVERSARIAL]
    best = max(GRID, key=lambda pair: _goodness(_mean(counted, _grid_name(*pair))))
    groups: defaultdict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        groups[f"{folder}/{one.category}"].append(one)
    return {
        name: {
            OWN: {**_mean(group, OWN), **_spread(group)},
            "bm25s": {**_mean(group, _grid_name(*best)), "k1": best[0], "b": best[1]},
            **{name: _mean(group, name) for name in OTHERS if name in group[0].figures},
        }
        for name, group in ((folder, counted), *sorted(groups.items()))
        if group
    }


def _spread(judged: Sequence[Judged]) -> Figures:
    """The least and the most of recall@10 over conversations."""
    talks: defaultdict[str, list[float]] = defaultdict(list)
    for one in judged:
        talks[one.conversation].append(one.figures[OWN]["recall@10"])
    means = [sum(talk) / len(talk) for talk in talks.values()]
    return {"recall@10_least": min(means), "recall@10_most": max(means)}


def _goodness(figures: Figures) -> tuple[float, ...]:
    return tuple(figures.get(name, 0.0) for name in CHOSEN_BY)


def _mean(judged: Sequence[Judged], system: str) -> Figures:
    return {"questions": len(judged), **metrics.mean(one.figures[system] for one in judged)}
