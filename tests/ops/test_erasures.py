"""Each erasure that was begun ends in a receipt, wherever it was cut off, and its digests find a copy that was left."""

import contextlib
import os
from pathlib import Path

import msgspec
import pytest

from ops.erasure_drafts import degraded_by_drafts, drafts
from ops.erasures import Erasures
from ops.ledger import Ledger
from ops.receipt_check import ReceiptCheck
from ops.receipts import read_document
from scopes.config import EngineConfig
from scopes.errors import ScopeErasedError
from scopes.lines import chat
from scopes.model import ScopeIds
from scopes.storage.batch import Author
from scopes.storage.files import Files

ALICE = ScopeIds("default", "alice-wonder")
AUTHOR = Author("key", "request")
TUTOR = ScopeIds("default", "alice-wonder", "tutor")
CHANGING = {"put", "write_at", "truncate", "sync", "rename", "unlink", "mkdir", "link", "exchange", "rename_new"}


class DeadError(BaseException):
    """The process is no more."""


class Dying(Files):
    """Calls that change files until the last of them; from then on none."""

    def __init__(self, calls):
        self.left = calls

    def __getattribute__(self, name):
        if name in CHANGING:
            self.left -= 1
            if self.left < 0:
                raise DeadError
        return super().__getattribute__(name)


def die(home, span, calls, **more):
    """Erase in a process that ends after so many calls; whether it got to the end."""
    files = Dying(calls)
    home.registry.engine.files = files
    home.erasures = Erasures(home.registry, Ledger(str(home.path), home.registry.engine.key, files))
    try:
        home.erase(span, **more)
    except DeadError:
        return False
    return True


def begun_and_ended(home):
    lines = [(record.op, record.id) for record in home.ledger.records()]
    return ({identity for op, identity in lines if op == word} for word in ("erase_begin", "erase"))


@pytest.mark.parametrize("span", ["scope", "user"])
def test_an_erasure_that_is_cut_off_at_any_call_ends_in_a_receipt_after_a_restart(make_home, span):
    calls, ended = 0, False
    while not ended:
        home = make_home()
        home.write(ALICE, revive=True)
        home.write(TUTOR, revive=True)
        ended = die(home, span, calls)
        after = make_home()
        finished = after.erasures.finish()
        begun, over = begun_and_ended(after)
        assert begun == over == set(after.ledger.receipt_ids()), calls
        assert all(receipt.complete and receipt.recovered for _, receipt in finished)
        gone = {ALICE, TUTOR} if span == "user" else {ALICE}
        assert not gone & set(after.scopes()) if begun else gone <= set(after.scopes())
        assert not list((after.path / "trash").glob("*")) and not list((after.path / "erasing").glob("*"))
        assert after.ledger.verify()[1] == []
        calls += 1
    assert calls > 15


def test_who_asks_again_after_a_cut_gets_the_receipt_of_the_first(home, make_home):
    home.write()
    assert not die(home, "scope", 14)
    assert any(record.op == "erase_begin" for record in home.ledger.records())
    receipt = make_home().erase()
    assert receipt.recovered and receipt.complete
    with pytest.raises(ScopeErasedError):
        make_home().write()


def test_the_receipt_of_one_that_was_finished_later_keeps_the_counts(home, make_home):
    home.write(ALICE)
    home.write(TUTOR)
    done = 0
    while not done:
        calls = 12
        while die(home, "user", calls):
            pytest.fail("it was not cut off")
        done = len(make_home().erasures.finish())
    after = make_home()
    receipt = after.ledger.receipt(next(after.ledger.receipt_ids()))
    assert (receipt.counts["scopes"], receipt.counts["wiki"], receipt.digests) == (2, 2, {})


def test_nobody_finishes_what_somebody_is_at_work_on(home, make_home):
    home.write()
    assert not die(home, "scope", 14)
    after = make_home()
    (draft,) = drafts(str(home.path), after.registry.engine.files)
    with draft.found() as mine:
        assert mine and make_home().erasures.finish() == []
    assert len(make_home().erasures.finish()) == 1


@pytest.mark.parametrize("evidence", ["erase", "keep"])
def test_an_item_goes_and_the_scope_stays(home, evidence):
    item = home.write().item
    home.write(name="other", content="something else that is to stay")
    receipt = home.erase("item", id=item.id, evidence=evidence)
    assert (receipt.complete, receipt.ids, receipt.what) == (True, (item.id,), "item")
    assert receipt.scan.needles and receipt.scan.files and receipt.scan.hits == ()
    (entry,) = receipt.scopes
    assert entry.before.seq < entry.after.seq <= home.registry.scope(ALICE).snapshot().seq
    assert home.registry.scope(ALICE).verify().valid
    assert home.scopes() == [ALICE]


def test_a_copy_in_a_file_of_another_name_makes_the_receipt_incomplete_and_is_named(home):
    item = home.write().item
    home.registry.scope(ALICE).close()
    root = Path(home.registry.scope(ALICE).room.layout.root)
    (root / "chat/wiki/.facts.md.swp").write_text("0xff the white rabbit is late ok")
    receipt = home.erase("item", id=item.id)
    (hit,) = receipt.scan.hits
    assert not receipt.complete and receipt.names[hit.file] == "chat/wiki/.facts.md.swp"
    stored = (home.path / f"receipts/{receipt.id}.json").read_text()
    assert "facts" not in stored and receipt.salt not in stored and "rabbit" not in stored


