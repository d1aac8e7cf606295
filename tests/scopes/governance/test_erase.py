"""Erasing an item or a source: nothing of its text is left in any file, nor in any process's answers."""

import gc
import random
import urllib.parse
from functools import partial

import pytest

from scopes.errors import NotFoundError
from scopes.governance import erase, proof
from scopes.lines import chat
from scopes.model import Item, ScopeIds
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever
from scopes.storage import journal
from scopes.storage.batch import Author
from scopes.storage.files import Files

AUTHOR = Author("admin", "request")


@pytest.fixture
def take(home):
    """Erase what a selection names; what went."""

    def take(select, *more):
        return home.scope.erase(lambda batch: select(batch, *more), author=AUTHOR).result(20)

    return take


def forms(word):
    return (
        word.encode(),
        word.encode("ascii", "backslashreplace"),
        "".join(f"\\u{ord(one):04x}" if ord(one) > 127 else one for one in word).encode(),
        urllib.parse.quote(word).encode(),
    )


def left(home, *words):
    """Files under the data directory that hold one of the words, in any form, or have it in their name."""
    found = []
    for path in home.root.parents[4].rglob("*"):
        raw = path.read_bytes() if path.is_file() else b""
        name = str(path.relative_to(home.root.parents[4])).encode()
        found += [(word, str(path)) for word in words for form in forms(word) if form in raw or form in name]
    return found


def given(home, word, source, file):
    """A conversation with an item and a diary entry made of it, all of it speaking of one word."""
    items = [
        {"file": file, "name": f"name-{word}", "content": f"says {word}", "tags": [f"tag{word}"], "metadata": {word: 1}}
    ]
    request = chat.MemorizeRequest(
        (chat.Message("user", f"I tell you {word}", f"turn-{word}"),),
        source,
        extract="given",
        items=items,
        diary=f"told of {word}",
    )
    return home.write(chat.memorize(request, home.config, journal.mint_id()))


def test_an_item_goes_with_its_turns_entries_and_versions_from_every_file(home, take):
    given(home, "zebrawort", "talk-zebrawort", "secrets-zebrawort")
    home.put("secrets-zebrawort", "name-zebrawort", "says zebrawort otherwise")
    home.put("likes", "sea", "loves [[secrets-zebrawort:name-zebrawort]] and the sea")
    item = home.item("secrets-zebrawort:name-zebrawort")
    taken = take(erase.select_item, item.id).value
    assert {one.layer for one in taken.selection.items} == {"wiki", "archive", "source", "diary"}
    assert left(home, "zebrawort") == []
    assert home.item("likes:sea").content == "loves [[erased]] and the sea"
    assert proof.verify(home.scope.room).valid


def test_what_is_not_erased_stays_as_it_was(home, take):
    given(home, "alpha", "one", "things")
    given(home, "beta", "two", "things")
    before = home.content()
    item = home.item("things:name-alpha")
    take(erase.select_item, item.id)
    documents, items, addresses, settings = home.content()
    gone = {identity for identity in before[1] if identity not in items}
    assert {before[1][identity]["content"] for identity in gone} == {"says alpha", "I tell you alpha", "told of alpha"}
    assert all(items[identity] == before[1][identity] for identity in items)
    assert settings == before[3] and "things:name-beta" in addresses and "alpha" not in str(documents)


def test_keeping_the_evidence_leaves_turns_and_entries_and_says_which(home, take):
    given(home, "alpha", "one", "things")
    taken = take(erase.select_item, home.item("things:name-alpha").id, "keep").value
    layers = {home.scope.snapshot().items[identity].layer for identity in taken.selection.kept}
    assert layers == {"source", "diary"} and home.item("things:name-alpha") is None


