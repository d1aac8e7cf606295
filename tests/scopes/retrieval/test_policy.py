"""Versioned figures of ranking."""

import msgspec
import pytest

from scopes.errors import InvalidError
from scopes.retrieval.policy import load_policy, policy_file, shipped_policies
from scopes.retrieval.retriever import Retriever
from scopes.retrieval.signals import SIGNALS


def test_every_shipped_policy_weighs_features_that_there_are():
    known = {feature for signal in SIGNALS for feature in signal.features}
    for name in shipped_policies():
        policy = load_policy(name)
        assert policy.version == name
        assert {*policy.lexical.weights, *policy.meaning.weights} <= known


def test_a_policy_comes_back_from_its_file_under_the_same_digest_until_it_changes(tmp_path):
    path = tmp_path / "own.json"
    path.write_bytes(policy_file(load_policy()))
    read = load_policy(str(path))
    assert msgspec.structs.replace(read, digest="") == msgspec.structs.replace(load_policy(), digest="")
    changed = read.adjusted({"meaning": 0.5}, 0.4)
    assert (changed.strength["meaning"], changed.lexical.relevance.threshold) == (0.5, 0.4)
    assert changed.label != read.label == read.adjusted({}, None).label


@pytest.mark.parametrize("name", ["nowhere-9", "../policy", "/no/such/file.json"])
def test_an_unknown_policy_is_refused_with_the_names_of_those_there_are(name):
    with pytest.raises(InvalidError) as refused:
        load_policy(name)
    assert (refused.value.field, refused.value.limit) == ("policy", ", ".join(shipped_policies()))


@pytest.mark.parametrize(("strength", "threshold"), [({"luck": 1.0}, None), ({"words": -1.0}, None), ({}, 1.5)])
def test_factors_that_can_t_be_are_refused(strength, threshold):
    with pytest.raises(InvalidError):
        load_policy().adjusted(strength, threshold)


def test_a_scope_ranks_by_the_policy_it_has_chosen_and_by_the_services_where_that_is_gone(shelf, make):
    notes = shelf(make("sea"))
    own = msgspec.structs.replace(load_policy(), version="own", digest="")
    for chosen, version in ((None, "own"), (load_policy().version, load_policy().label), ("gone-1", "own")):
        notes.policy = chosen
        assert notes.ask("sea", Retriever(own)).policy == version


@pytest.mark.parametrize(("meaning", "kin"), [(False, False), (False, True), (True, False), (True, True)])
def test_the_mode_is_that_of_what_is_at_hand(meaning, kin):
    policy = load_policy()
    expected = policy.lexical if not meaning else policy.kin if kin else policy.meaning
    assert policy.mode(meaning=meaning, kin=kin) is expected
    assert msgspec.structs.replace(policy, kin=None).mode(meaning=True, kin=kin) is policy.meaning
