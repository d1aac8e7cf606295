"""What an operator adds to the notary is in force on every way into a scope, and out of it."""

import pytest

from scopes.errors import InvalidError
from scopes.governance.rules import NotaryRules, Pattern
from scopes.lines import chat, files, wiki
from scopes.lines.precondition import Always

RULES = NotaryRules(pii=True, patterns=(Pattern("employee-number", "EMP-[0-9]{6}"),))
TEXT, CLEAN = "call 13800138000, I am EMP-123456", "call [REDACTED:pii-mobile], I am [REDACTED:employee-number]"
PATH = "chat/wiki/f.md"


@pytest.fixture
def ruled(open_home):
    """A scope whose operator added rules."""
    return open_home(notary=RULES)


def memorize(home, text):
    request = chat.MemorizeRequest((chat.Message("user", text, name="EMP-123456"),), source_id="s")
    return home.write(chat.memorize(request, home.config, "o"))


def test_turns_items_entries_and_metadata_go_by_the_rules(ruled):
    ruled.write(
        lambda batch: wiki.put(
            batch, wiki.NewItem("f", "n", TEXT, tags=("EMP-123456",), metadata={"a": TEXT}), ruled.config
        )
    )
    ruled.enter(TEXT)
    memorize(ruled, TEXT)
    found = list(ruled.scope.snapshot().items.values())
    assert {item.content for item in found} == {CLEAN}
    item = ruled.item("f:n")
    assert (item.tags, item.metadata) == (("[REDACTED:employee-number]",), {"a": CLEAN})
    assert "13800138000" not in repr(found) and "EMP-123456" not in repr(found)


def test_a_turn_that_is_sent_again_is_known_though_it_was_changed(ruled):
    assert memorize(ruled, TEXT).outcome == "stored"
    assert memorize(ruled, TEXT).outcome == "duplicate"


def test_documents_and_what_a_person_types_go_by_the_rules_too(ruled, until):
    ruled.write(lambda batch: files.put(batch, PATH, f"## a\n\n{TEXT}\n", Always(), ruled.config))
    assert ruled.texts() == {"f:a": CLEAN}
    (ruled.root / "chat/wiki/g.md").write_text(f"## b\n\n{TEXT}\n", encoding="utf-8")
    until(lambda: ruled.texts().get("g:b") == CLEAN)
    document = ruled.scope.snapshot().documents["chat/wiki/g.md"]
    assert files.shown(document, RULES).decode().strip() == f"## b\n\n{CLEAN}"


def test_names_and_ids_that_the_rules_would_change_are_refused(ruled):
    for refused in (
        lambda batch: wiki.put(batch, wiki.NewItem("EMP-123456", "n", "x"), ruled.config),
        lambda batch: files.put(batch, "chat/wiki/EMP-123456.md", "## a\n\nx\n", Always(), ruled.config),
    ):
        with pytest.raises(InvalidError):
            ruled.write(refused)
    with pytest.raises(InvalidError):
        chat.memorize(chat.MemorizeRequest((chat.Message("user", "x"),), source_id="EMP-123456"), ruled.config, "o")


def test_without_them_the_text_stays(home):
    home.enter(TEXT)
    assert list(home.texts("diary").values()) == [TEXT]
