"""What an old conversation says takes no later item's place, and is dated from when it was said."""

import pytest

from scopes.config import EngineConfig
from scopes.lines import import_commits, wiki
from scopes.lines.imported import ImportedTurn
from scopes.model import Operation, ScopeIds
from scopes.registry import Registry
from scopes.storage.batch import Author
from scopes.storage.journal import Entry

OPERATION = Operation(id="aaaaaaaaaaaaaaaa", kind="import", status="running", source={"extract": "rules"})
THEN, LATER = "2024-01-02T03:04:05Z", "2025-06-07T08:09:10Z"


def begun(batch):
    batch.put_operation(OPERATION)
    batch.note(Entry("import", line="chat", id=OPERATION.id))


class Place:
    """A scope in which an import is at work."""

    def __init__(self, data):
        self.registry = Registry(EngineConfig(data=data))
        self.scope = self.registry.scope(ScopeIds("app", "alice"))
        self.write(begun)

    def write(self, change):
        return self.scope.write(change, author=Author()).result(20).value

    def tell(self, source, *said):
        """Import what a person said, as (when, what)."""
        parts = [ImportedTurn(source=source, turn=f"t{at}", role="user", content=text, at=when)
                 for at, (when, text) in enumerate(said)]  # fmt: skip
        change = import_commits.take_in(
            OPERATION.id, parts, self.scope.room.config, lambda _: OPERATION, by_rules=True, tell=False
        )
        return self.write(change)

    def items(self, layer="wiki"):
        return [item for item in self.scope.snapshot().items.values() if item.layer == layer]


@pytest.fixture
def place(tmp_path):
    place = Place(str(tmp_path / "data"))
    yield place
    place.registry.close()


def test_the_later_of_two_sayings_stands_in_whichever_order_they_come(place):
    place.tell("new", (LATER, "I live in Basel."))
    assert place.tell("old", (THEN, "I live in Bern.")).items == 0
    assert [item.content for item in place.items()] == ["I live in Basel"]
    assert place.tell("newest", ("2026-01-01T00:00:00Z", "I live in Chur.")).items == 1
    assert [item.content for item in place.items()] == ["I live in Chur"]


def test_what_was_written_since_stands(place):
    place.tell("new", (LATER, "I live in Basel."))
    (item,) = place.items()
    change = wiki.NewItem(item.file, item.name, "Lives in Zug")
    place.write(lambda batch: wiki.put(batch, change, place.scope.room.config))
    place.tell("newer", ("2026-01-01T00:00:00Z", "I live in Chur."))
    assert [one.content for one in place.items()] == ["Lives in Zug"]


def test_an_item_names_the_turns_it_goes_by_and_is_dated_from_them(place):
    place.tell("source", (THEN, "What a day."), (THEN, "Yesterday I moved to Basel."))
    (entry,) = place.items("diary") or place.items()
    assert (entry.source.id, entry.source.turns) == ("source", ("t1",))
    assert entry.event_at.startswith("2024-01-01")


def test_what_was_said_without_a_time_gives_no_date_and_no_line_of_the_diary(place):
    place.tell("source", (None, "Yesterday I went to the dentist."), (None, "I am allergic to peanuts."))
    assert place.items("diary") == []
    assert [(item.content, item.event_at) for item in place.items()] == [("I am allergic to peanuts", None)]


def test_a_turn_that_is_there_already_is_not_read_again(place):
    first, again = (place.tell("source", (THEN, "I live in Basel.")) for _ in range(2))
    assert (first.items, again.items, again.results[0].state) == (1, 0, "known")