def test_an_item_erasure_that_died_before_its_receipt_gets_one(home, make_home):
    item = home.write().item
    home.registry.scope(ALICE).close()
    calls = 10
    while True:
        dead = not die(home, "item", calls, id=item.id)
        begun, over = begun_and_ended(home)
        if not dead or (begun - over and home.registry.scope(ALICE).snapshot().items.get(item.id) is None):
            break
        make_home().erasures.finish()
        calls += 1
    assert dead
    ((_, receipt),) = make_home().erasures.finish()
    assert (receipt.recovered, receipt.complete, receipt.ids) == (True, True, (item.id,))


def test_exports_that_were_made_are_named_by_their_ledger_lines(home):
    home.write()
    name = Path(home.registry.scope(ALICE).room.lock_path).name
    home.ledger.append("export", id="0" * 32, actor=None, request=None)
    home.ledger.append("export", id=name, actor=None, request=None)
    assert home.erase().exports == (2,)


def test_a_receipt_of_the_first_form_still_verifies(home):
    key = home.registry.engine.key
    first = {
        "id": "xayykwutrvimt5f4", "scope": "ca27", "what": "scope", "at": "2026-07-21T14:31:07.320Z", "actor": None,
        "counts": {"files": 7}, "layers": ["journal"], "digests": {"head": "e9"}, "limits": "Says", "complete": True,
        "signature": "",
    }  # fmt: skip
    first["signature"] = f"{key.kid}:" + key.mac(b"muniment-receipt-1\0" + msgspec.json.encode(first))
    home.ledger.append("erase", id=first["id"], actor=None, request=None, state=first["signature"])
    (home.path / "receipts").mkdir()
    path = home.path / f"receipts/{first['id']}.json"
    path.write_bytes(msgspec.json.encode(first))
    assert home.ledger.document(first["id"]) == first and home.ledger.verify()[1] == []
    for altered in ({**first, "complete": False}, {**first, "git": True}):
        assert not home.ledger.is_entered(read_document(msgspec.json.encode(altered)))


def test_ten_scopes_more_do_not_make_the_receipt_hold_their_texts(home):
    for number in range(12):
        home.write(ScopeIds("default", "many", f"a{number}"), content=f"a sentence of its own, the {number}th of them")
    receipt = home.erase("user", ScopeIds("default", "many"))
    stored = (home.path / f"receipts/{receipt.id}.json").read_text()
    assert len(receipt.scopes) == 12 and len(receipt.digests["texts"]) == 12
    assert "sentence" not in stored and "many" not in stored
    with contextlib.suppress(FileNotFoundError):
        assert list((home.path / "scopes").iterdir()) == []


def told(home):
    """A turn, an item and a diary entry that all have the same words."""
    words = "my sister Ada is allergic to peanuts"
    request = chat.MemorizeRequest(
        (chat.Message("user", words, "t1"), chat.Message("user", "and I like the sea very much", "t2")),
        "talk",
        extract="given",
        items=[{"file": "facts", "name": "ada", "content": words}],
        diary=f"We spoke of it: {words}.",
    )
    change = chat.memorize(request, EngineConfig(data=""), "op")
    home.registry.scope(ALICE).write(change, author=AUTHOR).result(10)
    return home.registry.scope(ALICE).snapshot().resolve("facts:ada").id


def checked(home, receipt):
    check = ReceiptCheck(msgspec.to_builtins(receipt))
    check.check_files(str(home.path), None, {})
    return check.verdict()


def test_evidence_that_is_kept_is_named_and_holds_nothing_against_the_receipt(home):
    receipt = home.erase("item", id=told(home), evidence="keep")
    assert receipt.complete and len(receipt.kept) == 3 and len(receipt.ids) == 1
    assert {hit.item for hit in receipt.scan.hits} <= set(receipt.kept)
    found = checked(home, receipt)
    assert found.valid and found.kept and {one.kind for one in found.kept} == {"text"}


def test_with_the_evidence_nothing_is_left_and_a_copy_that_comes_back_is_found(home):
    receipt = home.erase("item", id=told(home))
    assert (receipt.complete, receipt.kept, receipt.scan.hits, len(receipt.ids)) == (True, (), (), 5)
    assert checked(home, receipt).valid
    home.write(name="again", content="my sister Ada is allergic to peanuts")
    home.registry.scope(ALICE).close()
    found = checked(home, receipt)
    assert not found.valid and any(one.file.endswith("chat/wiki/facts.md") for one in found.findings)


def test_an_erasure_that_nobody_gets_on_with_is_told(home):
    home.write()
    assert not die(home, "scope", 14)
    (draft,) = drafts(str(home.path), Files())
    assert degraded_by_drafts(str(home.path), Files(), "now") is None
    os.utime(draft.path, (0, 0))
    told = degraded_by_drafts(str(home.path), Files(), "now")
    assert told is not None and told.component == "erasure" and told.reason.startswith("1 ")
