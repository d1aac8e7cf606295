"""Opaque labels of scopes."""

import os

import pytest

from ops.label_key import load_label_key, scope_label
from scopes.errors import IntegrityError
from scopes.model import ScopeIds


def test_every_process_has_the_same_key(tmp_path):
    assert load_label_key(str(tmp_path)) == load_label_key(str(tmp_path))
    assert os.stat(tmp_path / "label.key").st_mode & 0o777 == 0o600


def test_labels_tell_scopes_apart_and_depend_on_the_key():
    one, other = bytes(32), bytes(31) + b"\x01"
    ids = [ScopeIds("a", "b"), ScopeIds("a", None, "b"), ScopeIds("ab"), ScopeIds("a", "b", None, None, "r")]
    labels = [scope_label(one, each) for each in ids]
    assert len(set(labels)) == 4
    assert scope_label(other, ids[0]) != labels[0] == scope_label(one, ids[0])
    assert all(len(label) == 24 and int(label, 16) for label in labels)


def test_a_damaged_key_is_reported(tmp_path):
    (tmp_path / "label.key").write_bytes(b"short")
    with pytest.raises(IntegrityError):
        load_label_key(str(tmp_path))
