"""Erasing leaves nothing of what it spans, a receipt that can be checked, and no way back for a late retry."""

import contextlib
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ops.erasure_plan import plan
from ops.spans import ErasureRequest
from scopes.errors import IntegrityError, InvalidError, NotFoundError, ScopeErasedError
from scopes.model import ScopeIds

ALICE = ScopeIds("default", "alice-wonder")
SECRET = "the white rabbit is late"


def planned(home, span="scope", ids=ALICE, **more):
    return plan(home.registry, home.ledger, ErasureRequest(span=span, **more), ids)


def test_a_plan_tells_what_would_go_and_takes_nothing(home):
    identity = home.write().item.id
    told = planned(home)
    assert (told.counts["wiki"], told.documents, told.ids) == (1, ("chat/wiki/facts.md",), (identity,))
    assert home.registry.scope(ALICE).snapshot().resolve("facts:rabbit") is not None


def test_no_file_holds_the_text_or_the_name_afterwards(home):
    home.write()
    home.erase()
    assert home.files()
    assert not any(SECRET.encode() in path.read_bytes() for path in home.files())
    assert not any("alice" in str(path.relative_to(home.path)) for path in home.path.rglob("*"))
    assert not any(b"alice" in path.read_bytes() for path in home.files())


def test_the_receipt_stays_and_shows_when_it_was_altered(home):
    home.write()
    receipt = home.ledger.receipt(home.erase().id)
    assert (receipt.complete, receipt.counts["wiki"], receipt.counts["scopes"]) == (True, 1, 1)
    assert home.ledger.verify() == (2, [])
    path = home.path / f"receipts/{receipt.id}.json"
    path.write_text(path.read_text().replace('"wiki": 1', '"wiki": 2'))
    with pytest.raises(IntegrityError):
        home.ledger.receipt(receipt.id)
    path.unlink()
    assert [finding["kind"] for finding in home.ledger.verify()[1]] == ["removed"]


def test_a_late_retry_is_refused_unless_it_asks_to_begin_anew(home):
    home.write()
    home.erase()
    with pytest.raises(ScopeErasedError):
        home.write()
    home.write(revive=True)
    assert home.registry.scope(ALICE).snapshot().exists


def test_every_open_handle_reads_as_empty(home, make_home):
    home.write()
    other = make_home().registry
    assert len(other.scope(ALICE).read().items) == 1
    home.erase()
    assert not other.scope(ALICE).read().snapshot.exists


def test_another_process_forgets_the_text_within_a_second(home, make_home):
    home.write()
    other = make_home().registry
    held = other.scope(ALICE)
    held.read()
    home.erase()
    until = time.monotonic() + 2
    while other.scope(ALICE) is held and time.monotonic() < until:
        time.sleep(0.05)
    assert other.scope(ALICE) is not held


@pytest.mark.parametrize("span", ["scope", "user", "app", "run", "item", "source"])
def test_what_is_missing_can_not_be_erased_and_leaves_no_trace(home, span):
    ids = {"user": ALICE, "app": ScopeIds("default")}.get(span, ScopeIds("default", "nobody", run_id="r"))
    more = {"id": "x"} if span == "item" else {"source": "x"} if span == "source" else {}
    for ask in (planned, lambda home, span, ids, **more: home.erase(span, ids, **more)):
        with pytest.raises(NotFoundError):
            ask(home, span, ids, **more)
    assert [path for path in home.files() if path.name not in ("audit.key", "signing.key")] == []


MANY = [
    ScopeIds("default", "alice"),
    ScopeIds("default", "alice", "tutor"),
    ScopeIds("default", "alice", "tutor", None, "r1"),
    ScopeIds("default", "alice", None, "cat", "r1"),
    ScopeIds("default", "bob", "tutor", None, "r1"),
    ScopeIds("default", None, "tutor"),
    ScopeIds("other", "alice"),
]


@pytest.mark.parametrize(
    ("span", "ids", "gone"),
    [
        ("user", ScopeIds("default", "alice"), [0, 1, 2, 3]),
        ("app", ScopeIds("default"), [0, 1, 2, 3, 4, 5]),
        ("run", ScopeIds("default", "alice", run_id="r1"), [2, 3]),
        ("run", ScopeIds("default", None, "tutor", run_id="r1"), [2, 4]),
        ("scope", ScopeIds("default", "alice"), [0]),
    ],
)
def test_a_span_takes_its_scopes_and_no_other(home, span, ids, gone):
    for one in MANY:
        home.write(one)
    receipt = home.erase(span, ids)
    assert set(home.scopes()) == {one for number, one in enumerate(MANY) if number not in gone}
    assert (receipt.complete, receipt.counts["scopes"], len(receipt.scopes)) == (True, len(gone), len(gone))
    assert len(receipt.ids) == len(gone) == receipt.counts["wiki"]
    for number, one in enumerate(MANY):
        if number in gone:
            with pytest.raises(ScopeErasedError):
                home.write(one)
        else:
            assert home.registry.scope(one).snapshot().resolve("facts:rabbit") is not None


