"""How well retrieve finds the turns that answer a question, beside bm25s and SQLite FTS5 on the same texts."""

import contextlib
import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence

import msgspec

from ops.bench import metrics
from ops.bench.bm25s_system import GRID, Bm25s, check_installed
from ops.bench.conversations import Conversation, LabelledQuestion
from ops.bench.fts5_system import Fts5
from ops.bench.memorized import Memorized
from ops.bench.systems import Answer, System
from ops.bench.temporary import temporary_registry

ADVERSARIAL = "adversarial"
OWN = "muniment"
CHOSEN_BY = ("recall@10", "mrr")

Figures = dict[str, float]
Report = dict[str, dict[str, Figures]]


class Judged(msgspec.Struct, frozen=True):
    """One question and every system's figures for it."""

    category: str
    figures: dict[str, Figures]


def measure(folders: Mapping[str, Sequence[Conversation]]) -> Report:
    """`{folder: {system: {metric: value}}}`, and the same for each `folder/category`.

    Adversarial questions ask for what was never said: they count under their category only. Questions without
    evidence can't be judged and are passed over. The figures of bm25s are those of the k1 and b that did best.
    """
    check_installed()
    report: Report = {}
    numbers = itertools.count(1)
    with temporary_registry() as registry:
        for folder, conversations in folders.items():
            judged: list[Judged] = []
            for conversation in conversations:
                judged += _judge(conversation, Memorized(registry, conversation, next(numbers)))
            report.update(_summarise(folder, judged))
    return report


def _judge(conversation: Conversation, own: Memorized) -> list[Judged]:
    items = own.items()
    with contextlib.closing(Fts5(items)) as fts5:
        others: dict[str, System] = {_grid_name(k1, b): Bm25s(items, k1, b) for k1, b in GRID}
        others["fts5"] = fts5
        return [
            Judged(
                question.category,
                {
                    OWN: _figures(own.answer(question), question),
                    **{name: _figures(other.answer(question.text), question) for name, other in others.items()},
                },
            )
            for question in conversation.questions
            if question.evidence
        ]


def _figures(answer: Answer, question: LabelledQuestion) -> Figures:
    return {**metrics.judge(answer.turns, question.evidence), "tokens": answer.tokens}


def _grid_name(k1: float, b: float) -> str:
    return f"bm25s {k1} {b}"


def _summarise(folder: str, judged: Sequence[Judged]) -> Report:
    counted = [one for one in judged if one.category != ADVERSARIAL]
    best = max(GRID, key=lambda pair: _goodness(_mean(counted, _grid_name(*pair))))
    groups: defaultdict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        groups[f"{folder}/{one.category}"].append(one)
    return {
        name: {
            OWN: _mean(group, OWN),
            "bm25s": {**_mean(group, _grid_name(*best)), "k1": best[0], "b": best[1]},
            "fts5": _mean(group, "fts5"),
        }
        for name, group in ((folder, counted), *sorted(groups.items()))
        if group
    }


def _goodness(figures: Figures) -> tuple[float, ...]:
    return tuple(figures.get(name, 0.0) for name in CHOSEN_BY)


def _mean(judged: Sequence[Judged], system: str) -> Figures:
    return {"questions": len(judged), **metrics.mean(one.figures[system] for one in judged)}
