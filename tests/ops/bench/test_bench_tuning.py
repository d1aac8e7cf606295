"""Fitting a whole policy to conversations, with an embedder that knows letters only."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from ops.bench.conversations import Conversation, read_folders
from ops.bench.tables import tuning_lines
from ops.bench.tuning import Fitted, tune
from scopes.retrieval.policy import load_policy, policy_file


class Letters:
    """Texts by how often each letter stands in them."""

    model = "letters"
    dim = 26

    def documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Counts of letters, at length 1."""
        counts = np.array([[text.lower().count(chr(97 + at)) + 0.1 for at in range(26)] for text in texts], np.float32)
        return counts / np.linalg.norm(counts, axis=1, keepdims=True)

    def query(self, text: str) -> NDArray[np.float32]:
        """One text's."""
        return self.documents([text])[0]


@pytest.fixture(scope="module")
def fitted(data: Path) -> Fitted:
    """A policy of three conversations, of which one judges."""
    talk = read_folders(str(data))["friends"][0]
    talks: list[Conversation] = [msgspec.structs.replace(talk, name=name) for name in ("a", "b", "c")]
    return tune(talks, ["c"], Letters(), "mine-1")


def test_a_tuned_policy_has_both_modes_and_says_what_it_was_fitted_to(fitted: Fitted) -> None:
    assert fitted.policy.version == "mine-1"
    assert fitted.policy.fitted == {"on": "a, b", "with": "letters", "how": "muniment bench tune"}
    assert fitted.policy.lexical.weights and fitted.policy.meaning.relevance.weights


def test_the_mode_for_cheap_words_is_fitted_where_they_are_and_else_left_as_it_is(data: Path, fitted: Fitted) -> None:
    class Cheap(Letters):
        words = Letters.documents

    assert fitted.policy.kin == load_policy().kin
    talk = read_folders(str(data))["friends"][0]
    tuned = tune([msgspec.structs.replace(talk, name=name) for name in ("a", "b")], [], Cheap(), "mine-2")
    assert tuned.judged.keys() == {"lexical", "meaning", "kin"} and tuned.policy.kin != load_policy().kin


def test_a_tuned_policy_is_read_back_from_its_file(fitted: Fitted, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(policy_file(fitted.policy))
    assert msgspec.structs.replace(load_policy(str(path)), digest="") == fitted.policy


def test_it_is_judged_by_conversations_without_a_part_in_the_fit(fitted: Fitted) -> None:
    assert fitted.judged["meaning"]["held out"].questions == 3
    assert fitted.judged["lexical"]["cross-validated"].figures["recall@10"] == 1
    assert len(list(tuning_lines(fitted))) == 6
