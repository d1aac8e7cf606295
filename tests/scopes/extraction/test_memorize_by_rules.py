"""Memorize with rules: items, diary and turns in one commit; known things change nothing; unsure ones wait."""

import time

import pytest

from scopes.lines import chat
from scopes.storage import journal


def memorize(home, *texts, **fields):
    return home.memorize(*texts, extract="rules", **fields)


def test_items_name_their_turns_and_why_they_are_kept(home):
    operation = memorize(home, "I love the sea.", "And you?", source_id="talk")
    item = home.item("preferences:likes-the-sea")
    assert [one["action"] for one in operation.items] == ["added"]
    assert (item.content, item.kind, item.source.turns, item.status) == (
        "I love the sea", "preference", ("t1",), "approved",
    )  # fmt: skip
    assert item.metadata == {"extractor": "rules", "why": "en likes: I love the sea"}


def test_all_of_it_is_one_commit(home):
    memorize(home, "I love the sea.", "I visited my aunt yesterday.", source_id="talk")
    ops = [record.op for record in home.records()]
    assert {"memorize", "add", "diary"} <= set(ops) and len(home.texts("diary")) == 1
    assert home.scope.snapshot().seq == len(ops)


def test_what_is_known_changes_nothing_and_says_so(home):
    first = memorize(home, "I love the sea.")
    again = memorize(home, "I really love the sea.")
    assert [one["action"] for one in again.items] == ["unchanged"] and first.items[0]["id"] == again.items[0]["id"]
    assert home.texts("archive") == {}


def test_the_same_under_another_name_is_a_duplicate(home):
    home.put("constraints", "nuts", "I am allergic to peanuts and walnuts", kind="constraint")
    operation = memorize(home, "I'm allergic to peanuts and walnuts.")
    assert operation.items == [
        {"id": home.item("constraints:nuts").id, "address": "constraints:nuts", "action": "duplicate"}
    ]
    assert len(home.texts()) == 1


def test_other_content_is_a_new_version_and_the_old_one_goes_to_the_archive(home):
    memorize(home, "我住在成都。")
    (change,) = memorize(home, "我从成都搬到了青岛。").items
    assert (change["action"], home.texts()["places:住处"]) == ("updated", "我从成都搬到了青岛")
    assert list(home.texts("archive").values()) == ["我住在成都"]


def test_numbers_are_significant(home):
    memorize(home, "我每次都住5天。", "My budget is 500 euros.")
    (change,) = memorize(home, "My budget is 1500 euros.").items
    assert change["action"] == "updated"


def test_what_is_no_longer_so_gives_way(home):
    memorize(home, "I love coffee.")
    memorize(home, "I no longer drink coffee.")
    assert home.texts() == {"constraints:avoids-coffee": "I no longer drink coffee"}
    (former,) = home.texts("archive").values()
    assert former == "I love coffee"


@pytest.mark.parametrize(
    ("before", "after", "address"),
    [
        ("I work at Google.", "I left Google and now I work at Apple.", "places:workplace"),
        ("I work at Google.", "Now I work at Apple.", "places:workplace"),
        ("I work at Google.", "I got a new job at Netflix.", "places:workplace"),
        ("I live in Rome.", "I live with my husband in Leeds.", "places:home"),
        ("I live in Rome.", "I moved to Trondheim.", "places:home"),
        ("我住在北京。", "我上个月搬到上海了。", "places:住处"),
        ("I'm allergic to nuts.", "I'm not allergic to nuts after all.", "constraints:not-allergic-to-nuts"),
        ("我对花生过敏。", "我对花生其实不过敏。", "constraints:对花生不过敏"),
        ("我对花生过敏。", "我现在不对花生过敏了。", "constraints:对花生不过敏"),
        ("我在谷歌工作。", "我从谷歌跳槽到了苹果。", "places:工作地"),
        ("I don't drink coffee.", "I drink coffee again.", "habits:back-to-coffee"),
        ("我不喝咖啡。", "我现在又开始喝咖啡了。", "habits:开始喝咖啡"),
    ],
)
def test_a_change_leaves_one_item_under_a_name_that_says_it(home, before, after, address):
    memorize(home, before)
    memorize(home, after)
    assert list(home.texts()) == [address] and len(home.texts("archive")) == 1


