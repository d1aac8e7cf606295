"""Whatever bytes come in, unpacking ends in an archive that fits its manifest or in an error of ours."""

import contextlib
import gzip
import io
import tempfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ops.archive.limits import ImportLimits
from ops.archive.unpack import unpack
from scopes.errors import MunimentError
from scopes.storage.files import Files

LIMITS = ImportLimits(1024**2, 1024**2, 512 * 1024, 50, 50)
QUIET = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
CHANGES = st.lists(st.tuples(st.integers(0, 2**20), st.integers(0, 255)), min_size=1, max_size=4)


@pytest.fixture(scope="module")
def archive(tmp_path_factory, home):
    return home(tmp_path_factory.mktemp("origin")).fill().export()


def spoilt(raw, changes):
    raw = bytearray(raw)
    for at, value in changes:
        raw[at % len(raw)] = value
    return bytes(raw)


def try_all(raw):
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(MunimentError):
        unpacked = unpack(io.BytesIO(raw), folder, Files(), LIMITS, 2 * 1024**2)
        assert {one.name for one in unpacked.manifest.files} == unpacked.files.keys()


@QUIET
@given(CHANGES)
def test_changed_bytes_of_the_gzip(archive, changes):
    try_all(spoilt(archive, changes))


@QUIET
@given(CHANGES)
def test_changed_bytes_of_the_tar(archive, changes):
    try_all(gzip.compress(spoilt(gzip.decompress(archive), changes), 1))


@QUIET
@given(st.binary(max_size=4_096))
def test_any_bytes(raw):
    try_all(raw)
    try_all(gzip.compress(raw, 1))
