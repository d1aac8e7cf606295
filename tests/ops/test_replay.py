"""After a backup was restored, what receipts say was erased is erased again, and nothing else."""

import shutil

import pytest

from ops.replay import Returned, erase_again, returned
from scopes.model import ScopeIds
from scopes.storage.batch import Author

ALICE, BOB = ScopeIds("default", "alice"), ScopeIds("default", "bob")


@pytest.fixture
def restored(home, make_home, tmp_path_factory):
    """Erase after a backup, bring the backup's scopes back, keep the newer ledger and receipts."""
    backup = tmp_path_factory.mktemp("backup")

    def restore(erase):
        home.registry.close()
        shutil.copytree(home.path / "scopes", backup / "scopes")
        shutil.copytree(home.path / "locks", backup / "locks")
        erase(make_home())
        for folder in ("scopes", "erased"):
            shutil.rmtree(home.path / folder, ignore_errors=True)
        shutil.copytree(backup / "scopes", home.path / "scopes")
        for lock in (backup / "locks").rglob("*"):
            if lock.is_file() and len(lock.name) == 32:
                target = home.path / lock.relative_to(backup)
                target.parent.mkdir(exist_ok=True)
                shutil.copy(lock, target)
        return make_home()

    return restore


@pytest.mark.parametrize("span", ["scope", "user"])
def test_a_scope_that_came_back_goes_again(home, restored, span):
    home.write(ALICE)
    home.write(BOB)
    after = restored(lambda other: other.erase(span, ALICE))
    found = list(returned(after.registry, after.ledger))
    assert found == [Returned(ALICE)]
    (receipt,) = erase_again(after.erasures, found[0], Author("cli", "again"))
    assert receipt.complete and after.scopes() == [BOB]
    assert list(returned(after.registry, after.ledger)) == []


def test_an_item_that_came_back_goes_again(home, restored):
    item = home.write(ALICE).item
    home.write(ALICE, name="other", content="this is to stay where it is")
    after = restored(lambda other: other.erase("item", ALICE, id=item.id))
    found = list(returned(after.registry, after.ledger))
    assert found == [Returned(ALICE, (item.id,))]
    assert all(receipt.complete for receipt in erase_again(after.erasures, found[0], Author("cli", "again")))
    assert after.registry.scope(ALICE).snapshot().resolve("facts:other") is not None
    assert list(returned(after.registry, after.ledger)) == []


def test_a_scope_that_was_begun_anew_is_left_alone(home):
    home.write(ALICE)
    home.erase("user", ALICE)
    home.write(ALICE, revive=True)
    assert list(returned(home.registry, home.ledger)) == []