def test_a_source_goes_with_everything_that_came_from_it(home, take):
    given(home, "zebrawort", "talk-zebrawort", "secrets-zebrawort")
    given(home, "other", "talk-other", "rest")
    take(erase.select_source, "talk-zebrawort")
    assert left(home, "zebrawort") == []
    assert set(home.scope.snapshot().source_names) == {"talk-other"}
    assert set(home.texts()) == {"rest:name-other"}
    assert proof.verify(home.scope.room).valid


def test_chinese_goes_in_every_form_it_was_written_in(home, take):
    given(home, "斑马草药", "会话斑马草药", "秘密斑马草药")
    home.put("秘密斑马草药", "name-斑马草药", "新的斑马草药")
    take(erase.select_item, home.item("秘密斑马草药:name-斑马草药").id)
    assert left(home, "斑马草药") == []


def test_an_item_that_is_not_there_is_no_erasure(home, take):
    home.put("a", "b")
    with pytest.raises(NotFoundError):
        take(erase.select_item, "aaaaaaaaaaaaaaaa")
    with pytest.raises(NotFoundError):
        take(erase.select_source, "nothing")


def test_other_processes_answer_without_it(home, open_home, take):
    given(home, "zebrawort", "talk", "things")
    given(home, "other", "rest", "things")
    other = open_home()
    assert len(found(other, "zebrawort")) == 3
    take(erase.select_item, home.item("things:name-zebrawort").id)
    assert found(other, "zebrawort") == [] and found(home, "zebrawort") == []
    assert len(found(other, "other")) == 3
    assert other.content() == home.content()


def test_an_erasure_that_is_refused_leaves_everything_to_be_found(home, take):
    given(home, "alpha", "one", "things")
    assert len(found(home, "alpha")) == 3
    with pytest.raises(NotFoundError):
        take(erase.select_source, "nothing")
    assert len(found(home, "alpha")) == 3


def test_another_process_keeps_nothing_of_it_in_memory(home, open_home, take):
    given(home, "zebrawort", "talk", "things")
    other = open_home()
    assert len(found(other, "zebrawort")) == 3
    take(erase.select_source, "talk")
    other.scope.drop_erased()
    gc.collect()
    texts = (one for one in gc.get_objects() if isinstance(one, dict | tuple | list))
    kept = [one for held in texts for one in (held.values() if isinstance(held, dict) else held)]
    assert not [one for one in kept if isinstance(one, Item) and "zebrawort" in one.content]


def found(home, words):
    view = home.scope.read()
    hits = Retriever().retrieve(view, view.index, RetrieveQuery(query=words, limit=50)).hits
    return [hit for hit in hits if words in hit.content]


def test_the_scope_takes_writes_afterwards_and_other_processes_see_them(home, open_home, take):
    given(home, "alpha", "one", "things")
    other = open_home()
    other.content()
    take(erase.select_source, "one")
    home.put("things", "new", "after")
    home.memorize("and a turn", source_id="one")
    assert other.content() == home.content() == open_home().content()
    other.put("things", "newer", "by the other")
    assert home.item("things:newer").content == "by the other"


def test_an_old_buffer_does_not_bring_it_back(home, take, until):
    home.put("things", "stays", "this stays")
    home.put("things", "goes", "zebrawort")
    path = home.root / "chat/wiki/things.md"
    old = path.read_bytes()
    take(erase.select_item, home.item("things:goes").id)
    path.write_bytes(old.replace(b"this stays", b"this was changed"))
    until(lambda: home.item("things:stays").content == "this was changed")
    assert home.item("things:goes") is None
    home.scope.tend()
    until(lambda: b"zebrawort" not in path.read_bytes())


def test_an_older_copy_put_back_while_nothing_ran_does_not_bring_it_back(home, open_home, take):
    home.put("things", "goes", "zebrawort")
    path = home.root / "chat/wiki/things.md"
    old = path.read_bytes()
    take(erase.select_item, home.item("things:goes").id)
    home.scope.close()
    path.write_bytes(old)
    later = open_home()
    assert later.item("things:goes") is None
    later.put("other", "x")
    assert later.item("things:goes") is None


