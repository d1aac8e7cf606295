"""What apps hold and may hold: asked, told, written down, counted anew."""

import os

import pytest

from ops.keys import AppQuota, KeyRing, NewKey
from ops.principal import Grant
from ops.quotas import AppQuotas, Uncounted, read_usage
from ops.sections import Quotas
from ops.usage_table import UsageTable
from scopes.config import EngineConfig
from scopes.errors import NotFoundError, QuotaError
from scopes.lines import wiki
from scopes.lines.wiki import NewItem
from scopes.model import ScopeIds
from scopes.quota import Growth
from scopes.registry import Registry
from scopes.storage.batch import Author
from scopes.storage.growth import total


@pytest.fixture
def directory(tmp_path):
    KeyRing(str(tmp_path)).create(NewKey(app="chat", grants=(Grant(("read",)),)))
    return str(tmp_path)


@pytest.fixture
def begin(directory):
    """A process on the directory: its quotas, with a table of its own."""

    def begin(**defaults):
        return AppQuotas(directory, UsageTable(), KeyRing(directory, check_seconds=0), Quotas(**defaults))

    return begin


@pytest.fixture
def written(directory):
    """Write items of a user of the app with a registry that counts by the given quota; what the scope holds then."""

    def write(quota, *names, user="u", content="the sea"):
        config = EngineConfig(data=directory)
        registry = Registry(config, quota=quota)
        try:
            scope = registry.scope(ScopeIds("chat", user))
            for name in names:
                item = NewItem(file="f", name=name, content=content)
                scope.write(lambda batch, item=item: wiki.put(batch, item, config), author=Author()).result(10)
            return total(scope.snapshot())
        finally:
            registry.close()

    return write


def test_what_is_written_is_counted_and_a_bound_holds(begin, written):
    quotas = begin(items=3)
    with pytest.raises(QuotaError) as refused:
        written(quotas, "a", "b", "c", "d")
    assert (refused.value.field, refused.value.limit) == ("quotas.items", 3)
    assert quotas.used("chat") == written(quotas) == Growth(1, 3, written(quotas).bytes)


def test_scopes_and_bytes_have_bounds_too(begin, written):
    quotas = begin(scopes=1, bytes=2000)
    written(quotas, "a")
    with pytest.raises(QuotaError, match="scopes"):
        written(quotas, "a", user="another")
    with pytest.raises(QuotaError, match="bytes"):
        written(quotas, "b", content="x" * 3000)
    assert quotas.used("chat") == written(quotas)


def test_an_admin_gives_an_app_bounds_of_its_own(begin, directory):
    quotas, ring = begin(scopes=5, items=7), KeyRing(directory)
    ring.set_quota("chat", AppQuota(items=100, bytes=0))
    assert quotas.bounds("chat") == Growth(5, 100, 0)
    ring.create(NewKey(app="chat", grants=(Grant(("read",)),)))
    assert ring.quota("chat") == AppQuota(items=100, bytes=0)
    with pytest.raises(NotFoundError):
        ring.set_quota("nobody", AppQuota())


def test_figures_outlive_a_stop_and_are_counted_anew_after_a_crash(begin, written, directory):
    quotas = begin()
    assert quotas.due() == []
    held = written(quotas, "a", "b")
    quotas.flush(settled=True)
    again = begin()
    assert again.due() == [] and again.used("chat") == held
    assert not read_usage(directory, "chat").settled
    assert begin().due() == ["chat"]  # as it would be after a crash: nothing settled the file since


def test_a_recount_finds_what_the_scopes_hold(begin, written, directory):
    held = written(None, "a", "b") + written(None, "a", user="another")
    quotas = begin()
    assert quotas.due() == ["chat"]
    registry = Registry(EngineConfig(data=directory))
    assert quotas.recount(registry, "chat") == quotas.used("chat") == held
    registry.close()


def test_what_was_written_uncounted_is_counted_anew(begin, written, directory):
    quotas = begin()
    quotas.due()
    written(quotas, "a")
    quotas.flush()
    assert quotas.due() == []
    written(Uncounted(directory), "b")
    assert quotas.due() == ["chat"] and quotas.due() == []


@pytest.mark.parametrize("damage", [b"", b"{", b'{"app": 1}'])
def test_figures_that_can_not_be_read_are_counted_anew(begin, written, directory, damage):
    quotas = begin()
    written(quotas, "a")
    quotas.flush(settled=True)
    with open(os.path.join(directory, "usage", "chat.json"), "wb") as file:
        file.write(damage)
    assert begin().due() == ["chat"]
