"""Memorize: turns are kept once and whole; what comes of them is the wish of who sends them."""

import pytest

from scopes.errors import ConflictError, InvalidError

ITEM = {"file": "f", "name": "n", "content": "extracted"}


def test_turns_are_kept_and_told_in_the_diary(home):
    operation = home.memorize("I like the sea", "noted", source_id="talk", observed_at="2026-07-10T03:00:00Z")
    assert (operation.outcome, operation.reason, operation.items) == ("stored", None, [])
    assert home.texts("source") == {"talk:t1": "I like the sea", "talk:t2": "noted"}
    assert home.texts("diary") == {"2026-07-10:03:00": "I like the sea", "2026-07-10:03:00-2": "noted"}
    entry = home.item("2026-07-10:03:00")
    assert (entry.source.id, entry.source.turns, entry.speaker) == ("talk", ("t1",), "user")
    assert operation.diary[0] == {"id": entry.id, "address": entry.address}


@pytest.mark.parametrize("ids", [(), ("a", "b")])
def test_what_is_sent_again_is_a_duplicate_and_changes_nothing(home, ids):
    first = home.memorize("one", "two", ids=ids, source_id="talk")
    again = home.memorize("one", "two", ids=ids, source_id="talk")
    assert (first.outcome, again.outcome, again.source["turns"]) == ("stored", "duplicate", [])
    assert len(home.texts("source")) == len(home.texts("diary")) == 2


def test_the_next_piece_of_a_conversation_goes_on_where_it_ended(home):
    home.memorize("one", "two", source_id="talk")
    home.memorize("three", source_id="talk")
    assert home.memorize("two", "three", ids=("t2", "t3"), source_id="talk").outcome == "duplicate"
    grown = home.memorize("three", "four", ids=("t3", "t4"), source_id="talk")
    assert grown.outcome == "stored" and len(grown.source["turns"]) == 1
    assert list(home.texts("source").values()) == ["one", "two", "three", "four"]


def test_a_turn_s_id_with_other_content_is_a_conflict_and_nothing_is_kept(home):
    home.memorize("one", ids=("a",), source_id="talk")
    with pytest.raises(ConflictError) as refusal:
        home.memorize("new", "another one", ids=("b", "a"), source_id="talk")
    assert refusal.value.field == "messages[1].id"
    assert list(home.texts("source").values()) == ["one"]
    with pytest.raises(ConflictError):
        home.memorize("x", "y", ids=("same", "same"), source_id="other")


def test_a_turn_of_another_source_may_have_the_same_id(home):
    for source in ("one", "two"):
        assert home.memorize(source, ids=("t",), source_id=source).outcome == "stored"
    assert home.texts("source") == {"one:t": "one", "two:t": "two"}


def test_with_none_only_the_turns_are_kept(home):
    operation = home.memorize("one", extract="none")
    assert (operation.outcome, operation.diary, home.texts("diary")) == ("stored", [], {})


@pytest.mark.parametrize(
    ("setting", "layers"),
    [
        ({}, {"wiki"}),
        ({"extract": "rules"}, {"wiki"}),
        ({"extract": "verbatim"}, {"diary"}),
        ({"extract": "none"}, set()),
        ({"extract": "verbatim", "diary": False}, set()),
    ],
)
def test_a_scope_s_settings_say_what_auto_does_and_without_them_rules_read_the_turns(home, setting, layers):
    home.put("f", "x")
    home.remove("f:x", hard=True)
    home.set(**setting)
    operation = home.memorize("I live in Bergen.", extract="auto")
    assert operation.outcome == "stored"
    assert {layer for layer in ("wiki", "diary") if home.texts(layer)} == layers
    assert (operation.reason is not None) == ("diary" in setting)


def test_what_the_app_extracted_itself_is_written_with_its_source(home):
    operation = home.memorize(
        "one",
        "two",
        source_id="talk",
        extract="given",
        items=[ITEM],
        diary=["met", {"content": "ate", "at": "2026-07-11"}],
    )
    item = home.item("f:n")
    assert (item.content, item.source.id, item.source.turns) == ("extracted", "talk", ("t1", "t2"))
    assert [one["action"] for one in operation.items] == ["added"] and len(operation.diary) == 2
    assert home.texts("diary")["2026-07-11:00:00"] == "ate"


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"items": [ITEM, {"file": "f"}]}, "items[1].content"),
        ({"items": [ITEM, {**ITEM, "name": "[[x"}]}, "items[1].name"),
        ({"items": [ITEM, {**ITEM, "mood": 1}]}, "items[1].mood"),
        ({"items": [ITEM, 7]}, "items[1]"),
        ({"items": [ITEM], "diary": ["fine", {"content": " "}]}, "diary[1].content"),
        ({"items": [ITEM], "diary": [{"content": "x", "at": "soon"}]}, "diary[0].at"),
    ],
)
def test_malformed_extractions_are_dropped_whole_and_the_turns_are_kept(home, given, field):
    operation = home.memorize("one", extract="given", **given)
    assert operation.outcome == "stored" and "dropped" in operation.reason
    assert home.texts() == home.texts("diary") == {} and len(home.texts("source")) == 1
    (line,) = home.records("extraction_dropped")
    assert line.note["field"].startswith(field.rsplit(".", 1)[0])


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"extract": "llm"}, "extract"),
        ({"items": [ITEM]}, "extract"),
        ({"source_id": ""}, "source_id"),
        ({"source_id": "a\u200b"}, "source_id"),
        ({"source_id": "x" * 201}, "source_id"),
        ({"observed_at": "now"}, "observed_at"),
        ({"tags": ("",)}, "tags[0]"),
        ({"metadata": {"x": "y" * 9_000}}, "metadata"),
        ({"ids": (" ",)}, "messages[0].id"),
    ],
)
def test_a_request_that_can_not_be_is_refused_by_field(home, fields, field):
    with pytest.raises(InvalidError) as refusal:
        home.memorize("one", **fields)
    assert refusal.value.field == field and not home.scope.exists()


@pytest.mark.parametrize("content", ["", " \n", "\u200b", "x" * 65_537])
def test_a_turn_that_holds_nothing_or_too_much_is_refused(home, content):
    with pytest.raises(InvalidError):
        home.memorize("fine", content)
    with pytest.raises(InvalidError):
        home.memorize()
    assert home.texts("source") == {}


def test_turns_are_scrubbed_before_they_are_kept_and_known_again_afterwards(home):
    text = "se\u200bcret <script>x</script>"
    first = home.memorize(text, ids=("t",), source_id="talk")
    again = home.memorize(text, ids=("t",), source_id="talk")
    assert first.scrubbed and again.outcome == "duplicate"
    raw = b"".join(path.read_bytes() for path in home.root.rglob("*") if path.is_file())
    assert "\u200b".encode() not in raw and b"<script>" not in raw


def test_a_source_file_that_is_full_goes_on_in_the_next(open_home):
    home = open_home(source_file_bytes=400)
    for number in range(6):
        home.memorize(f"turn {number} " + "x" * 100, source_id="talk", extract="none")
    names = sorted(path.name for path in (home.root / "chat/sources").iterdir())
    assert len(names) > 1 and names[0].count(".") == 2
    assert len(open_home().texts("source")) == 6