def test_an_app_that_sends_the_turn_again_does_not_bring_it_back(home, take):
    home.memorize("zebrawort", "harmless", ids=("m1", "m2"), source_id="talk")
    turn = next(one for one in home.scope.snapshot().items.values() if one.name == "m1")
    take(erase.select_item, turn.id)
    again = home.memorize("zebrawort", "harmless", "new", ids=("m1", "m2", "m3"), source_id="talk")
    assert again.outcome == "stored" and set(home.texts("source")) == {"talk:m2", "talk:m3"}
    assert home.memorize("zebrawort", ids=("m1",), source_id="talk").outcome == "nothing"
    assert left(home, "zebrawort") == []


def test_turns_without_ids_that_are_sent_again_are_known_though_some_were_erased(home, take):
    texts = ("one thing", "zebrawort said", "another thing")
    home.memorize(*texts, source_id="talk")
    turn = next(one for one in home.scope.snapshot().items.values() if one.name == "t2")
    take(erase.select_item, turn.id)
    assert home.memorize(*texts, source_id="talk").outcome in ("duplicate", "nothing")
    assert set(home.texts("source")) == {"talk:t1", "talk:t3"}


def test_a_file_put_with_the_erased_id_gets_a_new_one(home, take):
    home.put("things", "goes", "zebrawort")
    item = home.item("things:goes")
    path = home.root / "chat/wiki/things.md"
    old = path.read_bytes().decode()
    take(erase.select_item, item.id)
    home.write(lambda batch: batch.put_text("chat/wiki/things.md", old) or batch.note(erase.Entry("put")))
    assert home.item("things:goes").id != item.id and item.id.encode() not in path.read_bytes()


def test_random_items_and_sources_leave_nothing(home, open_home, take):
    """Unique words in content, names, tags, metadata, turns and source ids; another process has the scope open."""
    draw, other = random.Random(5), open_home()
    words = [f"w{draw.randrange(10**9):09}{draw.choice(['', '词', 'é'])}" for _ in range(60)]
    for word in words:
        file = draw.choice(["shared", f"f-{word}"])
        given(home, word, f"s-{word}", file)
        if draw.random() < 0.3:
            home.put("links", f"to-{len(word)}", f"see [[{file}:name-{word}]]")
    other.content()
    gone = draw.sample(words, 30)
    for word in gone:
        if draw.random() < 0.5:
            take(erase.select_source, f"s-{word}")
        else:
            item = next(one for one in home.scope.snapshot().items.values() if one.name == f"name-{word}")
            take(erase.select_item, item.id)
        assert left(home, word) == []
        assert not [one for one in other.scope.snapshot().items.values() if word in str(one)]
    assert left(home, *gone) == []
    assert proof.verify(home.scope.room).valid
    assert open_home().content() == home.content()


class Cut(BaseException):
    """The process dies here."""