def test_what_is_unsure_waits_beside_what_stands(home):
    memorize(home, "My favourite colour is blue.")
    memorize(home, "Maybe my favourite colour is green now.")
    assert home.texts()["preferences:favorite-color"] == "My favourite colour is blue"
    (waiting,) = [item for item in home.scope.snapshot().items.values() if item.status == "pending"]
    assert waiting.name == "favorite-color-to-review"


def test_personal_data_waits_for_a_person(home):
    memorize(home, "My email is leonie.marsh@example.org.")
    assert home.item("profile:email").status == "pending"


def test_the_scope_s_setting_makes_rules_what_auto_does(home):
    home.put("f", "x")
    home.set(extract="rules", diary=False)
    operation = home.memorize("I love the sea.", "I visited my aunt yesterday.", extract="auto")
    assert [one["address"] for one in operation.items] == ["preferences:likes-the-sea"] and operation.diary == []


def test_refused_sentences_are_counted(home):
    operation = memorize(home, "Unless I move, I live in Rome.")
    assert operation.items == [] and operation.counts == {"refused_supposition": 1}


def test_observed_at_resolves_relative_days(home):
    memorize(home, "My exam is on Friday.", observed_at="2026-07-15T09:00:00Z")
    (item,) = [item for item in home.scope.snapshot().items.values() if item.layer == "wiki"]
    assert item.event_at == "2026-07-17" and item.content.endswith("(2026-07-17)")


def test_two_people_have_two_memories(home):
    messages = (chat.Message("user", "I love jazz.", name="Mara"), chat.Message("user", "I love jazz.", name="Jo"))
    request = chat.MemorizeRequest(messages, extract="rules")
    home.write(chat.memorize(request, home.config, journal.mint_id()))
    assert home.texts() == {
        "preferences:mara-likes-jazz": "Mara: I love jazz",
        "preferences:jo-likes-jazz": "Jo: I love jazz",
    }


def test_it_takes_no_time_to_speak_of(home):
    texts = ["I had a long day and the trains were late, but my sister Amy is visiting on Friday."] * 10
    memorize(home, *texts)
    started = time.monotonic()
    memorize(home, *texts)
    assert time.monotonic() - started < 0.5


OLD, NEW = "2026-05-04T10:00:00Z", "2026-10-04T10:00:00Z"


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("I live in Lisbon.", "I live in Berlin."),
        ("I love coffee.", "I no longer drink coffee."),
        ("我住在杭州。", "我住在南京。"),
        ("我喜欢咖啡。", "我不喝咖啡。"),
    ],
)
def test_what_was_said_earlier_replaces_nothing_later(home, newer, older):
    memorize(home, newer, observed_at=NEW)
    before = home.texts()
    operation = memorize(home, older, observed_at=OLD)
    assert (home.texts(), operation.items, operation.counts) == (before, [], {"refused_outdated": 1})


def test_what_is_said_later_replaces_also_on_the_same_day(home):
    memorize(home, "I live in Lisbon.", observed_at=NEW)
    memorize(home, "I live in Berlin.", observed_at=NEW[:10])
    memorize(home, "I live in Rome.")
    assert home.texts() == {"places:home": "I live in Rome"}
    former = [item.content for item in home.scope.snapshot().items.values() if item.layer == "archive"]
    assert sorted(former) == ["I live in Berlin", "I live in Lisbon"]


def test_a_clock_that_is_ahead_keeps_out_nothing_said_now(home):
    memorize(home, "I live in Lisbon.", observed_at="2199-01-01T00:00:00Z")
    memorize(home, "I live in Rome.")
    assert home.texts() == {"places:home": "I live in Rome"}


def test_what_was_said_earlier_is_kept_where_nothing_stands(home):
    memorize(home, "I live in Lisbon.", observed_at=NEW)
    memorize(home, "I work at Google.", observed_at=OLD)
    assert home.texts()["places:workplace"] == "I work at Google"