def test_a_user_that_was_erased_can_not_come_back_by_a_scope_that_never_was(home):
    home.write(MANY[1])
    home.erase("user", MANY[0])
    with pytest.raises(ScopeErasedError):
        home.write(ScopeIds("default", "alice", "another"))
    home.write(ScopeIds("default", "alice", "another"), revive=True)
    home.write(MANY[4])
    assert not any(b"alice" in path.read_bytes() for path in home.files() if "scopes" not in path.parts)


@pytest.mark.parametrize(
    ("span", "ids", "more", "field"),
    [
        ("user", ScopeIds("default"), {}, "user_id"),
        ("user", ScopeIds("default", "a", "b"), {}, "agent_id"),
        ("app", ScopeIds("default", "a"), {}, "user_id"),
        ("run", ScopeIds("default", "a"), {}, "run_id"),
        ("run", ScopeIds("default", run_id="r"), {}, "user_id"),
        ("scope", ScopeIds("default"), {}, "user_id"),
        ("scope", ALICE, {"id": "x"}, "id"),
        ("item", ALICE, {}, "id"),
        ("item", ALICE, {"id": "x", "source": "y"}, "source"),
        ("source", ALICE, {"source": "x", "evidence": "keep"}, "evidence"),
    ],
)
def test_ids_that_do_not_fit_the_span_are_refused_by_name(home, span, ids, more, field):
    home.write()
    with pytest.raises(InvalidError) as caught:
        home.erase(span, ids, **more)
    assert caught.value.field == field
    assert home.scopes() == [ALICE]


@pytest.mark.parametrize("name", ["scope.json", "pending.jsonl", "journal.jsonl"])
def test_a_damaged_scope_can_be_erased_by_every_span(home, name):
    for span, ids in (("scope", ALICE), ("user", ALICE), ("app", ScopeIds("default"))):
        home.write(revive=True)
        scope = home.registry.scope(ALICE)
        scope.close()
        (Path(scope.room.layout.root) / name).unlink()
        receipt = home.erase(span, ids)
        assert receipt.complete and not (home.path / "scopes/default").exists()


def test_what_lies_between_the_scopes_of_a_user_makes_the_receipt_incomplete(home):
    home.write()
    stray = Path(home.registry.scope(ALICE).room.layout.root).parent.parent / "notes.txt"
    stray.write_text("mine")
    assert not home.erase("user").complete
    assert stray.exists()


def test_unknown_files_and_git_are_counted_and_go(home):
    home.write()
    root = Path(home.registry.scope(ALICE).room.layout.root)
    (root / "chat/wiki/.facts.md.swp").write_text(SECRET)
    (root / ".git").mkdir()
    (root / ".git/HEAD").write_text("ref")
    told = planned(home)
    assert (told.git, told.unknown) == (True, ("chat/wiki/.facts.md.swp",))
    receipt = home.erase()
    assert (receipt.git, receipt.unknown, receipt.complete) == (True, 1, True)


def test_twenty_makers_against_one_eraser_leave_no_scope_behind(home, make_home):
    homes = [make_home(), make_home()]
    for number in range(20):
        home.write(ScopeIds("default", "race", "first"), revive=True)

        def make(maker, number=number):
            ids = ScopeIds("default", "race", f"a{number}")
            with contextlib.suppress(ScopeErasedError):
                homes[maker].write(ids)

        with ThreadPoolExecutor(3) as pool:
            made = [pool.submit(make, 0), pool.submit(make, 1)]
            receipt = pool.submit(home.erase, "user", ScopeIds("default", "race")).result()
            for one in made:
                one.result()
        assert receipt.complete and home.scopes() == []
        for tombstone in (home.path / "erased").rglob("*"):
            if tombstone.is_file():
                tombstone.unlink()


def test_threads_that_enter_the_ledger_at_once_lose_no_line(home):
    with ThreadPoolExecutor(10) as pool:
        for number in range(30):
            pool.submit(home.ledger.append, "key_create", id=str(number), actor=None, request=None)
    assert len((home.path / "ledger.jsonl").read_text().splitlines()) == 30
    assert home.ledger.verify() == (30, [])


def test_an_altered_ledger_line_is_found(home):
    home.write()
    home.erase()
    path = home.path / "ledger.jsonl"
    path.write_text(path.read_text().replace('"op":"erase"', '"op":"other"'))
    assert [finding["kind"] for finding in home.ledger.verify()[1]][:1] == ["altered"]


@pytest.mark.parametrize("spoil", ["empty", "cut", "gone", "receipt"])
def test_a_ledger_that_was_cut_and_a_receipt_that_was_changed_are_found(home, spoil):
    home.write()
    path, receipt = home.path / "ledger.jsonl", home.path / f"receipts/{home.erase().id}.json"
    lines = path.read_text().splitlines(keepends=True)
    if spoil == "receipt":
        receipt.write_text(receipt.read_text().replace('"wiki": 1', '"wiki": 2'))
    elif spoil == "gone":
        path.unlink()
    else:
        path.write_text("" if spoil == "empty" else "".join(lines[:-1]))
    kinds = {finding["kind"] for finding in home.ledger.verify()[1]}
    assert kinds == {"altered"} if spoil == "receipt" else {"tail_cut"} <= kinds