class Dying(Files):
    """File calls that die at the n-th one that changes something, half of it done."""

    def __init__(self):
        self.left = 1 << 30

    def _count(self):
        self.left -= 1
        if self.left == 0:
            raise Cut

    def put(self, path, data):
        self._count()
        return super().put(path, data)

    def write_at(self, path, offset, data, *, sync=False):
        if self.left == 1:
            super().write_at(path, offset, data[: len(data) // 2])
        self._count()
        super().write_at(path, offset, data, sync=sync)

    def rename(self, old, new):
        self._count()
        super().rename(old, new)

    def renameat2(self, old, new, flags):
        self._count()
        return super().renameat2(old, new, flags)

    def unlink(self, path):
        self._count()
        super().unlink(path)


SELECTORS = {
    "item": lambda wanted, batch: erase.select_item(batch, wanted),
    "source": lambda wanted, batch: erase.select_source(batch, wanted),
}


@pytest.mark.parametrize("select", sorted(SELECTORS))
def test_an_erasure_that_is_cut_off_anywhere_is_whole_or_absent(open_home, tmp_path, select):
    """After the death at any call the next process has all of it, or none of what was erased in any file."""
    calls, finished = 0, False
    while not finished:
        calls += 1
        files = Dying()
        home = open_home(ScopeIds("app", f"user-{calls}"), files=files)
        given(home, "zebrawort", "talk", "secrets-zebrawort")
        given(home, "other", "talk-other", "rest")
        before = home.content()
        wanted = home.item("secrets-zebrawort:name-zebrawort").id if select == "item" else "talk"
        select_one = partial(SELECTORS[select], wanted)
        files.left = calls
        try:
            home.scope.erase(select_one, author=AUTHOR).result(20)
            finished = True
        except Cut:
            pass
        files.left = 1 << 30
        later = open_home(ScopeIds("app", f"user-{calls}"))
        shown = later.content()
        assert proof.verify(later.scope.room).valid, calls
        later.put("rest", "afterwards")
        later.scope.close()
        if later.item("secrets-zebrawort:name-zebrawort") is None:
            assert [one for one in left(later, "zebrawort") if f"user-{calls}/" in one[1]] == [], calls
        else:
            assert shown == before, calls
        assert later.item("rest:name-other") is not None
        assert proof.verify(later.scope.room).valid, calls
    assert calls > 20


@pytest.mark.parametrize("ids", [(), ("a",), (None, "b"), ("a", "b", "c")])
@pytest.mark.parametrize("extract", ["none", "verbatim"])
def test_a_conversation_sent_again_after_its_source_was_erased_brings_nothing_back(home, take, ids, extract):
    texts = ("zebrawort said one", "zebrawort said two", "zebrawort said three")
    home.memorize(*texts, ids=ids, source_id="talk", extract=extract)
    take(erase.select_source, "talk")
    assert home.memorize(*texts, ids=ids, source_id="talk", extract=extract).outcome == "nothing"
    assert home.memorize(*texts, "a new turn", ids=ids, source_id="talk", extract=extract).outcome == "stored"
    assert list(home.texts("source").values()) == ["a new turn"] and left(home, "zebrawort") == []


@pytest.mark.parametrize("ids", [(), ("a",), (None, "b"), ("a", "b", "c")])
@pytest.mark.parametrize("gone", range(3))
def test_a_conversation_sent_again_after_a_turn_was_erased_brings_nothing_back(home, take, ids, gone):
    texts = ["one thing was said", "another thing was said", "a third thing was said"]
    home.memorize(*texts, ids=ids, source_id="talk")
    turn = next(one for one in home.scope.snapshot().items.values() if one.content == texts[gone])
    take(erase.select_item, turn.id)
    assert home.memorize(*texts, ids=ids, source_id="talk").outcome in ("duplicate", "nothing")
    assert home.memorize(*texts, "new", ids=ids, source_id="talk").outcome == "stored"
    assert set(home.texts("source").values()) == {*texts, "new"} - {texts[gone]}


def test_a_new_turn_is_not_taken_for_the_last_one_that_was_erased(home, take):
    home.memorize("one thing was said", "another thing was said", source_id="talk")
    turn = next(one for one in home.scope.snapshot().items.values() if one.name == "t2")
    take(erase.select_item, turn.id)
    home.memorize("something new", source_id="talk")
    assert set(home.texts("source").values()) == {"one thing was said", "something new"}


def test_the_journal_of_an_imported_scope_forgets_the_names_too(home, take):
    """It knows the items under other ids when theirs were no ids of ours."""
    home.put("things", "zebrawort", "says something")
    home.put("things", "stays", "says more")
    home.scope.close()
    history = home.root / "history/1/journal.jsonl"
    history.parent.mkdir(parents=True, mode=0o700)
    identity = home.item("things:zebrawort").id
    history.write_bytes((home.root / "journal.jsonl").read_bytes().replace(identity.encode(), b"b" * 16))
    take(erase.select_item, identity)
    assert left(home, "zebrawort") == [] and b"stays" in history.read_bytes()
